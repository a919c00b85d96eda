//! Sets of cells that must be free or not free, tested 128 at a time.
//!
//! Cells are read four at a time, side by side in a row. For each four, a block of sets knows which
//! of them allow each of the 16 ways in which these can be free. Where no set is left, the block is
//! done. Sets with the same forbidden moves and many of the same tests share a block. A block has
//! only its strictest tests: the few sets that these leave are tested one by one. The sieve knows
//! nothing of regions and the other conditions of a rule.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::{Arena, Span};
use super::geometry::Offset;
use super::moves::Moves;
use super::padded::{BitStep, Layout, Padded};

/// A cell that must be free (`true`) or not free.
pub type Literal = (Offset, bool);

/// One set of tests.
#[derive(Clone, Debug)]
pub struct LiteralSet {
    pub literals: Vec<Literal>,
    pub moves: Moves,
}

/// Blocks of sets that belong to items `G` of a list.
#[derive(Clone, Debug)]
pub struct Sieve<G> {
    pub blocks: Vec<SieveBlock<G>>,
    tests: Arena<FourTest>,
    /// The steps to the first cells of the fours near the live end, and of the others.
    near: Vec<BitStep>,
    far: Vec<BitStep>,
    numbers: FxHashMap<Offset, u32>,
}

/// The number of the first far four. Those of the near ones are lower.
const FAR: usize = 256;

/// How many columns and rows the first cell of a near four is away at most.
const NEAR: u16 = 8;

/// At most 128 sets with the same moves.
#[derive(Clone, Debug)]
pub struct SieveBlock<G> {
    pub sets: Span<G>,
    pub moves: Moves,
    /// A bit for each set.
    all: u128,
    tests: Span<FourTest>,
}

/// A set in a block.
#[derive(Clone, Debug)]
pub struct SievedSet {
    /// Its index among those that were added.
    pub index: usize,
    /// The cells that the tests of its block leave out, and whether they must be free.
    pub rest: Vec<(BitStep, bool)>,
}

/// The most sets of a block.
const SETS: usize = u128::BITS as usize;

/// The most tests of a block. More cost more than they tell: few sets are left by then.
const TESTS: usize = 32;

/// Which sets of a block allow what four cells show.
#[derive(Clone, Debug)]
struct FourTest {
    four: u32,
    /// By the free cells as bits: the sets that allow that.
    allowed: [u128; 16],
}

impl<G> Sieve<G> {
    /// No blocks.
    pub fn new() -> Sieve<G> {
        let (near, far, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        Sieve { blocks: Vec::new(), tests: Arena::default(), near, far, numbers }
    }

    /// Reads what the near fours show.
    pub fn read(&self, free: &Padded, shown: &mut Vec<u8>) {
        shown.clear();
        shown.extend(self.near.iter().map(|&step| free.side_by_side(step) as u8));
    }

    /// The sets of a block for which all tests of the block hold, as bits, by what the near fours
    /// show. The rest of a set is still to be tested.
    pub fn holding(&self, block: &SieveBlock<G>, shown: &[u8], free: &Padded) -> u128 {
        let mut left = block.all;
        for test in &self.tests[block.tests] {
            let four = test.four as usize;
            let far = || free.side_by_side(self.far[four - FAR]) as u8;
            let shown = shown.get(four).copied().unwrap_or_else(far);
            left &= test.allowed[usize::from(shown & 15)];
            if left == 0 {
                break;
            }
        }
        left
    }

    /// Adds sets and numbers them from `first` on; returns them in the order of these numbers. Sets
    /// that can hold nowhere on the board are left out.
    pub fn add(&mut self, sets: &[LiteralSet], first: u32, layout: Layout) -> Vec<SievedSet> {
        let possible = |&(cell, free): &Literal| !free || layout.step(cell).is_some();
        let possible = (0..sets.len()).filter(|&i| sets[i].literals.iter().all(possible));
        let mut order: Vec<usize> = possible.collect();
        // Sets with the same moves are sorted by their tests, those that most sets have first.
        let mut counts: FxHashMap<(Moves, Literal), u32> = FxHashMap::default();
        for LiteralSet { literals, moves } in order.iter().map(|&i| &sets[i]) {
            literals.iter().for_each(|&test| *counts.entry((*moves, test)).or_default() += 1);
        }
        order.sort_by_cached_key(|&i| {
            let LiteralSet { literals, moves } = &sets[i];
            let rank = |&test: &Literal| (Reverse(counts[&(*moves, test)]), test);
            let mut tests: Vec<_> = literals.iter().map(rank).collect();
            tests.sort_unstable();
            (*moves, tests)
        });
        let mut first = first;
        let mut sieved = Vec::new();
        for alike in order.chunk_by(|&a, &b| sets[a].moves == sets[b].moves) {
            for members in alike.chunks(SETS) {
                let tests = four_tests(members.iter().map(|&i| &sets[i]), layout);
                let tested: FxHashSet<Offset> = tests.iter().map(|&(four, _)| four).collect();
                sieved.extend(members.iter().map(|&index| {
                    let rest = untested(&sets[index], &tested, layout);
                    SievedSet { index, rest }
                }));
                let tests = tests
                    .into_iter()
                    .map(|(four, allowed)| FourTest { four: self.number(four, layout), allowed });
                let tests: Vec<FourTest> = tests.collect();
                let tests = self.tests.add(tests);
                let moves = sets[members[0]].moves;
                let sets = Span::new(first, members.len() as u32);
                let all = !0 >> (SETS - members.len());
                self.blocks.push(SieveBlock { sets, moves, all, tests });
                first += sets.len();
            }
        }
        sieved
    }

    fn number(&mut self, four: Offset, layout: Layout) -> u32 {
        *self.numbers.entry(four).or_insert_with(|| {
            let is_near = four.right.unsigned_abs().max(four.down.unsigned_abs()) <= NEAR;
            let (steps, first) = if is_near { (&mut self.near, 0) } else { (&mut self.far, FAR) };
            steps.push(layout.bits(four));
            (first + steps.len() - 1) as u32
        })
    }
}

/// The first cell of the four with a cell, and the place of the cell in it.
fn four_of(cell: Offset) -> (Offset, usize) {
    let at = cell.right.rem_euclid(4);
    (Offset::new(cell.right - at, cell.down), at as usize)
}

/// The strictest tests of a block with these sets, at most [`TESTS`], each with the first cell of
/// its four. Those that leave the fewest sets come first.
fn four_tests<'s>(
    sets: impl Iterator<Item = &'s LiteralSet>,
    layout: Layout,
) -> Vec<(Offset, [u128; 16])> {
    // By place in the four and by whether that cell is free: the sets that this contradicts.
    let mut fours: BTreeMap<Offset, [[u128; 2]; 4]> = BTreeMap::new();
    for (set, LiteralSet { literals, .. }) in sets.enumerate() {
        for &(cell, free) in literals.iter().filter(|(cell, _)| layout.step(*cell).is_some()) {
            let (four, at) = four_of(cell);
            fours.entry(four).or_default()[at][usize::from(!free)] |= 1 << set;
        }
    }
    let test = |(four, against): (Offset, [[u128; 2]; 4])| {
        let contradicted = |shown: usize| (0..4).map(move |at| against[at][shown >> at & 1]);
        let allowed = |shown| !contradicted(shown).fold(0, |a, b| a | b);
        (four, std::array::from_fn(allowed))
    };
    let mut tests: Vec<(Offset, [u128; 16])> = fours.into_iter().map(test).collect();
    tests.sort_by_key(|(_, allowed)| allowed.iter().map(|sets| sets.count_ones()).sum::<u32>());
    tests.truncate(TESTS);
    tests
}

/// The cells of a set in none of the fours that begin with these cells. Far ones come first: the
/// ends of long segments are seldom free.
fn untested(set: &LiteralSet, fours: &FxHashSet<Offset>, layout: Layout) -> Vec<(BitStep, bool)> {
    let is_tested = |cell| fours.contains(&four_of(cell).0);
    let rest = set.literals.iter().copied().filter(|&(cell, _)| !is_tested(cell));
    let mut rest: Vec<Literal> = rest.collect();
    rest.sort_by_key(|(cell, _)| Reverse(cell.right.abs().max(cell.down.abs())));
    // Where no board has the cell, it is not free, as it must be.
    rest.into_iter().filter_map(|(cell, free)| Some((layout.step(cell)?, free))).collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::bitboard::Bitboard;

    const SIZE: usize = 21;

    /// Sets of cells all over the board, of whose fours a block cannot test all.
    fn scattered_sets(rng: &mut ChaCha8Rng) -> Vec<LiteralSet> {
        let mut cell = |_| Offset::new(rng.random_range(-9..=9), rng.random_range(-9..=9));
        let cells: Vec<Offset> = (0..300).map(&mut cell).collect();
        let some = cells.chunks(3).map(|cells| LiteralSet {
            literals: cells.iter().map(|&cell| (cell, cell.right % 3 != 0)).collect(),
            moves: Moves::NONE,
        });
        some.collect()
    }

    #[test]
    fn sets_hold_where_their_cells_are_as_they_must_be() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let layout = Layout::new(SIZE, SIZE);
        let sets = scattered_sets(&mut rng);
        let mut sieve = Sieve::new();
        let sieved = sieve.add(&sets, 0, layout);
        assert!(sieved.iter().any(|set| !set.rest.is_empty()), "all cells are tested together");
        let mut numbered: Arena<SievedSet> = Arena::default();
        numbered.add(sieved);
        let (mut padded, mut shown, mut held) = (Padded::new(layout), Vec::new(), 0);
        for _ in 0..200 {
            let mut free = Bitboard::new(SIZE, SIZE);
            for at in 0..SIZE * SIZE {
                free.set(at % SIZE, at / SIZE, rng.random_bool(0.6));
            }
            let (column, row) = (rng.random_range(0..SIZE), rng.random_range(0..SIZE));
            padded.load(&free, column, row);
            sieve.read(&padded, &mut shown);
            let mut holding: Vec<usize> = Vec::new();
            for block in &sieve.blocks {
                let left = sieve.holding(block, &shown, &padded);
                let sets = numbered[block.sets].iter().enumerate();
                let rest = |set: &SievedSet| {
                    set.rest.iter().all(|&(step, free)| padded.is_free(step) == free)
                };
                let holds = sets.filter(|(at, set)| left >> at & 1 == 1 && rest(set));
                holding.extend(holds.map(|(_, set)| set.index));
            }
            holding.sort_unstable();
            let is_free = |cell: Offset| {
                let column = column.checked_add_signed(isize::from(cell.right));
                let row = row.checked_add_signed(isize::from(cell.down));
                let place = column.zip(row).filter(|&(column, row)| column < SIZE && row < SIZE);
                place.is_some_and(|(column, row)| free.contains(column, row))
            };
            let as_wanted =
                |set: &LiteralSet| set.literals.iter().all(|&(c, free)| is_free(c) == free);
            let expected: Vec<usize> = (0..sets.len()).filter(|&at| as_wanted(&sets[at])).collect();
            assert_eq!(holding, expected);
            held += expected.len();
        }
        assert!(held > 1000, "{held}");
    }
}
