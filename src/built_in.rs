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

/// What `build.rs` packed: for each file a line with its path, a line with its length in bytes, and
/// its text.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rules.zz"));

/// The texts of the files by their paths below `rules`, unpacked when they are needed first.
pub fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let packed = miniz_oxide::inflate::decompress_to_vec_zlib(PACKED);
        let packed = String::from_utf8(packed.expect("build.rs packed it")).expect("texts");
        let (mut files, mut rest) = (Files::new(), packed.as_str());
        while let Some((path, after)) = rest.split_once('\n') {
            let (length, after) = after.split_once('\n').expect("a length");
            let (text, after) = after.split_at(length.parse().expect("a number"));
            files.insert(path.to_owned(), text.to_owned());
            rest = after;
        }
        files
    })
}

/// Adds the files to the places where rule sets are looked up.
pub fn provide() {
    store::provide(files);
}
