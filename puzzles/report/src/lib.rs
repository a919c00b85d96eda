//! Text and JSON of results about sequences, mazes and loops.
//!
//! What does not live here: decisions, which are made in the crates of the puzzles, and reports
//! about boards and rules (`deadmove-report`).

pub mod loops;
pub mod maze;
pub mod sequence;
