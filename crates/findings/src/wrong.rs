//! Every wrong rule: what it claims, where it fails, and a drawing of a move that it forbids though
//! it can be completed.

use deadmove_report::command::words;
use deadmove_report::numbers::thousands;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ledger::{ClaimRecord, FileEntry, Ledger};
use super::markdown::{escape, paragraph};
use super::summary::{and, board};
use deadmove_core::board::Board;
use deadmove_core::verdict::Verdict;
use deadmove_engine::judge::Fault;
use deadmove_report::check::{command, draw};
use deadmove_report::rule::{Sketch, draw_small};
use deadmove_rules::load::{LoadedFile, LoadedRule};
use deadmove_rules::model::Rule;
use deadmove_rules::words;
use deadmove_verify::check::{Checked, Example, RuleVerdict};
use deadmove_verify::confirm::confirm;

/// The wrong rules by name, numbered from 1 as their sections are.
pub fn numbers(ledger: &Ledger) -> BTreeMap<&str, usize> {
    let wrong = ledger.claims().filter(|(_, claim)| claim.is_wrong());
    wrong.enumerate().map(|(at, (_, claim))| (claim.name.as_str(), at + 1)).collect()
}

/// A section for every wrong rule. It states what the rule says if its file is among `rules`.
pub fn sections(ledger: &Ledger, rules: &[LoadedFile]) -> Result<String, Fault> {
    let mut text = String::new();
    let wrong: Vec<_> = ledger.claims().filter(|(_, claim)| claim.is_wrong()).collect();
    if wrong.is_empty() {
        text.push_str("None.\n");
    }
    for (at, (file, claim)) in wrong.into_iter().enumerate() {
        let _ = write!(
            text,
            "{}<a id=\"wrong-{}\"></a>\n### {}\n\n`{}`\n",
            if at == 0 { "" } else { "\n" },
            at + 1,
            escape(&claim.name),
            file.file.replace('`', "'")
        );
        if let Some(found) = claim.counterexample() {
            if let Some(rule) = rule(rules, file, claim, found.size) {
                let picture = draw_small(&[Sketch::of("", &rule.pattern, &rule.forbids)], false);
                let sentences = paragraph(&escape(&words::statement(&rule).sentences()));
                let _ = write!(text, "\n```text\n{}\n```\n\n{sentences}", block(&picture));
            }
            let _ = writeln!(text, "\n{}", paragraph(&verdict(claim)));
            drawing(&mut text, file, found)?;
        }
    }
    Ok(text)
}

/// The rule of a claim, on the board of that size.
fn rule(rules: &[LoadedFile], file: &FileEntry, claim: &ClaimRecord, size: usize) -> Option<Rule> {
    let loaded = rules.iter().find(|loaded| loaded.path.as_os_str() == file.file.as_str())?;
    let board = Board::corner_to_corner(size, size).ok()?;
    let all = loaded.rule_file.rules(&board).ok()?;
    all.into_iter()
        .map(|rule| LoadedRule { file: loaded.path.clone(), rule })
        .find(|of_file| Checked::of(of_file).digest == claim.digest)
        .map(|of_file| of_file.rule)
}

/// On which boards it is right and wrong, and how many moves it forbids.
fn verdict(claim: &ClaimRecord) -> String {
    let boards = |verdict| {
        let names: Vec<String> = claim.sizes(verdict).into_iter().map(board).collect();
        (!names.is_empty()).then(|| and(&names))
    };
    let mut text = format!("Wrong on {}", boards(RuleVerdict::Unsound).unwrap_or_default());
    if let Some(sound) = boards(RuleVerdict::Sound) {
        let _ = write!(text, ", sound on {sound}");
    }
    if let Some(vacuous) = boards(RuleVerdict::Vacuous) {
        let _ = write!(text, ", vacuous on {vacuous}");
    }
    text.push('.');
    for (&size, known) in &claim.by_size {
        if let (RuleVerdict::Unsound, Some(dead), Some(live)) =
            (known.verdict, known.dead, known.live)
        {
            let _ = write!(
                text,
                " On {} it forbids {}, {} live.",
                board(size),
                match dead + live {
                    1 => "1 move".to_owned(),
                    moves => format!("{} moves", thousands(moves)),
                },
                if dead == 0 {
                    "all of them".to_owned()
                } else {
                    format!("{} of them", thousands(live))
                }
            );
        }
    }
    text
}

fn drawing(text: &mut String, file: &FileEntry, example: &Example) -> Result<(), Fault> {
    let confirmed = confirm(example, Verdict::Live)?;
    let _ = writeln!(
        text,
        "It forbids {}, which can be completed:\n\n```text\n{}\n```\n\n```sh\n{}\n```",
        example.direction,
        block(&draw(&confirmed, false)),
        command(&confirmed, &words(&[&file.file])),
    );
    Ok(())
}

/// Lines for a code block, without trailing blanks and without empty lines around them.
pub fn block(text: &str) -> String {
    let text = text.replace('`', "'");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
