//! The table of figures at the head of the summary.

use std::fmt::Write as _;

use super::ledger::Ledger;
use super::summary::board;
use deadmove_report::numbers::thousands;
use deadmove_verify::check::{Check, RuleVerdict, SetVerdict};

/// The table of figures per board.
pub fn figures(ledger: &Ledger, checks: &[Check]) -> String {
    let mut text = String::new();
    let columns: String = ledger.sizes.iter().map(|&size| format!(" {} |", board(size))).collect();
    let _ = writeln!(text, "| |{columns}\n| --- |{}", " ---: |".repeat(ledger.sizes.len()));
    let mut line = |name: &str, cell: &dyn Fn(usize) -> String| {
        let cells = ledger.sizes.iter().map(|&size| format!(" {} |", cell(size)));
        let _ = writeln!(text, "| {name} |{}", cells.collect::<String>());
    };
    line("engine", &|size| {
        let mut engines: Vec<&str> = Vec::new();
        for check in checks.iter().filter(|check| check.size == size) {
            if !engines.contains(&check.engine.word()) {
                engines.push(check.engine.word());
            }
        }
        engines.join(", ")
    });
    let number = |size, verdict| {
        let with = ledger.claims().filter(|(_, claim)| claim.verdict(size) == Some(verdict));
        with.count().to_string()
    };
    line("sound", &|size| number(size, RuleVerdict::Sound));
    line("wrong", &|size| number(size, RuleVerdict::Unsound));
    line("vacuous", &|size| number(size, RuleVerdict::Vacuous));
    line("open", &|size| number(size, RuleVerdict::Unknown));
    let set = |size| {
        let whole = checks.iter().filter(move |check| check.size == size && check.complete());
        let sets = whole.map(|check| &check.set);
        sets.filter(|set| set.allowed.is_some()).min_by_key(|set| set.allowed)
    };
    let figure = |number: Option<u64>| number.map_or_else(|| "not counted".to_owned(), thousands);
    line("dead moves of live positions", &|size| figure(set(size).and_then(|set| set.dead_moves)));
    let wrong = ledger.claims().any(|(_, claim)| claim.is_wrong());
    let all = if wrong { "all rules together, wrong ones included" } else { "all rules together" };
    line(&format!("of these allowed by {all}"), &|size| match set(size) {
        Some(set) if set.verdict == SetVerdict::Complete => "0 (complete)".to_owned(),
        set => figure(set.and_then(|set| set.allowed)),
    });
    if checks.iter().any(|check| !check.complete()) {
        line("run", &|size| {
            let open = ledger.claims().any(|(_, c)| c.verdict(size) == Some(RuleVerdict::Unknown));
            if open { "in part" } else { "whole" }.to_owned()
        });
    }
    text
}
