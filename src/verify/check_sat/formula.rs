//! A rule in one placement at one live end, as a formula over all Hamiltonian paths of the board.
//!
//! A model is a path of the whole board that is split behind the live end; the part up to there is
//! a position in which the pattern matches, the rest is a completion. See
//! [`deadmove_encodings::split`] and [`deadmove_encodings::region`]. What the clauses leave open
//! (connectivity, labels that cover more than the region, exceptions with regions, forced lines) is
//! looked at in each model, and refuted by further clauses.

use std::sync::Arc;

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::{Components, cut_clause};
use deadmove_encodings::degree::degree_clauses;
use deadmove_encodings::plane::{Rim, at_most_two_changes, one_change};
use deadmove_encodings::region::Region;
use deadmove_encodings::split::Split;

use super::contour;
use crate::board::{Board, Cell, Move};
use crate::engine::budget::Budget;
use crate::engine::sat::backend::Backend;
use crate::engine::sat::graph::PositionGraph;
use crate::engine::sat::repair::join_pieces;
use crate::engine::sat::{Solver, Watchdog};
use crate::position::Position;
use crate::rule::compile::Placed;
use crate::rule::geometry::Offset;
use crate::rule::model::{CellTest, Extent, Pattern, Segment};
use crate::verdict::Limit;

/// A board with what the formulas of all placements share.
pub struct Whole {
    start: Position,
    graph: PositionGraph,
    squares: Vec<[usize; 4]>,
    /// The corners of the squares, in cyclic order.
    square_vertices: Vec<[usize; 4]>,
    /// The border from the start to the end, both ways.
    arcs: [Vec<usize>; 2],
    /// Degrees, and no cycles of four edges.
    clauses: Clauses,
}

/// What is asked about a forbidden move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is there a matching position with a completion through the move? If so the rule is unsound.
    Live(Move),
    /// Is there a matching live position in which the move is legal? If not for any move, the rule
    /// is vacuous.
    Legal(Move),
}

impl Question {
    fn direction(self) -> Move {
        match self {
            Question::Live(direction) | Question::Legal(direction) => direction,
        }
    }
}

/// The formula of a placed rule at a live end, and what is needed to read its models.
pub struct Formula<'w> {
    whole: &'w Whole,
    live_end: Cell,
    split: Split,
    /// With the moves that are not forbidden if they lead into the region.
    regions: Vec<(Region, Vec<Move>)>,
    clauses: Clauses,
    next_var: i32,
    moves: Vec<Move>,
}

/// A condition on a cell: settled, or a literal.
enum Ask {
    Holds,
    Fails,
    If(Lit),
}

impl Whole {
    /// Prepares a board.
    pub fn new(board: Arc<Board>) -> Whole {
        let start = Position::start(board);
        let graph = PositionGraph::new(&start);
        let squares: Vec<[usize; 4]> = graph.graph.faces().squares().collect();
        let mut clauses = Clauses::new();
        degree_clauses(&graph.graph, &mut clauses);
        for square in &squares {
            clauses.push(square.map(|edge| !Lit::edge(edge)));
        }
        let square_vertices = squares
            .iter()
            .map(|&[a, _, c, _]| {
                let ((p, q), (r, s)) = (graph.graph.ends(a), graph.graph.ends(c));
                // Opposite edges, black and white ends each: black p and r are diagonal.
                [p, q, r, s]
            })
            .collect();
        let board = start.board();
        let (width, height) = (board.width(), board.height());
        let top = (1..=width).map(|c| Cell::new(c, 1)).chain((2..=height).map(|r| Cell::new(width, r)));
        let left = (1..=height).map(|r| Cell::new(1, r)).chain((2..=width).map(|c| Cell::new(c, height)));
        let vertex = |cell| graph.vertex(board, cell);
        let arcs = [top.map(vertex).collect(), left.map(vertex).collect()];
        Whole { start, graph, squares, square_vertices, arcs, clauses }
    }

    fn board(&self) -> &Board {
        self.start.board()
    }

    fn vertex(&self, cell: Cell) -> usize {
        self.graph.vertex(self.board(), cell)
    }

    /// The vertex of a cell that is on the board and not blocked.
    fn vertex_at(&self, live_end: Cell, offset: Offset) -> Option<usize> {
        let cell = offset.on(self.board(), live_end)?;
        (!self.board().is_blocked(cell)).then(|| self.vertex(cell))
    }
}

impl<'w> Formula<'w> {
    /// The formula; none if the placed rule can be seen not to match there, or has no move.
    pub fn new(whole: &'w Whole, placed: &Placed, live_end: Cell) -> Option<Formula<'w>> {
        let board = whole.board();
        let graph = &whole.graph.graph;
        if live_end == board.end() || board.is_blocked(live_end) {
            return None;
        }
        let moves: Vec<Move> = placed
            .moves
            .iter()
            .filter(|&direction| board.step(live_end, direction).is_some())
            .filter(|&direction| {
                whole.vertex_at(live_end, Offset::LIVE_END.step(direction)).is_some()
            })
            .collect();
        if moves.is_empty() {
            return None;
        }
        let split = Split::new(whole.vertex(live_end), graph.edges() as i32 + 1);
        let mut formula = Formula {
            whole,
            live_end,
            split,
            regions: Vec::new(),
            clauses: Clauses::new(),
            next_var: split.next_var(graph),
            moves,
        };
        let (start, end) = (whole.vertex(board.start()), whole.vertex(board.end()));
        split.clauses(graph, start, end, &mut formula.clauses);
        formula.plane();
        formula.pattern(&placed.pattern, &placed.exempt)?;
        for exception in &placed.unless {
            formula.exception(exception)?;
        }
        Some(formula)
    }

    /// The moves in question: those of the rule that stay on the board.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Planarity: the drawn cells are connected, so are the free cells, and so they stay one step
    /// before and after.
    fn plane(&mut self) {
        let board = self.whole.board();
        for square in &self.whole.square_vertices {
            let walk = square.map(|v| Rim::FreeIf(self.split.free(v)));
            at_most_two_changes(&walk, &[], &mut self.clauses);
        }
        let live_end = self.split.live_end();
        for arc in &self.whole.arcs {
            let walk: Vec<Rim> = arc.iter().map(|&v| Rim::FreeIf(self.split.free(v))).collect();
            one_change(&walk, &mut self.clauses);
            // Everything on the way to a live end on the border is drawn, what lies behind it is free.
            if let Some(at) = arc.iter().position(|&v| v == live_end) {
                for &v in &arc[at + 1..] {
                    self.clauses.push([self.split.free(v)]);
                }
            }
        }
        if self.live_end != board.start() {
            let walk = self.rims(&[Offset::LIVE_END], &[]);
            at_most_two_changes(&walk, &[], &mut self.clauses);
        }
        let moves: Vec<(Move, Cell)> = board.neighbours(self.live_end).collect();
        for (direction, cell) in moves {
            let next = self.whole.vertex(cell);
            let edge = self.whole.graph.graph.edge_between(live_end, next).expect("neighbours");
            let step = [Lit::edge(edge), self.split.free(next)];
            for arc in &self.whole.arcs {
                if let Some(at) = arc.iter().position(|&v| v == next) {
                    for &v in &arc[..at] {
                        self.clauses.push([!step[0], !step[1], self.split.drawn(v)]);
                    }
                }
            }
            if cell == board.end() {
                continue;
            }
            let next = Offset::LIVE_END.step(direction);
            let walk = self.rims(&[next], &[]);
            at_most_two_changes(&walk, &step, &mut self.clauses);
            if self.live_end != board.start() {
                let walk = self.rims(&[Offset::LIVE_END, next], &[]);
                at_most_two_changes(&walk, &step, &mut self.clauses);
            }
        }
    }

    /// The labels around some cells.
    fn rims(&self, cells: &[Offset], _walls: &[Offset]) -> Vec<Rim> {
        contour::around(cells)
            .into_iter()
            .map(|offset| match self.whole.vertex_at(self.live_end, offset) {
                None => Rim::Wall,
                Some(v) if v == self.split.live_end() => Rim::Wall,
                Some(v) => Rim::FreeIf(self.split.free(v)),
            })
            .collect()
    }

    /// Demands that the pattern matches; none if it cannot.
    fn pattern(&mut self, pattern: &Pattern, exempt: &[(crate::rule::moves::Moves, u32)]) -> Option<()> {
        let lines = pattern.forced_lines.iter().flatten().map(|&cell| (cell, CellTest::Free));
        for (cell, test) in pattern.cells.iter().map(|(&c, &t)| (c, t)).chain(lines) {
            match self.ask(cell, test) {
                Ask::Holds => {}
                Ask::Fails => return None,
                Ask::If(lit) => self.clauses.push([lit]),
            }
        }
        for (number, segment) in pattern.segments.iter().enumerate() {
            let exempt = exempt
                .iter()
                .filter(|&&(_, of)| of as usize == number)
                .flat_map(|(moves, _)| moves.iter())
                .collect();
            self.segment(segment, pattern, exempt)?;
        }
        Some(())
    }

    fn ask(&self, offset: Offset, test: CellTest) -> Ask {
        let board = self.whole.board();
        let on_board = offset.on(board, self.live_end);
        let settled = |holds| if holds { Ask::Holds } else { Ask::Fails };
        let Some(vertex) = self.whole.vertex_at(self.live_end, offset) else {
            return settled(match test {
                CellTest::Free | CellTest::FreeNotEnd | CellTest::Drawn => false,
                CellTest::Wall => true,
                CellTest::Outside => on_board.is_none(),
                CellTest::OnBoard => on_board.is_some(),
            });
        };
        match test {
            CellTest::FreeNotEnd if on_board == Some(board.end()) => Ask::Fails,
            CellTest::Free | CellTest::FreeNotEnd => Ask::If(self.split.free(vertex)),
            CellTest::Drawn | CellTest::Wall => Ask::If(self.split.drawn(vertex)),
            CellTest::Outside => Ask::Fails,
            CellTest::OnBoard => Ask::Holds,
        }
    }

    fn segment(&mut self, segment: &Segment, pattern: &Pattern, exempt: Vec<Move>) -> Option<()> {
        let graph = &self.whole.graph.graph;
        let end = self.whole.vertex(self.whole.board().end());
        let in_order = Segment::in_order(&segment.cells.iter().copied().collect())
            .expect("segments of rules are paths");
        let cells: Option<Vec<usize>> =
            in_order.iter().map(|&cell| self.whole.vertex_at(self.live_end, cell)).collect();
        let cells = cells.filter(|cells| !cells.contains(&end))?;
        let side: Vec<usize> = segment
            .side_cells()
            .iter()
            .filter_map(|&cell| self.whole.vertex_at(self.live_end, cell))
            .filter(|&cell| cell != self.split.live_end())
            .collect();
        if segment.extent == Extent::Empty {
            for &cell in &side {
                self.clauses.push([self.split.drawn(cell)]);
            }
        }
        let region = Region::new(self.split, cells, side, self.next_var);
        let allowed = |surplus: i32| {
            let parity = surplus.rem_euclid(2) as u32;
            segment.tests.iter().all(|test| test.holds(parity, surplus))
        };
        let occupied = segment.extent == Extent::Enclosed;
        self.next_var = region.clauses(graph, end, occupied, allowed, &mut self.clauses);
        self.beyond(segment, &in_order, pattern, &region);
        self.regions.push((region, exempt));
        Some(())
    }

    /// Planarity at a segment: walls that are known divide its surroundings into arcs, and the free
    /// cells of one arc are not connected with those of another without the segment. So the region
    /// has no cells in arcs without cells of the side. And the region with its segment is connected, so
    /// is everything else together with the outside.
    fn beyond(&mut self, segment: &Segment, in_order: &[Offset], pattern: &Pattern, region: &Region) {
        let walk = contour::around(in_order);
        let side = segment.side_cells();
        let is_wall = |offset: Offset| {
            offset == Offset::LIVE_END
                || self.whole.vertex_at(self.live_end, offset).is_none()
                || matches!(pattern.cells.get(&offset), Some(CellTest::Drawn | CellTest::Wall))
        };
        if let Some(first) = walk.iter().position(|&offset| is_wall(offset)) {
            let mut walk = walk;
            walk.rotate_left(first);
            for arc in walk.split(|&offset| is_wall(offset)) {
                if arc.iter().any(|offset| side.contains(offset)) {
                    continue;
                }
                for &offset in arc {
                    let v = self.whole.vertex_at(self.live_end, offset).expect("not a wall");
                    if in_order.iter().any(|cell| cell.distance(offset) == 1) {
                        self.clauses.push([!region.inside(v)]);
                    }
                }
            }
        }
        for square in &self.whole.square_vertices {
            // The label is the other way round: what is not in the region is wall.
            let walk = square.map(|v| {
                if region.segment().contains(&v) {
                    None
                } else {
                    Some(Rim::FreeIf(region.inside(v)))
                }
            });
            let [a, b, c, d] = walk.map(|rim| match rim {
                Some(Rim::FreeIf(lit)) => Some(lit),
                _ => None,
            });
            let mut diagonal = |inside: [Option<Lit>; 2], outside: [Option<Lit>; 2]| {
                if outside.iter().all(Option::is_some) {
                    let clause = inside.into_iter().flatten().map(|lit| !lit);
                    self.clauses.push(clause.chain(outside.into_iter().flatten()));
                }
            };
            diagonal([a, c], [b, d]);
            diagonal([b, d], [a, c]);
        }
    }

    /// Demands that an exception does not match, if only cells decide it; none if it always does.
    fn exception(&mut self, exception: &Pattern) -> Option<()> {
        if !exception.segments.is_empty() || !exception.forced_lines.is_empty() {
            return Some(());
        }
        let mut clause = Vec::new();
        for (&cell, &test) in &exception.cells {
            match self.ask(cell, test) {
                Ask::Holds => {}
                Ask::Fails => return Some(()),
                Ask::If(lit) => clause.push(!lit),
            }
        }
        if clause.is_empty() {
            return None;
        }
        self.clauses.push(clause);
        Some(())
    }

    fn assumptions(&self, question: Question) -> Vec<Lit> {
        let direction = question.direction();
        let board = self.whole.board();
        let to = board.step(self.live_end, direction).expect("moves stay on the board");
        let (from, to) = (self.split.live_end(), self.whole.vertex(to));
        let edge = self.whole.graph.graph.edge_between(from, to).expect("moves are edges");
        let taken = matches!(question, Question::Live(_));
        let into = self.regions.iter().filter(|(_, exempt)| exempt.contains(&direction));
        [Lit::edge_is(edge, taken), self.split.free(to)]
            .into_iter()
            .chain(into.map(|(region, _)| !region.inside(to)))
            .collect()
    }
}

/// A solver that answers questions about one formula.
pub struct Search<'f, 'b> {
    formula: &'f Formula<'f>,
    backend: Backend<'b>,
}

impl<'f, 'b> Search<'f, 'b> {
    /// Hands the formula to a solver. The watchdog must be the budget's.
    pub fn new(
        formula: &'f Formula<'f>,
        budget: &'b Budget,
        watchdog: &'b mut Watchdog<'b>,
    ) -> Search<'f, 'b> {
        let mut backend = Backend::new(Solver::default(), budget, watchdog);
        backend.add(&formula.whole.clauses);
        backend.add(&formula.clauses);
        Search { formula, backend }
    }

    /// A position for which the answer is yes, as the path that leads there. `matches` decides
    /// whether the rule really forbids the move in a position.
    pub fn ask(
        &mut self,
        question: Question,
        mut matches: impl FnMut(&Position, Move) -> bool,
    ) -> Result<Option<Position>, Limit> {
        let formula = self.formula;
        let whole = formula.whole;
        let graph = &whole.graph.graph;
        let assumptions = formula.assumptions(question);
        loop {
            let Some(model) = self.backend.solve(formula.next_var as usize - 1, &assumptions)?
            else {
                return Ok(None);
            };
            let is = |lit: Lit| model[lit.0.unsigned_abs() as usize - 1] == (lit.0 > 0);
            let mut used = model[..graph.edges()].to_vec();
            let pieces = Components::new(graph, &used);
            if pieces.count > 1 {
                // Turning squares of equal labels leaves all labels in place.
                let drawn = |edge: usize| {
                    let (a, b) = graph.ends(edge);
                    [formula.split.drawn(a), formula.split.drawn(b)].map(is)
                };
                let squares: Vec<[usize; 4]> = whole
                    .squares
                    .iter()
                    .copied()
                    .filter(|&[a, _, c, _]| {
                        let [p, q] = drawn(a);
                        [q, drawn(c)[0], drawn(c)[1]].iter().all(|&label| label == p)
                    })
                    .collect();
                let joined = join_pieces(graph, &squares, &mut used, None);
                if joined.count > 1 {
                    self.cut(&joined);
                    if pieces.count > joined.count {
                        self.cut(&pieces);
                    }
                    continue;
                }
            }
            let position = self.read(&used);
            if matches(&position, question.direction()) {
                return Ok(Some(position));
            }
            let free = |v: usize| is(formula.split.free(v));
            let mut refuted = false;
            for (region, _) in &formula.regions {
                let clauses = region.reachable(graph, free, |v| is(region.inside(v)));
                refuted |= !clauses.is_empty();
                self.backend.add(&clauses);
            }
            if !refuted {
                // An exception with a region, or a forced line that is not there: not this position.
                let labels = (0..graph.vertices()).map(|v| formula.split.drawn(v));
                let other: Vec<Lit> =
                    labels.map(|lit| if is(lit) { !lit } else { lit }).collect();
                self.backend.add_clause(&other);
            }
        }
    }

    fn cut(&mut self, pieces: &Components) {
        let graph = &self.formula.whole.graph.graph;
        for (number, members) in pieces.members().iter().enumerate() {
            let inside = |v: usize| pieces.of[v] as usize == number;
            self.backend.add_clause(&cut_clause(graph, members, inside));
        }
    }

    /// The position of a path that is split behind the live end.
    fn read(&self, used: &[bool]) -> Position {
        let whole = self.formula.whole;
        let path = whole.graph.moves(&whole.start, used);
        let mut position = whole.start.clone();
        for direction in path {
            if position.live_end() == self.formula.live_end {
                break;
            }
            position.play(direction).expect("a model is a path");
        }
        position
    }
}
