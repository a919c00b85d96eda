//! The pages of deadmove.
//!
//! What lives here: the board page with its scripts ([`board`]). What does not: the server that
//! sends it (`src/cli/board`), and the answers to its questions (`deadmove-analysis`).

pub mod board;
