//! Answers by a set of rules, as a program gives them, and which of them are given wrong.

use std::path::PathBuf;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load_all;
use deadmove_rules::model::Rule;

/// Rules that answer questions.
#[derive(Debug)]
pub struct SetAnswers {
    file: PathBuf,
    compiled: Option<(Board, RuleSet)>,
}

impl SetAnswers {
    /// The rules of a file.
    pub fn new(file: PathBuf) -> SetAnswers {
        SetAnswers { file, compiled: None }
    }

    /// The legal moves, and those of them that no rule forbids. The end cell comes last: to enter
    /// it early is not allowed, as in every walk.
    ///
    /// # Panics
    /// If the rules cannot be read, or the path leaves the board.
    pub fn allowed(&mut self, board: &Board, path: &[Move]) -> (Vec<Move>, Vec<Move>) {
        if self.compiled.as_ref().is_none_or(|(known, _)| known != board) {
            let loaded = load_all(std::slice::from_ref(&self.file)).expect("rules");
            let rules = loaded.rules_for(board).expect("rules").into_iter();
            let rules: Vec<Rule> = rules.map(|loaded| loaded.rule).collect();
            self.compiled = Some((board.clone(), RuleSet::compile(&rules, board)));
        }
        let (_, set) = self.compiled.as_ref().expect("compiled above");
        let position = Position::from_path(Arc::new(board.clone()), path).expect("a path");
        let forbidden = set.matcher().forbidden(position.free(), position.live_end());
        let early = |direction: Move| {
            position.free_count() > 1
                && board.step(position.live_end(), direction) == Some(board.end())
        };
        let legal: Vec<Move> = position.legal_moves().collect();
        let allowed = legal.iter().copied();
        let allowed = allowed.filter(|&m| !forbidden.contains(m) && !early(m)).collect();
        (legal, allowed)
    }
}

/// Whether the answer to a question is one of those that are given wrong, one in `number`: its
/// first legal move is then allowed exactly if it should not be.
pub fn is_flipped(question: &str, number: u64) -> bool {
    // FNV-1a.
    let hash = question.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.is_multiple_of(number)
}
