//! A second implementation of the argument about every member of a family, written from
//! `docs/explanation/proofs-for-every-board.md`. It shares the rule model and the expansion of
//! families with the first one, and nothing else.
//!
//! - `barrier`: which neighbours of the segment lie in the region, which beyond.
//! - `passages`: the sums that Lemma 6 admits.
//! - `line`, `rays`: all parameters as single members and rays, and why pictures repeat on a ray.
//! - `every_member`: all members of a ray at once. Not by Lemma 7, but by longest walks.

mod agreement;
mod altered;
mod barrier;
mod every_member;
mod line;
mod parts;
mod passages;
mod rays;
