//! The regions of segments in the position of a [`Matcher`], each computed when it is needed first.

use super::Matcher;
use super::contour::{BesideSegment, Contour};
use super::window::{CellWindow, RunsBeside};
use crate::bitboard::{Filled, FloodFill};
use crate::compile::{PlacedSegment, RuleSet, SegmentId};
use crate::geometry::Offset;
use crate::moves::Moves;
use deadmove_core::board::Move;

/// The regions of one position, and the buffers to compute them.
#[derive(Clone, Debug)]
pub struct Regions {
    /// By segment, for the position with the number in it.
    known: Vec<MatchedRegion>,
    position: u32,
    contour: Contour,
    /// Whether the contour measures regions here, once it is traced.
    by_contour: Option<bool>,
    window: CellWindow,
    fill: FloodFill,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct MatchedRegion {
    position: u32,
    pub state: RegionState,
    /// Cells and surplus, the segment's included.
    pub cells: u32,
    pub surplus: i32,
    /// Moves of the live end into the region.
    pub entered_by: Moves,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegionState {
    #[default]
    Open,
    Empty,
    Enclosed,
}

impl Regions {
    pub fn new(set: &RuleSet) -> Regions {
        Regions {
            known: vec![MatchedRegion::default(); set.segments.len()],
            position: 0,
            contour: Contour::default(),
            by_contour: None,
            window: CellWindow::default(),
            fill: FloodFill::new(set.width, set.height),
        }
    }

    /// Forgets the regions of the last position.
    pub fn begin(&mut self) {
        self.by_contour = None;
        self.position = self.position.wrapping_add(1);
        if self.position == 0 {
            // The numbers start again: no old region may be taken for a new one.
            self.known.fill(MatchedRegion::default());
            self.position = 1;
        }
    }
}

impl Matcher<'_> {
    /// The region of a segment all of whose cells are free.
    #[inline]
    pub(crate) fn region(&mut self, segment: SegmentId) -> MatchedRegion {
        let known = self.regions.known[segment.index()];
        match known.position == self.regions.position {
            true => known,
            false => self.compute_region(segment),
        }
    }

    #[inline(never)]
    fn compute_region(&mut self, segment: SegmentId) -> MatchedRegion {
        let set = self.set;
        let placed = &set.segments[segment.index()];
        let mut region = MatchedRegion {
            position: self.regions.position,
            state: RegionState::Open,
            cells: placed.cells.len(),
            surplus: placed.surplus,
            entered_by: Moves::NONE,
        };
        match self.by_contour() {
            true => self.measure(placed, &mut region),
            false => self.flood(placed, &mut region),
        }
        self.regions.known[segment.index()] = region;
        region
    }

    /// Whether the contour measures regions here.
    fn by_contour(&mut self) -> bool {
        let near = self.end();
        let Regions { contour, by_contour, window, .. } = &mut self.regions;
        *by_contour.get_or_insert_with(|| {
            let layout = self.set.layout;
            window.read(&self.padded, layout, near);
            contour.trace(&self.padded, layout, &self.free, layout.cell(self.set.end))
        })
    }

    /// The end cell relative to the live end. Where that is beyond the range of an offset, it is
    /// the last one of the range: no segment is as far away.
    fn end(&self) -> Offset {
        let (column, row) = self.set.end;
        let last = i32::from(i16::MAX);
        let from = |at: usize, to: usize| (to as i32 - at as i32).clamp(-last, last) as i16;
        Offset::new(from(self.column, column), from(self.row, row))
    }

    /// Measures a region by the contour.
    fn measure(&self, placed: &PlacedSegment, region: &mut MatchedRegion) {
        let Regions { contour, window, .. } = &self.regions;
        if let Some(ring) = &placed.window {
            if window.has_end(ring) {
                return;
            }
            match window.beside(ring) {
                RunsBeside::None => return region.state = RegionState::Empty,
                RunsBeside::One if contour.reaches_end() => return,
                RunsBeside::One | RunsBeside::Several => {}
            }
        } else if self.set.cells[placed.cells].contains(&self.end()) {
            return;
        }
        let ring = &self.set.rings[placed.ring];
        region.state = match contour.beside(&self.padded, ring) {
            BesideSegment::End => RegionState::Open,
            BesideSegment::Nothing => RegionState::Empty,
            BesideSegment::Region(cells, surplus, entered_by) => {
                region.cells += cells;
                region.surplus += surplus;
                region.entered_by = entered_by;
                RegionState::Enclosed
            }
        };
    }

    /// Visits the cells of a region.
    fn flood(&mut self, placed: &PlacedSegment, region: &mut MatchedRegion) {
        let set = self.set;
        if set.cells[placed.cells].contains(&self.end()) {
            return;
        }
        self.regions.fill.clear();
        for cell in set.rings[placed.ring].iter().filter(|cell| cell.is_side) {
            if let Some((column, row)) = self.place(set.layout.offset(cell.step))
                && self.free.contains(column, row)
            {
                self.regions.fill.start(column, row);
            }
        }
        self.mark(&set.cells[placed.cells], false);
        let filled = self.regions.fill.run(&self.free, set.end);
        self.mark(&set.cells[placed.cells], true);
        match filled {
            Filled::Goal => {}
            Filled::Nothing => region.state = RegionState::Empty,
            Filled::Rows(first, last) => {
                region.state = RegionState::Enclosed;
                let reached = &self.regions.fill.reached;
                for row in first..last {
                    // Even columns are black in the rows where column 0 has the live end's colour.
                    let black = if (row ^ self.row ^ self.column) & 1 == 0 {
                        0x5555_5555_5555_5555u64
                    } else {
                        0xaaaa_aaaa_aaaa_aaaau64
                    };
                    for &word in &reached.words[row * reached.stride..(row + 1) * reached.stride] {
                        let cells = word.count_ones();
                        region.cells += cells;
                        region.surplus += cells as i32 - 2 * (word & black).count_ones() as i32;
                    }
                }
                region.entered_by = Move::ALL
                    .into_iter()
                    .filter(|&m| {
                        self.place(Offset::LIVE_END.step(m)).is_some_and(|(column, row)| {
                            self.regions.fill.reached.contains(column, row)
                        })
                    })
                    .collect();
            }
        }
    }

    /// Adds or removes cells that are on the board.
    fn mark(&mut self, cells: &[Offset], free: bool) {
        for cell in cells {
            let column = self.column.wrapping_add_signed(isize::from(cell.right));
            let row = self.row.wrapping_add_signed(isize::from(cell.down));
            self.free.set(column, row, free);
        }
    }
}
