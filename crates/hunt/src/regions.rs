//! Random regions of shapes on which the lemmas may fail.
//!
//! A try depends on the seed, the shape and its number only.

use std::collections::BTreeSet;

use deadmove_core::verdict::Limits;
use deadmove_engine::judge::Fault;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::miss::{MissAnswer, ask, compare, confirm, shrink};
use crate::region::{Region, RegionCell};

/// What random regions look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionShape {
    /// Two rooms side by side, joined by a gate of several edges.
    Rooms,
    /// A rectangle with teeth.
    Comb,
    /// A rectangle without two corners in the form of stairs.
    Stairs,
    /// A rectangle with notches.
    Pockets,
    /// A rectangle with holes.
    Holes,
}

impl RegionShape {
    /// All shapes.
    pub const ALL: [RegionShape; 5] = [
        RegionShape::Rooms,
        RegionShape::Comb,
        RegionShape::Stairs,
        RegionShape::Pockets,
        RegionShape::Holes,
    ];

    /// Its name in options and reports.
    pub const fn word(self) -> &'static str {
        match self {
            RegionShape::Rooms => "rooms",
            RegionShape::Comb => "comb",
            RegionShape::Stairs => "stairs",
            RegionShape::Pockets => "pockets",
            RegionShape::Holes => "holes",
        }
    }
}

/// What was found among the regions of a shape.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct ShapeEntry {
    /// The shape.
    #[schemars(with = "String")]
    pub shape: RegionShape,
    /// Tries done.
    pub tries: u64,
    /// Refuted by the lemmas.
    pub refuted: u64,
    /// Live.
    pub live: u64,
    /// Dead, and not refuted.
    pub missed: u64,
    /// Left open by the engines.
    pub unknown: u64,
}

impl ShapeEntry {
    /// No try done.
    pub(crate) fn none(shape: RegionShape) -> ShapeEntry {
        ShapeEntry { shape, tries: 0, refuted: 0, live: 0, missed: 0, unknown: 0 }
    }

    /// Adds what was found among other regions of the shape.
    pub(crate) fn add(&mut self, other: &ShapeEntry) {
        self.tries += other.tries;
        self.refuted += other.refuted;
        self.live += other.live;
        self.missed += other.missed;
        self.unknown += other.unknown;
    }
}

/// A miss among random regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The number of the try, from 0.
    pub number: u64,
    /// The region as it was tried.
    pub found: Region,
    /// The region made smaller.
    pub shrunk: Region,
}

/// One in so many tries is compared with the second implementation of the lemmas.
const COMPARED: u64 = 500;

/// Does tries `from..to`.
///
/// # Errors
/// If two implementations of the lemmas, or two engines, contradict each other.
pub fn hunt(
    shape: RegionShape,
    seed: u64,
    (from, to): (u64, u64),
) -> Result<(ShapeEntry, Vec<Miss>), Fault> {
    let tries: Vec<(MissAnswer, Option<Miss>)> = (from..to)
        .into_par_iter()
        .map(|number| {
            let region = random(shape, seed, number);
            let position = region.position().expect("two ends");
            if number.is_multiple_of(COMPARED) {
                compare(&position)?;
            }
            let found = ask(&position);
            if !matches!(found, MissAnswer::Missed(_)) {
                return Ok((found, None));
            }
            let (shrunk, limits) = (shrink(&region), Limits::default());
            let confirmed = confirm(&shrunk.position().expect("two ends"), &limits)?
                && confirm(&position, &limits)?;
            match confirmed {
                true => Ok((found, Some(Miss { number, found: region, shrunk }))),
                false => Ok((MissAnswer::Unknown, None)),
            }
        })
        .collect::<Result<_, Fault>>()?;
    let mut tally = ShapeEntry { tries: to - from, ..ShapeEntry::none(shape) };
    let mut misses = Vec::new();
    for (found, miss) in tries {
        let count = match found {
            MissAnswer::Refuted => &mut tally.refuted,
            MissAnswer::Live => &mut tally.live,
            MissAnswer::Missed(_) => &mut tally.missed,
            MissAnswer::Unknown => &mut tally.unknown,
        };
        *count += 1;
        misses.extend(miss);
    }
    Ok((tally, misses))
}

/// The region of a try: connected, with ends that the colours allow.
pub fn random(shape: RegionShape, seed: u64, number: u64) -> Region {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    loop {
        let cells = match shape {
            RegionShape::Rooms => match rooms(&mut rng) {
                Some(region) => return region,
                None => continue,
            },
            RegionShape::Comb => comb(&mut rng),
            RegionShape::Stairs => stairs(&mut rng),
            RegionShape::Pockets => pockets(&mut rng),
            RegionShape::Holes => holes(&mut rng),
        };
        if let Some(region) = with_ends(cells, &mut rng) {
            return region;
        }
    }
}

fn rectangle(left: usize, top: usize, width: usize, height: usize) -> BTreeSet<RegionCell> {
    (left..left + width).flat_map(|c| (top..top + height).map(move |r| (c, r))).collect()
}

/// Two low rectangles side by side, with bumps above and below. Both ends are in the first, and the
/// colours of each room would allow a line in the first and a closed line in the second: so
/// counting colours does not say that the gate between them is used.
fn rooms(rng: &mut ChaCha8Rng) -> Option<Region> {
    let mut room = |left: usize, widths: std::ops::RangeInclusive<usize>| {
        let (width, height) = (rng.random_range(widths), rng.random_range(3..=4));
        let top = rng.random_range(2..=3);
        let mut cells = rectangle(left, top, width, height);
        for _ in 0..rng.random_range(0..=2) {
            let length = rng.random_range(1..=width.min(4));
            let from = left + rng.random_range(0..=width - length);
            let row = if rng.random_bool(0.5) { top - 1 } else { top + height };
            cells.extend((from..from + length).map(|column| (column, row)));
        }
        (cells, left + width)
    };
    let (first, gate) = room(0, 3..=8);
    let (second, _) = room(gate, 2..=5);
    let first = with_ends(first, rng)?;
    let second = Region { cells: second, ..first.clone() };
    let cells: BTreeSet<RegionCell> = first.cells.union(&second.cells).copied().collect();
    let region = Region { cells, ..first };
    let right = second.surplus() == 0 && region.ends_are_at_the_edge();
    (right && region.is_connected()).then_some(region)
}

fn comb(rng: &mut ChaCha8Rng) -> BTreeSet<RegionCell> {
    let (width, height) = (rng.random_range(5..=11), rng.random_range(4..=8));
    let mut cells = rectangle(0, 0, width, height);
    let mut column = rng.random_range(1..=2);
    while column + 1 < width {
        let depth = rng.random_range(1..height - 1);
        let from_above = rng.random_bool(0.7);
        for row in 0..depth {
            cells.remove(&(column, if from_above { row } else { height - 1 - row }));
        }
        column += rng.random_range(2..=4);
    }
    nibble(&mut cells, rng.random_range(0..=3), rng);
    cells
}

fn stairs(rng: &mut ChaCha8Rng) -> BTreeSet<RegionCell> {
    let (width, height) = (rng.random_range(5..=10), rng.random_range(5..=10));
    let mut cells = rectangle(0, 0, width, height);
    for upper in [true, false] {
        let mut row = 0;
        let mut length = rng.random_range(0..width - 1);
        while length > 0 && row < height {
            for i in 0..length {
                cells.remove(&if upper { (i, row) } else { (width - 1 - i, height - 1 - row) });
            }
            row += 1;
            length = length.saturating_sub(rng.random_range(0..=2));
        }
    }
    nibble(&mut cells, rng.random_range(0..=3), rng);
    cells
}

fn pockets(rng: &mut ChaCha8Rng) -> BTreeSet<RegionCell> {
    let (width, height) = (rng.random_range(5..=10), rng.random_range(4..=8));
    let mut cells = rectangle(0, 0, width, height);
    for _ in 0..rng.random_range(1..=5) {
        let length = rng.random_range(1..height);
        let column = rng.random_range(0..width);
        let row = rng.random_range(0..height);
        let side = rng.random_range(0..4);
        for i in 0..length {
            cells.remove(&match side {
                0 => (column, i),
                1 => (column, height - 1 - i),
                2 => (i, row),
                _ => (width.saturating_sub(1 + i), row),
            });
        }
    }
    nibble(&mut cells, rng.random_range(0..=4), rng);
    cells
}

fn holes(rng: &mut ChaCha8Rng) -> BTreeSet<RegionCell> {
    let (width, height) = (rng.random_range(4..=8), rng.random_range(4..=7));
    let mut cells = rectangle(0, 0, width, height);
    for _ in 0..rng.random_range(1..=5) {
        let hole = (rng.random_range(1..width - 1), rng.random_range(1..height - 1));
        cells.remove(&hole);
        if rng.random_bool(0.4) {
            cells.remove(&(hole.0 + 1, hole.1));
        }
    }
    nibble(&mut cells, rng.random_range(0..=4), rng);
    cells
}

/// Takes away cells that have at most two neighbours left, one by one.
fn nibble(cells: &mut BTreeSet<RegionCell>, count: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..count {
        let region = Region { cells: std::mem::take(cells), live_end: (0, 0), end: (0, 0) };
        let corner = |&&place: &&RegionCell| region.neighbours(place).count() <= 2;
        let corner = region.cells.iter().filter(corner).choose(rng).copied();
        *cells = region.cells;
        if let Some(corner) = corner {
            cells.remove(&corner);
        }
    }
}

/// Two ends at the edge of the cells that the colours allow, if the cells are connected.
fn with_ends(cells: BTreeSet<RegionCell>, rng: &mut ChaCha8Rng) -> Option<Region> {
    let first = *cells.first()?;
    let region = Region { cells, live_end: first, end: first };
    if !region.is_connected() || region.cells.len() < 4 {
        return None;
    }
    let edge = |&&place: &&RegionCell| region.neighbours(place).count() < 4;
    let live_end = *region.cells.iter().filter(edge).choose(rng)?;
    let end = *region.cells.iter().filter(edge).filter(|&&end| end != live_end).choose(rng)?;
    let region = Region { cells: region.cells, live_end, end };
    region.colours_allow_a_line().then_some(region)
}
