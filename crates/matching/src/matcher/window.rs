//! The free cells of a window around the live end, as bits of one number. Whether a segment
//! separates anything is seen there at once, without a walk around it.

use super::contour::RingCell;
use crate::geometry::Offset;
use crate::padded::{Layout, Padded};

/// The rows and columns from the live end to the border of the window.
const REACH: i16 = 5;

/// The columns of the window.
const WIDTH: i16 = 2 * REACH + 1;

/// By the direction clockwise: how far the bit of a neighbour is away.
const STEPS: [i16; 4] = [-WIDTH, 1, WIDTH, -1];

/// The window of one position.
#[derive(Clone, Debug, Default)]
pub struct CellWindow {
    free: u128,
    /// The end cell, if it is there.
    end: u128,
    /// By direction: the free cells whose neighbour there is not free.
    edges: [u128; 4],
}

/// A segment and its ring in the window.
#[derive(Clone, Copy, Debug)]
pub struct WindowRing {
    cells: u128,
    /// By direction: the cells whose next one, clockwise around the segment, is there.
    next: [u128; 4],
    /// The cells where the region of the segment begins.
    side: u128,
}

/// What the window shows of the cells beside a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsBeside {
    /// None is free.
    None,
    /// Some are, and all free cells of the ring follow one another.
    One,
    /// Some are.
    Several,
}

fn is_near(cell: Offset) -> bool {
    cell.right.abs().max(cell.down.abs()) <= REACH
}

fn bit(cell: Offset) -> u128 {
    1 << ((cell.down + REACH) * WIDTH + cell.right + REACH)
}

impl CellWindow {
    /// Reads the window of a position.
    pub fn read(&mut self, free: &Padded, layout: Layout, end: Offset) {
        self.end = if is_near(end) { bit(end) } else { 0 };
        self.free = (-REACH..=REACH).fold(0, |window, down| {
            let row = free.side_by_side(layout.bits(Offset::new(-REACH, down)));
            let row = row & ((1 << WIDTH) - 1);
            window | u128::from(row) << ((down + REACH) * WIDTH)
        });
        let neighbours = |step: i16| match step < 0 {
            true => self.free << -step,
            false => self.free >> step,
        };
        self.edges = STEPS.map(|step| self.free & !neighbours(step));
    }

    /// What is beside a segment of free cells with this ring.
    pub fn beside(&self, ring: &WindowRing) -> RunsBeside {
        if ring.side & self.free == 0 {
            return RunsBeside::None;
        }
        let ends = |direction: usize| ring.next[direction] & self.edges[direction];
        let ends = (0..4).fold(0, |all, direction| all | ends(direction));
        // A segment does not turn back, so no cell is in its ring twice: at most one bit, one run.
        match ends & ends.wrapping_sub(1) {
            0 => RunsBeside::One,
            _ => RunsBeside::Several,
        }
    }

    /// Whether a segment contains the end cell.
    pub fn has_end(&self, ring: &WindowRing) -> bool {
        ring.cells & self.end != 0
    }
}

impl WindowRing {
    /// Of these cells and their ring, if they lie in the window.
    pub fn of(cells: &[Offset], ring: &[RingCell], layout: Layout) -> Option<WindowRing> {
        let mut found = WindowRing { cells: 0, next: [0; 4], side: 0 };
        for cell in ring {
            let at = layout.offset(cell.step);
            if !is_near(at) {
                return None;
            }
            found.next[usize::from(cell.next)] |= bit(at);
            if cell.is_side {
                found.side |= bit(at);
            }
        }
        found.cells = cells.iter().fold(0, |all, &cell| all | bit(cell));
        Some(found)
    }
}
