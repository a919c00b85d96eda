//! Whether a candidate is proved for every board, with little effort: there are many candidates.

use crate::rule::model::Rule;
use crate::verify::prove::argument::{Effort, Finding, argue};
use crate::verify::prove::formula::{Facts, Question};

/// What a candidate gets. What fails here may still be proved by `deadmove prove`.
const EFFORT: Effort = Effort { facts: Facts::ALL, splits: 40, radius: 1 };

/// How many cells had to be split to prove a rule for every board; none if it is not proved.
pub fn splits_needed(rule: &Rule) -> Option<usize> {
    let mut most = 0;
    for forbidden in rule.forbids.iter().map(|forbidden| forbidden.direction) {
        match argue(&Question { rule, forbidden, step: forbidden }, EFFORT) {
            Finding::Refuted { splits } => most = most.max(splits),
            Finding::Survives(_) => return None,
        }
    }
    Some(most)
}
