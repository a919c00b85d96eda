//! Records: the evidence for one claim about a rule on a square board from corner to corner. The
//! example of a record is checked here; it is the same for all theories.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kernel::board::{Cell, text};
use crate::kernel::check_schema;
use crate::kernel::graph::{Graph, square};
use crate::kernel::matching::forbids_in;
use crate::kernel::position::{Position, replay};
use crate::kernel::rule::Rule;

/// A verdict on a rule, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It forbids no live move, and it forbids a dead move of some live position.
    Sound,
    /// It forbids a live move.
    Unsound,
    /// It forbids no move of any live position.
    Vacuous,
}

/// A claim with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`](crate::kernel::SCHEMA).
    pub schema: u32,
    /// The side of the board.
    pub size: usize,
    /// The rule.
    pub rule: Rule,
    /// The verdict.
    pub verdict: Verdict,
    /// A live position in which the rule forbids a legal move; a live move if the rule is unsound.
    /// None if it is vacuous.
    pub example: Option<Example>,
    /// Proofs for the questions that unit propagation does not refute. Empty if the rule is
    /// unsound, and in a certificate by list.
    pub refutations: Vec<Refutation>,
}

/// A live position and a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The steps drawn so far.
    pub path: String,
    /// The forbidden move.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The steps of a completion, from the live end on.
    pub completion: String,
}

/// The negative answer to a question, with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The question.
    pub question: RuleQuestion,
    /// The lemmas that are added to the formula.
    pub lemmas: Vec<Lemma>,
    /// In the LRAT format; see `cnf.rs`. The formula consists of the one of the rule, the
    /// unit clauses of the question, and the lemmas, in this order.
    pub proof: String,
}

/// A question about a rule: is there a position with this live end in which the rule, in this
/// placement, forbids a legal move, and which has a completion that begins with a certain step?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleQuestion {
    /// The live end.
    pub live_end: Cell,
    /// The number of the placement.
    pub placement: u8,
    /// The forbidden move, in the directions of the board.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The first step of the completion.
    pub step: char,
}

impl fmt::Display for RuleQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleQuestion { live_end, placement, forbidden, step } = self;
        let at = text(*live_end);
        write!(f, "live end {at}, placement {placement}, forbidden {forbidden}, step {step}")
    }
}

/// A lemma that a certificate may add to the formula of a rule. Segments are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lemma {
    /// An edge of the path leaves these cells.
    CutSet {
        /// At least one cell, and not all.
        cells: Vec<Cell>,
    },
    /// If none of these cells is beside the segment, none of them is in its region unless some cell
    /// around them, off the segment, is free.
    Reached {
        /// The segment.
        segment: usize,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The rule does not forbid the move in question when exactly these cells are free.
    NoMatch {
        /// The free cells.
        free: Vec<Cell>,
    },
}

impl Record {
    /// Checks everything but the proofs: that the record is well-formed, and the example.
    pub(crate) fn check_example_and_form(&self) -> Result<Graph, String> {
        check_schema(self.schema)?;
        self.rule.check()?;
        let graph = square(self.size)?;
        match (self.verdict, &self.example) {
            (Verdict::Vacuous, None) => {}
            (Verdict::Sound | Verdict::Unsound, Some(example)) => {
                self.check_example(&graph, example).map_err(|why| format!("the example: {why}"))?;
            }
            _ => return Err("sound and unsound rules have an example, vacuous ones none".into()),
        }
        Ok(graph)
    }

    /// Checks that the position is live and that the rule forbids the legal move.
    fn check_example(&self, graph: &Graph, example: &Example) -> Result<(), String> {
        let board = &graph.board;
        replay(board, &example.path, &example.completion)?;
        let position = Position::after(board, &example.path)?;
        if !forbids_in(&position, &self.rule, example.forbidden) {
            return Err(format!("the rule does not forbid {} there", example.forbidden));
        }
        let begins = example.completion.starts_with(example.forbidden);
        match self.verdict {
            Verdict::Unsound if !begins => Err("the completion begins with another move".into()),
            Verdict::Sound if begins => Err("the completion begins with the forbidden move".into()),
            _ => Ok(()),
        }
    }
}
