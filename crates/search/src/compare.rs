//! Compares rules with others by the dead moves they forbid: on every position of a list, or on
//! dead moves that lines met. Live moves that a rule forbids do not count.

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use crate::mine::minimise::Seed;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::word;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::{LiveEntry, LiveSet};

/// How a rule compares with others, which are named by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The dead moves that the rule forbids.
    pub forbids: u64,
    /// Those of them that none of the others forbids.
    pub new: u64,
    /// Others that forbid exactly the same dead moves.
    pub same: Vec<usize>,
    /// Others that forbid all of its dead moves, and more: the rule is a special case of these.
    pub wider: Vec<usize>,
    /// Others that forbid some of its dead moves, and no more: these are special cases of the rule.
    pub narrower: Vec<usize>,
}

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

/// Compares rules with others on all positions of a list. Others that forbid no dead move there are
/// like none.
pub fn on_list(live_set: &LiveSet, rules: &[Rule], others: &[Rule]) -> Vec<Relation> {
    let board = live_set.board();
    let mut comparison = SetComparison::new(&board, rules, others);
    for drawn in 1..=live_set.layers() {
        let layer: Vec<LiveEntry> = live_set.layer(drawn).collect();
        for some in layer.chunks(AT_ONCE) {
            let entries: Vec<LiveEntry> = some.iter().flat_map(|&e| live_set.both(e)).collect();
            comparison.add(&entries, &|entry| DeadMoves {
                free: free(live_set, *entry),
                live_end: board.cell(entry.key.live_end()),
                dead: live_set.dead_moves(*entry),
            });
        }
    }
    comparison.relations()
}

fn free(live_set: &LiveSet, entry: LiveEntry) -> FixedBitSet {
    let side = live_set.grid().side();
    let bits = entry.key.free();
    let mut free = FixedBitSet::with_capacity(side * side);
    free.extend((0..side * side).filter(|cell| bits >> cell & 1 == 1));
    free
}

/// Compares rules with others on some dead moves of a board.
pub fn on_moves(board: &Board, moves: &[Seed], rules: &[Rule], others: &[Rule]) -> Vec<Relation> {
    let mut comparison = SetComparison::new(board, rules, others);
    for some in moves.chunks(AT_ONCE) {
        comparison.add(some, &|seed| DeadMoves {
            free: seed.position.free().clone(),
            live_end: seed.position.live_end(),
            dead: Moves::only(seed.fatal),
        });
    }
    comparison.relations()
}

/// A position with moves that are dead in it.
struct DeadMoves {
    free: FixedBitSet,
    live_end: Cell,
    dead: Moves,
}

/// How many positions are matched at a time, which bounds the memory, and how many of them make one
/// parallel task.
const AT_ONCE: usize = 1 << 16;
const PART: usize = 1 << 12;

/// The dead moves that a rule forbids in some positions: bit 4k + m for move m of the k-th
/// position. Empty if it forbids none, as most rules do in most positions.
type ForbiddenBits = Vec<u64>;

struct SetComparison {
    sets: [RuleSet; 2],
    rules: Vec<ComparedRow>,
    /// Which of the others forbid a dead move.
    matched: Vec<bool>,
}

/// What is known of a rule.
#[derive(Clone)]
struct ComparedRow {
    forbids: u64,
    new: u64,
    pairs: Vec<Pair>,
}

/// What is known of a rule and another one.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// Whether the rule forbids a dead move that the other allows.
    mine: bool,
    /// Whether the other forbids a dead move that the rule allows.
    theirs: bool,
}

impl SetComparison {
    fn new(board: &Board, rules: &[Rule], others: &[Rule]) -> SetComparison {
        let row = ComparedRow { forbids: 0, new: 0, pairs: vec![Pair::default(); others.len()] };
        SetComparison {
            sets: [rules, others].map(|rules| RuleSet::compile(rules, board)),
            rules: vec![row; rules.len()],
            matched: vec![false; others.len()],
        }
    }

    /// Compares the rules on some positions.
    fn add<P: Sync>(&mut self, positions: &[P], dead: &(impl Fn(&P) -> DeadMoves + Sync)) {
        let counts = [self.rules.len(), self.matched.len()];
        let parts: Vec<[Vec<ForbiddenBits>; 2]> = positions
            .par_chunks(PART)
            .map(|part| {
                let part: Vec<DeadMoves> = part.iter().map(dead).collect();
                [0, 1].map(|at| forbidden(&self.sets[at], counts[at], &part))
            })
            .collect();
        for [_, others] in &parts {
            for (matched, theirs) in self.matched.iter_mut().zip(others) {
                *matched |= !theirs.is_empty();
            }
        }
        let unions: Vec<ForbiddenBits> =
            parts.par_iter().map(|[_, others]| union(others)).collect();
        self.rules.par_iter_mut().enumerate().for_each(|(at, row)| {
            for ([rules, others], union) in parts.iter().zip(&unions) {
                row.add(&rules[at], others, union);
            }
        });
    }

    fn relations(&self) -> Vec<Relation> {
        self.rules.iter().map(|row| row.relation(&self.matched)).collect()
    }
}

impl ComparedRow {
    fn add(&mut self, mine: &ForbiddenBits, others: &[ForbiddenBits], union: &ForbiddenBits) {
        let ones = |word: u64| u64::from(word.count_ones());
        let all: u64 = mine.iter().map(|&word| ones(word)).sum();
        let known: u64 = mine.iter().zip(union).map(|(mine, union)| ones(mine & union)).sum();
        self.forbids += all;
        self.new += all - known;
        for (pair, theirs) in self.pairs.iter_mut().zip(others) {
            pair.mine = pair.mine || is_more(mine, theirs);
            pair.theirs = pair.theirs || is_more(theirs, mine);
        }
    }

    fn relation(&self, matched: &[bool]) -> Relation {
        let (forbids, new) = (self.forbids, self.new);
        let mut relation = Relation { forbids, new, ..Relation::default() };
        let pairs = self.pairs.iter().zip(matched).enumerate();
        for (other, (pair, _)) in pairs.filter(|(_, (_, matched))| forbids > 0 && **matched) {
            match pair {
                Pair { mine: false, theirs: false } => relation.same.push(other),
                Pair { mine: false, theirs: true } => relation.wider.push(other),
                Pair { mine: true, theirs: false } => relation.narrower.push(other),
                Pair { mine: true, theirs: true } => {}
            }
        }
        relation
    }
}

fn is_more(some: &ForbiddenBits, others: &ForbiddenBits) -> bool {
    match others.is_empty() {
        true => !some.is_empty(),
        false => some.iter().zip(others).any(|(some, others)| some & !others != 0),
    }
}

/// What some rules forbid together.
fn union(rules: &[ForbiddenBits]) -> ForbiddenBits {
    let mut union: ForbiddenBits = Vec::new();
    for rule in rules {
        union.resize(union.len().max(rule.len()), 0);
        union.iter_mut().zip(rule).for_each(|(all, word)| *all |= word);
    }
    union
}

/// Rule → the dead moves it forbids.
fn forbidden(set: &RuleSet, rules: usize, positions: &[DeadMoves]) -> Vec<ForbiddenBits> {
    let mut matcher = set.matcher();
    let mut all = vec![ForbiddenBits::new(); rules];
    for (number, position) in positions.iter().enumerate() {
        matcher.for_each(&position.free, position.live_end, |found| {
            for direction in found.moves.and(position.dead).iter() {
                let at = Move::ALL.iter().position(|&m| m == direction).expect("one of four");
                let words = &mut all[found.rule];
                words.resize(positions.len().div_ceil(16), 0);
                words[number / 16] |= 1 << (number % 16 * 4 + at);
            }
        });
    }
    all
}
