//! The sources of this crate, for `deadmove-checker --trust`. A test compares the list with the files.

/// The path of each file relative to the folder of this crate's sources, and its text.
pub const SOURCES: &[(&str, &str)] = &[
    ("kind.rs", include_str!("kind.rs")),
    ("lib.rs", include_str!("lib.rs")),
    ("loops.rs", include_str!("loops.rs")),
    ("sequences/bound.rs", include_str!("sequences/bound.rs")),
    ("sequences/maze.rs", include_str!("sequences/maze.rs")),
    ("sequences/mod.rs", include_str!("sequences/mod.rs")),
    ("sequences/tree.rs", include_str!("sequences/tree.rs")),
    ("sources.rs", include_str!("sources.rs")),
];
