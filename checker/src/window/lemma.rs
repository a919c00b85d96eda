//! What may be added to the formula of a scene: facts of which there are too many to state all.
//!
//! Places are numbers of [`super::scene::Window::rim`]. Each lemma is one clause; the reason why it
//! holds for every completion stands with it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::formula::{Formula, Region};
use super::scene::Seen;
use crate::rule::Offset;

/// A lemma.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// A piece that joins two exits does not have walls on both sides of it: it is connected,
    /// without walls, and the rim argument keeps its exits apart.
    Walled {
        /// The exits.
        piece: (usize, usize),
        /// Two places, one on each way round from exit to exit.
        walls: (usize, usize),
    },
    /// A piece that joins two exits does not have a wall on one side and the last exit on the
    /// other: the last piece ends next to a wall, so that it, together with the walls, is connected,
    /// and the piece, which has no cell of these, would have to cross it.
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
        /// The exits of the other, one on each way round between those.
        other: (usize, usize),
    },
    /// Two free outer cells that are neighbours, or one that touches the rim twice, do not have
    /// walls on both sides of them: they are connected, without walls.
    Beside {
        /// Places of the cells.
        cells: (usize, usize),
        /// Two places, one on each way round between them.
        walls: (usize, usize),
    },
    /// A free outer cell is visited. Q comes to it from the disc by an exit; by the rim argument, if
    /// the walls are walls, by one between these.
    Visited {
        /// A place of the cell.
        cell: usize,
        /// The walls: the cell lies after the first and before the second, clockwise. They may be
        /// the same place. None: by any exit.
        walls: Option<(usize, usize)>,
    },
    /// Q comes to these cells of the disc from others of the disc, by an edge or a piece: it begins
    /// with a cell that is none of these.
    Entered {
        /// The cells.
        cells: Vec<Offset>,
    },
    /// A cell is not in the region of a segment, unless some wall is none. Take cells of the disc,
    /// and arcs of the rim, each between two places. All that is next to these cells off the segment
    /// is one of them, or an outer cell in one of the arcs, or stated to be a wall; all cells of the
    /// disc along the arcs are among the cells or on the segment; the arcs end at walls. So the rim
    /// argument holds whoever begins in a cell or arc, and walks through free cells off the
    /// segment, in these cells and outer cells along the arcs, or off the disc where nothing else
    /// of the rim is touched. No cell of the side is met there, so it is not where the region is.
    Reached {
        /// The number of the segment.
        segment: usize,
        /// The cell: among the cells, or an outer cell in one of the arcs.
        of: Offset,
        /// Cells of the disc.
        cells: Vec<Offset>,
        /// The places at which each arc begins and ends, clockwise, without them.
        arcs: Vec<(usize, usize)>,
        /// Whether the whole rim is an arc; then there are no others.
        whole: bool,
    },
}

impl Formula {
    /// The clause of a lemma, if it is one.
    pub fn lemma(&self, lemma: &Lemma) -> Result<Vec<i32>, String> {
        match *lemma {
            Lemma::Walled { piece, walls: (w, z) } => {
                self.apart(piece, (w, z))?;
                Ok(vec![-self.piece(piece)?, self.free_at(w), self.free_at(z)])
            }
            Lemma::Last { piece, last, wall } => {
                self.apart(piece, (last, wall))?;
                let leaves = self.last[last].ok_or(format!("there is no exit at {last}"))?;
                Ok(vec![-self.piece(piece)?, -leaves, self.free_at(wall)])
            }
            Lemma::Crossing { piece, other } => {
                self.apart(piece, other)?;
                Ok(vec![-self.piece(piece)?, -self.piece(other)?])
            }
            Lemma::Beside { cells: (p, q), walls: (w, z) } => {
                self.apart((p, q), (w, z))?;
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
        region: &Region,
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
        if cells.iter().any(|&v| !off(v) || region.side.contains(&Seen::Disc(v))) {
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
                if region.side.contains(&Seen::Outer(place.outer)) {
                    return Err("a cell in an arc is beside the segment".into());
                }
                if cell.is_some_and(|v| !cells.contains(&v)) {
                    return Err("a cell along an arc, off the segment, is left out".into());
                }
            } else if cell.is_some_and(|v| cells.contains(&v)) {
                walls.push(self.free(place.outer));
            }
        }
        let member = match self.window.seen(of) {
            Some(Seen::Disc(v)) if cells.contains(&v) => Seen::Disc(v),
            Some(Seen::Outer(x)) => {
                let mut places = (0..self.window.rim.len()).filter(|&p| in_arc(p));
                if !places.any(|place| self.window.rim[place].outer == x) {
                    return Err(format!("{of:?} is in no arc"));
                }
                Seen::Outer(x)
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

    /// Sees that four places are different, and one pair lies on both sides of the other.
    fn apart(&self, (p, q): (usize, usize), (r, s): (usize, usize)) -> Result<(), String> {
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
        let number = |&cell: &Offset| match self.window.seen(cell) {
            Some(Seen::Disc(v)) => Ok(v),
            _ => Err(format!("{cell:?} is not on the disc")),
        };
        cells.iter().map(number).collect()
    }
}
