//! Answers of programs held against the truth, as text: counts, examples as drawings, two
//! verdicts.
//!
//! Their JSON lives in [`super::answers_json`].

use std::fmt::Write as _;
use std::sync::Arc;

use super::check::draw;
use super::numbers::{percent, thousands};
use super::picture::Picture;
use super::terminal;
use super::wrap::hanging;
use deadmove_core::board::{Board, letters};
use deadmove_core::files::Shown;
use deadmove_core::position::Position;
use deadmove_program::question::question;
use deadmove_rules::moves::Moves;
use deadmove_verify::answers::{AnswerCounts, AnswerFinding, AnswerOrigin, Flaw, ProgramAnswers};
use deadmove_verify::confirm::Confirmed;

/// The verdict if no position counts.
const NOTHING: &str = "no live position has an answer";

/// A number of positions.
fn positions(number: u64) -> String {
    match number {
        1 => "1 position".to_owned(),
        number => format!("{} positions", thousands(number)),
    }
}

/// The moves as their letters, or a dash.
fn set(moves: Moves) -> String {
    if moves.is_empty() { "-".to_owned() } else { moves.iter().map(|m| m.letter()).collect() }
}

/// The sentence about a run that stopped at a live position, if a finding is one.
pub fn stopped(finding: &AnswerFinding) -> Option<String> {
    let AnswerFinding { flaw: Flaw::Wrong { forbids, .. }, origin: Some(origin), .. } = finding
    else {
        return None;
    };
    let letters: Vec<String> = forbids.iter().map(|direction| direction.to_string()).collect();
    let live = match &letters[..] {
        [one] => format!("the only live move {one} is not"),
        several => format!("none of the live moves {} is", several.join(" ")),
    };
    origin.stopped.then(|| format!("{live} among them, and the run stopped here"))
}

/// What is wrong in a position, in a sentence without an end.
fn flaw(finding: &AnswerFinding) -> String {
    if let Some(stopped) = stopped(finding) {
        return stopped;
    }
    match &finding.flaw {
        Flaw::Wrong { forbids, allows } => {
            let forbids = (!forbids.is_empty()).then(|| format!("forbids live {}", set(*forbids)));
            let allows = (!allows.is_empty()).then(|| format!("allows dead {}", set(*allows)));
            forbids.into_iter().chain(allows).collect::<Vec<_>>().join(", ")
        }
        Flaw::Differs { allowed, other, other_allowed } => format!(
            "says {}, and {} for the same position drawn as {}",
            set(*allowed),
            set(*other_allowed),
            letters(other)
        ),
        Flaw::None { word, what } if what.is_empty() => word.clone(),
        Flaw::None { what, .. } => what.clone(),
    }
}

/// Where an answer was recorded: `FILE:LINE`, or the line of standard input.
fn place(origin: &AnswerOrigin) -> String {
    match &origin.file {
        Some(file) => format!("{}:{}", file.shown(), origin.line),
        None => format!("line {}", origin.line),
    }
}

/// The findings that are shown as lines, and how many are not.
fn lines(board: Option<&Board>, findings: &[&AnswerFinding], most: usize) -> String {
    let mut text = String::new();
    for finding in findings.iter().take(most) {
        let (place, board) = match &finding.origin {
            Some(origin) => (place(origin) + ": ", Some(&*origin.board)),
            None => (String::new(), board),
        };
        let question = board.map(|board| question(board, &finding.path)).unwrap_or_default();
        let line = format!("{place}{question}  {}", flaw(finding));
        let _ = writeln!(text, "{}", hanging("  ", &line));
    }
    if findings.len() > most {
        let more = thousands(findings.len() - most);
        let _ = writeln!(text, "  and {more} more: --verbose, or --json for up to 10,000");
    }
    text
}

/// The counts, the examples and the two verdicts. `heading` says what was asked about, on which
/// `board` if the findings do not say, and `whole` whether that is all; `examples` are a live move
/// that is forbidden and a dead move that is allowed, confirmed; `most` findings are listed.
pub fn text(
    (heading, whole): (&str, bool),
    board: Option<&Arc<Board>>,
    answers: &ProgramAnswers,
    examples: &[Confirmed],
    most: usize,
) -> String {
    let mut text = format!("{heading}\n");
    for example in examples {
        text += &wrong_move(example, true);
    }
    if let Some((fault, position)) = answers.findings.iter().find_map(|finding| {
        let board = finding.origin.as_ref().map(|origin| &origin.board).or(board)?;
        let position = Position::from_path(Arc::clone(board), &finding.path).ok()?;
        matches!(finding.flaw, Flaw::None { .. }).then_some((finding, position))
    }) {
        let _ = writeln!(text, "\n{}\n", hanging("the program gives no answer: ", &flaw(fault)));
        text.push_str(&terminal::draw(&Picture::of(&position), true));
    }
    let of = |kind: fn(&Flaw) -> bool| {
        answers.findings.iter().filter(|finding| kind(&finding.flaw)).collect::<Vec<_>>()
    };
    for (title, findings) in [
        ("wrong answers, those with the fewest steps first:", of(is_wrong)),
        ("different answers to one position:", of(|flaw| matches!(flaw, Flaw::Differs { .. }))),
        ("no answer:", of(|flaw| matches!(flaw, Flaw::None { .. }))),
    ] {
        if !findings.is_empty() {
            let lines = lines(board.map(Arc::as_ref), &findings, most);
            let _ = write!(text, "\n{title}\n{lines}");
        }
    }
    let counts = &answers.counts;
    let _ = writeln!(text, "\n{}", hanging("sound:    ", &soundness(counts, whole)));
    let _ = writeln!(text, "{}", hanging("complete: ", &completeness(counts, whole)));
    if counts.differing > 0 {
        let differing = positions(counts.differing);
        let _ = writeln!(
            text,
            "{}",
            hanging("drawings: ", &format!("{differing} with several answers"))
        );
    }
    text
}

/// A move about which the program is wrong, drawn.
pub(crate) fn wrong_move(example: &Confirmed, styled: bool) -> String {
    let live = example.answer.witness().is_some();
    let what = if live { "the program forbids" } else { "the program allows" };
    let verdict = if live { "live" } else { "dead" };
    format!(
        "\n{what} {}, which is {verdict}:\n\n{}  {}\n",
        example.direction,
        draw(example, styled),
        question(example.position.board(), example.position.path())
    )
}

fn is_wrong(flaw: &Flaw) -> bool {
    matches!(flaw, Flaw::Wrong { .. })
}

pub(crate) fn unanswered(counts: &AnswerCounts) -> String {
    let kinds = counts.faults.iter().map(|(word, number)| format!("{} {word}", thousands(*number)));
    format!(
        "{} without an answer ({})",
        positions(counts.unanswered),
        kinds.collect::<Vec<_>>().join(", ")
    )
}

pub(crate) fn soundness(counts: &AnswerCounts, whole: bool) -> String {
    match counts {
        AnswerCounts { questions: 0, .. } => NOTHING.to_owned(),
        AnswerCounts { live_forbidden: 1.., .. } => {
            format!("no, it forbids live moves in {}", positions(counts.live_forbidden))
        }
        AnswerCounts { unanswered: 1.., .. } => format!("unknown, {}", unanswered(counts)),
        _ => {
            let (yes, so_far) = if whole { ("yes", "") } else { ("unknown", " so far") };
            format!("{yes}, it forbids no live move in {}{so_far}", positions(counts.positions))
        }
    }
}

pub(crate) fn completeness(counts: &AnswerCounts, whole: bool) -> String {
    let AnswerCounts { dead_moves, allowed, early_ends, .. } = *counts;
    match counts {
        AnswerCounts { questions: 0, .. } => NOTHING.to_owned(),
        AnswerCounts { allowed: 0, early_ends: 1.., .. } => {
            format!("no, it enters the end cell too early in {}", positions(early_ends))
        }
        AnswerCounts { dead_allowed: 1.., .. } => {
            let early = match early_ends {
                0 => String::new(),
                early => format!(", and enters the end cell too early in {}", positions(early)),
            };
            format!(
                "no, it allows {} of {} dead moves ({}), in {}{early}",
                thousands(allowed),
                thousands(dead_moves),
                percent(allowed, dead_moves),
                positions(counts.dead_allowed),
            )
        }
        AnswerCounts { unanswered: 1.., .. } => format!("unknown, {}", unanswered(counts)),
        _ => {
            let (yes, so_far) = if whole { ("yes", "") } else { ("unknown", " so far") };
            format!("{yes}, all {} dead moves are forbidden{so_far}", thousands(dead_moves))
        }
    }
}

/// The answer in a line; `whole` says whether all was asked.
pub fn answer(counts: &AnswerCounts, whole: bool) -> String {
    let AnswerCounts { live_forbidden, dead_allowed, unanswered, .. } = *counts;
    if counts.questions == 0 {
        return NOTHING.to_owned();
    }
    let part =
        |number: u64, what: &str| (number > 0).then(|| format!("{what} in {}", positions(number)));
    let parts = [
        part(live_forbidden, "unsound: a live move is forbidden"),
        part(dead_allowed, "not complete: a dead move is allowed"),
        part(unanswered, "no answer"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match (whole, parts.is_empty()) {
        (true, true) => "sound; complete".to_owned(),
        (true, false) => parts.join("; "),
        (false, true) => format!("PARTIAL: no wrong answer in {}", positions(counts.positions)),
        (false, false) => format!("PARTIAL: {}", parts.join("; ")),
    }
}
