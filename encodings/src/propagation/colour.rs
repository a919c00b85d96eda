//! Lemma 4: the flow of all edge sets with the wanted degrees, and the edges that none of them can
//! change.
//!
//! Let each used edge carry one unit from its black to its white end, as in [`crate::flow`].
//! Another edge set with the same degrees differs by cycles of the residual graph, where a black
//! vertex is left by unused edges and a white one by used edges. So an edge can change exactly if
//! both its ends lie in one strongly connected component of the residual graph (Régin, Generalized
//! arc consistency for global cardinality constraint, AAAI 1996).
//!
//! The edge set is kept from one call to the next and repaired where decisions broke it. It needs
//! no trail: what has the right degrees stays right if fewer edges are decided.

use super::EdgeState;
use super::adjacency::{Adjacency, NONE};

/// An edge set that meets the wanted degrees, or is repaired when it is needed.
#[derive(Clone, Debug)]
pub(crate) struct DegreeFlow {
    used: Vec<bool>,
    /// Wanted degree minus used edges.
    missing: Vec<i8>,
    /// Vertices whose number of missing edges may not be 0.
    broken: Vec<u32>,
    /// Scratch of the searches: the round in which a vertex was reached, and the link it was
    /// reached from.
    reached: Vec<u32>,
    round: u32,
    by: Vec<ReachedFrom>,
    order: Vec<u32>,
    tarjan: Tarjan,
}

/// The vertex and the edge from which a vertex was reached.
#[derive(Clone, Copy, Debug)]
struct ReachedFrom {
    from: u32,
    edge: u32,
}

/// Scratch of the search for strongly connected components.
#[derive(Clone, Debug)]
struct Tarjan {
    /// Preorder number, 0 if not reached.
    number: Vec<u32>,
    low: Vec<u32>,
    /// The component, [`NONE`] while the vertex is on the stack of open vertices.
    component: Vec<u32>,
    /// The position of a vertex in its list of links.
    next: Vec<u32>,
    calls: Vec<u32>,
    open: Vec<u32>,
}

impl DegreeFlow {
    pub(crate) fn new(adjacency: &Adjacency) -> DegreeFlow {
        let vertices = adjacency.vertices();
        DegreeFlow {
            used: vec![false; adjacency.edges()],
            missing: adjacency.degree.iter().map(|&degree| degree as i8).collect(),
            broken: (0..vertices as u32).rev().collect(),
            reached: vec![0; vertices],
            round: 0,
            by: vec![ReachedFrom { from: NONE, edge: NONE }; vertices],
            order: Vec::new(),
            tarjan: Tarjan {
                number: vec![0; vertices],
                low: vec![0; vertices],
                component: vec![0; vertices],
                next: vec![0; vertices],
                calls: Vec::new(),
                open: Vec::new(),
            },
        }
    }

    /// Starts again with other degrees and undecided edges, from what is used now.
    pub(crate) fn restart(&mut self, adjacency: &Adjacency, state: &[EdgeState], degree: &[u8]) {
        self.broken.clear();
        for (missing, &degree) in self.missing.iter_mut().zip(degree) {
            *missing = degree as i8;
        }
        for (edge, &[a, b]) in adjacency.ends.iter().enumerate() {
            self.used[edge] &= state[edge] == EdgeState::Undecided;
            if self.used[edge] {
                self.missing[a as usize] -= 1;
                self.missing[b as usize] -= 1;
            }
        }
        let broken = (0..self.missing.len()).filter(|&v| self.missing[v] != 0);
        self.broken.extend(broken.map(|v| v as u32));
    }

    /// Uses an edge, or does not; the degrees of its ends are repaired later.
    pub(crate) fn set(&mut self, edge: u32, ends: [u32; 2], used: bool) {
        if self.used[edge as usize] != used {
            self.used[edge as usize] = used;
            for v in ends {
                self.missing[v as usize] += if used { -1 } else { 1 };
                self.broken.push(v);
            }
        }
    }

    /// Uses the edges that are in and not those that are out.
    pub(crate) fn agree(&mut self, adjacency: &Adjacency, state: &[EdgeState]) {
        for (edge, &ends) in adjacency.ends.iter().enumerate() {
            if state[edge] != EdgeState::Undecided {
                self.set(edge as u32, ends, state[edge] == EdgeState::In);
            }
        }
    }

    /// Whether an edge is used.
    pub(crate) fn uses(&self, edge: usize) -> bool {
        self.used[edge]
    }

    /// All edges: whether they are used.
    pub(crate) fn edges(&self) -> &[bool] {
        &self.used
    }

    /// Gives every vertex its wanted degree again, by changing undecided edges. Returns a region
    /// whose colours cannot be balanced if that is impossible.
    pub(crate) fn repair(
        &mut self,
        adjacency: &Adjacency,
        state: &[EdgeState],
    ) -> Result<(), &[u32]> {
        for at in 0.. {
            let Some(&v) = self.broken.get(at) else { break };
            while self.missing[v as usize] < 0 {
                let mut links = adjacency.links(v as usize).iter();
                let dropped = links.find(|link| {
                    let edge = link.edge as usize;
                    state[edge] == EdgeState::Undecided && self.used[edge]
                });
                let Some(link) = dropped else {
                    // More edges are in than the vertex wants.
                    self.order.clear();
                    self.order.push(v);
                    return Err(&self.order);
                };
                self.set(link.edge, [v, link.to], false);
            }
        }
        while let Some(&v) = self.broken.last() {
            while self.missing[v as usize] > 0 {
                if !self.augment(adjacency, state, v) {
                    return Err(&self.order);
                }
            }
            self.broken.pop();
        }
        Ok(())
    }

    /// Gives `v` one more edge along an alternating path of undecided edges. If there is none, the
    /// vertices in `order` have all the edges between them and others that they can have.
    fn augment(&mut self, adjacency: &Adjacency, state: &[EdgeState], start: u32) -> bool {
        self.round += 1;
        self.order.clear();
        self.order.push(start);
        self.reached[start as usize] = self.round;
        let colour = adjacency.black[start as usize];
        let mut at = 0;
        let mut end = None;
        'search: while let Some(&v) = self.order.get(at) {
            at += 1;
            let takes_used = adjacency.black[v as usize] != colour;
            for link in adjacency.links(v as usize) {
                let (to, edge) = (link.to as usize, link.edge as usize);
                if state[edge] != EdgeState::Undecided
                    || self.used[edge] != takes_used
                    || self.reached[to] == self.round
                {
                    continue;
                }
                self.reached[to] = self.round;
                self.by[to] = ReachedFrom { from: v, edge: link.edge };
                if !takes_used && self.missing[to] > 0 {
                    end = Some(link.to);
                    break 'search;
                }
                self.order.push(link.to);
            }
        }
        let Some(end) = end else { return false };
        self.missing[end as usize] -= 1;
        self.missing[start as usize] -= 1;
        let mut v = end;
        while v != start {
            let ReachedFrom { from, edge } = self.by[v as usize];
            self.used[edge as usize] ^= true;
            v = from;
        }
        true
    }

    /// Calls `found` with the undecided edges that no edge set with the wanted degrees has
    /// otherwise, and whether they are used. After [`DegreeFlow::repair`].
    pub(crate) fn fixed(
        &mut self,
        adjacency: &Adjacency,
        state: &[EdgeState],
        mut found: impl FnMut(u32, bool),
    ) {
        self.components(adjacency, state);
        let component = &self.tarjan.component;
        for (edge, &[a, b]) in adjacency.ends.iter().enumerate() {
            if state[edge] == EdgeState::Undecided && component[a as usize] != component[b as usize]
            {
                found(edge as u32, self.used[edge]);
            }
        }
    }

    /// Numbers the strongly connected components of the residual graph of the undecided edges
    /// (Tarjan, Depth-first search and linear graph algorithms, 1972).
    fn components(&mut self, adjacency: &Adjacency, state: &[EdgeState]) {
        let used = &self.used;
        let t = &mut self.tarjan;
        t.number.fill(0);
        let (mut time, mut components) = (0, 0);
        for root in 0..adjacency.vertices() {
            if t.number[root] != 0 {
                continue;
            }
            let mut enter = Some(root);
            loop {
                if let Some(v) = enter.take() {
                    time += 1;
                    t.number[v] = time;
                    t.low[v] = time;
                    t.component[v] = NONE;
                    t.next[v] = adjacency.first(v);
                    t.calls.push(v as u32);
                    t.open.push(v as u32);
                }
                let Some(&v) = t.calls.last() else { break };
                let v = v as usize;
                let black = adjacency.black[v];
                let last = adjacency.first(v + 1);
                let mut low = t.low[v];
                let mut next = t.next[v];
                while next < last {
                    let link = adjacency.link(next);
                    next += 1;
                    let (to, edge) = (link.to as usize, link.edge as usize);
                    if state[edge] != EdgeState::Undecided || used[edge] == black {
                        continue;
                    }
                    if t.number[to] == 0 {
                        enter = Some(to);
                        break;
                    }
                    if t.component[to] == NONE {
                        low = low.min(t.number[to]);
                    }
                }
                t.low[v] = low;
                t.next[v] = next;
                if enter.is_some() {
                    continue;
                }
                t.calls.pop();
                if low == t.number[v] {
                    while let Some(member) = t.open.pop() {
                        t.component[member as usize] = components;
                        if member as usize == v {
                            break;
                        }
                    }
                    components += 1;
                }
                if let Some(&parent) = t.calls.last() {
                    let parent = parent as usize;
                    t.low[parent] = t.low[parent].min(low);
                }
            }
        }
    }
}
