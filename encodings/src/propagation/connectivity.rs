//! Lemmas 3 and 5: articulation points, and pairs of edges that separate the graph.
//!
//! One depth-first search. An articulation point shows in the low points (Tarjan 1972). For the
//! two-edge cuts every edge outside the search tree gets a random label and every tree edge the sum
//! (exclusive or) of the labels of the edges that bridge it: two edges that separate the graph have
//! equal labels (Pritchard and Thurimella, Fast computation of small cuts via cycle space sampling,
//! 2011). Labels may collide, so each cut is verified: no pair is named that does not separate.

use super::adjacency::{Adjacency, NONE};

/// What is searched: which edges of the graph exist, and one extra edge at each vertex, at most.
pub(crate) struct EdgeView<'a, Exists, Extra> {
    pub(crate) adjacency: &'a Adjacency,
    /// Whether an edge exists.
    pub(crate) exists: Exists,
    /// The vertex at the other end of the extra edge of a vertex.
    pub(crate) extra: Extra,
}

impl<Exists: Fn(u32) -> bool, Extra: Fn(usize) -> Option<u32>> EdgeView<'_, Exists, Extra> {
    /// The extra edge of a vertex, numbered after the others by the smaller of its ends.
    fn extra(&self, v: usize) -> Option<(u32, u32)> {
        let to = (self.extra)(v)?;
        Some((to, self.adjacency.edges() as u32 + to.min(v as u32)))
    }

    fn neighbours(&self, v: usize) -> impl Iterator<Item = (u32, u32)> {
        let links = self.adjacency.links(v).iter().map(|link| (link.to, link.edge));
        links.filter(|&(_, edge)| (self.exists)(edge)).chain(self.extra(v))
    }
}

/// A depth-first search with room for its results, so that it is allocated once.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// Preorder number of a vertex, [`NONE`] if it is not reached.
    number: Vec<u32>,
    low: Vec<u32>,
    /// The reached vertices in preorder.
    order: Vec<u32>,
    /// One after the last preorder number below a vertex.
    last: Vec<u32>,
    /// The edge by which a vertex was reached.
    parent: Vec<u32>,
    /// The sum of the labels of the edges that bridge the edge to the parent.
    label: Vec<u64>,
    next: Vec<u32>,
    calls: Vec<u32>,
    /// Random labels of the edges.
    random: Vec<u64>,
    /// The edges with their labels, if they are wanted.
    labelled: Vec<(u64, Labelled)>,
    /// Whether there is an articulation point among the vertices reached.
    pub(crate) articulation: bool,
    /// Whether one edge of those reached separates the graph.
    pub(crate) bridge: bool,
}

/// An edge of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Labelled {
    /// Preorder number of the lower end of a tree edge. [`NONE`] for another edge.
    below: u32,
    edge: u32,
}

impl Search {
    pub(crate) fn new(vertices: usize, edges: usize) -> Search {
        // SplitMix64 (Steele, Lea and Flood 2014).
        let mut seed = 0u64;
        let mut random = || {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Search {
            number: vec![NONE; vertices],
            low: vec![0; vertices],
            order: Vec::with_capacity(vertices),
            last: vec![0; vertices],
            parent: vec![NONE; vertices],
            label: vec![0; vertices],
            next: vec![0; vertices],
            calls: Vec::new(),
            random: (0..edges + vertices).map(|_| random()).collect(),
            labelled: Vec::new(),
            articulation: false,
            bridge: false,
        }
    }

    /// Searches from a vertex, with labels for [`Search::two_edge_cuts`] if they are wanted.
    pub(crate) fn run<Exists, Extra>(
        &mut self,
        view: &EdgeView<'_, Exists, Extra>,
        root: usize,
        labels: bool,
    ) where
        Exists: Fn(u32) -> bool,
        Extra: Fn(usize) -> Option<u32>,
    {
        self.number.fill(NONE);
        self.order.clear();
        self.labelled.clear();
        self.articulation = false;
        self.bridge = false;
        let mut branches = 0;
        let mut enter = Some((root, NONE));
        loop {
            if let Some((v, parent)) = enter.take() {
                let number = self.order.len() as u32;
                self.number[v] = number;
                self.low[v] = number;
                self.parent[v] = parent;
                self.label[v] = 0;
                self.next[v] = view.adjacency.first(v);
                self.order.push(v as u32);
                self.calls.push(v as u32);
            }
            let Some(&v) = self.calls.last() else { break };
            let v = v as usize;
            // The extra edge comes after the links.
            let last = view.adjacency.first(v + 1);
            while self.next[v] <= last {
                let at = self.next[v];
                self.next[v] += 1;
                let (to, edge) = if at < last {
                    let link = view.adjacency.link(at);
                    if !(view.exists)(link.edge) {
                        continue;
                    }
                    (link.to, link.edge)
                } else {
                    let Some(extra) = view.extra(v) else { continue };
                    extra
                };
                if edge == self.parent[v] {
                    continue;
                }
                let to = to as usize;
                if self.number[to] == NONE {
                    enter = Some((to, edge));
                    break;
                }
                if self.number[to] < self.number[v] {
                    self.low[v] = self.low[v].min(self.number[to]);
                    if labels {
                        let label = self.random[edge as usize];
                        self.label[v] ^= label;
                        self.label[to] ^= label;
                        self.labelled.push((label, Labelled { below: NONE, edge }));
                    }
                }
            }
            if enter.is_some() {
                branches += u32::from(v == root);
                self.articulation |= branches > 1;
                continue;
            }
            self.calls.pop();
            self.last[v] = self.order.len() as u32;
            if let Some(&parent) = self.calls.last() {
                let parent = parent as usize;
                self.low[parent] = self.low[parent].min(self.low[v]);
                self.bridge |= self.low[v] == self.number[v];
                self.articulation |= parent != root && self.low[v] >= self.number[parent];
                if labels {
                    let label = self.label[v];
                    self.label[parent] ^= label;
                    let below = self.number[v];
                    self.labelled.push((label, Labelled { below, edge: self.parent[v] }));
                }
            }
        }
    }

    /// The number of vertices reached.
    pub(crate) fn reached(&self) -> usize {
        self.order.len()
    }

    /// The vertices reached.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Sets of the vertices reached that at most one vertex, the door, joins to the others: for
    /// each articulation point those below it in the search tree; all, if others are not reached.
    pub(crate) fn branches<Exists, Extra>(
        &self,
        view: &EdgeView<'_, Exists, Extra>,
    ) -> Vec<(Vec<usize>, Option<usize>)>
    where
        Exists: Fn(u32) -> bool,
        Extra: Fn(usize) -> Option<u32>,
    {
        let order: Vec<usize> = self.order.iter().map(|&v| v as usize).collect();
        let mut branches = Vec::new();
        for &v in &order[1..] {
            let mut above = view.neighbours(v).filter(|&(_, edge)| edge == self.parent[v]);
            let door = above.next().expect("the vertex it was reached from").0 as usize;
            let below = &order[self.number[v] as usize..self.last[v] as usize];
            // The root joins nothing if it has one branch.
            let joins = door != order[0] || below.len() + 1 < order.len();
            if joins && self.low[v] >= self.number[door] {
                branches.push((below.to_vec(), Some(door)));
            }
        }
        if order.len() < self.number.len() {
            branches.push((order, None));
        }
        branches
    }

    /// Calls `found` with the pairs of edges that separate the graph searched, which must be
    /// connected: pairs enough to name every such edge that `wanted` holds for.
    pub(crate) fn two_edge_cuts<Exists, Extra>(
        &mut self,
        view: &EdgeView<'_, Exists, Extra>,
        wanted: impl Fn(u32) -> bool,
        mut found: impl FnMut([u32; 2]),
    ) where
        Exists: Fn(u32) -> bool,
        Extra: Fn(usize) -> Option<u32>,
    {
        let mut labelled = std::mem::take(&mut self.labelled);
        // Most labels occur once. Their low bits show that of nearly all of these, without sorting.
        let place = |label: u64| (label as usize % 64, 1u64 << (label >> 6 & 63));
        let (mut once, mut twice) = ([0; 64], [0; 64]);
        for &(label, _) in &labelled {
            let (word, bit) = place(label);
            twice[word] |= once[word] & bit;
            once[word] |= bit;
        }
        labelled.retain(|&(label, _)| {
            let (word, bit) = place(label);
            twice[word] & bit != 0
        });
        // Tree edges from above, then the edge outside the tree.
        labelled.sort_unstable();
        for group in labelled.chunk_by(|a, b| a.0 == b.0) {
            if group.len() == 1 || !group.iter().any(|(_, at)| wanted(at.edge)) {
                continue;
            }
            for pair in group.windows(2) {
                let [one, other] = [pair[0].1, pair[1].1];
                if self.separates(view, one, other) {
                    found([one.edge, other.edge]);
                }
            }
        }
        self.labelled = labelled;
    }

    /// Whether no edge but these two leaves what the first, a tree edge, has below it without what
    /// the second has below it.
    fn separates<Exists, Extra>(
        &self,
        view: &EdgeView<'_, Exists, Extra>,
        above: Labelled,
        other: Labelled,
    ) -> bool
    where
        Exists: Fn(u32) -> bool,
        Extra: Fn(usize) -> Option<u32>,
    {
        if above.below == NONE {
            return false;
        }
        let last = |below: u32| self.last[self.order[below as usize] as usize];
        let without = match other.below {
            NONE => 0..0,
            below => below..last(below),
        };
        let range = above.below..last(above.below);
        let inside = |number: u32| range.contains(&number) && !without.contains(&number);
        range.clone().filter(|&number| inside(number)).all(|number| {
            let v = self.order[number as usize] as usize;
            view.neighbours(v).all(|(to, edge)| {
                edge == above.edge || edge == other.edge || inside(self.number[to as usize])
            })
        })
    }
}
