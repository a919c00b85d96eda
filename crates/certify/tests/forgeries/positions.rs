//! Forged certificates of positions: the evidence of one about another one.

use std::collections::BTreeMap;
use std::sync::Arc;

use deadmove_certify::judgement;
use deadmove_checker::{Answer, Judgement, Turning};
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, judge};
use deadmove_testing::enumeration::is_live;
use deadmove_testing::random;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::Attack;
use super::one_board::some;

/// Positions of 5×5 with their true certificates, by reasons and by search.
fn honest(count: usize) -> Vec<(Position, Judgement)> {
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut positions = BTreeMap::new();
    for position in random::walk_positions(&board, count, &mut rng) {
        if !position.is_finished() && position.path().len() > 2 {
            positions.insert(position.path().to_vec(), position);
        }
    }
    let limits = Limits::default();
    let mut all = Vec::new();
    for (number, (_, position)) in positions.into_iter().enumerate() {
        let mut judged = judge(&position, Engine::Sat, &limits).unwrap();
        if number % 2 == 0 {
            random::without_short_reasons(&position, &mut judged);
        }
        let certificate = judgement::certificate(&position, &judged, &limits).unwrap();
        all.push((position, certificate));
    }
    all
}

fn text(judgement: &Judgement) -> String {
    serde_json::to_string(judgement).unwrap()
}

fn is_said_to_live(answer: &Answer) -> bool {
    matches!(answer, Answer::Live { .. })
}

/// The position after the first steps of a path.
fn prefix(position: &Position, steps: usize) -> Position {
    Position::from_path(Arc::new(position.board().clone()), &position.path()[..steps]).unwrap()
}

pub fn attack(attack: &mut Attack) {
    let all = honest(attack.most(400).max(60));
    let (live, dead): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(position, _)| is_live(position));
    let (live, dead) = (some(live, 40), some(dead, 40));
    exchanged(attack, &live, &dead);
    moves(attack, &live);
    turning_points(attack, &dead);
}

type Certified = (Position, Judgement);

/// Live positions with the evidence of dead ones, and the other way round.
fn exchanged(attack: &mut Attack, live: &[Certified], dead: &[Certified]) {
    for (number, (position, judgement)) in live.iter().chain(dead).enumerate() {
        let others = if is_live(position) { dead } else { live };
        for step in 0..3 {
            let (_, other) = &others[(number * 7 + step * 11) % others.len()];
            let mut forged = judgement.clone();
            forged.position = other.position.clone();
            forged.turning = match &other.turning {
                Turning::Point { fatal, .. } => Turning::FromTheStart { dead: fatal.clone() },
                turning => turning.clone(),
            };
            if attack.takes() {
                let kind = "the evidence of another position";
                attack.rejects_text(
                    kind,
                    &format!("{}: {}", judgement.path, other.path),
                    &text(&forged),
                );
            }
        }
    }
}

/// Moves with the evidence of other moves, where one is live and the other is dead.
fn moves(attack: &mut Attack, live: &[Certified]) {
    for (position, judgement) in live {
        for (at, (letter, _)) in judgement.moves.iter().enumerate() {
            let truth = is_live(&position.after(Move::from_letter(*letter).unwrap()));
            let every = live.iter().flat_map(|(_, other)| &other.moves);
            let false_ones = every.map(|(_, answer)| answer);
            let false_ones = false_ones.filter(|answer| is_said_to_live(answer) != truth);
            for answer in some(false_ones.collect(), 2) {
                let mut forged = judgement.clone();
                forged.moves[at].1 = answer.clone();
                if attack.takes() {
                    let name = format!("{}, move {letter}", judgement.path);
                    attack.rejects_text("the evidence of another move", &name, &text(&forged));
                }
            }
        }
    }
}

/// Turning points of dead paths where the path does not turn.
fn turning_points(attack: &mut Attack, dead: &[Certified]) {
    for (position, judgement) in dead {
        let Turning::Point { live: at, witness, fatal } = &judgement.turning else { continue };
        assert!(is_live(&prefix(position, *at)) && !is_live(&prefix(position, at + 1)));
        let letters: String = judgement.path.chars().skip(*at).collect();
        let mut forgeries =
            vec![("the board is dead".to_owned(), Turning::FromTheStart { dead: fatal.clone() })];
        for earlier in [at.saturating_sub(1), at / 2] {
            if earlier < *at {
                // The completion of a shorter prefix is known: the path goes on to the live one.
                let witness = format!("{}{witness}", &judgement.path[earlier..*at]);
                forgeries.push((
                    format!("after {earlier} steps"),
                    Turning::Point { live: earlier, witness, fatal: fatal.clone() },
                ));
            }
        }
        for later in [at + 1, position.path().len() - 1] {
            if later > *at && later < position.path().len() {
                let witness = witness.get(later - at..).unwrap_or("").to_owned();
                let fatal = judgement.position.clone();
                forgeries.push((
                    format!("after {later} steps, {letters} to go"),
                    Turning::Point { live: later, witness, fatal },
                ));
            }
        }
        for (name, turning) in forgeries {
            let forged = Judgement { turning, ..judgement.clone() };
            if attack.takes() {
                let name = format!("{}: {name}", judgement.path);
                attack.rejects_text("another turning point", &name, &text(&forged));
            }
        }
    }
}
