//! The content of a rule: a pattern around the live end, and the moves it forbids.
//!
//! A rule is a function of the board, the free cells and the live end, never of the order in which
//! the line was drawn. Rules are independent implications; their order has no meaning.
//!
//! # Region
//!
//! Let F be the free cells, e the end cell and s a segment of free cells. The *side cells* of s for
//! a set of directions are the free cells next to a cell of s in one of these directions that are
//! not on s. Let A be all cells of F without s that can be reached from the side cells in steps
//! inside F without s (all pockets together, if there are several). The side is
//!
//! - *empty* if A is empty,
//! - *enclosed* if A is not empty and e is neither in A nor on s,
//! - *open* otherwise.
//!
//! The region that is counted is A together with s. Black is the colour of the live end's own
//! cell, white the other colour; the surplus is the number of white cells minus the number of black
//! ones.
//!
//! # Forced line
//!
//! Take the graph of the free cells and the live end. A free cell needs two edges, the end cell and
//! the live end need one. Repeat until nothing changes: where a cell has only as many edges left as
//! it needs, these are forced; where it has as many forced edges as it needs, its other edges are
//! gone. A forced line is a maximal path of forced edges; its ends are the cells with exactly one.

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::{Offset, Placement, Placements};
use deadmove_core::board::{Board, Move};
use deadmove_encodings::propagation::Lemmas;

/// Name, source and scope of a rule or family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name people use.
    pub name: String,
    /// The family the rule is listed under.
    pub family: Option<String>,
    /// The boards it claims to hold for.
    pub sizes: Sizes,
    /// The placements it is applied in.
    pub placements: Placements,
    /// If it is known to be wrong: the side of the smallest board it claims to hold for on which it
    /// forbids a live move. It then takes part only when it is asked for by name.
    pub wrong_since: Option<u16>,
    /// Where the rule comes from, one entry per line.
    pub sources: Vec<String>,
    /// Remarks for readers, one entry per line.
    pub remarks: Vec<String>,
}

impl Head {
    /// A head with a name, for all boards and all placements.
    pub fn new(name: impl Into<String>) -> Head {
        Head {
            name: name.into(),
            family: None,
            sizes: Sizes::All,
            placements: Placements::ALL,
            wrong_since: None,
            sources: Vec::new(),
            remarks: Vec::new(),
        }
    }
}

/// A rule: when the pattern matches and none of the exceptions does, the moves are dead.
///
/// A rule made of lemmas reads the whole board instead: its pattern is empty, and it forbids the
/// moves that the lemmas refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Name, family, sizes, placements, source, remarks.
    pub head: Head,
    /// The lemmas, which act together; [`Lemmas::NONE`] for a rule with a picture.
    pub lemmas: Lemmas,
    /// What must hold around the live end.
    pub pattern: Pattern,
    /// The rule does not apply where one of these matches too, in the same placement.
    pub unless: Vec<Pattern>,
    /// The forbidden moves, in picture directions. A move onto a cell that is not free is not a
    /// move: forbidding it has no effect, and the other moves stay forbidden.
    pub forbids: Vec<Forbidden>,
}

impl Rule {
    /// A rule with a picture and no exceptions.
    pub fn with_picture(head: Head, pattern: Pattern, forbids: Vec<Forbidden>) -> Rule {
        Rule { head, lemmas: Lemmas::NONE, pattern, unless: Vec::new(), forbids }
    }

    /// A rule made of lemmas.
    pub fn of_lemmas(head: Head, lemmas: Lemmas) -> Rule {
        let (pattern, unless, forbids) = (Pattern::default(), Vec::new(), Vec::new());
        Rule { head, lemmas, pattern, unless, forbids }
    }

    /// Whether it is made of lemmas.
    pub fn reads_the_whole_board(&self) -> bool {
        self.lemmas != Lemmas::NONE
    }
}

/// The conditions on a position for one live end. All parts must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// Conditions on single cells. Cells of segments and ends of forced lines are free anyway; they
    /// are here only if they have a further condition.
    pub cells: BTreeMap<Offset, CellTest>,
    /// Regions; a rule may have several.
    pub segments: Vec<Segment>,
    /// Pairs of cells that are the two ends of one forced line, smaller offset first.
    pub forced_lines: Vec<[Offset; 2]>,
}

/// A condition on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellTest {
    /// Not yet drawn, not blocked; may be the end cell.
    Free,
    /// Free and not the end cell.
    FreeNotEnd,
    /// On the board, not blocked, not free.
    Drawn,
    /// Drawn, blocked or outside: anything but free.
    Wall,
    /// Not on the board.
    Outside,
    /// On the board, in any state.
    OnBoard,
}

impl CellTest {
    /// All conditions on a cell.
    pub const ALL: [CellTest; 6] = [
        CellTest::Free,
        CellTest::FreeNotEnd,
        CellTest::Drawn,
        CellTest::Wall,
        CellTest::Outside,
        CellTest::OnBoard,
    ];
}

/// A segment of free cells with a side, and the conditions on the region there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment {
    /// The cells in order, neighbour by neighbour; see [`Segment::in_order`].
    pub cells: Vec<Offset>,
    /// The directions in which the region lies.
    pub side: Side,
    /// Whether the region must contain cells besides the segment's own.
    pub extent: Extent,
    /// Conditions on the region; all must hold.
    pub tests: Vec<RegionTest>,
}

/// A set of picture directions, such as "left" or "left and lower".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

/// Whether the region has to contain cells besides the segment's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// The side is enclosed (so it is not empty).
    Enclosed,
    /// The side is enclosed or empty, and the end cell is not on the segment.
    EnclosedOrEmpty,
    /// The side is empty, and the end cell is not on the segment.
    Empty,
}

/// A condition on the cells of a region, its segment included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegionTest {
    /// The number of cells is even.
    Even,
    /// The number of cells is odd.
    Odd,
    /// The surplus lies in a range, or (`inside` false) outside it. A missing bound is infinite.
    Surplus {
        /// Smallest surplus of the range.
        from: Option<i32>,
        /// Largest surplus of the range.
        to: Option<i32>,
        /// Whether the surplus must lie inside the range.
        inside: bool,
    },
}

/// A forbidden move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Forbidden {
    /// The move, in picture directions.
    pub direction: Move,
    /// Numbers of segments of the pattern: the move is not forbidden when its cell lies in the
    /// region of one of them (the segment's own cells do not count here).
    pub unless_in: Vec<usize>,
}

/// The boards a rule claims to hold for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sizes {
    /// Every board.
    All,
    /// Square boards of this size only.
    Only(u16),
    /// Boards whose shorter side is at least this long.
    From(u16),
}

impl Sizes {
    /// Whether a board is among them.
    pub fn contain(self, board: &Board) -> bool {
        let (width, height) = (board.width(), board.height());
        match self {
            Sizes::All => true,
            Sizes::Only(size) => width == size && height == size,
            Sizes::From(size) => width.min(height) >= size,
        }
    }
}

impl Side {
    /// The side that lies in the given directions.
    pub fn new(directions: &[Move]) -> Side {
        Side(directions.iter().fold(0, |bits, &m| bits | 1 << m as u8))
    }

    /// Whether the side lies in direction `m`.
    pub fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 == 1
    }

    /// The directions, in the order left, right, up, down.
    pub fn directions(self) -> impl Iterator<Item = Move> {
        [Move::Left, Move::Right, Move::Up, Move::Down]
            .into_iter()
            .filter(move |&m| self.contains(m))
    }

    /// Whether no direction is named.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Why cells do not form a segment, or do not have the given side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SegmentError {
    /// The cells are not one unbranched path.
    #[error("the cells of a segment are not one path")]
    NotAPath,
    /// The path turns back: it uses two opposite directions.
    #[error("a segment turns back")]
    TurnsBack,
    /// The given directions do not name one side of the segment.
    #[error("the side does not tell the two sides of the segment apart")]
    Side,
}

impl Segment {
    /// Brings the cells of a segment into order: from the end nearer to the live end (on a tie from
    /// the smaller offset), neighbour by neighbour. The path may turn but not turn back, so that
    /// "left", "upper" and so on name one side of all of it.
    ///
    /// # Errors
    /// If the cells are no path, or it turns back.
    pub fn in_order(cells: &BTreeSet<Offset>) -> Result<Vec<Offset>, SegmentError> {
        let near = |c: Offset| Move::ALL.into_iter().map(move |m| c.step(m));
        let ends: Vec<Offset> = cells
            .iter()
            .copied()
            .filter(|&c| near(c).filter(|n| cells.contains(n)).count() < 2)
            .collect();
        let Some(&first) = ends.iter().min_by_key(|&&c| (c.distance(Offset::LIVE_END), c)) else {
            return Err(SegmentError::NotAPath);
        };
        let mut path = vec![first];
        while let Some(next) =
            path.last().and_then(|&c| near(c).find(|n| cells.contains(n) && !path.contains(n)))
        {
            path.push(next);
        }
        let last = path[path.len() - 1];
        if path.len() != cells.len() || (path.len() > 1 && ends.len() != 2) {
            Err(SegmentError::NotAPath)
        } else if usize::from(first.distance(last)) != path.len() - 1 {
            Err(SegmentError::TurnsBack)
        } else {
            Ok(path)
        }
    }

    /// Checks that a side is possible for cells in order. A vertical segment has a left and a right
    /// side, a horizontal one an upper and a lower one; more directions add the cells beyond its
    /// ends. A segment that turns has two sides of two directions each. A single cell may
    /// have any directions but not all four.
    ///
    /// # Errors
    /// If the side is not possible.
    pub fn check_side(cells: &[Offset], side: Side) -> Result<(), SegmentError> {
        let has = |m| side.contains(m);
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let fits = match (first.right != last.right, first.down != last.down) {
            (false, false) => !side.is_empty() && Move::ALL.into_iter().any(|m| !has(m)),
            (false, true) => has(Move::Left) != has(Move::Right),
            (true, false) => has(Move::Up) != has(Move::Down),
            (true, true) => {
                let falling = (first.right < last.right) == (first.down < last.down);
                let (one, other) = if falling {
                    ([Move::Left, Move::Down], [Move::Right, Move::Up])
                } else {
                    ([Move::Left, Move::Up], [Move::Right, Move::Down])
                };
                side == Side::new(&one) || side == Side::new(&other)
            }
        };
        if fits { Ok(()) } else { Err(SegmentError::Side) }
    }

    /// The side cells, whether or not they are free on some board: the cells next to the segment
    /// in the directions of its side, without the segment's own, in ascending order.
    pub fn side_cells(&self) -> Vec<Offset> {
        let cells: BTreeSet<Offset> = self
            .cells
            .iter()
            .flat_map(|&c| self.side.directions().map(move |m| c.step(m)))
            .filter(|c| !self.cells.contains(c))
            .collect();
        cells.into_iter().collect()
    }
}

impl RegionTest {
    /// Surplus equal to `k`.
    pub fn surplus_is(k: i32) -> RegionTest {
        RegionTest::Surplus { from: Some(k), to: Some(k), inside: true }
    }

    /// Whether a region with this surplus passes all of some tests. The number of its cells has the
    /// parity of the surplus, and the tests depend only on this parity.
    pub fn all_hold(tests: &[RegionTest], surplus: i32) -> bool {
        tests.iter().all(|test| test.holds(surplus.unsigned_abs(), surplus))
    }

    /// Whether a region of `cells` cells with this surplus passes.
    pub fn holds(self, cells: u32, surplus: i32) -> bool {
        match self {
            RegionTest::Even => cells.is_multiple_of(2),
            RegionTest::Odd => !cells.is_multiple_of(2),
            RegionTest::Surplus { from, to, inside } => {
                let within = from.is_none_or(|k| surplus >= k) && to.is_none_or(|k| surplus <= k);
                within == inside
            }
        }
    }
}

impl Forbidden {
    /// A move that is forbidden wherever its cell lies.
    pub fn always(direction: Move) -> Forbidden {
        Forbidden { direction, unless_in: Vec::new() }
    }
}

impl Pattern {
    /// The pattern in board directions for one placement: cells and forced lines in ascending
    /// order, segments in the order of the pattern, since exemptions name them by number.
    pub fn placed(&self, placement: Placement) -> Pattern {
        let cells = self.cells.iter().map(|(&c, &test)| (placement.offset(c), test)).collect();
        let segments = self.segments.iter().map(|segment| segment.placed(placement)).collect();
        let mut forced_lines: Vec<[Offset; 2]> = self
            .forced_lines
            .iter()
            .map(|pair| {
                let mut pair = pair.map(|c| placement.offset(c));
                pair.sort();
                pair
            })
            .collect();
        forced_lines.sort();
        Pattern { cells, segments, forced_lines }
    }

    /// All cells of the pattern: tested cells, segments and ends of forced lines.
    pub fn all_cells(&self) -> BTreeSet<Offset> {
        self.cells
            .keys()
            .copied()
            .chain(self.segments.iter().flat_map(|s| s.cells.iter().copied()))
            .chain(self.forced_lines.iter().flatten().copied())
            .collect()
    }
}

impl Segment {
    /// The segment in board directions for one placement. Its cells are in ascending order: no
    /// condition depends on where the segment begins.
    pub(crate) fn placed(&self, placement: Placement) -> Segment {
        let mut cells: Vec<Offset> = self.cells.iter().map(|&c| placement.offset(c)).collect();
        cells.sort();
        let directions: Vec<Move> =
            self.side.directions().map(|m| placement.direction(m)).collect();
        let mut tests = self.tests.clone();
        tests.sort();
        Segment { cells, side: Side::new(&directions), extent: self.extent, tests }
    }
}
