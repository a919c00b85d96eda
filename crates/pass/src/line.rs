//! A line to a position that a pass reached: files of a pass have no lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::frontier;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};

/// A line of allowed moves to a position. None if there is none, or not within the limits.
pub fn line_to(
    set: &RuleSet,
    grid: BitBoard,
    key: PackedPosition,
    limits: &Limits,
) -> Option<Vec<Move>> {
    let matcher = set.matcher();
    let mut search = LineFinder { grid, matcher, limits, fruitless: BTreeSet::new() };
    search.line_to(key)
}

/// A line from the start through all drawn cells to the live end, allowed or not: always the same
/// one. None if there is none, or not within the limits.
pub fn drawing(grid: &BitBoard, key: PackedPosition, limits: &Limits) -> Option<Vec<Move>> {
    if key == PackedPosition::new(grid.all() & !1, 0) {
        return Some(Vec::new());
    }
    let number = |cell: usize| (cell % grid.width() + 1, cell / grid.width() + 1);
    let free = (0..grid.cells()).filter(|&cell| key.free() >> cell & 1 == 1);
    let blocked: Vec<(usize, usize)> = free.map(number).collect();
    let (width, height) = (grid.width(), grid.height());
    let drawn = Board::new(width, height, None, Some(number(key.live_end())), &blocked).ok()?;
    match frontier::solve(&Position::start(Arc::new(drawn)), limits) {
        Outcome::Live(line) => Some(line),
        _ => None,
    }
}

struct LineFinder<'s> {
    grid: BitBoard,
    matcher: Matcher<'s>,
    limits: &'s Limits,
    /// Positions to which no line was found.
    fruitless: BTreeSet<PackedPosition>,
}

impl LineFinder<'_> {
    /// Any line through the drawn cells is tried first, and then the positions one step before. All
    /// moves to a live position are allowed if the rules are sound, so few steps go back.
    fn line_to(&mut self, key: PackedPosition) -> Option<Vec<Move>> {
        if self.fruitless.contains(&key) {
            return None;
        }
        let line = drawing(&self.grid, key, self.limits).and_then(|line| {
            match self.follows_rules(&line) {
                true => Some(line),
                false => self.before(key).into_iter().find_map(|(direction, before)| {
                    let mut line = self.line_to(before)?;
                    line.push(direction);
                    Some(line)
                }),
            }
        });
        if line.is_none() {
            self.fruitless.insert(key);
        }
        line
    }

    /// The positions from which one allowed step leads to this one, with that step.
    fn before(&mut self, key: PackedPosition) -> Vec<(Move, PackedPosition)> {
        let mut all: Vec<(Move, PackedPosition)> = self.grid.before(key).collect();
        all.retain(|(direction, before)| {
            let forbidden = self.matcher.forbidden_in_bits(before.free(), before.live_end());
            !forbidden.contains(*direction)
        });
        all
    }

    fn follows_rules(&mut self, line: &[Move]) -> bool {
        let mut key = PackedPosition::new(self.grid.all() & !1, 0);
        line.iter().all(|&direction| {
            let forbidden = self.matcher.forbidden_in_bits(key.free(), key.live_end());
            let next = self.grid.step(key, direction);
            next.is_some_and(|next| {
                key = next;
                !forbidden.contains(direction)
            })
        })
    }
}
