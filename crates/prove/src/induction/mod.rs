//! Families for every choice of their parameters at once, by induction along the segment.
//!
//! Members with small parameters are settled one by one. Beyond them, the segment of a larger
//! member is that of a smaller one with a block of cells in the middle repeated, and the transfer
//! dynamic programme ([`super::transfer`]) repeats its steps for them. If one round of these steps
//! changes no sum by more than some bound, neither does any later round. So the sums stay within
//! the limits of the family if these grow at least as fast.
//!
//! The proof is in docs/explanation/proofs-for-every-board.md, section "Every member of a family".
//! This module divides the parameters into those to settle one by one and rays for the induction;
//! `growth` does the induction on one ray.

mod growth;

use std::collections::{BTreeMap, BTreeSet};

use super::argument::Effort;
use super::formula::WindowQuestion;
use super::run::Run;
use super::transfer::SegmentProfile;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_rules::affine::{Affine, affine_value};
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::geometry::word;
use deadmove_rules::model::Rule;
use growth::Growth;

/// How a family was settled for every choice of its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Members that were settled one by one.
    pub members: usize,
    /// How many of their claims, with one move each, needed the window argument.
    pub by_window: usize,
    /// Rays of members that were settled by induction.
    pub rays: usize,
}

/// Why a family is not settled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsettled {
    /// It has more than two parameters, or they do not all run from the same number without end.
    #[error("it has more than two parameters, or they do not run from one number without end")]
    Parameters,
    /// The induction does not cover the way its members or its formulae grow.
    #[error("its members do not grow in a way that the induction covers")]
    Form,
    /// The claim of this name is not proved for the move.
    #[error("the argument does not prove {0}: {word}", word = word(*.1))]
    Claim(String, Move),
    /// The induction fails for the move of the claims of this name; those of single members may be
    /// proved.
    #[error("the induction does not reach the large members of '{0}': {word}", word = word(*.1))]
    Step(String, Move),
    /// Too many of its members would have to be settled one by one.
    #[error("more than {MEMBERS} members would have to be settled one by one")]
    TooMany,
    /// A member cannot be expanded.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The run was stopped.
    #[error("the run was stopped")]
    Stopped,
    /// The time was up.
    #[error("the time limit was reached (--timeout)")]
    Time,
}

impl From<Limit> for Unsettled {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Stopped => Unsettled::Stopped,
            _ => Unsettled::Time,
        }
    }
}

/// The periods that are tried: limits and cases of families repeat with the distance.
const PERIODS: [i64; 7] = [1, 2, 3, 4, 6, 8, 12];

/// The largest number of periods after which the induction may begin.
const LATEST: i64 = 16;

/// The most members that are settled one by one.
const MEMBERS: usize = 20_000;

/// The effort of a window argument about a small member.
const SMALL: Effort = Effort { splits: 20, radius: 1, ..Effort::USUAL };

/// Proves all claims of a family for every choice of its parameters, or returns why it cannot.
/// `known` states whether a member with a single forbidden move is proved already.
///
/// # Errors
/// Why it cannot prove all claims.
pub fn settle(
    family: &Family,
    known: &dyn Fn(&Rule) -> bool,
    limits: &Limits,
    run: &Run<'_>,
) -> Result<Settled, Unsettled> {
    run.settled(family, || settle_again(family, known, limits, run))
}

fn settle_again(
    family: &Family,
    known: &dyn Fn(&Rule) -> bool,
    limits: &Limits,
    run: &Run<'_>,
) -> Result<Settled, Unsettled> {
    let mut proof = Induction {
        family,
        known,
        budget: &Budget::stoppable(limits, run.stop),
        run,
        settled: BTreeMap::new(),
        needed: BTreeSet::new(),
        rays: 0,
    };
    if !family.parameters.is_empty() && family.parameters.iter().all(|p| p.to.is_some()) {
        if family.choices(|_| i64::MAX) > MEMBERS {
            return Err(Unsettled::TooMany);
        }
        for values in family.all_parameters(|_| i64::MAX) {
            proof.member(&values)?;
        }
        return Ok(proof.result());
    }
    // Sums that grow unevenly from period to period may grow evenly over several periods.
    let mut first_failure = None;
    for period in PERIODS {
        let rays = rays(family, period).ok_or(Unsettled::Parameters)?;
        proof.rays = 0;
        proof.needed.clear();
        match rays.iter().try_for_each(|ray| proof.ray(ray)) {
            Ok(()) => return Ok(proof.result()),
            Err(Unsettled::Form) => {}
            Err(step @ Unsettled::Step(..)) => {
                first_failure.get_or_insert(step);
            }
            Err(unsettled) => return Err(unsettled),
        }
    }
    Err(first_failure.unwrap_or(Unsettled::Form))
}

/// A parameter ray: a first choice of parameters, and for each counter the vector that one step of
/// the counter adds. With one counter it is a ray of choices, with two a cone between two rays.
#[derive(Clone, Debug)]
struct ParameterRay {
    base: Vec<i64>,
    steps: Vec<Vec<i64>>,
}

/// Rays that together cover every choice of parameters. For two parameters the counters are those
/// of the smaller parameter and of their difference.
fn rays(family: &Family, period: i64) -> Option<Vec<ParameterRay>> {
    let from = family.parameters.first()?.from;
    if family.parameters.iter().any(|p| p.to.is_some() || p.from != from) {
        return None;
    }
    let of_two = |smaller: i64, more: i64| {
        let both = vec![period, period];
        let first = ParameterRay {
            base: vec![from + smaller + more, from + smaller],
            steps: vec![both.clone(), vec![period, 0]],
        };
        let second = ParameterRay {
            base: vec![from + smaller, from + smaller + more + 1],
            steps: vec![both, vec![0, period]],
        };
        [first, second]
    };
    match family.parameters.len() {
        1 => {
            let ray = |more| ParameterRay { base: vec![from + more], steps: vec![vec![period]] };
            Some((0..period).map(ray).collect())
        }
        2 => {
            let pairs =
                (0..period).flat_map(|smaller| (0..period).map(move |more| (smaller, more)));
            Some(pairs.flat_map(|(smaller, more)| of_two(smaller, more)).collect())
        }
        _ => None,
    }
}

impl ParameterRay {
    /// The parameters after the given number of steps of each counter.
    fn after(&self, counters: &[i64]) -> Vec<i64> {
        let mut values = self.base.clone();
        for (step, &count) in self.steps.iter().zip(counters) {
            values.iter_mut().zip(step).for_each(|(value, by)| *value += by * count);
        }
        values
    }

    /// The same with one counter fixed.
    fn with_fixed(&self, counter: usize, at: i64) -> ParameterRay {
        let mut counters = vec![0; self.steps.len()];
        counters[counter] = at;
        let base = self.after(&counters);
        let mut steps = self.steps.clone();
        steps.remove(counter);
        ParameterRay { base, steps }
    }

    /// The parameters and the names that the family defines, as functions of the counters. None if
    /// one is not affine.
    fn values(&self, family: &Family) -> Option<Vec<(String, Affine)>> {
        let parameter = |(number, &at): (usize, &i64)| {
            let slopes = self.steps.iter().map(|step| step[number]).collect();
            (family.parameters[number].name.clone(), Affine { at, slopes })
        };
        let mut values: Vec<(String, Affine)> =
            self.base.iter().enumerate().map(parameter).collect();
        for (name, formula) in &family.lets {
            let value = affine_value(formula, &values)?;
            values.push((name.clone(), value));
        }
        Some(values)
    }
}

/// A proof of one family in progress.
struct Induction<'f> {
    family: &'f Family,
    known: &'f dyn Fn(&Rule) -> bool,
    budget: &'f Budget<'f>,
    run: &'f Run<'f>,
    /// Members that are settled, with the number of their claims that needed the window argument.
    settled: BTreeMap<Vec<i64>, usize>,
    /// Those of them that the rays of the present period need.
    needed: BTreeSet<Vec<i64>>,
    rays: usize,
}

impl Induction<'_> {
    /// Settles the members of a ray: those far out on all counters by induction, the others on rays
    /// with one counter less.
    fn ray(&mut self, ray: &ParameterRay) -> Result<(), Unsettled> {
        if ray.steps.is_empty() {
            return self.member(&ray.base);
        }
        let threshold = self.threshold(ray)?;
        for (counter, &far) in threshold.iter().enumerate() {
            for at in 0..far {
                self.ray(&ray.with_fixed(counter, at))?;
            }
        }
        self.rays += 1;
        Ok(())
    }

    fn result(&self) -> Settled {
        Settled {
            members: self.needed.len(),
            by_window: self.needed.iter().filter_map(|member| self.settled.get(member)).sum(),
            rays: self.rays,
        }
    }

    /// For each counter the number of steps from which the members of a ray are settled by
    /// induction.
    fn threshold(&self, ray: &ParameterRay) -> Result<Vec<i64>, Unsettled> {
        for start in 0..=LATEST {
            self.budget.check()?;
            let base = ray.after(&vec![start; ray.steps.len()]);
            let far = ParameterRay { base, steps: ray.steps.clone() };
            if let Some(growth) = Growth::of(self.family, &far) {
                match growth.rounds(self.budget) {
                    // A limit may become affine further out.
                    Err(Unsettled::Form) => continue,
                    Err(unsettled) => return Err(unsettled),
                    Ok(rounds) => {
                        return Ok(rounds.into_iter().map(|rounds| start + rounds).collect());
                    }
                }
            }
        }
        Err(Unsettled::Form)
    }

    /// Settles a single member: by the transfer argument, or else by the window argument.
    fn member(&mut self, parameters: &[i64]) -> Result<(), Unsettled> {
        self.needed.insert(parameters.to_vec());
        if self.settled.contains_key(parameters) {
            return Ok(());
        }
        if self.settled.len() == MEMBERS {
            return Err(Unsettled::TooMany);
        }
        let mut by_window = 0;
        for rule in self.family.expand(parameters)? {
            for forbidden in &rule.forbids {
                self.budget.check()?;
                let step = forbidden.direction;
                if SegmentProfile::of(&rule, step).is_some_and(|profile| profile.excludes(&rule)) {
                    continue;
                }
                let single = Rule { forbids: vec![forbidden.clone()], ..rule.clone() };
                if !(self.known)(&single) {
                    let question = WindowQuestion { rule: &rule, forbidden: step, step };
                    if self.run.refuted(&question, SMALL, self.budget) != Some(true) {
                        self.budget.check()?;
                        return Err(Unsettled::Claim(rule.head.name.clone(), step));
                    }
                }
                by_window += 1;
            }
        }
        self.settled.insert(parameters.to_vec(), by_window);
        Ok(())
    }
}
