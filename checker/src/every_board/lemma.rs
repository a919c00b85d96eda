//! Lemmas: facts that a certificate may add to the formula of a scene. There are too many of them
//! to add all.
//!
//! **E9.** Each lemma that is accepted holds for every completion: walls do not separate what is
//! connected, and pieces do not cross. (proof: docs/explanation/proofs-for-every-board.md,
//! "planarity")
//!
//! **E10.** A cell is not in the region of a segment from which walls cut it off. (proof:
//! docs/explanation/proofs-for-every-board.md, "sides")
//!
//! Places are indices of [`super::scene::Window::rim`]. Each lemma is one clause. Its comment gives
//! the reason why it holds for every completion.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::formula::{WindowFormula, WindowRegion};
use super::scene::WindowCell;
use crate::kernel::cnf::variable;
use crate::kernel::rule::Offset;

/// A lemma.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A piece does not cross another connected set off the disc that has no cell in common with
    /// it: it is not so that the places of one separate those of the other.
    Crossing {
        /// The exits of the piece.
        piece: (usize, usize),
        /// The other set.
        other: Joined,
        /// Two places of the other set.
        at: (usize, usize),
    },
    /// A free outer cell is visited. Q reaches it from the disc by an exit. If the ends of the arc
    /// are walls, then by the rim argument this exit lies in the arc.
    Visited {
        /// A place of the cell.
        cell: usize,
        /// An arc with this place: it begins after the first place and ends before the second,
        /// clockwise. They may be the same.
        arc: (usize, usize),
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
    },
}

/// A connected set off the disc that shares no cell with a piece. It touches the rim at two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joined {
    /// Another piece; the places are its exits.
    Piece,
    /// All walls; the places are walls.
    Walls,
    /// All walls and the last piece, which ends next to a wall, in a corner of the board. The first
    /// place is its exit, the second one a wall.
    Last,
}

impl WindowFormula {
    /// The clause of a lemma.
    ///
    /// # Errors
    /// If the lemma does not hold.
    pub fn lemma(&self, lemma: &Lemma) -> Result<Vec<i32>, String> {
        match *lemma {
            Lemma::Crossing { piece, other, at } => {
                self.check_separated(piece, at)?;
                let not = match other {
                    Joined::Piece => vec![-self.piece(at)?],
                    Joined::Walls => vec![self.free_at(at.0), self.free_at(at.1)],
                    Joined::Last => {
                        let exit =
                            self.last[at.0].ok_or(format!("there is no exit at {}", at.0))?;
                        vec![-exit, self.free_at(at.1)]
                    }
                };
                Ok([-self.piece(piece)?].into_iter().chain(not).collect())
            }
            Lemma::Visited { cell, arc } => {
                let walls = self.arc(arc)?;
                if cell >= self.exit.len() || !self.window.between(arc.0, cell, arc.1) {
                    return Err(format!("{cell} is not in the arc"));
                }
                let inside = |&place: &usize| self.window.between(arc.0, place, arc.1);
                let exits = (0..self.exit.len()).filter(inside).filter_map(|at| self.exit[at]);
                Ok([-self.free_at(cell)].into_iter().chain(walls).chain(exits).collect())
            }
            Lemma::Entered { ref cells } => {
                let cells = self.cells(cells)?;
                if cells.is_empty() || cells.contains(&self.first) {
                    return Err("no cells, or the one that Q begins with".into());
                }
                let enters = |a: usize, b: usize| cells.contains(&a) != cells.contains(&b);
                let edges = self.edges.iter().enumerate().filter(|(_, (a, b))| enters(*a, *b));
                let mut clause: Vec<i32> = edges.map(|(edge, _)| variable(1, edge)).collect();
                for (&(p, q), &join) in &self.joins {
                    let [p, q] = [p, q].map(|place| self.window.rim[place].cell);
                    if p.zip(q).is_some_and(|(p, q)| enters(p, q)) {
                        clause.push(join);
                    }
                }
                Ok(clause)
            }
            Lemma::Reached { segment, of, ref cells, ref arcs } => {
                let region = self.regions.iter().find(|region| region.segment == segment);
                let region = region.ok_or(format!("segment {segment} is not on the disc"))?;
                self.reached(region, of, &self.cells(cells)?, arcs)
            }
        }
    }

    fn reached(
        &self,
        region: &WindowRegion,
        of: Offset,
        cells: &BTreeSet<usize>,
        arcs: &[(usize, usize)],
    ) -> Result<Vec<i32>, String> {
        let mut walls = BTreeSet::new();
        for &arc in arcs {
            walls.extend(self.arc(arc)?);
        }
        let in_arc = |place: usize| arcs.iter().any(|&(a, b)| self.window.between(a, place, b));
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
                walls.insert(self.free(place.outer));
            }
        }
        let mut places = self.window.rim.iter().enumerate();
        let member = self.window.find(of).filter(|&seen| match seen {
            WindowCell::Disc(v) => cells.contains(&v),
            WindowCell::Outer(x) => places.any(|(at, place)| place.outer == x && in_arc(at)),
        });
        let member = member.ok_or(format!("{of:?} is not among the cells, and in no arc"))?;
        Ok([-region.has(member)].into_iter().chain(walls).collect())
    }

    /// "The cells at the ends of this arc are free."
    fn arc(&self, (a, b): (usize, usize)) -> Result<[i32; 2], String> {
        match a.max(b) < self.window.rim.len() {
            true => Ok([self.free_at(a), self.free_at(b)]),
            false => Err(format!("there is no place {a}, or no place {b}")),
        }
    }

    /// Checks that four places are different and that each pair separates the other on the rim.
    fn check_separated(
        &self,
        (p, q): (usize, usize),
        (r, s): (usize, usize),
    ) -> Result<(), String> {
        let window = &self.window;
        let one = || window.between(p, r, q) && window.between(q, s, p);
        let other = || window.between(p, s, q) && window.between(q, r, p);
        if [p, q, r, s].iter().all(|&at| at < window.rim.len()) && p != q && (one() || other()) {
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
