//! Generated positions for benchmarks and tests: prefixes of random lines, and pockets.
//!
//! All functions are deterministic: a seed gives the same positions on every machine. Nothing here
//! judges a position.

mod line;
mod pocket;

pub use deadmove_verify::random_lines::{hamiltonian_path, hamiltonian_paths};
pub use line::{prefixes, strays};
pub use pocket::{Pocket, PocketRegion, Shape, Walled, line_pocket, pockets, walled_pockets};
