//! The independent judge of deadmove's evidence.
//!
//! [`replay`] decides whether a path and its witness together fill a board; [`check_reason`]
//! decides whether a [`Reason`] is right in every detail and proves that a position has no
//! completion. Both read plain data: sizes, (column, row) pairs counted from 1 with row 1 at the
//! top, and path strings of the letters U, D, L, R.
//!
//! This crate searches for nothing and shares no code with the engines whose answers it judges, so
//! that a fault in them cannot hide here. It is meant to be read from end to end.

mod board;
mod fault;
mod position;
mod reason;

pub use board::{Board, Cell, MAX_CELLS};
pub use fault::{Fault, Obstacle, Part};
pub use position::replay;
pub use reason::{Reason, check_reason};
