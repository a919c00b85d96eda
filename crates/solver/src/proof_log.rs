//! varisat with a log of its derivations, for proofs that the checker can verify.
//!
//! varisat checks its own proof on the fly. For every derived clause it passes to a proof processor
//! the earlier clauses that become unit one after the other, which is the content of an LRAT proof.
//! Clauses added between two calls of `solve` are reported when they are added.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, Lit, Solver};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use crate::Solved;
use crate::varisat::answer;

/// A derived clause and the clauses it follows from, by their numbers in a [`ProofRecord`].
#[derive(Clone, Debug)]
struct Derivation {
    clause: Vec<i32>,
    hints: Vec<u64>,
}

/// The input clauses of varisat and its derivations. `of_id` maps varisat's ids to the numbers of
/// input clauses or of steps.
#[derive(Debug, Default)]
struct ProofRecord {
    inputs: usize,
    of_id: HashMap<u64, Source>,
    steps: Vec<Derivation>,
    /// The ids of unit clauses by their literal.
    units: HashMap<i32, u64>,
    /// The ids of two contradictory unit clauses, or of an empty clause.
    contradiction: Option<Vec<u64>>,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    Input(usize),
    Step(usize),
}

/// Receives varisat's derivations. Must outlive the solver.
pub struct Recorder<'b> {
    budget: &'b Budget<'b>,
    record: &'b RefCell<ProofRecord>,
    steps: Cell<u64>,
}

/// The derivations of one solver.
#[derive(Debug, Default)]
pub struct ProofLog(RefCell<ProofRecord>);

impl ProofLog {
    /// A recorder that stops the solver when the budget is spent.
    pub fn recorder<'b>(&'b self, budget: &'b Budget<'b>) -> Recorder<'b> {
        Recorder { budget, record: &self.0, steps: Cell::new(0) }
    }
}

impl ProofProcessor for Recorder<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        data: CheckerData,
    ) -> Result<(), anyhow::Error> {
        let plain = |lits: &[Lit]| -> Result<Vec<i32>, anyhow::Error> {
            let user = |lit: &Lit| {
                let var = data.user_from_proof_var(lit.var());
                var.map(|var| var.lit(lit.is_positive()).to_dimacs() as i32)
            };
            let lits: Option<Vec<i32>> = lits.iter().map(user).collect();
            lits.ok_or_else(|| anyhow::anyhow!("the proof has a variable of its own"))
        };
        let mut record = self.record.borrow_mut();
        let record = &mut *record;
        match step {
            CheckedProofStep::AddClause { id, clause } => {
                let number = record.inputs;
                record.inputs += 1;
                record.of_id.insert(*id, Source::Input(number));
                record.unit(&plain(clause)?, *id);
            }
            CheckedProofStep::DuplicatedClause { .. }
            | CheckedProofStep::TautologicalClause { .. } => record.inputs += 1,
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let clause = plain(clause)?;
                record.of_id.insert(*id, Source::Step(record.steps.len()));
                record.unit(&clause, *id);
                record.steps.push(Derivation { clause, hints: propagations.to_vec() });
                self.steps.set(self.steps.get() + 1);
                self.budget.spend_conflicts(1);
                if let Some(limit) = self.budget.exhausted() {
                    anyhow::bail!("{limit}");
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl ProofRecord {
    /// Records unit clauses and the first contradiction.
    fn unit(&mut self, clause: &[i32], id: u64) {
        let ids = match *clause {
            [] => Some(vec![id]),
            [lit] => {
                self.units.entry(lit).or_insert(id);
                self.units.get(&-lit).map(|&other| vec![other, id])
            }
            _ => None,
        };
        self.contradiction = self.contradiction.take().or(ids);
    }
}

/// A solver whose derivations are logged.
pub struct Prover<'b> {
    solver: Solver<'b>,
    budget: &'b Budget<'b>,
    log: &'b ProofLog,
    clauses: Vec<Vec<i32>>,
}

impl<'b> Prover<'b> {
    /// An empty solver. Budget and log must be those of the recorder.
    pub fn new(budget: &'b Budget<'b>, log: &'b ProofLog, recorder: &'b mut Recorder<'b>) -> Self {
        let mut solver = Solver::new();
        solver.add_proof_processor(recorder);
        Prover { solver, budget, log, clauses: Vec::new() }
    }

    /// Adds the clauses after those it already has, and solves. Literals follow the DIMACS
    /// convention: n for variable n, −n for its negation. A model has the values of the
    /// first `variables` variables.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn solve<'c>(
        &mut self,
        variables: usize,
        clauses: impl Iterator<Item = &'c [i32]>,
    ) -> Result<Solved, Limit> {
        for clause in clauses.skip(self.clauses.len()) {
            let lits: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect();
            self.solver.add_clause(&lits);
            self.clauses.push(clause.to_vec());
        }
        if let Some(limit) = self.budget.exhausted() {
            return Err(limit);
        }
        answer(&mut self.solver, variables, self.budget)
    }

    /// The proof that the clauses have no solution, after `solve` found none.
    pub fn proof(self) -> Proof {
        drop(self.solver);
        Proof::trimmed(&self.log.0.borrow(), &self.clauses)
    }
}

/// A proof without unneeded steps and hints.
#[derive(Clone, Debug)]
pub struct Proof {
    /// For each added clause, whether the proof uses it.
    pub uses: Vec<bool>,
    steps: Vec<(Vec<i32>, Vec<Source>)>,
}

impl Proof {
    fn trimmed(record: &ProofRecord, clauses: &[Vec<i32>]) -> Proof {
        let clause = |source: Source| match source {
            Source::Input(number) => &clauses[number],
            Source::Step(number) => &record.steps[number].clause,
        };
        let mut uses = vec![false; clauses.len()];
        let mut needed = vec![false; record.steps.len()];
        let mut steps = Vec::new();
        let mut values: HashMap<i32, Option<usize>> = HashMap::new();
        let mut trim = |lits: &[i32], ids: &[u64], needed: &mut Vec<bool>| {
            let hints: Vec<Source> = ids.iter().map(|id| record.of_id[id]).collect();
            // True literal → the index of the hint that made it true.
            values.clear();
            values.extend(lits.iter().map(|&lit| (-lit, None)));
            let mut keep = vec![false; hints.len()];
            for (place, &hint) in hints.iter().enumerate() {
                let lits = clause(hint);
                let mut open = lits.iter().filter(|&&lit| !values.contains_key(&-lit));
                match (open.next(), open.next()) {
                    (None, _) => {
                        keep[place] = true;
                        break;
                    }
                    (Some(&lit), None) if !values.contains_key(&lit) => {
                        values.insert(lit, Some(place));
                    }
                    _ => {}
                }
            }
            for place in (0..hints.len()).rev() {
                if keep[place] {
                    for lit in clause(hints[place]) {
                        if let Some(&Some(earlier)) = values.get(&-lit) {
                            keep[earlier] = true;
                        }
                    }
                }
            }
            let kept: Vec<Source> =
                hints.iter().zip(keep).filter(|(_, keep)| *keep).map(|(hint, _)| *hint).collect();
            for &hint in &kept {
                match hint {
                    Source::Input(number) => uses[number] = true,
                    Source::Step(number) => needed[number] = true,
                }
            }
            kept
        };
        let last = record.contradiction.as_ref().expect("a formula without solution was refuted");
        let last = match last[..] {
            // The empty clause was derived: its hints are those of the last step.
            [id] => match record.of_id[&id] {
                Source::Step(number) => &record.steps[number].hints,
                Source::Input(_) => last,
            },
            _ => last,
        };
        let kept = trim(&[], last, &mut needed);
        steps.push((record.steps.len(), (Vec::new(), kept)));
        for number in (0..record.steps.len()).rev() {
            if needed[number] {
                let step = &record.steps[number];
                let kept = trim(&step.clause, &step.hints, &mut needed);
                steps.push((number, (step.clause.clone(), kept)));
            }
        }
        steps.reverse();
        // The remaining steps are renumbered.
        let new: HashMap<usize, usize> =
            steps.iter().enumerate().map(|(new, (old, _))| (*old, new)).collect();
        let renumber = |source: Source| match source {
            Source::Step(old) => Source::Step(new[&old]),
            input => input,
        };
        let steps = steps
            .into_iter()
            .map(|(_, (clause, hints))| (clause, hints.into_iter().map(renumber).collect()))
            .collect();
        Proof { uses, steps }
    }

    /// The proof in the LRAT format, for the formula with only the `kept` clauses.
    pub fn text(&self, kept: &[bool]) -> String {
        let mut ids = vec![0; kept.len()];
        let mut next = 0;
        for (id, _) in ids.iter_mut().zip(kept).filter(|(_, kept)| **kept) {
            next += 1;
            *id = next;
        }
        let mut text = String::new();
        for (number, (clause, hints)) in self.steps.iter().enumerate() {
            text.push_str(&(next + 1 + number).to_string());
            for lit in clause {
                text.push_str(&format!(" {lit}"));
            }
            text.push_str(" 0");
            for hint in hints {
                let id = match hint {
                    Source::Input(number) => ids[*number],
                    Source::Step(number) => next + 1 + number,
                };
                text.push_str(&format!(" {id}"));
            }
            text.push_str(" 0\n");
        }
        text
    }
}
