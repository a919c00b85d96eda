//! Speed of perfect play and of the counts.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use deadmove_puzzles::loops::{Colour, GameSolver, LoopBoard, dead_fillings};

fn solve(c: &mut Criterion) {
    let mut group = c.benchmark_group("loops/solve");
    group.sample_size(10);
    for size in 3..=6 {
        for first in [Colour::Yellow, Colour::Purple] {
            let board = LoopBoard::new(size, first);
            group.bench_function(BenchmarkId::new(first.to_string(), size), |b| {
                b.iter(|| black_box(GameSolver::new(size, first).value(&board)));
            });
        }
    }
    group.finish();
}

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("loops/dead-fillings");
    group.sample_size(10);
    for size in [5, 6] {
        group.bench_function(BenchmarkId::from_parameter(size), |b| {
            b.iter(|| black_box(dead_fillings(size)));
        });
    }
    group.finish();
}

criterion_group!(benches, solve, count);
criterion_main!(benches);
