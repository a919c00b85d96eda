//! Better upper bounds: a sequence that solves every maze is changed at random. A change is kept if
//! the sequence still solves every maze and is not longer than before.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use crate::sequences::joint::Compiled;
use crate::sequences::maze::GridMoves;
use crate::sequences::verify::verify;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// The longest piece that is cut out.
const PIECE: usize = 12;
/// The most mazes remembered because they refuted a change.
const REMEMBERED: usize = 4000;

/// Shortens a sequence that solves every solvable maze until the budget is spent. `progress` is
/// called with each shorter sequence.
pub fn shorten(
    grid: &GridMoves,
    moves: &[Move],
    seed: u64,
    budget: &Budget<'_>,
    progress: &mut dyn FnMut(&[Move]),
) -> Vec<Move> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut best = moves.to_vec();
    let mut critics = Critics::default();
    let _: Result<(), Limit> = (|| {
        // First remove single moves, from the end: cheap, and it removes superfluous ones.
        for at in (0..best.len()).rev() {
            let mut next = best.clone();
            next.remove(at);
            if critics.agree(grid, &next, budget)? {
                best = next;
                progress(&best);
            }
        }
        while best.len() > grid.width + grid.height - 2 {
            budget.check()?;
            let next = change(&best, &mut random);
            if next.len() <= best.len() && next != best && critics.agree(grid, &next, budget)? {
                let shorter = next.len() < best.len();
                best = next;
                if shorter {
                    progress(&best);
                }
            }
        }
        Ok(())
    })();
    best
}

/// A sequence with a piece cut out and perhaps another put in, there or elsewhere.
fn change(moves: &[Move], random: &mut impl Rng) -> Vec<Move> {
    let mut next = moves.to_vec();
    let piece = random.random_range(1..=PIECE.min(moves.len()));
    let from = random.random_range(0..=moves.len() - piece);
    next.drain(from..from + piece);
    // At most as long as the piece cut out. Mostly of the same length, which keeps the search
    // moving.
    let put = match random.random_range(0..4) {
        0 => piece - 1,
        1 => random.random_range(0..piece),
        _ => piece,
    };
    let at = match random.random_range(0..4) {
        0 => random.random_range(0..=next.len()),
        _ => from,
    };
    // Pieces that differ little from the old ones are accepted more often.
    let mut letters: Vec<Move> = moves[from..from + piece].to_vec();
    while letters.len() > put {
        letters.remove(random.random_range(0..letters.len()));
    }
    if !letters.is_empty() && (put == piece || random.random_bool(0.5)) {
        match random.random_range(0..3) {
            0 => {
                let (a, b) = (random.random_range(0..put), random.random_range(0..put));
                letters.swap(a, b);
            }
            1 => letters[random.random_range(0..put)] = Move::ALL[random.random_range(0..4)],
            _ => {
                letters.remove(random.random_range(0..put));
                letters.insert(random.random_range(0..put), Move::ALL[random.random_range(0..4)]);
            }
        }
    }
    next.splice(at..at, letters);
    next
}

/// Mazes that have refuted changes, the most recent one first.
#[derive(Default)]
struct Critics {
    mazes: Vec<Compiled>,
}

impl Critics {
    fn agree(
        &mut self,
        grid: &GridMoves,
        moves: &[Move],
        budget: &Budget<'_>,
    ) -> Result<bool, Limit> {
        let fails = |maze: &Compiled| {
            let mut at = maze.start;
            !moves.iter().any(|&step| {
                at = maze.next[usize::from(at)][step as usize];
                at == 0
            })
        };
        if let Some(place) = self.mazes.iter().position(fails) {
            self.mazes[..=place].rotate_right(1);
            return Ok(false);
        }
        let unsolved = verify(grid, moves, budget)?;
        if let Some(maze) = unsolved {
            self.mazes.truncate(REMEMBERED - 1);
            self.mazes.insert(0, Compiled::new(grid, maze));
        }
        Ok(unsolved.is_none())
    }
}
