//! Files of released versions, kept in `tests/formats/VERSION`: this version reads them all, and
//! comes to the same verdicts. `docs/reference/stability.md` promises it.
//!
//! A folder is made once, by the program of its version, and never changed: `check`, `prove` and
//! `walk` with `-o`, `--json` and `--resume`, `judge --certificate`, and `certify` of
//! `rules/door.rule` for 5×5 and, with the family up to 2, for all sizes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use deadmove_checker::verdict::{Exporter, Wanted, check};
use serde_json::Value;
use walkdir::WalkDir;

use super::program::{Folder, Ran, repository};

/// The versions of which files are kept, oldest first.
fn versions() -> Vec<PathBuf> {
    let folder = repository().join("tests/formats");
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// A copy of a kept folder, which runs may change.
fn copy(of: &Path) -> Folder {
    let folder = Folder::new(&[]);
    for entry in WalkDir::new(of).into_iter().map(Result::unwrap) {
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(of).unwrap();
            folder.write(name.to_str().unwrap(), &fs::read(entry.path()).unwrap());
        }
    }
    folder
}

fn holds(ran: Ran) -> Ran {
    assert_eq!(ran.code(), Some(0), "{ran}");
    ran
}

/// A JSON report without what differs from run to run, and without keys that are new.
fn known(text: &str, kept: &Value) -> Value {
    fn restrict(value: Value, kept: &Value) -> Value {
        match (value, kept) {
            (Value::Object(object), Value::Object(kept)) => {
                let keys = object.into_iter().filter(|(key, _)| key != "blake3");
                let keys = keys.filter_map(|(key, value)| {
                    let value = restrict(value, kept.get(&key)?);
                    Some((key, value))
                });
                Value::Object(keys.collect())
            }
            (Value::Array(values), Value::Array(kept)) if values.len() == kept.len() => {
                Value::Array(values.into_iter().zip(kept).map(|(v, k)| restrict(v, k)).collect())
            }
            (value, _) => value,
        }
    }
    restrict(serde_json::from_str(text).unwrap(), kept)
}

#[test]
fn the_version_of_this_program_has_kept_files() {
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap().0;
    let names: BTreeSet<_> =
        versions().iter().map(|path| path.file_name().unwrap().to_owned()).collect();
    assert!(names.contains(version.as_ref() as &std::ffi::OsStr), "tests/formats/{version}");
}

#[test]
fn rules_sets_cases_and_positions_of_every_version_are_read() {
    for version in versions() {
        let folder = copy(&version);
        let run = |command: &str| folder.deadmove(&command.split(' ').collect::<Vec<_>>());
        holds(run("rules lint rules"));
        holds(run("judge cases --require-expect"));
        holds(run("check rules --cases cases"));
        holds(run("judge path.txt"));
        holds(run("judge --jsonl positions.jsonl"));
        holds(run("check --answers answers.txt"));
        let set = holds(run("rules list some.set --json --include-wrong"));
        assert_eq!(set.stdout().lines().count(), 4, "{set}");
        // The wrong rule of a file with several takes part when it is named itself.
        let wrong = run("check rules/several.rule#known-to-be-wrong --size 5");
        assert_eq!(wrong.code(), Some(1), "{wrong}");
        #[cfg(unix)]
        {
            // The program echoes questions, so it is read, started and found at fault.
            let asked = run("check ours.program --size 3");
            assert!(asked.stderr().contains("is no answer"), "{asked}");
            assert_eq!(asked.code(), Some(2), "{asked}");
        }
    }
}

#[test]
fn reports_and_states_of_every_version_are_read_and_continued_to_the_same_verdicts() {
    for version in versions() {
        let folder = copy(&version);
        let run = |command: &str| folder.deadmove(&command.split(' ').collect::<Vec<_>>());
        let same = |ran: Ran, kept: &str| {
            let kept: Value = serde_json::from_str(&folder.read(kept)).unwrap();
            assert_eq!(known(holds(ran).stdout(), &kept), known(&kept.to_string(), &kept));
        };
        same(run("merge check.json --json"), "check.json");
        same(run("check some.set --size 5 --resume part.state --json"), "check.json");
        same(run("check some.set --size 5 --json"), "check.json");
        same(run("prove some.set --max 3 --resume prove.state --json"), "prove.json");
        same(run("walk lemmas --size 5 --json"), "walk.json");
        holds(run("site check.json prove.json --rules some.set --out site"));
    }
}

#[test]
fn certificates_of_every_version_are_accepted() {
    for version in versions() {
        for certificate in ["position.cert", "rule.cert", "all-sizes.cert"] {
            let found =
                check(&version.join(certificate), &Wanted::default(), &mut Exporter::default());
            let accepted = found.unwrap_or_else(|why| panic!("{certificate}: {why}"));
            assert!(accepted.open.is_empty(), "{certificate}");
        }
        let folder = copy(&version);
        let walk = "walk rules/door.rule --size 5 --require rule.cert --stop dead";
        let walked = folder.deadmove(&walk.split(' ').collect::<Vec<_>>());
        assert_ne!(walked.code(), Some(2), "{walked}");
    }
}
