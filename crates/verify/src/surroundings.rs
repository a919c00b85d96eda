//! The surroundings of a move: a window around the live end. Uncovered moves are grouped by them.
//!
//! Surroundings say which cells near the live end are free, where the line can leave the window,
//! and what is behind each exit: the part of the board with the end cell, or a pocket that the
//! window cuts off from it. They are turned so that the move goes ahead (up), and of a picture and
//! its mirror image the smaller one is taken. How they are drawn is decided in the reports.

use super::live_set::bits::{BitBoard, CellBits, PackedPosition};
use deadmove_core::board::Move;
use deadmove_rules::geometry::{Offset, Placement};

/// How many columns and rows the window reaches from the live end.
pub const REACH: i16 = 2;
const SIDE: usize = 2 * REACH as usize + 1;
const CELLS: usize = SIDE * SIDE;
const EXITS: usize = 4 * SIDE;
/// The number of pockets that are distinguished. Each has its own exit, and more than three are
/// rare.
const POCKETS: usize = 8;

/// A cell of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SurroundingCell {
    /// Free, and not the end cell.
    Free,
    /// Drawn or outside.
    Wall,
    /// The end cell.
    End,
    /// The live end, in the middle.
    LiveEnd,
}

/// A step out of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exit {
    /// No exit: the cell inside or the cell outside is not free.
    None,
    /// It leads to cells that are connected to the end cell outside the window.
    Open,
    /// It leads to the pocket with this number, from 0.
    Pocket(u8),
}

/// The surroundings of a move, turned so that it goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Surroundings {
    /// Row by row from the upper left.
    cells: [SurroundingCell; CELLS],
    /// Above the window from left to right, then below it, then on its left and its right from the
    /// top down.
    exits: [Exit; EXITS],
    /// White minus black cells of each pocket; black is the live end's colour.
    surplus: [i8; POCKETS],
}

impl Surroundings {
    /// The cell `right` columns to the right and `down` rows down of the live end.
    pub fn cell(&self, offset: Offset) -> Option<SurroundingCell> {
        index(offset).map(|at| self.cells[at])
    }

    /// The step out of the window onto the cell at `offset`, which is next to the window.
    pub fn exit(&self, offset: Offset) -> Exit {
        exits().position(|(_, outer)| outer == offset).map_or(Exit::None, |at| self.exits[at])
    }

    /// The surplus of each pocket: white minus black cells; black is the live end's colour.
    pub fn pockets(&self) -> &[i8] {
        let pockets = self.exits.iter().filter_map(|exit| match exit {
            Exit::Pocket(number) => Some(usize::from(*number) + 1),
            _ => None,
        });
        &self.surplus[..pockets.max().unwrap_or(0)]
    }
}

fn index(offset: Offset) -> Option<usize> {
    let inside = offset.right.abs() <= REACH && offset.down.abs() <= REACH;
    inside.then(|| (offset.down + REACH) as usize * SIDE + (offset.right + REACH) as usize)
}

/// Each step out of the window: the cell inside, the cell outside.
fn exits() -> impl Iterator<Item = (Offset, Offset)> {
    [Move::Up, Move::Down, Move::Left, Move::Right].into_iter().flat_map(|side| {
        (-REACH..=REACH).map(move |along| {
            let inner = match side {
                Move::Up => Offset::new(along, -REACH),
                Move::Down => Offset::new(along, REACH),
                Move::Left => Offset::new(-REACH, along),
                Move::Right => Offset::new(REACH, along),
            };
            (inner, inner.step(side))
        })
    })
}

/// Extracts surroundings from positions of one board.
#[derive(Debug)]
pub(crate) struct Extractor<'g> {
    grid: &'g BitBoard,
    /// Cells with an even sum of column and row.
    even: CellBits,
    /// Per direction of the move, the two placements that turn it up.
    views: [[PlacedWindow; 2]; 4],
    /// Per live end, the cells of its window.
    windows: Vec<CellBits>,
}

/// Where the cells and exits of the window are in one placement.
#[derive(Clone, Copy, Debug)]
struct PlacedWindow {
    cells: [Offset; CELLS],
    exits: [(Offset, Offset); EXITS],
}

impl<'g> Extractor<'g> {
    /// An extractor for one board.
    pub(crate) fn new(grid: &'g BitBoard) -> Extractor<'g> {
        let n = grid.side();
        let view = |placement: Placement| {
            let mut view = PlacedWindow {
                cells: [Offset::LIVE_END; CELLS],
                exits: [(Offset::LIVE_END, Offset::LIVE_END); EXITS],
            };
            for down in -REACH..=REACH {
                for right in -REACH..=REACH {
                    let offset = Offset::new(right, down);
                    let at = index(offset).expect("in the window");
                    view.cells[at] = placement.offset(offset);
                }
            }
            for (at, (inner, outer)) in exits().enumerate() {
                view.exits[at] = (placement.offset(inner), placement.offset(outer));
            }
            view
        };
        let views = Move::ALL.map(|direction| {
            let mut views =
                Placement::all().filter(|p| p.direction(Move::Up) == direction).map(view);
            let mut next = || views.next().expect("two placements send up in a direction");
            [next(), next()]
        });
        let mut extractor = Extractor {
            grid,
            even: (0..n * n).filter(|cell| (cell / n + cell % n).is_multiple_of(2)).fold(0, with),
            views,
            windows: Vec::new(),
        };
        extractor.windows = (0..n * n)
            .map(|live_end| {
                extractor.views[0][0]
                    .cells
                    .iter()
                    .filter_map(|&offset| extractor.number(live_end, offset))
                    .fold(0, with)
            })
            .collect();
        extractor
    }

    /// The number of the cell `offset` away from a live end, if it is on the board.
    fn number(&self, live_end: usize, offset: Offset) -> Option<usize> {
        let n = self.grid.side();
        let column = (live_end % n).checked_add_signed(isize::from(offset.right))?;
        let row = (live_end / n).checked_add_signed(isize::from(offset.down))?;
        (column < n && row < n).then(|| row * n + column)
    }

    /// The surroundings of a move from a position.
    pub(crate) fn extract(&self, key: PackedPosition, direction: Move) -> Surroundings {
        let (free, live_end) = (key.free(), key.live_end());
        let rest = free & !self.windows[live_end];
        let end = 1u128 << self.grid.end();
        let open = if rest & end == 0 { 0 } else { self.grid.flood(end, rest) };
        let at = Move::ALL.iter().position(|&m| m == direction).expect("one of four");
        let views = &self.views[at];
        let seen = views.map(|view| self.through(&view, key, rest, open));
        seen[0].min(seen[1])
    }

    fn through(
        &self,
        view: &PlacedWindow,
        key: PackedPosition,
        rest: CellBits,
        open: CellBits,
    ) -> Surroundings {
        let (free, live_end) = (key.free(), key.live_end());
        let cells = view.cells.map(|offset| match self.number(live_end, offset) {
            Some(cell) if cell == live_end => SurroundingCell::LiveEnd,
            Some(cell) if free >> cell & 1 == 0 => SurroundingCell::Wall,
            Some(cell) if cell == self.grid.end() => SurroundingCell::End,
            Some(_) => SurroundingCell::Free,
            None => SurroundingCell::Wall,
        });
        let mut pockets = [0; POCKETS];
        let mut known = 0;
        let exits = view.exits.map(|(inner, outer)| {
            let inside = self.number(live_end, inner).map_or(0, |cell| free & 1 << cell);
            let outside = self.number(live_end, outer).map_or(0, |cell| rest & 1 << cell);
            if inside == 0 || outside == 0 {
                return Exit::None;
            }
            if outside & open != 0 {
                return Exit::Open;
            }
            let number = pockets[..known].iter().position(|pocket| pocket & outside != 0);
            let number = number.unwrap_or_else(|| {
                if known < POCKETS {
                    pockets[known] = self.grid.flood(outside, rest);
                    known += 1;
                }
                known - 1
            });
            Exit::Pocket(number as u8)
        });
        let n = self.grid.side();
        let black =
            if (live_end / n + live_end % n).is_multiple_of(2) { self.even } else { !self.even };
        let surplus = pockets.map(|pocket| {
            let black = (pocket & black).count_ones() as i8;
            pocket.count_ones() as i8 - 2 * black
        });
        Surroundings { cells, exits, surplus }
    }
}

fn with(cells: CellBits, cell: usize) -> CellBits {
    cells | 1 << cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live_set::LiveSet;
    use crate::live_set::bits::transposed;

    #[test]
    fn transposed_positions_have_the_same_surroundings() {
        let live_set = LiveSet::build(5, &|_| {}).unwrap();
        let extractor = Extractor::new(live_set.grid());
        for key in keys(&live_set) {
            for direction in Move::ALL {
                let turned =
                    extractor.extract(live_set.grid().transpose(key), transposed(direction));
                assert_eq!(extractor.extract(key, direction), turned, "{key:?} {direction}");
            }
        }
    }

    fn keys(live_set: &LiveSet) -> Vec<PackedPosition> {
        use rayon::prelude::*;
        (1..=live_set.layers())
            .flat_map(|drawn| live_set.layer(drawn).map(|entry| entry.key).collect::<Vec<_>>())
            .collect()
    }

    /// A position from rows of `.` free, `#` drawn and `L` live end.
    fn key(rows: [&str; 7]) -> PackedPosition {
        let cells: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let free = cells.iter().enumerate().filter(|&(_, &c)| c == '.').map(|(at, _)| at);
        let live_end = cells.iter().position(|&c| c == 'L').unwrap();
        PackedPosition::new(free.fold(0, with), live_end)
    }

    #[test]
    fn a_pocket_is_distinguished_from_the_side_of_the_end_cell_and_its_colours_are_counted() {
        let grid = BitBoard::new(7);
        let key = key([
            "#......", //
            "####...", "...#...", "...#...", "...L...", "#.####.", "##...#.",
        ]);
        // The move goes left, which the picture shows as up.
        let looks = Extractor::new(&grid).extract(key, Move::Left);
        assert_eq!(looks.cell(Offset::new(0, 0)), Some(SurroundingCell::LiveEnd));
        assert_eq!(looks.cell(Offset::new(0, -1)), Some(SurroundingCell::Free));
        let seen: Vec<Exit> = exits().map(|(_, outer)| looks.exit(outer)).collect();
        let count = |exit| seen.iter().filter(|&&seen| seen == exit).count();
        // Column 1 lies behind the window, rows 3 to 5, with no way to the end cell.
        assert_eq!(count(Exit::Pocket(0)), 3);
        assert_eq!(looks.pockets(), [1]);
        // On the right the line can leave for column 7 and for row 2.
        assert!(count(Exit::Open) > 0);
    }
}
