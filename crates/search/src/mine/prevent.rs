//! Rules that would have prevented dead moves which a program allowed: lifted from the most
//! frequent of these moves, and chosen one by one, so that few rules forbid many of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cover::{Signature, members};
use super::minimise::Seed;
use super::pool::{MinedRule, Pool, canonical};
use crate::lift::surroundings::TurnedSurroundings;
use crate::lift::{LiftOptions, Lifted};
use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Pattern, Rule};
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::LiveEntry;
use deadmove_verify::live_set::moves::MoveTable;
use deadmove_verify::live_set::sweep::Slice;
use deadmove_verify::surroundings::REACH;
use deadmove_verify::uncovered::tally::Tally;
use deadmove_verify::uncovered::{count, most_frequent_examples};

/// How often rules are lifted from what those before leave, and from how many groups of moves.
const ROUNDS: usize = 4;
const GROUPS: usize = 16;

/// Dead moves of one board, each once, that a program allows. None of them enters the end cell.
#[derive(Debug)]
pub enum AllowedDeadMoves<'a> {
    /// Those of the positions of a list.
    Listed(&'a MoveTable<'a>),
    /// Others.
    Given(&'a Arc<Board>, &'a [Seed]),
}

/// Rules that would have prevented allowed moves.
#[derive(Clone, Debug)]
pub struct Prevention {
    /// How many dead moves are allowed.
    pub allowed: u64,
    /// The rules, that which forbids most of them first.
    pub rules: Vec<PreventingRule>,
}

/// A rule, proved for every board from corner to opposite corner, without blocked cells.
#[derive(Clone, Debug)]
pub struct PreventingRule {
    /// One of the moves that it forbids: the one it was lifted from.
    pub seed: Seed,
    /// The rule.
    pub lifted: Lifted,
    /// How many of the allowed moves it forbids.
    pub forbids: u64,
    /// Those that no rule before it forbids.
    pub first: u64,
}

impl Prevention {
    /// How many of the allowed moves the rules forbid together.
    pub fn prevented(&self) -> u64 {
        self.rules.iter().map(|rule| rule.first).sum()
    }
}

/// Finds at most `most` rules. None if `stop` is set meanwhile.
pub fn prevent(moves: &AllowedDeadMoves<'_>, most: usize, stop: &AtomicBool) -> Option<Prevention> {
    let mut pool = Pool::new(moves.board());
    for _ in 0..ROUNDS {
        let frequent = moves.most_frequent(&rules(&pool), stop);
        if pool.add_moves(frequent) == 0 {
            break;
        }
        pool.lift_open(&LiftOptions::default(), stop);
    }
    let forbidden_by = moves.forbidden_by(&rules(&pool));
    let allowed = forbidden_by.moves.values().sum();
    let rules = forbidden_by.choose(pool.rules(), most);
    (!stop.load(Ordering::Relaxed)).then_some(Prevention { allowed, rules })
}

fn rules(pool: &Pool) -> Vec<Rule> {
    pool.rules().iter().map(|mined| mined.lifted.rule.clone()).collect()
}

impl AllowedDeadMoves<'_> {
    fn board(&self) -> Board {
        match self {
            AllowedDeadMoves::Listed(table) => table.live_set().board(),
            AllowedDeadMoves::Given(board, _) => Board::clone(board),
        }
    }

    /// A move of each of the largest groups of moves that no rule forbids. Those of a group look
    /// the same up to two columns and rows away from the live end.
    fn most_frequent(&self, rules: &[Rule], stop: &AtomicBool) -> Vec<Seed> {
        match self {
            AllowedDeadMoves::Listed(table) => {
                let live_set = table.live_set();
                let board = Arc::new(live_set.board());
                let moves = |entry: LiveEntry| table.get(entry.key);
                let files = vec![0; rules.len()];
                let tally = count(live_set, &moves, (rules, &files), Tally::new(1), stop, &|_| {});
                let examples = most_frequent_examples(&tally, GROUPS).into_iter();
                let seed = |(key, fatal)| {
                    let path = live_set.path_to(key);
                    let position = Position::from_path(Arc::clone(&board), &path);
                    Seed { position: position.expect("a path of the list"), fatal }
                };
                examples.map(seed).collect()
            }
            AllowedDeadMoves::Given(board, seeds) => {
                let set = RuleSet::compile(rules, board);
                let mut matcher = set.matcher();
                let mut open = |seed: &&Seed| {
                    let Seed { position, fatal } = seed;
                    !matcher.forbidden(position.free(), position.live_end()).contains(*fatal)
                };
                let open: Vec<&Seed> = seeds.iter().filter(&mut open).collect();
                let looks: Vec<Pattern> = open.par_iter().map(|seed| looks(seed)).collect();
                let mut groups: BTreeMap<Pattern, (usize, &Seed)> = BTreeMap::new();
                for (looks, seed) in looks.into_iter().zip(open) {
                    groups.entry(looks).or_insert((0, seed)).0 += 1;
                }
                let mut groups: Vec<(usize, &Seed)> = groups.into_values().collect();
                groups.sort_by_key(|&(count, seed)| (Reverse(count), seed.position.path().len()));
                groups.into_iter().take(GROUPS).map(|(_, seed)| seed.clone()).collect()
            }
        }
    }

    /// How many of the moves are forbidden by each set of rules.
    fn forbidden_by(&self, rules: &[Rule]) -> MovesByRules {
        let set = RuleSet::compile(rules, &self.board());
        match self {
            AllowedDeadMoves::Listed(table) => {
                let live_set = table.live_set();
                let of_layer = |drawn| {
                    live_set.sweep(
                        Slice::layer(drawn),
                        || (set.matcher(), MovesByRules::new(rules.len())),
                        |(matcher, all), _, entry| {
                            for LiveEntry { key, .. } in live_set.both(entry) {
                                let moves = table.get(key);
                                if !moves.is_empty() {
                                    all.add(moves, |mark| {
                                        matcher.for_each_in_bits(key.free(), key.live_end(), mark);
                                    });
                                }
                            }
                        },
                        |(_, all)| all,
                        MovesByRules::join,
                    )
                };
                (1..=live_set.layers())
                    .map(of_layer)
                    .fold(MovesByRules::new(rules.len()), MovesByRules::join)
            }
            AllowedDeadMoves::Given(_, seeds) => {
                let mut matcher = set.matcher();
                let mut all = MovesByRules::new(rules.len());
                for Seed { position, fatal } in *seeds {
                    all.add(Moves::only(*fatal), |mark| {
                        matcher.for_each(position.free(), position.live_end(), mark);
                    });
                }
                all
            }
        }
    }
}

/// Numbers of moves, by the rules that forbid them.
struct MovesByRules {
    rules: usize,
    moves: FxHashMap<Signature, u64>,
}

impl MovesByRules {
    fn new(rules: usize) -> MovesByRules {
        MovesByRules { rules, moves: FxHashMap::default() }
    }

    /// Adds moves of one position; `matches` calls its argument for each match there.
    fn add(&mut self, moves: Moves, matches: impl FnOnce(&mut dyn FnMut(Match))) {
        let none = vec![0; self.rules.div_ceil(64)];
        let mut by = [none.clone(), none.clone(), none.clone(), none];
        matches(&mut |found| {
            for direction in found.moves.and(moves).iter() {
                by[direction as usize][found.rule / 64] |= 1 << (found.rule % 64);
            }
        });
        for (direction, by) in Move::ALL.into_iter().zip(by) {
            if moves.contains(direction) {
                *self.moves.entry(by).or_default() += 1;
            }
        }
    }

    fn join(mut self, other: MovesByRules) -> MovesByRules {
        for (by, number) in other.moves {
            *self.moves.entry(by).or_default() += number;
        }
        self
    }

    /// For each rule how many of the moves it forbids.
    fn forbids(&self) -> Vec<u64> {
        let mut forbids = vec![0; self.rules];
        for (by, number) in &self.moves {
            members(by).for_each(|rule| forbids[rule] += number);
        }
        forbids
    }

    /// Chooses rules one by one: each forbids the most moves that those before it leave; of
    /// several, the one with the fewest conditions.
    fn choose(mut self, rules: &[MinedRule], most: usize) -> Vec<PreventingRule> {
        let all = self.forbids();
        let mut chosen = Vec::new();
        while chosen.len() < most {
            let first = self.forbids();
            let rank = |&rule: &usize| (first[rule], Reverse(rules[rule].lifted.conditions()));
            let best = (0..rules.len()).rev().max_by_key(rank).filter(|&rule| first[rule] > 0);
            let Some(best) = best else { break };
            self.moves.retain(|by, _| members(by).all(|rule| rule != best));
            let MinedRule { seed, lifted } = rules[best].clone();
            chosen.push(PreventingRule { seed, lifted, forbids: all[best], first: first[best] });
        }
        chosen
    }
}

/// What a move looks like up to two columns and rows away from the live end.
fn looks(seed: &Seed) -> Pattern {
    let around = TurnedSurroundings::new(&seed.position, seed.fatal);
    let near = REACH.unsigned_abs();
    canonical(&around.pattern(&around.disc(near), near))
}
