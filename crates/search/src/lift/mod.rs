//! Lifts a dead move to a rule: of all that holds around the live end, what a proof for every board
//! needs is kept.
//!
//! 1. `reason` names the cells that the reason of the dead move is about.
//! 2. `surroundings` states everything that holds next to the live end, then there, or farther
//!    around the live end: which cells are free, which are not, and the regions that the free ones
//!    cut off, with their surplus. It begins with few cells and goes on until the window argument
//!    of `deadmove-prove` proves that the move is dead wherever all of that holds, on every board
//!    from corner to opposite corner, without blocked cells.
//! 3. `weaken` drops conditions, and weakens those that cannot be dropped, as long as the proof
//!    still succeeds.
//!
//! So a lifted rule is proved before anything else is known about it. What does not live here:
//! rules learned from many live and dead moves, which may be true without a proof
//! ([`crate::mine`]).

mod reason;
pub(crate) mod surroundings;
mod weaken;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_prove::argument::{Effort, argue};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::geometry::{Offset, Placements};
use deadmove_rules::model::{Forbidden, Head, Pattern, Rule};

use self::surroundings::TurnedSurroundings;
use self::weaken::{Preference, Weakening};

/// How far to look around the live end, and how hard to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiftOptions {
    /// All cells of the picture are at most this many columns and rows away from the live end.
    pub reach: u16,
    /// The most conflicts of the solver for one proof. Proofs that succeed take far fewer; a wider
    /// picture is proved sooner than one that needs more.
    pub conflicts: u64,
    /// Orders in which conditions are dropped; 0 drops the farthest first. More orders find more
    /// rules, of which one may forbid many more moves than the others.
    pub orders: Range<u64>,
}

impl Default for LiftOptions {
    /// A reach of 7 lifts nearly every dead move that any reach does.
    fn default() -> LiftOptions {
        LiftOptions { reach: 7, conflicts: 5_000, orders: 0..1 }
    }
}

/// How many discs around what a reason names are tried.
const WIDENED: usize = 3;

/// The radius of the widest disc around the live end that is tried, and of the widest that is tried
/// before any reason.
const FARTHEST: u16 = 7;
const NEAREST: usize = 3;

/// A rule that forbids going ahead, proved for every board from corner to opposite corner, without
/// blocked cells, by the window argument without cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifted {
    /// The rule, in all placements.
    pub rule: Rule,
}

impl Lifted {
    /// The rule that forbids going ahead wherever a pattern holds, if it is proved. The solver may
    /// have a hundred times as many conflicts as in the last proof of lifting, which was about the
    /// same conditions in another order.
    pub fn proved(pattern: Pattern, options: &LiftOptions, stop: &AtomicBool) -> Option<Lifted> {
        is_proved(&pattern, 100 * options.conflicts, stop).then(|| Lifted { rule: rule(pattern) })
    }

    /// The number of conditions: tests of cells, and regions.
    pub fn conditions(&self) -> usize {
        conditions(&self.rule.pattern)
    }

    /// How many columns or rows the cell of the picture that is farthest from the live end is away.
    pub fn reach(&self) -> u16 {
        reach(&self.rule.pattern)
    }
}

/// The number of conditions of a pattern: tests of cells, regions with each of their tests after
/// the first, forced lines.
pub fn conditions(pattern: &Pattern) -> usize {
    let regions: usize = pattern.segments.iter().map(|segment| segment.tests.len().max(1)).sum();
    pattern.cells.len() + regions + pattern.forced_lines.len()
}

/// How many columns or rows the farthest cell of a pattern is away from the live end.
pub fn reach(pattern: &Pattern) -> u16 {
    pattern.all_cells().into_iter().map(columns_or_rows).max().unwrap_or(0)
}

/// Rules that a dead move of a live position is lifted to, different ones, those with fewer
/// conditions first. None if no proof is found within the options, if `stop` is set before the end,
/// or if the board has blocked cells or does not lead from the upper-left corner to the opposite
/// one: the proofs are about the boards that do.
///
/// A proof needs no more than that the surroundings of the live end are as they are, so a live move
/// is never lifted.
pub fn lift(
    position: &Position,
    dead: Move,
    options: &LiftOptions,
    stop: &AtomicBool,
) -> Vec<Lifted> {
    let board = position.board();
    let (width, height) = (board.width().into(), board.height().into());
    if Board::corner_to_corner(width, height).ok().as_ref() != Some(board) {
        return Vec::new();
    }
    let around = TurnedSurroundings::new(position, dead);
    let named = reason::named_cells(&position.after(dead), stop);
    let disc = around.disc_with(|cell| named.contains(&cell), options.reach);
    let wider = |disc: &BTreeSet<Offset>| Some(around.wider(disc, options.reach));
    let by_reason = std::iter::successors((!named.is_empty()).then_some(disc), wider).take(WIDENED);
    let near = (1..=options.reach.min(FARTHEST)).map(|radius| around.disc(radius));
    let mut discs: Vec<BTreeSet<Offset>> = near.chain(by_reason).collect();
    // What holds near the live end gives the more general rules; of the others, the small discs are
    // proved in less time.
    let nearest = NEAREST.min(discs.len());
    discs[nearest..].sort_by_key(BTreeSet::len);
    discs.dedup();
    let disc = discs.into_iter().find(|disc| {
        let pattern = around.pattern(disc, options.reach);
        is_proved(&pattern, options.conflicts, stop)
    });
    let Some(disc) = disc else { return Vec::new() };
    let mut found: Vec<Lifted> = Vec::new();
    for order in options.orders.clone() {
        let weakening = Weakening::new(&around, options, order, stop);
        let disc = weakening.smallest_disc(disc.clone());
        for preference in Preference::ALL {
            let pattern = weakening.weakest(&disc, preference);
            if stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            if found.iter().all(|known| known.rule.pattern != pattern) {
                found.push(Lifted { rule: rule(pattern) });
            }
        }
    }
    found.sort_by_key(|lifted| (lifted.conditions(), lifted.reach()));
    found
}

/// The rule that forbids going ahead wherever a pattern holds.
fn rule(pattern: Pattern) -> Rule {
    let head = Head { placements: Placements::ALL, ..Head::new("lifted") };
    Rule::with_picture(head, pattern, vec![Forbidden::always(Move::Up)])
}

/// Whether going ahead is proved to be dead wherever a pattern holds. No cases are tried: they take
/// longer than a wider pattern, and a lifted rule begins with the widest.
fn is_proved(pattern: &Pattern, conflicts: u64, stop: &AtomicBool) -> bool {
    if stop.load(Ordering::Relaxed) {
        return false;
    }
    let effort = Effort { splits: 0, conflicts: Some(conflicts), ..Effort::USUAL };
    let rule = rule(pattern.clone());
    let question = WindowQuestion { rule: &rule, forbidden: Move::Up, step: Move::Up };
    argue(&question, effort, stop).is_refuted()
}

fn columns_or_rows(cell: Offset) -> u16 {
    cell.right.unsigned_abs().max(cell.down.unsigned_abs())
}
