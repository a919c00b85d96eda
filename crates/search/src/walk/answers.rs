//! What the rules said about positions met lately, so that they are not matched again.
//!
//! A line that is drawn depth first comes back to the same few thousand positions by many ways,
//! most of all near its end. The places are few enough to stay close to the processor; of two
//! positions that fall on one place the later stays. Nothing is known here of what lies below a
//! position: that is the table's.

use super::table::mix;
use deadmove_rules::moves::Moves;

/// Places: with their keys little more than one MiB.
const PLACES: usize = 1 << 16;

/// Allowed moves by position: free cells as bits, and the live end.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    keys: Vec<u128>,
    moves: Vec<Moves>,
}

impl Answers {
    /// Nothing is known.
    pub fn new() -> Answers {
        // Key 0 is a full board, of which nobody asks.
        Answers { keys: vec![0; PLACES], moves: vec![Moves::NONE; PLACES] }
    }

    /// The answer about a position with at least one free cell on a board of at most
    /// [`super::table::MAX_CELLS`] cells: the kept one, or that of `ask`.
    pub fn get_or(&mut self, key: u128, ask: impl FnOnce() -> Moves) -> Moves {
        let place = mix(key) & (PLACES - 1);
        if self.keys[place] != key {
            self.moves[place] = ask();
            self.keys[place] = key;
        }
        self.moves[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_answer_is_that_of_its_own_position(keys in prop::collection::vec(1u128..200_000, 1..4000)) {
            let mut answers = Answers::new();
            let truth = |key: u128| Moves::from_bits((key % 13) as u8);
            let mut asked = 0usize;
            for &key in &keys {
                let answer = answers.get_or(key, || { asked += 1; truth(key) });
                prop_assert_eq!(answer, truth(key));
            }
            let last = keys[keys.len() - 1];
            let kept = answers.get_or(last, || Moves::ALL.without(truth(last)));
            prop_assert_eq!(kept, truth(last), "the last answer is kept");
            prop_assert!(asked <= keys.len());
        }
    }
}
