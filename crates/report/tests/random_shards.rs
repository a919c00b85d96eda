//! Shards of random lines, as reports: joined, they are the report of the whole.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deadmove_engine::judge::Fault;
use deadmove_report::stats_json::{json, read};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{KnownWrong, load_with};
use deadmove_rules::model::Rule;
use deadmove_search::walk::stats::{Method, RunSample, SizeSample, Statistics, sample};
use deadmove_search::walk::{Stop, board};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use proptest::prelude::*;

/// Draws the lines of a shard, `limit` runs at most, after those of an earlier part.
fn draw(method: Method, size: usize, rules: &[Rule], shard: Shard, limits: &[usize]) -> Statistics {
    let board = board(size).unwrap();
    let set = RuleSet::compile(rules, &board);
    let mut all = RunSample { runs: Chunks::of(method.runs, Vec::new()), ..RunSample::default() };
    for &limit in limits {
        let (stop, progress) = (AtomicBool::new(false), |_, _| ());
        let (done, limit) = (&all.runs, Some(limit));
        let part = ChunkRun { done, shard, limit, stop: &stop, progress: &progress };
        let save = |_: RunSample| -> Result<(), Fault> { Ok(()) };
        let more = sample((&board, &set), method, &part, Some((Duration::ZERO, &save))).unwrap();
        all = all.clone().join(more).unwrap();
    }
    let rules = "0123456789abcdef".to_owned();
    Statistics { method, sizes: vec![SizeSample { size, rules, lemmas: Vec::new(), sample: all }] }
}

/// Rules that hardly ever fail, rules that often do, or none; with some that are wrong or vacuous.
fn rules(size: usize, folder: Option<&str>, mut more: Vec<Rule>) -> Vec<Rule> {
    let Some(folder) = folder else { return more };
    let path = deadmove_testing::root().join("rules").join(folder);
    let loaded = load_with(&[path], KnownWrong::Include).unwrap();
    let claims = loaded.rules_for(&board(size).unwrap()).unwrap();
    more.extend(claims.into_iter().map(|claim| claim.rule));
    more
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn shards_of_random_lines_join_to_the_report_of_one_run(
        size in prop::sample::select(vec![3usize, 5, 7]),
        folder in prop::sample::select(vec![None, Some("edge"), Some("lemmas")]),
        more in prop::collection::vec(deadmove_testing::random::rule(), 0..2),
        (seed, runs, limit, of) in (any::<u64>(), 1..70u64, 1..4u64, 1..7u64),
        dead in prop::bool::weighted(0.2),
        interrupted in 0..5usize,
        turned in 0..6usize,
    ) {
        let rules = rules(size, folder, more);
        let stop = if dead { Stop::Dead } else { Stop::Stuck };
        let method = Method { runs, limit, seed, stop };
        let whole = json(&draw(method, size, &rules, Shard::WHOLE, &[usize::MAX]));
        let mut parts: Vec<Statistics> = (1..=of)
            .map(|number| {
                let limits = [interrupted, usize::MAX];
                let part = draw(method, size, &rules, Shard::new(number, of).unwrap(), &limits);
                read(&json(&part), Path::new("lines.json")).unwrap()
            })
            .collect();
        parts.rotate_left(turned % of as usize);
        let joined = parts.into_iter().reduce(|a, b| a.join(b).unwrap()).unwrap();
        prop_assert!(joined.finished());
        prop_assert_eq!(json(&joined), whole);
    }
}
