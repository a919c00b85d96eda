//! The end of every report: the answer, why the exit code is not 0, and what to run next.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};

use crate::general::{Detail, detail, is_quiet};
use crate::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
use deadmove_report::wrap::{WIDTH, wrap};

/// Prints hints although standard output is no terminal: for the tests of the hints.
const HINTS: &str = "DEADMOVE_HINTS";

/// The end of a report.
#[derive(Clone, Debug, Default)]
pub struct Conclusion {
    /// The answer, in a sentence that needs no question.
    pub answer: String,
    /// Why the exit code is not 0, if the code alone does not say it.
    pub why: Option<String>,
    /// The command that continues a run that is not finished.
    resume: Option<String>,
    /// The most useful command to run next.
    hint: Option<String>,
}

impl Conclusion {
    /// A conclusion without commands.
    pub fn new(answer: impl Into<String>) -> Conclusion {
        Conclusion { answer: answer.into(), ..Conclusion::default() }
    }

    /// Why the exit code is not 0. With exit code 0 it is not printed.
    pub fn because(mut self, why: impl Into<String>) -> Conclusion {
        self.why = Some(why.into());
        self
    }

    /// A command to run next, for readers at a terminal. The first one is printed.
    pub fn then(mut self, command: impl Into<String>) -> Conclusion {
        self.hint.get_or_insert_with(|| command.into());
        self
    }

    /// The same, with no command for a reader.
    pub fn without_hint(self) -> Conclusion {
        Conclusion { hint: None, ..self }
    }

    /// The command that continues the run. It is always printed, in place of a hint.
    pub fn resumed_by(mut self, command: impl Into<String>) -> Conclusion {
        self.resume = Some(command.into());
        self
    }

    /// Prints it after a report; the answer alone if the command is quiet.
    ///
    /// # Errors
    /// That of the writer.
    pub fn print(&self, out: &mut impl Write, code: ExitCode) -> io::Result<()> {
        self.print_for(out, code, io::stdout().is_terminal())
    }

    /// Ends a report with it, and the command with this exit code.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&self, mut report: impl Write, code: ExitCode) -> Result<ExitCode, Failure> {
        self.print(&mut report, code)?;
        report.flush()?;
        Ok(code)
    }

    /// Ends the command with its JSON, if there is one; or else with a report, which a quiet
    /// command leaves out, and this conclusion.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn report(
        &self,
        json: Option<String>,
        report: impl FnOnce() -> String,
        code: ExitCode,
    ) -> Result<ExitCode, Failure> {
        let mut out = stdout();
        if let Some(json) = json {
            writeln!(out, "{json}")?;
            out.flush()?;
            return Ok(code);
        }
        if !is_quiet() {
            write!(out, "{}", report())?;
        }
        self.finish(out, code)
    }

    fn print_for(&self, out: &mut impl Write, code: ExitCode, reader: bool) -> io::Result<()> {
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
        let answer = colour.on_default().bold();
        for line in wrap(&self.answer, WIDTH) {
            writeln!(out, "{answer}{line}{answer:#}")?;
        }
        if code != ExitCode::Holds {
            let why = self.why.as_deref().unwrap_or(meaning(code));
            for line in wrap(&format!("exit code {}: {why}", code as u8), WIDTH) {
                writeln!(out, "{line}")?;
            }
        }
        // A command is not wrapped: it is for copying.
        let hint = self.hint.as_ref().filter(|_| reader || std::env::var_os(HINTS).is_some());
        if let Some(command) = self.resume.as_ref().or(hint) {
            writeln!(out, "{bold}next:{bold:#} {command}")?;
        }
        Ok(())
    }

    /// Prints it to standard error if a person is there to read it: for commands whose standard
    /// output is data.
    pub fn print_beside_data(&self, code: ExitCode) {
        if io::stderr().is_terminal() && detail() != Detail::Quiet {
            // If standard error is closed, nothing can be reported.
            let _ = self.print_for(&mut crate::output::stderr(), code, true);
        }
    }
}

/// What an exit code says by itself.
pub fn meaning(code: ExitCode) -> &'static str {
    match code {
        ExitCode::Holds => "the answer is positive",
        ExitCode::Refuted => "the answer is negative",
        ExitCode::Input => "some input cannot be used",
        ExitCode::Unknown => "the answer is not known",
        ExitCode::Internal => "a fault of deadmove itself",
    }
}
