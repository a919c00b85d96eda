//! The loop game: claims about it, best play, and judged games. Reads the reports back; games are
//! judged again.

mod page;

pub use page::page;

use crate::loops::{Colour, Game, GameOutcome, MOST_SIZE, RefereeReport, referee};
use crate::report::Finding;
use crate::report::loops::{Fact, GameClaims, GameObject, MoveValue, SolvedGame, SolvedGames};
use deadmove_core::error::InputError;

use crate::site::{bad, contradiction};

/// Reports about the loop game, by what made them.
#[derive(Debug, Default)]
pub struct LoopsReports {
    /// Claims about the game.
    pub facts: Vec<Fact>,
    /// The values of games with best play. Their moves are all squares, in reading order.
    pub solved: Vec<SolvedGames>,
    /// Judged games, by their names.
    pub games: Vec<(String, RefereeReport)>,
}

/// Checks what `verify` printed.
pub fn facts(report: GameClaims) -> Result<Vec<Fact>, InputError> {
    report.claims.iter().try_for_each(|fact| fact.verdict.check_other_than(Finding::Vacuous))?;
    Ok(report.claims)
}

fn check_size(size: usize) -> Result<(), InputError> {
    match size {
        2..=MOST_SIZE => Ok(()),
        _ => {
            Err(bad(format!("a board of {size} squares a side"))
                .expected(format!("2 to {MOST_SIZE}")))
        }
    }
}

/// Checks what `solve` printed.
pub fn solved(mut report: SolvedGames) -> Result<SolvedGames, InputError> {
    let size = report.size;
    check_size(size)?;
    for SolvedGame { first, moves, value, .. } in &mut report.games {
        let Some(moves) = moves else { continue };
        let is_off = |of: &&MoveValue| of.square.column >= size || of.square.row >= size;
        if let Some(MoveValue { square, .. }) = moves.iter().find(is_off) {
            return Err(contradiction(format!("{square} is off the board")));
        }
        moves.sort_by_key(|of| (of.square.row, of.square.column));
        moves.dedup_by_key(|of| of.square);
        if moves.len() != size * size {
            return Err(contradiction("a first move has no value"));
        }
        let values = moves.iter().map(|of| of.value);
        let best = match first {
            Colour::Yellow => values.max(),
            Colour::Purple => values.min(),
        };
        if best != Some(*value) {
            return Err(contradiction("the best first move has another value than the game"));
        }
    }
    Ok(report)
}

/// Checks what `referee` printed.
pub fn game(game: GameObject) -> Result<(String, RefereeReport), InputError> {
    let GameObject { mut moves, size, first, .. } = game;
    let legal = moves.len();
    moves.extend(game.illegal.map(|illegal| illegal.square));
    check_size(size)?;
    let mut report = referee(&Game { size, first, moves, expect: None }).map_err(contradiction)?;
    let outcome = report.outcome.name();
    if outcome != game.outcome || report.moves.len() != legal {
        let (said, moves) = (game.outcome, report.moves.len());
        let found = format!("the game is {said}, and after {moves} legal moves {outcome}");
        return Err(contradiction(found));
    }
    if let (GameOutcome::Finished(end), Some(said)) = (&report.outcome, &game.end)
        && end.by_pairs != said.by_pairs
    {
        return Err(contradiction("the points are not those of the board"));
    }
    report.unmet = game.unmet;
    Ok((game.name, report))
}
