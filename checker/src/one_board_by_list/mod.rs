//! Theory of rules on one board, by list. Claim: on the square board of this side (3, 5, 7 or 9),
//! from corner to opposite corner, each rule is sound, unsound or vacuous as the certificate says,
//! and the set of rules forbids every dead move of every live position (complete), or not
//! (incomplete).
//!
//! The checker enumerates all live positions of the board, up to transposition, and checks all
//! rules against every position, and against the transposed one unless L2 makes that superfluous.
//! The set is all rules of the manifest, unsound and vacuous ones too; so *complete* says nothing
//! of *sound*. With a sample, rules and set are tried on the sampled positions only, and that is
//! open. The counts and digests of the manifest are compared, but no verdict depends on them; that
//! it has all layers is checked. That a rule is unsound, or that a sound one forbids anything, is
//! shown by its example alone (`record.rs`).
//!
//! **L1.** A move is live exactly if the position after it is on the list. So a rule is sound if it
//! forbids no move to a listed position, vacuous if it forbids no move, and a set is complete if it
//! forbids every legal move to a position that is not listed. (proof:
//! docs/reference/certificates.md, "L1")
//!
//! **L2.** Rules with all eight placements forbid the same in a position and the transposed one.
//! (proof: docs/reference/certificates.md, "L2")
//!
//! Read besides: `live_set.rs`, `placed.rs`; `one_board/`; the kernel except for `cnf.rs` and
//! `sum.rs`. If the set is incomplete, `incomplete.rs` and the theory of positions.

pub mod claims;
pub mod incomplete;
pub mod live_set;
pub mod placed;

use crate::digest::check_digest;
use crate::kernel::board::Board;
use crate::kernel::graph::square;
use crate::kernel::rule::Rule;
use crate::kernel::threads::for_each_chunk;
use crate::one_board::record::{Record, Verdict};
use claims::Layer;
use live_set::{BitBoard, CHUNK, Key, LiveSet, live_end};
use placed::{MOVES, PlacedRule, placed_at};

/// A random sample of the positions, instead of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Take one in this many.
    pub one_in: u64,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Sample {
    /// Whether a position is in the sample: decided by a hash of its number and the seed
    /// (SplitMix64).
    fn takes(&self, key: Key) -> bool {
        let mix = |mut z: u64| {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let half = |key: Key| u64::try_from(key & Key::from(u64::MAX)).expect("64 bits");
        mix(mix(mix(self.seed) ^ half(key)) ^ half(key >> 64)).is_multiple_of(self.one_in)
    }
}

/// How many positions were enumerated, and how many were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Live positions up to transposition.
    pub positions: u64,
    /// Those that the rules were checked against.
    pub checked: u64,
}

/// The claims of a certificate by list.
#[derive(Clone, Debug)]
pub struct Claims<'a> {
    /// The side of the board.
    pub size: usize,
    /// The rules with their verdicts.
    pub rules: Vec<(&'a Rule, Verdict)>,
    /// Whether the set is claimed to be complete.
    pub complete: bool,
    /// The layers, from one cell drawn on.
    pub layers: &'a [Layer],
}

/// The live set with the placed rules.
struct Table<'a> {
    claims: &'a Claims<'a>,
    board: Board,
    live: LiveSet,
    /// By the live end.
    placed: Vec<Vec<PlacedRule>>,
    /// Whether the rules forbid the same in a position and the transposed one.
    symmetric: bool,
}

/// Enumerates the live positions, compares the layers with what is claimed, and checks the rules
/// against all positions, or a sample of them. Rules that are claimed to be unsound need no check
/// here: their example shows it.
pub fn check_positions(claims: &Claims, sample: Option<Sample>) -> Result<Coverage, String> {
    let live = LiveSet::new(BitBoard::new(claims.size)?);
    if claims.layers.len() != live.layers() {
        return Err(format!("the list has {} layers, not {}", live.layers(), claims.layers.len()));
    }
    let board = square(claims.size)?.board;
    let rules: Vec<&Rule> = claims.rules.iter().map(|(rule, _)| *rule).collect();
    let placed = (0..live.layers()).map(|cell| placed_at(&board, &live.grid, &rules, cell));
    let placed = placed.collect();
    let symmetric = rules.iter().all(|rule| rule.placements.len() == 8);
    let table = Table { claims, board, live, placed, symmetric };
    let mut coverage = Coverage::default();
    for (drawn, claimed) in (1..).zip(claims.layers) {
        let mut keys = table.live.layer(drawn);
        if keys.len() as u64 != claimed.positions {
            let (found, claimed) = (keys.len(), claimed.positions);
            return Err(format!("layer {drawn} has {found} live positions, not {claimed}"));
        }
        let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_be_bytes()).collect();
        check_digest(&bytes, &claimed.sha256)
            .map_err(|why| format!("the live positions of layer {drawn}: {why}"))?;
        coverage.positions += keys.len() as u64;
        keys.retain(|&key| sample.is_none_or(|sample| sample.takes(key)));
        coverage.checked += keys.len() as u64;
        table.check(&keys)?;
    }
    Ok(coverage)
}

impl Table<'_> {
    /// Checks all rules against live positions and, unless the rules are symmetric, the transposed
    /// ones.
    fn check(&self, keys: &[Key]) -> Result<(), String> {
        for_each_chunk(keys, CHUNK, |chunk| {
            let mut regions = Vec::new();
            chunk.iter().try_for_each(|&key| {
                self.check_position(key, &mut regions)?;
                match self.symmetric {
                    true => Ok(()),
                    false => self.check_position(self.live.grid.transposed(key), &mut regions),
                }
            })
        })
    }

    /// Checks all rules, and the set if it is claimed to be complete, against a live position.
    fn check_position(&self, key: Key, regions: &mut Vec<u128>) -> Result<(), String> {
        let say = |moves: u8, what: &str| {
            let letter = MOVES[moves.trailing_zeros() as usize];
            Err(format!("{what} {letter} in {}", self.live.grid.show(key)))
        };
        let (mut legal, mut live) = (0u8, 0u8);
        for (at, next) in self.live.grid.after(key).into_iter().enumerate() {
            legal |= u8::from(next.is_some()) << at;
            live |= u8::from(next.is_some_and(|next| self.live.contains(next))) << at;
        }
        let mut forbidden = 0;
        for placed in &self.placed[live_end(key)] {
            let moves = placed.forbidden(&self.board, &self.live.grid, key, regions);
            forbidden |= moves;
            let (rule, verdict) = self.claims.rules[placed.rule];
            let (wrong, what) = match verdict {
                Verdict::Sound => (moves & live, "is not sound: it forbids the live move"),
                Verdict::Vacuous => (moves, "is not vacuous: it forbids the move"),
                Verdict::Unsound => (0, ""),
            };
            if wrong != 0 {
                return say(wrong, &format!("{:?} {what}", rule.name));
            }
        }
        let missed = legal & !live & !forbidden;
        if self.claims.complete && missed != 0 {
            return say(missed, "the set is not complete: it allows the dead move");
        }
        Ok(())
    }
}

impl Record {
    /// Checks a record of a certificate by list, except for its verdict, which follows from the
    /// list.
    ///
    /// # Errors
    /// If its example is wrong, or it has proofs.
    pub fn check_by_list(&self) -> Result<(), String> {
        self.check_example_and_form()?;
        match self.refutations[..] {
            [] => Ok(()),
            _ => Err("there are proofs, but this is a certificate by list".into()),
        }
    }
}
