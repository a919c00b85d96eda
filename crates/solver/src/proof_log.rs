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
            // A literal that is there twice would hide that the clause is a unit clause.
            let mut once = clause.to_vec();
            once.sort_unstable();
            once.dedup();
            self.clauses.push(once);
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

#[cfg(test)]
mod tests {
    use deadmove_core::verdict::Limits;
    use proptest::prelude::*;

    use super::*;

    /// Whether each step of a proof in the LRAT format follows from its hints alone, taken one
    /// after the other, and the last one is the empty clause.
    fn is_refutation(clauses: &[Vec<i32>], text: &str) -> bool {
        let mut known: HashMap<usize, Vec<i32>> =
            clauses.iter().cloned().enumerate().map(|(at, clause)| (at + 1, clause)).collect();
        let mut last = None;
        for line in text.lines() {
            let numbers: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let mut parts = numbers[1..].split(|&number| number == 0);
            let clause: Vec<i32> = parts.next().unwrap().iter().map(|&lit| lit as i32).collect();
            let hints = parts.next().unwrap_or_default();
            let mut falsified: Vec<i32> = clause.clone();
            let mut contradiction = false;
            for hint in hints {
                let Some(hint) = known.get(&(*hint as usize)) else { return false };
                let mut open = hint.iter().filter(|lit| !falsified.contains(lit));
                match open.next() {
                    None => contradiction = true,
                    Some(lit) if open.all(|other| other == lit) => falsified.push(-lit),
                    Some(_) => return false,
                }
            }
            if !contradiction || known.insert(numbers[0] as usize, clause.clone()).is_some() {
                return false;
            }
            last = Some(clause);
        }
        last == Some(Vec::new())
    }

    fn has_solution(variables: u32, clauses: &[Vec<i32>]) -> bool {
        (0u32..1 << variables).any(|values| {
            let is_true = |lit: i32| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
            clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit)))
        })
    }

    /// The proof, if the clauses have no solution.
    fn refute(variables: u32, clauses: &[Vec<i32>]) -> Option<Proof> {
        let budget = Budget::new(&Limits::default());
        let log = ProofLog::default();
        let mut recorder = log.recorder(&budget);
        let mut prover = Prover::new(&budget, &log, &mut recorder);
        // Some of the clauses are added before a call, the rest after it.
        let (first, all) = (&clauses[..clauses.len() / 2], clauses);
        for clauses in [first, all] {
            let solved = prover.solve(variables as usize, clauses.iter().map(Vec::as_slice));
            match solved.expect("there is no limit") {
                Solved::Unsatisfiable => return Some(prover.proof()),
                Solved::Model(model) => {
                    let is_true = |lit: i32| model[lit.unsigned_abs() as usize - 1] == (lit > 0);
                    let holds = |clause: &Vec<i32>| clause.iter().any(|&lit| is_true(lit));
                    assert!(clauses.iter().all(holds));
                }
            }
        }
        None
    }

    fn clauses(variables: i32) -> impl Strategy<Value = Vec<Vec<i32>>> {
        let lit = (1..=variables, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v });
        prop::collection::vec(prop::collection::vec(lit, 1..4), 1..40)
    }

    proptest! {
        #[test]
        fn a_proof_is_there_exactly_without_a_solution_and_needs_each_of_its_hints(
            clauses in clauses(5),
        ) {
            let Some(proof) = refute(5, &clauses) else {
                prop_assert!(has_solution(5, &clauses));
                return Ok(());
            };
            prop_assert!(!has_solution(5, &clauses));
            // A run that ended early has not seen all clauses.
            let seen = proof.uses.len();
            let text = proof.text(&vec![true; seen]);
            prop_assert!(is_refutation(&clauses[..seen], &text), "{}", text);
            // Without the clauses that it does not use it is a proof, too.
            let used = clauses.iter().zip(&proof.uses).filter(|(_, used)| **used);
            let used: Vec<Vec<i32>> = used.map(|(clause, _)| clause.clone()).collect();
            let text = proof.text(&proof.uses);
            prop_assert!(is_refutation(&used, &text), "{}", text);
            let lines: Vec<&str> = text.lines().collect();
            prop_assert!(!is_refutation(&used, &lines[..lines.len() - 1].join("\n")));
            for (at, line) in lines.iter().enumerate() {
                let words: Vec<&str> = line.split(' ').collect();
                let clause_end = words.iter().skip(1).position(|&word| word == "0").unwrap() + 1;
                for hint in clause_end + 1..words.len() - 1 {
                    let mut fewer = words.clone();
                    fewer.remove(hint);
                    let mut changed: Vec<String> = lines.iter().map(|&line| line.into()).collect();
                    changed[at] = fewer.join(" ");
                    prop_assert!(!is_refutation(&used, &changed.join("\n")), "{}: {}", at, hint);
                }
            }
        }
    }

    /// A log as varisat writes it, with the ids of the checker: inputs from 0, then the steps.
    fn record(inputs: &[Vec<i32>], steps: &[(&[i32], &[u64])], last: &[u64]) -> ProofRecord {
        let sources = (0..inputs.len()).map(Source::Input);
        let sources = sources.chain((0..steps.len()).map(Source::Step));
        ProofRecord {
            inputs: inputs.len(),
            of_id: (0..).zip(sources).collect(),
            steps: steps
                .iter()
                .map(|(clause, hints)| Derivation {
                    clause: clause.to_vec(),
                    hints: hints.to_vec(),
                })
                .collect(),
            units: HashMap::new(),
            contradiction: Some(last.to_vec()),
        }
    }

    #[test]
    fn steps_and_hints_that_a_proof_does_not_need_are_left_out() {
        let inputs = [vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2], vec![3, 4], vec![-3, 4]];
        // The second step is about other variables, and 5 is no help for the third.
        let steps: [(&[i32], &[u64]); 3] = [(&[2], &[0, 1]), (&[4], &[4, 5]), (&[-2], &[5, 2, 3])];
        let proof = Proof::trimmed(&record(&inputs, &steps, &[6, 8]), &inputs);
        assert_eq!(proof.uses, [true, true, true, true, false, false]);
        let text = proof.text(&proof.uses);
        assert_eq!(text, "5 2 0 1 2 0\n6 -2 0 3 4 0\n7 0 5 6 0\n");
        assert!(is_refutation(&inputs[..4], &text));
    }

    #[test]
    fn a_derived_empty_clause_and_one_that_was_given_are_proofs() {
        let inputs = [vec![1], vec![-1]];
        let proof = Proof::trimmed(&record(&inputs, &[(&[], &[0, 1])], &[2]), &inputs);
        assert_eq!(proof.text(&[true, true]), "3 0 1 2 0\n");
        let given = [vec![1, 2], vec![]];
        let proof = Proof::trimmed(&record(&given, &[], &[1]), &given);
        assert_eq!((&proof.uses[..], &*proof.text(&proof.uses)), (&[false, true][..], "2 0 1 0\n"));
    }

    #[test]
    fn a_formula_without_clauses_is_not_refuted() {
        assert!(refute(1, &[]).is_none());
    }
}
