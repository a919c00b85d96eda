//! The clauses about the region of a segment, for a path of the whole board that is split behind
//! the live end. Let A be the region without the segment and R the region with it. All cells of R
//! are free and none is an end of the path, so the path has degree 2 at each of them.
//!
//! **R4.** The path leaves R by edges at the segment, and perhaps by the step from the live end
//! into A; twice the surplus of R is the sum of their colours, and an even number of them leaves R
//! without a part of the segment. (proof: docs/certificates.md, "R4")
//!
//! **R5.** An edge of the path leaves the cells of A together with other cells, and A contains a
//! cell away from the segment only if a cell around it is free. (proof: docs/certificates.md, "R5")

use std::collections::BTreeSet;

use deadmove_checker_kernel::cnf::Cnf;
use deadmove_checker_kernel::graph::Graph;
use deadmove_checker_kernel::sum::constrain_sum;

/// Segments up to this length get a cut set for each subset of their cells; segments up to
/// [`TWO_RUNS`] for the subsets, and their complements, that are two runs of neighbours; longer
/// segments for single runs. The cut sets of all subsets hold; only these pay off.
const ALL_SUBSETS: usize = 6;
const TWO_RUNS: usize = 12;

/// The region of a segment on one board, as variables.
#[derive(Clone, Debug)]
pub struct BoardRegion {
    /// The variable "the cell is in A" of cell 0; those of the other cells follow.
    pub first: i32,
    /// The segment, neighbour by neighbour.
    pub cells: Vec<usize>,
    /// The cells beside it where A begins, free or not, without the live end.
    pub side: Vec<usize>,
    /// Whether A must have cells.
    pub occupied: bool,
}

/// "An edge of the path leaves R here."
struct LeavingEdge {
    lit: i32,
    /// The index in the segment of the cell where it leaves; none for the edge from the live end
    /// into A.
    at: Option<usize>,
    /// Whether its other end is the live end.
    step: bool,
    /// −1 if its end in R has the colour of the live end, else 1.
    colour: i32,
}

impl BoardRegion {
    /// "The cell is in A."
    pub fn inside(&self, cell: usize) -> i32 {
        self.first + cell as i32
    }

    /// Adds the definition of the variables and what follows for the edges that leave R.
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
        // "An edge of the path leads from this cell of the segment into A."
        let mut entries = Vec::new();
        for (place, &v) in self.cells.iter().enumerate() {
            let colour = if graph.is_black(v) == graph.is_black(live_end) { -1 } else { 1 };
            for &(w, edge) in graph.at(v).iter().filter(|(w, _)| !on_segment(*w)) {
                let at = Some(place);
                if w == live_end {
                    leaving.push(LeavingEdge { lit: edge, at, step: true, colour });
                    continue;
                }
                entries.push((place, both(edge, self.inside(w), cnf)));
                // A side cell is in A or drawn, and no edge leads to a drawn one.
                if !self.side.contains(&w) {
                    let lit = both(edge, -self.inside(w), cnf);
                    leaving.push(LeavingEdge { lit, at, step: false, colour });
                }
            }
        }
        for &(w, edge) in graph.at(live_end).iter().filter(|(w, _)| !on_segment(*w)) {
            let lit = both(edge, self.inside(w), cnf);
            leaving.push(LeavingEdge { lit, at: None, step: true, colour: 1 });
        }
        // An edge within R has one end of each colour, and each cell of R has two edges. So twice
        // the surplus of R is the sum, over the edges that leave R, of the colour of their end in
        // R.
        let terms: Vec<(i32, i32)> = leaving.iter().map(|edge| (edge.lit, edge.colour)).collect();
        constrain_sum(&terms, |sum| sum % 2 == 0 && allowed(sum / 2), cnf);
        // Remove a proper subset of the segment from R. An even number of edges leaves the rest,
        // and not none, so at least two; at most one of them is the step from the live end.
        for out in subsets(self.cells.len()) {
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
        // R is connected. So is everything else, together with the outside of the board: a segment
        // that does not turn back cannot surround a cell. Therefore no 2×2 block has R in two
        // opposite corners and the rest in the other two.
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

    /// A cut set that contains the region. Take the cells of A, whichever these are, and those of
    /// `cells` that are not `open`. Neither an end of the path nor the live end is in this set, so
    /// an even number of edges of the path leaves it. If the set is not empty, these are not only
    /// edges at the live end: then both edges of the live end would lead into the set, and the rest
    /// of the path would not be connected with it.
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

    /// The clauses of cells that A can only contain if a cell around them is free.
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

/// The subsets of a segment that are removed from R: for each cell of the segment whether it is.
fn subsets(length: usize) -> Vec<Vec<bool>> {
    let mut subsets: Vec<Vec<bool>> = Vec::new();
    if length <= ALL_SUBSETS {
        let all = 0..(1u32 << length) - 1;
        subsets.extend(all.map(|bits| (0..length).map(|at| bits >> at & 1 == 1).collect()));
        return subsets;
    }
    let runs: Vec<_> =
        (0..length).flat_map(|from| (from + 1..=length).map(move |to| from..to)).collect();
    for (i, one) in runs.iter().enumerate() {
        let others = if length <= TWO_RUNS { i..runs.len() } else { i..i + 1 };
        for other in runs[others].iter().filter(|other| *other == one || one.end < other.start) {
            let subset = (0..length).map(|at| one.contains(&at) || other.contains(&at));
            let subset: Vec<bool> = subset.collect();
            subsets.push(subset.iter().map(|out| !out).collect());
            subsets.push(subset);
        }
    }
    subsets.sort_unstable();
    subsets.dedup();
    subsets.retain(|subset| subset.contains(&false));
    subsets
}
