//! The lemmas against the list of live positions: every live move allowed, every dead one refuted.

use deadmove_core::board::Board;
use deadmove_encodings::propagation::Lemmas;
use deadmove_rules::lemmas::LemmaMatcher;
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::LiveSet;
use fixedbitset::FixedBitSet;

/// Live moves that the lemmas refute, and dead ones that they allow, on a board.
fn contradictions(size: usize, lemmas: Lemmas) -> [u64; 2] {
    let live_set = LiveSet::build(size, &|_| {}).unwrap();
    let board = Board::corner_to_corner(size, size).unwrap();
    let start = || {
        let matcher = LemmaMatcher::new(&board, lemmas).unwrap();
        (matcher, FixedBitSet::with_capacity(board.cells()), [0, 0])
    };
    let mut sum = [0; 2];
    for slice in (1..=live_set.layers()).flat_map(|drawn| live_set.slices(drawn, 1 << 20)) {
        let [refuted, allowed] = live_set.sweep(
            slice,
            start,
            |(matcher, free, counts), _, entry| {
                free.clear();
                free.extend((0..board.cells()).filter(|cell| entry.key.free() >> cell & 1 == 1));
                let live = Moves::from_bits(entry.live_moves);
                let legal = Moves::from_bits(live_set.legal_moves(entry.key));
                let forbidden = matcher.forbidden(free, board.cell(entry.key.live_end()));
                assert_eq!(forbidden.without(legal), Moves::NONE);
                counts[0] += u64::from(forbidden.and(live).len());
                counts[1] += u64::from(legal.without(live).without(forbidden).len());
            },
            |(_, _, counts)| counts,
            |[a, b], [c, d]| [a + c, b + d],
        );
        sum = [sum[0] + refuted, sum[1] + allowed];
    }
    sum
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
