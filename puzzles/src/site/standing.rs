//! How a claim stands, in one word for all puzzles.

use deadmove_site::layout::{badge, signed};
use maud::Markup;

use crate::report::Finding;
use crate::site::bad;
use deadmove_core::error::InputError;

/// Each finding with its key in the style of the site, and its word.
pub const STANDINGS: [(Finding, &str, &str); 5] = [
    (Finding::Holds, "proved", "holds"),
    (Finding::Refuted, "wrong", "refuted"),
    (Finding::Vacuous, "vacuous", "says nothing"),
    (Finding::Unknown, "unknown", "open"),
    (Finding::Contradictory, "contradictory", "contradictory reports"),
];

impl Finding {
    /// Checks the verdict of a report on a claim on which `never` is none.
    pub(super) fn check_other_than(self, never: Finding) -> Result<(), InputError> {
        match self == never {
            true => Err(bad(format!("{:?} is no verdict on it", self.word()))),
            false => Ok(()),
        }
    }

    fn entry(self) -> (Finding, &'static str, &'static str) {
        *STANDINGS.iter().find(|entry| entry.0 == self).expect("all are listed")
    }

    /// Its word in pages.
    pub(super) fn in_words(self) -> &'static str {
        self.entry().2
    }

    /// As a badge with these words.
    pub(super) fn badge(self, words: &str) -> Markup {
        badge(self.entry().1, words)
    }

    /// Words with its sign.
    pub(super) fn signed(self, words: &str) -> Markup {
        signed(self.entry().1, words)
    }
}
