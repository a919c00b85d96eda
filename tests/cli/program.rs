//! Runs the program in a temporary folder, and gives its output as text.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A command with an empty environment, so that no setting of the machine shows in a snapshot.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(super::PROGRAM);
    command.args(arguments).current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// The folder of the package, where `cases/` is.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in the repository.
pub fn deadmove(arguments: &[&str]) -> Ran {
    run(command(repository(), arguments), arguments)
}

/// Runs `command`, which was made with `arguments`.
pub fn run(mut command: Command, arguments: &[&str]) -> Ran {
    // Wine sometimes starts no process ("internal error"), which says nothing about the program.
    let not_started = |ran: &io::Result<Output>| {
        let code = ran.as_ref().err().and_then(io::Error::raw_os_error);
        cfg!(windows) && code == Some(1359)
    };
    let again = (0..2).map(|_| command.output()).find(|ran| !not_started(ran));
    let output = again.unwrap_or_else(|| command.output()).expect("the program starts");
    Ran::new(arguments, output)
}

/// Runs the program in the repository with files limited to so many blocks of 512 bytes.
#[cfg(target_os = "linux")]
pub fn limited(blocks: u32, arguments: &[&str]) -> Ran {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, super::PROGRAM]).args(arguments);
    command.current_dir(repository()).env_clear();
    Ran::new(arguments, command.output().expect("sh starts"))
}

/// A folder that is removed after the test.
pub struct Folder(TempDir);

impl Folder {
    /// A folder with these files; a name may have folders in it.
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program in the folder.
    pub fn deadmove(&self, arguments: &[&str]) -> Ran {
        run(command(self.path(), arguments), arguments)
    }

    /// Runs the program in the folder with `input` on its standard input.
    pub fn with_input(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
        let mut command = command(self.path(), arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
        Ran::new(arguments, child.wait_with_output().unwrap())
    }
}

/// The result of a run. Its `Display` shows all of it, for snapshots.
pub struct Ran {
    arguments: String,
    output: Output,
}

impl Ran {
    /// A run that a test started on its own.
    pub fn new(arguments: &[&str], output: Output) -> Ran {
        Ran { arguments: arguments.join(" "), output }
    }

    /// The exit code; none after a signal.
    pub fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// Standard output.
    pub fn stdout(&self) -> &str {
        std::str::from_utf8(&self.output.stdout).expect("output is UTF-8")
    }

    /// Standard error.
    pub fn stderr(&self) -> &str {
        std::str::from_utf8(&self.output.stderr).expect("messages are UTF-8")
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = Path::new(super::PROGRAM).file_stem().unwrap().display();
        writeln!(f, "$ {program} {}", self.arguments)?;
        f.write_str(self.stdout())?;
        if !self.stderr().is_empty() {
            write!(f, "--- stderr\n{}", self.stderr())?;
        }
        match self.code() {
            Some(code) => write!(f, "--- exit code {code}"),
            None => write!(f, "--- ended by a signal"),
        }
    }
}

/// Several runs one below the other.
pub fn all(runs: impl IntoIterator<Item = Ran>) -> String {
    runs.into_iter().map(|ran| ran.to_string()).collect::<Vec<_>>().join("\n\n")
}
