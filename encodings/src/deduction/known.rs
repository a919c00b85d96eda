//! Decided edges, and which lemma decides another one. Edges are decided and forgotten again in any
//! order: what is kept between two questions only saves time.

use std::collections::BTreeSet;

use crate::propagation::adjacency::Adjacency;
use crate::propagation::colour::DegreeFlow;
use crate::propagation::connectivity::{EdgeView, Search};
use crate::propagation::{Conflict, EdgeCause, EdgeState};

/// The decided edges of a graph.
#[derive(Clone, Debug)]
pub(super) struct KnownEdges<'a> {
    pub(super) adjacency: &'a Adjacency,
    pub(super) state: Vec<EdgeState>,
    /// Edges that are in, by vertex.
    pub(super) used: Vec<u8>,
    /// Edges that are not out, by vertex.
    pub(super) left: Vec<u8>,
    search: Search,
    /// An edge set that had the wanted degrees, to be repaired.
    flow: DegreeFlow,
}

/// Edges with the way they are decided.
pub(super) type Decided = Vec<(u32, bool)>;

impl<'a> KnownEdges<'a> {
    pub(super) fn new(adjacency: &'a Adjacency) -> KnownEdges<'a> {
        KnownEdges {
            adjacency,
            state: vec![EdgeState::Undecided; adjacency.edges()],
            used: vec![0; adjacency.vertices()],
            left: (0..adjacency.vertices()).map(|v| adjacency.links(v).len() as u8).collect(),
            search: Search::new(adjacency.vertices(), adjacency.edges()),
            flow: DegreeFlow::new(adjacency),
        }
    }

    /// Decides an undecided edge.
    pub(super) fn set(&mut self, edge: u32, is_in: bool) {
        debug_assert_eq!(self.state[edge as usize], EdgeState::Undecided);
        self.state[edge as usize] = if is_in { EdgeState::In } else { EdgeState::Out };
        for v in self.adjacency.ends[edge as usize] {
            match is_in {
                true => self.used[v as usize] += 1,
                false => self.left[v as usize] -= 1,
            }
        }
    }

    /// Forgets how an edge is decided.
    pub(super) fn unset(&mut self, edge: u32) {
        for v in self.adjacency.ends[edge as usize] {
            match self.state[edge as usize] {
                EdgeState::In => self.used[v as usize] -= 1,
                EdgeState::Out => self.left[v as usize] += 1,
                EdgeState::Undecided => {}
            }
        }
        self.state[edge as usize] = EdgeState::Undecided;
    }

    pub(super) fn is_undecided(&self, edge: u32) -> bool {
        self.state[edge as usize] == EdgeState::Undecided
    }

    /// Whether the degree of an end, or the small loop it would close, decides an undecided edge in
    /// this way.
    pub(super) fn follows(&self, edge: u32, is_in: bool, cause: EdgeCause) -> bool {
        match cause {
            EdgeCause::Degree => self.degree_vertex(edge, is_in).is_some(),
            EdgeCause::SmallLoop => !is_in && self.closes_small_loop(edge),
            EdgeCause::TwoEdgeCut | EdgeCause::Colour | EdgeCause::Given => false,
        }
    }

    /// The end of an edge whose degree decides it.
    pub(super) fn degree_vertex(&self, edge: u32, is_in: bool) -> Option<usize> {
        let counts = if is_in { &self.left } else { &self.used };
        let ends = self.adjacency.ends[edge as usize].into_iter().map(|v| v as usize);
        ends.into_iter().find(|&v| counts[v] == self.adjacency.degree[v])
    }

    /// The chain of edges that are in, the virtual edge among them, from one vertex to another,
    /// without one edge.
    pub(super) fn chain(&self, from: usize, to: usize, without: u32) -> Option<Vec<usize>> {
        let mut came_from = vec![usize::MAX; self.adjacency.vertices()];
        came_from[from] = from;
        let mut stack = vec![from];
        while let Some(v) = stack.pop() {
            if v == to {
                let mut chain = vec![to];
                while chain[chain.len() - 1] != from {
                    chain.push(came_from[chain[chain.len() - 1]]);
                }
                return Some(chain);
            }
            let links = self.adjacency.links(v).iter();
            let by_links = links
                .filter(|link| link.edge != without)
                .filter(|link| self.state[link.edge as usize] == EdgeState::In)
                .map(|link| link.to as usize);
            for next in by_links.chain(self.adjacency.other_path_end(v)) {
                if came_from[next] == usize::MAX {
                    came_from[next] = v;
                    stack.push(next);
                }
            }
        }
        None
    }

    fn closes_small_loop(&self, edge: u32) -> bool {
        let [a, b] = self.adjacency.ends[edge as usize].map(|v| v as usize);
        let chain = self.chain(a, b, edge);
        chain.is_some_and(|chain| chain.len() < self.adjacency.vertices())
    }

    /// All undecided edges that the lemmas decide now, each once, with the lemma.
    ///
    /// # Errors
    /// The conflict that the cheapest lemma finds.
    pub(super) fn round(&mut self) -> Result<Vec<(u32, bool, EdgeCause)>, Conflict> {
        let mut chains = self.check(true)?;
        let mut found: Vec<(u32, bool, EdgeCause)> = Vec::new();
        for edge in (0..self.state.len() as u32).filter(|&edge| self.is_undecided(edge)) {
            let degree =
                [false, true].into_iter().find(|&is_in| self.degree_vertex(edge, is_in).is_some());
            if let Some(is_in) = degree {
                found.push((edge, is_in, EdgeCause::Degree));
                continue;
            }
            let [a, b] = self.adjacency.ends[edge as usize];
            let (a, b) = (chains.find(a), chains.find(b));
            if a == b && chains.size[a as usize] < self.adjacency.vertices() {
                found.push((edge, false, EdgeCause::SmallLoop));
            }
        }
        let mut seen = vec![false; self.state.len()];
        found.iter().for_each(|&(edge, ..)| seen[edge as usize] = true);
        let mut add = |edge: u32, is_in: bool, cause: EdgeCause| {
            if !std::mem::replace(&mut seen[edge as usize], true) {
                found.push((edge, is_in, cause));
            }
        };
        let KnownEdges { adjacency, state, search, flow, .. } = self;
        let view = view(adjacency, state);
        let wanted = |edge: u32| is_undecided(state, edge);
        search.two_edge_cuts(&view, wanted, |pair| {
            let pair = pair.into_iter().filter(|&edge| wanted(edge));
            pair.for_each(|edge| add(edge, true, EdgeCause::TwoEdgeCut));
        });
        flow.fixed(adjacency, state, |edge, used| add(edge, used, EdgeCause::Colour));
        Ok(found)
    }

    /// Which lemma finds a conflict now, cheapest first.
    pub(super) fn conflict(&mut self) -> Option<Conflict> {
        self.check(false).err()
    }

    /// The chains if there is no conflict. With labels, the search is ready for the lemma of
    /// two-edge cuts; the flow is repaired.
    fn check(&mut self, labels: bool) -> Result<Chains, Conflict> {
        let vertices = self.adjacency.vertices();
        if (0..vertices).any(|v| self.is_short(v)) {
            return Err(Conflict::Degree);
        }
        let chains = Chains::of(self).ok_or(Conflict::SmallLoop)?;
        self.search(labels);
        if self.search.reached() < vertices || self.search.articulation {
            return Err(Conflict::CutOff);
        }
        self.repair().then_some(chains).ok_or(Conflict::Colour)
    }

    /// A search of the edges that are not out and the virtual edge.
    fn search(&mut self, labels: bool) {
        let KnownEdges { adjacency, state, search, .. } = self;
        search.run(&view(adjacency, state), adjacency.path_ends[0] as usize, labels);
    }

    /// The undecided edges that separate the graph together with another edge.
    pub(super) fn two_edge_cuts(&mut self) -> Decided {
        self.search(true);
        let KnownEdges { adjacency, state, search, .. } = self;
        let mut found = Decided::new();
        if search.reached() == adjacency.vertices() {
            let wanted = |edge: u32| is_undecided(state, edge);
            search.two_edge_cuts(&view(adjacency, state), wanted, |pair| {
                found
                    .extend(pair.into_iter().filter(|&edge| wanted(edge)).map(|edge| (edge, true)));
            });
        }
        found
    }

    /// Repairs the edge set with the wanted degrees, if there is one.
    fn repair(&mut self) -> bool {
        self.flow.agree(self.adjacency, &self.state);
        self.flow.repair(self.adjacency, &self.state).is_ok()
    }

    /// An edge set with the wanted degrees, or a region that does not allow one. It does not depend
    /// on earlier questions.
    pub(super) fn flow(&self) -> Result<DegreeFlow, Vec<usize>> {
        let mut flow = DegreeFlow::new(self.adjacency);
        flow.agree(self.adjacency, &self.state);
        match flow.repair(self.adjacency, &self.state) {
            Ok(()) => Ok(flow),
            Err(region) => Err(region.iter().map(|&v| v as usize).collect()),
        }
    }

    /// The undecided edges that colour decides; nothing if no edge set has the wanted degrees.
    pub(super) fn colour(&mut self) -> Option<Decided> {
        if !self.repair() {
            return None;
        }
        let mut found = Decided::new();
        self.flow.fixed(self.adjacency, &self.state, |edge, used| found.push((edge, used)));
        Some(found)
    }

    /// Whether a vertex has fewer edges left than it needs, or more in use.
    pub(super) fn is_short(&self, v: usize) -> bool {
        let degree = self.adjacency.degree[v];
        self.left[v] < degree || self.used[v] > degree
    }

    /// A cycle of edges that are in, the virtual edge among them, that is not the whole graph.
    pub(super) fn small_loop(&self) -> Option<Vec<usize>> {
        // An edge within one chain closes a cycle.
        let mut chains = Chains::new(self.adjacency);
        for (edge, &[a, b]) in self.adjacency.ends.iter().enumerate() {
            if self.state[edge] != EdgeState::In || chains.join(a, b) {
                continue;
            }
            let chain = self.chain(a as usize, b as usize, edge as u32);
            let chain = chain.filter(|chain| chain.len() < self.adjacency.vertices());
            if chain.is_some() {
                return chain;
            }
        }
        None
    }

    /// Sets of vertices that at most one vertex, the door, joins to the others.
    pub(super) fn branches(&mut self) -> Vec<(Vec<usize>, Option<usize>)> {
        let KnownEdges { adjacency, state, search, .. } = self;
        let view = view(adjacency, state);
        let mut branches = Vec::new();
        let mut reached = vec![false; adjacency.vertices()];
        let mut next = Some(adjacency.path_ends[0] as usize);
        while let Some(root) = next {
            search.run(&view, root, false);
            branches.extend(search.branches(&view));
            search.order().iter().for_each(|&v| reached[v as usize] = true);
            next = reached.iter().position(|reached| !reached);
        }
        branches
    }

    /// The articulation point and one side of it, or one of several parts.
    pub(super) fn cut_off(&mut self) -> Option<(Vec<usize>, Option<usize>)> {
        let doors: BTreeSet<Option<usize>> =
            self.branches().into_iter().map(|(_, door)| door).collect();
        let vertices = self.adjacency.vertices();
        let parts = |without: Option<usize>| {
            let mut part = vec![usize::MAX; vertices];
            let mut parts: Vec<Vec<usize>> = Vec::new();
            for start in (0..vertices).filter(|&v| Some(v) != without) {
                if part[start] != usize::MAX {
                    continue;
                }
                part[start] = parts.len();
                let mut members = vec![start];
                let mut at = 0;
                while let Some(&v) = members.get(at) {
                    at += 1;
                    let links = self.adjacency.links(v).iter();
                    let links =
                        links.filter(|link| self.state[link.edge as usize] != EdgeState::Out);
                    let next = links.map(|link| link.to as usize);
                    for next in next.chain(self.adjacency.other_path_end(v)) {
                        if Some(next) != without && part[next] == usize::MAX {
                            part[next] = parts.len();
                            members.push(next);
                        }
                    }
                }
                parts.push(members);
            }
            parts
        };
        let smallest = |without: Option<usize>| {
            let parts = parts(without);
            (parts.len() > 1).then(|| {
                let part = parts.into_iter().min_by_key(Vec::len).expect("several parts");
                (part, without)
            })
        };
        match doors.contains(&None) {
            true => smallest(None),
            false => doors.into_iter().filter_map(smallest).min_by_key(|(part, _)| part.len()),
        }
    }
}

fn is_undecided(state: &[EdgeState], edge: u32) -> bool {
    state.get(edge as usize) == Some(&EdgeState::Undecided)
}

/// The edges that are not out and the virtual edge.
fn view<'a>(
    adjacency: &'a Adjacency,
    state: &'a [EdgeState],
) -> EdgeView<'a, impl Fn(u32) -> bool, impl Fn(usize) -> Option<u32>> {
    EdgeView {
        adjacency,
        exists: |edge: u32| state[edge as usize] != EdgeState::Out,
        extra: |v: usize| adjacency.other_path_end(v).map(|v| v as u32),
    }
}

/// The vertices of each chain of edges that are in, the virtual edge among them, by union-find.
struct Chains {
    parent: Vec<u32>,
    /// Vertices of the chain of a representative.
    size: Vec<usize>,
}

impl Chains {
    /// The virtual edge alone.
    fn new(adjacency: &Adjacency) -> Chains {
        let vertices = adjacency.vertices();
        let mut chains = Chains { parent: (0..vertices as u32).collect(), size: vec![1; vertices] };
        let [one, other] = adjacency.path_ends;
        chains.join(one, other);
        chains
    }

    /// Nothing if edges close a cycle that is not the whole graph; no vertex may have too many.
    fn of(known: &KnownEdges<'_>) -> Option<Chains> {
        let mut chains = Chains::new(known.adjacency);
        for (edge, &[a, b]) in known.adjacency.ends.iter().enumerate() {
            if known.state[edge] == EdgeState::In && !chains.join(a, b) {
                let root = chains.find(a);
                if chains.size[root as usize] < known.adjacency.vertices() {
                    return None;
                }
            }
        }
        Some(chains)
    }

    fn find(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            self.parent[v as usize] = self.parent[self.parent[v as usize] as usize];
            v = self.parent[v as usize];
        }
        v
    }

    /// Joins two chains; not if they are one.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a as usize] = b;
            self.size[b as usize] += self.size[a as usize];
        }
        a != b
    }
}
