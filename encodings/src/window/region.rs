//! Regions beside a segment of the disc, as a label on the cells of the window.
//!
//! The *side* of a segment consists of some of the cells next to it. The region is the set of cells
//! that can be reached from the free cells of the side through free cells off the segment. It may
//! extend far beyond the window; only vertices and outer cells have the label. The end is neither
//! in the region nor on the segment.

use super::Window;
use super::lazy::WindowModel;
use crate::cnf::{Clauses, FreshLits, Lit};
use crate::sum::sum_clauses;

/// A segment and the label of its region.
#[derive(Clone, Debug)]
pub struct RimRegion {
    /// For each vertex whether it is on the segment.
    on_segment: Vec<bool>,
    side_vertices: Vec<usize>,
    side_outers: Vec<usize>,
    /// Labels of the vertices, then of the outer cells.
    label: FreshLits,
}

impl RimRegion {
    /// The region of a segment. Its label has new variables of the formula.
    pub fn new(
        window: &Window,
        segment: &[usize],
        side_vertices: Vec<usize>,
        side_outers: Vec<usize>,
        clauses: &mut Clauses,
    ) -> RimRegion {
        let mut on_segment = vec![false; window.disc.vertices.len()];
        segment.iter().for_each(|&v| on_segment[v] = true);
        let label = clauses.fresh_many(window.disc.vertices.len() + window.disc.outers.len());
        RimRegion { on_segment, side_vertices, side_outers, label }
    }

    /// "The vertex is in the region, and not on its segment."
    pub fn has_vertex(&self, vertex: usize) -> Lit {
        self.label.at(vertex)
    }

    /// "The outer cell is in the region."
    pub fn has_outer(&self, outer: usize) -> Lit {
        self.label.at(self.on_segment.len() + outer)
    }

    /// The definition of the label. Free cells of the side are in the region. Two free neighbours
    /// off the segment are both in it or both not. Cells of the segment, walls and the end are not
    /// in it. So the last piece of the path is not in it, and the two ends of any other piece are
    /// both in it or both not.
    pub fn label_clauses(&self, window: &Window, clauses: &mut Clauses) {
        let disc = &window.disc;
        let same = |a: Lit, b: Lit, unless: &[Lit], clauses: &mut Clauses| {
            clauses.push([!a, b].into_iter().chain(unless.iter().copied()));
            clauses.push([a, !b].into_iter().chain(unless.iter().copied()));
        };
        for vertex in 0..disc.vertices.len() {
            if self.on_segment[vertex] {
                clauses.push([!self.has_vertex(vertex)]);
            }
            if let Some(end) = window.end_vertex[vertex] {
                clauses.push([!end, !self.has_vertex(vertex)]);
                if self.on_segment[vertex] {
                    clauses.push([!end]);
                }
            }
        }
        for &vertex in &self.side_vertices {
            clauses.push([self.has_vertex(vertex)]);
        }
        for &outer in &self.side_outers {
            clauses.push([!window.free[outer], self.has_outer(outer)]);
        }
        for &(a, b) in &disc.edges {
            if !self.on_segment[a] && !self.on_segment[b] {
                same(self.has_vertex(a), self.has_vertex(b), &[], clauses);
            }
        }
        for (outer, cell) in disc.outers.iter().enumerate() {
            let (free, inside) = (window.free[outer], self.has_outer(outer));
            clauses.push([!inside, free]);
            if let Some(end) = window.end_outer[outer] {
                clauses.push([!end, !inside]);
            }
            for &other in cell.beyond.iter().flatten().filter(|&&other| other < outer) {
                same(inside, self.has_outer(other), &[!free, !window.free[other]], clauses);
            }
        }
        for place in &disc.places {
            if let Some(vertex) = place.vertex
                && !self.on_segment[vertex]
            {
                let walled = !window.free[place.outer];
                same(self.has_vertex(vertex), self.has_outer(place.outer), &[walled], clauses);
            }
        }
        for (at, last) in window.last.iter().enumerate() {
            if let Some(last) = *last {
                clauses.push([!last, !self.has_outer(disc.places[at].outer)]);
            }
        }
        for ((p, q), join) in window.joins() {
            let [p, q] = [p, q].map(|at| self.has_outer(disc.places[at].outer));
            same(p, q, &[!join], clauses);
        }
    }

    /// The side has a free cell.
    pub fn occupied_clauses(&self, window: &Window, clauses: &mut Clauses) {
        if self.side_vertices.is_empty() {
            clauses.push(self.side_outers.iter().map(|&outer| window.free[outer]));
        }
    }

    /// The side has no free cell.
    pub fn empty_clauses(&self, window: &Window, clauses: &mut Clauses) {
        if !self.side_vertices.is_empty() {
            clauses.push([]);
        }
        for &outer in &self.side_outers {
            clauses.push([!window.free[outer]]);
        }
    }

    /// The colour equation. All cells of region and segment have two neighbours in the path. So
    /// twice the whites minus twice the blacks is the number of path edges that leave at a white
    /// cell minus the number that leave at a black one. They leave from the segment, except the
    /// step from the live end if that leads inside. `surplus` says which numbers of whites minus
    /// blacks are allowed.
    pub fn colour_clauses(
        &self,
        window: &Window,
        surplus: impl Fn(i32) -> bool,
        clauses: &mut Clauses,
    ) {
        let terms = self.crossings(window, clauses);
        let allowed = |sum: i32| sum % 2 == 0 && surplus(sum / 2);
        sum_clauses(&terms, allowed, clauses);
    }

    /// For each edge that may leave region and segment, "the path uses it and it leaves them", with
    /// weight 1 for a white inner end and −1 for a black one.
    fn crossings(&self, window: &Window, clauses: &mut Clauses) -> Vec<(Lit, i32)> {
        let disc = &window.disc;
        let mut terms = Vec::new();
        for (vertex, cell) in disc.vertices.iter().enumerate() {
            if cell.first {
                let lit = if self.on_segment[vertex] {
                    let always = clauses.fresh();
                    clauses.push([always]);
                    always
                } else {
                    self.has_vertex(vertex)
                };
                terms.push((lit, if cell.white { 1 } else { -1 }));
            }
            if !self.on_segment[vertex] {
                continue;
            }
            let edges = window.edges_at[vertex]
                .iter()
                .filter(|&&(_, other)| !self.on_segment[other])
                .map(|&(edge, other)| (Lit::edge(edge), self.has_vertex(other)));
            let exits = window.exits_at[vertex].iter().filter_map(|&place| {
                Some((window.exit[place]?, self.has_outer(disc.places[place].outer)))
            });
            for (used, inside) in edges.chain(exits).collect::<Vec<_>>() {
                let leaves = clauses.both(used, !inside);
                terms.push((leaves, if cell.white { 1 } else { -1 }));
            }
        }
        terms
    }

    /// Constraints for labelled cells that are not reached from the side in a model. A cell of the
    /// region is connected with a free cell of the side. So if it is labelled, some wall around the
    /// connected set that contains it must be free.
    pub fn lazy_reach_constraints(
        &self,
        window: &Window,
        model: &WindowModel,
        is: impl Fn(Lit) -> bool,
        constraints: &mut Vec<Vec<Lit>>,
    ) {
        let disc = &window.disc;
        // Nodes: vertices, then arcs.
        let arcs = window.arcs(model);
        let vertices = disc.vertices.len();
        let mut arc_of = vec![None; disc.places.len()];
        for (number, arc) in arcs.iter().enumerate() {
            arc.iter().for_each(|&at| arc_of[at] = Some(vertices + number));
        }
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); vertices + arcs.len()];
        let mut link = |a: usize, b: usize| {
            near[a].push(b);
            near[b].push(a);
        };
        for &(a, b) in &disc.edges {
            if !self.on_segment[a] && !self.on_segment[b] {
                link(a, b);
            }
        }
        for (at, place) in disc.places.iter().enumerate() {
            if let (Some(vertex), Some(arc)) = (place.vertex, arc_of[at])
                && !self.on_segment[vertex]
            {
                link(vertex, arc);
            }
        }
        let spread = |from: Vec<usize>| {
            let mut seen = vec![false; near.len()];
            let mut stack = from;
            stack.iter().for_each(|&node| seen[node] = true);
            while let Some(node) = stack.pop() {
                for &next in &near[node] {
                    if !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                    }
                }
            }
            seen
        };
        let sides = disc.places.iter().enumerate();
        let sides = sides.filter(|(_, place)| self.side_outers.contains(&place.outer));
        let sides = sides.filter_map(|(at, _)| arc_of[at]);
        let reached = spread(self.side_vertices.iter().copied().chain(sides).collect());
        let mut done = vec![false; near.len()];
        for node in 0..near.len() {
            let lit = match node.checked_sub(vertices) {
                None => self.has_vertex(node),
                Some(arc) => self.has_outer(disc.places[arcs[arc][0]].outer),
            };
            if done[node] || reached[node] || !is(lit) {
                continue;
            }
            let set = spread(vec![node]);
            let mut opens: Vec<Lit> = Vec::new();
            for member in (0..near.len()).filter(|&member| set[member]) {
                done[member] = true;
                match member.checked_sub(vertices) {
                    None => {
                        let beside = disc.places.iter().filter(|p| p.vertex == Some(member));
                        let walls = beside.map(|place| window.free[place.outer]);
                        opens.extend(walls.filter(|&free| !is(free)));
                    }
                    Some(arc) => opens.extend(window.arc_opens(&arcs[arc])),
                }
            }
            opens.sort_unstable();
            opens.dedup();
            constraints.push([!lit].into_iter().chain(opens).collect());
        }
    }
}
