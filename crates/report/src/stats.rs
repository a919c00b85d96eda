//! The statistics of random walks as a table. Their plot lives in [`super::stats_plot`], their JSON
//! in [`super::stats_json`].

use crate::numbers::{count, thousands};
use crate::wrap::fill;
use std::fmt::Write as _;

use super::judgement;
use super::table::{Column, Table};
use deadmove_core::formats::{Case, Expectation, Input, write_case};
use deadmove_core::verdict::Verdict;
use deadmove_engine::expectation::Unmet;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::stats::Statistics;

/// The digits after the point of a mean with this half of its interval, so that none is `± 0.0`.
pub fn digits(half: f64) -> usize {
    if half < 0.1 { 3 } else { 1 }
}

/// The table.
pub fn table(statistics: &Statistics) -> String {
    let Statistics { method, sizes } = statistics;
    let mut out = format!(
        "Random lines completed before the first failure, mean of {} runs, seed {}\n",
        thousands(method.runs),
        method.seed,
    );
    if let Some(row) = sizes.iter().find(|row| !row.lemmas.is_empty()) {
        let lemmas = row.lemmas.join(", ");
        let line = format!("with the lemmas {lemmas}, which read the whole board");
        let _ = writeln!(out, "{}", fill(&line, "", "  "));
    }
    out.push('\n');
    let mut table = Table::new([
        Column::left("board").wide(7),
        Column::left("mean").wide(9).gap(1),
        Column::left("95 % interval").wide(17).gap(1),
        Column::right("completed").wide(11).gap(1),
        Column::right("failures").wide(10).gap(1),
        Column::left(""),
    ]);
    for row in sizes {
        let sample = &row.sample;
        let (mean, interval) = match sample.mean() {
            Some((mean, half)) => (
                format!("{mean:.0$}", digits(half)),
                format!("{:.2$} to {:.2$}", (mean - half).max(0.0), mean + half, digits(half)),
            ),
            None if sample.completed == 0 => ("-".to_owned(), String::new()),
            None => (format!("> {}", thousands(sample.completed / 3)), "no failure".to_owned()),
        };
        table.row([
            format!("{0}×{0}", row.size),
            mean,
            interval,
            thousands(sample.completed),
            thousands(sample.failed.len() as u64),
            match (sample.runs.complete(), sample.runs.count()) {
                (true, _) => String::new(),
                (false, 0) => "not begun".to_owned(),
                (false, done) => format!("not finished: {} runs", thousands(done)),
            },
        ]);
    }
    out.push_str(&table.print(false));
    if sizes.iter().any(|row| (row.sample.failed.len() as u64) < row.sample.runs.count()) {
        let meaning = format!(
            "Runs end after {} without a failure; the mean is then completed / failures, and \
             without any failure a bound that holds with 95 % confidence (completed / 3).",
            count(method.limit as usize, "line", "lines"),
        );
        let _ = writeln!(out, "\n{}", fill(&meaning, "", ""));
    }
    out
}

/// The case file of a failed run, with its verdict. `run` is its number.
pub fn case(failed: &JudgedFailure, run: u64, seed: u64) -> String {
    let comment = format!("Run {run} of random lines with seed {seed} got stuck here.");
    let expect = match failed.verdict() {
        Verdict::Unknown => None,
        verdict => Some(Expectation {
            turning_point: failed.turning_point(),
            fatal_move: failed.fatal_move(),
            ..Expectation::of(verdict)
        }),
    };
    write_case(&Case {
        comment,
        position: failed.position.clone(),
        expect,
        demands: Vec::new(),
        options: None,
    })
}

/// A failed run, judged and drawn; `file` is where it is saved.
pub fn failed(failed: &JudgedFailure, file: &str, styled: bool) -> String {
    let input = Input {
        name: file.to_owned(),
        source: None,
        position: failed.position.clone(),
        expect: None,
        demands: Vec::new(),
        options: None,
    };
    judgement::full(&input, &failed.judgement, &Unmet::default(), styled)
}
