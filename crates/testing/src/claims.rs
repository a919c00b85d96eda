//! Claims to prove or refute: those of the shipped rules, the same weakened, and random rules made
//! from positions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use deadmove_core::board::Move;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{MoveClaim, claims_of};
use deadmove_prove::weaken::weaker;
use deadmove_rules::RuleFile;
use deadmove_rules::geometry::Offset;
use deadmove_rules::load::{KnownWrong, LoadedFile, LoadedRule, load_with};
use deadmove_rules::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, Side, Sizes,
};
use deadmove_verify::check_live_set::{check, chunk_count};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use deadmove_verify::live_set::{LiveEntry, LiveSet};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The shipped rule files below a folder.
pub fn files(folder: &str) -> Vec<LoadedFile> {
    let root = crate::root().join(folder);
    load_with(&[root], KnownWrong::Include).unwrap().all().unwrap()
}

/// The claims of the shipped rules below a folder, families up to a parameter; those of
/// `rules/lifted`, which are alike, sampled. Staircases only if they are asked for, since formulas
/// about such pictures take minutes.
pub fn shipped(folder: &str, max: i64) -> Vec<MoveClaim> {
    let mut files = files(folder);
    if folder == "rules" {
        files.retain(|file| !file.path.iter().any(|part| part == "staircase"));
    }
    crate::sample_of_lifted(&mut files, |file| &file.path);
    files.iter().flat_map(|file| claims_of(file, max).unwrap()).collect()
}

/// The same claims, each weakened in one condition in every way: they require less or forbid more.
pub fn mutants(claims: &[MoveClaim]) -> Vec<MoveClaim> {
    let mutate = |claim: &MoveClaim| {
        let weaker = weaker(&claim.rule).into_iter();
        weaker.map(|weaker| MoveClaim { rule: weaker.rule, ..claim.clone() }).collect::<Vec<_>>()
    };
    claims.iter().flat_map(mutate).collect()
}

/// Rules that match a live position and forbid a dead move of it: they state some of what is true
/// there of cells and regions.
pub fn from_positions(live_set: &LiveSet, seed: u64, count: usize) -> Vec<MoveClaim> {
    about_positions(live_set, seed, count, |entry| {
        live_set.legal_moves(entry.key) & !entry.live_moves
    })
}

/// Rules that match a live position and forbid a live move of it: they are wrong.
pub fn against_positions(live_set: &LiveSet, seed: u64, count: usize) -> Vec<MoveClaim> {
    about_positions(live_set, seed, count, |entry| entry.live_moves)
}

/// Rules that match a live position and forbid one of some moves there.
fn about_positions(
    live_set: &LiveSet,
    seed: u64,
    count: usize,
    moves: impl Fn(LiveEntry) -> u8,
) -> Vec<MoveClaim> {
    use rayon::prelude::*;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut claims = Vec::new();
    let layers: Vec<Vec<_>> =
        (1..live_set.layers()).map(|drawn| live_set.layer(drawn).collect()).collect();
    while claims.len() < count {
        let layer = &layers[rng.random_range(0..layers.len())];
        let entry: LiveEntry = layer[rng.random_range(0..layer.len())];
        let moves = moves(entry);
        let some: Vec<Move> =
            Move::ALL.into_iter().filter(|&m| moves >> m as u8 & 1 == 1).collect();
        if some.is_empty() {
            continue;
        }
        let direction = some[rng.random_range(0..some.len())];
        let seen =
            Seen { side: live_set.grid().side(), free: entry.key.free(), at: entry.key.live_end() };
        let pattern = seen.picture(&mut rng, 14);
        let head = Head::new(format!("made {}", claims.len()));
        let rule = Rule::with_picture(head, pattern, vec![Forbidden::always(direction)]);
        claims.push(MoveClaim { file: "made.rule".into(), rule, member: None, direction });
    }
    claims
}

fn near(rng: &mut ChaCha8Rng) -> Offset {
    Offset::new(rng.random_range(-3..=3), rng.random_range(-3..=3))
}

/// A position of a square board, seen from its live end.
pub struct Seen {
    /// Columns, and rows.
    pub side: usize,
    /// The free cells: bit `y · side + x` for cell (x, y), counted from 0.
    pub free: u128,
    /// The number of the live end's cell, in the same order.
    pub at: usize,
}

impl Seen {
    /// A pattern that matches the position: fewer cells than `cells`, and up to two regions.
    pub fn picture(&self, rng: &mut ChaCha8Rng, cells: usize) -> Pattern {
        let mut pattern = Pattern::default();
        for _ in 0..rng.random_range(0..3) {
            pattern.segments.extend(self.segment(rng));
        }
        for _ in 0..rng.random_range(0..cells) {
            let cell = near(rng);
            let taken = pattern.segments.iter().any(|segment| segment.cells.contains(&cell));
            if cell != Offset::LIVE_END && !taken {
                pattern.cells.insert(cell, self.test(cell, rng));
            }
        }
        pattern
    }

    fn cell(&self, offset: Offset) -> Option<usize> {
        let column = (self.at % self.side) as i16 + offset.right;
        let row = (self.at / self.side) as i16 + offset.down;
        let inside = 0..self.side as i16;
        (inside.contains(&column) && inside.contains(&row))
            .then(|| row as usize * self.side + column as usize)
    }

    fn is_free(&self, offset: Offset) -> bool {
        self.cell(offset).is_some_and(|cell| self.free >> cell & 1 == 1)
    }

    fn is_end(&self, offset: Offset) -> bool {
        self.cell(offset) == Some(self.side * self.side - 1)
    }

    fn test(&self, cell: Offset, rng: &mut ChaCha8Rng) -> CellTest {
        let weak = rng.random_bool(0.5);
        match (self.is_free(cell), self.cell(cell)) {
            (true, _) if weak || self.is_end(cell) => CellTest::Free,
            (true, _) => CellTest::FreeNotEnd,
            (false, _) if weak => CellTest::Wall,
            (false, Some(_)) => CellTest::Drawn,
            (false, None) => CellTest::Outside,
        }
    }

    /// A segment with a side that is not open, and a test that its region passes.
    fn segment(&self, rng: &mut ChaCha8Rng) -> Option<Segment> {
        let usable = |cell: Offset| self.is_free(cell) && !self.is_end(cell);
        let mut cell = near(rng);
        if !usable(cell) {
            return None;
        }
        let ways = [0, 1].map(|_| Move::ALL[rng.random_range(0..4)]);
        let mut cells = std::collections::BTreeSet::from([cell]);
        for _ in 0..rng.random_range(0..4) {
            let next = cell.step(ways[rng.random_range(0..2)]);
            if usable(next) {
                cell = next;
                cells.insert(cell);
            }
        }
        let cells = Segment::in_order(&cells).ok()?;
        let directions: Vec<Move> =
            (0..rng.random_range(1..4)).map(|_| Move::ALL[rng.random_range(0..4)]).collect();
        let side = Side::new(&directions);
        Segment::check_side(&cells, side).ok()?;
        let mut segment = Segment { cells, side, extent: Extent::Enclosed, tests: Vec::new() };
        let mut region: Vec<Offset> =
            segment.side_cells().into_iter().filter(|&cell| self.is_free(cell)).collect();
        let mut at = 0;
        while at < region.len() {
            for next in Move::ALL.map(|m| region[at].step(m)) {
                let known = region.contains(&next) || segment.cells.contains(&next);
                if self.is_free(next) && !known {
                    region.push(next);
                }
            }
            at += 1;
        }
        if region.iter().any(|&cell| self.is_end(cell)) {
            return None;
        }
        if region.is_empty() {
            segment.extent = Extent::Empty;
        }
        let all = region.iter().chain(&segment.cells);
        let surplus: i32 = all.map(|cell| if cell.is_white() { 1 } else { -1 }).sum();
        segment.tests.extend(match rng.random_range(0..4) {
            0 => None,
            1 if surplus % 2 == 0 => Some(RegionTest::Even),
            1 => Some(RegionTest::Odd),
            2 => Some(RegionTest::surplus_is(surplus)),
            _ => Some(RegionTest::Surplus { from: Some(surplus), to: None, inside: true }),
        });
        Some(segment)
    }
}

/// Enough effort for nearly all that can be proved, and quick.
pub const QUICK: Effort = Effort { splits: 20, radius: 1, ..Effort::USUAL };

/// Checks rules against every live position of a board; returns how many of them forbid a dead move
/// there. Panics if one of them forbids a live move.
pub fn hold(rules: &[Rule], live_set: &LiveSet) -> usize {
    let claim = |rule: &Rule| LoadedRule { file: "".into(), rule: rule.clone() };
    let (total, done) = (chunk_count(live_set), AtomicU64::new(0));
    let run = ChunkRun {
        done: &Chunks::default(),
        shard: Shard::WHOLE,
        limit: None,
        stop: &AtomicBool::new(false),
        progress: &|_, more| {
            let done = done.fetch_add(more, Ordering::Relaxed) + more;
            if more > 0 && done.is_multiple_of(100) {
                eprintln!("{done} of {total} slices of the list");
            }
        },
    };
    let check = check(live_set, &rules.iter().map(claim).collect::<Vec<_>>(), &run);
    for (result, rule) in check.rules.iter().zip(rules) {
        assert_eq!(
            result.forbids_live,
            Some(0),
            "proved, but wrong: {} {:?} {rule:#?}",
            rule.head.name,
            result.counterexample
        );
    }
    check.rules.iter().filter(|result| result.forbids_dead > Some(0)).count()
}

/// The claim for boards of all sizes.
pub fn for_every_size(claim: &MoveClaim) -> Rule {
    let mut rule = claim.rule.clone();
    rule.head.sizes = Sizes::All;
    rule
}

/// A family among the shipped files.
pub fn family(file: &str) -> deadmove_rules::family::Family {
    match files(file).remove(0).rule_file {
        RuleFile::Family(family) => family,
        RuleFile::Rule(_) => panic!("{file} is a plain rule"),
    }
}
