//! The exact set: the fields of all simple paths from the entrance to the exit.

use crate::mazes::grid::GridMaze;

/// The mask of the next step of the depth-first search, in the lower bits of a field's state.
const NEXT: u8 = 7;
/// The first of the two bits for the step back to the parent.
const PARENT: u8 = 3;
/// The field or a descendant reaches beyond the parent of the field.
const JOINED: u8 = 1 << 5;
/// The field is in the exact set.
const MEMBER: u8 = 1 << 6;

/// Field → whether some simple path from the entrance to the exit goes through it. All false if
/// there is none.
///
/// Join entrance and exit by an edge: a field is on such a path exactly if some cycle goes through
/// the field and that edge, that is, if it is in the same block (biconnected component) as the
/// edge. The block is found by Tarjan's depth-first search with low points, from the entrance,
/// without recursion: a state of one byte per field holds the way back and the step that comes
/// next.
pub fn exact(maze: &GridMaze) -> Vec<bool> {
    let grid = &maze.grid;
    let (entrance, exit) = (maze.entrance, maze.exit);
    let mut state = vec![0u8; grid.end()];
    // The time when a field was discovered, from 1; the low point of a field.
    let mut found = vec![0u32; grid.end()];
    let mut low = vec![0u32; grid.end()];
    let mut clock = 1;
    (found[entrance], low[entrance]) = (1, 1);
    let mut field = entrance;
    loop {
        let turn = state[field] & NEXT;
        if turn < 4 {
            state[field] += 1;
            // Left and right first, since the fields of a row are adjacent in memory.
            let step = turn ^ 2;
            let next = grid.around(field)[usize::from(step)];
            if !grid.is_road(next) {
                continue;
            }
            if found[next] == 0 {
                clock += 1;
                found[next] = clock;
                low[next] = if next == exit { 1 } else { clock };
                state[next] = (step ^ 1) << PARENT;
                field = next;
            } else if field == entrance || step != (state[field] >> PARENT) & 3 {
                low[field] = low[field].min(found[next]);
            }
        } else if field == entrance {
            break;
        } else {
            let parent = grid.around(field)[usize::from((state[field] >> PARENT) & 3)];
            low[parent] = low[parent].min(low[field]);
            if low[field] < found[parent] {
                state[field] |= JOINED;
            }
            field = parent;
        }
    }
    drop(low);
    if found[exit] == 0 {
        return vec![false; grid.end()];
    }
    // The block of the new edge is the one below the entrance that has the exit.
    let mut top = exit;
    loop {
        let parent = grid.around(top)[usize::from((state[top] >> PARENT) & 3)];
        if parent == entrance {
            break;
        }
        top = parent;
    }
    state[entrance] |= MEMBER;
    state[top] |= MEMBER;
    let mut open = vec![top as u32];
    while let Some(field) = open.pop() {
        for (step, next) in grid.around(field as usize).into_iter().enumerate() {
            let child = found[next] > 0 && next != entrance;
            let back = usize::from((state[next] >> PARENT) & 3);
            if child && back == step ^ 1 && state[next] & (JOINED | MEMBER) == JOINED {
                state[next] |= MEMBER;
                open.push(next as u32);
            }
        }
    }
    state.iter().map(|state| state & MEMBER != 0).collect()
}
