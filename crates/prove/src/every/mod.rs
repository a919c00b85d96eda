//! Families for every choice of their parameters at once, by induction along the segment.
//!
//! Members with small parameters are settled one by one. From there on a larger member has the same
//! segment with some cells more in the middle, and the visits argument ([`super::visits`]) takes the
//! same steps for them again. If no sum grows by more than some number in one round of these steps,
//! none does in a later round; so the sums stay within limits that grow at least as fast.
//!
//! docs/all-sizes.md tells the argument, in its section about every member of a family. How members
//! grow is told by `growth`; here they are divided into those to look at one by one and the rest.

mod growth;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::argument::{Effort, argue};
use super::formula::Question;
use super::visits::Line;
use deadmove_core::board::Move;
use deadmove_rules::affine::{Affine, affine_value};
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::geometry::word;
use growth::Growth;

/// How a family was settled for every choice of its parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Members that were looked at one by one.
    pub members: usize,
    /// Claims of these, with one move each, that took the window argument.
    pub by_window: usize,
    /// Runs of members that were settled by induction.
    pub runs: usize,
}

/// Why a family is not settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// It has more than two parameters, or they do not run from the same number without end.
    Parameters,
    /// Its members do not grow in a way that the induction knows, or its formulae do not.
    Form,
    /// The claim of this name is not proved for the move.
    Claim(String, Move),
    /// Too many of its members would have to be looked at one by one.
    TooMany,
    /// A member cannot be written out.
    Family(FamilyError),
    /// The run was stopped.
    Stopped,
}

impl fmt::Display for Unsettled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsettled::Parameters => f.write_str(
                "it has more than two parameters, or they do not run from one number without end",
            ),
            Unsettled::Form => f.write_str("its members do not grow as the induction knows it"),
            Unsettled::Claim(claim, step) => {
                write!(f, "the argument does not prove {claim}: {}", word(*step))
            }
            Unsettled::TooMany => {
                write!(f, "more than {MEMBERS} members would have to be looked at one by one")
            }
            Unsettled::Family(error) => error.fmt(f),
            Unsettled::Stopped => f.write_str("the run was stopped"),
        }
    }
}

impl From<FamilyError> for Unsettled {
    fn from(error: FamilyError) -> Self {
        Unsettled::Family(error)
    }
}

/// Periods that are tried: limits and cases of families repeat with the distance.
const PERIODS: [i64; 7] = [1, 2, 3, 4, 6, 8, 12];

/// How many periods from the start the induction may begin.
const LATEST: i64 = 16;

/// More members than these are not looked at one by one.
const MEMBERS: usize = 20_000;

/// What window arguments about small members may take.
const SMALL: Effort = Effort { splits: 20, radius: 1, ..Effort::USUAL };

/// Settles all claims of a family for every choice of its parameters, or says why it cannot.
pub fn every(family: &Family, stop: &AtomicBool) -> Result<Settled, Unsettled> {
    let mut work =
        Work { family, stop, done: BTreeMap::new(), seen: BTreeSet::new(), runs: 0, wrong: false };
    if !family.parameters.is_empty() && family.parameters.iter().all(|p| p.to.is_some()) {
        if family.choices(|_| i64::MAX) > MEMBERS {
            return Err(Unsettled::TooMany);
        }
        for values in family.all_parameters(|_| i64::MAX) {
            work.member(&values)?;
        }
        return Ok(work.settled());
    }
    // What grows unevenly from period to period may grow evenly over several.
    let mut first = None;
    for period in PERIODS {
        let charts = charts(family, period).ok_or(Unsettled::Parameters)?;
        work.runs = 0;
        work.seen.clear();
        match charts.iter().try_for_each(|chart| work.chart(chart)) {
            Ok(()) => return Ok(work.settled()),
            Err(Unsettled::Form) => {}
            Err(Unsettled::Claim(claim, step)) if !work.wrong => {
                first.get_or_insert(Unsettled::Claim(claim, step));
            }
            Err(unsettled) => return Err(unsettled),
        }
    }
    Err(first.unwrap_or(Unsettled::Form))
}

/// Parameters that run: a first choice, and what is added to it for each step of each counter.
#[derive(Clone, Debug)]
struct Chart {
    base: Vec<i64>,
    steps: Vec<Vec<i64>>,
}

/// Charts that cover every choice of parameters between them. Those of two parameters run with the
/// smaller of them and with their difference.
fn charts(family: &Family, period: i64) -> Option<Vec<Chart>> {
    let from = family.parameters.first()?.from;
    if family.parameters.iter().any(|p| p.to.is_some() || p.from != from) {
        return None;
    }
    let of_two = |smaller: i64, more: i64| {
        let both = vec![period, period];
        let first = Chart {
            base: vec![from + smaller + more, from + smaller],
            steps: vec![both.clone(), vec![period, 0]],
        };
        let second = Chart {
            base: vec![from + smaller, from + smaller + more + 1],
            steps: vec![both, vec![0, period]],
        };
        [first, second]
    };
    match family.parameters.len() {
        1 => {
            let chart = |more| Chart { base: vec![from + more], steps: vec![vec![period]] };
            Some((0..period).map(chart).collect())
        }
        2 => {
            let pairs =
                (0..period).flat_map(|smaller| (0..period).map(move |more| (smaller, more)));
            Some(pairs.flat_map(|(smaller, more)| of_two(smaller, more)).collect())
        }
        _ => None,
    }
}

impl Chart {
    /// The parameters after some steps of each counter.
    fn after(&self, counters: &[i64]) -> Vec<i64> {
        let mut values = self.base.clone();
        for (step, &count) in self.steps.iter().zip(counters) {
            values.iter_mut().zip(step).for_each(|(value, by)| *value += by * count);
        }
        values
    }

    /// The same with a counter held at some number.
    fn held(&self, counter: usize, at: i64) -> Chart {
        let mut counters = vec![0; self.steps.len()];
        counters[counter] = at;
        let base = self.after(&counters);
        let mut steps = self.steps.clone();
        steps.remove(counter);
        Chart { base, steps }
    }

    /// Parameters and names with their values along the chart.
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

struct Work<'f> {
    family: &'f Family,
    stop: &'f AtomicBool,
    /// Members that are settled, with the number of their claims that took the window argument.
    done: BTreeMap<Vec<i64>, usize>,
    /// Those of them that the charts of this period need.
    seen: BTreeSet<Vec<i64>>,
    runs: usize,
    /// A member by itself is not settled: no period will help.
    wrong: bool,
}

impl Work<'_> {
    /// Settles the members of a chart: those far out on all counters by induction, the others on
    /// charts with a counter less.
    fn chart(&mut self, chart: &Chart) -> Result<(), Unsettled> {
        if chart.steps.is_empty() {
            return self.member(&chart.base);
        }
        let corner = self.corner(chart)?;
        for (counter, &far) in corner.iter().enumerate() {
            for at in 0..far {
                self.chart(&chart.held(counter, at))?;
            }
        }
        self.runs += 1;
        Ok(())
    }

    fn settled(&self) -> Settled {
        Settled {
            members: self.seen.len(),
            by_window: self.seen.iter().filter_map(|member| self.done.get(member)).sum(),
            runs: self.runs,
        }
    }

    /// From which number of steps on each counter the members of a chart are settled by induction.
    fn corner(&self, chart: &Chart) -> Result<Vec<i64>, Unsettled> {
        for start in 0..=LATEST {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Unsettled::Stopped);
            }
            let base = chart.after(&vec![start; chart.steps.len()]);
            let far = Chart { base, steps: chart.steps.clone() };
            if let Some(growth) = Growth::of(self.family, &far) {
                let rounds = growth.settle(self.stop)?;
                return Ok(rounds.into_iter().map(|rounds| start + rounds).collect());
            }
        }
        Err(Unsettled::Form)
    }

    /// Settles the member with some parameters.
    fn member(&mut self, parameters: &[i64]) -> Result<(), Unsettled> {
        self.seen.insert(parameters.to_vec());
        if self.done.contains_key(parameters) {
            return Ok(());
        }
        if self.done.len() == MEMBERS {
            return Err(Unsettled::TooMany);
        }
        let mut by_window = 0;
        for rule in self.family.expand(parameters)? {
            for forbidden in &rule.forbids {
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Unsettled::Stopped);
                }
                let step = forbidden.direction;
                if Line::of(&rule, step).is_some_and(|line| line.excludes(&rule)) {
                    continue;
                }
                let question = Question { rule: &rule, forbidden: step, step };
                if !argue(&question, SMALL, self.stop).is_refuted() {
                    self.wrong = true;
                    return Err(if self.stop.load(Ordering::Relaxed) {
                        Unsettled::Stopped
                    } else {
                        Unsettled::Claim(rule.head.name.clone(), step)
                    });
                }
                by_window += 1;
            }
        }
        self.done.insert(parameters.to_vec(), by_window);
        Ok(())
    }
}
