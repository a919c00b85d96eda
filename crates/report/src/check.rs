//! Checks of rules as a table, with drawings and case files of their examples.
//!
//! Their JSON lives in [`super::check_json`].

use crate::numbers::{count, percent, thousands};
use std::fmt::Write as _;
use std::time::Duration;

use super::command;
use super::picture::Picture;
use super::table::{Column, Table};
use super::terminal;
use super::wrap::{fill, hanging};
use crate::rule::Sketch;
use deadmove_core::board::Move;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::verdict::Verdict;
use deadmove_rules::model::Rule;
use deadmove_verify::check::{Check, CheckEngine, Checked, RuleResult, RuleVerdict, SetVerdict};
use deadmove_verify::confirm::Confirmed;
use deadmove_verify::explain::forbidding_match;

/// The case file of an example.
pub fn case(example: &Confirmed, comment: String) -> String {
    let verdict = example.answer.verdict();
    let expect =
        Expectation { moves: vec![(example.direction, verdict)], ..Expectation::of(Verdict::Live) };
    write_case(&Case {
        comment,
        position: example.position.clone(),
        expect: Some(expect),
        options: None,
    })
}

/// The position of an example with the move and what is known about it.
pub fn draw(example: &Confirmed, styled: bool) -> String {
    draw_with(example, None, styled)
}

/// [`draw`] with a rule laid over the board.
fn draw_with(example: &Confirmed, rule: Option<&Sketch>, styled: bool) -> String {
    let verdicts = [(example.direction, example.answer.verdict())];
    let mut text = terminal::draw(&picture(example, &verdicts, rule), styled);
    if let Some(reason) = reason(example) {
        let _ = writeln!(text, "{}", fill(&reason, "", ""));
    }
    text
}

/// The picture of an example as SVG, with a rule laid over the board.
pub fn svg(example: &Confirmed, name: &str, rule: Option<&Sketch>) -> String {
    let verdicts = [(example.direction, example.answer.verdict())];
    // An example is a live position: its move is what matters.
    let verdict = Some(Verdict::Live);
    let notes: Vec<String> = reason(example).into_iter().collect();
    let notes = &notes;
    super::svg(&Picture { name: Some(name), verdict, notes, ..picture(example, &verdicts, rule) })
}

fn picture<'a>(
    example: &'a Confirmed,
    verdicts: &'a [(Move, Verdict)],
    rule: Option<&'a Sketch>,
) -> Picture<'a> {
    Picture {
        witness: example.answer.witness().map(Vec::as_slice),
        move_verdicts: verdicts,
        rule,
        ..Picture::of(&example.position)
    }
}

/// A rule as it forbids the move of an example, to be laid over the board. Lemmas have no picture.
pub fn laid(example: &Confirmed, rule: &Rule) -> Option<Sketch> {
    let found = forbidding_match(&example.position, example.direction, rule)?;
    Sketch::laid(rule, &found)
}

/// Why the move of an example is dead, in a sentence.
pub fn reason(example: &Confirmed) -> Option<String> {
    let after = example.position.after(example.direction);
    let reason = example.answer.reason()?;
    Some(super::describe_reason(reason, after.live_end()))
}

/// The command that shows an example again. `rules` are words of a command line.
pub fn command(example: &Confirmed, rules: &str) -> String {
    let board = example.position.board();
    command::explain((board.width(), board.height()), example.position.path(), rules)
}

/// A count in a table, or a dash if the engine does not know it.
fn known(count: Option<u64>) -> String {
    count.map_or("-".to_owned(), thousands)
}

/// What was checked, and how.
fn heading(check: &Check) -> String {
    let size = check.size;
    let (what, unit) = match check.engine {
        CheckEngine::List => ("every live position", "slices of the live positions"),
        CheckEngine::Sat => ("every claim by the sat engine", "claims by the sat engine"),
    };
    match (check.complete(), check.chunks.total()) {
        (true, _) => format!("{size}×{size}, {what}"),
        (false, Some(total)) => {
            format!("{size}×{size}, INCOMPLETE: {} of {total} {unit}", check.chunks.count())
        }
        (false, None) => format!("{size}×{size}, INCOMPLETE: not begun"),
    }
}

/// Rows of the table and pictures of examples that are printed unless all are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Rows of the table.
    pub rows: usize,
    /// Pictures of counterexamples.
    pub pictures: usize,
}

impl Most {
    /// What a person takes in at a glance.
    pub const USUAL: Most = Most { rows: 10, pictures: 3 };
    /// Everything.
    pub const ALL: Most = Most { rows: usize::MAX, pictures: usize::MAX };
}

/// The order of the table: what is wrong first, then what is not decided.
const ORDER: [(RuleVerdict, &str); 3] = [
    (RuleVerdict::Unsound, "UNSOUND"),
    (RuleVerdict::Unknown, "unknown"),
    (RuleVerdict::Sound, "sound"),
];

/// The table of a check, at most so many rows of it.
pub fn table(check: &Check, most: Most) -> String {
    let mut text = format!("{}\n\n", heading(check));
    let timed = check.rules.iter().any(|result| result.time.is_some());
    let mut columns = vec![
        Column::left("verdict"),
        Column::right("placements"),
        Column::right("positions"),
        Column::right("dead moves"),
        Column::right("live moves"),
    ];
    if timed {
        columns.push(Column::right("time"));
    }
    columns.push(Column::left("rule"));
    let mut table = Table::new(columns);
    let results = || check.rules.iter().zip(&check.claims);
    let rows = ORDER.into_iter().flat_map(|(verdict, word)| {
        let these = results().filter(move |(result, _)| result.verdict == verdict);
        these.map(move |(result, claim)| (word, result, claim))
    });
    let rows: Vec<_> = rows.collect();
    for (verdict, result, claim) in rows.iter().take(most.rows) {
        let RuleResult { placements, matches, forbids_dead, forbids_live, time, .. } = result;
        let placements = match claim.lemmas.is_empty() {
            true => placements.to_string(),
            false => "whole board".to_owned(),
        };
        let mut row = vec![(*verdict).to_owned(), placements];
        row.extend([*matches, *forbids_dead, *forbids_live].map(known));
        if timed {
            let seconds = |time: &Duration| format!("{:.2} s", time.as_secs_f64());
            row.push(time.as_ref().map_or_else(|| "-".to_owned(), seconds));
        }
        row.push(claim.name.clone());
        table.row(row);
    }
    if !rows.is_empty() {
        text.push_str(&table.print(false));
    }
    if rows.len() > most.rows {
        let more = count(rows.len() - most.rows, "more rule", "more rules");
        let _ = writeln!(text, "and {more}: --verbose");
    }
    text
}

/// What is said about rules that are not in the table: those that forbid nothing, and those that are
/// for other sizes. In full if everything is asked for.
pub fn rest(check: &Check, most: Most) -> String {
    let results = check.rules.iter().zip(&check.claims);
    let vacuous = results.filter(|(result, _)| result.verdict == RuleVerdict::Vacuous);
    let vacuous: Vec<&str> = vacuous.map(|(_, claim)| claim.name.as_str()).collect();
    let mut text = String::new();
    if !vacuous.is_empty() {
        let number = count(vacuous.len(), "rule", "rules");
        let _ = writeln!(text, "\nvacuous, no move of a live position forbidden: {number}");
        if most == Most::ALL {
            let _ = writeln!(text, "{}", hanging("  ", &vacuous.join("; ")));
        }
    }
    if !check.left_out.is_empty() {
        let files = match most == Most::ALL {
            true => check.left_out.join("; "),
            false => some_files(&check.left_out),
        };
        let files = format!("not for this size, and not checked: {files}");
        let _ = writeln!(text, "\n{}", fill(&files, "", "  "));
    }
    if check.asks_for_the_set() {
        let _ = writeln!(text, "\n{}", hanging("set: ", &set_line(check)));
    }
    text
}

/// How many files, and the first of them.
pub fn some_files(names: &[String]) -> String {
    const NAMED: usize = 2;
    let mut named = names[..names.len().min(NAMED)].join("; ");
    if names.len() > NAMED {
        let _ = write!(named, "; and {} more", names.len() - NAMED);
    }
    format!("{} ({named})", count(names.len(), "file", "files"))
}

fn set_line(check: &Check) -> String {
    let set = &check.set;
    let verdict = match set.verdict {
        SetVerdict::Complete => "complete",
        SetVerdict::Incomplete => "incomplete",
        SetVerdict::Unknown => "unknown",
    };
    let (Some(dead), Some(forbidden), Some(allowed)) = (set.dead_moves, set.forbidden, set.allowed)
    else {
        return format!("{verdict}, the {} engine looks at single rules", check.engine.word());
    };
    let wrong = check.rules.iter().filter(|rule| rule.verdict == RuleVerdict::Unsound).count();
    let but = match wrong {
        0 => String::new(),
        1 => "; BUT 1 rule forbids live moves".to_owned(),
        several => format!("; BUT {} rules forbid live moves", thousands(several as u64)),
    };
    let verdict =
        if check.complete() { format!("{verdict},") } else { "not finished; so far".into() };
    format!(
        "{verdict} {} of {} forbidden ({}), {} allowed{but}",
        thousands(forbidden),
        count(dead as usize, "dead move", "dead moves"),
        percent(forbidden, dead),
        thousands(allowed),
    )
}

/// A live move that a rule forbids, drawn with the completion through it and the rule, if it is
/// known, laid over the board.
pub fn counterexample(
    example: &Confirmed,
    claim: &Checked,
    rule: Option<&Rule>,
    styled: bool,
) -> String {
    let rule = rule.and_then(|rule| laid(example, rule));
    let command = if claim.is_at_the_limit() {
        // No file contains this claim.
        let size = example.position.board().width();
        format!("deadmove check {} --size {size} --at-the-limit", command::words(&[&claim.file]))
    } else {
        command(example, &command::words(&[&claim.file]))
    };
    format!(
        "\n{}\n\n{}\n  {command}\n",
        fill(&format!("{} forbids {}, which is live:", claim.name, example.direction), "", ""),
        draw_with(example, rule.as_ref(), styled),
    )
}

/// A dead move that no rule of a set forbids, drawn with the reason.
pub fn missed(example: &Confirmed, rules: &str, styled: bool) -> String {
    format!(
        "\nno rule forbids {}, which is dead:\n\n{}\n  {}\n",
        example.direction,
        draw(example, styled),
        command(example, rules),
    )
}
