//! The fewest conditions that tell one dead move from all known live ones.

use super::language::{Condition, Language, Width};
use super::lens::Row;
use super::table::{self, Bits, Table};

/// What a search may take, and how much it brings.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Conditions at most.
    pub conditions: usize,
    /// Sets of conditions looked at, for each number of conditions.
    pub nodes: usize,
    /// Candidates to bring.
    pub candidates: usize,
    /// Numbers of conditions to try beyond the first that brings a candidate.
    pub beyond: usize,
    /// Whether, if nothing else is found, conditions are added one by one, each the one that
    /// excludes most, however many that are.
    pub greedy: bool,
    /// Which conditions there are to choose from.
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

/// A condition with the rows it holds for.
struct Known {
    condition: Condition,
    live: Bits,
    dead: Bits,
}

/// The sets of conditions that hold for `row`, a view of a dead move, and for no row of `live`, with
/// as few conditions as possible, and among these the ones that forbid most of the moves with a view
/// in `wanted` (rows of `dead`). Best first.
pub fn learn(
    language: &Language,
    row: &Row,
    live: &Table,
    dead: &Table,
    wanted: &[u64],
    effort: &Effort,
) -> Vec<Candidate> {
    let mut known: Vec<Known> = Vec::new();
    let mut sole = Vec::new();
    for &(feature, value) in row {
        for condition in language.conditions(feature, value, effort.width) {
            let entry = Known {
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
    let mut found = Found { best: sole, room: effort.candidates };
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
            let mut part = Part::new(&known[first..]);
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

/// Conditions that together exclude all live rows: the next is always the one that leaves the fewest
/// for the dead moves it keeps; those that turn out not to be needed are left out.
fn greedy(known: &[Known], rows: usize, wanted: &[u64]) -> Option<Candidate> {
    let mut live = table::first(rows);
    let mut dead = wanted.to_vec();
    let mut chosen: Vec<usize> = Vec::new();
    while live.iter().any(|&word| word != 0) {
        let left = |entry: &Known| -> u64 {
            let both = entry.live.iter().zip(&live).map(|(a, b)| u64::from((a & b).count_ones()));
            both.sum()
        };
        let now = live.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let keeps = |entry: &Known| u64::from(table::moves_in_both(&entry.dead, &dead));
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

/// Of conditions that hold for the same rows, the first stays.
fn drop_equals(known: &mut Vec<Known>) {
    let mut seen = rustc_hash::FxHashSet::default();
    known.retain(|entry| seen.insert((entry.live.clone(), entry.dead.clone())));
}

/// The best candidates so far.
struct Found {
    best: Vec<Candidate>,
    room: usize,
}

impl Found {
    /// Coverage that a new candidate must exceed.
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

/// The sets of conditions whose first is a given one: only the rows count for which that one
/// holds, which are few, so the rows of all others are written down anew for these.
struct Part {
    /// The first condition and those after it.
    conditions: Vec<Condition>,
    live: Vec<Bits>,
    dead: Vec<Bits>,
    chosen: Vec<usize>,
}

impl Part {
    fn new(known: &[Known]) -> Part {
        let live = Gather::new(&known[0].live, false);
        let dead = Gather::new(&known[0].dead, true);
        Part {
            conditions: known.iter().map(|entry| entry.condition).collect(),
            live: known.iter().map(|entry| live.of(&entry.live)).collect(),
            dead: known.iter().map(|entry| dead.of(&entry.dead)).collect(),
            chosen: vec![0],
        }
    }

    fn everything(&self) -> (Bits, Bits) {
        (self.live[0].clone(), self.dead[0].clone())
    }

    /// Adds exactly `more` conditions to the chosen ones so that no live row is left: one of them
    /// has to fail on the first row that is.
    fn extend(
        &mut self,
        live: &[u64],
        dead: &[u64],
        more: usize,
        nodes: &mut usize,
        found: &mut Found,
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

/// Some rows out of all, numbered anew.
struct Gather {
    /// Word and bit of each.
    rows: Vec<u32>,
}

impl Gather {
    /// The rows in a set; with `pairs`, both views of each move of which one is in the set.
    fn new(set: &[u64], pairs: bool) -> Gather {
        let set: Bits = if pairs { table::both_views(set) } else { set.to_vec() };
        let rows = set.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit)
        });
        Gather { rows: rows.collect() }
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
