//! Cells and numbers in words: "the cells 1 left and 1 to 3 ahead".

use std::collections::BTreeSet;

use crate::geometry::Offset;

/// Joins items as in a sentence: "a, b and c".
pub fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {and} {last}", most.join(", ")),
    }
}

/// A straight row of cells: its place in words, without "the cells".
struct CellRun {
    place: String,
    count: usize,
}

/// Cells in words with their verb: "the cell ahead is", "the cells 1 left and 1 to 3 ahead are".
pub fn with_verb(cells: &BTreeSet<Offset>) -> String {
    format!("{} {}", cells_in_words(cells), if cells.len() == 1 { "is" } else { "are" })
}

/// Cells in words: "the cell ahead and the cells 1 left and 1 to 3 ahead".
pub fn cells_in_words(cells: &BTreeSet<Offset>) -> String {
    let items: Vec<String> = runs(cells)
        .iter()
        .map(|run| format!("the {} {}", if run.count == 1 { "cell" } else { "cells" }, run.place))
        .collect();
    list(&items, "and")
}

/// The places of cells alone: "1 left and 1 to 3 ahead; 2 left and 3 ahead".
pub fn places(cells: &BTreeSet<Offset>) -> String {
    runs(cells).into_iter().map(|run| run.place).collect::<Vec<_>>().join("; ")
}

/// Cells as few straight rows: the longest row is taken out repeatedly, and the nearest rows are
/// named first.
fn runs(cells: &BTreeSet<Offset>) -> Vec<CellRun> {
    let mut left = cells.clone();
    let mut found: Vec<Vec<Offset>> = Vec::new();
    while !left.is_empty() {
        let row = |first: Offset, right: i16, down: i16| {
            (0..)
                .map(|i| Offset::new(first.right + i * right, first.down + i * down))
                .take_while(|&cell| left.contains(&cell) && !passes_live_end(first, cell))
                .collect::<Vec<_>>()
        };
        let mut best = Vec::new();
        for &first in &left {
            for run in [row(first, 0, 1), row(first, 1, 0)] {
                if run.len() > best.len() {
                    best = run;
                }
            }
        }
        left.retain(|cell| !best.contains(cell));
        found.push(best);
    }
    found.sort_by_key(|run| {
        let nearest = run.iter().map(|c| c.distance(Offset::LIVE_END)).min();
        (nearest, run[0].right, -run[0].down)
    });
    found.iter().map(|run| CellRun { place: place(run), count: run.len() }).collect()
}

/// Whether a row from one cell to another reaches the live end's own column or row sideways: such a
/// row has no words like "1 to 3 left".
fn passes_live_end(first: Offset, last: Offset) -> bool {
    let passes = |from: i16, to: i16| from != to && from <= 0 && to >= 0;
    passes(first.right, last.right) || passes(first.down, last.down)
}

fn place(run: &[Offset]) -> String {
    let (first, last) = (run[0], run[run.len() - 1]);
    let range = |from: i16, to: i16| {
        let (low, high) = (from.unsigned_abs(), to.unsigned_abs());
        let (low, high) = (low.min(high), low.max(high));
        if low == high { low.to_string() } else { format!("{low} to {high}") }
    };
    let (across, down) = (range(first.right, last.right), range(first.down, last.down));
    let front = if first.down < 0 { "ahead" } else { "behind" };
    let side = if first.right < 0 { "left" } else { "right" };
    match (across.as_str(), down.as_str()) {
        ("0", "0") => "of the live end".to_owned(),
        ("0", "1") => front.to_owned(),
        ("0", _) => format!("{down} {front}"),
        ("1", "0") => format!("to the {side}"),
        (_, "0") => format!("{across} to the {side}"),
        _ => format!("{across} {side} and {down} {front}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(cells: &[(i16, i16)]) -> BTreeSet<Offset> {
        cells.iter().map(|&(right, down)| Offset::new(right, down)).collect()
    }

    #[test]
    fn names_straight_rows_of_cells_together() {
        let words = |list| cells_in_words(&cells(list));
        assert_eq!(words(&[(0, -1)]), "the cell ahead");
        assert_eq!(words(&[(0, -1), (0, -2), (0, -3)]), "the cells 1 to 3 ahead");
        assert_eq!(words(&[(-1, -1), (-1, -2)]), "the cells 1 left and 1 to 2 ahead");
        assert_eq!(
            words(&[(1, 0), (1, -1), (1, -2)]),
            "the cell to the right and the cells 1 right and 1 to 2 ahead"
        );
        assert_eq!(
            words(&[(-1, 0), (1, 0), (0, 2)]),
            "the cell to the left, the cell to the right and the cell 2 behind"
        );
        assert_eq!(
            places(&cells(&[(-2, -3), (-1, -3), (-2, -4)])),
            "1 left and 3 ahead; 2 left and 3 to 4 ahead"
        );
    }
}
