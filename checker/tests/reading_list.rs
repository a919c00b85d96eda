//! The reading list in `checker/README.md` names every source file that a verdict rests on, with
//! its length.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The folders with the checker's sources, relative to the README.
const SOURCES: [&str; 3] = ["src", "kernel/src", "../puzzles/checker/src"];

/// Collects the Rust files below a folder with their numbers of lines.
fn collect(root: &Path, folder: &str, files: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of sources") {
        let entry = entry.expect("a readable entry");
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("a plain name"));
        if entry.path().is_dir() {
            collect(root, &path, files);
        } else if path.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).expect("a text file");
            files.insert(path, text.lines().count());
        }
    }
}

/// The rows "| [`file`](file) | lines | … |" of the README.
fn listed(readme: &str) -> Vec<(String, usize)> {
    let row = |line: &str| {
        let rest = line.strip_prefix("| [`")?;
        let (file, rest) = rest.split_once("`](")?;
        let lines = rest.strip_prefix(file)?.strip_prefix(") | ")?.split_once(' ')?.0;
        Some((file.to_owned(), lines.parse().expect("a number of lines")))
    };
    readme.lines().filter_map(row).collect()
}

#[test]
fn the_reading_list_names_every_source_file_once_with_its_length() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = BTreeMap::new();
    SOURCES.iter().for_each(|folder| collect(root, folder, &mut files));
    let readme = fs::read_to_string(root.join("README.md")).expect("a README");
    let listed = listed(&readme);
    let mut names: Vec<&String> = listed.iter().map(|(file, _)| file).collect();
    names.sort();
    assert_eq!(names, files.keys().collect::<Vec<_>>());
    for (file, lines) in &listed {
        let actual = files[file];
        // Small changes need no new number.
        let tolerance = 10 + actual / 10;
        assert!(lines.abs_diff(actual) <= tolerance, "{file}: {lines} listed, has {actual}");
    }
}
