//! What the tests and benchmarks of all crates share: the path of the repository, random and
//! generated positions, random rules, claims to prove, small drawings, the commands of documents,
//! the times of benches beside recorded ones,
//! and naive oracles that share no code with the engines.
//!
//! What does not live here: anything that a program or a library needs.

pub mod answers;
pub mod claims;
pub mod documents;
pub mod drawn;
pub mod enumeration;
pub mod generate;
pub mod naive;
pub mod random;
pub mod recorded;

use std::path::Path;

use deadmove_rules::RuleFile;

/// The repository, where `cases/`, `rules/` and `docs/` are.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The rule or family in a file.
///
/// # Panics
/// If it cannot be read.
pub fn rule_file(file: &Path) -> RuleFile {
    let text = std::fs::read_to_string(file).expect("a readable file");
    RuleFile::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Keeps one in thirty of the rules of `rules/lifted`, and every other rule. The hundreds of rules
/// there are alike and have tests of their own, so the costly tests of all rules ask about some of
/// them.
fn sample_of_lifted<T>(files: &mut Vec<T>, path: impl Fn(&T) -> &Path) {
    let mut met = 0;
    files.retain(|file| {
        let lifted = path(file).parent().is_some_and(|folder| folder.ends_with("lifted"));
        met += usize::from(lifted);
        !lifted || met % 30 == 1
    });
}
