//! Plots of random walks: what is known of each size, and what is not.

use deadmove_report::stats_plot::svg;
use deadmove_search::walk::stats::{FailedRun, Method, RunSample, SizeSample, Statistics};
use deadmove_search::walk::{Stop, WalkFailure};
use deadmove_verify::chunks::Chunks;

const RUNS: u64 = 40;

/// A size of which `done` runs are finished, `failures` of them with a failure.
fn size(size: usize, done: u64, completed: u64, failures: u64) -> SizeSample {
    let failed = (0..failures)
        .map(|run| FailedRun { run, failure: WalkFailure { path: Vec::new(), dead_move: None } })
        .collect();
    let sample = RunSample { runs: Chunks::of(RUNS, (0..done).collect()), completed, failed };
    SizeSample { size, rules: String::new(), lemmas: Vec::new(), sample }
}

fn plot(sizes: Vec<SizeSample>) -> String {
    let method = Method { runs: RUNS, limit: 3000, seed: 7, stop: Stop::Stuck };
    svg(&Statistics { method, sizes }, "rules/edge & more")
}

const BOUND: &str = "no failure: a lower bound, with 95 % confidence";
const MEAN: &str = "completed / failures, with the 95 % interval";
const PART: &str = "Sizes that are not begun or not finished";

#[test]
fn a_plot_names_its_rules_and_how_it_was_made() {
    let plot = plot(vec![size(5, RUNS, 800, 40)]);
    assert!(plot.contains(">rules: rules/edge &amp; more</text>"), "{plot}");
    let method = ">40 runs for each size, seed 7; a run ends after 3,000 lines without a \
                  failure</text>";
    assert!(plot.contains(method), "{plot}");
    assert!(plot.contains(MEAN) && !plot.contains(BOUND) && !plot.contains(PART), "{plot}");
}

#[test]
fn a_size_without_a_failure_has_its_lower_bound() {
    let plot = plot(vec![size(5, RUNS, 120_000, 0), size(7, RUNS, 120_000, 0)]);
    assert_eq!(plot.matches(">&gt; 40,056</text>").count(), 2, "{plot}");
    assert!(plot.contains(BOUND) && !plot.contains(MEAN), "{plot}");
}

#[test]
fn a_size_that_is_not_done_says_so() {
    let plot = plot(vec![size(5, RUNS, 90, 40), size(7, 12, 300, 0), size(9, 0, 0, 0)]);
    assert!(plot.contains(">not finished: 12 runs</text>"), "{plot}");
    assert!(plot.contains(">not begun</text>"), "{plot}");
    assert!(!plot.contains(BOUND) && plot.contains(MEAN) && plot.contains(PART), "{plot}");
}

#[test]
fn numbers_on_the_axis_begin_right_of_the_edge() {
    for completed in [120, 2_000_000, u64::MAX] {
        let plot = plot(vec![size(5, RUNS, completed, 0)]);
        for text in plot.split("<text ").filter(|text| text.contains("text-anchor=\"end\"")) {
            let end: f64 = text.split('"').nth(1).unwrap().parse().unwrap();
            let number = text.split(['>', '<']).nth(1).unwrap();
            // Letters, commas among them, take at most 0.6 of their height on average.
            let begin = end - number.chars().count() as f64 * 12.0 * 0.6;
            assert!(begin > 0.0, "{number} begins at {begin}");
        }
    }
}

#[test]
fn no_number_lies_outside_the_plot() {
    let plots = [
        plot(vec![size(5, RUNS, 0, 40)]),
        plot(vec![size(5, RUNS, 1, 0), size(7, RUNS, 2, 40)]),
        plot(vec![size(3, 0, 0, 0)]),
        plot(vec![size(5, RUNS, u64::MAX, 0), size(51, RUNS, 1, 1)]),
    ];
    for plot in plots {
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
        let heights = plot.split(" cy=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let heights: Vec<f64> = heights.map(|height| height.parse().unwrap()).collect();
        // The last one is in the legend.
        let points = &heights[..heights.len().saturating_sub(1)];
        assert!(points.iter().all(|y| (100.0..=365.0).contains(y)), "{points:?}");
    }
}
