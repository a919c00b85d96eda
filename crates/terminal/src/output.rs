//! Writing to standard output and standard error, and how a command fails.
//!
//! Before `main`, Rust opens `/dev/null` in place of a standard output that is closed, and it
//! ignores that one opened for reading cannot be written. A run would report nothing and succeed,
//! so it is refused. Only a constructor, which runs before that, can detect it.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ascii;
use crate::visible::Visible;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::ExitCode;
use deadmove_report::schema::OutputSchema;
use deadmove_report::wrap::fill;
use deadmove_report::{render_error, render_error_in_ascii};

/// Whether standard output was closed, or open for reading only, when the process began. Known on
/// Unix only.
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor]
fn look_at_stdout() {
    use rustix::fs::{OFlags, fcntl_getfl};
    let mode = fcntl_getfl(rustix::stdio::stdout()).map(|flags| flags & OFlags::RWMODE);
    let open = mode.is_ok_and(|mode| mode != OFlags::RDONLY);
    STDOUT_WAS_CLOSED.store(!open, Ordering::Relaxed);
}

/// Refuses to begin if nothing that is printed would be written.
///
/// # Errors
/// `output-closed`, if the process began without a standard output. Known on Unix only.
pub fn check_stdout() -> Result<(), Failure> {
    if STDOUT_WAS_CLOSED.load(Ordering::Relaxed) {
        let closed = InputError::new(
            ErrorKind::OutputClosed,
            "standard output is closed, or open for reading only",
        );
        return Err(closed.expected("a place for the output, for example >/dev/null").into());
    }
    Ok(())
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is wrong.
    Input(InputError),
    /// A fault of deadmove itself.
    Internal(String),
    /// Output could not be written: the run is incomplete.
    Output(io::Error),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Makes an error that only a fault of deadmove can cause end the command.
pub trait OrInternal<T> {
    /// The value, or [`Failure::Internal`].
    ///
    /// # Errors
    /// [`Failure::Internal`], if there is no value.
    fn or_internal(self) -> Result<T, Failure>;
}

impl<T, E: Display> OrInternal<T> for Result<T, E> {
    fn or_internal(self) -> Result<T, Failure> {
        self.map_err(|fault| Failure::Internal(fault.to_string()))
    }
}

impl Failure {
    /// Prints the failure and returns its exit code.
    pub fn report(self) -> ExitCode {
        // If standard error is closed, nothing can be reported.
        match self {
            Failure::Input(error) => {
                complain(&error);
                ExitCode::Input
            }
            Failure::Internal(message) => {
                let _ = writeln!(stderr(), "internal error: {message}");
                ExitCode::Internal
            }
            // The reader has seen enough, as in `deadmove … | head`.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::Unknown
            }
            Failure::Output(error) => {
                let _ = writeln!(stderr(), "error: cannot write the output: {error}");
                ExitCode::Unknown
            }
        }
    }
}

/// Prints what the parser of arguments says: help, the version, or an error.
pub fn usage(error: &clap::Error) -> ExitCode {
    let wrong = error.use_stderr();
    // If even this cannot be written, nothing can be reported.
    let _ = match wrong {
        true => write!(stderr(), "{}", error.render().ansi()),
        false => error.print(),
    };
    if wrong { ExitCode::Input } else { ExitCode::Holds }
}

/// Prints the schema with a name, or lists all.
///
/// # Errors
/// If there is none of this name, or it cannot be written.
pub fn schema(all: Vec<OutputSchema>, name: Option<&str>) -> Result<ExitCode, Failure> {
    let mut out = stdout();
    match name {
        None => all
            .iter()
            .try_for_each(|schema| writeln!(out, "{:20} {}", schema.name, schema.about))?,
        Some(name) => {
            let known = all.iter().find(|schema| schema.name == name);
            let schema = known.ok_or("there is no such schema").or_internal()?;
            out.write_all(schema.text().as_bytes())?;
        }
    }
    out.flush()?;
    Ok(ExitCode::Holds)
}

/// Standard output for text; strips colours unless a terminal (or `--color always`) wants them.
/// Names come from files: characters that nobody sees are escaped.
pub fn stdout() -> impl Write {
    io::BufWriter::new(Visible(anstream::stdout()))
}

/// Standard error, in the same way.
pub fn stderr() -> impl Write {
    Visible(anstream::stderr())
}

/// Prints an error in one of several inputs; the others are processed.
pub fn complain(error: &InputError) {
    let rendered = match ascii::is_on() {
        true => render_error_in_ascii(error),
        false => render_error(error, true),
    };
    let _ = writeln!(stderr(), "{rendered}");
}

/// Prints a warning about something that does not affect the result.
pub fn warn(message: &str) {
    let _ = writeln!(stderr(), "{}", fill(&format!("warning: {message}"), "", "  "));
}
