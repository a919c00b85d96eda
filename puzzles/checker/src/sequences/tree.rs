//! The decision tree of "this sequence solves every solvable maze". Each node branches on whether a
//! field that the sequence is about to enter is free. At each leaf the goal is visited, or known
//! walls separate it from the start. A branch on which the sequence ends earlier gives an unsolved
//! maze.

use super::maze::{FreeFields, MazeGrid};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Unknown,
    Free,
    Wall,
}

/// A branch that is still open: the next move, where it starts, and what is known there.
struct Branch {
    at: usize,
    field: usize,
    known: Vec<Field>,
}

/// The number of leaves, or a maze that the sequence does not solve.
pub fn leaves(grid: &MazeGrid, moves: &[usize]) -> Result<u64, FreeFields> {
    if grid.goal() == 0 {
        return Ok(1);
    }
    let mut known = vec![Field::Unknown; grid.targets.len()];
    known[0] = Field::Free;
    known[grid.goal()] = Field::Free;
    let mut leaves = 0;
    let mut open = vec![Branch { at: 0, field: 0, known }];
    'branches: while let Some(Branch { at, mut field, mut known }) = open.pop() {
        for (at, &step) in moves.iter().enumerate().skip(at) {
            let Some(target) = grid.targets[field][step] else { continue };
            match known[target] {
                Field::Wall => continue,
                Field::Free => {}
                Field::Unknown => {
                    known[target] = Field::Wall;
                    match is_separated(grid, &known) {
                        true => leaves += 1,
                        false => open.push(Branch { at: at + 1, field, known: known.clone() }),
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
        // The maze with all unknown fields free is solvable: its walls do not separate the goal.
        return Err(FreeFields { free: known.iter().map(|&field| field != Field::Wall).collect() });
    }
    Ok(leaves)
}

/// Whether the known walls separate the start from the goal.
fn is_separated(grid: &MazeGrid, known: &[Field]) -> bool {
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
