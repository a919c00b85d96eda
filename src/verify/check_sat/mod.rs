//! Checking one rule on a board of any size, with the SAT solver: one formula per placement and live
//! end.
//!
//! Says sound, unsound (with a position) or vacuous; counts nothing. Completeness is not asked here.

mod contour;
mod formula;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use self::formula::{Formula, Question, Search, Whole};
use super::check::{Example, RuleVerdict};
use crate::board::{Board, Cell, Move};
use crate::engine::budget::Budget;
use crate::engine::sat::Watchdog;
use crate::position::Position;
use crate::rule::compile::{Placed, RuleSet};
use crate::rule::geometry::Placements;
use crate::rule::model::Rule;
use crate::verdict::Limits;

/// Checks one rule on a board. `limits` hold for each placement and live end.
pub fn check_rule(rule: &Rule, board: &Board, limits: &Limits) -> (RuleVerdict, Option<Example>) {
    let whole = Whole::new(Arc::new(board.clone()));
    let set = RuleSet::compile(std::slice::from_ref(rule), board);
    let jobs = jobs(rule, board);
    let unknown = AtomicBool::new(false);
    let ask = |(live_end, placed): &(Cell, Placed), question: fn(Move) -> Question| {
        let formula = Formula::new(&whole, placed, *live_end)?;
        let budget = Budget::new(limits);
        let mut watchdog = Watchdog::new(&budget);
        let mut search = Search::new(&formula, &budget, &mut watchdog);
        let mut matcher = set.matcher();
        for &direction in formula.moves() {
            let matches = |position: &Position, direction| {
                matcher.forbidden(position.free(), position.live_end()).contains(direction)
            };
            let t=std::time::Instant::now(); let r=search.ask(question(direction), matches);
            if std::env::var("DBG").is_ok() && t.elapsed().as_millis()>20 {eprintln!("{:?} {:?} {:?} {:?} {}", live_end, question(direction), t.elapsed(), r.as_ref().map(|p|p.is_some()), rule.head.name);}
            match r {
                Ok(None) => {}
                Ok(Some(position)) => return Some((position, direction)),
                Err(_) => unknown.store(true, Ordering::Relaxed),
            }
        }
        None
    };
    if let Some((position, direction)) =
        jobs.par_iter().find_map_first(|job| ask(job, Question::Live))
    {
        let path = position.path().to_vec();
        let size = usize::from(board.width());
        return (RuleVerdict::Unsound, Some(Example { size, path, direction }));
    }
    let effective = { let n = jobs.len(); let mut far: Vec<_> = jobs.iter().collect(); far.rotate_left(n / 2); far.par_iter().find_map_any(|job| ask(job, Question::Legal)).is_some() };
    let verdict = match (unknown.into_inner(), effective) {
        (true, _) => RuleVerdict::Unknown,
        (false, true) => RuleVerdict::Sound,
        (false, false) => RuleVerdict::Vacuous,
    };
    (verdict, None)
}

/// The live ends and placed rules to look at, those near the start first. On a board that is its own
/// transpose, a rule for all placements says the same about a position and its transpose.
fn jobs(rule: &Rule, board: &Board) -> Vec<(Cell, Placed)> {
    if !rule.head.sizes.contain(board) {
        return Vec::new();
    }
    let half = rule.head.placements == Placements::ALL && is_symmetric(board);
    let placed = RuleSet::placements_of(rule);
    let mut cells: Vec<Cell> = (0..board.cells())
        .map(|index| board.cell(index))
        .filter(|cell| !half || cell.column >= cell.row)
        .collect();
    cells.sort_by_key(|cell| (cell.column + cell.row, cell.row));
    cells
        .into_iter()
        .flat_map(|cell| placed.iter().map(move |(_, placed)| (cell, placed.clone())))
        .collect()
}

fn is_symmetric(board: &Board) -> bool {
    let turned = |cell: Cell| Cell::new(cell.row, cell.column);
    board.width() == board.height()
        && board.start() == turned(board.start())
        && board.end() == turned(board.end())
        && board.blocked_cells().all(|cell| board.is_blocked(turned(cell)))
}
