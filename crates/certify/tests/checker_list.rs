//! The checker's list of live positions equals the list of the engine, and its masks of rules equal
//! its direct interpretation of rules.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_testing::random as support;

use deadmove_certify::compiled;
use deadmove_checker::{
    BitBoard, Key, LiveSet, MOVES, Rule, View, free, live_end, placed_at, square,
};
use deadmove_core::board::Board;
use deadmove_verify::live_set::LiveSet as EngineLiveSet;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

#[test]
fn both_lists_hold_the_same_positions() {
    for side in [3, 5, 7] {
        let engine = EngineLiveSet::build(side, &|_| {}).expect("a size with a list");
        let checker = LiveSet::new(BitBoard::new(side).expect("a size with a list"));
        assert_eq!(engine.layers(), checker.layers());
        for drawn in 1..=checker.layers() {
            let entries = engine.layer(drawn);
            let mut keys: Vec<Key> =
                entries.map(|entry| engine.grid().canonical(entry.key).0).collect();
            keys.sort_unstable();
            assert_eq!(checker.layer(drawn), keys, "{side}×{side}, layer {drawn}");
        }
    }
}

/// The shipped rules and many random ones.
fn rules(board: &Board) -> Vec<Rule> {
    let files = support::rule_files().into_iter();
    let shipped =
        files.flat_map(|file| file.rule_file.rules(board).expect("a family that expands"));
    let mut runner = TestRunner::deterministic();
    let random = (0..150).map(|_| support::rule().new_tree(&mut runner).expect("a rule").current());
    shipped.chain(random).map(|rule| compiled(&rule)).collect()
}

/// Compares masks and direct interpretation on some positions. Returns how many moves are
/// forbidden.
fn compare(side: usize, keys: &[Key]) -> usize {
    let board = Board::corner_to_corner(side, side).expect("a board");
    let rules = rules(&board);
    rules.iter().for_each(|rule| rule.check().expect("parts that fit together"));
    let rules: Vec<&Rule> = rules.iter().collect();
    let grid = BitBoard::new(side).expect("a size with a list");
    let graph = square(side).expect("a size");
    let board = &graph.board;
    let live_ends: BTreeSet<usize> = keys.iter().map(|&key| live_end(key)).collect();
    let at_cell: BTreeMap<usize, _> = live_ends
        .into_par_iter()
        .map(|cell| (cell, placed_at(board, &grid, &rules, cell)))
        .collect();
    let placed: Vec<Vec<Rule>> = rules
        .iter()
        .map(|rule| rule.placements.iter().map(|&number| rule.placed(number)).collect())
        .collect();
    keys.par_iter()
        .map(|&key| {
            let cells: Vec<bool> = (0..side * side).map(|at| free(key) >> at & 1 == 1).collect();
            let view = View { board, free: &cells, live_end: live_end(key) };
            let mut masks = vec![0u8; rules.len()];
            for placed in &at_cell[&live_end(key)] {
                masks[placed.rule] |= placed.forbidden(board, &grid, key, &mut Vec::new());
            }
            let mut count = 0;
            for (number, placed) in placed.iter().enumerate() {
                for (at, &letter) in MOVES.iter().enumerate() {
                    let expected = placed.iter().any(|rule| rule.forbids(view, letter));
                    let name = &rules[number].name;
                    let found = masks[number] >> at & 1 == 1;
                    assert_eq!(found, expected, "{name:?} {letter} {}", grid.show(key));
                    count += usize::from(expected);
                }
            }
            count
        })
        .sum()
}

#[test]
fn rules_as_masks_say_what_rules_say() {
    let live = LiveSet::new(BitBoard::new(5).expect("a size with a list"));
    let grid = live.grid.clone();
    let all: Vec<Key> = (1..=live.layers())
        .flat_map(|drawn| live.layer(drawn))
        .flat_map(|key| [key, grid.transposed(key)])
        .collect();
    let mut forbidden = compare(5, &all);
    for side in [7, 9] {
        let mut rng = ChaCha8Rng::seed_from_u64(side as u64);
        let keys: Vec<Key> = support::live_positions(side as u16, 20, &mut rng)
            .iter()
            .map(|position| {
                let board = position.board();
                let cells = (0..board.cells()).filter(|&at| position.is_free(board.cell(at)));
                let cells = cells.fold(0, |cells, at| cells | 1u128 << at);
                cells | (board.index(position.live_end()) as u128) << 121
            })
            .collect();
        forbidden += compare(side, &keys);
    }
    println!("{forbidden} forbidden moves");
    assert!(forbidden > 10_000, "only {forbidden}");
}
