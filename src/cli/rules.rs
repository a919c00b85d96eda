//! `deadmove rules`: lists, shows and lints rule files. Drawings are imported in
//! [`super::rules_import`], templates are written in [`super::rules_new`].

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;

use super::output::{Failure, complain, stdout};
use super::pictures::PictureFile;
use super::rule_files::RuleArgs;
use super::{rules_import, rules_new};
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_report::{json, rule as report};
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::lint::{Severity, lint};
use deadmove_rules::load::{Loaded, load};
use deadmove_rules::sets::named_sets;

/// Start, list, show, check and import rule files.
///
/// A rule file ends in .rule and holds a picture around the live end with the moves that are dead
/// there, or a family of such rules; docs/rule-language.md describes the language.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(rules_new::Args),
    List(ListArgs),
    Show(ShowArgs),
    Lint(LintArgs),
    Import(rules_import::Args),
    Sets(SetsArgs),
}

/// List rule files: name, family, placements, sizes, claims, source, file.
///
/// A file that cannot be read is reported with line and column; the others are listed, and the exit
/// code is 2.
#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// Print one JSON object per file.
    #[arg(long)]
    json: bool,
}

/// Show a rule: its picture, what it says in words, and all its placements.
///
/// Of a family: its formulae in words, a table of its claims, and the rules for some parameters.
#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// A rule file.
    file: PathBuf,
    /// Also draw the rule here, as SVG or PNG; - writes SVG to standard output instead of the text.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Of a family, the parameters to expand it for, as in D=4 or h=3,v=4; may be repeated.
    /// Default: those of the pictures in the file.
    #[arg(long, value_name = "NAME=N,…")]
    parameters: Vec<String>,
    /// Draw every placement: also those that coincide with others, and of a family those of every
    /// claim.
    #[arg(long)]
    all_placements: bool,
}

/// Look for slips in rule files, without asking whether the rules are true.
///
/// Errors are contradictions: a rule that can never match, or forbids what is never a move.
/// Warnings are most likely slips: rules that mean the same, a segment that is next to nothing, a
/// missing source. Notes are worth knowing: rules implied by others, placements that coincide, file
/// names that differ from the names of the rules. Of families, the rules that fit on 9x9
/// boards are looked at.
///
/// The exit code is 1 if there are errors and 0 with nothing but warnings and notes; 2 if a file
/// cannot be read.
#[derive(Debug, clap::Args)]
struct LintArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// Print one JSON object per finding.
    #[arg(long)]
    json: bool,
}

/// List the rule sets that have names.
///
/// They are the set files of the folder `rules` here or above, or of the folder in the environment
/// variable DEADMOVE_RULES. A set file has lines `include PATH` and `exclude PATH`, relative to its
/// folder.
#[derive(Debug, clap::Args)]
struct SetsArgs {
    /// Print one JSON object per set.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::New(args) => rules_new::run(args),
        Command::List(args) => run_list(args),
        Command::Show(args) => run_show(args),
        Command::Lint(args) => run_lint(args),
        Command::Import(args) => rules_import::run(args),
        Command::Sets(args) => run_sets(args),
    }
}

/// Reports the files that could not be read, and gives the exit code so far.
fn report_errors(loaded: &Loaded, json: bool, out: &mut impl Write) -> Result<ExitCode, Failure> {
    out.flush()?;
    for error in &loaded.errors {
        if json {
            let name = error.file.as_deref().unwrap_or_default();
            writeln!(out, "{}", json::input_error(name, error))?;
        } else {
            complain(error);
        }
    }
    Ok(if loaded.errors.is_empty() { ExitCode::Holds } else { ExitCode::Input })
}

fn run_list(args: &ListArgs) -> Result<ExitCode, Failure> {
    let loaded = args.rules.load()?;
    let mut out = stdout();
    if args.json {
        for file in &loaded.files {
            writeln!(out, "{}", report::list_line(file))?;
        }
    } else if !loaded.files.is_empty() {
        write!(out, "{}", report::table(&loaded.files, true))?;
    }
    let code = report_errors(&loaded, args.json, &mut out)?;
    out.flush()?;
    Ok(code)
}

fn run_sets(args: &SetsArgs) -> Result<ExitCode, Failure> {
    let sets = named_sets()?;
    if sets.is_empty() {
        return Err(InputError::new("no-rules", "there are no rule sets with names here")
            .expected("a folder 'rules' with set files, here or above")
            .into());
    }
    let mut counted = Vec::new();
    for set in sets {
        let loaded = load(std::slice::from_ref(&set.file))?.all()?;
        counted.push((set, loaded.len()));
    }
    let mut out = stdout();
    if args.json {
        for (set, files) in &counted {
            writeln!(out, "{}", report::set_line(set, *files))?;
        }
    } else {
        write!(out, "{}", report::sets(&counted, true))?;
    }
    out.flush()?;
    Ok(ExitCode::Holds)
}

fn run_show(args: &ShowArgs) -> Result<ExitCode, Failure> {
    let file = RuleFile::read(&args.file)?;
    let expansions = match &file {
        RuleFile::Rule(_) if !args.parameters.is_empty() => {
            return Err(InputError::new("no-parameters", "this rule has no parameters")
                .in_file(&args.file)
                .into());
        }
        RuleFile::Rule(_) => Vec::new(),
        RuleFile::Family(family) => expand(family, &args.parameters)?,
    };
    let mut out = stdout();
    let drawing =
        args.output.as_ref().map(|_| report::sheet_svg(&file, &expansions, args.all_placements));
    if let (Some(to), Some(drawing)) = (&args.output, drawing) {
        if to.as_os_str() == "-" {
            out.write_all(drawing.as_bytes())?;
            out.flush()?;
            return Ok(ExitCode::Holds);
        }
        PictureFile::new(to)?.write(&drawing)?;
    }
    let text = match &file {
        RuleFile::Rule(rule) => report::rule_sheet(rule, args.all_placements, true),
        RuleFile::Family(family) => {
            report::family_sheet(family, &expansions, args.all_placements, true)
        }
    };
    write!(out, "{text}")?;
    out.flush()?;
    Ok(ExitCode::Holds)
}

/// The family for the given parameters, or for those of its pictures.
fn expand(family: &Family, asked: &[String]) -> Result<Vec<report::Expansion>, InputError> {
    let parameters = if asked.is_empty() {
        family.pictures.clone()
    } else {
        asked.iter().map(|text| parse_parameters(family, text)).collect::<Result<_, _>>()?
    };
    parameters
        .iter()
        .map(|parameters| {
            report::Expansion::of(family, parameters).map_err(|error| {
                InputError::new("bad-parameters", format!("--parameters: {error}"))
            })
        })
        .collect()
}

fn parse_parameters(family: &Family, text: &str) -> Result<Vec<i64>, InputError> {
    let wrong = |message: String| {
        let example: Vec<String> =
            family.parameters.iter().map(|p| format!("{}={}", p.name, p.from)).collect();
        InputError::new("bad-parameters", format!("--parameters: {message}"))
            .expected(format!("a value for each parameter, such as {}", example.join(",")))
    };
    let mut values: Vec<Option<i64>> = vec![None; family.parameters.len()];
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            return Err(wrong(format!("'{part}' is not a parameter with its value")));
        };
        let Some(slot) = family.parameters.iter().position(|p| p.name == name) else {
            return Err(wrong(format!("the family has no parameter '{name}'")));
        };
        // Patterns grow with their parameters; the largest board is smaller than this.
        let value = value.parse().ok().filter(|value: &i64| value.abs() <= 200);
        let Some(value) = value.filter(|&value| family.parameters[slot].contains(value)) else {
            return Err(wrong(format!("'{part}' is no number in the range of {name}")));
        };
        values[slot] = Some(value);
    }
    let missing = values.iter().position(Option::is_none);
    match missing {
        Some(slot) => Err(wrong(format!("{} has no value", family.parameters[slot].name))),
        None => Ok(values.into_iter().flatten().collect()),
    }
}

fn run_lint(args: &LintArgs) -> Result<ExitCode, Failure> {
    let loaded = args.rules.load()?;
    let findings = lint(&loaded.files);
    let mut out = stdout();
    for finding in &findings {
        if args.json {
            writeln!(out, "{}", report::lint_line(finding))?;
        } else {
            writeln!(out, "{}", report::lint_text(finding))?;
        }
    }
    let code = report_errors(&loaded, args.json, &mut out)?;
    if !args.json {
        writeln!(out, "{}", report::lint_tally(loaded.files.len(), &findings))?;
    }
    out.flush()?;
    let errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    Ok(code.combine(if errors { ExitCode::Refuted } else { ExitCode::Holds }))
}
