//! The content of a drawing of a board, computed once for the terminal and for SVG: which cells the
//! lines join, and what each cell is.
//!
//! It is independent of characters, colours and coordinates.

use crate::rule::Sketch;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::deduction::Contradiction;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::Verdict;

/// A position and what to show on top of it. All but the position is optional.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The board and the line.
    pub position: &'a Position,
    /// What the position is called.
    pub name: Option<&'a str>,
    /// Whether the position is live.
    pub verdict: Option<Verdict>,
    /// The rest of the path, from the live end.
    pub witness: Option<&'a [Move]>,
    /// Why the position is dead.
    pub reason: Option<&'a Reason>,
    /// How many steps of the path were still live; the step after them is the fatal move. A
    /// turning point at or beyond the end of the path shows nothing.
    pub turning_point: Option<usize>,
    /// Verdicts of moves from the live end.
    pub move_verdicts: &'a [(Move, Verdict)],
    /// A rule drawn over the board.
    pub rule: Option<&'a Sketch>,
    /// Sentences below the board, for drawings that stand alone: why a move is dead.
    pub notes: &'a [String],
}

impl<'a> Picture<'a> {
    /// The position alone.
    pub fn of(position: &'a Position) -> Picture<'a> {
        Picture {
            position,
            name: None,
            verdict: None,
            witness: None,
            reason: None,
            turning_point: None,
            move_verdicts: &[],
            rule: None,
            notes: &[],
        }
    }

    /// The turning point, if the path goes on after it.
    pub(super) fn turned(&self) -> Option<usize> {
        self.turning_point.filter(|&live| live < self.position.path().len())
    }

    /// The witness up to where it leaves the board, and the cells it visits after the live end.
    pub(super) fn witness_cells(&self) -> Vec<Cell> {
        let board = self.position.board();
        let mut cell = self.position.live_end();
        self.witness
            .unwrap_or_default()
            .iter()
            .map_while(|&step| {
                cell = board.step(cell, step)?;
                Some(cell)
            })
            .collect()
    }

    /// The moves with a verdict and the cell each goes to.
    pub(super) fn arrows(&self) -> impl Iterator<Item = (Move, Verdict, Cell)> + '_ {
        let (board, live_end) = (self.position.board(), self.position.live_end());
        self.move_verdicts.iter().filter_map(move |&(direction, verdict)| {
            board.step(live_end, direction).map(|cell| (direction, verdict, cell))
        })
    }
}

/// What a line between two neighbouring cells belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stroke {
    /// The witness.
    Witness,
    /// The path, up to the turning point or as a whole.
    Path,
    /// The path from the fatal move on.
    Fatal,
}

/// The role of a cell in the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReasonMark {
    /// Cut off from the rest.
    CutOff,
    /// The only door to cells that are cut off.
    Door,
    /// In the region, of the live end's colour.
    Black,
    /// In the region, of the other colour.
    White,
    /// A cell without enough exits.
    DeadEnd,
}

/// The lines and marks of a picture by cell number.
pub(super) struct Layers {
    strokes: Vec<[Option<Stroke>; 4]>,
    marks: Vec<Option<ReasonMark>>,
}

impl Layers {
    pub fn of(picture: &Picture<'_>) -> Layers {
        let board = picture.position.board();
        let mut layers =
            Layers { strokes: vec![[None; 4]; board.cells()], marks: vec![None; board.cells()] };
        let turned = picture.turned().unwrap_or(usize::MAX);
        for (step, pair) in picture.position.line().windows(2).enumerate() {
            let stroke = if step < turned { Stroke::Path } else { Stroke::Fatal };
            layers.join(board, pair[0], picture.position.path()[step], stroke);
        }
        let mut cell = picture.position.live_end();
        for (next, &step) in
            picture.witness_cells().into_iter().zip(picture.witness.unwrap_or_default())
        {
            layers.join(board, cell, step, Stroke::Witness);
            cell = next;
        }
        if let Some(Reason::Loops { path, loops, .. }) = picture.reason {
            for pair in edges_of_pieces(path, loops) {
                let near = board.neighbours(pair.0).find(|&(_, next)| next == pair.1);
                if let Some((direction, _)) = near {
                    layers.join(board, pair.0, direction, Stroke::Witness);
                }
            }
        }
        let live_end = picture.position.live_end();
        for (cell, mark) in picture.reason.into_iter().flat_map(|reason| marks(reason, live_end)) {
            layers.marks[board.index(cell)] = Some(mark);
        }
        layers
    }

    /// The line from `cell` in `direction`.
    pub fn stroke(&self, board: &Board, cell: Cell, direction: Move) -> Option<Stroke> {
        self.strokes[board.index(cell)][direction as usize]
    }

    /// The mark of `cell` in the reason.
    pub fn mark_of(&self, board: &Board, cell: Cell) -> Option<ReasonMark> {
        self.marks[board.index(cell)]
    }

    fn join(&mut self, board: &Board, cell: Cell, direction: Move, stroke: Stroke) {
        if let Some(next) = board.step(cell, direction) {
            self.strokes[board.index(cell)][direction as usize] = Some(stroke);
            self.strokes[board.index(next)][direction.opposite() as usize] = Some(stroke);
        }
    }
}

/// The edges of a path and of loops.
pub(super) fn edges_of_pieces<'a>(
    path: &'a [Cell],
    loops: &'a [Vec<Cell>],
) -> impl Iterator<Item = (Cell, Cell)> + 'a {
    let around = |cells: &'a Vec<Cell>| cells.iter().zip(cells.iter().cycle().skip(1));
    let path = path.iter().zip(path.iter().skip(1));
    path.chain(loops.iter().flat_map(around)).map(|(&from, &to)| (from, to))
}

/// The marks of the cells of a reason.
fn marks(reason: &Reason, live_end: Cell) -> Vec<(Cell, ReasonMark)> {
    let cut_off = |cells: &[Cell], door: Option<Cell>| {
        let cells = cells.iter().map(|&cell| (cell, ReasonMark::CutOff));
        cells.chain(door.map(|door| (door, ReasonMark::Door))).collect()
    };
    let coloured = |region: &[Cell]| {
        let mark = |cell: Cell| match cell.parity() == live_end.parity() {
            true => ReasonMark::Black,
            false => ReasonMark::White,
        };
        region.iter().map(|&cell| (cell, mark(cell))).collect()
    };
    match reason {
        Reason::DeadEnd { cell, .. } => vec![(*cell, ReasonMark::DeadEnd)],
        Reason::CutOff { cells, door } => cut_off(cells, *door),
        Reason::Colour { region, .. } => coloured(region),
        Reason::Deduction(deduction) => match &deduction.contradiction {
            Contradiction::Degree { cell } => vec![(*cell, ReasonMark::DeadEnd)],
            Contradiction::SmallLoop { chain } => cut_off(chain, None),
            Contradiction::CutOff { cells, door } => cut_off(cells, *door),
            Contradiction::Colour { region } => coloured(region),
        },
        Reason::Loops { loops, .. } => cut_off(&loops.concat(), None),
        Reason::Search { .. } => Vec::new(),
    }
}

/// All cells of a board, row by row.
pub(super) fn rows(board: &Board) -> impl Iterator<Item = Cell> + '_ {
    (0..board.cells()).map(|index| board.cell(index))
}
