//! Judges a written game, move by move: whether moves are legal, how the game ends, and whether
//! that is the expected outcome.

use crate::loops::board::{LoopBoard, Square};
use crate::loops::curves::Final;
use crate::loops::game::{Expect, Game};
use crate::loops::rules::{Objection, completable, legal};

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameOutcome {
    /// Over.
    Finished(Final),
    /// All moves are legal, and the game is not over.
    Unfinished,
    /// A move, its number from 1, is not legal.
    Illegal {
        /// From 1.
        number: usize,
        /// The square.
        square: Square,
        /// Why.
        why: Objection,
    },
}

impl GameOutcome {
    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GameOutcome::Finished(_) => "finished",
            GameOutcome::Unfinished => "unfinished",
            GameOutcome::Illegal { .. } => "illegal",
        }
    }
}

/// The report of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefereeReport {
    /// The board after the last legal move.
    pub board: LoopBoard,
    /// The legal moves.
    pub moves: Vec<Square>,
    /// How it ended.
    pub outcome: GameOutcome,
    /// The expectations that are not met.
    pub unmet: Vec<String>,
}

/// Judges a game.
///
/// # Errors
/// If two methods disagree: the shape of dead fillings and the search for a completion, or the two
/// ways of scoring. That is a fault of this program.
pub fn referee(game: &Game) -> Result<RefereeReport, String> {
    let mut board = LoopBoard::new(game.size, game.first);
    let mut outcome = GameOutcome::Unfinished;
    let mut moves = Vec::new();
    for (at, &square) in game.moves.iter().enumerate() {
        let verdict = legal(&board, square);
        second_opinion(&board, square, &verdict)?;
        if let Err(why) = verdict {
            outcome = GameOutcome::Illegal { number: at + 1, square, why };
            break;
        }
        board.fill(square);
        moves.push(square);
    }
    if outcome == GameOutcome::Unfinished && board.is_full() {
        let end =
            Final::of(&board).ok_or("a full board has rows or columns without two squares")?;
        if end.by_pairs != end.by_parity {
            return Err("the two ways of scoring differ".into());
        }
        outcome = GameOutcome::Finished(end);
    }
    let unmet = game.expect.map(|expect| unmet(&expect, &outcome)).unwrap_or_default();
    Ok(RefereeReport { board, moves, outcome, unmet })
}

/// Verifies that the search for a completion after a move agrees with the shape of dead fillings.
fn second_opinion(
    board: &LoopBoard,
    square: Square,
    verdict: &Result<(), Objection>,
) -> Result<(), String> {
    let says = match verdict {
        Ok(()) => true,
        Err(Objection::Kills(_)) => false,
        Err(_) => return Ok(()),
    };
    let mut rows = board.rows();
    rows[square.row] |= 1 << square.column;
    match completable(&rows) == says {
        true => Ok(()),
        false => {
            Err(format!("after {square}, shape and search differ on whether the filling is dead"))
        }
    }
}

fn unmet(expect: &Expect, outcome: &GameOutcome) -> Vec<String> {
    let found = match outcome {
        GameOutcome::Illegal { number, .. } => format!("illegal at move {number}"),
        _ => outcome.name().to_owned(),
    };
    match (expect, outcome) {
        (Expect::Unfinished, GameOutcome::Unfinished) => Vec::new(),
        (Expect::Illegal(said), GameOutcome::Illegal { number, .. }) if said == number => {
            Vec::new()
        }
        (Expect::Finished { yellow, purple, curves }, GameOutcome::Finished(end)) => [
            ("points of yellow", yellow, end.by_pairs.yellow),
            ("points of purple", purple, end.by_pairs.purple),
            ("curves", curves, end.curves.len()),
        ]
        .into_iter()
        .filter_map(|(what, &said, found)| {
            let said = said.filter(|&said| said != found)?;
            Some(format!("{what}: expected {said}, found {found}"))
        })
        .collect(),
        (Expect::Unfinished, _) => vec![format!("expected unfinished, found {found}")],
        (Expect::Illegal(at), _) => vec![format!("expected illegal at move {at}, found {found}")],
        (Expect::Finished { .. }, _) => vec![format!("expected finished, found {found}")],
    }
}
