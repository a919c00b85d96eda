//! Mazes of square fields, and what dead-end filling makes of them.
//!
//! Data flows one way: picture or text → [`Maze`] → [`fill`], [`exact`], [`shortest`], [`why`],
//! [`claims`] → text or picture. Nothing here calls itself: a maze may have a hundred million fields.
//!
//! What is asserted with evidence (a path, a field that cuts another one off) is replayed by
//! [`check`], which shares nothing with the searches but the grid.

pub mod check;
pub mod claims;
pub mod counterexample;
mod draw;
mod error;
mod exact;
mod fill;
pub mod generate;
mod grid;
mod openings;
mod path;
pub mod picture;
mod solution;
pub mod text;
mod why;

pub use draw::{Layout, draw};
pub use error::{MazeError, TextSpan};
pub use exact::exact;
pub use fill::fill;
pub use grid::{Grid, Maze, STEPS};
pub use openings::Openings;
pub use path::shortest;
pub use solution::{Layer, Solution, solve};
pub use why::{Why, checked_why, why};
