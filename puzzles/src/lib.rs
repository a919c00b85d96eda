//! Three puzzles beside the boards of `deadmove`: mazes in pictures ([`mazes`]), sequences of moves
//! that solve every maze of a size ([`sequences`]), and a game of loops ([`loops`]).
//!
//! [`report`] turns results into text and JSON, [`site`] makes pages of such JSON, and the program
//! `deadmove-puzzles` is in `src/cli/`. What does not live here: the check of certificates
//! (`deadmove-puzzles-checker`), and all about boards and rules.

pub mod loops;
pub mod mazes;
pub mod report;
pub mod sequences;
pub mod site;
