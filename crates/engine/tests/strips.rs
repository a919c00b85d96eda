//! The strips engine against enumeration and the frontier engine. It may leave a position open; it
//! never contradicts them, and it answers every live position here.

use deadmove_testing::enumeration::{is_live, visit_prefixes};
use deadmove_testing::generate::{pockets, prefixes, strays};

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Limits, Outcome, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_engine::{evidence, frontier, strips};
use proptest::prelude::*;

/// Asks the engine, and checks its evidence.
fn answer(position: &Position) -> Verdict {
    let answer = strips::solve(position, &Budget::new(&Limits::default()));
    match &answer {
        Outcome::Live(witness) => evidence::check_witness(position, witness).unwrap(),
        Outcome::Dead(reason) => {
            assert!(!matches!(reason, Reason::Search { .. }), "a short reason: {position:?}");
            evidence::check_reason(position, reason).unwrap();
        }
        Outcome::Unknown(limit) => {
            assert!(matches!(limit, Limit::Unjoined | Limit::Candidates), "{limit}");
        }
    }
    answer.verdict()
}

/// Asserts that the engine answers a live position, and not that a dead one is live.
fn assert_answer(position: &Position, is_live: bool) {
    let verdict = answer(position);
    match is_live {
        true => assert_eq!(verdict, Verdict::Live, "{position:?}"),
        false => assert_ne!(verdict, Verdict::Live, "{position:?}"),
    }
}

fn by_frontier(position: &Position) -> bool {
    match frontier::solve(position, &Limits::default()) {
        Outcome::Live(_) => true,
        Outcome::Dead(_) => false,
        Outcome::Unknown(limit) => panic!("{limit} on {position:?}"),
    }
}

#[test]
fn strips_answer_every_live_position_of_3x3_and_5x5_and_no_dead_one() {
    for side in [3, 5] {
        let board = Arc::new(Board::corner_to_corner(side, side).unwrap());
        let mut seen = HashSet::new();
        visit_prefixes(&Position::start(board.clone()), &mut |position| {
            if seen.insert((position.free().clone(), board.index(position.live_end()))) {
                assert_answer(position, is_live(position));
            }
        });
    }
}

#[test]
fn strips_agree_with_the_frontier_engine_near_random_lines_and_in_pockets() {
    let fractions = [0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9];
    let lines = (0..20).flat_map(|seed| {
        let prefixes = prefixes(7, &fractions, seed).into_iter();
        prefixes.chain(strays(7, &fractions, 3, seed)).chain(strays(9, &fractions, 2, seed))
    });
    let pockets = pockets(11, &[2, 3, 5, 7], &[1, 2, 3, 4, 5]);
    for position in lines.chain(pockets.into_iter().map(|pocket| pocket.position).step_by(3)) {
        assert_answer(&position, by_frontier(&position));
    }
}

#[test]
fn strips_answer_small_rectangles_from_and_to_every_cell() {
    let mut live = 0;
    for (width, height) in [(1, 4), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (3, 7), (5, 5)] {
        let cells = || (1..=width).flat_map(move |c| (1..=height).map(move |r| (c, r)));
        for (start, end) in cells().flat_map(|start| cells().map(move |end| (start, end))) {
            let Ok(board) = Board::new(width, height, Some(start), Some(end), &[]) else {
                continue;
            };
            let position = Position::start(Arc::new(board));
            let expected = by_frontier(&position);
            assert_answer(&position, expected);
            live += usize::from(expected);
        }
    }
    assert!(live > 500, "{live} live");
}

/// A dead position that needs a search: its loops are not joined.
fn a_miss() -> Position {
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/lemmas/gate.case");
    deadmove_core::formats::load(std::path::Path::new(case)).unwrap().remove(0).position
}

#[test]
fn loops_that_no_strip_joins_show_that_a_plain_region_is_dead() {
    let position = a_miss();
    assert!(!by_frontier(&position));
    let found = strips::search(&position, &Budget::new(&Limits::default()));
    let Outcome::Dead(Reason::Loops { loops, edge_sets, .. }) = &found.answer else {
        panic!("{found:?}")
    };
    assert!(!loops.is_empty());
    assert_eq!(found.candidates.last(), Some(edge_sets));
    let judged = judge(&position, Engine::Strips, &Limits::default()).unwrap();
    assert_eq!(judged.answer.verdict(), Verdict::Dead);
}

/// Two live regions of docs/explanation/strips.md (Lemma 8): one with a hole, one with an end
/// inside.
#[test]
fn loops_that_no_strip_joins_leave_other_regions_unknown() {
    for (size, start, end, blocked) in [
        ((5, 4), (2, 1), (3, 1), vec![(1, 1), (3, 2)]),
        ((5, 5), (5, 1), (3, 3), vec![(1, 4), (4, 4), (5, 4), (1, 5), (4, 5), (5, 5)]),
    ] {
        let board = Board::new(size.0, size.1, Some(start), Some(end), &blocked).unwrap();
        let position = Position::start(Arc::new(board));
        assert!(by_frontier(&position));
        let answer = strips::solve(&position, &Budget::new(&Limits::default()));
        assert_eq!(answer, Outcome::Unknown(Limit::Unjoined));
    }
}

/// `copies` dead regions in a row, each with one even strip (docs/explanation/strips.md, Lemma 7),
/// with one cell between the end `e` of each and the `L` of the next.
fn dead_regions_in_a_row(copies: usize) -> Position {
    let region = ["..#", "..#", "L..", "..e", "...", "..."];
    let (width, height) = (4 * copies - 1, region.len() + copies - 1);
    let mut blocked: HashSet<(usize, usize)> =
        (1..=width).flat_map(|column| (1..=height).map(move |row| (column, row))).collect();
    for copy in 0..copies {
        for (row, line) in region.iter().enumerate() {
            for column in (0..3).filter(|&column| line.as_bytes()[column] != b'#') {
                blocked.remove(&(4 * copy + column + 1, copy + row + 1));
            }
        }
        blocked.remove(&(4 * copy + 4, copy + 4));
    }
    let blocked: Vec<_> = blocked.into_iter().collect();
    let board = Board::new(width, height, Some((1, 3)), Some((width, copies + 3)), &blocked);
    Position::start(Arc::new(board.unwrap()))
}

#[test]
fn independent_even_strips_double_the_edge_sets() {
    for copies in 1..=8 {
        let position = dead_regions_in_a_row(copies);
        assert!(!by_frontier(&position));
        match strips::solve(&position, &Budget::new(&Limits::default())) {
            Outcome::Dead(reason @ Reason::Loops { edge_sets, .. }) => {
                assert_eq!(edge_sets, 1 << copies);
                evidence::check_reason(&position, &reason).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
    let many = strips::solve(&dead_regions_in_a_row(14), &Budget::new(&Limits::default()));
    assert_eq!(many, Outcome::Unknown(Limit::Candidates));
}

#[test]
fn strips_stop_when_the_time_is_over() {
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    let stopped = strips::solve(&a_miss(), &Budget::new(&limits));
    assert_eq!(stopped, Outcome::Unknown(Limit::Timeout));
}

/// A board with start, end and blocked cells anywhere, and a path of random moves.
fn positions() -> impl Strategy<Value = Position> {
    (1..=9usize, 1..=9usize).prop_flat_map(|(width, height)| {
        let cell = (1..=width, 1..=height);
        let blocked = prop::collection::vec(cell.clone(), 0..=width * height / 6);
        let choices = prop::collection::vec(0..12usize, 0..30);
        (cell.clone(), cell, blocked, choices).prop_filter_map(
            "start and end differ and are open",
            move |(start, end, blocked, choices)| {
                let board = Board::new(width, height, Some(start), Some(end), &blocked).ok()?;
                let mut position = Position::start(Arc::new(board));
                for choice in choices {
                    let legal: Vec<Move> = position.legal_moves().collect();
                    let Some(&step) = legal.get(choice % legal.len().max(1)) else { break };
                    position.play(step).unwrap();
                }
                Some(position)
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn strips_never_contradict_the_frontier_engine_on_boards_with_holes(position in positions()) {
        let expected = by_frontier(&position);
        let verdict = answer(&position);
        let allowed = if expected { Verdict::Live } else { Verdict::Dead };
        prop_assert!(verdict == allowed || verdict == Verdict::Unknown);
        let judged = judge(&position, Engine::Strips, &Limits::default()).unwrap();
        let verdict = judged.answer.verdict();
        prop_assert!(verdict == allowed || verdict == Verdict::Unknown);
    }
}
