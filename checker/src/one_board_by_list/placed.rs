//! Placed rules: rules in one placement at one live end of a small board, with their cells as bit
//! masks, so that millions of positions can be matched quickly.
//!
//! **L5.** They forbid the same moves as `Rule::forbids`. (proof: docs/reference/certificates.md,
//! "L5")

use super::live_set::{BitBoard, Key, free, live_end};
use crate::kernel::board::Board;
use crate::kernel::matching::View;
use crate::kernel::rule::{Extent, Forbidden, Pattern, RegionTest, Rule, Test, step};

/// The moves in the order of [`BitBoard::after`].
pub const MOVES: [char; 4] = ['U', 'D', 'L', 'R'];

/// A rule in one placement at one live end.
#[derive(Clone, Debug)]
pub struct PlacedRule {
    /// The index of the rule.
    pub rule: usize,
    pattern: PatternMasks,
    unless: Vec<PatternMasks>,
    /// The index of a move in [`MOVES`], its cell as a mask, and the segments into whose regions it
    /// is not forbidden.
    forbids: Vec<(usize, u128, Vec<usize>)>,
}

/// A pattern at one live end.
#[derive(Clone, Debug, Default)]
struct PatternMasks {
    free: u128,
    walls: u128,
    segments: Vec<SegmentMasks>,
    lines: Vec<(usize, usize)>,
}

/// A segment with its side cells, from which its region is flooded.
#[derive(Clone, Debug)]
struct SegmentMasks {
    cells: u128,
    side: u128,
    extent: Extent,
    tests: Vec<RegionTest>,
}

/// All different placements of some rules at a live end, without those that can never match there.
pub fn placed_at(
    board: &Board,
    grid: &BitBoard,
    rules: &[&Rule],
    live_end: usize,
) -> Vec<PlacedRule> {
    let view = View { board, free: &[], live_end };
    let mut all = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let mut seen: Vec<Rule> = Vec::new();
        for &placement in &rule.placements {
            let placed = rule.placed(placement);
            if seen.contains(&placed) {
                continue;
            }
            let cell = |forbidden: &Forbidden| {
                let to = view.at(step((0, 0), forbidden.direction))?;
                let number = MOVES.iter().position(|&letter| letter == forbidden.direction)?;
                Some((number, 1 << to, forbidden.unless_in.clone()))
            };
            let forbids: Vec<_> = placed.forbids.iter().filter_map(cell).collect();
            if let Some(pattern) =
                PatternMasks::new(grid, view, &placed.pattern).filter(|_| !forbids.is_empty())
            {
                let unless = placed.unless.iter();
                let unless = unless.filter_map(|pattern| PatternMasks::new(grid, view, pattern));
                let unless = unless.collect();
                all.push(PlacedRule { rule: number, pattern, unless, forbids });
            }
            seen.push(placed);
        }
    }
    all
}

impl PlacedRule {
    /// The legal moves that are forbidden in a position, as bits in the order of [`MOVES`].
    /// `regions` is a scratch buffer.
    pub fn forbidden(
        &self,
        board: &Board,
        grid: &BitBoard,
        key: Key,
        regions: &mut Vec<u128>,
    ) -> u8 {
        let free = free(key);
        if free & self.pattern.free != self.pattern.free || free & self.pattern.walls != 0 {
            return 0;
        }
        if !self.forbids.iter().any(|(_, to, _)| free & to != 0)
            || !self.pattern.matches(board, grid, key, regions)
        {
            return 0;
        }
        let mut moves = 0;
        for (number, to, unless_in) in &self.forbids {
            let inside = unless_in.iter().any(|&segment| regions[segment] & to != 0);
            if free & to != 0 && !inside {
                moves |= 1 << number;
            }
        }
        if moves != 0 && self.unless.iter().any(|other| other.matches(board, grid, key, regions)) {
            return 0;
        }
        moves
    }
}

impl PatternMasks {
    /// `None` if the pattern never matches at this live end.
    fn new(grid: &BitBoard, view: View, pattern: &Pattern) -> Option<PatternMasks> {
        let mut masks = PatternMasks::default();
        for &(offset, test) in &pattern.cells {
            let cell = view.at(offset).map(|cell| 1u128 << cell);
            match (test, cell) {
                (Test::FreeNotEnd, Some(cell)) if cell == grid.end() => return None,
                (Test::Free | Test::FreeNotEnd, Some(cell)) => masks.free |= cell,
                (Test::Drawn | Test::Wall, Some(cell)) => masks.walls |= cell,
                (Test::OnBoard, Some(_)) | (Test::Outside | Test::Wall, None) => {}
                (Test::Outside, Some(_)) => return None,
                (Test::Free | Test::FreeNotEnd | Test::Drawn | Test::OnBoard, None) => return None,
            }
        }
        for segment in &pattern.segments {
            let mut cells = 0;
            for &offset in &segment.cells {
                cells |= 1u128 << view.at(offset)?;
            }
            let side = segment.side_cells().into_iter().filter_map(|cell| view.at(cell));
            let side = side.fold(0, |cells, cell| cells | 1u128 << cell) & !cells;
            if cells & grid.end() != 0 {
                return None;
            }
            masks.free |= cells;
            let (extent, tests) = (segment.extent, segment.tests.clone());
            masks.segments.push(SegmentMasks { cells, side, extent, tests });
        }
        for &(a, b) in &pattern.lines {
            let (a, b) = (view.at(a)?, view.at(b)?);
            masks.free |= 1 << a | 1 << b;
            masks.lines.push((a.min(b), a.max(b)));
        }
        Some(masks)
    }

    /// Whether the pattern matches; then `regions` holds the regions of its segments, without the
    /// segments themselves.
    fn matches(&self, board: &Board, grid: &BitBoard, key: Key, regions: &mut Vec<u128>) -> bool {
        let free = free(key);
        if free & self.free != self.free || free & self.walls != 0 {
            return false;
        }
        regions.clear();
        for SegmentMasks { cells, side, extent, tests } in &self.segments {
            let region = grid.flood(*side, free & !cells);
            let fits = match extent {
                Extent::Enclosed => region != 0,
                Extent::EnclosedOrEmpty => true,
                Extent::Empty => region == 0,
            };
            if !fits || region & grid.end() != 0 {
                return false;
            }
            let white = ((region | cells) & grid.colour(1 ^ live_end(key))).count_ones() as i32;
            let surplus = 2 * white - (region | cells).count_ones() as i32;
            if !tests.iter().all(|test| test.holds(surplus)) {
                return false;
            }
            regions.push(region);
        }
        self.lines.is_empty() || {
            let free: Vec<bool> =
                (0..grid.side * grid.side).map(|at| free >> at & 1 == 1).collect();
            let view = View { board, free: &free, live_end: live_end(key) };
            let lines = view.forced_lines();
            self.lines.iter().all(|line| lines.contains(line))
        }
    }
}
