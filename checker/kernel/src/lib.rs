//! The kernel of the checker: formulas in conjunctive normal form, unit propagation, and the
//! checking of LRAT proofs. Every verdict "no solution" rests on it.
//!
//! What does not live here: the meaning of a formula. `deadmove-checker` makes the formulas about
//! positions and rules, `deadmove-puzzles-checker` those about sequences and loops.

mod cnf;
pub mod files;

pub use cnf::{Cnf, Listener, UnitPropagation, check_proof};

/// The version of all certificate formats.
pub const SCHEMA: u32 = 1;
