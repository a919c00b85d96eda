//! Compares found rules with known ones: which known rules forbid the same dead moves, or fewer.

use rayon::prelude::*;

use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::{Placement, word};
use deadmove_rules::model::{Pattern, Rule};
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::bits::Key;
use deadmove_verify::live_set::{Entry, LiveSet};

/// The dead moves that a rule forbids in some positions, one bit for each move.
type Forbidden = Vec<u64>;

/// How a found rule compares with the known ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Known rules that forbid exactly the same dead moves.
    pub same: Vec<usize>,
    /// Known rules that forbid only moves that the found one forbids too.
    pub covers: Vec<usize>,
}

/// What some positions show about a found and a known rule.
#[derive(Clone, Copy, Default)]
struct Comparison {
    /// Whether the known rule forbids a dead move that the found one allows.
    theirs: bool,
    /// Whether the found rule forbids a dead move that the known one allows.
    mine: bool,
}

/// How many positions are matched at a time, which bounds the memory, and how many of them make one
/// parallel task.
const AT_ONCE: usize = 1 << 16;
const PART: usize = 1 << 12;

/// Each pass looks at one in this many positions of the list. Most known rules forbid moves that a
/// found one allows, and the first pass shows that.
const PASSES: [u64; 3] = [400, 20, 1];

/// Splits rules into rules that forbid one move each. If a rule forbids several moves, the names of
/// its parts name the move too.
pub fn claims(rules: &[Rule]) -> Vec<Rule> {
    let mut claims = Vec::new();
    for rule in rules {
        for forbidden in &rule.forbids {
            let mut claim = Rule { forbids: vec![forbidden.clone()], ..rule.clone() };
            if rule.forbids.len() > 1 {
                let towards = word(forbidden.direction);
                claim.head.name = format!("{} ({towards})", rule.head.name);
            }
            claims.push(claim);
        }
    }
    claims
}

/// Compares found rules with known ones on all positions of a list. A known rule that forbids no
/// dead move there matches none.
pub fn compare(live_set: &LiveSet, found: &[Rule], known: &[Rule]) -> Vec<Likeness> {
    let mut likeness = vec![Likeness::default(); found.len()];
    let mut mine: Vec<usize> = (0..found.len()).collect();
    let mut theirs: Vec<usize> = (0..known.len()).collect();
    for every in PASSES {
        let some = |rules: &[Rule], of: &[usize]| of.iter().map(|&at| rules[at].clone()).collect();
        let (found, known): (Vec<Rule>, Vec<Rule>) = (some(found, &mine), some(known, &theirs));
        let (pairs, forbids_nothing) = pass(live_set, &found, &known, every);
        if every == 1 {
            for (pairs, &at) in pairs.iter().zip(&mine) {
                likeness[at] = like(pairs, &forbids_nothing, &theirs);
            }
        } else {
            // Once a known rule has forbidden more than a found one, the pair is decided.
            let open = |pair: &Comparison| !pair.theirs;
            let in_some_pair = |k: usize| pairs.iter().any(|pairs| open(&pairs[k]));
            theirs = (0..theirs.len()).filter(|&k| in_some_pair(k)).map(|k| theirs[k]).collect();
            mine =
                (0..mine.len()).filter(|&k| pairs[k].iter().any(open)).map(|k| mine[k]).collect();
        }
        if mine.is_empty() || theirs.is_empty() {
            break;
        }
    }
    likeness
}

/// The likeness of one found rule, from its comparisons with the known ones; `numbers` are the
/// numbers of the known rules.
fn like(pairs: &[Comparison], forbids_nothing: &[bool], numbers: &[usize]) -> Likeness {
    let mut likeness = Likeness::default();
    for ((pair, nothing), &at) in pairs.iter().zip(forbids_nothing).zip(numbers) {
        match pair {
            _ if *nothing => {}
            Comparison { theirs: false, mine: false } => likeness.same.push(at),
            Comparison { theirs: false, mine: true } => likeness.covers.push(at),
            Comparison { theirs: true, .. } => {}
        }
    }
    likeness
}

/// Compares all pairs of rules on one in `every` positions. Also returns which known rules forbid
/// no dead move of these positions.
fn pass(
    live_set: &LiveSet,
    found: &[Rule],
    known: &[Rule],
    every: u64,
) -> (Vec<Vec<Comparison>>, Vec<bool>) {
    let side = live_set.grid().side();
    let board = Board::corner_to_corner(side, side).expect("a live set has a board");
    let sets = [found, known].map(|rules| RuleSet::compile(rules, &board));
    let mut pairs = vec![vec![Comparison::default(); known.len()]; found.len()];
    let mut forbids_nothing = vec![true; known.len()];
    for drawn in 1..=live_set.layers() {
        let chosen = |entry: &Entry| scattered(entry.key).is_multiple_of(every);
        let positions: Vec<Entry> = live_set.layer(drawn).filter(chosen).collect();
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
    (pairs, forbids_nothing)
}

fn is_empty(moves: &Forbidden) -> bool {
    moves.iter().all(|&word| word == 0)
}

fn is_more(some: &Forbidden, others: &Forbidden) -> bool {
    some.iter().zip(others).any(|(some, others)| some & !others != 0)
}

/// Rule → the dead moves it forbids: bit 4k + m for move m of the k-th position.
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

/// The pattern of a rule in a form that it shares with the mirror image of the rule.
pub fn canonical(rule: &Rule) -> Pattern {
    let placed = |placement| {
        let mut pattern = rule.pattern.placed(placement);
        pattern.segments.sort();
        pattern
    };
    placed(Placement::UPRIGHT).min(placed(Placement::new(0, true)))
}

/// A number that depends on all of a position, so that its remainders choose a sample.
fn scattered(key: Key) -> u64 {
    let mut z = (key.0 as u64) ^ ((key.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
