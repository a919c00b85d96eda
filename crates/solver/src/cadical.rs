//! CaDiCaL with a budget, stopped by its own terminator and conflict limit.

use deadmove_encodings::cnf::Lit;
use rustsat::solvers::{
    ControlSignal, GetInternalStats, LimitConflicts, Solve, SolveIncremental, SolverResult,
    Terminate,
};
use rustsat::types::{Clause, TernaryVal};
use rustsat_cadical::CaDiCaL;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use crate::Solved;

/// CaDiCaL with a budget. Its errors (out of memory, misuse of its interface) are faults of the
/// engine and panic.
pub(crate) struct Cadical<'b> {
    solver: CaDiCaL<'b, 'static>,
    budget: &'b Budget<'b>,
}

impl<'b> Cadical<'b> {
    /// An empty solver.
    pub(crate) fn new(budget: &'b Budget<'b>) -> Cadical<'b> {
        let mut solver = CaDiCaL::default();
        if budget.is_limited() {
            solver.attach_terminator(move || match budget.exhausted() {
                Some(_) => ControlSignal::Terminate,
                None => ControlSignal::Continue,
            });
        }
        Cadical { solver, budget }
    }

    /// Adds one clause.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Clause = clause.iter().map(|&lit| convert(lit)).collect();
        self.solver.add_clause(clause).expect("CaDiCaL takes the clause");
    }

    /// See [`super::Backend::solve`].
    pub(crate) fn solve(&mut self, variables: usize, assumptions: &[Lit]) -> Result<Solved, Limit> {
        if let Some(limit) = self.budget.exhausted() {
            return Err(limit);
        }
        if let Some(left) = self.budget.remaining().max_conflicts {
            // The limit is a C int and applies to one call.
            let left = left.min(i32::MAX as u64) as u32;
            self.solver.limit_conflicts(Some(left)).expect("CaDiCaL takes the limit");
        }
        let before = self.solver.conflicts();
        let assumptions: Vec<_> = assumptions.iter().map(|&lit| convert(lit)).collect();
        let result = self.solver.solve_assumps(&assumptions).expect("CaDiCaL answers");
        self.budget.spend_conflicts((self.solver.conflicts() - before) as u64);
        match result {
            SolverResult::Sat => {
                Ok(Solved::Model((0..variables).map(|variable| self.value(variable)).collect()))
            }
            SolverResult::Unsat => Ok(Solved::Unsatisfiable),
            SolverResult::Interrupted => Err(self.budget.exhausted().unwrap_or(Limit::Timeout)),
        }
    }

    /// See [`super::Backend::core`].
    pub(crate) fn core(&mut self) -> Vec<Lit> {
        // The core is a clause over the negated assumptions.
        let core = self.solver.core().unwrap_or_default();
        core.into_iter().map(|lit| Lit((!lit).to_ipasir())).collect()
    }

    fn value(&self, variable: usize) -> bool {
        let value = self.solver.lit_val(convert(Lit(variable as i32 + 1)));
        value.expect("a model after SAT") == TernaryVal::True
    }
}

fn convert(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::from_ipasir(lit.0).expect("literals are not 0")
}
