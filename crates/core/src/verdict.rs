//! Verdicts, limits and exit codes of all commands. Nothing here knows about boards or rules.

use std::fmt;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

/// The three answers an engine can give. An error is not a verdict and is never mapped to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A completion exists.
    Live,
    /// No completion exists.
    Dead,
    /// A limit was hit before either could be shown.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Live => "live",
            Verdict::Dead => "dead",
            Verdict::Unknown => "unknown",
        })
    }
}

/// What an engine found: evidence for yes, evidence for no, or the limit that stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<Witness, Reason> {
    /// Yes, with evidence.
    Live(Witness),
    /// No, with evidence.
    Dead(Reason),
    /// Stopped by a limit.
    Unknown(Limit),
}

impl<W, R> Outcome<W, R> {
    /// The verdict without the evidence.
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Live(_) => Verdict::Live,
            Outcome::Dead(_) => Verdict::Dead,
            Outcome::Unknown(_) => Verdict::Unknown,
        }
    }

    /// The evidence for yes.
    pub fn witness(&self) -> Option<&W> {
        match self {
            Outcome::Live(witness) => Some(witness),
            _ => None,
        }
    }

    /// The evidence for no.
    pub fn reason(&self) -> Option<&R> {
        match self {
            Outcome::Dead(reason) => Some(reason),
            _ => None,
        }
    }
}

/// A limit that stopped an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time for one position ran out.
    #[error("the time limit was reached")]
    Timeout,
    /// The SAT solver reached the allowed number of conflicts.
    #[error("the conflict limit was reached")]
    Conflicts,
    /// The frontier engine would have needed more memory than allowed.
    #[error("the memory limit was reached")]
    Memory,
    /// The run was stopped from outside.
    #[error("the run was stopped")]
    Stopped,
    /// The engine can only refute positions, and found no contradiction.
    #[error("the lemmas found no contradiction")]
    Incomplete,
    /// The strips engine looked at all edge sets that it reaches by flips, and none is a path.
    #[error("no strip joins the loops")]
    Unjoined,
    /// The strips engine kept as many edge sets as it may between two joins.
    #[error("the limit of candidates was reached, and no strip has joined the loops")]
    Candidates,
}

/// The limits of an engine for one position: the position itself, its moves and its turning point
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Option<Duration>,
    /// Conflicts of the SAT solver.
    pub max_conflicts: Option<u64>,
    /// Bytes the frontier engine may hold at a time.
    pub memory: usize,
}

impl Limits {
    /// The same, with at most so many conflicts.
    pub fn with_conflicts(self, most: Option<u64>) -> Limits {
        let max_conflicts = self.max_conflicts.into_iter().chain(most).min();
        Limits { max_conflicts, ..self }
    }

    /// The limits of a run that began then: the time that remains, and the others as they are.
    ///
    /// # Errors
    /// [`Limit::Timeout`] if no time remains.
    pub fn since(self, begun: Instant) -> Result<Limits, Limit> {
        let timeout = self.timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
        match timeout {
            Some(Duration::ZERO) => Err(Limit::Timeout),
            _ => Ok(Limits { timeout, ..self }),
        }
    }
}

impl Default for Limits {
    /// No time or conflict limit, 2 GiB for the frontier engine.
    fn default() -> Self {
        Limits { timeout: None, max_conflicts: None, memory: 2 << 30 }
    }
}

/// The exit codes of every command. Scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ExitCode {
    /// Everything that was asked holds.
    Holds = 0,
    /// Something was refuted: an expectation was not met, a rule is unsound, a set incomplete.
    Refuted = 1,
    /// The command line or an input was wrong, or standard output was closed.
    Input = 2,
    /// Something stayed unknown, or the run is incomplete.
    Unknown = 3,
    /// A fault of deadmove itself, for example two engines that disagree.
    Internal = 70,
}

impl ExitCode {
    /// The code of a run with several parts. Internal faults take precedence over input errors,
    /// these over refutations, these over unknowns; the run succeeds only if every part holds.
    pub fn combine(self, other: ExitCode) -> ExitCode {
        use ExitCode::*;
        let severity = |code| match code {
            Holds => 0,
            Unknown => 1,
            Refuted => 2,
            Input => 3,
            Internal => 4,
        };
        if severity(self) >= severity(other) { self } else { other }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        std::process::ExitCode::from(code as u8)
    }
}
