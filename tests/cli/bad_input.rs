//! Bad input: one clear message that names the place and what was expected, and exit code 2.

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, deadmove};

/// Asserts what holds for every input error.
fn refused(ran: Ran) -> Ran {
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert_eq!(ran.stdout(), "", "{ran}");
    assert!(ran.stderr().contains("error: ") && !ran.stderr().contains("panicked"), "{ran}");
    assert_eq!(ran.stderr().matches("error: ").count(), 1, "one message: {ran}");
    ran
}

fn judge(arguments: &[&str]) -> Ran {
    refused(deadmove(&[&["judge"], arguments].concat()))
}

#[test]
fn no_arguments_show_the_help() {
    let ran = deadmove(&[]);
    assert_eq!((ran.code(), ran.stdout()), (Some(2), ""));
    assert_snapshot!(ran);
}

#[test]
fn arguments() {
    assert_snapshot!(all([
        judge(&[]),
        judge(&["--unknown"]),
        refused(deadmove(&["guess"])),
        judge(&["--path", "RR"]),
        judge(&["--start", "1,1"]),
        judge(&["cases", "--board", "5x5", "--path", "RR"]),
        judge(&["--jsonl", "-", "--board", "5x5"]),
        judge(&["--jsonl", "-", "cases"]),
        judge(&["cases", "--engine", "fast"]),
        judge(&["cases", "--timeout", "0"]),
        judge(&["cases", "--timeout", "soon"]),
        judge(&["cases", "--max-conflicts=-1"]),
        judge(&["cases", "--frontier-memory", "much"]),
        judge(&["cases", "--threads", "100000"]),
    ]));
}

#[test]
fn boards() {
    assert_snapshot!(all([
        judge(&["--board", "0x5"]),
        judge(&["--board", "5000x5000"]),
        judge(&["--board", "nine"]),
        judge(&["--board", "5x5", "--start", "2,2", "--end", "2,2"]),
        judge(&["--board", "5x5", "--blocked", "1,1"]),
        judge(&["--board", "5x5", "--end", "6,5"]),
        judge(&["--board", "5x5", "--blocked", "3;3"]),
    ]));
}

#[test]
fn paths() {
    assert_snapshot!(all([
        judge(&["--board", "5x5", "--path", "RRRRR"]),
        judge(&["--board", "5x5", "--path", "RDLU"]),
        judge(&["--board", "5x5", "--path", "RRXD"]),
        judge(&["--board", "5x5", "--blocked", "3,1", "--path", "RR"]),
    ]));
}

#[test]
fn files() {
    let folder = Folder::new(&[
        ("folder/notes.md", "no case"),
        ("empty.case", ""),
        ("blank.txt", " \n\n"),
        ("picture.svg", "<svg/>"),
        ("starts-elsewhere.txt", "5|1-1,2;0,1-1,3"),
        ("jumps.txt", "5|1-1,1;0,1-2,1;1,0-4,1"),
        ("crosses.txt", "5|1-1,1;0,1-2,1;1,0-2,2;3-1,2;2-1,1"),
        ("no-size.txt", "1,1;2,1"),
        ("outside.case", "# too long\nboard 3x3\npath RR\n     RD\nexpect live\n"),
        ("broken.jsonl", "{\"n\":3,\"path\":\"RR\"\n"),
        ("empty.jsonl", ""),
        ("blank.jsonl", "\n \n"),
    ]);
    folder.write("latin-1.case", b"# caf\xe9\nboard 3x3\n");
    let judge = |file| refused(folder.deadmove(&["judge", file]));
    let batch = |file| refused(folder.deadmove(&["judge", "--jsonl", file]));
    assert_snapshot!(all([
        "missing.case",
        "folder",
        "empty.case",
        "blank.txt",
        "picture.svg",
        "latin-1.case",
        "starts-elsewhere.txt",
        "jumps.txt",
        "crosses.txt",
        "no-size.txt",
        "outside.case",
        "broken.jsonl"
    ]
    .map(judge)
    .into_iter()
    .chain(["missing.jsonl", "folder", "empty.jsonl", "blank.jsonl"].map(batch))));
}

#[test]
fn a_line_that_is_not_utf_8_does_not_stop_the_others() {
    let folder = Folder::new(&[]);
    folder.write(
        "positions.jsonl",
        b"{\"n\":3,\"path\":\"\"}\n{\"name\":\"\xff\"}\n{\"n\":3,\"path\":\"R\"}",
    );
    assert_snapshot!(folder.deadmove(&["judge", "--jsonl", "positions.jsonl"]));
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("secret.case", "board 3x3\n")]);
    let file = folder.path().join("secret.case");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(&file).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let ran = refused(folder.deadmove(&["judge", "secret.case"]));
    assert!(ran.stderr().contains("permission denied"), "{ran}");
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_utf_8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new(&[]);
    let arguments = ["judge", "--board", "3x3", "--path"];
    let mut command = super::program::command(folder.path(), &arguments);
    command.arg(std::ffi::OsStr::from_bytes(b"R\xff"));
    refused(super::program::run(command, &arguments));
}
