//! A disk that is full: the command fails, the old file stays as it was, and nothing that is left
//! can be taken for the result.
//!
//! A limit on the size of files stands for the full disk. With a few blocks the first files fit,
//! and a later one does not.
#![cfg(target_os = "linux")]

use std::path::Path;

use super::program::{Folder, deadmove, limited};

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_file_that_does_not_fit_leaves_the_old_one_and_nothing_beside_it() {
    let position = ["--board", "9x9", "--path", "RRDDRR"];
    let lines: [(&str, &[&str], &[&str]); 4] = [
        ("board.svg", &["judge"], &position),
        ("board.png", &["judge"], &position),
        ("lines.svg", &["walk", "lemmas", "--order", "random"], &["--size", "3", "--runs", "1"]),
        ("new.rule", &["rules", "new"], &[]),
    ];
    for (name, command, more) in lines {
        let folder = Folder::new(&[]);
        let file = folder.path().join(name);
        let arguments = [command, more, &["-o", file.to_str().unwrap()]].concat();
        let ran = limited(0, &arguments);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("it cannot be written"), "{ran}");
        assert_eq!(names(folder.path()), [""; 0], "{ran}");
        if name != "new.rule" {
            folder.write(name, b"old");
            assert_eq!(limited(0, &arguments).code(), Some(2));
            assert_eq!(folder.read(name), "old");
        }
        std::fs::remove_file(&file).ok();
        let ran = deadmove(&arguments);
        assert_eq!((ran.code(), names(folder.path()).len()), (Some(0), 1), "{ran}");
    }
}

#[test]
fn a_case_whose_verdict_does_not_fit_stays_as_it_was() {
    let case = "board 5x5\npath RRDD\n";
    let folder = Folder::new(&[("a.case", case)]);
    let file = folder.path().join("a.case");
    let write = ["judge", file.to_str().unwrap(), "--write-expect"];
    let ran = limited(0, &write);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_eq!((folder.read("a.case"), names(folder.path()).len()), (case.to_owned(), 1));
    assert_eq!(deadmove(&write).code(), Some(0));
    assert!(folder.read("a.case").contains("expect"));
}

#[test]
fn a_certificate_file_that_does_not_fit_is_not_there() {
    let judge = ["judge", "cases/reasons/colour.case", "--certificate", "/dev/full"];
    let ran = deadmove(&judge);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stderr().contains("/dev/full"), "{ran}");
}

#[test]
fn certificates_of_positions_are_in_their_folder_when_all_of_them_are_written() {
    let folder = Folder::new(&[]);
    let out = folder.path().join("certificates");
    let judge = ["judge", "cases/reasons", "cases", "--certificate", out.to_str().unwrap()];
    let whole = deadmove(&judge);
    let sizes = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
    let mut blocks: Vec<u64> = sizes.map(|metadata| metadata.len().div_ceil(512)).collect();
    blocks.sort_unstable();
    let fewer = u32::try_from(blocks[blocks.len() / 2]).unwrap();
    assert!(fewer < *blocks.last().unwrap() as u32, "{whole}");
    std::fs::remove_dir_all(&out).unwrap();
    let ran = limited(fewer, &judge);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_eq!(names(&out), [""; 0], "{ran}");
    assert_eq!(names(folder.path()), ["certificates"]);
}

#[test]
fn mined_rules_that_do_not_fit_leave_those_of_the_run_before() {
    let folder = Folder::new(&[]);
    let out = folder.path().join("mined");
    let mine = ["mine", "none", "--size", "5", "--rounds", "1", "--out", out.to_str().unwrap()];
    let ran = deadmove(&mine);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let mut before = names(&out);
    before.sort();
    // The rules fit, the page about them does not.
    let ran = limited(2, &mine);
    assert_eq!(ran.code(), Some(2), "{ran}");
    let mut after = names(&out);
    after.sort();
    assert_eq!(after, before);
    let check = deadmove(&["check", out.to_str().unwrap(), "--size", "5"]);
    assert_eq!(check.code(), Some(0), "{check}");
    // Where nothing was before, nothing is left that a later command accepts.
    std::fs::remove_dir_all(&out).unwrap();
    assert_eq!(limited(2, &mine).code(), Some(2));
    let check = deadmove(&["check", out.to_str().unwrap(), "--size", "5"]);
    assert_eq!(check.code(), Some(2), "{check}");
}
