//! Decides positions.
//!
//! What lives here: the engines ([`sat`], [`frontier`]), which share the question and the form of
//! the answer but nothing of how they find it, so that each is a second opinion on the other; the
//! questions asked about a position ([`judge`]); and the check of every witness and reason by the
//! independent checker ([`evidence`]). What does not: rules, and how anything is shown.

pub mod cheap;
pub mod evidence;
pub mod expectation;
pub mod frontier;
pub mod graph;
pub mod judge;
pub mod sat;
