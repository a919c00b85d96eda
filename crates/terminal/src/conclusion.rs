//! The end of every report: what was asked, the answer, why this exit code, and what to run next.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};

use crate::general::{Detail, detail};
use deadmove_core::verdict::ExitCode;
use deadmove_report::wrap::{WIDTH, wrap};

/// The columns of the words on the left.
const INDENT: &str = "          ";

/// The end of a report.
#[derive(Clone, Debug, Default)]
pub struct Conclusion {
    /// What was asked, as a question or in a few words.
    pub asked: String,
    /// The answer, in a sentence or two.
    pub answer: String,
    /// Why the exit code is what it is, if the code alone does not say it.
    pub why: Option<String>,
    /// Commands to run next: to resume, to replay, to look.
    pub next: Vec<String>,
}

impl Conclusion {
    /// A conclusion without commands.
    pub fn new(asked: impl Into<String>, answer: impl Into<String>) -> Conclusion {
        Conclusion { asked: asked.into(), answer: answer.into(), ..Conclusion::default() }
    }

    /// Why the exit code is what it is.
    pub fn because(mut self, why: impl Into<String>) -> Conclusion {
        self.why = Some(why.into());
        self
    }

    /// One more command to run next.
    pub fn then(mut self, command: impl Into<String>) -> Conclusion {
        self.next.push(command.into());
        self
    }

    /// Prints it after a report; the answer alone if the command is quiet.
    pub fn print(&self, out: &mut impl Write, code: ExitCode) -> io::Result<()> {
        if detail() == Detail::Quiet {
            return writeln!(out, "{}", self.answer);
        }
        writeln!(out)?;
        let bold = Style::new().bold();
        let colour = match code {
            ExitCode::Holds => AnsiColor::Green,
            ExitCode::Refuted | ExitCode::Input | ExitCode::Internal => AnsiColor::Red,
            ExitCode::Unknown => AnsiColor::Yellow,
        };
        let why = self.why.as_deref().unwrap_or(meaning(code));
        let exit = format!("{}, {why}", code as u8);
        let answer = Style::new().bold().fg_color(Some(colour.into()));
        for (word, text, style) in [
            ("asked", &self.asked, bold),
            ("answer", &self.answer, answer),
            ("exit code", &exit, bold),
        ] {
            let lines = wrap(text, WIDTH - INDENT.len());
            for (at, line) in lines.iter().enumerate() {
                let word = if at == 0 { word } else { "" };
                writeln!(out, "{style}{word:<9}{style:#} {line}")?;
            }
        }
        // Commands are not wrapped: they are for copying.
        for (at, command) in self.next.iter().enumerate() {
            let word = if at == 0 { "next" } else { "" };
            writeln!(out, "{bold}{word:<9}{bold:#} {command}")?;
        }
        Ok(())
    }

    /// Prints it to standard error if a person is there to read it: for commands whose standard
    /// output is data.
    pub fn print_beside_data(&self, code: ExitCode) {
        if io::stderr().is_terminal() && detail() != Detail::Quiet {
            // If standard error is closed, nothing can be reported.
            let _ = self.print(&mut crate::output::stderr(), code);
        }
    }
}

/// What an exit code says by itself.
fn meaning(code: ExitCode) -> &'static str {
    match code {
        ExitCode::Holds => "all that was asked holds",
        ExitCode::Refuted => "what was asked is refuted",
        ExitCode::Input => "something that was given cannot be used",
        ExitCode::Unknown => "something stayed unknown",
        ExitCode::Internal => "a fault of deadmove itself",
    }
}
