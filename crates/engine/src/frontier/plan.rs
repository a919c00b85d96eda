//! A sweep as steps: the slots of the frontier that each vertex closes and opens. The sweep is
//! chosen in [`super::order`].

use super::graph::FrontierGraph;
use super::state::{StateKey, Wide};

/// An edge a step opens.
#[derive(Clone, Debug)]
pub struct Out {
    /// The slot of the edge.
    pub slot: u8,
    /// The vertex it leads to.
    pub to: u32,
    /// Edges that vertex needs.
    pub need: u8,
    /// Edges of that vertex that are still undecided after this step.
    pub remaining: u8,
    /// Whether that vertex is the last of the sweep.
    pub to_last: bool,
    /// Slots of the edges into that vertex that were opened by earlier steps.
    pub earlier: Vec<u8>,
}

/// Taking one vertex.
#[derive(Clone, Debug)]
pub struct SweepStep {
    /// The vertex.
    pub vertex: u32,
    /// Edges it needs.
    pub need: u8,
    /// Whether it is the last vertex.
    pub last: bool,
    /// Slots of its edges to vertices taken before; free again after this step.
    pub ins: Vec<u8>,
    /// Its edges to vertices not yet taken.
    pub outs: Vec<Out>,
}

impl SweepStep {
    /// The edges of `outs` whose bits are set.
    pub fn edges(&self, chosen: u8) -> impl Iterator<Item = (u32, u32)> + '_ {
        let outs = self.outs.iter().enumerate();
        outs.filter(move |(bit, _)| chosen >> bit & 1 == 1).map(|(_, out)| (self.vertex, out.to))
    }
}

/// All steps of a sweep.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// One per vertex.
    pub steps: Vec<SweepStep>,
    /// Number of slots in use.
    pub width: usize,
}

impl SweepPlan {
    /// The steps for taking the vertices of `graph` in `order`; `None` if the frontier is wider
    /// than any key.
    pub fn new(graph: &FrontierGraph, order: &[u32]) -> Option<SweepPlan> {
        let mut time = vec![0; graph.len()];
        for (t, &v) in order.iter().enumerate() {
            time[v as usize] = t;
        }
        let mut incoming: Vec<Vec<u8>> = vec![Vec::new(); graph.len()];
        let mut taken = 0u64;
        let mut width = 0;
        let mut steps = Vec::with_capacity(order.len());
        for (t, &v) in order.iter().enumerate() {
            let ins = std::mem::take(&mut incoming[v as usize]);
            for &slot in &ins {
                taken &= !(1 << slot);
            }
            let mut outs = Vec::new();
            for &to in &graph.adjacent[v as usize] {
                if time[to as usize] < t {
                    continue;
                }
                let slot = taken.trailing_ones() as usize;
                if slot >= Wide::SLOTS {
                    return None;
                }
                taken |= 1 << slot;
                width = width.max(slot + 1);
                let remaining = graph.adjacent[to as usize].iter();
                outs.push(Out {
                    slot: slot as u8,
                    to,
                    need: graph.need[to as usize],
                    remaining: remaining.filter(|&&w| time[w as usize] > t).count() as u8,
                    to_last: time[to as usize] + 1 == order.len(),
                    earlier: incoming[to as usize].clone(),
                });
                incoming[to as usize].push(slot as u8);
            }
            let need = graph.need[v as usize];
            steps.push(SweepStep { vertex: v, need, last: t + 1 == order.len(), ins, outs });
        }
        Some(SweepPlan { steps, width })
    }
}
