//! Rule files proved for every board: all their claims, the counterexamples to those that are not
//! proved, and what is known of families for every choice of their parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rayon::prelude::*;

use super::argument::Effort;
use super::claims::{ClaimProof, ClaimVerdict, MoveClaim, claims_of, find_vacuous, prove};
use super::cross_check::{ContradictedClaim, LISTED, check_against_live_sets, refute};
use super::family::{Member, Row, rows};
use super::induction::{Settled, Unsettled, settle};
use super::run::Run;
use super::weaken::{unneeded, weakest};
use deadmove_core::board::{Move, letters};
use deadmove_core::error::InputError;
use deadmove_core::verdict::Limits;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::geometry::word;
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
    /// counterexample to one claim on one board above those that have a list.
    pub timeout: Duration,
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
    pub claims: Vec<MoveClaim>,
    /// In the order of the claims.
    pub verdicts: Vec<ClaimVerdict>,
    /// How many dead moves each forbids on the small boards.
    pub fired: Vec<u64>,
    /// If that was asked, for each claim what it is proved without, in words; none for claims that
    /// are not proved, or of which a stopped run did not try all.
    pub weaker: Option<Vec<Option<Vec<String>>>>,
    /// If that was asked, for each claim the weakest rule that was found; none as above, for
    /// members of families, and if all conditions are needed.
    pub weakest: Vec<Option<Rule>>,
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

/// What is known about a family besides its claims.
#[derive(Clone, Debug)]
pub struct FamilyProof {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// Its members, one for each choice of parameters up to [`Proofs::max`].
    pub members: Vec<Member>,
    /// Whether all members are there: those that a stopped run did not reach are missing, and those
    /// whose time was up.
    pub complete: bool,
    /// Whether its claims hold for every choice of parameters; none if that was not asked.
    pub every: Option<Result<Settled, Unsettled>>,
}

impl FamilyProof {
    /// The rows of all members.
    pub fn rows(&self) -> impl Iterator<Item = &Row> + Clone {
        self.members.iter().flat_map(|member| &member.rows)
    }
}

/// The verdict on all claims of a file together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileVerdict {
    /// All are proved, and not all are vacuous.
    Proved,
    /// All are proved, and none forbids a move of any live position.
    Vacuous,
    /// Some claim is wrong.
    Refuted,
    /// Some claim is open.
    Open,
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

    fn and(self, other: FileVerdict) -> FileVerdict {
        use FileVerdict::{Open, Proved, Refuted, Vacuous};
        let order = [Refuted, Open, Proved, Vacuous];
        order.into_iter().find(|&v| v == self || v == other).unwrap_or(self)
    }
}

impl Proofs {
    /// The verdict on each file, in the order of the files, with the name of its rule or family.
    pub fn files(&self) -> Vec<(String, String, FileVerdict)> {
        let mut files: Vec<(String, String, FileVerdict)> = Vec::new();
        for (claim, verdict) in self.claims.iter().zip(&self.verdicts) {
            let verdict = match verdict {
                ClaimVerdict::Proved(proof) if proof.vacuous => FileVerdict::Vacuous,
                ClaimVerdict::Proved(_) => FileVerdict::Proved,
                ClaimVerdict::Refuted(_) => FileVerdict::Refuted,
                ClaimVerdict::Open(_) => FileVerdict::Open,
            };
            let file = claim.file.display().to_string();
            match files.last_mut() {
                Some((_, last, known)) if *last == file => *known = known.and(verdict),
                _ => files.push((file_name(claim), file, verdict)),
            }
        }
        files
    }
}

/// The name of the rule or family that a claim belongs to.
pub fn file_name(claim: &MoveClaim) -> String {
    let name = &claim.rule.head.name;
    match &claim.parameters {
        Some(_) => name.split(" [").next().unwrap_or(name).to_owned(),
        None => name.clone(),
    }
}

/// The name of a claim with its move.
pub fn claim_name(claim: &MoveClaim) -> String {
    format!("{}: {}", claim.rule.head.name, word(claim.direction))
}

/// Why there are no proofs.
#[derive(Clone, Debug)]
pub enum ProofsError {
    /// The rules cannot be argued about.
    Input(InputError),
    /// A live position contradicts a proof: the argument is wrong. A sentence about it.
    Contradicted(String),
}

impl From<InputError> for ProofsError {
    fn from(error: InputError) -> ProofsError {
        ProofsError::Input(error)
    }
}

/// A proof that a live position contradicts, in a sentence.
pub fn contradicted(claims: &[MoveClaim], wrong: &ContradictedClaim) -> String {
    let path = letters(&wrong.example.path);
    let (name, size) = (claim_name(&claims[wrong.claim]), wrong.example.size);
    format!(
        "'{name}' was proved, but forbids {} after {path} on {size}×{size}, which is live",
        wrong.example.direction
    )
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

fn impossible(file: &LoadedFile, error: &FamilyError) -> InputError {
    InputError::new("family-impossible", error.to_string()).in_file(&file.path)
}

/// Proves the claims of rule files, as [`claims_of_files`] gives them. `progress` is called while
/// counterexamples to open claims are searched, with the number of these claims and how many more
/// are done. A run that was stopped can be continued by one that has its answers.
///
/// # Errors
/// If a live position contradicts a proof.
pub fn prove_files(
    loaded: &Loaded,
    claims: Vec<MoveClaim>,
    plan: &ProofPlan,
    run: &Run<'_>,
    progress: &dyn Fn(u64, u64),
) -> Result<Proofs, ProofsError> {
    let effort = Effort { timeout: Some(plan.timeout), ..plan.effort };
    let limits = Limits { timeout: Some(plan.timeout), ..Limits::default() };
    let mut verdicts = prove(&claims, effort, run);
    let mut fired = judge_proved(&claims, &mut verdicts, plan, run)?;
    // The induction comes last: what is proved of members does not wait for it.
    let for_every_choice = for_every_choice(loaded, plan, &claims, &verdicts, run);
    let settled = settled_members(loaded, &for_every_choice, &claims, &verdicts)?;
    let of_settled: Vec<MoveClaim> = settled.iter().map(|&i| claims[i].clone()).collect();
    let proof = ClaimProof { needed: vec!["every member"], splits: 0, vacuous: false };
    let mut proved = vec![ClaimVerdict::Proved(proof); settled.len()];
    let of_settled = judge_proved(&of_settled, &mut proved, plan, run)?;
    for ((i, verdict), times) in settled.into_iter().zip(proved).zip(of_settled) {
        (verdicts[i], fired[i]) = (verdict, times);
    }
    let weaker = match plan.weaken {
        true => Some(weaker(&claims, &verdicts, effort, run)?),
        false => None,
    };
    let weakest = match plan.weakest {
        true => weakest_rules(&claims, &verdicts, effort, run)?,
        false => vec![None; claims.len()],
    };
    let open =
        verdicts.iter().filter(|verdict| matches!(verdict, ClaimVerdict::Open(_))).count() as u64;
    progress(open, 0);
    refute(&claims, &mut verdicts, plan.size, &limits, run, &|| progress(open, 1));
    let families = families(loaded, for_every_choice, plan, run)?;
    let complete = !run.stopped();
    let makes_claims = |path: &Origin| claims.iter().any(|claim| claim.file == *path);
    let silent = loaded.files.iter().map(|file| &file.path);
    let silent = silent.filter(|path| !makes_claims(path)).map(|path| path.display().to_string());
    let silent = silent.collect();
    Ok(Proofs {
        claims,
        verdicts,
        fired,
        weaker,
        weakest,
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

/// What is known about a family for every choice of its parameters.
type Every = Result<Settled, Unsettled>;

/// For each file that holds a family what is known for every choice of its parameters. Nothing if
/// the plan leaves out facts: this argument cannot do without any.
fn for_every_choice(
    loaded: &Loaded,
    plan: &ProofPlan,
    claims: &[MoveClaim],
    verdicts: &[ClaimVerdict],
    run: &Run<'_>,
) -> Vec<Option<Every>> {
    let proved = claims.iter().zip(verdicts);
    let proved = proved.filter(|(_, verdict)| matches!(verdict, ClaimVerdict::Proved(_)));
    let proved: BTreeMap<(&Origin, &str, Move), &Rule> = proved
        .map(|(claim, _)| {
            let name = claim.rule.head.name.as_str();
            ((&claim.file, name, claim.direction), &claim.rule)
        })
        .collect();
    let limits = Limits { timeout: Some(plan.timeout), ..Limits::default() };
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

/// Checks verdicts against small boards, and finds which proved claims are vacuous. Returns how
/// many dead moves each claim forbids on these boards.
fn judge_proved(
    claims: &[MoveClaim],
    verdicts: &mut [ClaimVerdict],
    plan: &ProofPlan,
    run: &Run<'_>,
) -> Result<Vec<u64>, ProofsError> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let fired = check_against_live_sets(claims, verdicts, plan.size, run.stop)
        .map_err(|wrong| ProofsError::Contradicted(contradicted(claims, &wrong)))?;
    find_vacuous(claims, verdicts, &fired, Some(plan.timeout), run);
    Ok(fired)
}

/// Members that the window argument leaves open, by number, and that are proved because all members
/// of their family are.
fn settled_members(
    loaded: &Loaded,
    for_every_choice: &[Option<Every>],
    claims: &[MoveClaim],
    verdicts: &[ClaimVerdict],
) -> Result<Vec<usize>, ProofsError> {
    let files = loaded.files.iter().zip(for_every_choice);
    let settled = files.filter(|(_, every)| matches!(every, Some(Ok(_))));
    let settled: BTreeSet<&Origin> = settled.map(|(file, _)| &file.path).collect();
    let mut open = Vec::new();
    for (number, (claim, verdict)) in claims.iter().zip(verdicts).enumerate() {
        if !settled.contains(&claim.file) {
            continue;
        }
        match verdict {
            ClaimVerdict::Proved(_) => {}
            ClaimVerdict::Open(_) => open.push(number),
            ClaimVerdict::Refuted(example) => {
                let wrong = ContradictedClaim { claim: number, example: example.clone() };
                return Err(ProofsError::Contradicted(contradicted(claims, &wrong)));
            }
        }
    }
    Ok(open)
}

/// Whether a claim can be weakened. Vacuous claims need none of their conditions, and are left out.
fn can_be_weakened(verdict: &ClaimVerdict) -> bool {
    matches!(verdict, ClaimVerdict::Proved(proof) if !proof.vacuous)
}

/// For each claim the conditions that it does not need.
fn weaker(
    claims: &[MoveClaim],
    verdicts: &[ClaimVerdict],
    effort: Effort,
    run: &Run<'_>,
) -> Result<Vec<Option<Vec<String>>>, ProofsError> {
    let asked: Vec<usize> = (0..claims.len()).filter(|&i| can_be_weakened(&verdicts[i])).collect();
    let of_asked: Vec<&MoveClaim> = asked.iter().map(|&i| &claims[i]).collect();
    let found = unneeded(&of_asked, effort, run);
    let mut names = vec![None; claims.len()];
    let mut mutants = Vec::new();
    for (&i, found) in asked.iter().zip(found) {
        let Some(found) = found else { continue };
        names[i] = Some(found.iter().map(|weaker| weaker.without.clone()).collect());
        let rules = found.into_iter().map(|weaker| weaker.rule);
        mutants.extend(rules.map(|rule| MoveClaim { rule, ..claims[i].clone() }));
    }
    match check_weakened(&mutants, run)? {
        true => Ok(names),
        false => Ok(vec![None; claims.len()]),
    }
}

/// For each claim of a rule the weakest rule, if it is another one.
fn weakest_rules(
    claims: &[MoveClaim],
    verdicts: &[ClaimVerdict],
    effort: Effort,
    run: &Run<'_>,
) -> Result<Vec<Option<Rule>>, ProofsError> {
    let asked = |&i: &usize| claims[i].parameters.is_none() && can_be_weakened(&verdicts[i]);
    let asked: Vec<usize> = (0..claims.len()).filter(asked).collect();
    let of_asked: Vec<&MoveClaim> = asked.iter().map(|&i| &claims[i]).collect();
    let mut rules = vec![None; claims.len()];
    for (&i, found) in asked.iter().zip(weakest(&of_asked, effort, run)) {
        rules[i] = found.filter(|rule| *rule != claims[i].rule);
    }
    let weakened = |(rule, claim): (&Option<Rule>, &MoveClaim)| {
        rule.clone().map(|rule| MoveClaim { rule, ..claim.clone() })
    };
    let mutants: Vec<MoveClaim> = rules.iter().zip(claims).filter_map(weakened).collect();
    match check_weakened(&mutants, run)? {
        true => Ok(rules),
        false => Ok(vec![None; claims.len()]),
    }
}

/// Checks on the small boards what is proved of weakened rules. Returns whether the run was not
/// stopped.
fn check_weakened(claims: &[MoveClaim], run: &Run<'_>) -> Result<bool, ProofsError> {
    let proof = ClaimProof { needed: Vec::new(), splits: 0, vacuous: false };
    let mut verdicts = vec![ClaimVerdict::Proved(proof); claims.len()];
    check_against_live_sets(claims, &mut verdicts, LISTED, run.stop)
        .map_err(|wrong| ProofsError::Contradicted(contradicted(claims, &wrong)))?;
    Ok(verdicts.iter().all(|verdict| matches!(verdict, ClaimVerdict::Proved(_))))
}

/// What is known of the families besides their claims.
fn families(
    loaded: &Loaded,
    for_every_choice: Vec<Option<Every>>,
    plan: &ProofPlan,
    run: &Run<'_>,
) -> Result<Vec<FamilyProof>, InputError> {
    let effort = Effort { timeout: Some(plan.timeout), ..plan.effort };
    let mut found = Vec::new();
    for (file, every) in loaded.files.iter().zip(for_every_choice) {
        let RuleFile::Family(family) = &file.rule_file else { continue };
        let choices = family.all_parameters(|_| plan.max);
        let by_choice: Vec<Option<Member>> = choices
            .par_iter()
            .with_max_len(1)
            .map(|values| match run.stopped() {
                true => Ok(None),
                false => rows(family, values, effort, run),
            })
            .collect::<Result<_, _>>()
            .map_err(|error| impossible(file, &error))?;
        let members: Vec<Member> = by_choice.into_iter().flatten().collect();
        found.push(FamilyProof {
            name: family.head.name.clone(),
            file: file.path.display().to_string(),
            parameters: family.parameters.iter().map(|p| p.name.clone()).collect(),
            complete: members.len() == choices.len(),
            members,
            every,
        });
    }
    Ok(found)
}
