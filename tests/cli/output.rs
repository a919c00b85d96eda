//! Output that cannot be written: an exit code, a message if standard error is open, never a panic.

use super::program::{command, repository};

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
    insta::assert_snapshot!(super::program::all(runs));
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

#[test]
#[cfg(unix)]
fn a_closed_standard_output_is_refused_and_the_null_device_is_not() {
    let run = |redirection: &str, arguments: &[&str]| {
        let script = format!("exec \"$0\" \"$@\" {redirection}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script, super::PROGRAM]).args(arguments);
        command.current_dir(repository()).env_clear();
        super::program::Ran::new(arguments, command.output().expect("sh starts"))
    };
    let help: &[&str] = &["--help"];
    for arguments in COMMANDS.iter().chain([&help]) {
        for closed in [">&-", "<&- >&- ", "1</dev/null"] {
            let ran = run(closed, arguments);
            assert_eq!(ran.code(), Some(2), "{closed}: {ran}");
            assert!(ran.stderr().contains("standard output is closed"), "{closed}: {ran}");
        }
        assert_eq!(run(">&- 2>&-", arguments).code(), Some(2));
        // Daemons and other languages open the null device for reading and writing.
        for open in [">/dev/null", "1<>/dev/null", "<&- >/dev/null"] {
            let ran = run(open, arguments);
            assert_eq!((ran.code(), ran.stderr()), (Some(0), ""), "{open}");
        }
    }
}
