//! What is known about the cells around a live end, and the window that follows from it.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_encodings::window::{Disc, Outer, RimPlace, Vertex};

use deadmove_core::board::Move;
use deadmove_rules::boundary;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Pattern};
use deadmove_solver::Impossible;

/// Cells known to be free, walls, or on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Situation {
    /// Free cells.
    pub free: BTreeSet<Offset>,
    /// Cells that are drawn, blocked or outside; the live end is not among them.
    pub walls: BTreeSet<Offset>,
    /// Cells known to be on the board, besides the free ones and the live end.
    pub on_board: BTreeSet<Offset>,
}

/// A window with the cells that it consists of.
#[derive(Clone, Debug)]
pub struct WindowView {
    /// The disc.
    pub disc: Disc,
    /// The cell of each vertex.
    pub cells: Vec<Offset>,
    /// The cell of each outer cell.
    pub outers: Vec<Offset>,
    vertex_of: BTreeMap<Offset, usize>,
    outer_of: BTreeMap<Offset, usize>,
}

/// The role of a cell in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenCell {
    /// A free cell of the disc.
    Vertex(usize),
    /// A cell that touches the disc.
    Outer(usize),
}

impl Situation {
    /// What follows from a pattern, and from the fact that these moves lead to free cells.
    pub(crate) fn of(pattern: &Pattern, moves: &[Move]) -> Result<Situation, Impossible> {
        let mut known = Situation::default();
        let Pattern { cells, segments, forced_lines } = pattern;
        for (&cell, &test) in cells {
            match test {
                CellTest::Free | CellTest::FreeNotEnd => {
                    known.free.insert(cell);
                }
                CellTest::Drawn => {
                    known.walls.insert(cell);
                    known.on_board.insert(cell);
                }
                CellTest::Wall | CellTest::Outside => {
                    known.walls.insert(cell);
                }
                CellTest::OnBoard => {
                    known.on_board.insert(cell);
                }
            }
        }
        known.free.extend(segments.iter().flat_map(|segment| &segment.cells));
        known.free.extend(forced_lines.iter().flatten());
        known.free.extend(moves.iter().map(|&m| Offset::LIVE_END.step(m)));
        known.consistent()
    }

    /// The same with one more cell known to be free, or to be a wall.
    pub(crate) fn with(&self, cell: Offset, free: bool) -> Result<Situation, Impossible> {
        let mut known = self.clone();
        if free {
            known.free.insert(cell)
        } else {
            known.walls.insert(cell)
        };
        known.consistent()
    }

    fn consistent(self) -> Result<Situation, Impossible> {
        let consistent =
            self.free.is_disjoint(&self.walls) && !self.free.contains(&Offset::LIVE_END);
        if consistent { Ok(self) } else { Err(Impossible) }
    }

    /// The disc: the live end with the known free cells that are connected with it. The cells they
    /// enclose are free too: walls and the outside are connected, so no wall can be enclosed.
    pub(crate) fn disc(&self) -> Result<BTreeSet<Offset>, Impossible> {
        let mut known = self.free.clone();
        known.insert(Offset::LIVE_END);
        loop {
            let mut disc = BTreeSet::from([Offset::LIVE_END]);
            let mut stack = vec![Offset::LIVE_END];
            while let Some(cell) = stack.pop() {
                for next in Move::ALL.map(|m| cell.step(m)) {
                    if known.contains(&next) && disc.insert(next) {
                        stack.push(next);
                    }
                }
            }
            let holes = boundary::enclosed(&disc);
            if holes.iter().any(|cell| self.walls.contains(cell)) {
                return Err(Impossible);
            }
            if holes.is_empty() {
                return Ok(disc);
            }
            known.extend(holes);
        }
    }

    /// The window for a step of the line. `may_end` says whether a cell can be the end cell.
    pub(crate) fn view(
        &self,
        step: Move,
        may_end: impl Fn(Offset) -> bool,
    ) -> Result<WindowView, Impossible> {
        let disc = self.disc()?;
        let first = Offset::LIVE_END.step(step);
        let cells: Vec<Offset> =
            disc.iter().copied().filter(|&cell| cell != Offset::LIVE_END).collect();
        let vertex_of: BTreeMap<Offset, usize> =
            cells.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
        let walk = boundary::trace(&disc);
        let outers: Vec<Offset> =
            walk.iter().map(|place| place.outer).collect::<BTreeSet<_>>().into_iter().collect();
        let outer_of: BTreeMap<Offset, usize> =
            outers.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
        let near = |cell: Offset| Move::ALL.map(|m| cell.step(m));
        let vertices = cells.iter().map(|&cell| Vertex {
            white: cell.is_white(),
            first: cell == first,
            may_end: may_end(cell),
        });
        let mut edges = Vec::new();
        for (v, &cell) in cells.iter().enumerate() {
            let others = near(cell).into_iter().filter_map(|next| vertex_of.get(&next));
            edges.extend(others.filter(|&&w| v < w).map(|&w| (v, w)));
        }
        let places = walk.iter().map(|place| RimPlace {
            vertex: place.cell.and_then(|cell| vertex_of.get(&cell).copied()),
            outer: outer_of[&place.outer],
        });
        let known_wall = |cell: &Offset| self.walls.contains(cell);
        let outer = |&cell: &Offset| {
            let beyond = near(cell).into_iter().filter(|next| !disc.contains(next));
            let beyond = beyond.filter(|next| !known_wall(next));
            Outer {
                wall: known_wall(&cell),
                may_end: !known_wall(&cell) && may_end(cell),
                beyond: beyond.map(|next| outer_of.get(&next).copied()).collect(),
                at_live_end: cell.distance(Offset::LIVE_END) == 1,
            }
        };
        let disc = Disc {
            vertices: vertices.collect(),
            edges,
            places: places.collect(),
            outers: outers.iter().map(outer).collect(),
        };
        Ok(WindowView { disc, cells, outers, vertex_of, outer_of })
    }
}

impl WindowView {
    /// The role of a cell in the window; none if the window does not contain it.
    pub fn seen(&self, cell: Offset) -> Option<SeenCell> {
        let vertex = self.vertex_of.get(&cell).map(|&v| SeenCell::Vertex(v));
        vertex.or_else(|| self.outer_of.get(&cell).map(|&x| SeenCell::Outer(x)))
    }
}
