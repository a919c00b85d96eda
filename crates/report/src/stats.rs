//! Random lines as a table: how many are completed per failure. Their plot lives in
//! [`super::stats_plot`], their JSON in [`super::stats_json`].

use crate::numbers::{count, thousands};
use crate::wrap::fill;
use std::fmt::Write as _;

use super::table::{Column, Table};
use super::walk::write_failure;
use deadmove_search::walk::Stop;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::stats::{FailedRun, Method, Rate, Statistics};

/// Lines per failure and their 95 % interval in digits, such as `2.5` and `1.9 to 3.4`. Without a
/// failure `> 33`, or nothing if the bound is below 1.
pub fn rate(rate: Rate) -> (String, String) {
    match rate {
        Rate::Mean { mean, low, high } => {
            let digits = if high - low < 0.2 { 3 } else { 1 };
            (format!("{mean:.digits$}"), format!("{low:.digits$} to {high:.digits$}"))
        }
        Rate::AtLeast(bound) if bound >= 1.0 => {
            (format!("> {}", thousands(bound as u64)), "no failure".to_owned())
        }
        Rate::AtLeast(_) => ("-".to_owned(), "no failure".to_owned()),
        Rate::Nothing => ("-".to_owned(), String::new()),
    }
}

/// How the lines were drawn, in words.
pub fn in_words(method: Method) -> String {
    let failure = match method.stop {
        Stop::Stuck => "",
        Stop::Dead => ", which is a stuck line or an allowed dead move",
    };
    format!(
        "{} for each size, seed {}; a run ends after {} without a failure{failure}",
        count(method.runs as usize, "run", "runs"),
        method.seed,
        count(method.limit as usize, "line", "lines"),
    )
}

/// The table. `rules` is the set as given on the command line, unless it is not known.
pub fn table(statistics: &Statistics, rules: Option<&str>) -> String {
    let Statistics { method, sizes } = statistics;
    let by = rules.map(|rules| format!(" by {rules}")).unwrap_or_default();
    let until = match method.stop {
        Stop::Stuck => "",
        Stop::Dead => ", to a dead move that is allowed",
    };
    let head = format!(
        "Random lines{by}{until}: {} of at most {}, seed {}",
        count(method.runs as usize, "run", "runs"),
        count(method.limit as usize, "line", "lines"),
        method.seed,
    );
    let mut out = fill(&head, "", "  ") + "\n";
    if let Some(row) = sizes.iter().find(|row| !row.lemmas.is_empty()) {
        let lemmas = row.lemmas.join(", ");
        let line = format!("with the lemmas {lemmas}, which read the whole board");
        let _ = writeln!(out, "{}", fill(&line, "", "  "));
    }
    out.push('\n');
    let mut table = Table::new([
        Column::left("board").wide(7),
        Column::left("per failure").wide(11).gap(1),
        Column::left("95 % interval").wide(17).gap(1),
        Column::right("completed").wide(11).gap(1),
        Column::right("failures").wide(10).gap(1),
        Column::left(""),
    ]);
    for row in sizes {
        let sample = &row.sample;
        let (mean, interval) = rate(sample.rate(*method));
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
            "A run ends with a failure or after {}. Per failure: completed / failures; without a \
             failure, a bound that holds with 95 % confidence.",
            count(method.limit as usize, "line", "lines"),
        );
        let _ = writeln!(out, "\n{}", fill(&meaning, "", ""));
    }
    out
}

/// The case file of a failed run, with its verdict.
pub fn case(failed: &JudgedFailure, FailedRun { run, failure }: &FailedRun, seed: u64) -> String {
    let comment = match failure.dead_move {
        None => format!("Run {run} of random lines with seed {seed} got stuck here."),
        Some(m) => {
            format!("Run {run} of random lines with seed {seed} came here; {m} was allowed.")
        }
    };
    write_failure(failed, comment)
}
