//! Decided edges, and which lemma decides another one. Plain: every question starts from scratch.

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

    /// All undecided edges that the lemmas decide now, each once, with the lemma. Nothing if there
    /// is a conflict.
    pub(super) fn all(&self) -> Vec<(u32, bool, EdgeCause)> {
        let mut found: Vec<(u32, bool, EdgeCause)> = Vec::new();
        let undecided = (0..self.state.len() as u32).filter(|&edge| self.is_undecided(edge));
        let mut seen = vec![false; self.state.len()];
        let mut add = |edge: u32, is_in: bool, cause: EdgeCause| {
            if !std::mem::replace(&mut seen[edge as usize], true) {
                found.push((edge, is_in, cause));
            }
        };
        for edge in undecided.clone() {
            for is_in in [false, true] {
                if self.degree_vertex(edge, is_in).is_some() {
                    add(edge, is_in, EdgeCause::Degree);
                }
            }
        }
        let mut chains = Chains::of(self);
        for edge in undecided {
            let [a, b] = self.adjacency.ends[edge as usize];
            let (a, b) = (chains.find(a), chains.find(b));
            if a == b && chains.size[a as usize] < self.adjacency.vertices() {
                add(edge, false, EdgeCause::SmallLoop);
            }
        }
        for (edge, is_in) in self.two_edge_cuts() {
            add(edge, is_in, EdgeCause::TwoEdgeCut);
        }
        for (edge, is_in) in self.colour().unwrap_or_default() {
            add(edge, is_in, EdgeCause::Colour);
        }
        found
    }

    /// A search of the edges that are not out and the virtual edge.
    fn search(&self, labels: bool) -> Search {
        let mut search = Search::new(self.adjacency.vertices(), self.adjacency.edges());
        search.run(&self.view(), self.adjacency.path_ends[0] as usize, labels);
        search
    }

    fn view(&self) -> EdgeView<'_, impl Fn(u32) -> bool, impl Fn(usize) -> Option<u32>> {
        EdgeView {
            adjacency: self.adjacency,
            exists: |edge: u32| self.state[edge as usize] != EdgeState::Out,
            extra: |v: usize| self.adjacency.other_path_end(v).map(|v| v as u32),
        }
    }

    /// The undecided edges that separate the graph together with another edge.
    pub(super) fn two_edge_cuts(&self) -> Decided {
        let mut found = Decided::new();
        let wanted = |edge: u32| (edge as usize) < self.state.len() && self.is_undecided(edge);
        let mut search = self.search(true);
        if search.reached() == self.adjacency.vertices() {
            search.two_edge_cuts(&self.view(), wanted, |pair| {
                for edge in pair {
                    if wanted(edge) && !found.contains(&(edge, true)) {
                        found.push((edge, true));
                    }
                }
            });
        }
        found
    }

    /// An edge set with the wanted degrees, or a region that does not allow one.
    pub(super) fn flow(&self) -> Result<DegreeFlow, Vec<usize>> {
        let mut flow = DegreeFlow::new(self.adjacency);
        for (edge, &state) in self.state.iter().enumerate() {
            if state == EdgeState::In {
                flow.set(edge as u32, self.adjacency.ends[edge], true);
            }
        }
        match flow.repair(self.adjacency, &self.state) {
            Ok(()) => Ok(flow),
            Err(region) => Err(region.iter().map(|&v| v as usize).collect()),
        }
    }

    /// The undecided edges that colour decides; nothing if no edge set has the wanted degrees.
    pub(super) fn colour(&self) -> Option<Decided> {
        let mut flow = self.flow().ok()?;
        let mut found = Decided::new();
        flow.fixed(self.adjacency, &self.state, |edge, used| found.push((edge, used)));
        Some(found)
    }

    /// Which lemma finds a conflict now, cheapest first.
    pub(super) fn conflict(&self) -> Option<Conflict> {
        let vertices = self.adjacency.vertices();
        if (0..vertices).any(|v| self.is_short(v)) {
            return Some(Conflict::Degree);
        }
        if self.small_loop().is_some() {
            return Some(Conflict::SmallLoop);
        }
        let search = self.search(false);
        if search.reached() < vertices || search.articulation {
            return Some(Conflict::CutOff);
        }
        self.flow().err().map(|_| Conflict::Colour)
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

    /// The articulation point and one side of it, or one of several parts.
    pub(super) fn cut_off(&self) -> Option<(Vec<usize>, Option<usize>)> {
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
        smallest(None).or_else(|| {
            let cuts = (0..vertices).filter_map(|v| smallest(Some(v)));
            cuts.min_by_key(|(part, _)| part.len())
        })
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

    fn of(known: &KnownEdges<'_>) -> Chains {
        let mut chains = Chains::new(known.adjacency);
        for (edge, &[a, b]) in known.adjacency.ends.iter().enumerate() {
            if known.state[edge] == EdgeState::In {
                chains.join(a, b);
            }
        }
        chains
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
