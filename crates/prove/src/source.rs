//! The dead move that a rule was lifted from, where a source of the rule states it. What the source
//! says is checked: it shows that the rule is not vacuous, and nothing else is made of it.

use std::sync::Arc;

use deadmove_core::board::Move;
use deadmove_core::formats::{parse_board, parse_path};
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_verify::confirm::confirm_move;

/// Whether some source names a live position of a board from corner to corner in which the rule
/// forbids the move that the source names.
pub(crate) fn shows_a_forbidden_move(rule: &Rule) -> bool {
    rule.head.sources.iter().any(|source| {
        forbidden(source).is_some_and(|(position, fatal)| {
            let matches = RuleSet::matches(std::slice::from_ref(rule), &position);
            let forbids = matches.iter().any(|found| found.moves.contains(fatal));
            forbids && is_live(&position)
        })
    })
}

/// The position and the move that a command such as `deadmove minimise --board 13x13 --path RRDLD`
/// asks about: the last step of the path is the move.
fn forbidden(source: &str) -> Option<(Position, Move)> {
    let command = source.strip_prefix("deadmove minimise --board ")?;
    let mut words = command.split_whitespace();
    let board = parse_board(words.next()?).ok()?;
    let path = parse_path(words.next().filter(|&word| word == "--path").and(words.next())?).ok()?;
    let (&fatal, path) = path.split_last()?;
    let position = Position::from_path(Arc::new(board), path).ok()?;
    Some((position, fatal))
}

/// Whether the position has a completion, which is replayed.
fn is_live(position: &Position) -> bool {
    position.path().split_last().is_some_and(|(&last, before)| {
        confirm_move(position.prefix(before.len()), last, Verdict::Live).is_ok()
    })
}
