//! Checks of rules as a table, as drawings of what refutes them, as JSON, and as case files.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use super::legend::count;
use super::picture::Picture;
use super::terminal;
use crate::board::{Board, Move, letters};
use crate::formats::{Case, Expectation, write_case};
use crate::judge::{Answer, Engine, Fault, decide_move};
use crate::position::Position;
use crate::report::json::SCHEMA;
use crate::verdict::{Limits, Outcome, Verdict};
use crate::verify::check::{Check, Claim, Example, RuleResult, RuleVerdict, SetVerdict};

/// An example with what the engine says about its move.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub direction: Move,
    /// Live with a completion, or dead with a reason.
    pub answer: Answer,
}

/// Replays an example on its board and asks the engine about its move: a second opinion on what the
/// check found.
pub fn show(example: &Example, expected: Verdict) -> Result<Shown, Fault> {
    let board = Board::corner_to_corner(example.size, example.size).expect("a checked size");
    let position =
        Position::from_path(Arc::new(board), &example.path).expect("examples can be drawn");
    let answer = decide_move(&position, example.direction, Engine::Sat, &Limits::default())?;
    if answer.verdict() != expected {
        return Err(Fault::Contradiction(letters(&example.path)));
    }
    Ok(Shown { position, direction: example.direction, answer })
}

impl Shown {
    /// The case file of the example.
    pub fn case(&self, comment: String) -> String {
        let verdict = self.answer.verdict();
        let expect = Expectation {
            moves: vec![(self.direction, verdict)],
            ..Expectation::of(Verdict::Live)
        };
        write_case(&Case { comment, position: self.position.clone(), expect: Some(expect) })
    }

    fn draw(&self, styled: bool) -> String {
        let verdicts = [(self.direction, self.answer.verdict())];
        let picture = Picture {
            witness: self.answer.witness().map(Vec::as_slice),
            move_verdicts: &verdicts,
            ..Picture::of(&self.position)
        };
        let mut text = terminal::draw(&picture, styled);
        if let Outcome::Dead(reason) = &self.answer {
            let after = self.position.after(self.direction);
            let _ = writeln!(text, "{}", super::describe_reason(reason, after.live_end()));
        }
        text
    }

    /// The command that shows the example again, with a rule file or folder.
    fn command(&self, rules: &str) -> String {
        let board = self.position.board();
        let (width, height) = (board.width(), board.height());
        let path = letters(self.position.path());
        format!("deadmove explain --board {width}x{height} --path '{path}' --rules {rules}")
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The table of a check and the verdict on the set.
pub fn table(check: &Check, claims: &[Claim]) -> String {
    let mut text = format!("{0}×{0}, every live position\n\n", check.size);
    let _ = writeln!(
        text,
        "{:8} {:>10} {:>13} {:>13} {:>13}  rule",
        "verdict", "placements", "positions", "dead moves", "live moves"
    );
    let mut vacuous = Vec::new();
    for (result, claim) in check.rules.iter().zip(claims) {
        let name = &claim.rule.head.name;
        let verdict = match result.verdict {
            RuleVerdict::Sound => "sound",
            RuleVerdict::Unsound => "UNSOUND",
            RuleVerdict::Unknown => "unknown",
            RuleVerdict::Vacuous => {
                vacuous.push(name.as_str());
                continue;
            }
        };
        let RuleResult { placements, matches, forbids_dead, forbids_live, .. } = result;
        let [matches, dead, live] = [*matches, *forbids_dead, *forbids_live].map(thousands);
        let _ = writeln!(
            text,
            "{verdict:8} {placements:>10} {matches:>13} {dead:>13} {live:>13}  {name}"
        );
    }
    if !vacuous.is_empty() {
        let _ = writeln!(
            text,
            "\nvacuous, no move of a live position forbidden: {}\n  {}",
            count(vacuous.len(), "rule", "rules"),
            vacuous.join("; ")
        );
    }
    let set = &check.set;
    let share = 100.0 * set.forbidden as f64 / set.dead_moves.max(1) as f64;
    let _ = writeln!(
        text,
        "\nset: {}, {} of {} dead moves forbidden ({share:.2} %), {} allowed",
        match set.verdict {
            SetVerdict::Complete => "complete",
            SetVerdict::Incomplete => "incomplete",
            SetVerdict::Unknown => "unknown",
        },
        thousands(set.forbidden),
        thousands(set.dead_moves),
        thousands(set.allowed),
    );
    text
}

/// A live move that a rule forbids, drawn with the completion through it.
pub fn counterexample(shown: &Shown, claim: &Claim, styled: bool) -> String {
    format!(
        "\n{} forbids {}, which is live:\n\n{}\n  {}\n",
        claim.rule.head.name,
        shown.direction,
        shown.draw(styled),
        shown.command(&claim.file.display().to_string()),
    )
}

/// A dead move that no rule forbids, drawn with the reason.
pub fn missed(shown: &Shown, rules: &str, styled: bool) -> String {
    format!(
        "\nno rule forbids {}, which is dead:\n\n{}\n  {}\n",
        shown.direction,
        shown.draw(styled),
        shown.command(rules),
    )
}

#[derive(Serialize)]
struct CheckObject<'a> {
    schema: u8,
    size: usize,
    engine: &'static str,
    complete: bool,
    rules: Vec<RuleObject<'a>>,
    set: SetObject,
}

#[derive(Serialize)]
struct RuleObject<'a> {
    name: &'a str,
    file: String,
    verdict: RuleVerdict,
    placements: usize,
    matches: u64,
    forbids_dead: u64,
    forbids_live: u64,
    counterexample: Option<CounterexampleObject>,
}

#[derive(Serialize)]
struct CounterexampleObject {
    size: usize,
    path: String,
    #[serde(rename = "move")]
    direction: Move,
    completion: Option<String>,
}

#[derive(Serialize)]
struct SetObject {
    verdict: SetVerdict,
    dead_moves: u64,
    forbidden: u64,
    allowed: u64,
    example: Option<ExampleObject>,
}

#[derive(Serialize)]
struct ExampleObject {
    path: String,
    #[serde(rename = "move")]
    direction: Move,
}

/// A check as a JSON object. `shown` are the counterexamples of the rules, in their order.
pub fn json(check: &Check, claims: &[Claim], shown: &[Option<Shown>]) -> String {
    let rules =
        check.rules.iter().zip(claims).zip(shown).map(|((result, claim), shown)| RuleObject {
            name: &claim.rule.head.name,
            file: claim.file.display().to_string(),
            verdict: result.verdict,
            placements: result.placements,
            matches: result.matches,
            forbids_dead: result.forbids_dead,
            forbids_live: result.forbids_live,
            counterexample: shown.as_ref().map(|shown| CounterexampleObject {
                size: usize::from(shown.position.board().width()),
                path: letters(shown.position.path()),
                direction: shown.direction,
                completion: shown.answer.witness().map(|witness| letters(witness)),
            }),
        });
    let set = &check.set;
    let object = CheckObject {
        schema: SCHEMA,
        size: check.size,
        engine: "list",
        complete: check.complete,
        rules: rules.collect(),
        set: SetObject {
            verdict: set.verdict,
            dead_moves: set.dead_moves,
            forbidden: set.forbidden,
            allowed: set.allowed,
            example: set.example.as_ref().map(|example| ExampleObject {
                path: letters(&example.path),
                direction: example.direction,
            }),
        },
    };
    serde_json::to_string(&object).expect("plain data is serialisable")
}
