//! `deadmove rules`: lists, shows and lints rules. The other subcommands are in files of their own.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::again::with_files;
use super::conclusion::Conclusion;
use super::general::{Detail, detail, is_quiet};
use super::output::{Failure, complain, stdout};
use super::pictures::PictureFile;
use super::report_files::{ReportArgs, RunReport};
use super::rule_files::RuleArgs;
use super::{rules_export, rules_import, rules_new, rules_sets};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::ExitCode;
use deadmove_prove::EVERY_BOARD;
use deadmove_report::numbers::count;
use deadmove_report::tested::lint_cases;
use deadmove_report::{json, rule as report};
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::lint::{Diagnostic, Severity, lint};
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_rules::model::Sizes;
use deadmove_rules::origin::Origin;
use deadmove_rules::sets::{Selection, select};

/// Start, list, show, check, import and export rule files.
///
/// A rule file ends in .rule and has one rule or several: a picture around the live end with the
/// moves that are dead there, or a family of such rules; docs/reference/rule-language.md describes
/// the language.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Debug, Subcommand)]
enum RulesCommand {
    New(rules_new::Args),
    List(RulesListArgs),
    Show(ShowArgs),
    Lint(LintArgs),
    Import(rules_import::Args),
    Sets(rules_sets::Args),
    Export(rules_export::Args),
}

/// List rule files: name, placements, sizes, claims, file; with --json families and sources, too.
///
/// A file that cannot be read is reported with line and column; the others are listed, and the exit
/// code is 2.
#[derive(Debug, clap::Args)]
struct RulesListArgs {
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
    /// A rule file, or one rule of several as FILE#SLUG or SET#SLUG.
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
/// missing source. Notes are printed with --verbose: rules implied by others, placements that
/// coincide, file names that differ from the names of the rules. Of families, the rules that fit on
/// 9x9 boards are looked at.
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
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    match &args.command {
        RulesCommand::New(args) => rules_new::run(args),
        RulesCommand::List(args) => run_list(args),
        RulesCommand::Show(args) => run_show(args),
        RulesCommand::Lint(args) => {
            args.report.run("rules lint", None, |report| lint_files(args, report))
        }
        RulesCommand::Import(args) => rules_import::run(args),
        RulesCommand::Sets(args) => rules_sets::run(args),
        RulesCommand::Export(args) => rules_export::run(args),
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

fn run_list(args: &RulesListArgs) -> Result<ExitCode, Failure> {
    let loaded = args.rules.load()?;
    let mut out = stdout();
    if args.json {
        for file in &loaded.files {
            writeln!(out, "{}", report::list_line(file))?;
        }
    } else if !loaded.files.is_empty() && !is_quiet() {
        write!(out, "{}", report::table(&loaded.files, true))?;
    }
    let code = report_errors(&loaded, args.json, &mut out)?;
    if !args.json {
        let rules = args.rules.name();
        let mut answer = count(loaded.files.len(), "rule file", "rule files");
        if !loaded.errors.is_empty() {
            answer += &format!("; {}", count(loaded.errors.len(), "error", "errors"));
        }
        let mut end = Conclusion::new(answer);
        end = end.because(NOT_ALL_READ);
        if let Some(file) = loaded.files.first() {
            end = end.then(with_files("deadmove rules show", std::slice::from_ref(&file.path)));
        }
        end.then(format!("deadmove rules lint {rules}")).print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// Why the exit code is 2.
const NOT_ALL_READ: &str = "not every rule file could be read";

/// The rule that an argument stands for.
fn one_rule(argument: &Path) -> Result<LoadedFile, InputError> {
    let Selection { mut rules, mut errors, .. } = select(&[argument.to_owned()]);
    match (rules.len(), errors.pop()) {
        (_, Some(error)) => Err(error),
        (1, None) => rules.remove(0).rule,
        (several, None) => {
            let what = count(several, "rule", "rules");
            let message = format!("'{}' stands for {what}", argument.shown());
            let expected = format!("one of those of `deadmove rules list {}`", argument.shown());
            Err(InputError::new(ErrorKind::NotOneRule, message).expected(expected))
        }
    }
}

fn run_show(args: &ShowArgs) -> Result<ExitCode, Failure> {
    let LoadedFile { path, rule_file: file, .. } = one_rule(&args.file)?;
    let expansions = match &file {
        RuleFile::Rule(_) if !args.parameters.is_empty() => {
            return Err(InputError::new(ErrorKind::NoParameters, "this rule has no parameters")
                .in_file(&path)
                .into());
        }
        RuleFile::Rule(_) => Vec::new(),
        RuleFile::Family(family) => expand(family, &args.parameters)?,
    };
    let mut out = stdout();
    let drawing =
        args.output.as_ref().map(|_| report::sheet_svg(&file, &expansions, args.all_placements));
    let end = shown(&file, &path);
    if let (Some(to), Some(drawing)) = (&args.output, drawing) {
        if to.as_os_str() == "-" {
            out.write_all(drawing.as_bytes())?;
            out.flush()?;
            end.print_beside_data(ExitCode::Holds);
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
    end.report(None, || text, ExitCode::Holds)
}

/// The largest board whose live positions are listed in seconds.
const QUICK: u16 = 7;

/// The end of the report on a file.
fn shown(file: &RuleFile, path: &Origin) -> Conclusion {
    let head = file.head();
    let kind = match file {
        RuleFile::Rule(rule) if rule.reads_the_whole_board() => "lemmas".to_owned(),
        RuleFile::Rule(_) => "a rule".to_owned(),
        RuleFile::Family(family) => {
            let claims = family.cases.iter().map(|case| case.claims.len()).sum();
            format!("a family of {}", count(claims, "claim", "claims"))
        }
    };
    let (sizes, board) = match head.sizes {
        Sizes::All if file.reads_the_whole_board() => ("every board".to_owned(), QUICK),
        Sizes::All => (EVERY_BOARD.to_owned(), QUICK),
        Sizes::Only(size) => (format!("{size}×{size}"), size),
        Sizes::From(size) => (format!("boards from {size}×{size} on"), size.max(QUICK)),
    };
    let mut answer = format!("{}: {kind} for {sizes}", head.name);
    if !file.reads_the_whole_board() {
        let placements = head.placements.iter().count();
        answer += &format!(", in {}", count(placements, "placement", "placements"));
    }
    if let Some(side) = head.wrong_since {
        answer += &format!("; known to be wrong since {side}×{side}");
    }
    let mut end = Conclusion::new(answer);
    let file = [path];
    end = end.then(with_files("deadmove rules lint", &file));
    if board % 2 == 1 {
        end = end.then(format!("{} --size {board}", with_files("deadmove check", &file)));
    }
    end
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
                InputError::new(ErrorKind::BadParameters, format!("--parameters: {error}"))
            })
        })
        .collect()
}

fn parse_parameters(family: &Family, text: &str) -> Result<Vec<i64>, InputError> {
    let wrong = |message: String| {
        let example: Vec<String> =
            family.parameters.iter().map(|p| format!("{}={}", p.name, p.from)).collect();
        InputError::new(ErrorKind::BadParameters, format!("--parameters: {message}"))
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

fn lint_files(args: &LintArgs, tested: &mut RunReport) -> Result<ExitCode, Failure> {
    let loaded = args.rules.load()?;
    let findings = lint(&loaded.files);
    for finding in &findings {
        tested.json(&report::lint_line(finding));
    }
    for error in &loaded.errors {
        tested.json(&json::input_error(error.file.as_deref().unwrap_or_default(), error));
    }
    tested.cases(|| lint_cases(&loaded.files, &findings));
    tested.input_errors(&loaded.errors);
    let mut out = stdout();
    match args.json {
        true => {
            for finding in &findings {
                writeln!(out, "{}", report::lint_line(finding))?;
            }
        }
        false => print_findings(&findings, &mut out)?,
    }
    let errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    let found = if errors { ExitCode::Refuted } else { ExitCode::Holds };
    let code = report_errors(&loaded, args.json, &mut out)?.combine(found);
    if !args.json {
        let tally = report::lint_tally(loaded.files.len(), &findings);
        let mut end = Conclusion::new(match (loaded.errors.len(), loaded.files.len()) {
            (0, _) => tally,
            (unread, 0) => format!("{unread} could not be read, so nothing was examined"),
            (unread, _) => format!("{unread} could not be read; of the others: {tally}"),
        });
        end = end.because(match code {
            ExitCode::Refuted => "a rule contradicts itself",
            _ => NOT_ALL_READ,
        });
        let worst = findings.iter().min_by_key(|finding| finding.severity);
        let look = worst.map(|finding| finding.file.clone());
        if let Some(file) = look.or_else(|| loaded.files.first().map(|file| file.path.clone())) {
            end = end.then(with_files("deadmove rules show", &[file]));
        }
        if has_notes(&findings) && detail() == Detail::Usual {
            end = end.then(format!("deadmove rules lint {} --verbose", args.rules.name()));
        }
        end.print(&mut out, code)?;
    }
    out.flush()?;
    Ok(code)
}

/// Prints errors, then warnings; notes if the command is verbose.
fn print_findings(findings: &[Diagnostic], out: &mut impl Write) -> Result<(), Failure> {
    let least = match detail() {
        Detail::Quiet => return Ok(()),
        Detail::Usual => Severity::Warning,
        Detail::Verbose => Severity::Note,
    };
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        for finding in findings {
            if finding.severity == severity && severity <= least {
                writeln!(out, "{}", report::lint_text(finding))?;
            }
        }
    }
    Ok(())
}

fn has_notes(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Note)
}
