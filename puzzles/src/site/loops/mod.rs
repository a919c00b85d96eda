//! The loop game: claims about it, best play, and judged games.

mod page;
mod read;

pub use page::page;
pub use read::{LoopsReports, facts, game, solved};
