//! Lists the rule files and set files of `rules/`, with their texts, for [`deadmove::built_in`].

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=rules");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let (root, mut files) = (root.join("rules"), Vec::new());
    collect(&root, &mut files)?;
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let parts = file.strip_prefix(&root).expect("a file below the folder");
        let parts: Vec<_> = parts.iter().map(|part| part.to_string_lossy()).collect();
        // Git may have changed the ends of lines.
        let text = fs::read_to_string(&file)?.replace("\r\n", "\n");
        texts.push((parts.join("/"), text));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    fs::write(out.join("rules.rs"), format!("{texts:?}"))
}

/// Adds the rule files and set files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "rule" || end == "set") {
            files.push(path);
        }
    }
    Ok(())
}
