//! Live and dead moves of listed positions, with their features. Rules are learned from them.

use rayon::prelude::*;

use super::features::FeatureExtractor;
use super::language::Language;
use super::table::{self, Bits, Table};
use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::bits::Key;

/// A dead move that is known: the number of its list, the position, the move.
pub type DeadMove = (usize, Key, Move);

/// The known moves of some lists.
pub struct Examples<'l> {
    /// The conditions that rules can have.
    pub language: &'l Language,
    /// The lists, in the order of their sizes.
    pub live_sets: Vec<LiveSet>,
    /// The feature extractor of each list.
    pub extractors: Vec<FeatureExtractor<'l>>,
    /// Moves that lead from a live position to a live one.
    pub live: Table,
    /// Moves that lead from a live position to a dead one.
    pub dead: Table,
    /// The dead moves, in the order of the table.
    pub moves: Vec<DeadMove>,
    /// Moves that were added after the lists were read, in the order in which they were added.
    pub added: Vec<Added>,
}

/// A move that was added after the lists were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The number of the list.
    pub live_set: usize,
    /// The position.
    pub key: Key,
    /// The move.
    pub direction: Move,
    /// Whether it is live.
    pub live: bool,
}

/// Lists of larger boards are too long to be read in full.
const WHOLE: usize = 7;
/// From a longer list, one position in this many is read.
const SAMPLE: u64 = 400;

impl<'l> Examples<'l> {
    /// Reads the moves of all positions of the lists up to 7×7, and of a fixed sample of the
    /// positions of longer lists.
    pub fn read(language: &'l Language, live_sets: Vec<LiveSet>) -> Examples<'l> {
        let extractors = live_sets
            .iter()
            .map(|live_set| FeatureExtractor::new(live_set.grid().side(), language))
            .collect();
        let mut examples = Examples {
            language,
            extractors,
            live: Table::new(language),
            dead: Table::new(language),
            moves: Vec::new(),
            added: Vec::new(),
            live_sets,
        };
        for at in 0..examples.live_sets.len() {
            examples.read_list(at);
        }
        examples
    }

    fn read_list(&mut self, at: usize) {
        let live_set = &self.live_sets[at];
        let every = if live_set.grid().side() > WHOLE { SAMPLE } else { 1 };
        for drawn in 1..=live_set.layers() {
            let extractor = &self.extractors[at];
            let found: Vec<_> = live_set
                .layer(drawn)
                .filter(|entry| scattered(entry.key).is_multiple_of(every))
                .flat_map_iter(|entry| {
                    let legal = live_set.legal_moves(entry.key);
                    let moves = (0..4).filter(move |bit| legal >> bit & 1 == 1);
                    let regions = extractor.regions_of(entry.key);
                    moves.map(move |bit| {
                        let live = entry.live_moves >> bit & 1 == 1;
                        let direction = Move::ALL[bit];
                        (entry.key, direction, live, extractor.rows_in(&regions, direction))
                    })
                })
                .collect();
            for (key, direction, live, rows) in found {
                let name = name(live_set.grid().side(), key, direction);
                if live {
                    self.live.add(name, &rows);
                } else if self.dead.add(name, &rows) {
                    self.moves.push((at, key, direction));
                }
            }
        }
    }

    /// Adds live moves of positions of list `list`.
    pub fn add_live(&mut self, live_set: usize, moves: &[(Key, Move)]) {
        self.add_all(live_set, moves, true);
    }

    /// Adds dead moves of live positions of list `list`.
    pub fn add_dead(&mut self, live_set: usize, moves: &[(Key, Move)]) {
        self.add_all(live_set, moves, false);
    }

    fn add_all(&mut self, live_set: usize, moves: &[(Key, Move)], live: bool) {
        for &(key, direction) in moves {
            self.add(Added { live_set, key, direction, live });
        }
    }

    /// Adds a move, unless it is known.
    pub fn add(&mut self, added: Added) {
        let Added { live_set, key, direction, live } = added;
        let extractor = &self.extractors[live_set];
        let (name, rows) =
            (name(extractor.grid().side(), key, direction), extractor.rows(key, direction));
        let table = if live { &mut self.live } else { &mut self.dead };
        if table.add(name, &rows) {
            self.added.push(added);
            if !live {
                self.moves.push((live_set, key, direction));
            }
        }
    }

    /// The rows of all dead moves.
    pub fn all_dead(&self) -> Bits {
        table::first(self.dead.rows())
    }

    /// The rows of the dead moves that some rule forbids.
    pub fn forbidden_by(&self, rules: &[Rule]) -> Bits {
        let mut forbidden = self.all_dead();
        table::remove(&mut forbidden, &self.allowed_by(rules));
        forbidden
    }

    /// The rows of the dead moves that no rule forbids.
    pub fn allowed_by(&self, rules: &[Rule]) -> Bits {
        let mut allowed = self.all_dead();
        for (at, live_set) in self.live_sets.iter().enumerate() {
            let side = live_set.grid().side();
            let board = Board::corner_to_corner(side, side).expect("a live set has a board");
            let set = RuleSet::compile(rules, &board);
            let mut matcher = set.matcher();
            for (number, &(of, key, direction)) in self.moves.iter().enumerate() {
                if of == at
                    && matcher.forbidden_in_bits(key.free(), key.live_end()).contains(direction)
                {
                    allowed[number / 32] &= !(3 << (number % 32 * 2));
                }
            }
        }
        allowed
    }
}

/// A unique key of a move.
fn name(side: usize, key: Key, direction: Move) -> (u128, u8) {
    (key.0, (direction as u8) << 4 | side as u8)
}

/// A number that depends on every bit of the key (the finaliser of SplitMix64).
pub(super) fn scattered(key: Key) -> u64 {
    let mut z = (key.0 as u64) ^ ((key.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
