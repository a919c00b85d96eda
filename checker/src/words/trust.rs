//! Which source files and numbered lemmas a verdict rests on, for `deadmove-checker --trust`.
//!
//! They are listed in `trust.json`, which a test makes from the sources (`tests/reading_list.rs`).

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// The sources that verdicts rest on.
#[derive(Serialize, Deserialize)]
pub struct Trust {
    /// The files, by their paths.
    pub files: Vec<TrustedFile>,
    /// Files that can only reject, as their headers argue: no verdict rests on them.
    pub only_reject: Vec<String>,
}

/// A source file.
#[derive(Serialize, Deserialize)]
pub struct TrustedFile {
    /// The kinds of verdicts that rest on it, by their letters in `checker/README.md`.
    pub theories: BTreeSet<char>,
    /// Its path relative to `checker/`.
    pub path: String,
    /// Its length.
    pub lines: usize,
    /// What it does.
    pub purpose: String,
    /// The lemmas in its header.
    pub lemmas: Vec<Lemma>,
}

/// A statement in the header of a source file.
#[derive(Clone, Serialize, Deserialize)]
pub struct Lemma {
    /// A letter and a number.
    pub number: String,
    /// What it states.
    pub statement: String,
    /// The document with its proof, and how the proof is headed there.
    pub proof: (String, String),
}

/// The files and lemmas that verdicts of some theories rest on, as text.
pub fn report(letters: &BTreeSet<char>) -> String {
    let trust: Trust = serde_json::from_str(include_str!("trust.json")).expect("as tests wrote it");
    let files = trust.files.iter().filter(|file| !file.theories.is_disjoint(letters));
    let files: Vec<&TrustedFile> = files.collect();
    let lines: usize = files.iter().map(|file| file.lines).sum();
    let mut text =
        format!("rests on {lines} lines in {} files, relative to checker/:\n", files.len());
    for TrustedFile { path, lines, purpose, .. } in &files {
        let _ = writeln!(text, "{lines:>5} {path}: {purpose}");
    }
    let only_reject = trust.only_reject.join(", ");
    let _ = writeln!(text, "not listed, since they can only reject: {only_reject}");
    text += "and on these statements:\n";
    let mut statements: Vec<&Lemma> = files.iter().flat_map(|file| &file.lemmas).collect();
    statements.sort_by_key(|lemma| {
        (lemma.number.chars().next(), lemma.number.len(), lemma.number.clone())
    });
    for Lemma { number, statement, proof: (document, name) } in statements {
        let _ = writeln!(text, "{number:>5} {statement} ({document}, \"{name}\")");
    }
    text += "and on the Rust compiler, its library, serde, serde_json and miniz_oxide";
    text
}
