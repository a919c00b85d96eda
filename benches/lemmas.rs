//! Lemmas beside the compiled rules and the SAT engine: all moves of a position; and whole random
//! lines that the lemmas allow.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use deadmove_core::board::{Board, Move};
use deadmove_core::generate::prefixes;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_encodings::propagation::Lemmas;
use deadmove_engine::judge::{Engine, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::lemmas::LemmaMatcher;
use deadmove_rules::load::load;
use deadmove_rules::model::Rule;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

const FRACTIONS: [f64; 8] = [0.05, 0.15, 0.25, 0.35, 0.5, 0.6, 0.75, 0.9];

fn positions(n: usize) -> Vec<Position> {
    (0..4).flat_map(|seed| prefixes(n, &FRACTIONS, seed)).collect()
}

fn all_moves(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let loaded = load(&[folder]).expect("rules");
    let mut group = criterion.benchmark_group("all moves of 32 positions");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for n in [9, 13, 21, 31, 51] {
        let board = Board::corner_to_corner(n, n).expect("a board");
        let positions = positions(n);
        let mut lemmas = LemmaMatcher::new(&board, Lemmas::ALL).expect("two ends");
        group.bench_with_input(BenchmarkId::new("lemmas", n), &positions, |bencher, positions| {
            bencher.iter(|| {
                let moves = positions.iter().map(|p| lemmas.forbidden(p.free(), p.live_end()));
                moves.map(|moves| moves.len()).sum::<u32>()
            });
        });
        let claims = loaded.rules_for(&board).expect("rules that expand");
        let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
        let set = RuleSet::compile(&rules, &board);
        let mut matcher = set.matcher();
        group.bench_with_input(BenchmarkId::new("rules", n), &positions, |bencher, positions| {
            bencher.iter(|| {
                let moves = positions.iter().map(|p| matcher.forbidden(p.free(), p.live_end()));
                moves.map(|moves| moves.len()).sum::<u32>()
            });
        });
        group.bench_with_input(BenchmarkId::new("sat", n), &positions, |bencher, positions| {
            bencher.iter(|| {
                for position in positions {
                    black_box(judge(position, Engine::Sat, &Limits::default()).expect("no fault"));
                }
            });
        });
    }
}

/// Draws a random line by the lemmas; `None` if they allow no move.
fn line(board: &Board, matcher: &mut LemmaMatcher, rng: &mut ChaCha8Rng) -> Option<usize> {
    let mut free: Vec<bool> = vec![true; board.cells()];
    let mut at = board.start();
    free[board.index(at)] = false;
    let mut line = matcher.begin()?;
    let mut steps = 0;
    while at != board.end() {
        let mut moves = Move::ALL;
        moves.shuffle(rng);
        let next = moves.into_iter().find_map(|step| {
            let next = board.step(at, step).filter(|&next| free[board.index(next)])?;
            line.play(step).then_some(next)
        });
        at = next?;
        free[board.index(at)] = false;
        steps += 1;
    }
    Some(steps)
}

fn lines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random line by lemmas");
    group.throughput(Throughput::Elements(1));
    for n in [9, 11, 13, 21, 31] {
        let board = Board::corner_to_corner(n, n).expect("a board");
        let mut matcher = LemmaMatcher::new(&board, Lemmas::ALL).expect("two ends");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function(BenchmarkId::from_parameter(n), |bencher| {
            bencher.iter(|| line(&board, &mut matcher, &mut rng));
        });
    }
}

criterion_group!(benches, all_moves, lines);
criterion_main!(benches);
