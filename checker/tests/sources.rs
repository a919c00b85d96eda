//! Which source files each kind of verdict rests on: begin with the files of a theory, and follow
//! their `use` lines and private modules. Each theory names what it does not execute.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use deadmove_checker::trust::Lemma;

/// A kind of verdict.
#[derive(Debug)]
pub struct Theory {
    /// Its letter in `checker/README.md`.
    pub letter: char,
    /// What is claimed.
    pub claim: &'static str,
    /// The command that writes such certificates.
    pub written_by: &'static str,
    /// The files to begin with.
    roots: &'static [&'static str],
    /// Files that others of the list name, but from which nothing is executed.
    without: &'static [&'static str],
}

/// Files that every verdict rests on.
const PROGRAM: [&str; 5] = [
    "src/bin/deadmove-checker/main.rs",
    "src/verdict/mod.rs",
    "src/lib.rs",
    "src/kernel/mod.rs",
    "src/kernel/files.rs",
];

/// Files that can only reject, as their headers argue: no verdict rests on them.
pub const ONLY_REJECT: [&str; 3] =
    ["src/digest.rs", "src/one_board/strict.rs", "src/strict/mod.rs"];

/// All kinds of verdicts.
pub const THEORIES: [Theory; 9] = [
    Theory {
        letter: 'P',
        claim: "a position, by witnesses, reasons and deductions",
        written_by: "`judge --certificate`",
        roots: &["src/positions/mod.rs"],
        without: &["src/positions/search.rs", "src/kernel/cnf.rs"],
    },
    Theory {
        letter: 'F',
        claim: "the same, if a verdict is \"dead by search\"",
        written_by: "`judge --certificate`",
        roots: &["src/positions/mod.rs"],
        without: &[],
    },
    Theory {
        letter: 'R',
        claim: "rules on one board, by proofs",
        written_by: "`certify --engine sat`",
        roots: &["src/verdict/one_board.rs", "src/one_board_by_proofs/mod.rs"],
        without: &[
            "src/one_board_by_list/mod.rs",
            "src/one_board_by_list/claims.rs",
            "src/one_board_by_list/incomplete.rs",
            "src/positions/mod.rs",
            "src/words/show.rs",
        ],
    },
    Theory {
        letter: 'L',
        claim: "rules on one board, by list",
        written_by: "`certify --engine list`",
        roots: &["src/verdict/one_board.rs", "src/one_board_by_list/mod.rs"],
        without: &[
            "src/one_board_by_list/incomplete.rs",
            "src/positions/mod.rs",
            "src/words/show.rs",
            "src/kernel/cnf.rs",
        ],
    },
    Theory {
        letter: 'I',
        claim: "besides L, that a set of rules is incomplete",
        written_by: "`certify --engine list`",
        roots: &["src/one_board_by_list/incomplete.rs"],
        without: &[],
    },
    Theory {
        letter: 'E',
        claim: "rules on every board",
        written_by: "`certify --all-sizes`",
        roots: &["src/verdict/every_board.rs"],
        without: &["src/words/show.rs"],
    },
    Theory {
        letter: 'D',
        claim: "completeness of the lemmas on one board",
        written_by: "`certify rules/lemmas`",
        roots: &["src/verdict/lemmas.rs"],
        without: &[],
    },
    Theory {
        letter: 'A',
        claim: "the answers of a program on one board",
        written_by: "`certify NAME.program`",
        roots: &["src/verdict/answers.rs"],
        without: &[],
    },
    Theory {
        letter: 'V',
        claim: "two positions that rules of a reach cannot tell apart",
        written_by: "`lab twins --certificate`",
        roots: &["src/verdict/views.rs"],
        without: &["src/words/show.rs"],
    },
];

/// All sources: path relative to `checker/` → text.
pub static SOURCES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    collect("src", &mut files);
    files
});

/// The folder of the checker.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Collects the Rust files below a folder.
pub fn collect(folder: &str, files: &mut BTreeMap<String, String>) {
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

impl Theory {
    /// Whether a file is of the kernel or of a theory, and not of the program that calls them.
    pub fn argues(file: &str) -> bool {
        let calls = |part: &&str| file.starts_with(part);
        !["src/bin/", "src/verdict/", "src/lib.rs", "src/folder.rs"].iter().any(calls)
    }

    /// The source files that its verdicts rest on.
    pub fn files(&self) -> BTreeSet<String> {
        let mut files: BTreeSet<String> = PROGRAM.map(str::to_owned).into();
        let mut open: Vec<String> = self.roots.iter().map(|root| (*root).to_owned()).collect();
        while let Some(file) = open.pop() {
            let without = [self.without, &ONLY_REJECT].concat();
            if !without.contains(&file.as_str()) && files.insert(file.clone()) {
                open.extend(used_by(&file));
            }
        }
        files
    }
}

/// The folder with the modules of a file.
fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The files that a file names in `use` lines and private modules.
fn used_by(file: &str) -> Vec<String> {
    let text = SOURCES.get(file).map_or("", String::as_str);
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = code.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let code = code.collect::<Vec<_>>().join(" ");
    let mut used = Vec::new();
    for statement in code.split(';') {
        let words = statement.trim().trim_start_matches("pub(crate) ");
        if let Some(module) = words.strip_prefix("mod ") {
            used.extend(module_file(folder_of(file), &[module]));
        }
        let Some((_, path)) = words.trim_start_matches("pub ").split_once("use ") else { continue };
        if !words.trim_start_matches("pub ").starts_with("use ") {
            continue;
        }
        let (before, names) = path.split_once('{').unwrap_or((path, ""));
        let before: Vec<&str> = before.split("::").filter(|part| !part.is_empty()).collect();
        used.extend(resolve(file, &before));
        for name in names.split(['{', '}', ',']) {
            let first = name.trim().split("::").next().unwrap_or_default();
            let longer = [&before[..], &[first]].concat();
            used.extend(resolve(file, &longer));
        }
    }
    used
}

/// The file that a path leads to, if it is one of ours.
fn resolve(file: &str, path: &[&str]) -> Option<String> {
    let folder = folder_of(file);
    let (&first, rest) = path.split_first()?;
    match first.trim() {
        "crate" => module_file("src", rest),
        "super" if file.ends_with("/mod.rs") => module_file(folder_of(folder), rest),
        "super" => module_file(folder, rest),
        _ => module_file(folder, path)
            .filter(|found| folder_of(found) != folder || file.ends_with("/mod.rs")),
    }
}

/// The file of the longest part of a path that is a module; without any, that of the folder.
fn module_file(folder: &str, path: &[&str]) -> Option<String> {
    (0..=path.len()).rev().find_map(|length| {
        let parts = path[..length].iter().map(|part| part.trim());
        let module = [folder].into_iter().chain(parts).collect::<Vec<_>>().join("/");
        let names = [format!("{module}.rs"), format!("{module}/mod.rs")];
        names.into_iter().find(|name| SOURCES.contains_key(name))
    })
}

/// The text of a file's header.
fn header(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    lines.map(|line| format!("{}\n", line.trim_start_matches("//!").trim())).collect()
}

/// What a file does: the first sentence of its header.
pub fn purpose(text: &str) -> String {
    let header = header(text);
    let paragraph = header.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let sentence = paragraph.split_inclusive(". ").next().unwrap_or_default();
    sentence.trim().trim_end_matches(['.', ':']).to_owned()
}

/// The lemmas in the header of a file.
pub fn lemmas(text: &str) -> Vec<Lemma> {
    let header = header(text);
    let lemma = |paragraph: &str| {
        let paragraph = paragraph.replace('\n', " ");
        let (number, rest) = paragraph.trim().strip_prefix("**")?.split_once(".** ")?;
        let (statement, proof) = rest.split_once(" (proof: ")?;
        let (document, name) = proof.split_once(", \"")?;
        let name = name.split_once('"')?.0;
        Some(Lemma {
            number: number.into(),
            statement: statement.into(),
            proof: (document.into(), name.into()),
        })
    };
    header.split("\n\n").filter_map(lemma).collect()
}

/// The folders below `src/` that the files of one name in their code.
fn named_by(folder: &str) -> BTreeSet<&str> {
    let files = SOURCES.iter().filter(|(file, _)| folder_of(file).starts_with(folder));
    let code = files.flat_map(|(_, text)| text.lines()).map(str::trim);
    let code = code.filter(|line| !line.starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    let names = paths
        .filter_map(|path| path.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next());
    names.filter(|name| !folder.ends_with(name)).collect()
}

#[test]
fn a_theory_knows_the_kernel_and_what_its_claim_needs_and_the_kernel_knows_no_theory() {
    let theories = [
        ("src/kernel", &["digest"][..]),
        ("src/strict", &["digest", "kernel"]),
        ("src/positions", &["kernel"]),
        ("src/every_board", &["kernel", "strict"]),
        ("src/one_board_by_proofs", &["kernel", "one_board"]),
        ("src/one_board_by_list", &["digest", "kernel", "one_board", "positions"]),
        ("src/lemmas", &["digest", "kernel", "one_board_by_list", "positions", "strict"]),
        ("src/answers", &["digest", "kernel", "one_board_by_list", "strict"]),
        ("src/views", &["kernel", "positions", "strict"]),
    ];
    for (folder, knows) in theories {
        assert_eq!(named_by(folder), knows.iter().copied().collect(), "{folder}");
    }
    let folders: BTreeSet<&str> = SOURCES.keys().map(|file| folder_of(file)).collect();
    let others = ["src", "src/bin/deadmove-checker", "src/one_board", "src/verdict"];
    let others = others.into_iter().chain(["src/words", "src/every_board/formula"]);
    assert_eq!(folders, theories.iter().map(|(folder, _)| *folder).chain(others).collect());
    // Or a path could leave a folder in another way.
    assert!(SOURCES.values().all(|text| !text.contains("super::super::")));
}
