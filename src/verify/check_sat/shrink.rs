//! Simpler counterexamples: on a smaller board, with fewer cells drawn.
//!
//! Both are looked for with a fixed number of conflicts for each placement, so that what is found
//! does not depend on the machine; there may be simpler ones yet.

use rayon::prelude::*;

use super::whole::Whole;
use super::{PATIENCE, Place, RuleCheck, live, places};
use crate::board::{Board, Move};
use crate::position::Position;
use crate::rule::compile::RuleSet;
use crate::rule::model::Rule;
use crate::verdict::Limits;
use crate::verify::check::Example;

/// Conflicts for each placement in the search for a shorter path.
const SHORTER: u64 = 200;

impl RuleCheck<'_> {
    /// The counterexample of the smallest board on which one is found, with the shortest path.
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

    /// A counterexample with as few cells drawn as can be found by halving.
    fn shortest(&self, places: &[Place], (position, direction): (Position, Move)) -> Example {
        let size = usize::from(self.whole.board().width());
        let mut best = Example { size, path: position.path().to_vec(), direction };
        let limits = Limits { max_conflicts: Some(SHORTER), ..*self.limits };
        // Cells drawn: too few to find anything, and what is found already.
        let mut few = 0;
        loop {
            let known = best.path.len() + 1;
            if known <= few + 1 {
                return best;
            }
            let most = few.midpoint(known);
            let shorter = places
                .par_iter()
                .filter(|(live_end, _)| usize::from(live_end.column + live_end.row) <= most + 1)
                .filter_map(|place| self.ask(place, &limits, Some(most), live).ok().flatten())
                .map(|(position, direction)| {
                    let path = position.path().to_vec();
                    Example { size, path, direction }
                })
                .min();
            match shorter {
                Some(shorter) => best = shorter,
                None => few = most,
            }
        }
    }
}
