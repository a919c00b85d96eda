//! The rules inside the program: the rule files and set files of the folder `rules`.
//!
//! The program looks for a set by its name in the folder that `DEADMOVE_RULES` names, in a folder
//! `rules` here or above, and then here. Other programs that use this library do so after
//! [`provide`]:
//!
//! ```
//! deadmove::built_in::provide();
//! let loaded = deadmove::rules::load::load(&["mined-9".into()])?;
//! assert_eq!(loaded.files.len(), 18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::OnceLock;

use deadmove_rules::store::{self, Files};

/// What `build.rs` found: paths below `rules`, and texts.
static TEXTS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The texts of the files by their paths below `rules`.
pub fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| TEXTS.iter().copied().collect())
}

/// Adds the files to the places where rule sets are looked up.
pub fn provide() {
    store::provide(files);
}
