//! Lifting dead moves to rules: at the turning points of real positions, and beside random lines.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use deadmove_core::board::{Board, from_letters};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::sat;
use deadmove_search::lift::{LiftOptions, lift};
use deadmove_testing::generate::hamiltonian_paths;

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

/// Every third dead move beside a random line.
fn beside_lines(criterion: &mut Criterion) {
    let (never, limits) = (AtomicBool::new(false), Limits::default());
    let mut group = criterion.benchmark_group("lift beside a line");
    for n in [9, 21] {
        let line = hamiltonian_paths(n, n, 1).next().expect("a path");
        let board = Board::corner_to_corner(n, n).expect("a board");
        let mut position = Position::start(board.into());
        let mut dead = Vec::new();
        for step in line {
            for other in position.legal_moves().filter(|&other| other != step) {
                if sat::verdict(&position.after(other), &Budget::new(&limits)) == Verdict::Dead {
                    dead.push((position.clone(), other));
                }
            }
            position.play(step).expect("a legal move");
        }
        let dead: Vec<_> = dead.into_iter().step_by(3).collect();
        group.throughput(Throughput::Elements(dead.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(format!("{n}x{n}")), |bencher| {
            bencher.iter(|| {
                for (position, fatal) in &dead {
                    black_box(lift(position, *fatal, &LiftOptions::default(), &never));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = turning_points, beside_lines
}

fn main() {
    deadmove_testing::recorded::run(benches);
}
