//! Speed of filling, of the exact set and of shortest paths, with and without cycles.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use deadmove_puzzles::mazes::{exact, fill, shortest};

#[path = "../tests/generate.rs"]
mod generate;

fn layers(c: &mut Criterion) {
    for (rooms, doors) in [(300, 0), (300, 10_000), (1000, 0), (1000, 100_000)] {
        let maze = generate::rooms(rooms, rooms, doors, 1);
        let id = format!("{0}x{0}, {doors} doors", 2 * rooms + 1);
        let mut group = c.benchmark_group("mazes");
        group.sample_size(10);
        group.bench_with_input(BenchmarkId::new("fill", &id), &maze, |b, maze| {
            b.iter(|| black_box(fill(maze)));
        });
        group.bench_with_input(BenchmarkId::new("exact", &id), &maze, |b, maze| {
            b.iter(|| black_box(exact(maze)));
        });
        group.bench_with_input(BenchmarkId::new("shortest", &id), &maze, |b, maze| {
            b.iter(|| black_box(shortest(maze)));
        });
        group.finish();
    }
}

criterion_group!(benches, layers);
criterion_main!(benches);
