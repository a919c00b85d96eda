//! The dead-filling theorem of the loop game, proved for some sizes: the checker's formulas, solved.

use std::ops::RangeInclusive;

use deadmove_checker_kernel::{SCHEMA, UnitPropagation};
use deadmove_puzzles_checker::loops::{Cut, DEAD_FILLINGS, DeadFillings, SizeProofs, dead_filling};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;
use deadmove_solver::{ProofLog, Prover};

/// The name of this program and its version, as certificates carry it.
const TOOL: &str = concat!("deadmove ", env!("CARGO_PKG_VERSION"));

/// What became of an attempt to prove the theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// A certificate, which the checker accepts.
    All(DeadFillings),
    /// A dead filling of another shape: for each row, which squares are filled.
    Refuted(Vec<Vec<bool>>),
    /// A limit was reached.
    Stopped(Limit),
}

/// Proves the theorem for boards of these sizes. An error is a fault of this crate: the checker
/// rejects the certificate.
pub fn dead_fillings(sizes: RangeInclusive<usize>, budget: &Budget) -> Result<Proved, String> {
    let mut proved = Vec::new();
    for size in sizes {
        let mut cuts = Vec::new();
        for (rows, columns) in (0..=size).flat_map(|rows| (0..=size).map(move |c| (rows, c))) {
            match refute(size, rows, columns, budget) {
                Ok(Ok(proof)) => cuts.push(Cut { rows, columns, proof }),
                Ok(Err(model)) => {
                    let filled = model[..size * size].chunks(size).map(<[bool]>::to_vec);
                    return Ok(Proved::Refuted(filled.collect()));
                }
                Err(limit) => return Ok(Proved::Stopped(limit)),
            }
        }
        proved.push(SizeProofs { size, cuts });
    }
    let theorem = DeadFillings {
        schema: SCHEMA,
        kind: DEAD_FILLINGS.into(),
        tool: TOOL.into(),
        sizes: proved,
    };
    match theorem.check() {
        Ok(()) => Ok(Proved::All(theorem)),
        Err(why) => {
            Err(format!("the checker rejects the certificate of the dead-filling theorem: {why}"))
        }
    }
}

/// A proof that a formula has no solution, empty if unit propagation is one; or a solution.
fn refute(
    size: usize,
    rows: usize,
    columns: usize,
    budget: &Budget,
) -> Result<Result<String, Vec<bool>>, Limit> {
    let cnf = dead_filling(size, rows, columns);
    if UnitPropagation::new(&cnf).refute(&[]) {
        return Ok(Ok(String::new()));
    }
    let log = ProofLog::default();
    let mut recorder = log.recorder(budget);
    let mut prover = Prover::new(budget, &log, &mut recorder);
    if let Some(model) = prover.solve(cnf.last_variable() as usize, cnf.iter())? {
        return Ok(Err(model));
    }
    let proof = prover.proof();
    Ok(Ok(proof.text(&vec![true; cnf.len()])))
}
