//! What the tests of all crates share: the path of the repository, random positions and rules,
//! claims to prove, small drawings, and naive oracles that share no code with the engines.
//!
//! What does not live here: anything that a program or a library needs.

pub mod claims;
pub mod drawn;
pub mod enumeration;
pub mod naive;
pub mod random;

use std::path::Path;

/// The repository, where `cases/`, `rules/` and `docs/` are.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
