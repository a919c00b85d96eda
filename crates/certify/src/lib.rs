//! Certificates: evidence for verdicts that the checker accepts without any of the code that found
//! it.
//!
//! The formulas are the checker's own ([`deadmove_checker::Graph`], [`deadmove_checker::RuleFormula`]);
//! here they are solved, lemmas are found, and the solver's derivation is written down. What is
//! certified is solved anew: the engines of [`deadmove_engine::judge`] and [`deadmove_verify`] need not be
//! believed, and are not.

pub mod all_sizes;
mod claim;
mod compiled;
pub mod folder;
mod grid;
pub mod judgement;
pub mod listed;
pub mod require;
pub mod rule;

pub use compiled::compiled;

/// The name of this program and its version, as certificates carry it.
pub const TOOL: &str = concat!("deadmove ", env!("CARGO_PKG_VERSION"));

/// A fault of deadmove itself: evidence that its own checker rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// What it is about.
    pub what: String,
    /// The checker's objection.
    pub why: String,
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the checker rejects the certificate of {}: {}", self.what, self.why)
    }
}

/// Text as zlib data.
pub fn compress(text: &str) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 6)
}
