//! Propagation: edges that every Hamiltonian path between the two ends uses, or none does.
//!
//! A *virtual edge* joins the two ends, so a Hamiltonian path becomes a Hamiltonian cycle through
//! that edge. Every edge of the graph is undecided, *in* (every completion uses it) or *out* (none
//! does). Five lemmas decide edges, each again and again until none finds anything:
//!
//! 1. degree: a vertex with as many edges left as it needs uses them all; one with fewer is a
//!    contradiction;
//! 2. small loop: an edge between the two ends of one chain of used edges is out, unless the cycle
//!    it closes is the whole graph;
//! 3. cut-off: an articulation point is a contradiction;
//! 4. colour: an edge that is in every, or in no, edge set with the wanted degrees is in, or out;
//!    no such set is a contradiction;
//! 5. two-edge cut: if two edges separate the graph, both are in; one edge that does is a
//!    contradiction.
//!
//! A lemma never loses a completion, so a contradiction proves that there is none.
//!
//! - [`Propagator`] holds the decisions and a trail to undo them.
//! - `assign` decides an edge: degrees, chains, trail (lemmas 1 and 2).
//! - `connectivity` finds articulation points and two-edge cuts (lemmas 3 and 5).
//! - `colour` keeps a flow and filters it (lemma 4).
//!
//! Why an edge is decided, in a form that can be checked, is in [`crate::deduction`].

pub(crate) mod adjacency;
mod assign;
pub(crate) mod colour;
pub(crate) mod connectivity;

use crate::graph::Graph;
use adjacency::Adjacency;
use colour::DegreeFlow;
use connectivity::{EdgeView, Search};

/// What is known about an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeState {
    /// Nothing.
    Undecided,
    /// Every completion uses it.
    In,
    /// No completion uses it.
    Out,
}

/// Why an edge was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeCause {
    /// By the caller.
    Given,
    /// A vertex has what it needs, or needs all edges it has left.
    Degree,
    /// It would close a cycle that is not the whole graph.
    SmallLoop,
    /// It is in all, or in no, edge sets with the wanted degrees.
    Colour,
    /// With one other edge it separates the graph.
    TwoEdgeCut,
}

/// Why there is no completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conflict {
    /// A vertex has too few edges left, or too many in use.
    Degree,
    /// Used edges close a cycle that is not the whole graph.
    SmallLoop,
    /// An articulation point, or the graph is disconnected.
    CutOff,
    /// No edge set has the wanted degrees.
    Colour,
}

/// Which lemmas are applied. A vertex that has all the edges it needs always gives up the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lemmas {
    /// Degree.
    pub degree: bool,
    /// Small loop.
    pub small_loop: bool,
    /// Cut-off.
    pub cut_off: bool,
    /// Colour.
    pub colour: bool,
    /// Two-edge cut.
    pub two_edge_cut: bool,
}

impl Lemmas {
    /// All of them.
    pub const ALL: Lemmas =
        Lemmas { degree: true, small_loop: true, cut_off: true, colour: true, two_edge_cut: true };
    /// None of them.
    pub const NONE: Lemmas = Lemmas {
        degree: false,
        small_loop: false,
        cut_off: false,
        colour: false,
        two_edge_cut: false,
    };

    /// The name of each lemma, and the lemma alone.
    pub const NAMED: [(&str, Lemmas); 5] = [
        ("degree", Lemmas { degree: true, ..Lemmas::NONE }),
        ("small-loop", Lemmas { small_loop: true, ..Lemmas::NONE }),
        ("cut-off", Lemmas { cut_off: true, ..Lemmas::NONE }),
        ("colour", Lemmas { colour: true, ..Lemmas::NONE }),
        ("two-edge-cut", Lemmas { two_edge_cut: true, ..Lemmas::NONE }),
    ];

    /// The lemma with a name.
    pub fn named(name: &str) -> Option<Lemmas> {
        Lemmas::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, lemma)| lemma)
    }

    /// The names of the lemmas that are applied.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let among = move |(_, lemma): &(&str, Lemmas)| self.or(*lemma) == self;
        Lemmas::NAMED.into_iter().filter(among).map(|(name, _)| name)
    }

    /// The lemmas of both.
    pub fn or(self, other: Lemmas) -> Lemmas {
        Lemmas {
            degree: self.degree || other.degree,
            small_loop: self.small_loop || other.small_loop,
            cut_off: self.cut_off || other.cut_off,
            colour: self.colour || other.colour,
            two_edge_cut: self.two_edge_cut || other.two_edge_cut,
        }
    }
}

/// The decisions on the edges of a graph.
#[derive(Clone, Debug)]
pub struct Propagator {
    /// The lemmas it applies.
    pub lemmas: Lemmas,
    adjacency: Adjacency,
    state: Vec<EdgeState>,
    /// Wanted degree minus the edges that are in.
    need: Vec<u8>,
    /// Undecided edges.
    open: Vec<u8>,
    /// The other end of the chain of edges that are in and end here, the virtual edge among them;
    /// the vertex itself if there is none. Without meaning inside chains.
    mate: Vec<u32>,
    /// Vertices that need an edge.
    unfinished: usize,
    trail: Vec<assign::TrailEntry>,
    /// Vertices to look at again, for lemmas 1 and 2.
    queue: Vec<u32>,
    search: Search,
    flow: DegreeFlow,
    /// Edges found by a lemma, before they are decided.
    found: Vec<(u32, bool)>,
    /// The decision that met a conflict at once.
    refused: Option<(u32, bool, EdgeCause)>,
}

/// A place on the trail to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailMark(usize);

impl Propagator {
    /// All edges undecided.
    ///
    /// # Panics
    ///
    /// If the graph has not exactly two vertices of wanted degree 1: the ends of the path.
    pub fn new(graph: &Graph, lemmas: Lemmas) -> Propagator {
        let adjacency = Adjacency::new(graph);
        let vertices = adjacency.vertices();
        let mut mate: Vec<u32> = (0..vertices as u32).collect();
        let [one, other] = adjacency.path_ends;
        mate[one as usize] = other;
        mate[other as usize] = one;
        Propagator {
            lemmas,
            state: vec![EdgeState::Undecided; adjacency.edges()],
            need: adjacency.degree.clone(),
            open: (0..vertices).map(|v| adjacency.links(v).len() as u8).collect(),
            mate,
            unfinished: vertices,
            trail: Vec::new(),
            queue: (0..vertices as u32).collect(),
            search: Search::new(vertices, adjacency.edges()),
            flow: DegreeFlow::new(&adjacency),
            found: Vec::new(),
            refused: None,
            adjacency,
        }
    }

    /// Starts again on a part of the graph: on the vertices that are `usable`, for a path between
    /// two of them.
    pub fn restart(&mut self, usable: impl Fn(usize) -> bool, ends: [usize; 2]) {
        self.trail.clear();
        self.queue.clear();
        self.refused = None;
        self.unfinished = 0;
        for (edge, &[a, b]) in self.adjacency.ends.iter().enumerate() {
            let exists = usable(a as usize) && usable(b as usize);
            self.state[edge] = if exists { EdgeState::Undecided } else { EdgeState::Out };
        }
        for v in 0..self.adjacency.vertices() {
            self.mate[v] = v as u32;
            (self.need[v], self.open[v]) = (0, 0);
            if usable(v) {
                let exists = |edge: u32| self.state[edge as usize] == EdgeState::Undecided;
                let links = self.adjacency.links(v).iter();
                self.open[v] = links.filter(|link| exists(link.edge)).count() as u8;
                self.need[v] = if ends.contains(&v) { 1 } else { 2 };
                self.unfinished += 1;
                self.queue.push(v as u32);
            }
        }
        let [one, other] = ends;
        self.mate[one] = other as u32;
        self.mate[other] = one as u32;
        self.flow.restart(&self.adjacency, &self.state, &self.need);
    }

    /// What is known about an edge.
    pub fn state(&self, edge: usize) -> EdgeState {
        self.state[edge]
    }

    /// The decided edges in the order of the decisions: edge, whether it is in, and why. The last
    /// one may be the decision that met a conflict.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, bool, EdgeCause)> + '_ {
        let refused = self.refused.map(|(edge, is_in, cause)| (edge as usize, is_in, cause));
        self.trail.iter().map(|entry| entry.decision()).chain(refused)
    }

    /// After [`Propagator::propagate`] with the lemma of colour: an edge set that has the wanted
    /// degrees and agrees with all decisions, as whether each edge is used.
    pub fn edge_set(&self) -> &[bool] {
        self.flow.edges()
    }

    /// Decides an edge. It stays as it is if it was decided before in the same way.
    ///
    /// # Errors
    /// If it was decided in the other way, or makes a vertex full or closes a small loop at once.
    pub fn decide(&mut self, edge: usize, is_in: bool) -> Result<(), Conflict> {
        self.assign(edge as u32, is_in, EdgeCause::Given)
    }

    /// Applies the lemmas until none finds anything. After a conflict, only [`Propagator::undo`]
    /// makes sense.
    ///
    /// # Errors
    /// The contradiction that a lemma found.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            self.settle()?;
            let before = self.trail.len();
            if self.lemmas.cut_off || self.lemmas.two_edge_cut {
                self.connect()?;
                if self.trail.len() > before {
                    continue;
                }
            }
            if self.lemmas.colour {
                self.balance()?;
                if self.trail.len() > before {
                    continue;
                }
            }
            return Ok(());
        }
    }

    /// The present place on the trail, after [`Propagator::propagate`]: what waits to be propagated
    /// would be forgotten when returning.
    pub fn mark(&self) -> TrailMark {
        debug_assert!(self.queue.is_empty(), "all decisions are propagated");
        TrailMark(self.trail.len())
    }

    /// Takes back all decisions since the mark.
    pub fn undo(&mut self, mark: TrailMark) {
        self.queue.clear();
        self.refused = None;
        while self.trail.len() > mark.0 {
            self.unassign();
        }
    }

    /// Lemmas 3 and 5, once. The graph searched has the vertices that still need an edge, the
    /// undecided edges, and one edge for each chain, between its ends: the inside of a chain has
    /// no other edges.
    fn connect(&mut self) -> Result<(), Conflict> {
        if self.unfinished == 0 {
            return Ok(());
        }
        let Propagator { lemmas, adjacency, state, mate, search, found, .. } = self;
        let undecided = |edge: u32| {
            (edge as usize) < state.len() && state[edge as usize] == EdgeState::Undecided
        };
        let chain = |v: usize| (mate[v] != v as u32).then_some(mate[v]);
        let view = EdgeView { adjacency, exists: undecided, extra: chain };
        let root = self.need.iter().position(|&need| need > 0).expect("an unfinished vertex");
        search.run(&view, root, lemmas.two_edge_cut);
        let connected = search.reached() == self.unfinished;
        let cut_off = lemmas.cut_off && search.articulation;
        let cut = lemmas.two_edge_cut && search.bridge;
        if !connected || cut_off || cut {
            return Err(Conflict::CutOff);
        }
        if lemmas.two_edge_cut {
            search.two_edge_cuts(&view, undecided, |pair| {
                found.extend(pair.into_iter().filter(|&edge| undecided(edge)).map(|e| (e, true)));
            });
        }
        self.assign_found(EdgeCause::TwoEdgeCut)
    }

    /// Lemma 4, once.
    fn balance(&mut self) -> Result<(), Conflict> {
        let Propagator { adjacency, state, flow, found, .. } = self;
        flow.repair(adjacency, state).map_err(|_| Conflict::Colour)?;
        flow.fixed(adjacency, state, |edge, used| found.push((edge, used)));
        self.assign_found(EdgeCause::Colour)
    }

    fn assign_found(&mut self, cause: EdgeCause) -> Result<(), Conflict> {
        let mut found = std::mem::take(&mut self.found);
        let assigned = found.iter().try_for_each(|&(edge, is_in)| self.assign(edge, is_in, cause));
        found.clear();
        self.found = found;
        assigned
    }
}
