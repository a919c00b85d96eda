//! The graph of a position: free cells and the live end, with their degrees in a completion.

use deadmove_encodings::graph::Graph;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;

/// Directions counterclockwise from the right; see [`Graph::new`].
const COUNTERCLOCKWISE: [Move; 4] = [Move::Right, Move::Up, Move::Left, Move::Down];

/// A position as a graph, with the mapping between vertices and cells.
#[derive(Debug)]
pub struct PositionGraph {
    /// The graph; black is the colour of the live end.
    pub graph: Graph,
    /// Vertex → cell, in row-major order.
    pub cells: Vec<Cell>,
    vertex_of: Vec<u32>,
}

impl PositionGraph {
    /// The graph of a position that is not finished and whose end cell is free.
    pub fn new(position: &Position) -> PositionGraph {
        let board = position.board();
        let mut members = position.free().clone();
        members.insert(board.index(position.live_end()));
        let cells: Vec<Cell> = members.ones().map(|index| board.cell(index)).collect();
        let mut vertex_of = vec![u32::MAX; board.cells()];
        for (vertex, &cell) in cells.iter().enumerate() {
            vertex_of[board.index(cell)] = vertex as u32;
        }
        let black = cells.iter().map(|c| c.parity() == position.live_end().parity()).collect();
        let degree = cells
            .iter()
            .map(|&cell| if cell == position.live_end() || cell == board.end() { 1 } else { 2 })
            .collect();
        let graph = Graph::new(black, degree, |vertex| {
            let cell = cells[vertex];
            let vertex_of = &vertex_of;
            COUNTERCLOCKWISE
                .into_iter()
                .filter_map(move |direction| board.step(cell, direction))
                .map(move |next| vertex_of[board.index(next)])
                .filter(|&next| next != u32::MAX)
                .map(|next| next as usize)
        });
        PositionGraph { graph, cells, vertex_of }
    }

    /// The vertex of a free cell or the live end.
    pub fn vertex(&self, board: &Board, cell: Cell) -> usize {
        self.vertex_of[board.index(cell)] as usize
    }

    /// The edge of a legal move, from the live end.
    pub(crate) fn edge_of_move(&self, position: &Position, direction: Move) -> usize {
        let board = position.board();
        let next = board.step(position.live_end(), direction).expect("a legal move");
        let (from, to) = (self.vertex(board, position.live_end()), self.vertex(board, next));
        self.graph.edge_between(from, to).expect("a legal move")
    }

    /// The moves from the live end along a connected edge set with the required degrees.
    pub fn moves(&self, position: &Position, used: &[bool]) -> Vec<Move> {
        let board = position.board();
        let path = self.graph.path(self.vertex(board, position.live_end()), used);
        let step = |pair: &[usize]| {
            let (from, to) = (self.cells[pair[0]], self.cells[pair[1]]);
            let mut near = board.neighbours(from);
            near.find(|&(_, cell)| cell == to).expect("edges join neighbours").0
        };
        path.windows(2).map(step).collect()
    }
}
