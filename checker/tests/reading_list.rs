//! What `--trust` prints (`trust.json`) and `checker/README.md` counts: the source files that each
//! kind of verdict rests on, with their lengths, and the numbered statements.
//!
//! After a change of the sources,
//!
//! ```text
//! UPDATE_DOCUMENTS=1 cargo test -p deadmove-checker --test checker reading_list::
//! ```
//!
//! writes both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use deadmove_checker::trust::{Trust, TrustedFile};

use crate::sources::{ONLY_REJECT, SOURCES, THEORIES, Theory, collect, lemmas, purpose, root};

/// The tests of the theory of answers, which is counted on its own, as that of views is.
const ANSWER_TESTS: &str = "tests/answers.rs";

/// A file must have this text. With UPDATE_DOCUMENTS it is written.
fn assert_is(file: &Path, text: &str) {
    let found = fs::read_to_string(file).unwrap_or_default();
    if found != text && std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(file, text).expect("it is written");
        return;
    }
    assert_eq!(found, text, "run the test with UPDATE_DOCUMENTS=1");
}

#[test]
fn the_program_lists_the_files_as_they_are() {
    let theories = THEORIES.map(|theory| (theory.letter, theory.files()));
    let files = SOURCES.iter().map(|(path, text)| TrustedFile {
        theories: theories
            .iter()
            .filter(|(_, files)| files.contains(path))
            .map(|(letter, _)| *letter)
            .collect(),
        path: path.clone(),
        lines: text.lines().count(),
        purpose: purpose(text),
        lemmas: lemmas(text),
    });
    let files = files.filter(|file| !file.theories.is_empty()).collect();
    let trust = Trust { files, only_reject: ONLY_REJECT.map(str::to_owned).into() };
    let text = serde_json::to_string_pretty(&trust).expect("plain data");
    assert_is(&root().join("src/words/trust.json"), &format!("{text}\n"));
}

#[test]
fn the_readme_lists_the_theories_with_their_lines() {
    let mut list = String::from(
        "\n| kind | certificate | written by | kernel and theory | with the program |\n\
         |---|---|---|---:|---:|\n",
    );
    for theory in &THEORIES {
        let of = theory.files();
        let lines = |wanted: &dyn Fn(&str) -> bool| -> usize {
            let of = of.iter().filter(|file| wanted(file));
            of.map(|file| SOURCES[file].lines().count()).sum()
        };
        let (argued, all) = (lines(&Theory::argues), lines(&|_| true));
        let (letter, claim, by) = (theory.letter, theory.claim, theory.written_by);
        writeln!(list, "| {letter} | {claim} | {by} | {argued} | {all} |").expect("text");
    }
    let file = root().join("README.md");
    let readme = fs::read_to_string(&file).expect("a README");
    let (begin, end) = ("<!-- theories -->\n", "<!-- end of theories -->");
    let (before, rest) = readme.split_once(begin).expect("a mark");
    let (_, after) = rest.split_once(end).expect("a mark");
    assert_is(&file, &format!("{before}{begin}{list}\n{end}{after}"));
}

#[test]
fn the_kernel_and_the_theories_have_fewer_than_9_000_lines_with_their_tests() {
    // These test the program, what it prints, and what only rejects.
    let others = ["limits", "measured", "program", "reports", "reading_list", "sources"];
    let is_other = |file: &str| {
        file == ANSWER_TESTS || others.iter().any(|other| file == format!("tests/{other}.rs"))
    };
    let mut tests = BTreeMap::new();
    collect("tests", &mut tests);
    tests.retain(|file, _| !is_other(file));
    let argues = |file: &str| {
        !["src/words/", "src/answers/", "src/views/"].iter().any(|part| file.starts_with(part))
            && !ONLY_REJECT.contains(&file)
    };
    let sources = SOURCES.iter().filter(|(file, _)| Theory::argues(file) && argues(file));
    let all: usize = sources.chain(&tests).map(|(_, text)| text.lines().count()).sum();
    assert!(all < 9_000, "{all}");
}

#[test]
fn the_theories_of_answers_and_of_views_have_fewer_than_600_and_200_lines_with_their_tests() {
    let mut tests = BTreeMap::new();
    collect("tests", &mut tests);
    // The tests of views are those of `lab twins`.
    for (folder, lines) in [("src/answers/", 300..600), ("src/views/", 100..200)] {
        let own = SOURCES.iter().chain(tests.iter().filter(|_| folder == "src/answers/"));
        let own = own.filter(|(file, _)| file.starts_with(folder) || *file == ANSWER_TESTS);
        let all: usize = own.map(|(_, text)| text.lines().count()).sum();
        assert!(lines.contains(&all), "{folder}: {all}");
    }
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
    // They name all modules, and the list of each kind has what they call for it.
    let callers = ["main.rs", "verdict/mod.rs", "lib.rs", "src/folder.rs", "kernel/mod.rs"];
    for theory in &THEORIES {
        let listed = theory.files();
        let names: BTreeSet<&str> = listed.iter().filter_map(|file| module(file)).collect();
        // What people read decides nothing.
        let others = SOURCES.keys().filter(|file| !file.starts_with("src/words/"));
        let others = others.filter(|file| !listed.contains(*file));
        let others = others.filter(|file| !ONLY_REJECT.contains(&file.as_str()));
        let others = others.filter_map(|file| module(file)).filter(|name| !names.contains(name));
        for name in others.collect::<BTreeSet<_>>() {
            for file in &listed {
                if callers.iter().any(|caller| file.ends_with(caller)) {
                    continue;
                }
                let code = SOURCES[file].split("#[cfg(test)]").next().expect("text");
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
        let text = &SOURCES[file];
        let public: Vec<&str> = text.split("pub fn ").skip(1).collect();
        assert!(!public.is_empty(), "{file}");
        // A digest says nothing by itself, and no other file asks for one.
        for function in public.iter().filter(|function| !function.starts_with("sha256(")) {
            let head = function.split_once('{').expect("a body").0;
            assert!(head.ends_with("-> Result<(), String> "), "{file}: {head}");
            assert!(!head.contains("&mut"), "{file}: {head}");
        }
    }
}

#[test]
fn digests_are_computed_only_where_they_are_compared() {
    for (file, text) in SOURCES.iter().filter(|(file, _)| *file != "src/digest.rs") {
        assert!(!text.contains("sha256("), "{file}");
    }
}

/// Methods are called without the name of the file that adds them to a type of another file.
#[test]
fn no_file_that_a_verdict_rests_on_calls_a_method_of_a_kernel_file_that_is_not_listed() {
    for theory in &THEORIES {
        let listed = theory.files();
        let others = SOURCES.iter().filter(|(file, _)| file.starts_with("src/kernel/"));
        for (other, text) in others.filter(|(file, _)| !listed.contains(*file)) {
            let blocks = text.split("\nimpl ").skip(1);
            let added = blocks.filter(|block| {
                let name = block.split([' ', '<']).next().expect("a type");
                !["struct", "enum"].iter().any(|kind| text.contains(&format!("{kind} {name}")))
            });
            let methods = added.flat_map(|block| block.split("\n    pub fn ").skip(1));
            for name in methods.filter_map(|method| method.split(['(', '<']).next()) {
                let calls = |file: &&String| SOURCES[*file].contains(&format!(".{name}("));
                assert_eq!(listed.iter().find(calls), None, "{other}: {name}");
            }
        }
    }
}

#[test]
fn every_theory_has_numbered_statements_whose_proofs_are_in_the_documents() {
    let mut numbers = BTreeSet::new();
    for (file, text) in SOURCES.iter() {
        let found = lemmas(text);
        assert_eq!(found.len(), text.matches("\n//! **").count(), "{file}");
        for lemma in found {
            let (document, name) = &lemma.proof;
            let proofs = fs::read_to_string(root().join("..").join(document)).expect("a document");
            let heads = [format!("**{name}.**"), format!("**{name}"), format!("# {name}")];
            assert!(heads.iter().any(|head| proofs.contains(head)), "{}: {document}", lemma.number);
            assert!(numbers.insert(lemma.number.clone()), "{} twice", lemma.number);
        }
    }
    for theory in "KPRLEDA".chars() {
        let own = numbers.iter().filter(|number| number.starts_with(theory)).count();
        assert!(own > 0, "{theory}");
        for at in 1..=own {
            assert!(numbers.contains(&format!("{theory}{at}")), "{theory}{at} is missing");
        }
    }
}
