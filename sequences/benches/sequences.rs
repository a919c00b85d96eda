//! How long verification, counting and small searches take.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use deadmove_sequences::budget::Budget;
use deadmove_sequences::count::count;
use deadmove_sequences::maze::Grid;
use deadmove_sequences::moves::parse_sequence;
use deadmove_sequences::shortest::shortest;
use deadmove_sequences::verify::verify;
use deadmove_sequences::{sat, upper};

static NEVER: AtomicBool = AtomicBool::new(false);
const FREELY: Budget<'static> = Budget { deadline: None, stop: &NEVER };

fn sequences(criterion: &mut Criterion) {
    let grid = |width, height| Grid::new(width, height).expect("it is small");
    let four = parse_sequence("rrdrrdrdldldulldldrddurdrrdrr").expect("these are moves");
    criterion.bench_function("verify 4x4", |bench| {
        bench.iter(|| verify(&grid(4, 4), black_box(&four), &FREELY));
    });
    criterion.bench_function("verify 4x4 by SAT", |bench| {
        bench.iter(|| sat::unsolved(&grid(4, 4), black_box(&four)));
    });
    let soon = Budget { deadline: Some(Instant::now() + Duration::from_secs(10)), stop: &NEVER };
    let first = upper::first(&grid(5, 5), &FREELY).expect("nothing stops it");
    let five = upper::shorten(&grid(5, 5), &first, 1, &soon, &mut |_| {});
    criterion.bench_function("verify 5x5", |bench| {
        bench.iter(|| verify(&grid(5, 5), black_box(&five), &FREELY));
    });
    criterion.bench_function("count 6x6", |bench| bench.iter(|| count(black_box(&grid(6, 6)))));
    criterion.bench_function("shortest 4x3", |bench| {
        bench.iter(|| shortest(black_box(&grid(4, 3)), None, &FREELY, &mut |_| {}));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = sequences
}
criterion_main!(benches);
