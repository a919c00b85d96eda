//! Proofs by deduction: the lemmas on what a picture shows. Each step decides an edge, an unknown
//! cell, or where the end cell is, for every board that has the picture and every completion; where
//! nothing follows, the argument splits. No formula is needed.
//!
//! `picture` has what is known, `graph` the graph that follows from it, `cut` the two lemmas about
//! sets of nodes, `consequences` what follows by them at once, `search` the facts that are
//! supposed. The proof that each step is right is in `docs/explanation/proofs-for-every-board.md`.

mod consequences;
mod cut;
mod graph;
mod picture;
mod search;

use deadmove_rules::geometry::Offset;

pub use picture::PictureFact;
pub use search::{FEW_PROBES, MANY_PROBES, deduce, is_large};

/// A step of a deduction, in depth-first order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureStep {
    /// Two cases follow: the fact holds, and the opposite.
    Split(PictureFact),
    /// The fact holds.
    Follows(PictureFact, PictureReason),
    /// The case is impossible.
    Ends(PictureReason),
}

/// Why a fact holds, because the opposite is impossible, or a case is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureReason {
    /// What is known is contradictory.
    Known,
    /// The border of a set cannot be crossed as it must be. The set has these known cells, and the
    /// pockets of the unknown ones.
    Cut(Vec<Offset>),
    /// The colours of the region of this segment cannot be balanced.
    Colour(usize),
    /// This cell would be a wall with fewer than two walls beside it.
    Wall(Offset),
}
