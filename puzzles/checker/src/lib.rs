//! The checker's part for certificates about sequences and loops; they name their kind, see
//! [`check_by_kind`].
//!
//! What does not live here: certificates about positions and rules, and the program, which are in
//! `deadmove-checker`. No code is shared with the crates whose claims are checked.

mod kind;
pub mod loops;
pub mod sequences;

pub use kind::check_by_kind;
