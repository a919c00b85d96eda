//! Mining above 9×9, by walks: rounds and rules, as text and as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::table::Table;
use deadmove_rules::RuleFile;
use deadmove_rules::model::Rule;
use deadmove_search::mine::beyond::{MinedRule, Plan, Round};

/// The last finished round, in a line.
pub fn progress(number: usize, round: &Round, rules: usize) -> String {
    let Round { completed, failed, unexplained, .. } = round;
    format!(
        "round {number}: {completed} walks completed, {failed} failed, {unexplained} unexplained; \
         {rules} rules found"
    )
}

/// The search as text. `names` are the rules as they are written into files.
pub fn text(rounds: &[Round], found: &[MinedRule], names: &[Rule], styled: bool) -> String {
    let mut table = Table::of_words(["round", "completed", "failed", "new rules", "unexplained"]);
    for (at, round) in rounds.iter().enumerate() {
        table.row([
            (at + 1).to_string(),
            round.completed.to_string(),
            round.failed.to_string(),
            round.added.to_string(),
            round.unexplained.to_string(),
        ]);
    }
    let mut text = table.print(styled);
    let mut table = Table::of_words(["rule", "conditions", "all sizes"]);
    for (found, rule) in found.iter().zip(names) {
        table.row([
            rule.head.name.clone(),
            found.suggestion.conditions.len().to_string(),
            if found.suggestion.proved.is_some() { "proved" } else { "open" }.to_owned(),
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
    proved: bool,
    finished: bool,
    rounds: Vec<RoundObject>,
    rules: Vec<RuleObject>,
}

#[derive(JsonSchema, Serialize)]
struct RoundObject {
    completed: u64,
    failed: u64,
    added: usize,
    unexplained: usize,
}

#[derive(JsonSchema, Serialize)]
struct RuleObject {
    name: String,
    rule: String,
    conditions: usize,
    proved: bool,
}

/// The search as a JSON object.
pub fn json(
    plan: &Plan,
    rounds: &[Round],
    found: &[MinedRule],
    names: &[Rule],
    finished: bool,
) -> String {
    let rounds = rounds.iter().map(|round| RoundObject {
        completed: round.completed,
        failed: round.failed,
        added: round.added,
        unexplained: round.unexplained,
    });
    let rules = found.iter().zip(names).map(|(found, rule)| RuleObject {
        name: rule.head.name.clone(),
        rule: RuleFile::Rule(rule.clone()).write(),
        conditions: found.suggestion.conditions.len(),
        proved: found.suggestion.proved.is_some(),
    });
    let document = Document {
        schema: 1,
        size: plan.size,
        seed: plan.seed,
        proved: plan.proved,
        finished,
        rounds: rounds.collect(),
        rules: rules.collect(),
    };
    serde_json::to_string(&document).expect("strings and numbers are valid JSON")
}
