//! Whether rules do what a case demands of them: forbid some moves, and leave others alone.

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_core::formats::Demand;
use deadmove_rules::matcher::Match;

/// A demand that rules do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetDemand {
    /// The move.
    pub direction: Move,
    /// What is demanded.
    pub demand: Demand,
    /// The rules that forbid the move, as numbers; none where it should be forbidden.
    pub forbidden_by: BTreeSet<usize>,
}

/// The demands that are not met by the `matches` of all rules.
pub fn unmet_demands(demands: &[(Move, Demand)], matches: &[Match]) -> Vec<UnmetDemand> {
    let check = |&(direction, demand): &(Move, Demand)| {
        let forbidding = matches.iter().filter(|found| found.moves.contains(direction));
        let forbidden_by: BTreeSet<usize> = forbidding.map(|found| found.rule).collect();
        let met = forbidden_by.is_empty() == (demand == Demand::Allow);
        (!met).then_some(UnmetDemand { direction, demand, forbidden_by })
    };
    demands.iter().filter_map(check).collect()
}
