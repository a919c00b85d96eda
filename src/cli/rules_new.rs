//! `deadmove rules new`: a template of a rule file, to be changed.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::output::{Failure, stdout};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_rules::RuleFile;

/// Print or write a rule file to start from: a rule that is true, with remarks on every line.
///
/// docs/reference/rule-language.md describes the language.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name of the rule. Default: the name of the file, or "my rule".
    name: Option<String>,
    /// The file to write, which must not exist. Default: the template is printed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A family of rules, with a parameter.
    #[arg(long)]
    family: bool,
    /// A file that names lemmas in place of a picture.
    #[arg(long, conflicts_with = "family")]
    lemma: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stem = args.output.as_deref().and_then(Path::file_stem);
    let name = match (&args.name, stem) {
        (Some(name), _) => name.clone(),
        (None, Some(stem)) => stem.to_string_lossy().replace(['-', '_'], " "),
        (None, None) => "my rule".to_owned(),
    };
    let text = template(&name, args)?;
    match &args.output {
        Some(file) => {
            write(file, &text)?;
            writeln!(stdout(), "{} is written", file.shown())?;
        }
        None => {
            let mut out = stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::Holds)
}

/// The template with its name. A name that no rule file can have is refused.
fn template(name: &str, args: &Args) -> Result<String, InputError> {
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(InputError::new(ErrorKind::BadName, "this cannot be the name of a rule")
            .expected("letters, digits, signs and blanks, on one line"));
    }
    let template = match (args.family, args.lemma) {
        (true, _) => include_str!("templates/family.rule"),
        (_, true) => include_str!("templates/lemma.rule"),
        _ => include_str!("templates/rule.rule"),
    };
    let text = template.replacen("{name}", name.trim(), 1);
    RuleFile::parse(&text).map(|_| text)
}

fn write(file: &Path, text: &str) -> Result<(), InputError> {
    files::write_new(file, text).map_err(|error| match error.kind {
        ErrorKind::FileExists => error.expected("the name of a new file"),
        _ => error,
    })
}
