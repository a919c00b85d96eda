//! Lifting the move at the turning point of real positions to a rule.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use deadmove_core::board::{Board, from_letters};
use deadmove_core::position::Position;
use deadmove_search::lift::{LiftOptions, lift};

/// The size, the steps up to the turning point, and the move that is dead there: the cases of
/// `cases/corpus` with these names.
const TURNING: [(&str, usize, &str); 3] = [
    ("7x7-turns-at-16", 7, "RRRRRRDDDDDLLLLUL"),
    ("13x13-turns-at-18", 13, "DDDDDDDDRRRDRRRRURU"),
    ("21x21-turns-at-19", 21, "RRRRRRDDDDDLLDLDDDLD"),
];

fn turning_points(criterion: &mut Criterion) {
    let never = AtomicBool::new(false);
    let mut group = criterion.benchmark_group("lift");
    for (name, size, letters) in TURNING {
        let mut path = from_letters(letters).expect("moves");
        let fatal = path.pop().expect("a last move");
        let board = Board::corner_to_corner(size, size).expect("a board");
        let position = Position::from_path(board.into(), &path).expect("a path");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let found = lift(&position, fatal, &LiftOptions::default(), &never);
                assert!(!found.is_empty(), "{name}");
                black_box(found)
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = turning_points
}
criterion_main!(benches);
