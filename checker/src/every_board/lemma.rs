//! Lemmas: facts that a certificate may add to the formula of a scene. There are too many of them
//! to add all.
//!
//! **E9.** Each lemma that is accepted holds for every completion: walls do not separate what is
//! connected, and pieces do not cross. (proof: docs/all-sizes.md, "planarity")
//!
//! **E10.** A cell is not in the region of a segment from which walls cut it off. (proof:
//! docs/all-sizes.md, "sides")
//!
//! Places are indices of [`super::scene::Window::rim`]. Each lemma is one clause. Its comment gives
//! the reason why it holds for every completion.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::formula::{WindowFormula, WindowRegion};
use super::scene::WindowCell;
use deadmove_checker_kernel::rule::Offset;

/// A lemma.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A piece that joins two exits does not have walls on both sides. The piece is connected and
    /// has no walls; by the rim argument it could not join the two exits.
    Walled {
        /// The exits.
        piece: (usize, usize),
        /// Two places, one on either side of the piece.
        walls: (usize, usize),
    },
    /// A piece that joins two exits does not have a wall on one side and the last exit on the
    /// other. The last piece ends next to a wall, so it is connected with the walls. The piece
    /// shares no cell with them and would have to cross them.
    Last {
        /// The exits.
        piece: (usize, usize),
        /// The exit of the last piece.
        last: usize,
        /// The place of the wall.
        wall: usize,
    },
    /// Two pieces do not cross: each is connected, and they have no cell in common.
    Crossing {
        /// The exits of one.
        piece: (usize, usize),
        /// The exits of the other, one on either side of the first piece.
        other: (usize, usize),
    },
    /// Two free outer cells that are neighbours, or one that touches the rim twice, do not have
    /// walls on both sides: they are connected and have no walls.
    Beside {
        /// Places of the cells.
        cells: (usize, usize),
        /// Two places, one on either side of the cells.
        walls: (usize, usize),
    },
    /// A free outer cell is visited. Q reaches it from the disc by an exit. If the two walls are
    /// walls, then by the rim argument this exit lies between them.
    Visited {
        /// A place of the cell.
        cell: usize,
        /// The walls: the cell lies after the first and before the second, clockwise. They may be
        /// the same place. None: any exit counts.
        walls: Option<(usize, usize)>,
    },
    /// Q reaches these cells of the disc from other cells of the disc, by an edge or a piece,
    /// because it begins with a cell that is none of these.
    Entered {
        /// The cells.
        cells: Vec<Offset>,
    },
    /// A cell is not in the region of a segment, unless one of the assumed walls is free. Take some
    /// cells of the disc and some arcs of the rim, each between two places, such that:
    ///
    /// - a neighbour, off the segment, of one of the cells is one of the cells, an outer cell in
    ///   one of the arcs, or assumed to be a wall;
    /// - a cell of the disc along an arc is one of the cells or on the segment;
    /// - both ends of an arc are assumed to be walls.
    ///
    /// Then a path of free cells off the segment that begins in these cells or arcs stays there: on
    /// the disc it visits only these cells, and off the disc, by the rim argument, it touches the
    /// rim only in the arcs. No side cell is among them, so none of them is in the region.
    Reached {
        /// The index of the segment.
        segment: usize,
        /// The cell: among the cells, or an outer cell in one of the arcs.
        of: Offset,
        /// Cells of the disc.
        cells: Vec<Offset>,
        /// The places at which each arc begins and ends, clockwise; they do not belong to it.
        arcs: Vec<(usize, usize)>,
        /// Whether the whole rim is an arc; then there are no others.
        whole: bool,
    },
}

impl WindowFormula {
    /// The clause of a lemma; fails if the lemma does not hold.
    pub fn lemma(&self, lemma: &Lemma) -> Result<Vec<i32>, String> {
        match *lemma {
            Lemma::Walled { piece, walls: (w, z) } => {
                self.check_separated(piece, (w, z))?;
                Ok(vec![-self.piece(piece)?, self.free_at(w), self.free_at(z)])
            }
            Lemma::Last { piece, last, wall } => {
                self.check_separated(piece, (last, wall))?;
                let leaves = self.last[last].ok_or(format!("there is no exit at {last}"))?;
                Ok(vec![-self.piece(piece)?, -leaves, self.free_at(wall)])
            }
            Lemma::Crossing { piece, other } => {
                self.check_separated(piece, other)?;
                Ok(vec![-self.piece(piece)?, -self.piece(other)?])
            }
            Lemma::Beside { cells: (p, q), walls: (w, z) } => {
                self.check_separated((p, q), (w, z))?;
                let [a, b] = [p, q].map(|place| self.window.outers[self.window.rim[place].outer]);
                if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) > 1 {
                    return Err(format!("{a:?} and {b:?} are no neighbours"));
                }
                let [p, q] = [p, q].map(|place| -self.free_at(place));
                Ok(vec![p, q, self.free_at(w), self.free_at(z)])
            }
            Lemma::Visited { cell, walls } => {
                self.known(cell)?;
                let mut clause = vec![-self.free_at(cell)];
                if let Some((a, b)) = walls {
                    self.known(a)?;
                    self.known(b)?;
                    if !self.window.between(a, cell, b) {
                        return Err(format!("{cell} is not between {a} and {b}"));
                    }
                    clause.extend([self.free_at(a), self.free_at(b)]);
                }
                let inside =
                    |&place: &usize| walls.is_none_or(|(a, b)| self.window.between(a, place, b));
                clause.extend((0..self.exit.len()).filter(inside).filter_map(|p| self.exit[p]));
                Ok(clause)
            }
            Lemma::Entered { ref cells } => {
                let cells = self.cells(cells)?;
                if cells.is_empty() || cells.contains(&self.first) {
                    return Err("no cells, or the one that Q begins with".into());
                }
                let enters = |a: usize, b: usize| cells.contains(&a) != cells.contains(&b);
                let edges = self.edges.iter().enumerate().filter(|(_, (a, b))| enters(*a, *b));
                let mut clause: Vec<i32> = edges.map(|(edge, _)| edge as i32 + 1).collect();
                for (&(p, q), &join) in &self.joins {
                    let [p, q] = [p, q].map(|place| self.window.rim[place].cell);
                    if p.zip(q).is_some_and(|(p, q)| enters(p, q)) {
                        clause.push(join);
                    }
                }
                Ok(clause)
            }
            Lemma::Reached { segment, of, ref cells, ref arcs, whole } => {
                let region = self.regions.iter().find(|region| region.segment == segment);
                let region = region.ok_or(format!("segment {segment} is not on the disc"))?;
                self.reached(region, of, &self.cells(cells)?, arcs, whole)
            }
        }
    }

    fn reached(
        &self,
        region: &WindowRegion,
        of: Offset,
        cells: &BTreeSet<usize>,
        arcs: &[(usize, usize)],
        whole: bool,
    ) -> Result<Vec<i32>, String> {
        if whole && !arcs.is_empty() {
            return Err("the whole rim is an arc, and there are others".into());
        }
        let mut walls = Vec::new();
        for &(a, b) in arcs {
            self.known(a)?;
            self.known(b)?;
            walls.extend([self.free_at(a), self.free_at(b)]);
        }
        let in_arc =
            |place: usize| whole || arcs.iter().any(|&(a, b)| self.window.between(a, place, b));
        let off = |v: usize| !region.on[v];
        if cells.iter().any(|&v| !off(v) || region.side.contains(&WindowCell::Disc(v))) {
            return Err("a cell is on the segment or beside it".into());
        }
        for &(a, b) in &self.edges {
            if off(a) && off(b) && cells.contains(&a) != cells.contains(&b) {
                return Err("a cell next to one of them, off the segment, is left out".into());
            }
        }
        for (number, place) in self.window.rim.iter().enumerate() {
            let cell = place.cell.filter(|&v| off(v));
            if in_arc(number) {
                if region.side.contains(&WindowCell::Outer(place.outer)) {
                    return Err("a cell in an arc is beside the segment".into());
                }
                if cell.is_some_and(|v| !cells.contains(&v)) {
                    return Err("a cell along an arc, off the segment, is left out".into());
                }
            } else if cell.is_some_and(|v| cells.contains(&v)) {
                walls.push(self.free(place.outer));
            }
        }
        let member = match self.window.find(of) {
            Some(WindowCell::Disc(v)) if cells.contains(&v) => WindowCell::Disc(v),
            Some(WindowCell::Outer(x)) => {
                let mut places = (0..self.window.rim.len()).filter(|&p| in_arc(p));
                if !places.any(|place| self.window.rim[place].outer == x) {
                    return Err(format!("{of:?} is in no arc"));
                }
                WindowCell::Outer(x)
            }
            _ => return Err(format!("{of:?} is not among the cells")),
        };
        walls.sort_unstable();
        walls.dedup();
        Ok([-region.has(member)].into_iter().chain(walls).collect())
    }

    fn known(&self, place: usize) -> Result<(), String> {
        match self.window.rim.get(place) {
            Some(_) => Ok(()),
            None => Err(format!("there is no place {place}")),
        }
    }

    /// Checks that four places are different and that each pair separates the other on the rim.
    fn check_separated(
        &self,
        (p, q): (usize, usize),
        (r, s): (usize, usize),
    ) -> Result<(), String> {
        for place in [p, q, r, s] {
            self.known(place)?;
        }
        let window = &self.window;
        let one = window.between(p, r, q) && window.between(q, s, p);
        let other = window.between(p, s, q) && window.between(q, r, p);
        if p != q && (one || other) {
            return Ok(());
        }
        Err(format!("{r} and {s} do not lie on both sides of {p} and {q}"))
    }

    /// "A piece joins these exits."
    fn piece(&self, (p, q): (usize, usize)) -> Result<i32, String> {
        let join = self.joins.get(&(p.min(q), p.max(q)));
        join.copied().ok_or(format!("no piece joins {p} and {q}"))
    }

    fn cells(&self, cells: &[Offset]) -> Result<BTreeSet<usize>, String> {
        let number = |&cell: &Offset| match self.window.find(cell) {
            Some(WindowCell::Disc(v)) => Ok(v),
            _ => Err(format!("{cell:?} is not on the disc")),
        };
        cells.iter().map(number).collect()
    }
}
