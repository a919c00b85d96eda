//! The shipped milestones against the figures of walks.

use std::sync::atomic::AtomicBool;

use deadmove_search::walk::milestones::{Milestone, read, walk};

/// Walks the first rules of rules/milestones.txt.
fn first(rules: usize) -> Vec<Milestone> {
    let file = deadmove_testing::root().join("rules/milestones.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut plan = read(&file, &text).unwrap();
    plan.steps.truncate(rules);
    let mut milestones = Vec::new();
    let stop = AtomicBool::new(false);
    let done = walk(&plan, 256 << 20, &stop, |_, milestone| milestones.push(milestone.clone()));
    assert!(done.unwrap());
    milestones
}

/// Walkthroughs completed before each rule of the file is needed.
const COMPLETED: [u64; 21] = [
    464, 1_870, 9_138, 22_328, 22_328, 25_157, 227_250, 232_080, 740_293, 740_527, 2_023_047,
    2_023_483, 2_034_720, 2_060_227, 8_078_718, 8_079_222, 8_079_278, 18_677_356, 19_732_094,
    19_732_587, 23_362_598,
];

/// Compares them with the walks and with the counts of the frontier engine.
fn compare(milestones: &[Milestone]) {
    for (number, (milestone, completed)) in milestones.iter().zip(COMPLETED).enumerate() {
        assert_eq!(milestone.completed, completed, "{number}");
        assert_eq!(milestone.before, Some(completed), "{number}");
        assert_eq!(milestone.resolved, number + 1 < milestones.len(), "{number}");
    }
}

#[test]
fn the_first_rules_are_needed_after_as_many_lines_as_come_before_that_place() {
    let milestones = first(5);
    assert_eq!(milestones.len(), 6);
    compare(&milestones);
}

#[test]
#[ignore = "takes minutes"]
fn every_rule_is_needed_after_as_many_lines_as_come_before_that_place() {
    let milestones = first(usize::MAX);
    assert_eq!(milestones.len(), COMPLETED.len());
    compare(&milestones);
}
