//! Theory of positions. Claim: this position, the positions after each of its moves, and those
//! around its turning point are live or dead as the certificate says. *Usable* cells are the free
//! cells and the live end; a *completion* is a path over all of them from the live end to the end
//! cell. Cells of the live end's colour are black.
//!
//! **P1.** A position is live if the path and the witness together are a line that begins on the
//! start, visits each open cell once and finishes on the end cell. (proof:
//! docs/reference/certificates.md, "P1")
//!
//! A dead position has a short reason, a deduction or loops that no strip joins (`reason.rs`,
//! `deduction.rs`, `loops.rs`: P2 to P9, P11), or its formula has no solution (`search.rs`: K1, K2,
//! P10).
//!
//! Read besides: `board.rs` and `position.rs` of the kernel; `graph.rs` and `cnf.rs` of the kernel
//! and `potentials.rs` only if a verdict is "dead by search".

pub mod deduction;
mod loops;
pub mod potentials;
pub mod reason;
mod search;

use serde::{Deserialize, Serialize};

use crate::kernel::board::{Board, Cell};
use crate::kernel::check_schema;
use crate::kernel::cnf::Listener;
use crate::kernel::position::{Position, replay};
use reason::{Reason, check_reason};
use search::check_search;

/// A certificate for one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The version of the format.
    pub schema: u32,
    /// Who made it.
    pub tool: String,
    /// The board.
    pub board: BoardData,
    /// The steps drawn so far.
    pub path: String,
    /// About the position.
    pub position: Answer,
    /// About the position after each legal move, in the order U D L R.
    pub moves: Vec<(char, Answer)>,
    /// The turning point of the path.
    pub turning: Turning,
}

/// A board as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardData {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The start cell.
    pub start: Cell,
    /// The end cell.
    pub end: Cell,
    /// Blocked cells.
    pub blocked: Vec<Cell>,
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// Live: the steps of a completion.
    Live {
        /// From the live end on.
        witness: String,
    },
    /// Dead, with a short reason.
    Dead {
        /// The reason.
        reason: Reason,
    },
    /// Dead, because the formula of the position has no solution.
    DeadBySearch {
        /// If the formula has potentials: the variables of a set of edges with the wanted degrees.
        flow: Option<Vec<i32>>,
        /// Potentials with at most this many steps between their bounds have variables.
        widest: i32,
        /// Cut sets.
        cut_sets: Vec<Vec<Cell>>,
        /// In the LRAT format; see `cnf.rs`.
        proof: String,
    },
    /// Not decided.
    Unknown,
}

/// The turning point of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Turning {
    /// None: the path is live.
    Live {},
    /// The board is dead before the first step.
    FromTheStart {
        /// About the board before the first step.
        dead: Answer,
    },
    /// The path is dead one step after its longest live prefix.
    Point {
        /// The steps of the live prefix.
        live: usize,
        /// Its completion.
        witness: String,
        /// About the prefix one step longer.
        fatal: Answer,
    },
    /// Not decided.
    Unknown {},
}

impl Judgement {
    /// Checks all of it. Returns what is left open, in words; nothing if the certificate is
    /// complete.
    ///
    /// # Errors
    /// If evidence is wrong.
    pub fn check(&self) -> Result<Vec<String>, String> {
        self.check_with(&mut |_, _, _| {})
    }

    /// Checks all of it and calls `listener` for every refuted formula.
    pub(crate) fn check_with(&self, listener: &mut Listener) -> Result<Vec<String>, String> {
        check_schema(self.schema)?;
        let BoardData { width, height, start, end, blocked } = &self.board;
        let board = Board::new(*width, *height, *start, *end, blocked)?;
        let position = Position::after(&board, &self.path)?;
        let mut open = Vec::new();
        let mut check = |what: String, path: &str, answer: &Answer| {
            let checked = match answer {
                Answer::Live { witness } => replay(&board, path, witness),
                Answer::Dead { reason } => check_reason(&board, path, reason),
                Answer::DeadBySearch { flow, widest, cut_sets, proof } => {
                    let lemmas = (flow.as_deref(), *widest, &cut_sets[..]);
                    check_search(&board, path, lemmas, proof, &what, listener)
                }
                Answer::Unknown => {
                    open.push(what.clone());
                    Ok(())
                }
            };
            checked.map_err(|why| format!("{what}: {why}"))
        };
        check("the position".into(), &self.path, &self.position)?;
        let legal = "UDLR".chars().filter(|&letter| {
            board.step(position.live_end, letter).is_some_and(|cell| position.is_free(cell))
        });
        if !legal.eq(self.moves.iter().map(|(letter, _)| *letter)) {
            return Err("the moves are not the legal ones in the order U D L R".into());
        }
        for (letter, answer) in &self.moves {
            check(format!("the move {letter}"), &format!("{}{letter}", self.path), answer)?;
        }
        let is_live = |answer: &Answer| matches!(answer, Answer::Live { .. });
        if is_live(&self.position) != (self.turning == Turning::Live {}) {
            return Err(
                "the turning point: a path is live exactly if the position after it is".into()
            );
        }
        match &self.turning {
            Turning::Live {} => {}
            Turning::Unknown {} => open.push("the turning point".into()),
            Turning::FromTheStart { dead } | Turning::Point { fatal: dead, .. }
                if is_live(dead) =>
            {
                return Err(
                    "the turning point: its evidence says live where the path must be dead".into(),
                );
            }
            Turning::FromTheStart { dead } => check("the start".into(), "", dead)?,
            Turning::Point { live, witness, fatal } => {
                let (Some(before), Some(after)) =
                    (self.path.get(..*live), self.path.get(..live.saturating_add(1)))
                else {
                    return Err("the turning point lies beyond the path".into());
                };
                let alive = Answer::Live { witness: witness.clone() };
                check("the live part of the path".into(), before, &alive)?;
                check("the fatal step".into(), after, fatal)?;
            }
        }
        Ok(open)
    }
}
