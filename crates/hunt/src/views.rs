//! Views: the largest reach within which two positions look the same to the rule language.
//!
//! A rule of reach r names no cell that is more than r columns or rows from the live end: no tested
//! cell, no cell of a segment, no end of a forced line. What its conditions on these cells depend
//! on is compared here, condition by condition, with the regions and forced lines of the whole
//! board. If all agree, each such rule for boards of all sizes forbids the same moves in both.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use deadmove_core::board::{Cell, Move};
use deadmove_core::position::Position;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, Side,
};
use deadmove_rules::other_ends;

use crate::segments::{SegmentWindow, around, reach_of, within};

/// How far two positions look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewComparison {
    /// No condition within this reach tells them apart: every one was compared.
    pub same: u16,
    /// None was found within this reach: from `same` on, of the segments that turn only some were
    /// compared.
    pub not_found: u16,
    /// What tells them apart one cell farther; nothing if that is beyond both boards.
    pub difference: Option<ViewDifference>,
}

/// A condition that holds in one of two positions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewDifference {
    /// A rule with this condition alone. It matches in one of them, or it matches in both and
    /// exempts a move in one of them.
    pub rule: Rule,
    /// Which of the two it is, 0 or 1.
    pub holds_in: usize,
}

/// Compares two positions. All segments are compared as long as there are at most `segments` within
/// the reach.
pub fn compare(positions: [&Position; 2], segments: u64) -> ViewComparison {
    let mut views = positions.map(RuleView::new);
    let mut compared = ViewComparison { same: 0, not_found: 0, difference: None };
    let last = positions.map(farthest).into_iter().max().unwrap_or(0);
    for reach in 1..=last {
        let window = SegmentWindow { free: views[0].free_cells(reach), reach };
        let all = compared.same == compared.not_found && window.segments() <= segments;
        let found = first_cell(&views, reach)
            .or_else(|| first_forced_line(&views, reach))
            .or_else(|| first_region(&mut views, &window, all));
        if let Some((pattern, exempt, holds_in)) = found {
            compared.difference = Some(ViewDifference { rule: rule_of(pattern, exempt), holds_in });
            return compared;
        }
        compared.not_found = reach;
        if all {
            compared.same = reach;
        }
    }
    compared
}

/// A number that is the same for positions that look the same within a reach, and, but for chance,
/// for no others; without `turning`, segments that turn are left out.
pub fn fingerprint(position: &Position, reach: u16, turning: bool) -> u64 {
    let mut view = RuleView::new(position);
    let mut hasher = DefaultHasher::new();
    for cell in within(reach) {
        CellTest::ALL.map(|test| view.passes(cell, test)).hash(&mut hasher);
        view.other_end(cell).filter(|&other| reach_of(other) <= reach).hash(&mut hasher);
    }
    for reach in 1..=reach {
        let window = SegmentWindow { free: view.free_cells(reach), reach };
        let mut visit = |cells: &[Offset]| {
            view.cut(cells);
            sides(cells).for_each(|side| view.region(cells, side).hash(&mut hasher));
            ControlFlow::Continue(())
        };
        let _ = window.visit_straight(&mut visit);
        if turning {
            let _ = window.visit_all(&mut visit);
        }
    }
    hasher.finish()
}

/// The condition that tells two views apart, a move that it exempts, and where it holds.
type FirstDifference = (Pattern, Option<Move>, usize);

fn rule_of(pattern: Pattern, exempt: Option<Move>) -> Rule {
    let head = Head {
        placements: std::iter::once(Placement::UPRIGHT).collect(),
        ..Head::new("what tells them apart")
    };
    let forbids = match exempt {
        Some(direction) => vec![Forbidden { direction, unless_in: vec![0] }],
        None => {
            let untested = |&m: &Move| !pattern.cells.contains_key(&Offset::LIVE_END.step(m));
            Move::ALL.into_iter().filter(untested).map(Forbidden::always).collect()
        }
    };
    Rule::with_picture(head, pattern, forbids)
}

/// How far the board reaches from the live end.
fn farthest(position: &Position) -> u16 {
    let (board, Cell { column, row }) = (position.board(), position.live_end());
    let sides = [column - 1, board.width() - column, row - 1, board.height() - row];
    sides.into_iter().max().unwrap_or(0)
}

fn first_cell(views: &[RuleView<'_>; 2], reach: u16) -> Option<FirstDifference> {
    around(reach).find_map(|cell| {
        CellTest::ALL.into_iter().find_map(|test| {
            let [first, second] = [0, 1].map(|at| views[at].passes(cell, test));
            let pattern = Pattern { cells: [(cell, test)].into(), ..Pattern::default() };
            (first != second).then_some((pattern, None, usize::from(second)))
        })
    })
}

fn first_forced_line(views: &[RuleView<'_>; 2], reach: u16) -> Option<FirstDifference> {
    within(reach).find_map(|cell| {
        let ends = [0, 1].map(|at| {
            let other = views[at].other_end(cell)?;
            (reach_of(cell).max(reach_of(other)) == reach).then_some(other)
        });
        let holds_in = usize::from(ends[0].is_none());
        let other = ends[holds_in].filter(|_| ends[0] != ends[1])?;
        let forced_lines = vec![[cell.min(other), cell.max(other)]];
        Some((Pattern { forced_lines, ..Pattern::default() }, None, holds_in))
    })
}

fn first_region(
    views: &mut [RuleView<'_>; 2],
    window: &SegmentWindow,
    all: bool,
) -> Option<FirstDifference> {
    let mut found = None;
    let mut visit = |cells: &[Offset]| {
        found = region_difference(views, cells);
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let _ = match (window.visit_straight(&mut visit), all) {
        (ControlFlow::Continue(()), true) => window.visit_all(&mut visit),
        (ControlFlow::Continue(()), false) => window.visit_some(&mut visit),
        (found, _) => found,
    };
    found
}

/// The sides that a segment may have.
fn sides(cells: &[Offset]) -> impl Iterator<Item = Side> {
    let sides = (1..15u8).map(|bits| {
        let directions = Move::ALL.into_iter().filter(|&m| bits >> m as u8 & 1 == 1);
        Side::new(&directions.collect::<Vec<_>>())
    });
    sides.filter(|&side| Segment::check_side(cells, side).is_ok())
}

fn region_difference(views: &mut [RuleView<'_>; 2], cells: &[Offset]) -> Option<FirstDifference> {
    views.iter_mut().for_each(|view| view.cut(cells));
    sides(cells).find_map(|side| {
        let regions = [0, 1].map(|at| views[at].region(cells, side));
        if regions[0] == regions[1] {
            return None;
        }
        let holds_in = usize::from(regions[0].is_none());
        let region = regions[holds_in].as_ref()?;
        let other = regions[1 - holds_in].as_ref().filter(|o| o.extent == region.extent);
        let tests = other.map(|_| RegionTest::surplus_is(region.surplus)).into_iter().collect();
        let segment = Segment { cells: cells.to_vec(), side, extent: region.extent, tests };
        let pattern = Pattern { segments: vec![segment], ..Pattern::default() };
        let same = other.filter(|other| other.surplus == region.surplus);
        let exempt = same.and_then(|other| {
            Move::ALL
                .into_iter()
                .find(|m| region.entered[*m as usize] != other.entered[*m as usize])
        });
        Some((pattern, exempt, holds_in))
    })
}

/// A position as rules see it, and what a segment cuts off there.
struct RuleView<'p> {
    position: &'p Position,
    /// By cell: the other end of its forced line.
    other_ends: Vec<Option<Cell>>,
    /// By cell: its free neighbours.
    near: Vec<Vec<(Move, usize)>>,
    /// By cell: the part it lies in, plus one; 0 if it was not looked at.
    parts: Vec<usize>,
    /// The parts beside the segment.
    beside: Vec<CutPart>,
}

/// The cells that are connected once a segment is filled.
#[derive(Clone, Debug, Default)]
struct CutPart {
    cells: Vec<usize>,
    /// In which directions it lies beside a cell of the segment.
    lies: [bool; 4],
    /// The moves of the live end into it.
    entered: [bool; 4],
    has_end: bool,
    surplus: i32,
}

/// What conditions see of a region that is not open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SeenRegion {
    extent: Extent,
    surplus: i32,
    entered: [bool; 4],
}

impl RuleView<'_> {
    fn new(position: &Position) -> RuleView<'_> {
        let board = position.board();
        let near = |index: usize| {
            let free = board.neighbours(board.cell(index)).filter(|&(_, c)| position.is_free(c));
            free.map(|(direction, cell)| (direction, board.index(cell))).collect()
        };
        RuleView {
            position,
            other_ends: other_ends(position),
            near: (0..board.cells()).map(near).collect(),
            parts: vec![0; board.cells()],
            beside: Vec::new(),
        }
    }

    fn on_board(&self, cell: Offset) -> Option<Cell> {
        cell.on(self.position.board(), self.position.live_end())
    }

    fn offset(&self, cell: Cell) -> Offset {
        let from = self.position.live_end();
        let along = |to: u16, from: u16| to as i16 - from as i16;
        Offset::new(along(cell.column, from.column), along(cell.row, from.row))
    }

    fn free_cells(&self, reach: u16) -> BTreeSet<Offset> {
        within(reach).filter(|&cell| self.passes(cell, CellTest::Free)).collect()
    }

    fn passes(&self, cell: Offset, test: CellTest) -> bool {
        let (board, cell) = (self.position.board(), self.on_board(cell));
        let free = cell.is_some_and(|cell| self.position.is_free(cell));
        match test {
            CellTest::Free => free,
            CellTest::FreeNotEnd => free && cell != Some(board.end()),
            CellTest::Drawn => !free && cell.is_some_and(|cell| !board.is_blocked(cell)),
            CellTest::Wall => !free,
            CellTest::Outside => cell.is_none(),
            CellTest::OnBoard => cell.is_some(),
        }
    }

    fn other_end(&self, cell: Offset) -> Option<Offset> {
        let free = |cell: &Cell| self.position.is_free(*cell);
        let cell = self.on_board(cell).filter(free)?;
        let other = self.other_ends[self.position.board().index(cell)].filter(free);
        other.map(|other| self.offset(other))
    }

    /// Fills a segment of free cells.
    fn cut(&mut self, segment: &[Offset]) {
        const FILLED: usize = usize::MAX;
        for part in self.beside.drain(..) {
            part.cells.into_iter().for_each(|cell| self.parts[cell] = 0);
        }
        let board = self.position.board();
        let on = segment.iter().filter_map(|&cell| Some(board.index(self.on_board(cell)?)));
        let on: Vec<usize> = on.collect();
        on.iter().for_each(|&cell| self.parts[cell] = FILLED);
        for &cell in &on {
            for at in 0..self.near[cell].len() {
                let (direction, next) = self.near[cell][at];
                let part = match self.parts[next] {
                    FILLED => continue,
                    0 => self.flood(next),
                    known => known - 1,
                };
                self.beside[part].lies[direction as usize] = true;
            }
        }
        on.iter().for_each(|&cell| self.parts[cell] = 0);
    }

    /// Adds the part with a cell, and returns its number.
    fn flood(&mut self, from: usize) -> usize {
        let (board, live_end) = (self.position.board(), self.position.live_end());
        let number = self.beside.len() + 1;
        let mut part = CutPart { cells: vec![from], ..CutPart::default() };
        self.parts[from] = number;
        let mut at = 0;
        while let Some(&index) = part.cells.get(at) {
            let cell = board.cell(index);
            part.has_end |= cell == board.end();
            part.surplus += colour(self.offset(cell));
            for &(_, near) in &self.near[index] {
                if self.parts[near] == 0 {
                    self.parts[near] = number;
                    part.cells.push(near);
                }
            }
            at += 1;
        }
        for &(direction, cell) in &self.near[board.index(live_end)] {
            part.entered[direction as usize] = self.parts[cell] == number;
        }
        self.beside.push(part);
        number - 1
    }

    /// The region of the segment that was cut, unless it is open or the end cell is on the segment.
    fn region(&self, segment: &[Offset], side: Side) -> Option<SeenRegion> {
        let end = self.offset(self.position.board().end());
        let lies = |part: &CutPart| side.directions().any(|m| part.lies[m as usize]);
        let mut region = SeenRegion {
            extent: Extent::Empty,
            surplus: segment.iter().copied().map(colour).sum(),
            entered: [false; 4],
        };
        for part in self.beside.iter().filter(|part| lies(part)) {
            if part.has_end {
                return None;
            }
            region.extent = Extent::Enclosed;
            region.surplus += part.surplus;
            Move::ALL.iter().for_each(|&m| region.entered[m as usize] |= part.entered[m as usize]);
        }
        (!segment.contains(&end)).then_some(region)
    }
}

/// What a cell adds to a surplus.
fn colour(cell: Offset) -> i32 {
    if cell.is_white() { 1 } else { -1 }
}
