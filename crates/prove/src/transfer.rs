//! The transfer dynamic programme: which surpluses the region behind one segment can have, computed
//! along the segment cell by cell.
//!
//! It is weaker than the window argument: it looks at one region only, and uses nothing but
//! degrees, the two sides of the segment, and colours. But it takes one step for each cell of the
//! segment, so [`super::induction`] can continue it to segments of any length.
//!
//! - [`SegmentProfile`]: what the argument needs to know of a segment, read from a rule's pattern.
//! - [`TransferState`]: what is possible up to some cell of the segment.
//!
//! The proof is in docs/explanation/proofs-for-every-board.md, section "Every member of a family".
//! Its words: *beyond* is the other side of the segment, or the live end; a *run* is a maximal
//! piece of the path that stays on the segment; a *passage* is a run with one end that leads beyond
//! and one that leads into the region.

use std::collections::BTreeSet;
use std::ops::Range;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment};

/// One cell of a segment, as far as the argument uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentCell {
    /// Its colour; the live end is black.
    white: bool,
    /// The step leads from the live end to this cell.
    stepped: bool,
    /// The step leads to a cell of the side that is a neighbour of this cell.
    beside_step: bool,
    /// Number of other neighbours on the side that are not known to be walls.
    sides: u8,
    /// Number of neighbours on the other side that are not known to be walls.
    others: u8,
}

/// Where the step from the live end leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepTarget {
    /// To a cell of the segment.
    Segment,
    /// Into the region.
    Region,
    /// To neither.
    Elsewhere,
}

/// A segment with its region, as far as the argument uses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentProfile {
    /// The cells of the segment, from the one at the live end to the one at the wall.
    pub cells: Vec<SegmentCell>,
    /// Where the step may lead.
    pub targets: BTreeSet<StepTarget>,
    /// Whether the region may be empty.
    may_be_empty: bool,
    /// Whether a cell of the side is known to be free, other than the target of the step.
    more_free: bool,
}

/// The eight cells around a cell, clockwise from the one above.
const RING: [(i16, i16); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The direction from `from` to `to`, clockwise from up in eighths of a turn; none if the cells do
/// not touch.
fn bearing(from: Offset, to: Offset) -> Option<usize> {
    let (right, down) = (to.right - from.right, to.down - from.down);
    RING.iter().position(|&around| around == (right, down))
}

/// Whether `cell` lies on the left of a curve that passes through `before`, `at` and `after`, for a
/// cell that touches `at`. None if it lies on the curve.
fn on_left(before: Offset, at: Offset, after: Offset, cell: Offset) -> Option<bool> {
    let turn = |to| Some((bearing(at, to)? + 8 - bearing(at, before)?) % 8);
    let (after, cell) = (turn(after)?, turn(cell)?);
    (cell != 0 && cell != after).then_some(cell < after)
}

fn neighbours(cell: Offset) -> [Offset; 4] {
    Move::ALL.map(|m| cell.step(m))
}

fn is_wall(pattern: &Pattern, cell: Offset) -> bool {
    let test = pattern.cells.get(&cell);
    matches!(test, Some(CellTest::Wall | CellTest::Drawn | CellTest::Outside))
}

fn is_free(pattern: &Pattern, cell: Offset) -> bool {
    matches!(pattern.cells.get(&cell), Some(CellTest::Free | CellTest::FreeNotEnd))
}

impl SegmentProfile {
    /// The profile of the first segment of a rule's pattern, for a forbidden step. None if the
    /// argument does not apply: there is no segment, or the rule wants its region to be empty; the
    /// segment does not lead from the live end to a known wall; or a cell beside the segment lies
    /// on the wrong side of the barrier.
    pub fn of(rule: &Rule, step: Move) -> Option<SegmentProfile> {
        let pattern = &rule.pattern;
        let segment = pattern.segments.first()?;
        if segment.extent == Extent::Empty {
            return None;
        }
        let barrier = barrier(pattern, segment)?;
        let side: BTreeSet<Offset> = segment.side_cells().into_iter().collect();
        let on_segment: BTreeSet<Offset> = segment.cells.iter().copied().collect();
        let first = Offset::LIVE_END.step(step);
        let mut cells = Vec::new();
        let mut region_left = None;
        for around in barrier.windows(3) {
            let [before, at, after] = [around[0], around[1], around[2]];
            let mut here = SegmentCell {
                white: at.is_white(),
                stepped: at == first,
                beside_step: false,
                sides: 0,
                others: 0,
            };
            for cell in neighbours(at) {
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
                    (true, true) => here.beside_step = true,
                    (true, false) => here.sides += 1,
                    (false, _) => here.others += 1,
                }
            }
            cells.push(here);
        }
        let forbids = rule.forbids.iter().filter(|forbidden| forbidden.direction == step);
        let exempt = forbids.flat_map(|forbidden| &forbidden.unless_in).any(|&of| of == 0);
        let mut targets = BTreeSet::new();
        if on_segment.contains(&first) {
            targets.insert(StepTarget::Segment);
        } else {
            // The barrier returns to the live end through a wall that touches it. Which wall that
            // is decides on which side the step lies, so every cell that may be it is considered.
            let free = |cell| cell == first || on_segment.contains(&cell) || is_free(pattern, cell);
            for wall in neighbours(Offset::LIVE_END).into_iter().filter(|&cell| !free(cell)) {
                let left = on_left(wall, Offset::LIVE_END, barrier[1], first);
                let inside = left? == region_left.unwrap_or(true);
                targets.insert(if inside { StepTarget::Region } else { StepTarget::Elsewhere });
            }
        }
        if exempt {
            targets.remove(&StepTarget::Region);
        }
        Some(SegmentProfile {
            cells,
            targets,
            may_be_empty: segment.extent == Extent::EnclosedOrEmpty,
            more_free: side.iter().any(|&cell| cell != first && is_free(pattern, cell)),
        })
    }

    /// The smallest and the largest surplus that region and segment can have together; none if
    /// there is no such position with a completion.
    pub fn surpluses(&self) -> Option<(i32, i32)> {
        let of_target = |&target: &StepTarget| {
            let state =
                self.cells.iter().fold(TransferState::new(target), |state, &cell| state.then(cell));
            self.sums(&state)
        };
        let (low, high) = self.targets.iter().filter_map(of_target).fold(None, widened)?;
        Some((surplus_from(low), surplus_to(high)))
    }

    /// Whether the rule fires for no surplus that is possible.
    pub fn excludes(&self, rule: &Rule) -> bool {
        let tests = &rule.pattern.segments[0].tests;
        let fires = |surplus: i32| RegionTest::all_hold(tests, surplus);
        self.surpluses().is_none_or(|(low, high)| !(low..=high).any(fires))
    }

    /// The same profile with a block of its cells repeated once.
    pub(crate) fn repeating(&self, block: &Range<usize>) -> SegmentProfile {
        let mut cells = self.cells[..block.end].to_vec();
        cells.extend_from_slice(&self.cells[block.start..]);
        SegmentProfile { cells, ..self.clone() }
    }

    /// The smallest and the largest possible sum, given the state after the last cell.
    pub(crate) fn sums(&self, state: &TransferState) -> Option<(i32, i32)> {
        state.total(self.may_be_empty, self.more_free)
    }
}

/// The smallest surplus whose double is at least `sum`.
fn surplus_from(sum: i32) -> i32 {
    -((-sum).div_euclid(2))
}

/// The largest surplus whose double is at most `sum`.
fn surplus_to(sum: i32) -> i32 {
    sum.div_euclid(2)
}

/// The barrier without its unknown walls: the live end, the segment, a known wall. Walls close it,
/// and it does not cross itself. None if there is no such curve.
fn barrier(pattern: &Pattern, segment: &Segment) -> Option<Vec<Offset>> {
    let (first, last) = (segment.cells[0], segment.cells[segment.cells.len() - 1]);
    bearing(Offset::LIVE_END, first)?;
    let corners = RING.map(|(right, down)| Offset::new(last.right + right, last.down + down));
    let mut around = neighbours(last).into_iter().chain(corners);
    let wall = around.find(|&cell| is_wall(pattern, cell))?;
    let steps = segment.cells.windows(2);
    if steps.into_iter().any(|pair| pair[0].distance(pair[1]) != 1) {
        return None;
    }
    // Two diagonal steps cross only if all four cells form one square. Segments that begin at the
    // end nearer to the live end never do so.
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

/// How the run that continues to the next cell began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenRun {
    /// There is none: the path has no edge to the next cell.
    None,
    /// Beyond the segment, or at the live end.
    Beyond,
    /// In the region.
    Region,
}

const OPEN_RUNS: [OpenRun; 3] = [OpenRun::None, OpenRun::Beyond, OpenRun::Region];

/// The number of passages so far is recorded as 0: none, 1: odd, 2: even and not 0. So one more
/// passage turns 0, 1, 2 into 1, 2, 1.
const PASSAGE_COUNTS: usize = 3;

/// The smallest and the largest sum in some configuration; none if the configuration is impossible.
type Sums = Option<(i32, i32)>;

/// The smallest interval that contains both.
fn widened(sums: Sums, (low, high): (i32, i32)) -> Sums {
    let (lowest, highest) = sums.unwrap_or((low, high));
    Some((lowest.min(low), highest.max(high)))
}

/// The state of the dynamic programme after some cell of the segment: for each configuration the
/// smallest and the largest sum so far.
///
/// The *sum* is the number of white ends minus the number of black ends, inside region and segment,
/// of the path edges that leave them. At the end it is twice the surplus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferState {
    /// By configuration: the run that continues, the passages so far, and whether the step is
    /// *unjoined*: its target lies in the region and no path edge joins it to the segment so far.
    sums: [[[Sums; 2]; PASSAGE_COUNTS]; 3],
    target: StepTarget,
}

impl TransferState {
    /// The state before the first cell.
    pub(crate) fn new(target: StepTarget) -> TransferState {
        let mut state = TransferState { sums: Default::default(), target };
        // The live end is black, so the target of the step is white.
        let sum = i32::from(target != StepTarget::Elsewhere);
        state.sums[0][0][usize::from(target == StepTarget::Region)] = Some((sum, sum));
        state
    }

    /// The state after one more cell.
    pub(crate) fn then(&self, cell: SegmentCell) -> TransferState {
        let mut next = TransferState { sums: Default::default(), target: self.target };
        let colour = if cell.white { 1 } else { -1 };
        for (at, run) in OPEN_RUNS.into_iter().enumerate() {
            for passages in 0..PASSAGE_COUNTS {
                for unjoined in 0..2 {
                    let Some((low, high)) = self.sums[at][passages][unjoined] else { continue };
                    let beside_step = u8::from(cell.beside_step && unjoined == 1);
                    for (goes_on, joined, side) in combinations(beside_step, cell.sides) {
                        // The cell has two edges of the path. Those that do not lead along the
                        // segment, come from the live end or enter the region lead out.
                        let known = u8::from(run != OpenRun::None) + goes_on + joined + side;
                        let Some(out) = 2u8.checked_sub(known + u8::from(cell.stepped)) else {
                            continue;
                        };
                        if out > cell.others {
                            continue;
                        }
                        let beyond = out + u8::from(cell.stepped) + joined > 0;
                        let (to, passes) = follow(run, goes_on == 1, side > 0, beyond);
                        let passages = if passes { [1, 2, 1][passages] } else { passages };
                        let sum = colour * i32::from(out);
                        let unjoined = usize::from(unjoined == 1 && joined == 0);
                        let state = &mut next.sums[to as usize][passages][unjoined];
                        *state = widened(*state, (low + sum, high + sum));
                    }
                }
            }
        }
        next
    }

    /// The smallest and the largest sum over all configurations that are possible after the last
    /// cell.
    fn total(&self, may_be_empty: bool, more_free: bool) -> Sums {
        let mut found = None;
        for passages in 0..PASSAGE_COUNTS {
            for unjoined in 0..2 {
                let Some(sums) = self.sums[OpenRun::None as usize][passages][unjoined] else {
                    continue;
                };
                // If the path steps into the region, it leaves it once more than it enters it, so
                // the number of passages is odd. If it then crosses to the segment immediately,
                // that run counts as beginning beyond; with no passage the region is this single
                // cell.
                let possible = match (self.target, unjoined, passages) {
                    (StepTarget::Region, 1, passages) => passages == 1,
                    (StepTarget::Region, _, 0) => !more_free,
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

    /// The least change of a smallest sum and the greatest change of a largest sum since an earlier
    /// state. None if different configurations are possible.
    pub(crate) fn growth(&self, before: &TransferState) -> Option<(i32, i32)> {
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

/// How many path edges a cell has to the next cell, to the target of the step, and to other cells
/// of the side: all combinations.
fn combinations(beside_step: u8, sides: u8) -> impl Iterator<Item = (u8, u8, u8)> {
    let ways = move |goes_on, joined| (0..=sides).map(move |side| (goes_on, joined, side));
    (0..=1).flat_map(move |goes_on| (0..=beside_step).flat_map(move |joined| ways(goes_on, joined)))
}

/// The run that continues after a cell, and whether a passage ends at the cell.
fn follow(run: OpenRun, goes_on: bool, side: bool, beyond: bool) -> (OpenRun, bool) {
    match (run, goes_on) {
        (OpenRun::None, false) => (OpenRun::None, side && beyond),
        (OpenRun::None, true) => (if side { OpenRun::Region } else { OpenRun::Beyond }, false),
        (run, true) => (run, false),
        (OpenRun::Beyond, false) => (OpenRun::None, side),
        (OpenRun::Region, false) => (OpenRun::None, beyond),
    }
}
