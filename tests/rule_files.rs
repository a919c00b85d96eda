//! The shipped rule files: every one can be read, and writing and reading it again changes nothing.

use std::path::{Path, PathBuf};

use deadmove::rule::RuleFile;

fn rule_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of rules") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rule") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "no rule files found");
    files
}

#[test]
fn every_rule_file_survives_writing_and_reading() {
    for path in rule_files() {
        let file = RuleFile::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let text = file.write();
        let again = RuleFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, file, "{}", path.display());
    }
}
