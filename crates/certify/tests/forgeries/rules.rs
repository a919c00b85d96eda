//! Changed rules, and what the lists of live positions say of them.

use std::sync::LazyLock;

use deadmove_prove::weaken::weaker;
use deadmove_rules::geometry::Placement;
use deadmove_rules::load::{KnownWrong, Loaded, LoadedRule, load_with};
use deadmove_rules::model::{CellTest, Rule};
use deadmove_verify::check::{RuleVerdict, SetVerdict};
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;

/// The lists of 5×5 and 7×7.
pub static LISTS: LazyLock<[LiveSet; 2]> =
    LazyLock::new(|| [5, 7].map(|size| LiveSet::build(size, &|_| {}).unwrap()));

/// The list of a board.
pub fn list(size: usize) -> &'static LiveSet {
    &LISTS[(size - 5) / 2]
}

/// Shipped rules, those known to be wrong among them.
pub fn load(names: &[&str]) -> Loaded {
    let root = deadmove_testing::root().join("rules");
    let files: Vec<_> = names.iter().map(|name| root.join(name)).collect();
    load_with(&files, KnownWrong::Include).unwrap()
}

/// All rules with one condition fewer or weaker, then those with two: they forbid more.
pub fn stronger(rule: &Rule) -> Vec<Rule> {
    let once: Vec<Rule> = weaker(rule).into_iter().map(|weaker| weaker.rule).collect();
    let twice = once.iter().flat_map(weaker).map(|weaker| weaker.rule);
    once.iter().cloned().chain(twice).collect()
}

/// Rules with fewer placements or another condition: they forbid less.
pub fn narrower(rule: &Rule) -> Vec<Rule> {
    let all: Vec<Placement> = rule.head.placements.iter().collect();
    let mut found = Vec::new();
    for first in 0..all.len() {
        for length in 1..=2.min(all.len() - 1) {
            let gone: Vec<Placement> =
                (0..length).map(|at| all[(first + at) % all.len()]).collect();
            let mut less = rule.clone();
            let rest = all.iter().copied().filter(|placement| !gone.contains(placement));
            less.head.placements = rest.collect();
            found.push(less);
        }
    }
    for right in -2..=2 {
        for down in -2..=2 {
            let cell = deadmove_rules::geometry::Offset::new(right, down);
            let taken = rule.pattern.cells.contains_key(&cell) || (right, down) == (0, 0);
            if taken || rule.pattern.segments.iter().any(|segment| segment.cells.contains(&cell)) {
                continue;
            }
            for test in [CellTest::Free, CellTest::Wall, CellTest::Drawn, CellTest::OnBoard] {
                let mut less = rule.clone();
                less.pattern.cells.insert(cell, test);
                found.push(less);
            }
        }
    }
    found
}

/// The verdicts of a list on rules.
pub fn verdicts(size: usize, rules: &[Rule]) -> Vec<RuleVerdict> {
    let loaded = |rule: &Rule| LoadedRule { file: "".into(), rule: rule.clone() };
    let check = check_whole(list(size), &rules.iter().map(loaded).collect::<Vec<_>>());
    check.rules.iter().map(|result| result.verdict).collect()
}

/// Whether rules are complete together.
pub fn is_complete(size: usize, claims: &[LoadedRule]) -> bool {
    check_whole(list(size), claims).set.verdict == SetVerdict::Complete
}
