//! Finds a deduction and trims it.
//!
//! The lemmas decide many edges before they meet a contradiction, and most have nothing to do with
//! it. They are applied in rounds; then the evidence of the contradiction names the edges that it
//! counts, the evidence of these edges those of earlier rounds, and so on back. Of the few steps
//! found in this way, each is left out if the others still follow from each other and end in a
//! contradiction.

use std::collections::VecDeque;

use super::explain::{antecedents, because, conflicting, contradiction};
use super::known::{Decided, KnownEdges};
use super::{Because, Deduction, Step};
use crate::graph::Graph;
use crate::propagation::adjacency::Adjacency;
use crate::propagation::{EdgeCause, EdgeState, Lemmas, Propagator};

/// Which edges may be probed if the lemmas find no contradiction: those with an end at most this
/// many steps from the live end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The vertex of the live end.
    pub live_end: usize,
    /// The number of steps; with 0 only its own edges.
    pub distance: usize,
    /// At most this many probes.
    pub count: usize,
}

/// A step before its evidence is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Raw {
    edge: u32,
    is_in: bool,
    how: DecidedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DecidedBy {
    Lemma(EdgeCause),
    Probe,
}

/// Derives a contradiction by the five lemmas and, if they do not suffice, by probing: nothing if
/// that finds none either. `stop` is asked before each probe, which ends probing, and before each
/// attempt to leave out steps, which leaves the deduction longer than it could be.
pub fn derive(
    graph: &Graph,
    probing: Option<Probing>,
    mut stop: impl FnMut() -> bool,
) -> Option<Deduction> {
    let adjacency = Adjacency::new(graph);
    let mut probes = Decided::new();
    if let Some(probing) = probing {
        let mut propagator = Propagator::new(graph, Lemmas::ALL);
        if propagator.propagate().is_ok() {
            probes = by_probes(
                &mut propagator,
                &nearest(&adjacency, probing),
                probing.count,
                &mut stop,
            )?;
        }
    }
    let mut derivation = GraphDerivation { known: KnownEdges::new(&adjacency), stop: &mut stop };
    let (steps, _) = derivation.steps(&probes)?;
    Some(derivation.explain(&steps))
}

/// Decided edges, and what is derived from them.
struct GraphDerivation<'a> {
    known: KnownEdges<'a>,
    stop: &'a mut dyn FnMut() -> bool,
}

impl GraphDerivation<'_> {
    /// The steps to a contradiction, trimmed, and the edges decided before or by them that they
    /// use. Probes are made where the lemmas find nothing.
    fn steps(&mut self, probes: &[(u32, bool)]) -> Option<(Vec<Raw>, Vec<u32>)> {
        let layers = self.layers(probes)?;
        let mut used = conflicting(&mut self.known);
        let mut is_used = vec![false; self.known.state.len()];
        used.iter().for_each(|&edge| is_used[edge as usize] = true);
        let mut steps = Vec::new();
        for layer in layers.iter().rev() {
            self.forget(layer);
            for &step in layer.iter().rev() {
                if !is_used[step.edge as usize] {
                    continue;
                }
                steps.push(step);
                for edge in self.used_by(step) {
                    if !std::mem::replace(&mut is_used[edge as usize], true) {
                        used.push(edge);
                    }
                }
            }
        }
        steps.reverse();
        Some((self.trim(steps), used))
    }

    /// The decided edges that a step uses.
    fn used_by(&mut self, step: Raw) -> Vec<u32> {
        let DecidedBy::Lemma(cause) = step.how else {
            return self.refuted(step).1;
        };
        let because = because(&self.known, step.edge, step.is_in, cause);
        antecedents(&self.known, &Step { edge: step.edge as usize, is_in: step.is_in, because })
    }

    /// How the opposite of a probe leads to a contradiction.
    fn refuted(&mut self, probe: Raw) -> (Deduction, Vec<u32>) {
        self.known.set(probe.edge, !probe.is_in);
        let (steps, used) = self.steps(&[]).expect("a probe that was refuted");
        let deduction = self.explain(&steps);
        self.known.unset(probe.edge);
        (deduction, used)
    }

    /// All that the lemmas decide up to a contradiction, in rounds, each on what the rounds before
    /// have decided, with a round for each probe that they need. It is known afterwards.
    fn layers(&mut self, probes: &[(u32, bool)]) -> Option<Vec<Vec<Raw>>> {
        let mut probes = probes.iter();
        let mut layers: Vec<Vec<Raw>> = Vec::new();
        while let Ok(found) = self.known.round() {
            let lemma = |(edge, is_in, cause)| Raw { edge, is_in, how: DecidedBy::Lemma(cause) };
            let mut layer: Vec<Raw> = found.into_iter().map(lemma).collect();
            if layer.is_empty() {
                let probe = probes.find(|&&(edge, _)| self.known.is_undecided(edge));
                layer.extend(probe.map(|&(edge, is_in)| Raw {
                    edge,
                    is_in,
                    how: DecidedBy::Probe,
                }));
            }
            if layer.is_empty() {
                layers.iter().for_each(|layer| self.forget(layer));
                return None;
            }
            layer.iter().for_each(|step| self.known.set(step.edge, step.is_in));
            layers.push(layer);
        }
        Some(layers)
    }

    fn forget(&mut self, steps: &[Raw]) {
        steps.iter().for_each(|step| self.known.unset(step.edge));
    }

    /// Whether the opposite of a step leads to a contradiction.
    fn is_refuted(&mut self, step: Raw) -> bool {
        self.known.set(step.edge, !step.is_in);
        let layers = self.layers(&[]);
        layers.iter().flatten().for_each(|layer| self.forget(layer));
        self.known.unset(step.edge);
        layers.is_some()
    }

    /// The steps that follow from those before them, if they end in a contradiction.
    fn replay(&mut self, steps: &[Raw]) -> Option<Vec<Raw>> {
        let mut kept: Vec<Raw> = Vec::new();
        let mut conflict = false;
        for &step in steps {
            let follows = match step.how {
                DecidedBy::Probe => self.is_refuted(step),
                DecidedBy::Lemma(EdgeCause::Colour) => match self.known.colour() {
                    Some(decided) => decided.contains(&(step.edge, step.is_in)),
                    None => {
                        conflict = true;
                        break;
                    }
                },
                DecidedBy::Lemma(EdgeCause::TwoEdgeCut) => {
                    self.known.two_edge_cuts().contains(&(step.edge, step.is_in))
                }
                DecidedBy::Lemma(cause) => self.known.follows(step.edge, step.is_in, cause),
            };
            if follows {
                self.known.set(step.edge, step.is_in);
                kept.push(step);
            }
        }
        let conflict = conflict || self.known.conflict().is_some();
        self.forget(&kept);
        conflict.then_some(kept)
    }

    /// Leaves out steps, one by one, while a contradiction is left.
    fn trim(&mut self, mut steps: Vec<Raw>) -> Vec<Raw> {
        let mut at = steps.len();
        // Without any step there was no contradiction.
        while at > 0 && steps.len() > 1 {
            if (self.stop)() {
                return self.up_to_conflict(steps);
            }
            at -= 1;
            let fewer = [&steps[..at], &steps[at + 1..]].concat();
            if let Some(kept) = self.replay(&fewer) {
                steps = kept;
                at = at.min(steps.len());
            }
        }
        steps
    }

    /// No evidence is sought after a conflict.
    fn up_to_conflict(&mut self, mut steps: Vec<Raw>) -> Vec<Raw> {
        let mut count = 0;
        while self.known.conflict().is_none() {
            self.known.set(steps[count].edge, steps[count].is_in);
            count += 1;
        }
        steps.truncate(count);
        self.forget(&steps);
        steps
    }

    /// Adds the evidence to steps that follow from each other.
    fn explain(&mut self, steps: &[Raw]) -> Deduction {
        let mut explained = Vec::new();
        for &step in steps {
            let because = match step.how {
                DecidedBy::Lemma(cause) => because(&self.known, step.edge, step.is_in, cause),
                DecidedBy::Probe => Because::Probe { deduction: Box::new(self.refuted(step).0) },
            };
            self.known.set(step.edge, step.is_in);
            explained.push(Step { edge: step.edge as usize, is_in: step.is_in, because });
        }
        let contradiction = contradiction(&mut self.known);
        self.forget(steps);
        Deduction { steps: explained, contradiction }
    }
}

/// Supposes these edges in and out, in their order, until the lemmas find a contradiction with what
/// is learnt from that: what was learnt.
fn by_probes(
    propagator: &mut Propagator,
    edges: &[u32],
    mut left: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Decided> {
    let mut learnt = Decided::new();
    let mut quiet = 0;
    for &edge in edges.iter().cycle() {
        if quiet == edges.len() {
            return None;
        }
        quiet += 1;
        for supposed in [true, false] {
            if propagator.state(edge as usize) != EdgeState::Undecided {
                continue;
            }
            if left == 0 || stop() {
                return None;
            }
            left -= 1;
            let mark = propagator.mark();
            let decided = propagator.decide(edge as usize, supposed);
            let refuted = decided.and_then(|()| propagator.propagate()).is_err();
            propagator.undo(mark);
            if !refuted {
                continue;
            }
            quiet = 0;
            learnt.push((edge, !supposed));
            let decided = propagator.decide(edge as usize, !supposed);
            if decided.and_then(|()| propagator.propagate()).is_err() {
                return Some(learnt);
            }
        }
    }
    None
}

/// The edges that may be probed, nearest first.
fn nearest(adjacency: &Adjacency, probing: Probing) -> Vec<u32> {
    let mut distance = vec![usize::MAX; adjacency.vertices()];
    let mut queue = VecDeque::from([probing.live_end]);
    distance[probing.live_end] = 0;
    let mut listed = vec![false; adjacency.edges()];
    let mut edges = Vec::new();
    while let Some(v) = queue.pop_front() {
        for link in adjacency.links(v) {
            if !std::mem::replace(&mut listed[link.edge as usize], true) {
                edges.push(link.edge);
            }
            let to = link.to as usize;
            if distance[to] == usize::MAX && distance[v] < probing.distance {
                distance[to] = distance[v] + 1;
                queue.push_back(to);
            }
        }
    }
    edges
}
