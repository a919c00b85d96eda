//! The sources of this crate, for `deadmove-checker --trust`. A test compares the list with the files.

/// The path of each file relative to the folder of this crate's sources, and its text.
pub const SOURCES: &[(&str, &str)] = &[
    ("binding.rs", include_str!("binding.rs")),
    ("board.rs", include_str!("board.rs")),
    ("cnf.rs", include_str!("cnf.rs")),
    ("export.rs", include_str!("export.rs")),
    ("files.rs", include_str!("files.rs")),
    ("graph.rs", include_str!("graph.rs")),
    ("lib.rs", include_str!("lib.rs")),
    ("limits.rs", include_str!("limits.rs")),
    ("matching.rs", include_str!("matching.rs")),
    ("position.rs", include_str!("position.rs")),
    ("rule.rs", include_str!("rule.rs")),
    ("sha256.rs", include_str!("sha256.rs")),
    ("sources.rs", include_str!("sources.rs")),
    ("strict.rs", include_str!("strict.rs")),
    ("sum.rs", include_str!("sum.rs")),
    ("threads.rs", include_str!("threads.rs")),
    ("unit_propagation.rs", include_str!("unit_propagation.rs")),
];
