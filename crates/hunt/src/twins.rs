//! Twins: two reachable positions that look the same near the live end, and a move that is dead in
//! the first and live in the second. So rules whose named cells stay within a fixed distance of the
//! live end cannot forbid exactly the dead moves.
//!
//! The free cells are a *wire* of rooms, which the rest of the line crosses twice: the near room
//! with the live end, 2N rectangles of three columns and four rows, each one row above the one
//! before, and the last room; a corridor leads back around the board to the end cell. At each gate
//! between two rooms the two crossings lie in the first and second row of the gate or in the second
//! and third, and the last room demands the latter. The move down puts them into the first two, and
//! a rectangle hands that on; only a *notch* of two more cells, somewhere along the wire, lets them
//! change. So the move is dead without a notch, and live with one, however far away.
//!
//! What lives here: these positions with a line that draws them, by formulas, without search.
//! Cells are (row, column) with L at (1, −3); rows go down. The board is square, of side 10N + 15.
//! Two rectangles are a *station*, and a notch lies above its second one.

use std::sync::Arc;

use deadmove_core::board::{Board, BoardError, Cell, Move};
use deadmove_core::position::Position;

type Spot = (i32, i32);

/// The most stations of a board that is supported.
pub const MOST_STATIONS: usize = 24;

/// Which position of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twin {
    /// Without a notch: the move down is dead.
    Closed,
    /// With a notch at this station, from 0: the move down is live.
    Notched(usize),
    /// The same with two cells of the last room drawn instead, so that there are as many free cells
    /// of each colour, and as many steps, as without a notch.
    Balanced(usize),
}

/// A wire with some stations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire {
    /// The number of stations, N, from 1 to [`MOST_STATIONS`].
    pub stations: usize,
}

impl Wire {
    /// The shortest wire with a station whose notch no rule of a reach sees, and this station. A
    /// rule of reach 6i + 6 or less, in columns or rows, names no cell that tells the twins of
    /// station i apart.
    pub fn for_reach(reach: usize) -> (Wire, usize) {
        let station = reach.saturating_sub(6).div_ceil(6);
        (Wire { stations: station + 1 }, station)
    }

    /// The side of the board.
    pub fn side(self) -> usize {
        10 * self.stations + 15
    }

    /// A position, drawn.
    ///
    /// # Errors
    /// If the board is too large.
    ///
    /// # Panics
    /// If there is no such station.
    pub fn position(self, twin: Twin) -> Result<Position, BoardError> {
        if let Twin::Notched(station) | Twin::Balanced(station) = twin {
            assert!(station < self.stations, "there are {} stations", self.stations);
        }
        let board = Arc::new(Board::corner_to_corner(self.side(), self.side())?);
        let path = steps(&self.line(twin));
        Ok(Position::from_path(board, &path).expect("the line can be drawn"))
    }

    fn n(self) -> i32 {
        i32::try_from(self.stations).expect("few stations")
    }

    /// The column of a station's first cells.
    fn column(station: usize) -> i32 {
        6 * i32::try_from(station).expect("few stations")
    }

    /// The cell of the board at a row and column.
    pub fn cell(self, (r, c): (i32, i32)) -> Cell {
        Cell::new((c + 7) as u16, (r + 6 * self.n() + 5) as u16)
    }

    /// The cells of the wire that are free in all twins of a station, from where no rule sees that
    /// does not see its notch.
    pub fn unseen(self, station: usize) -> Vec<Cell> {
        let mut wire = self.free(Twin::Balanced(station));
        let closed = self.free(Twin::Closed);
        let first = Wire::column(station) + 4;
        wire.retain(|spot| spot.1 >= first && spot.0 < 5 && closed.contains(spot));
        wire.into_iter().map(|spot| self.cell(spot)).collect()
    }

    /// The free cells, the live end not among them.
    pub fn free(self, twin: Twin) -> Vec<Spot> {
        let columns = |first: i32, rows: &[(i32, i32)]| -> Vec<Spot> {
            let columns = (first..).zip(rows);
            columns.flat_map(|(c, &(a, b))| (a..=b).map(move |r| (r, c))).collect()
        };
        let mut free = columns(-3, &[(0, 3); 3]);
        free.retain(|&spot| spot != (1, -3));
        for rectangle in 0..2 * self.n() {
            free.extend(columns(3 * rectangle, &[(-1 - rectangle, 2 - rectangle); 3]));
        }
        let upper = if matches!(twin, Twin::Balanced(_)) { 0 } else { -2 };
        let up = 2 * self.n();
        let last = [(-1, 2), (-2, 2), (-2, 2), (upper, 1)].map(|(a, b)| (a - up, b - up));
        free.extend(columns(3 * up, &last));
        let (bottom, right) = (4 * self.n() + 10, 10 * self.n() + 8);
        free.extend([(0, -4), (0, -5)]);
        free.extend((0..=bottom).map(|r| (r, -6)));
        free.extend((-5..=right).map(|c| (bottom, c)));
        if let Twin::Notched(station) | Twin::Balanced(station) = twin {
            let c = Wire::column(station);
            free.extend([(-3 - c / 3, c + 4), (-3 - c / 3, c + 5)]);
        }
        free
    }

    /// The line from the start to the live end.
    ///
    /// Above each station the cells around the wire have one colour too many, and below it the
    /// other one, so the line passes them from above to below in 2N *strands*, two cells wide, that
    /// lie in one another around the last room. It joins strand to strand below each station and
    /// above it, in turn, and comes back along the lower side of the wire.
    fn line(self, twin: Twin) -> Vec<Spot> {
        let (top, low) = (-4 - 6 * self.n(), 4 * self.n() + 9);
        let notch = match twin {
            Twin::Closed => None,
            Twin::Notched(station) | Twin::Balanced(station) => Some(station),
        };
        let mut line = Vec::new();
        for c in [-6, -4] {
            line.extend(column(c, top, -1));
            line.extend(column(c + 1, -1, top));
        }
        for r in top..-2 {
            line.extend(row(r, if r % 2 == 0 { (-2, -1) } else { (-1, -2) }));
        }
        line.extend([(-2, -2), (-1, -2), (-1, -1), (-2, -1), (-2, 0), (-3, 0), (-3, 1)]);
        line.extend([(-2, 1), (-2, 2), (-3, 2), (-3, 3)]);
        for r in (top + 2..=-4).rev() {
            line.extend(row(r, if r % 2 == 0 { (3, 0) } else { (0, 3) }));
        }
        line.extend(self.strand(0));
        for station in 0..self.stations {
            let c = Wire::column(station);
            let up = c / 3;
            let foot = 4 * self.n() - 2 * up + 7;
            line.push((3 - up, c + 6));
            line.extend(column(c + 7, 3 - up, foot));
            line.extend(column(c + 8, foot, 3 - up));
            line.extend([(3, c + 9), (2, c + 9), (2, c + 10), (3, c + 10)].map(|s| raised(s, up)));
            line.extend(self.strand(2 * station + 1).into_iter().rev());
            line.push((-4 - up, c + 4));
            if notch != Some(station) {
                line.extend([(-3 - up, c + 4), (-3 - up, c + 5)]);
            }
            line.push((-4 - up, c + 5));
            if station + 1 < self.stations {
                let head = -6 * self.n() + 2 * up;
                line.extend(column(c + 6, -4 - up, head));
                line.extend(column(c + 7, head, -4 - up));
                line.push((-4 - up, c + 8));
                line.extend(self.strand(2 * station + 2));
            }
        }
        self.core(twin, &mut line);
        let below = |c: i32| Piece::Pair([raised((3, c), c / 3), raised((4, c), c / 3)]);
        let ribbon: Vec<Piece> = (0..6 * self.n() + 4).rev().map(below).collect();
        line.extend(joined(&ribbon));
        line.extend(row(4, (-1, -4)).chain(row(5, (-4, 3))).chain([(4, 3), (4, 4), (5, 4)]));
        for c in (-4..=4).rev() {
            line.extend(if c % 2 == 0 { column(c, 6, low) } else { column(c, low, 6) });
        }
        line.extend(column(-5, low, 4));
        line.extend([(3, -5), (3, -4), (2, -4), (2, -5), (1, -5), (1, -4), (1, -3)]);
        line
    }

    /// The cells around the last room, which are the same for each N but for the length of columns.
    fn core(self, twin: Twin, line: &mut Vec<Spot>) {
        let (c, up) = (6 * self.n(), 2 * self.n());
        let detour = if matches!(twin, Twin::Balanced(_)) { "LDR" } else { "D" };
        let [first, before, after, last] = CORE;
        line.extend(along((-2 - up, c), first));
        line.extend(column(c + 8, 4 - up, 9).chain(column(c + 7, 9, 4 - up)));
        line.extend(along((3 - up, c + 7), &[before, detour, after].concat()));
        line.extend(column(c + 6, 4 - up, 9).chain(column(c + 5, 9, 4 - up)));
        line.extend(along((3 - up, c + 5), last));
    }

    /// Strand j, from 0 for the outermost to 2N − 1, from the cells above the wire to those below.
    fn strand(self, j: usize) -> Vec<Spot> {
        let j = i32::try_from(j).expect("few stations");
        let (n, inner) = (self.n(), 2 * self.n() - 1 - j);
        let top = -6 - 2 * n - 2 * inner;
        let (right, bottom) = (6 * n + 9 + 2 * inner, 10 + 2 * inner);
        let across = |r: i32, c: i32| Piece::Pair([(r, c), (r, c + 1)]);
        let down = |r: i32, c: i32| Piece::Pair([(r, c), (r + 1, c)]);
        let mut pieces = Vec::new();
        let first = if j == 0 {
            0
        } else {
            let c = 3 * j + 2 - j % 2;
            pieces.extend((top + 2..=-5 - (j - 1) / 2 * 2).rev().map(|r| across(r, c)));
            pieces.push(Piece::Corner(top, c));
            c + 2
        };
        pieces.extend((first..right).map(|c| down(top, c)));
        pieces.push(Piece::Corner(top, right));
        pieces.extend((top + 2..bottom).map(|r| across(r, right)));
        pieces.push(Piece::Corner(bottom, right));
        let c = 3 * j + 5 + j % 2;
        pieces.extend((c + 2..right).rev().map(|c| down(bottom, c)));
        pieces.push(Piece::Corner(bottom, c));
        pieces.extend((4 - j / 2 * 2..bottom).rev().map(|r| across(r, c)));
        joined(&pieces)
    }
}

/// The steps through the core: before, between and after its columns, the second in two parts with
/// one step between them.
const CORE: [&str; 4] = ["UURDRURDRURRRRDDDDDDD", "UULURULURULLDL", "RDLDRDRD", "LU"];

/// A cell some rows higher.
fn raised((r, c): Spot, up: i32) -> Spot {
    (r - up, c)
}

/// A piece of a strand. Each link from piece to piece goes from an even to an odd cell.
enum Piece {
    /// Two cells across the strand.
    Pair([Spot; 2]),
    /// The 2×2 cells of a corner, by the upper left one.
    Corner(i32, i32),
}

impl Piece {
    fn cells(&self) -> Vec<Spot> {
        match self {
            Piece::Pair(cells) => cells.to_vec(),
            Piece::Corner(r, c) => vec![(*r, *c), (*r, c + 1), (r + 1, c + 1), (r + 1, *c)],
        }
    }
}

/// The cells of a strand in the order of the line. No corner is the first or last piece.
fn joined(pieces: &[Piece]) -> Vec<Spot> {
    let mut line: Vec<Spot> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let mut cells = piece.cells();
        match piece {
            Piece::Pair(_) => cells.sort_by_key(|&spot| is_even(spot)),
            Piece::Corner(..) => {
                let before = *line.last().expect("a strand begins straight");
                let next = pieces[at + 1].cells();
                let enters = |&spot: &Spot| !is_even(spot) && are_neighbours(spot, before);
                let first = cells.iter().position(enters).expect("a strand is connected");
                cells.rotate_left(first);
                if !next.iter().any(|&spot| are_neighbours(spot, cells[3])) {
                    cells[1..].reverse();
                }
            }
        }
        line.extend(cells);
    }
    line
}

fn is_even((r, c): Spot) -> bool {
    (r + c).rem_euclid(2) == 0
}

fn are_neighbours((r, c): Spot, (other_r, other_c): Spot) -> bool {
    (r - other_r).abs() + (c - other_c).abs() == 1
}

/// The cells of a column from a row to another one, up or down.
fn column(c: i32, from: i32, to: i32) -> impl Iterator<Item = Spot> {
    let step = if from <= to { 1 } else { -1 };
    (0..=(to - from).abs()).map(move |at| (from + step * at, c))
}

/// The cells of a row from a column to another one.
fn row(r: i32, (from, to): (i32, i32)) -> impl Iterator<Item = Spot> {
    column(r, from, to).map(|(c, r)| (r, c))
}

fn after_step((r, c): Spot, step: Move) -> Spot {
    match step {
        Move::Up => (r - 1, c),
        Move::Down => (r + 1, c),
        Move::Left => (r, c - 1),
        Move::Right => (r, c + 1),
    }
}

/// A cell, and those that steps lead to from it.
fn along(from: Spot, letters: &str) -> Vec<Spot> {
    let mut line = vec![from];
    for step in letters.chars().filter_map(Move::from_letter) {
        line.push(after_step(line[line.len() - 1], step));
    }
    line
}

/// The steps between neighbouring cells.
fn steps(line: &[Spot]) -> Vec<Move> {
    let step = |pair: &[Spot]| {
        let leads = |&step: &Move| after_step(pair[0], step) == pair[1];
        Move::ALL.into_iter().find(leads).expect("consecutive cells are neighbours")
    };
    line.windows(2).map(step).collect()
}
