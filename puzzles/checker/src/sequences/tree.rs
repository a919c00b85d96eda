//! The decision tree of "this sequence solves every solvable maze". Each inner node branches on
//! whether a field that the sequence is about to enter is free. Each leaf is a visit of the goal or
//! a set of walls that separates start and goal. If the sequence ends before a leaf, there is an
//! unsolved maze.

use super::maze::{Grid, Maze};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Unknown,
    Free,
    Wall,
}

/// A branch still to be followed: the number of a move, where it starts, and the known fields.
struct Open {
    at: usize,
    field: usize,
    known: Vec<Field>,
}

/// The number of leaves, or a maze that the sequence does not solve.
pub fn leaves(grid: &Grid, moves: &[usize]) -> Result<u64, Maze> {
    if grid.goal() == 0 {
        return Ok(1);
    }
    let mut known = vec![Field::Unknown; grid.targets.len()];
    known[0] = Field::Free;
    known[grid.goal()] = Field::Free;
    let mut leaves = 0;
    let mut open = vec![Open { at: 0, field: 0, known }];
    'branches: while let Some(Open { at, mut field, mut known }) = open.pop() {
        for (at, &step) in moves.iter().enumerate().skip(at) {
            let Some(target) = grid.targets[field][step] else { continue };
            match known[target] {
                Field::Wall => continue,
                Field::Free => {}
                Field::Unknown => {
                    known[target] = Field::Wall;
                    match is_separated(grid, &known) {
                        true => leaves += 1,
                        false => open.push(Open { at: at + 1, field, known: known.clone() }),
                    }
                    known[target] = Field::Free;
                }
            }
            field = target;
            if field == grid.goal() {
                leaves += 1;
                continue 'branches;
            }
        }
        // All unknown fields may be free: the start and the goal are not separated.
        return Err(Maze { free: known.iter().map(|&field| field != Field::Wall).collect() });
    }
    Ok(leaves)
}

/// Whether the known walls separate the start from the goal.
fn is_separated(grid: &Grid, known: &[Field]) -> bool {
    let mut seen = [false; 64];
    let mut stack = [0; 64];
    let mut height = 1;
    seen[0] = true;
    while height > 0 {
        height -= 1;
        let field: usize = stack[height];
        if field == grid.goal() {
            return false;
        }
        for &target in grid.targets[field].iter().flatten() {
            if !seen[target] && known[target] != Field::Wall {
                seen[target] = true;
                stack[height] = target;
                height += 1;
            }
        }
    }
    true
}
