//! `deadmove check` with `--cache` and `--memory`.

use insta::assert_snapshot;

use super::program::{Folder, Ran, all};

const RULE: &str = "name any\nsource me\npicture\n  . L\nforbids left\n";

fn folder() -> Folder {
    Folder::new(&[("any.rule", RULE)])
}

fn check(folder: &Folder, size: &str, more: &[&str]) -> Ran {
    folder.deadmove(&[&["check", "any.rule", "--json", "--size", size], more].concat())
}

const KEEP: [&str; 2] = ["--cache", "lists"];

#[test]
fn a_check_says_the_same_with_a_new_list_a_kept_one_and_none() {
    let folder = folder();
    for size in ["5", "7"] {
        let plain = check(&folder, size, &[]);
        assert_eq!((plain.code(), plain.stderr()), (Some(1), ""), "{plain}");
        let file = folder.path().join(format!("lists/live-{size}x{size}.list"));
        assert!(!file.exists());
        for _ in 0..2 {
            let kept = check(&folder, size, &KEEP);
            assert_eq!((kept.code(), kept.stderr()), (Some(1), ""), "{kept}");
            assert_eq!(kept.stdout(), plain.stdout());
            assert!(file.exists());
        }
    }
}

#[test]
fn a_kept_list_that_cannot_be_used_is_refused() {
    let folder = folder();
    check(&folder, "5", &KEEP);
    let list = std::fs::read(folder.path().join("lists/live-5x5.list")).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut list = list.clone();
        change(&mut list);
        folder.write("lists/live-5x5.list", &list);
        let ran = check(&folder, "5", &KEEP);
        assert_eq!(ran.code(), Some(2), "{ran}");
        ran
    };
    let ran = [
        with(&|list| list.clear()),
        with(&|list| list.truncate(2000)),
        with(&|list| list[0] = b'x'),
        with(&|list| list[16] = 7),
        with(&|list| list[20] = 9),
        with(&|list| list[30] ^= 1),
        with(&|list| list[1000] ^= 1),
        with(&|list| list.push(0)),
    ];
    std::fs::remove_file(folder.path().join("lists/live-5x5.list")).unwrap();
    assert_eq!(check(&folder, "5", &KEEP).code(), Some(1), "it is built again");
    assert_snapshot!(all(ran));
}

#[test]
fn a_cache_that_is_no_folder_is_refused() {
    let folder = folder();
    folder.write("file", b"");
    folder.write("lists/live-5x5.list/x", b"");
    for more in [["--cache", "file"], KEEP] {
        let ran = check(&folder, "5", &more);
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        assert!(ran.stderr().starts_with("error: "), "{ran}");
    }
}

#[test]
fn too_little_memory_is_refused_before_the_first_size_is_checked() {
    let folder = folder();
    let ran = [
        check(&folder, "9", &["--memory", "500"]),
        folder.deadmove(&["check", "any.rule", "--sizes", "5,9", "--memory", "500"]),
        check(&folder, "5", &["--memory", "1"]),
        check(&folder, "5", &["--memory", "much"]),
    ];
    assert_snapshot!(all(ran));
}

/// A limit on the size of files simulates a full disk.
#[test]
#[cfg(unix)]
fn a_list_that_cannot_be_kept_does_not_end_the_check() {
    let folder = folder();
    let plain = check(&folder, "7", &[]);
    let script = r#"trap '' XFSZ; ulimit -f 8; exec "$0" "$@""#;
    let arguments = ["check", "any.rule", "--json", "--size", "7", "--cache", "lists"];
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_deadmove")]).args(arguments);
    let output = command.current_dir(folder.path()).env_clear().output().expect("a shell");
    let ran = Ran::new(&arguments, output);
    assert_eq!((ran.code(), ran.stdout()), (plain.code(), plain.stdout()), "{ran}");
    assert!(ran.stderr().starts_with("warning: lists/live-7x7.list: the list cannot be kept: "));
    assert!(ran.stderr().ends_with("; the check goes on\n"), "{ran}");
    let left = std::fs::read_dir(folder.path().join("lists")).unwrap().count();
    assert_eq!(left, 0, "no part of a list is left behind");
}
