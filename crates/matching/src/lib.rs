//! What a rule is, and where it matches: the model, and the fast matcher.
//!
//! [`model`] defines what a rule means exactly. This crate is optimised for speed; what reads,
//! writes and describes rules (`deadmove-rules`, which shows all of this as its own) is not.

mod arena;
mod bitboard;
pub mod boundary;
pub mod compile;
mod forced;
pub mod geometry;
pub mod lemmas;
pub mod matcher;
pub mod model;
pub mod moves;
mod padded;
pub mod placed;
mod sieve;

pub use forced::other_ends;
