//! Lemmas in place of rules: which moves they refute in a position.
//!
//! Rules look at the cells around the live end; lemmas read the whole board. What they decide, and
//! why, is in [`deadmove_encodings::propagation`].

use fixedbitset::FixedBitSet;

use crate::moves::Moves;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_encodings::graph::Graph;
pub use deadmove_encodings::propagation::Lemmas;
use deadmove_encodings::propagation::{EdgeState, Propagator, TrailMark};

/// Applies lemmas to positions of one board.
///
/// A position that is one step further than the one before keeps what was decided there, and the
/// edge of the step is used in addition. Any other position starts again. Both give the same moves.
#[derive(Clone, Debug)]
pub struct LemmaMatcher {
    board: Board,
    propagator: Propagator,
    /// The edges at each cell, by direction.
    edges: Vec<[Option<usize>; 4]>,
    free: FixedBitSet,
    known: Option<KnownAtLiveEnd>,
}

/// What the propagator knows of a position.
#[derive(Clone, Copy, Debug)]
struct KnownAtLiveEnd {
    /// The live end.
    at: usize,
    /// A move that was tried last and is not refuted: it is still decided, since the last mark.
    tried: Option<(Move, TrailMark)>,
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
            free: FixedBitSet::with_capacity(cells.len()),
            known: None,
        })
    }

    /// The lemmas.
    pub(crate) fn lemmas(&self) -> Lemmas {
        self.propagator.lemmas
    }

    /// The legal moves that the lemmas refute in an unfinished position. `free` holds
    /// [`Board::index`] numbers; the live end is not free.
    pub fn forbidden(&mut self, free: &FixedBitSet, live_end: Cell) -> Moves {
        self.arrive(free, live_end);
        let at = self.board.index(live_end);
        let legal = Move::ALL.into_iter().filter(|&m| self.next(at, m).is_some());
        let legal: Moves = legal.collect();
        legal.iter().filter(|&direction| self.refutes(direction)).collect()
    }

    /// Propagates an unfinished position, for [`LemmaMatcher::refutes`].
    pub(crate) fn arrive(&mut self, free: &FixedBitSet, live_end: Cell) {
        let at = self.board.index(live_end);
        let holds = match self.step_to(free, at) {
            Some(direction) => !self.refutes(direction),
            None => self.start_again(free, at),
        };
        self.free.clear();
        self.free.union_with(free);
        self.known = holds.then_some(KnownAtLiveEnd { at, tried: None });
    }

    /// Whether the lemmas refute a legal move of the position.
    pub(crate) fn refutes(&mut self, direction: Move) -> bool {
        let Some(KnownAtLiveEnd { at, tried }) = self.known else { return true };
        match tried {
            Some((tried, _)) if tried == direction => return false,
            Some((_, mark)) => self.propagator.undo(mark),
            None => {}
        }
        let mut tried = None;
        let edge = self.edges[at][direction as usize].expect("a legal move");
        let refuted = match self.propagator.state(edge) {
            EdgeState::In => false,
            EdgeState::Out => true,
            EdgeState::Undecided => {
                let mark = self.propagator.mark();
                let decided = self.propagator.decide(edge, true);
                let refuted = decided.and_then(|()| self.propagator.propagate()).is_err();
                match refuted {
                    true => self.propagator.undo(mark),
                    false => tried = Some((direction, mark)),
                }
                refuted
            }
        };
        self.known = Some(KnownAtLiveEnd { at, tried });
        refuted
    }

    /// The free cell that a move leads to.
    fn next(&self, at: usize, direction: Move) -> Option<usize> {
        let next = self.board.step(self.board.cell(at), direction)?;
        Some(self.board.index(next)).filter(|&next| self.free.contains(next))
    }

    /// The step from the known position to this one, if it is one step further.
    fn step_to(&self, free: &FixedBitSet, at: usize) -> Option<Move> {
        let known = self.known?;
        let step = Move::ALL.into_iter().find(|&m| self.next(known.at, m) == Some(at))?;
        let mut other = self.free.symmetric_difference(free);
        (other.next() == Some(at) && other.next().is_none()).then_some(step)
    }

    /// Forgets all decisions; false if the position is refuted.
    fn start_again(&mut self, free: &FixedBitSet, at: usize) -> bool {
        let end = self.board.index(self.board.end());
        if !free.contains(end) {
            // The line has passed the end cell.
            return false;
        }
        self.propagator.restart(|v| free.contains(v) || v == at, [at, end]);
        self.propagator.propagate().is_ok()
    }
}
