//! How long verification, counting and small searches take.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_puzzles::sequences::count::count;
use deadmove_puzzles::sequences::maze::GridMoves;
use deadmove_puzzles::sequences::moves::parse_sequence;
use deadmove_puzzles::sequences::sat;
use deadmove_puzzles::sequences::shortest::shortest;
use deadmove_puzzles::sequences::verify::verify;

fn unlimited() -> Budget<'static> {
    Budget::new(&Limits::default())
}

fn sequences(criterion: &mut Criterion) {
    let grid = |width, height| GridMoves::new(width, height).expect("it is small");
    let four = parse_sequence("rrdrrdrdldldulldldrddurdrrdrr").expect("these are moves");
    criterion.bench_function("verify 4x4", |bench| {
        bench.iter(|| verify(&grid(4, 4), black_box(&four), &unlimited()));
    });
    criterion.bench_function("verify 4x4 by SAT", |bench| {
        bench.iter(|| sat::unsolved(&grid(4, 4), black_box(&four)));
    });
    for (side, text) in [
        (5, include_str!("../cases/sequences/5x5-161.txt")),
        (6, include_str!("../cases/sequences/6x6-3375.txt")),
    ] {
        let moves = parse_sequence(text.trim()).expect("these are moves");
        criterion.bench_function(&format!("verify {side}x{side}"), |bench| {
            bench.iter(|| verify(&grid(side, side), black_box(&moves), &unlimited()));
        });
    }
    criterion.bench_function("count 6x6", |bench| bench.iter(|| count(black_box(&grid(6, 6)))));
    criterion.bench_function("shortest 4x3", |bench| {
        bench.iter(|| shortest(black_box(&grid(4, 3)), None, &unlimited(), &mut |_| {}));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = sequences
}
criterion_main!(benches);
