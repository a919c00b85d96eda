//! What holds in a window for every completion, on every board: the variables and the clauses that
//! are always there.
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

use std::collections::BTreeMap;

use super::scene::{LIVE_END, Scene, Seen, Window, near};
use crate::cnf::Cnf;
use crate::region::sum;
use crate::rule::{Extent, Forbidden, Offset, Pattern, Rule, Segment, Test, step};

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

/// The region of a segment: what is reached from the free cells of its side through free cells off
/// the segment.
#[derive(Clone, Debug)]
pub struct Region {
    /// The number of the segment.
    pub segment: usize,
    /// For each cell of the disc whether it is on the segment.
    pub on: Vec<bool>,
    /// The cells of the side that are seen.
    pub side: Vec<Seen>,
    disc: i32,
    outer: i32,
}

impl Region {
    /// "The cell is in the region."
    pub fn has(&self, seen: Seen) -> i32 {
        match seen {
            Seen::Disc(v) => self.disc + v as i32,
            Seen::Outer(x) => self.outer + x as i32,
        }
    }
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
        // The end cell is on no segment, and where the rule says that a cell is not the end cell.
        let never = |cell: &Offset| {
            scene.walls.contains(cell)
                || pattern.segments.iter().any(|segment| segment.cells.contains(cell))
                || pattern.cells.contains(&(*cell, Test::FreeNotEnd))
        };
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

    /// Q has two edges at each cell of the disc, the one from the live end included, but one at the
    /// end cell. Exits lead to free cells. A wall is next to the live end: the cell that the line
    /// came from, or where the line begins there, in a corner, a cell that is not on the board.
    fn degrees(&mut self) {
        for v in 0..self.window.disc.len() {
            let edges = self.edges.iter().enumerate().filter(|(_, (a, b))| *a == v || *b == v);
            let mut around: Vec<i32> = edges.map(|(edge, _)| edge as i32 + 1).collect();
            let places = self.window.rim.iter().zip(&self.exit);
            around
                .extend(places.filter(|(place, _)| place.cell == Some(v)).filter_map(|(_, x)| *x));
            let degree = if v == self.first { 1 } else { 2 };
            let end = self.end(self.window.disc[v]);
            at_most(&around, degree, None, &mut self.cnf);
            at_least(&around, degree, end, &mut self.cnf);
            if let Some(end) = end {
                at_most(&around, degree - 1, Some(-end), &mut self.cnf);
                at_least(&around, degree - 1, Some(-end), &mut self.cnf);
            }
        }
        for place in 0..self.exit.len() {
            if let Some(exit) = self.exit[place] {
                self.cnf.push([-exit, self.free_at(place)]);
            }
        }
        let beside = near(LIVE_END).into_iter().filter_map(|cell| match self.window.seen(cell) {
            Some(Seen::Outer(x)) => Some(-self.free(x)),
            _ => None,
        });
        let beside: Vec<i32> = beside.collect();
        self.cnf.push(beside);
    }

    /// A piece at every exit that is used, and only one; one of them is the last unless the end
    /// cell is on the disc. A cell with two exits is a piece by itself, and where it is the end
    /// cell, the last.
    fn pieces(&mut self) {
        let mut at: Vec<Vec<i32>> = self.last.iter().map(|last| Vec::from_iter(*last)).collect();
        for (&(p, q), &join) in &self.joins {
            at[p].push(join);
            at[q].push(join);
        }
        for (place, pieces) in at.iter().enumerate() {
            let Some(exit) = self.exit[place] else { continue };
            self.cnf.push([-exit].into_iter().chain(pieces.iter().copied()));
            for &piece in pieces {
                self.cnf.push([-piece, exit]);
            }
            only_one(pieces, &mut self.cnf);
        }
        let on_disc = self.window.disc.iter().filter_map(|&cell| self.end(cell));
        let on_disc: Vec<i32> = on_disc.collect();
        let ways: Vec<i32> = on_disc.iter().chain(self.last.iter().flatten()).copied().collect();
        only_one(&ways, &mut self.cnf);
        self.cnf.push(ways);
        let all: Vec<i32> = self.ends.values().copied().collect();
        only_one(&all, &mut self.cnf);
        for outer in 0..self.window.outers.len() {
            let end = self.end(self.window.outers[outer]);
            let exits = self.exits_into(outer);
            for (i, &q) in exits.iter().enumerate() {
                let (Some(used), Some(last)) = (self.exit[q], self.last[q]) else { continue };
                if let Some(end) = end {
                    self.cnf.push([-end, -used, last]);
                }
                for &p in &exits[..i] {
                    let Some(other) = self.exit[p] else { continue };
                    let join = self.joins.get(&(p, q)).copied();
                    self.cnf.push([-used, -other].into_iter().chain(join));
                }
            }
        }
    }

    fn exits_into(&self, outer: usize) -> Vec<usize> {
        let places = 0..self.exit.len();
        let into =
            |&place: &usize| self.exit[place].is_some() && self.window.rim[place].outer == outer;
        places.filter(into).collect()
    }

    /// Q has at most two edges at an outer cell, at the end cell one; and two at a free one that
    /// is not the end cell, which lead to the disc or to free cells. None leads to the live end.
    fn outer_cells(&mut self, scene: &Scene) {
        for outer in 0..self.window.outers.len() {
            let (cell, free) = (self.window.outers[outer], self.free(outer));
            if self.wall[outer] {
                self.cnf.push([-free]);
                continue;
            }
            if scene.free.contains(&cell) {
                self.cnf.push([free]);
            }
            let end = self.end(cell);
            let exits = self.exits_into(outer);
            let exits: Vec<i32> = exits.iter().filter_map(|&place| self.exit[place]).collect();
            at_most(&exits, 2, None, &mut self.cnf);
            let mut ways = exits.clone();
            let mut unseen = 0;
            for next in near(cell).into_iter().filter(|next| !scene.walls.contains(next)) {
                match self.window.seen(next) {
                    Some(Seen::Outer(other)) => ways.push(self.free(other)),
                    Some(Seen::Disc(_)) => {}
                    None => unseen += usize::from(next != LIVE_END),
                }
            }
            let mut unless = vec![-free];
            if let Some(end) = end {
                at_most(&exits, 1, Some(-end), &mut self.cnf);
                self.cnf.push([-end, free]);
                unless.push(end);
            }
            if unseen < 2 {
                let least = 2 - unseen;
                choose(&ways, (ways.len() + 1).saturating_sub(least), |some| {
                    self.cnf.push(some.iter().copied().chain(unless.iter().copied()));
                });
            }
        }
    }

    /// What a segment on the disc asks of its region A. Free cells of the side are in it,
    /// neighbours off the segment are in it together, cells of the segment, walls and the end
    /// cell are not. So a piece of Q joins cells that are in it, or that are not, and the last piece
    /// leads along cells that are not: they lie off the segment.
    fn segment(&mut self, number: usize, segment: &Segment, forbidden: &Forbidden) {
        let mut on = vec![false; self.window.disc.len()];
        for &cell in &segment.cells {
            let Some(Seen::Disc(v)) = self.window.seen(cell) else { return };
            on[v] = true;
        }
        let side = segment.side_cells().into_iter().filter_map(|cell| self.window.seen(cell));
        let side: Vec<Seen> = side.collect();
        let disc = self.cnf.variables(on.len());
        let outer = self.cnf.variables(self.window.outers.len());
        let region = Region { segment: number, on, side, disc, outer };
        let window = &self.window;
        for (v, &cell) in window.disc.iter().enumerate() {
            if region.on[v] {
                self.cnf.push([-region.has(Seen::Disc(v))]);
            }
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(Seen::Disc(v))]);
            }
        }
        for (x, &cell) in window.outers.iter().enumerate() {
            self.cnf.push([-region.has(Seen::Outer(x)), self.free + x as i32]);
            if let Some(&end) = self.ends.get(&cell) {
                self.cnf.push([-end, -region.has(Seen::Outer(x))]);
            }
        }
        for &seen in &region.side {
            let wall = match seen {
                Seen::Disc(_) => None,
                Seen::Outer(x) => Some(-(self.free + x as i32)),
            };
            self.cnf.push([region.has(seen)].into_iter().chain(wall));
        }
        let off = |seen: Seen| !matches!(seen, Seen::Disc(v) if region.on[v]);
        let all = window.disc.iter().chain(&window.outers);
        for (&a, one) in all.filter_map(|cell| Some((cell, window.seen(*cell)?))) {
            for other in near(a).into_iter().filter_map(|cell| window.seen(cell)) {
                if !off(one) || !off(other) {
                    continue;
                }
                let wall = |seen| match seen {
                    Seen::Disc(_) => None,
                    Seen::Outer(x) => Some(-(self.free + x as i32)),
                };
                let walls = wall(one).into_iter().chain(wall(other));
                self.cnf.push([-region.has(one), region.has(other)].into_iter().chain(walls));
            }
        }
        for (&(p, q), &join) in &self.joins {
            let [p, q] = [p, q].map(|place| region.has(Seen::Outer(window.rim[place].outer)));
            self.cnf.push([-join, -p, q]);
            self.cnf.push([-join, p, -q]);
        }
        for (place, last) in self.last.iter().enumerate() {
            if let Some(last) = *last {
                self.cnf.push([-last, -region.has(Seen::Outer(window.rim[place].outer))]);
            }
        }
        // Whether it has cells.
        let on_disc = region.side.iter().any(|seen| matches!(seen, Seen::Disc(_)));
        let outers = region.side.iter().filter_map(|seen| match seen {
            Seen::Outer(x) => Some(self.free + *x as i32),
            Seen::Disc(_) => None,
        });
        let outers: Vec<i32> = outers.collect();
        match segment.extent {
            Extent::Enclosed if !on_disc => self.cnf.push(outers),
            Extent::Enclosed | Extent::EnclosedOrEmpty => {}
            Extent::Empty => {
                if on_disc {
                    self.cnf.push([]);
                }
                for free in outers {
                    self.cnf.push([-free]);
                }
            }
        }
        if forbidden.unless_in.contains(&number) {
            self.cnf.push([-region.has(Seen::Disc(self.first))]);
        }
        self.colours(segment, &region);
        self.regions.push(region);
    }

    /// Colours. All cells of R, which is A with the segment, have two edges of Q. An edge within R
    /// has ends of both colours there; so twice the whites minus the blacks of R is the number of
    /// edges that leave R at a white cell, minus those that leave at a black one. Edges leave at the
    /// segment: what is next to A is in A, on the segment, or no free cell. The one exception is
    /// the step of the live end, which leaves at a white cell if that cell is in R.
    fn colours(&mut self, segment: &Segment, region: &Region) {
        let weight = |v: usize| {
            let (right, down) = self.window.disc[v];
            if (right ^ down) & 1 == 0 { -1 } else { 1 }
        };
        // "Used, if any, and to a cell that is not in A", with the cell where it leaves.
        let mut leaving: Vec<(usize, Option<i32>, i32)> = Vec::new();
        let first = if region.on[self.first] { None } else { Some(self.first) };
        leaving.push((self.first, first.map(|v| region.has(Seen::Disc(v))), 0));
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                if region.on[from] && !region.on[to] {
                    leaving.push((from, Some(edge as i32 + 1), region.has(Seen::Disc(to))));
                }
            }
        }
        for (place, exit) in self.window.rim.iter().zip(&self.exit) {
            if let (Some(from), Some(exit)) = (place.cell.filter(|&v| region.on[v]), *exit) {
                leaving.push((from, Some(exit), region.has(Seen::Outer(place.outer))));
            }
        }
        let mut terms = Vec::new();
        for (from, used, inside) in leaving {
            let lit = self.cnf.variables(1);
            match used {
                None => self.cnf.push([lit]),
                Some(used) => {
                    let not = (inside != 0).then_some(inside);
                    self.cnf.push([-lit, used]);
                    self.cnf.push([lit, -used].into_iter().chain(not));
                    if let Some(inside) = not {
                        self.cnf.push([-lit, -inside]);
                    }
                }
            }
            terms.push((lit, weight(from)));
        }
        let allowed =
            |sum: i32| sum % 2 == 0 && segment.tests.iter().all(|test| test.holds(sum / 2));
        sum(&terms, allowed, &mut self.cnf);
    }

    /// An exception does not match: one of its conditions fails. Nothing is said where it asks for
    /// regions or forced lines, or for what the window does not show.
    fn exception(&mut self, exception: &Pattern, board: &Board) {
        if !exception.segments.is_empty() || !exception.lines.is_empty() {
            return;
        }
        let mut fails = Vec::new();
        for &(cell, test) in &exception.cells {
            let end = self.end(cell);
            match (self.window.seen(cell), test) {
                (None, _) | (_, Test::Outside) => return,
                (Some(Seen::Disc(_)), Test::Free | Test::OnBoard) => {}
                (Some(Seen::Disc(_)), Test::FreeNotEnd) => fails.extend(end),
                (Some(Seen::Disc(_)), Test::Drawn | Test::Wall) => return,
                (Some(Seen::Outer(x)), Test::Free) => fails.push(-self.free(x)),
                (Some(Seen::Outer(x)), Test::FreeNotEnd) => {
                    fails.push(-self.free(x));
                    fails.extend(end);
                }
                (Some(Seen::Outer(x)), Test::Wall) => fails.push(self.free(x)),
                (Some(Seen::Outer(x)), Test::Drawn) => {
                    fails.push(self.free(x));
                    fails.extend(board.on(cell).map(|lit| -lit));
                }
                (Some(Seen::Outer(_)), Test::OnBoard) => {
                    fails.extend(board.on(cell).map(|lit| -lit));
                }
            }
        }
        self.cnf.push(fails);
    }
}

/// The board is a rectangle: a variable for each column and row near the live end, "it is on the
/// board".
struct Board {
    columns: BTreeMap<i16, i32>,
    rows: BTreeMap<i16, i32>,
}

impl Board {
    fn new(formula: &mut Formula, scene: &Scene) -> Board {
        let Formula { window, cnf, .. } = formula;
        let (mut low, mut high) = (LIVE_END, LIVE_END);
        let cells = window.disc.iter().chain(&window.outers).chain(&scene.free);
        for &(right, down) in cells.chain(&scene.walls).chain(&scene.on_board) {
            low = (low.0.min(right), low.1.min(down));
            high = (high.0.max(right), high.1.max(down));
        }
        let mut lines = |low: i16, high: i16| -> BTreeMap<i16, i32> {
            (low - 1..=high + 1).map(|at| (at, cnf.variables(1))).collect()
        };
        Board { columns: lines(low.0, high.0), rows: lines(low.1, high.1) }
    }

    /// The variables of the column and the row of a cell.
    fn on(&self, (right, down): Offset) -> [i32; 2] {
        [self.columns[&right], self.rows[&down]]
    }

    /// The live end is on the board, and all between it and what is. Free cells are, and so are
    /// others that are known to be; a cell outside is not. The end cell is a corner: one of the
    /// columns next to it and one of the rows are not on the board.
    fn clauses(&self, formula: &mut Formula, scene: &Scene) {
        for lines in [&self.columns, &self.rows] {
            formula.cnf.push([lines[&0]]);
            for (&at, &line) in lines.iter().filter(|(at, _)| **at != 0) {
                formula.cnf.push([-line, lines[&(at - at.signum())]]);
            }
        }
        for &cell in formula.window.disc.iter().chain(&scene.free).chain(&scene.on_board) {
            for line in self.on(cell) {
                formula.cnf.push([line]);
            }
        }
        for (x, &cell) in formula.window.outers.iter().enumerate() {
            for line in self.on(cell) {
                formula.cnf.push([-(formula.free + x as i32), line]);
            }
        }
        for &cell in &scene.outside {
            formula.cnf.push(self.on(cell).map(|line| -line));
        }
        for (&(right, down), &end) in &formula.ends {
            let beside =
                |lines: &BTreeMap<i16, i32>, at: i16| [-end, -lines[&(at - 1)], -lines[&(at + 1)]];
            formula.cnf.push(beside(&self.columns, right));
            formula.cnf.push(beside(&self.rows, down));
        }
    }
}

/// Calls for every choice of `size` of the literals.
fn choose(lits: &[i32], size: usize, mut each: impl FnMut(&[i32])) {
    for set in 0u32..1 << lits.len() {
        if set.count_ones() as usize == size {
            let chosen = (0..lits.len()).filter(|at| set >> at & 1 == 1).map(|at| lits[at]);
            each(&chosen.collect::<Vec<i32>>());
        }
    }
}

/// At most so many of a few literals are true, or `unless` is.
fn at_most(lits: &[i32], most: usize, unless: Option<i32>, cnf: &mut Cnf) {
    choose(lits, most + 1, |some| cnf.push(some.iter().map(|lit| -lit).chain(unless)));
}

/// At least so many of a few literals are true, or `unless` is.
fn at_least(lits: &[i32], least: usize, unless: Option<i32>, cnf: &mut Cnf) {
    if least > lits.len() {
        cnf.push(unless);
    } else if least > 0 {
        choose(lits, lits.len() + 1 - least, |some| cnf.push(some.iter().copied().chain(unless)));
    }
}

/// At most one of the literals is true.
fn only_one(lits: &[i32], cnf: &mut Cnf) {
    for (at, &one) in lits.iter().enumerate() {
        for &other in &lits[..at] {
            cnf.push([-one, -other]);
        }
    }
}
