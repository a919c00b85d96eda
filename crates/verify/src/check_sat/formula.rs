//! A rule in one placement at one live end, as a formula over all Hamiltonian paths of the board.
//!
//! A model is a path of the whole board, split behind the live end: the first part is a position in
//! which the pattern matches, the rest is a completion. See [`deadmove_encodings::split`] and
//! [`deadmove_encodings::region`]. The clauses leave some things open (connectivity, labels that
//! cover more than the region, exceptions with regions, forced lines); `refinement.rs` checks them
//! in each model and adds lazy constraints.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::region::SegmentRegion;
use deadmove_encodings::split::Split;
use deadmove_encodings::unit_propagation::ClausePropagator;

use super::planarity::{line_clauses, region_clauses};
use super::whole::Whole;
use deadmove_core::board::{Cell, Move};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Segment};
use deadmove_rules::placed::PlacedRule;
use deadmove_solver::Impossible;

/// The formula of a placed rule at a live end, with the variables needed to read its models.
pub struct Formula<'w> {
    /// The board.
    pub whole: &'w Whole,
    pub live_end: Cell,
    /// The labels of drawn and free cells.
    pub split: Split,
    /// The regions of the pattern.
    pub regions: Vec<PlacedRegion>,
    /// The clauses besides those of the board.
    pub clauses: Clauses,
    /// The moves to check: those of the rule that stay on the board.
    pub moves: Vec<Move>,
}

/// A region that the pattern requires.
pub struct PlacedRegion {
    /// The label and its segment.
    pub region: SegmentRegion,
    /// Whether it must have cells besides those of the segment.
    pub occupied: bool,
    /// Moves that the rule does not forbid if they lead into the region.
    exempt: Vec<Move>,
}

/// A condition on a cell: true, false, or a literal.
enum CellCondition {
    Holds,
    Fails,
    If(Lit),
}

impl<'w> Formula<'w> {
    /// The formula, unless the placed rule obviously cannot match there or forbids nothing.
    pub fn new(
        whole: &'w Whole,
        placed: &PlacedRule,
        live_end: Cell,
    ) -> Result<Formula<'w>, Impossible> {
        let (graph, board) = (whole.graph(), whole.board());
        let on_board = |&m: &Move| board.step(live_end, m).is_some();
        let moves: Vec<Move> = placed.moves.iter().filter(on_board).collect();
        if live_end == board.end() || moves.is_empty() {
            return Err(Impossible);
        }
        let mut clauses = Clauses::over(graph.edges());
        let split = Split::new(whole.vertex(live_end), graph, &mut clauses);
        let mut formula = Formula { whole, live_end, split, regions: Vec::new(), clauses, moves };
        formula.pattern(placed)?;
        for exception in &placed.unless {
            formula.exception(exception)?;
        }
        let (start, end) = (whole.vertex(board.start()), whole.vertex(board.end()));
        split.clauses(graph, start, end, &mut formula.clauses);
        line_clauses(whole, &split, live_end, &mut formula.clauses);
        Ok(formula)
    }

    /// Allows drawn cells only up to this many steps from the upper-left corner.
    pub fn draw_within(&mut self, steps: usize) {
        let board = self.whole.board();
        for cell in (0..board.cells()).map(|index| board.cell(index)) {
            if usize::from(cell.column + cell.row) > steps + 2 {
                self.clauses.push([self.split.free(self.whole.vertex(cell))]);
            }
        }
    }

    /// Unit propagation on the formula.
    pub fn propagator(&self) -> ClausePropagator {
        ClausePropagator::new(&[&self.whole.clauses, &self.clauses])
    }

    /// The assumptions that the move `forbidden` is legal and forbidden, and that the path
    /// continues with `step`; `None` if one of them leaves the board.
    ///
    /// The step is always fixed because nearly everything follows from it: a solver that has to
    /// choose it may spend very long on other decisions.
    pub fn assumptions(&self, forbidden: Move, step: Move) -> Option<Vec<Lit>> {
        let [to, next] = [forbidden, step]
            .map(|direction| self.whole.vertex_at(self.live_end, Offset::LIVE_END.step(direction)));
        let (to, next) = (to?, next?);
        let edge = self.whole.graph().edge_between(self.split.live_end, next)?;
        let into = self.regions.iter().filter(|placed| placed.exempt.contains(&forbidden));
        let exempt = into.map(|placed| !placed.region.inside(to));
        let first = [Lit::edge(edge), self.split.free(next), self.split.free(to)];
        Some(first.into_iter().chain(exempt).collect())
    }

    /// Requires the pattern to match.
    fn pattern(&mut self, placed: &PlacedRule) -> Result<(), Impossible> {
        let pattern = &placed.pattern;
        let Pattern { cells, segments, forced_lines } = pattern;
        let lines = forced_lines.iter().flatten().map(|&cell| (cell, CellTest::Free));
        for (cell, test) in cells.iter().map(|(&c, &t)| (c, t)).chain(lines) {
            match self.condition(cell, test) {
                CellCondition::Holds => {}
                CellCondition::Fails => return Err(Impossible),
                CellCondition::If(lit) => self.clauses.push([lit]),
            }
        }
        for (number, segment) in segments.iter().enumerate() {
            let exempt = placed.exempt.iter().filter(|&&(_, of)| of as usize == number);
            let exempt = exempt.flat_map(|(moves, _)| moves.iter()).collect();
            self.segment(pattern, segment, exempt)?;
        }
        Ok(())
    }

    fn condition(&self, offset: Offset, test: CellTest) -> CellCondition {
        let board = self.whole.board();
        let settled = |holds| if holds { CellCondition::Holds } else { CellCondition::Fails };
        let Some(vertex) = self.whole.vertex_at(self.live_end, offset) else {
            return settled(match test {
                CellTest::Wall | CellTest::Outside => true,
                CellTest::Free | CellTest::FreeNotEnd | CellTest::Drawn | CellTest::OnBoard => {
                    false
                }
            });
        };
        match test {
            CellTest::FreeNotEnd if vertex == self.whole.vertex(board.end()) => {
                CellCondition::Fails
            }
            CellTest::Free | CellTest::FreeNotEnd => CellCondition::If(self.split.free(vertex)),
            CellTest::Drawn | CellTest::Wall => CellCondition::If(self.split.drawn(vertex)),
            CellTest::Outside => CellCondition::Fails,
            CellTest::OnBoard => CellCondition::Holds,
        }
    }

    fn segment(
        &mut self,
        pattern: &Pattern,
        segment: &Segment,
        exempt: Vec<Move>,
    ) -> Result<(), Impossible> {
        let (whole, live_end) = (self.whole, self.live_end);
        let end = whole.vertex(whole.board().end());
        let on_board = |&cell: &Offset| whole.vertex_at(live_end, cell);
        let in_order = Segment::in_order(&segment.cells.iter().copied().collect())
            .expect("segments of rules are paths");
        let cells: Vec<usize> =
            in_order.iter().map(on_board).collect::<Option<_>>().ok_or(Impossible)?;
        if cells.contains(&end) {
            return Err(Impossible);
        }
        let side_cells = segment.side_cells();
        let side: Vec<usize> = side_cells
            .iter()
            .filter_map(on_board)
            .filter(|&cell| cell != self.split.live_end)
            .collect();
        if segment.extent == Extent::Empty {
            for &cell in &side {
                self.clauses.push([self.split.drawn(cell)]);
            }
        }
        let region = SegmentRegion::new(self.split, cells, side, whole.graph(), &mut self.clauses);
        let allowed = |surplus: i32| RegionTest::all_hold(&segment.tests, surplus);
        let occupied = segment.extent == Extent::Enclosed;
        region.clauses(whole.graph(), end, occupied, allowed, &mut self.clauses);
        let is_wall = |offset: Offset| {
            matches!(pattern.cells.get(&offset), Some(CellTest::Drawn | CellTest::Wall))
        };
        let cells = [&in_order[..], &side_cells];
        region_clauses(whole, live_end, &region, cells, is_wall, &mut self.clauses);
        self.regions.push(PlacedRegion { region, occupied, exempt });
        Ok(())
    }

    /// Requires an exception not to match if it depends on cells only.
    fn exception(&mut self, exception: &Pattern) -> Result<(), Impossible> {
        let Pattern { cells, segments, forced_lines } = exception;
        if !segments.is_empty() || !forced_lines.is_empty() {
            return Ok(());
        }
        let mut clause = Vec::new();
        for (&cell, &test) in cells {
            match self.condition(cell, test) {
                CellCondition::Holds => {}
                CellCondition::Fails => return Ok(()),
                CellCondition::If(lit) => clause.push(!lit),
            }
        }
        if clause.is_empty() {
            return Err(Impossible);
        }
        self.clauses.push(clause);
        Ok(())
    }
}
