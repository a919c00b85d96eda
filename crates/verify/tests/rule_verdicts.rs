//! The drawn rules on every live position: which dead and live moves they forbid.

use std::fmt::Write;
use std::path::Path;

use deadmove_core::board::Board;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::{Rule, Sizes};
use deadmove_testing::random::rule_files;
use deadmove_verify::live_set::LiveSet;
use rayon::prelude::*;

/// The plain rules of the drawn families, for any board: they are tested here on boards smaller
/// than some of their sizes.
fn drawn_rules() -> Vec<Rule> {
    let drawn = ["edge", "near-field", "7-grid", "9-grid", "9-grid-readings", "13-grid"];
    let files = rule_files().into_iter().filter(|file| {
        let folder = file.path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        folder.is_some_and(|folder| drawn.contains(&folder))
    });
    files
        .filter_map(|file| match file.rule_file {
            RuleFile::Rule(mut rule) => {
                rule.head.sizes = Sizes::All;
                Some(rule)
            }
            RuleFile::Family(_) => None,
        })
        .collect()
}

/// The matches of a rule on the live positions of one board, and the moves it forbids there.
#[derive(Clone, Copy, Default)]
struct Tally {
    matches: u64,
    forbids_dead: u64,
    forbids_live: u64,
}

/// Runs rules that are placed in all eight ways on all live positions; one tally per rule.
fn tallies(rules: &[Rule], size: usize) -> Vec<Tally> {
    assert!(rules.iter().all(|rule| rule.head.placements == Placements::ALL));
    let board = Board::corner_to_corner(size, size).expect("a board");
    let set = RuleSet::compile(rules, &board);
    let live_set = LiveSet::build(size, &|_| {}).expect("a list");
    let none = || vec![Tally::default(); rules.len()];
    let add = |mut sums: Vec<Tally>, more: Vec<Tally>| {
        for (sum, one) in sums.iter_mut().zip(more) {
            sum.matches += one.matches;
            sum.forbids_dead += one.forbids_dead;
            sum.forbids_live += one.forbids_live;
        }
        sums
    };
    (1..=live_set.layers())
        .map(|drawn| {
            let layer = live_set.layer(drawn).fold(
                || (set.matcher(), none()),
                |(mut matcher, mut tallies), entry| {
                    // The transposed position is matched in the transposed placements.
                    let copies = 1 + u64::from(live_set.transposed(entry).is_some());
                    let key = entry.key;
                    matcher.for_each_in_bits(key.free(), key.live_end(), |found| {
                        let tally = &mut tallies[found.rule];
                        tally.matches += copies;
                        for m in found.moves.iter() {
                            // Bits in the order U D L R.
                            if entry.live_moves >> m as u8 & 1 == 1 {
                                tally.forbids_live += copies;
                            } else {
                                tally.forbids_dead += copies;
                            }
                        }
                    });
                    (matcher, tallies)
                },
            );
            layer.map(|(_, tallies)| tallies).reduce(none, add)
        })
        .fold(none(), add)
}

/// A table of the tallies, and the names of the rules that forbid a live move.
fn report(rules: &[Rule], sizes: &[usize]) -> (String, Vec<String>) {
    let tables: Vec<Vec<Tally>> = sizes.iter().map(|&size| tallies(rules, size)).collect();
    let mut table = String::from("matches, dead moves forbidden, live moves forbidden on");
    for size in sizes {
        let _ = write!(table, " {size}×{size}");
    }
    table.push('\n');
    let mut wrong = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let name = &rule.head.name;
        let _ = write!(table, "{name:38}");
        for tallies in &tables {
            let Tally { matches, forbids_dead, forbids_live } = tallies[number];
            let _ = write!(table, " | {matches:6} {forbids_dead:6} {forbids_live:6}");
        }
        table.push('\n');
        if tables.iter().any(|tallies| tallies[number].forbids_live > 0) {
            wrong.push(name.clone());
        }
    }
    wrong.sort_unstable();
    (table, wrong)
}

/// Rules that are wrong on 5×5 or 7×7; their remarks say so.
const WRONG: [&str; 7] = [
    "Far Mid Across C-Shape",
    "Future 2 x 3 Start End",
    "Future L",
    "Future L 9",
    "Side back",
    "close side mid across up",
    "close side straight",
];

#[test]
fn only_the_known_drawn_rules_forbid_live_moves_on_5x5_and_7x7() {
    let (table, wrong) = report(&drawn_rules(), &[5, 7]);
    assert_eq!(wrong, WRONG, "\n{table}");
    insta::assert_snapshot!("verdicts_of_5x5_and_7x7", table);
}

#[test]
#[ignore = "some minutes"]
fn drawn_rules_forbid_the_known_moves_on_9x9() {
    let (table, _) = report(&drawn_rules(), &[9]);
    insta::assert_snapshot!("verdicts_of_9x9", table);
}
