//! Checks certificates about sequences and loops. Such a certificate has a field `kind`; see
//! [`check_by_kind`].
//!
//! What does not live here: certificates about positions and rules, and the program; both are in
//! `deadmove-checker`. This crate shares no code with the crates whose claims it checks.

mod kind;
pub mod loops;
pub mod sequences;
pub mod sources;

pub use kind::{check_by_kind, letter_of};
