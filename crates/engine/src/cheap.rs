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
    let (board, free) = (position.board(), position.free());
    let width = usize::from(board.width());
    let [live_end, end] = [position.live_end(), board.end()].map(|cell| board.index(cell));
    let is_usable = |index: usize| free.contains(index) || index == live_end;
    for index in std::iter::once(live_end).chain(free.ones()) {
        let column = index % width;
        let exits = [
            index >= width && is_usable(index - width),
            is_usable(index + width),
            column > 0 && is_usable(index - 1),
            column + 1 < width && is_usable(index + 1),
        ];
        let needed = if index == live_end || index == end { 1 } else { 2 };
        if exits.map(usize::from).iter().sum::<usize>() < needed {
            let cell = board.cell(index);
            let exits = usable(position, cell).collect();
            return Some(Reason::DeadEnd { cell, exits, needed });
        }
    }
    None
}

/// A cell that is neither free nor the live end, in the order of a search.
const CLOSED: u32 = u32::MAX;
/// A free cell that the search has not reached.
const UNSEEN: u32 = u32::MAX - 1;

/// Finds free cells, without the end cell, that can be reached through at most one cell: the
/// smallest such set that a depth-first search from the live end finds.
///
/// Method: Tarjan's low points. If the low point of a child does not pass its parent, the parent
/// separates the subtree of the child; these subtrees are the parts behind articulation points.
pub fn cut_off(position: &Position) -> Option<Reason> {
    let board = position.board();
    // The board has a rim of closed cells, so that every cell has four neighbours, U D L R.
    let width = usize::from(board.width()) + 2;
    let at = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
    let cell_at = |at: usize| Cell::new((at % width) as u16, (at / width) as u16);
    let mut order = vec![CLOSED; width * (usize::from(board.height()) + 2)];
    for index in position.free().ones() {
        order[at(board.cell(index))] = UNSEEN;
    }
    let end = at(board.end());
    let live_end = at(position.live_end());
    let mut visited: Vec<usize> = Vec::with_capacity(position.free_count() + 1);
    // Per open cell of the search: the cell, its low point, the number of directions tried.
    let mut stack: Vec<(usize, u32, usize)> = Vec::with_capacity(visited.capacity());
    // The best candidate: the door and the interval of `visited` behind it.
    let mut best: Option<(usize, usize, usize)> = None;
    order[live_end] = 0;
    visited.push(live_end);
    stack.push((live_end, 0, 0));
    while let Some((cell, low, tried)) = stack.last_mut() {
        if let Some(&next) = [*cell - width, *cell + width, *cell - 1, *cell + 1].get(*tried) {
            *tried += 1;
            match order[next] {
                CLOSED => {}
                UNSEEN => {
                    let number = visited.len() as u32;
                    order[next] = number;
                    visited.push(next);
                    stack.push((next, number, 0));
                }
                seen => *low = (*low).min(seen),
            }
            continue;
        }
        let (cell, low) = (*cell, *low);
        stack.pop();
        let Some((parent, parent_low, _)) = stack.last_mut() else { break };
        *parent_low = (*parent_low).min(low);
        let from = order[cell] as usize;
        let separated = low >= order[*parent];
        let has_end = (from as u32..UNSEEN).contains(&order[end]);
        if separated && !has_end && best.is_none_or(|(_, a, b)| visited.len() - from < b - a) {
            best = Some((*parent, from, visited.len()));
        }
    }
    if let Some((door, from, to)) = best {
        let mut cells = visited[from..to].to_vec();
        cells.sort_unstable();
        let cells = cells.into_iter().map(cell_at).collect();
        return Some(Reason::CutOff { cells, door: Some(cell_at(door)) });
    }
    if visited.len() > position.free_count() {
        return None;
    }
    unreached(position, |cell| order[at(cell)] == UNSEEN)
}

/// Connected free cells, without the end cell, that the search from the live end did not reach.
fn unreached(position: &Position, is_unseen: impl Fn(Cell) -> bool) -> Option<Reason> {
    let board = position.board();
    let mut seen: Vec<bool> =
        (0..board.cells()).map(|index| !is_unseen(board.cell(index))).collect();
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
