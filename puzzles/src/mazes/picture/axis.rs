//! The columns (or rows) of fields: the lines between them, found from changes of pixels.
//!
//! In a picture of a maze, pixels change only at lines between fields. Either walls and roads
//! alternate, beginning and ending with a wall, all walls of one width and all roads of another; or
//! all fields are equally wide, and any of them may be a wall. The coarsest such lines that explain
//! every change are taken, if enough of them are seen. In a picture that was scaled, walls and
//! roads may be a pixel wider than others; then every line must be seen.

use std::collections::BTreeMap;
use std::ops::Range;

use deadmove_core::error::{ErrorKind, InputError};

/// How wide walls and roads are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widths {
    /// As the picture shows.
    #[default]
    Found,
    /// Given widths in pixels.
    Given {
        /// Of a wall.
        wall: usize,
        /// Of a road.
        road: usize,
    },
    /// Any widths: every strip between two changes is a column or row.
    Strips,
}

/// Lines between columns (or rows) of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Pixel coordinates of the lines, one more than there are fields.
    pub lines: Vec<usize>,
    /// The width of walls and of roads; none for strips.
    pub widths: Option<(usize, usize)>,
    /// Whether some are a pixel wider.
    pub uneven: bool,
}

impl Axis {
    /// Number of fields.
    pub fn fields(&self) -> usize {
        self.lines.len() - 1
    }

    /// Finds lines. For each coordinate of `extent`, `changes` has a place where a pixel differs
    /// from its neighbour before, if there is one; the place is for messages. `name` is column or
    /// row.
    pub(super) fn find(
        name: &str,
        extent: Range<usize>,
        changes: &[Option<usize>],
        widths: Widths,
    ) -> Result<Axis, InputError> {
        let length = extent.len();
        let seen: Vec<usize> = (0..length).filter(|&at| changes[at].is_some()).collect();
        let as_seen = || [&[0], &seen[..], &[length]].concat();
        let (lines, widths, uneven) = match widths {
            Widths::Strips => (as_seen(), None, false),
            Widths::Given { wall, road } => {
                let lines = lines(wall, road, length);
                let odd = seen.iter().find(|at| lines.binary_search(at).is_err());
                if let Some(&at) = odd {
                    let other = changes[at].expect("a change");
                    let (x, y) = if name == "column" {
                        (at + extent.start, other)
                    } else {
                        (other, at + extent.start)
                    };
                    let message = format!(
                        "pixel ({x},{y}), counted from 0, differs from its \
                        neighbour, which is not at the edge of a {name}"
                    );
                    return Err(InputError::new(ErrorKind::WidthsWrong, message).expected(
                        format!(
                            "walls of {wall} and roads of {road} pixels; seen: {}",
                            spaces(&seen, length)
                        ),
                    ));
                }
                let ends_with_wall = lines.len().is_multiple_of(2) || wall == road;
                if lines.last() != Some(&length) || !ends_with_wall {
                    let message = format!(
                        "{length} pixels are no {name}s of {wall} and {road} \
                        pixels that begin and end with a wall"
                    );
                    return Err(InputError::new(ErrorKind::WidthsWrong, message)
                        .expected(format!("other widths; seen: {}", spaces(&seen, length))));
                }
                (lines, Some((wall, road)), false)
            }
            Widths::Found => match (found(&seen, length), scaled(&seen, length)) {
                (Some((wall, road)), _) => (lines(wall, road, length), Some((wall, road)), false),
                (None, Some(widths)) => (as_seen(), Some(widths), true),
                (None, None) => {
                    let message = format!(
                        "the {name}s are not clear; between two changes there are {}",
                        spaces(&seen, length)
                    );
                    return Err(InputError::new(ErrorKind::WidthsUnclear, message).expected(
                        "walls of one width and roads of one width; or --wall and --road, or \
                         --strips to take every strip as it is",
                    ));
                }
            },
        };
        let lines = lines.into_iter().map(|at| at + extent.start).collect();
        Ok(Axis { lines, widths, uneven })
    }
}

/// The lines of alternating walls and roads, as far as they fit.
fn lines(wall: usize, road: usize, length: usize) -> Vec<usize> {
    let mut lines = vec![0];
    let mut at = 0;
    while at < length {
        at += if lines.len() % 2 == 1 { wall } else { road };
        if at <= length {
            lines.push(at);
        }
    }
    lines
}

/// The widths of the fewest fields that explain all changes, if enough of their lines are seen.
fn found(seen: &[usize], length: usize) -> Option<(usize, usize)> {
    // For a period p the width of walls is the remainder of the length.
    let turns = (2..=length)
        .rev()
        .map(|period| (length % period, period))
        .find(|&(wall, period)| {
            wall > 0 && seen.iter().all(|at| at % period == 0 || at % period == wall)
        })
        .map(|(wall, period)| (wall, period - wall));
    let unit = seen.iter().fold(length, |a, &b| gcd(a, b));
    let even = (unit, unit);
    let fields = |(wall, road): (usize, usize)| lines(wall, road, length).len() - 1;
    let widths = turns.filter(|&turns| fields(turns) <= fields(even)).unwrap_or(even);
    let all = fields(widths) - 1;
    let gaps: Vec<usize> = gaps(seen, length);
    let both = gaps.contains(&widths.0) && gaps.contains(&widths.1);
    (both && 2 * seen.len() >= all).then_some(widths)
}

/// The smaller widths of walls and roads, if between two changes there is one field, and widths
/// differ by at most a pixel.
fn scaled(seen: &[usize], length: usize) -> Option<(usize, usize)> {
    let gaps = gaps(seen, length);
    let least = |first: usize| {
        let widths = || gaps.iter().skip(first).step_by(2);
        let (least, most) = (*widths().min()?, *widths().max()?);
        (most <= least + 1).then_some(least)
    };
    // Fewer fields are no evidence of a pattern.
    let ends_with_wall = gaps.len() % 2 == 1 && gaps.len() > 4;
    ends_with_wall.then(|| least(0).zip(least(1)))?
}

fn gaps(seen: &[usize], length: usize) -> Vec<usize> {
    let ends = seen.iter().copied().chain([length]);
    std::iter::once(0).chain(seen.iter().copied()).zip(ends).map(|(a, b)| b - a).collect()
}

/// The spaces between changes, the most frequent first.
fn spaces(seen: &[usize], length: usize) -> String {
    const SHOWN: usize = 8;
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for gap in gaps(seen, length) {
        *counts.entry(gap).or_default() += 1;
    }
    let mut counts: Vec<(usize, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(width, count)| (usize::MAX - count, width));
    let more = counts.len().saturating_sub(SHOWN);
    let shown: Vec<String> =
        counts.iter().take(SHOWN).map(|(width, count)| format!("{count} × {width} px")).collect();
    let more = if more > 0 { format!(" and {more} other widths") } else { String::new() };
    shown.join(", ") + &more
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
