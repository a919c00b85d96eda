//! Sequences of moves that solve every maze of a size.
//!
//! A maze is a grid of free fields and walls; a sequence of moves is executed from the upper-left
//! field, and a move against a wall or the edge does nothing. It solves the maze if it visits the
//! lower-right field. Here is the search that verifies a sequence for all mazes ([`verify`]) and a
//! second opinion by SAT ([`sat`]); the number of solvable mazes ([`count`]); bounds of the length
//! of a shortest sequence ([`shortest`], [`upper`]), the repair of faulty sequences ([`repair`]),
//! and the certificates of all that ([`certificate`]). Nothing here knows of the boards and rules of
//! the other crates. Every search is exact: states are compared in full, never by their hashes.

mod astar;
mod beam;
pub mod bounds;
pub mod certificate;
mod construct;
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
