//! Judgements as text: one line each for many, all details for one, and the tally of a run.

use std::fmt::{self, Write as _};

use anstyle::{AnsiColor, Style};

use super::legend::describe_unmarked;
use super::numbers::{count, thousands};
use super::picture::Picture;
use super::terminal;
use crate::wrap::{fill, hanging};
use deadmove_core::board::Move;
use deadmove_core::formats::{Input, reason_kind};
use deadmove_core::position::Position;
use deadmove_core::unseen::escaped;
use deadmove_core::verdict::{Outcome, Verdict};
use deadmove_engine::expectation::{Standing, Unmet};
use deadmove_engine::judge::{EngineAnswer, EngineComparison, Judgement, Turning};

/// The verdicts of the moves without their evidence.
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
        verdict: Some(judgement.answer.verdict()),
        witness: judgement.answer.witness().map(Vec::as_slice),
        reason: judgement.answer.reason(),
        turning_point: judgement.turning.live_moves(position.path().len()),
        move_verdicts: verdicts,
        ..Picture::of(position)
    }
}

/// Why the dead moves of a live position are dead, a sentence for each reason.
pub fn dead_moves(position: &Position, judgement: &Judgement) -> Vec<String> {
    if judgement.answer.verdict() != Verdict::Live {
        return Vec::new();
    }
    let mut reasons: Vec<(Vec<String>, String)> = Vec::new();
    for (direction, answer) in &judgement.moves {
        let Some(reason) = answer.reason() else { continue };
        let reason = describe_unmarked(reason, position.after(*direction).live_end());
        match reasons.iter_mut().find(|(_, known)| *known == reason) {
            Some((moves, _)) => moves.push(direction.to_string()),
            None => reasons.push((vec![direction.to_string()], reason)),
        }
    }
    let sentence = |(moves, reason): &(Vec<String>, String)| {
        let are = if moves.len() == 1 { "is" } else { "are" };
        format!("{} {are} dead, {reason}", moves.join(" and "))
    };
    reasons.iter().map(sentence).collect()
}

fn colour(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Live => AnsiColor::Green,
        Verdict::Dead => AnsiColor::Red,
        Verdict::Unknown => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// How a judgement compares with its case file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectationMark {
    /// Nothing is expected.
    NotCompared,
    /// All is as expected.
    Met,
    /// Something expected was not compared.
    Open,
    /// Something is not as expected, or a move that rules must forbid is live.
    Refuted,
    /// Nothing was expected, and the verdict is written into the file.
    Written,
}

impl ExpectationMark {
    /// The mark of a judgement.
    pub fn of(input: &Input, unmet: &Unmet) -> ExpectationMark {
        match unmet.standing() {
            Standing::Refuted => ExpectationMark::Refuted,
            Standing::Open => ExpectationMark::Open,
            Standing::Met if input.expect.is_some() => ExpectationMark::Met,
            Standing::Met => ExpectationMark::NotCompared,
        }
    }
}

/// One line: the verdict, the name, and remarks. Contains ANSI styles.
pub fn line(input: &Input, judgement: &Judgement, unmet: &Unmet, mark: ExpectationMark) -> String {
    let verdict = judgement.answer.verdict();
    let style = colour(verdict);
    let mut text = String::new();
    text.push_str(match mark {
        ExpectationMark::NotCompared => "",
        ExpectationMark::Met => "ok      ",
        ExpectationMark::Open => "open    ",
        ExpectationMark::Refuted => "FAILED  ",
        ExpectationMark::Written => "written ",
    });
    let word = verdict.to_string();
    let _ =
        write!(text, "{style}{word}{style:#}{:1$}{2}", "", 9 - word.len(), escaped(&input.name));
    let mut notes = Vec::new();
    match &judgement.answer {
        Outcome::Live(_) => {}
        Outcome::Dead(reason) => notes.push(reason_kind(reason).to_owned()),
        Outcome::Unknown(limit) => notes.push(limit.to_string()),
    }
    match &judgement.turning {
        Turning::Point { live, fatal, .. } => {
            notes.push(format!("turning point {live}, fatal move {fatal}"));
        }
        Turning::Unknown(limit) if verdict != Verdict::Unknown => {
            notes.push(format!("turning point unknown: {limit}"));
        }
        _ => {}
    }
    for (direction, answer) in &judgement.moves {
        if let (Outcome::Unknown(limit), Verdict::Live | Verdict::Dead) = (answer, verdict) {
            notes.push(format!("move {direction} unknown: {limit}"));
        }
    }
    notes.extend(judgement.comparison.filter(|c| c.open > 0).map(compared));
    notes.extend_from_slice(&unmet.refuted);
    if judgement.limit().is_none() {
        notes.extend_from_slice(&unmet.open);
    }
    if !notes.is_empty() {
        let _ = write!(text, ": {}", notes.join("; "));
    }
    text
}

/// Everything about one position: drawing, verdicts, reason, turning point.
pub fn full(input: &Input, judgement: &Judgement, unmet: &Unmet, styled: bool) -> String {
    let position = &input.position;
    let board = position.board();
    let verdicts = move_verdicts(judgement);
    let title = format!(
        "{}{}×{} board from {} to {}, {} drawn, live end {}",
        if input.source.is_some() { format!("{}: ", escaped(&input.name)) } else { String::new() },
        board.width(),
        board.height(),
        board.start(),
        board.end(),
        super::numbers::count(position.path().len(), "step", "steps"),
        position.live_end(),
    );
    let mut text = fill(&title, "", "") + "\n\n";
    text.push_str(&terminal::draw(&picture(position, judgement, &verdicts), styled));
    text.push('\n');
    let verdict = |answer: &EngineAnswer| {
        let style = if styled { colour(answer.verdict()) } else { Style::new() };
        format!("{style}{}{style:#}", answer.verdict())
    };
    let mut row = |label: &str, what: &str| {
        text.push_str(&hanging(&format!("{label:<15}"), what));
        text.push('\n');
    };
    row("position", &verdict(&judgement.answer));
    for (direction, answer) in &judgement.moves {
        let why = match (answer, judgement.answer.verdict()) {
            // In a dead position every move is dead, for the reason of the position.
            (Outcome::Dead(reason), Verdict::Live) => {
                let after = position.after(*direction);
                format!(", {}", describe_unmarked(reason, after.live_end()))
            }
            (Outcome::Unknown(limit), Verdict::Live | Verdict::Dead) => format!(", {limit}"),
            _ => String::new(),
        };
        row(&format!("move {direction}"), &format!("{}{why}", verdict(answer)));
    }
    match &judgement.answer {
        Outcome::Live(witness) if witness.is_empty() => row("witness", "finished"),
        Outcome::Live(witness) => row("witness", &deadmove_core::board::letters(witness)),
        // The reason stands under the picture.
        Outcome::Dead(_) => {}
        Outcome::Unknown(limit) => row("unknown", &limit.to_string()),
    }
    row("turning point", &turning(judgement, position.path().len()));
    let steps = position.path().len();
    if let Some(allowed) = input.options.as_ref().and_then(|options| options.after(steps)) {
        row("saved options", &saved_options(judgement, allowed));
    }
    if let Some(suffix) = input.options.as_ref().and_then(|options| options.suffix.as_ref()) {
        row("not read", &format!("the end of the path file, :{}", escaped(suffix)));
    }
    if let Some(comparison) = judgement.comparison {
        row("engines", &compared(comparison));
    }
    for refuted in &unmet.refuted {
        row("not met", refuted);
    }
    for open in &unmet.open {
        row("left open", open);
    }
    text
}

/// The moves that the program which saved a path file allowed at the live end, compared with the
/// verdicts.
fn saved_options(judgement: &Judgement, allowed: &[Move]) -> String {
    let wrong: Vec<String> = judgement
        .moves
        .iter()
        .filter_map(|(direction, answer)| match (answer.verdict(), allowed.contains(direction)) {
            (Verdict::Dead, true) => Some(format!("{direction} is dead but was allowed")),
            (Verdict::Live, false) => Some(format!("{direction} is live but was forbidden")),
            _ => None,
        })
        .collect();
    let letters: Vec<String> = allowed.iter().map(Move::to_string).collect();
    let letters = if letters.is_empty() { "none".to_owned() } else { letters.join(" ") };
    match wrong.as_slice() {
        [] => letters,
        wrong => format!("{letters}; {}", wrong.join("; ")),
    }
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
            "the first {} live; move {}, {fatal}, is fatal",
            if *live == 1 {
                format!("of {length} moves is")
            } else {
                format!("{live} of {length} moves are")
            },
            live + 1
        ),
        Turning::FromTheStart => "none: the board is dead before the first step".to_owned(),
        Turning::Unknown(limit) => format!("unknown: {limit}"),
        Turning::NotAsked => "not asked for".to_owned(),
    }
}

fn compared(EngineComparison { agreed, open }: EngineComparison) -> String {
    let agree = format!("both agree on {}", super::numbers::count(agreed, "answer", "answers"));
    match open {
        0 => agree,
        _ => format!("{agree}, {open} could not be compared within the limits"),
    }
}

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgementTally {
    live: usize,
    dead: usize,
    unknown: usize,
    met: usize,
    /// Those of the met that are live, and dead.
    met_live: usize,
    met_dead: usize,
    unmet: usize,
    open: usize,
    written: usize,
    /// Positions that came without an expectation.
    pub without: usize,
    /// Whether a limit left something unknown, or not compared with the second engine.
    pub undecided: bool,
    /// Inputs that could not be read or judged.
    pub errors: usize,
}

impl JudgementTally {
    /// Counts one judgement.
    pub fn count(&mut self, judgement: &Judgement, mark: ExpectationMark) {
        let verdict = judgement.answer.verdict();
        *match verdict {
            Verdict::Live => &mut self.live,
            Verdict::Dead => &mut self.dead,
            Verdict::Unknown => &mut self.unknown,
        } += 1;
        self.undecided |=
            judgement.limit().is_some() || judgement.comparison.is_some_and(|c| c.open > 0);
        *match mark {
            ExpectationMark::Met => &mut self.met,
            ExpectationMark::Open => &mut self.open,
            ExpectationMark::Refuted => &mut self.unmet,
            ExpectationMark::Written => &mut self.written,
            ExpectationMark::NotCompared => &mut self.without,
        } += 1;
        match (mark, verdict) {
            (ExpectationMark::Met, Verdict::Live) => self.met_live += 1,
            (ExpectationMark::Met, Verdict::Dead) => self.met_dead += 1,
            _ => {}
        }
    }

    /// Positions that came with an expectation.
    pub(crate) fn expectations(&self) -> usize {
        self.met + self.unmet + self.open
    }

    /// The positions that are as expected, in a line; none if there are none.
    pub fn passes(&self) -> Option<String> {
        let JudgementTally { met, met_live, met_dead, .. } = *self;
        let [met_live, met_dead] = [met_live, met_dead].map(|number| thousands(number as u64));
        let positions = count(met, "position is", "positions are");
        (met > 0)
            .then(|| format!("ok      {positions} as expected: {met_live} live, {met_dead} dead"))
    }
}

impl fmt::Display for JudgementTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JudgementTally { live, dead, unknown, met, unmet, open, written, without, .. } = *self;
        write!(f, "{}: ", count(live + dead + unknown, "position", "positions"))?;
        if self.expectations() + written > 0 {
            let parts = [
                (met, "meets its expectation", "meet their expectation"),
                (unmet, "does not", "do not"),
                (open, "was not compared", "were not compared"),
                (written, "got one", "got one"),
                (without, "has none", "have none"),
            ];
            // The number of those that meet theirs explains the words of the others.
            let said =
                parts.iter().filter(|(number, one, _)| *number > 0 || one.starts_with("meets"));
            let said: Vec<String> =
                said.map(|&(number, one, many)| count(number, one, many)).collect();
            write!(f, "{}; ", said.join(", "))?;
        }
        let [live, dead, unknown] = [live, dead, unknown].map(|number| thousands(number as u64));
        write!(f, "{live} live, {dead} dead")?;
        if self.unknown > 0 {
            write!(f, ", {unknown} unknown")?;
        }
        if self.errors > 0 {
            write!(f, "; {}", count(self.errors, "error", "errors"))?;
        }
        Ok(())
    }
}
