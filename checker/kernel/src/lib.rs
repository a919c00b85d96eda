//! What every part of the checker rests on: formulas, unit propagation, and the replay of proofs.
//!
//! What does not live here: what a formula is about. Positions and rules are in the checker,
//! sequences and loops in the checker beside the puzzles.

mod cnf;

pub use cnf::{Cnf, Listener, Units, check_proof};

/// The version of all certificate formats.
pub const SCHEMA: u32 = 1;
