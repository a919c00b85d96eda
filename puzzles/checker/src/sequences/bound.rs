//! "No sequence of fewer than k moves solves all these mazes", by breadth-first search. A joint
//! position has one position for each maze. The search enumerates, layer by layer, all joint
//! positions after 0, 1, 2, … moves. It prunes a joint position if a table (a pattern database,
//! computed here) shows that a few of the mazes still need too many moves. Equal joint positions
//! are found by sorting and comparing them byte by byte.

use super::maze::{FreeFields, MazeGrid};

/// The most entries of a table.
const MAX_ENTRIES: usize = 1 << 22;
/// The most bytes of a layer.
const MAX_BYTES: usize = 3 << 30;
/// More than any distance.
const NEVER: u8 = u8::MAX;

/// The transitions of a maze. Position 0 is the goal, which is never left, so a solved maze stays
/// solved.
struct Transitions {
    next: Vec<[u8; 4]>,
    start: u8,
}

impl Transitions {
    fn new(grid: &MazeGrid, maze: &FreeFields) -> Transitions {
        let reached = grid.reach(0, |field| !maze.free[field]);
        let mut fields = vec![grid.goal()];
        fields.extend((0..grid.goal()).filter(|&field| reached[field]));
        let mut place = vec![0; reached.len()];
        for (position, &field) in fields.iter().enumerate() {
            place[field] = position as u8;
        }
        let next = |&field: &usize| {
            [0, 1, 2, 3].map(|step| match field == grid.goal() {
                true => 0,
                false => place[maze.step(grid, field, step)],
            })
        };
        Transitions { next: fields.iter().map(next).collect(), start: place[0] }
    }
}

/// For a few mazes: for each of their joint positions, the fewest moves that solve all of them.
struct JointTable {
    /// The indices of the mazes, and the factor of each in the index of an entry.
    factors: Vec<(usize, usize)>,
    moves: Vec<u8>,
}

impl JointTable {
    fn new(mazes: &[Transitions], numbers: &[usize]) -> Result<JointTable, String> {
        let mut entries: usize = 1;
        let mut factors = Vec::new();
        for &number in numbers {
            let maze = mazes.get(number).ok_or("a pattern names a maze that is not there")?;
            factors.push((number, entries));
            entries = entries.saturating_mul(maze.next.len());
            if entries > MAX_ENTRIES {
                return Err("a pattern is too large".into());
            }
        }
        let mut next = Vec::with_capacity(entries);
        for index in 0..entries {
            let mut to = [0; 4];
            for &(number, factor) in &factors {
                let maze = &mazes[number];
                let position = index / factor % maze.next.len();
                for (to, &next) in to.iter_mut().zip(&maze.next[position]) {
                    *to += u32::from(next) * factor as u32;
                }
            }
            next.push(to);
        }
        let mut moves = vec![NEVER; entries];
        moves[0] = 0;
        for distance in 1..NEVER {
            let mut found = false;
            for index in 0..entries {
                let near = |&to: &u32| moves[to as usize] == distance - 1;
                if moves[index] == NEVER && next[index].iter().any(near) {
                    moves[index] = distance;
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        Ok(JointTable { factors, moves })
    }

    fn moves(&self, positions: &[u8]) -> usize {
        let index = self.factors.iter().map(|&(number, f)| usize::from(positions[number]) * f);
        usize::from(self.moves[index.sum::<usize>()])
    }
}

/// Checks that no sequence of fewer than `lower` moves solves all the mazes.
pub fn check(
    grid: &MazeGrid,
    mazes: &[FreeFields],
    patterns: &[Vec<usize>],
    lower: usize,
) -> Result<(), String> {
    if lower == 0 {
        return Ok(());
    }
    if lower >= usize::from(NEVER) {
        return Err("the bound is too large to be checked".into());
    }
    let mazes: Vec<Transitions> = mazes.iter().map(|maze| Transitions::new(grid, maze)).collect();
    let tables: Result<Vec<JointTable>, String> =
        patterns.iter().map(|numbers| JointTable::new(&mazes, numbers)).collect();
    let tables = tables?;
    let size = mazes.len();
    let start: Vec<u8> = mazes.iter().map(|maze| maze.start).collect();
    if start.iter().all(|&at| at == 0) {
        return Err("a sequence without moves solves the mazes".into());
    }
    // A move and its reverse lead back to the layer before the last; those are removed.
    let (mut before, mut layer) = (Vec::new(), start);
    for depth in 1..lower {
        let mut next: Vec<u8> = Vec::new();
        let mut to = vec![0; size];
        for from in layer.chunks_exact(size) {
            for step in 0..4 {
                for ((to, &at), maze) in to.iter_mut().zip(from).zip(&mazes) {
                    *to = maze.next[usize::from(at)][step];
                }
                if to == from {
                    continue;
                }
                if to.iter().all(|&at| at == 0) {
                    return Err(format!("a sequence of {depth} moves solves all the mazes"));
                }
                if tables.iter().all(|table| depth + table.moves(&to) < lower) {
                    next.extend_from_slice(&to);
                }
            }
            if next.len() > MAX_BYTES {
                return Err("the search needs too much memory to be checked".into());
            }
        }
        let next = sorted(&next, size, &before);
        before = layer;
        layer = next;
    }
    Ok(())
}

/// The joint positions in order, each once, without those of another sorted layer.
fn sorted(states: &[u8], size: usize, without: &[u8]) -> Vec<u8> {
    let mut sorted: Vec<&[u8]> = states.chunks_exact(size).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut others = without.chunks_exact(size).peekable();
    let mut kept = Vec::with_capacity(sorted.len() * size);
    for state in sorted {
        while others.peek().is_some_and(|other| *other < state) {
            others.next();
        }
        if others.peek() != Some(&state) {
            kept.extend_from_slice(state);
        }
    }
    kept
}
