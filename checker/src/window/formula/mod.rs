//! What holds in a window for every completion, on every board: the variables, and the order in
//! which the kinds of facts are stated. The clauses themselves live in modules of their own:
//!
//! - `path`: degrees, pieces, cells around the disc;
//! - `region`: what segments ask, and colours;
//! - `beyond`: known free cells that do not touch the disc, and the line that has been drawn;
//! - `board`: the board is a rectangle; exceptions;
//! - `count`: how many of a few literals are true.
//!
//! Let Q be a completion that begins with the move in question: a path from the live end over all
//! free cells to the end cell. The disc is free, so Q passes each of its cells. An edge of Q from a
//! cell of the disc to an outer cell is an *exit*; off the disc Q falls into *pieces*, each of which
//! joins two exits, but for the last, which leads from an exit to the end cell, unless that is on
//! the disc.
//!
//! Of the plane only this is used, the *rim argument*. Disc and plane without it are connected, so
//! the plane without the disc is, on the sphere, an open disc. If the outer cells at two places of
//! the rim are walls, walls off the disc join them; so whatever is off the disc, connected and
//! without walls touches the rim on one way round between them only, not on the other.

mod beyond;
mod board;
mod count;
mod path;
mod region;

use std::collections::BTreeMap;

use board::Board;
pub use region::Region;

use super::scene::{LIVE_END, Scene, Seen, Window, near};
use crate::rule::{Forbidden, Offset, Pattern, Rule, Test, step};
use deadmove_checker_kernel::Cnf;

/// The formula of a scene: if it has no solution, no board has a position in which the rule matches
/// in this scene, with a completion that begins with the forbidden move.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The window.
    pub window: Window,
    /// The clauses.
    pub cnf: Cnf,
    /// Pairs of neighbours on the disc; that of variable 1, "Q uses the edge", comes first.
    pub edges: Vec<(usize, usize)>,
    /// For each outer cell whether it is known to be a wall.
    pub wall: Vec<bool>,
    /// For each place, "Q uses this side"; none at corners, at the live end, and to known walls.
    pub exit: Vec<Option<i32>>,
    /// For each exit, "Q uses it and does not come back to the disc".
    pub last: Vec<Option<i32>>,
    /// For each pair of exits, the smaller place first, "a piece of Q joins them". None if known
    /// walls keep them apart, by the rim argument.
    pub joins: BTreeMap<(usize, usize), i32>,
    /// The regions of those segments that lie on the disc.
    pub regions: Vec<Region>,
    /// The number on the disc of the cell the forbidden move leads to.
    pub first: usize,
    free: i32,
    ends: BTreeMap<Offset, i32>,
}

impl Formula {
    /// The formula of a scene that the rule's pattern is known to be in. `None` if the scene is
    /// impossible.
    pub fn new(rule: &Rule, forbidden: &Forbidden, scene: &Scene) -> Result<Option<Self>, String> {
        let Some(window) = scene.window()? else { return Ok(None) };
        let Some(Seen::Disc(first)) = window.seen(step(LIVE_END, forbidden.direction)) else {
            return Err("the forbidden move leads off the disc".into());
        };
        let mut formula = Formula::variables(window, first, scene, &rule.pattern);
        formula.degrees();
        formula.pieces();
        formula.outer_cells(scene);
        formula.far_cells(scene, &rule.pattern);
        formula.walls(scene);
        let board = Board::new(&mut formula, scene);
        board.clauses(&mut formula, scene);
        for (number, segment) in rule.pattern.segments.iter().enumerate() {
            formula.segment(number, segment, forbidden);
        }
        for exception in &rule.unless {
            formula.exception(exception, &board);
        }
        Ok(Some(formula))
    }

    fn variables(window: Window, first: usize, scene: &Scene, pattern: &Pattern) -> Formula {
        let mut cnf = Cnf::default();
        let mut edges = Vec::new();
        for (v, &cell) in window.disc.iter().enumerate() {
            for next in near(cell) {
                if let Some(Seen::Disc(w)) = window.seen(next)
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
        let never = |cell: &Offset| scene.walls.contains(cell) || never_end(pattern, *cell);
        let ends = window.disc.iter().chain(&window.outers).filter(|cell| !never(cell));
        let ends = ends.map(|&cell| (cell, cnf.variables(1))).collect();
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
        Formula { window, cnf, edges, wall, exit, last, joins, regions, first, free, ends }
    }

    /// "The outer cell is free."
    pub fn free(&self, outer: usize) -> i32 {
        self.free + outer as i32
    }

    /// "The outer cell at this place is free."
    pub fn free_at(&self, place: usize) -> i32 {
        self.free(self.window.rim[place].outer)
    }

    fn end(&self, cell: Offset) -> Option<i32> {
        self.ends.get(&cell).copied()
    }
}

/// The end cell is on no segment, and not where the rule says that a cell is not the end cell.
fn never_end(pattern: &Pattern, cell: Offset) -> bool {
    pattern.segments.iter().any(|segment| segment.cells.contains(&cell))
        || pattern.cells.contains(&(cell, Test::FreeNotEnd))
}
