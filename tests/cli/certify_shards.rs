//! `deadmove certify` in shards: the certificate that is put together is that of one run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, repository};

/// All files below a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

/// A folder with rules in `rules/`: sound ones, one that is wrong, and one that has no effect.
fn folder() -> Folder {
    let folder = Folder::new(&[]);
    for name in [
        "near-field/close-across-left",
        "near-field/far-side-across-up",
        "near-field/close-side-straight",
        "near-field/far-straight-left",
        "9-grid/square-4-x-2",
        "area/u",
    ] {
        let file = format!("rules/{name}.rule");
        let text = std::fs::read_to_string(repository().join(&file)).unwrap();
        // Nobody knows yet that a rule is wrong.
        let lines = text.lines().filter(|line| !line.starts_with("status"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        folder.write(&file, text.as_bytes());
    }
    let lemmas = repository().join("rules/lemmas");
    for entry in std::fs::read_dir(lemmas).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rule") {
            let name = path.file_name().unwrap().to_str().unwrap();
            folder.write(&format!("lemmas/{name}"), &std::fs::read(&path).unwrap());
        }
    }
    folder
}

fn certify(folder: &Folder, words: &[&str], more: &[&str]) -> Ran {
    folder.deadmove(&[&["certify"], words, more].concat())
}

#[test]
fn shards_are_put_together_to_the_certificate_of_one_run() {
    for words in [
        &["rules", "--size", "5"][..],
        &["rules", "--all-sizes", "--max", "2", "--splits", "5"],
        &["lemmas", "--size", "5"],
    ] {
        let folder = folder();
        let whole = certify(&folder, words, &["--out", "whole"]);
        for number in ["1", "2", "3"] {
            let shard = format!("{number}/3");
            let ran = certify(&folder, words, &["--shard", &shard, "--out", number]);
            assert!(matches!(ran.code(), Some(1 | 3)), "{ran}");
        }
        let some = certify(&folder, words, &["--out", "merged", "--adopt", "3", "1"]);
        assert!(matches!(some.code(), Some(1 | 3)), "{some}");
        assert!(some.stdout().contains("PARTIAL"), "{some}");
        let merged = certify(&folder, words, &["--out", "merged", "--adopt", "2"]);
        assert_eq!(merged.stdout().replace("merged", "whole"), whole.stdout(), "{merged}");
        assert_eq!(merged.code(), whole.code());
        let [whole, merged] = ["whole", "merged"].map(|name| contents(&folder.path().join(name)));
        assert!(whole.len() > 2);
        assert!(whole == merged, "{:?} and {:?}", whole.keys(), merged.keys());
    }
}

#[test]
fn reports_of_shards_of_a_check_become_the_certificate_of_one_run() {
    let folder = folder();
    for rule in ["near-field/close-side-straight", "area/u", "near-field/far-straight-left"] {
        std::fs::remove_file(folder.path().join(format!("rules/{rule}.rule"))).unwrap();
    }
    let words = ["rules", "--size", "5", "--engine", "list"];
    let whole = certify(&folder, &words, &["--out", "whole"]);
    for number in ["1", "2"] {
        let shard = format!("{number}/2");
        let check = ["check", "rules", "--size", "5", "--engine", "list", "--json", "--shard"];
        let ran = folder.deadmove(&[&check[..], &[&shard]].concat());
        folder.write(&format!("{number}.json"), ran.stdout().as_bytes());
    }
    let some = certify(&folder, &words, &["--out", "merged", "--adopt", "1.json"]);
    assert_eq!(some.code(), Some(3), "{some}");
    let merged = certify(&folder, &words, &["--out", "merged", "--adopt", "1.json", "2.json"]);
    assert_eq!(merged.stdout().replace("merged", "whole"), whole.stdout(), "{merged}");
    assert_eq!(merged.code(), whole.code());
    let [whole, merged] = ["whole", "merged"].map(|name| contents(&folder.path().join(name)));
    assert!(whole == merged, "{:?} and {:?}", whole.keys(), merged.keys());
}

#[test]
fn what_is_no_part_of_the_certificate_is_refused() {
    let folder = folder();
    let rule = "rules/near-field/close-across-left.rule";
    let words = [rule, "--size", "5"];
    let shown = [
        certify(&folder, &["rules/near-field", "--size", "5"], &["--shard", "1/2", "--out", "1"]),
        certify(&folder, &["rules/near-field", "--size", "5"], &["--out", "2", "--adopt", "1"]),
    ];
    certify(&folder, &[rule, "--all-sizes"], &["--out", "all"]);
    let check = ["check", "rules", "--size", "7", "--engine", "list", "--json"];
    folder.write("wrong.json", folder.deadmove(&check).stdout().as_bytes());
    let check = ["check", rule, "--size", "5", "--engine", "list", "--json"];
    folder.write("right.json", folder.deadmove(&check).stdout().as_bytes());
    let list = |words: &[&str], more: &[&str]| {
        certify(&folder, &[words, &["--engine", "list"]].concat(), more)
    };
    let refused = [
        certify(&folder, &words, &["--out", "new", "--adopt", "1"]),
        certify(&folder, &words, &["--out", "new", "--adopt", "all"]),
        certify(&folder, &words, &["--out", "new", "--adopt", "nowhere"]),
        certify(&folder, &words, &["--out", "new", "--adopt", "1", "--shard", "1/2"]),
        certify(&folder, &["lemmas", "--size", "5"], &["--out", "lem", "--adopt", "1"]),
        list(&words, &["--out", "list", "--shard", "1/2"]),
        list(&words, &["--out", "list", "--adopt", "right.json", "right.json"]),
        list(&words, &["--out", "list", "--adopt", "wrong.json"]),
        list(&["rules", "--size", "7"], &["--out", "list-7", "--adopt", "wrong.json"]),
    ];
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    assert_snapshot!(all(shown.into_iter().chain(refused)));
}
