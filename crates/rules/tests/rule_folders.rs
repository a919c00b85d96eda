//! The form, names, folders and index of the shipped rule files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use deadmove_rules::RuleFile;
use deadmove_rules::load::{KnownWrong, LoadedFile, load, load_with};
use deadmove_testing::random::all_rule_files;

#[test]
fn every_shipped_rule_is_in_the_form_the_writer_gives_it() {
    for LoadedFile { path, text, rule_file } in all_rule_files() {
        if let RuleFile::Rule(_) = rule_file {
            assert_eq!(text, rule_file.write(), "{path}");
        }
    }
}

#[test]
fn no_two_rules_have_the_same_slug() {
    let mut seen = BTreeMap::new();
    for file in all_rule_files() {
        if let Some(other) = seen.insert(file.slug(), file.path.clone()) {
            panic!("{other} and {} have the same name", file.path);
        }
    }
}

/// The letters and digits of a name, without the word "and".
fn letters(name: &str) -> String {
    let name = name.to_lowercase();
    name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| *word != "and").collect()
}

#[test]
fn every_rule_stands_in_a_file_of_its_name_and_a_folder_of_its_family() {
    for LoadedFile { path, rule_file, .. } in all_rule_files() {
        if let RuleFile::Rule(rule) = rule_file {
            let stem = path.file().file_stem().expect("a file name").to_string_lossy();
            let family = rule.head.family.unwrap_or_default();
            let family = family.strip_suffix(" (historic)").unwrap_or(&family);
            match path.slug() {
                None => assert_eq!(letters(&stem), letters(&rule.head.name), "{path}"),
                Some(_) => assert_eq!(stem, family, "{path}"),
            }
            let folder = path.parent().and_then(|folder| folder.file_name()).expect("a folder");
            assert_eq!(folder.to_string_lossy(), family, "{path}");
        }
    }
}

/// Cuts the first picture out of a rule file.
fn picture(text: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with("picture")).skip(1);
    let rows: Vec<&str> = lines.take_while(|line| line.starts_with(' ')).collect();
    rows.join("\n")
}

/// The pages in `rules/` and its folders, by their paths.
fn pages() -> BTreeMap<PathBuf, String> {
    let files = all_rule_files();
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.path.parent()).collect();
    let index = folders.iter().filter_map(|folder| folder.parent());
    let paths: BTreeSet<PathBuf> =
        folders.iter().copied().chain(index).map(|folder| folder.join("README.md")).collect();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn the_page_of_a_folder_names_its_wrong_rules() {
    let pages = pages();
    let mut named = 0;
    for LoadedFile { path, rule_file, .. } in all_rule_files() {
        if rule_file.head().wrong_since.is_some() {
            let name = path.file_name().expect("a file name").to_string_lossy();
            let page = &pages[&path.with_file_name("README.md")];
            assert!(page.contains(&format!("]({name}): wrong")), "{path} is not on the page");
            named += 1;
        }
    }
    assert!(named > 0);
}

#[test]
fn the_index_names_every_folder_with_the_number_of_its_rules() {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for file in all_rule_files() {
        let folder = file.path.parent().and_then(|folder| folder.file_name()).expect("a folder");
        *numbers.entry(folder.to_string_lossy().into_owned()).or_default() += 1;
    }
    let index = include_str!("../../../rules/README.md");
    for (folder, number) in numbers {
        let row = format!("| [{folder}]({folder}/README.md) | {number} |");
        assert!(index.contains(&row), "rules/README.md has no row that begins with {row}");
    }
    assert!(index.contains(&format!("\n{} rules", all_rule_files().len())));
}

#[test]
fn pictures_on_the_pages_are_those_of_the_files() {
    let pictures: Vec<String> = all_rule_files().iter().map(|file| picture(&file.text)).collect();
    let mut compared = 0;
    for (path, page) in pages() {
        for block in page.split("```").skip(1).step_by(2).map(|block| block.trim_matches('\n')) {
            // Frames and commands are not pictures of files.
            if !block.starts_with("  ") || block.contains('│') {
                continue;
            }
            compared += 1;
            assert!(
                pictures.iter().any(|p| p == block),
                "{}: no rule has\n{block}",
                path.display()
            );
        }
    }
    assert!(compared > 10, "only {compared} pictures found");
}

#[test]
fn the_sets_with_names_are_the_shipped_set_files() {
    let rules = deadmove_testing::root().join("rules");
    let files = |name: &str| {
        let loaded = load(&[rules.join(format!("{name}.set"))]).unwrap_or_else(|e| panic!("{e}"));
        loaded.all().unwrap_or_else(|error| panic!("{error}"))
    };
    let wrong = files("known-wrong");
    let since = |file: &LoadedFile| file.rule_file.head().wrong_since;
    assert!(wrong.iter().all(|file| since(file).is_some()));
    let all = load_with(std::slice::from_ref(&rules), KnownWrong::Include).unwrap();
    assert_eq!(all.files.iter().filter(|file| since(file).is_some()).count(), wrong.len());
    for name in ["proved", "mined-9", "all-sizes", "lemmas", "by-the-research"] {
        let set = files(name);
        assert!(!set.is_empty() && set.iter().all(|file| since(file).is_none()), "{name}");
    }
}
