//! `deadmove rules export`: the rules inside the program as files.

use std::path::{Path, PathBuf};

use super::again::with_files;
use super::conclusion::Conclusion;
use super::output::{Failure, stdout};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::files::{create_folder, read_text_if_present};
use deadmove_core::folders::Staged;
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_rules::sets::select;
use deadmove_rules::store::{self, BUILT_IN, Files};

/// Write the rules inside the program into a folder: rule files and set files.
///
/// A file that is there with another text is not overwritten, and nothing is written then.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of a set: only its files. Default: all.
    #[arg(value_name = "SET")]
    set: Option<String>,
    /// The folder to write into.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let files = match &args.set {
        Some(set) => of_set(set)?,
        None => deadmove::built_in::files().clone(),
    };
    let mut staged = Staged::default();
    let mut new = 0;
    for (name, text) in &files {
        let path = args.out.join(name);
        match read_text_if_present(&path)? {
            Some(known) if known == *text => continue,
            Some(_) => {
                return Err(InputError::new(
                    ErrorKind::FileExists,
                    "there is a file with another text",
                )
                .expected("an empty folder, or one with the same rules")
                .in_file(&path)
                .into());
            }
            None => {}
        }
        create_folder(path.parent().unwrap_or(&args.out))?;
        staged.add(&path, text)?;
        new += 1;
    }
    staged.finish()?;
    let written = count(new, "file", "files");
    let there = match files.len() - new {
        0 => String::new(),
        same => format!(", {same} were there"),
    };
    let answer = format!("{written} written into {}{there}", args.out.shown());
    Conclusion::new(answer)
        .then(with_files("deadmove rules list", std::slice::from_ref(&args.out)))
        .finish(stdout(), ExitCode::Holds)
}

/// The files that the set file of a name reads, and itself.
fn of_set(set: &str) -> Result<Files, InputError> {
    let all = deadmove::built_in::files();
    let file = format!("{set}.set");
    if !all.contains_key(file.as_str()) {
        let names = all.keys().filter_map(|name| name.strip_suffix(".set"));
        let known: Vec<&str> = names.collect();
        return Err(InputError::new(ErrorKind::NoRules, "there is no such set inside the program")
            .did_you_mean(set, known.iter().copied())
            .expected(format!("one of {}", known.join(", "))));
    }
    let found = select(&[Path::new(BUILT_IN).join(file)]);
    let names = found.files.iter().filter_map(|path| store::built_in(path));
    Ok(names.filter_map(|name| all.get_key_value(name.as_str())).map(|(&n, &t)| (n, t)).collect())
}
