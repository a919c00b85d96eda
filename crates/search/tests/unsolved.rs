//! The positions that the research has no rule for (`cases/unsolved`): they are those of the
//! corpus, and their dead moves have reasons and are lifted.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use deadmove_core::board::{Board, Move, from_letters};
use deadmove_core::formats::{Input, load};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::judge::{Engine, decide_move};
use deadmove_search::lift::{LiftOptions, lift};
use deadmove_search::mine::seeds::{NamedSeed, seeds};
use deadmove_verify::explain::forbidding_match;
use rayon::prelude::*;
use serde_json::Value;

/// Separates the name of a position from the number of steps, in the name of a case that is an
/// earlier step of it.
const EARLIER: &str = "-at-";
/// Cases whose path is in no record of the corpus.
const ONLY_A_PATH_FILE: [&str; 1] = ["2026_0301_2"];
/// Records that are called unsolved, but not kept in the folder.
const ELSEWHERE: [&str; 2] = ["2025_0528", "2025_0720"];

fn cases() -> Vec<Input> {
    load(&deadmove_testing::root().join("cases/unsolved")).unwrap()
}

fn dead_moves() -> Vec<NamedSeed> {
    seeds(&cases()).unwrap().into_iter().flatten().collect()
}

/// Whether the program took or allowed the move.
fn was_open(found: &NamedSeed) -> bool {
    let allowed = found.allowed.iter().flatten();
    found.rest.first().into_iter().chain(allowed).any(|step| *step == found.seed.fatal)
}

/// The records of the corpus by name, folders left out; none if it is not there.
fn records() -> Option<BTreeMap<String, Value>> {
    let file = deadmove_testing::root().join("../shared/corpus/positions.jsonl");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("SKIPPED: the corpus is not there");
        return None;
    };
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let wanted = records.filter_map(|record| {
        let name = record["name"].as_str().unwrap();
        let short = name.strip_prefix("unsolved/").unwrap_or(name);
        let wanted = name != short || ELSEWHERE.contains(&name);
        wanted.then(|| (short.to_owned(), record.clone()))
    });
    Some(wanted.collect())
}

fn moves(text: &Value) -> Vec<Move> {
    let letters = match text {
        Value::Array(letters) => letters.iter().map(|letter| letter.as_str().unwrap()).collect(),
        text => text.as_str().unwrap().to_owned(),
    };
    from_letters(&letters).unwrap()
}

#[test]
fn the_cases_are_the_unsolved_positions_of_the_corpus_with_its_verdicts() {
    let Some(mut records) = records() else { return };
    assert_eq!(records.len(), 20);
    let mut files = 0;
    for case in cases().into_iter().filter(|case| !case.name.contains(EARLIER)) {
        let Some(record) = records.remove(&case.name) else {
            assert!(ONLY_A_PATH_FILE.contains(&&*case.name), "{}", case.name);
            continue;
        };
        let name = &case.name;
        let sources = record["aliases"].as_array().into_iter().flatten().chain([&record["source"]]);
        files += sources.filter(|file| file.as_str().unwrap().contains("/unsolved/")).count();
        assert_eq!(case.position.path(), moves(&record["path"]), "{name}");
        assert_eq!(u64::from(case.position.board().width()), record["n"], "{name}");
        let expect = case.expect.unwrap();
        assert_eq!(expect.verdict == Verdict::Live, record["completable"] == true, "{name}");
        let verdicts = record["moves"].as_object().unwrap();
        assert_eq!(expect.moves.len(), verdicts.len(), "{name}");
        for (step, verdict) in &expect.moves {
            assert_eq!(verdicts[&step.letter().to_string()], verdict.to_string(), "{name}");
        }
        let turning = expect.turning_point.unwrap();
        assert_eq!(turning as u64, record["turning_point"], "{name}");
        let allowed = match expect.fatal_move {
            Some(fatal) => {
                assert_eq!(moves(&record["turning_move"]), [fatal], "{name}");
                &record["turning_recorded_options"]
            }
            None => &record["recorded_options"],
        };
        assert_eq!(case.options.unwrap().after(turning), Some(&*moves(allowed)), "{name}");
    }
    assert!(records.is_empty(), "{:?}", records.keys());
    // Two of the files hold the path of another one.
    assert_eq!(files, 20);
}

#[test]
fn earlier_steps_are_all_those_at_which_the_program_allowed_a_dead_move() {
    let Some(records) = records() else { return };
    let steps = records.iter().flat_map(|(name, record)| {
        let turning = record["turning_point"].as_u64().unwrap() as usize;
        (0..turning).map(move |steps| (name, record, steps))
    });
    let steps: Vec<(&String, &Value, usize)> = steps.collect();
    let is_open = |&&(_, record, steps): &&(&String, &Value, usize)| {
        let side = record["n"].as_u64().unwrap() as usize;
        let board = Board::corner_to_corner(side, side).unwrap();
        let path = &moves(&record["path"])[..steps];
        let position = Position::from_path(board.into(), path).unwrap();
        moves(&record["step_options"][steps]).into_iter().any(|step| {
            let answer = decide_move(&position, step, Engine::Sat, &Limits::default());
            answer.unwrap().verdict() == Verdict::Dead
        })
    };
    let found = steps.par_iter().filter(is_open);
    let found = found.map(|&(name, record, steps)| {
        let file = format!("{name}{EARLIER}{steps}");
        (file, moves(&record["path"])[..steps].to_vec(), moves(&record["step_options"][steps]))
    });
    let mut found: Vec<(String, Vec<Move>, Vec<Move>)> = found.collect();
    let cases = cases().into_iter().filter(|case| case.name.contains(EARLIER));
    let mut kept: Vec<(String, Vec<Move>, Vec<Move>)> = cases
        .map(|case| {
            let path = case.position.path().to_vec();
            let allowed = case.options.unwrap().after(path.len()).unwrap().to_vec();
            (case.name, path, allowed)
        })
        .collect();
    found.sort_unstable();
    kept.sort_unstable();
    assert_eq!(found, kept);
}

#[test]
fn the_case_that_only_a_path_file_has_is_that_of_the_file() {
    let corpus = deadmove_testing::root().join("../shared/corpus/path-files");
    if !corpus.is_dir() {
        println!("SKIPPED: the corpus is not there");
        return;
    }
    let files = load(&corpus).unwrap().into_iter();
    let files: Vec<Input> = files.filter(|file| ONLY_A_PATH_FILE.contains(&&*file.name)).collect();
    assert_eq!(files.len(), ONLY_A_PATH_FILE.len());
    for file in files {
        let case = cases().into_iter().find(|case| case.name == file.name).unwrap();
        let steps = case.position.path().len();
        assert_eq!(case.position, file.position);
        assert_eq!(case.options.unwrap().after(steps), file.options.unwrap().after(steps));
    }
}

#[test]
fn every_dead_move_has_a_reason_that_needs_no_search() {
    let all = dead_moves();
    assert!(all.len() >= 25, "{}", all.len());
    all.par_iter().for_each(|found| {
        let position = &found.seed.position;
        // The checker has accepted the reason, or this is a fault.
        let answer = decide_move(position, found.seed.fatal, Engine::Sat, &Limits::default());
        let answer = answer.unwrap();
        let Outcome::Dead(reason) = answer else { panic!("{}: {answer:?}", found.name) };
        assert!(!matches!(reason, Reason::Search { .. }), "{}", found.name);
    });
}

/// Lifts dead moves: each must have a rule that forbids it.
fn lift_all(moves: &[NamedSeed]) {
    let never = AtomicBool::new(false);
    let lines: Vec<String> = moves
        .par_iter()
        .map(|found| {
            let (position, fatal) = (&found.seed.position, found.seed.fatal);
            let began = Instant::now();
            let lifted = lift(position, fatal, &LiftOptions::default(), &never);
            let seconds = began.elapsed().as_secs_f64();
            let Some(first) = lifted.first() else { panic!("{} is not lifted", found.name) };
            assert!(forbidding_match(position, fatal, &first.rule).is_some(), "{}", found.name);
            format!(
                "{} {fatal}: {} conditions, reach {}, {seconds:.2} s",
                found.position,
                first.conditions(),
                first.reach()
            )
        })
        .collect();
    println!("{}", lines.join("\n"));
}

#[test]
fn some_dead_moves_that_the_program_allowed_are_lifted() {
    let open: Vec<NamedSeed> = dead_moves().into_iter().filter(was_open).step_by(7).collect();
    assert!(open.len() >= 3);
    lift_all(&open);
}

#[test]
#[ignore = "half a minute"]
fn every_dead_move_is_lifted() {
    lift_all(&dead_moves());
}
