//! A cache of the allowed moves of recent positions, so that rules are not matched on them again.
//!
//! A depth-first walk returns to the same few thousand positions on many different lines, mostly
//! near their ends. The slots are few enough to stay in the processor's cache. If two positions
//! fall into one slot, the later one stays. The results of the lines below a position are not kept
//! here, but in [`super::table`].

use super::table::mix;
use deadmove_rules::moves::Moves;

/// Slots: with their keys a little more than one MiB.
const SLOTS: usize = 1 << 16;

/// Allowed moves by position: free cells as bits, and the live end.
#[derive(Clone, Debug)]
pub(super) struct AnswerCache {
    keys: Vec<u128>,
    moves: Vec<Moves>,
}

impl AnswerCache {
    /// An empty cache.
    pub fn new() -> AnswerCache {
        // Key 0 would be a full board, which is never looked up.
        AnswerCache { keys: vec![0; SLOTS], moves: vec![Moves::NONE; SLOTS] }
    }

    /// The allowed moves of a position with at least one free cell, on a board of at most
    /// [`super::table::MAX_CELLS`] cells: from the cache, or from `ask`.
    pub fn get_or<E>(
        &mut self,
        key: u128,
        ask: impl FnOnce() -> Result<Moves, E>,
    ) -> Result<Moves, E> {
        let slot = mix(key) & (SLOTS - 1);
        if self.keys[slot] != key {
            self.moves[slot] = ask()?;
            self.keys[slot] = key;
        }
        Ok(self.moves[slot])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_answer_is_that_of_its_own_position(
            keys in prop::collection::vec(1u128..200_000, 1..4000),
        ) {
            let mut answers = AnswerCache::new();
            let truth = |key: u128| Moves::from_bits((key % 13) as u8);
            let mut asked = 0usize;
            for &key in &keys {
                let answer = answers.get_or(key, || { asked += 1; Ok::<_, ()>(truth(key)) });
                prop_assert_eq!(answer, Ok(truth(key)));
            }
            let last = keys[keys.len() - 1];
            let kept = answers.get_or(last, || Err(()));
            prop_assert_eq!(kept, Ok(truth(last)), "the last answer is kept");
            prop_assert!(asked <= keys.len());
        }
    }
}
