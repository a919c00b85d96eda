//! Finds the lemmas that a solution of a window's formula violates.

use deadmove_checker::every_board::{Joined, Lemma, WindowCell, WindowFormula, WindowRegion};

/// A solution in terms of the window.
#[derive(Clone, Debug)]
pub struct WindowSolution {
    /// Rim place → whether its outer cell is free.
    free: Vec<bool>,
    /// Exits that are used.
    pub exits: Vec<usize>,
    joins: Vec<(usize, usize)>,
    last: Option<usize>,
    edges: Vec<(usize, usize)>,
}

impl WindowSolution {
    /// Reads a solution.
    pub fn new(formula: &WindowFormula, is: impl Fn(i32) -> bool) -> WindowSolution {
        let places = 0..formula.window.rim.len();
        let edges = formula.edges.iter().enumerate();
        let joins = formula.joins.iter().filter(|(_, join)| is(**join));
        WindowSolution {
            free: places.clone().map(|place| is(formula.free_at(place))).collect(),
            exits: places.clone().filter(|&p| formula.exit[p].is_some_and(&is)).collect(),
            joins: joins.map(|(&pair, _)| pair).collect(),
            last: places.clone().find(|&p| formula.last[p].is_some_and(&is)),
            edges: edges.filter(|(e, _)| is(*e as i32 + 1)).map(|(_, &edge)| edge).collect(),
        }
    }
}

/// The lemmas that a solution violates.
pub fn violated(
    formula: &WindowFormula,
    is: impl Fn(i32) -> bool + Copy,
) -> (WindowSolution, Vec<Lemma>) {
    let reading = WindowSolution::new(formula, is);
    let search = LemmaSearch { formula, reading: &reading, arcs: arcs(&reading.free) };
    let mut lemmas = Vec::new();
    search.rim(&mut lemmas);
    search.visited(&mut lemmas);
    search.entered(&mut lemmas);
    for region in &formula.regions {
        search.reached(region, is, &mut lemmas);
    }
    (reading, lemmas)
}

/// The maximal runs of free places on the rim, in cyclic order. There is a wall in every solution:
/// the formula says that one is next to the live end.
fn arcs(free: &[bool]) -> Vec<Vec<usize>> {
    let count = free.len();
    let wall = free.iter().position(|free| !free).expect("a wall next to the live end");
    let round: Vec<usize> = (0..count).map(|step| (wall + step) % count).collect();
    let arcs = round.split(|&place| !free[place]).filter(|arc| !arc.is_empty());
    arcs.map(<[usize]>::to_vec).collect()
}

struct LemmaSearch<'f> {
    formula: &'f WindowFormula,
    reading: &'f WindowSolution,
    arcs: Vec<Vec<usize>>,
}

impl LemmaSearch<'_> {
    /// A wall after one place and before another. Known walls are preferred, since their literals
    /// drop out of the clause.
    fn wall(&self, from: usize, to: usize) -> Option<usize> {
        let count = self.reading.free.len();
        let between = (1..count).map(|step| (from + step) % count).take_while(|&p| p != to);
        let walls: Vec<usize> = between.filter(|&place| !self.reading.free[place]).collect();
        let outer = |place: usize| self.formula.window.rim[place].outer;
        let known = walls.iter().find(|&&place| self.formula.wall[outer(place)]);
        known.or(walls.first()).copied()
    }

    fn rim(&self, lemmas: &mut Vec<Lemma>) {
        let WindowSolution { joins, last, .. } = self.reading;
        for &piece in joins {
            let (p, q) = piece;
            let mut crossing = |other, at| lemmas.push(Lemma::Crossing { piece, other, at });
            if let Some(walls) = self.wall(p, q).zip(self.wall(q, p)) {
                crossing(Joined::Walls, walls);
            }
            if let Some(last) = *last {
                let wall = if p < last && last < q { self.wall(q, p) } else { self.wall(p, q) };
                if let Some(wall) = wall {
                    crossing(Joined::Last, (last, wall));
                }
            }
            for &other in joins.iter().filter(|&&(r, s)| p < r && r < q && q < s) {
                crossing(Joined::Piece, other);
            }
        }
    }

    /// The walls at the ends of an arc.
    fn ends(&self, arc: &[usize]) -> (usize, usize) {
        let count = self.reading.free.len();
        ((arc[0] + count - 1) % count, (arc[arc.len() - 1] + 1) % count)
    }

    fn visited(&self, lemmas: &mut Vec<Lemma>) {
        for arc in &self.arcs {
            if !arc.iter().any(|place| self.reading.exits.contains(place)) {
                lemmas.push(Lemma::Visited { cell: arc[0], arc: self.ends(arc) });
            }
        }
    }

    fn entered(&self, lemmas: &mut Vec<Lemma>) {
        let window = &self.formula.window;
        let mut part: Vec<usize> = (0..window.disc.len()).collect();
        let ends = |&(p, q): &(usize, usize)| window.rim[p].cell.zip(window.rim[q].cell);
        let pieces = self.reading.joins.iter().filter_map(ends);
        for (a, b) in self.reading.edges.iter().copied().chain(pieces) {
            let (from, to) = (part[a], part[b]);
            part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
        }
        let mut parts = part.clone();
        parts.sort_unstable();
        parts.dedup();
        for other in parts.into_iter().filter(|&other| other != part[self.formula.first]) {
            let cells = (0..part.len()).filter(|&v| part[v] == other);
            lemmas.push(Lemma::Entered { cells: cells.map(|v| window.disc[v]).collect() });
        }
    }

    /// Labels on cells that cannot be reached from the side of the region.
    fn reached(&self, region: &WindowRegion, is: impl Fn(i32) -> bool, lemmas: &mut Vec<Lemma>) {
        let window = &self.formula.window;
        let cells = window.disc.len();
        let mut arc_at = vec![None; window.rim.len()];
        for (number, arc) in self.arcs.iter().enumerate() {
            arc.iter().for_each(|&place| arc_at[place] = Some(cells + number));
        }
        // Nodes: the cells of the disc, then the arcs.
        let mut adjacent: Vec<Vec<usize>> = vec![Vec::new(); cells + self.arcs.len()];
        let off = |v: usize| !region.on[v];
        let edges = self.formula.edges.iter().copied().filter(|&(a, b)| off(a) && off(b));
        let sides = window.rim.iter().zip(&arc_at);
        let sides = sides.filter_map(|(place, arc)| place.cell.filter(|&v| off(v)).zip(*arc));
        for (a, b) in edges.chain(sides) {
            adjacent[a].push(b);
            adjacent[b].push(a);
        }
        let spread = |from: Vec<usize>| {
            let mut seen = vec![false; adjacent.len()];
            let mut stack = from;
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    stack.extend(&adjacent[node]);
                }
            }
            seen
        };
        let mut side: Vec<usize> = Vec::new();
        for seen in &region.side {
            match *seen {
                WindowCell::Disc(v) => side.push(v),
                WindowCell::Outer(x) => {
                    let at = (0..window.rim.len()).filter(|&p| window.rim[p].outer == x);
                    side.extend(at.filter_map(|place| arc_at[place]));
                }
            }
        }
        let mut done = spread(side);
        for node in 0..adjacent.len() {
            let (seen, of) = match node.checked_sub(cells) {
                None => (WindowCell::Disc(node), window.disc[node]),
                Some(arc) => {
                    let outer = window.rim[self.arcs[arc][0]].outer;
                    (WindowCell::Outer(outer), window.outers[outer])
                }
            };
            if done[node] || !is(region.has(seen)) {
                continue;
            }
            let set = spread(vec![node]);
            done.iter_mut().zip(&set).for_each(|(done, new)| *done |= new);
            let within = (0..self.arcs.len()).filter(|arc| set[cells + arc]);
            lemmas.push(Lemma::Reached {
                segment: region.segment,
                of,
                cells: (0..cells).filter(|&v| set[v]).map(|v| window.disc[v]).collect(),
                arcs: within.map(|arc| self.ends(&self.arcs[arc])).collect(),
            });
        }
    }
}
