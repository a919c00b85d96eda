//! Finds a deduction and trims it.
//!
//! The lemmas decide many edges before they meet a contradiction, and most have nothing to do with
//! it. Steps are left out in groups, halving the groups, as long as those that remain still follow
//! from each other and end in a contradiction (delta debugging: Zeller and Hildebrandt, Simplifying
//! and isolating failure-inducing input, 2002). This is done for two orders of the steps, as found
//! by the propagation and in rounds, and the shorter result is taken.

use std::collections::VecDeque;

use super::explain::{because, contradiction};
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
    let stop: &mut dyn FnMut() -> bool = &mut stop;
    let adjacency = Adjacency::new(graph);
    let context = Context { graph, adjacency: &adjacency };
    let mut propagator = Propagator::new(graph, Lemmas::ALL);
    let steps = match propagator.propagate() {
        Err(_) => context.by_lemmas(&propagator, &Decided::new(), stop),
        Ok(()) => {
            let found = context.by_probes(&mut propagator, probing?, stop)?;
            context.trim(&Decided::new(), found, stop)
        }
    };
    Some(context.explain(&Decided::new(), &steps, stop))
}

#[derive(Clone, Copy)]
struct Context<'a> {
    graph: &'a Graph,
    adjacency: &'a Adjacency,
}

impl Context<'_> {
    fn known(&self, given: &Decided) -> KnownEdges<'_> {
        let mut known = KnownEdges::new(self.adjacency);
        for &(edge, is_in) in given {
            known.set(edge, is_in);
        }
        known
    }

    /// Whether the lemmas find a contradiction.
    fn refutes(&self, given: impl IntoIterator<Item = (u32, bool)>) -> Option<Propagator> {
        let mut propagator = Propagator::new(self.graph, Lemmas::ALL);
        let mut given = given.into_iter();
        let decided = given.try_for_each(|(edge, is_in)| propagator.decide(edge as usize, is_in));
        decided.and_then(|()| propagator.propagate()).is_err().then_some(propagator)
    }

    /// The steps to the contradiction that a propagator met, trimmed.
    fn by_lemmas(
        &self,
        propagator: &Propagator,
        given: &Decided,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<Raw> {
        let decisions = propagator.decisions().filter(|&(_, _, cause)| cause != EdgeCause::Given);
        let found = decisions.map(|(edge, is_in, cause)| Raw {
            edge: edge as u32,
            is_in,
            how: DecidedBy::Lemma(cause),
        });
        let as_found = self.trim(given, found.collect(), stop);
        if as_found.len() < 2 || stop() {
            return as_found;
        }
        match self.in_rounds(given).map(|steps| self.trim(given, steps, stop)) {
            Some(rounds) if rounds.len() < as_found.len() => rounds,
            _ => as_found,
        }
    }

    /// All that the lemmas decide in rounds, each on what the rounds before have decided.
    fn in_rounds(&self, given: &Decided) -> Option<Vec<Raw>> {
        let mut known = self.known(given);
        let mut steps = Vec::new();
        while known.conflict().is_none() {
            let found = known.all();
            if found.is_empty() {
                return None;
            }
            for (edge, is_in, cause) in found {
                known.set(edge, is_in);
                steps.push(Raw { edge, is_in, how: DecidedBy::Lemma(cause) });
            }
        }
        Some(steps)
    }

    /// Supposes edges in and out, nearest to the live end first, until the lemmas find a
    /// contradiction with what is learnt from that.
    fn by_probes(
        &self,
        propagator: &mut Propagator,
        probing: Probing,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Raw>> {
        let mut left = probing.count;
        let edges = self.nearest(probing);
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
                let decided = propagator.decide(edge as usize, !supposed);
                if decided.and_then(|()| propagator.propagate()).is_err() {
                    let decisions = propagator.decisions();
                    let steps = decisions.map(|(edge, is_in, cause)| {
                        // Only what was probed is decided by the caller.
                        let probed = cause == EdgeCause::Given;
                        let how = if probed { DecidedBy::Probe } else { DecidedBy::Lemma(cause) };
                        Raw { edge: edge as u32, is_in, how }
                    });
                    return Some(steps.collect());
                }
            }
        }
        None
    }

    /// The edges that may be probed, nearest first.
    fn nearest(&self, probing: Probing) -> Vec<u32> {
        let mut distance = vec![usize::MAX; self.adjacency.vertices()];
        let mut queue = VecDeque::from([probing.live_end]);
        distance[probing.live_end] = 0;
        let mut listed = vec![false; self.adjacency.edges()];
        let mut edges = Vec::new();
        while let Some(v) = queue.pop_front() {
            for link in self.adjacency.links(v) {
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

    /// The steps that follow from those before them, and whether they end in a contradiction.
    fn replay(&self, given: &Decided, steps: &[Raw]) -> Option<Vec<Raw>> {
        let mut known = self.known(given);
        let mut kept: Vec<Raw> = Vec::new();
        // What a lemma decided once it decides after more decisions too.
        let mut found: [LemmaDecisions; 2] = Default::default();
        for &step in steps {
            if !known.is_undecided(step.edge) {
                continue;
            }
            let follows = match step.how {
                DecidedBy::Probe => {
                    let before = kept.iter().map(|step| (step.edge, step.is_in));
                    let all = given.iter().copied().chain(before);
                    self.refutes(all.chain([(step.edge, !step.is_in)])).is_some()
                }
                DecidedBy::Lemma(cause @ (EdgeCause::Colour | EdgeCause::TwoEdgeCut)) => {
                    let found = &mut found[usize::from(cause == EdgeCause::Colour)];
                    if !found.decides(step) && found.after != Some(kept.len()) {
                        found.after = Some(kept.len());
                        found.decided = match cause {
                            EdgeCause::Colour => match known.colour() {
                                Some(decided) => decided,
                                None => return Some(kept),
                            },
                            _ => known.two_edge_cuts(),
                        };
                    }
                    found.decides(step)
                }
                DecidedBy::Lemma(cause) => known.follows(step.edge, step.is_in, cause),
            };
            if follows {
                known.set(step.edge, step.is_in);
                kept.push(step);
            }
        }
        known.conflict().is_some().then_some(kept)
    }

    /// Leaves out steps while a contradiction is left.
    fn trim(&self, given: &Decided, steps: Vec<Raw>, stop: &mut dyn FnMut() -> bool) -> Vec<Raw> {
        let Some(mut steps) = self.replay(given, &steps) else {
            unreachable!("the lemmas met a contradiction after these steps")
        };
        loop {
            let before = steps.len();
            let mut size = (steps.len() / 2).max(1);
            loop {
                let mut end = steps.len();
                while end > 0 {
                    if stop() {
                        return steps;
                    }
                    let start = end.saturating_sub(size);
                    let fewer = [&steps[..start], &steps[end..]].concat();
                    if let Some(kept) = self.replay(given, &fewer) {
                        steps = kept;
                    }
                    end = start.min(steps.len());
                }
                if size == 1 {
                    break;
                }
                size /= 2;
            }
            if steps.len() == before {
                return steps;
            }
        }
    }

    /// Adds the evidence to steps that follow from each other.
    fn explain(&self, given: &Decided, steps: &[Raw], stop: &mut dyn FnMut() -> bool) -> Deduction {
        let mut known = self.known(given);
        let mut before = given.clone();
        let mut explained = Vec::new();
        for &Raw { edge, is_in, how } in steps {
            // Only where leaving out was stopped: then there may be more steps than needed.
            if known.conflict().is_some() {
                break;
            }
            let because = match how {
                DecidedBy::Lemma(cause) => because(&known, edge, is_in, cause),
                DecidedBy::Probe => {
                    let mut supposed = before.clone();
                    supposed.push((edge, !is_in));
                    let propagator = self.refutes(supposed.iter().copied());
                    let propagator = propagator.expect("a probe that was refuted");
                    let steps = self.by_lemmas(&propagator, &supposed, stop);
                    let deduction = self.explain(&supposed, &steps, stop);
                    Because::Probe { deduction: Box::new(deduction) }
                }
            };
            known.set(edge, is_in);
            before.push((edge, is_in));
            explained.push(Step { edge: edge as usize, is_in, because });
        }
        Deduction { steps: explained, contradiction: contradiction(&known) }
    }
}

/// What a lemma decided after a number of steps.
#[derive(Default)]
struct LemmaDecisions {
    after: Option<usize>,
    decided: Decided,
}

impl LemmaDecisions {
    fn decides(&self, step: Raw) -> bool {
        self.decided.contains(&(step.edge, step.is_in))
    }
}
