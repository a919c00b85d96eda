//! The formula of a question: the pattern of a rule matches, a move is legal and forbidden, and the
//! line continues with a step and is completed.
//!
//! Every position that satisfies this, on any board, gives a model. So a formula without a model
//! means that no board has such a position.

use std::ops::Range;

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::window::Window;
use deadmove_encodings::window::region::RimRegion;

use super::board_shape::BoardShape;
use super::situation::{SeenCell, Situation, WindowView};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment};
use deadmove_solver::Impossible;

/// Which kinds of facts the formula states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The colour equations of the regions.
    pub colour: bool,
    /// Regions that must not be empty have a free cell on their side.
    pub occupied: bool,
    /// Labelled cells are connected with the side of the region.
    pub sides: bool,
    /// The consequences of the rim lemma.
    pub planarity: bool,
    /// The completion is one path, and visits the free outer cells.
    pub one_path: bool,
    /// Degrees of the outer cells, and of other cells that are known to be free.
    pub outer_degrees: bool,
    /// The drawn line passes through the walls on the board.
    pub line: bool,
    /// The end cell lies in a corner of the board, and the board is a rectangle.
    pub board: bool,
}

/// The switch of one kind of facts.
type Switch = fn(&mut Facts) -> &mut bool;

impl Facts {
    /// All of them.
    pub const ALL: Facts = Facts {
        colour: true,
        occupied: true,
        sides: true,
        planarity: true,
        one_path: true,
        outer_degrees: true,
        line: true,
        board: true,
    };

    /// None of them.
    pub const NONE: Facts = Facts {
        colour: false,
        occupied: false,
        sides: false,
        planarity: false,
        one_path: false,
        outer_degrees: false,
        line: false,
        board: false,
    };

    /// Each kind that can be left out, with its name.
    pub const KINDS: [(&str, Switch); 8] = [
        ("colour", |facts| &mut facts.colour),
        ("not-empty", |facts| &mut facts.occupied),
        ("sides", |facts| &mut facts.sides),
        ("planarity", |facts| &mut facts.planarity),
        ("one-path", |facts| &mut facts.one_path),
        ("outer-degrees", |facts| &mut facts.outer_degrees),
        ("line", |facts| &mut facts.line),
        ("board", |facts| &mut facts.board),
    ];

    /// The names of the kinds that are stated.
    pub fn names(mut self) -> Vec<&'static str> {
        let stated = Facts::KINDS.into_iter().filter(|(_, kind)| *kind(&mut self));
        stated.map(|(name, _)| name).collect()
    }

    /// The kinds with these names; none if one is no kind.
    pub fn named(names: &[impl AsRef<str>]) -> Option<Facts> {
        let mut facts = Facts::NONE;
        for name in names {
            let (_, kind) = Facts::KINDS.into_iter().find(|(kind, _)| *kind == name.as_ref())?;
            *kind(&mut facts) = true;
        }
        Some(facts)
    }
}

/// A question about all boards: is there a position with a completion that satisfies this?
#[derive(Clone, Debug)]
pub struct WindowQuestion<'r> {
    /// The rule whose pattern matches.
    pub rule: &'r Rule,
    /// The move that is legal and forbidden.
    pub forbidden: Move,
    /// The step with which the line continues.
    pub step: Move,
}

/// The formula of a question, with its window.
pub(crate) struct WindowFormula {
    /// The window.
    pub window: Window,
    /// The cells of the window.
    pub view: WindowView,
    /// The regions of the pattern whose segments lie in the window.
    pub regions: Vec<RimRegion>,
    /// The clauses.
    pub clauses: Clauses,
    /// The clauses that state one kind of facts, by number, with the name of the kind.
    pub blocks: Vec<(Range<usize>, &'static str)>,
}

/// A lazy constraint, with the kinds of facts it rests on.
pub(crate) struct LazyConstraint {
    /// The clause.
    pub clause: Vec<Lit>,
    /// The names of the kinds.
    pub kinds: &'static [&'static str],
}

impl WindowFormula {
    /// The formula of a question in a situation that extends the one of the pattern.
    pub(crate) fn new(
        question: &WindowQuestion<'_>,
        known: &Situation,
        facts: Facts,
    ) -> Result<WindowFormula, Impossible> {
        let pattern = &question.rule.pattern;
        let on_segment = |cell| pattern.segments.iter().any(|s| s.cells.contains(&cell));
        let no_end =
            |cell| on_segment(cell) || pattern.cells.get(&cell) == Some(&CellTest::FreeNotEnd);
        let view = known.view(question.step, |cell| !no_end(cell))?;
        let (window, clauses) = Window::new(view.disc.clone(), facts.planarity);
        let (regions, blocks) = (Vec::new(), Vec::new());
        let mut formula = WindowFormula { window, view, regions, clauses, blocks };
        let WindowFormula { window, clauses, .. } = &mut formula;
        window.wall_clauses(clauses);
        window.degree_clauses(clauses);
        window.end_clauses(clauses);
        if facts.one_path {
            formula.stating("one-path", |formula| {
                formula.window.join_clauses(&mut formula.clauses);
            });
        }
        if facts.outer_degrees {
            formula.stating("outer-degrees", |formula| {
                formula.window.outer_clauses(&mut formula.clauses);
            });
        }
        let shape = facts.board.then(|| formula.stating("board", |of| of.shape(pattern, known)));
        formula.far_free(known);
        if facts.outer_degrees {
            formula.stating("outer-degrees", |formula| formula.far_degrees(known, no_end));
        }
        if facts.line {
            formula.stating("line", |formula| formula.wall_degrees(known));
        }
        for (number, segment) in pattern.segments.iter().enumerate() {
            let unless = question.rule.forbids.iter().filter(|f| f.direction == question.forbidden);
            let exempt = unless.flat_map(|f| &f.unless_in).any(|&of| of == number);
            formula.segment(segment, exempt.then_some(question.forbidden), facts);
        }
        for exception in &question.rule.unless {
            formula.exception(exception, shape.as_ref());
        }
        Ok(formula)
    }

    /// States facts of one kind.
    fn stating<T>(&mut self, kind: &'static str, state: impl FnOnce(&mut WindowFormula) -> T) -> T {
        let from = self.clauses.len();
        let stated = state(self);
        self.blocks.push((from..self.clauses.len(), kind));
        stated
    }

    /// States that the board is a rectangle and the end one of its corners.
    fn shape(&mut self, pattern: &Pattern, known: &Situation) -> BoardShape {
        let seen = self.view.cells.iter().chain(&self.view.outers);
        let known_cells = known.walls.iter().chain(&known.free).chain(&known.on_board);
        let cells = seen.chain(pattern.cells.keys()).chain(known_cells).copied();
        let shape = BoardShape::new(cells, &mut self.clauses);
        for cell in known.on_board.iter().chain(&known.free).chain(&self.view.cells) {
            shape.on_board(*cell, &mut self.clauses);
        }
        for (outer, &cell) in self.view.outers.iter().enumerate() {
            let free = self.window.free[outer];
            for lit in shape.inside(cell) {
                self.clauses.push([!free, lit]);
            }
        }
        for (&cell, &test) in &pattern.cells {
            if test == CellTest::Outside {
                self.clauses.push(shape.inside(cell).map(|lit| !lit));
            }
        }
        let vertices = self.view.cells.iter().enumerate();
        let vertices = vertices.map(|(v, &cell)| (self.window.end_vertex[v], cell));
        let outers = self.view.outers.iter().enumerate();
        let outers = outers.map(|(x, &cell)| (self.window.end_outer[x], cell));
        for (end, cell) in vertices.chain(outers) {
            if let Some(end) = end {
                shape.corner(end, cell, &mut self.clauses);
            }
        }
        shape
    }

    /// States which outer cells are known to be free.
    fn far_free(&mut self, known: &Situation) {
        for (outer, cell) in self.view.outers.iter().enumerate() {
            if known.free.contains(cell) {
                self.clauses.push([self.window.free[outer]]);
            }
        }
    }

    /// States the conditions on a region. Does nothing if its segment does not lie on the disc.
    fn segment(&mut self, segment: &Segment, exempt: Option<Move>, facts: Facts) {
        let vertex = |cell: &Offset| match self.view.seen(*cell) {
            Some(SeenCell::Vertex(v)) => Some(v),
            _ => None,
        };
        let Some(on_segment) = segment.cells.iter().map(vertex).collect::<Option<Vec<usize>>>()
        else {
            return;
        };
        let side: Vec<SeenCell> =
            segment.side_cells().iter().filter_map(|&cell| self.view.seen(cell)).collect();
        let side_vertices = side.iter().filter_map(|&seen| match seen {
            SeenCell::Vertex(v) => Some(v),
            SeenCell::Outer(_) => None,
        });
        let side_outers = side.iter().filter_map(|&seen| match seen {
            SeenCell::Outer(x) => Some(x),
            SeenCell::Vertex(_) => None,
        });
        let region = RimRegion::new(
            &self.window,
            &on_segment,
            side_vertices.collect(),
            side_outers.collect(),
            &mut self.clauses,
        );
        region.label_clauses(&self.window, &mut self.clauses);
        match segment.extent {
            Extent::Enclosed if facts.occupied => self.stating("not-empty", |formula| {
                region.occupied_clauses(&formula.window, &mut formula.clauses);
            }),
            Extent::Empty => region.empty_clauses(&self.window, &mut self.clauses),
            Extent::Enclosed | Extent::EnclosedOrEmpty => {}
        }
        if let Some(forbidden) = exempt
            && let Some(SeenCell::Vertex(to)) = self.view.seen(Offset::LIVE_END.step(forbidden))
        {
            self.clauses.push([!region.has_vertex(to)]);
        }
        if facts.colour {
            let allowed = |surplus: i32| RegionTest::all_hold(&segment.tests, surplus);
            self.stating("colour", |formula| {
                region.colour_clauses(&formula.window, allowed, &mut formula.clauses);
            });
        }
        self.regions.push(region);
    }

    /// Demands that an exception does not match, if cells of the window alone decide it.
    fn exception(&mut self, exception: &Pattern, shape: Option<&BoardShape>) {
        let Pattern { cells, segments, forced_lines } = exception;
        if !segments.is_empty() || !forced_lines.is_empty() {
            return;
        }
        let mut clause = Vec::new();
        let mut rests_on_shape = false;
        for (&cell, &test) in cells {
            // The clause says that some test fails. A test that always holds adds no literal. If a
            // test may fail in a way that no literal expresses, the exception is not used.
            let (free, end) = match self.view.seen(cell) {
                Some(SeenCell::Vertex(v)) => (None, self.window.end_vertex[v]),
                Some(SeenCell::Outer(x)) => (Some(self.window.free[x]), self.window.end_outer[x]),
                None => return,
            };
            match (test, free) {
                (CellTest::Free, None) | (CellTest::OnBoard, None) => {}
                (CellTest::FreeNotEnd, None) => clause.extend(end),
                (CellTest::Wall | CellTest::Drawn | CellTest::Outside, None) => return,
                (CellTest::Free, Some(free)) => clause.push(!free),
                (CellTest::FreeNotEnd, Some(free)) => clause.extend([!free].into_iter().chain(end)),
                (CellTest::Wall, Some(free)) => clause.push(free),
                (CellTest::Drawn, Some(free)) => {
                    let Some(shape) = shape else { return };
                    rests_on_shape = true;
                    clause.push(free);
                    clause.extend(shape.inside(cell).map(|lit| !lit));
                }
                (CellTest::OnBoard, Some(_)) => {
                    let Some(shape) = shape else { return };
                    rests_on_shape = true;
                    clause.extend(shape.inside(cell).map(|lit| !lit));
                }
                (CellTest::Outside, Some(_)) => return,
            }
        }
        match rests_on_shape {
            true => self.stating("board", |formula| formula.clauses.push(clause)),
            false => self.clauses.push(clause),
        }
    }

    /// The lazy constraints that a model violates: clauses that hold for every completion, added
    /// only when needed.
    pub(crate) fn lazy_constraints(
        &self,
        facts: Facts,
        is: impl Fn(Lit) -> bool,
    ) -> Vec<LazyConstraint> {
        let model = self.window.read_model(&is);
        let mut constraints = Vec::new();
        let mut add = |kinds, find: &dyn Fn(&mut Vec<Vec<Lit>>)| {
            let mut clauses = Vec::new();
            find(&mut clauses);
            constraints.extend(clauses.into_iter().map(|clause| LazyConstraint { clause, kinds }));
        };
        if facts.planarity {
            add(&["planarity"], &|found| self.window.lazy_rim_constraints(&model, found));
            if facts.one_path {
                add(&["planarity", "one-path"], &|found| {
                    self.window.lazy_visit_constraints(&model, found);
                });
            }
            if facts.sides {
                for region in &self.regions {
                    add(&["planarity", "sides"], &|found| {
                        region.lazy_reach_constraints(&self.window, &model, &is, found);
                    });
                }
            }
        }
        if facts.one_path {
            add(&["one-path"], &|found| self.window.lazy_path_constraints(&model, found));
        }
        constraints
    }
}
