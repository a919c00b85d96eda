//! All that holds around a live end, as the conditions of a rule that forbids going ahead.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use deadmove_core::board::{Cell, Move};
use deadmove_core::position::Position;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Segment, Side};

use super::columns_or_rows;

/// A position as seen from its live end, turned so that a given move goes ahead.
pub struct TurnedSurroundings<'p> {
    position: &'p Position,
    placement: Placement,
}

/// How many sets of cells are tried as the segment of a region, which may have to be completed at
/// each of its corners in one of two ways.
const SEGMENTS: usize = 64;

impl TurnedSurroundings<'_> {
    /// The position with `ahead` as the move that goes ahead.
    pub fn new(position: &Position, ahead: Move) -> TurnedSurroundings<'_> {
        let placement = Placement::all().find(|placement| placement.direction(Move::Up) == ahead);
        TurnedSurroundings {
            position,
            placement: placement.expect("some placement turns up to any move"),
        }
    }

    fn cell(&self, offset: Offset) -> Option<Cell> {
        let board = self.position.board();
        self.placement.offset(offset).on(board, self.position.live_end())
    }

    fn is_free(&self, offset: Offset) -> bool {
        self.cell(offset).is_some_and(|cell| self.position.is_free(cell))
    }

    fn is_end(&self, offset: Offset) -> bool {
        self.cell(offset) == Some(self.position.board().end())
    }

    /// The free cells at most `radius` columns and rows away that are connected with the live end
    /// by such cells.
    pub fn disc(&self, radius: u16) -> BTreeSet<Offset> {
        connected(|cell| columns_or_rows(cell) <= radius && self.is_free(cell))
    }

    /// The cells with a property among the free cells at most `reach` columns and rows away, and
    /// those on a shortest way from the live end to each.
    pub fn disc_with(&self, wanted: impl Fn(Cell) -> bool, reach: u16) -> BTreeSet<Offset> {
        let mut from = BTreeMap::new();
        let mut queue = VecDeque::from([Offset::LIVE_END]);
        let mut disc = BTreeSet::new();
        while let Some(cell) = queue.pop_front() {
            if self.cell(cell).is_some_and(&wanted) {
                let mut at = cell;
                while at != Offset::LIVE_END && disc.insert(at) {
                    at = from[&at];
                }
            }
            for next in near(cell) {
                let reached = next == Offset::LIVE_END || from.contains_key(&next);
                if !reached && columns_or_rows(next) <= reach && self.is_free(next) {
                    from.insert(next, cell);
                    queue.push_back(next);
                }
            }
        }
        disc
    }

    /// A disc with the free cells beside it.
    pub fn wider(&self, disc: &BTreeSet<Offset>, reach: u16) -> BTreeSet<Offset> {
        let beside = disc.iter().flat_map(|&cell| near(cell));
        let beside = beside.filter(|&cell| columns_or_rows(cell) <= reach && self.is_free(cell));
        disc.iter().copied().chain(beside).collect()
    }

    /// Everything that holds at the cells of a disc and next to them, up to `reach` columns and
    /// rows away: these cells are free, the cells that touch them and are not free are drawn or
    /// outside, and every region of other free cells that they cut off from the end cell has its
    /// surplus.
    pub fn pattern(&self, disc: &BTreeSet<Offset>, reach: u16) -> Pattern {
        let mut pattern = Pattern::default();
        for &cell in disc.iter().chain([&Offset::LIVE_END]) {
            for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)))
            {
                let near = Offset::new(cell.right + right, cell.down + down);
                if near == Offset::LIVE_END || columns_or_rows(near) > reach || self.is_free(near) {
                    continue;
                }
                let known =
                    if self.cell(near).is_some() { CellTest::Drawn } else { CellTest::Outside };
                pattern.cells.insert(near, known);
            }
        }
        for &cell in disc {
            let known = if self.is_end(cell) { CellTest::Free } else { CellTest::FreeNotEnd };
            pattern.cells.insert(cell, known);
        }
        pattern.segments = self.regions(disc);
        pattern
    }

    /// The regions of free cells off the disc that it cuts off from the end cell, as far as a
    /// segment on the disc has exactly such a region on one of its sides.
    fn regions(&self, disc: &BTreeSet<Offset>) -> Vec<Segment> {
        let mut seen: BTreeSet<Offset> = BTreeSet::new();
        let mut regions = Vec::new();
        for start in disc.iter().flat_map(|&cell| near(cell)) {
            if disc.contains(&start) || !self.is_free(start) || seen.contains(&start) {
                continue;
            }
            let region = self.flood(vec![start], disc, usize::MAX);
            if !region.iter().any(|&cell| self.is_end(cell)) {
                regions.extend(self.segment(disc, &region));
            }
            seen.extend(region);
        }
        regions
    }

    /// The free cells that can be reached from some of them without crossing `barrier`; not all of
    /// them if they are more than `most`.
    fn flood(
        &self,
        from: Vec<Offset>,
        barrier: &BTreeSet<Offset>,
        most: usize,
    ) -> BTreeSet<Offset> {
        spread(from, most, |cell| self.is_free(cell) && !barrier.contains(&cell))
    }

    /// A segment with exactly this region on a side, and its surplus. It has all cells of the disc
    /// next to the region, and at corners perhaps more.
    fn segment(&self, disc: &BTreeSet<Offset>, region: &BTreeSet<Offset>) -> Option<Segment> {
        let beside = |cell: &&Offset| near(**cell).iter().any(|next| region.contains(next));
        let doors: BTreeSet<Offset> = disc.iter().filter(beside).copied().collect();
        if doors.iter().any(|&cell| self.is_end(cell)) {
            return None;
        }
        let inner = |cell: &Offset| disc.contains(cell) && !self.is_end(*cell);
        completed(doors, inner).iter().find_map(|cells| {
            let path = Segment::in_order(cells).ok()?;
            let mut side = sides().filter(|&side| {
                let fits = Segment::check_side(&path, side).is_ok();
                fits && self.beside(&path, side, region.len()) == *region
            });
            let side = side.next()?;
            let surplus =
                region.iter().chain(cells).map(|c| if c.is_white() { 1 } else { -1 }).sum();
            let tests = vec![RegionTest::surplus_is(surplus)];
            Some(Segment { cells: path, side, extent: Extent::Enclosed, tests })
        })
    }

    /// The region on a side of a segment; not all of it if it has more than `most` cells.
    fn beside(&self, path: &[Offset], side: Side, most: usize) -> BTreeSet<Offset> {
        let (extent, tests) = (Extent::Enclosed, Vec::new());
        let segment = Segment { cells: path.to_vec(), side, extent, tests };
        let from = segment.side_cells().into_iter().filter(|&cell| self.is_free(cell)).collect();
        self.flood(from, &path.iter().copied().collect(), most)
    }
}

/// The cells with a property that are connected with the live end by such cells.
pub fn connected(has: impl Fn(Offset) -> bool) -> BTreeSet<Offset> {
    let has = |cell| cell != Offset::LIVE_END && has(cell);
    let first = near(Offset::LIVE_END).into_iter().filter(|&cell| has(cell)).collect();
    spread(first, usize::MAX, has)
}

/// Some cells, and those with a property that are connected with them by such cells; not all of
/// them if they are more than `most`.
fn spread(from: Vec<Offset>, most: usize, has: impl Fn(Offset) -> bool) -> BTreeSet<Offset> {
    let mut reached: BTreeSet<Offset> = from.iter().copied().collect();
    let mut stack = from;
    while let Some(cell) = stack.pop().filter(|_| reached.len() <= most) {
        let next = near(cell).into_iter().filter(|&next| has(next));
        stack.extend(next.filter(|&next| reached.insert(next)));
    }
    reached
}

fn near(cell: Offset) -> [Offset; 4] {
    Move::ALL.map(|m| cell.step(m))
}

/// All sides, those of fewer directions first.
fn sides() -> impl Iterator<Item = Side> {
    let directions =
        |bits: u8| (0..4).filter(move |at| bits >> at & 1 == 1).map(|at| Move::ALL[at]);
    let mut all: Vec<u8> = (1..15).collect();
    all.sort_by_key(|bits| bits.count_ones());
    all.into_iter().map(move |bits| Side::new(&directions(bits).collect::<Vec<_>>()))
}

/// The set with one of the two cells added at each corner where two of its cells only touch, as far
/// as the cell is `inner`: in all ways, but not too many.
fn completed(cells: BTreeSet<Offset>, inner: impl Fn(&Offset) -> bool) -> Vec<BTreeSet<Offset>> {
    let mut ways = vec![cells.clone()];
    for &cell in &cells {
        for right in [-1, 1] {
            let other = Offset::new(cell.right + right, cell.down + 1);
            let corners =
                [Offset::new(other.right, cell.down), Offset::new(cell.right, other.down)];
            if !cells.contains(&other) || corners.iter().any(|corner| cells.contains(corner)) {
                continue;
            }
            let with = |way: &BTreeSet<Offset>, corner: Offset| {
                let mut way = way.clone();
                way.insert(corner);
                way
            };
            let more = ways.iter().flat_map(|way| {
                corners.into_iter().filter(&inner).map(move |corner| with(way, corner))
            });
            ways = more.take(SEGMENTS).collect();
        }
    }
    ways
}
