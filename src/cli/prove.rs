//! `deadmove prove`: is a rule right on boards of every size, from corner to opposite corner,
//! without blocked cells?

use clap::value_parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::{Failure, OrInternal, stdout, warn};
use super::report_files::{ReportArgs, RunReport};
use super::rule_files::RuleArgs;
use super::{args, progress, resume};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Verdict as Answered};
use deadmove_prove::EVERY_BOARD;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, JudgedClaim};
use deadmove_prove::cross_check::LISTED;
use deadmove_prove::family::Member;
use deadmove_prove::formula::Facts;
use deadmove_prove::proofs::{
    FileVerdict, ProofPlan, Proofs, ProofsError, claims_of_files, prove_files,
};
use deadmove_prove::run::Run;
use deadmove_prove::tighten::tightened;
use deadmove_report::check::{Most, counterexample};
use deadmove_report::numbers::{count, thousands};
use deadmove_report::prove::{countermodel, family, json, not_needed, state, summary, table};
use deadmove_report::tested::proof_cases;
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::geometry::word;
use deadmove_rules::load::{Loaded, LoadedFile, LoadedRule};
use deadmove_rules::origin::Origin;
use deadmove_verify::check::Checked;
use deadmove_verify::confirm::{Confirmed, confirm};

/// Prove rules for every board.
///
/// Each claim is proved, refuted by a counterexample, or open. Where start or end are other cells,
/// a proved rule can forbid a live move; docs/explanation/proofs-for-every-board.md says what is
/// known of them and of blocked cells.
///
/// The window argument looks at a completion through a forbidden move in a few cells around the
/// live end, and shows that there can be none, on rectangular boards of any size without blocked
/// cells whose line leads from a corner to the opposite one.
/// docs/explanation/proofs-for-every-board.md explains it.
///
/// A claim is a rule, or a member of a family, with one forbidden move. Proved claims are also
/// checked on every live position of the boards up to 7×7. For the others a counterexample is
/// searched on boards up to --size; they are open if none is found. A rule that forbids no move of
/// any live position is vacuous, which is not success.
///
/// Ctrl-C stops the run: what it found is kept, the exit code is 3, and --resume continues later.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("changes").args(["tighten", "weaken"]).multiple(true))]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The largest value of the parameters of families. A proof up to this value says nothing about
    /// larger ones; whether the claims hold for every value is reported separately.
    #[arg(
        long,
        value_name = "D",
        default_value_t = 8,
        value_parser = value_parser!(i64).range(1..=100)
    )]
    max: i64,
    /// The side of the largest board that is searched for counterexamples.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = odd_side)]
    size: u16,
    /// Seconds for each part of the work, fractions allowed: the argument for one claim, the
    /// induction over all parameters of one family, and the search for a counterexample to one open
    /// claim on one board above 7×7.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "60")]
    timeout: Duration,
    /// Cells that may be split into free and wall for one claim, in windows of each width.
    #[arg(long, value_name = "N", default_value_t = Effort::USUAL.splits)]
    splits: usize,
    /// Leave out a kind of fact, to see what it is needed for; may be repeated.
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    without: Vec<String>,
    /// Write each family with the strongest limits that are proved, up to --max, into the folder of
    /// --out.
    #[arg(long, requires = "out")]
    tighten: bool,
    /// The folder for tightened families and weakened rules.
    #[arg(long, value_name = "DIR", requires = "changes")]
    out: Option<PathBuf>,
    /// Find the single conditions that a proved claim does not need. With --out, also leave out and
    /// weaken as many conditions of each rule as possible, and write what is left: it forbids all
    /// that the rule forbids. Families are left alone.
    #[arg(long)]
    weaken: bool,
    /// Keep the state in this file, and continue from it if it exists. A state holds answers about
    /// single rules, so it also serves when some of the rules or options have changed.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

/// The kinds of facts, as words of the command line.
fn kinds() -> clap::builder::PossibleValuesParser {
    Facts::KINDS.map(|(name, _)| name).into()
}

/// Reads the side of a board with lines from corner to corner.
fn odd_side(text: &str) -> Result<u16, String> {
    let side = text.parse::<u16>().ok().filter(|side| (3..=51).contains(side) && side % 2 == 1);
    side.ok_or_else(|| "an odd side from 3 to 51 is needed: no line fills an even board".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    args.report.run("prove", args.resume.as_deref(), |report| prove(args, report))
}

fn prove(args: &Args, report: &mut RunReport) -> Result<ExitCode, Failure> {
    args.rules.not_none()?;
    let (loaded, read) = args.rules.load_readable()?;
    report.input_errors(&loaded.errors);
    loaded.without_lemmas()?;
    let claims = claims_of_files(&loaded, args.max)?;
    if claims.is_empty() {
        let message = format!("the rules claim nothing for parameters up to {}", args.max);
        return Err(InputError::new(ErrorKind::NoRules, message).expected("a larger --max").into());
    }
    let plan = ProofPlan {
        max: args.max,
        size: args.size.into(),
        timeout: Some(args.timeout),
        effort: effort(args),
        without: args.without.clone(),
        weaken: args.weaken,
        weakest: args.weaken && args.out.is_some(),
    };
    let (stop, _lock) = resume::begin(args.resume.as_deref())?;
    let known = args.resume.as_deref().map(state::read).transpose()?;
    let run = Run::resumed(stop, known.unwrap_or_default());
    let bar = progress::working("proving");
    let proofs = prove_files(&loaded, claims, &plan, &run, &|open, done| {
        if done == 0 {
            progress::phase(&bar, "open claim");
            progress::total(&bar, open);
        }
        bar.inc(done);
    })
    .map_err(failed)?;
    bar.finish_and_clear();
    let kept = resume::file(args.resume.as_deref(), "prove", !proofs.complete);
    if let Some(file) = &kept {
        state::write(file, &run.into_answers())?;
    }
    if let Some(folder) = &args.out {
        if args.tighten {
            tighten_all(folder, &loaded, &proofs)?;
        }
        write_weakest(folder, &proofs)?;
    }
    let code = read.combine(proofs.exit_code());
    print(&proofs, (args, report), kept.as_deref(), code)
}

fn failed(error: ProofsError) -> Failure {
    match error {
        ProofsError::Input(error) => Failure::Input(error),
        ProofsError::Contradicted(wrong) => Failure::Internal(wrong.to_string()),
    }
}

fn effort(args: &Args) -> Effort {
    let mut facts = Facts::ALL;
    for (name, kind) in Facts::KINDS {
        if args.without.iter().any(|kind| kind == name) {
            *kind(&mut facts) = false;
        }
    }
    Effort { facts, splits: args.splits, ..Effort::USUAL }
}

/// Tightens all families of which the run has every member.
fn tighten_all(folder: &Path, loaded: &Loaded, proofs: &Proofs) -> Result<(), Failure> {
    let families = loaded.files.iter().filter_map(|file| match &file.rule_file {
        RuleFile::Family(family) => Some((file, family)),
        RuleFile::Rule(_) => None,
    });
    for ((file, family), proof) in families.zip(&proofs.families) {
        if proof.complete {
            tighten(folder, file, family, &proof.members, proofs.max)?;
        } else {
            let path = file.path.shown();
            warn(&format!("{path}: not tightened, the time was up for some of its parameters"));
        }
    }
    Ok(())
}

/// Writes a family with the strongest limits that are proved, or warns why it cannot.
fn tighten(
    folder: &Path,
    file: &LoadedFile,
    family: &Family,
    members: &[Member],
    max: i64,
) -> Result<(), Failure> {
    let path = file.path.shown();
    if let Some(member) = members.iter().find(|member| !member.whole) {
        let values = member.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        let values = values.collect::<Vec<_>>().join(" ");
        warn(&format!(
            "{path}: not tightened, for {values} its claims are not limits of one surplus for each \
             move"
        ));
        return Ok(());
    }
    match tightened(family, members, max) {
        Some(tight) => save(folder, &file.path, "tightened", &RuleFile::Family(tight).write())?,
        None => warn(&format!("{path}: not tightened, nothing is proved for up to {max}")),
    }
    Ok(())
}

/// Writes the weakened rules, each into a file named after the original, and after the move if that
/// forbids several.
fn write_weakest(folder: &Path, proofs: &Proofs) -> Result<(), InputError> {
    for JudgedClaim { claim, weakest, .. } in &proofs.claims {
        let Some(rule) = weakest else { continue };
        let others =
            proofs.claims.iter().filter(|other| other.claim.file == claim.file).count() > 1;
        let towards = word(claim.direction);
        let (name, how) = match others {
            true => (format!("{} ({towards})", rule.head.name), format!("{towards}-weakened")),
            false => (rule.head.name.clone(), "weakened".to_owned()),
        };
        let mut rule = rule.clone();
        rule.head.sources.push(format!("{}, weakened by deadmove prove", rule.head.name));
        rule.head.name = format!("{name}, weakened");
        // What was remarked, such as numbers of moves, was about the rule with all its conditions.
        rule.head.remarks = vec![format!("Proved for {EVERY_BOARD}.")];
        save(folder, &claim.file, &how, &RuleFile::Rule(rule).write())?;
    }
    Ok(())
}

/// Writes a changed rule or family into a file named after the original, or after its rule.
fn save(folder: &Path, original: &Origin, how: &str, text: &str) -> Result<(), InputError> {
    let stem = original.file_stem().unwrap_or_default().to_string_lossy();
    let file = folder.join(format!("{}-{how}.rule", original.slug().unwrap_or(&stem)));
    files::create_folder(folder)?;
    files::write_atomically(&file, text)
}

fn print(
    proofs: &Proofs,
    (args, report): (&Args, &mut RunReport),
    state: Option<&Path>,
    code: ExitCode,
) -> Result<ExitCode, Failure> {
    let confirmed: Vec<Option<Confirmed>> = proofs
        .claims
        .iter()
        .map(|judged| match &judged.verdict {
            ClaimVerdict::Refuted(example) => confirm(example, Answered::Live).map(Some),
            ClaimVerdict::Proved(_) | ClaimVerdict::Open(_) => Ok(None),
        })
        .collect::<Result<_, _>>()
        .or_internal()?;
    report.cases(|| proof_cases(proofs, &confirmed));
    let mut out = stdout();
    if args.json || report.wants_json() {
        let text = json::write(proofs, &confirmed);
        report.json(&text);
        if args.json {
            write!(out, "{text}")?;
            out.flush()?;
            return Ok(code);
        }
    }
    let end = conclusion(proofs, &args.rules.name(), state, code);
    let most = match detail() {
        Detail::Quiet => {
            return end.finish(out, code);
        }
        Detail::Usual => Most::USUAL,
        Detail::Verbose => Most::ALL,
    };
    write!(out, "{}", table(proofs, most.rows))?;
    if proofs.families.len() == 1 || most == Most::ALL {
        for proof in &proofs.families {
            write!(out, "{}", family(proof))?;
        }
    }
    let mut pictures = 0;
    for (JudgedClaim { claim, verdict, .. }, example) in proofs.claims.iter().zip(&confirmed) {
        pictures +=
            usize::from(example.is_some() || matches!(verdict, ClaimVerdict::Open(Some(_))));
        if pictures > most.pictures {
            continue;
        }
        if let Some(example) = example {
            let rule = LoadedRule { file: claim.file.clone(), rule: claim.rule.clone() };
            write!(
                out,
                "{}",
                counterexample(example, &Checked::of(&rule), Some(&rule.rule), true)
            )?;
        }
        if let ClaimVerdict::Open(Some(left)) = verdict {
            let name = claim.name();
            writeln!(out, "\n{name} is open: this is not excluded\n")?;
            write!(out, "{}{}", countermodel::draw(left), countermodel::LEGEND)?;
        }
    }
    if pictures > most.pictures {
        let more = count(pictures - most.pictures, "picture", "pictures");
        writeln!(out, "\nand {more} more: --verbose")?;
    }
    write!(out, "{}{}", not_needed(proofs), summary(proofs, most.rows))?;
    if proofs.size < LISTED {
        writeln!(out, "\nboards above {0}×{0} were not searched for counterexamples", proofs.size)?;
    }
    end.finish(out, code)
}

fn conclusion(proofs: &Proofs, rules: &str, state: Option<&Path>, code: ExitCode) -> Conclusion {
    let files = proofs.files();
    let number = |wanted| files.iter().filter(|file| file.verdict == wanted).count();
    let words = [
        (FileVerdict::Refuted, "wrong"),
        (FileVerdict::Open, "open"),
        (FileVerdict::Vacuous, "proved but without effect"),
        (FileVerdict::Proved, "proved"),
    ];
    let parts = words.into_iter().map(|(verdict, word)| (number(verdict), word));
    let parts = parts.filter(|(number, _)| *number > 0);
    let parts: Vec<String> =
        parts.map(|(number, word)| format!("{} {word}", thousands(number as u64))).collect();
    let answer =
        format!("of {}: {}", count(files.len(), "rule file", "rule files"), parts.join(", "));
    let mut end = Conclusion::new(answer);
    let why = match code {
        ExitCode::Refuted => Some("a rule forbids a live move"),
        ExitCode::Unknown if !proofs.complete => {
            Some("the run was stopped; what is done stands above")
        }
        ExitCode::Unknown if number(FileVerdict::Open) > 0 => {
            Some("neither a proof nor a counterexample was found")
        }
        ExitCode::Unknown => Some("a rule without effect is not success"),
        _ => None,
    };
    end.why = why.map(str::to_owned);
    match (code, state) {
        (_, Some(file)) if !proofs.complete => end.resumed_by(resume::command(file)),
        (ExitCode::Holds, _) => {
            end.then(format!("deadmove certify {rules} --all-sizes --out certificate"))
        }
        _ => end,
    }
}
