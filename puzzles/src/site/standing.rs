//! How a claim stands, in one word for all puzzles.

use deadmove_site::layout::{badge, signed};
use maud::Markup;

use crate::report::Verdict;
use crate::site::bad;
use deadmove_core::error::InputError;

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
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

impl Standing {
    /// Each with its key in the style of the site, and its word.
    pub const ALL: [(Standing, &'static str, &'static str); 5] = [
        (Standing::Holds, "proved", "holds"),
        (Standing::Refuted, "wrong", "refuted"),
        (Standing::Vacuous, "vacuous", "says nothing"),
        (Standing::Open, "unknown", "open"),
        (Standing::Contradictory, "contradictory", "contradictory reports"),
    ];

    /// What a verdict says of a claim on which `never` is none.
    pub fn of(verdict: Verdict, never: Verdict) -> Result<Standing, InputError> {
        match verdict {
            _ if verdict == never => Err(bad(format!("{:?} is no verdict on it", verdict.word()))),
            Verdict::Holds => Ok(Standing::Holds),
            Verdict::Refuted => Ok(Standing::Refuted),
            Verdict::Vacuous => Ok(Standing::Vacuous),
            Verdict::Unknown => Ok(Standing::Open),
        }
    }

    fn entry(self) -> (Standing, &'static str, &'static str) {
        *Standing::ALL.iter().find(|entry| entry.0 == self).expect("all are listed")
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
