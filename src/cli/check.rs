//! `deadmove check`: are rules sound, is the set complete, for every position of a board?

use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::{Failure, complain, stdout};
use crate::board::Board;
use crate::error::InputError;
use crate::report::check as report;
use crate::rule::load::{Loaded, load};
use crate::rule::model::Rule;
use crate::verdict::{ExitCode, Verdict};
use crate::verify::check::{Check, Claim, RuleVerdict, SetVerdict};
use crate::verify::check_list;
use crate::verify::list::List;

/// Check rules against every live position of a board: sound, complete, or a counterexample.
///
/// A rule is sound if it forbids no live move, the set complete if together the rules forbid every
/// dead move. Boards are square, odd, and up to 9×9. A rule that forbids nothing on a board is
/// vacuous there, which is not success unless --allow-vacuous is given; a family is vacuous if all
/// its claims are.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule files, or directories with rule files.
    #[arg(required = true)]
    rules: Vec<PathBuf>,
    /// The side of the board.
    #[arg(long, value_name = "N", required_unless_present = "sizes")]
    size: Option<usize>,
    /// Several sides, checked one after the other.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', conflicts_with = "size")]
    sizes: Vec<usize>,
    /// Print JSON: an object for one size, a list of them for several.
    #[arg(long)]
    json: bool,
    /// Write a case file for every counterexample into this folder.
    #[arg(long, value_name = "DIR")]
    counterexamples: Option<PathBuf>,
    /// Do not count vacuous rules against the set.
    #[arg(long)]
    allow_vacuous: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut loaded = load(&args.rules)?;
    if loaded.files.is_empty() {
        return Err(loaded.errors.swap_remove(0).into());
    }
    loaded.errors.iter().for_each(complain);
    let sizes: Vec<usize> = args.size.into_iter().chain(args.sizes.iter().copied()).collect();
    let mut code = if loaded.errors.is_empty() { ExitCode::Holds } else { ExitCode::Input };
    let mut objects = Vec::new();
    for &size in &sizes {
        let outcome = check_size(args, &loaded, size)?;
        code = code.combine(outcome.code);
        objects.extend(outcome.json);
    }
    if args.json {
        let mut out = stdout();
        match objects.as_slice() {
            [object] => writeln!(out, "{object}")?,
            objects => writeln!(out, "[{}]", objects.join(",\n"))?,
        }
        out.flush()?;
    }
    Ok(code)
}

struct Checked {
    code: ExitCode,
    json: Option<String>,
}

fn check_size(args: &Args, loaded: &Loaded, size: usize) -> Result<Checked, Failure> {
    let bar = progress(2 * size * size);
    let list = List::build(size, &|_| bar.inc(1)).map_err(|error| {
        InputError::new("no-list", format!("--size {size}: {error}"))
            .expected("an odd size from 3 to 9")
    })?;
    let claims = claims(loaded, size)?;
    let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
    let mut check = check_list::check(&list, &rules, &|_| bar.inc(1));
    check_list::shrink(&mut check, &rules);
    bar.finish_and_clear();
    let fault = |fault: crate::judge::Fault| Failure::Internal(fault.to_string());
    let mut shown = Vec::new();
    for result in &check.rules {
        let example = result.counterexample.as_ref();
        shown.push(example.map(|e| report::show(e, Verdict::Live)).transpose().map_err(fault)?);
    }
    let example = check.set.example.as_ref();
    let missed = example.map(|e| report::show(e, Verdict::Dead)).transpose().map_err(fault)?;
    if let Some(folder) = &args.counterexamples {
        for (claim, shown) in claims.iter().zip(&shown) {
            let Some(shown) = shown else { continue };
            let name = &claim.rule.head.name;
            let comment = format!("{name} forbids {}, which is live.", shown.direction);
            save(folder, shown.position.board().width().into(), name, &shown.case(comment))?;
        }
        if let Some(missed) = &missed {
            let comment =
                format!("No rule of the set forbids {}, which is dead.", missed.direction);
            save(folder, size, "missed", &missed.case(comment))?;
        }
    }
    if !args.json {
        let mut out = stdout();
        write!(out, "{}", report::table(&check, &claims))?;
        for (claim, shown) in claims.iter().zip(&shown) {
            if let Some(shown) = shown {
                write!(out, "{}", report::counterexample(shown, claim, true))?;
            }
        }
        if let Some(missed) = &missed {
            let rules: Vec<String> = args.rules.iter().map(|p| p.display().to_string()).collect();
            write!(out, "{}", report::missed(missed, &rules.join(" "), true))?;
        }
        out.flush()?;
    }
    let json = args.json.then(|| report::json(&check, &claims, &shown));
    Ok(Checked { code: exit_code(&check, &claims, args.allow_vacuous), json })
}

/// All rules, and all claims of families that fit on the board.
fn claims(loaded: &Loaded, size: usize) -> Result<Vec<Claim>, InputError> {
    let board = Board::corner_to_corner(size, size).expect("the size has a list");
    let mut claims = Vec::new();
    for file in &loaded.files {
        let rules = file.rule_file.rules(&board).map_err(|error| {
            InputError::new("family-impossible", error.to_string()).in_file(&file.path)
        })?;
        claims.extend(rules.into_iter().map(|rule| Claim { file: file.path.clone(), rule }));
    }
    if claims.is_empty() {
        return Err(InputError::new(
            "no-rules",
            format!("no rule applies to the {size}×{size} board"),
        ));
    }
    Ok(claims)
}

fn exit_code(check: &Check, claims: &[Claim], allow_vacuous: bool) -> ExitCode {
    let refuted = check.rules.iter().any(|result| result.verdict == RuleVerdict::Unsound)
        || check.set.verdict == SetVerdict::Incomplete;
    if refuted {
        return ExitCode::Refuted;
    }
    let mut effective: BTreeMap<&Path, bool> = BTreeMap::new();
    for (claim, result) in claims.iter().zip(&check.rules) {
        *effective.entry(&claim.file).or_default() |= result.verdict != RuleVerdict::Vacuous;
    }
    let vacuous = !allow_vacuous && effective.values().any(|effective| !effective);
    let unknown = check.rules.iter().any(|result| result.verdict == RuleVerdict::Unknown)
        || check.set.verdict == SetVerdict::Unknown;
    if vacuous || unknown || !check.complete { ExitCode::Unknown } else { ExitCode::Holds }
}

/// Writes a case file named after the board and the rule.
fn save(folder: &Path, size: usize, name: &str, text: &str) -> Result<(), InputError> {
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = name.chars().map(word).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    let file = folder.join(format!("{size}x{size}-{}.case", words.join("-")));
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)).map_err(|error| {
        InputError::new("file-unwritable", format!("the case cannot be written: {error}"))
            .in_file(&file)
    })
}

fn progress(steps: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64).with_style(
        ProgressStyle::with_template("{wide_bar} layer {pos} of {len}, {elapsed}")
            .expect("the template is valid"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
