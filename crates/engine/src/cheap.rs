//! The cheap reasons why a position is dead: dead ends and cut-off cells, found in linear time.
//!
//! Colour reasons need a flow and are in [`crate::sat`].

use deadmove_core::board::Cell;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;

/// The usable neighbours of a cell: free cells and the live end (for the live end: free cells).
fn usable(position: &Position, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    position
        .board()
        .neighbours(cell)
        .map(|(_, next)| next)
        .filter(|&next| position.is_free(next) || next == position.live_end())
}

/// Finds a dead end of an unfinished position. The live end is examined first, then the free cells
/// in row-major order. A line that fills the board but misses the end cell counts as a dead end.
pub fn dead_end(position: &Position) -> Option<Reason> {
    let board = position.board();
    let free = position.free().ones().map(|index| board.cell(index));
    for cell in std::iter::once(position.live_end()).chain(free) {
        let needed = if cell == position.live_end() || cell == board.end() { 1 } else { 2 };
        if usable(position, cell).take(needed).count() < needed {
            let exits = usable(position, cell).collect();
            return Some(Reason::DeadEnd { cell, exits, needed });
        }
    }
    None
}

/// Finds free cells, without the end cell, that can be reached through at most one cell: the
/// smallest such set that a depth-first search from the live end finds.
///
/// Method: Tarjan's low points. If the low point of a child does not pass its parent, the parent
/// separates the subtree of the child; these subtrees are the parts behind articulation points.
pub fn cut_off(position: &Position) -> Option<Reason> {
    let board = position.board();
    let end = board.end();
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; board.cells()];
    let mut visited: Vec<Cell> = Vec::with_capacity(position.free_count() + 1);
    // Per open cell of the search: the cell, its low point, the number of directions tried.
    let mut stack: Vec<(Cell, u32, usize)> = Vec::new();
    // The best candidate: the door and the interval of `visited` behind it.
    let mut best: Option<(Cell, usize, usize)> = None;
    order[board.index(position.live_end())] = 0;
    visited.push(position.live_end());
    stack.push((position.live_end(), 0, 0));
    while let Some((cell, low, tried)) = stack.last_mut() {
        if let Some(&direction) = deadmove_core::board::Move::ALL.get(*tried) {
            *tried += 1;
            let Some(next) = board.step(*cell, direction) else { continue };
            if !position.is_free(next) && next != position.live_end() {
                continue;
            }
            let seen = order[board.index(next)];
            if seen != UNSEEN {
                *low = (*low).min(seen);
            } else {
                let number = visited.len() as u32;
                order[board.index(next)] = number;
                visited.push(next);
                stack.push((next, number, 0));
            }
            continue;
        }
        let (cell, low) = (*cell, *low);
        stack.pop();
        let Some((parent, parent_low, _)) = stack.last_mut() else { break };
        *parent_low = (*parent_low).min(low);
        let from = order[board.index(cell)] as usize;
        let separated = low >= order[board.index(*parent)];
        let end_at = order[board.index(end)];
        let has_end = end_at != UNSEEN && end_at as usize >= from;
        if separated && !has_end && best.is_none_or(|(_, a, b)| visited.len() - from < b - a) {
            best = Some((*parent, from, visited.len()));
        }
    }
    if let Some((door, from, to)) = best {
        let mut cells = visited[from..to].to_vec();
        cells.sort_by_key(|&cell| board.index(cell));
        return Some(Reason::CutOff { cells, door: Some(door) });
    }
    unreached(position, &order)
}

/// Connected free cells, without the end cell, that the search from the live end did not reach.
fn unreached(position: &Position, order: &[u32]) -> Option<Reason> {
    let board = position.board();
    let mut seen: Vec<bool> = order.iter().map(|&number| number != u32::MAX).collect();
    for index in position.free().ones() {
        if seen[index] {
            continue;
        }
        seen[index] = true;
        let mut cells = vec![board.cell(index)];
        let mut next = 0;
        while next < cells.len() {
            for (_, cell) in board.neighbours(cells[next]) {
                if position.is_free(cell) && !std::mem::replace(&mut seen[board.index(cell)], true)
                {
                    cells.push(cell);
                }
            }
            next += 1;
        }
        if !cells.contains(&board.end()) {
            cells.sort_by_key(|&cell| board.index(cell));
            return Some(Reason::CutOff { cells, door: None });
        }
    }
    None
}
