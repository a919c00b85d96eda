//! Minimised dead moves: candidates with pictures, statements and evidence, as text, as rule files
//! and as JSON.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compare::some;
use super::rule::{Sketch, draw};
use crate::json::{BoardObject, SCHEMA};
use crate::numbers::count;
use crate::wrap::hanging;
use deadmove_core::board::{Letters, Move, letters};
use deadmove_core::sealed;
use deadmove_prove::EVERY_BOARD;
use deadmove_rules::RuleFile;
use deadmove_rules::model::{Head, Rule};
use deadmove_rules::words;
use deadmove_search::mine::like::Like;
use deadmove_search::mine::minimise::{Explained, Holds, Seed, Suggestion};
use deadmove_search::mine::seeds::NamedSeed;

/// A dead move with its candidates.
#[derive(Clone, Debug)]
pub struct ExplainedMove<'f> {
    /// The live position and its dead move, with their names.
    pub found: &'f NamedSeed,
    /// The candidates.
    pub explained: &'f Explained,
    /// Names of the given rules that forbid the move.
    pub known: Vec<String>,
    /// For each candidate the file it was written to.
    pub files: Vec<Option<String>>,
    /// For each candidate the given rules it is like.
    pub like: &'f [Like],
}

/// The given rules that a candidate is like, in sentences.
fn likeness(like: &Like) -> Vec<String> {
    let Like { size, same, covers } = like;
    let mut lines = Vec::new();
    if !same.is_empty() {
        lines.push(format!("Forbids the same moves of {size}x{size} as: {}.", some(same)));
    }
    if !covers.is_empty() {
        lines.push(format!(
            "Forbids all moves of {size}x{size} that these forbid, and more: {}.",
            some(covers)
        ));
    }
    lines
}

/// The command that explains a dead move.
pub fn source(seed: &Seed) -> String {
    let board = seed.position.board();
    format!(
        "deadmove minimise --board {}x{} --path {}{}",
        board.width(),
        board.height(),
        letters(seed.position.path()),
        seed.fatal.letter(),
    )
}

/// A candidate as a rule file.
pub fn rule(name: &str, seed: &Seed, suggestion: &Suggestion, like: Option<&Like>) -> Rule {
    let mut head = Head::new(name);
    head.family = Some("found".to_owned());
    head.sources.push(source(seed));
    head.remarks.extend(evidence(suggestion));
    head.remarks.extend(like.map(likeness).unwrap_or_default());
    Rule { head, ..suggestion.lifted.rule.clone() }
}

/// The evidence for a candidate, in sentences.
pub(crate) fn evidence(suggestion: &Suggestion) -> Vec<String> {
    let mut lines = vec![format!("Proved for {EVERY_BOARD}.")];
    for &(size, holds) in &suggestion.sizes {
        lines.push(match holds {
            Holds::Yes(Some(dead)) => {
                let dead = count(dead as usize, "dead move", "dead moves");
                format!("Right on every position of {size}x{size}: forbids {dead}.")
            }
            Holds::Yes(None) => format!("Right on every position of {size}x{size}."),
            Holds::Vacuous => format!("Forbids no move of any live position of {size}x{size}."),
            Holds::Unknown => format!("Not decided on {size}x{size}."),
        });
    }
    lines
}

/// The findings as text.
pub fn text(findings: &[ExplainedMove<'_>], styled: bool) -> String {
    let mut text = String::new();
    for finding in findings {
        let board = finding.found.seed.position.board();
        let steps = finding.found.seed.position.path().len();
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(
            text,
            "{}{}×{}, live after {}, then {} is dead",
            if finding.found.name.is_empty() {
                String::new()
            } else {
                format!("{}: ", finding.found.name)
            },
            board.width(),
            board.height(),
            count(steps, "step", "steps"),
            finding.found.seed.fatal.letter()
        );
        if !finding.known.is_empty() {
            let known = finding.known.join("; ");
            let _ = writeln!(text, "{}", hanging("  forbidden already by ", &known));
        }
        if finding.explained.suggestions.is_empty() && finding.known.is_empty() {
            let _ = writeln!(text, "  no candidate was found");
        }
        for (at, suggestion) in finding.explained.suggestions.iter().enumerate() {
            let file = finding.files.get(at).cloned().flatten();
            let _ = writeln!(
                text,
                "\n  {}. {}{}",
                at + 1,
                count(suggestion.lifted.conditions(), "condition", "conditions"),
                file.map_or_else(String::new, |file| format!(", {file}")),
            );
            for line in draw(&Sketch::of_rule(&suggestion.lifted.rule), styled).lines() {
                let _ = writeln!(text, "{}", format!("     {line}").trim_end());
            }
            let statement = words::statement(&suggestion.lifted.rule).sentences();
            let _ = writeln!(text, "{}", hanging("     ", &statement));
            let like = finding.like.get(at).map(likeness).unwrap_or_default();
            for line in evidence(suggestion).into_iter().chain(like) {
                let _ = writeln!(text, "{}", hanging("     - ", &line));
            }
        }
    }
    text
}

/// A report of `minimise`: scripts rely on these keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MinimiseReport {
    schema: u8,
    /// The dead moves; those of a position are one after the other.
    pub moves: Vec<MinimisedMove>,
}

/// A dead move with its candidates.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct MinimisedMove {
    name: String,
    /// The name of its position.
    pub position: String,
    /// The board.
    #[serde(flatten)]
    pub board: BoardObject,
    /// The line to the live position.
    pub path: Letters,
    /// The dead move. What is read may have another number of letters.
    #[serde(rename = "move")]
    #[schemars(with = "Move")]
    pub fatal: Letters,
    /// What the position has after `path`, a dead move first; empty for a live one.
    pub rest: Letters,
    /// What the program that drew the path allowed after it; null if that is not recorded.
    pub allowed: Option<Vec<Move>>,
    #[serde(skip_deserializing)]
    forbidden_by: Vec<String>,
    /// The rules found for it, best first.
    pub candidates: Vec<CandidateReport>,
}

/// A rule that forbids a dead move.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct CandidateReport {
    #[serde(skip_deserializing)]
    file: Option<String>,
    /// The text of the rule.
    pub rule: String,
    #[serde(skip_deserializing)]
    statement: String,
    /// The number of its conditions.
    pub conditions: usize,
    #[serde(skip_deserializing)]
    reach: u16,
    /// Whether it is proved for every board.
    pub proved: bool,
    #[serde(skip_deserializing)]
    sizes: Vec<SizeObject>,
    #[serde(skip_deserializing)]
    like: Option<Like>,
}

#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
struct SizeObject {
    size: usize,
    #[schemars(extend("enum" = ["sound", "vacuous", "unknown"]))]
    verdict: &'static str,
    forbids_dead: Option<u64>,
}

/// The findings as a JSON object.
pub fn json(findings: &[ExplainedMove<'_>]) -> String {
    let moves = findings.iter().map(|finding| {
        let candidates = finding.explained.suggestions.iter().enumerate();
        MinimisedMove {
            name: finding.found.name.clone(),
            position: finding.found.position.clone(),
            board: BoardObject::of(finding.found.seed.position.board()),
            path: Letters(finding.found.seed.position.path().to_vec()),
            fatal: Letters(vec![finding.found.seed.fatal]),
            rest: Letters(finding.found.rest.clone()),
            allowed: finding.found.allowed.clone(),
            forbidden_by: finding.known.clone(),
            candidates: candidates
                .map(|(at, suggestion)| CandidateReport {
                    file: finding.files.get(at).cloned().flatten(),
                    rule: RuleFile::Rule(rule(
                        "candidate",
                        &finding.found.seed,
                        suggestion,
                        finding.like.get(at),
                    ))
                    .write(),
                    statement: words::statement(&suggestion.lifted.rule).sentences(),
                    conditions: suggestion.lifted.conditions(),
                    reach: suggestion.lifted.reach(),
                    proved: true,
                    sizes: suggestion.sizes.iter().map(size).collect(),
                    like: finding.like.get(at).cloned(),
                })
                .collect(),
        }
    });
    let document = MinimiseReport { schema: SCHEMA, moves: moves.collect() };
    sealed::line(&document)
}

fn size(&(size, holds): &(usize, Holds)) -> SizeObject {
    let (verdict, forbids_dead) = match holds {
        Holds::Yes(dead) => ("sound", dead),
        Holds::Vacuous => ("vacuous", None),
        Holds::Unknown => ("unknown", None),
    };
    SizeObject { size, verdict, forbids_dead }
}
