//! Regions of free vertices beside a segment, in a path that is split behind its live end.
//!
//! The *side* of a segment consists of vertices next to it. The region is the set of vertices that
//! can be reached from the free vertices of the side through free vertices off the segment. A
//! second label, `inside`, is closed under steps to free vertices off the segment. It may cover
//! more than the region: other free vertices that the segment cuts off. Where that matters,
//! [`SegmentRegion::reachable`] excludes the model.
//!
//! Two kinds of facts about the few edges at the segment decide most questions. Both follow from
//! the definition and from the fact that the end of the path lies elsewhere:
//!
//! - **Colours.** Let R be the region with its segment. All its vertices have degree 2, so
//!   2·(whites − blacks of R) = (white ends − black ends, inside R, of the path edges that leave
//!   R). These are edges at the segment, and the edge that leads from the live end into the region.
//! - **Cut sets.** For every part X of the segment, some path edge other than the step from the
//!   live end leaves R without X: both ends of the path lie elsewhere, so an even number of its
//!   edges leaves that set.

use crate::cnf::{Clauses, FreshLits, Lit};
use crate::graph::Graph;
use crate::split::Split;
use crate::sum::sum_clauses;

/// Segments up to this length get a cut set for each of their parts. Those up to [`TWO_RUNS`] get
/// one for each part that consists of one or two runs of neighbours, and for the complement of
/// each; longer ones for single runs only. The other cut sets are lazy constraints.
const ALL_PARTS: usize = 6;
const TWO_RUNS: usize = 12;

/// A segment and the label of its region.
#[derive(Clone, Debug)]
pub struct SegmentRegion {
    split: Split,
    /// The vertices of the segment.
    pub segment: Vec<usize>,
    side: Vec<usize>,
    inside: FreshLits,
}

/// A path edge between the segment and its surroundings, or between the live end and the region.
struct Crossing {
    /// Index of its end in the segment; none for an edge from the live end into the region.
    at: Option<usize>,
    /// "The edge is used and leaves the region."
    lit: Lit,
    /// Whether the end inside the region is white; the live end is black.
    white: bool,
}

impl SegmentRegion {
    /// The region of `segment`, whose vertices are in the order of a path, on its `side`. Its label
    /// has new variables of the formula, one for each vertex.
    pub fn new(
        split: Split,
        segment: Vec<usize>,
        side: Vec<usize>,
        graph: &Graph,
        clauses: &mut Clauses,
    ) -> SegmentRegion {
        SegmentRegion { split, segment, side, inside: clauses.fresh_many(graph.vertices()) }
    }

    /// "`v` is in the region, and not on its segment."
    pub fn inside(&self, v: usize) -> Lit {
        self.inside.at(v)
    }

    /// Demands that the segment is free and the region closed, and adds the facts about the edges
    /// at the segment. `end`, an end of the path, lies outside. With `occupied` some vertex of the
    /// side must be free. `surplus` says which numbers of white minus black vertices, of region and
    /// segment together, are allowed.
    pub fn clauses(
        &self,
        graph: &Graph,
        end: usize,
        occupied: bool,
        surplus: impl Fn(i32) -> bool,
        clauses: &mut Clauses,
    ) {
        self.label_clauses(graph, end, clauses);
        let (crossings, entries) = self.crossings(graph, clauses);
        let terms: Vec<(Lit, i32)> =
            crossings.iter().map(|c| (c.lit, if c.white { 1 } else { -1 })).collect();
        sum_clauses(&terms, |sum| sum % 2 == 0 && surplus(sum / 2), clauses);
        self.cut_sets(graph, &crossings, &entries, clauses);
        if occupied {
            clauses.push(self.side.iter().map(|&v| self.split.free(v)));
            clauses.push(entries.iter().map(|&(_, lit)| lit));
        }
    }

    /// Demands that the segment is free and the region closed.
    fn label_clauses(&self, graph: &Graph, end: usize, clauses: &mut Clauses) {
        let split = &self.split;
        for &v in &self.segment {
            clauses.push([split.free(v)]);
            clauses.push([!self.inside(v)]);
        }
        clauses.push([!self.inside(end)]);
        for &v in &self.side {
            clauses.push([split.drawn(v), self.inside(v)]);
        }
        let off_segment = self.off_segment(graph);
        for v in (0..graph.vertices()).filter(|&v| off_segment[v]) {
            clauses.push([!self.inside(v), split.free(v)]);
            for (w, _) in graph.neighbours(v).filter(|&(w, _)| off_segment[w]) {
                clauses.push([!self.inside(v), split.drawn(w), self.inside(w)]);
            }
        }
    }

    /// For each vertex whether it is not on the segment.
    fn off_segment(&self, graph: &Graph) -> Vec<bool> {
        let mut off_segment = vec![true; graph.vertices()];
        self.segment.iter().for_each(|&v| off_segment[v] = false);
        off_segment
    }

    /// The edges that may leave region and segment, and the entries: for an index in the segment
    /// "the edge is used and leads into the region".
    fn crossings(
        &self,
        graph: &Graph,
        clauses: &mut Clauses,
    ) -> (Vec<Crossing>, Vec<(usize, Lit)>) {
        let live_end = self.split.live_end;
        let off_segment = self.off_segment(graph);
        let (mut crossings, mut entries) = (Vec::new(), Vec::new());
        for (at, &v) in self.segment.iter().enumerate() {
            let white = graph.is_black(v) != graph.is_black(live_end);
            for (w, edge) in graph.neighbours(v).filter(|&(w, _)| off_segment[w]) {
                let used = Lit::edge(edge);
                if w == live_end {
                    crossings.push(Crossing { at: Some(at), lit: used, white });
                    continue;
                }
                entries.push((at, clauses.both(used, self.inside(w))));
                // A side vertex is inside, or drawn and the edge unused.
                if !self.side.contains(&w) {
                    let lit = clauses.both(used, !self.inside(w));
                    crossings.push(Crossing { at: Some(at), lit, white });
                }
            }
        }
        for (w, edge) in graph.neighbours(live_end).filter(|&(w, _)| off_segment[w]) {
            let lit = clauses.both(Lit::edge(edge), self.inside(w));
            crossings.push(Crossing { at: None, lit, white: true });
        }
        (crossings, entries)
    }

    /// The cut sets of the region with its segment, for each part of the segment that is left out.
    fn cut_sets(
        &self,
        graph: &Graph,
        crossings: &[Crossing],
        entries: &[(usize, Lit)],
        clauses: &mut Clauses,
    ) {
        let length = self.segment.len();
        let links: Vec<Lit> = self
            .segment
            .windows(2)
            .map(|pair| graph.edge_between(pair[0], pair[1]).expect("a segment is a path"))
            .map(Lit::edge)
            .collect();
        // The whole segment is never left out: what remains is the region, which may be empty.
        for part in parts(length) {
            let left_out = |at: usize| part[at];
            let leaving = crossings
                .iter()
                .filter(|c| c.at.is_some_and(|at| !left_out(at)))
                .filter(|c| !self.is_step(graph, c))
                .map(|c| c.lit);
            let between =
                (1..length).filter(|&at| left_out(at) != left_out(at - 1)).map(|at| links[at - 1]);
            let into = entries.iter().filter(|&&(at, _)| left_out(at)).map(|&(_, lit)| lit);
            clauses.push(leaving.chain(between).chain(into));
        }
    }

    /// Whether a crossing is the edge from the live end to a vertex of the segment.
    fn is_step(&self, graph: &Graph, crossing: &Crossing) -> bool {
        let live_end = self.split.live_end;
        crossing.at.is_some_and(|at| {
            graph
                .edge_between(self.segment[at], live_end)
                .is_some_and(|edge| Lit::edge(edge) == crossing.lit)
        })
    }

    /// Adds a cut set that is valid for every shape of the region.
    ///
    /// `piece` is a set of vertices, without the live end and both ends of the path, that contains
    /// the whole region of a model (`is_labelled`). Let S be the union of three sets: the region,
    /// of any shape; the vertices of the segment in the piece; and the rest of the piece. The ends
    /// of the path lie outside S, so an even number of path edges leaves S. If S is not empty, one
    /// of them is not the step from the live end. New literals imply that an edge is used and
    /// leaves S. The converse is not needed, since they occur only positively. Adds nothing if S
    /// may be empty; it is not if the region is `occupied`.
    pub fn cut_set(
        &self,
        graph: &Graph,
        piece: impl Fn(usize) -> bool,
        is_labelled: impl Fn(usize) -> bool,
        occupied: bool,
        clauses: &mut Clauses,
    ) {
        let live_end = self.split.live_end;
        let on_segment = |v: usize| self.segment.contains(&v);
        let members: Vec<usize> = (0..graph.vertices()).filter(|&v| piece(v)).collect();
        let others: Vec<usize> =
            members.iter().copied().filter(|&v| !on_segment(v) && !is_labelled(v)).collect();
        let kept = self.segment.iter().any(|&v| piece(v));
        if !(kept || occupied || !others.is_empty()) {
            return;
        }
        let beside = |v: usize| others.binary_search(&v).is_ok();
        let mut clause = Vec::new();
        let crossing = |edge: usize, condition: Lit, clauses: &mut Clauses| {
            let lit = clauses.fresh();
            clauses.push([!lit, Lit::edge(edge)]);
            clauses.push([!lit, condition]);
            lit
        };
        for &v in &self.segment {
            for (w, edge) in graph.neighbours(v) {
                if on_segment(w) {
                    if piece(v) && !piece(w) {
                        clause.push(Lit::edge(edge));
                    }
                } else if piece(v) {
                    if w != live_end && !beside(w) {
                        clause.push(crossing(edge, !self.inside(w), clauses));
                    }
                } else if beside(w) {
                    clause.push(Lit::edge(edge));
                } else if w != live_end {
                    clause.push(crossing(edge, self.inside(w), clauses));
                }
            }
        }
        for &v in &others {
            for (w, edge) in graph.neighbours(v).filter(|&(w, _)| !beside(w) && !on_segment(w)) {
                clause.push(crossing(edge, !self.inside(w), clauses));
            }
        }
        clauses.push(clause);
    }

    /// The region in a model; `is_free` says which vertices the model makes free.
    pub fn members(&self, graph: &Graph, is_free: impl Fn(usize) -> bool) -> Vec<bool> {
        graph.reached(&self.side, |v| is_free(v) && !self.segment.contains(&v))
    }

    /// Lazy constraints for a model whose label covers vertices outside the region. A vertex of the
    /// region is reached from the side. So if a set around it contains no vertex of the region in
    /// this model, some vertex next to the set must be free. No clauses if the label is the region.
    pub fn reachable(
        &self,
        graph: &Graph,
        is_free: impl Fn(usize) -> bool,
        is_labelled: impl Fn(usize) -> bool,
    ) -> Clauses {
        let region = self.members(graph, is_free);
        let spurious = |v: usize| is_labelled(v) && !region[v];
        let mut seen = vec![false; graph.vertices()];
        let mut clauses = Clauses::default();
        for first in 0..graph.vertices() {
            if seen[first] || !spurious(first) {
                continue;
            }
            let mut members = vec![first];
            seen[first] = true;
            let mut at = 0;
            while at < members.len() {
                for (w, _) in graph.neighbours(members[at]) {
                    if spurious(w) && !seen[w] {
                        seen[w] = true;
                        members.push(w);
                    }
                }
                at += 1;
            }
            let mut around: Vec<usize> = members
                .iter()
                .flat_map(|&v| graph.neighbours(v))
                .map(|(w, _)| w)
                .filter(|w| !members.contains(w) && !self.segment.contains(w))
                .collect();
            around.sort_unstable();
            around.dedup();
            for &v in &members {
                let opening = around.iter().map(|&w| self.split.free(w));
                clauses.push([!self.inside(v)].into_iter().chain(opening));
            }
        }
        clauses
    }
}

/// The parts of a segment that get a cut set from the start, except the whole: for each index
/// whether it is in the part.
fn parts(length: usize) -> Vec<Vec<bool>> {
    if length <= ALL_PARTS {
        let all = 0..(1u32 << length) - 1;
        return all.map(|part| (0..length).map(|at| part >> at & 1 == 1).collect()).collect();
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for from in 0..length {
        ranges.extend((from + 1..=length).map(|to| (from, to)));
    }
    let within = |(from, to): (usize, usize), at: usize| (from..to).contains(&at);
    let mut parts = vec![vec![false; length]];
    for (i, &one) in ranges.iter().enumerate() {
        let others = if length <= TWO_RUNS { &ranges[i..] } else { &ranges[i..=i] };
        for &other in others.iter().filter(|&&other| other == one || one.1 < other.0) {
            let part: Vec<bool> =
                (0..length).map(|at| within(one, at) || within(other, at)).collect();
            parts.push(part.iter().map(|&is_in| !is_in).collect());
            parts.push(part);
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts.retain(|part| part.contains(&false));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_segments_get_all_parts_but_the_whole_and_long_ones_few() {
        assert_eq!(parts(1), [[false]]);
        assert_eq!(parts(6).len(), 63);
        let runs = |part: &[bool]| {
            part.iter().enumerate().filter(|&(i, &is_in)| is_in && (i == 0 || !part[i - 1])).count()
        };
        for part in parts(9) {
            let rest: Vec<bool> = part.iter().map(|is_in| !is_in).collect();
            assert!(runs(&part) <= 2 || runs(&rest) <= 2);
            assert!(rest.contains(&true));
        }
        assert!(parts(70).len() < 6_000);
    }
}
