//! Engines that decide a position. They share the board and the position and nothing else, so that
//! each is a second opinion on the other.

pub mod budget;
pub mod cheap;
pub mod frontier;
pub mod sat;
