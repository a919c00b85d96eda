//! How a claim stands, in one word for all puzzles.

use deadmove_site::layout::{badge, signed};
use maud::Markup;

use crate::report::Finding;
use crate::site::bad;
use deadmove_core::error::InputError;

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStanding {
    /// It is true.
    Holds,
    /// It is false.
    Refuted,
    /// It is about nothing.
    Vacuous,
    /// It is not decided.
    Open,
    /// Reports contradict each other.
    Contradictory,
}

impl ClaimStanding {
    /// Each with its key in the style of the site, and its word.
    pub const ALL: [(ClaimStanding, &'static str, &'static str); 5] = [
        (ClaimStanding::Holds, "proved", "holds"),
        (ClaimStanding::Refuted, "wrong", "refuted"),
        (ClaimStanding::Vacuous, "vacuous", "says nothing"),
        (ClaimStanding::Open, "unknown", "open"),
        (ClaimStanding::Contradictory, "contradictory", "contradictory reports"),
    ];

    /// What a verdict says of a claim on which `never` is none.
    pub fn of(verdict: Finding, never: Finding) -> Result<ClaimStanding, InputError> {
        match verdict {
            _ if verdict == never => Err(bad(format!("{:?} is no verdict on it", verdict.word()))),
            Finding::Holds => Ok(ClaimStanding::Holds),
            Finding::Refuted => Ok(ClaimStanding::Refuted),
            Finding::Vacuous => Ok(ClaimStanding::Vacuous),
            Finding::Unknown => Ok(ClaimStanding::Open),
        }
    }

    fn entry(self) -> (ClaimStanding, &'static str, &'static str) {
        *ClaimStanding::ALL.iter().find(|entry| entry.0 == self).expect("all are listed")
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        self.entry().2
    }

    /// As a badge with these words.
    pub fn badge(self, words: &str) -> Markup {
        badge(self.entry().1, words)
    }

    /// Words with its sign.
    pub fn signed(self, words: &str) -> Markup {
        signed(self.entry().1, words)
    }
}
