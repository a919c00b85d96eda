//! The corpus: real positions with the verdicts of an independent oracle. Skipped if the corpus is
//! not next to the checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::formats::{load, parse_path};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_engine::{evidence, strips};
use rayon::prelude::*;
use serde::Deserialize;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");

#[derive(Deserialize)]
struct Recorded {
    name: String,
    n: usize,
    path: String,
    completable: bool,
    moves: BTreeMap<char, String>,
    turning_point: usize,
    turning_move: Option<char>,
}

fn recorded() -> Option<Vec<Recorded>> {
    let file = Path::new(CORPUS).join("positions.jsonl");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: {} is not there", file.display());
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a corpus line")).collect())
}

fn assert_recorded(recorded: &Recorded, engine: Engine, limits: &Limits) -> (usize, usize) {
    let board = Arc::new(Board::corner_to_corner(recorded.n, recorded.n).unwrap());
    let path = parse_path(&recorded.path).unwrap();
    let position = Position::from_path(board, &path).unwrap();
    let judgement = judge(&position, engine, limits).unwrap();
    let name = &recorded.name;
    let verdict = if recorded.completable { Verdict::Live } else { Verdict::Dead };
    assert_eq!(judgement.answer.verdict(), verdict, "{name}");
    let moves: BTreeMap<char, String> = judgement
        .moves
        .iter()
        .map(|(m, answer)| (m.letter(), answer.verdict().to_string()))
        .collect();
    assert_eq!(moves, recorded.moves, "{name}");
    let turning = &judgement.turning;
    assert_eq!(turning.live_moves(path.len()), Some(recorded.turning_point), "{name}");
    assert_eq!(turning.fatal_move().map(Move::letter), recorded.turning_move, "{name}");
    judgement.comparison.map_or((0, 0), |comparison| (comparison.agreed, comparison.open))
}

#[test]
fn every_corpus_position_gets_its_recorded_verdicts() {
    let Some(recorded) = recorded() else { return };
    assert_eq!(recorded.len(), 492);
    recorded.par_iter().for_each(|position| {
        assert_recorded(position, Engine::Sat, &Limits::default());
    });
}

/// Asks both engines about every `step`-th position; they must agree on more than `enough` answers.
fn confirm_by_frontier(step: usize, enough: usize) {
    let Some(recorded) = recorded() else { return };
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let some: Vec<&Recorded> = recorded.iter().step_by(step).collect();
    let (agreed, open) = some
        .par_iter()
        .map(|position| assert_recorded(position, Engine::Both, &limits))
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    println!("{agreed} answers confirmed, {open} beyond {} MiB", limits.memory >> 20);
    assert!(agreed > enough, "only {agreed} answers were confirmed, {open} left open");
}

#[test]
fn the_frontier_engine_confirms_some_of_the_corpus_where_it_fits_in_memory() {
    confirm_by_frontier(4, 250);
}

#[test]
#[ignore = "four seconds of processor time"]
fn the_frontier_engine_confirms_the_corpus_where_it_fits_in_memory() {
    confirm_by_frontier(1, 1000);
}

#[test]
fn every_path_file_of_the_corpus_is_read() {
    let folder = Path::new(CORPUS).join("path-files");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    assert_eq!(load(&folder).unwrap().len(), 10);
}

#[test]
fn strips_answer_every_position_of_the_corpus_with_evidence() {
    let Some(recorded) = recorded() else { return };
    recorded.par_iter().for_each(|recorded| {
        let board = Arc::new(Board::corner_to_corner(recorded.n, recorded.n).unwrap());
        let path = parse_path(&recorded.path).unwrap();
        let position = Position::from_path(board, &path).unwrap();
        let answer = strips::solve(&position, &Budget::new(&Limits::default()));
        let expected = if recorded.completable { Verdict::Live } else { Verdict::Dead };
        assert_eq!(answer.verdict(), expected, "{}", recorded.name);
        match answer {
            Outcome::Live(witness) => evidence::check_witness(&position, &witness).unwrap(),
            Outcome::Dead(reason) => evidence::check_reason(&position, &reason).unwrap(),
            Outcome::Unknown(_) => unreachable!("it is live or dead"),
        }
    });
}
