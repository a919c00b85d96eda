//! What `deadmove judge` prints: a picture of one position, what is not as expected of several, and
//! the end of the report.

use std::io::{self, Write};
use std::path::Path;

use super::again::{self, Takes, position, this_command};
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use deadmove_core::board::Move;
use deadmove_core::files::Shown;
use deadmove_core::formats::Input;
use deadmove_core::verdict::{ExitCode, Outcome, Verdict};
use deadmove_engine::expectation::{Standing, Unmet};
use deadmove_engine::judge::{Judgement, Turning};
use deadmove_report::command::{board_and_path, words};
use deadmove_report::json;
use deadmove_report::judgement::{self, ExpectationMark, JudgementTally};
use deadmove_report::numbers::{count, thousands};

/// What is printed, and what the end of the report says.
#[derive(Debug, Default)]
pub struct JudgeReport {
    /// One JSON object per position, and nothing else.
    pub json: bool,
    /// Whether witnesses and reasons are left out of the objects.
    pub no_evidence: bool,
    /// Standard output is a picture: the end of the report goes beside it.
    pub beside_data: bool,
    /// Whether a single position was given.
    pub single: bool,
    /// Whether the positions come from standard input, and so cannot be read a second time.
    pub piped: bool,
    /// Whether every position must come with an expectation.
    pub require_expect: bool,
    /// Positions that were reported, with those that could not be read.
    pub reported: usize,
    /// How many positions come before those of this run.
    pub skipped: usize,
    /// Whether certificates are written, which an interrupted run does not keep.
    pub certificates: bool,
    /// How many positions are done with, by this run and earlier ones, if it was interrupted.
    pub interrupted: Option<usize>,
    tally: JudgementTally,
    /// The first position that is not as expected, or else the first with something unknown.
    first: Option<(ExitCode, String)>,
    /// The end of the report on a single position.
    end: Option<Conclusion>,
}

impl JudgeReport {
    /// A report of nothing so far.
    pub fn new(json: bool) -> JudgeReport {
        JudgeReport { json, ..JudgeReport::default() }
    }

    /// Reports a judged position.
    pub fn judged(
        &mut self,
        out: &mut impl Write,
        (name, input): (&str, &Input),
        judgement: &Judgement,
        (unmet, mark): (&Unmet, ExpectationMark),
        code: ExitCode,
    ) -> io::Result<()> {
        self.tally.count(judgement, mark);
        if self.json {
            let evidence = !self.no_evidence;
            let line = json::judgement(name, judgement, &input.position, unmet, evidence);
            return writeln!(out, "{line}");
        }
        if matches!(code, ExitCode::Refuted | ExitCode::Unknown)
            && self.first.as_ref().is_none_or(|(first, _)| first.combine(code) != *first)
        {
            self.first = Some((code, position(input, Takes::File)));
        }
        if self.single {
            self.end = Some(of_one(input, judgement, (unmet, mark), code));
        }
        match detail() {
            Detail::Quiet => Ok(()),
            _ if self.beside_data => Ok(()),
            detail if self.single || detail == Detail::Verbose => {
                let gap = if self.single { "" } else { "\n" };
                write!(out, "{}{gap}", judgement::full(input, judgement, unmet, true))
            }
            _ => {
                if mark == ExpectationMark::Met && code == ExitCode::Holds {
                    return Ok(());
                }
                writeln!(out, "{}", judgement::line(input, judgement, unmet, mark))
            }
        }
    }

    /// Counts an input that could not be read or judged.
    pub fn error(&mut self) {
        self.tally.errors += 1;
    }

    /// Prints the end of the report.
    pub fn finish(
        &self,
        out: &mut impl Write,
        code: ExitCode,
        certificate: Option<&Path>,
    ) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let conclusion = match self.single {
            true => self.end.clone(),
            false => Some(self.of_several(code)),
        };
        let Some(mut conclusion) = conclusion else { return Ok(()) };
        if let Some(path) = certificate {
            let check = words(&["deadmove-checker".to_owned(), path.shown()]);
            conclusion = conclusion.then(check);
        }
        if let (Some(passes), Detail::Usual, false) = (self.tally.passes(), detail(), self.single) {
            writeln!(out, "{passes}")?;
        }
        if self.beside_data {
            conclusion.print_beside_data(code);
            return Ok(());
        }
        conclusion.print(out, code)
    }

    /// The command that goes on with an interrupted run, if its positions can be read again.
    pub fn go_on(&self) -> Option<String> {
        let done = self.interrupted.filter(|_| !self.piped)?;
        match self.certificates {
            true => Some(this_command()),
            false => Some(format!("{} --skip {done}", again::without("--skip"))),
        }
    }

    fn of_several(&self, code: ExitCode) -> Conclusion {
        let tally = &self.tally;
        let left_out = match self.skipped {
            0 => String::new(),
            skipped => format!(" (without the first {})", thousands(skipped as u64)),
        };
        let mut end = Conclusion::new(format!("{tally}{left_out}"));
        end.why = match code {
            ExitCode::Refuted => Some("an expectation is not met".to_owned()),
            ExitCode::Input if tally.errors == 0 => {
                Some("not every verdict could be written".to_owned())
            }
            ExitCode::Input => Some("not every position could be read".to_owned()),
            ExitCode::Unknown if tally.undecided => Some("a limit was reached".to_owned()),
            ExitCode::Unknown if self.require_expect && tally.without > 0 => {
                Some("a position comes without an expected verdict".to_owned())
            }
            ExitCode::Unknown => Some("an expectation was not compared".to_owned()),
            ExitCode::Holds | ExitCode::Internal => None,
        };
        if let Some(done) = self.interrupted {
            end.why = Some(format!("the run was interrupted before position {}", done + 1));
            return self.go_on().into_iter().fold(end, Conclusion::resumed_by);
        }
        let missing = self.require_expect && tally.without > 0;
        if missing && code == ExitCode::Unknown && !self.piped {
            end = end.then(format!("{} --write-expect", this_command()));
        } else if let Some((_, first)) = &self.first {
            end = end.then(format!("deadmove judge {first}"));
        } else if tally.passes().is_some() && detail() == Detail::Usual && !self.piped {
            end = end.then(format!("{} --verbose", this_command()));
        }
        end
    }
}

/// The end of the report on one position.
fn of_one(
    input: &Input,
    judgement: &Judgement,
    (unmet, mark): (&Unmet, ExpectationMark),
    code: ExitCode,
) -> Conclusion {
    let mut answer = verdict(input, judgement);
    if !unmet.refuted.is_empty() {
        let unmet =
            count(unmet.refuted.len(), "expectation is not met", "expectations are not met");
        answer += &format!("; {unmet}");
    }
    if mark == ExpectationMark::Written {
        answer += "; written into the case file";
    }
    let mut end = Conclusion::new(answer);
    end.why = match (code, unmet.standing()) {
        (_, Standing::Refuted) => Some(unmet.refuted.join("; ")),
        (ExitCode::Unknown, Standing::Open) if judgement.limit().is_none() => {
            Some(unmet.open.join("; "))
        }
        (ExitCode::Unknown, _) => Some("a limit was reached".to_owned()),
        _ => None,
    };
    let same = position(input, Takes::File);
    if code == ExitCode::Unknown {
        end = end.then(format!("deadmove judge {same}"));
    }
    if let Turning::Point { .. } = judgement.turning {
        end = end.then(format!("deadmove minimise {}", position(input, Takes::Option)));
    }
    if let (Verdict::Live, Some(dead)) = (judgement.answer.verdict(), dead_move(judgement)) {
        // After the move, the drawing marks the cells of its reason.
        end = end.then(format!("deadmove judge {}", board_and_path(&input.position.after(dead))));
    }
    end.then(format!("deadmove judge {same} -o position.svg"))
}

fn dead_move(judgement: &Judgement) -> Option<Move> {
    let mut moves = judgement.moves.iter();
    moves.find_map(|(direction, answer)| answer.reason().map(|_| *direction))
}

/// The verdict in a sentence.
pub fn verdict(input: &Input, judgement: &Judgement) -> String {
    let length = input.position.path().len();
    match (&judgement.answer, &judgement.turning) {
        (Outcome::Live(rest), _) if rest.is_empty() => "live: the line is finished".to_owned(),
        (Outcome::Live(rest), _) => {
            let steps = count(rest.len(), "more step completes", "more steps complete");
            format!("live: {steps} the line")
        }
        (Outcome::Dead(_), Turning::Point { live, fatal, .. }) => {
            format!("dead: {}", fatal_move(*fatal, live + 1, length))
        }
        (Outcome::Dead(_), Turning::FromTheStart) => {
            "dead: no line can be drawn on this board at all".to_owned()
        }
        (Outcome::Dead(_), _) => "dead; the fatal move is unknown".to_owned(),
        (Outcome::Unknown(limit), _) => format!("unknown: {limit}"),
    }
}

fn fatal_move(fatal: Move, number: usize, length: usize) -> String {
    format!("the fatal move was {fatal}, move {number} of {length}")
}
