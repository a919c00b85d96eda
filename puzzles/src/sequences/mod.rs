//! Sequences of moves that solve every maze of a size.
//!
//! A maze is a grid of free fields and walls. A sequence of moves is executed from the upper-left
//! field; a move against a wall or the edge does nothing. It solves the maze if it visits the
//! lower-right field.
//!
//! What lives here: the search that verifies a sequence for all mazes ([`verify`]) and a second
//! opinion by SAT ([`sat`]); the number of solvable mazes ([`count`]); bounds of the length of a
//! shortest sequence ([`shortest`], [`upper`]); the repair of faulty sequences ([`repair`]); and
//! certificates for all that ([`certificate`]). Every search is exact: states are compared in full,
//! never by their hashes.
//!
//! What does not live here: the boards and rules of the other crates, the checks of certificates
//! (`deadmove-puzzles-checker`), and output (`crate::report`).

mod astar;
mod beam;
pub mod certificate;
pub mod count;
mod hard;
mod joint;
pub mod maze;
pub mod moves;
mod pattern;
pub mod repair;
pub mod sat;
mod shorten;
pub mod shortest;
pub mod upper;
pub mod verify;
