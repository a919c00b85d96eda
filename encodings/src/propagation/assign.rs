//! Deciding an edge and taking it back; degrees and chains, which follow at once.

use super::adjacency::NONE;
use super::{Conflict, EdgeCause, EdgeState, Propagator};

/// A decision on the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrailEntry {
    edge: u32,
    cause: EdgeCause,
    /// The far ends of the two chains that the edge joined; [`NONE`] if it is out or closed a
    /// cycle.
    far: [u32; 2],
    is_in: bool,
}

impl TrailEntry {
    pub(super) fn decision(&self) -> (usize, bool, EdgeCause) {
        (self.edge as usize, self.is_in, self.cause)
    }
}

impl Propagator {
    pub(super) fn assign(
        &mut self,
        edge: u32,
        is_in: bool,
        cause: EdgeCause,
    ) -> Result<(), Conflict> {
        let wanted = if is_in { EdgeState::In } else { EdgeState::Out };
        match self.state[edge as usize] {
            EdgeState::Undecided => {}
            state if state == wanted => return Ok(()),
            _ => return Err(Conflict::Degree),
        }
        let [a, b] = self.adjacency.ends[edge as usize];
        let mut far = [NONE; 2];
        if is_in {
            let closes = self.mate[a as usize] == b;
            let full = self.need[a as usize] == 0 || self.need[b as usize] == 0;
            if full || closes && self.unfinished > 2 {
                self.refused = Some((edge, is_in, cause));
                return Err(if full { Conflict::Degree } else { Conflict::SmallLoop });
            }
            if !closes {
                far = [self.mate[a as usize], self.mate[b as usize]];
                self.mate[far[0] as usize] = far[1];
                self.mate[far[1] as usize] = far[0];
                self.queue.extend(far);
            }
            for v in [a as usize, b as usize] {
                self.need[v] -= 1;
                self.unfinished -= usize::from(self.need[v] == 0);
            }
        }
        self.state[edge as usize] = wanted;
        self.open[a as usize] -= 1;
        self.open[b as usize] -= 1;
        self.trail.push(TrailEntry { edge, cause, far, is_in });
        self.queue.extend([a, b]);
        self.flow.set(edge, [a, b], is_in);
        Ok(())
    }

    /// Takes back the last decision.
    pub(super) fn unassign(&mut self) {
        let TrailEntry { edge, far, is_in, .. } = self.trail.pop().expect("a decision");
        let [a, b] = self.adjacency.ends[edge as usize];
        self.state[edge as usize] = EdgeState::Undecided;
        for v in [a as usize, b as usize] {
            self.open[v] += 1;
            if is_in {
                self.unfinished += usize::from(self.need[v] == 0);
                self.need[v] += 1;
            }
        }
        if far[0] != NONE {
            self.mate[far[0] as usize] = a;
            self.mate[far[1] as usize] = b;
        }
    }

    /// Lemmas 1 and 2 for the vertices in the queue, until it is empty.
    pub(super) fn settle(&mut self) -> Result<(), Conflict> {
        while let Some(v) = self.queue.pop() {
            let v = v as usize;
            if self.open[v] == 0 {
                if self.need[v] > 0 && self.lemmas.degree {
                    return Err(Conflict::Degree);
                }
                continue;
            }
            if self.need[v] == 0 {
                self.assign_open(v, false)?;
                continue;
            }
            if self.lemmas.small_loop && self.mate[v] != v as u32 && self.unfinished > 2 {
                let mate = self.mate[v];
                let closing = self.adjacency.links(v).iter().find(|link| {
                    link.to == mate && self.state[link.edge as usize] == EdgeState::Undecided
                });
                if let Some(link) = closing {
                    self.assign(link.edge, false, EdgeCause::SmallLoop)?;
                }
            }
            if self.lemmas.degree {
                if self.open[v] < self.need[v] {
                    return Err(Conflict::Degree);
                }
                if self.open[v] == self.need[v] {
                    self.assign_open(v, true)?;
                }
            }
        }
        Ok(())
    }

    /// Decides all undecided edges of a vertex.
    fn assign_open(&mut self, v: usize, is_in: bool) -> Result<(), Conflict> {
        for at in self.adjacency.first(v)..self.adjacency.first(v + 1) {
            let edge = self.adjacency.link(at).edge;
            if self.state[edge as usize] == EdgeState::Undecided {
                self.assign(edge, is_in, EdgeCause::Degree)?;
            }
        }
        Ok(())
    }
}
