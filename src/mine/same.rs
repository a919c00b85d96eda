//! Which known rule forbids the same moves as a found one.

use rayon::prelude::*;

use crate::board::{Board, Move};
use crate::rule::compile::RuleSet;
use crate::rule::model::Rule;
use crate::rule::moves::Moves;
use crate::verify::list::{Entry, List};

/// The dead moves that a rule forbids in some positions, a bit each.
type Forbidden = Vec<u64>;

/// How a found rule compares with the known ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Known rules that forbid exactly the same dead moves.
    pub same: Vec<usize>,
    /// Known rules that forbid only moves that the found one forbids too.
    pub covers: Vec<usize>,
}

/// What is known of a found and a known rule after some positions.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// Whether the known rule forbids a dead move that the found one allows.
    theirs: bool,
    /// Whether the found rule forbids a dead move that the known one allows.
    mine: bool,
}

/// Positions that are matched at a time, which bounds the memory, and those among them that one
/// thread takes.
const AT_ONCE: usize = 1 << 16;
const PART: usize = 1 << 12;

/// Compares found rules with known ones on all positions of a list. Rules that forbid no dead move
/// there are like nothing.
pub fn compare(list: &List, found: &[Rule], known: &[Rule]) -> Vec<Likeness> {
    let side = list.grid().side();
    let board = Board::corner_to_corner(side, side).expect("a list has a board");
    let sets = [found, known].map(|rules| RuleSet::compile(rules, &board));
    let mut pairs = vec![vec![Pair::default(); known.len()]; found.len()];
    let mut forbids_nothing = vec![true; known.len()];
    for drawn in 1..=list.layers() {
        let positions: Vec<Entry> = list.layer(drawn).collect();
        for some in positions.chunks(AT_ONCE) {
            let parts: Vec<[Vec<Forbidden>; 2]> = some
                .par_chunks(PART)
                .map(|part| [forbidden(&sets[0], found, part), forbidden(&sets[1], known, part)])
                .collect();
            for [_, known] in &parts {
                for (nothing, theirs) in forbids_nothing.iter_mut().zip(known) {
                    *nothing &= is_empty(theirs);
                }
            }
            pairs.par_iter_mut().enumerate().for_each(|(at, pairs)| {
                for [found, known] in &parts {
                    let mine = &found[at];
                    for (pair, theirs) in pairs.iter_mut().zip(known) {
                        pair.theirs = pair.theirs || is_more(theirs, mine);
                        pair.mine = pair.mine || is_more(mine, theirs);
                    }
                }
            });
        }
    }
    let like = |pairs: Vec<Pair>| {
        let mut likeness = Likeness::default();
        for (at, pair) in pairs.into_iter().enumerate() {
            match pair {
                _ if forbids_nothing[at] => {}
                Pair { theirs: false, mine: false } => likeness.same.push(at),
                Pair { theirs: false, mine: true } => likeness.covers.push(at),
                Pair { theirs: true, .. } => {}
            }
        }
        likeness
    };
    pairs.into_iter().map(like).collect()
}

fn is_empty(moves: &Forbidden) -> bool {
    moves.iter().all(|&word| word == 0)
}

fn is_more(some: &Forbidden, others: &Forbidden) -> bool {
    some.iter().zip(others).any(|(some, others)| some & !others != 0)
}

/// Per rule, the dead moves it forbids: bit 4k + m for move m of the k-th position.
fn forbidden(set: &RuleSet, rules: &[Rule], positions: &[Entry]) -> Vec<Forbidden> {
    let mut matcher = set.matcher();
    let mut all = vec![vec![0u64; positions.len().div_ceil(16)]; rules.len()];
    for (number, entry) in positions.iter().enumerate() {
        let live = Moves::from_bits(entry.live_moves);
        matcher.for_each_in_bits(entry.key.free(), entry.key.live_end(), |found| {
            for direction in found.moves.without(live).iter() {
                let at = Move::ALL.iter().position(|&m| m == direction).expect("one of four");
                all[found.rule][number / 16] |= 1 << (number % 16 * 4 + at);
            }
        });
    }
    all
}
