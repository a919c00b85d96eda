//! Rule files proved for every board: all their claims, the counterexamples to those that are not
//! proved, and what is known of families for every choice of their parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rayon::prelude::*;

use super::argument::Effort;
use super::claims::{
    ClaimArgument, ClaimVerdict, JudgedClaim, MoveClaim, claims_of, find_vacuous, prove,
};
use super::cross_check::{ContradictedClaim, LISTED, check_against_live_sets, refute};
use super::family::{Every, FamilyProof, families, impossible};
use super::induction::settle;
use super::run::Run;
use super::weaken::{unneeded, weakest};
use deadmove_core::board::Move;
use deadmove_core::error::InputError;
use deadmove_core::files::Shown;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_rules::model::Rule;
use deadmove_rules::origin::Origin;

/// What to prove, and how hard to try.
#[derive(Clone, Debug)]
pub struct ProofPlan {
    /// The largest parameters of families.
    pub max: i64,
    /// Boards up to this side are searched for counterexamples.
    pub size: usize,
    /// How long each part may take: the argument for one claim, all rows of one choice of
    /// parameters, the induction over all parameters of one family, and the search for a
    /// counterexample to one claim on one board above those that have a list. None for as long as
    /// it needs, where there is no clock.
    pub timeout: Option<Duration>,
    /// The effort of each argument; `timeout` takes the place of its own.
    pub effort: Effort,
    /// The kinds of facts that the effort leaves out, by name.
    pub without: Vec<String>,
    /// Whether to find out which single conditions a proved claim does not need.
    pub weaken: bool,
    /// Whether to weaken each proved claim of a rule as far as possible. Families are left alone.
    pub weakest: bool,
}

/// What was asked and found.
#[derive(Clone, Debug)]
pub struct Proofs {
    /// The claims, in the order of the files.
    pub claims: Vec<JudgedClaim>,
    /// Whether it was asked which single conditions proved claims do not need.
    pub weaken: bool,
    /// The families, in the order of the files.
    pub families: Vec<FamilyProof>,
    /// Boards up to this side were searched for counterexamples.
    pub size: usize,
    /// The largest parameters of families.
    pub max: i64,
    /// Cases for each width of the window.
    pub splits: usize,
    /// Kinds of facts that were left out.
    pub without: Vec<String>,
    /// Files that claim nothing for these parameters.
    pub silent: Vec<String>,
    /// Whether the run was not stopped.
    pub complete: bool,
    /// How many answers were taken from the state of an earlier run.
    pub taken: usize,
}

/// The verdict on all claims of a file together: the first in this order of those on its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileVerdict {
    /// Some claim is wrong.
    Refuted,
    /// Some claim is open.
    Open,
    /// All are proved, and not all are vacuous.
    Proved,
    /// All are proved, and none forbids a move of any live position.
    Vacuous,
}

impl FileVerdict {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            FileVerdict::Proved => "proved",
            FileVerdict::Vacuous => "vacuous",
            FileVerdict::Refuted => "refuted",
            FileVerdict::Open => "open",
        }
    }
}

/// A file with the verdict on all its claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedFile {
    /// The name of its rule or family.
    pub name: String,
    /// The file.
    pub file: String,
    /// The verdict.
    pub verdict: FileVerdict,
}

impl Proofs {
    /// The verdict on each file, in the order of the files.
    pub fn files(&self) -> Vec<JudgedFile> {
        let mut files: Vec<JudgedFile> = Vec::new();
        for JudgedClaim { claim, verdict, .. } in &self.claims {
            let verdict = match verdict {
                ClaimVerdict::Proved(proof) if proof.vacuous => FileVerdict::Vacuous,
                ClaimVerdict::Proved(_) => FileVerdict::Proved,
                ClaimVerdict::Refuted(_) => FileVerdict::Refuted,
                ClaimVerdict::Open(_) => FileVerdict::Open,
            };
            let file = claim.file.shown();
            match files.last_mut() {
                Some(last) if last.file == file => last.verdict = last.verdict.min(verdict),
                _ => files.push(JudgedFile { name: claim.file_name().to_owned(), file, verdict }),
            }
        }
        files
    }

    /// The exit code: every file must be proved, and must have claimed something.
    pub fn exit_code(&self) -> ExitCode {
        let whole = self.complete && self.silent.is_empty() && !self.claims.is_empty();
        let all = if whole { ExitCode::Holds } else { ExitCode::Unknown };
        self.files().iter().fold(all, |code, file| {
            code.combine(match file.verdict {
                FileVerdict::Proved => ExitCode::Holds,
                FileVerdict::Refuted => ExitCode::Refuted,
                FileVerdict::Open | FileVerdict::Vacuous => ExitCode::Unknown,
            })
        })
    }
}

/// Why there are no proofs.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProofsError {
    /// The rules cannot be argued about.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A live position contradicts a proof: the argument is wrong.
    #[error(transparent)]
    Contradicted(#[from] ContradictedClaim),
}

/// The claims of rule files, those of families for parameters up to `max`.
///
/// # Errors
/// If the members of a family are too many, or impossible.
pub fn claims_of_files(loaded: &Loaded, max: i64) -> Result<Vec<MoveClaim>, InputError> {
    let mut claims = Vec::new();
    for file in &loaded.files {
        claims.extend(claims_of(file, max).map_err(|error| impossible(file, &error))?);
    }
    Ok(claims)
}

/// Proves the claims of rule files, as [`claims_of_files`] gives them. `progress` is called while
/// counterexamples to open claims are searched, with the number of these claims and how many more
/// are done. A run that was stopped can be continued by one that has its answers.
///
/// # Errors
/// If a live position contradicts a proof, or a family is impossible.
pub fn prove_files(
    loaded: &Loaded,
    claims: Vec<MoveClaim>,
    plan: &ProofPlan,
    run: &Run<'_>,
    progress: &dyn Fn(u64, u64),
) -> Result<Proofs, ProofsError> {
    let effort = Effort { timeout: plan.timeout, ..plan.effort };
    let limits = Limits { timeout: plan.timeout, ..Limits::default() };
    let verdicts = prove(&claims, effort, run);
    let judged = claims.into_iter().zip(verdicts);
    let mut claims: Vec<JudgedClaim> =
        judged.map(|(claim, verdict)| JudgedClaim::new(claim, verdict)).collect();
    judge_proved(&mut claims, plan, run)?;
    // The induction comes last: what is proved of members does not wait for it.
    let for_every_choice = for_every_choice(loaded, plan, &claims, run);
    let mut settled = settled_members(loaded, &for_every_choice, &mut claims)?;
    let mut proved: Vec<JudgedClaim> = settled
        .iter()
        .map(|open| JudgedClaim::new(open.claim.clone(), ClaimArgument::EveryMember.proves()))
        .collect();
    judge_proved(&mut proved, plan, run)?;
    settled.iter_mut().zip(proved).for_each(|(open, proved)| **open = proved);
    if plan.weaken {
        find_weaker(&mut claims, effort, run)?;
    }
    if plan.weakest {
        find_weakest(&mut claims, effort, run)?;
    }
    let open = claims.iter().filter(|judged| judged.is_open()).count() as u64;
    progress(open, 0);
    refute(&mut claims, plan.size, &limits, run, &|| progress(open, 1));
    let families = families(loaded, for_every_choice, plan.max, effort, run)?;
    let complete = !run.stopped();
    let claiming: BTreeSet<&Origin> = claims.iter().map(|judged| &judged.claim.file).collect();
    let silent = loaded.files.iter().filter(|file| !claiming.contains(&file.path));
    let silent = silent.map(|file| file.path.shown()).collect();
    Ok(Proofs {
        claims,
        weaken: plan.weaken,
        families,
        size: plan.size,
        max: plan.max,
        splits: plan.effort.splits,
        without: plan.without.clone(),
        silent,
        complete,
        taken: run.taken(),
    })
}

/// For each file that holds a family what is known for every choice of its parameters. Nothing if
/// the plan leaves out facts: this argument cannot do without any.
fn for_every_choice(
    loaded: &Loaded,
    plan: &ProofPlan,
    claims: &[JudgedClaim],
    run: &Run<'_>,
) -> Vec<Option<Every>> {
    let proved: BTreeMap<(&Origin, &str, Move), &Rule> = claims
        .iter()
        .filter(|judged| judged.proof().is_some())
        .map(|JudgedClaim { claim, .. }| {
            let name = claim.rule.head.name.as_str();
            ((&claim.file, name, claim.direction), &claim.rule)
        })
        .collect();
    let limits = Limits { timeout: plan.timeout, ..Limits::default() };
    let settle = |file: &Origin, family: &Family| {
        let known = |rule: &Rule| {
            let key = (file, rule.head.name.as_str(), rule.forbids[0].direction);
            proved.get(&key) == Some(&rule)
        };
        settle(family, &known, &limits, run)
    };
    let of_file = |file: &LoadedFile| match &file.rule_file {
        RuleFile::Family(family) => plan.without.is_empty().then(|| settle(&file.path, family)),
        RuleFile::Rule(_) => None,
    };
    loaded.files.par_iter().with_max_len(1).map(of_file).collect()
}

/// Checks verdicts against small boards, and finds which proved claims are vacuous.
fn judge_proved(
    claims: &mut [JudgedClaim],
    plan: &ProofPlan,
    run: &Run<'_>,
) -> Result<(), ProofsError> {
    if !claims.is_empty() {
        check_against_live_sets(claims, plan.size, run.stop)?;
        find_vacuous(claims, plan.timeout, run);
    }
    Ok(())
}

/// Members that the window argument leaves open, and that are proved because all members of their
/// family are.
fn settled_members<'c>(
    loaded: &Loaded,
    for_every_choice: &[Option<Every>],
    claims: &'c mut [JudgedClaim],
) -> Result<Vec<&'c mut JudgedClaim>, ContradictedClaim> {
    let files = loaded.files.iter().zip(for_every_choice);
    let settled = files.filter(|(_, every)| matches!(every, Some(Ok(_))));
    let settled: BTreeSet<&Origin> = settled.map(|(file, _)| &file.path).collect();
    let mut open = Vec::new();
    for judged in claims.iter_mut().filter(|judged| settled.contains(&judged.claim.file)) {
        match &judged.verdict {
            ClaimVerdict::Proved(_) => {}
            ClaimVerdict::Open(_) => open.push(judged),
            ClaimVerdict::Refuted(example) => {
                let (name, example) = (judged.claim.name(), example.clone());
                return Err(ContradictedClaim { name, example });
            }
        }
    }
    Ok(open)
}

/// What `find` says of each claim that can be weakened. Vacuous ones need none of their conditions,
/// and are left out.
fn weakened<T: Send>(
    claims: &mut [JudgedClaim],
    find: impl Fn(&MoveClaim) -> Option<T> + Sync,
) -> Vec<(&mut JudgedClaim, T)> {
    let claims = claims.par_iter_mut().with_max_len(1);
    let claims = claims.filter(|judged| judged.proof().is_some_and(|proof| !proof.vacuous));
    claims.filter_map(|judged| find(&judged.claim).map(|found| (judged, found))).collect()
}

/// Finds the conditions that claims do not need.
fn find_weaker(
    claims: &mut [JudgedClaim],
    effort: Effort,
    run: &Run<'_>,
) -> Result<(), ContradictedClaim> {
    let found = weakened(claims, |claim| unneeded(claim, effort, run));
    let rules = found
        .iter()
        .flat_map(|(judged, weaker)| weaker.iter().map(|weaker| (&judged.claim, &weaker.rule)));
    if weakened_hold(rules, run)? {
        for (judged, weaker) in found {
            judged.weaker = Some(weaker.into_iter().map(|weaker| weaker.without).collect());
        }
    }
    Ok(())
}

/// Finds for each claim of a rule the weakest rule, if it is another one.
fn find_weakest(
    claims: &mut [JudgedClaim],
    effort: Effort,
    run: &Run<'_>,
) -> Result<(), ContradictedClaim> {
    let found = weakened(claims, |claim| match claim.member {
        None => weakest(claim, effort, run),
        Some(_) => None,
    });
    if weakened_hold(found.iter().map(|(judged, rule)| (&judged.claim, rule)), run)? {
        found.into_iter().for_each(|(judged, rule)| judged.weakest = Some(rule));
    }
    Ok(())
}

/// Checks on the small boards what is proved of weakened rules, each given with the claim that it
/// was made of. Returns whether the run was not stopped.
fn weakened_hold<'c>(
    weakened: impl Iterator<Item = (&'c MoveClaim, &'c Rule)>,
    run: &Run<'_>,
) -> Result<bool, ContradictedClaim> {
    let judged = |(claim, rule): (&MoveClaim, &Rule)| {
        let claim = MoveClaim { rule: rule.clone(), ..claim.clone() };
        let argument = ClaimArgument::Window { needed: Vec::new(), splits: 0 };
        JudgedClaim::new(claim, argument.proves())
    };
    let mut claims: Vec<JudgedClaim> = weakened.map(judged).collect();
    check_against_live_sets(&mut claims, LISTED, run.stop)?;
    Ok(claims.iter().all(|judged| judged.proof().is_some()))
}
