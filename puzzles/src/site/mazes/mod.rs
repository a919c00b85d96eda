//! Mazes: claims about single ones, and searches for counterexamples among all small ones.

mod page;
mod read;

pub use page::page;
pub use read::{MazeReports, claims, search};
