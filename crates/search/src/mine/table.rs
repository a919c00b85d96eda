//! Moves that are known to be live or dead, by their features, each in both orientations.
//!
//! Rows 2k and 2k + 1 are the two views of move k: the move as if it went ahead, and the mirror
//! image of that. See [`super::features::FeatureExtractor::rows`].

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::features::Row;
use super::language::{Condition, Language};

/// A set of rows or moves, 64 to a word.
pub type Bits = Vec<u64>;

/// For each feature, the rows that have it, with its value.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Vec<(u32, i8)>>,
    regions: usize,
    rows: usize,
    known: HashMap<(u128, u8), (), FxBuildHasher>,
}

impl Table {
    /// No moves.
    pub fn new(language: &Language) -> Table {
        Table {
            columns: vec![Vec::new(); language.features.len()],
            regions: language.regions(),
            rows: 0,
            known: HashMap::default(),
        }
    }

    /// Adds both views of a move, unless a move with this key is there already. Returns whether it
    /// was added.
    pub fn add(&mut self, key: (u128, u8), views: &[Row; 2]) -> bool {
        if self.known.insert(key, ()).is_some() {
            return false;
        }
        for view in views {
            let row = self.rows as u32;
            for &(feature, value) in view {
                self.columns[feature as usize].push((row, value));
            }
            self.rows += 1;
        }
        true
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.rows / 2
    }

    /// The rows on which a condition holds.
    pub fn bits(&self, condition: Condition) -> Bits {
        let mut bits = vec![0; self.rows.div_ceil(64)];
        let feature = condition.feature as usize;
        let empty = condition.or_empty.then(|| &self.columns[feature + self.regions]);
        for &(row, value) in empty.into_iter().chain([&self.columns[feature]]).flatten() {
            if condition.test.holds(value) {
                bits[row as usize / 64] |= 1 << (row % 64);
            }
        }
        bits
    }

    /// The rows on which all conditions hold.
    pub fn all(&self, conditions: &[Condition]) -> Bits {
        let mut parts = conditions.iter().map(|&condition| self.bits(condition));
        let first = parts.next().unwrap_or_else(|| vec![u64::MAX; self.rows.div_ceil(64)]);
        parts.fold(first, |bits, part| and(&bits, &part))
    }
}

/// The set of the first `rows` rows.
pub fn first(rows: usize) -> Bits {
    let mut bits = vec![u64::MAX; rows.div_ceil(64)];
    if let Some(last) = bits.last_mut()
        && !rows.is_multiple_of(64)
    {
        *last = (1 << (rows % 64)) - 1;
    }
    bits
}

/// Members of both.
pub fn and(a: &[u64], b: &[u64]) -> Bits {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

/// Whether nothing is in both.
pub fn disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}

/// Number of moves of which a view is in both sets of rows.
pub fn moves_in_both(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| moves(a & b).count_ones()).sum()
}

/// The rows of all moves that have a view among these rows.
pub fn both_views(rows: &[u64]) -> Bits {
    rows.iter().map(|&word| moves(word) * 3).collect()
}

/// Removes the members of a set from another.
pub fn remove(from: &mut [u64], rows: &[u64]) {
    from.iter_mut().zip(rows).for_each(|(from, rows)| *from &= !rows);
}

/// The numbers of the moves with a view among these rows.
pub fn moves_of(rows: &[u64]) -> impl Iterator<Item = usize> + '_ {
    rows.iter().enumerate().flat_map(|(at, &word)| {
        let word = moves(word);
        (0..32).filter(move |bit| word >> (2 * bit) & 1 == 1).map(move |bit| at * 32 + bit)
    })
}

/// The first row of every move with a view among these.
fn moves(word: u64) -> u64 {
    (word | word >> 1) & 0x5555_5555_5555_5555
}

/// Whether a row is in the set.
pub fn has(bits: &[u64], row: usize) -> bool {
    bits[row / 64] >> (row % 64) & 1 == 1
}
