//! Counts: complete fillings, and dead ones.

use std::collections::HashMap;

use crate::loops::rules::{Dead, completable, dead_by_shape};

/// The number of complete fillings, with two squares in each row and column: row by row, counting
/// together those with the same numbers in each column.
pub fn fillings(size: usize) -> u64 {
    let mut states = HashMap::from([(vec![0u8; size], 1u64)]);
    for _ in 0..size {
        let mut next = HashMap::new();
        for (columns, ways) in states {
            for one in 0..size {
                for other in one + 1..size {
                    if columns[one] < 2 && columns[other] < 2 {
                        let mut columns = columns.clone();
                        columns[one] += 1;
                        columns[other] += 1;
                        *next.entry(columns).or_insert(0) += ways;
                    }
                }
            }
        }
        states = next;
    }
    states.into_values().sum()
}

/// Calls `visit` with all complete fillings: the columns of each row as bits.
pub fn each_filling(size: usize, visit: &mut dyn FnMut(&[u32])) {
    let pairs: Vec<u32> = (0..1 << size).filter(|row: &u32| row.count_ones() == 2).collect();
    each_of(&pairs, false, (0, 0), size, &mut Vec::new(), visit);
}

/// Calls `visit` with all ways to add rows of these kinds, up to `size` of them, so that no
/// column gets more than two squares. `one` and `two` are the columns with one square, and those
/// with two. If `ascending`, a row is followed by rows of its kind and of later ones only.
fn each_of(
    kinds: &[u32],
    ascending: bool,
    (one, two): (u32, u32),
    size: usize,
    rows: &mut Vec<u32>,
    visit: &mut dyn FnMut(&[u32]),
) {
    if rows.len() == size {
        return visit(rows);
    }
    for (at, &row) in kinds.iter().enumerate().filter(|(_, row)| *row & two == 0) {
        rows.push(row);
        let next = if ascending { &kinds[at..] } else { kinds };
        each_of(next, ascending, (one ^ row, two | (one & row)), size, rows, visit);
        rows.pop();
    }
}

/// Counts of fillings with at most two squares in each row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeadCount {
    /// All.
    pub fillings: u64,
    /// Dead, with one row and one column empty and all others full.
    pub both_empty: u64,
    /// Dead, with the crossing square of such a row and column filled.
    pub crossing_filled: u64,
    /// Dead in another shape, or of such a shape but not dead. According to the theorem there are
    /// none.
    pub other: u64,
}

/// Counts the dead fillings among all with at most two squares in each row and column. A search
/// decides for each whether it can be completed. Fillings that differ only in the order of their
/// rows are decided once.
pub fn dead_fillings(size: usize) -> DeadCount {
    let kinds: Vec<u32> = (0..1 << size).filter(|row: &u32| row.count_ones() <= 2).collect();
    let mut count = DeadCount::default();
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let mut visit = |rows: &[u32]| {
        let same = rows.chunk_by(|a, b| a == b);
        let orders = same.fold(factorial(size), |orders, same| orders / factorial(same.len()));
        count.fillings += orders;
        match (completable(rows), dead_by_shape(rows)) {
            (true, None) => {}
            (false, Some(Dead { is_filled: false, .. })) => count.both_empty += orders,
            (false, Some(Dead { is_filled: true, .. })) => count.crossing_filled += orders,
            _ => count.other += orders,
        }
    };
    each_of(&kinds, true, (0, 0), size, &mut Vec::new(), &mut visit);
    count
}
