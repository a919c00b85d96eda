//! Validates every piece of evidence with [`deadmove_checker`] before it is returned.
//!
//! The checker knows only the board and the path, and it receives only plain numbers and letters.

use deadmove_checker as checker;

use deadmove_core::board::{Cell, Move, letters};
use deadmove_core::deduction::{Because, Contradiction, Deduction};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;

/// Evidence that the checker rejects: a fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checker rejects the evidence {evidence} for path '{path}': {objection}")]
pub struct RejectedEvidence {
    /// The path of the position.
    pub path: String,
    /// The witness or the reason, as text.
    pub evidence: String,
    /// The checker's objection.
    pub objection: String,
}

/// Replays a witness.
///
/// # Errors
/// If it is no completion.
pub fn check_witness(position: &Position, witness: &[Move]) -> Result<(), RejectedEvidence> {
    let path = letters(position.path());
    let witness = letters(witness);
    board(position)
        .and_then(|board| checker::replay(&board, &path, &witness))
        .map_err(|fault| RejectedEvidence { path, evidence: witness, objection: fault })
}

/// Validates a reason. The reason `Search` cannot be validated here and is accepted.
///
/// # Errors
/// If it is not true of the position.
pub fn check_reason(position: &Position, reason: &Reason) -> Result<(), RejectedEvidence> {
    let Some(plain) = plain_reason(reason) else { return Ok(()) };
    let path = letters(position.path());
    board(position).and_then(|board| checker::check_reason(&board, &path, &plain)).map_err(
        |fault| RejectedEvidence { path, evidence: format!("{plain:?}"), objection: fault },
    )
}

fn pair(cell: Cell) -> (u16, u16) {
    (cell.column, cell.row)
}

/// The board in the checker's form.
///
/// # Errors
/// If the board is larger than the checker allows.
pub fn board(position: &Position) -> Result<checker::Board, String> {
    let board = position.board();
    let blocked: Vec<_> = board.blocked_cells().map(pair).collect();
    checker::Board::new(
        board.width().into(),
        board.height().into(),
        pair(board.start()),
        pair(board.end()),
        &blocked,
    )
}

/// A reason in the checker's form; `None` for `Search`.
pub fn plain_reason(reason: &Reason) -> Option<checker::Reason> {
    let pairs = |cells: &[Cell]| cells.iter().copied().map(pair).collect::<Vec<_>>();
    Some(match reason {
        Reason::DeadEnd { cell, exits, needed } => {
            checker::Reason::DeadEnd { cell: pair(*cell), exits: pairs(exits), needed: *needed }
        }
        Reason::CutOff { cells, door } => {
            checker::Reason::CutOff { cells: pairs(cells), door: door.map(pair) }
        }
        Reason::Colour { region, black, white, needed, crossing } => checker::Reason::Colour {
            region: pairs(region),
            black: *black,
            white: *white,
            needed: *needed,
            crossing: crossing.iter().map(|&(a, b)| (pair(a), pair(b))).collect(),
        },
        Reason::Deduction(deduction) => checker::Reason::Deduction(plain_deduction(deduction)),
        Reason::Loops { path, loops, edge_sets } => checker::Reason::Loops {
            path: pairs(path),
            loops: loops.iter().map(|cells| pairs(cells)).collect(),
            edge_sets: *edge_sets,
        },
        Reason::Search { .. } => return None,
    })
}

fn plain_deduction(deduction: &Deduction) -> checker::Deduction {
    let pairs = |cells: &[Cell]| cells.iter().copied().map(pair).collect::<Vec<_>>();
    let because = |because: &Because| match because {
        Because::Degree { cell } => checker::Because::Degree { cell: pair(*cell) },
        Because::SmallLoop { chain } => checker::Because::SmallLoop { chain: pairs(chain) },
        Because::Colour { region } => checker::Because::Colour { region: pairs(region) },
        Because::TwoEdgeCut { region } => checker::Because::TwoEdgeCut { region: pairs(region) },
        Because::Probe { deduction } => {
            checker::Because::Probe { deduction: Box::new(plain_deduction(deduction)) }
        }
    };
    let steps = deduction.steps.iter().map(|step| checker::Step {
        edge: (pair(step.edge.0), pair(step.edge.1)),
        used: step.used,
        because: because(&step.because),
    });
    checker::Deduction {
        steps: steps.collect(),
        contradiction: match &deduction.contradiction {
            Contradiction::Degree { cell } => checker::Contradiction::Degree { cell: pair(*cell) },
            Contradiction::SmallLoop { chain } => {
                checker::Contradiction::SmallLoop { chain: pairs(chain) }
            }
            Contradiction::CutOff { cells, door } => {
                checker::Contradiction::CutOff { cells: pairs(cells), door: door.map(pair) }
            }
            Contradiction::Colour { region } => {
                checker::Contradiction::Colour { region: pairs(region) }
            }
        },
    }
}
