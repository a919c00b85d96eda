//! The SAT engine, the frontier engine and plain enumeration give the same verdicts.

mod enumeration;

use std::collections::HashMap;
use std::sync::Arc;

use deadmove::board::{Board, Move};
use deadmove::engine::budget::Budget;
use deadmove::engine::{frontier, sat};
use deadmove::evidence;
use deadmove::judge::{Engine, Turning, judge};
use deadmove::position::Position;
use deadmove::verdict::{Limits, Outcome, Verdict};
use enumeration::{is_live, visit_prefixes};
use proptest::prelude::*;

/// Asks both engines, checks their evidence, and demands that both give `expected`.
fn assert_verdict(position: &Position, expected: Verdict) {
    let sat = sat::solve(position, &Budget::new(&Limits::default()));
    assert_eq!(sat.verdict(), expected, "sat engine on {:?}", position);
    match &sat {
        Outcome::Live(witness) => evidence::check_witness(position, witness).unwrap(),
        Outcome::Dead(reason) => evidence::check_reason(position, reason).unwrap(),
        Outcome::Unknown(limit) => panic!("{limit} on {position:?}"),
    }
    let frontier = frontier::solve(position, &Limits::default());
    assert_eq!(frontier.verdict(), expected, "frontier engine on {:?}", position);
    if let Outcome::Live(witness) = &frontier {
        evidence::check_witness(position, witness).unwrap();
    }
}

#[test]
fn every_prefix_of_every_path_on_5x5_gets_one_verdict() {
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let mut verdicts: HashMap<(Vec<usize>, usize), Verdict> = HashMap::new();
    let (mut prefixes, mut live) = (0, 0);
    visit_prefixes(&Position::start(board.clone()), &mut |position| {
        prefixes += 1;
        let key = (position.free().ones().collect(), board.index(position.live_end()));
        let verdict = *verdicts.entry(key).or_insert_with(|| {
            let verdict = if is_live(position) { Verdict::Live } else { Verdict::Dead };
            assert_verdict(position, verdict);
            verdict
        });
        live += usize::from(verdict == Verdict::Live);
    });
    assert_eq!((prefixes, live), (153_745, 1_583));
    let positions = verdicts.values().filter(|&&verdict| verdict == Verdict::Live).count();
    assert_eq!(positions, 578, "live positions, merged by free cells and live end");
}

/// A path of random legal moves, as far as the choices go.
fn walk(board: Board, choices: &[usize]) -> Position {
    let mut position = Position::start(Arc::new(board));
    for choice in choices {
        let legal: Vec<Move> = position.legal_moves().collect();
        if legal.is_empty() {
            break;
        }
        position.play(legal[choice % legal.len()]).unwrap();
    }
    position
}

/// A random board with start, end and blocked cells anywhere.
fn boards(width: usize, height: usize) -> impl Strategy<Value = Board> {
    (1..=width, 1..=height).prop_flat_map(|(width, height)| {
        let cell = (1..=width, 1..=height);
        let blocked = prop::collection::vec(cell.clone(), 0..=width * height / 6);
        (cell.clone(), cell, blocked).prop_filter_map(
            "start and end differ and are open",
            move |(start, end, blocked)| {
                Board::new(width, height, Some(start), Some(end), &blocked).ok()
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn small_boards_with_blocked_cells_agree_with_enumeration(
        board in boards(5, 5),
        choices in prop::collection::vec(0..12usize, 0..12),
    ) {
        let position = walk(board, &choices);
        let expected = if is_live(&position) { Verdict::Live } else { Verdict::Dead };
        assert_verdict(&position, expected);
    }

    #[test]
    fn paths_on_7x7_get_one_verdict(choices in prop::collection::vec(0..12usize, 0..48)) {
        let position = walk(Board::corner_to_corner(7, 7).unwrap(), &choices);
        let expected = frontier::solve(&position, &Limits::default()).verdict();
        assert_verdict(&position, expected);
    }

    #[test]
    fn larger_boards_with_blocked_cells_get_one_verdict(
        board in boards(12, 12),
        choices in prop::collection::vec(0..12usize, 0..60),
    ) {
        let position = walk(board, &choices);
        let expected = frontier::solve(&position, &Limits::default()).verdict();
        assert_verdict(&position, expected);
    }

    #[test]
    fn judgements_of_both_engines_are_equal(
        board in boards(8, 8),
        choices in prop::collection::vec(0..12usize, 0..40),
    ) {
        let position = walk(board, &choices);
        let both = judge(&position, Engine::Both, &Limits::default()).unwrap();
        let frontier = judge(&position, Engine::Frontier, &Limits::default()).unwrap();
        prop_assert_eq!(both.answer.verdict(), frontier.answer.verdict());
        for (sat, frontier) in both.moves.iter().zip(&frontier.moves) {
            prop_assert_eq!((sat.0, sat.1.verdict()), (frontier.0, frontier.1.verdict()));
        }
        let point = |turning: &Turning| {
            (turning.live_moves(position.path().len()), turning.fatal_move())
        };
        prop_assert_eq!(point(&both.turning), point(&frontier.turning));
        prop_assert_eq!(both.comparison.unwrap().open, 0);
    }
}
