//! Mined rule sets: tables, JSON, the heads of the rule files, and a page about the set.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::table::Table;
use crate::answers_json::ProgramObject;
use crate::minimise::source;
use crate::numbers::{count, thousands};
use deadmove_prove::EVERY_BOARD;
use deadmove_rules::model::Rule;
use deadmove_rules::text::write_rule;
use deadmove_search::mine::pass::MinePassResult;
use deadmove_search::mine::pool::MinedRule;
use deadmove_search::mine::search::{Miner, Trial};
use deadmove_search::mine::state::MiningParameters;

/// A program that forbids dead moves already.
#[derive(Clone, Debug)]
pub struct ProgramBeside {
    /// The program.
    pub program: ProgramObject,
    /// Live positions without an answer: no move is known to be forbidden there.
    pub unanswered: u64,
}

/// A mined set with what its report states. All its rules are proved.
#[derive(Clone, Debug)]
pub struct MinedSet<'m> {
    /// What was asked.
    pub question: &'m MiningParameters,
    /// The rules.
    pub found: Vec<MinedRule>,
    /// The check on every position of the board, if it has a list.
    pub seen: Option<&'m MinePassResult>,
    /// What was seen set by set.
    pub steps: &'m [Trial],
    /// The number of given rules, which come first in the counts of the check.
    pub given: usize,
    /// The program in place of given rules, if there is one.
    pub program: Option<&'m ProgramBeside>,
    /// Whether the search did all its rounds.
    pub finished: bool,
}

impl MinedSet<'_> {
    /// The rules as they are written into files, with remarks on what is known of them.
    pub fn rules(&self) -> Vec<Rule> {
        let MiningParameters { size, reach, .. } = *self.question;
        let named = |(at, MinedRule { seed, lifted }): (usize, &MinedRule)| {
            let mut rule = lifted.rule.clone();
            rule.head.name = format!("mined {size}x{size} {:02}", at + 1);
            rule.head.family = Some(format!("mined-{size}"));
            rule.head.sources.push(format!("{} --reach {reach}", source(seed)));
            rule.head.remarks.push(format!("Proved for {EVERY_BOARD}."));
            if let Some((forbids, alone)) = self.counts(at) {
                rule.head.remarks.push(format!(
                    "Forbids {} of {size}x{size}, {} of them as the only rule of its set{}.",
                    count(forbids as usize, "dead move", "dead moves"),
                    thousands(alone),
                    if self.program.is_some() { ", where the program allows them" } else { "" },
                ));
            }
            rule
        };
        self.found.iter().enumerate().map(named).collect()
    }

    /// Whether the set was checked on every position and forbids every dead move.
    pub fn is_complete(&self) -> bool {
        self.seen.is_some_and(|seen| seen.whole && seen.opens == 0)
    }

    /// Dead moves that rule `at` forbids, and those that only it forbids.
    fn counts(&self, at: usize) -> Option<(u64, u64)> {
        let seen = self.seen?;
        Some((seen.forbids[self.given + at], seen.alone[self.given + at]))
    }

    fn conditions(&self) -> usize {
        self.found.iter().map(|mined| mined.lifted.conditions()).sum()
    }

    fn reach(&self) -> u16 {
        self.found.iter().map(|mined| mined.lifted.reach()).max().unwrap_or(0)
    }

    /// The set in a sentence.
    pub fn summary(&self) -> String {
        let size = self.question.size;
        let verdict = match self.seen {
            None => String::new(),
            Some(_) if self.is_complete() && self.program.is_some() => {
                format!(": with the program they forbid every dead move of {size}×{size}")
            }
            Some(_) if self.is_complete() => format!(": complete and sound on {size}×{size}"),
            Some(seen) => {
                let [opens, dead] = [seen.opens, seen.dead].map(thousands);
                format!(": {opens} of {dead} dead moves of {size}×{size} are allowed")
            }
        };
        let beside = match self.given {
            0 if self.program.is_some() => " beside the program".to_owned(),
            0 => String::new(),
            given => format!(" beside {}", count(given, "given one", "given ones")),
        };
        let rules = count(self.found.len(), "rule", "rules");
        let conditions = count(self.conditions(), "condition", "conditions");
        let reach = self.reach();
        format!(
            "{rules}{beside} with {conditions} and a reach of {reach}, each proved for every \
             board{verdict}"
        )
    }
}

/// The progress of a search, in a line.
pub fn progress(miner: &Miner<'_>) -> String {
    let [moves, rules] = [miner.pool.moves().len(), miner.pool.rules().len()];
    let tried = miner.steps.last().map_or_else(String::new, |step| {
        let failed = match miner.best {
            None => format!("{} lines failed, ", thousands(step.failed)),
            Some(_) => String::new(),
        };
        let (set, missed) = (count(step.rules, "rule", "rules"), thousands(step.missed));
        format!("; {set} tried, {failed}{missed} dead moves missed")
    });
    // A terminal cuts the end: what grows comes first.
    format!(
        "{} known, {} lifted, round {}, next {}{tried}",
        count(moves, "dead move", "dead moves"),
        count(rules, "rule", "rules"),
        miner.rounds + 1,
        count(miner.chosen.len(), "rule", "rules"),
    )
}

/// The set as text.
pub fn text(set: &MinedSet<'_>, styled: bool) -> String {
    let mut text = String::new();
    if let Some(beside) = set.program {
        let ProgramObject { command, digest, .. } = &beside.program;
        let _ = writeln!(text, "beside `{command}` (digest {})", &digest[..digest.len().min(12)]);
        if let Some(first) = set.steps.first() {
            let allowed = count(first.missed as usize, "dead move", "dead moves");
            let _ = writeln!(text, "  it allows {allowed}");
        }
        if beside.unanswered > 0 {
            let positions = count(beside.unanswered as usize, "position", "positions");
            let _ = writeln!(text, "  no answer in {positions}: nothing is forbidden there");
        }
        text.push('\n');
    }
    if set.seen.is_none() {
        text.push_str(&steps(set, styled));
        text.push('\n');
    }
    let mut table = match set.seen {
        Some(_) => Table::of_words(["rule", "conditions", "reach", "dead moves", "alone"]),
        None => Table::of_words(["rule", "conditions", "reach"]),
    };
    for (at, rule) in set.rules().iter().enumerate() {
        let lifted = &set.found[at].lifted;
        let mut row = vec![
            rule.head.name.clone(),
            lifted.conditions().to_string(),
            lifted.reach().to_string(),
        ];
        if let Some((forbids, alone)) = set.counts(at) {
            row.extend([thousands(forbids), thousands(alone)]);
        }
        table.row(row);
    }
    text.push_str(&table.print(styled));
    text
}

/// What was seen on lines, round by round.
fn steps(set: &MinedSet<'_>, styled: bool) -> String {
    let columns = ["round", "rules", "lines", "failed", "dead moves missed", "unexplained"];
    let mut table = Table::of_words(columns);
    for (at, step) in set.steps.iter().enumerate() {
        table.row([
            (at + 1).to_string(),
            step.rules.to_string(),
            thousands(set.question.walks.unwrap_or(0)),
            thousands(step.failed),
            thousands(step.missed),
            thousands(step.unexplained as u64),
        ]);
    }
    table.print(styled)
}

/// The page about a set, in Markdown: how it was found, and a row for each rule.
pub fn page(set: &MinedSet<'_>, command: &str) -> String {
    let size = set.question.size;
    let mut page = format!("# Rules mined on {size}×{size}\n\n");
    let _ = writeln!(page, "Found by `{command}`.\n\n{}.\n", set.summary());
    page.push_str(
        "| rule | conditions | reach | dead moves | alone |\n|---|---:|---:|---:|---:|\n",
    );
    for (at, rule) in set.rules().iter().enumerate() {
        let lifted = &set.found[at].lifted;
        let counts = set.counts(at).map(|(forbids, alone)| [forbids, alone].map(thousands));
        let [forbids, alone] = counts.unwrap_or_default();
        let (conditions, reach) = (lifted.conditions(), lifted.reach());
        let name = &rule.head.name;
        let _ = writeln!(page, "| {name} | {conditions} | {reach} | {forbids} | {alone} |");
    }
    page.push_str("\n`deadmove rules show FOLDER` shows their pictures and says them in words.\n");
    page
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct MineDocument<'m> {
    schema: u8,
    question: &'m MiningParameters,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'m ProgramObject>,
    /// With a program: live positions without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    unanswered: Option<u64>,
    finished: bool,
    complete: bool,
    dead_moves: Option<u64>,
    allowed: Option<u64>,
    steps: &'m [Trial],
    rules: Vec<MinedRuleObject>,
}

#[derive(JsonSchema, Serialize)]
struct MinedRuleObject {
    name: String,
    rule: String,
    conditions: usize,
    reach: u16,
    proved: bool,
    forbids: Option<u64>,
    alone: Option<u64>,
}

/// The set as a JSON object.
pub fn json(set: &MinedSet<'_>) -> String {
    let rules = set.rules().into_iter().enumerate().map(|(at, rule)| {
        let lifted = &set.found[at].lifted;
        let counts = set.counts(at);
        MinedRuleObject {
            name: rule.head.name.clone(),
            conditions: lifted.conditions(),
            reach: lifted.reach(),
            proved: true,
            forbids: counts.map(|(forbids, _)| forbids),
            alone: counts.map(|(_, alone)| alone),
            rule: write_rule(&rule),
        }
    });
    let document = MineDocument {
        schema: 1,
        question: set.question,
        program: set.program.map(|beside| &beside.program),
        unanswered: set.program.map(|beside| beside.unanswered),
        finished: set.finished,
        complete: set.is_complete(),
        dead_moves: set.seen.map(|seen| seen.dead),
        allowed: set.seen.map(|seen| seen.opens),
        steps: set.steps,
        rules: rules.collect(),
    };
    serde_json::to_string(&document).expect("strings and numbers are valid JSON")
}
