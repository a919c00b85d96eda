//! The base formula of a position: its models are the sets of edges that could be the rest of the
//! line.
//!
//! Vertices are the free cells and the live end, by [`Board::index`]. Edges join neighbours and are
//! numbered row by row, at each cell the edge to the right before the edge down; edge `e` has the
//! variable `e`, from 1.
//!
//! **K2.** The edges of a completion have degree 1 at the live end and at the end cell and degree 2
//! at every other vertex, contain no cycle of four edges, and one of them leaves each set of
//! vertices that is neither empty nor all of them. (proof: docs/reference/certificates.md, "K2")

use std::collections::BTreeSet;

use super::board::{Board, Cell};
use super::cnf::{Cnf, variable};
use super::position::Position;

/// The vertices and edges of a position.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The board, by whose [`Board::index`] all cells are numbered.
    pub board: Board,
    /// The live end and the end.
    pub ends: [usize; 2],
    /// The two cells of each edge; the edge with variable 1 comes first.
    pub edges: Vec<(usize, usize)>,
    /// Cell → its neighbours with the variables of the edges.
    pub at: Vec<Vec<(usize, i32)>>,
    is_vertex: Vec<bool>,
}

impl Graph {
    /// The graph of the position after a path.
    ///
    /// # Errors
    /// If the path cannot be drawn, or the end cell is not free.
    pub fn new(board: &Board, path: &str) -> Result<Graph, String> {
        let position = Position::after(board, path)?;
        let index = |cell| board.index(cell).expect("it is on the board");
        let ends = [index(position.live_end), index(board.end)];
        if !position.is_free(board.end) {
            return Err("the end cell is not free: there is no formula for such a position".into());
        }
        let cells = board.open.len();
        let is_vertex: Vec<bool> = (0..cells).map(|v| position.is_usable(board.cell(v))).collect();
        let mut graph = Graph {
            board: board.clone(),
            ends,
            edges: Vec::new(),
            at: vec![Vec::new(); cells],
            is_vertex,
        };
        for v in (0..cells).filter(|&v| graph.is_vertex[v]).collect::<Vec<_>>() {
            for letter in ['R', 'D'] {
                let next = board.step(board.cell(v), letter).and_then(|cell| board.index(cell));
                if let Some(next) = next.filter(|&next| graph.is_vertex[next]) {
                    graph.edges.push((v, next));
                    let variable = variable(0, graph.edges.len());
                    graph.at[v].push((next, variable));
                    graph.at[next].push((v, variable));
                }
            }
        }
        Ok(graph)
    }

    /// The variable of the edge between two cells, if there is one.
    pub fn edge(&self, cell: usize, other: usize) -> Option<i32> {
        self.at[cell].iter().find(|(next, _)| *next == other).map(|(_, variable)| *variable)
    }

    /// The cells that are vertices.
    pub fn vertices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_vertex.len()).filter(|&v| self.is_vertex[v])
    }

    /// Whether a cell has the colour of the live end.
    pub fn is_black(&self, cell: usize) -> bool {
        let parity = |cell: usize| {
            let (column, row) = self.board.cell(cell);
            (column ^ row) & 1
        };
        parity(cell) == parity(self.ends[0])
    }

    /// How many edges a completion has at a vertex.
    pub fn degree(&self, cell: usize) -> usize {
        if self.ends.contains(&cell) { 1 } else { 2 }
    }

    /// The base formula: the degrees, and no cycle of four edges. Among any `degree + 1` edges at a
    /// vertex one is not used (at most `degree`). If `degree − 1` edges are left out, one of the
    /// others is used (at least `degree`).
    pub fn base(&self) -> Cnf {
        let mut cnf = Cnf::default();
        cnf.variables(self.edges.len());
        for v in self.vertices() {
            let (edges, degree) = (&self.at[v], self.degree(v));
            if edges.len() < degree {
                cnf.push([]);
                continue;
            }
            for some in 1u32..1 << edges.len() {
                let chosen = (0..edges.len()).filter(|i| some >> i & 1 == 1).map(|i| edges[i].1);
                let count = some.count_ones() as usize;
                if count == degree + 1 {
                    cnf.push(chosen.clone().map(|variable| -variable));
                }
                if count == edges.len() - degree + 1 {
                    cnf.push(chosen);
                }
            }
        }
        for [a, b, c, d] in self.blocks() {
            let edges = [(a, b), (b, c), (c, d), (d, a)].map(|(v, w)| self.edge(v, w));
            if let [Some(a), Some(b), Some(c), Some(d)] = edges {
                cnf.push([-a, -b, -c, -d]);
            }
        }
        cnf
    }

    /// The 2×2 blocks of cells of the board, in cyclic order.
    pub fn blocks(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let (width, height) = (self.board.width, self.board.height);
        (0..width * (height - 1))
            .filter(move |v| (v + 1) % width != 0)
            .map(move |v| [v, v + 1, v + 1 + width, v + width])
    }

    /// The numbers of some cells, if they are different vertices.
    pub(crate) fn set(&self, cells: &[Cell]) -> Result<BTreeSet<usize>, String> {
        let mut set = BTreeSet::new();
        for &cell in cells {
            match self.board.index(cell).filter(|&v| self.is_vertex[v]) {
                Some(v) if set.insert(v) => {}
                Some(_) => return Err(format!("the cell {cell:?} is listed twice")),
                None => return Err(format!("the cell {cell:?} is neither free nor the live end")),
            }
        }
        Ok(set)
    }

    /// The cut-set clause: a completion is connected, so one of its edges leaves every set of
    /// vertices that is neither empty nor all of them.
    ///
    /// # Errors
    /// If they are no such set.
    pub fn cut_set(&self, cells: &[Cell]) -> Result<Vec<i32>, String> {
        let set = self.set(cells)?;
        if set.is_empty() || set.len() == self.vertices().count() {
            return Err("a cut set must contain some vertices, but not all".into());
        }
        let leaving = set.iter().flat_map(|&v| &self.at[v]);
        Ok(leaving.filter(|(next, _)| !set.contains(next)).map(|(_, variable)| *variable).collect())
    }
}

/// The graph of a square board of side 3 to 99 from corner to corner.
///
/// # Errors
/// For other sides.
pub fn square(size: usize) -> Result<Graph, String> {
    let Some(last) = u16::try_from(size).ok().filter(|size| (3..=99).contains(size)) else {
        return Err(format!("a board of side {size}: certificates of rules support 3 to 99"));
    };
    let board = Board::new(size, size, (1, 1), (last, last), &[])?;
    Graph::new(&board, "")
}
