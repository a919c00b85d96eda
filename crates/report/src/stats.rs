//! The statistics of random walks as a table and a plot. Their JSON lives in [`super::stats_json`].

use crate::numbers::thousands;
use std::fmt::Write as _;

use super::judgement;
use super::table::{Column, Table};
use deadmove_core::formats::{Case, Expectation, Input, write_case};
use deadmove_core::verdict::Verdict;
use deadmove_engine::expectation::Unmet;
use deadmove_search::walk::judged::JudgedFailure;
use deadmove_search::walk::stats::Statistics;
use deadmove_svg::Document;
use deadmove_svg::palette::{BLUE, INK};

/// The table.
pub fn table(statistics: &Statistics) -> String {
    let Statistics { method, sizes } = statistics;
    let mut out = format!(
        "Random walkthroughs completed before the first failure, mean of {} runs, seed {}\n",
        thousands(method.runs),
        method.seed,
    );
    if let Some(row) = sizes.iter().find(|row| !row.lemmas.is_empty()) {
        let _ =
            writeln!(out, "with the lemmas {}, which read the whole board", row.lemmas.join(", "));
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
                format!("{mean:.1}"),
                format!("{:.1} to {:.1}", (mean - half).max(0.0), mean + half),
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
        let _ = writeln!(
            out,
            "\nRuns end after {} walkthroughs without a failure; the mean is then completed / failures,\n\
             and without any failure a bound that holds with 95 % confidence (completed / 3).",
            thousands(method.limit),
        );
    }
    out
}

/// The case file of a failed run, with its verdict. `run` is its number.
pub fn case(failed: &JudgedFailure, run: u64, seed: u64) -> String {
    let comment = format!("Run {run} of random walkthroughs with seed {seed} got stuck here.");
    let expect = match failed.verdict() {
        Verdict::Unknown => None,
        verdict => Some(Expectation {
            turning_point: failed.turning_point(),
            fatal_move: failed.fatal_move(),
            ..Expectation::of(verdict)
        }),
    };
    write_case(&Case { comment, position: failed.position.clone(), expect })
}

/// A failed run, judged and drawn; `file` is where it is saved.
pub fn failed(failed: &JudgedFailure, file: &str, styled: bool) -> String {
    let input = Input {
        name: file.to_owned(),
        source: None,
        position: failed.position.clone(),
        expect: None,
        options: None,
    };
    judgement::full(&input, &failed.judgement, &Unmet::default(), styled)
}

/// The plot: means with their intervals over the side of the board, on a logarithmic scale. Sizes
/// without a failure have no mean and no point.
pub fn svg(statistics: &Statistics) -> String {
    let Statistics { method, sizes: rows } = statistics;
    const WIDTH: f64 = 560.0;
    const HEIGHT: f64 = 360.0;
    const MARGIN: f64 = 60.0;
    /// The lower end of the scale.
    const LEAST: f64 = 0.01;
    let points: Vec<(usize, f64, f64, f64)> = rows
        .iter()
        .filter_map(|row| {
            let (mean, half) = row.sample.mean()?;
            Some((row.size, mean.max(LEAST), (mean - half).max(LEAST), mean + half))
        })
        .collect();
    let lowest = points.iter().map(|p| p.2).fold(1.0, f64::min).log10().floor();
    let highest = points.iter().map(|p| p.3).fold(1.0, f64::max).log10().ceil().max(lowest + 1.0);
    let first = rows.iter().map(|row| row.size).min().unwrap_or(0) as f64;
    let last = rows.iter().map(|row| row.size).max().unwrap_or(1) as f64;
    let x = |size: usize| match last > first {
        true => MARGIN + (size as f64 - first) / (last - first) * (WIDTH - 2.0 * MARGIN),
        false => WIDTH / 2.0,
    };
    let y = |value: f64| {
        let share = (value.log10() - lowest) / (highest - lowest);
        HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
    };
    let mut out = String::new();
    for power in lowest as i32..=highest as i32 {
        let value = 10f64.powi(power);
        let at = y(value);
        let _ = writeln!(
            out,
            r##"<line x1="{MARGIN}" x2="{}" y1="{at:.1}" y2="{at:.1}" stroke="#dddddd"/><text x="{}" y="{:.1}" text-anchor="end">{value}</text>"##,
            WIDTH - MARGIN,
            MARGIN - 10.0,
            at + 4.0
        );
    }
    for row in rows {
        let _ = writeln!(
            out,
            r#"<text x="{:.1}" y="{}" text-anchor="middle">{}</text>"#,
            x(row.size),
            HEIGHT - MARGIN + 24.0,
            row.size
        );
    }
    for (size, mean, low, high) in points {
        let (at, low, high) = (x(size), y(low), y(high));
        let _ = writeln!(
            out,
            r##"<line x1="{at:.1}" x2="{at:.1}" y1="{low:.1}" y2="{high:.1}" stroke="{BLUE}" stroke-width="2"/><circle cx="{at:.1}" cy="{:.1}" r="4" fill="{BLUE}"/>"##,
            y(mean)
        );
    }
    let _ = writeln!(
        out,
        r#"<text x="{}" y="{}" text-anchor="middle">side of the board</text>
<text x="{MARGIN}" y="30">completed walkthroughs before the first failure</text>"#,
        WIDTH / 2.0,
        HEIGHT - 12.0
    );
    let title = format!(
        "Random walkthroughs completed before the first failure, mean of {} runs with 95 % \
         intervals, seed {}",
        method.runs, method.seed
    );
    let attributes = format!(r#"font-size="13" fill="{INK}" role="img""#);
    let (attributes, title) = (&*attributes, Some(&*title));
    Document { width: WIDTH, height: HEIGHT, attributes, title, paper: "white" }.of(&out)
}
