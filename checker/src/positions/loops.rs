//! Loops that no strip joins: why a position is dead, by all edge sets that flips of strips make
//! of one. An *edge set* has the degrees of a completion; its *pieces* are a path from the live end
//! to the end cell, and loops.
//!
//! **P11.** Let the usable cells be connected, with no holes between them, and each end beside a
//! cell that is not usable. A position is dead if no odd strip begins at a border in any edge set
//! that flips of even strips that begin at a border make of one with loops. (proof:
//! docs/explanation/strips.md, "6. If a plain region has a completion")
//!
//! The connected graph of the usable cells has E − V + 1 bounded faces. Each 2×2 block of usable
//! cells is one; if there are as many of them, there are no holes.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::board::{Cell, text};
use crate::kernel::position::Position;

/// An edge between two cells, the smaller one first.
type Edge = (Cell, Cell);

fn edge(cell: Cell, other: Cell) -> Edge {
    (cell.min(other), cell.max(other))
}

/// Checks that a path and loops are an edge set of the position, and that it and flips of strips
/// show by P11 that the position is dead. The live end is not on the end cell.
///
/// # Errors
/// What is wrong first.
pub(super) fn check_loops(
    position: &Position<'_>,
    path: &[Cell],
    loops: &[Vec<Cell>],
    edge_sets: usize,
) -> Result<(), String> {
    let first = edges(position, path, loops)?;
    has_no_holes(position)?;
    let mut seen = BTreeSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(set) = open.pop() {
        for (rim, odd) in strips(position, &set) {
            if odd {
                let (a, b) = rim[0];
                return Err(format!("the strip at {}-{} joins two pieces", text(a), text(b)));
            }
            let mut next = set.clone();
            for edge in rim {
                if !next.remove(&edge) {
                    next.insert(edge);
                }
            }
            if seen.insert(next.clone()) {
                open.push(next);
            }
            if seen.len() > edge_sets.min(10_000) {
                return Err(format!("strips make more than {edge_sets} edge sets, or 10,000"));
            }
        }
    }
    match seen.len() == edge_sets {
        true => Ok(()),
        false => Err(format!("strips make {} edge sets, not {edge_sets}", seen.len())),
    }
}

/// The edges of a path and loops, if they visit each usable cell once.
fn edges(
    position: &Position<'_>,
    path: &[Cell],
    loops: &[Vec<Cell>],
) -> Result<BTreeSet<Edge>, String> {
    let ends = [position.live_end, position.board.end];
    if path.first() != Some(&ends[0]) || path.last() != Some(&ends[1]) {
        return Err("the path does not lead from the live end to the end cell".into());
    }
    if loops.is_empty() {
        return Err("there is no loop".into());
    }
    let mut visited = BTreeSet::new();
    let mut edges = BTreeSet::new();
    for (cells, closed) in [(path, false)].into_iter().chain(loops.iter().map(|l| (&l[..], true))) {
        if closed && cells.len() < 4 {
            return Err("a loop has fewer than four cells".into());
        }
        for (at, &cell) in cells.iter().enumerate() {
            if !position.is_usable(cell) || !visited.insert(cell) {
                return Err(format!("{} is not usable, or visited twice", text(cell)));
            }
            let next = match cells.get(at + 1) {
                Some(&next) => next,
                None if closed => cells[0],
                None => break,
            };
            if !position.usable_neighbours(cell).any(|near| near == next) {
                return Err(format!("no edge joins {} and {}", text(cell), text(next)));
            }
            edges.insert(edge(cell, next));
        }
    }
    match visited.len() == position.free_count + 1 {
        true => Ok(edges),
        false => Err("a usable cell is not visited".into()),
    }
}

/// Accepts a position with connected usable cells, no hole between them, and ends beside a cell
/// that is not usable.
fn has_no_holes(position: &Position<'_>) -> Result<(), String> {
    let mut reached = BTreeSet::from([position.live_end]);
    let mut open = vec![position.live_end];
    let (mut edge_ends, mut blocks) = (0, 0);
    while let Some(cell) = open.pop() {
        let step = |cell, letter| {
            position.board.step(cell, letter).filter(|&next| position.is_usable(next))
        };
        let below = step(cell, 'D').and_then(|below| step(below, 'R'));
        blocks += usize::from(step(cell, 'R').is_some() && below.is_some());
        for next in position.usable_neighbours(cell) {
            edge_ends += 1;
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    if reached.len() != position.free_count + 1 {
        return Err("the usable cells are not connected".into());
    }
    if blocks + reached.len() != edge_ends / 2 + 1 {
        return Err("there are holes between the usable cells".into());
    }
    for end in [position.live_end, position.board.end] {
        if position.usable_neighbours(end).count() == 4 {
            return Err(format!("all neighbours of {} are usable", text(end)));
        }
    }
    Ok(())
}

/// The strips of an edge set that begin at a border: their rims, and whether each is odd.
fn strips(position: &Position<'_>, set: &BTreeSet<Edge>) -> Vec<(Vec<Edge>, bool)> {
    let pieces = pieces(set);
    let mut strips = Vec::new();
    for &(a, b) in set {
        for letter in if a.1 == b.1 { ['U', 'D'] } else { ['L', 'R'] } {
            strips.extend(strip(position, set, &pieces, (a, b), letter));
        }
    }
    strips
}

/// The strip that begins with a used edge and continues in a direction across it, if it begins at a
/// border and its rim alternates; its rim, and whether it is odd.
fn strip(
    position: &Position<'_>,
    set: &BTreeSet<Edge>,
    pieces: &BTreeMap<Cell, Cell>,
    (mut a, mut b): Edge,
    letter: char,
) -> Option<(Vec<Edge>, bool)> {
    let step = |cell| position.board.step(cell, letter).filter(|&next| position.is_usable(next));
    let first = pieces[&a];
    let mut rim = vec![edge(a, b)];
    for squares in 1.. {
        let (next_a, next_b) = (step(a)?, step(b)?);
        let begins = pieces[&next_a] == pieces[&next_b] && pieces[&next_a] != first;
        if squares == 1 && !begins {
            return None;
        }
        let odd = squares % 2 == 1;
        let sides = [edge(a, next_a), edge(b, next_b)];
        if sides.iter().any(|side| set.contains(side) == odd) {
            return None;
        }
        rim.extend(sides);
        let last = edge(next_a, next_b);
        if set.contains(&last) == odd {
            rim.push(last);
            return Some((rim, odd));
        }
        (a, b) = (next_a, next_b);
    }
    None
}

/// For each cell the first cell of its piece.
fn pieces(set: &BTreeSet<Edge>) -> BTreeMap<Cell, Cell> {
    let mut near: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for &(a, b) in set {
        near.entry(a).or_default().push(b);
        near.entry(b).or_default().push(a);
    }
    let mut pieces = BTreeMap::new();
    for &first in near.keys() {
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if let Entry::Vacant(place) = pieces.entry(cell) {
                place.insert(first);
                open.extend(&near[&cell]);
            }
        }
    }
    pieces
}
