//! What a report leaves open is no success, a report that is read back is the one that was written,
//! and shards of random lines joined are the report of the whole.
//!
//! Of checks, `outcome` of `deadmove_verify` and `check_command` say so, of proofs `prove::json`.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deadmove_core::board::Move;
use deadmove_core::sealed;
use deadmove_core::verdict::ExitCode::{self, Holds, Refuted, Unknown};
use deadmove_hunt::boards::Starts;
use deadmove_hunt::merge::{AnyRecord, read as read_hunt};
use deadmove_hunt::record::{BoardEntry, BoardsRecord, RegionsRecord};
use deadmove_hunt::regions::RegionShape;
use deadmove_pass::folder::PassQuestion;
use deadmove_pass::layers::Pass;
use deadmove_pass::task::PassTotals;
use deadmove_report::mine::MinedSet;
use deadmove_report::pass::{PassAnswer, PassResult};
use deadmove_report::stats_json;
use deadmove_report::walk::{WalkResult, json, read};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{KnownWrong, load_with};
use deadmove_rules::model::Rule;
use deadmove_search::mine::pass::MinePassResult;
use deadmove_search::mine::state::MiningParameters;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::player::Player;
use deadmove_search::walk::session::SessionError;
use deadmove_search::walk::stats::{FailedRun, Method, RunSample, SizeSample, Statistics, sample};
use deadmove_search::walk::{Stop, WalkFailure, WalkParameters, board};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use proptest::prelude::*;

fn half() -> Shard {
    Shard::new(1, 2).unwrap()
}

fn walk(
    (keep_going, shard): (bool, Shard),
    (completed, failed): (u64, u64),
    (finished, stopped): (bool, bool),
) -> ExitCode {
    let rules = Some("0123".to_owned());
    let stop = Stop::Stuck;
    let question = WalkParameters { size: 5, rules, stop, keep_going, half: false, shard };
    let failure = WalkFailure { path: vec![Move::Right; 2], dead_move: None };
    let first = (failed > 0).then(|| JudgedFailure::of(&failure, 5).unwrap());
    let walked =
        WalkResult { question: &question, rules: None, completed, failed, first, finished };
    let part = read(&json(&walked), Path::new("walk.json")).unwrap();
    assert_eq!((&part.question, part.finished), (&question, finished));
    assert_eq!((part.completed, part.failed), (completed, failed));
    assert_eq!(part.first, (failed > 0).then_some(failure));
    question.exit_code((completed, failed), finished, stopped)
}

#[test]
fn a_walk_in_part_or_without_a_line_is_no_success() {
    let whole = (false, Shard::WHOLE);
    assert_eq!(walk(whole, (7, 0), (true, false)), Holds);
    assert_eq!(walk(whole, (7, 0), (false, false)), Unknown);
    assert_eq!(walk(whole, (0, 0), (true, false)), Unknown);
    assert_eq!(walk((false, half()), (7, 0), (true, false)), Unknown);
    assert_eq!(walk(whole, (7, 1), (false, true)), Refuted);
    assert_eq!(walk((true, Shard::WHOLE), (7, 1), (false, true)), Unknown);
    assert_eq!(walk((true, Shard::WHOLE), (7, 1), (true, false)), Refuted);
}

#[test]
fn random_lines_in_part_or_without_a_line_are_no_success() {
    let code = |sizes: &[(u64, u64, u64)]| {
        let row = |&(done, completed, failed): &(u64, u64, u64)| {
            let failure = WalkFailure { path: vec![Move::Down], dead_move: None };
            let failed = (0..failed).map(|run| FailedRun { run, failure: failure.clone() });
            let (runs, failed) = (Chunks::of(2, (0..done).collect()), failed.collect());
            let sample = RunSample { runs, completed, failed };
            SizeSample { size: 5, rules: String::new(), lemmas: Vec::new(), sample }
        };
        let method = Method { runs: 2, limit: 1, seed: 0, stop: Stop::Stuck };
        let statistics = Statistics { method, sizes: sizes.iter().map(row).collect() };
        let read = stats_json::read(&stats_json::json(&statistics), Path::new("lines.json"));
        assert_eq!(read.ok(), (!sizes.is_empty()).then(|| statistics.clone()));
        statistics.exit_code()
    };
    assert_eq!(code(&[(2, 2, 0), (2, 2, 0)]), Holds);
    assert_eq!(code(&[(2, 2, 0), (1, 1, 0)]), Unknown);
    assert_eq!(code(&[(2, 2, 0), (0, 0, 0)]), Unknown);
    assert_eq!(code(&[]), Unknown);
    assert_eq!(code(&[(2, 2, 0), (1, 0, 1)]), Refuted);
}

#[test]
fn a_hunt_in_part_undecided_or_without_a_try_is_no_success() {
    let boards = |shard, total, stuck: &[u64]| {
        let mut record = BoardsRecord::new(4, Starts::Corner, total, shard);
        record.boards.extend(stuck.iter().map(|&stuck| BoardEntry {
            width: 2,
            height: 2,
            start: (1, 1),
            end: (1, 2),
            positions: 4,
            lines: 1,
            stuck,
            first: (stuck > 0).then(|| "R".to_owned()),
            shrunk: None,
        }));
        if total == 1 {
            let read = read_hunt(&sealed::line(&record));
            assert_eq!(read, Ok(AnyRecord::Boards(record.clone())));
        }
        record.exit_code()
    };
    assert_eq!(boards(Shard::WHOLE, 1, &[0]), Holds);
    assert_eq!(boards(Shard::WHOLE, 2, &[0]), Unknown);
    assert_eq!(boards(Shard::WHOLE, 0, &[]), Unknown);
    assert_eq!(boards(half(), 1, &[0]), Unknown);
    assert_eq!(boards(half(), 1, &[3]), Refuted);

    let regions = |shapes: &[RegionShape], shard, asked, tries, unknown| {
        let mut record = RegionsRecord::new(0, shapes).of_shard(shard, asked);
        for entry in &mut record.shapes {
            (entry.tries, entry.refuted, entry.unknown) = (tries, tries - unknown, unknown);
        }
        assert_eq!(read_hunt(&sealed::line(&record)), Ok(AnyRecord::Regions(record.clone())));
        record.exit_code(asked)
    };
    let rooms = [RegionShape::Rooms];
    assert_eq!(regions(&rooms, Shard::WHOLE, 5, 5, 0), Holds);
    assert_eq!(regions(&rooms, Shard::WHOLE, 5, 4, 0), Unknown);
    assert_eq!(regions(&rooms, Shard::WHOLE, 5, 5, 1), Unknown);
    assert_eq!(regions(&rooms, Shard::WHOLE, 0, 0, 0), Unknown);
    assert_eq!(regions(&[], Shard::WHOLE, 5, 5, 0), Unknown);
    assert_eq!(regions(&rooms, half(), 10, 5, 0), Unknown);
}

#[test]
fn a_pass_or_a_mined_set_in_part_is_not_called_complete() {
    let pass = |finished, all_lines: Option<u32>, completed, stuck| {
        let rules = String::new();
        let question = PassQuestion { width: 3, height: 3, rules, transposed: false, parts: 1 };
        let totals = PassTotals { completed, stuck, ..PassTotals::default() };
        let pass = Pass { layers: vec![totals], finished };
        let all_lines = all_lines.map(Into::into);
        let (question, pass) = (&question, &pass);
        PassResult { question, pass, all_lines, stuck: None, program: None }.answer()
    };
    assert_eq!(pass(true, Some(2), 2, 0), PassAnswer::Complete);
    assert_eq!(pass(false, Some(2), 2, 0), PassAnswer::Unfinished);
    assert_eq!(pass(true, None, 2, 0), PassAnswer::NeverStuck);
    assert_eq!(pass(true, Some(2), 1, 0), PassAnswer::ForbidsLive);
    assert_eq!(pass(false, None, 0, 1), PassAnswer::Stuck);

    let question = MiningParameters { size: 5, reach: 2, walks: None, seed: 0, start: None };
    let complete = |seen: Option<(bool, u64)>| {
        let seen = seen.map(|(whole, opens)| MinePassResult { whole, opens, ..Default::default() });
        let (seen, found) = (seen.as_ref(), Vec::new());
        let question = &question;
        let given = 0;
        MinedSet { question, found, seen, steps: &[], given, program: None, finished: true }
            .is_complete()
    };
    assert!(complete(Some((true, 0))));
    assert!(![None, Some((false, 0)), Some((true, 1))].into_iter().any(complete));
}

/// Draws the lines of a shard, `limit` runs at most, after those of an earlier part.
fn draw(method: Method, size: usize, rules: &[Rule], shard: Shard, limits: &[usize]) -> Statistics {
    let board = board(size).unwrap();
    let set = RuleSet::compile(rules, &board);
    let mut all = RunSample { runs: Chunks::of(method.runs, Vec::new()), ..RunSample::default() };
    for &limit in limits {
        let (stop, progress) = (AtomicBool::new(false), |_, _| ());
        let (done, limit) = (&all.runs, Some(limit));
        let part = ChunkRun { done, shard, limit, stop: &stop, progress: &progress };
        let save = |_: RunSample| -> Result<(), SessionError> { Ok(()) };
        let save: (_, &(dyn Fn(_) -> _ + Sync)) = (Duration::ZERO, &save);
        let more =
            sample((&board, Player::Rules(&set)), method, &part, Some(save), None).unwrap().0;
        all = all.clone().join(more).unwrap();
    }
    let rules = "0123456789abcdef".to_owned();
    Statistics { method, sizes: vec![SizeSample { size, rules, lemmas: Vec::new(), sample: all }] }
}

/// Rules that hardly ever fail, rules that often do, or none; with some that are wrong or vacuous.
fn rules_of(size: usize, folder: Option<&str>, mut more: Vec<Rule>) -> Vec<Rule> {
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
        let rules = rules_of(size, folder, more);
        let stop = if dead { Stop::Dead } else { Stop::Stuck };
        let method = Method { runs, limit, seed, stop };
        let whole = stats_json::json(&draw(method, size, &rules, Shard::WHOLE, &[usize::MAX]));
        let mut parts: Vec<Statistics> = (1..=of)
            .map(|number| {
                let limits = [interrupted, usize::MAX];
                let part = draw(method, size, &rules, Shard::new(number, of).unwrap(), &limits);
                let read = stats_json::read(&stats_json::json(&part), Path::new("lines.json")).unwrap();
                assert_eq!(read, part);
                read
            })
            .collect();
        parts.rotate_left(turned % of as usize);
        let joined = parts.into_iter().reduce(|a, b| a.join(b).unwrap()).unwrap();
        prop_assert!(joined.finished());
        prop_assert_eq!(stats_json::json(&joined), whole);
    }
}
