//! What the board in the browser asks, and the answers.
//!
//! A question is one JSON object on one line, an answer is another. `deadmove board` carries them
//! over HTTP; on a page without a server, the same code runs as WebAssembly, without a program. So
//! nothing here reads files, opens connections or needs a clock, and both give the same answers.
//!
//! A question has the fields of a position as JSON lines have them (`n` or `width` and `height`,
//! `start`, `end`, `blocked`, `path`) and `ask`:
//!
//! | `ask` | more fields | the answer |
//! |---|---|---|
//! | `judge` | | verdicts with reasons in figures ([`judge`]) |
//! | `match` | `rules`: a set or a rule file | the rules that match ([`judge`]) |
//! | `program` | | the moves that the program allows in the position, or why it does not say ([`BoardProgram`]) |
//! | `count` | `quick`: only if it takes no time | completions of the position and after each move ([`count`]) |
//! | `read` | `text`: a path file, case file, JSON line, or letters | the position in it ([`exchange`]) |
//! | `write` | `as`: `case` or `path-file` | the position as a text ([`exchange`]) |
//! | `strip` | `from`, `to`, `counts` | verdicts and live moves along the line ([`strip`]) |
//! | `edges` | | how often completions use each edge ([`strip`]) |
//! | `lift` | `move`: a dead move of a live position | the rules it is lifted to ([`playground`]) |
//! | `sets` | no position | the rule sets there are ([`sets`]), and the program, if there is one |
//! | `text` | `rules`: a rule file; no position | the text of a rule ([`sets`]) |
//! | `rule` | `text`: of a rule; no position | its verdicts on small boards ([`playground`]) |
//! | `beyond` | `text`, `size`, `part`, `parts` | its verdict on a larger board ([`playground`]) |
//! | `adds` | `text`, `rules`, `own` | the dead moves that only it forbids ([`playground`]) |
//! | `prove` | `text`; no position | whether it is proved for every board ([`playground`]) |
//!
//! `match` and `adds` also take `own`: texts of rules beside those of `rules`, which may be empty.
//!
//! What is wrong with a question comes back as `{"error":{"kind":…,"message":…}}`.
//!
//! What does not live here: the server (`src/cli/board`), the page (`crates/site`), and the binding
//! for WebAssembly (`crates/wasm`).

pub mod count;
pub mod exchange;
pub mod judge;
pub mod playground;
mod question;
pub mod sets;
pub mod strip;

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::Fault;
use deadmove_report::answers_json::ProgramObject;
use deadmove_rules::moves::Moves;
use serde::Serialize;

use question::{Ask, Question};
use sets::RuleSets;

/// The rules to choose from, and the limits of an answer.
#[derive(Clone, Debug)]
pub struct Analysis {
    sets: RuleSets,
    limits: AnswerLimits,
    program: Option<Arc<dyn BoardProgram>>,
}

/// A program that says which moves it allows. Whoever carries the questions runs it.
pub trait BoardProgram: Debug + Send + Sync {
    /// Which program it is.
    fn object(&self) -> &ProgramObject;

    /// The moves that it allows in a position.
    ///
    /// # Errors
    /// If there is no answer: why, in words.
    fn allowed(&self, position: &Position) -> Result<Moves, String>;
}

/// A question that may take its whole time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlowQuestion {
    /// For a count.
    Count,
    /// For the rules that match.
    Match,
    /// For the program.
    Program,
    /// For what a rule is worth.
    Rule,
}

/// The limits of an answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerLimits {
    /// For the verdicts on a position, its moves and its turning point together.
    pub judge: Limits,
    /// For counting the completions after one move.
    pub count: Limits,
}

/// Why there is no answer.
#[derive(Debug)]
enum Unanswered {
    Input(InputError),
    Fault(String),
}

impl From<InputError> for Unanswered {
    fn from(error: InputError) -> Unanswered {
        Unanswered::Input(error)
    }
}

impl From<Fault> for Unanswered {
    fn from(fault: Fault) -> Unanswered {
        Unanswered::Fault(fault.to_string())
    }
}

impl Analysis {
    /// With these rules and limits.
    pub fn new(sets: RuleSets, limits: AnswerLimits) -> Analysis {
        Analysis { sets, limits, program: None }
    }

    /// With a program that can be asked, too.
    #[must_use]
    pub fn with_program(self, program: Arc<dyn BoardProgram>) -> Analysis {
        Analysis { program: Some(program), ..self }
    }

    /// The answer to a question: one line of JSON.
    pub fn answer(&self, question: &str) -> String {
        self.answer_unless(question, &AtomicBool::new(false))
    }

    /// The same. Once `stop` is set, work on rules ends soon, and its answer means nothing.
    pub fn answer_unless(&self, question: &str, stop: &AtomicBool) -> String {
        self.try_answer(question, stop).unwrap_or_else(|failure| match failure {
            Unanswered::Input(error) => line(&ErrorAnswer { error }),
            Unanswered::Fault(message) => {
                line(&ErrorAnswer { error: Internal { kind: "internal", message } })
            }
        })
    }

    /// Whether a question may take its whole time limit.
    pub fn slow(question: &str) -> Option<SlowQuestion> {
        match Question::parse(question).ok()?.ask {
            Ask::Count { .. } | Ask::Edges => Some(SlowQuestion::Count),
            Ask::Match { .. } | Ask::Strip { .. } => Some(SlowQuestion::Match),
            Ask::Program => Some(SlowQuestion::Program),
            Ask::Rule { .. }
            | Ask::Beyond { .. }
            | Ask::Adds { .. }
            | Ask::Prove { .. }
            | Ask::Lift { .. } => Some(SlowQuestion::Rule),
            _ => None,
        }
    }

    fn try_answer(&self, line_of_json: &str, stop: &AtomicBool) -> Result<String, Unanswered> {
        let question = Question::parse(line_of_json)?;
        match question.ask {
            Ask::Sets => {
                let program = self.program.as_ref().map(|program| program.object());
                Ok(line(&self.sets.listed(program)))
            }
            Ask::Program => {
                let position = question::position(line_of_json)?;
                let Some(program) = &self.program else {
                    let message = "no program was given when the board was started";
                    return Err(InputError::new(ErrorKind::NoRules, message).into());
                };
                Ok(line(&match program.allowed(&position) {
                    Ok(allowed) => ProgramSays::Allowed(allowed.to_string()),
                    Err(why) => ProgramSays::NoAnswer(why),
                }))
            }
            Ask::Judge => {
                let position = question::position(line_of_json)?;
                judge::answer(&position, &self.limits.judge).map(|answer| line(&answer))
            }
            Ask::Match { rules, own } => {
                let position = question::position(line_of_json)?;
                let rules = self.sets.choose(&rules, &own, &position)?;
                judge::matches(&position, &rules, &self.limits.judge).map(|answer| line(&answer))
            }
            Ask::Count { quick } => {
                let position = question::position(line_of_json)?;
                count::answer(&position, &self.limits, quick).map(|answer| line(&answer))
            }
            Ask::Strip { from, to, counts } => {
                let line_of_cells = question::position(line_of_json)?;
                let limits = &self.limits.judge;
                strip::answer(&line_of_cells, (from, to), counts, limits)
                    .map(|answer| line(&answer))
            }
            Ask::Edges => {
                let position = question::position(line_of_json)?;
                Ok(line(&strip::edges(&position, &self.limits.count)))
            }
            Ask::Read { text } => {
                let board = question::position(line_of_json)?.shared_board();
                Ok(line(&exchange::read(&text, &board)?))
            }
            Ask::Text { rules } => Ok(line(&TextOfRule { text: self.sets.text(&rules)? })),
            Ask::Rule { text } => playground::judged(&text, stop).map(|answer| line(&answer)),
            Ask::Beyond { text, size, part, parts } => {
                let shard = question::shard(part, parts)?;
                let limits = &self.limits.judge;
                playground::beyond(&text, size, shard, limits, stop).map(|answer| line(&answer))
            }
            Ask::Adds { text, rules, own } => {
                Ok(line(&playground::adds(&text, self.sets.files(&rules, &own)?)?))
            }
            Ask::Prove { text } => {
                playground::proof(&text, &self.limits.judge, stop).map(|answer| line(&answer))
            }
            Ask::Lift { direction } => {
                let position = question::position(line_of_json)?;
                let dead = question::direction(&direction)?;
                playground::lifted(&position, dead, stop).map(|answer| line(&answer))
            }
            Ask::Write { form } => {
                let position = question::position(line_of_json)?;
                exchange::write(&position, form, &self.limits.judge).map(|answer| line(&answer))
            }
        }
    }
}

/// The answer to `program`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ProgramSays {
    /// The letters of the moves it allows.
    Allowed(String),
    /// Why there is no answer, in words.
    NoAnswer(String),
}

/// The answer to `text`.
#[derive(Serialize)]
struct TextOfRule<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct ErrorAnswer<E> {
    error: E,
}

#[derive(Serialize)]
struct Internal {
    kind: &'static str,
    message: String,
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data is serialisable")
}
