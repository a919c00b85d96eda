//! Matching all shipped rules on positions of random lines that fill the board, per position.
//! `RULES=folder` measures the rules of another folder.

use criterion::{Criterion, criterion_group, criterion_main};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{Loaded, LoadedFile, load};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

use deadmove_testing::random as support;

fn files() -> Vec<LoadedFile> {
    match std::env::var_os("RULES") {
        None => support::rule_files(),
        Some(folder) => {
            let loaded = load(&[folder.into()]).and_then(Loaded::all);
            loaded.unwrap_or_else(|error| panic!("{error}"))
        }
    }
}

fn matching(criterion: &mut Criterion) {
    for size in [9u16, 13, 21, 51] {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
        let positions = support::live_positions(size, 1000, &mut rng);
        let board = positions[0].shared_board();
        let rules: Vec<_> = files()
            .iter()
            .flat_map(|file| file.rule_file.rules(&board).expect("a family that expands"))
            .collect();
        let set = RuleSet::compile(&rules, &board);
        println!("{} rules, {} placements", rules.len(), set.placements());
        let mut matcher = set.matcher();
        let mut next = positions.iter().cycle();
        criterion.bench_function(&format!("forbidden moves, {size}x{size}"), |bencher| {
            bencher.iter(|| {
                let position = next.next().expect("a cycle has no end");
                black_box(matcher.forbidden(position.free(), position.live_end()))
            });
        });
        criterion.bench_function(&format!("all matches, {size}x{size}"), |bencher| {
            bencher.iter(|| {
                let position = next.next().expect("a cycle has no end");
                let mut count = 0;
                matcher.for_each(position.free(), position.live_end(), |_| count += 1);
                black_box(count)
            });
        });
        criterion.bench_function(&format!("compiling, {size}x{size}"), |bencher| {
            bencher.iter(|| black_box(RuleSet::compile(&rules, &board)));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2));
    targets = matching
}
criterion_main!(benches);
