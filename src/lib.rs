//! deadmove verifies rules that call moves dead.
//!
//! Data flows one way: file → [`core::position::Position`] → engine → verdict with evidence →
//! report.

pub use deadmove_certify as certify;
pub use deadmove_core as core;
pub use deadmove_engine as engine;
pub use deadmove_prove as prove;
pub use deadmove_report as report;
pub use deadmove_rules as rules;
pub use deadmove_search as search;
pub use deadmove_verify as verify;
