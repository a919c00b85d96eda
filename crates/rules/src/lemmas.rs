//! Lemmas in place of rules: which moves they refute in a position.
//!
//! Rules look at the cells around the live end; lemmas read the whole board. What they decide, and
//! why, is in [`deadmove_encodings::propagation`].

use fixedbitset::FixedBitSet;

use crate::moves::Moves;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_encodings::graph::Graph;
use deadmove_encodings::propagation::{EdgeState, Lemmas, Propagator};

/// Applies lemmas to positions of one board.
#[derive(Clone, Debug)]
pub struct LemmaMatcher {
    board: Board,
    propagator: Propagator,
    /// The edges at each cell, by direction.
    edges: Vec<[Option<usize>; 4]>,
}

impl LemmaMatcher {
    /// Prepares lemmas for a board. `None` if it starts on the end cell: there is nothing to draw.
    pub fn new(board: &Board, lemmas: Lemmas) -> Option<LemmaMatcher> {
        let ends = [board.start(), board.end()];
        if ends[0] == ends[1] {
            return None;
        }
        let cells: Vec<Cell> = (0..board.cells()).map(|index| board.cell(index)).collect();
        let black = cells.iter().map(|cell| cell.parity() == ends[0].parity()).collect();
        let degree = cells.iter().map(|cell| if ends.contains(cell) { 1 } else { 2 }).collect();
        let graph = Graph::new(black, degree, |v| {
            // Right, up, left, down: counterclockwise.
            let cell = cells[v];
            [Move::Right, Move::Up, Move::Left, Move::Down]
                .into_iter()
                .filter_map(move |direction| board.step(cell, direction))
                .map(|next| board.index(next))
        });
        let edge = |v: usize, direction| {
            let next = board.step(cells[v], direction)?;
            graph.edge_between(v, board.index(next))
        };
        Some(LemmaMatcher {
            board: board.clone(),
            propagator: Propagator::new(&graph, lemmas),
            edges: (0..cells.len())
                .map(|v| Move::ALL.map(|direction| edge(v, direction)))
                .collect(),
        })
    }

    /// The legal moves that the lemmas refute in an unfinished position.
    pub fn forbidden(&mut self, free: &FixedBitSet, live_end: Cell) -> Moves {
        let from = self.board.index(live_end);
        let legal = Move::ALL.into_iter().filter(|&direction| {
            let next = self.board.step(live_end, direction);
            next.is_some_and(|next| free.contains(self.board.index(next)))
        });
        let legal: Moves = legal.collect();
        let end = self.board.index(self.board.end());
        if !free.contains(end) {
            // The line has passed the end cell.
            return legal;
        }
        self.propagator.restart(|v| free.contains(v) || v == from, [from, end]);
        if self.propagator.propagate().is_err() {
            return legal;
        }
        legal.iter().filter(|&direction| self.refutes(from, direction)).collect()
    }

    /// Whether a legal move contradicts what is known.
    fn refutes(&mut self, from: usize, direction: Move) -> bool {
        let mark = self.propagator.mark();
        let refuted = !self.accept(from, direction);
        self.propagator.undo(mark);
        refuted
    }

    /// Decides that the line takes a legal move, unless that contradicts what is known.
    fn accept(&mut self, from: usize, direction: Move) -> bool {
        let edge = self.edges[from][direction as usize].expect("a legal move");
        match self.propagator.state(edge) {
            EdgeState::In => true,
            EdgeState::Out => false,
            EdgeState::Undecided => {
                let mark = self.propagator.mark();
                let decided = self.propagator.decide(edge, true);
                let accepted = decided.and_then(|()| self.propagator.propagate()).is_ok();
                if !accepted {
                    self.propagator.undo(mark);
                }
                accepted
            }
        }
    }

    /// Begins a line at the start of the board: what is decided on the way is kept from step to
    /// step. `None` if the lemmas refute the board.
    pub fn begin(&mut self) -> Option<LemmaLine<'_>> {
        let board = &self.board;
        let open: Vec<bool> =
            (0..board.cells()).map(|index| !board.is_blocked(board.cell(index))).collect();
        let ends = [board.index(board.start()), board.index(board.end())];
        self.propagator.restart(|v| open[v], ends);
        self.propagator.propagate().ok()?;
        Some(LemmaLine { at: ends[0], matcher: self })
    }
}

/// A line that the lemmas follow step by step. They refute the same moves as from scratch.
#[derive(Debug)]
pub struct LemmaLine<'a> {
    matcher: &'a mut LemmaMatcher,
    /// The live end.
    at: usize,
}

impl LemmaLine<'_> {
    /// Takes a step to a free cell unless the lemmas refute it, and says whether they do not.
    pub fn play(&mut self, direction: Move) -> bool {
        let accepted = self.matcher.accept(self.at, direction);
        if accepted {
            let board = &self.matcher.board;
            let next = board.step(board.cell(self.at), direction).expect("a legal move");
            self.at = board.index(next);
        }
        accepted
    }
}
