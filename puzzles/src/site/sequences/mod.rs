//! Sequences: what reports say about each size, and about the mazes of files.

mod known;
mod page;
mod read;

pub use page::page;
pub use read::{SequenceReport, bounds, counted, repaired, shortened, verified};
