//! The time of verdicts on random live and dead positions, early positions on large boards, and
//! pockets that are hard for plain SAT; of a trimmed deduction beside the verdict alone; of batches
//! of JSON lines; and of exact counts.

mod set;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::formats;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::{Engine, verdicts_within};
use deadmove_engine::sat::Strategy;
use deadmove_engine::{frontier, sat, strips};
use deadmove_report::json;
use deadmove_rules::moves::Moves;
use deadmove_testing::generate::{hamiltonian_paths, pockets, prefixes};

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

/// The strips engine beside the verdicts of the SAT engine, with its short ways and without them,
/// on the same positions.
fn strips_beside_sat(c: &mut Criterion) {
    let mut group = c.benchmark_group("strips");
    group.sample_size(10);
    let engines: &[(&str, Verdicts)] = &[
        ("strips", |position, budget| strips::solve(position, budget).verdict()),
        ("sat", sat::verdict),
        ("varisat alone", |position, budget| sat::solve_with(position, ALONE, budget).verdict()),
        #[cfg(feature = "cadical")]
        ("cadical alone", |position, budget| {
            let strategy = Strategy { solver: sat::Solver::Cadical, ..ALONE };
            sat::solve_with(position, strategy, budget).verdict()
        }),
    ];
    for n in [9, 15, 21] {
        let (live, dead) = set::live_and_dead(n);
        for (kind, positions) in [("live", live), ("dead", dead)] {
            group.throughput(Throughput::Elements(positions.len() as u64));
            for (name, verdict) in engines {
                group.bench_function(BenchmarkId::new(*name, format!("{kind} {n}x{n}")), |b| {
                    b.iter(|| {
                        for position in &positions {
                            black_box(verdict(position, &Budget::new(&Limits::default())));
                        }
                    });
                });
            }
        }
    }
    group.finish();
}

/// The formula decides everything.
const ALONE: Strategy = Strategy {
    solver: sat::Solver::Varisat,
    shortcuts: false,
    potentials: Some(8),
    deductions: false,
};

/// A way to a verdict.
type Verdicts = fn(&Position, &Budget<'_>) -> Verdict;

/// Moves off random lines that need a deduction.
fn deductions(c: &mut Criterion) {
    let limits = Limits::default();
    let mut group = c.benchmark_group("deduction");
    group.sample_size(10);
    for (n, lines) in [(9, 500), (21, 50)] {
        let board = Arc::new(Board::corner_to_corner(n, n).expect("a board"));
        let mut positions = Vec::new();
        for line in hamiltonian_paths(n, n, 1).take(lines) {
            let mut position = Position::start(board.clone());
            for &step in &line {
                let off = position.legal_moves().filter(|&other| other != step);
                positions.extend(off.map(|other| position.after(other)));
                position.play(step).expect("a legal move");
            }
        }
        positions.retain(|position| {
            let answer = sat::solve(position, &Budget::new(&limits));
            matches!(answer, Outcome::Dead(Reason::Deduction(_)))
        });
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("verdict", format!("{n}x{n}")), |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(sat::verdict(position, &Budget::new(&limits)));
                }
            });
        });
        group.bench_function(BenchmarkId::new("deduction", format!("{n}x{n}")), |b| {
            b.iter(|| solve_all(&positions));
        });
    }
    group.finish();
}

/// What `judge --jsonl - --json --no-evidence` does, on one thread.
fn batches(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch");
    for n in [9, 21] {
        let (live, dead) = set::live_and_dead(n);
        for (name, positions) in [("live", live), ("dead", dead)] {
            let line = |position: &Position| {
                json::path_to_position(position.board(), position.path(), Moves::NONE) + "\n"
            };
            let lines: String = positions.iter().map(line).collect();
            group.throughput(Throughput::Elements(positions.len() as u64)).sample_size(10);
            group.bench_function(BenchmarkId::new(name, format!("{n}x{n}")), |b| {
                b.iter(|| judge_lines(&lines));
            });
        }
    }
    group.finish();
}

fn judge_lines(lines: &str) {
    for item in formats::read_batch(lines.as_bytes(), None) {
        let position = item.input.expect("a line that was written").position;
        let budget = Budget::new(&Limits::default());
        let judged = verdicts_within(&position, Engine::Sat, &budget).expect("no fault");
        black_box(json::judgement(&item.name, &judged, &position, &Unmet::default(), false));
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

criterion_group!(
    benches,
    random_positions,
    strips_beside_sat,
    deductions,
    batches,
    prefixes_of_large_boards,
    colour_hard_pockets,
    counts
);

fn main() {
    deadmove_testing::recorded::run(benches);
}
