//! Lemmas beside the compiled rules and the SAT engine: all moves of a position; and whole random
//! lines that the lemmas allow.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use deadmove_core::board::Board;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_encodings::propagation::Lemmas;
use deadmove_engine::judge::{Engine, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load;
use deadmove_rules::model::{Head, Rule};
use deadmove_search::walk::Stop;
use deadmove_search::walk::random::{Walker, numbers};
use deadmove_testing::generate::prefixes;

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
        let all = lemma_set(&board);
        let mut lemmas = all.matcher();
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

fn lemma_set(board: &Board) -> RuleSet {
    RuleSet::compile(&[Rule::of_lemmas(Head::new("lemmas"), Lemmas::ALL)], board)
}

fn lines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random line by lemmas");
    group.throughput(Throughput::Elements(1));
    for n in [9, 11, 13, 21, 31] {
        let board = Board::corner_to_corner(n, n).expect("a board");
        let set = lemma_set(&board);
        let mut walker = Walker::new(&board, &set, Stop::Stuck);
        let mut rng = numbers(1, 0);
        group.bench_function(BenchmarkId::from_parameter(n), |bencher| {
            bencher.iter(|| walker.walk(&mut rng));
        });
    }
}

criterion_group!(benches, all_moves, lines);

fn main() {
    deadmove_testing::recorded::run(benches);
}
