//! Sets that are not complete: a certificate of a live position with a dead move that no rule
//! forbids.

use crate::kernel::graph::square;
use crate::kernel::matching::forbids_in;
use crate::kernel::position::Position;
use crate::kernel::rule::Rule;
use crate::positions::{Answer, BoardData, Judgement};

/// Checks the judgement that shows that rules leave a dead move of a live position allowed.
pub fn check_incomplete(
    judgement: &Judgement,
    allowed: char,
    size: usize,
    rules: &[&Rule],
) -> Result<(), String> {
    let graph = square(size)?;
    let board = &graph.board;
    let (start, end) = (board.start, board.end);
    let expected = BoardData { width: size, height: size, start, end, blocked: Vec::new() };
    if judgement.board != expected {
        return Err("it is about another board".into());
    }
    let open = judgement.check()?;
    let dead =
        |answer: &Answer| matches!(answer, Answer::Dead { .. } | Answer::DeadBySearch { .. });
    let shown = judgement.moves.iter().any(|(letter, answer)| *letter == allowed && dead(answer));
    if !open.is_empty() || !shown || !matches!(judgement.position, Answer::Live { .. }) {
        return Err(format!("it does not show that {allowed} is a dead move of a live position"));
    }
    let position = Position::after(board, &judgement.path)?;
    match rules.iter().find(|rule| forbids_in(&position, rule, allowed)) {
        None => Ok(()),
        Some(rule) => Err(format!("{:?} forbids {allowed} there", rule.name)),
    }
}
