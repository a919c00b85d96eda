//! `deadmove site`: a static site made of rules and reports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::check::report::verify;
use super::conclusion::Conclusion;
use super::folder::replace;
use super::output::{Failure, stdout, warn};
use super::rule_files::readable;
use super::rule_texts;
use deadmove_core::board::letters;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Verdict};
use deadmove_report::command::words;
use deadmove_report::json::has_keys;
use deadmove_report::numbers::count;
use deadmove_report::prove::json::ProofExample;
use deadmove_report::stats_json;
use deadmove_rules::load::{KnownWrong, Loaded, load_by};
use deadmove_rules::places::{everything, named_sets};
use deadmove_rules::sets::RuleReader;
use deadmove_site::reports::{EXPECTED, counterexample};
use deadmove_site::{Given, RuleEntry, SetEntry, SiteError, make};
use deadmove_verify::confirm::confirm;

/// Make a static site: rules with pictures and status, sets, lemmas, walks, positions.
///
/// The status of a rule comes from reports: what `check`, `prove`, `lab milestones` and `walk
/// --order random` printed with --json. Without reports no rule is called right. A report of
/// minimise makes a page for each of its positions, with the rules that would have helped. Begin
/// with index.html in the folder; the site needs no server and no network, and can be read without
/// scripts.
///
/// Every counterexample is replayed. The exit code is 70 if two reports contradict each other.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Reports.
    #[arg(value_name = "REPORT")]
    reports: Vec<PathBuf>,
    /// The folder of the site: a new or empty one, or the site of an earlier run, which is
    /// replaced.
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
    /// Rule files, folders, set files, or names of sets; may be repeated. Default: all rules of the
    /// folder of the sets, see `deadmove rules sets --help`.
    #[arg(long = "rules", value_name = "RULES")]
    only: Vec<PathBuf>,
    /// The engine for the board of the site, as WebAssembly: docs/reference/board.md says how to
    /// build it. Without it the board of the site can draw, but not judge.
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
}

/// The largest module that is put into a site.
const LARGEST_ENGINE: u64 = 64 << 20;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (given, mut code) = given(args)?;
    let site = make(&given).map_err(failure)?;
    if given.reports.contradict()? || !site.contradictory.is_empty() {
        code = code.combine(ExitCode::Internal);
    }
    replace(&args.out, &site.files, "deadmove site")?;
    if given.engine.is_none() {
        warn(
            "the board of the site cannot judge: no --wasm FILE was given, see \
             docs/reference/board.md",
        );
    }
    let start = args.out.join("index.html");
    let (rules, reports) = (given.rules.len(), args.reports.len());
    let made_of = format!(
        "{} and {}",
        count(rules, "rule file", "rule files"),
        count(reports, "report", "reports"),
    );
    let files = count(site.files.len(), "file", "files");
    let answer = format!("{files} made of {made_of}; begin with {}", start.shown());
    let mut end = Conclusion::new(answer);
    end.why = Some(match code {
        ExitCode::Internal => match site.contradictory.as_slice() {
            [] => "two reports contradict each other".to_owned(),
            names => format!("reports contradict each other about {}", names.join("; ")),
        },
        ExitCode::Input => "not every rule could be read".to_owned(),
        _ => "all that was given is in it".to_owned(),
    });
    if reports == 0 {
        let again = format!("deadmove site --out {} check.json", words(&[args.out.shown()]));
        end = end.then("deadmove check proved --size 7 --json > check.json").then(again);
    }
    end.finish(stdout(), code)
}

fn failure(error: SiteError) -> Failure {
    match error {
        SiteError::Input(error) => Failure::Input(error),
        SiteError::Fault(fault) => Failure::Internal(fault.to_string()),
    }
}

/// What the site is made of; `Input` if a rule cannot be read.
fn given(args: &Args) -> Result<(Given, ExitCode), Failure> {
    let mut given = Given::default();
    for file in &args.reports {
        read_report(file, &mut given)?;
    }
    given.engine = args.wasm.as_deref().map(engine).transpose()?;
    let mut reader = RuleReader::default();
    let chosen = match args.only.as_slice() {
        [] => Loaded::default(),
        only => load_by(&mut reader, only, KnownWrong::LeaveOut)?,
    };
    // What cannot be read is reported below.
    let (board_rules, _) = rule_texts::read(&mut reader, chosen)?;
    given.board_rules = serde_json::to_string(&board_rules).expect("plain data is serialisable");
    let (loaded, code) = readable(rules(&mut reader, &args.only)?)?;
    let root = rule_texts::root();
    for file in loaded.files {
        given
            .rules
            .push(RuleEntry { relative: rule_texts::name(&file.path, root.as_deref()), file });
    }
    given.sets = sets(&mut reader, &given.rules)?;
    Ok((given, code))
}

/// Reads a WebAssembly module.
fn engine(file: &Path) -> Result<Vec<u8>, InputError> {
    let bytes = files::read_at_most(file, LARGEST_ENGINE)?;
    match bytes.starts_with(b"\0asm") {
        true => Ok(bytes),
        false => Err(InputError::new(ErrorKind::UnknownFormat, "this is no WebAssembly module")
            .in_file(file)
            .expected("deadmove_wasm.wasm, as docs/reference/board.md says how to build it")),
    }
}

fn read_report(file: &Path, given: &mut Given) -> Result<(), InputError> {
    let text = files::read_text(file)?;
    if has_keys(&text, &stats_json::KEYS) {
        given.walks.push(stats_json::read(&text, file)?);
        return Ok(());
    }
    let reports = &mut given.reports;
    let (checks, limits) = (reports.checks.len(), reports.limits.len());
    let proofs = reports.proofs.len();
    reports.read(&text, file).map_err(also_expected)?;
    let mut new = reports.checks[checks..].iter().chain(&reports.limits[limits..]);
    new.try_for_each(|check| verify(check, file))?;
    let claims = reports.proofs[proofs..].iter().flat_map(|report| &report.claims);
    let mut examples = claims.filter_map(|claim| claim.counterexample.as_ref());
    examples.try_for_each(|example| verify_example(example, file))
}

/// Names all kinds of reports where those about rules alone are named.
fn also_expected(error: InputError) -> InputError {
    match error.expected.as_deref() {
        Some(EXPECTED) => error.expected(
            "what `deadmove` printed with --json: check, prove, minimise, lab milestones, \
             walk --order random",
        ),
        _ => error,
    }
}

/// Replays the counterexample of a proof report, and decides its move.
fn verify_example(example: &ProofExample, file: &Path) -> Result<(), InputError> {
    let wrong = |why: String| {
        let message = format!("the report has a false example: {why}");
        InputError::new(ErrorKind::ReportContradiction, message).in_file(file)
    };
    let drawn = counterexample(example);
    let drawn =
        drawn.ok_or_else(|| wrong(format!("{} cannot be drawn", letters(&example.path.0))))?;
    confirm(&drawn, Verdict::Live).map(|_| ()).map_err(|fault| wrong(fault.to_string()))
}

/// The rules that were asked for; by default all of the folder of the sets, with those of its sets.
fn rules(reader: &mut RuleReader, asked: &[PathBuf]) -> Result<Loaded, InputError> {
    let all = if asked.is_empty() { everything() } else { asked.to_owned() };
    if all.is_empty() { Ok(Loaded::default()) } else { load_by(reader, &all, KnownWrong::Include) }
}

/// The sets with names of which all rules are shown.
fn sets(reader: &mut RuleReader, rules: &[RuleEntry]) -> Result<Vec<SetEntry>, InputError> {
    let shown: BTreeMap<(PathBuf, usize), &RuleEntry> =
        rules.iter().map(|entry| (entry.file.path.identity(), entry)).collect();
    let mut sets = Vec::new();
    if rules.is_empty() {
        return Ok(sets);
    }
    for set in named_sets()? {
        let loaded = load_by(reader, std::slice::from_ref(&set.file), KnownWrong::LeaveOut)?;
        let files = loaded.files.into_iter();
        let files: Option<Vec<_>> =
            files.map(|file| Some(shown.get(&file.path.identity())?.file.clone())).collect();
        if let Some(files) = files.filter(|files| !files.is_empty()) {
            sets.push(SetEntry { name: set.name, about: set.about, files });
        }
    }
    Ok(sets)
}
