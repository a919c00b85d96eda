//! The time of verdicts on random live and dead positions, early positions on large boards, and
//! pockets that are hard for plain SAT; and of exact counts.

mod set;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::{frontier, sat};
use deadmove_testing::generate::{pockets, prefixes};

fn solve_all(positions: &[Position]) {
    for position in positions {
        black_box(sat::solve(position, &Budget::new(&Limits::default())));
    }
}

fn bench_set(c: &mut Criterion, group: &str, id: &str, positions: &[Position]) {
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(positions.len() as u64)).sample_size(10);
    group.bench_with_input(BenchmarkId::from_parameter(id), positions, |b, positions| {
        b.iter(|| solve_all(positions));
    });
    group.finish();
}

fn random_positions(c: &mut Criterion) {
    for n in [9, 15, 21, 25] {
        let (live, dead) = set::live_and_dead(n);
        bench_set(c, "live", &format!("{n}x{n}"), &live);
        bench_set(c, "dead", &format!("{n}x{n}"), &dead);
    }
}

fn prefixes_of_large_boards(c: &mut Criterion) {
    for n in [31, 51] {
        for (name, fraction) in [("a-tenth", 0.1), ("half", 0.5), ("nine-tenths", 0.9)] {
            let positions: Vec<Position> =
                (0..10).flat_map(|seed| prefixes(n, &[fraction], seed)).collect();
            bench_set(c, "prefixes", &format!("{n}x{n}-{name}"), &positions);
        }
    }
}

fn colour_hard_pockets(c: &mut Criterion) {
    for n in [21, 51] {
        let pockets = pockets(n, &[5, 9, 13, 17, 31, 41], &[1, 2, 3, 4, 5, 6, 7, 8]);
        let positions: Vec<Position> =
            pockets.into_iter().map(|pocket| pocket.position).step_by(7).collect();
        bench_set(c, "pockets", &format!("{n}x{n}"), &positions);
    }
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    group.sample_size(10);
    for n in [7, 9, 11] {
        let board = Arc::new(Board::corner_to_corner(n, n).expect("a small board"));
        let start = Position::start(board);
        group.bench_function(BenchmarkId::from_parameter(format!("{n}x{n}")), |b| {
            b.iter(|| frontier::count(&start, &Limits::default()).expect("enough memory"));
        });
    }
    group.finish();
}

criterion_group!(benches, random_positions, prefixes_of_large_boards, colour_hard_pockets, counts);
criterion_main!(benches);
