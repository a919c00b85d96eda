//! `deadmove certify`: verdicts about rules with all their evidence, in a folder for the checker.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use deadmove_checker::{Manifest, SetClaim, Verdict};

use super::again::{this_command, without_all};
use super::choices::{CHECK_ENGINES, one_of};
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::lists::ListArgs;
use super::output::{Failure, stdout};
use super::programs::RulesOrProgramArgs;
use super::rule_files::{RuleArgs, print_unreadable};
use super::{args, certify_all, certify_list, certify_program, interrupt, progress};
use deadmove_certify::folder::{self, Share, plan};
use deadmove_certify::lemmas;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_report::command::words;
use deadmove_rules::lemmas::Lemmas;
use deadmove_rules::load::{LoadedRule, none_applies};
use deadmove_verify::check::CheckEngine;
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// A manifest without verdicts, and the texts of its files.
pub type CertificatePlan = (Manifest, Vec<Vec<u8>>);

/// Why a shard is no success even if nothing failed.
pub const ONE_SHARD: &str = "this is one shard of several";

/// Certify rules on a board: sound, unsound or vacuous, with the evidence for the independent
/// checker.
///
/// The five lemmas of rules/lemmas are certified together, up to 9×9: a reason for every dead move
/// of every live position.
///
/// --engine sat decides every rule by formulae, one for each placement and live end, and writes
/// down what the solver derives for `deadmove-checker DIR`, which makes the formulae itself.
/// --engine list, up to 9×9, checks all rules on every live position and decides whether the set is
/// complete; the checker lists the positions itself and does the same. Boards are square and odd. A
/// run that was stopped continues when the same command is given again.
///
/// As in `check`, the exit code follows the rules, not the set: an unsound rule gives 1; a rule
/// without a verdict, which makes the certificate partial, gives 3, and so do rules all of which
/// are vacuous. Whether the set is complete is said.
///
/// A program (NAME.program or --program) is asked about every live position, up to 9×9, and its
/// answers are kept; the checker lists the positions itself and counts. The same command again asks
/// about the positions that have no answer. Both verdicts, sound and complete, count for the exit
/// code.
///
/// With --all-sizes the certificate is about every standard board: the window argument of `prove`,
/// repeated with the checker's formulae, proves that a rule forbids no live move on these boards,
/// whatever their size. Rules that it does not prove are open, wrong ones among them.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub rules: RulesOrProgramArgs,
    /// The side of the board.
    #[arg(long, value_name = "N", required_unless_present = "all_sizes")]
    pub size: Option<usize>,
    /// Certify for standard boards of every size.
    #[arg(long, conflicts_with_all = ["size", "engine", "cache", "memory"])]
    all_sizes: bool,
    /// With --all-sizes: the largest value of the parameters of families.
    #[arg(
        long,
        value_name = "D",
        requires = "all_sizes",
        value_parser = clap::value_parser!(i64).range(1..=100)
    )]
    pub max: Option<i64>,
    /// With --all-sizes: cells that may be split into free and wall for one move, in windows of
    /// each width.
    #[arg(long, value_name = "N", requires = "all_sizes")]
    pub splits: Option<usize>,
    /// The folder of the certificate.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// What the evidence is: proofs for every rule, on boards of any size, or the list of all live
    /// positions, up to 9×9, which also decides whether the set is complete.
    #[arg(long, value_parser = one_of(CHECK_ENGINES), default_value = "sat")]
    engine: CheckEngine,
    /// Seconds to spend per rule, with --all-sizes per move, fractions allowed; the rule then stays
    /// open. For the sat engine.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    pub timeout: Option<std::time::Duration>,
    /// Certify only every K-th rule, or chunk of the lemmas, from the I-th, into a folder of its
    /// own; --adopt puts the folders together. Not for the list engine: `check --engine list` has
    /// shards.
    #[arg(
        long,
        value_name = "I/K",
        default_value = "1/1",
        hide_default_value = true,
        conflicts_with = "adopt"
    )]
    pub shard: Shard,
    /// Put the evidence of these folders together, which shards or other runs made about the same
    /// rules, and look for no more. With the list engine: reports of `check --engine list --json`.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub adopt: Vec<PathBuf>,
    #[command(flatten)]
    pub list: ListArgs,
}

impl Args {
    /// Which records are to be made, and which adopted.
    pub fn share(&self) -> Share<'_> {
        Share { shard: self.shard, adopt: &self.adopt }
    }

    /// The command that does what is left: nothing if this shard is done.
    pub fn continued(&self, end: Conclusion, open: bool) -> Conclusion {
        match open {
            true if self.adopt.is_empty() => end.resumed_by(this_command()),
            true => end.resumed_by(without_all("--adopt")),
            false => end,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(program) = args.rules.program()? {
        return certify_program::run(args, &program);
    }
    args.rules.not_none()?;
    let Some(size) = args.size else { return certify_all::run(args) };
    let (largest, sides) = match args.engine {
        CheckEngine::Sat => (99, "an odd side from 3 to 99"),
        CheckEngine::List => (MAX_LIVE_SET_SIDE, "an odd side from 3 to 9, or --engine sat"),
    };
    if !(3..=largest).contains(&size) || size.is_multiple_of(2) {
        let message = format!("no certificates for side {size}");
        return Err(InputError::new(ErrorKind::SizeNotCertified, message).expected(sides).into());
    }
    let loaded = args.rules.load()?;
    if print_unreadable(&loaded) == ExitCode::Input {
        // A certificate of the others would look like one of all.
        return Ok(ExitCode::Input);
    }
    let board = Board::corner_to_corner(size, size).map_err(InputError::from)?;
    if loaded.files.iter().all(|file| file.rule_file.reads_the_whole_board()) {
        return by_lemmas(args, size, &loaded.rules_for(&board)?);
    }
    loaded.without_lemmas()?;
    let mut claims = loaded.rules_for(&board)?;
    claims.retain(|claim| claim.rule.head.sizes.contain(&board));
    let plan = plan(&board, &loaded.files, &claims);
    if plan.0.count == 0 {
        return Err(none_applies("rule", &board).into());
    }
    let stop = interrupt::stop_flag()?;
    let manifest = match args.engine {
        CheckEngine::Sat => by_proofs(args, plan, stop)?,
        CheckEngine::List => certify_list::by_list(args, plan, &claims, stop)?,
    };
    report(&manifest, args)
}

/// Certifies rules by the list of all live positions, as the command with `--engine list` does.
pub fn by_positions(
    rules: RuleArgs,
    size: usize,
    out: &Path,
    list: &ListArgs,
) -> Result<ExitCode, Failure> {
    run(&Args {
        rules: rules.into(),
        size: Some(size),
        all_sizes: false,
        max: None,
        splits: None,
        out: out.to_owned(),
        engine: CheckEngine::List,
        timeout: None,
        shard: Shard::WHOLE,
        adopt: Vec::new(),
        list: list.clone(),
    })
}

/// The failure of a command that could not write a certificate.
pub fn failed(failure: folder::WriteError) -> Failure {
    match failure {
        folder::WriteError::Input(error) => Failure::Input(error),
        folder::WriteError::Fault(fault) => Failure::Internal(fault.to_string()),
    }
}

fn by_proofs(args: &Args, plan: CertificatePlan, stop: &AtomicBool) -> Result<Manifest, Failure> {
    let bar = progress::spinner("rule");
    let limits = Limits { timeout: args.timeout, ..Limits::default() };
    let written =
        folder::write(&args.out, plan, &args.share(), &limits, stop, &progress::advance(&bar));
    bar.finish_and_clear();
    written.map_err(failed)
}

/// Certifies that the lemmas refute every dead move of a board.
fn by_lemmas(args: &Args, size: usize, claims: &[LoadedRule]) -> Result<ExitCode, Failure> {
    if size > MAX_LIVE_SET_SIDE {
        let message = format!("no list of live positions for side {size}");
        return Err(InputError::new(ErrorKind::SizeNotCertified, message)
            .expected(format!("an odd side from 3 to {MAX_LIVE_SET_SIDE} for lemmas"))
            .into());
    }
    if claims.is_empty() || claims.iter().any(|claim| claim.rule.lemmas != Lemmas::ALL) {
        let message = "a certificate is about all five lemmas together";
        return Err(InputError::new(ErrorKind::LemmasNotHere, message)
            .expected("all files of rules/lemmas")
            .into());
    }
    let stop = interrupt::stop_flag()?;
    let bar = progress::spinner("chunk");
    let run = ChunkRun {
        done: &Chunks::default(),
        shard: args.shard,
        limit: None,
        stop,
        progress: &progress::advance(&bar),
    };
    let manifest = lemmas::write(&args.out, size, &args.adopt, &run).map_err(failed)?;
    bar.finish_and_clear();
    let open = manifest.chunks.iter().filter(|chunk| chunk.is_none()).count();
    let mut chunks = (0..).zip(&manifest.chunks);
    let left = chunks.any(|(at, chunk)| chunk.is_none() && args.shard.contains(at));
    let lemmas = manifest.lemmas.join(", ");
    let checker = format!("deadmove-checker {}", words(&[args.out.shown()]));
    let (code, end) = match open {
        0 => {
            let answer = format!(
                "the lemmas {lemmas} refute every dead move on {size}×{size}, with a reason for each"
            );
            (ExitCode::Holds, Conclusion::new(answer).then(checker))
        }
        _ => {
            let chunks = manifest.chunks.len();
            let answer = format!(
                "PARTIAL: the lemmas {lemmas} on {size}×{size}, {open} of {chunks} chunks are open"
            );
            let why = match left {
                true if args.adopt.is_empty() => "the run was stopped",
                true => "some chunks are in none of the folders",
                false => ONE_SHARD,
            };
            let mut end = Conclusion::new(answer).because(why);
            end = args.continued(end, left);
            (ExitCode::Unknown, end)
        }
    };
    end.finish(stdout(), code)
}

/// The most lines of one kind that are printed without --verbose.
const MOST_LINES: usize = 10;

/// Prints the content of the certificate. Rules all of which are vacuous are no success.
fn report(manifest: &Manifest, args: &Args) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::Holds;
    let mut out = stdout();
    let mut counts = [0usize; 4];
    // Those that are wrong, and those without a verdict or without effect.
    let mut lines = [Vec::new(), Vec::new()];
    let mut left = false;
    for (number, entry) in (0..).zip(&manifest.claims) {
        let (at, word) = match entry.verdict {
            Some(Verdict::Sound) => (0, None),
            Some(Verdict::Unsound) => (1, Some(("UNSOUND", ExitCode::Refuted))),
            Some(Verdict::Vacuous) => (2, None),
            None if args.shard.contains(number) => {
                left = true;
                (3, Some(("open   ", ExitCode::Unknown)))
            }
            None => (3, None),
        };
        counts[at] += 1;
        if let Some((word, this)) = word {
            code = code.combine(this);
            lines[usize::from(at == 3)].push(format!("{word}  {}", entry.rule.name));
        }
    }
    for (number, file) in manifest.files.iter().enumerate() {
        let mut claims = manifest.claims.iter().filter(|entry| entry.file == number).peekable();
        if claims.peek().is_some() && claims.all(|e| e.verdict == Some(Verdict::Vacuous)) {
            lines[1].push(format!("vacuous  {}", file.path));
        }
    }
    let without_effect = manifest.claims.iter().all(|e| e.verdict == Some(Verdict::Vacuous));
    if without_effect {
        code = code.combine(ExitCode::Unknown);
    }
    for lines in lines.iter().filter(|_| detail() != Detail::Quiet) {
        let most = if detail() == Detail::Verbose { lines.len() } else { MOST_LINES };
        for line in lines.iter().take(most) {
            writeln!(out, "{line}")?;
        }
        if lines.len() > most {
            writeln!(out, "and {} more: --verbose", lines.len() - most)?;
        }
    }
    let set = match &manifest.set {
        Some(SetClaim::Complete {}) => ", all dead moves forbidden".to_owned(),
        Some(SetClaim::Incomplete { .. }) => {
            "; not complete: a dead move is allowed (entering the end cell early counts here)"
                .to_owned()
        }
        None => String::new(),
    };
    if !manifest.complete {
        code = code.combine(ExitCode::Unknown);
    }
    let [sound, unsound, vacuous, open] = counts;
    let state = if manifest.complete { "whole" } else { "PARTIAL" };
    let answer =
        format!("{state}: {sound} sound, {unsound} unsound, {vacuous} vacuous, {open} open{set}");
    let why = match code {
        ExitCode::Refuted => Some("a rule forbids a live move"),
        ExitCode::Unknown if !manifest.complete && !left => Some(ONE_SHARD),
        ExitCode::Unknown if !manifest.complete => Some("some rules have no verdict"),
        ExitCode::Unknown => Some("no rule forbids anything here"),
        _ => None,
    };
    let mut end = Conclusion::new(answer);
    end.why = why.map(str::to_owned);
    end = args.continued(end, left);
    let end = end.then(format!("deadmove-checker {}", words(&[args.out.shown()])));
    end.finish(out, code)
}
