//! The drawn rules on every live position of 5×5 and 7×7: what they forbid, and whether rightly.
//!
//! The positions are listed by plain search, without an engine; no counterexample is kept.

mod support;

use std::fmt::Write;
use std::path::Path;

use deadmove::board::Board;
use deadmove::rule::RuleFile;
use deadmove::rule::compile::RuleSet;
use deadmove::rule::model::{Rule, Sizes};
use rustc_hash::FxHashSet;
use support::rule_files;

/// The free cells, and the index of the live end.
type State = (u64, u8);

/// The neighbours of a cell.
fn near(size: usize, cell: u8) -> u64 {
    let (column, row) = (usize::from(cell) % size, usize::from(cell) / size);
    let bit = |column: usize, row: usize| 1u64 << (row * size + column);
    let mut bits = 0;
    if column > 0 {
        bits |= bit(column - 1, row);
    }
    if column + 1 < size {
        bits |= bit(column + 1, row);
    }
    if row > 0 {
        bits |= bit(column, row - 1);
    }
    if row + 1 < size {
        bits |= bit(column, row + 1);
    }
    bits
}

fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        (set != 0).then(|| set &= set - 1).map(|()| bit)
    })
}

/// All live positions of a square board, found by going forward from the start over every position
/// whose free cells hang together, and back over those that reach the end.
fn live_states(size: usize) -> FxHashSet<State> {
    let near: Vec<u64> = (0..size * size).map(|cell| near(size, cell as u8)).collect();
    let next = |(free, live_end): State| {
        bits(near[usize::from(live_end)] & free).map(move |cell| (free & !(1 << cell), cell))
    };
    let connected = |(free, live_end): State| {
        let mut reached = near[usize::from(live_end)] & free;
        let mut front = reached;
        while front != 0 {
            front =
                bits(front).fold(0, |all, cell| all | near[usize::from(cell)]) & free & !reached;
            reached |= front;
        }
        reached == free
    };
    let all = (1u64 << (size * size)) - 1;
    let mut layers: Vec<FxHashSet<State>> = vec![FxHashSet::from_iter([(all & !1, 0)])];
    for _ in 1..size * size {
        let last = &layers[layers.len() - 1];
        layers.push(last.iter().flat_map(|&s| next(s)).filter(|&s| connected(s)).collect());
    }
    let mut live = FxHashSet::from_iter([(0, (size * size - 1) as u8)]);
    for layer in layers.iter().rev() {
        let found: Vec<State> =
            layer.iter().copied().filter(|&s| next(s).any(|s| live.contains(&s))).collect();
        live.extend(found);
    }
    live
}

/// What a rule does on the live positions of one board.
#[derive(Clone, Copy, Default)]
struct Tally {
    matches: u64,
    forbids_dead: u64,
    forbids_live: u64,
}

/// Runs all rules on all live positions; one tally per rule.
fn tallies(rules: &[Rule], size: usize, live: &FxHashSet<State>) -> Vec<Tally> {
    let board = Board::corner_to_corner(size, size).expect("a board");
    let set = RuleSet::compile(rules, &board);
    let mut matcher = set.matcher();
    let mut tallies = vec![Tally::default(); rules.len()];
    for &(free, live_end) in live {
        let cell = board.cell(usize::from(live_end));
        matcher.for_each_in_bits(u128::from(free), usize::from(live_end), |found| {
            let tally = &mut tallies[found.rule];
            tally.matches += 1;
            for m in found.moves.iter() {
                let to = board.step(cell, m).expect("a forbidden move is legal");
                let to = board.index(to);
                if live.contains(&(free & !(1 << to), to as u8)) {
                    tally.forbids_live += 1;
                } else {
                    tally.forbids_dead += 1;
                }
            }
        });
    }
    tallies
}

/// The plain rules of the drawn families, for any board: what they say is judged here on boards
/// smaller than some of them claim to hold for.
fn drawn_rules() -> Vec<Rule> {
    let drawn = ["edge", "near-field", "7-grid", "9-grid", "13-grid"];
    let files = rule_files().into_iter().filter(|path| {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        folder.is_some_and(|folder| drawn.contains(&folder))
    });
    files
        .filter_map(|path| match RuleFile::read(&path).unwrap_or_else(|error| panic!("{error}")) {
            RuleFile::Rule(mut rule) => {
                rule.head.sizes = Sizes::All;
                Some(rule)
            }
            RuleFile::Family(_) => None,
        })
        .collect()
}

#[test]
fn the_list_of_live_positions_has_the_known_length() {
    assert_eq!(live_states(5).len(), 578);
    assert_eq!(live_states(7).len(), 66_452);
}

/// Rules that are wrong as drawn; their remarks say so.
const WRONG_ON_5X5_OR_7X7: [&str; 8] = [
    "Far Mid Across C-Shape",
    "Future 2 x 3 Start End",
    "Future L",
    "Future L 9",
    "Future L, from below",
    "Side back",
    "close side mid across up",
    "close side straight",
];

#[test]
fn drawn_rules_forbid_nothing_live_on_5x5_and_7x7_but_for_the_known_ones() {
    let rules = drawn_rules();
    let tables: Vec<Vec<Tally>> =
        [5, 7].iter().map(|&size| tallies(&rules, size, &live_states(size))).collect();
    let mut report =
        String::from("matches, dead moves forbidden, live moves forbidden on 5×5 and on 7×7\n");
    let mut wrong = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let name = &rule.head.name;
        let _ = write!(report, "{name:40}");
        for table in &tables {
            let Tally { matches, forbids_dead, forbids_live } = table[number];
            let _ = write!(report, " | {matches:6} {forbids_dead:6} {forbids_live:6}");
        }
        report.push('\n');
        if tables.iter().any(|table| table[number].forbids_live > 0) {
            wrong.push(name.as_str());
        }
    }
    wrong.sort_unstable();
    assert_eq!(wrong, WRONG_ON_5X5_OR_7X7, "\n{report}");
    insta::assert_snapshot!(report);
}
