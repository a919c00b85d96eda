//! Positions made to order, for benchmarks and tests: prefixes of random lines and pockets.
//!
//! Everything here is a function of its arguments: a seed gives the same positions everywhere.
//! Nothing here judges a position.

mod line;
mod pocket;

pub use line::{hamiltonian_path, hamiltonian_paths, prefixes, strays};
pub use pocket::{Pocket, Region, Shape, Walled, line_pocket, pockets, walled_pockets};
