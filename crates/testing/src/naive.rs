//! A second matcher, deliberately simple: written from docs/reference/rule-language.md, cell by
//! cell, with one flood fill for each query. It shares only the model with the compiled matcher.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::model::{CellTest, Extent, Pattern, RegionTest, Rule, Segment, Sizes};
use rustc_hash::FxHashSet;

/// A cell on the board or around it: column and row, from 1 on the board.
type Place = (i32, i32);

/// A position: board, free cells and live end.
pub struct Naive<'b> {
    board: &'b Board,
    free: FxHashSet<Place>,
    /// The cell the line has reached.
    live_end: Place,
    forced: OnceCell<BTreeSet<(Place, Place)>>,
}

/// The unit step of a picture direction, to the right and down.
fn unit(direction: Move) -> (i32, i32) {
    match direction {
        Move::Left => (-1, 0),
        Move::Right => (1, 0),
        Move::Up => (0, -1),
        Move::Down => (0, 1),
    }
}

/// How a picture lies on the board.
#[derive(Clone, Copy)]
struct Lay {
    quarter_turns: u32,
    mirrored: bool,
}

impl Lay {
    /// As the words for the placement say.
    fn of(placement: Placement) -> Lay {
        let words = placement.to_string();
        let quarter_turns = if words.starts_with("turned right") {
            1
        } else if words.starts_with("turned around") {
            2
        } else if words.starts_with("turned left") {
            3
        } else {
            0
        };
        Lay { quarter_turns, mirrored: words.ends_with("mirrored") }
    }

    /// The board step of a step in the picture.
    fn step(self, (mut right, mut down): (i32, i32)) -> (i32, i32) {
        for _ in 0..self.quarter_turns {
            // Clockwise: what was up is right, what was right is down.
            (right, down) = (-down, right);
        }
        if self.mirrored {
            right = -right;
        }
        (right, down)
    }
}

/// The edges at a cell.
fn edges_of(
    edges: &BTreeSet<(Place, Place)>,
    cell: Place,
) -> impl Iterator<Item = (Place, Place)> + '_ {
    let first = (cell, (i32::MIN, i32::MIN));
    edges.range(first..).copied().take_while(move |(c, _)| *c == cell)
}

impl<'b> Naive<'b> {
    /// A position whose free cells are those of the board with `is_free`.
    pub fn new(board: &'b Board, is_free: impl Fn(Cell) -> bool, live_end: Cell) -> Naive<'b> {
        let free = (0..board.cells())
            .map(|i| board.cell(i))
            .filter(|&c| is_free(c))
            .map(|c| (i32::from(c.column), i32::from(c.row)))
            .collect();
        let live_end = (i32::from(live_end.column), i32::from(live_end.row));
        Naive { board, free, live_end, forced: OnceCell::new() }
    }

    fn end(&self) -> Place {
        (i32::from(self.board.end().column), i32::from(self.board.end().row))
    }

    fn place(&self, lay: Lay, cell: Offset) -> Place {
        let (right, down) = lay.step((i32::from(cell.right), i32::from(cell.down)));
        (self.live_end.0 + right, self.live_end.1 + down)
    }

    fn on_board(&self, (column, row): Place) -> bool {
        column >= 1
            && row >= 1
            && column <= i32::from(self.board.width())
            && row <= i32::from(self.board.height())
    }

    fn cell_holds(&self, place: Place, test: CellTest) -> bool {
        let free = self.free.contains(&place);
        let on_board = self.on_board(place);
        let blocked = on_board && self.board.is_blocked(Cell::new(place.0 as u16, place.1 as u16));
        match test {
            CellTest::Free => free,
            CellTest::FreeNotEnd => free && place != self.end(),
            CellTest::Drawn => on_board && !blocked && !free,
            CellTest::Wall => !free,
            CellTest::Outside => !on_board,
            CellTest::OnBoard => on_board,
        }
    }

    /// The cells of the region without the segment's own.
    fn beside(&self, lay: Lay, segment: &Segment) -> FxHashSet<Place> {
        let on_segment: FxHashSet<Place> =
            segment.cells.iter().map(|&c| self.place(lay, c)).collect();
        let mut region = FxHashSet::default();
        let mut next = Vec::new();
        for &(column, row) in &on_segment {
            for direction in Move::ALL {
                if segment.side.contains(direction) {
                    let (right, down) = lay.step(unit(direction));
                    next.push((column + right, row + down));
                }
            }
        }
        while let Some((column, row)) = next.pop() {
            let place = (column, row);
            if self.free.contains(&place) && !on_segment.contains(&place) && region.insert(place) {
                next.extend([
                    (column + 1, row),
                    (column - 1, row),
                    (column, row + 1),
                    (column, row - 1),
                ]);
            }
        }
        region
    }

    fn segment_holds(&self, lay: Lay, segment: &Segment) -> bool {
        let mut cells: FxHashSet<Place> =
            segment.cells.iter().map(|&c| self.place(lay, c)).collect();
        if !cells.iter().all(|c| self.free.contains(c)) || cells.contains(&self.end()) {
            return false;
        }
        let beside = self.beside(lay, segment);
        let empty = beside.is_empty();
        let enclosed = !empty && !beside.contains(&self.end());
        let state = match segment.extent {
            Extent::Enclosed => enclosed,
            Extent::EnclosedOrEmpty => enclosed || empty,
            Extent::Empty => empty,
        };
        if !state {
            return false;
        }
        cells.extend(beside);
        let colour = |(column, row): Place| (column + row).rem_euclid(2);
        let black = cells.iter().filter(|&&c| colour(c) == colour(self.live_end)).count() as i32;
        let white = cells.len() as i32 - black;
        segment.tests.iter().all(|test| match *test {
            RegionTest::Even => cells.len().is_multiple_of(2),
            RegionTest::Odd => !cells.len().is_multiple_of(2),
            RegionTest::Surplus { from, to, inside } => {
                let above = from.is_none() || white - black >= from.unwrap();
                let below = to.is_none() || white - black <= to.unwrap();
                (above && below) == inside
            }
        })
    }

    /// Pairs of neighbours, in both orders, that are forced.
    fn forced(&self) -> BTreeSet<(Place, Place)> {
        let mut cells: Vec<Place> = self.free.iter().copied().collect();
        cells.sort_unstable();
        cells.push(self.live_end);
        let near = |(x, y): Place| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let mut left: BTreeSet<(Place, Place)> = cells
            .iter()
            .flat_map(|&c| near(c).into_iter().map(move |n| (c, n)))
            .filter(|(_, n)| cells.contains(n))
            .collect();
        let mut forced: BTreeSet<(Place, Place)> = BTreeSet::new();
        loop {
            let before = (left.len(), forced.len());
            for &cell in &cells {
                let needs = if cell == self.live_end || cell == self.end() { 1 } else { 2 };
                let of =
                    |edges: &BTreeSet<(Place, Place)>| edges_of(edges, cell).collect::<Vec<_>>();
                if of(&forced).len() >= needs {
                    for (c, n) in of(&left) {
                        if !forced.contains(&(c, n)) {
                            left.remove(&(c, n));
                            left.remove(&(n, c));
                        }
                    }
                } else if of(&left).len() == needs {
                    for (c, n) in of(&left) {
                        forced.insert((c, n));
                        forced.insert((n, c));
                    }
                }
            }
            if before == (left.len(), forced.len()) {
                return forced;
            }
        }
    }

    fn forced_line(&self, one: Place, other: Place) -> bool {
        let forced = self.forced.get_or_init(|| self.forced());
        let next = |cell: Place| edges_of(forced, cell).map(|(_, n)| n);
        if next(one).count() != 1 {
            return false;
        }
        let (mut last, mut cell) = (one, next(one).next().unwrap());
        while next(cell).count() == 2 && cell != one {
            let following = next(cell).find(|&n| n != last).unwrap();
            (last, cell) = (cell, following);
        }
        cell == other && cell != one && next(cell).count() == 1
    }

    fn pattern_holds(&self, lay: Lay, pattern: &Pattern) -> bool {
        pattern.cells.iter().all(|(&c, &test)| self.cell_holds(self.place(lay, c), test))
            && pattern.segments.iter().all(|segment| self.segment_holds(lay, segment))
            && pattern.forced_lines.iter().all(|pair| {
                let [one, other] = pair.map(|c| self.place(lay, c));
                self.free.contains(&one)
                    && self.free.contains(&other)
                    && self.forced_line(one, other)
            })
    }

    /// The legal moves (as board directions) that a rule forbids in a placement, if it matches.
    pub fn forbidden(&self, rule: &Rule, placement: Placement) -> Option<BTreeSet<Move>> {
        let lay = Lay::of(placement);
        let (width, height) = (self.board.width(), self.board.height());
        let size_fits = match rule.head.sizes {
            Sizes::All => true,
            Sizes::Only(n) => width == n && height == n,
            Sizes::From(n) => width >= n && height >= n,
        };
        if !size_fits
            || !self.pattern_holds(lay, &rule.pattern)
            || rule.unless.iter().any(|exception| self.pattern_holds(lay, exception))
        {
            return None;
        }
        let mut moves = BTreeSet::new();
        for forbidden in &rule.forbids {
            let step = lay.step(unit(forbidden.direction));
            let place = (self.live_end.0 + step.0, self.live_end.1 + step.1);
            let exempt = forbidden
                .unless_in
                .iter()
                .any(|&i| self.beside(lay, &rule.pattern.segments[i]).contains(&place));
            if self.free.contains(&place) && !exempt {
                moves.insert(Move::ALL.into_iter().find(|&m| unit(m) == step).unwrap());
            }
        }
        Some(moves)
    }
}
