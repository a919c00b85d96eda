//! `deadmove prove`: is a rule right on every board, whatever its size?

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use super::lists::progress;
use super::output::{Failure, stdout, warn};
use super::rule_files::load_readable;
use super::{args, interrupt};
use deadmove_core::error::InputError;
use deadmove_core::verdict::{ExitCode, Limits, Verdict as Answered};
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, MoveClaim, Proof, claims_of, find_vacuous, prove};
use deadmove_prove::cross_check::{LISTED, check_against_live_sets, refute};
use deadmove_prove::family::{Member, rows};
use deadmove_prove::formula::Facts;
use deadmove_prove::induction::{Settled, Unsettled, settle};
use deadmove_prove::tighten::tightened;
use deadmove_prove::weaken::unneeded;
use deadmove_report::check::{Shown, counterexample, show};
use deadmove_report::prove::{
    FamilyProof, FileVerdict, Proofs, claim_name, countermodel, family, json, not_needed, summary,
    table,
};
use deadmove_rules::RuleFile;
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::load::{Loaded, LoadedFile, LoadedRule};
use deadmove_verify::check::Checked;

/// Prove rules for every board at once: proved, refuted by a counterexample, or open.
///
/// The window argument looks at a completion through a forbidden move in a few cells around the
/// live end, and shows that there can be none, on rectangular boards of any size without blocked
/// cells whose line leads from a corner to the opposite one. docs/all-sizes.md tells the argument.
///
/// A claim is a rule, or a member of a family, with one forbidden move. What is proved is also held
/// against every live position of the boards up to 7×7; what is not is searched for a
/// counterexample on boards up to --size, and is open if there is none. A rule that forbids no
/// move of any live position is vacuous, which is not success.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule files, or directories with rule files.
    #[arg(required = true)]
    rules: Vec<PathBuf>,
    /// The largest value of the parameters of families. What is proved up to there says nothing
    /// about larger ones; whether a family's claims hold for every value is told besides.
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(i64).range(1..=100))]
    max: i64,
    /// The side of the largest board that is searched for counterexamples.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u16).range(3..=51))]
    size: u16,
    /// Seconds to look for a counterexample to each open claim on each board above 7×7, fractions
    /// allowed.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "60")]
    timeout: Duration,
    /// Cells that may be split into free and wall for one claim, in windows of each width.
    #[arg(long, value_name = "N", default_value_t = Effort::USUAL.splits)]
    splits: usize,
    /// Argue without a kind of fact, to see what it is needed for; may be repeated.
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    without: Vec<String>,
    /// Write each family with the strongest limits that are proved, up to --max, into this folder.
    #[arg(long, value_name = "DIR")]
    tighten: Option<PathBuf>,
    /// Look which single conditions a proved claim does not need: without them it is proved too.
    #[arg(long)]
    weaken: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The kinds of facts, as words of the command line.
fn kinds() -> clap::builder::PossibleValuesParser {
    Facts::KINDS.map(|(name, _)| name).into()
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (loaded, read) = load_readable(&args.rules)?;
    let claims = claims(&loaded, args.max)?;
    if claims.is_empty() {
        let message = format!("the rules claim nothing for parameters up to {}", args.max);
        return Err(InputError::new("no-rules", message).expected("a larger --max").into());
    }
    let effort = effort(args);
    let stop = interrupt::stop_flag()?;
    let bar = progress();
    let mut verdicts = prove(&claims, effort, stop);
    let everys = everys(&loaded, args, stop);
    settled_members(&loaded, &everys, &claims, &mut verdicts);
    let fired = check_against_live_sets(&claims, &mut verdicts, args.size.into())
        .map_err(|wrong| contradicted(&claims, &wrong))?;
    find_vacuous(&claims, &mut verdicts, &fired, stop);
    let weaker = match args.weaken {
        true => Some(weaker(&claims, &verdicts, effort, stop)?),
        false => None,
    };
    let open = verdicts.iter().filter(|verdict| matches!(verdict, ClaimVerdict::Open(_))).count();
    bar.set_message("open claim");
    bar.set_length(open as u64);
    let limits = Limits { timeout: Some(args.timeout), ..Limits::default() };
    refute(&claims, &mut verdicts, args.size.into(), &limits, stop, &|| bar.inc(1));
    let families = families(&loaded, everys, args, effort, stop)?;
    bar.finish_and_clear();
    let complete = !stop.load(Ordering::Relaxed);
    let size = args.size.into();
    let looked_at = |path: &Path| claims.iter().any(|claim| claim.file == path);
    let silent = loaded.files.iter().map(|file| file.path.as_path());
    let silent = silent.filter(|path| !looked_at(path)).map(|path| path.display().to_string());
    let silent = silent.collect();
    let (max, splits, without) = (args.max, args.splits, args.without.clone());
    let proofs = Proofs {
        claims,
        verdicts,
        fired,
        weaker,
        families,
        size,
        max,
        splits,
        without,
        silent,
        complete,
    };
    print(&proofs, args)?;
    Ok(read.combine(exit_code(&proofs)))
}

/// What is known about a family for every choice of its parameters.
type Every = Result<Settled, Unsettled>;

/// For each file that holds a family what is known for every choice of its parameters. Nothing if an
/// argument without some facts is asked for: this one takes those it takes.
fn everys(loaded: &Loaded, args: &Args, stop: &AtomicBool) -> Vec<Option<Every>> {
    let of_file = |file: &LoadedFile| match &file.rule_file {
        RuleFile::Family(family) => args.without.is_empty().then(|| settle(family, stop)),
        RuleFile::Rule(_) => None,
    };
    loaded.files.par_iter().with_max_len(1).map(of_file).collect()
}

/// Members that the window argument leaves open are proved where all members are.
fn settled_members(
    loaded: &Loaded,
    everys: &[Option<Every>],
    claims: &[MoveClaim],
    verdicts: &mut [ClaimVerdict],
) {
    let settled = loaded.files.iter().zip(everys).filter(|(_, every)| matches!(every, Some(Ok(_))));
    let settled: BTreeSet<&Path> = settled.map(|(file, _)| file.path.as_path()).collect();
    for (claim, verdict) in claims.iter().zip(verdicts) {
        if matches!(verdict, ClaimVerdict::Open(_)) && settled.contains(claim.file.as_path()) {
            let needed = vec!["every member"];
            *verdict = ClaimVerdict::Proved(Proof { needed, splits: 0, vacuous: false });
        }
    }
}

/// For each claim the conditions that it does not need. Vacuous claims need none, and are left out.
/// What is proved of weakened rules is held against the small boards as well.
fn weaker(
    claims: &[MoveClaim],
    verdicts: &[ClaimVerdict],
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Vec<Option<Vec<String>>>, Failure> {
    let asked = |i: &usize| matches!(&verdicts[*i], ClaimVerdict::Proved(proof) if !proof.vacuous);
    let asked: Vec<usize> = (0..claims.len()).filter(asked).collect();
    let of_asked: Vec<&MoveClaim> = asked.iter().map(|&i| &claims[i]).collect();
    let found = unneeded(&of_asked, effort, stop);
    let mut names = vec![None; claims.len()];
    let mut mutants = Vec::new();
    for (&i, found) in asked.iter().zip(found) {
        let Some(found) = found else { continue };
        names[i] = Some(found.iter().map(|weaker| weaker.without.clone()).collect());
        let rules = found.into_iter().map(|weaker| weaker.rule);
        mutants.extend(rules.map(|rule| MoveClaim { rule, ..claims[i].clone() }));
    }
    let proof = Proof { needed: Vec::new(), splits: 0, vacuous: false };
    let mut verdicts = vec![ClaimVerdict::Proved(proof); mutants.len()];
    check_against_live_sets(&mutants, &mut verdicts, LISTED)
        .map_err(|wrong| contradicted(&mutants, &wrong))?;
    Ok(names)
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

/// The claims of rule files, those of families for parameters up to `max`.
pub fn claims(loaded: &Loaded, max: i64) -> Result<Vec<MoveClaim>, InputError> {
    let mut claims = Vec::new();
    for file in &loaded.files {
        claims.extend(claims_of(file, max).map_err(|error| impossible(file, &error))?);
    }
    Ok(claims)
}

fn impossible(file: &LoadedFile, error: &FamilyError) -> InputError {
    InputError::new("family-impossible", error.to_string()).in_file(&file.path)
}

/// A proof that a live position contradicts.
pub fn contradicted(
    claims: &[MoveClaim],
    wrong: &deadmove_prove::cross_check::Contradiction,
) -> Failure {
    let path = deadmove_core::board::letters(&wrong.example.path);
    let (name, size) = (claim_name(&claims[wrong.claim]), wrong.example.size);
    Failure::Internal(format!(
        "'{name}' was proved, but forbids {} after {path} on {size}×{size}, which is live",
        wrong.example.direction
    ))
}

/// What is proved of the families besides their claims, and the tightened families if they are
/// wanted. A stopped run has the rows of the members it came to, and tightens no family that it did
/// not finish.
fn families(
    loaded: &Loaded,
    everys: Vec<Option<Every>>,
    args: &Args,
    effort: Effort,
    stop: &AtomicBool,
) -> Result<Vec<FamilyProof>, Failure> {
    let mut found = Vec::new();
    for (file, every) in loaded.files.iter().zip(everys) {
        let RuleFile::Family(family) = &file.rule_file else { continue };
        let choices = family.all_parameters(|_| args.max);
        let by_choice: Vec<Option<Member>> = choices
            .par_iter()
            .with_max_len(1)
            .map(|values| match stop.load(Ordering::Relaxed) {
                true => Ok(None),
                false => rows(family, values, effort, stop),
            })
            .collect::<Result<_, _>>()
            .map_err(|error| impossible(file, &error))?;
        let members: Vec<Member> = by_choice.into_iter().flatten().collect();
        if let Some(folder) = &args.tighten
            && members.len() == choices.len()
        {
            tighten(folder, file, family, &members, args.max)?;
        }
        found.push(FamilyProof {
            name: family.head.name.clone(),
            file: file.path.display().to_string(),
            parameters: family.parameters.iter().map(|p| p.name.clone()).collect(),
            rows: members.into_iter().flat_map(|member| member.rows).collect(),
            every,
        });
    }
    Ok(found)
}

/// Writes a family with the strongest limits that are proved, or says why it cannot.
fn tighten(
    folder: &Path,
    file: &LoadedFile,
    family: &Family,
    members: &[Member],
    max: i64,
) -> Result<(), Failure> {
    let path = file.path.display();
    if let Some(member) = members.iter().find(|member| !member.whole) {
        let values = member.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        let values = values.collect::<Vec<_>>().join(" ");
        warn(&format!(
            "{path}: not tightened, for {values} its claims are not limits of one surplus for each move"
        ));
        return Ok(());
    }
    match tightened(family, members, max) {
        Some(tight) => save(folder, &file.path, &RuleFile::Family(tight).write())?,
        None => warn(&format!("{path}: not tightened, nothing is proved for up to {max}")),
    }
    Ok(())
}

/// Writes a tightened family beside nothing else of its name.
fn save(folder: &Path, original: &Path, text: &str) -> Result<(), InputError> {
    let stem = original.file_stem().unwrap_or_default().to_string_lossy();
    let file = folder.join(format!("{stem}-tightened.rule"));
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)).map_err(|error| {
        InputError::new("file-unwritable", format!("the family cannot be written: {error}"))
            .in_file(&file)
    })
}

fn print(proofs: &Proofs, args: &Args) -> Result<(), Failure> {
    let shown: Vec<Option<Shown>> = proofs
        .verdicts
        .iter()
        .map(|verdict| match verdict {
            ClaimVerdict::Refuted(example) => show(example, Answered::Live).map(Some),
            ClaimVerdict::Proved(_) | ClaimVerdict::Open(_) => Ok(None),
        })
        .collect::<Result<_, _>>()
        .map_err(|fault| Failure::Internal(fault.to_string()))?;
    let mut out = stdout();
    if args.json {
        write!(out, "{}", json::write(proofs, &shown))?;
        out.flush()?;
        return Ok(());
    }
    write!(out, "{}", table(proofs))?;
    for proof in &proofs.families {
        write!(out, "{}", family(proof))?;
    }
    for ((claim, verdict), shown) in proofs.claims.iter().zip(&proofs.verdicts).zip(&shown) {
        if let Some(shown) = shown {
            let rule = LoadedRule { file: claim.file.clone(), rule: claim.rule.clone() };
            write!(out, "{}", counterexample(shown, &Checked::of(&rule), true))?;
        }
        if let ClaimVerdict::Open(Some(left)) = verdict {
            let name = claim_name(claim);
            writeln!(out, "\n{name} is open: this is not excluded\n")?;
            write!(out, "{}{}", countermodel::draw(left), countermodel::LEGEND)?;
        }
    }
    write!(out, "{}{}", not_needed(proofs), summary(proofs))?;
    if proofs.size < LISTED {
        writeln!(out, "\nboards above {0}×{0} were not searched for counterexamples", proofs.size)?;
    }
    out.flush()?;
    Ok(())
}

/// What the proofs come to. A family is vacuous if all its claims are.
fn exit_code(proofs: &Proofs) -> ExitCode {
    let whole = proofs.complete && proofs.silent.is_empty();
    let all = if whole { ExitCode::Holds } else { ExitCode::Unknown };
    proofs.files().iter().fold(all, |code, (.., verdict)| {
        code.combine(match verdict {
            FileVerdict::Proved => ExitCode::Holds,
            FileVerdict::Refuted => ExitCode::Refuted,
            FileVerdict::Open | FileVerdict::Vacuous => ExitCode::Unknown,
        })
    })
}
