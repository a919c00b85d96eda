//! This command in words, to be run again.

use deadmove_core::files::Shown;
use std::path::Path;

use deadmove_report::command::words;

/// The words of this command.
pub fn arguments() -> Vec<String> {
    let mut given = std::env::args_os();
    // Not the folder of the program: what is printed does not depend on where it is installed.
    let program = given.next().unwrap_or_default();
    let program = Path::new(&program).file_stem().unwrap_or_default().to_owned();
    std::iter::once(program).chain(given).map(|word| word.to_string_lossy().into_owned()).collect()
}

/// This command, to be given again.
pub fn this_command() -> String {
    words(&arguments())
}

/// A command with some files as its last words.
pub fn with_files(command: &str, files: &[impl AsRef<Path>]) -> String {
    let files: Vec<String> = files.iter().map(|file| file.as_ref().shown()).collect();
    format!("{command} {}", words(&files))
}
