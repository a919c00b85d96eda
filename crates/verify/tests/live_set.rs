//! The live set against known figures, enumeration and the engines.

use deadmove_testing::enumeration;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::sat;
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::live_set::file::live_positions;
use deadmove_verify::live_set::paths::{Drawings, LivePaths};
use deadmove_verify::live_set::{LiveSet, SizeError, Totals};
use enumeration::{is_live, visit_prefixes};
use rayon::prelude::*;

fn live_set(n: usize) -> LiveSet {
    LiveSet::build(n, &|_| {}).unwrap()
}

fn totals(live_positions: u64, up_to_transposition: u64, live: u64, dead: u64) -> Totals {
    Totals { live_positions, up_to_transposition, live_moves: live, dead_moves: dead }
}

#[test]
fn totals_of_small_boards_are_the_known_ones() {
    assert_eq!(live_set(1).totals(), totals(1, 1, 0, 0));
    assert_eq!(live_set(3).totals(), totals(16, 9, 16, 6));
    assert_eq!(live_set(5).totals(), totals(578, 291, 668, 346));
    for side in [1, 3, 5, 7] {
        assert_eq!(live_positions(side), Some(live_set(side).totals().live_positions));
    }
    assert_eq!(live_set(7).totals(), totals(66_452, 33_233, 77_884, 50_058));
}

#[test]
#[ignore = "half a minute of processor time and 0.5 GB"]
fn totals_of_9x9_are_the_known_ones() {
    assert_eq!(live_set(9).totals(), totals(53_024_556, 26_512_320, 61_819_804, 43_529_160));
}

#[test]
fn even_empty_and_large_boards_have_no_live_set() {
    assert_eq!(LiveSet::build(0, &|_| {}).unwrap_err(), SizeError::Empty);
    assert_eq!(LiveSet::build(6, &|_| {}).unwrap_err(), SizeError::Even);
    assert_eq!(LiveSet::build(11, &|_| {}).unwrap_err(), SizeError::TooLarge);
}

/// All positions of a live set with their live moves.
fn all(live_set: &LiveSet) -> BTreeMap<PackedPosition, u8> {
    (1..=live_set.layers())
        .flat_map(|drawn| {
            live_set
                .layer(drawn)
                .flat_map_iter(|entry| [Some(entry), live_set.transposed(entry)])
                .flatten_iter()
                .map(|entry| (entry.key, entry.live_moves))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_live_set_of_5x5_is_what_enumeration_finds() {
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let mut found = BTreeMap::new();
    visit_prefixes(&Position::start(board), &mut |position| {
        if is_live(position) {
            let live_moves = Move::ALL
                .into_iter()
                .enumerate()
                .filter(|&(_, m)| {
                    position.legal_moves().any(|legal| legal == m) && is_live(&position.after(m))
                })
                .fold(0, |bits, (at, _)| bits | 1u8 << at);
            found.insert(key(position), live_moves);
        }
    });
    assert_eq!(all(&live_set(5)), found);
}

fn key(position: &Position) -> PackedPosition {
    let free = position.free().ones().fold(0, |cells, index| cells | 1u128 << index);
    PackedPosition::new(free, position.board().index(position.live_end()))
}

#[test]
fn the_sat_engine_agrees_with_the_live_set_of_7x7_on_random_walks() {
    let positions = all(&live_set(7));
    let board = Arc::new(Board::corner_to_corner(7, 7).unwrap());
    // Random walks along live positions from the start; at each step every move is judged.
    let paths: Vec<u64> = (0..200).collect();
    paths.par_iter().for_each(|&seed| {
        let mut position = Position::start(board.clone());
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while !position.is_finished() {
            let live_moves = positions[&key(&position)];
            let mut live = Vec::new();
            for direction in position.legal_moves() {
                let at = Move::ALL.iter().position(|&m| m == direction).unwrap();
                let listed = live_moves >> at & 1 == 1;
                let answer =
                    sat::solve(&position.after(direction), &Budget::new(&Limits::default()));
                assert_eq!(answer.verdict() == Verdict::Live, listed, "{direction} {position:?}");
                if listed {
                    live.push(direction);
                }
            }
            state = state.rotate_left(17).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            position.play(live[(state >> 33) as usize % live.len()]).unwrap();
        }
    });
}

#[test]
fn a_path_leads_to_every_position_of_5x5_and_to_the_last_of_7x7() {
    for (n, step) in [(5, 1), (7, 997)] {
        let live_set = live_set(n);
        let board = Arc::new(Board::corner_to_corner(n, n).unwrap());
        for (position, _) in all(&live_set).into_iter().step_by(step) {
            assert!(live_set.contains(position));
            let path = live_set.path_to(position);
            let reached = Position::from_path(board.clone(), &path).unwrap();
            assert_eq!(key(&reached), position);
        }
        let end = live_set.grid().end();
        let dead = PackedPosition::new(live_set.grid().all() & !1 & !(1 << end), end);
        assert!(!live_set.contains(dead), "the end was entered too early");
    }
}

#[test]
fn entering_the_end_cell_is_early_unless_it_is_the_last_step() {
    let live_set = live_set(3);
    let early = |free, live_end| live_set.early_end(PackedPosition::new(free, live_end));
    assert_eq!(early(0b1_1100_1000, 5), Moves::only(Move::Down));
    assert_eq!(early(0b1_0100_1000, 7), Moves::only(Move::Right));
    assert_eq!(early(0b1_0000_0000, 5), Moves::NONE);
    assert_eq!(early(0b1_1110_1000, 4), Moves::NONE);
}

/// The positions to which paths lead, with their live moves and the number of paths to each. Every
/// path is drawn step by step and must be a new one.
fn reached(live_set: &LiveSet, mut paths: LivePaths<'_>) -> BTreeMap<PackedPosition, (u8, usize)> {
    let board = Arc::new(live_set.board());
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    while let Some((path, entry)) = paths.next() {
        let position = Position::from_path(board.clone(), path).unwrap();
        assert_eq!(key(&position), entry.key);
        assert!(seen.insert(path.to_vec()), "twice: {path:?}");
        found.entry(entry.key).or_insert((entry.live_moves, 0)).1 += 1;
    }
    found
}

#[test]
fn one_path_leads_to_every_live_position_and_each_position_comes_once() {
    for n in [1, 3, 5, 7] {
        let live_set = live_set(n);
        let expected = all(&live_set).into_iter().map(|(key, moves)| (key, (moves, 1)));
        assert_eq!(reached(&live_set, LivePaths::one_each(&live_set)), expected.collect());
    }
}

#[test]
fn the_paths_begin_with_the_start_and_come_in_a_fixed_order() {
    let live_set = live_set(5);
    let mut paths = LivePaths::one_each(&live_set);
    let mut first = Vec::new();
    while let Some((path, _)) = paths.next()
        && first.len() < 6
    {
        first.push(path.iter().map(|m| m.letter()).collect::<String>());
    }
    assert_eq!(first, ["", "R", "D", "RD", "DR", "RDL"]);
}

#[test]
fn the_drawings_of_5x5_and_7x7_are_all_paths_to_live_positions() {
    for (n, positions, drawings, complete_drawings) in
        [(5, 577, 1_479, 104), (7, 66_451, 1_931_623, 111_712)]
    {
        let live_set = live_set(n);
        let mut paths = LivePaths::all(&live_set);
        let (mut incomplete, mut complete) = (0, 0);
        while let Some((_, entry)) = paths.next() {
            *if entry.key.free() == 0 { &mut complete } else { &mut incomplete } += 1;
        }
        assert_eq!((incomplete, complete), (drawings, complete_drawings));
        assert_eq!(all(&live_set).len(), positions + 1);
    }
}

#[test]
fn the_drawings_of_a_position_are_different_paths_to_it_and_all_there_are() {
    let live_set = live_set(5);
    let board = Arc::new(live_set.board());
    for (position, (_, paths)) in reached(&live_set, LivePaths::all(&live_set)) {
        let drawings = |seed| Drawings::new(&live_set, position, seed).collect::<Vec<_>>();
        let found = drawings(1);
        assert_eq!(found, drawings(1));
        for path in &found {
            let reached = Position::from_path(board.clone(), path).unwrap();
            assert_eq!(key(&reached), position);
        }
        assert_eq!(found.len(), paths);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>().len(), paths);
    }
}

#[test]
fn every_dead_position_after_a_live_one_belongs_to_one_of_them() {
    for n in [3, 5, 7] {
        let live_set = live_set(n);
        let all = all(&live_set).into_keys();
        let after = all.flat_map(|key| Move::ALL.map(|m| live_set.after(key, m)));
        let dead = |key: &PackedPosition| {
            !live_set.contains(*key) && key.live_end() != live_set.grid().end()
        };
        let mut expected: Vec<_> = after.flatten().filter(dead).collect();
        expected.sort();
        expected.dedup();
        let mut found = Vec::new();
        let mut paths = LivePaths::one_each(&live_set);
        while let Some((_, entry)) = paths.next() {
            found.extend(live_set.dead_after(entry).map(|(_, key)| key));
        }
        found.sort();
        assert_eq!(found, expected);
    }
}

#[test]
#[ignore = "half a minute of processor time and 0.5 GB"]
fn one_path_leads_to_every_live_position_of_9x9() {
    let live_set = live_set(9);
    let mut paths = LivePaths::one_each(&live_set);
    let mut count = 0u64;
    while let Some((path, entry)) = paths.next() {
        assert_eq!(path.len() as u32 + 1 + entry.key.free().count_ones(), 81);
        count += 1;
    }
    assert_eq!(count, 53_024_556);
}
