//! The successors of a state at a step: all ways to give the vertex the edges it needs.

use super::plan::SweepStep;
use super::state::{StateKey, TERMINAL, UNUSED, mate};

/// Calls `emit` with every successor of `key` at `step`, and with the used edges among `step.outs`
/// as a bit set. At the last step it calls `emit` with the empty state, once for a completion.
///
/// Successors are left out if they end the line too early, close a cycle, or leave a neighbour of
/// the vertex with too many used edges or too few possible ones.
#[inline(always)]
pub fn successors<K: StateKey, E>(
    step: &SweepStep,
    key: K,
    mut emit: impl FnMut(K, u8) -> Result<(), E>,
) -> Result<(), E> {
    let Some(vertex) = VertexState::new(step, key) else { return Ok(()) };
    match (step.need, vertex.degree) {
        (2, 2) | (1, 1) if !vertex.allows(0) => Ok(()),
        (2, 2) => vertex.joined(step).map_or(Ok(()), |next| emit(next, 0)),
        (1, 1) => vertex.ended(step).map_or(Ok(()), |next| emit(next, 0)),
        (2, 1) => vertex.extended(step, key, vertex.values[0], emit),
        (2, 0) => vertex.begun(step, emit),
        _ => vertex.extended(step, key, TERMINAL, emit),
    }
}

/// The vertex of a step in a state.
struct VertexState<K> {
    /// The state without the used edges to the vertex.
    base: K,
    /// The slots of these edges, and what the state has there.
    used: [u8; 4],
    values: [u8; 4],
    /// Their number.
    degree: u8,
    /// The edges of `outs` to neighbours that have all their edges, as a bit set.
    full: u8,
    /// Those to neighbours that need the edge.
    starving: u8,
}

impl<K: StateKey> VertexState<K> {
    /// `None` if there is no successor: the vertex has too many used edges, or a neighbour both
    /// needs an edge and cannot have it.
    #[inline(always)]
    fn new(step: &SweepStep, key: K) -> Option<VertexState<K>> {
        let (mut base, mut used, mut values, mut degree) = (key, [0; 4], [UNUSED; 4], 0u8);
        for &slot in &step.ins {
            let value = key.get(slot);
            if value != UNUSED {
                (used[usize::from(degree)], values[usize::from(degree)]) = (slot, value);
                degree += 1;
                base.set(slot, UNUSED);
            }
        }
        if degree > step.need {
            return None;
        }
        let (mut full, mut starving) = (0, 0);
        for (bit, out) in step.outs.iter().enumerate() {
            let there = out.earlier.iter().filter(|&&slot| key.get(slot) != UNUSED).count() as u8;
            full |= u8::from(there >= out.need) << bit;
            starving |= u8::from(there + out.remaining < out.need) << bit;
        }
        (full & starving == 0).then_some(VertexState { base, used, values, degree, full, starving })
    }

    /// Whether the neighbours allow exactly these edges of `outs`.
    #[inline(always)]
    fn allows(&self, chosen: u8) -> bool {
        chosen & self.full == 0 && self.starving & !chosen == 0
    }

    /// Joins the pieces of the two used edges; `None` if this closes a cycle or ends the line too
    /// early.
    #[inline(always)]
    fn joined(&self, step: &SweepStep) -> Option<K> {
        let (a, b) = (self.values[0], self.values[1]);
        if a == mate(self.used[1]) {
            return None;
        }
        if a == TERMINAL && b == TERMINAL {
            return step.last.then_some(self.base);
        }
        let mut next = self.base;
        for (from, to) in [(a, b), (b, a)] {
            if from != TERMINAL {
                next.set(from - mate(0), to);
            }
        }
        Some(next)
    }

    /// Ends the line with the one used edge; `None` if that is too early.
    #[inline(always)]
    fn ended(&self, step: &SweepStep) -> Option<K> {
        let mut next = self.base;
        match self.values[0] {
            TERMINAL => return step.last.then_some(next),
            other => next.set(other - mate(0), TERMINAL),
        }
        Some(next)
    }

    /// Begins a piece with each two edges.
    #[inline(always)]
    fn begun<E>(
        &self,
        step: &SweepStep,
        mut emit: impl FnMut(K, u8) -> Result<(), E>,
    ) -> Result<(), E> {
        for first in 0..step.outs.len() {
            for second in first + 1..step.outs.len() {
                let chosen = 1 << first | 1 << second;
                if !self.allows(chosen) {
                    continue;
                }
                let mut next = self.base;
                let (a, b) = (step.outs[first].slot, step.outs[second].slot);
                next.set(a, mate(b));
                next.set(b, mate(a));
                emit(next, chosen)?;
            }
        }
        Ok(())
    }

    /// Continues a piece, whose other end is `behind`, with each edge.
    #[inline(always)]
    fn extended<E>(
        &self,
        step: &SweepStep,
        key: K,
        behind: u8,
        mut emit: impl FnMut(K, u8) -> Result<(), E>,
    ) -> Result<(), E> {
        for (bit, out) in step.outs.iter().enumerate() {
            let chosen = 1 << bit;
            if !self.allows(chosen) {
                continue;
            }
            // Both edges of the next vertex would belong to one piece, which closes a cycle, or to
            // the two pieces with the ends of the line, which ends it.
            let closes = out.earlier.iter().any(|&slot| {
                behind == mate(slot) || behind == TERMINAL && key.get(slot) == TERMINAL
            });
            let ends = behind == TERMINAL && out.need == 1;
            if (closes || ends) && !(out.to_last && behind == TERMINAL) {
                continue;
            }
            let mut next = self.base;
            next.set(out.slot, behind);
            if behind != TERMINAL {
                next.set(behind - mate(0), mate(out.slot));
            }
            emit(next, chosen)?;
        }
        Ok(())
    }
}
