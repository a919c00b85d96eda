//! SAT solvers behind one interface: an incremental solver that stops when a budget is spent
//! ([`Backend`]), and one that logs its derivations for proofs ([`Prover`]).
//!
//! What lives here: all code that uses varisat or CaDiCaL. What does not: formulas. They are built
//! by `deadmove-encodings`, the engines and the checker.

#[cfg(feature = "cadical")]
mod cadical;
mod meter;
mod proof_log;
mod varisat;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;
use deadmove_encodings::cnf::{Clauses, Lit};

pub use self::proof_log::{Proof, ProofLog, Prover, Recorder};
pub use self::varisat::Varisat;

/// A SAT solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// varisat, in Rust.
    #[default]
    Varisat,
    /// CaDiCaL, in C++.
    #[cfg(feature = "cadical")]
    Cadical,
}

/// What a solver found. An enum, so that no `?` on the way can take "no answer" for "no solution".
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Solved {
    /// A solution: the value of each variable that was asked for.
    Model(Vec<bool>),
    /// There is none.
    Unsatisfiable,
}

/// What is asked for contradicts itself before there is a formula: a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impossible;

/// An incremental solver over the variables of one formula.
pub enum Backend<'b> {
    /// See [`Solver::Varisat`].
    Varisat(Varisat<'b>),
    /// See [`Solver::Cadical`].
    #[cfg(feature = "cadical")]
    Cadical(cadical::Cadical<'b>),
}

impl<'b> Backend<'b> {
    /// An empty solver.
    pub fn new(solver: Solver, budget: &'b Budget<'b>) -> Backend<'b> {
        match solver {
            Solver::Varisat => Backend::Varisat(Varisat::new(budget)),
            #[cfg(feature = "cadical")]
            Solver::Cadical => Backend::Cadical(cadical::Cadical::new(budget)),
        }
    }

    /// Adds clauses.
    pub fn add(&mut self, clauses: &Clauses) {
        for clause in clauses.iter() {
            self.add_clause(clause);
        }
    }

    /// Adds one clause.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        match self {
            Backend::Varisat(solver) => solver.add_clause(clause),
            #[cfg(feature = "cadical")]
            Backend::Cadical(solver) => solver.add_clause(clause),
        }
    }

    /// Solves under assumptions. A model has the values of the first `variables` variables.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn solve(&mut self, variables: usize, assumptions: &[Lit]) -> Result<Solved, Limit> {
        match self {
            Backend::Varisat(solver) => solver.solve(variables, assumptions),
            #[cfg(feature = "cadical")]
            Backend::Cadical(solver) => solver.solve(variables, assumptions),
        }
    }
}
