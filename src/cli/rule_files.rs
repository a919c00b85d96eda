//! Loading the rule files a command is given: which errors end the command, and which are printed
//! while it continues with the other files.

use std::path::PathBuf;

use super::output::{Failure, complain};
use deadmove_core::verdict::ExitCode;
use deadmove_rules::load::{Loaded, load};

/// Reads rule files and prints an error for each that cannot be read; a failure if none can. The
/// exit code belongs to the command's own: `Input` if a file could not be read.
pub fn load_readable(paths: &[PathBuf]) -> Result<(Loaded, ExitCode), Failure> {
    let mut loaded = load(paths)?;
    if loaded.files.is_empty() {
        return Err(loaded.errors.swap_remove(0).into());
    }
    let code = print_unreadable(&loaded);
    Ok((loaded, code))
}

/// Prints an error for each file that could not be read; `Input` if there is one, else `Holds`.
pub fn print_unreadable(loaded: &Loaded) -> ExitCode {
    loaded.errors.iter().for_each(complain);
    if loaded.errors.is_empty() { ExitCode::Holds } else { ExitCode::Input }
}
