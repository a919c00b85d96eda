//! The given rules that candidates are like, by name.

use schemars::JsonSchema;
use serde::Serialize;

use super::minimise::Explained;
use crate::compare::{claims, on_list};
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::LiveSet;

/// The given rules that a candidate is like on a board, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Like {
    /// The side of the board.
    pub size: usize,
    /// Those that forbid the same moves there.
    pub same: Vec<String>,
    /// Those that forbid some of them, and no others.
    pub covers: Vec<String>,
}

/// For each dead move and each of its candidates, the claims of given rules that the candidate is
/// like on the board of the last list. Empty without rules, or without a list.
pub fn likeness(live_sets: &[LiveSet], explained: &[Explained], known: &[Rule]) -> Vec<Vec<Like>> {
    let Some(live_set) = live_sets.last().filter(|_| !known.is_empty()) else {
        return vec![Vec::new(); explained.len()];
    };
    let candidates: Vec<Rule> = explained
        .iter()
        .flat_map(|e| e.suggestions.iter().map(|s| s.lifted.rule.clone()))
        .collect();
    let known = claims(known);
    let names = |of: &[usize]| of.iter().map(|&at| known[at].head.name.clone()).collect();
    let size = live_set.grid().side();
    let mut like = on_list(live_set, &candidates, &known).into_iter().map(|relation| Like {
        size,
        same: names(&relation.same),
        covers: names(&relation.narrower),
    });
    explained.iter().map(|e| like.by_ref().take(e.suggestions.len()).collect()).collect()
}
