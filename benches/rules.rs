//! Rules on positions of random lines that fill the board: reading, expanding and compiling a set,
//! matching it per position, and matching one position with what that needs of all this.
//! `RULES=folder` measures the rules of another folder or set.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, criterion_group};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load_all;
use deadmove_rules::model::Rule;
use deadmove_testing::random::live_positions;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

fn matching(criterion: &mut Criterion) {
    let folder = deadmove_testing::root().join("rules");
    let shipped = ["mined-9.set", "by-the-research.set", "proved.set"].map(|set| folder.join(set));
    let given = std::env::var_os("RULES").map(|rules| vec![PathBuf::from(rules)]);
    for path in given.unwrap_or(shipped.to_vec()) {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let mut group = criterion.benchmark_group(format!("rules of {name}"));
        let read = || load_all(std::slice::from_ref(&path)).expect("rules");
        group.bench_function("reading", |bencher| bencher.iter(|| black_box(read())));
        let loaded = read();
        for size in [9, 21, 51] {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
            let positions = live_positions(size, 1000, &mut rng);
            let board = positions[0].shared_board();
            let expand = || -> Vec<Rule> {
                let claims = loaded.rules_for(&board).expect("families that expand");
                claims.into_iter().map(|claim| claim.rule).collect()
            };
            let rules = expand();
            let set = RuleSet::compile(&rules, &board);
            println!("{} rules, {} placements", rules.len(), set.placements());
            group.bench_function(format!("expanding, {size}x{size}"), |bencher| {
                bencher.iter(|| black_box(expand()));
            });
            group.bench_function(format!("compiling, {size}x{size}"), |bencher| {
                bencher.iter(|| black_box(RuleSet::compile(&rules, &board)));
            });
            let mut next = positions.iter().cycle();
            group.bench_function(format!("one position from nothing, {size}x{size}"), |bencher| {
                bencher.iter(|| {
                    let position = next.next().expect("a cycle has no end");
                    let claims = loaded.rules_at(position).expect("families that expand");
                    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
                    black_box(RuleSet::matches(&rules, position))
                });
            });
            let mut matcher = set.matcher();
            let mut next = positions.iter().cycle();
            group.bench_function(format!("forbidden moves, {size}x{size}"), |bencher| {
                bencher.iter(|| {
                    let position = next.next().expect("a cycle has no end");
                    black_box(matcher.forbidden(position.free(), position.live_end()))
                });
            });
            group.bench_function(format!("all matches, {size}x{size}"), |bencher| {
                bencher.iter(|| {
                    let position = next.next().expect("a cycle has no end");
                    black_box(matcher.matches(position))
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = matching
}

fn main() {
    deadmove_testing::recorded::run(benches);
}
