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
    let mut base = key;
    let mut used = [0u8; 4];
    let mut values = [UNUSED; 4];
    let mut degree = 0;
    for &slot in &step.ins {
        let value = key.get(slot);
        if value != UNUSED {
            used[degree] = slot;
            values[degree] = value;
            degree += 1;
            base.set(slot, UNUSED);
        }
    }
    let need = usize::from(step.need);
    if degree > need {
        return Ok(());
    }

    let mut full = 0u8;
    let mut starving = 0u8;
    for (bit, out) in step.outs.iter().enumerate() {
        let there = out.earlier.iter().filter(|&&slot| key.get(slot) != UNUSED).count() as u8;
        full |= u8::from(there >= out.need) << bit;
        starving |= u8::from(there + out.remaining < out.need) << bit;
    }
    if full & starving != 0 {
        return Ok(());
    }

    // The other end of the piece that continues through the vertex.
    let behind = match (need, degree) {
        (2, 2) => {
            if values[0] == mate(used[1]) || (starving != 0) {
                return Ok(());
            }
            return match (values[0], values[1]) {
                (TERMINAL, TERMINAL) if step.last => emit(base, 0),
                (TERMINAL, TERMINAL) => Ok(()),
                (a, b) => {
                    for (from, to) in [(a, b), (b, a)] {
                        if from != TERMINAL {
                            base.set(from - mate(0), to);
                        }
                    }
                    emit(base, 0)
                }
            };
        }
        (1, 1) => {
            if starving != 0 {
                return Ok(());
            }
            return match values[0] {
                TERMINAL if step.last => emit(base, 0),
                TERMINAL => Ok(()),
                other => {
                    base.set(other - mate(0), TERMINAL);
                    emit(base, 0)
                }
            };
        }
        (2, 1) => values[0],
        _ => TERMINAL,
    };

    let outs = step.outs.len();
    if need == 2 && degree == 0 {
        for first in 0..outs {
            for second in first + 1..outs {
                let chosen = 1 << first | 1 << second;
                if chosen & full != 0 || starving & !chosen != 0 {
                    continue;
                }
                let mut next = base;
                let (a, b) = (step.outs[first].slot, step.outs[second].slot);
                next.set(a, mate(b));
                next.set(b, mate(a));
                emit(next, chosen)?;
            }
        }
        return Ok(());
    }
    for (bit, out) in step.outs.iter().enumerate() {
        let chosen = 1 << bit;
        if chosen & full != 0 || starving & !chosen != 0 {
            continue;
        }
        // Both edges of the next vertex would belong to one piece, which closes a cycle, or to the
        // two pieces with the ends of the line, which ends it.
        let closes = out
            .earlier
            .iter()
            .any(|&slot| behind == mate(slot) || behind == TERMINAL && key.get(slot) == TERMINAL);
        let ends = behind == TERMINAL && out.need == 1;
        if (closes || ends) && !(out.to_last && behind == TERMINAL) {
            continue;
        }
        let mut next = base;
        next.set(out.slot, behind);
        if behind != TERMINAL {
            next.set(behind - mate(0), mate(out.slot));
        }
        emit(next, chosen)?;
    }
    Ok(())
}
