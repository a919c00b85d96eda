//! Sets of cells that must be free or not free, merged into a prefix tree (trie).
//!
//! The tests of all sets are sorted in the same order; sets that begin with the same tests share a
//! path from the root. So a test that many sets contain is made once, and where it fails all of
//! them are skipped. The size of the tree is linear in that of the sets. The tree knows nothing of
//! regions and the other conditions of a rule.

use rustc_hash::FxHashMap;

use super::arena::{Arena, Span};
use super::bitboard::window_bit;
use super::geometry::Offset;
use super::moves::Moves;
use super::padded::{BitStep, Layout, Padded};

/// A cell that must be free (`true`) or not free.
pub type Literal = (Offset, bool);

/// Cells that must be free or not: masks for those in the window, steps for the others.
#[derive(Clone, Copy, Debug)]
pub struct Tests {
    free: u128,
    not_free: u128,
    far: Span<(BitStep, bool)>,
}

/// A node of a tree whose sets belong to items `G` of a list. Nodes are in preorder.
#[derive(Clone, Debug)]
pub struct Node<G> {
    pub tests: Tests,
    /// The moves of all sets in the subtree.
    pub moves: Moves,
    /// The sets that have no tests besides those on the path to here.
    pub sets: Span<G>,
    /// The node after the subtree.
    pub after: u32,
}

/// A forest: one tree after the other.
#[derive(Clone, Debug)]
pub struct Forest<G> {
    pub nodes: Vec<Node<G>>,
    far: Arena<(BitStep, bool)>,
}

/// One set to be merged into a tree.
#[derive(Clone, Debug)]
pub struct LiteralSet {
    pub literals: Vec<Literal>,
    pub moves: Moves,
}

impl<G> Forest<G> {
    /// No trees.
    pub fn new() -> Forest<G> {
        Forest { nodes: Vec::new(), far: Arena::default() }
    }

    /// Whether the tests hold. `window` has the free cells of `padded` in the window.
    pub fn hold(&self, tests: &Tests, window: u128, padded: &Padded) -> bool {
        window & tests.free == tests.free
            && window & tests.not_free == 0
            && self.far[tests.far].iter().all(|&(step, free)| padded.is_free(step) == free)
    }

    /// Tests for a set of cells; `None` if they can hold nowhere.
    pub fn tests(&mut self, literals: &[Literal], layout: Layout) -> Option<Tests> {
        let (mut in_window, mut far) = ([0, 0], Vec::new());
        for &(cell, free) in literals {
            let Some(step) = layout.step(cell) else {
                if free {
                    return None;
                }
                continue;
            };
            match window_bit(cell) {
                Some(bit) => in_window[usize::from(free)] |= bit,
                None => far.push((step, free)),
            }
        }
        let [not_free, free] = in_window;
        Some(Tests { free, not_free, far: self.far.add(far) })
    }

    /// Adds a tree of `sets` and numbers them from `first` on; returns their indices in the order
    /// of these numbers. Sets that can hold nowhere on the board are left out.
    pub fn add(&mut self, sets: &[LiteralSet], first: u32, layout: Layout) -> Vec<usize> {
        let mut counts: FxHashMap<Literal, u32> = FxHashMap::default();
        let possible = |&(cell, free): &Literal| !free || layout.step(cell).is_some();
        let possible: Vec<usize> =
            (0..sets.len()).filter(|&i| sets[i].literals.iter().all(possible)).collect();
        for &i in &possible {
            for &literal in &sets[i].literals {
                if layout.step(literal.0).is_some() {
                    *counts.entry(literal).or_default() += 1;
                }
            }
        }
        let mut literals: Vec<(Literal, u32)> = counts.into_iter().collect();
        literals.sort_unstable_by_key(|&(literal, count)| priority(literal, count));
        let ranks: FxHashMap<Literal, u32> = literals
            .iter()
            .enumerate()
            .map(|(rank, &(literal, _))| (literal, rank as u32))
            .collect();
        let mut sorted: Vec<(Vec<u32>, usize)> = possible
            .into_iter()
            .map(|i| {
                let known = sets[i].literals.iter().filter_map(|literal| ranks.get(literal));
                let mut path: Vec<u32> = known.copied().collect();
                path.sort_unstable();
                path.dedup();
                (path, i)
            })
            .collect();
        sorted.sort_unstable();
        if !sorted.is_empty() {
            let literals: Vec<Literal> = literals.into_iter().map(|(literal, _)| literal).collect();
            let mut builder = Builder { forest: self, literals, sets, layout };
            builder.node(&sorted, 0, first);
        }
        sorted.into_iter().map(|(_, i)| i).collect()
    }
}

/// The sort key of a literal in the order of tests.
fn priority((cell, free): Literal, count: u32) -> impl Ord {
    let far = cell.distance(Offset::LIVE_END);
    (std::cmp::Reverse(count), far, free, cell)
}

struct Builder<'b, G> {
    forest: &'b mut Forest<G>,
    literals: Vec<Literal>,
    sets: &'b [LiteralSet],
    layout: Layout,
}

impl<G> Builder<'_, G> {
    /// The node for sorted sets whose paths agree up to `depth`, and its subtree; its moves.
    fn node(&mut self, sorted: &[(Vec<u32>, usize)], depth: usize, first: u32) -> Moves {
        let (low, high) = (&sorted[0].0, &sorted[sorted.len() - 1].0);
        let common = low[depth..].iter().zip(&high[depth..]).take_while(|(a, b)| a == b).count();
        let tested: Vec<Literal> =
            low[depth..depth + common].iter().map(|&rank| self.literals[rank as usize]).collect();
        let depth = depth + common;
        let own = sorted.iter().take_while(|(path, _)| path.len() == depth).count();
        let mut moves = Moves::NONE;
        for (_, i) in &sorted[..own] {
            moves = moves.or(self.sets[*i].moves);
        }
        let tests = self.forest.tests(&tested, self.layout).expect("literals that can hold");
        let number = self.forest.nodes.len();
        self.forest.nodes.push(Node { tests, moves, sets: Span::new(first, own as u32), after: 0 });
        let mut first = first + own as u32;
        for children in sorted[own..].chunk_by(|a, b| a.0[depth] == b.0[depth]) {
            moves = moves.or(self.node(children, depth, first));
            first += children.len() as u32;
        }
        let after = self.forest.nodes.len() as u32;
        let node = &mut self.forest.nodes[number];
        (node.moves, node.after) = (moves, after);
        moves
    }
}
