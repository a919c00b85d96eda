//! Extracts features from positions: fast for square boards up to 11×11 ([`FeatureExtractor`]),
//! cell by cell for any other board ([`rows_of`]).
//!
//! Which features there are is decided in [`super::language`].

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use deadmove_core::board::{Cell, Move};
use deadmove_core::position::Position;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::model::Side;
use deadmove_verify::live_set::bits::{BitBoard, Cells, Key};

use super::language::{Feature, Language};

/// The features of a move in one of its two orientations (see [`FeatureExtractor::rows`]): number
/// and value of each that is present, in ascending order.
pub type Row = Vec<(u32, i8)>;

/// Extracts features from positions of one board.
///
/// The segments of a [`Language`] are closed under all eight placements. So regions are computed
/// once for each position, in the canonical orientation, then renumbered for each placement.
#[derive(Debug)]
pub struct FeatureExtractor<'l> {
    grid: BitBoard,
    language: &'l Language,
    even: Cells,
    /// Live end → the masks of the shapes that fit on the board.
    shapes: Vec<Vec<PlacedShape>>,
    /// Placement → region feature in the canonical orientation → the same region in the placement.
    renumbered: Vec<Vec<u32>>,
    /// Live end and placement → the cells of [`Language::neighbourhood`], none if off the board.
    neighbourhood: Vec<Vec<Option<u8>>>,
}

#[derive(Debug)]
struct PlacedShape {
    shape: u32,
    cells: Cells,
    /// Side of the shape → the cells beside it.
    sides: Vec<Cells>,
}

/// The regions of a position in the canonical orientation: those on enclosed sides of segments, and
/// the segments with empty sides.
#[derive(Clone, Debug)]
pub struct PositionRegions {
    key: Key,
    enclosed: Row,
    empty: Row,
}

impl<'l> FeatureExtractor<'l> {
    /// For the n×n board.
    ///
    /// # Panics
    /// If `n` is 0 or above 11.
    pub fn new(n: usize, language: &'l Language) -> FeatureExtractor<'l> {
        let grid = BitBoard::new(n);
        let mut extractor = FeatureExtractor {
            language,
            even: (0..n * n)
                .filter(|cell| (cell / n + cell % n).is_multiple_of(2))
                .fold(0, |cells, cell| cells | 1 << cell),
            grid,
            shapes: Vec::new(),
            renumbered: Placement::all().map(|placement| renumbered(language, placement)).collect(),
            neighbourhood: Vec::new(),
        };
        for live_end in 0..n * n {
            let on_board = |cell: Offset| number(n, live_end, cell);
            let mut placed = Vec::new();
            for (shape, cells) in language.shapes.iter().enumerate() {
                let Some(mask) = cells
                    .iter()
                    .try_fold(0, |mask: Cells, &cell| Some(mask | 1 << on_board(cell)?))
                else {
                    continue;
                };
                let sides = language.features[language.sides[shape].clone()].iter();
                let sides = sides.map(|feature| match feature {
                    Feature::Region { side, .. } => cells
                        .iter()
                        .flat_map(|cell| side.directions().map(|m| cell.step(m)))
                        .filter(|cell| !cells.contains(cell))
                        .filter_map(on_board)
                        .fold(0, |mask, cell| mask | 1 << cell),
                    Feature::Empty { .. } | Feature::Free(_) | Feature::Wall(_) => 0,
                });
                placed.push(PlacedShape {
                    shape: shape as u32,
                    cells: mask,
                    sides: sides.collect(),
                });
            }
            extractor.shapes.push(placed);
            for placement in Placement::all() {
                let on_board = |&cell: &Offset| on_board(placement.offset(cell));
                let cells = language.neighbourhood.iter();
                let cells = cells.map(|cell| on_board(cell).map(|cell| cell as u8));
                extractor.neighbourhood.push(cells.collect());
            }
        }
        extractor
    }

    /// The board.
    pub fn grid(&self) -> &BitBoard {
        &self.grid
    }

    /// The features of a move in both orientations that make it go ahead, mirror images of each
    /// other.
    pub fn rows(&self, key: Key, direction: Move) -> [Row; 2] {
        self.rows_in(&self.regions_of(key), direction)
    }

    /// The regions of a position.
    pub fn regions_of(&self, key: Key) -> PositionRegions {
        let (free, live_end) = (key.free(), key.live_end());
        let end = 1u128 << self.grid.end();
        let n = self.grid.side();
        let black =
            if (live_end / n + live_end % n).is_multiple_of(2) { self.even } else { !self.even };
        let (mut enclosed, mut empty) = (Row::new(), Row::new());
        for placed in &self.shapes[live_end] {
            if placed.cells & !free != 0 || placed.cells & end != 0 || free & end == 0 {
                continue;
            }
            let rest = free & !placed.cells;
            let first = self.language.sides[placed.shape as usize].start;
            let surplus = |region: Cells| {
                (region.count_ones() as i32 - 2 * (region & black).count_ones() as i32) as i8
            };
            for (at, side) in placed.sides.iter().enumerate() {
                if side & rest == 0 {
                    empty.push(((first + at) as u32, surplus(placed.cells)));
                }
            }
            let open = self.grid.flood(end, rest);
            let cut_off = rest & !open;
            if cut_off == 0 {
                continue;
            }
            for (at, side) in placed.sides.iter().enumerate() {
                let beside = side & rest;
                if beside & open != 0 || beside == 0 {
                    continue;
                }
                let region = self.grid.flood(beside, cut_off) | placed.cells;
                enclosed.push(((first + at) as u32, surplus(region)));
            }
        }
        PositionRegions { key, enclosed, empty }
    }

    /// [`FeatureExtractor::rows`] of a position whose regions are known.
    pub fn rows_in(&self, regions: &PositionRegions, direction: Move) -> [Row; 2] {
        let mut placements = Placement::all().filter(|p| p.direction(Move::Up) == direction);
        let mut next = || {
            let placement = placements.next().expect("two placements send up in a direction");
            self.row(regions, placement)
        };
        [next(), next()]
    }

    fn row(&self, regions: &PositionRegions, placement: Placement) -> Row {
        let free = regions.key.free();
        let end = 1u128 << self.grid.end();
        let renumbered = &self.renumbered[placement.index()];
        let count = self.language.regions() as u32;
        let placed = |(feature, value): &(u32, i8)| (renumbered[*feature as usize], *value);
        let mut row: Row = regions.enclosed.iter().map(placed).collect();
        row.extend(regions.empty.iter().map(placed).map(|(feature, v)| (feature + count, v)));
        row.sort_unstable();
        let first = self.language.first_cell();
        let cells = &self.neighbourhood[regions.key.live_end() * 8 + placement.index()];
        let cell_free = |cell: &Option<u8>| cell.filter(|&cell| free >> cell & 1 == 1);
        for (at, cell) in cells.iter().enumerate() {
            if let Some(cell) = cell_free(cell) {
                row.push(((first + at) as u32, (end >> cell & 1) as i8));
            }
        }
        for (at, cell) in cells.iter().enumerate() {
            if cell_free(cell).is_none() {
                row.push(((first + cells.len() + at) as u32, 0));
            }
        }
        row
    }
}

/// Region feature in the canonical orientation → the number of the same region in a placement.
fn renumbered(language: &Language, placement: Placement) -> Vec<u32> {
    let set = |cells: &mut dyn Iterator<Item = Offset>| cells.collect::<BTreeSet<Offset>>();
    let shapes = language.shapes.iter().map(|cells| set(&mut cells.iter().copied()));
    let canonical: FxHashMap<BTreeSet<Offset>, usize> = shapes.zip(0..).collect();
    let mut renumbered = vec![0; language.regions()];
    for (shape, cells) in language.shapes.iter().enumerate() {
        let placed = set(&mut cells.iter().map(|&cell| placement.offset(cell)));
        let there = canonical[&placed];
        for feature in language.sides[shape].clone() {
            let Feature::Region { side, .. } = language.features[feature] else { continue };
            let turned: Vec<Move> = side.directions().map(|m| placement.direction(m)).collect();
            let turned = Feature::Region { shape: there, side: Side::new(&turned) };
            let number = language.sides[there].clone().find(|&k| language.features[k] == turned);
            renumbered[number.expect("shapes have the same sides all around")] = feature as u32;
        }
    }
    renumbered
}

/// [`FeatureExtractor::rows`] for a position of any board.
pub fn rows_of(language: &Language, position: &Position, direction: Move) -> [Row; 2] {
    let mut placements = Placement::all().filter(|p| p.direction(Move::Up) == direction);
    let mut next = || {
        let placement = placements.next().expect("two placements send up in a direction");
        row_of(language, position, placement)
    };
    [next(), next()]
}

fn row_of(language: &Language, position: &Position, placement: Placement) -> Row {
    let (board, live_end) = (position.board(), position.live_end());
    let free_at = |cell: Offset| -> Option<Cell> {
        placement.offset(cell).on(board, live_end).filter(|&cell| position.is_free(cell))
    };
    let (mut row, mut empty) = (Row::new(), Row::new());
    for (shape, cells) in language.shapes.iter().enumerate() {
        let Some(on) = cells.iter().map(|&cell| free_at(cell)).collect::<Option<Vec<Cell>>>()
        else {
            continue;
        };
        if on.contains(&board.end()) || !position.is_free(board.end()) {
            continue;
        }
        let mut rest = position.free().clone();
        on.iter().for_each(|&cell| rest.set(board.index(cell), false));
        let open = flood(position, &rest, vec![board.end()]);
        for feature in language.sides[shape].clone() {
            let Feature::Region { side, .. } = language.features[feature] else { continue };
            let beside: Vec<Cell> = cells
                .iter()
                .flat_map(|cell| side.directions().map(|m| cell.step(m)))
                .filter(|cell| !cells.contains(cell))
                .filter_map(free_at)
                .collect();
            let is_open = |&cell: &Cell| open.contains(board.index(cell));
            if beside.iter().any(is_open) {
                continue;
            }
            let nothing = beside.is_empty();
            let region = flood(position, &rest, beside);
            let all = region.ones().map(|at| board.cell(at)).chain(on.iter().copied());
            let white = |cell: Cell| Offset::between(live_end, cell).is_white();
            let surplus: i32 = all.map(|cell| if white(cell) { 1 } else { -1 }).sum();
            if nothing {
                empty.push(((language.regions() + feature) as u32, clamped(surplus)));
            } else {
                row.push((feature as u32, clamped(surplus)));
            }
        }
    }
    row.append(&mut empty);
    let first = language.first_cell();
    for (at, &cell) in language.neighbourhood.iter().enumerate() {
        if let Some(cell) = free_at(cell) {
            row.push(((first + at) as u32, i8::from(cell == board.end())));
        }
    }
    for (at, &cell) in language.neighbourhood.iter().enumerate() {
        if free_at(cell).is_none() {
            row.push(((first + language.neighbourhood.len() + at) as u32, 0));
        }
    }
    row
}

/// The cells of `within` that are connected with `seeds` inside it.
fn flood(position: &Position, within: &FixedBitSet, mut seeds: Vec<Cell>) -> FixedBitSet {
    let board = position.board();
    let mut reached = FixedBitSet::with_capacity(board.cells());
    while let Some(cell) = seeds.pop() {
        if within.contains(board.index(cell)) && !reached.put(board.index(cell)) {
            seeds.extend(board.neighbours(cell).map(|(_, next)| next));
        }
    }
    reached
}

/// A surplus as a value, clamped to ±100 or ±101 so that its parity is kept.
fn clamped(surplus: i32) -> i8 {
    let most = 100 + surplus.rem_euclid(2);
    surplus.clamp(-most, most) as i8
}

fn number(n: usize, live_end: usize, offset: Offset) -> Option<usize> {
    let column = (live_end % n).checked_add_signed(isize::from(offset.right))?;
    let row = (live_end / n).checked_add_signed(isize::from(offset.down))?;
    (column < n && row < n).then(|| row * n + column)
}
