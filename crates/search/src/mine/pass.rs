//! One pass over every live position of a board. It finds live moves that rules forbid, and dead
//! moves that no rule forbids, nor a program beside them.

use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_core::board::Move;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::answer_table::AnswerTable;
use deadmove_verify::live_set::bits::{PackedPosition, transposed};
use deadmove_verify::live_set::sweep::Slice;
use deadmove_verify::live_set::{LiveEntry, LiveSet};

/// From each layer: the live moves kept for each rule, and the dead moves kept in all.
const KEPT: (usize, usize) = (8, 300);

/// The result of a pass. Moves of transposed positions are counted twice, but kept once.
#[derive(Clone, Debug, Default)]
pub struct MinePassResult {
    /// Rule → some live moves that it forbids.
    pub live: Vec<Vec<(PackedPosition, Move)>>,
    /// Rule → the number of dead moves that it forbids.
    pub forbids: Vec<u64>,
    /// Rule → the number of dead moves that only it forbids.
    pub alone: Vec<u64>,
    /// Some dead moves that nothing forbids.
    pub open: Vec<(PackedPosition, Move)>,
    /// The number of dead moves that nothing forbids.
    pub opens: u64,
    /// The number of dead moves of all live positions.
    pub dead: u64,
    /// Whether the pass covered all positions.
    pub whole: bool,
}

/// Checks rules on every live position, beside the answers of a program if there are any. A pass
/// that is stopped covers only the first layers.
pub fn run(
    live_set: &LiveSet,
    rules: &[Rule],
    program: Option<&AnswerTable<'_>>,
    stop: &AtomicBool,
) -> MinePassResult {
    let set = RuleSet::compile(rules, &live_set.board());
    let none = || MinePassResult {
        live: vec![Vec::new(); rules.len()],
        forbids: vec![0; rules.len()],
        alone: vec![0; rules.len()],
        ..MinePassResult::default()
    };
    let mut all = none();
    for drawn in 1..=live_set.layers() {
        if stop.load(Ordering::Relaxed) {
            return all;
        }
        let layer = live_set.sweep(
            Slice::layer(drawn),
            || (set.matcher(), none()),
            |(matcher, seen), index, entry| {
                let forbidden = program.map_or([Moves::NONE; 2], |p| p.forbidden(drawn, index));
                seen.look(live_set, matcher, entry, forbidden);
            },
            |(_, seen)| seen,
            MinePassResult::join,
        );
        all = all.join(layer);
    }
    all.whole = true;
    all
}

impl MinePassResult {
    /// `elsewhere` has what a program forbids in the position and in the transposed one, where its
    /// answer may be another; both in directions of the position.
    fn look(
        &mut self,
        live_set: &LiveSet,
        matcher: &mut Matcher<'_>,
        entry: LiveEntry,
        elsewhere: [Moves; 2],
    ) {
        let other = live_set.transposed(entry);
        let copies = 1 + u64::from(other.is_some());
        let live = Moves::from_bits(entry.live_moves);
        let dead = live_set.dead_moves(entry);
        let mut by: [Option<usize>; 4] = [None; 4];
        let mut several = Moves::NONE;
        let mut forbidden = Moves::NONE;
        let mut counted: Vec<(usize, Move)> = Vec::new();
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
                // Another placement of the rule may forbid the move, too.
                if !counted.contains(&(found.rule, direction)) {
                    self.forbids[found.rule] += copies;
                    counted.push((found.rule, direction));
                }
                forbidden = forbidden.or(Moves::only(direction));
            }
        });
        self.dead += copies * u64::from(dead.len());
        for direction in dead.iter() {
            let here = (!elsewhere[0].contains(direction)).then_some((entry.key, direction));
            let other = other.filter(|_| !elsewhere[1].contains(direction));
            let there = other.map(|other| (other.key, transposed(direction)));
            let copies = u64::from(here.is_some()) + u64::from(there.is_some());
            match by[direction as usize] {
                None => {
                    self.opens += copies;
                    if self.open.len() < KEPT.1 {
                        self.open.extend(here.or(there));
                    }
                }
                Some(rule) if !several.contains(direction) => self.alone[rule] += copies,
                Some(_) => {}
            }
        }
    }

    fn join(mut self, other: MinePassResult) -> MinePassResult {
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
