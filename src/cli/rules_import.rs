//! `deadmove rules import`: drawings turned into rule files.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::again::with_files;
use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::output::{Failure, complain, stdout};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::words;
use deadmove_report::numbers::count;
use deadmove_rules::import::{Imported, import_file};

/// Turn drawings of the one-way labyrinth research into rule files.
///
/// Every drawing becomes a file named after its rule. Assumptions, and parts that were not used,
/// are reported and kept as remarks in the file. A drawing that cannot be read, or whose file
/// exists already, is reported; the others are written, and the exit code is 2.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Drawings of the SVG editor. The name of the file, or of its folder, gives the rule its name,
    /// family and sizes.
    #[arg(required = true, value_name = "DRAWING")]
    drawings: Vec<PathBuf>,
    /// The directory to write to, made if it does not exist. Default: the rules are printed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(directory) = &args.out {
        files::create_folder(directory)?;
    }
    let mut out = stdout();
    let mut code = ExitCode::Holds;
    let mut printed = false;
    let mut read = 0;
    let mut written = BTreeSet::new();
    for drawing in &args.drawings {
        let imported = import_file(drawing).and_then(|imported| match &args.out {
            None => Ok((imported, None)),
            Some(directory) => {
                let file = directory.join(imported.file_name());
                if !written.insert(file.clone()) {
                    return Err(written_before(drawing, &file));
                }
                write(&imported, &file, args.force)?;
                Ok((imported, Some(file)))
            }
        });
        match imported {
            Ok((imported, Some(file))) => {
                read += 1;
                if !is_quiet() {
                    writeln!(out, "{}: {}", file.shown(), counted(imported.notes.len()))?;
                    for note in &imported.notes {
                        writeln!(out, "  {note}")?;
                    }
                }
            }
            Ok((imported, None)) => {
                read += 1;
                if printed {
                    writeln!(out)?;
                }
                write!(out, "{}", imported.text())?;
                printed = true;
            }
            Err(error) => {
                out.flush()?;
                complain(&error);
                code = code.combine(ExitCode::Input);
            }
        }
    }
    let made = count(read, "rule file", "rule files");
    let of = count(args.drawings.len(), "drawing", "drawings");
    let mut end = Conclusion::new(format!("{made} made of {of}"));
    end = end.because("not every drawing was imported");
    match &args.out {
        Some(folder) => {
            let folder = words(&[folder.shown()]);
            end = end.then(format!("deadmove rules lint {folder}"));
            end.then(format!("deadmove rules list {folder}")).print(&mut out, code)?;
            out.flush()?;
        }
        None => {
            out.flush()?;
            let again = with_files("deadmove rules import", &args.drawings);
            end.then(format!("{again} --out imported")).print_beside_data(code);
        }
    }
    Ok(code)
}

/// Writes the rule file. An existing file is only replaced with `force`.
fn write(imported: &Imported, file: &Path, force: bool) -> Result<(), InputError> {
    if force {
        return files::write_atomically(file, imported.text());
    }
    files::write_new(file, imported.text()).map_err(|error| match error.kind {
        ErrorKind::FileExists => error.expected("another directory, or --force to replace it"),
        _ => error,
    })
}

/// Two drawings of one run never share a file, not even with `--force`: one rule would be lost.
fn written_before(drawing: &Path, file: &Path) -> InputError {
    InputError::new(
        ErrorKind::SameFile,
        format!("another drawing was given that also becomes {}", file.shown()),
    )
    .expected("a separate directory for each of them, or another name")
    .in_file(drawing)
}

fn counted(notes: usize) -> String {
    match notes {
        0 => "no notes".to_owned(),
        1 => "1 note".to_owned(),
        n => format!("{n} notes"),
    }
}
