//! The characters of a drawn board, before they are printed.

use super::glyphs::{self, GlyphRole};
use super::overlay::{self, CellRange};
use super::picture::{Layers, Picture, Stroke, rows};
use crate::rule::Sketch;
use crate::styled::print;
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;

/// Boards up to this side get room between the cells.
const ROOMY_SIDE: u16 = 10;

/// Characters from one cell to the next, to the right and down, with room between them.
pub(super) const ROOMY: (usize, usize) = (4, 2);
const DENSE: (usize, usize) = (2, 1);

/// Characters on the right of a cell for the marks of a rule.
const MARKS: usize = 3;

pub(super) type CanvasGlyph = (char, GlyphRole);

/// Characters of the board, and of cells around it where a rule drawn over it has marks.
pub(super) struct Canvas<'a> {
    board: &'a Board,
    /// Characters from one cell to the next, to the right and down.
    step: (usize, usize),
    /// Column and row of the first cell: cells before 1 lie outside the board.
    first: (i32, i32),
    /// Characters on the right of the last cell.
    beyond: usize,
    lines: Vec<Vec<CanvasGlyph>>,
}

impl Canvas<'_> {
    pub fn of(board: &Board) -> Canvas<'_> {
        let roomy = board.width().max(board.height()) <= ROOMY_SIDE;
        Canvas::with_step(board, if roomy { ROOMY } else { DENSE })
    }

    pub fn with_step(board: &Board, step: (usize, usize)) -> Canvas<'_> {
        let last = (i32::from(board.width()), i32::from(board.height()));
        Canvas::with_cells(board, step, (1, 1), last)
    }

    /// A canvas for the cells from `first` to `last`.
    fn with_cells(
        board: &Board,
        step: (usize, usize),
        first: (i32, i32),
        last: (i32, i32),
    ) -> Canvas<'_> {
        let width = (last.0 - first.0) as usize * step.0 + 1;
        let height = (last.1 - first.1) as usize * step.1 + 1;
        Canvas {
            board,
            step,
            first,
            beyond: 0,
            lines: vec![vec![(' ', GlyphRole::Blank); width]; height],
        }
    }

    /// A canvas with room for a rule drawn over the board, and for its marks beside the cells.
    pub fn around<'b>(position: &'b Position, rule: &Sketch) -> Canvas<'b> {
        let board = position.board();
        let window = CellRange::of(position, rule);
        let last = (i32::from(board.width()), i32::from(board.height()));
        let first = (window.columns.0.min(1), window.rows.0.min(1));
        let last = (window.columns.1.max(last.0), window.rows.1.max(last.1));
        let mut canvas = Canvas::with_cells(board, ROOMY, first, last);
        canvas.beyond = MARKS;
        canvas.lines.iter_mut().for_each(|line| line.extend([(' ', GlyphRole::Blank); MARKS]));
        canvas
    }

    pub fn roomy(&self) -> bool {
        self.step.1 > 1
    }

    /// Column and line of a cell's own character.
    fn place(&self, cell: Cell) -> (usize, usize) {
        self.place_at(i32::from(cell.column), i32::from(cell.row))
    }

    fn place_at(&self, column: i32, row: i32) -> (usize, usize) {
        let along = |at: i32, first: i32, step: usize| (at - first) as usize * step;
        (along(column, self.first.0, self.step.0), along(row, self.first.1, self.step.1))
    }

    /// Whether a sign is to be seen.
    pub fn shows(&self, sign: char) -> bool {
        self.lines.iter().flatten().any(|&(shown, _)| shown == sign)
    }

    fn put(&mut self, cell: Cell, glyph: CanvasGlyph) {
        let (x, y) = self.place(cell);
        self.lines[y][x] = glyph;
    }

    /// Fills the characters between a cell and its neighbour.
    fn join(&mut self, cell: Cell, direction: Move, glyph: CanvasGlyph) {
        let (x, y) = self.place(cell);
        match direction {
            Move::Right => self.lines[y][x + 1..x + self.step.0].fill(glyph),
            Move::Down => self.lines[y + 1..y + self.step.1].iter_mut().for_each(|l| l[x] = glyph),
            Move::Left | Move::Up => {
                if let Some(next) = self.board.step(cell, direction) {
                    self.join(next, direction.opposite(), glyph);
                }
            }
        }
    }

    pub fn draw(&mut self, picture: &Picture<'_>, layers: &Layers) {
        for cell in rows(self.board) {
            self.draw_cell(picture, layers, cell);
        }
        self.draw_crossing(picture);
        match picture.rule {
            Some(rule) => self.draw_rule(picture.position.live_end(), rule),
            None => self.draw_arrows(picture),
        }
        if self.roomy() {
            self.draw_steps(picture);
        }
    }

    /// The edges that a deduction decides, with their numbers.
    fn draw_steps(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Deduction(deduction)) = picture.reason else { return };
        for (at, step) in deduction.steps.iter().enumerate() {
            let (x, y) = self.place(step.edge.0);
            let across = step.edge.0.row == step.edge.1.row;
            // There is no room for three digits.
            let number = Some(at + 1).filter(|number| *number < 100);
            let number = number.map_or(String::new(), |number| number.to_string());
            let sign = glyphs::decided(across, step.used);
            let (x, y, text) = match across {
                // Two digits leave no room for the end of the line.
                true if step.used && number.len() == 1 => {
                    (x + 1, y, format!("{sign}{number}{sign}"))
                }
                true => (x + 1, y, format!("{sign}{number}")),
                false => (x, y + 1, format!("{sign}{number}")),
            };
            for (at, letter) in text.chars().enumerate() {
                if let Some(place) = self.lines[y].get_mut(x + at) {
                    *place = (letter, GlyphRole::Reason);
                }
            }
        }
    }

    pub fn draw_cell(&mut self, picture: &Picture<'_>, layers: &Layers, cell: Cell) {
        let strokes = Move::ALL.map(|side| layers.stroke(self.board, cell, side));
        self.put(cell, cell_glyph(picture, layers, cell, strokes));
        for direction in [Move::Down, Move::Right] {
            if let Some(stroke) = layers.stroke(self.board, cell, direction) {
                let sides = Move::ALL.map(|side| side == direction || side == direction.opposite());
                self.join(cell, direction, (glyphs::line(stroke, sides), GlyphRole::Line(stroke)));
            }
        }
    }

    fn draw_crossing(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Colour { crossing, .. }) = picture.reason else { return };
        for &(inner, outer) in crossing {
            let direction =
                self.board.neighbours(inner).find(|&(_, next)| next == outer).map(|(d, _)| d);
            if let Some(direction) = direction {
                self.join(inner, direction, (glyphs::crossing(direction), GlyphRole::Reason));
            }
        }
    }

    fn draw_arrows(&mut self, picture: &Picture<'_>) {
        let (x, y) = self.place(picture.position.live_end());
        for (direction, verdict, cell) in picture.arrows() {
            let glyph = (glyphs::arrow(direction, verdict), GlyphRole::Arrow(verdict));
            if !self.roomy() {
                self.put(cell, glyph);
                continue;
            }
            let (x, y) = match direction {
                Move::Up => (x, y - 1),
                Move::Down => (x, y + 1),
                Move::Left => (x - 2, y),
                Move::Right => (x + 2, y),
            };
            self.lines[y][x] = glyph;
        }
    }

    /// The marks of a rule: each on the right of its cell, on the same line.
    fn draw_rule(&mut self, live_end: Cell, rule: &Sketch) {
        let (column, row) = (i32::from(live_end.column), i32::from(live_end.row));
        for (cell, marks) in overlay::marks(rule) {
            let (x, y) = self.place_at(column + i32::from(cell.right), row + i32::from(cell.down));
            for (at, mark) in marks.into_iter().take(MARKS).enumerate() {
                self.lines[y][x + 1 + at] = (mark, GlyphRole::Rule);
            }
        }
    }

    /// Some columns and rows with their numbers at the edges; those outside the board have none.
    pub fn print(&self, window: &CellRange, styled: bool) -> String {
        let margin = self.board.height().to_string().len();
        let (left, top) = self.place_at(window.columns.0, window.rows.0);
        let (right, bottom) = self.place_at(window.columns.1, window.rows.1);
        let right = right + self.beyond;
        let mut text = String::new();
        for header in self.header() {
            let mut line = vec![(' ', GlyphRole::Blank); margin + 2];
            line.extend(&header[left..=right]);
            text.push_str(&print(&line, styled));
        }
        for (y, content) in self.lines.iter().enumerate().take(bottom + 1).skip(top) {
            let row = (y / self.step.1) as i32 + self.first.1;
            let on_board = (1..=i32::from(self.board.height())).contains(&row);
            let label = match y % self.step.1 {
                0 if on_board => row.to_string(),
                _ => String::new(),
            };
            let mut line = words(&format!("{label:>margin$}  "), GlyphRole::Label);
            line.extend(&content[left..=right]);
            text.push_str(&print(&line, styled));
        }
        text
    }

    /// The column numbers, one line per digit; all but the last digit only at round numbers.
    fn header(&self) -> Vec<Vec<CanvasGlyph>> {
        let columns = usize::from(self.board.width());
        let digits = columns.to_string().len() as u32;
        let lines = (0..digits).rev().map(|digit| {
            let unit = 10usize.pow(digit);
            let mut line = vec![(' ', GlyphRole::Blank); self.lines[0].len()];
            for column in (1..=columns).filter(|column| digit == 0 || column % 10 == 0) {
                if column >= unit {
                    let figure = char::from(b'0' + (column / unit % 10) as u8);
                    line[self.place_at(column as i32, self.first.1).0] = (figure, GlyphRole::Label);
                }
            }
            line
        });
        lines.collect()
    }
}

fn cell_glyph(
    picture: &Picture<'_>,
    layers: &Layers,
    cell: Cell,
    strokes: [Option<Stroke>; 4],
) -> CanvasGlyph {
    let position = picture.position;
    let board = position.board();
    let mark = layers.mark_of(board, cell);
    let role = |role| if mark.is_some() { GlyphRole::Reason } else { role };
    if cell == position.live_end() {
        (glyphs::LIVE_END, role(GlyphRole::LiveEnd))
    } else if strokes.contains(&Some(Stroke::Path)) && strokes.contains(&Some(Stroke::Fatal))
        || cell == board.start() && picture.turned() == Some(0)
    {
        (glyphs::TURNING, GlyphRole::Turning)
    } else if cell == board.start() {
        (glyphs::START, GlyphRole::Ends)
    } else if cell == board.end() {
        (glyphs::END, role(GlyphRole::Ends))
    } else if board.is_blocked(cell) {
        (glyphs::BLOCKED, GlyphRole::Blocked)
    } else if let Some(stroke) = strokes.into_iter().flatten().max() {
        (glyphs::line(stroke, strokes.map(|side| side.is_some())), GlyphRole::Line(stroke))
    } else if let Some(mark) = mark {
        (glyphs::mark(mark), GlyphRole::Reason)
    } else {
        (glyphs::FREE, GlyphRole::Free)
    }
}

pub(super) fn words(text: &str, role: GlyphRole) -> Vec<CanvasGlyph> {
    text.chars().map(|letter| (letter, role)).collect()
}
