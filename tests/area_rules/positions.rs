//! Every live position of a small board with its live moves, by backtracking over (free cells, live
//! end). No engine is involved.

use std::collections::HashMap;

use deadmove::board::{Board, Move};
use deadmove::rule::moves::Moves;

/// A live position: free cells by [`Board::index`], the index of the live end, and the live moves.
#[derive(Clone, Copy)]
pub struct Live {
    pub free: u128,
    pub live_end: usize,
    pub moves: Moves,
}

/// All live positions with at least one free cell. Positions that merge are listed once.
pub fn live_positions(board: &Board) -> Vec<Live> {
    let neighbours: Vec<Vec<(Move, usize)>> = (0..board.cells())
        .map(|i| board.neighbours(board.cell(i)).map(|(m, c)| (m, board.index(c))).collect())
        .collect();
    let start = board.index(board.start());
    let mut search = Search {
        neighbours,
        end: board.index(board.end()),
        known: HashMap::new(),
        live: Vec::new(),
    };
    search.is_live((1 << board.cells()) - 1 & !(1 << start), start);
    search.live
}

struct Search {
    neighbours: Vec<Vec<(Move, usize)>>,
    end: usize,
    known: HashMap<(u128, usize), bool>,
    live: Vec<Live>,
}

impl Search {
    fn is_live(&mut self, free: u128, live_end: usize) -> bool {
        if free == 0 {
            return live_end == self.end;
        }
        if live_end == self.end || !self.is_possible(free, live_end) {
            return false;
        }
        if let Some(&known) = self.known.get(&(free, live_end)) {
            return known;
        }
        let mut moves = Moves::NONE;
        for (m, cell) in self.neighbours[live_end].clone() {
            if free >> cell & 1 == 1 && self.is_live(free & !(1 << cell), cell) {
                moves = moves.or(Moves::only(m));
            }
        }
        let live = !moves.is_empty();
        self.known.insert((free, live_end), live);
        if live {
            self.live.push(Live { free, live_end, moves });
        }
        live
    }

    /// Quick reasons against a completion: free cells out of reach, or with too few ways.
    fn is_possible(&self, free: u128, live_end: usize) -> bool {
        let mut reached = 1u128 << live_end;
        let mut next = vec![live_end];
        while let Some(cell) = next.pop() {
            let mut ways = 0;
            for &(_, other) in &self.neighbours[cell] {
                let bit = 1u128 << other;
                if free & bit != 0 || other == live_end {
                    ways += 1;
                }
                if free & bit != 0 && reached & bit == 0 {
                    reached |= bit;
                    next.push(other);
                }
            }
            if cell != live_end && ways < if cell == self.end { 1 } else { 2 } {
                return false;
            }
        }
        reached & free == free
    }
}
