//! varisat with a budget.
//!
//! varisat 0.2.2 has no time or conflict limit, but `solve()` ends if a proof processor returns an
//! error. So a limited run checks its proof on the fly and counts the steps; after the limit is
//! reached the solver cannot be used again. Without limits no proof is generated.

use deadmove_encodings::cnf::Lit;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, Solver};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// Stops a solver when the budget is spent. Must outlive the solver.
pub struct Watchdog<'b> {
    budget: &'b Budget<'b>,
}

impl<'b> Watchdog<'b> {
    /// A watchdog for a budget.
    pub fn new(budget: &'b Budget<'b>) -> Watchdog<'b> {
        Watchdog { budget }
    }
}

impl ProofProcessor for Watchdog<'_> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        _data: CheckerData,
    ) -> Result<(), anyhow::Error> {
        if matches!(step, CheckedProofStep::AtClause { .. }) {
            self.budget.spend_conflicts(1);
            if let Some(limit) = self.budget.exhausted() {
                anyhow::bail!("{limit}");
            }
        }
        Ok(())
    }
}

/// varisat with a budget.
pub struct Varisat<'b> {
    solver: Solver<'b>,
    budget: &'b Budget<'b>,
    scratch: Vec<varisat::Lit>,
}

impl<'b> Varisat<'b> {
    /// An empty solver. The watchdog must be the budget's.
    pub fn new(budget: &'b Budget<'b>, watchdog: &'b mut Watchdog<'b>) -> Varisat<'b> {
        let mut solver = Solver::new();
        if budget.is_limited() {
            solver.add_proof_processor(watchdog);
        }
        Varisat { solver, budget, scratch: Vec::new() }
    }

    /// Adds one clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.scratch.clear();
        self.scratch.extend(clause.iter().map(|&lit| convert(lit)));
        self.solver.add_clause(&self.scratch);
    }

    /// See [`super::Backend::solve`].
    pub fn solve(
        &mut self,
        variables: usize,
        assumptions: &[Lit],
    ) -> Result<Option<Vec<bool>>, Limit> {
        if let Some(limit) = self.budget.exhausted() {
            return Err(limit);
        }
        self.scratch.clear();
        self.scratch.extend(assumptions.iter().map(|&lit| convert(lit)));
        self.solver.assume(&self.scratch);
        match self.solver.solve() {
            Ok(true) => {
                let mut values = vec![false; variables];
                for lit in self.solver.model().expect("a model after SAT") {
                    if lit.is_positive() && lit.index() < variables {
                        values[lit.index()] = true;
                    }
                }
                Ok(Some(values))
            }
            Ok(false) => Ok(None),
            // Only the watchdog makes the solver fail, and only when a limit is reached.
            Err(error) => {
                Err(self.budget.exhausted().unwrap_or_else(|| panic!("varisat: {error}")))
            }
        }
    }
}

fn convert(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.0 as isize)
}
