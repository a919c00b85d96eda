//! Offsets of cells from the live end, and the eight ways to place a picture on the board.
//!
//! Pictures are drawn for a live end that heads up, so in a picture "ahead" is up. The heading only
//! serves to name directions: it is not part of a position.

use std::fmt;

use deadmove_core::board::{Board, Cell, Move};

/// A cell relative to the live end, in picture or board directions: columns to the right and rows
/// down, as on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Rows down (negative: up, ahead).
    pub down: i16,
    /// Columns to the right (negative: to the left).
    pub right: i16,
}

impl Offset {
    /// The live end itself.
    pub const LIVE_END: Offset = Offset { down: 0, right: 0 };

    /// The cell `right` columns to the right and `down` rows down.
    pub const fn new(right: i16, down: i16) -> Offset {
        Offset { down, right }
    }

    /// The neighbour in direction `m`.
    pub const fn step(self, m: Move) -> Offset {
        self.steps(m, 1)
    }

    /// The cell so many steps away in direction `m`; a negative number counts the other way.
    pub const fn steps(self, m: Move, count: i16) -> Offset {
        match m {
            Move::Up => Offset::new(self.right, self.down - count),
            Move::Down => Offset::new(self.right, self.down + count),
            Move::Left => Offset::new(self.right - count, self.down),
            Move::Right => Offset::new(self.right + count, self.down),
        }
    }

    /// Steps between two cells when nothing is in the way.
    pub const fn distance(self, other: Offset) -> u16 {
        self.right.abs_diff(other.right) + self.down.abs_diff(other.down)
    }

    /// Whether the cell is white: black is the live end's own colour, white the other one.
    pub const fn is_white(self) -> bool {
        (self.right ^ self.down) & 1 == 1
    }

    /// The cell on a board for a given live end, if it is on the board.
    pub fn on(self, board: &Board, live_end: Cell) -> Option<Cell> {
        let column = i32::from(live_end.column) + i32::from(self.right);
        let row = i32::from(live_end.row) + i32::from(self.down);
        let inside = (1..=i32::from(board.width())).contains(&column)
            && (1..=i32::from(board.height())).contains(&row);
        inside.then(|| Cell::new(column as u16, row as u16))
    }
}

impl fmt::Display for Offset {
    /// As in rule files: `(2 left, 1 ahead)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.right > 0 { "right" } else { "left" };
        let front = if self.down > 0 { "behind" } else { "ahead" };
        write!(f, "({} {side}, {} {front})", self.right.unsigned_abs(), self.down.unsigned_abs())
    }
}

/// The word of a picture direction: ahead, behind, left, right.
pub const fn word(m: Move) -> &'static str {
    match m {
        Move::Up => "ahead",
        Move::Down => "behind",
        Move::Left => "left",
        Move::Right => "right",
    }
}

/// The picture direction of a word.
pub fn from_word(word: &str) -> Option<Move> {
    Some(match word {
        "ahead" => Move::Up,
        "behind" => Move::Down,
        "left" => Move::Left,
        "right" => Move::Right,
        _ => return None,
    })
}

/// One of the eight ways to place a picture on the board: turned clockwise by some quarter turns,
/// and the result perhaps mirrored left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    turns: u8,
    mirrored: bool,
}

/// The four orientations by number of clockwise quarter turns.
const ORIENTATIONS: [&str; 4] = ["upright", "turned right", "turned around", "turned left"];

impl Placement {
    /// The picture as drawn.
    pub const UPRIGHT: Placement = Placement { turns: 0, mirrored: false };

    /// The picture turned clockwise by `turns` quarter turns (modulo 4), then perhaps mirrored left
    /// to right.
    pub const fn new(turns: u8, mirrored: bool) -> Placement {
        Placement { turns: turns & 3, mirrored }
    }

    /// All eight, by orientation (upright, turned right, around, left), the mirrored one second.
    pub fn all() -> impl Iterator<Item = Placement> {
        Placements::ALL.iter()
    }

    /// The number of the placement, 0 to 7, in the order of [`Placement::all`].
    pub const fn index(self) -> usize {
        self.turns as usize * 2 + self.mirrored as usize
    }

    /// The placement whose pictures are those of this one with rows and columns exchanged.
    pub(crate) const fn transposed(self) -> Placement {
        Placement::new(if self.mirrored { self.turns + 3 } else { self.turns + 1 }, !self.mirrored)
    }

    /// The board offset of a picture cell.
    pub fn offset(self, picture: Offset) -> Offset {
        let Offset { right, down } = picture;
        let turned = match self.turns {
            0 => Offset::new(right, down),
            1 => Offset::new(-down, right),
            2 => Offset::new(-right, -down),
            _ => Offset::new(down, -right),
        };
        if self.mirrored { Offset::new(-turned.right, turned.down) } else { turned }
    }

    /// The board direction of a picture direction.
    pub fn direction(self, picture: Move) -> Move {
        let placed = self.offset(Offset::LIVE_END.step(picture));
        Move::ALL
            .into_iter()
            .find(|&m| Offset::LIVE_END.step(m) == placed)
            .expect("a placement keeps distances")
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ORIENTATIONS[usize::from(self.turns)])?;
        if self.mirrored { f.write_str(" mirrored") } else { Ok(()) }
    }
}

/// The placements a rule is applied in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placements(u8);

impl Placements {
    /// All eight.
    pub const ALL: Placements = Placements(0xff);
    /// No placement. No rule file can state this.
    pub const NONE: Placements = Placements(0);

    /// Adds a placement; false if it was there already.
    pub fn insert(&mut self, placement: Placement) -> bool {
        let bit = 1 << placement.index();
        let new = self.0 & bit == 0;
        self.0 |= bit;
        new
    }

    /// Whether a placement is among them.
    pub fn contains(self, placement: Placement) -> bool {
        self.0 >> placement.index() & 1 == 1
    }

    /// The placements in the order of [`Placement::all`].
    pub fn iter(self) -> impl Iterator<Item = Placement> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let index = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(Placement::new(index / 2, index % 2 == 1))
        })
    }

    /// Every item that a `placements` line may have.
    pub fn all_words() -> Vec<String> {
        let of =
            |words: &str| ["", " mirrored", " and mirrored"].map(|end| format!("{words}{end}"));
        std::iter::once("all".to_owned()).chain(ORIENTATIONS.iter().copied().flat_map(of)).collect()
    }

    /// The placements of one item of a `placements` line, such as `turned right and mirrored`.
    pub fn from_words(words: &str) -> Option<Placements> {
        if words == "all" {
            return Some(Placements::ALL);
        }
        let (orientation, plain, mirrored) = if let Some(rest) = words.strip_suffix(" and mirrored")
        {
            (rest, true, true)
        } else if let Some(rest) = words.strip_suffix(" mirrored") {
            (rest, false, true)
        } else {
            (words, true, false)
        };
        let turns = ORIENTATIONS.iter().position(|&o| o == orientation)? as u8;
        let mut placements = Placements::NONE;
        for (wanted, placement) in
            [(plain, Placement::new(turns, false)), (mirrored, Placement::new(turns, true))]
        {
            if wanted {
                placements.insert(placement);
            }
        }
        Some(placements)
    }
}

impl FromIterator<Placement> for Placements {
    fn from_iter<I: IntoIterator<Item = Placement>>(placements: I) -> Self {
        let mut set = Placements::NONE;
        for placement in placements {
            set.insert(placement);
        }
        set
    }
}

impl fmt::Display for Placements {
    /// As in rule files: `all`, or `upright and mirrored, turned left`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Placements::ALL {
            return f.write_str("all");
        }
        let items: Vec<String> = (0..4u8)
            .filter_map(|turns| {
                let name = ORIENTATIONS[usize::from(turns)];
                match [false, true].map(|mirrored| self.contains(Placement::new(turns, mirrored))) {
                    [true, true] => Some(format!("{name} and mirrored")),
                    [true, false] => Some(name.to_owned()),
                    [false, true] => Some(format!("{name} mirrored")),
                    [false, false] => None,
                }
            })
            .collect();
        f.write_str(&items.join(", "))
    }
}
