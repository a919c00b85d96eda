//! What holds for cells off the window of which something is known: free ones lie on the path, and
//! walls are passed by the line that has been drawn.

use std::collections::BTreeSet;

use deadmove_encodings::cnf::Lit;
use deadmove_encodings::window::clauses::at_least;

use super::formula::Formula;
use super::situation::{Seen, Situation};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;

/// What is known of a cell.
#[derive(Clone, Copy)]
enum State {
    Free,
    /// A wall, or the live end.
    NotFree,
    /// Free exactly if the literal is true.
    Seen(Lit),
    Unknown,
}

impl Formula {
    fn state(&self, cell: Offset, known: &Situation) -> State {
        if cell == Offset::LIVE_END || known.walls.contains(&cell) {
            return State::NotFree;
        }
        match self.view.seen(cell) {
            Some(Seen::Vertex(_)) => State::Free,
            _ if known.free.contains(&cell) => State::Free,
            Some(Seen::Outer(x)) => State::Seen(self.window.free(x)),
            None => State::Unknown,
        }
    }

    /// Degrees of known free cells that do not touch the disc. Such a cell has two neighbours in the
    /// path, or one if it is the end, and these are free: the live end is none of its neighbours,
    /// or it would belong to the disc.
    pub(super) fn far_degrees(&mut self, known: &Situation, no_end: impl Fn(Offset) -> bool) {
        for &cell in known.free.iter().filter(|&&cell| self.view.seen(cell).is_none()) {
            let needed: usize = if no_end(cell) { 2 } else { 1 };
            let (mut sure, mut perhaps) = (0, Vec::new());
            for state in Move::ALL.map(|m| self.state(cell.step(m), known)) {
                match state {
                    State::Free | State::Unknown => sure += 1,
                    State::Seen(free) => perhaps.push(free),
                    State::NotFree => {}
                }
            }
            at_least(&perhaps, needed.saturating_sub(sure), &[], &mut self.clauses);
        }
    }

    /// Every wall has two neighbours that are not free. If it is drawn, these are the cells of the
    /// line before it and after it, where the live end counts; if it is the start, two neighbours
    /// are outside, for it is a corner; and a cell outside has three neighbours outside, for the
    /// board is a rectangle.
    pub(super) fn wall_degrees(&mut self, known: &Situation) {
        let cells: BTreeSet<Offset> =
            self.view.outers.iter().chain(&known.walls).copied().collect();
        for cell in cells {
            let itself = match self.state(cell, known) {
                State::NotFree => None,
                State::Seen(free) => Some(free),
                State::Free | State::Unknown => continue,
            };
            let around = Move::ALL.map(|m| self.state(cell.step(m), known));
            for omitted in 0..around.len() {
                let three = around.iter().enumerate().filter(|&(at, _)| at != omitted);
                let fails = |(_, &state): (usize, &State)| match state {
                    State::Free => Some(None),
                    State::Seen(free) => Some(Some(!free)),
                    State::NotFree | State::Unknown => None,
                };
                if let Some(fails) = three.map(fails).collect::<Option<Vec<_>>>() {
                    self.clauses.push(fails.into_iter().flatten().chain(itself));
                }
            }
        }
    }
}
