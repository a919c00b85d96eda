//! Proving a rule for every board at once, from corner to opposite corner, without blocked cells.
//!
//! *Windows.* A rule says that a move is dead. Suppose it is not: then some board has a position
//! that the rule matches, with a completion through that move. The window argument looks at this
//! completion in a few cells around the live end and states what is true there on every board
//! ([`formula`]). If the formula has no model, the claim holds on every board. If it has one,
//! nothing is proved: the model is a candidate countermodel.
//!
//! *Induction.* A second argument proves a family for every choice of its parameters at once
//! ([`transfer`], [`induction`]).
//!
//! `docs/explanation/proofs-for-every-board.md` is the whole proof. "Every board" means every
//! rectangular board without blocked cells whose line leads from a corner to the opposite one.
//!
//! What lives here: the arguments, the comparison with small boards ([`cross_check`]), and what
//! they make of a rule ([`weaken`], [`tighten`]). What does not: the clauses of windows
//! (`deadmove-encodings`), certificates (`deadmove-certify`), tables and pictures
//! (`deadmove-report`).

/// The boards that proofs are about, in words.
pub const EVERY_BOARD: &str = "every board from corner to opposite corner, without blocked cells";

pub mod argument;
mod board_shape;
pub mod claims;
pub mod cross_check;
pub mod deduction;
pub mod family;
pub mod formula;
pub mod induction;
mod needed;
mod off_window;
pub mod proofs;
pub mod run;
pub mod situation;
mod source;
pub mod tighten;
pub mod transfer;
pub mod weaken;
