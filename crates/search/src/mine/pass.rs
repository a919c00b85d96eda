//! One pass over every live position of a board: live moves that rules forbid, dead moves that none
//! does.

use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::board::{Board, Move};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::live_set::bits::Key;
use deadmove_verify::live_set::sweep::Slice;
use deadmove_verify::live_set::{Entry, LiveSet};

/// Live moves kept for each rule, and dead moves kept in all, from each layer.
const KEPT: (usize, usize) = (8, 300);

/// What a pass saw. Moves of transposed positions are counted, but only one of them is kept.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Per rule, some live moves that it forbids.
    pub live: Vec<Vec<(Key, Move)>>,
    /// Per rule, how many dead moves it forbids.
    pub forbids: Vec<u64>,
    /// Per rule, how many dead moves only it forbids.
    pub alone: Vec<u64>,
    /// Some dead moves that no rule forbids.
    pub open: Vec<(Key, Move)>,
    /// How many there are.
    pub opens: u64,
    /// Dead moves of all live positions.
    pub dead: u64,
    /// Whether all positions were seen.
    pub whole: bool,
}

/// Holds rules against every live position. A stopped pass has seen only the first layers.
pub fn run(list: &LiveSet, rules: &[Rule], stop: &AtomicBool) -> Seen {
    let side = list.grid().side();
    let board = Board::corner_to_corner(side, side).expect("a list has a board");
    let set = RuleSet::compile(rules, &board);
    let none = || Seen {
        live: vec![Vec::new(); rules.len()],
        forbids: vec![0; rules.len()],
        alone: vec![0; rules.len()],
        ..Seen::default()
    };
    let mut all = none();
    for drawn in 1..=list.layers() {
        if stop.load(Ordering::Relaxed) {
            return all;
        }
        let layer = list.sweep(
            Slice::layer(drawn),
            || (set.matcher(), none()),
            |(matcher, seen), _, entry| seen.look(list, matcher, entry),
            |(_, seen)| seen,
            Seen::join,
        );
        all = all.join(layer);
    }
    all.whole = true;
    all
}

impl Seen {
    fn look(&mut self, list: &LiveSet, matcher: &mut Matcher<'_>, entry: Entry) {
        let copies = 1 + u64::from(list.transposed(entry).is_some());
        let live = Moves::from_bits(entry.live_moves);
        let dead = Moves::from_bits(list.legal_moves(entry.key)).without(live);
        let mut by: [Option<usize>; 4] = [None; 4];
        let mut several = Moves::NONE;
        let mut forbidden = Moves::NONE;
        let mut last = [usize::MAX; 4];
        matcher.for_each_in_bits(entry.key.free(), entry.key.live_end(), |found| {
            for direction in found.moves.and(live).iter() {
                if self.live[found.rule].len() < KEPT.0 {
                    self.live[found.rule].push((entry.key, direction));
                }
            }
            for direction in found.moves.and(dead).iter() {
                let at = direction as usize;
                // The placements of a rule need not follow one another.
                if by[at].is_some_and(|rule| rule != found.rule) {
                    several = several.or(Moves::only(direction));
                }
                by[at] = Some(found.rule);
                if last[at] != found.rule {
                    self.forbids[found.rule] += copies;
                    last[at] = found.rule;
                }
                forbidden = forbidden.or(Moves::only(direction));
            }
        });
        self.dead += copies * u64::from(dead.len());
        for direction in dead.iter() {
            match by[direction as usize] {
                None => {
                    self.opens += copies;
                    if self.open.len() < KEPT.1 {
                        self.open.push((entry.key, direction));
                    }
                }
                Some(rule) if !several.contains(direction) => self.alone[rule] += copies,
                Some(_) => {}
            }
        }
    }

    fn join(mut self, other: Seen) -> Seen {
        for (mine, more) in self.live.iter_mut().zip(other.live) {
            mine.extend(more);
        }
        for (mine, more) in self.forbids.iter_mut().zip(other.forbids) {
            *mine += more;
        }
        for (mine, more) in self.alone.iter_mut().zip(other.alone) {
            *mine += more;
        }
        self.open.extend(other.open);
        self.opens += other.opens;
        self.dead += other.dead;
        self
    }
}
