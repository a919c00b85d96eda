//! The fewest conditions that separate one dead move from all known live ones.

use super::features::Row;
use super::language::{Condition, Language, Width};
use super::table::{self, Bits, Table};

/// Limits of a search, and how many candidates it returns.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most conditions of a candidate.
    pub conditions: usize,
    /// The most sets of conditions to try, for each number of conditions.
    pub nodes: usize,
    /// How many candidates to return.
    pub candidates: usize,
    /// How many larger numbers of conditions to try after the first that gives a candidate.
    pub beyond: usize,
    /// Whether to add conditions greedily, without a limit on their number, if nothing else is
    /// found.
    pub greedy: bool,
    /// Which features the conditions may be about.
    pub width: Width,
}

/// Conditions that hold for no known live move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// In ascending order.
    pub conditions: Vec<Condition>,
    /// Number of the wanted dead moves that it forbids.
    pub covers: u32,
}

/// A condition and the rows on which it holds.
struct ConditionRows {
    condition: Condition,
    live: Bits,
    dead: Bits,
}

/// Sets of conditions that hold for `row`, a view of a dead move, and for no row of `live`, with as
/// few conditions as possible. Of these, the ones that forbid most of the moves with a view in
/// `wanted` (rows of `dead`), best first.
pub fn learn(
    language: &Language,
    row: &Row,
    live: &Table,
    dead: &Table,
    wanted: &[u64],
    effort: &Effort,
) -> Vec<Candidate> {
    let mut known: Vec<ConditionRows> = Vec::new();
    let mut sole = Vec::new();
    for &(feature, value) in row {
        for condition in language.conditions(feature, value, effort.width) {
            let entry = ConditionRows {
                condition,
                live: live.bits(condition),
                dead: table::and(&dead.bits(condition), wanted),
            };
            if entry.live.iter().all(|&word| word == 0) {
                let covers = table::moves_in_both(&entry.dead, wanted);
                sole.push(Candidate { conditions: vec![condition], covers });
            } else {
                known.push(entry);
            }
        }
    }
    let mut found = TopCandidates { best: sole, room: effort.candidates };
    found.trim();
    drop_equals(&mut known);
    known.sort_by_key(|entry| {
        let live: u64 = entry.live.iter().map(|word| u64::from(word.count_ones())).sum();
        let dead = u64::from(table::moves_in_both(&entry.dead, wanted));
        (live * 1000 / dead.max(1), entry.condition)
    });
    let mut last = effort.conditions;
    if !found.best.is_empty() {
        last = last.min(1 + effort.beyond);
    }
    let mut depth = 2;
    while depth <= last {
        let before = found.best.is_empty();
        let mut nodes = effort.nodes;
        for first in 0..known.len() {
            let entry = &known[first];
            let covers = table::moves_in_both(&entry.dead, wanted);
            if found.bar().is_some_and(|bar| covers <= bar) {
                continue;
            }
            let mut part = Subproblem::new(&known[first..]);
            let (live, dead) = part.everything();
            part.extend(&live, &dead, depth - 1, &mut nodes, &mut found);
            if nodes == 0 {
                break;
            }
        }
        if before && !found.best.is_empty() {
            last = last.min(depth + effort.beyond);
        }
        depth += 1;
    }
    if found.best.is_empty() && effort.greedy {
        found.best.extend(greedy(&known, live.rows(), wanted));
    }
    found.best
}

/// Conditions that together exclude all live rows, chosen greedily: each time the condition that
/// leaves the fewest live rows per dead move that it keeps. Conditions that turn out to be
/// redundant are dropped at the end.
fn greedy(known: &[ConditionRows], rows: usize, wanted: &[u64]) -> Option<Candidate> {
    let mut live = table::first(rows);
    let mut dead = wanted.to_vec();
    let mut chosen: Vec<usize> = Vec::new();
    while live.iter().any(|&word| word != 0) {
        let left = |entry: &ConditionRows| -> u64 {
            let both = entry.live.iter().zip(&live).map(|(a, b)| u64::from((a & b).count_ones()));
            both.sum()
        };
        let now = live.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let keeps = |entry: &ConditionRows| u64::from(table::moves_in_both(&entry.dead, &dead));
        let best = (0..known.len())
            .filter(|at| !chosen.contains(at))
            .map(|at| (left(&known[at]) * 1000 / keeps(&known[at]).max(1), left(&known[at]), at))
            .filter(|&(_, left, _)| left < now)
            .min()?;
        live = table::and(&live, &known[best.2].live);
        dead = table::and(&dead, &known[best.2].dead);
        chosen.push(best.2);
    }
    for at in (0..chosen.len()).rev() {
        let mut fewer = chosen.clone();
        fewer.remove(at);
        let rest =
            fewer.iter().fold(table::first(rows), |rest, &k| table::and(&rest, &known[k].live));
        if rest.iter().all(|&word| word == 0) {
            chosen = fewer;
        }
    }
    let dead = chosen.iter().fold(wanted.to_vec(), |dead, &k| table::and(&dead, &known[k].dead));
    let mut conditions: Vec<Condition> = chosen.iter().map(|&k| known[k].condition).collect();
    conditions.sort();
    Some(Candidate { conditions, covers: table::moves_in_both(&dead, wanted) })
}

/// Keeps the first of several conditions that hold for the same rows.
fn drop_equals(known: &mut Vec<ConditionRows>) {
    let mut seen = rustc_hash::FxHashSet::default();
    known.retain(|entry| seen.insert((entry.live.clone(), entry.dead.clone())));
}

/// The best candidates so far.
struct TopCandidates {
    best: Vec<Candidate>,
    room: usize,
}

impl TopCandidates {
    /// The coverage that a new candidate has to exceed.
    fn bar(&self) -> Option<u32> {
        (self.best.len() >= self.room).then(|| self.best[self.room - 1].covers)
    }

    fn add(&mut self, candidate: Candidate) {
        if !self.best.contains(&candidate) {
            self.best.push(candidate);
            self.trim();
        }
    }

    fn trim(&mut self) {
        self.best.sort_by(|a, b| {
            let key = |c: &Candidate| (std::cmp::Reverse(c.covers), c.conditions.len());
            key(a).cmp(&key(b)).then_with(|| a.conditions.cmp(&b.conditions))
        });
        self.best.truncate(self.room);
    }
}

/// The search among sets whose first condition is a given one. Only the rows on which that
/// condition holds matter. They are few, so the rows of all other conditions are renumbered to
/// these.
struct Subproblem {
    /// The first condition and those after it.
    conditions: Vec<Condition>,
    live: Vec<Bits>,
    dead: Vec<Bits>,
    chosen: Vec<usize>,
}

impl Subproblem {
    fn new(known: &[ConditionRows]) -> Subproblem {
        let live = RowSubset::new(&known[0].live, false);
        let dead = RowSubset::new(&known[0].dead, true);
        Subproblem {
            conditions: known.iter().map(|entry| entry.condition).collect(),
            live: known.iter().map(|entry| live.of(&entry.live)).collect(),
            dead: known.iter().map(|entry| dead.of(&entry.dead)).collect(),
            chosen: vec![0],
        }
    }

    fn everything(&self) -> (Bits, Bits) {
        (self.live[0].clone(), self.dead[0].clone())
    }

    /// Adds exactly `more` conditions to the chosen ones so that no live row is left. One of them
    /// has to fail on the first live row that is left.
    fn extend(
        &mut self,
        live: &[u64],
        dead: &[u64],
        more: usize,
        nodes: &mut usize,
        found: &mut TopCandidates,
    ) {
        let Some(word) = live.iter().position(|&word| word != 0) else { return };
        let row = word * 64 + live[word].trailing_zeros() as usize;
        for at in 1..self.conditions.len() {
            if table::has(&self.live[at], row) {
                continue;
            }
            if *nodes == 0 {
                return;
            }
            *nodes -= 1;
            if more == 1 && !table::disjoint(live, &self.live[at]) {
                continue;
            }
            let covers = table::moves_in_both(dead, &self.dead[at]);
            if found.bar().is_some_and(|bar| covers <= bar) {
                continue;
            }
            self.chosen.push(at);
            if more == 1 {
                let mut conditions: Vec<Condition> =
                    self.chosen.iter().map(|&at| self.conditions[at]).collect();
                conditions.sort();
                found.add(Candidate { conditions, covers });
            } else {
                let live = table::and(live, &self.live[at]);
                let dead = table::and(dead, &self.dead[at]);
                self.extend(&live, &dead, more - 1, nodes, found);
            }
            self.chosen.pop();
        }
    }
}

/// Some of all rows, renumbered from 0.
struct RowSubset {
    /// The old number of each row.
    rows: Vec<u32>,
}

impl RowSubset {
    /// The rows in a set; with `pairs`, both views of each move that has a view in the set.
    fn new(set: &[u64], pairs: bool) -> RowSubset {
        let set: Bits = if pairs { table::both_views(set) } else { set.to_vec() };
        let rows = set.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit)
        });
        RowSubset { rows: rows.collect() }
    }

    fn of(&self, set: &[u64]) -> Bits {
        self.rows
            .chunks(64)
            .map(|chunk| {
                chunk.iter().enumerate().fold(0, |word, (bit, &row)| {
                    word | u64::from(table::has(set, row as usize)) << bit
                })
            })
            .collect()
    }
}
