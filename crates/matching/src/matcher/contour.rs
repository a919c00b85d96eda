//! The contour of the free cells, from which a region is measured without visiting its cells.
//!
//! An edge is a free cell and a direction in which its neighbour is not free. Followed with that
//! neighbour on the right, the edges form cycles. If there is only one cycle, the free cells are
//! connected and enclose nothing. Take out a segment of them. The ring of cells around it then
//! alternates between runs of free cells and obstacles, and different runs are in different pieces
//! of what is left: else the pieces and the segment would enclose an obstacle. The boundary of a
//! piece is one stretch of the contour, from the obstacle after its run to the one before, closed
//! by the edges between the run and the segment.
//!
//! Sums over cells become sums over edges. If R grows by f from a cell to the one right of it, then
//! the sum of f over some cells is that of R over their right edges, minus that of R one cell to
//! the left over their left edges. For the number of cells, R is the bit number in [`Padded`]. For
//! whites minus blacks, f alternates, so R is f/2. Running totals along the contour give the sum of
//! any stretch.

use std::ops::{Add, Sub};

use crate::bitboard::Bitboard;
use crate::geometry::Offset;
use crate::model::Segment;
use crate::moves::Moves;
use crate::padded::{BitStep, Layout, Padded};
use deadmove_core::board::Move;

/// Directions clockwise; an edge names them by number.
const CLOCKWISE: [Move; 4] = [Move::Up, Move::Right, Move::Down, Move::Left];

/// A free cell, by its bit number, and the direction of a neighbour that is not free.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ContourEdge {
    cell: BitStep,
    direction: usize,
    is_white: bool,
}

/// What is summed over cells by their edges, modulo 2³²: sums on the way may be larger.
#[derive(Clone, Copy, Debug, Default)]
struct ContourSums {
    cells: i32,
    /// Twice the whites minus the blacks.
    surplus: i32,
}

/// An edge where it is on the contour.
#[derive(Clone, Copy, Debug)]
struct PlacedEdge {
    key: u32,
    /// The sums over the edges before it.
    before: ContourSums,
}

/// A cell around a segment, next to it or next to its corners.
#[derive(Clone, Copy, Debug)]
pub struct RingCell {
    /// From the live end.
    pub step: BitStep,
    /// The direction of the next cell, clockwise around the segment.
    pub next: u8,
    /// The sums over the edges to its neighbours on the segment: how often its bit number and what
    /// besides make the number of cells, and twice the whites minus the blacks.
    toward_segment: [i8; 3],
    /// Whether the region of the segment begins here.
    pub is_side: bool,
}

/// What is beside a segment.
pub enum BesideSegment {
    /// No free cell.
    Nothing,
    /// Free cells, the end cell among them.
    End,
    /// Other free cells: their number and surplus, and the moves of the live end to them.
    Region(u32, i32, Moves),
}

/// Consecutive edges of the contour, by the places of the first and the last; after the last edge
/// of all comes the first.
#[derive(Clone, Copy)]
struct ContourStretch {
    first: usize,
    last: usize,
}

/// The contour in the position that was traced last.
#[derive(Clone, Debug, Default)]
pub struct Contour {
    /// Its edges in order.
    edges: Vec<PlacedEdge>,
    /// By key, the place in `edges` if that key is there, or else any number.
    places: Vec<u32>,
    /// The sums over all edges.
    whole: ContourSums,
    /// The place of an edge of the end cell, if that is free.
    end: Option<usize>,
    /// The place of the edge that each move of the live end crosses.
    crossed: [Option<usize>; 4],
}

/// The cells around a segment, clockwise.
pub fn ring(segment: &Segment, layout: Layout) -> Vec<RingCell> {
    let mut cells = segment.cells.clone();
    if cells.windows(2).any(|two| two[0].distance(two[1]) > 1) {
        // Ascending offsets are a path unless it goes down to the left.
        cells.sort_unstable_by_key(|cell| (cell.down, -cell.right));
    }
    let backwards: Vec<Offset> = cells.iter().rev().copied().collect();
    let mut around = left_of(&cells, 0);
    around.extend(left_of(&backwards, 2));
    // In a bend, the cell next to both arms is found for each.
    around.dedup_by(|again, before| {
        let same = again.0 == before.0;
        if same {
            before.1 = before.1.or(again.1);
        }
        same
    });
    let next = |at: usize| {
        let (from, to) = (around[at].0, around[(at + 1) % around.len()].0);
        CLOCKWISE.iter().position(|&m| from.step(m) == to).expect("a neighbour") as u8
    };
    let starts: Moves = segment.side.directions().map(Move::opposite).collect();
    let sums = |bit, cell: Offset, toward: Moves| {
        let of = |toward| ContourSums::of(bit, cell.is_white(), toward);
        toward.iter().map(of).fold(ContourSums::default(), Add::add)
    };
    let cell = |(at, &(cell, toward)): (usize, &(Offset, Moves))| {
        let (base, one) = (sums(0, cell, toward), sums(1, cell, toward));
        RingCell {
            step: layout.bits(cell),
            next: next(at),
            toward_segment: [one.cells - base.cells, base.cells, base.surplus].map(|sum| sum as i8),
            is_side: !toward.and(starts).is_empty(),
        }
    };
    around.iter().enumerate().map(cell).collect()
}

/// The cells on the left of a path and around its last cell, each with the direction of a neighbour
/// on the path, if it has one. A single cell counts as a path in the direction `single`.
fn left_of(path: &[Offset], single: usize) -> Vec<(Offset, Moves)> {
    let toward = |a: Offset, b: Offset| CLOCKWISE.iter().position(|&m| a.step(m) == b);
    let ways: Vec<usize> = path.windows(2).filter_map(|two| toward(two[0], two[1])).collect();
    let step = |cell: Offset, way: usize| cell.step(CLOCKWISE[way % 4]);
    let beside = |cell, way| (step(cell, way), Moves::only(CLOCKWISE[(way + 2) % 4]));
    let mut found = Vec::new();
    for (at, &cell) in path.iter().enumerate() {
        let out = ways.get(at).copied();
        let way = at.checked_sub(1).map(|before| ways[before]).or(out).unwrap_or(single);
        let left = way + 3;
        if out == Some(left % 4) {
            continue;
        }
        found.push(beside(cell, left));
        if out != Some(way) {
            found.push((step(step(cell, left), way), Moves::NONE));
            found.push(beside(cell, way));
        }
        if out.is_none() {
            found.push((step(step(cell, way), way + 1), Moves::NONE));
        }
    }
    found
}

impl ContourEdge {
    fn key(self) -> u32 {
        self.cell as u32 * 4 + self.direction as u32
    }

    /// The next edge, with the obstacle on the right.
    fn next(self, free: &Padded, steps: [BitStep; 4]) -> ContourEdge {
        let way = (self.direction + 3) % 4;
        let ahead = self.cell + steps[way];
        if !free.has(ahead) {
            return ContourEdge { direction: way, ..self };
        }
        let beside = ahead + steps[self.direction];
        if !free.has(beside) {
            return ContourEdge { cell: ahead, is_white: !self.is_white, ..self };
        }
        ContourEdge { cell: beside, direction: (way + 2) % 4, ..self }
    }
}

impl RingCell {
    /// The part of the edges to its neighbours on the segment.
    fn toward_segment(&self, free: &Padded) -> ContourSums {
        let [times, more, surplus] = self.toward_segment.map(i32::from);
        ContourSums { cells: times * free.bit(self.step) + more, surplus }
    }
}

impl ContourSums {
    /// The part of one edge.
    fn of(cell: BitStep, is_white: bool, toward: Move) -> ContourSums {
        let surplus = if is_white { 1 } else { -1 };
        match toward {
            Move::Right => ContourSums { cells: cell, surplus },
            Move::Left => ContourSums { cells: 1 - cell, surplus },
            Move::Up | Move::Down => ContourSums::default(),
        }
    }
}

impl Add for ContourSums {
    type Output = ContourSums;

    fn add(self, other: ContourSums) -> ContourSums {
        ContourSums {
            cells: self.cells.wrapping_add(other.cells),
            surplus: self.surplus.wrapping_add(other.surplus),
        }
    }
}

impl Sub for ContourSums {
    type Output = ContourSums;

    fn sub(self, other: ContourSums) -> ContourSums {
        ContourSums {
            cells: self.cells.wrapping_sub(other.cells),
            surplus: self.surplus.wrapping_sub(other.surplus),
        }
    }
}

impl ContourStretch {
    fn contains(self, place: usize) -> bool {
        match self.first <= self.last {
            true => self.first <= place && place <= self.last,
            false => self.first <= place || place <= self.last,
        }
    }
}

impl Contour {
    /// Traces the contour of the free cells. False if it is not one cycle, or does not touch a free
    /// end cell, whose bit is `end`: then it measures nothing.
    pub fn trace(&mut self, free: &Padded, layout: Layout, board: &Bitboard, end: BitStep) -> bool {
        self.edges.clear();
        self.places.resize(free.bits() * 4, 0);
        let steps = layout.clockwise();
        let crossing = |at: usize| ContourEdge {
            cell: free.bit(steps[at]),
            direction: (at + 2) % 4,
            is_white: true,
        };
        let Some(first) = (0..4).map(crossing).find(|edge| free.has(edge.cell)) else {
            return false;
        };
        let (mut edge, mut sums) = (first, ContourSums::default());
        let all = board.edges() as usize;
        loop {
            // Where the live end is free, as in a damaged file, the first edge is none.
            if self.edges.len() == all {
                return false;
            }
            let key = edge.key();
            self.places[key as usize] = self.edges.len() as u32;
            self.edges.push(PlacedEdge { key, before: sums });
            sums = sums + ContourSums::of(edge.cell, edge.is_white, CLOCKWISE[edge.direction]);
            edge = edge.next(free, steps);
            if edge == first {
                break;
            }
        }
        self.whole = sums;
        if self.edges.len() != all {
            return false;
        }
        self.crossed = std::array::from_fn(|at| self.place(crossing(at).key()));
        self.end = (0..4).find_map(|direction| self.place(end as u32 * 4 + direction));
        self.end.is_some() || !free.has(end)
    }

    /// Whether the end cell is free.
    pub fn reaches_end(&self) -> bool {
        self.end.is_some()
    }

    fn place(&self, key: u32) -> Option<usize> {
        let place = self.places[key as usize] as usize;
        (self.edges.get(place)?.key == key).then_some(place)
    }

    /// What is beside a segment of free cells with this ring.
    pub fn beside(&self, free: &Padded, ring: &[RingCell]) -> BesideSegment {
        let after = |at: usize| if at + 1 == ring.len() { 0 } else { at + 1 };
        let before = |at: usize| at.checked_sub(1).unwrap_or(ring.len() - 1);
        let is_free = |at: usize| free.is_free(ring[at].step);
        let place = |at: usize, direction: usize| {
            let key = free.bit(ring[at].step) as u32 * 4 + direction as u32;
            self.place(key).expect("an edge of the contour")
        };
        let (mut at, mut end) = (0, ring.len());
        let mut region: Option<(ContourSums, Moves)> = None;
        while at < end {
            if !ring[at].is_side || !is_free(at) {
                at += 1;
                continue;
            }
            let (mut first, mut last) = (at, at);
            while after(last) != at && is_free(after(last)) {
                last = after(last);
            }
            let stretch = if after(last) == at {
                // Around a segment that touches no obstacle are all other free cells.
                ContourStretch { first: 0, last: self.edges.len() - 1 }
            } else {
                while is_free(before(first)) {
                    first = before(first);
                }
                let back = (usize::from(ring[before(first)].next) + 2) % 4;
                ContourStretch {
                    first: place(last, ring[last].next.into()),
                    last: place(first, back),
                }
            };
            if self.end.is_some_and(|end| stretch.contains(end)) {
                return BesideSegment::End;
            }
            let (mut sums, mut moves) = region.unwrap_or_default();
            sums = sums + self.total(stretch);
            let mut along = first;
            loop {
                sums = sums + ring[along].toward_segment(free);
                if along == last {
                    break;
                }
                along = after(along);
            }
            for (direction, crossed) in CLOCKWISE.into_iter().zip(self.crossed) {
                if crossed.is_some_and(|at| stretch.contains(at)) {
                    moves = moves.or(Moves::only(direction));
                }
            }
            region = Some((sums, moves));
            if first > at {
                // The run begins before the start of the ring.
                end = first;
            }
            at = if last < at { end } else { last + 1 };
        }
        let Some((sums, moves)) = region else { return BesideSegment::Nothing };
        BesideSegment::Region(sums.cells as u32, sums.surplus / 2, moves)
    }

    fn total(&self, ContourStretch { first, last }: ContourStretch) -> ContourSums {
        let after = self.edges.get(last + 1).map_or(self.whole, |edge| edge.before);
        let through = after - self.edges[first].before;
        if first <= last { through } else { self.whole + through }
    }
}
