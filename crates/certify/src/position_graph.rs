//! The checker's graph of a position, converted to the graph of the encodings: the same edges with
//! the same numbers.

use deadmove_checker as checker;
use deadmove_encodings::cut::Components;
use deadmove_encodings::graph::Graph;
use deadmove_encodings::join::join_pieces;

/// A position as a graph; vertices are the usable cells in ascending order.
pub(crate) struct CheckerGraph {
    /// Edge `e` has the variable `e + 1` in the checker's formula.
    pub encoded: Graph,
    /// The checker's graph.
    pub source: checker::Graph,
    cells: Vec<usize>,
    squares: Vec<([usize; 4], [usize; 4])>,
}

impl CheckerGraph {
    /// Converts a graph.
    pub(crate) fn new(source: checker::Graph) -> CheckerGraph {
        let cells: Vec<usize> = source.vertices().collect();
        let vertex = |cell: usize| cells.binary_search(&cell).expect("a vertex");
        let black = cells.iter().map(|&cell| source.is_black(cell)).collect();
        let degree = cells.iter().map(|&cell| source.degree(cell) as u8).collect();
        let width = source.board.width;
        let encoded = Graph::new(black, degree, |v| {
            let cell = cells[v];
            // Counterclockwise from the right.
            let around =
                [Some(cell + 1), cell.checked_sub(width), cell.checked_sub(1), Some(cell + width)];
            let adjacent = around.into_iter().flatten().filter(|&w| source.edge(cell, w).is_some());
            adjacent.map(vertex).collect::<Vec<usize>>()
        });
        let squares = source.blocks().filter_map(|block| {
            let [a, b, c, d] = block;
            let edge = |v, w| source.edge(v, w).map(|variable| variable as usize - 1);
            let edges = [edge(a, b)?, edge(b, c)?, edge(c, d)?, edge(d, a)?];
            Some((block.map(vertex), edges))
        });
        let squares = squares.collect();
        CheckerGraph { encoded, cells, squares, source }
    }

    /// The board.
    pub(crate) fn board(&self) -> &checker::Board {
        &self.source.board
    }

    /// The vertices at the ends of the line.
    pub(crate) fn ends(&self) -> [usize; 2] {
        self.source.ends.map(|cell| self.cells.binary_search(&cell).expect("a vertex"))
    }

    /// Joins the pieces of an edge set by flipping 2×2 blocks whose vertices pass a test. Returns
    /// the cells of each piece that is left, and of each piece before if these are more; none if
    /// there is one piece.
    pub(crate) fn cut_sets(
        &self,
        flips: impl Fn(&[usize; 4]) -> bool,
        used: &mut [bool],
    ) -> Vec<Vec<checker::Cell>> {
        let pieces = Components::new(&self.encoded, used);
        if pieces.count == 1 {
            return Vec::new();
        }
        let squares = self.squares.iter().filter(|(block, _)| flips(block));
        let squares: Vec<[usize; 4]> = squares.map(|(_, edges)| *edges).collect();
        let joined = join_pieces(&self.encoded, &squares, used, |_| false);
        if joined.count == 1 {
            return Vec::new();
        }
        let both = [Some(&joined), Some(&pieces).filter(|pieces| pieces.count > joined.count)];
        let members = both.into_iter().flatten().flat_map(Components::members);
        members.map(|members| self.cells(&members)).collect()
    }

    /// Vertices as cells of the checker.
    pub(crate) fn cells(&self, vertices: &[usize]) -> Vec<checker::Cell> {
        vertices.iter().map(|&v| self.board().cell(self.cells[v])).collect()
    }

    /// The path that a connected edge set with the wanted degrees forms, as vertices from the first
    /// end on.
    pub(crate) fn path(&self, used: &[bool]) -> Vec<usize> {
        self.encoded.path(self.ends()[0], used)
    }
}
