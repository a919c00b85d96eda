//! A board as a graph, with the clauses that the formulas of all placements on it share.

use std::sync::Arc;

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::degree_clauses;
use deadmove_encodings::graph::Graph;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_engine::graph::PositionGraph;
use deadmove_rules::geometry::Offset;

/// A rectangular board from corner to corner, without blocked cells, and its graph.
pub struct Whole {
    start: Position,
    graph: PositionGraph,
    /// The edges of the 2×2 blocks; opposite edges are two apart.
    pub squares: Vec<[usize; 4]>,
    /// The cells of the 2×2 blocks in cyclic order.
    pub blocks: Vec<[usize; 4]>,
    /// The border from the start to the end, both ways.
    pub arcs: [Vec<usize>; 2],
    /// Degrees, and no cycles of four edges.
    pub clauses: Clauses,
}

impl Whole {
    /// Prepares a board with sides of at least 2.
    ///
    /// # Panics
    /// If the board has blocked cells, or its start or end is not in a corner: the border has to be
    /// a cycle through both.
    pub fn new(board: Board) -> Whole {
        let (width, height) = (board.width(), board.height());
        let corner_to_corner = Board::corner_to_corner(width.into(), height.into());
        assert!(width > 1 && height > 1 && corner_to_corner.as_ref() == Ok(&board));
        let start = Position::start(Arc::new(board));
        let board = start.board();
        let graph = PositionGraph::new(&start);
        let squares: Vec<[usize; 4]> = graph.graph.faces().squares().collect();
        let blocks = squares.iter().map(|&[a, _, c, _]| {
            let ((p, q), (r, s)) = (graph.graph.ends(a), graph.graph.ends(c));
            [p, q, r, s]
        });
        let blocks = blocks.collect();
        let mut clauses = Clauses::over(graph.graph.edges());
        degree_clauses(&graph.graph, &mut clauses);
        for square in &squares {
            clauses.push(square.map(|edge| !Lit::edge(edge)));
        }
        let vertex = |(column, row)| graph.vertex(board, Cell::new(column, row));
        let above = (1..=width).map(|c| (c, 1)).chain((2..=height).map(|r| (width, r)));
        let below = (1..=height).map(|r| (1, r)).chain((2..=width).map(|c| (c, height)));
        let arcs = [above.map(vertex).collect(), below.map(vertex).collect()];
        Whole { squares, blocks, arcs, clauses, graph, start }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// The graph of all cells. A connected edge set with its degrees is a path from start to end.
    pub fn graph(&self) -> &Graph {
        &self.graph.graph
    }

    /// The vertex of a cell.
    pub fn vertex(&self, cell: Cell) -> usize {
        self.graph.vertex(self.board(), cell)
    }

    /// The vertex of a cell given relative to a live end, if it is on the board.
    pub fn vertex_at(&self, live_end: Cell, offset: Offset) -> Option<usize> {
        offset.on(self.board(), live_end).map(|cell| self.vertex(cell))
    }

    /// The position where a path of the whole board reaches the live end.
    pub fn position(&self, used: &[bool], live_end: Cell) -> Position {
        let path: Vec<Move> = self.graph.moves(&self.start, used);
        let mut position = self.start.clone();
        for direction in path {
            if position.live_end() == live_end {
                break;
            }
            position.play(direction).expect("a connected edge set with these degrees is a path");
        }
        position
    }
}
