//! Text, JSON and SVG of what is found about sequences, mazes and loops.
//!
//! What does not live here: deciding anything, and drawing on boards that rules are about.

pub mod loops;
pub mod maze;
pub mod sequence;
