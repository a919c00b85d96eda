//! Checking rules against every position: the near field by the SAT engine and by list. And proofs
//! by deduction for every board: the staircases.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group};
use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_prove::claims::claims_of;
use deadmove_prove::deduction::{MANY_PROBES, deduce};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::load::{KnownWrong, LoadedRule, load, load_with};
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::check_sat::check_rule;
use deadmove_verify::live_set::LiveSet;

fn near_field(size: usize) -> (Board, Vec<LoadedRule>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/near-field");
    let board = Board::corner_to_corner(size, size).expect("a board");
    let loaded = load_with(&[folder], KnownWrong::Include).expect("rules");
    let claims = loaded.rules_for(&board).expect("rules that expand");
    (board, claims)
}

fn sat(criterion: &mut Criterion) {
    let go_on = AtomicBool::new(false);
    for size in [7, 9] {
        let (board, claims) = near_field(size);
        criterion.bench_function(&format!("near field by sat, {size}x{size}"), |bencher| {
            bencher.iter(|| {
                for claim in &claims {
                    black_box(check_rule(&claim.rule, &board, &go_on, &Limits::default()));
                }
            });
        });
    }
    // The whole near field takes too long here: one sound rule and one unsound rule.
    let (board, claims) = near_field(13);
    for name in ["far straight left", "close side straight"] {
        let claim = claims.iter().find(|claim| claim.rule.head.name == name).expect("a rule");
        criterion.bench_function(&format!("{name} by sat, 13x13"), |bencher| {
            bencher.iter(|| black_box(check_rule(&claim.rule, &board, &go_on, &Limits::default())));
        });
    }
}

fn list(criterion: &mut Criterion) {
    let (_, claims) = near_field(7);
    criterion.bench_function("listing 7x7", |bencher| {
        bencher.iter(|| black_box(LiveSet::build(7, &|_| {})));
    });
    let list = LiveSet::build(7, &|_| {}).expect("a size with a list");
    criterion.bench_function("near field by list, 7x7", |bencher| {
        bencher.iter(|| black_box(check_whole(&list, &claims)));
    });
}

fn deductions(criterion: &mut Criterion) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/staircase");
    for file in load(&[file]).expect("rules").files {
        for claim in claims_of(&file, 1).expect("claims") {
            let (rule, step) = (&claim.rule, claim.direction);
            let question = WindowQuestion { rule, forbidden: step, step };
            criterion.bench_function(&format!("deduction, {}", rule.head.name), |bencher| {
                bencher.iter(|| {
                    let budget = Budget::new(&Limits::default());
                    black_box(deduce(&question, MANY_PROBES, &budget).expect("it is deduced"));
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2));
    targets = list, sat, deductions
}

fn main() {
    deadmove_testing::recorded::run(benches);
}
