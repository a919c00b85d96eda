//! Positions that are dead because their formula has no solution.

use super::potentials::potentials;
use crate::kernel::board::{Board, Cell};
use crate::kernel::cnf::{Listener, check_proof};
use crate::kernel::graph::Graph;

/// Checks that the formula of the position after `path`, with lemmas, has no solution. The lemmas
/// are potentials (a set of edges with the wanted degrees, and how many steps they may have) and
/// cut sets. `listener` is called with the formula.
pub(super) fn check_search(
    board: &Board,
    path: &str,
    (flow, widest, cut_sets): (Option<&[i32]>, i32, &[Vec<Cell>]),
    proof: &str,
    what: &str,
    listener: &mut Listener,
) -> Result<(), String> {
    let graph = Graph::new(board, path)?;
    let mut cnf = graph.base();
    if let Some(flow) = flow {
        potentials(&graph, flow, widest, &mut cnf)?;
    }
    for cells in cut_sets {
        cnf.push(graph.cut_set(cells)?);
    }
    check_proof(&cnf, proof)?;
    listener(what, &|| cnf.clone(), proof);
    Ok(())
}
