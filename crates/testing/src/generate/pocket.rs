//! Positions with pockets: regions of free cells behind gates. They are hard for plain SAT solvers
//! if the colours of the region do not fit its gate.
//!
//! A pocket touches the left border of the board and is given by the widths of its rows. A wall
//! runs along its top, its right side and its bottom; the gates are gaps in the bottom wall. The
//! wall is the drawn line ([`line_pocket`]) or consists of blocked cells ([`walled_pockets`]).

use std::collections::BTreeSet;
use std::sync::Arc;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;

/// The outline of a pocket with a given width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All rows of one width.
    Rectangle,
    /// The lower half is half as wide.
    NarrowingL,
    /// The upper half is half as wide.
    WideningL,
    /// From the full width down to the half, in steps.
    NarrowingStairs,
    /// From half the width to the full, in steps.
    WideningStairs,
    /// Two cells in the first rows, then one more in each row until the full width. All cells on
    /// the slope have one colour, so the surplus grows with the width, and wide gates can be dead
    /// too.
    Triangle,
    /// Two rectangles, one above the other, joined by a passage of a third of the width and two
    /// rows long.
    Hourglass,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 7] = [
        Shape::Rectangle,
        Shape::NarrowingL,
        Shape::WideningL,
        Shape::NarrowingStairs,
        Shape::WideningStairs,
        Shape::Triangle,
        Shape::Hourglass,
    ];

    /// The widths of the rows from the top; `None` if the shape needs more room. The width
    /// does not change in the first and the last row, so that no corner inside or outside is a dead
    /// end.
    pub fn rows(self, width: usize, height: usize) -> Option<Vec<usize>> {
        let (least_width, least_height) = match self {
            Shape::Rectangle => (1, 1),
            Shape::Hourglass => (3, 6),
            _ => (3, 4),
        };
        if width < least_width || height < least_height {
            return None;
        }
        let half = width.div_ceil(2);
        let row = |y: usize| match self {
            Shape::Rectangle => width,
            Shape::NarrowingL if y < height / 2 => width,
            Shape::NarrowingL => half,
            Shape::WideningL if y < height / 2 => half,
            Shape::WideningL => width,
            Shape::NarrowingStairs => width - (width - half) * y.saturating_sub(1) / (height - 2),
            Shape::WideningStairs => {
                half + (width - half) * (y.clamp(1, height - 2) - 1) / (height - 3)
            }
            Shape::Triangle => width.min(height - 1).min(y.max(1) + 1),
            Shape::Hourglass => {
                let neck = (height - 2) / 2;
                if (neck..neck + 2).contains(&y) { width.div_ceil(3).max(2) } else { width }
            }
        };
        Some((0..height).map(row).collect())
    }
}

/// Cells behind a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PocketRegion {
    /// The cells of the pocket, all free.
    pub cells: Vec<Cell>,
    /// The free cells in the wall, next to the pocket. Together with the live end, if that is part
    /// of the wall, they are the only usable cells around the pocket.
    pub gate: Vec<Cell>,
}

/// A position with pockets.
#[derive(Clone, Debug)]
pub struct Pocket {
    /// Shape, sizes and gates in words.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Its pockets.
    pub regions: Vec<PocketRegion>,
}

/// The pocket's cells, in columns from 1 and rows from `top` + 1.
fn inside(rows: &[usize], top: usize) -> Vec<(usize, usize)> {
    let row = |(y, &width): (usize, &usize)| (1..=width).map(move |x| (x, top + 1 + y));
    rows.iter().enumerate().flat_map(row).collect()
}

/// The wall around rows of these widths as a chain of neighbouring cells: from column 1 of row
/// `top` along the top, down the right side, and back along the bottom to column `last`.
fn wall(rows: &[usize], top: usize, last: usize) -> Vec<(usize, usize)> {
    let mut chain = vec![(1, top)];
    let mut go = |to: (usize, usize)| {
        while let Some(&(x, y)) = chain.last().filter(|&&at| at != to) {
            let toward = |from: usize, to: usize| if to > from { from + 1 } else { from - 1 };
            chain.push(if x != to.0 { (toward(x, to.0), y) } else { (x, toward(y, to.1)) });
        }
    };
    let mut right = 1;
    for (y, &width) in rows.iter().enumerate() {
        // Widen in the row above, narrow in the row itself: the wall stays outside the pocket.
        let row = top + 1 + y;
        let corner = right.max(width + 1);
        go((corner, row - 1));
        go((corner, row));
        go((width + 1, row));
        right = width + 1;
    }
    let bottom = top + rows.len() + 1;
    go((right, bottom));
    go((last, bottom));
    chain
}

fn as_cells(cells: &[(usize, usize)]) -> Vec<Cell> {
    cells.iter().map(|&(column, row)| Cell::new(column as u16, row as u16)).collect()
}

/// An open n×n board with a line around a pocket: from the upper-left corner along row 1, down, and
/// back, so that `gate` cells remain between the live end and the left border.
/// `transposed` swaps columns and rows. `None` if that does not fit.
pub fn line_pocket(
    n: usize,
    shape: Shape,
    (width, height): (usize, usize),
    gate: usize,
    transposed: bool,
) -> Option<Pocket> {
    let rows = shape.rows(width, height)?;
    if gate == 0 || gate > *rows.last()? || width + 1 > n || height + 2 >= n {
        return None;
    }
    let turn = |cells: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
        if transposed { cells.into_iter().map(|(x, y)| (y, x)).collect() } else { cells }
    };
    let board = Arc::new(Board::corner_to_corner(n, n).ok()?);
    let path: Vec<Move> = turn(wall(&rows, 1, gate + 1))
        .windows(2)
        .map(|step| match (step[0], step[1]) {
            (from, to) if to.0 > from.0 => Move::Right,
            (from, to) if to.0 < from.0 => Move::Left,
            (from, to) if to.1 > from.1 => Move::Down,
            _ => Move::Up,
        })
        .collect();
    let position = Position::from_path(board, &path).ok()?;
    let gates = (1..=gate).map(|x| (x, height + 2)).collect();
    let region =
        PocketRegion { cells: as_cells(&turn(inside(&rows, 1))), gate: as_cells(&turn(gates)) };
    let along = if transposed { "top" } else { "left" };
    let name = format!("{n}x{n} line {shape:?} {width}x{height} {along} gate {gate}");
    Some(Pocket { name, position, regions: vec![region] })
}

/// A pocket with a wall of blocked cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walled {
    /// Its outline.
    pub shape: Shape,
    /// Columns and rows of the outline.
    pub size: (usize, usize),
    /// The row of its upper wall.
    pub top: usize,
    /// Whether it touches the right border instead of the left one.
    pub right: bool,
    /// The gaps in the lower wall: first column, counted from the border, and width.
    pub gates: Vec<(usize, usize)>,
}

/// An n×n board with pockets behind blocked cells and nothing drawn but the start.
///
/// A triangle in a corner of the board is blocked as well, just large enough that the open cells
/// have the colours a line from corner to corner needs. Otherwise most of these positions would be
/// dead for that reason alone. `None` if the pockets do not fit or touch each other.
pub fn walled_pockets(n: usize, pockets: &[Walled]) -> Option<Pocket> {
    let mut blocked = BTreeSet::new();
    let mut kept_open = BTreeSet::from([(1, 1), (n, n)]);
    let mut regions = Vec::new();
    for Walled { shape, size, top, right, gates } in pockets {
        let rows = shape.rows(size.0, size.1)?;
        let bottom = top + rows.len() + 1;
        if *top == 0 || bottom >= n || size.0 + 2 > n {
            return None;
        }
        let place = |cells: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            if *right { cells.into_iter().map(|(x, y)| (n + 1 - x, y)).collect() } else { cells }
        };
        let gaps: Vec<(usize, usize)> =
            gates.iter().flat_map(|&(x, g)| (x..x + g).map(|x| (x, bottom))).collect();
        if gaps.iter().any(|&(x, _)| x == 0 || x > rows[rows.len() - 1]) {
            return None;
        }
        let wall: Vec<_> =
            wall(&rows, *top, 1).into_iter().filter(|cell| !gaps.contains(cell)).collect();
        let (cells, gaps, wall) = (place(inside(&rows, *top)), place(gaps), place(wall));
        for &cell in cells.iter().chain(&gaps) {
            if blocked.contains(&cell) || !kept_open.insert(cell) {
                return None;
            }
        }
        for cell in wall {
            if kept_open.contains(&cell) || !blocked.insert(cell) {
                return None;
            }
        }
        regions.push(PocketRegion { cells: as_cells(&cells), gate: as_cells(&gaps) });
    }
    balance(n, &mut blocked, &kept_open)?;
    let blocked: Vec<_> = blocked.into_iter().collect();
    let board = Arc::new(Board::new(n, n, None, None, &blocked).ok()?);
    let words = pockets.iter().map(|p| {
        let side = if p.right { "right" } else { "left" };
        format!("{:?} {}x{} {side} gates {:?}", p.shape, p.size.0, p.size.1, p.gates)
    });
    let name = format!("{n}x{n} walls {}", words.collect::<Vec<_>>().join(" and "));
    Some(Pocket { name, position: Position::start(board), regions })
}

/// Blocks a triangle in the upper-right or else the lower-left corner, so that one more open cell
/// has the colour of the start than the other colour. An odd n gives the corners that colour.
fn balance(
    n: usize,
    blocked: &mut BTreeSet<(usize, usize)>,
    kept_open: &BTreeSet<(usize, usize)>,
) -> Option<()> {
    if n.is_multiple_of(2) {
        return None;
    }
    let colour = |&(x, y): &(usize, usize)| if (x + y).is_multiple_of(2) { 1 } else { -1 };
    // Blocked cells of both colours must be equal in number.
    let lacking = -blocked.iter().map(colour).sum::<i32>();
    // Diagonals of 1, 2, 3 … cells alternate in colour: 1, 1−2, 1−2+3 … = 1, −1, 2, −2 …
    let diagonals = if lacking > 0 { 2 * lacking - 1 } else { -2 * lacking } as usize;
    let corner = |upper_right: bool, diagonals: usize| -> Vec<(usize, usize)> {
        let cells = (0..diagonals).flat_map(|d| (0..=d).map(move |i| (n - i, 1 + d - i)));
        if upper_right { cells.collect() } else { cells.map(|(x, y)| (y, x)).collect() }
    };
    if lacking == 0 {
        return Some(());
    }
    // With two diagonals left open around it, no cell beside the triangle is a dead end.
    let fits = |&upper_right: &bool| {
        let around = diagonals + 2;
        around < n
            && corner(upper_right, around)
                .iter()
                .all(|cell| !kept_open.contains(cell) && !blocked.contains(cell))
    };
    let upper_right = [true, false].into_iter().find(fits)?;
    blocked.extend(corner(upper_right, diagonals));
    Some(())
}

/// Every pocket on the n×n board that fits, for all shapes with widths and heights from `sides`
/// and gates from `gates`: drawn by the line along the left and the top border; behind walls with
/// one gate, with a second gate of one cell, and twice with one pocket at either border.
pub fn pockets(n: usize, sides: &[usize], gates: &[usize]) -> Vec<Pocket> {
    let mut found = Vec::new();
    for (shape, &width, &height, &gate) in Shape::ALL.into_iter().flat_map(|shape| {
        sides.iter().flat_map(move |w| {
            sides.iter().flat_map(move |h| gates.iter().map(move |g| (shape, w, h, g)))
        })
    }) {
        let size = (width, height);
        found.extend(line_pocket(n, shape, size, gate, false));
        found.extend(line_pocket(n, shape, size, gate, true));
        let left = Walled { shape, size, top: 3, right: false, gates: vec![(1, gate)] };
        let right = Walled { top: 5, right: true, ..left.clone() };
        let two_gates = Walled { gates: vec![(1, gate), (gate + 2, 1)], ..left.clone() };
        found.extend(walled_pockets(n, std::slice::from_ref(&left)));
        found.extend(walled_pockets(n, &[two_gates]));
        found.extend(walled_pockets(n, &[left, right]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position as a picture: `#` drawn or blocked, `L` live end, `.` free.
    fn picture(pocket: &Pocket) -> String {
        let position = &pocket.position;
        let board = position.board();
        let mut text = pocket.name.clone();
        for index in 0..board.cells() {
            let cell = board.cell(index);
            if cell.column == 1 {
                text.push('\n');
            }
            text.push(match cell {
                _ if cell == position.live_end() => 'L',
                _ if position.is_free(cell) => '.',
                _ => '#',
            });
        }
        text
    }

    /// The usable cells around a region: its gate, and the live end if it stands there.
    fn around(pocket: &Pocket, region: &PocketRegion) -> BTreeSet<Cell> {
        let position = &pocket.position;
        let neighbours = region.cells.iter().flat_map(|&c| position.board().neighbours(c));
        let usable = |&cell: &Cell| position.is_free(cell) || cell == position.live_end();
        neighbours.map(|(_, c)| c).filter(usable).filter(|c| !region.cells.contains(c)).collect()
    }

    #[test]
    fn every_pocket_is_closed_except_for_its_gate_and_the_live_end() {
        let all = pockets(25, &[1, 2, 4, 5, 9], &[1, 2, 3, 4, 5, 8]);
        for kind in
            ["line", "walls", "and", "top", "gates [(1, 1), (3, 1)]", "Triangle", "Hourglass"]
        {
            assert!(all.iter().filter(|p| p.name.contains(kind)).count() > 10, "{kind}");
        }
        for pocket in &all {
            for region in &pocket.regions {
                assert!(region.cells.iter().all(|&c| pocket.position.is_free(c)));
                let mut around = around(pocket, region);
                around.remove(&pocket.position.live_end());
                let gate: BTreeSet<Cell> = region.gate.iter().copied().collect();
                assert_eq!(around, gate, "{}", picture(pocket));
            }
        }
    }

    #[test]
    fn walled_boards_have_the_colours_a_line_needs() {
        for pocket in pockets(21, &[3, 4, 7], &[1, 2, 3]) {
            let position = &pocket.position;
            let odd = position.free().ones().filter(|&i| position.board().cell(i).parity());
            // The start cell is drawn, so as many free cells have its colour as the other.
            if position.path().is_empty() {
                assert_eq!(odd.count() * 2, position.free_count(), "{}", picture(&pocket));
            }
        }
    }

    #[test]
    fn pockets_fit_on_boards_up_to_51x51() {
        let pocket = line_pocket(51, Shape::Rectangle, (50, 48), 8, false).unwrap();
        assert_eq!(pocket.regions[0].cells.len(), 50 * 48);
        assert!(line_pocket(51, Shape::Rectangle, (51, 9), 2, false).is_none());
        assert!(line_pocket(51, Shape::Rectangle, (9, 50), 2, false).is_none());
        assert!(line_pocket(51, Shape::Rectangle, (9, 9), 10, false).is_none());
        assert!(line_pocket(51, Shape::Rectangle, (0, 9), 0, false).is_none());
        assert!(line_pocket(51, Shape::Hourglass, (9, 3), 1, false).is_none());
    }

    #[test]
    fn pockets_look_as_described() {
        let line = |shape, transposed| line_pocket(11, shape, (5, 6), 2, transposed).unwrap();
        let mut pictures: Vec<String> =
            Shape::ALL.iter().map(|&shape| picture(&line(shape, false))).collect();
        pictures.push(picture(&line(Shape::NarrowingL, true)));
        let left = Walled {
            shape: Shape::Rectangle,
            size: (5, 4),
            top: 3,
            right: false,
            gates: vec![(1, 2), (4, 1)],
        };
        let right = Walled { top: 5, right: true, gates: vec![(1, 3)], ..left.clone() };
        pictures.push(picture(&walled_pockets(15, &[left, right]).unwrap()));
        insta::assert_snapshot!(pictures.join("\n\n"));
    }
}
