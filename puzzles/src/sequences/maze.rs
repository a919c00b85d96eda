//! Mazes as bit boards: which fields of a grid are free. Field (column, row) from 0 has the bit
//! `row * width + column`; the start is the upper-left field, the goal the lower-right one.

use std::fmt;

use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

/// The most fields a grid may have.
pub const MAX_FIELDS: usize = 64;

/// The size of a grid, and where its moves lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMoves {
    /// Columns.
    pub(crate) width: usize,
    /// Rows.
    pub(crate) height: usize,
    /// All fields but those of the last column, and all but those of the first.
    not_last: u64,
    not_first: u64,
    /// The set of all fields.
    pub(crate) all: u64,
    /// The field each move leads to if it is free; the field itself at the edge.
    targets: Vec<[u8; 4]>,
}

impl GridMoves {
    /// A grid of `width` columns and `height` rows; none if it is empty or has more than
    /// [`MAX_FIELDS`] fields.
    pub fn new(width: usize, height: usize) -> Option<GridMoves> {
        let fields = width.checked_mul(height).filter(|&n| (1..=MAX_FIELDS).contains(&n))?;
        let all = u64::MAX >> (64 - fields);
        let column = |at| (0..height).fold(0, |set, row| set | 1u64 << (row * width + at));
        let (not_last, not_first) = (all & !column(width - 1), all & !column(0));
        let targets = (0..fields).map(|field| {
            let (x, y) = (field % width, field / width);
            Move::ALL.map(|step| {
                let target = match step {
                    Move::Up if y > 0 => field - width,
                    Move::Down if y + 1 < height => field + width,
                    Move::Left if x > 0 => field - 1,
                    Move::Right if x + 1 < width => field + 1,
                    _ => field,
                };
                target as u8
            })
        });
        let targets = targets.collect();
        Some(GridMoves { width, height, not_last, not_first, all, targets })
    }

    /// Columns times rows.
    pub fn fields(&self) -> usize {
        self.width * self.height
    }

    /// The goal: the last field. The start is field 0.
    pub(crate) fn goal(&self) -> usize {
        self.fields() - 1
    }

    /// Where a move leads if there is no wall; the field itself at the edge.
    pub(crate) fn target(&self, field: usize, step: Move) -> usize {
        usize::from(self.targets[field][step as usize])
    }

    /// The fields of a set, and their neighbours.
    pub(crate) fn spread(&self, set: u64) -> u64 {
        let beside = ((set & self.not_last) << 1) | ((set & self.not_first) >> 1);
        let over = if self.height == 1 { 0 } else { (set << self.width) | (set >> self.width) };
        (set | beside | over) & self.all
    }

    /// The fields of `passable` that are connected with those of `from`; perhaps only some of them
    /// if a field of `enough` is among these.
    fn flood(&self, from: u64, passable: u64, enough: u64) -> u64 {
        let mut set = from & passable;
        while set & enough == 0 {
            let next = self.spread(set) & passable;
            if next == set {
                break;
            }
            set = next;
        }
        set
    }

    /// Whether the goal can be reached from `field` over `passable` fields.
    pub(crate) fn reaches_goal(&self, field: usize, passable: u64) -> bool {
        let goal = 1u64 << self.goal();
        self.flood(1 << field, passable, goal) & goal != 0
    }

    /// The fields of a shortest path from `field` to the goal over `passable` fields, with both
    /// ends; none if there is no path.
    pub(crate) fn shortest_way(&self, field: usize, passable: u64) -> Option<Vec<usize>> {
        let mut layers = vec![1u64 << field];
        let mut seen = 1u64 << field;
        while seen & (1 << self.goal()) == 0 {
            let next = self.spread(*layers.last()?) & passable & !seen;
            if next == 0 {
                return None;
            }
            seen |= next;
            layers.push(next);
        }
        let mut way = vec![self.goal()];
        for layer in layers.iter().rev().skip(1) {
            let before = self.spread(1 << way[way.len() - 1]) & layer;
            way.push(before.trailing_zeros() as usize);
        }
        way.reverse();
        Some(way)
    }
}

impl fmt::Display for GridMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A maze: the set of free fields of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Maze(pub u64);

impl Maze {
    /// Whether the goal can be reached from the start.
    pub fn is_solvable(self, grid: &GridMoves) -> bool {
        self.0 & 1 != 0 && grid.reaches_goal(0, self.0)
    }

    /// The free fields that are connected with the start. A sequence can only notice these and the
    /// walls around them.
    pub(crate) fn component(self, grid: &GridMoves) -> Maze {
        Maze(grid.flood(1, self.0, 0))
    }

    /// The mirror image at the diagonal from the start to the goal; the grid must be a square.
    pub fn transposed(self, grid: &GridMoves) -> Maze {
        let side = grid.width;
        let fields = (0..grid.fields()).filter(|field| self.0 >> field & 1 != 0);
        Maze(fields.fold(0, |maze, field| maze | 1 << (field % side * side + field / side)))
    }

    /// Where a move leads.
    pub(crate) fn step(self, grid: &GridMoves, field: usize, step: Move) -> usize {
        let target = grid.target(field, step);
        if self.0 >> target & 1 != 0 { target } else { field }
    }

    /// The fields a sequence visits, the start first; one more than the sequence has moves.
    pub fn trace(self, grid: &GridMoves, moves: &[Move]) -> Vec<usize> {
        let mut field = 0;
        let mut trace = vec![0];
        for &step in moves {
            field = self.step(grid, field, step);
            trace.push(field);
        }
        trace
    }

    /// Whether a sequence visits the goal; `perfect`: whether it ends there.
    pub fn is_solved(self, grid: &GridMoves, moves: &[Move], perfect: bool) -> bool {
        let trace = self.trace(grid, moves);
        let goal = grid.goal();
        if perfect { trace[moves.len()] == goal } else { trace.contains(&goal) }
    }

    /// The rows: `.` for a free field, `#` for a wall.
    pub fn rows(self, grid: &GridMoves) -> Vec<String> {
        let sign = |field: usize| if self.0 >> field & 1 != 0 { '.' } else { '#' };
        (0..grid.height)
            .map(|row| (0..grid.width).map(|column| sign(row * grid.width + column)).collect())
            .collect()
    }
}

/// The grid of the mazes in a text, and each maze with the line on which it begins (from 1).
pub(crate) type ReadMazes = (GridMoves, Vec<(usize, Maze)>);

/// Reads mazes: blocks of rows of `.` and `#`, all of one size, with empty lines between them;
/// lines that begin with `;` are comments. Each maze has to be solvable.
///
/// # Errors
/// If a line is no row of a maze, sizes differ, or a maze has no solution.
pub fn parse_mazes(text: &str) -> Result<ReadMazes, InputError> {
    let fault = |line, column, message: String| {
        Err(InputError::new(ErrorKind::BadMaze, message).at(text, line, column, 1))
    };
    let mut blocks: Vec<Vec<(usize, &str)>> = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        match line {
            _ if line.starts_with(';') => {}
            "" => blocks.push(Vec::new()),
            _ => blocks.last_mut().expect("there is one").push((number + 1, line)),
        }
    }
    blocks.retain(|block| !block.is_empty());
    let Some(first) = blocks.first() else {
        return fault(1, 1, "there is no maze; expected rows of . and #".into());
    };
    let (width, height) = (first[0].1.chars().count(), first.len());
    let Some(grid) = GridMoves::new(width, height) else {
        let message = format!("the maze is {width}x{height}; at most {MAX_FIELDS} fields can be");
        return fault(first[0].0, 1, message);
    };
    let mut mazes = Vec::new();
    for block in &blocks {
        let mut maze = Maze(0);
        if block.len() != height {
            let message = format!("the maze has {} rows, the first one {height}", block.len());
            return fault(block[0].0, 1, message);
        }
        for (row, (number, line)) in block.iter().enumerate() {
            let found = line.chars().count();
            if found != width {
                let message = format!("the row has {found} fields; expected {width}");
                return fault(*number, found.min(width) + 1, message);
            }
            for (column, sign) in line.chars().enumerate() {
                match sign {
                    '.' => maze.0 |= 1 << (row * width + column),
                    '#' => {}
                    _ => {
                        let sign = sign.escape_default();
                        let message = format!("`{sign}` is no field; expected . or #");
                        return fault(*number, column + 1, message);
                    }
                }
            }
        }
        if !maze.is_solvable(&grid) {
            let message = "no way leads from the upper-left to the lower-right field".into();
            return fault(block[0].0, 1, message);
        }
        mazes.push((block[0].0, maze));
    }
    Ok((grid, mazes))
}
