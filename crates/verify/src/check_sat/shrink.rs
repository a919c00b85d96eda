//! Simpler counterexamples: on a smaller board, with cells drawn near the start only.
//!
//! Both are looked for with a fixed number of conflicts for each placement, so that what is found
//! does not depend on the machine; there may be simpler ones yet.

use rayon::prelude::*;

use super::whole::Whole;
use super::{PATIENCE, Place, RuleCheck, live, places};
use crate::check::Example;
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;

/// Conflicts for each placement in the search for a shorter path.
const SHORTER: u64 = 1_000;

/// How many placements may be left open in that search before it ends.
const GIVE_UP: usize = 40;

impl RuleCheck<'_> {
    /// The counterexample of the smallest board on which one is found, with a short path.
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
            let places = places(rule, &board);
            if let Ok(Some(found)) = check.counterexample(places.clone()) {
                return check.shortest(&places, found);
            }
        }
        self.shortest(&places(rule, self.whole.board()), found)
    }

    /// A counterexample that draws cells near the start only, as near as one is found.
    fn shortest(&self, places: &[Place], (position, direction): (Position, Move)) -> Example {
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
            let near =
                |(live_end, _): &&Place| usize::from(live_end.column + live_end.row) <= steps + 2;
            let ask = |place| self.ask(place, &limits, Some(steps), live);
            let answers: Vec<_> = places.par_iter().filter(near).map(ask).collect();
            open += answers.iter().filter(|answer| answer.is_err()).count();
            nearer = answers.into_iter().flatten().flatten().map(example).min();
            if nearer.is_some() || open > GIVE_UP {
                break;
            }
        }
        nearer.into_iter().fold(found, Ord::min)
    }
}
