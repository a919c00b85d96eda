//! Edge sets with the wanted degrees, by augmenting paths.
//!
//! Orient every edge from black to white and let each used edge carry one unit: an edge set with
//! the wanted degrees is an integral flow in which black vertices supply and white vertices demand
//! their degree. It exists unless some region contradicts the colour equation
//! Σ black degrees − Σ white degrees = (black-ended − white-ended used edges leaving the region);
//! a maximum flow that falls short exhibits such a region (max-flow min-cut).

use std::collections::VecDeque;

use crate::graph::Graph;

/// Why there is no edge set with the wanted degrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFlow {
    /// A region of vertices whose colours cannot be balanced by the edges that leave it.
    Unbalanced(Vec<usize>),
    /// The caller requested a stop.
    Stopped,
}

/// How many regions are compared to find a small one, each grown from a vertex that misses an edge.
const REGIONS: usize = 32;

/// An edge set that meets every wanted degree, or is on its way there.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Which edges are used; once it is found, all wanted degrees are met.
    pub used: Vec<bool>,
    /// Wanted minus present degree.
    missing: Vec<u8>,
    /// Scratch of the path search: the edge by which a vertex was reached in round `round`.
    reached_by: Vec<u32>,
    reached_in: Vec<u32>,
    round: u32,
    queue: VecDeque<usize>,
}

impl Flow {
    /// Finds an edge set with the wanted degrees, or an unbalanced region. `stop` is called before
    /// each search for a path, which takes time linear in the graph.
    ///
    /// # Errors
    /// If there is none, with the region; or if `stop` said so.
    pub fn new(graph: &Graph, mut stop: impl FnMut() -> bool) -> Result<Flow, NoFlow> {
        let mut flow = Flow {
            used: vec![false; graph.edges()],
            missing: (0..graph.vertices()).map(|v| graph.degree(v) as u8).collect(),
            reached_by: vec![0; graph.vertices()],
            reached_in: vec![0; graph.vertices()],
            round: 0,
            queue: VecDeque::new(),
        };
        flow.start_greedily(graph);
        for v in 0..graph.vertices() {
            while flow.missing[v] > 0 {
                if stop() {
                    return Err(NoFlow::Stopped);
                }
                if !flow.augment(graph, v) {
                    return Err(flow.smallest_unbalanced_region(graph, stop));
                }
            }
        }
        Ok(flow)
    }

    /// Takes edges in vertex order while both ends miss one. On a grid numbered row by row, with
    /// rotations that begin to the right, this draws rows: few long pieces, not many small cycles.
    fn start_greedily(&mut self, graph: &Graph) {
        for v in 0..graph.vertices() {
            for (other, edge) in graph.neighbours(v) {
                if v < other && self.missing[v] > 0 && self.missing[other] > 0 {
                    self.used[edge] = true;
                    self.missing[v] -= 1;
                    self.missing[other] -= 1;
                }
            }
        }
    }

    /// Adds one unit of degree at `v` along an alternating path.
    fn augment(&mut self, graph: &Graph, v: usize) -> bool {
        let colour = graph.is_black(v);
        let missing = std::mem::take(&mut self.missing);
        let end = self.search(graph, v, |w| graph.is_black(w) != colour && missing[w] > 0);
        self.missing = missing;
        let Some(end) = end else { return false };
        self.flip_path(graph, v, end);
        self.missing[v] -= 1;
        self.missing[end] -= 1;
        true
    }

    /// Breadth-first search for a path from `from` that alternates between unused and used edges,
    /// an unused one first.
    fn search(
        &mut self,
        graph: &Graph,
        from: usize,
        found: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        self.round += 1;
        self.queue.clear();
        self.reached_in[from] = self.round;
        self.queue.push_back(from);
        let colour = graph.is_black(from);
        while let Some(v) = self.queue.pop_front() {
            let take_used = graph.is_black(v) != colour;
            for (other, edge) in graph.neighbours(v) {
                if self.used[edge] == take_used && self.reached_in[other] != self.round {
                    self.reached_in[other] = self.round;
                    self.reached_by[other] = edge as u32;
                    if found(other) {
                        return Some(other);
                    }
                    self.queue.push_back(other);
                }
            }
        }
        None
    }

    fn flip_path(&mut self, graph: &Graph, from: usize, to: usize) {
        let mut v = to;
        while v != from {
            let edge = self.reached_by[v] as usize;
            self.used[edge] = !self.used[edge];
            v = graph.other_end(edge, v);
        }
    }

    /// If no augmenting path starts at a vertex that misses an edge, the set of vertices it reaches
    /// along alternating paths is unbalanced: the edges that leave the set cannot change in its
    /// favour. Returns the smallest of a few such sets.
    fn smallest_unbalanced_region(
        &mut self,
        graph: &Graph,
        mut stop: impl FnMut() -> bool,
    ) -> NoFlow {
        let short: Vec<usize> = (0..graph.vertices()).filter(|&v| self.missing[v] > 0).collect();
        let mut smallest: Option<Vec<usize>> = None;
        let mut regions = 0;
        for v in short {
            while self.missing[v] > 0 && self.augment(graph, v) {}
            if self.missing[v] == 0 {
                continue;
            }
            let region: Vec<usize> =
                (0..graph.vertices()).filter(|&w| self.reached_in[w] == self.round).collect();
            if smallest.as_ref().is_none_or(|best| region.len() < best.len()) {
                smallest = Some(region);
            }
            regions += 1;
            if regions == REGIONS || stop() {
                break;
            }
        }
        NoFlow::Unbalanced(smallest.expect("the vertex without an augmenting path gives a region"))
    }
}
