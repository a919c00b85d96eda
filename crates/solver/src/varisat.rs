//! varisat with a budget.
//!
//! varisat 0.2.2 has no time or conflict limit, but `solve()` ends if its proof cannot be written.
//! So a limited run writes its proof to a [`Meter`], which counts the conflicts and keeps nothing;
//! after the limit is reached the solver cannot be used again. Without limits no proof is written.
//! Checking the proof would take as long again: proofs that are kept come from
//! [`super::Prover`].

use std::io::{Error, Result as IoResult, Write};

use deadmove_encodings::cnf::Lit;
use varisat::{ExtendFormula, ProofFormat, Solver};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

use crate::Solved;
use crate::meter::Meter;

/// varisat with a budget.
pub struct Varisat<'b> {
    solver: Solver<'b>,
    budget: &'b Budget<'b>,
    scratch: Vec<varisat::Lit>,
}

/// Where a limited run writes its proof.
struct Spending<'b> {
    budget: &'b Budget<'b>,
    meter: Meter,
}

impl Write for Spending<'_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        self.budget.spend_conflicts(self.meter.read(bytes));
        match self.budget.exhausted() {
            None => Ok(bytes.len()),
            Some(limit) => Err(Error::other(limit.to_string())),
        }
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

impl<'b> Varisat<'b> {
    /// An empty solver.
    pub(crate) fn new(budget: &'b Budget<'b>) -> Varisat<'b> {
        let mut solver = Solver::new();
        if budget.is_limited() {
            let spending = Spending { budget, meter: Meter::default() };
            solver.write_proof(spending, ProofFormat::Varisat);
        }
        Varisat { solver, budget, scratch: Vec::new() }
    }

    /// Adds one clause.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.scratch.clear();
        self.scratch.extend(clause.iter().map(|&lit| convert(lit)));
        self.solver.add_clause(&self.scratch);
    }

    /// See [`super::Backend::solve`].
    pub(crate) fn solve(&mut self, variables: usize, assumptions: &[Lit]) -> Result<Solved, Limit> {
        if let Some(limit) = self.budget.exhausted() {
            return Err(limit);
        }
        self.scratch.clear();
        self.scratch.extend(assumptions.iter().map(|&lit| convert(lit)));
        self.solver.assume(&self.scratch);
        answer(&mut self.solver, variables, self.budget)
    }
}

impl Varisat<'_> {
    /// See [`super::Backend::core`].
    pub(crate) fn core(&self) -> Vec<Lit> {
        let core = self.solver.failed_core().unwrap_or_default();
        core.iter().map(|lit| Lit(lit.to_dimacs() as i32)).collect()
    }
}

/// Solves. A model has the values of the first `variables` variables.
pub(crate) fn answer(
    solver: &mut Solver<'_>,
    variables: usize,
    budget: &Budget<'_>,
) -> Result<Solved, Limit> {
    match solver.solve() {
        Ok(true) => {
            let mut values = vec![false; variables];
            for lit in solver.model().expect("a model after SAT") {
                if let Some(value) = values.get_mut(lit.index()) {
                    *value = lit.is_positive();
                }
            }
            Ok(Solved::Model(values))
        }
        Ok(false) => Ok(Solved::Unsatisfiable),
        // Only the budget makes the solver fail, and only when a limit is reached.
        Err(error) => Err(budget.exhausted().unwrap_or_else(|| panic!("varisat: {error}"))),
    }
}

fn convert(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.0 as isize)
}
