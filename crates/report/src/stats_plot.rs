//! Random lines as a plot: lines completed per failure with their intervals over the side of the
//! board, on a logarithmic scale. A size without a failure has a lower bound in place of a mean,
//! and a size that is not done says so.

use std::fmt::Write as _;

use crate::numbers::thousands;
use crate::stats;
use crate::wrap::wrap;
use deadmove_search::walk::stats::{Rate, SizeSample, Statistics};
use deadmove_svg::palette::{BLUE, INK, PALE_INK, VERMILION};
use deadmove_svg::{Document, escape};

const WIDTH: f64 = 640.0;
/// The height of the area with the points.
const AREA: f64 = 260.0;
/// Right of it, and left of it if the numbers on the axis are short.
const MARGIN: f64 = 64.0;
/// The most that a digit of these numbers takes.
const DIGIT: f64 = 7.2;
/// Between the numbers and the area.
const GAP: f64 = 8.0;
const LINE_HEIGHT: f64 = 18.0;
/// Letters of the subtitle in a line.
const LETTERS: usize = 88;
/// Points have their numbers beside them up to this many sizes.
const NUMBERED: usize = 10;

/// What the scale must contain. Zero has no place on it.
fn values(rate: Rate) -> Vec<f64> {
    let values = match rate {
        Rate::Mean { mean, low, high } => vec![mean, low.max(mean / 10.0), high],
        Rate::AtLeast(bound) => vec![bound],
        Rate::Nothing => Vec::new(),
    };
    values.into_iter().filter(|value| *value > 0.0).collect()
}

/// The plot. `rules` names the rule set.
pub fn svg(statistics: &Statistics, rules: &str) -> String {
    let Statistics { method, sizes } = statistics;
    let rates: Vec<Rate> = sizes.iter().map(|row| row.sample.rate(*method)).collect();
    let subtitle: Vec<String> = [format!("rules: {rules}"), stats::in_words(*method)]
        .iter()
        .flat_map(|paragraph| wrap(paragraph, LETTERS))
        .collect();
    let mut plot = Plot::new(sizes, &rates, 66.0 + subtitle.len() as f64 * LINE_HEIGHT);
    plot.text(24.0, 30.0, 15, INK, "Random lines completed per failure", true);
    for (number, line) in subtitle.iter().enumerate() {
        plot.text(24.0, 50.0 + number as f64 * LINE_HEIGHT, 12, PALE_INK, line, false);
    }
    plot.axes(sizes);
    for (row, &rate) in sizes.iter().zip(&rates) {
        plot.point(row.size, rate, sizes.len() <= NUMBERED);
        plot.missing(row);
    }
    let height = plot.legend(sizes, &rates);
    let title =
        format!("Random lines completed per failure, by size of the board; {}", subtitle.join(" "));
    let attributes = format!(r#"fill="{INK}" role="img""#);
    let (attributes, title) = (&*attributes, Some(&*title));
    Document { width: WIDTH, height, attributes, title, paper: "white" }.of(&plot.out)
}

struct Plot {
    out: String,
    /// The upper edge of the area with the points.
    top: f64,
    /// The first and the last side.
    sides: (f64, f64),
    /// The ends of the scale, as powers of ten.
    scale: (f64, f64),
    /// The left edge of the area.
    left: f64,
}

/// The number of a line of the scale.
fn power_of_ten(power: i32) -> String {
    match power {
        0.. => thousands(10u128.pow(power as u32)),
        _ => 10f64.powi(power).to_string(),
    }
}

impl Plot {
    fn new(sizes: &[SizeSample], rates: &[Rate], top: f64) -> Plot {
        let values: Vec<f64> = rates.iter().copied().flat_map(values).collect();
        let lowest = values.iter().copied().reduce(f64::min).unwrap_or(1.0).log10().floor();
        let highest = values.iter().copied().fold(1.0, f64::max).log10().ceil();
        let first = sizes.iter().map(|row| row.size).min().unwrap_or(0) as f64;
        let last = sizes.iter().map(|row| row.size).max().unwrap_or(1) as f64;
        let scale = (lowest.min(highest - 1.0), highest);
        let numbers = (scale.0 as i32..=scale.1 as i32).map(power_of_ten);
        let longest = numbers.map(|number| number.chars().count()).max().unwrap_or(0);
        let left = MARGIN.max((longest as f64 * DIGIT + 2.0 * GAP).ceil());
        Plot { out: String::new(), top, sides: (first, last), scale, left }
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{element}").expect("writing to a string succeeds");
    }

    fn text(&mut self, x: f64, y: f64, size: u8, colour: &str, text: &str, bold: bool) {
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let text = escape(text);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{colour}"{weight}>{text}</text>"#
        ));
    }

    fn bottom(&self) -> f64 {
        self.top + AREA
    }

    fn x(&self, size: usize) -> f64 {
        let (first, last) = self.sides;
        match last > first {
            true => {
                let share = (size as f64 - first) / (last - first);
                self.left + 20.0 + share * (WIDTH - MARGIN - self.left - 40.0)
            }
            false => WIDTH / 2.0,
        }
    }

    /// The height of a value; what lies below the scale is at its lower end.
    fn y(&self, value: f64) -> f64 {
        let (lowest, highest) = self.scale;
        let share = ((value.log10() - lowest) / (highest - lowest)).max(0.0);
        self.bottom() - share * AREA
    }

    fn axes(&mut self, sizes: &[SizeSample]) {
        for power in self.scale.0 as i32..=self.scale.1 as i32 {
            let (at, left, right) = (self.y(10f64.powi(power)), self.left, WIDTH - MARGIN);
            let number = power_of_ten(power);
            self.add(format_args!(
                r##"<line x1="{left}" x2="{right}" y1="{at:.1}" y2="{at:.1}" stroke="#dddddd"/><text x="{}" y="{:.1}" font-size="12" text-anchor="end">{number}</text>"##,
                left - GAP,
                at + 4.0
            ));
        }
        let y = self.bottom() + 20.0;
        for row in sizes {
            let (x, size) = (self.x(row.size), row.size);
            self.add(format_args!(
                r#"<text x="{x:.1}" y="{y:.1}" font-size="12" text-anchor="middle">{size}</text>"#
            ));
        }
        let (x, y) = (WIDTH / 2.0, y + 22.0);
        self.add(format_args!(
            r#"<text x="{x}" y="{y:.1}" font-size="12" text-anchor="middle">side of the board</text>"#
        ));
    }

    fn point(&mut self, size: usize, rate: Rate, numbered: bool) {
        let x = self.x(size);
        let at = match rate {
            Rate::Mean { mean, low, high } => {
                let (mean_at, low, high) = (self.y(mean), self.y(low), self.y(high));
                self.mean(x, mean_at, low, high);
                mean_at
            }
            Rate::AtLeast(bound) => {
                let at = self.y(bound);
                self.bound(x, at);
                at
            }
            Rate::Nothing => return,
        };
        let (number, _) = stats::rate(rate);
        if numbered {
            self.text(x + 9.0, at + 4.0, 11, PALE_INK, &number, false);
        }
    }

    fn mean(&mut self, x: f64, mean: f64, low: f64, high: f64) {
        self.add(format_args!(
            r#"<line x1="{x:.1}" x2="{x:.1}" y1="{low:.1}" y2="{high:.1}" stroke="{BLUE}" stroke-width="2"/><circle cx="{x:.1}" cy="{mean:.1}" r="4" fill="{BLUE}"/>"#
        ));
    }

    /// An open triangle on the bound, with an arrow up from it.
    fn bound(&mut self, x: f64, at: f64) {
        self.add(format_args!(
            r#"<path d="M{x:.1} {:.1}v-22m-4 5l4 -6l4 6" stroke="{VERMILION}" stroke-width="1.5" fill="none"/><path d="M{:.1} {:.1}h12l-6 -10Z" fill="white" stroke="{VERMILION}" stroke-width="1.5" stroke-linejoin="round"/>"#,
            at - 5.0,
            x - 6.0,
            at + 5.0,
        ));
    }

    /// What is not done of a size, along the left of its column.
    fn missing(&mut self, row: &SizeSample) {
        let (x, y) = (self.x(row.size) - 12.0, self.bottom() - 6.0);
        let text = match (row.sample.runs.complete(), row.sample.runs.count()) {
            (true, _) => return,
            (false, 0) => "not begun".to_owned(),
            (false, done) => format!("not finished: {} runs", thousands(done)),
        };
        self.add(format_args!(
            r#"<text transform="translate({x:.1} {y:.1}) rotate(-90)" font-size="11" fill="{PALE_INK}">{text}</text>"#
        ));
    }

    /// The meaning of the signs that occur. Returns the height of the whole plot.
    fn legend(&mut self, sizes: &[SizeSample], rates: &[Rate]) -> f64 {
        let mut y = self.bottom() + 72.0;
        if rates.iter().any(|rate| matches!(rate, Rate::Mean { .. })) {
            self.mean(32.0, y - 4.0, y + 4.0, y - 12.0);
            self.text(48.0, y, 12, INK, "completed / failures, with the 95 % interval", false);
            y += 24.0;
        }
        if rates.iter().any(|rate| matches!(rate, Rate::AtLeast(_))) {
            // Room for the arrow.
            y += 10.0;
            self.bound(32.0, y);
            let meaning = "no failure: a lower bound, with 95 % confidence";
            self.text(48.0, y, 12, INK, meaning, false);
            y += 24.0;
        }
        if !sizes.iter().all(|row| row.sample.runs.complete()) {
            let meaning = "Sizes that are not begun or not finished say so at their place.";
            self.text(24.0, y, 12, INK, meaning, false);
            y += 24.0;
        }
        y
    }
}
