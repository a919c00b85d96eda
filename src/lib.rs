//! deadmove verifies rules that call moves dead.
//!
//! Data flows one way: file → [`position::Position`] → engine → [`verdict::Outcome`] with evidence
//! → report.

pub mod board;
pub mod engine;
pub mod error;
pub mod position;
pub mod reason;
pub mod rule;
pub mod verdict;
