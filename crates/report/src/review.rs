//! Candidates as text for the person who decides on them, and as JSON.

use deadmove_core::files::Shown;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::rule::{Sketch, draw};
use crate::wrap::{fill, hanging};
use deadmove_rules::RuleFile;
use deadmove_rules::load::LoadedFile;
use deadmove_rules::words;

/// The number of decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Accepted candidates.
    pub accepted: usize,
    /// Rejected ones.
    pub rejected: usize,
    /// Those without a decision.
    pub left: usize,
}

/// One candidate of several: picture, statement, evidence and origin.
pub fn candidate(file: &LoadedFile, number: usize, of: usize, styled: bool) -> String {
    let mut text = format!("{number} of {of}: ");
    let (head, rule) = match &file.rule_file {
        RuleFile::Rule(rule) => (&rule.head, Some(rule)),
        RuleFile::Family(family) => (&family.head, None),
    };
    let _ = writeln!(text, "{} ({})\n", head.name, file.path.shown());
    match rule {
        Some(rule) => {
            text.push_str(&draw(&Sketch::of_rule(rule), styled));
            let statement = words::statement(rule).sentences();
            let _ = writeln!(text, "\n{}", fill(&statement, "", ""));
        }
        None => text.push_str("a family of rules\n"),
    }
    for remark in &head.remarks {
        let _ = writeln!(text, "{}", hanging("- ", remark));
    }
    for source in &head.sources {
        let _ = writeln!(text, "{}", hanging("- from: ", source));
    }
    text
}

/// The decisions, in a line.
pub fn summary(tally: &Decisions) -> String {
    let Decisions { accepted, rejected, left } = tally;
    format!("{accepted} accepted, {rejected} rejected, {left} left")
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct ReviewDocument {
    schema: u8,
    candidates: Vec<CandidateObject>,
}

#[derive(JsonSchema, Serialize)]
struct CandidateObject {
    name: String,
    file: String,
    rule: String,
    statement: Option<String>,
    evidence: Vec<String>,
    sources: Vec<String>,
}

/// All candidates as a JSON object.
pub fn json(files: &[LoadedFile]) -> String {
    let candidates = files.iter().map(|file| {
        let (head, statement) = match &file.rule_file {
            RuleFile::Rule(rule) => (&rule.head, Some(words::statement(rule).sentences())),
            RuleFile::Family(family) => (&family.head, None),
        };
        CandidateObject {
            name: head.name.clone(),
            file: file.path.shown(),
            rule: file.rule_file.write(),
            statement,
            evidence: head.remarks.clone(),
            sources: head.sources.clone(),
        }
    });
    let document = ReviewDocument { schema: 1, candidates: candidates.collect() };
    serde_json::to_string(&document).expect("strings are valid JSON")
}
