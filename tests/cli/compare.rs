//! `deadmove compare`: what it prints, and what it refuses.

use insta::assert_snapshot;

use super::program::{all, deadmove};

#[test]
fn says_which_rules_are_the_same_special_cases_covered_or_new() {
    let edge = ["compare", "rules/edge", "--with", "all-sizes", "--size", "5"];
    assert_snapshot!(all([
        deadmove(&edge),
        deadmove(&["compare", "all-sizes", "--with", "rules/edge", "--size", "7"]),
        deadmove(&["compare", "rules/edge", "--with", "rules/edge", "--size", "3", "--json"]),
    ]));
}

#[test]
fn lines_are_no_proof_above_9x9_and_the_same_for_any_number_of_threads() {
    let lines = ["compare", "rules/edge", "--with", "mined-9", "--size", "11", "--walks", "3"];
    let ran = deadmove(&lines);
    assert_eq!(ran.code(), Some(3));
    assert_eq!(ran.stdout(), deadmove(&[&lines[..], &["--threads", "1"]].concat()).stdout());
    assert_snapshot!(ran);
}

#[test]
fn refuses_boards_without_lines_and_rules_that_cannot_be_compared() {
    let compare = |rules: &str, with: &str, size: &str| {
        deadmove(&["compare", rules, "--with", with, "--size", size])
    };
    assert_snapshot!(all([
        compare("rules/edge", "all-sizes", "0"),
        compare("rules/edge", "all-sizes", "1"),
        compare("rules/edge", "all-sizes", "8"),
        compare("rules/edge", "all-sizes", "12"),
        compare("none", "all-sizes", "5"),
        compare("rules/edge", "none", "5"),
        compare("rules/edge", "nowhere", "5"),
        compare("lemmas", "rules/edge", "5"),
        compare("rules/edge", "rules/lemmas", "5"),
        deadmove(&["compare", "rules/edge", "--size", "5"]),
    ]));
}
