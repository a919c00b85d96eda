//! What `--trust` prints and `checker/README.md` counts: the source files that each kind of verdict
//! rests on, with their lengths, and the numbered statements.
//!
//! After a change of the sources,
//!
//! ```text
//! UPDATE_DOCUMENTS=1 cargo test -p deadmove-checker --test checker reading_list::
//! ```
//!
//! writes the lists into the README.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use deadmove_checker::trust::{ONLY_REJECT, THEORIES, Theory, all_sources, lemmas};

/// The folders with the checker's sources, relative to the README.
const SOURCES: [&str; 2] = ["src", "kernel/src"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Collects the Rust files below a folder.
fn collect(folder: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder of sources") {
        let entry = entry.expect("a readable entry");
        let path = format!("{folder}/{}", entry.file_name().to_str().expect("a plain name"));
        if entry.path().is_dir() {
            collect(&path, files);
        } else if path.ends_with(".rs") {
            files.insert(path, fs::read_to_string(entry.path()).expect("a text file"));
        }
    }
}

fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    SOURCES.iter().for_each(|folder| collect(folder, &mut files));
    files
}

/// Text between two marks in the README must be this one.
fn assert_listed(name: &str, list: &str) {
    let file = root().join("README.md");
    let readme = fs::read_to_string(&file).expect("a README");
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = readme.split_once(&begin).expect("a mark");
    let (found, after) = rest.split_once(&end).expect("a mark");
    if found != list && std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&file, format!("{before}{begin}{list}{end}{after}")).expect("it is written");
        return;
    }
    assert_eq!(found, list, "run the test with UPDATE_DOCUMENTS=1");
}

#[test]
fn the_program_knows_every_source_file_as_it_is() {
    let known: BTreeMap<String, String> =
        all_sources().into_iter().map(|(file, text)| (file, text.to_owned())).collect();
    let files = files();
    assert_eq!(known.keys().collect::<Vec<_>>(), files.keys().collect::<Vec<_>>());
    assert!(known == files);
}

#[test]
fn the_readme_lists_the_theories_with_their_lines() {
    let files = files();
    let mut list = String::from(
        "\n| kind | certificate | written by | kernel and theory | with the program |\n\
         |---|---|---|---:|---:|\n",
    );
    for theory in &THEORIES {
        let of = theory.files();
        let lines = |wanted: &dyn Fn(&str) -> bool| -> usize {
            let of = of.iter().filter(|file| wanted(file));
            of.map(|file| files[file].lines().count()).sum()
        };
        let (argued, all) = (lines(&Theory::argues), lines(&|_| true));
        let (letter, claim, by) = (theory.letter, theory.claim, theory.written_by);
        writeln!(list, "| {letter} | {claim} | {by} | {argued} | {all} |").expect("text");
    }
    assert_listed("theories", &format!("{list}\n"));
}

/// The name by which other files call a module.
fn module(file: &str) -> Option<&str> {
    let stem = file.strip_suffix(".rs")?.strip_suffix("/mod").unwrap_or(file.strip_suffix(".rs")?);
    let name = stem.rsplit('/').next()?;
    (!["lib", "main", "sources", "mod"].contains(&name)).then_some(name)
}

/// Without the code that follows `use` lines: no file of a list may name, anywhere in its code, a
/// module that is not on the list, except for what the theory says is not executed.
#[test]
fn no_file_that_a_verdict_rests_on_names_a_module_that_is_not_listed() {
    let files = files();
    // They name all modules, and the list of each kind has what they call for it.
    let callers = ["main.rs", "verdict/mod.rs", "lib.rs", "src/folder.rs"];
    for theory in &THEORIES {
        let listed = theory.files();
        let names: BTreeSet<&str> = listed.iter().filter_map(|file| module(file)).collect();
        // What people read decides nothing.
        let others = files.keys().filter(|file| !file.starts_with("src/words/"));
        let others = others.filter(|file| !listed.contains(*file));
        let others = others.filter(|file| !ONLY_REJECT.contains(&file.as_str()));
        let others = others.filter_map(|file| module(file)).filter(|name| !names.contains(name));
        for name in others.collect::<BTreeSet<_>>() {
            for file in &listed {
                if callers.iter().any(|caller| file.ends_with(caller)) {
                    continue;
                }
                let code = files[file].split("#[cfg(test)]").next().expect("text");
                let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                // A folder may be named on the way to a file of the list.
                let leads_on = |rest: &str| {
                    let mut words = rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
                    words.next().is_some_and(|next| names.contains(next))
                };
                let named = code.filter(|line| {
                    let line = line.replace("std::path", "").replace("::<", "");
                    let rest = line.split_once(&format!("{name}::"));
                    rest.is_some_and(|(_, rest)| !leads_on(rest))
                });
                let cut: &[&str] = match theory.letter {
                    'P' => &["search", "cnf"],
                    'R' => &["one_board_by_list", "positions", "claims"],
                    'L' => &["cnf"],
                    _ => &[],
                };
                let named: Vec<&str> = named.collect();
                assert!(named.is_empty() || cut.contains(&name), "{file}: {named:?}");
            }
        }
    }
}

#[test]
fn what_only_rejects_returns_nothing_but_errors() {
    for file in ONLY_REJECT {
        let text = &files()[file];
        let public: Vec<&str> = text.split("pub fn ").skip(1).collect();
        assert!(!public.is_empty(), "{file}");
        for function in public {
            let head = function.split_once('{').expect("a body").0;
            assert!(head.ends_with("-> Result<(), String> "), "{file}: {head}");
            assert!(!head.contains("&mut"), "{file}: {head}");
        }
    }
}

#[test]
fn every_theory_has_numbered_statements_whose_proofs_are_in_the_documents() {
    let mut numbers = BTreeSet::new();
    for (file, text) in files() {
        let found = lemmas(&text);
        assert_eq!(found.len(), text.matches("\n//! **").count(), "{file}");
        for lemma in found {
            let (document, name) = &lemma.proof;
            let proofs = fs::read_to_string(root().join("..").join(document)).expect("a document");
            let heads = [format!("**{name}.**"), format!("**{name}"), format!("# {name}")];
            assert!(heads.iter().any(|head| proofs.contains(head)), "{}: {document}", lemma.number);
            assert!(numbers.insert(lemma.number.clone()), "{} twice", lemma.number);
        }
    }
    for theory in "KPRLED".chars() {
        let own = numbers.iter().filter(|number| number.starts_with(theory)).count();
        assert!(own > 0, "{theory}");
        for at in 1..=own {
            assert!(numbers.contains(&format!("{theory}{at}")), "{theory}{at} is missing");
        }
    }
}
