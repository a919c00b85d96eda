//! Output that cannot be written: an exit code, a message if standard error is open, never a panic.

use insta::assert_snapshot;

use super::program::{all, command, repository};

const COMMANDS: [&[&str]; 5] = [
    &["judge", "cases/reasons"],
    &["judge", "cases/reasons", "--json"],
    &["judge", "--board", "3x3"],
    &["count", "--board", "3x3"],
    &["judge", "--board", "3x3", "-o", "-"],
];

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let runs = COMMANDS.map(|arguments| {
        let mut command = command(repository(), arguments);
        let child = command.stdout(full()).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let ran = super::program::Ran::new(arguments, child.wait_with_output().unwrap());
        assert_eq!(ran.code(), Some(3), "{ran}");
        ran
    });
    assert_snapshot!(all(runs));
}

#[test]
fn a_reader_that_has_gone_ends_the_run_without_a_word() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = command(repository(), arguments);
        let child = command.stdout(writer).stderr(std::process::Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    }
}
