//! Shards of random walks, as reports: merged, they are the report of the whole.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_report::walk::{WalkResult, json, read};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{KnownWrong, load_with};
use deadmove_rules::model::Rule;
use deadmove_search::walk::checkpoint::Progress;
use deadmove_search::walk::depth::Options;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::merge::{Part, merge};
use deadmove_search::walk::session::{End, Session};
use deadmove_search::walk::{Order, Stop, WalkParameters, board};
use deadmove_verify::chunks::Shard;
use proptest::prelude::*;

/// Walks, up to `limit` completed lines, from where an earlier walk ended.
fn walk(
    question: &WalkParameters,
    rules: &[Rule],
    limit: Option<u64>,
    known: Option<Progress>,
) -> End {
    let board = board(question.size).unwrap();
    let session = Session {
        question,
        board: &board,
        set: &RuleSet::compile(rules, &board),
        options: Options {
            stop: question.stop,
            keep_going: question.keep_going,
            no_rules: false,
            half: false,
            limit,
            shard: question.shard,
            memory: 0,
        },
        checkpoint: None,
        stop: &AtomicBool::new(false),
    };
    session.random(known, &|_, _| ()).unwrap()
}

fn report(question: &WalkParameters, end: (u64, u64, bool), part: &Part) -> String {
    let (completed, failed, finished) = end;
    let judged = part.first.as_ref().map(|failure| JudgedFailure::of(failure, question.size));
    let first = judged.transpose().unwrap();
    json(&WalkResult { question, rules: None, completed, failed, first, finished })
}

/// The report of a part, read back.
fn read_back(question: &WalkParameters, end: End) -> (String, Part) {
    let End { completed, failed, first, finished, .. } = end;
    let part = Part { question: question.clone(), completed, failed, first, finished };
    let text = report(question, (completed, failed, finished), &part);
    let part = read(&text, Path::new("walk.json")).unwrap();
    part.check().unwrap();
    (text, part)
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
    fn shards_of_random_walks_merge_to_the_report_of_one_run(
        size in prop::sample::select(vec![3usize, 5, 7]),
        folder in prop::sample::select(vec![None, Some("edge"), Some("lemmas")]),
        more in prop::collection::vec(deadmove_testing::random::rule(), 0..2),
        (seed, runs, of) in (any::<u64>(), 0..70u64, 1..7u64),
        (keep_going, dead) in (any::<bool>(), prop::bool::weighted(0.2)),
        interrupted in prop::option::of(0..5u64),
        turned in 0..6usize,
    ) {
        let rules = rules(size, folder, more);
        let question = |shard| WalkParameters {
            size,
            rules: Some("0123456789abcdef".to_owned()),
            order: Order::Random,
            stop: if dead { Stop::Dead } else { Stop::Stuck },
            keep_going,
            half: false,
            shard,
            seed: Some(seed),
            runs: Some(runs),
        };
        let one = question(Shard::WHOLE);
        let (whole, _) = read_back(&one, walk(&one, &rules, None, None));
        let mut parts: Vec<Part> = (1..=of)
            .map(|number| {
                let question = question(Shard { number, of });
                let known = interrupted.map(|limit| walk(&question, &rules, Some(limit), None));
                let end = walk(&question, &rules, None, known.map(|end| end.state));
                read_back(&question, end).1
            })
            .collect();
        parts.rotate_left(turned % of as usize);
        let merged = merge(&parts).unwrap();
        let Part { completed, failed, finished, .. } = merged;
        prop_assert_eq!(report(&merged.question, (completed, failed, finished), &merged), whole);
    }
}
