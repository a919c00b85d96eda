//! Boards drawn with Unicode characters.
//!
//! Heavy lines are the path, double lines the path from the fatal move on, light lines the witness,
//! so that the drawing reads without colours too. Small boards get room between the cells, with the
//! arrows of the moves there; large ones put a cell on every other character.

use crate::numbers::count;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::deduction;
use super::glyphs::{self, Role};
use super::legend;
use super::picture::{Layers, Mark, Picture, Stroke, rows};
use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;

/// Boards up to this side get room between the cells.
const ROOMY_SIDE: u16 = 10;

/// Characters from one cell to the next, to the right and down, with room between them.
const ROOMY: (usize, usize) = (4, 2);

/// Draws the board with column and row numbers and a legend below, one line break after every
/// line. `styled` adds ANSI styles; without them the text is plain.
pub fn draw(picture: &Picture<'_>, styled: bool) -> String {
    let board = picture.position.board();
    let mut canvas = Canvas::of(board);
    let layers = Layers::of(picture);
    canvas.draw(picture, &layers);
    let mut text = canvas.print(1..=board.width(), 1..=board.height(), styled);
    for line in legend_lines(picture, &layers) {
        text.push_str(&print(&line, styled));
    }
    if let Some(Reason::Deduction(deduction)) = picture.reason {
        text.push('\n');
        if !canvas.roomy() {
            let mut canvas = Canvas::with_step(board, ROOMY);
            canvas.draw(picture, &layers);
            let (columns, rows) = deduction::around(picture.position, deduction);
            text.push_str(&canvas.print(columns, rows, styled));
        }
        let style = deduction::Style { live_end: picture.position.live_end(), cells: true };
        for line in deduction::steps(deduction, style) {
            text.push_str(&print(&words(&line, Role::Blank), styled));
        }
    }
    text
}

/// The board without numbers and colours, one line of characters per row: the cell in column c is
/// character 2(c − 1), followed by the edge to its right neighbour.
pub(super) fn compact(position: &Position) -> Vec<Vec<char>> {
    let picture = Picture::of(position);
    let layers = Layers::of(&picture);
    let mut canvas = Canvas::with_step(position.board(), (2, 1));
    for cell in rows(position.board()) {
        canvas.draw_cell(&picture, &layers, cell);
    }
    canvas.lines.iter().map(|line| line.iter().map(|&(character, _)| character).collect()).collect()
}

type Glyph = (char, Role);

/// Characters of the board alone; cell (1,1) is at the upper left.
struct Canvas<'a> {
    board: &'a Board,
    /// Characters from one cell to the next, to the right and down.
    step: (usize, usize),
    lines: Vec<Vec<Glyph>>,
}

impl Canvas<'_> {
    fn of(board: &Board) -> Canvas<'_> {
        let roomy = board.width().max(board.height()) <= ROOMY_SIDE;
        Canvas::with_step(board, if roomy { ROOMY } else { (2, 1) })
    }

    fn with_step(board: &Board, step: (usize, usize)) -> Canvas<'_> {
        let width = (usize::from(board.width()) - 1) * step.0 + 1;
        let height = (usize::from(board.height()) - 1) * step.1 + 1;
        Canvas { board, step, lines: vec![vec![(' ', Role::Blank); width]; height] }
    }

    fn roomy(&self) -> bool {
        self.step.1 > 1
    }

    /// Column and line of a cell's own character.
    fn place(&self, cell: Cell) -> (usize, usize) {
        ((usize::from(cell.column) - 1) * self.step.0, (usize::from(cell.row) - 1) * self.step.1)
    }

    fn put(&mut self, cell: Cell, glyph: Glyph) {
        let (x, y) = self.place(cell);
        self.lines[y][x] = glyph;
    }

    /// Fills the characters between a cell and its neighbour.
    fn join(&mut self, cell: Cell, direction: Move, glyph: Glyph) {
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

    fn draw(&mut self, picture: &Picture<'_>, layers: &Layers) {
        for cell in rows(self.board) {
            self.draw_cell(picture, layers, cell);
        }
        self.draw_crossing(picture);
        self.draw_arrows(picture);
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
                    *place = (letter, Role::Reason);
                }
            }
        }
    }

    fn draw_cell(&mut self, picture: &Picture<'_>, layers: &Layers, cell: Cell) {
        let strokes = Move::ALL.map(|side| layers.stroke(self.board, cell, side));
        self.put(cell, cell_glyph(picture, layers, cell, strokes));
        for direction in [Move::Down, Move::Right] {
            if let Some(stroke) = layers.stroke(self.board, cell, direction) {
                let sides = Move::ALL.map(|side| side == direction || side == direction.opposite());
                self.join(cell, direction, (glyphs::line(stroke, sides), Role::Line(stroke)));
            }
        }
    }

    fn draw_crossing(&mut self, picture: &Picture<'_>) {
        let Some(Reason::Colour { crossing, .. }) = picture.reason else { return };
        for &(inner, outer) in crossing {
            let direction =
                self.board.neighbours(inner).find(|&(_, next)| next == outer).map(|(d, _)| d);
            if let Some(direction) = direction {
                self.join(inner, direction, (glyphs::crossing(direction), Role::Reason));
            }
        }
    }

    fn draw_arrows(&mut self, picture: &Picture<'_>) {
        let (x, y) = self.place(picture.position.live_end());
        for (direction, verdict, cell) in picture.arrows() {
            let glyph = (glyphs::arrow(direction, verdict), Role::Arrow(verdict));
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

    /// Some columns and rows of the board with their numbers at the edges.
    fn print(
        &self,
        columns: RangeInclusive<u16>,
        rows: RangeInclusive<u16>,
        styled: bool,
    ) -> String {
        let margin = self.board.height().to_string().len();
        let (left, top) = self.place(Cell::new(*columns.start(), *rows.start()));
        let (right, bottom) = self.place(Cell::new(*columns.end(), *rows.end()));
        let mut text = String::new();
        for header in self.header() {
            let mut line = vec![(' ', Role::Blank); margin + 2];
            line.extend(&header[left..=right]);
            text.push_str(&print(&line, styled));
        }
        for (y, content) in self.lines.iter().enumerate().take(bottom + 1).skip(top) {
            let label = match y % self.step.1 {
                0 => (y / self.step.1 + 1).to_string(),
                _ => String::new(),
            };
            let mut line = words(&format!("{label:>margin$}  "), Role::Label);
            line.extend(&content[left..=right]);
            text.push_str(&print(&line, styled));
        }
        text
    }

    /// The column numbers, one line per digit; all but the last digit only at round numbers.
    fn header(&self) -> Vec<Vec<Glyph>> {
        let columns = usize::from(self.board.width());
        let digits = columns.to_string().len() as u32;
        let lines = (0..digits).rev().map(|digit| {
            let unit = 10usize.pow(digit);
            let mut line = vec![(' ', Role::Blank); self.lines[0].len()];
            for column in (1..=columns).filter(|column| digit == 0 || column % 10 == 0) {
                if column >= unit {
                    let figure = char::from(b'0' + (column / unit % 10) as u8);
                    line[(column - 1) * self.step.0] = (figure, Role::Label);
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
) -> Glyph {
    let position = picture.position;
    let board = position.board();
    let mark = layers.mark_of(board, cell);
    let role = |role| if mark.is_some() { Role::Reason } else { role };
    if cell == position.live_end() {
        (glyphs::LIVE_END, role(Role::LiveEnd))
    } else if strokes.contains(&Some(Stroke::Path)) && strokes.contains(&Some(Stroke::Fatal))
        || cell == board.start() && picture.turned() == Some(0)
    {
        (glyphs::TURNING, Role::Turning)
    } else if cell == board.start() {
        (glyphs::START, Role::Ends)
    } else if cell == board.end() {
        (glyphs::END, role(Role::Ends))
    } else if board.is_blocked(cell) {
        (glyphs::BLOCKED, Role::Blocked)
    } else if let Some(stroke) = strokes.into_iter().flatten().max() {
        (glyphs::line(stroke, strokes.map(|side| side.is_some())), Role::Line(stroke))
    } else if let Some(mark) = mark {
        (glyphs::mark(mark), Role::Reason)
    } else {
        (glyphs::FREE, Role::Free)
    }
}

fn legend_lines(picture: &Picture<'_>, layers: &Layers) -> Vec<Vec<Glyph>> {
    let position = picture.position;
    let board = position.board();
    let mut ends = Vec::new();
    let mut entry = |sign: Glyph, text: String| {
        if !ends.is_empty() {
            ends.extend(words("   ", Role::Blank));
        }
        ends.push(sign);
        ends.extend(words(&format!(" {text}"), Role::Blank));
    };
    if board.start() != position.live_end() && picture.turned() != Some(0) {
        entry((glyphs::START, Role::Ends), format!("start {}", board.start()));
    }
    entry((glyphs::LIVE_END, Role::LiveEnd), format!("live end {}", position.live_end()));
    if board.end() != position.live_end() {
        entry((glyphs::END, Role::Ends), format!("end {}", board.end()));
    }
    if board.blocked_cells().next().is_some() {
        entry((glyphs::BLOCKED, Role::Blocked), "blocked".to_owned());
    }
    let mut lines = vec![Vec::new(), ends];
    let mut line = |sign: &[Glyph], text: &str| {
        let mut content = sign.to_vec();
        content.extend(words(text, Role::Blank));
        lines.push(content);
    };
    let sample =
        |stroke| [(glyphs::line(stroke, [false, false, true, true]), Role::Line(stroke)); 2];
    let steps = position.path().len();
    let live = picture.turned().unwrap_or(steps);
    if live > 0 {
        line(&sample(Stroke::Path), &format!(" path, {}", count(live, "step", "steps")));
    }
    if let Some(turning) = legend::turning(picture) {
        line(&[(glyphs::TURNING, Role::Turning)], &format!("  {turning}"));
        let after = count(steps - live, "step", "steps");
        line(&sample(Stroke::Fatal), &format!(" from the fatal move on, {after}"));
    }
    if let Some(witness) = picture.witness.filter(|witness| !witness.is_empty()) {
        let steps = count(witness.len(), "step", "steps");
        line(&sample(Stroke::Witness), &format!(" witness, {steps}"));
    }
    let mut arrows: Vec<Glyph> = Vec::new();
    for &(direction, verdict) in picture.move_verdicts {
        arrows.extend(words(if arrows.is_empty() { "" } else { "   " }, Role::Blank));
        arrows.push((glyphs::arrow(direction, verdict), Role::Arrow(verdict)));
        arrows.extend(words(&format!("  {direction} {verdict}"), Role::Blank));
    }
    if !arrows.is_empty() {
        line(&arrows, "");
    }
    if let Some(reason) = picture.reason {
        let marks = rows(board).filter_map(|cell| {
            layers.mark_of(board, cell).filter(|_| position.is_free(cell) && cell != board.end())
        });
        let signs = reason_signs(marks);
        let gap = if signs.is_empty() { 0 } else { 3 - signs.len().min(2) };
        let text = legend::describe_reason(reason, position.live_end());
        line(&signs, &format!("{}{text}", " ".repeat(gap)));
        if let Some(edges) = legend::crossing_edges(reason) {
            let dashes = (glyphs::crossing(Move::Right), Role::Reason);
            line(&[dashes, dashes], &format!(" edges that leave the region: {edges}"));
        }
    }
    lines
}

/// The signs of a reason that occur on the board, each once.
fn reason_signs(marks: impl Iterator<Item = Mark>) -> Vec<Glyph> {
    let mut signs = Vec::new();
    for mark in marks {
        let sign = (glyphs::mark(mark), Role::Reason);
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    signs.sort_by_key(|&(sign, _)| sign);
    signs
}

fn words(text: &str, role: Role) -> Vec<Glyph> {
    text.chars().map(|letter| (letter, role)).collect()
}

/// A line with a line break and without trailing blanks.
fn print(line: &[Glyph], styled: bool) -> String {
    let end = line.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let mut text = String::new();
    for run in line[..end].chunk_by(|a, b| a.1.style() == b.1.style()) {
        let style = run[0].1.style();
        let letters: String = run.iter().map(|(letter, _)| letter).collect();
        if styled {
            write!(text, "{style}{letters}{style:#}").expect("writing to a string succeeds");
        } else {
            text.push_str(&letters);
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Verdict;

    #[test]
    fn styles_change_nothing_but_the_styles() {
        let board = Arc::new(Board::new(5, 5, None, None, &[(5, 1)]).unwrap());
        let position = Position::from_path(board, &[Move::Right, Move::Down]).unwrap();
        let moves = [(Move::Down, Verdict::Live), (Move::Left, Verdict::Unknown)];
        let picture =
            Picture { turning_point: Some(1), move_verdicts: &moves, ..Picture::of(&position) };
        let styled = anstream::adapter::strip_str(&draw(&picture, true)).to_string();
        assert_eq!(styled, draw(&picture, false));
    }
}
