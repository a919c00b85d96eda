//! Mining above 9×9, by random lines: rounds and rules, as text and as JSON.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::table::Table;
use crate::minimise::source;
use crate::numbers::thousands;
use deadmove_prove::EVERY_BOARD;
use deadmove_rules::RuleFile;
use deadmove_rules::model::Rule;
use deadmove_search::mine::beyond::{MinedRule, Plan, Round};

/// The last finished round, in a line.
pub fn progress(number: usize, round: &Round, rules: usize) -> String {
    let Round { completed, failed, missed, .. } = round;
    format!(
        "round {number}: {completed} lines completed, {failed} failed, {missed} dead moves missed; \
         {rules} rules found"
    )
}

/// The rules with names and evidence.
pub fn named(found: &[MinedRule], plan: &Plan) -> Vec<Rule> {
    let size = plan.size;
    let named = |(at, MinedRule { seed, lifted }): (usize, &MinedRule)| {
        let mut rule = lifted.rule.clone();
        rule.head.name = format!("mined {size}x{size} {:02}", at + 1);
        rule.head.family = Some(format!("mined-{size}"));
        rule.head.sources.push(format!("{} --reach {}", source(seed), plan.lift.reach));
        rule.head.remarks.push(format!("Proved for {EVERY_BOARD}."));
        rule
    };
    found.iter().enumerate().map(named).collect()
}

/// The search as text. All its rules are proved.
pub fn text(rounds: &[Round], found: &[MinedRule], plan: &Plan, styled: bool) -> String {
    let columns = ["round", "completed", "failed", "missed", "new rules", "unexplained"];
    let mut table = Table::of_words(columns);
    for (at, round) in rounds.iter().enumerate() {
        table.row([
            (at + 1).to_string(),
            thousands(round.completed),
            thousands(round.failed),
            thousands(round.missed as u64),
            round.added.to_string(),
            thousands(round.unexplained as u64),
        ]);
    }
    let mut text = table.print(styled);
    if !found.is_empty() {
        let _ = write!(text, "\nRules, each proved for {EVERY_BOARD}:\n");
    }
    let mut table = Table::of_words(["rule", "conditions", "reach"]);
    for (mined, rule) in found.iter().zip(named(found, plan)) {
        table.row([
            rule.head.name.clone(),
            mined.lifted.conditions().to_string(),
            mined.lifted.reach().to_string(),
        ]);
    }
    text.push('\n');
    text.push_str(&table.print(styled));
    text
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct Document {
    schema: u8,
    size: usize,
    seed: u64,
    finished: bool,
    rounds: Vec<RoundObject>,
    rules: Vec<RuleObject>,
}

#[derive(JsonSchema, Serialize)]
struct RoundObject {
    completed: u64,
    failed: u64,
    missed: usize,
    added: usize,
    unexplained: usize,
}

#[derive(JsonSchema, Serialize)]
struct RuleObject {
    name: String,
    rule: String,
    conditions: usize,
    reach: u16,
    proved: bool,
}

/// The search as a JSON object.
pub fn json(plan: &Plan, rounds: &[Round], found: &[MinedRule], finished: bool) -> String {
    let rounds = rounds.iter().map(|round| RoundObject {
        completed: round.completed,
        failed: round.failed,
        missed: round.missed,
        added: round.added,
        unexplained: round.unexplained,
    });
    let rules = found.iter().zip(named(found, plan)).map(|(mined, rule)| RuleObject {
        name: rule.head.name.clone(),
        rule: RuleFile::Rule(rule).write(),
        conditions: mined.lifted.conditions(),
        reach: mined.lifted.reach(),
        proved: true,
    });
    let document = Document {
        schema: 1,
        size: plan.size,
        seed: plan.seed,
        finished,
        rounds: rounds.collect(),
        rules: rules.collect(),
    };
    serde_json::to_string(&document).expect("strings and numbers are valid JSON")
}
