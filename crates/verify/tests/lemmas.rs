//! The lemmas against the list of live positions: every live move allowed, every dead one refuted.

use std::sync::Arc;

use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_encodings::propagation::Lemmas;
use deadmove_engine::evidence::check_reason;
use deadmove_engine::sat;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::{Head, Rule};
use deadmove_rules::moves::Moves;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;

/// Live moves that the lemmas refute, and dead ones that they allow, on a board.
fn contradictions(size: usize, lemmas: Lemmas) -> [u64; 2] {
    let live_set = LiveSet::build(size, &|_| {}).unwrap();
    let rule = Rule::of_lemmas(Head::new("lemmas"), lemmas);
    let check = check_whole(&live_set, &[LoadedRule { file: "lemmas.rule".into(), rule }]);
    [check.rules[0].forbids_live.unwrap(), check.set.allowed.unwrap()]
}

#[test]
fn the_lemmas_refute_all_dead_moves_of_5x5_and_7x7_and_no_live_one() {
    for size in [3, 5, 7] {
        assert_eq!(contradictions(size, Lemmas::ALL), [0, 0], "{size}×{size}");
    }
}

#[test]
#[ignore = "four minutes of processor time"]
fn the_lemmas_refute_all_dead_moves_of_9x9_and_no_live_one() {
    assert_eq!(contradictions(9, Lemmas::ALL), [0, 0]);
}

/// All lemmas but one, each in turn; the last set is without colours.
const FEWER: [Lemmas; 5] = [
    Lemmas { two_edge_cut: false, ..Lemmas::ALL },
    Lemmas { small_loop: false, ..Lemmas::ALL },
    Lemmas { degree: false, ..Lemmas::ALL },
    Lemmas { cut_off: false, ..Lemmas::ALL },
    Lemmas { colour: false, ..Lemmas::ALL },
];

#[test]
fn fewer_lemmas_miss_nothing_on_5x5_and_without_colours_12_dead_moves_on_7x7() {
    assert_eq!(FEWER.map(|lemmas| contradictions(5, lemmas)), [[0, 0]; 5]);
    assert_eq!(contradictions(7, FEWER[4]), [0, 12]);
}

#[test]
#[ignore = "some seconds"]
fn what_fewer_lemmas_miss_on_5x5_and_7x7() {
    let missed = FEWER.map(|lemmas| [5, 7].map(|size| contradictions(size, lemmas)));
    assert!(missed.iter().flatten().all(|[refuted, _]| *refuted == 0), "no live move is refuted");
    insta::assert_debug_snapshot!(missed.map(|sizes| sizes.map(|[_, allowed]| allowed)));
}

/// Lengths of the deductions of one in `one_in` dead moves of a board that have no dead end,
/// cut-off or colour reason. Each is accepted by the checker.
fn lengths(size: usize, one_in: u64) -> Vec<usize> {
    let live_set = LiveSet::build(size, &|_| {}).unwrap();
    let board = Arc::new(Board::corner_to_corner(size, size).unwrap());
    let budget = Budget::new(&Limits::default());
    let mut all = Vec::new();
    for slice in (1..=live_set.layers()).flat_map(|drawn| live_set.slices(drawn, 1 << 20)) {
        all.extend(live_set.sweep(
            slice,
            Vec::new,
            |lengths, _, entry| {
                let legal = Moves::from_bits(live_set.legal_moves(entry.key));
                let digest = entry.key.free().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 64;
                if !(digest as u64).is_multiple_of(one_in) {
                    return;
                }
                for direction in legal.without(Moves::from_bits(entry.live_moves)).iter() {
                    let path = live_set.path_to(entry.key);
                    let position = Position::from_path(board.clone(), &path).unwrap();
                    let after = position.after(direction);
                    if let Outcome::Dead(reason) = sat::solve(&after, &budget) {
                        check_reason(&after, &reason).unwrap();
                        assert!(!matches!(reason, Reason::Search { .. }), "{path:?} {direction}");
                        if let Reason::Deduction(deduction) = reason {
                            lengths.push(deduction.len());
                        }
                    } else {
                        panic!("{path:?} {direction} is dead by the list");
                    }
                }
            },
            |lengths| lengths,
            |mut a, b| {
                a.extend(b);
                a
            },
        ));
    }
    all.sort_unstable();
    all
}

#[test]
fn dead_moves_of_7x7_have_short_deductions_that_the_checker_accepts() {
    let lengths = lengths(7, 4);
    assert!(lengths.len() > 3 && lengths[lengths.len() / 2] <= 3, "{lengths:?}");
}

#[test]
#[ignore = "some minutes"]
fn dead_moves_of_9x9_have_short_deductions_that_the_checker_accepts() {
    let lengths = lengths(9, 20);
    let at = |percent: usize| lengths[(lengths.len() * percent).div_ceil(100) - 1];
    let (most, number) = (lengths[lengths.len() - 1], lengths.len());
    println!("{number}: median {}, 90 % {}, 99 % {}, most {most}", at(50), at(90), at(99));
    assert!(at(50) <= 1 && at(90) <= 2 && at(99) <= 3);
}
