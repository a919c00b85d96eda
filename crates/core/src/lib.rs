//! Shared domain types: boards, positions, verdicts, reasons, limits, and the files that positions
//! are read from.
//!
//! What lives here: plain data and its text forms. What does not: engines, rules, and how anything
//! is shown.

pub mod board;
pub mod budget;
pub mod deduction;
mod encoding;
pub mod error;
pub mod files;
pub mod folders;
pub mod formats;
pub mod lock;
pub mod position;
pub mod reason;
pub mod sealed;
pub mod suggest;
pub mod unseen;
pub mod verdict;
