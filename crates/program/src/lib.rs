//! Programs in place of rules: what they are asked, what they answer, how they are run.
//!
//! The protocol is `docs/reference/programs.md`: one line for each question, one line for each
//! answer. Data flows one way: position → [`question`] → process → [`answer`].
//!
//! What does not live here: whether an answer is right (`deadmove-verify`), and reports.

pub mod answer;
pub mod fault;
pub mod file;
#[cfg(unix)]
pub mod guard;
pub mod pipes;
pub mod process;
pub mod question;
