//! Certificates by list: the checker enumerates all live positions of the board, compares them with
//! the counts and digests of the manifest, and checks all rules against every position.

use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::judgement::{Answer, BoardData, Judgement};
use crate::live_set::{BitBoard, CHUNK, Key, LiveSet, live_end};
use crate::placed::{MOVES, PlacedRule, placed_at};
use crate::position::Position;
use crate::record::{Verdict, square};
use crate::rule::{Rule, View};
use crate::sha256::sha256;
use crate::threads::for_each_chunk;

/// The kind of evidence in a certificate of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// Proofs that formulas have no solution.
    #[default]
    Sat,
    /// The list of all live positions.
    List,
}

impl Engine {
    /// Whether it is the default, which a manifest does not name.
    pub fn is_sat(&self) -> bool {
        *self == Engine::Sat
    }
}

/// The live positions with a certain number of drawn cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// How many there are, up to transposition.
    pub positions: u64,
    /// The digest of their numbers in ascending order, 16 bytes each, highest byte first. A number
    /// is a [`Key`]: of a position and the transposed one, the smaller.
    pub sha256: String,
}

/// The claim about all rules together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SetClaim {
    /// They forbid every dead move of every live position.
    Complete {},
    /// They allow a dead move of a live position, which the judgement in [`SET_NAME`] shows.
    Incomplete {
        /// The move.
        #[serde(rename = "move")]
        allowed: char,
        /// The digest of the judgement.
        sha256: String,
    },
}

/// The file of the judgement that shows that a set is incomplete, relative to the certificate.
pub const SET_NAME: &str = "set.json.z";

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
        mix(mix(mix(self.seed) ^ key as u64) ^ (key >> 64) as u64).is_multiple_of(self.one_in)
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
    let board = square(claims.size)?.board().clone();
    let rules: Vec<&Rule> = claims.rules.iter().map(|(rule, _)| *rule).collect();
    let placed = (0..live.layers()).map(|cell| placed_at(&board, &live.grid, &rules, cell));
    let placed = placed.collect();
    let symmetric = rules.iter().all(|rule| rule.placements.len() == 8);
    let table = Table { claims, board, live, placed, symmetric };
    let mut coverage = Coverage::default();
    for (drawn, claimed) in (1..).zip(claims.layers) {
        let mut keys = table.live.layer(drawn);
        let found = layer(&keys);
        if found.positions != claimed.positions {
            let (found, claimed) = (found.positions, claimed.positions);
            return Err(format!("layer {drawn} has {found} live positions, not {claimed}"));
        }
        if found.sha256 != claimed.sha256 {
            return Err(format!("layer {drawn} has other live positions than its digest says"));
        }
        coverage.positions += found.positions;
        keys.retain(|&key| sample.is_none_or(|sample| sample.takes(key)));
        coverage.checked += keys.len() as u64;
        table.check(&keys)?;
    }
    Ok(coverage)
}

/// Count and digest of the positions of a layer.
fn layer(keys: &[Key]) -> Layer {
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_be_bytes()).collect();
    Layer { positions: keys.len() as u64, sha256: sha256(&bytes) }
}

impl Table<'_> {
    /// Checks all rules against live positions and, unless the rules are symmetric, the transposed
    /// ones.
    fn check(&self, keys: &[Key]) -> Result<(), String> {
        let wrong: Mutex<Option<(Key, String)>> = Mutex::new(None);
        for_each_chunk(keys, CHUNK, |chunk| {
            let mut regions = Vec::new();
            for &key in chunk {
                let turned = if self.symmetric { key } else { self.live.grid.transposed(key) };
                let objection = self.objection(key, &mut regions).or_else(|| {
                    (turned != key).then(|| self.objection(turned, &mut regions)).flatten()
                });
                if let Some(what) = objection {
                    let mut wrong = wrong.lock().expect("no thread panics with the lock");
                    if wrong.as_ref().is_none_or(|(other, _)| key < *other) {
                        *wrong = Some((key, what));
                    }
                    return;
                }
            }
        });
        let wrong = wrong.into_inner().expect("no thread panics with the lock");
        wrong.map_or(Ok(()), |(_, what)| Err(what))
    }

    /// Why a live position contradicts the claims, if it does.
    fn objection(&self, key: Key, regions: &mut Vec<u128>) -> Option<String> {
        let say = |moves: u8, what: &str| {
            let letter = MOVES[moves.trailing_zeros() as usize];
            Some(format!("{what} {letter} in {}", self.live.grid.show(key)))
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
        None
    }
}

/// Checks the judgement that shows that rules leave a dead move of a live position allowed.
pub fn check_incomplete(
    judgement: &Judgement,
    allowed: char,
    size: usize,
    rules: &[&Rule],
) -> Result<(), String> {
    let graph = square(size)?;
    let board = graph.board();
    let (start, end) = (board.start(), board.end());
    let expected = BoardData { width: size, height: size, start, end, blocked: Vec::new() };
    if judgement.board != expected {
        return Err("it is about another board".into());
    }
    let open = judgement.check()?;
    let dead =
        |answer: &Answer| matches!(answer, Answer::Dead { .. } | Answer::DeadBySearch { .. });
    let shown = judgement.moves.iter().any(|(letter, answer)| *letter == allowed && dead(answer));
    if !open.is_empty() || !shown || !matches!(judgement.position, Answer::Live { .. }) {
        return Err(format!("it does not show that {allowed} is a dead move of a live position"));
    }
    let position = Position::after(board, &judgement.path).map_err(|fault| fault.to_string())?;
    let live_end = board.index(position.live_end).ok_or("the live end left the board")?;
    let view = View { board, free: position.free(), live_end };
    let forbids = |rule: &&&Rule| {
        rule.placements.iter().any(|&number| rule.placed(number).forbids(view, allowed))
    };
    match rules.iter().find(forbids) {
        None => Ok(()),
        Some(rule) => Err(format!("{:?} forbids {allowed} there", rule.name)),
    }
}
