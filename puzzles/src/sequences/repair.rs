//! The fewest moves that have to be put into a sequence so that it solves every solvable maze.
//!
//! As in the search for shortest sequences, a list of mazes grows by a maze that the best repair
//! for it does not solve. For a list, a state is a place in the sequence and the positions in all
//! mazes; following the sequence costs nothing, an inserted move costs one. States are compared in
//! full.

use crate::sequences::joint::{Compiled, Joint, States};
use crate::sequences::maze::GridMoves;
use crate::sequences::verify::verify;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// The most states kept; a search that needs more ends with [`Limit::Memory`].
const MOST: usize = 12_000_000;

/// A sequence with inserted moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The whole sequence.
    pub moves: Vec<Move>,
    /// The places of the inserted moves in it, ascending.
    pub inserted: Vec<usize>,
}

/// The result of a repair, or of an attempt that was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Fewer moves are not enough.
    pub at_least: usize,
    /// A sequence with that many; none if the search was stopped before.
    pub repaired: Option<Repaired>,
}

/// Inserts as few moves as possible into a sequence.
pub fn repair(grid: &GridMoves, moves: &[Move], budget: &Budget<'_>) -> Repair {
    let mut at_least = 0;
    let repaired = run(grid, moves, budget, &mut at_least).ok();
    Repair { at_least, repaired }
}

fn run(
    grid: &GridMoves,
    moves: &[Move],
    budget: &Budget<'_>,
    at_least: &mut usize,
) -> Result<Repaired, Limit> {
    let mut joint = Joint::default();
    let mut candidate = Repaired { moves: moves.to_vec(), inserted: Vec::new() };
    while let Some(maze) = verify(grid, &candidate.moves, budget)? {
        joint.push(Compiled::new(grid, maze));
        let (states, parents, positions) = (States::new(joint.words + 1), Vec::new(), Vec::new());
        let levels = Levels { joint: &joint, moves, states, parents, positions };
        candidate = levels.run(budget, at_least)?;
    }
    Ok(candidate)
}

struct Levels<'a> {
    joint: &'a Joint,
    moves: &'a [Move],
    /// The place, then the positions.
    states: States,
    /// The predecessor of each state, and the move inserted there, if any.
    parents: Vec<(u32, Option<Move>)>,
    /// The positions of each state, one after the other.
    positions: Vec<u8>,
}

impl Levels<'_> {
    /// The fewest moves for the list of mazes.
    fn run(mut self, budget: &Budget<'_>, at_least: &mut usize) -> Result<Repaired, Limit> {
        if let Some(last) = self.follow(0, self.joint.starts(), 0, None) {
            return Ok(self.read_back(last));
        }
        let (mut begin, mut level) = (0, 0);
        loop {
            level += 1;
            *at_least = level.max(*at_least);
            let end = self.parents.len();
            for state in begin..end {
                if state.is_multiple_of(1 << 12) {
                    budget.check()?;
                }
                if self.parents.len() > MOST {
                    return Err(Limit::Memory);
                }
                let size = self.joint.mazes.len();
                let from = self.positions[state * size..][..size].to_vec();
                let place = self.states.get(state)[0] as usize;
                for step in Move::ALL {
                    let mut to = Vec::new();
                    self.joint.step(&from, step, &mut to);
                    let found = (to != from).then(|| self.follow(place, to, state, Some(step)));
                    if let Some(Some(last)) = found {
                        return Ok(self.read_back(last));
                    }
                }
            }
            begin = end;
        }
    }

    /// Records a state and those that follow from it along the sequence, as long as they are new.
    /// Returns the state in which all mazes are solved, if it is reached.
    fn follow(
        &mut self,
        mut place: usize,
        mut positions: Vec<u8>,
        mut parent: usize,
        mut put: Option<Move>,
    ) -> Option<usize> {
        let mut next = Vec::new();
        loop {
            let number = self.note(place, &positions, parent, put)?;
            if positions.iter().all(|&at| at == 0) {
                return Some(number);
            }
            let step = *self.moves.get(place)?;
            self.joint.step(&positions, step, &mut next);
            std::mem::swap(&mut positions, &mut next);
            (place, parent, put) = (place + 1, number, None);
        }
    }

    /// Records a state. Returns its number; none if it is known.
    fn note(&mut self, place: usize, at: &[u8], parent: usize, put: Option<Move>) -> Option<usize> {
        let mut packed = Vec::with_capacity(self.joint.words + 1);
        self.joint.pack(at, &mut packed);
        packed.insert(0, place as u64);
        let (number, is_new) = self.states.add(&packed);
        if !is_new {
            return None;
        }
        self.positions.extend_from_slice(at);
        self.parents.push((parent as u32, put));
        Some(number)
    }

    /// The sequence that leads to a state and then continues like the old one.
    fn read_back(&self, last: usize) -> Repaired {
        let place = |state: usize| self.states.get(state)[0] as usize;
        let mut steps = Vec::new();
        let mut state = last;
        while state != 0 {
            let (parent, put) = self.parents[state];
            let parent = parent as usize;
            let step = put.unwrap_or_else(|| self.moves[place(parent)]);
            steps.push((step, put.is_some()));
            state = parent;
        }
        steps.reverse();
        steps.extend(self.moves[place(last)..].iter().map(|&step| (step, false)));
        let inserted = (0..steps.len()).filter(|&at| steps[at].1).collect();
        Repaired { moves: steps.into_iter().map(|(step, _)| step).collect(), inserted }
    }
}
