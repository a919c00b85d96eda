//! Is there a sequence of at most `length` moves that solves every maze of a list? A depth-first
//! search over joint positions. It does not continue from a position that it has reached at the
//! same or a smaller depth before, nor where a pattern shows that too few moves are left. Positions
//! are compared in full.

use crate::sequences::joint::{Joint, States};
use crate::sequences::pattern::PatternDatabase;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// A search among sequences of at most `length` moves.
struct Bounded<'a> {
    joint: &'a Joint,
    patterns: &'a [PatternDatabase],
    length: usize,
    budget: &'a Budget<'a>,
    /// Positions, and the least depth of each.
    states: States,
    depths: Vec<u8>,
    packed: Vec<u64>,
    path: Vec<Move>,
    /// Joint positions expanded, and the most that may be.
    nodes: u64,
    most: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundedResult {
    /// A sequence that solves all mazes.
    Sequence(Vec<Move>),
    /// There is none.
    Nothing,
    /// The search took more joint positions than it was allowed.
    Open,
}

/// Searches for a sequence of at most `length` moves that solves all mazes, and expands at most
/// `most` joint positions. Also returns how many were expanded.
pub fn search_bounded(
    joint: &Joint,
    patterns: &[PatternDatabase],
    length: usize,
    most: u64,
    budget: &Budget<'_>,
) -> Result<(BoundedResult, u64), Limit> {
    let start = joint.starts();
    let mut search = Bounded {
        joint,
        patterns,
        length,
        budget,
        states: States::new(joint.words),
        depths: Vec::new(),
        packed: Vec::new(),
        path: Vec::new(),
        nodes: 0,
        most,
    };
    if search.bound(&start) > length {
        return Ok((BoundedResult::Nothing, 0));
    }
    let found = match search.descend(&start)? {
        Some(true) => BoundedResult::Sequence(search.path),
        Some(false) => BoundedResult::Nothing,
        None => BoundedResult::Open,
    };
    Ok((found, search.nodes))
}

impl Bounded<'_> {
    fn bound(&self, positions: &[u8]) -> usize {
        let bounds = self.patterns.iter().map(|pattern| pattern.distance(positions));
        usize::from(bounds.max().unwrap_or(0))
    }

    /// Records a position at a depth. Returns whether it is new or was only known at greater
    /// depths.
    fn is_new(&mut self, positions: &[u8], depth: usize) -> bool {
        self.joint.pack(positions, &mut self.packed);
        let (place, is_new) = self.states.add(&self.packed);
        if is_new {
            self.depths.push(depth as u8);
            return true;
        }
        let better = depth < usize::from(self.depths[place]);
        if better {
            self.depths[place] = depth as u8;
        }
        better
    }

    /// Whether some continuation of the path solves all mazes; none if that takes too many joint
    /// positions.
    fn descend(&mut self, positions: &[u8]) -> Result<Option<bool>, Limit> {
        if positions.iter().all(|&at| at == 0) {
            return Ok(Some(true));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            self.budget.check()?;
        }
        if self.nodes > self.most {
            return Ok(None);
        }
        let depth = self.path.len() + 1;
        let mut next = Vec::with_capacity(4);
        for step in Move::ALL {
            let mut to = Vec::new();
            self.joint.step(positions, step, &mut to);
            if to == positions {
                continue;
            }
            let bound = self.bound(&to);
            if depth + bound > self.length || !self.is_new(&to, depth) {
                continue;
            }
            let mazes = self.joint.mazes.iter().zip(&to);
            let far: u32 = mazes.map(|(m, &at)| u32::from(m.distance[usize::from(at)])).sum();
            next.push((bound, far, step, to));
        }
        next.sort_unstable_by_key(|&(bound, far, step, _)| (bound, far, step));
        for (_, _, step, to) in next {
            self.path.push(step);
            match self.descend(&to)? {
                Some(false) => self.path.pop(),
                end => return Ok(end),
            };
        }
        Ok(Some(false))
    }
}
