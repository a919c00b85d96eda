//! Simpler counterexamples: on a smaller board, or with drawn cells near the start only.
//!
//! Both searches have a fixed number of conflicts for each instance, so that the result does not
//! depend on the machine. Simpler counterexamples may exist.

use rayon::prelude::*;

use super::whole::Whole;
use super::{Instance, PATIENCE, RuleCheck, instances, live};
use crate::check::Example;
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;

/// Conflicts for each instance in the search for a shorter path.
const SHORTER: u64 = 1_000;

/// The search ends after this many undecided instances.
const GIVE_UP: usize = 40;

impl RuleCheck<'_> {
    /// The counterexample on the smallest board on which one is found, with a short path.
    pub(super) fn smallest(&self, rule: &Rule, found: (Position, Move)) -> Example {
        let size = usize::from(self.whole.board().width());
        let limits = Limits { max_conflicts: PATIENCE[1], ..*self.limits };
        for size in (3..size).step_by(2) {
            let board = Board::corner_to_corner(size, size).expect("smaller than a board");
            let check = RuleCheck {
                whole: Whole::new(board.clone()),
                set: RuleSet::compile(std::slice::from_ref(rule), &board),
                limits: &limits,
                ..*self
            };
            let instances = instances(rule, &board);
            if let Ok(Some(found)) = check.counterexample(instances.clone()) {
                return check.shortest(&instances, found);
            }
        }
        self.shortest(&instances(rule, self.whole.board()), found)
    }

    /// A counterexample with drawn cells as near to the start as one is found.
    fn shortest(&self, instances: &[Instance], (position, direction): (Position, Move)) -> Example {
        let size = usize::from(self.whole.board().width());
        let example = |(position, direction): (Position, Move)| {
            let path = position.path().to_vec();
            Example { size, path, direction }
        };
        let limits = Limits { max_conflicts: Some(SHORTER), ..*self.limits };
        let found = example((position, direction));
        let mut open = 0;
        let mut nearer = None;
        for steps in 1..2 * size - 2 {
            let near = |(live_end, _): &&Instance| {
                usize::from(live_end.column + live_end.row) <= steps + 2
            };
            let search = |instance| self.search(instance, &limits, Some(steps), live);
            let answers: Vec<_> = instances.par_iter().filter(near).map(search).collect();
            open += answers.iter().filter(|answer| answer.is_err()).count();
            nearer = answers.into_iter().flatten().flatten().map(example).min();
            if nearer.is_some() || open > GIVE_UP {
                break;
            }
        }
        nearer.into_iter().fold(found, Ord::min)
    }
}
