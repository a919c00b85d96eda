//! deadmove verifies rules that call moves dead.
//!
//! Data flows one way: file → [`position::Position`] → engine → [`verdict::Outcome`] with evidence
//! → report.

pub mod board;
pub mod certify;
pub mod cli;
pub mod engine;
pub mod error;
pub mod evidence;
pub mod formats;
pub mod generate;
pub mod judge;
pub mod mine;
pub mod position;
pub mod reason;
pub mod report;
pub mod rule;
pub mod verdict;
pub mod verify;
pub mod walk;
