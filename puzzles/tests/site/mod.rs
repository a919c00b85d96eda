//! The pages about sequences, mazes and loops.

mod loops;
mod mazes;
mod reading;
mod sequences;
mod support;
