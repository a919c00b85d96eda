//! A run of proofs: its stop flag, and the answers it has found, question by question. The answers
//! of an interrupted run can be given to another one, which then does not ask again.
//!
//! Answers do not depend on time: a question whose time was up has none. The file that keeps them
//! is written by `deadmove-report`. What an earlier run has refuted is refuted again where that is
//! cheap, and the other answers of earlier runs that were taken are counted. Certificates are made
//! without any of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::argument::{Effort, ProofCases, WindowOutcome, argue_within};
use super::formula::{Facts, WindowQuestion};
use super::induction::Settled;
use super::needed::needed_facts;
use deadmove_core::board::Board;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::model::Rule;
use deadmove_rules::text::write_rule;
use deadmove_verify::check::{Example, RuleVerdict};
use deadmove_verify::check_sat::check_rule;

/// The version of the arguments. Whoever changes what an argument can prove raises it, so that
/// answers of earlier programs are not taken.
const ARGUMENTS: u32 = 3;

/// How many conflicts each case of a refutation without splits may take to be found again.
const CHEAP: u64 = 200;

/// An answer that does not depend on time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastingAnswer {
    /// A window question is refuted, with this number of splits.
    Refuted(usize),
    /// A window question is not refuted with its effort.
    NotRefuted,
    /// The refutation of a window question needs these kinds of facts.
    Needed(Facts),
    /// A family holds for every choice of its parameters.
    Settled(Settled),
    /// A rule forbids no live move on one board.
    ForbidsNothingLive,
    /// A rule forbids a live move on one board.
    ForbidsLive(Example),
}

/// Answers by question: a BLAKE3 digest of all that the answer depends on, in hexadecimal digits.
pub type ProofAnswers = BTreeMap<String, LastingAnswer>;

/// A run of proofs. Threads share it.
#[derive(Debug)]
pub struct Run<'s> {
    /// Ends the run when it is set.
    pub stop: &'s AtomicBool,
    earlier: ProofAnswers,
    known: Mutex<KnownAnswers>,
}

#[derive(Debug, Default)]
struct KnownAnswers {
    /// What this run has found.
    found: ProofAnswers,
    /// Questions whose answer was taken from an earlier run.
    taken: BTreeSet<String>,
}

impl<'s> Run<'s> {
    /// A run that knows nothing yet.
    pub fn new(stop: &'s AtomicBool) -> Run<'s> {
        Run::resumed(stop, ProofAnswers::new())
    }

    /// A run that continues from the answers of others.
    pub fn resumed(stop: &'s AtomicBool, earlier: ProofAnswers) -> Run<'s> {
        Run { stop, earlier, known: Mutex::default() }
    }

    /// How many answers of earlier runs were taken, and not found again.
    pub(crate) fn taken(&self) -> usize {
        self.lock().taken.len()
    }

    /// Whether the run is to end.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// All answers, those of earlier runs included.
    pub fn into_answers(self) -> ProofAnswers {
        let known = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut answers = self.earlier;
        answers.extend(known.found);
        answers
    }

    /// Whether a window question is refuted; none if the budget ended the argument.
    pub(crate) fn refuted(
        &self,
        question: &WindowQuestion<'_>,
        effort: Effort,
        budget: &Budget<'_>,
    ) -> Option<bool> {
        let asked = window(question, effort);
        self.find_again(&asked, question, effort, budget);
        match self.known(&asked) {
            Some(LastingAnswer::Refuted(_)) => return Some(true),
            Some(LastingAnswer::NotRefuted) => return Some(false),
            _ => {}
        }
        match self.argue_again(asked, question, effort, budget) {
            WindowOutcome::Deduced { .. } | WindowOutcome::Refuted { .. } => Some(true),
            WindowOutcome::Open(_) => Some(false),
            WindowOutcome::Stopped => None,
        }
    }

    /// The same with the countermodel. It is not kept, so a question that is not refuted is asked
    /// again.
    pub(crate) fn argue(
        &self,
        question: &WindowQuestion<'_>,
        effort: Effort,
        budget: &Budget<'_>,
    ) -> WindowOutcome {
        let asked = window(question, effort);
        self.find_again(&asked, question, effort, budget);
        match self.known(&asked) {
            Some(LastingAnswer::Refuted(splits)) => WindowOutcome::Refuted { splits, cases: None },
            _ => self.argue_again(asked, question, effort, budget),
        }
    }

    /// The kinds of facts that the refutation of a question needs; none if the run was stopped.
    /// `cases` are those of the refutation, if this run has found it. What an earlier run has found
    /// is tested on them.
    pub(crate) fn needed(
        &self,
        question: &WindowQuestion<'_>,
        effort: Effort,
        cases: Option<ProofCases>,
    ) -> Option<Facts> {
        let asked = digest(&format!("needed {}", window(question, effort)));
        let suffice = |facts: Facts| match &cases {
            None => Some(true),
            Some(cases) => {
                let effort = Effort { facts, ..effort };
                cases.refuted_with(question, effort, &effort.budget(self.stop))
            }
        };
        if let Some(LastingAnswer::Needed(facts)) = self.known(&asked)
            && suffice(facts) == Some(true)
        {
            return Some(facts);
        }
        let found = match cases {
            Some(cases) => cases,
            None => match argue_within(question, effort, &effort.budget(self.stop)) {
                WindowOutcome::Refuted { cases, .. } => cases?,
                _ => return None,
            },
        };
        let needed = needed_facts(question, &found, effort, self.stop)?;
        self.keep(asked, LastingAnswer::Needed(needed));
        Some(needed)
    }

    /// Refutes a question again that an earlier run has refuted, if that is cheap. If it turns out
    /// that the earlier run is wrong, its answer is replaced.
    fn find_again(
        &self,
        asked: &str,
        question: &WindowQuestion<'_>,
        effort: Effort,
        budget: &Budget<'_>,
    ) {
        let is_known = self.lock().found.contains_key(asked);
        if !is_known && self.earlier.get(asked) == Some(&LastingAnswer::Refuted(0)) {
            let cheap = Effort { splits: 0, conflicts: Some(CHEAP), ..effort };
            match argue_within(question, cheap, budget) {
                WindowOutcome::Refuted { .. } => {
                    self.keep(asked.to_owned(), LastingAnswer::Refuted(0))
                }
                WindowOutcome::Open(_) => {
                    self.argue_again(asked.to_owned(), question, effort, budget);
                }
                WindowOutcome::Deduced { .. } | WindowOutcome::Stopped => {}
            }
        }
    }

    fn argue_again(
        &self,
        asked: String,
        question: &WindowQuestion<'_>,
        effort: Effort,
        budget: &Budget<'_>,
    ) -> WindowOutcome {
        let outcome = argue_within(question, effort, budget);
        match &outcome {
            WindowOutcome::Refuted { splits, .. } => {
                self.keep(asked, LastingAnswer::Refuted(*splits));
            }
            WindowOutcome::Open(_) => self.keep(asked, LastingAnswer::NotRefuted),
            // Found again as quickly.
            WindowOutcome::Deduced { .. } | WindowOutcome::Stopped => {}
        }
        outcome
    }

    /// How a family is settled: what is known, or else what `settle` finds.
    pub(crate) fn settled<E>(
        &self,
        family: &Family,
        settle: impl FnOnce() -> Result<Settled, E>,
    ) -> Result<Settled, E> {
        let asked = digest(&format!("family {}", RuleFile::Family(family.clone()).write()));
        if let Some(LastingAnswer::Settled(settled)) = self.known(&asked) {
            return Ok(settled);
        }
        let settled = settle()?;
        self.keep(asked, LastingAnswer::Settled(settled));
        Ok(settled)
    }

    /// A live move that a rule forbids on a board; none if there is none, or if the limits or the
    /// stop flag ended the search.
    pub(crate) fn forbidden_live_move(
        &self,
        rule: &Rule,
        board: &Board,
        limits: &Limits,
    ) -> Option<Example> {
        let (width, height) = (board.width(), board.height());
        let asked = digest(&format!("{width}×{height} {}", write_rule(rule)));
        match self.known(&asked) {
            Some(LastingAnswer::ForbidsNothingLive) => return None,
            Some(LastingAnswer::ForbidsLive(example)) => return Some(example),
            _ => {}
        }
        let result = check_rule(rule, board, self.stop, limits);
        match (result.verdict, result.counterexample) {
            (RuleVerdict::Unsound, Some(example)) => {
                self.keep(asked, LastingAnswer::ForbidsLive(example.clone()));
                Some(example)
            }
            (RuleVerdict::Sound | RuleVerdict::Vacuous, _) => {
                self.keep(asked, LastingAnswer::ForbidsNothingLive);
                None
            }
            _ => None,
        }
    }

    fn known(&self, asked: &str) -> Option<LastingAnswer> {
        let mut known = self.lock();
        if let Some(answer) = known.found.get(asked) {
            return Some(answer.clone());
        }
        let answer = self.earlier.get(asked)?;
        known.taken.insert(asked.to_owned());
        Some(answer.clone())
    }

    fn keep(&self, asked: String, answer: LastingAnswer) {
        let mut known = self.lock();
        known.taken.remove(&asked);
        known.found.insert(asked, answer);
    }

    /// Every single change of the answers is complete, so those of a thread that panicked are
    /// sound.
    fn lock(&self) -> std::sync::MutexGuard<'_, KnownAnswers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A window question with its effort, but for limits on time and conflicts: these do not change an
/// answer.
fn window(question: &WindowQuestion<'_>, effort: Effort) -> String {
    let WindowQuestion { rule, forbidden, step } = question;
    let Effort { facts, splits, radius, timeout: _, conflicts: _ } = effort;
    digest(&format!(
        "window {forbidden:?} {step:?} {facts:?} {splits} {radius} {:?} {:?} {:?}",
        rule.pattern, rule.unless, rule.forbids
    ))
}

fn digest(question: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    blake3::hash(format!("{version} {ARGUMENTS} {question}").as_bytes()).to_hex().to_string()
}
