//! Proves the dead-filling theorem of the loop game for some sizes, by solving the checker's
//! formulas.

use std::ops::RangeInclusive;

use deadmove_checker::{SCHEMA, check_refutation};
use deadmove_puzzles_checker::loops::{Cut, DEAD_FILLINGS, DeadFillings, SizeProofs, dead_filling};

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;
use deadmove_solver::{ProofLog, Prover, Solved};

/// The name and version of this program, as written in certificates.
const TOOL: &str = concat!("deadmove ", env!("CARGO_PKG_VERSION"));

/// The result of an attempt to prove the theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// A certificate, which the checker accepts.
    All(DeadFillings),
    /// A dead filling of another shape: for each row, which of its squares are filled.
    Refuted(Vec<Vec<bool>>),
    /// A limit was reached.
    Stopped(Limit),
}

/// Proves the theorem for boards of these sizes.
///
/// # Errors
/// If the checker rejects the certificate, which is a fault of this program.
pub fn dead_fillings(sizes: RangeInclusive<usize>, budget: &Budget) -> Result<Proved, String> {
    let mut proved = Vec::new();
    for size in sizes {
        let mut cuts = Vec::new();
        for (rows, columns) in (0..=size).flat_map(|rows| (0..=size).map(move |c| (rows, c))) {
            match refute(size, rows, columns, budget) {
                Ok(proof) => cuts.push(Cut { rows, columns, proof }),
                Err(end) => return Ok(end),
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

/// The proof that there is no such filling, empty if unit propagation suffices; or why there is
/// none.
fn refute(size: usize, rows: usize, columns: usize, budget: &Budget) -> Result<String, Proved> {
    let cnf = dead_filling(size, rows, columns);
    if check_refutation(&cnf, "").is_ok() {
        return Ok(String::new());
    }
    let log = ProofLog::default();
    let mut recorder = log.recorder(budget);
    let mut prover = Prover::new(budget, &log, &mut recorder);
    let solved = prover.solve(cnf.last_variable() as usize, cnf.iter()).map_err(Proved::Stopped)?;
    if let Solved::Model(model) = solved {
        let filled = model[..size * size].chunks(size).map(<[bool]>::to_vec);
        return Err(Proved::Refuted(filled.collect()));
    }
    let proof = prover.proof();
    Ok(proof.text(&vec![true; cnf.count()]))
}
