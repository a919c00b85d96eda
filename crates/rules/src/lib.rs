//! Rules: their text form, families with parameters, sets, and what they are in words. What a rule
//! is, and where it matches, comes from `deadmove-matching`.
//!
//! `docs/reference/rule-language.md` describes the text form for its users; [`model`] defines what
//! a rule means exactly.
//!
//! What does not live here: deciding whether a rule is right (that is `deadmove-verify` and
//! `deadmove-prove`), and the tables and pages that show rules to people (`deadmove-report`).

use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::position::Position;

pub mod affine;
pub mod expr;
pub mod family;
#[cfg(feature = "import")]
pub mod import;
pub mod lint;
pub mod load;
pub mod origin;
pub mod places;
pub mod sets;
pub mod store;
pub mod text;
pub mod words;

pub use deadmove_matching::{
    boundary, compile, geometry, lemmas, matcher, model, moves, other_ends, placed,
};

use family::{Family, FamilyError};
use model::{Head, Rule};

/// A rule or a family, as one text defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFile {
    /// A rule.
    Rule(Rule),
    /// A family of rules.
    Family(Family),
}

impl RuleFile {
    /// Reads the text of one rule or family. Files with several are read by [`load`].
    ///
    /// # Errors
    /// At the first place that is not as the rule language wants it.
    pub fn parse(text: &str) -> Result<RuleFile, InputError> {
        text::parse(text)
    }

    /// The text of the file; reading it gives back the same rule.
    pub fn write(&self) -> String {
        text::write(self)
    }

    /// Name, family, sizes, placements, sources and remarks.
    pub fn head(&self) -> &Head {
        match self {
            RuleFile::Rule(rule) => &rule.head,
            RuleFile::Family(family) => &family.head,
        }
    }

    /// Whether it is made of lemmas.
    pub fn reads_the_whole_board(&self) -> bool {
        matches!(self, RuleFile::Rule(rule) if rule.reads_the_whole_board())
    }

    /// The plain rules for a board: the rule itself, or all claims of the family for all parameters
    /// that fit. Empty if the board is not among the rule's sizes.
    ///
    /// # Errors
    /// If a family is impossible for this board.
    pub fn rules(&self, board: &Board) -> Result<Vec<Rule>, FamilyError> {
        if self.head().sizes.contain(board) { self.expand(board) } else { Ok(Vec::new()) }
    }

    /// The same, without regard to the sizes for which the rule claims to hold.
    ///
    /// # Errors
    /// If a family is impossible for this board.
    pub fn expand(&self, board: &Board) -> Result<Vec<Rule>, FamilyError> {
        match self {
            RuleFile::Rule(rule) => Ok(vec![rule.clone()]),
            RuleFile::Family(family) => family.members(board),
        }
    }

    /// The rules for the board of a position, without those whose cells differ from it in every
    /// placement.
    fn rules_at(&self, position: &Position) -> Result<Vec<Rule>, FamilyError> {
        let board = position.board();
        match self {
            _ if !self.head().sizes.contain(board) => Ok(Vec::new()),
            RuleFile::Rule(rule) => {
                let holds = |placement| rule.pattern.cells_hold(placement, position);
                let can_match = rule.head.placements.iter().any(holds);
                Ok(can_match.then(|| rule.clone()).into_iter().collect())
            }
            RuleFile::Family(family) => family.members_at(position),
        }
    }
}
