//! The formula of a window: facts that hold for every completion, on every board. This file has the
//! variables and calls the modules with the clauses:
//!
//! - `path`: the path on the disc, and its pieces;
//! - `around`: cells off the disc, free ones and walls;
//! - `region`: the conditions on segments and regions, and colours;
//! - `board`: the board is a rectangle; exceptions;
//! - `count`: at most, or at least, k of a few literals are true.
//!
//! Let Q be a completion that begins with the move in question: a path from the live end over all
//! free cells to the end cell. The disc is free, so Q visits each of its cells. An edge of Q from a
//! cell of the disc to an outer cell is an *exit*. Off the disc Q falls into *pieces*. Each piece
//! joins two exits, except for the last piece: it leads from an exit to the end cell. If the end
//! cell is on the disc, there is no last piece.
//!
//! **E3.** The *rim argument*, the only fact about the plane that is used: if the outer cells at
//! two places of the rim are walls, they are connected by walls off the disc. These separate the
//! two arcs of the rim between the places: a connected set off the disc without walls touches only
//! one of the arcs. (proof: docs/explanation/proofs-for-every-board.md, "Lemma 3")

mod around;
mod board;
mod count;
mod path;
mod region;

use std::collections::{BTreeMap, BTreeSet};

use board::Rectangle;
pub use region::WindowRegion;

use super::scene::{LIVE_END, Scene, Window, WindowCell, near};
use crate::kernel::cnf::{Cnf, variable};
use crate::kernel::rule::{Forbidden, Offset, Pattern, Rule, Test, step};

/// The largest number of sides and corners of a window. Formulas grow with the third power of this
/// number.
const LONGEST_RIM: usize = 300;

/// The formula of a scene. If it has no solution, then on no board a position that fits the scene,
/// and in which the rule matches, has a completion that begins with the forbidden move.
#[derive(Clone, Debug)]
pub struct WindowFormula {
    /// The window.
    pub window: Window,
    /// The clauses.
    pub cnf: Cnf,
    /// Pairs of neighbours on the disc. Their variables, "Q uses the edge", are 1, 2, … in this
    /// order.
    pub edges: Vec<(usize, usize)>,
    /// For each outer cell, whether it is known to be a wall.
    pub wall: Vec<bool>,
    /// For each place, the variable "Q uses this side"; none at corners, at the live end, and at
    /// known walls.
    pub exit: Vec<Option<i32>>,
    /// For each exit, the variable "Q uses it and does not return to the disc".
    pub last: Vec<Option<i32>>,
    /// For each pair of exits, the smaller place first, the variable "a piece of Q joins them".
    /// None if known walls separate them, by the rim argument.
    pub joins: BTreeMap<(usize, usize), i32>,
    /// The regions of the segments that lie on the disc.
    pub regions: Vec<WindowRegion>,
    /// The index in the disc of the cell to which the forbidden move leads.
    pub first: usize,
    free: i32,
    ends: BTreeMap<Offset, i32>,
}

impl WindowFormula {
    /// The formula of a scene that includes what the rule's pattern states.
    ///
    /// # Errors
    /// If the window is too large, or the move leads off it.
    pub fn new(rule: &Rule, forbidden: &Forbidden, scene: &Scene) -> Result<Self, String> {
        let window = scene.window()?;
        if window.rim.len() > LONGEST_RIM {
            return Err("a window is too large for a formula".into());
        }
        let Some(WindowCell::Disc(first)) = window.find(step(LIVE_END, forbidden.direction)) else {
            return Err("the forbidden move leads off the disc".into());
        };
        let mut formula = WindowFormula::variables(window, first, scene, &rule.pattern);
        formula.known(scene);
        formula.degrees();
        formula.pieces();
        formula.off_the_disc(scene);
        let board = Rectangle::new(&mut formula, scene);
        board.clauses(&mut formula, scene);
        for (number, segment) in rule.pattern.segments.iter().enumerate() {
            formula.segment(number, segment, forbidden);
        }
        for exception in &rule.unless {
            formula.exception(exception, &board);
        }
        Ok(formula)
    }

    fn variables(window: Window, first: usize, scene: &Scene, pattern: &Pattern) -> WindowFormula {
        let mut cnf = Cnf::default();
        let mut edges = Vec::new();
        for (v, &cell) in window.disc.iter().enumerate() {
            for next in near(cell) {
                if let Some(WindowCell::Disc(w)) = window.find(next)
                    && v < w
                {
                    edges.push((v, w));
                }
            }
        }
        cnf.variables(edges.len());
        let wall: Vec<bool> = window.outers.iter().map(|x| scene.walls.contains(x)).collect();
        let free = cnf.variables(wall.len());
        let sides = window.rim.iter().map(|place| place.cell.is_some() && !wall[place.outer]);
        let sides: Vec<bool> = sides.collect();
        let mut some = || sides.iter().map(|&is| is.then(|| cnf.variables(1))).collect::<Vec<_>>();
        let (exit, last) = (some(), some());
        let never = |cell: &Offset| {
            scene.walls.contains(cell)
                || pattern.segments.iter().any(|segment| segment.cells.contains(cell))
                || pattern.cells.contains(&(*cell, Test::FreeNotEnd))
        };
        let ends = window.disc.iter().chain(&window.outers).chain(&scene.free);
        let ends: BTreeSet<Offset> = ends.copied().filter(|cell| !never(cell)).collect();
        let ends = ends.into_iter().map(|cell| (cell, cnf.variables(1))).collect();
        let mut joins = BTreeMap::new();
        let places: Vec<usize> = (0..sides.len()).filter(|&place| sides[place]).collect();
        let walled = |from: usize, to: usize| {
            (0..sides.len()).any(|p| wall[window.rim[p].outer] && window.between(from, p, to))
        };
        for (i, &p) in places.iter().enumerate() {
            for &q in &places[i + 1..] {
                if !walled(p, q) || !walled(q, p) {
                    joins.insert((p, q), cnf.variables(1));
                }
            }
        }
        let regions = Vec::new();
        WindowFormula { window, cnf, edges, wall, exit, last, joins, regions, first, free, ends }
    }

    /// Outer cells that are known to be free or walls. If a cell is known to be both, or the live
    /// end to be free, there is no solution.
    fn known(&mut self, scene: &Scene) {
        for (x, cell) in self.window.outers.iter().enumerate() {
            let free = variable(self.free, x);
            if scene.free.contains(cell) {
                self.cnf.push([free]);
            }
            if scene.walls.contains(cell) {
                self.cnf.push([-free]);
            }
        }
        let mut free = scene.free.iter().chain(&self.window.disc);
        if free.any(|cell| *cell == LIVE_END || scene.walls.contains(cell)) {
            self.cnf.push([]);
        }
    }

    /// "The outer cell is free."
    pub fn free(&self, outer: usize) -> i32 {
        variable(self.free, outer)
    }

    /// "The outer cell at this place is free."
    pub fn free_at(&self, place: usize) -> i32 {
        self.free(self.window.rim[place].outer)
    }

    /// The literal "the cell is a wall"; none for a cell of the disc.
    fn wall(&self, seen: WindowCell) -> Option<i32> {
        match seen {
            WindowCell::Disc(_) => None,
            WindowCell::Outer(x) => Some(-self.free(x)),
        }
    }

    fn end(&self, cell: Offset) -> Option<i32> {
        self.ends.get(&cell).copied()
    }
}
