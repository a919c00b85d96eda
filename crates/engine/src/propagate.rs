//! The propagation engine: refutes positions by lemmas about edges, without search.
//!
//! It answers dead, with a reason that the checker validates, or unknown; live only of a finished
//! position. The lemmas are in [`deadmove_encodings::propagation`].

use std::collections::BTreeMap;

use crate::cheap;
use crate::graph::PositionGraph;
use crate::sat::colour_reason;
use deadmove_core::board::{Cell, Move};
use deadmove_core::budget::Budget;
use deadmove_core::deduction::{Because, Contradiction, Deduction, Step};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Outcome};
use deadmove_encodings::deduction::{self as steps, Probing};
use deadmove_encodings::propagation::{Lemmas, Propagator};

/// Which edges are probed before any search: those near the live end. All misses of the lemmas that
/// are known were caught at this distance.
pub(crate) const NEAR: Probes = Probes { distance: 2, count: usize::MAX };

/// Which edges are probed if a search has found the position dead, for a reason that is no search.
pub(crate) const WIDE: Probes = Probes { distance: usize::MAX, count: 1_000 };

/// How much is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probes {
    /// The distance from the live end to the nearer end of an edge, in steps.
    pub distance: usize,
    /// The number of probes.
    pub count: usize,
}

/// Decides one position: dead, or unknown. Only a finished position is live.
pub fn solve(position: &Position, budget: &Budget) -> Outcome<Vec<Move>, Reason> {
    if position.is_finished() {
        return Outcome::Live(Vec::new());
    }
    if let Some(reason) = cheap::dead_end(position).or_else(|| cheap::cut_off(position)) {
        return Outcome::Dead(reason);
    }
    let graph = PositionGraph::new(position);
    match refute(position, &graph, Some(NEAR), budget) {
        Some(reason) => Outcome::Dead(reason),
        None => Outcome::Unknown(budget.exhausted().unwrap_or(Limit::Incomplete)),
    }
}

/// A deduction for a position that is not finished and whose end cell is free.
pub fn refute(
    position: &Position,
    graph: &PositionGraph,
    probes: Option<Probes>,
    budget: &Budget,
) -> Option<Reason> {
    let live_end = graph.vertex(position.board(), position.live_end());
    let probing = probes.map(|Probes { distance, count }| Probing { live_end, distance, count });
    let found = steps::derive(&graph.graph, probing, || budget.exhausted().is_some())?;
    Some(match &found.contradiction {
        steps::Contradiction::Colour { region } if found.is_empty() => colour_reason(graph, region),
        _ => Reason::Deduction(on_cells(graph, &found)),
    })
}

/// A deduction about cells in place of vertices.
fn on_cells(graph: &PositionGraph, deduction: &steps::Deduction) -> Deduction {
    let cell = |v: usize| graph.cells[v];
    let row_by_row = |v: &[usize]| {
        let mut vertices = v.to_vec();
        // Vertices are numbered row by row.
        vertices.sort_unstable();
        vertices.into_iter().map(cell).collect::<Vec<Cell>>()
    };
    let along = |v: &[usize]| v.iter().map(|&v| cell(v)).collect::<Vec<Cell>>();
    let because = |because: &steps::Because| match because {
        steps::Because::Degree { vertex } => Because::Degree { cell: cell(*vertex) },
        steps::Because::SmallLoop { chain } => Because::SmallLoop { chain: along(chain) },
        steps::Because::Colour { region } => Because::Colour { region: row_by_row(region) },
        steps::Because::TwoEdgeCut { region } => Because::TwoEdgeCut { region: row_by_row(region) },
        steps::Because::Probe { deduction } => {
            Because::Probe { deduction: Box::new(on_cells(graph, deduction)) }
        }
    };
    let steps = deduction.steps.iter().map(|step| {
        let (a, b) = graph.graph.ends(step.edge);
        Step {
            edge: (cell(a.min(b)), cell(a.max(b))),
            used: step.is_in,
            because: because(&step.because),
        }
    });
    Deduction {
        steps: steps.collect(),
        contradiction: match &deduction.contradiction {
            steps::Contradiction::Degree { vertex } => {
                Contradiction::Degree { cell: cell(*vertex) }
            }
            steps::Contradiction::SmallLoop { cycle } => {
                Contradiction::SmallLoop { chain: along(cycle) }
            }
            steps::Contradiction::CutOff { vertices, door } => {
                Contradiction::CutOff { cells: row_by_row(vertices), door: door.map(cell) }
            }
            steps::Contradiction::Colour { region } => {
                Contradiction::Colour { region: row_by_row(region) }
            }
        },
    }
}

/// What the lemmas decide of a position that is not finished and whose end cell is free: for each
/// decided edge whether it is used. `None` if they find a contradiction.
pub fn decide(position: &Position) -> Option<BTreeMap<(Cell, Cell), bool>> {
    let graph = PositionGraph::new(position);
    let mut propagator = Propagator::new(&graph.graph, Lemmas::ALL);
    propagator.propagate().ok()?;
    let decided = propagator.decisions().map(|(edge, used, _)| {
        let (a, b) = graph.graph.ends(edge);
        ((graph.cells[a.min(b)], graph.cells[a.max(b)]), used)
    });
    Some(decided.collect())
}
