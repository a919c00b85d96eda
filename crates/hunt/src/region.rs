//! A region: cells that a line has to fill, and its two ends.

use std::collections::BTreeSet;
use std::sync::Arc;

use deadmove_core::board::{Board, Cell};
use deadmove_core::position::Position;

/// Column and row, from 0.
pub(crate) type RegionCell = (usize, usize);

/// Cells that a line has to fill, from one end to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// All cells, the ends among them.
    pub cells: BTreeSet<RegionCell>,
    /// The live end.
    pub live_end: RegionCell,
    /// The end cell.
    pub end: RegionCell,
}

impl Region {
    /// What is left to fill in a position whose end cell is free.
    pub fn of(position: &Position) -> Region {
        let place = |cell: Cell| -> RegionCell {
            (usize::from(cell.column) - 1, usize::from(cell.row) - 1)
        };
        let board = position.board();
        let free = position.free().ones().map(|index| place(board.cell(index)));
        let live_end = place(position.live_end());
        Region { cells: free.chain([live_end]).collect(), live_end, end: place(board.end()) }
    }

    /// The region as a position without a line, on the smallest board that contains it; all other
    /// cells are blocked. `None` if the ends are one cell or are not in the region.
    pub fn position(&self) -> Option<Position> {
        let region = self.cropped();
        if region.live_end == region.end
            || !region.cells.contains(&region.live_end)
            || !region.cells.contains(&region.end)
        {
            return None;
        }
        let width = region.cells.iter().map(|&(column, _)| column).max()? + 1;
        let height = region.cells.iter().map(|&(_, row)| row).max()? + 1;
        let cell = |(column, row): RegionCell| (column + 1, row + 1);
        let blocked: Vec<RegionCell> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (column, row)))
            .filter(|place| !region.cells.contains(place))
            .map(cell)
            .collect();
        let (start, end) = (Some(cell(region.live_end)), Some(cell(region.end)));
        let board = Board::new(width, height, start, end, &blocked).ok()?;
        Some(Position::start(Arc::new(board)))
    }

    /// Moved to the upper-left corner.
    fn cropped(&self) -> Region {
        let column = self.cells.iter().map(|&(column, _)| column).min().unwrap_or(0);
        let row = self.cells.iter().map(|&(_, row)| row).min().unwrap_or(0);
        self.map(|(c, r)| (c.saturating_sub(column), r.saturating_sub(row)))
    }

    fn map(&self, to: impl Fn(RegionCell) -> RegionCell) -> Region {
        Region {
            cells: self.cells.iter().map(|&place| to(place)).collect(),
            live_end: to(self.live_end),
            end: to(self.end),
        }
    }

    /// The same cells, with the ends exchanged: a line can be drawn from either.
    pub fn reversed(&self) -> Region {
        Region { cells: self.cells.clone(), live_end: self.end, end: self.live_end }
    }

    /// White cells minus black ones; black is the colour of the live end.
    pub(crate) fn surplus(&self) -> i64 {
        let parity = |(column, row): RegionCell| (column + row) % 2;
        let black = parity(self.live_end);
        self.cells.iter().map(|&place| if parity(place) == black { -1 } else { 1 }).sum()
    }

    /// Whether the colours of cells and ends allow a line at all.
    pub fn colours_allow_a_line(&self) -> bool {
        let parity = |(column, row): RegionCell| (column + row) % 2;
        match self.surplus() {
            0 => parity(self.live_end) != parity(self.end),
            -1 => parity(self.live_end) == parity(self.end),
            _ => false,
        }
    }

    /// The cells next to one that are in the region.
    pub(crate) fn neighbours(
        &self,
        (column, row): RegionCell,
    ) -> impl Iterator<Item = RegionCell> + '_ {
        [(1, 0), (0, -1), (-1, 0), (0, 1)].into_iter().filter_map(move |(right, down)| {
            let next = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
            self.cells.contains(&next).then_some(next)
        })
    }

    /// Whether both ends have a neighbour outside, as the live end has on a board once a step is
    /// drawn.
    pub(crate) fn ends_are_at_the_edge(&self) -> bool {
        [self.live_end, self.end].into_iter().all(|end| self.neighbours(end).count() < 4)
    }

    /// Whether every cell can be reached from the live end.
    pub(crate) fn is_connected(&self) -> bool {
        let mut seen = BTreeSet::from([self.live_end]);
        let mut open = vec![self.live_end];
        while let Some(place) = open.pop() {
            open.extend(self.neighbours(place).filter(|&next| seen.insert(next)));
        }
        seen.len() == self.cells.len()
    }

    /// Rows of `.`, `#` for what is not in the region, `L` and `e`.
    pub fn rows(&self) -> Vec<String> {
        let region = self.cropped();
        let width = region.cells.iter().map(|&(column, _)| column).max().unwrap_or(0) + 1;
        let height = region.cells.iter().map(|&(_, row)| row).max().unwrap_or(0) + 1;
        let letter = |place: RegionCell| match place {
            _ if place == region.live_end => 'L',
            _ if place == region.end => 'e',
            _ if region.cells.contains(&place) => '.',
            _ => '#',
        };
        let row = |row| (0..width).map(|column| letter((column, row))).collect();
        (0..height).map(row).collect()
    }

    /// The region of rows as [`Region::rows`] gives them; `None` if they are no such rows.
    pub fn from_rows(rows: &[String]) -> Option<Region> {
        let (mut cells, mut live_end, mut end) = (BTreeSet::new(), None, None);
        for (row, letters) in rows.iter().enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                let place = (column, row);
                match letter {
                    '#' => continue,
                    '.' => {}
                    'L' if live_end.is_none() => live_end = Some(place),
                    'e' if end.is_none() => end = Some(place),
                    _ => return None,
                }
                cells.insert(place);
            }
        }
        Some(Region { cells, live_end: live_end?, end: end? })
    }

    /// The smallest rows among those of all mirror images, turns, and exchanges of the ends: equal
    /// for regions that are the same question.
    pub fn canonical(&self) -> Vec<String> {
        let far = self.cells.iter().flat_map(|&(c, r)| [c, r]).max().unwrap_or(0);
        let images = [self.clone(), self.reversed()].into_iter().flat_map(|region| {
            (0..8).map(move |image| {
                region.map(|(column, row)| {
                    let column = if image & 1 == 1 { far - column } else { column };
                    let row = if image & 2 == 2 { far - row } else { row };
                    if image & 4 == 4 { (row, column) } else { (column, row) }
                })
            })
        });
        let key = |rows: &Vec<String>| (rows.len(), rows.clone());
        images.map(|region| region.rows()).min_by_key(key).expect("eight images")
    }
}
