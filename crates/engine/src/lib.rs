//! Decides positions: live or dead, with evidence.
//!
//! What lives here: two engines ([`sat`], [`frontier`]) that share the types of questions and
//! answers but no code that finds an answer, so that each can confirm the other; the refutation by
//! lemmas without search ([`propagate`]), which the SAT engine uses first; the search for witnesses
//! that joins loops by strips ([`strips`]); the judgement of a
//! position ([`judge`]); and the validation of every witness and reason by the independent checker
//! ([`evidence`]). What does not: rules, and the presentation of results.

pub mod cheap;
pub mod evidence;
pub mod expectation;
pub mod frontier;
pub mod graph;
pub mod judge;
mod judgement;
pub mod propagate;
pub mod sat;
pub mod strips;
