//! Scenes: what is known about the cells around a live end, on a board of which nothing else is
//! known. And windows: the connected free cells there, with the cells that touch them.
//!
//! A *wall* is a cell that is drawn, except for the live end, or that is not on the board. Every
//! cell except for the live end is either free or a wall.
//!
//! **E2.** The walls are connected: the line without its live end is connected, it begins in a
//! corner of the board, and the cells off the board surround that corner. So cells that the live
//! end and free cells enclose are free. (proof: docs/explanation/proofs-for-every-board.md, "Lemma
//! 1")

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::kernel::rule::{Offset, Pattern, Test, step};

/// The live end, from which offsets are counted.
pub const LIVE_END: Offset = (0, 0);

/// The largest number of sides and corners of a window.
const LONGEST_RIM: usize = 1_000;

/// Cells that are known to be free, walls, on the board, or off it. The live end is not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Free cells.
    pub free: BTreeSet<Offset>,
    /// Walls.
    pub walls: BTreeSet<Offset>,
    /// Cells on the board, besides those that are free.
    pub on_board: BTreeSet<Offset>,
    /// Cells that are not on the board. They are walls too.
    pub outside: BTreeSet<Offset>,
}

/// A disc of free cells with the live end, and the cells that touch it.
#[derive(Clone, Debug)]
pub struct Window {
    /// The cells of the disc without the live end, in ascending order.
    pub disc: Vec<Offset>,
    /// The *outer* cells: those that touch the disc at a side or a corner, in ascending order.
    pub outers: Vec<Offset>,
    /// The *places*: the sides and corners of the disc, clockwise, beginning above the leftmost
    /// cell of its uppermost row. The outer cells of two consecutive places are equal or
    /// neighbours.
    pub rim: Vec<RimPlace>,
}

/// A side or a corner of the disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RimPlace {
    /// The index in the disc of the cell whose side it is. None at corners, and at sides of the
    /// live end.
    pub cell: Option<usize>,
    /// The index of the outer cell.
    pub outer: usize,
}

/// The role of a cell in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowCell {
    /// A free cell of the disc, with its index.
    Disc(usize),
    /// An outer cell, with its index.
    Outer(usize),
}

/// The four neighbours of a cell, clockwise from the one above.
pub fn near(cell: Offset) -> [Offset; 4] {
    ['U', 'R', 'D', 'L'].map(|letter| step(cell, letter))
}

impl Scene {
    /// What is known if a pattern matches and a move leads to a free cell. If that is impossible,
    /// so is the scene, and its formula has no solution.
    pub fn of(pattern: &Pattern, to: Offset) -> Scene {
        let mut scene = Scene::default();
        scene.free.insert(to);
        scene.free.extend(pattern.segments.iter().flat_map(|segment| &segment.cells));
        scene.free.extend(pattern.lines.iter().flat_map(|(a, b)| [a, b]));
        for &(cell, test) in &pattern.cells {
            let (known, also) = match test {
                Test::Free | Test::FreeNotEnd => (&mut scene.free, None),
                Test::Wall => (&mut scene.walls, None),
                Test::Drawn => (&mut scene.walls, Some(&mut scene.on_board)),
                Test::Outside => (&mut scene.walls, Some(&mut scene.outside)),
                Test::OnBoard => (&mut scene.on_board, None),
            };
            known.insert(cell);
            also.map(|also| also.insert(cell));
        }
        // It passes the tests "drawn" and "wall".
        scene.walls.remove(&LIVE_END);
        scene
    }

    /// The scene with one more free cell, and with one more wall.
    ///
    /// # Errors
    /// If the cell is already known, or far away.
    pub fn split(&self, cell: Offset) -> Result<[Scene; 2], String> {
        let known = self.free.contains(&cell) || self.walls.contains(&cell) || cell == LIVE_END;
        if known || cell.0.unsigned_abs() > 999 || cell.1.unsigned_abs() > 999 {
            return Err(format!("{cell:?} is split, but it is known, or far away"));
        }
        let (mut free, mut wall) = (self.clone(), self.clone());
        free.free.insert(cell);
        wall.walls.insert(cell);
        Ok([free, wall])
    }

    /// The window: the live end with the known free cells that are connected with it, and with all
    /// cells that these enclose.
    ///
    /// # Errors
    /// If it is too large.
    pub fn window(&self) -> Result<Window, String> {
        let mut known = self.free.clone();
        known.insert(LIVE_END);
        let disc = loop {
            let disc = spread(LIVE_END, |cell| known.contains(&cell));
            let holes = enclosed(&disc);
            if holes.is_empty() {
                break disc;
            }
            known.extend(holes);
        };
        let sides = outline(&disc)?;
        let outers: BTreeSet<Offset> = sides.iter().map(|&(_, outer)| outer).collect();
        let outers: Vec<Offset> = outers.into_iter().collect();
        let disc: Vec<Offset> = disc.into_iter().filter(|&cell| cell != LIVE_END).collect();
        let number = |cells: &[Offset], cell: Offset| cells.binary_search(&cell).ok();
        let rim = sides.into_iter().filter_map(|(cell, outer)| {
            let cell = cell.and_then(|cell| number(&disc, cell));
            Some(RimPlace { cell, outer: number(&outers, outer)? })
        });
        Ok(Window { rim: rim.collect(), disc, outers })
    }
}

impl Window {
    /// The role of a cell, if it belongs to the window. The live end has none.
    pub fn find(&self, cell: Offset) -> Option<WindowCell> {
        let outer = || self.outers.binary_search(&cell).map(WindowCell::Outer);
        self.disc.binary_search(&cell).map(WindowCell::Disc).or_else(|_| outer()).ok()
    }

    /// All cells with their roles.
    pub fn cells(&self) -> impl Iterator<Item = (&Offset, WindowCell)> {
        let disc = self.disc.iter().enumerate().map(|(v, cell)| (cell, WindowCell::Disc(v)));
        disc.chain(self.outers.iter().enumerate().map(|(x, cell)| (cell, WindowCell::Outer(x))))
    }

    /// Whether a place lies after `from` and before `to`, clockwise. From a place to itself means
    /// the whole rim.
    pub fn between(&self, from: usize, place: usize, to: usize) -> bool {
        let count = self.rim.len();
        let steps = |place: usize| (place + count - from) % count;
        let last = if to == from { count } else { steps(to) };
        0 < steps(place) && steps(place) < last
    }
}

/// The cells that can be reached from a cell by steps to `open` cells.
fn spread(from: Offset, open: impl Fn(Offset) -> bool) -> BTreeSet<Offset> {
    let mut reached = BTreeSet::from([from]);
    let mut stack = vec![from];
    while let Some(cell) = stack.pop() {
        for next in near(cell) {
            if open(next) && reached.insert(next) {
                stack.push(next);
            }
        }
    }
    reached
}

/// The columns and rows of some cells and the live end, with one more on each side.
pub fn surroundings<'a>(cells: impl Iterator<Item = &'a Offset>) -> [RangeInclusive<i16>; 2] {
    let (mut low, mut high) = (LIVE_END, LIVE_END);
    for &(right, down) in cells {
        low = (low.0.min(right), low.1.min(down));
        high = (high.0.max(right), high.1.max(down));
    }
    [low.0 - 1..=high.0 + 1, low.1 - 1..=high.1 + 1]
}

/// The cells enclosed by a set: those that cannot be reached from far away by steps off the set.
fn enclosed(cells: &BTreeSet<Offset>) -> BTreeSet<Offset> {
    let [columns, rows] = surroundings(cells.iter());
    let open = |(right, down): Offset| {
        columns.contains(&right) && rows.contains(&down) && !cells.contains(&(right, down))
    };
    let around = spread((*columns.start(), *rows.start()), open);
    let all = columns.clone().flat_map(|right| rows.clone().map(move |down| (right, down)));
    all.filter(|cell| open(*cell) && !around.contains(cell)).collect()
}

/// The sides and corners of a connected set without holes, clockwise. A side has its cell and the
/// cell outside, a corner only the latter.
fn outline(cells: &BTreeSet<Offset>) -> Result<Vec<(Option<Offset>, Offset)>, String> {
    let first = cells.iter().copied().min_by_key(|(right, down)| (*down, *right));
    let first = first.unwrap_or(LIVE_END);
    // An index of `near`, whose directions are clockwise.
    let (mut cell, mut outward) = (first, 0);
    let mut sides = Vec::new();
    loop {
        let outer = near(cell)[outward];
        sides.push((Some(cell), outer));
        let ahead = (outward + 1) % 4;
        let (beside, diagonal) = (near(cell)[ahead], near(outer)[ahead]);
        if !cells.contains(&beside) {
            // A set without holes does not touch itself at a corner: one of the two cells there
            // that are not in it would be enclosed.
            if cells.contains(&diagonal) {
                return Err("a window touches itself at a corner".into());
            }
            sides.push((None, diagonal));
            outward = ahead;
        } else if cells.contains(&diagonal) {
            (cell, outward) = (diagonal, (outward + 3) % 4);
        } else {
            cell = beside;
        }
        if (cell, outward) == (first, 0) {
            return Ok(sides);
        }
        if sides.len() > LONGEST_RIM {
            return Err("a window is too large".into());
        }
    }
}
