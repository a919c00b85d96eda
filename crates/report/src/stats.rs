//! The statistics of random walks as a table, JSON, and a plot.

use crate::numbers::thousands;
use std::fmt::Write as _;

use serde::Serialize;

use super::json::SCHEMA;
use super::table::{Column, Table};
use deadmove_search::walk::stats::Sample;
use deadmove_svg::Document;
use deadmove_svg::palette::{BLUE, INK};

/// The sample of one size.
#[derive(Clone, Debug)]
pub struct SizeSample {
    /// Side of the board.
    pub size: usize,
    /// Digest of the rules for that board.
    pub rules: String,
    /// The runs.
    pub sample: Sample,
    /// Whether all runs were done.
    pub finished: bool,
}

/// How the samples were taken.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Method {
    /// Requested runs per size.
    pub runs: u64,
    /// Walkthroughs after which a run ends without a failure.
    pub limit: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The table.
pub fn table(rows: &[SizeSample], method: Method) -> String {
    let mut out = format!(
        "Random walkthroughs completed before the first failure, mean of {} runs, seed {}\n\n",
        thousands(method.runs),
        method.seed,
    );
    let mut table = Table::new([
        Column::left("board").wide(7),
        Column::left("mean").wide(9).gap(1),
        Column::left("95 % interval").wide(17).gap(1),
        Column::right("completed").wide(11).gap(1),
        Column::right("failures").wide(10).gap(1),
        Column::left(""),
    ]);
    for row in rows {
        let sample = &row.sample;
        let (mean, interval) = match sample.mean() {
            Some((mean, half)) => (
                format!("{mean:.1}"),
                format!("{:.1} to {:.1}", (mean - half).max(0.0), mean + half),
            ),
            None => (format!("> {}", thousands(sample.completed / 3)), "no failure".to_owned()),
        };
        table.row([
            format!("{0}×{0}", row.size),
            mean,
            interval,
            thousands(sample.completed),
            thousands(sample.failures),
            if row.finished { "" } else { "not finished" }.to_owned(),
        ]);
    }
    out.push_str(&table.print(false));
    if rows.iter().any(|row| row.sample.failures < row.sample.runs) {
        let _ = writeln!(
            out,
            "\nRuns end after {} walkthroughs without a failure; the mean is then completed / failures,\n\
             and without any failure a bound that holds with 95 % confidence (completed / 3).",
            thousands(method.limit),
        );
    }
    out
}

#[derive(Serialize)]
struct StatsObject<'a> {
    schema: u8,
    #[serde(flatten)]
    method: Method,
    finished: bool,
    sizes: Vec<RowObject<'a>>,
}

#[derive(Serialize)]
struct RowObject<'a> {
    size: usize,
    rules: &'a str,
    runs: u64,
    completed: u64,
    failures: u64,
    /// Null without a failure.
    mean: Option<f64>,
    interval: Option<[f64; 2]>,
}

/// The samples as a JSON object.
pub fn json(rows: &[SizeSample], method: Method) -> String {
    let object = StatsObject {
        schema: SCHEMA,
        method,
        finished: rows.iter().all(|row| row.finished),
        sizes: rows
            .iter()
            .map(|row| RowObject {
                size: row.size,
                rules: &row.rules,
                runs: row.sample.runs,
                completed: row.sample.completed,
                failures: row.sample.failures,
                mean: row.sample.mean().map(|(mean, _)| mean),
                interval: row.sample.mean().map(|(m, half)| [(m - half).max(0.0), m + half]),
            })
            .collect(),
    };
    serde_json::to_string(&object).expect("strings and numbers are valid JSON")
}

/// The plot: means with their intervals over the side of the board, on a logarithmic scale. Sizes
/// without a failure have no mean and no point.
pub fn svg(rows: &[SizeSample], method: Method) -> String {
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
