//! Beam search for a short sequence (not a shortest one) that solves a long list of mazes together:
//! in each layer the most promising joint positions are kept. The list grows by mazes that the
//! result does not solve.

use crate::sequences::joint::{Compiled, Joint};
use crate::sequences::maze::GridMoves;
use crate::sequences::verify::some_unsolved;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// Unsolved mazes per round. One in [`STRIDE`] of them joins the list.
const SHOWN: usize = 2000;
const STRIDE: usize = 10;
/// The weight of an unsolved maze, in addition to the distance to its goal.
const OPEN: u32 = 6;

/// A sequence, and where it leads in each maze.
struct BeamNode {
    moves: Vec<Move>,
    positions: Vec<u8>,
}

/// A sequence that solves many mazes, by `rounds` of beams of `breadth` joint positions.
pub fn beam(
    grid: &GridMoves,
    rounds: usize,
    breadth: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Move>, Limit> {
    let mut joint = Joint::default();
    let mut moves = Vec::new();
    for _ in 0..rounds {
        let unsolved = some_unsolved(grid, &moves, SHOWN, budget)?;
        if unsolved.is_empty() {
            break;
        }
        for unsolved in unsolved.iter().step_by(STRIDE) {
            joint.push(Compiled::new(grid, unsolved.maze(grid)));
        }
        moves = layers(&joint, breadth, budget)?;
    }
    Ok(moves)
}

fn layers(joint: &Joint, breadth: usize, budget: &Budget<'_>) -> Result<Vec<Move>, Limit> {
    let weigh = |maze: &Compiled, at: u8| match at {
        0 => 0,
        at => OPEN + u32::from(maze.distance[usize::from(at)]),
    };
    let weights = |maze: &Compiled| (0..maze.next.len()).map(|at| weigh(maze, at as u8)).collect();
    let weights: Vec<Vec<u32>> = joint.mazes.iter().map(weights).collect();
    let mut layer = vec![BeamNode { moves: Vec::new(), positions: joint.starts() }];
    // The most promising sequence is the first.
    while layer[0].positions.iter().any(|&at| at != 0) {
        budget.check()?;
        let mut scored: Vec<(u32, usize, Move)> = Vec::with_capacity(layer.len() * 4);
        for (parent, node) in layer.iter().enumerate() {
            for step in Move::ALL {
                let mut score = 0;
                let mut moved = false;
                for ((maze, weights), &at) in joint.mazes.iter().zip(&weights).zip(&node.positions)
                {
                    let to = maze.next[usize::from(at)][step as usize];
                    moved |= to != at;
                    score += weights[usize::from(to)];
                }
                if moved {
                    scored.push((score, parent, step));
                }
            }
        }
        scored.sort_unstable();
        let mut next: Vec<BeamNode> = Vec::with_capacity(breadth);
        let mut last = (u32::MAX, 0);
        for (score, parent, step) in scored {
            if next.len() == breadth {
                break;
            }
            let BeamNode { moves, positions: from } = &layer[parent];
            let mut positions = Vec::new();
            joint.step(from, step, &mut positions);
            if score != last.0 {
                last = (score, next.len());
            }
            if next[last.1..].iter().all(|node| node.positions != positions) {
                next.push(BeamNode { moves: [moves, &[step][..]].concat(), positions });
            }
        }
        layer = next;
    }
    Ok(layer.swap_remove(0).moves)
}
