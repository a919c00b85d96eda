//! The lemmas against the list of live positions: every live move allowed, every dead one refuted.

use deadmove_encodings::propagation::Lemmas;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::{Head, Rule};
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
#[ignore = "four minutes of processor time and 3 GB for the list"]
fn the_lemmas_refute_all_dead_moves_of_9x9_and_no_live_one() {
    assert_eq!(contradictions(9, Lemmas::ALL), [0, 0]);
}

#[test]
fn what_fewer_lemmas_miss_on_5x5_and_7x7() {
    let fewer = [
        Lemmas { two_edge_cut: false, ..Lemmas::ALL },
        Lemmas { small_loop: false, ..Lemmas::ALL },
        Lemmas { degree: false, ..Lemmas::ALL },
        Lemmas { cut_off: false, ..Lemmas::ALL },
        Lemmas { colour: false, ..Lemmas::ALL },
        Lemmas::NONE,
    ];
    let missed = fewer.map(|lemmas| [5, 7].map(|size| contradictions(size, lemmas)));
    assert!(missed.iter().flatten().all(|[refuted, _]| *refuted == 0), "no live move is refuted");
    insta::assert_debug_snapshot!(missed.map(|sizes| sizes.map(|[_, allowed]| allowed)));
}
