//! Which kinds of facts a refutation by formulas needs.
//!
//! Each case has one solver for all these questions. Each clause that states a fact has the literal
//! "facts of this kind are not stated", so a question is a choice of assumptions, and the solver
//! keeps what it has learnt. If there is no solution, the kinds that are not in the solver's core
//! are not needed, all at once.

use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_encodings::cnf::Lit;
use deadmove_solver::{Backend, Impossible, Solved, Solver};

use super::argument::{Effort, ProofCases};
use super::formula::{Facts, LazyConstraint, WindowFormula, WindowQuestion};

/// A smallest choice of kinds of facts with which all cases are refuted: without any one of them
/// some case is not, or the time of the effort is up. None if the stop flag was set. All cases must
/// be refuted with the facts of the effort.
pub(crate) fn needed_facts(
    question: &WindowQuestion<'_>,
    cases: &ProofCases,
    effort: Effort,
    stop: &AtomicBool,
) -> Option<Facts> {
    let unlimited = Budget::new(&Limits::default());
    let mut facts = effort.facts;
    let mut guarded = GuardedCase::all(question, cases, facts, &unlimited);
    if let Some(fewer) = refuted_all(&mut guarded, facts, &effort.budget(stop)) {
        facts = fewer;
    }
    for (name, kind) in Facts::KINDS {
        let mut fewer = facts;
        if !std::mem::replace(kind(&mut fewer), false) {
            continue;
        }
        let budget = effort.budget(stop);
        if name == PLANARITY {
            // Without it the window has more variables.
            let without = Effort { facts: fewer, ..effort };
            if cases.refuted_with(question, without, &budget) == Some(true) {
                facts = fewer;
                guarded = GuardedCase::all(question, cases, facts, &unlimited);
            }
        } else if let Some(fewer) = refuted_all(&mut guarded, fewer, &budget) {
            facts = fewer;
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    Some(facts)
}

const PLANARITY: &str = "planarity";

/// Some of these facts with which all cases are refuted; none if they are not, or the budget is
/// spent.
fn refuted_all(cases: &mut [GuardedCase<'_>], facts: Facts, budget: &Budget<'_>) -> Option<Facts> {
    let mut used = Vec::new();
    for case in cases {
        used.extend(case.refuted(facts, budget)?);
    }
    if facts.planarity {
        used.push(PLANARITY);
    }
    Facts::named(&used)
}

/// The formula of one case, with a guard for each kind of facts.
struct GuardedCase<'b> {
    formula: WindowFormula,
    solver: Backend<'b>,
    /// For each of [`Facts::KINDS`] "facts of this kind are stated".
    guards: Vec<Lit>,
}

impl<'b> GuardedCase<'b> {
    /// The formulas of those cases that do not contradict themselves.
    fn all(
        question: &WindowQuestion<'_>,
        cases: &ProofCases,
        facts: Facts,
        budget: &'b Budget<'b>,
    ) -> Vec<GuardedCase<'b>> {
        let formulas = cases.0.iter().map(|known| WindowFormula::new(question, known, facts));
        let formulas = formulas.filter_map(|formula| match formula {
            Ok(formula) => Some(GuardedCase::new(formula, budget)),
            Err(Impossible) => None,
        });
        formulas.collect()
    }

    fn new(mut formula: WindowFormula, budget: &'b Budget<'b>) -> GuardedCase<'b> {
        let guards: Vec<Lit> = Facts::KINDS.iter().map(|_| formula.clauses.fresh()).collect();
        let mut solver = Backend::new(Solver::Varisat, budget);
        for (number, clause) in formula.clauses.iter().enumerate() {
            let block = formula.blocks.iter().find(|(clauses, _)| clauses.contains(&number));
            let guard = block.map(|(_, kind)| !guards[number_of(kind)]);
            solver.add_clause(&clause.iter().copied().chain(guard).collect::<Vec<_>>());
        }
        GuardedCase { formula, solver, guards }
    }

    /// The names of some of these facts with which the case is refuted; none if it is not, or the
    /// budget is spent.
    fn refuted(&mut self, facts: Facts, budget: &Budget<'_>) -> Option<Vec<&'static str>> {
        let GuardedCase { formula, solver, guards } = self;
        let stated = facts.names().into_iter().map(|kind| guards[number_of(kind)]);
        let assumptions: Vec<Lit> = stated.collect();
        let variables = formula.clauses.variables();
        loop {
            if budget.exhausted().is_some() {
                return None;
            }
            let values = match solver.solve(variables, &assumptions) {
                Ok(Solved::Model(values)) => values,
                Ok(Solved::Unsatisfiable) => break,
                Err(_) => return None,
            };
            let is = |lit: Lit| values[lit.0.unsigned_abs() as usize - 1] == (lit.0 > 0);
            let violated = formula.lazy_constraints(facts, is);
            if violated.is_empty() {
                return None;
            }
            for LazyConstraint { clause, kinds } in violated {
                let guards = kinds.iter().map(|kind| !guards[number_of(kind)]);
                solver.add_clause(&clause.into_iter().chain(guards).collect::<Vec<_>>());
            }
        }
        let core = solver.core();
        let kinds = Facts::KINDS.iter().zip(guards).filter(|(_, guard)| core.contains(guard));
        Some(kinds.map(|((name, _), _)| *name).collect())
    }
}

/// The number of a kind among [`Facts::KINDS`].
fn number_of(kind: &str) -> usize {
    Facts::KINDS.iter().position(|(name, _)| *name == kind).expect("a kind of facts")
}
