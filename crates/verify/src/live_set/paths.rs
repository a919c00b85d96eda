//! Paths to live positions: one to each, all of them, or several to one.
//!
//! [`LivePaths`] searches depth first along the live moves. Of a position and its transpose it
//! looks up only one, because the transposed path draws the transposed position. The first move is
//! therefore always to the right: the paths that begin downwards are the transposed ones.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::bits::{PackedPosition, transposed};
use super::{LiveEntry, LiveSet};
use deadmove_core::board::Move;
use deadmove_rules::moves::Moves;

/// Live positions with a path to each, in a fixed order that begins with the start.
#[derive(Clone, Debug)]
pub struct LivePaths<'l> {
    live_set: &'l LiveSet,
    /// Per layer: the stored positions that have been visited. `None`: all drawings are visited.
    visited: Option<Vec<FixedBitSet>>,
    /// The positions along the path, each with its live moves that are still to be searched.
    stack: Vec<(PackedPosition, Moves)>,
    path: Vec<Move>,
    transposed_path: Vec<Move>,
    /// What the transposed path leads to, if it comes next.
    transposed_due: Option<LiveEntry>,
}

impl<'l> LivePaths<'l> {
    /// One path to each live position, the start and the complete position among them.
    pub fn one_each(live_set: &'l LiveSet) -> LivePaths<'l> {
        let lower = live_set.lower.len();
        let layer = |drawn: usize| &live_set.lower[drawn.min(2 * lower - drawn) - 1];
        let visited = (1..=live_set.layers())
            .map(|drawn| FixedBitSet::with_capacity(layer(drawn).keys.len()))
            .collect();
        LivePaths { visited: Some(visited), ..LivePaths::all(live_set) }
    }

    /// All paths to all live positions. On 7×7 there are 2 million of them.
    pub fn all(live_set: &'l LiveSet) -> LivePaths<'l> {
        let start = live_set.entry(live_set.grid.start()).expect("the start is live");
        let first = Moves::from_bits(start.live_moves).and(Moves::only(Move::Right));
        LivePaths {
            live_set,
            visited: None,
            stack: vec![(start.key, first)],
            path: Vec::new(),
            transposed_path: Vec::new(),
            transposed_due: Some(start),
        }
    }

    /// The next path, and the live position to which it leads.
    // An iterator would have to copy every path.
    #[expect(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<(&[Move], LiveEntry)> {
        if let Some(entry) = self.transposed_due.take() {
            return Some((&self.transposed_path, entry));
        }
        loop {
            let (key, moves) = self.stack.last_mut()?;
            let Some(direction) = moves.iter().next() else {
                self.stack.pop();
                self.path.pop();
                self.transposed_path.pop();
                continue;
            };
            *moves = moves.without(Moves::only(direction));
            let next = self.live_set.after(*key, direction).expect("a live move is legal");
            let location =
                self.live_set.locate(next).expect("a live move leads to a live position");
            let visited = self.visited.as_mut();
            if visited.is_some_and(|layers| layers[location.drawn - 1].put(location.index)) {
                continue;
            }
            let entry = self.live_set.entry_at(next, location);
            self.stack.push((next, Moves::from_bits(entry.live_moves)));
            self.path.push(direction);
            self.transposed_path.push(transposed(direction));
            // The transposed path to a position that is its own transpose is one more drawing.
            let same = self.visited.is_none().then_some(entry);
            self.transposed_due = self.live_set.transposed(entry).or(same);
            return Some((&self.path, entry));
        }
    }
}

impl LiveSet {
    /// The moves of a live position that lead to dead ones, with these. A dead position that
    /// follows several live ones belongs to one of them. Moves that enter the end cell early are
    /// left out.
    pub fn dead_after(&self, entry: LiveEntry) -> impl Iterator<Item = (Move, PackedPosition)> {
        let moves = self.dead_moves(entry).without(self.early_end(entry.key)).iter();
        let after = moves.filter_map(move |m| Some((m, self.after(entry.key, m)?)));
        after.filter(move |&(direction, dead)| {
            let first = self.grid.before(dead).find(|&(_, key)| self.contains(key));
            first == Some((direction, entry.key))
        })
    }
}

/// Different paths to one position that is live or one move after a live one, in an order that
/// depends on a seed. All are found, each once. They differ in their last steps first.
#[derive(Debug)]
pub struct Drawings<'l> {
    live_set: &'l LiveSet,
    rng: ChaCha8Rng,
    last: DrawingEnd,
}

/// The drawings that end in the same steps, from some position on.
#[derive(Debug)]
struct DrawingEnd {
    key: PackedPosition,
    /// The step that follows.
    step: Option<Move>,
    /// The live positions before, whose drawings are taken in turn. `None`: not looked up yet.
    before: Option<VecDeque<DrawingEnd>>,
}

impl<'l> Drawings<'l> {
    /// The drawings of a position; there are none if it is dead and not one move after a live one.
    pub fn new(live_set: &'l LiveSet, key: PackedPosition, seed: u64) -> Drawings<'l> {
        let last = DrawingEnd { key, step: None, before: None };
        Drawings { live_set, rng: ChaCha8Rng::seed_from_u64(seed), last }
    }
}

impl Iterator for Drawings<'_> {
    type Item = Vec<Move>;

    fn next(&mut self) -> Option<Vec<Move>> {
        let mut path = Vec::new();
        self.last.draw(self.live_set, &mut self.rng, &mut path).then_some(path)
    }
}

impl DrawingEnd {
    /// Adds the steps of the next drawing to `path`; `false` if there is none.
    fn draw(&mut self, live_set: &LiveSet, rng: &mut ChaCha8Rng, path: &mut Vec<Move>) -> bool {
        let first = self.before.is_none();
        let before = self.before.get_or_insert_with(|| {
            let live = |&(_, key): &(Move, PackedPosition)| live_set.contains(key);
            let mut before: Vec<_> = live_set.grid.before(self.key).filter(live).collect();
            before.shuffle(rng);
            let end = |(step, key)| DrawingEnd { key, step: Some(step), before: None };
            before.into_iter().map(end).collect()
        });
        let mut found = first && self.key == live_set.grid.start();
        while !found && let Some(mut next) = before.pop_front() {
            found = next.draw(live_set, rng, path);
            if found {
                before.push_back(next);
            }
        }
        path.extend(self.step.filter(|_| found));
        found
    }
}
