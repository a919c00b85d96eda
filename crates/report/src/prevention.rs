//! Rules that would have prevented the dead moves which a program allowed: as text, as rule files
//! and as JSON.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::check::missed::MissedExample;
use super::minimise::source;
use super::numbers::{count, percent, thousands};
use super::rule::{Sketch, draw};
use super::wrap::{fill, hanging};
use deadmove_core::board::Letters;
use deadmove_program::question::question;
use deadmove_prove::EVERY_BOARD;
use deadmove_rules::RuleFile;
use deadmove_rules::model::{Head, Rule};
use deadmove_rules::words;
use deadmove_search::mine::prevent::{PreventingRule, Prevention};
use deadmove_verify::answers::AnswerCounts;

/// What part of the dead moves the rules would have prevented, in a sentence without an end.
pub fn share(found: &Prevention, counts: &AnswerCounts) -> String {
    let allowed = count(found.allowed as usize, "dead move", "dead moves");
    match found.rules.len() {
        _ if found.allowed == 0 && counts.unanswered > 0 => {
            "it allows no dead move in the answers that it gave".to_owned()
        }
        _ if found.allowed == 0 && counts.early_ends > 0 => {
            "it allows no dead move but those that enter the end cell early".to_owned()
        }
        _ if found.allowed == 0 => "there is no dead move that a rule would prevent".to_owned(),
        0 => format!("no rule was found for the {allowed} that it allows"),
        rules => format!(
            "add {} and {} of the {allowed} that it allows {} gone",
            if rules == 1 { "this rule".to_owned() } else { format!("these {rules} rules") },
            match found.prevented() {
                all if all == found.allowed => "all".to_owned(),
                some => percent(some, found.allowed),
            },
            if found.allowed == 1 { "is" } else { "are" },
        ),
    }
}

/// The rules, each with its picture and one of the moves that it would have prevented.
pub fn text(found: &Prevention, counts: &AnswerCounts, styled: bool) -> String {
    let mut text = format!("\n{}\n", fill(&share(found, counts), "", ""));
    for (at, preventing) in found.rules.iter().enumerate() {
        let PreventingRule { seed, lifted, forbids, first } = preventing;
        let others = match forbids - first {
            0 => String::new(),
            others => format!(", {} more that rules above forbid", thousands(others)),
        };
        let prevents = format!(
            "{} ({}){others}",
            count(*first as usize, "move", "moves"),
            percent(*first, found.allowed)
        );
        let _ = writeln!(text, "\n{}\n", hanging(&format!("{}. ", at + 1), &prevents));
        let drawn = draw(&Sketch::of_rule(&lifted.rule), styled);
        // The legend below the picture is as wide as the terminal.
        let (picture, legend) = drawn.split_once("\n\n").unwrap_or((&drawn, ""));
        for line in picture.lines() {
            let _ = writeln!(text, "{}", format!("     {line}").trim_end());
        }
        let _ = writeln!(text, "\n{}", legend.trim_end());
        let statement = words::statement(&lifted.rule).sentences();
        let _ = writeln!(text, "{}", hanging("     ", &statement));
        let question = question(seed.position.board(), seed.position.path());
        let example = format!("for example {} after {question}", seed.fatal.letter());
        let _ = writeln!(text, "{}", hanging("     - ", &example));
    }
    text
}

/// The rules as one rule file.
pub fn rule_file(found: &Prevention) -> String {
    let rules = found.rules.iter().enumerate();
    let texts: Vec<String> = rules.map(|(at, rule)| rule_text(found, at, rule)).collect();
    texts.join("\n")
}

fn rule_text(found: &Prevention, at: usize, preventing: &PreventingRule) -> String {
    let PreventingRule { seed, lifted, forbids, .. } = preventing;
    let board = seed.position.board();
    let name = format!("prevents {}x{} {}", board.width(), board.height(), at + 1);
    let mut head = Head::new(name);
    head.family = Some("prevents".to_owned());
    head.sources.push(source(seed));
    head.remarks.push(format!("Proved for {EVERY_BOARD}."));
    let of = count(found.allowed as usize, "dead move", "dead moves");
    head.remarks.push(format!("Forbids {} of the {of} allowed.", thousands(*forbids)));
    RuleFile::Rule(Rule { head, ..lifted.rule.clone() }).write()
}

/// The key `missed` of a check of a program: these keys in this order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreventionObject {
    /// Dead moves that are allowed, early ends left out; on random lines each counts once.
    allowed: u64,
    /// Those that the rules forbid together.
    prevented: u64,
    /// The rules, that which forbids the most of them first.
    rules: Vec<PreventingObject>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PreventingObject {
    /// The text of the rule. It is proved for every board.
    rule: String,
    statement: String,
    conditions: usize,
    /// Allowed moves that it forbids.
    forbids: u64,
    /// Those that no rule before it forbids.
    first: u64,
    example: MissedExample,
}

impl PreventionObject {
    /// What was found, as an object.
    pub fn of(found: &Prevention) -> PreventionObject {
        let rules = found.rules.iter().enumerate().map(|(at, rule)| PreventingObject {
            rule: rule_text(found, at, rule),
            statement: words::statement(&rule.lifted.rule).sentences(),
            conditions: rule.lifted.conditions(),
            forbids: rule.forbids,
            first: rule.first,
            example: MissedExample {
                path: Letters(rule.seed.position.path().to_vec()),
                direction: rule.seed.fatal,
            },
        });
        PreventionObject {
            allowed: found.allowed,
            prevented: found.prevented(),
            rules: rules.collect(),
        }
    }
}
