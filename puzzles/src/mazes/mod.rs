//! Mazes of square fields, and dead-end filling.
//!
//! Data flows one way: picture or text → [`GridMaze`] → [`fill`], [`exact`], [`shortest`], [`why`],
//! [`claims`] → text or picture. No function is recursive, since a maze may have a hundred million
//! fields.
//!
//! Evidence (a path, a field that cuts another one off) is replayed by [`check`], which shares
//! nothing with the searches but the grid.
//!
//! What does not live here: sentences and JSON about the results (`crate::report`).

pub mod check;
pub mod claims;
pub mod counterexample;
mod draw;
mod exact;
mod fill;
mod grid;
mod openings;
mod path;
pub mod picture;
mod solution;
pub mod text;
mod why;

pub use draw::{PixelLayout, draw};
pub use exact::exact;
pub use fill::fill;
pub use grid::{Grid, GridMaze};
pub use openings::Openings;
pub use path::shortest;
pub use solution::{FieldLayer, Solution, solve};
pub use why::{Why, checked_why, why};
