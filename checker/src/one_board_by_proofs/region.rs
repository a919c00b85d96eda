//! The clauses about the region of a segment, for a path of the whole board that is split behind
//! the live end. Let A be the region without the segment and R the region with it. All cells of R
//! are free and none is an end of the path, so the path has degree 2 at each of them.
//!
//! **R4.** The path leaves R by edges at the segment, and perhaps by the step from the live end
//! into A; twice the surplus of R is the sum of their colours. If some cells of the segment, but
//! not all, are taken out of R, the edges of the path that leave the rest are even in number and
//! not none; at most one of them is at the live end. An edge that leaves R counts 1 if its cell in
//! R has another colour than the live end, else -1. (proof: docs/reference/certificates.md, "R4")
//!
//! **R5.** If no cell of a set is beside the segment on its side, A meets the set only if a cell
//! next to it, outside it and off the segment, is free. (proof: docs/reference/certificates.md,
//! "R5")

use std::collections::BTreeSet;

use crate::kernel::cnf::{Cnf, variable};
use crate::kernel::graph::Graph;
use crate::kernel::sum::{both, constrain_sum};

/// The region of a segment on one board, as variables.
#[derive(Clone, Debug)]
pub struct BoardRegion {
    /// The variable "the cell is in A" of cell 0; those of the other cells follow.
    pub first: i32,
    /// The segment, neighbour by neighbour.
    pub cells: Vec<usize>,
    /// The cells beside it where A begins, free or not, without the live end.
    pub side: Vec<usize>,
}

impl BoardRegion {
    /// "The cell is in A."
    pub fn inside(&self, cell: usize) -> i32 {
        variable(self.first, cell)
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
        cnf.push([-self.inside(graph.ends[1])]);
        for &v in &self.side {
            cnf.push([-free(v), self.inside(v)]);
        }
        for v in graph.vertices().filter(|&v| !on_segment(v)) {
            cnf.push([-self.inside(v), free(v)]);
            for &(w, _) in graph.at[v].iter().filter(|(w, _)| !on_segment(*w)) {
                cnf.push([-self.inside(v), -free(w), self.inside(w)]);
            }
        }
        // The edges that leave R, with the colour of their end in R; for each cell of the segment,
        // those that do not lead to the live end; and the edges into A.
        let mut leaving = Vec::new();
        let mut away = vec![Vec::new(); self.cells.len()];
        let mut into = vec![Vec::new(); self.cells.len()];
        for (place, &v) in self.cells.iter().enumerate() {
            let colour = if graph.is_black(v) == graph.is_black(live_end) { -1 } else { 1 };
            for &(w, edge) in graph.at[v].iter().filter(|(w, _)| !on_segment(*w)) {
                if w == live_end {
                    leaving.push((edge, colour));
                    continue;
                }
                into[place].push(both(edge, self.inside(w), cnf));
                // A side cell is in A or drawn, and no edge leads to a drawn one.
                if !self.side.contains(&w) {
                    let lit = both(edge, -self.inside(w), cnf);
                    leaving.push((lit, colour));
                    away[place].push(lit);
                }
            }
        }
        for &(w, edge) in graph.at[live_end].iter().filter(|(w, _)| !on_segment(*w)) {
            leaving.push((both(edge, self.inside(w), cnf), 1));
        }
        // An edge within R has one end of each colour, and each cell of R has two edges. So twice
        // the surplus of R is the sum of the colours.
        constrain_sum(&leaving, |sum| sum % 2 == 0 && allowed(sum / 2), cnf);
        // Leave out a part of the segment, but not all of it. An even number of edges leaves the
        // rest of R, and not none, so at least two; at most one of them is the step from the live
        // end. The parts are runs of neighbours, and all but a run. More parts would do no harm.
        let count = self.cells.len();
        for (from, to) in (0..count).flat_map(|from| (from + 1..=count).map(move |to| (from, to))) {
            for run_is_out in [false, true].into_iter().take(1 + usize::from(to - from < count)) {
                let out = |place: usize| (from..to).contains(&place) == run_is_out;
                let mut clause = Vec::new();
                for place in 0..count {
                    clause.extend(if out(place) { &into[place] } else { &away[place] });
                    if place > 0 && out(place) != out(place - 1) {
                        clause.extend(graph.edge(self.cells[place - 1], self.cells[place]));
                    }
                }
                cnf.push(clause);
            }
        }
    }

    /// The clauses of cells that A can only contain if a cell around them is free.
    pub(super) fn reached(
        &self,
        graph: &Graph,
        cells: &BTreeSet<usize>,
        free: impl Fn(usize) -> i32,
        cnf: &mut Cnf,
    ) -> Result<(), String> {
        if self.side.iter().any(|v| cells.contains(v)) {
            return Err("a cell beside the segment is reached from there".into());
        }
        let around = cells.iter().flat_map(|&v| &graph.at[v]).map(|(w, _)| *w);
        let around: BTreeSet<usize> =
            around.filter(|w| !cells.contains(w) && !self.cells.contains(w)).collect();
        for &v in cells {
            cnf.push([-self.inside(v)].into_iter().chain(around.iter().map(|&w| free(w))));
        }
        Ok(())
    }
}
