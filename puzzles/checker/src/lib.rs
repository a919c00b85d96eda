//! Checks certificates about sequences and loops. They name their kind, see [`check_by_kind`].
//!
//! What does not live here: certificates about positions and rules, and the program; both are in
//! `deadmove-checker`. No code is shared with the crates whose claims are checked.

mod kind;
pub mod loops;
pub mod sequences;

pub use kind::check_by_kind;
