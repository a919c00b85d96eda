//! Certificates of the answers of a program.

use deadmove_checker::verdict::{Exporter, Wanted, check};

use super::{shell, three_rules, with_right_program};
use crate::program::Folder;

#[test]
fn only_a_program_that_was_certified_sound_and_complete_walks_by_its_certificate() {
    let folder = with_right_program();
    let certify = ["certify", "right.program", "--size", "5", "--out", "cert"];
    let walk = |size: &str| {
        folder.deadmove(&["walk", "right.program", "--size", size, "--require", "cert"])
    };
    assert_eq!(walk("5").code(), Some(2));
    let certified = folder.deadmove(&certify);
    assert_eq!(certified.code(), Some(0), "{certified}");
    insta::assert_snapshot!(certified.stdout(), @r"
    5×5, every live position, asked of `/bin/sh right.sh`
      578 positions, 0 without an answer
      a live move is forbidden in 0
      a dead move is allowed in 0

    whole: sound, complete
    ");
    assert_eq!(folder.deadmove(&certify).stdout(), certified.stdout());
    let cert = folder.path().join("cert");
    let report = check(&cert, &Wanted::default(), &mut Exporter::default()).unwrap();
    assert!(report.summary.contains("for `/bin/sh right.sh` (digest "), "{}", report.summary);
    assert!(report.summary.contains(": sound, complete; of 578 live"), "{}", report.summary);
    let walked = walk("5");
    assert_eq!(walked.code(), Some(0), "{walked}");
    let other = walk("7");
    assert_eq!(other.code(), Some(2), "{other}");
    assert!(other.stderr().contains("about 5×5, not about 7×7"), "{other}");
    folder.write("right.sh", (folder.read("right.sh") + "# changed\n").as_bytes());
    for ran in [walk("5"), folder.deadmove(&certify)] {
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("certificate"), "{ran}");
    }
    let rules = folder.deadmove(&["walk", "none", "--size", "5", "--require", "cert"]);
    assert_eq!(rules.code(), Some(2), "{rules}");
}

#[test]
fn a_program_that_is_wrong_or_silent_is_certified_as_that() {
    let folder = Folder::new(&[]);
    let silent = shell("read -r q; echo RD; while read -r q; do echo \"?\"; done");
    for (command, code, said, summary) in [
        (three_rules(), 1, "whole: sound, not complete", ": sound, not complete; of 578 live"),
        (&silent, 3, "PARTIAL: perhaps sound, perhaps complete", ": perhaps sound, perhaps "),
    ] {
        let out = format!("out-{code}");
        let arguments = ["certify", "--program", command, "--size", "5", "--out", &out];
        let ran = folder.deadmove(&[&arguments[..], &["--threads", "1"]].concat());
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert!(ran.stdout().contains(said), "{ran}");
        let out = folder.path().join(out);
        let report = check(&out, &Wanted::default(), &mut Exporter::default()).unwrap();
        assert!(report.summary.contains(summary), "{}", report.summary);
        assert_eq!(report.open.is_empty(), code == 1);
        let required = out.to_str().unwrap();
        let walk = ["walk", "--program", command, "--size", "5", "--require", required];
        let ran = folder.deadmove(&walk);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("partial") || ran.stderr().contains("not complete"), "{ran}");
    }
    for arguments in [
        &["certify", "--program", "/bin/cat", "--size", "11", "--out", "x"][..],
        &["certify", "--program", "/bin/cat", "--size", "4", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--all-sizes", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--size", "5", "--shard", "1/2", "--out", "x"],
        &["certify", "--program", "/no/such/program", "--size", "5", "--out", "x"],
        &["certify", "--program", "/bin/cat", "--size", "5", "--out", "x"],
    ] {
        let ran = folder.deadmove(arguments);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(!folder.path().join("x/answers.json").exists(), "{arguments:?}");
    }
}
