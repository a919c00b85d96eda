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

    /// Some of the assumptions under which the last call of [`Backend::solve`] found no solution:
    /// there is none under these alone. None of them if it found one, or had no answer.
    pub fn core(&mut self) -> Vec<Lit> {
        match self {
            Backend::Varisat(solver) => solver.core(),
            #[cfg(feature = "cadical")]
            Backend::Cadical(solver) => solver.core(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use deadmove_core::verdict::Limits;

    use super::*;

    /// That n + 1 pigeons fit in n holes: refutations are exponentially long.
    fn pigeons(holes: i32) -> Vec<Vec<i32>> {
        let at = |pigeon: i32, hole: i32| pigeon * holes + hole;
        let mut clauses: Vec<Vec<i32>> =
            (0..=holes).map(|pigeon| (1..=holes).map(|hole| at(pigeon, hole)).collect()).collect();
        for hole in 1..=holes {
            for pigeon in 0..=holes {
                clauses.extend((0..pigeon).map(|other| vec![-at(pigeon, hole), -at(other, hole)]));
            }
        }
        clauses
    }

    /// Solves a formula that takes hours, and sets the stop flag after a moment.
    fn stopped(solve: impl FnOnce(&Budget<'_>, &[Vec<i32>]) -> Result<Solved, Limit>) {
        let (stop, clauses) = (AtomicBool::new(false), pigeons(14));
        let budget = Budget::stoppable(&Limits::default(), &stop);
        std::thread::scope(|scope| {
            let signal = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            });
            assert_eq!(solve(&budget, &clauses), Err(Limit::Stopped));
            let signal = signal.join().expect("it only waits");
            assert!(signal.elapsed() < Duration::from_secs(2), "{:?}", signal.elapsed());
        });
    }

    #[test]
    fn a_long_call_ends_within_two_seconds_of_the_stop_flag() {
        stopped(|budget, clauses| {
            let mut solver = Backend::new(Solver::Varisat, budget);
            for clause in clauses {
                solver.add_clause(&clause.iter().map(|&lit| Lit(lit)).collect::<Vec<_>>());
            }
            solver.solve(14 * 15, &[])
        });
    }

    #[test]
    fn a_long_call_with_a_proof_ends_within_two_seconds_of_the_stop_flag() {
        stopped(|budget, clauses| {
            let log = ProofLog::default();
            let mut recorder = log.recorder(budget);
            let mut prover = Prover::new(budget, &log, &mut recorder);
            prover.solve(14 * 15, clauses.iter().map(Vec::as_slice))
        });
    }
}
