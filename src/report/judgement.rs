//! Judgements as text: a line each for many, everything for one, and the count of a run.

use std::fmt::{self, Write as _};

use anstyle::{AnsiColor, Style};

use super::legend::describe_reason;
use super::picture::Picture;
use super::terminal;
use crate::board::Move;
use crate::formats::{Expectation, Input, reason_kind};
use crate::judge::{Answer, Comparison, Judgement, Turning};
use crate::position::Position;
use crate::verdict::{ExitCode, Outcome, Verdict};

/// What a judgement does not have of what its input expected, in words. Empty if all is met or
/// nothing was expected.
pub fn unmet(input: &Input, judgement: &Judgement) -> Vec<String> {
    let Some(expected) = &input.expect else { return Vec::new() };
    let mut unmet = Vec::new();
    let Expectation { verdict, moves, turning_point, fatal_move, reason } = expected;
    let mut compare = |what: String, expected: String, found: String| {
        if expected != found {
            unmet.push(format!("expected {what}{expected}, found {found}"));
        }
    };
    compare(String::new(), verdict.to_string(), judgement.answer.verdict().to_string());
    for (direction, expected) in moves {
        let found = judgement.moves.iter().find(|(found, _)| found == direction);
        let found = found.map_or("no legal move".to_owned(), |(_, a)| a.verdict().to_string());
        compare(format!("move {direction} "), expected.to_string(), found);
    }
    let length = input.position.path().len();
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    if let Some(expected) = turning_point {
        let found = or_none(judgement.turning.live_moves(length).map(|k| k.to_string()));
        compare("turning point ".to_owned(), expected.to_string(), found);
    }
    if let Some(expected) = fatal_move {
        let found = or_none(judgement.turning.fatal_move().map(|m| m.to_string()));
        compare("fatal move ".to_owned(), expected.to_string(), found);
    }
    if let Some(expected) = reason {
        let found = or_none(judgement.answer.reason().map(|r| reason_kind(r).to_owned()));
        compare("reason ".to_owned(), (*expected).to_owned(), found);
    }
    unmet
}

/// The exit code of one judgement. A question that the second engine left open is not success.
pub fn exit_code(judgement: &Judgement, unmet: &[String]) -> ExitCode {
    let unknown = judgement.answer.verdict() == Verdict::Unknown
        || judgement.moves.iter().any(|(_, answer)| answer.verdict() == Verdict::Unknown)
        || matches!(judgement.turning, Turning::Unknown(_))
        || judgement.comparison.is_some_and(|comparison| comparison.open > 0);
    let refuted = !unmet.is_empty() && judgement.answer.verdict() != Verdict::Unknown;
    let code = if unknown { ExitCode::Unknown } else { ExitCode::Holds };
    code.combine(if refuted { ExitCode::Refuted } else { ExitCode::Holds })
}

/// The bare verdicts of the moves.
pub fn move_verdicts(judgement: &Judgement) -> Vec<(Move, Verdict)> {
    judgement.moves.iter().map(|(direction, answer)| (*direction, answer.verdict())).collect()
}

/// The picture of a judged position. `verdicts` are its [`move_verdicts`].
pub fn picture<'a>(
    position: &'a Position,
    judgement: &'a Judgement,
    verdicts: &'a [(Move, Verdict)],
) -> Picture<'a> {
    Picture {
        position,
        witness: judgement.answer.witness().map(Vec::as_slice),
        reason: judgement.answer.reason(),
        turning_point: judgement.turning.live_moves(position.path().len()),
        move_verdicts: verdicts,
    }
}

fn colour(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Live => AnsiColor::Green,
        Verdict::Dead => AnsiColor::Red,
        Verdict::Unknown => AnsiColor::Yellow,
    };
    Style::new().fg_color(Some(colour.into())).bold()
}

/// One line: the verdict, the name, and what else is worth a word. Carries ANSI styles.
pub fn line(input: &Input, judgement: &Judgement, unmet: &[String]) -> String {
    let verdict = judgement.answer.verdict();
    let style = colour(verdict);
    let mut text = String::new();
    if input.expect.is_some() {
        text.push_str(match (verdict, unmet.is_empty()) {
            (Verdict::Unknown, _) => "open    ",
            (_, true) => "ok      ",
            (_, false) => "FAILED  ",
        });
    }
    let word = verdict.to_string();
    let _ = write!(text, "{style}{word}{style:#}{:1$}{2}", "", 9 - word.len(), input.name);
    let mut notes = Vec::new();
    match &judgement.answer {
        Outcome::Live(_) => {}
        Outcome::Dead(reason) => notes.push(reason_kind(reason).to_owned()),
        Outcome::Unknown(limit) => notes.push(limit.to_string()),
    }
    if let Turning::Point { live, fatal, .. } = &judgement.turning {
        notes.push(format!("turning point {live}, fatal move {fatal}"));
    }
    notes.extend(judgement.comparison.filter(|c| c.open > 0).map(compared));
    notes.extend_from_slice(unmet);
    if !notes.is_empty() {
        let _ = write!(text, ": {}", notes.join("; "));
    }
    text
}

/// Everything about one position: drawing, verdicts, reason, turning point.
pub fn full(input: &Input, judgement: &Judgement, unmet: &[String], styled: bool) -> String {
    let position = &input.position;
    let board = position.board();
    let verdicts = move_verdicts(judgement);
    let mut text = format!(
        "{}{}×{} board from {} to {}, {} drawn, live end {}\n\n",
        if input.source.is_some() { format!("{}: ", input.name) } else { String::new() },
        board.width(),
        board.height(),
        board.start(),
        board.end(),
        super::legend::count(position.path().len(), "step", "steps"),
        position.live_end(),
    );
    text.push_str(&terminal::draw(&picture(position, judgement, &verdicts), styled));
    text.push('\n');
    let verdict = |answer: &Answer| {
        let style = if styled { colour(answer.verdict()) } else { Style::new() };
        format!("{style}{}{style:#}", answer.verdict())
    };
    let _ = writeln!(text, "position       {}", verdict(&judgement.answer));
    for (direction, answer) in &judgement.moves {
        let _ = write!(text, "move {direction}         {}", verdict(answer));
        // A dead move of a dead position needs no reason of its own.
        if let (Outcome::Dead(reason), Outcome::Live(_)) = (answer, &judgement.answer) {
            let after = position.after(*direction);
            let _ = write!(text, ", {}", describe_reason(reason, after.live_end()));
        }
        text.push('\n');
    }
    match &judgement.answer {
        Outcome::Live(witness) if witness.is_empty() => text.push_str("witness        finished\n"),
        Outcome::Live(witness) => {
            let _ = writeln!(text, "witness        {}", crate::board::letters(witness));
        }
        Outcome::Dead(reason) => {
            let _ =
                writeln!(text, "reason         {}", describe_reason(reason, position.live_end()));
        }
        Outcome::Unknown(limit) => {
            let _ = writeln!(text, "unknown        {limit}");
        }
    }
    let _ = writeln!(text, "turning point  {}", turning(judgement, position.path().len()));
    if let Some(comparison) = judgement.comparison {
        let _ = writeln!(text, "engines        {}", compared(comparison));
    }
    for unmet in unmet {
        let _ = writeln!(text, "not met        {unmet}");
    }
    text
}

fn turning(judgement: &Judgement, length: usize) -> String {
    match &judgement.turning {
        Turning::Live => match length {
            0 => "none: nothing is drawn yet".to_owned(),
            1 => "none: the only move is live".to_owned(),
            _ => format!("none: all {length} moves are live"),
        },
        Turning::Point { live: 0, fatal, .. } => format!("the first move, {fatal}, is fatal"),
        Turning::Point { live, fatal, .. } => format!(
            "the first {} of {length} live; move {}, {fatal}, is fatal",
            if *live == 1 { "move".to_owned() } else { format!("{live} moves") },
            live + 1
        ),
        Turning::FromTheStart => "none: the board is dead before the first step".to_owned(),
        Turning::Unknown(limit) => format!("unknown, {limit}"),
    }
}

fn compared(Comparison { agreed, open }: Comparison) -> String {
    let agree = format!("both agree on {}", super::legend::count(agreed, "answer", "answers"));
    match open {
        0 => agree,
        _ => format!("{agree}, {open} could not be compared within the limits"),
    }
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    live: usize,
    dead: usize,
    unknown: usize,
    met: usize,
    unmet: usize,
    open: usize,
    /// Inputs that could not be read or judged.
    pub errors: usize,
}

impl Tally {
    /// Counts one judgement.
    pub fn count(&mut self, input: &Input, judgement: &Judgement, unmet: &[String]) {
        let verdict = judgement.answer.verdict();
        *match verdict {
            Verdict::Live => &mut self.live,
            Verdict::Dead => &mut self.dead,
            Verdict::Unknown => &mut self.unknown,
        } += 1;
        if input.expect.is_some() {
            *match (verdict, unmet.is_empty()) {
                (Verdict::Unknown, _) => &mut self.open,
                (_, true) => &mut self.met,
                (_, false) => &mut self.unmet,
            } += 1;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { live, dead, unknown, met, unmet, open, errors } = *self;
        let positions = super::legend::count(live + dead + unknown, "position", "positions");
        write!(f, "{positions}: {live} live, {dead} dead")?;
        if unknown > 0 {
            write!(f, ", {unknown} unknown")?;
        }
        if met + unmet + open > 0 {
            write!(f, "; expectations: {met} met, {unmet} not met")?;
            if open > 0 {
                write!(f, ", {open} open")?;
            }
        }
        if errors > 0 {
            write!(f, "; {}", super::legend::count(errors, "error", "errors"))?;
        }
        Ok(())
    }
}
