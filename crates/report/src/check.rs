//! Checks of rules as text: a table, examples as drawings and case files, and the two verdicts.
//!
//! What is asked beside the verdicts has its own modules: the dead moves that the rules allow
//! ([`missed`]), and where rules that forbid too much lead ([`stuck`]).
//!
//! Their JSON lives in [`super::check_json`].

pub mod counted;
pub mod missed;
pub mod stuck;

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
use deadmove_verify::check::{
    Check, CheckEngine, Checked, RuleResult, RuleVerdict, SetVerdict, Vacuity,
};
use deadmove_verify::confirm::Confirmed;
use deadmove_verify::explain::forbidding_match;
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// The case file of an example.
pub fn case(example: &Confirmed, comment: String) -> String {
    let verdict = example.answer.verdict();
    let expect =
        Expectation { moves: vec![(example.direction, verdict)], ..Expectation::of(Verdict::Live) };
    write_case(&Case::new(comment, example.position.clone(), Some(expect)))
}

/// The position of an example with the move and what is known about it.
pub fn draw(example: &Confirmed, styled: bool) -> String {
    draw_with(example, None, styled)
}

/// [`draw`] with a rule drawn over the board.
fn draw_with(example: &Confirmed, rule: Option<&Sketch>, styled: bool) -> String {
    let verdicts = [(example.direction, example.answer.verdict())];
    let mut text = terminal::draw(&picture(example, &verdicts, rule), styled);
    if let Some(reason) = reason(example) {
        let _ = writeln!(text, "{}", fill(&reason, "", ""));
    }
    text
}

/// The picture of an example as SVG, with a rule drawn over the board.
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

/// A rule as it forbids the move of an example, to be drawn over the board. Lemmas have no picture.
pub fn sketch(example: &Confirmed, rule: &Rule) -> Option<Sketch> {
    let found = forbidding_match(&example.position, example.direction, rule)?;
    Sketch::of_match(rule, &found)
}

/// Why the move of an example is dead, in a sentence.
pub(crate) fn reason(example: &Confirmed) -> Option<String> {
    let after = example.position.after(example.direction);
    let reason = example.answer.reason()?;
    Some(super::legend::describe_unmarked(reason, after.live_end()))
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
    let (what, chunks) = match check.engine {
        CheckEngine::List => ("every live position", "chunks of the live positions"),
        CheckEngine::Sat => ("every rule by the sat engine", "rules by the sat engine"),
    };
    match (check.complete(), check.chunks.total()) {
        (true, _) => format!("{size}×{size}, {what}"),
        (false, Some(total)) => {
            format!("{size}×{size}, INCOMPLETE: {} of {total} {chunks}", check.chunks.count())
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
const ORDER: [(RuleVerdict, &str); 4] = [
    (RuleVerdict::Unsound, "UNSOUND"),
    (RuleVerdict::Unknown, "unknown"),
    (RuleVerdict::Sound, "sound"),
    (RuleVerdict::Vacuous, "vacuous"),
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
    text.push_str(&table.print(false));
    if rows.len() > most.rows {
        let more = count(rows.len() - most.rows, "more rule", "more rules");
        let _ = writeln!(text, "and {more}: --verbose");
    }
    text
}

/// What is said below the table: why rules are vacuous, and which files are for other sizes. All
/// files are named if everything is asked for.
pub fn rest(check: &Check, most: Most) -> String {
    let mut text = String::new();
    let vacuous = number(check, RuleVerdict::Vacuous);
    if vacuous > 0 {
        let because = |vacuity| {
            let these = check.rules.iter().filter(|result| result.vacuity() == Some(vacuity));
            these.count()
        };
        let never = because(Vacuity::NeverMatched);
        let nothing = because(Vacuity::NothingToForbid);
        let mut line = count(vacuous, "rule forbids nothing here", "rules forbid nothing here");
        if never > 0 {
            let _ = write!(line, "; {} no live position", count(never, "matches", "match"));
        }
        if nothing > 0 {
            let matches = count(nothing, "matches", "match");
            let _ = write!(line, "; {matches}, but without a move left to forbid");
        }
        let _ = writeln!(text, "\n{}", hanging("vacuous: ", &line));
    }
    if !check.left_out.is_empty() {
        let files = match most == Most::ALL {
            true => check.left_out.join("; "),
            false => some_files(&check.left_out),
        };
        let files = format!("not for this size, and not checked: {files}");
        let _ = writeln!(text, "\n{}", fill(&files, "", "  "));
    }
    text
}

/// The two verdicts, on lines of their own: are the rules sound, and are they complete?
pub fn verdicts(check: &Check) -> String {
    let mut text = format!("\n{}\n", hanging("sound:    ", &soundness(check)));
    if check.asks_for_the_set() {
        let _ = writeln!(text, "{}", hanging("complete: ", &completeness(check)));
    }
    text
}

/// How many rules have a verdict.
pub fn number(check: &Check, verdict: RuleVerdict) -> usize {
    check.rules.iter().filter(|result| result.verdict == verdict).count()
}

/// How much of a check is done, if it is not all.
pub fn done(check: &Check) -> Option<String> {
    let [count, total] = [Some(check.chunks.count()), check.chunks.total()].map(known);
    let begun = check.chunks.total().is_some();
    let done =
        if begun { format!("{count} of {total} chunks are done") } else { "not begun".into() };
    (!check.complete()).then_some(done)
}

fn soundness(check: &Check) -> String {
    let rules = count(check.rules.len(), "rule", "rules");
    let unsound = number(check, RuleVerdict::Unsound);
    let unknown = number(check, RuleVerdict::Unknown);
    match (unsound, done(check)) {
        (0, Some(done)) => format!("unknown; {done}, and no rule forbids a live move so far"),
        (0, None) if unknown > 0 => format!("unknown; {unknown} of {rules} not decided"),
        (0, None) if number(check, RuleVerdict::Vacuous) == check.rules.len() => {
            "nothing was tested, since no rule forbids anything here".to_owned()
        }
        (0, None) if check.rules.len() == 1 => "yes, the rule forbids no live move".to_owned(),
        (0, None) => format!("yes, none of {rules} forbids a live move"),
        (_, done) => {
            let so_far = done.map(|done| format!("; {done}")).unwrap_or_default();
            format!("no, {}{so_far}", unsound_rules(check))
        }
    }
}

/// How many rules are unsound, as a sentence.
pub fn unsound_rules(check: &Check) -> String {
    let rules = count(check.rules.len(), "rule", "rules");
    match number(check, RuleVerdict::Unsound) {
        1 if check.rules.len() == 1 => "the rule forbids a live move".to_owned(),
        1 => format!("1 of {rules} forbids a live move"),
        wrong => format!("{} of {rules} forbid a live move", thousands(wrong as u64)),
    }
}

fn completeness(check: &Check) -> String {
    let set = &check.set;
    let (Some(dead), Some(allowed)) = (set.dead_moves, set.allowed) else {
        return match check.size {
            ..=MAX_LIVE_SET_SIDE => "not decided; --engine list decides it".to_owned(),
            _ => format!(
                "not decided; only the list engine decides it, up to {0}×{0}",
                MAX_LIVE_SET_SIDE
            ),
        };
    };
    let moves = count(dead as usize, "dead move", "dead moves");
    let early = set.early_ends.unwrap_or(0);
    let other = match early {
        1 => "; 1 other enters the end cell early".to_owned(),
        early => format!("; {} others enter the end cell early", thousands(early)),
    };
    let other = if early > 0 { other.as_str() } else { "" };
    match (set.verdict, done(check)) {
        (SetVerdict::Complete, _) if early == 0 => format!("yes, all {moves} are forbidden"),
        (SetVerdict::Complete, _) => {
            format!("yes, {} of {moves} are forbidden{other}", thousands(dead - early))
        }
        (SetVerdict::Incomplete, done) => {
            let share = percent(set.forbidden.unwrap_or(0), dead);
            let so_far = done.map(|done| format!("; {done}")).unwrap_or_default();
            let allowed = thousands(allowed);
            format!("no, {allowed} of {moves} are allowed ({share} forbidden){other}{so_far}")
        }
        (SetVerdict::Unknown, done) => format!("unknown; {}", done.unwrap_or_default()),
    }
}

/// How many files, and the first of them.
pub(crate) fn some_files(names: &[String]) -> String {
    const NAMED: usize = 2;
    let mut named = names[..names.len().min(NAMED)].join("; ");
    if names.len() > NAMED {
        let _ = write!(named, "; and {} more", names.len() - NAMED);
    }
    format!("{} ({named})", count(names.len(), "file", "files"))
}

/// A live move that a rule forbids, drawn with the completion through it and the rule, if it is
/// known, drawn over the board.
pub fn counterexample(
    example: &Confirmed,
    claim: &Checked,
    rule: Option<&Rule>,
    styled: bool,
) -> String {
    let rule = rule.and_then(|rule| sketch(example, rule));
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
pub fn allowed(example: &Confirmed, rules: &str, styled: bool) -> String {
    format!(
        "\nno rule forbids {}, which is dead:\n\n{}\n  {}\n",
        example.direction,
        draw(example, styled),
        command(example, rules),
    )
}
