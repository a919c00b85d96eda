//! The visits argument: which surpluses a region behind one segment can have, counted along the
//! segment cell by cell. It is weaker than the window argument, for it looks at one region only and
//! at nothing but degrees, sides and colours; but it takes one step for each cell of the segment, so
//! that it can be continued for ever ([`super::every`]).
//!
//! docs/all-sizes.md tells the argument, in its section about every member of a family.

use std::collections::BTreeSet;
use std::ops::Range;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, Rule, Segment};

/// What the argument needs to know of one cell of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its colour; the live end is black.
    white: bool,
    /// The line steps from the live end to it.
    stepped: bool,
    /// The line steps to a cell of the region next to it.
    joins: bool,
    /// Other cells of the side next to it that are not known to be walls.
    sides: u8,
    /// Cells on the other side next to it that are not known to be walls.
    others: u8,
}

/// Where the step of the line leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// To a cell of the segment.
    Segment,
    /// Into the region.
    Region,
    /// To neither.
    Elsewhere,
}

/// A segment with its region, as far as the argument looks at them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The cells of the segment, from the one at the live end to the one at the wall.
    pub letters: Vec<Letter>,
    /// Where the step may lead.
    pub starts: BTreeSet<Start>,
    /// Whether the region may be empty.
    may_be_empty: bool,
    /// Whether a cell of the side other than the one stepped to is known to be free.
    more_free: bool,
}

/// The neighbours of a cell with corners, clockwise from the one above.
const RING: [(i16, i16); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Where `to` lies around `from`, clockwise in eighths of a turn; none if they do not touch.
fn bearing(from: Offset, to: Offset) -> Option<usize> {
    let (right, down) = (to.right - from.right, to.down - from.down);
    RING.iter().position(|&around| around == (right, down))
}

/// Whether `cell` lies on the left of a curve that comes to `at` from `before` and goes on to
/// `after`. None if it lies on the curve.
fn on_left(before: Offset, at: Offset, after: Offset, cell: Offset) -> Option<bool> {
    let turn = |to| Some((bearing(at, to)? + 8 - bearing(at, before)?) % 8);
    let (after, cell) = (turn(after)?, turn(cell)?);
    (cell != 0 && cell != after).then_some(cell < after)
}

fn near(cell: Offset) -> [Offset; 4] {
    Move::ALL.map(|m| cell.step(m))
}

fn is_wall(pattern: &Pattern, cell: Offset) -> bool {
    let test = pattern.cells.get(&cell);
    matches!(test, Some(CellTest::Wall | CellTest::Drawn | CellTest::Outside))
}

fn is_free(pattern: &Pattern, cell: Offset) -> bool {
    matches!(pattern.cells.get(&cell), Some(CellTest::Free | CellTest::FreeNotEnd))
}

impl Line {
    /// The first segment of a rule's pattern, if the line steps as the rule forbids. None if the
    /// argument does not fit: there is no segment, or its region is asked to be empty; it does not
    /// lead from the live end to a known wall; or a cell beside it lies on the wrong side of it.
    pub fn of(rule: &Rule, step: Move) -> Option<Line> {
        let pattern = &rule.pattern;
        let segment = pattern.segments.first()?;
        if segment.extent == Extent::Empty {
            return None;
        }
        let curve = curve(pattern, segment)?;
        let side: BTreeSet<Offset> = segment.side_cells().into_iter().collect();
        let on_segment: BTreeSet<Offset> = segment.cells.iter().copied().collect();
        let first = Offset::LIVE_END.step(step);
        let mut letters = Vec::new();
        let mut region_left = None;
        for around in curve.windows(3) {
            let [before, at, after] = [around[0], around[1], around[2]];
            let mut letter = Letter {
                white: at.is_white(),
                stepped: at == first,
                joins: false,
                sides: 0,
                others: 0,
            };
            for cell in near(at) {
                let drawn = cell == Offset::LIVE_END || is_wall(pattern, cell);
                if drawn || on_segment.contains(&cell) {
                    continue;
                }
                let in_region = side.contains(&cell);
                let left = on_left(before, at, after, cell)? == in_region;
                if *region_left.get_or_insert(left) != left {
                    return None;
                }
                match (in_region, cell == first) {
                    (true, true) => letter.joins = true,
                    (true, false) => letter.sides += 1,
                    (false, _) => letter.others += 1,
                }
            }
            letters.push(letter);
        }
        let forbids = rule.forbids.iter().filter(|forbidden| forbidden.direction == step);
        let exempt = forbids.flat_map(|forbidden| &forbidden.unless_in).any(|&of| of == 0);
        let mut starts = BTreeSet::new();
        if on_segment.contains(&first) {
            starts.insert(Start::Segment);
        } else {
            // The line came from a wall, or begins at the outside: which one decides the side of
            // the step, and every cell that may be this wall is looked at.
            let free = |cell| cell == first || on_segment.contains(&cell) || is_free(pattern, cell);
            for wall in near(Offset::LIVE_END).into_iter().filter(|&cell| !free(cell)) {
                let left = on_left(wall, Offset::LIVE_END, curve[1], first);
                let inside = left? == region_left.unwrap_or(true);
                starts.insert(if inside { Start::Region } else { Start::Elsewhere });
            }
        }
        if exempt {
            starts.remove(&Start::Region);
        }
        Some(Line {
            letters,
            starts,
            may_be_empty: segment.extent == Extent::EnclosedOrEmpty,
            more_free: side.iter().any(|&cell| cell != first && is_free(pattern, cell)),
        })
    }

    /// The smallest and the largest surplus that region and segment can have; none if there is no
    /// such position with a completion.
    pub fn surpluses(&self) -> Option<(i32, i32)> {
        let of_start = |&start: &Start| {
            let count =
                self.letters.iter().fold(Count::new(start), |count, &letter| count.then(letter));
            self.sums(&count)
        };
        let (low, high) = self.starts.iter().filter_map(of_start).fold(None, widened)?;
        Some((surplus_from(low), surplus_to(high)))
    }

    /// Whether the region cannot have a surplus for which the rule fires.
    pub fn excludes(&self, rule: &Rule) -> bool {
        let tests = &rule.pattern.segments[0].tests;
        let fires = |surplus: i32| {
            tests.iter().all(|test| test.holds(surplus.rem_euclid(2) as u32, surplus))
        };
        self.surpluses().is_none_or(|(low, high)| !(low..=high).any(fires))
    }

    /// The same line with some cells of its segment twice.
    pub fn repeating(&self, cells: &Range<usize>) -> Line {
        let mut letters = self.letters[..cells.end].to_vec();
        letters.extend_from_slice(&self.letters[cells.start..]);
        Line { letters, ..self.clone() }
    }

    /// The smallest and the largest sum of a count along all cells.
    pub fn sums(&self, count: &Count) -> Option<(i32, i32)> {
        count.sum(self.may_be_empty, self.more_free)
    }
}

/// The smallest surplus whose double is not below a sum of colours.
fn surplus_from(sum: i32) -> i32 {
    -((-sum).div_euclid(2))
}

/// The largest surplus whose double is not above a sum of colours.
fn surplus_to(sum: i32) -> i32 {
    sum.div_euclid(2)
}

/// The curve along a segment: the live end, the segment, a known wall. Together with walls it is
/// closed, and does not cross itself.
fn curve(pattern: &Pattern, segment: &Segment) -> Option<Vec<Offset>> {
    let (first, last) = (segment.cells[0], segment.cells[segment.cells.len() - 1]);
    bearing(Offset::LIVE_END, first)?;
    let corners = RING.map(|(right, down)| Offset::new(last.right + right, last.down + down));
    let mut around = near(last).into_iter().chain(corners);
    let wall = around.find(|&cell| is_wall(pattern, cell))?;
    let steps = segment.cells.windows(2);
    if steps.into_iter().any(|pair| pair[0].distance(pair[1]) != 1) {
        return None;
    }
    // Two steps across corners cross each other only if all four cells form one square. Segments
    // that begin at their end nearer to the live end never do so.
    let crosses = first != last
        && last.distance(Offset::LIVE_END) == 1
        && first.distance(Offset::LIVE_END) == 2
        && wall.distance(last) == 2;
    if crosses {
        return None;
    }
    let ends = [Offset::LIVE_END].into_iter().chain(segment.cells.iter().copied());
    Some(ends.chain([wall]).collect())
}

/// How a piece of the line along the segment began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// There is none: no edge leads to the next cell.
    None,
    /// It came from beyond the segment, or from the live end.
    Beyond,
    /// It came from the region.
    Region,
}

const PIECES: [Piece; 3] = [Piece::None, Piece::Beyond, Piece::Region];

/// How many pieces so far lead from beyond into the region: none, an odd number, an even one.
const PASSAGES: usize = 3;

/// The smallest and the largest sum of colours in some state; none if the state is impossible.
type Sums = Option<(i32, i32)>;

/// The smallest and the largest of these and two more.
fn widened(sums: Sums, (low, high): (i32, i32)) -> Sums {
    let (lowest, highest) = sums.unwrap_or((low, high));
    Some((lowest.min(low), highest.max(high)))
}

/// What can be counted up to some cell of the segment: for each state the smallest and the largest
/// sum of colours of the ends at which the line leaves region and segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// By piece, passages, and whether the line is *fresh*: it steps into the region, and the cell of
    /// the step is not joined to the segment so far.
    sums: [[[Sums; 2]; PASSAGES]; 3],
    start: Start,
}

impl Count {
    /// Before the first cell.
    pub fn new(start: Start) -> Count {
        let mut count = Count { sums: Default::default(), start };
        // The cell of the step is white, for the live end is black.
        let sum = i32::from(start != Start::Elsewhere);
        count.sums[0][0][usize::from(start == Start::Region)] = Some((sum, sum));
        count
    }

    /// After one cell more.
    pub fn then(&self, letter: Letter) -> Count {
        let mut next = Count { sums: Default::default(), start: self.start };
        let colour = if letter.white { 1 } else { -1 };
        for (at, piece) in PIECES.into_iter().enumerate() {
            for passages in 0..PASSAGES {
                for fresh in 0..2 {
                    let Some((low, high)) = self.sums[at][passages][fresh] else { continue };
                    let joins = u8::from(letter.joins && fresh == 1);
                    for (goes_on, joined, side) in combinations(joins, letter.sides) {
                        // Two edges: from the cell before, to the next, from the live end, and these.
                        let known = u8::from(piece != Piece::None) + goes_on + joined + side;
                        let Some(out) = 2u8.checked_sub(known + u8::from(letter.stepped)) else {
                            continue;
                        };
                        if out > letter.others {
                            continue;
                        }
                        let beyond = out + u8::from(letter.stepped) + joined > 0;
                        let (to, passes) = follow(piece, goes_on == 1, side > 0, beyond);
                        let passages = if passes { [1, 2, 1][passages] } else { passages };
                        let sum = colour * i32::from(out);
                        let fresh = usize::from(fresh == 1 && joined == 0);
                        let state = &mut next.sums[to as usize][passages][fresh];
                        *state = widened(*state, (low + sum, high + sum));
                    }
                }
            }
        }
        next
    }

    /// After the last cell: the smallest and the largest sum of all that is possible.
    fn sum(&self, may_be_empty: bool, more_free: bool) -> Sums {
        let mut found = None;
        for passages in 0..PASSAGES {
            for fresh in 0..2 {
                let Some(sums) = self.sums[Piece::None as usize][passages][fresh] else {
                    continue;
                };
                // A line that steps into the region leaves it once more than it enters it. What it
                // leaves without entering, coming to the segment at once, is a single cell.
                let possible = match (self.start, fresh, passages) {
                    (Start::Region, 1, passages) => passages == 1,
                    (Start::Region, _, 0) => !more_free,
                    (_, _, 0) => may_be_empty && !more_free,
                    (_, _, passages) => passages == 2,
                };
                if possible {
                    found = widened(found, sums);
                }
            }
        }
        found
    }

    /// How much the sums have grown since an earlier count at most: the smallest ones downwards, as a
    /// number below 0 if they fell, and the largest ones upwards. None if other states are possible.
    pub fn growth(&self, before: &Count) -> Option<(i32, i32)> {
        let mut growth = None;
        let now = self.sums.iter().flatten().flatten();
        for pair in now.zip(before.sums.iter().flatten().flatten()) {
            match pair {
                (None, None) => {}
                (Some((low, high)), Some((a, b))) => {
                    growth = widened(growth, (low - a, high - b));
                }
                _ => return None,
            }
        }
        Some(growth.unwrap_or((0, 0)))
    }
}

/// Ways to use edges of a cell: to the next cell, to the cell of the step, to others of the side.
fn combinations(joins: u8, sides: u8) -> impl Iterator<Item = (u8, u8, u8)> {
    let ways = move |goes_on, joined| (0..=sides).map(move |side| (goes_on, joined, side));
    (0..=1).flat_map(move |goes_on| (0..=joins).flat_map(move |joined| ways(goes_on, joined)))
}

/// The piece after a cell, and whether one that ends there leads from beyond into the region.
fn follow(piece: Piece, goes_on: bool, side: bool, beyond: bool) -> (Piece, bool) {
    match (piece, goes_on) {
        (Piece::None, false) => (Piece::None, side && beyond),
        (Piece::None, true) => (if side { Piece::Region } else { Piece::Beyond }, false),
        (piece, true) => (piece, false),
        (Piece::Beyond, false) => (Piece::None, side),
        (Piece::Region, false) => (Piece::None, beyond),
    }
}
