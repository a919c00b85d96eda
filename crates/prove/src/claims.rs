//! Claims one by one: a rule, or a member of a family, and one of the moves it forbids.

use std::time::Duration;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::argument::{CandidateCountermodel, Effort, WindowOutcome};
use super::deduction::{FEW_PROBES, deduce, is_large};
use super::formula::WindowQuestion;
use super::run::Run;
use super::source::shows_a_forbidden_move;
use deadmove_core::board::Move;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{FamilyError, INSTANCES};
use deadmove_rules::geometry::{Placement, word};
use deadmove_rules::load::LoadedFile;
use deadmove_rules::model::Rule;
use deadmove_rules::origin::Origin;
use deadmove_rules::placed::PlacedRule;
use deadmove_verify::check::Example;

/// Effort for questions about moves other than the forbidden one. They only decide whether a rule
/// can ever match.
const VACUOUS: Effort = Effort { splits: 100, radius: 1, ..Effort::USUAL };

/// The family that a rule is a member of, and with which parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberOf {
    /// The name of the family.
    pub family: String,
    /// Its parameters by name, with their values.
    pub parameters: Vec<(String, i64)>,
}

/// A rule with a single forbidden move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClaim {
    /// The file it stands in.
    pub file: Origin,
    /// The rule, which forbids this move only.
    pub rule: Rule,
    /// The family, if the rule is a member of one.
    pub member: Option<MemberOf>,
    /// The forbidden move, in picture directions.
    pub direction: Move,
}

impl MoveClaim {
    /// The name of the rule with the move.
    pub fn name(&self) -> String {
        format!("{}: {}", self.rule.head.name, word(self.direction))
    }

    /// The name of the rule or family that the file holds.
    pub fn file_name(&self) -> &str {
        self.member.as_ref().map_or(&self.rule.head.name, |member| &member.family)
    }
}

/// The verdict on a claim for all boards.
#[derive(Clone, Debug)]
pub enum ClaimVerdict {
    /// It holds on every board.
    Proved(ClaimProof),
    /// It is wrong on some board.
    Refuted(Example),
    /// Neither is known: a candidate countermodel is left, or the run was stopped, or the time was
    /// up.
    Open(Option<Box<CandidateCountermodel>>),
}

/// How a claim was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimProof {
    /// The argument.
    pub argument: ClaimArgument,
    /// Whether every other step is refuted too, so that it forbids no move of any live position.
    pub vacuous: bool,
}

/// By which argument a claim was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimArgument {
    /// A deduction.
    Deduction {
        /// The number of its steps.
        steps: usize,
    },
    /// A window around the live end.
    Window {
        /// Kinds of facts without which the same number of splits does not prove it in the given
        /// time. Degrees are always among them.
        needed: Vec<&'static str>,
        /// How many cells were split into free and wall, over all cases.
        splits: usize,
    },
    /// The induction over all members of its family.
    EveryMember,
    /// A certificate.
    Certificate,
}

impl ClaimArgument {
    /// What the argument needs, in words.
    pub fn needed(&self) -> &[&'static str] {
        match self {
            ClaimArgument::Window { needed, .. } => needed,
            ClaimArgument::Deduction { .. } => &["deduction"],
            ClaimArgument::EveryMember => &["every member"],
            ClaimArgument::Certificate => &[],
        }
    }

    /// How many cells were split into free and wall.
    pub fn splits(&self) -> usize {
        match self {
            ClaimArgument::Window { splits, .. } => *splits,
            ClaimArgument::Deduction { .. }
            | ClaimArgument::EveryMember
            | ClaimArgument::Certificate => 0,
        }
    }

    /// The verdict of a proof by this argument, if the claim is not vacuous.
    pub fn proves(self) -> ClaimVerdict {
        ClaimVerdict::Proved(ClaimProof { argument: self, vacuous: false })
    }
}

/// A claim with what was found out about it.
#[derive(Clone, Debug)]
pub struct JudgedClaim {
    /// The claim.
    pub claim: MoveClaim,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// How many dead moves it forbids on the small boards.
    pub fired: u64,
    /// The single conditions without which it is proved too, in words. None if that was not asked,
    /// the claim is not proved, or a stopped run did not try all.
    pub weaker: Option<Vec<String>>,
    /// The weakest rule that was found. None as above, for members of families, and if all
    /// conditions are needed.
    pub weakest: Option<Rule>,
}

impl JudgedClaim {
    /// A claim with a verdict that is not compared with small boards yet.
    pub fn new(claim: MoveClaim, verdict: ClaimVerdict) -> JudgedClaim {
        JudgedClaim { claim, verdict, fired: 0, weaker: None, weakest: None }
    }

    /// Its proof, if it is proved.
    pub fn proof(&self) -> Option<&ClaimProof> {
        match &self.verdict {
            ClaimVerdict::Proved(proof) => Some(proof),
            ClaimVerdict::Refuted(_) | ClaimVerdict::Open(_) => None,
        }
    }

    /// Whether neither a proof nor a counterexample is known.
    pub fn is_open(&self) -> bool {
        matches!(self.verdict, ClaimVerdict::Open(_))
    }
}

/// The claims of a file; those of a family for all parameters up to `max`. Moves that are equal
/// because the picture is symmetric are one claim, named after the first of them.
///
/// # Errors
/// If the members of a family are too many, or impossible.
pub fn claims_of(file: &LoadedFile, max: i64) -> Result<Vec<MoveClaim>, FamilyError> {
    let mut rules: Vec<(Rule, Option<MemberOf>)> = Vec::new();
    match &file.rule_file {
        RuleFile::Rule(rule) => rules.push((rule.clone(), None)),
        RuleFile::Family(family) => {
            if family.choices(|_| max) > INSTANCES {
                return Err(FamilyError::TooManyChoices(INSTANCES));
            }
            for values in family.all_parameters(|_| max) {
                let names = family.parameters.iter().map(|p| p.name.clone());
                let parameters = names.zip(values.iter().copied()).collect();
                let member = MemberOf { family: family.head.name.clone(), parameters };
                let members = family.expand(&values)?;
                rules.extend(members.into_iter().map(|rule| (rule, Some(member.clone()))));
            }
        }
    }
    let mut claims = Vec::new();
    for (rule, member) in rules {
        let mut seen = FxHashSet::default();
        for forbidden in &rule.forbids {
            let single = Rule { forbids: vec![forbidden.clone()], ..rule.clone() };
            let placed = Placement::all().map(|placement| PlacedRule::new(&single, placement));
            if placed.min().is_some_and(|first| seen.insert(first)) {
                claims.push(MoveClaim {
                    file: file.path.clone(),
                    direction: forbidden.direction,
                    member: member.clone(),
                    rule: single,
                });
            }
        }
    }
    Ok(claims)
}

/// Argues about each claim separately. A claim that is not proved is open. If the run is stopped,
/// the claim it was working on and all later ones are open.
pub fn prove(claims: &[MoveClaim], effort: Effort, run: &Run<'_>) -> Vec<ClaimVerdict> {
    claims
        .par_iter()
        .with_max_len(1)
        .map(|claim| {
            if run.stopped() {
                return ClaimVerdict::Open(None);
            }
            prove_claim(claim, effort, run)
        })
        .collect()
}

/// Argues about one claim. It is open if the stop flag ends the argument, even if it is proved and
/// only the facts it needs are not known yet: a proof is always reported with these. A kind of fact
/// counts as needed if some case of the proof is not refuted without it, or the time of the effort
/// is up before all are.
pub fn prove_claim(claim: &MoveClaim, effort: Effort, run: &Run<'_>) -> ClaimVerdict {
    let (rule, forbidden) = (&claim.rule, claim.direction);
    let question = WindowQuestion { rule, forbidden, step: forbidden };
    let (splits, cases) = match run.argue(&question, effort, &effort.budget(run.stop)) {
        WindowOutcome::Open(countermodel) => return ClaimVerdict::Open(Some(countermodel)),
        WindowOutcome::Stopped => return ClaimVerdict::Open(None),
        WindowOutcome::Deduced { steps } => return ClaimArgument::Deduction { steps }.proves(),
        WindowOutcome::Refuted { splits, cases } => (splits, cases),
    };
    let Some(facts) = run.needed(&question, effort, cases) else {
        return ClaimVerdict::Open(None);
    };
    let needed = ["degree"].into_iter().chain(facts.names()).collect();
    ClaimArgument::Window { needed, splits }.proves()
}

/// Finds the proved claims that are vacuous: every other step is refuted too. Claims that
/// [`fired`](JudgedClaim::fired) are not vacuous, nor are those of a rule with a source that shows
/// a move it forbids. If this could not be decided for a claim,
/// because the run was stopped or a step took longer than `timeout`, the claim becomes open: a
/// vacuous claim is not a success.
pub fn find_vacuous(claims: &mut [JudgedClaim], timeout: Option<Duration>, run: &Run<'_>) {
    let effort = Effort { timeout, ..VACUOUS };
    let vacuous = |claim: &MoveClaim| -> Option<bool> {
        let (rule, forbidden) = (&claim.rule, claim.direction);
        if shows_a_forbidden_move(rule) {
            return Some(false);
        }
        for step in Move::ALL.into_iter().filter(|&step| step != forbidden) {
            let question = WindowQuestion { rule, forbidden, step };
            let budget = effort.budget(run.stop);
            // The formula of a step that can be live takes long if the picture is large.
            let refuted = match is_large(&question) {
                true if run.stopped() => return None,
                true => deduce(&question, FEW_PROBES, &budget).is_some(),
                false => run.refuted(&question, effort, &budget)?,
            };
            if !refuted {
                return Some(false);
            }
        }
        Some(true)
    };
    claims.par_iter_mut().with_max_len(1).for_each(|judged| {
        if let ClaimVerdict::Proved(proof) = &mut judged.verdict
            && judged.fired == 0
        {
            match vacuous(&judged.claim) {
                Some(vacuous) => proof.vacuous = vacuous,
                None => judged.verdict = ClaimVerdict::Open(None),
            }
        }
    });
}
