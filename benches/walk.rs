//! Walking 9×9 depth first with the shipped rules that are sound there: the first walkthroughs,
//! with and without the table of positions met before, and random walks.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load;
use deadmove_rules::model::Rule;
use deadmove_search::walk::depth::{DepthFirst, WalkOptions};
use deadmove_search::walk::random::{Walker, numbers};
use deadmove_search::walk::{Stop, board};
use deadmove_verify::chunks::Shard;

fn walks(criterion: &mut Criterion) {
    let board = board(9).expect("a board");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let claims = load(&[folder]).expect("rules").rules_for(&board).expect("rules that expand");
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    let set = RuleSet::compile(&rules, &board);
    let mut group = criterion.benchmark_group("walk 9x9");
    for (name, walkthroughs, memory) in
        [("every walkthrough drawn", 40_000, 0), ("with the table", 1_000_000, 256 << 20)]
    {
        let options = WalkOptions {
            stop: Stop::Stuck,
            keep_going: true,
            no_rules: false,
            half: true,
            limit: Some(walkthroughs),
            shard: Shard::WHOLE,
            memory,
        };
        group.throughput(Throughput::Elements(walkthroughs)).sample_size(10);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut walk = DepthFirst::new(&board, &set, options);
                walk.run(usize::MAX).expect("no engine is asked");
                assert_eq!(walk.tally().completed, walkthroughs);
                black_box(walk.tally().failed)
            });
        });
    }
    let mut walker = Walker::new(&board, &set, Stop::Stuck);
    let mut rng = numbers(0, 0);
    group.throughput(Throughput::Elements(1));
    group.bench_function("at random", |bencher| {
        bencher.iter(|| black_box(walker.walk(&mut rng).expect("no engine is asked")));
    });
    group.finish();
}

criterion_group!(benches, walks);

fn main() {
    deadmove_testing::recorded::run(benches);
}
