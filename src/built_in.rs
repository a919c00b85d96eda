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

/// What `build.rs` joined: for each file a line with its path, a line with its length in bytes, and
/// its text.
static JOINED: &str = include_str!(concat!(env!("OUT_DIR"), "/rules.txt"));

/// The texts of the files by their paths below `rules`.
pub fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let (mut files, mut rest) = (Files::new(), JOINED);
        while let Some((path, after)) = rest.split_once('\n') {
            let (length, after) = after.split_once('\n').expect("a length");
            let (text, after) = after.split_at(length.parse().expect("a number"));
            files.insert(path, text);
            rest = after;
        }
        files
    })
}

/// Adds the files to the places where rule sets are looked up.
pub fn provide() {
    store::provide(files);
}
