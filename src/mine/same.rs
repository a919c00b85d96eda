//! Which known rule forbids the same moves as a found one.

use rayon::prelude::*;

use crate::board::{Board, Move};
use crate::rule::compile::RuleSet;
use crate::rule::model::Rule;
use crate::rule::moves::Moves;
use crate::verify::list::List;

/// The dead moves that a rule forbids in the positions of a list, a bit each.
type Forbidden = Vec<u64>;

/// How a found rule compares with the known ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Known rules that forbid exactly the same dead moves.
    pub same: Vec<usize>,
    /// Known rules that forbid only moves that the found one forbids too.
    pub covers: Vec<usize>,
}

/// Compares found rules with known ones on all positions of a list. Rules that forbid no dead move
/// there are like nothing.
pub fn compare(list: &List, found: &[Rule], known: &[Rule]) -> Vec<Likeness> {
    let moves = [found, known].map(|rules| forbidden(list, rules));
    let [found, known] = &moves;
    let empty = |moves: &Forbidden| moves.iter().all(|&word| word == 0);
    let like = |mine: &Forbidden| {
        let mut likeness = Likeness::default();
        for (at, theirs) in known.iter().enumerate() {
            if empty(theirs) {
                continue;
            }
            if mine == theirs {
                likeness.same.push(at);
            } else if mine.iter().zip(theirs).all(|(mine, theirs)| theirs & !mine == 0) {
                likeness.covers.push(at);
            }
        }
        likeness
    };
    found.par_iter().map(like).collect()
}

/// Per rule, the dead moves it forbids: bit 4k + m for move m of the k-th position.
fn forbidden(list: &List, rules: &[Rule]) -> Vec<Forbidden> {
    let side = list.grid().side();
    let board = Board::corner_to_corner(side, side).expect("a list has a board");
    let positions: Vec<_> =
        (1..=list.layers()).flat_map(|drawn| list.layer(drawn).collect::<Vec<_>>()).collect();
    let set = RuleSet::compile(rules, &board);
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
