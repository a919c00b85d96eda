//! A few mazes that together need many moves, found by local search: one maze after the other is
//! replaced by a better one. This only chooses mazes; the bound that they give is proved elsewhere.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use rustc_hash::FxHashMap;

use crate::sequences::joint::{Compiled, Joint};
use crate::sequences::maze::{GridMoves, Maze};
use crate::sequences::pattern::PatternDatabase;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// Mazes tried for each place. One in [`NEW`] of them is random, the others are variations of the
/// best one so far.
const TRIED: usize = 1500;
const NEW: usize = 3;
/// Smaller sets are extended, but not improved.
const SMALL: usize = 4;
/// The most fields of a maze that a variation changes.
const CHANGED: usize = 4;
/// How many of ten fields are free in a random maze.
const FREE: u32 = 5;
/// The most rounds of replacing each maze.
const ROUNDS: usize = 8;
/// The most joint positions for judging a maze.
const WIDE: usize = 200_000;

/// The worth of a set: the moves it needs, then how few joint positions lie on sequences of that
/// length.
type Worth = (u8, std::cmp::Reverse<usize>);

/// `size` mazes that together need many moves and whose table has at most `most` entries; none if
/// the mazes could hardly have more fields than a shortest path from the start to the goal.
pub fn hard(
    grid: &GridMoves,
    size: u32,
    most: usize,
    seed: u64,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Maze>>, Limit> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let positions = (1..=grid.fields()).rfind(|n| n.pow(size) <= most).unwrap_or(1);
    // Random mazes are hardly ever so small.
    if grid.width + grid.height + 2 > positions {
        return Ok(None);
    }
    let mut mazes: Vec<Maze> = Vec::new();
    while mazes.len() < size as usize {
        let others = Others::new(grid, &mazes);
        let (_, maze) = others.best(grid, None, positions, &mut rng, budget)?;
        mazes.push(maze);
        let mut worth = None;
        let rounds = if mazes.len() < SMALL { 0 } else { ROUNDS };
        for _ in 0..rounds {
            let before = worth;
            for at in 0..mazes.len() {
                let old = mazes.remove(at);
                let others = Others::new(grid, &mazes);
                let (new, maze) = others.best(grid, Some(old), positions, &mut rng, budget)?;
                mazes.insert(at, maze);
                worth = worth.max(Some(new));
            }
            if worth == before {
                break;
            }
        }
    }
    Ok(Some(mazes))
}

/// The mazes of a set except for one.
struct Others {
    joint: Joint,
    pattern: PatternDatabase,
}

impl Others {
    fn new(grid: &GridMoves, mazes: &[Maze]) -> Others {
        let mut joint = Joint::default();
        mazes.iter().for_each(|&maze| joint.push(Compiled::new(grid, maze)));
        let numbers: Vec<usize> = (0..mazes.len()).collect();
        let pattern = PatternDatabase::new(&joint, &numbers, usize::MAX).expect("any size will do");
        Others { joint, pattern }
    }

    /// The best maze found to join the others, of at most `positions` positions.
    fn best(
        &self,
        grid: &GridMoves,
        old: Option<Maze>,
        positions: usize,
        rng: &mut ChaCha8Rng,
        budget: &Budget<'_>,
    ) -> Result<(Worth, Maze), Limit> {
        let alone = (self.pattern.at_start(), std::cmp::Reverse(usize::MAX));
        let worth = |maze, least| self.worth(&Compiled::new(grid, maze), least);
        let mut best = (alone, Maze(grid.all));
        if let Some(old) = old {
            best = (worth(old, alone.0).unwrap_or(alone), old);
        }
        for tried in 0..TRIED {
            budget.check()?;
            let maze = match old {
                Some(_) if tried % NEW > 0 => changed(grid, best.1, rng),
                _ => made(grid, rng, budget)?,
            };
            let maze = maze.component(grid);
            if maze.0.count_ones() as usize > positions {
                continue;
            }
            if let Some(worth) = worth(maze, best.0.0)
                && (worth, maze) > best
            {
                best = (worth, maze);
            }
        }
        Ok(best)
    }

    /// The worth of the others and a maze together; none if they need fewer than `least` moves.
    fn worth(&self, maze: &Compiled, least: u8) -> Option<Worth> {
        if least > 0 && self.is_solved(maze, least - 1) {
            return None;
        }
        for length in least..u8::MAX {
            let (solved, states) = self.states(maze, length)?;
            if solved {
                return Some((length, std::cmp::Reverse(states)));
            }
        }
        None
    }

    /// Whether `length` moves solve the others and the maze; also true if the search takes too
    /// long. Depth first, since nearly all mazes are so easy that it soon finds a sequence.
    fn is_solved(&self, maze: &Compiled, length: u8) -> bool {
        let start = (self.pattern.start as u32, maze.start);
        let mut least: FxHashMap<(u32, u8), u8> = FxHashMap::default();
        let mut open = vec![(start, 0u8)];
        while let Some((state, depth)) = open.pop() {
            if state == (0, 0) || least.len() > WIDE {
                return true;
            }
            let mut next: Vec<(u16, (u32, u8))> = Vec::with_capacity(4);
            for (to, far) in self.steps(maze, state) {
                let depth = depth + 1;
                if depth.saturating_add(far) > length {
                    continue;
                }
                let known = least.entry(to).or_insert(u8::MAX);
                if depth < *known {
                    *known = depth;
                    let sum = u16::from(self.pattern.at(to.0 as usize));
                    next.push((sum + u16::from(maze.distance[usize::from(to.1)]), to));
                }
            }
            next.sort_unstable_by(|a, b| b.cmp(a));
            open.extend(next.into_iter().map(|(_, to)| (to, depth + 1)));
        }
        false
    }

    /// The successors of a joint position, each with a lower bound of the moves that are left from
    /// it.
    fn steps(
        &self,
        maze: &Compiled,
        (index, at): (u32, u8),
    ) -> impl Iterator<Item = ((u32, u8), u8)> {
        let next = self.pattern.next(&self.joint, index as usize);
        let next = next.into_iter().zip(maze.next[usize::from(at)]);
        next.filter(move |&(to, step)| (to as u32, step) != (index, at)).map(move |(to, step)| {
            let far = maze.distance[usize::from(step)].max(self.pattern.at(to));
            ((to as u32, step), far)
        })
    }

    /// Whether `length` moves solve the others and the maze, and the number of joint positions from
    /// which the lower bounds allow that; none if there are too many.
    fn states(&self, maze: &Compiled, length: u8) -> Option<(bool, usize)> {
        let mut layer = vec![(self.pattern.start as u32, maze.start)];
        let mut states = 0;
        if self.pattern.at_start().max(maze.distance[usize::from(maze.start)]) > length {
            return Some((false, 0));
        }
        for depth in 0..=length {
            states += layer.len();
            if layer.contains(&(0, 0)) {
                return Some((true, states));
            }
            let mut next = Vec::with_capacity(layer.len() * 2);
            for &state in &layer {
                for (to, far) in self.steps(maze, state) {
                    if (depth + 1).saturating_add(far) <= length {
                        next.push(to);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            layer = next;
            if layer.len() > WIDE {
                return None;
            }
        }
        Some((false, states))
    }
}

fn made(grid: &GridMoves, rng: &mut ChaCha8Rng, budget: &Budget<'_>) -> Result<Maze, Limit> {
    loop {
        budget.check()?;
        let free = (0..grid.fields()).filter(|_| rng.random_ratio(FREE, 10));
        let maze = Maze(free.fold(ends(grid), |maze, field| maze | 1 << field));
        if maze.is_solvable(grid) {
            return Ok(maze);
        }
    }
}

fn changed(grid: &GridMoves, maze: Maze, rng: &mut ChaCha8Rng) -> Maze {
    loop {
        let fields = 1 + rng.next_u32() as usize % CHANGED;
        let flipped = (0..fields).fold(maze.0, |m, _| m ^ 1 << rng.random_range(0..grid.fields()));
        let maze = Maze(flipped | ends(grid));
        if maze.is_solvable(grid) {
            return maze;
        }
    }
}

fn ends(grid: &GridMoves) -> u64 {
    1 | 1 << grid.goal()
}

#[cfg(test)]
mod tests {
    use deadmove_core::verdict::Limits;

    use super::*;
    use crate::sequences::astar::{BoundedResult, search_bounded};

    #[test]
    fn what_a_maze_adds_is_what_a_search_without_tables_says() {
        let grid = GridMoves::new(4, 3).unwrap();
        let budget = Budget::new(&Limits::default());
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut lengths = Vec::new();
        for _ in 0..40 {
            let mazes: Vec<Maze> =
                (0..3).map(|_| made(&grid, &mut rng, &budget).unwrap().component(&grid)).collect();
            let others = Others::new(&grid, &mazes[..2]);
            let (length, _) = others.worth(&Compiled::new(&grid, mazes[2]), 0).unwrap();
            let mut joint = Joint::default();
            mazes.iter().for_each(|&maze| joint.push(Compiled::new(&grid, maze)));
            let solved = |length: usize| {
                let (found, _) = search_bounded(&joint, &[], length, u64::MAX, &budget).unwrap();
                matches!(found, BoundedResult::Sequence(_))
            };
            assert!(solved(length.into()), "{mazes:?}");
            assert!(!solved(usize::from(length) - 1), "{mazes:?}");
            lengths.push(length);
        }
        assert!(lengths.iter().any(|&length| length != lengths[0]));
    }

    #[test]
    fn a_set_that_was_searched_for_takes_more_moves_than_sets_by_chance() {
        let grid = GridMoves::new(3, 3).unwrap();
        let budget = Budget::new(&Limits::default());
        let length = |mazes: &[Maze]| Others::new(&grid, mazes).pattern.at_start();
        let found = hard(&grid, 3, 1000, 0, &budget).unwrap().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let chance: Vec<u8> = (0..30)
            .map(|_| length(&[0; 3].map(|_| made(&grid, &mut rng, &budget).unwrap())))
            .collect();
        let found = length(&found);
        assert!(chance.iter().all(|&length| length <= found), "{found}, by chance {chance:?}");
        assert!(chance.iter().any(|&length| length < found), "{found}, by chance {chance:?}");
    }
}
