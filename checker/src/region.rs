//! What holds for the region of a segment in a path that is split behind the live end.
//!
//! Let A be the region without the segment and R the region with it. All cells of R are free and
//! none is an end of the path, so the path has degree 2 at each; it leaves R by edges at the
//! segment, and perhaps from the live end into A: cells of A have no other free neighbours, and an
//! edge from a free cell to a drawn one is the step of the live end.

use std::collections::BTreeSet;

use crate::graph::Graph;
use deadmove_checker_kernel::Cnf;

/// Segments up to this length get a cut set for each part, those up to [`TWO_RUNS`] for the parts
/// that are, or leave, two runs of neighbours, longer ones for single runs. They all hold; these
/// pay.
const ALL_PARTS: usize = 6;
const TWO_RUNS: usize = 12;

/// The region of a segment.
#[derive(Clone, Debug)]
pub struct Region {
    /// The variable of the label of cell 0, "the cell is in A"; the others follow.
    pub first: i32,
    /// The segment, neighbour by neighbour.
    pub cells: Vec<usize>,
    /// The cells beside it where A begins, free or not, without the live end.
    pub side: Vec<usize>,
    /// Whether A has cells.
    pub occupied: bool,
}

/// "An edge of the path leaves R here."
struct Leaving {
    lit: i32,
    /// Place of its end in the segment; none for an edge from the live end into A.
    at: Option<usize>,
    /// Whether it is an edge of the live end.
    step: bool,
    /// 1 if its end in R has not the live end's colour, else −1.
    colour: i32,
}

impl Region {
    /// "The cell is in A."
    pub fn inside(&self, cell: usize) -> i32 {
        self.first + cell as i32
    }

    /// Adds the definition of the label and what follows for the edges that leave R.
    pub fn clauses(
        &self,
        graph: &Graph,
        live_end: usize,
        free: impl Fn(usize) -> i32,
        allowed: impl Fn(i32) -> bool,
        cnf: &mut Cnf,
    ) {
        let on_segment = |v: usize| self.cells.contains(&v);
        for &v in &self.cells {
            cnf.push([free(v)]);
            cnf.push([-self.inside(v)]);
        }
        cnf.push([-self.inside(graph.ends()[1])]);
        for &v in &self.side {
            cnf.push([-free(v), self.inside(v)]);
        }
        for v in graph.vertices().filter(|&v| !on_segment(v)) {
            cnf.push([-self.inside(v), free(v)]);
            for &(w, _) in graph.at(v).iter().filter(|(w, _)| !on_segment(*w)) {
                cnf.push([-self.inside(v), -free(w), self.inside(w)]);
            }
        }
        let both = |a: i32, b: i32, cnf: &mut Cnf| {
            let lit = cnf.variables(1);
            cnf.push([-lit, a]);
            cnf.push([-lit, b]);
            cnf.push([lit, -a, -b]);
            lit
        };
        let mut leaving = Vec::new();
        // "An edge of the path leads from this place of the segment into A."
        let mut entries = Vec::new();
        for (place, &v) in self.cells.iter().enumerate() {
            let colour = if graph.is_black(v) == graph.is_black(live_end) { -1 } else { 1 };
            for &(w, edge) in graph.at(v).iter().filter(|(w, _)| !on_segment(*w)) {
                let at = Some(place);
                if w == live_end {
                    leaving.push(Leaving { lit: edge, at, step: true, colour });
                    continue;
                }
                entries.push((place, both(edge, self.inside(w), cnf)));
                // A cell of the side is in A, or drawn, and then no edge leads there.
                if !self.side.contains(&w) {
                    let lit = both(edge, -self.inside(w), cnf);
                    leaving.push(Leaving { lit, at, step: false, colour });
                }
            }
        }
        for &(w, edge) in graph.at(live_end).iter().filter(|(w, _)| !on_segment(*w)) {
            let lit = both(edge, self.inside(w), cnf);
            leaving.push(Leaving { lit, at: None, step: true, colour: 1 });
        }
        // An edge within R has ends of both colours, and each cell of R has two ends. So twice the
        // surplus of R is the sum of the colours of the ends, in R, of the edges that leave it.
        let terms: Vec<(i32, i32)> = leaving.iter().map(|edge| (edge.lit, edge.colour)).collect();
        sum(&terms, |sum| sum % 2 == 0 && allowed(sum / 2), cnf);
        // Leave a part of the segment out of R, but not all if A may be empty: an even number of
        // edges leaves the rest, at least one, and so one that is not the step of the live end.
        for out in parts(self.cells.len()) {
            let rest = leaving.iter().filter(|e| !e.step && e.at.is_some_and(|at| !out[at]));
            let links = (1..out.len()).filter(|&at| out[at] != out[at - 1]);
            let links = links.filter_map(|at| graph.edge(self.cells[at - 1], self.cells[at]));
            let into = entries.iter().filter(|(at, _)| out[*at]);
            cnf.push(rest.map(|e| e.lit).chain(links).chain(into.map(|(_, lit)| *lit)));
        }
        if self.occupied {
            cnf.push(self.side.iter().map(|&v| free(v)));
            cnf.push(entries.iter().map(|(_, lit)| *lit));
        }
        // R is connected. So is all the rest, together with the surroundings of the board: a
        // segment that does not turn back cannot surround a cell. Then no 2×2 block has R in two
        // opposite corners and the rest in the two others.
        for [a, b, c, d] in graph.blocks() {
            for (corners, others) in [([a, c], [b, d]), ([b, d], [a, c])] {
                if !others.into_iter().any(on_segment) {
                    let corners = corners.into_iter().filter(|&v| !on_segment(v));
                    let corners = corners.map(|v| -self.inside(v));
                    cnf.push(corners.chain(others.map(|v| self.inside(v))));
                }
            }
        }
    }

    /// A cut set with an open part. Take the set of A, whatever it is, and of those of `cells` that
    /// are not `open`. Neither end of the path nor the live end is in it, so an even number of
    /// edges of the path leaves it, and if it is not empty not only edges of the live end: these
    /// would be both, and the rest of the path not joined to it.
    pub fn cut_set(
        &self,
        graph: &Graph,
        live_end: usize,
        cells: &BTreeSet<usize>,
        open: &BTreeSet<usize>,
        cnf: &mut Cnf,
    ) -> Result<(), String> {
        let on_segment = |v: usize| self.cells.contains(&v);
        let kept: BTreeSet<usize> = cells.difference(open).copied().collect();
        if graph.ends().iter().chain([&live_end]).any(|v| cells.contains(v)) {
            return Err("the live end or an end of the path is in a cut set with a region".into());
        }
        if kept.is_empty() && !self.occupied {
            return Err("a cut set with a region may be empty".into());
        }
        let mut clause = Vec::new();
        let mut used_if = |edge: i32, condition: i32, cnf: &mut Cnf| {
            let lit = cnf.variables(1);
            cnf.push([-lit, edge]);
            cnf.push([-lit, condition]);
            clause.push(lit);
        };
        for &v in &kept {
            for &(w, edge) in graph.at(v).iter().filter(|(w, _)| !kept.contains(w)) {
                if w != live_end {
                    used_if(edge, -self.inside(w), cnf);
                }
            }
        }
        for &v in self.cells.iter().filter(|v| !kept.contains(v)) {
            for &(w, edge) in graph.at(v).iter().filter(|(w, _)| !kept.contains(w)) {
                if w != live_end && !on_segment(w) {
                    used_if(edge, self.inside(w), cnf);
                }
            }
        }
        cnf.push(clause);
        Ok(())
    }

    /// The clauses of cells that A can only reach through a free cell around them.
    pub fn reached(
        &self,
        graph: &Graph,
        cells: &BTreeSet<usize>,
        free: impl Fn(usize) -> i32,
        cnf: &mut Cnf,
    ) -> Result<(), String> {
        if self.side.iter().any(|v| cells.contains(v)) {
            return Err("a cell beside the segment is reached from there".into());
        }
        let around = cells.iter().flat_map(|&v| graph.at(v)).map(|(w, _)| *w);
        let around: BTreeSet<usize> =
            around.filter(|w| !cells.contains(w) && !self.cells.contains(w)).collect();
        for &v in cells {
            cnf.push([-self.inside(v)].into_iter().chain(around.iter().map(|&w| free(w))));
        }
        Ok(())
    }
}

/// The parts of a segment that are left out at once: for each place whether it is.
fn parts(length: usize) -> Vec<Vec<bool>> {
    let mut parts: Vec<Vec<bool>> = Vec::new();
    if length <= ALL_PARTS {
        let all = 0..(1u32 << length) - 1;
        parts.extend(all.map(|part| (0..length).map(|at| part >> at & 1 == 1).collect()));
        return parts;
    }
    let runs: Vec<_> =
        (0..length).flat_map(|from| (from + 1..=length).map(move |to| from..to)).collect();
    for (i, one) in runs.iter().enumerate() {
        let others = if length <= TWO_RUNS { i..runs.len() } else { i..i + 1 };
        for other in runs[others].iter().filter(|other| *other == one || one.end < other.start) {
            let part = (0..length).map(|at| one.contains(&at) || other.contains(&at));
            let part: Vec<bool> = part.collect();
            parts.push(part.iter().map(|out| !out).collect());
            parts.push(part);
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts.retain(|part| part.contains(&false));
    parts
}

/// Demands that the weights of the true literals add up to an allowed sum. There is a variable for
/// each value that the first terms can add up to, and one for each step to the next value; every
/// value is left by a step, and all but the first are reached by one.
pub(crate) fn sum(terms: &[(i32, i32)], allowed: impl Fn(i32) -> bool, cnf: &mut Cnf) {
    // Value → variable, for the sums of the first 0, 1, … terms from which an allowed one is
    // reached.
    let bound = terms.iter().map(|(_, weight)| weight.abs()).sum::<i32>();
    let values = |place: usize| {
        let before = terms[..place].iter().fold(vec![0], |sums, &(_, weight)| {
            let mut next: Vec<i32> = sums.iter().flat_map(|&s| [s, s + weight]).collect();
            next.sort_unstable();
            next.dedup();
            next
        });
        let after = terms[place..].iter().rev().fold(
            (-bound..=bound).filter(|&sum| allowed(sum)).collect::<Vec<i32>>(),
            |sums, &(_, weight)| {
                let mut earlier: Vec<i32> = sums.iter().flat_map(|&s| [s, s - weight]).collect();
                earlier.sort_unstable();
                earlier.dedup();
                earlier
            },
        );
        before.into_iter().filter(|sum| after.binary_search(sum).is_ok()).collect::<Vec<i32>>()
    };
    let layers: Vec<Vec<i32>> = (0..=terms.len()).map(values).collect();
    let firsts: Vec<i32> = layers.iter().map(|layer| cnf.variables(layer.len())).collect();
    let variable = |place: usize, sum: i32| {
        layers[place].binary_search(&sum).ok().map(|at| firsts[place] + at as i32)
    };
    cnf.push(variable(0, 0));
    for (place, &(term, weight)) in terms.iter().enumerate() {
        let mut arriving = vec![Vec::new(); layers[place + 1].len()];
        let mut taken = [Vec::new(), Vec::new()];
        for (here, &sum) in layers[place].iter().enumerate() {
            let here = firsts[place] + here as i32;
            let mut leaving = vec![-here];
            for (is, next, lit) in [(0, sum, -term), (1, sum + weight, term)] {
                let Some(there) = variable(place + 1, next) else { continue };
                let step = cnf.variables(1);
                cnf.push([-step, here]);
                cnf.push([-step, there]);
                cnf.push([-step, lit]);
                leaving.push(step);
                arriving[(there - firsts[place + 1]) as usize].push(step);
                taken[is].push(step);
            }
            cnf.push(leaving);
        }
        for (at, steps) in arriving.into_iter().enumerate() {
            cnf.push([-(firsts[place + 1] + at as i32)].into_iter().chain(steps));
        }
        let [without, with] = taken;
        cnf.push([term].into_iter().chain(without));
        cnf.push([-term].into_iter().chain(with));
    }
}
