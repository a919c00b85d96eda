//! Engines that decide a position. They share the question (board, position, limits) and the form of
//! the answer, and nothing of how they find it, so that each is a second opinion on the other.

pub mod budget;
pub mod cheap;
pub mod frontier;
pub mod sat;
