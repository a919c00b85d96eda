//! Reading questions.

use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::read_batch;
use deadmove_core::position::Position;
use deadmove_verify::chunks::Shard;
use serde::Deserialize;

use crate::exchange::Form;

/// The longest side of a board.
const LARGEST: usize = 51;

/// What is asked. The position is read by [`position`].
#[derive(Debug, Deserialize)]
pub struct Question {
    /// Which answer is wanted.
    #[serde(flatten)]
    pub ask: Ask,
}

/// Which answer is wanted.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// The verdicts.
    Judge,
    /// The positions along the line.
    Strip {
        /// The number of steps before the first.
        from: usize,
        /// And before the last.
        to: usize,
        /// Whether to count completions where that takes no time.
        #[serde(default)]
        counts: bool,
    },
    /// How often completions use each edge.
    Edges,
    /// The rules that match.
    Match {
        /// A set or a rule file.
        #[serde(default)]
        rules: String,
        /// Texts of rules.
        #[serde(default)]
        own: Vec<String>,
    },
    /// The number of completions.
    Count {
        /// Give up where counting would take long.
        #[serde(default)]
        quick: bool,
    },
    /// The position of a text.
    Read {
        /// The text.
        text: String,
    },
    /// The position as a text.
    Write {
        /// Which.
        #[serde(rename = "as")]
        form: Form,
    },
    /// What the program allows.
    Program,
    /// The rule sets.
    Sets,
    /// The text of a rule.
    Text {
        /// A rule file.
        rules: String,
    },
    /// The verdicts on a rule on small boards.
    Rule {
        /// Its text.
        text: String,
    },
    /// The verdict on a rule on a larger board.
    Beyond {
        /// Its text.
        text: String,
        /// The side of the board.
        size: usize,
        /// Which part of its claims, from 1.
        part: u64,
        /// Of how many.
        parts: u64,
    },
    /// The dead moves that no other rule forbids.
    Adds {
        /// The text of a rule.
        text: String,
        /// A set or a rule file.
        #[serde(default)]
        rules: String,
        /// Texts of rules.
        #[serde(default)]
        own: Vec<String>,
    },
    /// Whether a rule is proved for every board.
    Prove {
        /// Its text.
        text: String,
    },
    /// The rules that a dead move is lifted to.
    Lift {
        /// Its letter.
        #[serde(rename = "move")]
        direction: String,
    },
}

impl Question {
    /// Reads what is asked from one line of JSON.
    pub fn parse(line: &str) -> Result<Question, InputError> {
        serde_json::from_str(line).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or(&message).to_owned();
            InputError::new(ErrorKind::BadJson, format!("this is no question: {what}"))
                .expected(r#"a JSON object such as {"ask":"judge","n":9,"path":"RRD"}"#)
        })
    }
}

/// The part of a question that is done in parts.
pub fn shard(part: u64, parts: u64) -> Result<Shard, InputError> {
    Shard::new(part, parts).ok_or_else(|| {
        InputError::new(ErrorKind::BadJson, format!("part {part} of {parts}"))
            .expected("a part from 1 to the number of parts")
    })
}

/// The move of a letter.
pub fn direction(letter: &str) -> Result<Move, InputError> {
    let known = Move::ALL.into_iter().find(|direction| direction.to_string() == letter);
    known.ok_or_else(|| {
        InputError::new(ErrorKind::BadJson, format!("`{letter}` is no move"))
            .expected("U, D, L or R")
    })
}

/// The position of a question, which has the fields of a JSON line.
pub fn position(line: &str) -> Result<Position, InputError> {
    // A line break is white space in JSON, and the end of a position in a batch.
    let line = line.replace(['\n', '\r'], " ");
    let item = read_batch(line.as_bytes(), None).next();
    let input = item.map(|item| item.input).unwrap_or_else(|| {
        Err(InputError::new(ErrorKind::NoPosition, "the question has no position"))
    });
    let position = input?.position;
    let side = position.board().width().max(position.board().height());
    if usize::from(side) > LARGEST {
        let message = format!("a side of {side} cells");
        return Err(InputError::new(ErrorKind::BoardTooLarge, message)
            .expected(format!("sides of at most {LARGEST}, as many as the page draws")));
    }
    Ok(position)
}
