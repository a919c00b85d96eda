//! Certificates: evidence for verdicts, which the checker accepts without trusting the code that
//! found it.
//!
//! The formulas are the checker's ([`deadmove_checker::Graph`], [`deadmove_checker::RuleFormula`]).
//! This crate solves them, finds lemmas, and writes down the derivation of the solver. It solves
//! everything again, so it does not rely on the answers of [`deadmove_engine::judge`] and
//! [`deadmove_verify`].
//!
//! What does not live here: the checks of certificates (`deadmove-checker`).

pub mod all_sizes;
mod claim;
pub mod folder;
pub mod judgement;
pub mod lemmas;
pub mod listed;
mod position_graph;
pub mod program;
pub mod require;
pub mod rule;

pub use rule::compiled;

/// The name and version of this program, as written in certificates.
pub(crate) const TOOL: &str = concat!("deadmove ", env!("CARGO_PKG_VERSION"));

/// A fault of deadmove itself: evidence that its own checker rejects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checker rejects the certificate of {what}: {why}")]
pub struct CheckerRejection {
    /// What was certified.
    pub what: String,
    /// The checker's objection.
    pub why: String,
}

/// Text as zlib data.
pub fn compress(text: &str) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 6)
}
