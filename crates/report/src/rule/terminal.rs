//! Pictures of rules with Unicode characters: large ones with a frame around every cell that has a
//! condition, small ones for placements.

use std::collections::BTreeSet;

use anstyle::{AnsiColor, Effects, Style};

use super::sketch::{Sign, Sketch, meanings};
use crate::styled::{in_lines, print};
use crate::wrap::WIDTH;
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Side};
use deadmove_rules::words::letter;

const GAP: usize = 4;
const FORBIDDEN: char = '✕';
/// Forbidden unless the cell lies in the region of a segment.
const FORBIDDEN_OUTSIDE: char = '×';

/// A line of letters with their styles; its width is its number of letters.
type StyledLine = Vec<(char, Style)>;

fn plain(text: &str) -> StyledLine {
    text.chars().map(|letter| (letter, Style::new())).collect()
}

fn glyph(sign: &Sign) -> (char, Style) {
    match sign {
        Sign::LiveEnd => ('◉', AnsiColor::Cyan.on_default().bold()),
        Sign::Test(CellTest::Free) => ('·', Style::new()),
        Sign::Test(CellTest::FreeNotEnd) => ('!', Style::new()),
        Sign::Test(CellTest::Drawn) => ('▒', AnsiColor::Cyan.on_default()),
        Sign::Test(CellTest::Wall) => ('█', Style::new().effects(Effects::DIMMED)),
        Sign::Test(CellTest::Outside) => ('░', Style::new().effects(Effects::DIMMED)),
        Sign::Test(CellTest::OnBoard) => ('@', Style::new().effects(Effects::DIMMED)),
        Sign::Segments(numbers, _) => {
            (numbers.first().map_or(' ', |&n| letter(n)), AnsiColor::Yellow.on_default().bold())
        }
        Sign::Forced(number) => {
            (char::from(b'1' + (number % 9) as u8), AnsiColor::Green.on_default().bold())
        }
        Sign::Untested => (' ', Style::new()),
    }
}

fn cross(always: bool) -> (char, Style) {
    (if always { FORBIDDEN } else { FORBIDDEN_OUTSIDE }, AnsiColor::Red.on_default().bold())
}

/// Large pictures side by side, with titles if there are several, and a legend below. `styled` adds
/// ANSI styles.
pub fn draw(sketches: &[Sketch], styled: bool) -> String {
    let blocks = sketches.iter().map(|sketch| block(sketch, framed(sketch), sketches.len() > 1));
    let mut lines = side_by_side(blocks.collect());
    lines.push(StyledLine::new());
    lines.extend(legend(sketches));
    lines.iter().map(|line| print(line, styled)).collect()
}

/// Small pictures side by side, each with its title.
pub fn draw_small(sketches: &[Sketch], styled: bool) -> String {
    let blocks = sketches.iter().map(|sketch| block(sketch, small(sketch), true));
    side_by_side(blocks.collect()).iter().map(|line| print(line, styled)).collect()
}

fn block(sketch: &Sketch, picture: Vec<StyledLine>, titled: bool) -> Vec<StyledLine> {
    let title = titled.then(|| plain(&sketch.title));
    title.into_iter().chain(picture).collect()
}

fn small(sketch: &Sketch) -> Vec<StyledLine> {
    let (left, right, top, bottom) = sketch.bounds();
    (top..=bottom)
        .map(|down| {
            let cells = (left..=right).map(|right| Offset::new(right, down));
            cells.flat_map(|cell| small_cell(sketch, cell)).collect()
        })
        .collect()
}

/// A cell of a small picture: its sign, and a cross if it is forbidden.
fn small_cell(sketch: &Sketch, cell: Offset) -> [(char, Style); 3] {
    let blank = (' ', Style::new());
    let sign = sketch.signs.get(&cell);
    match (sign, sketch.forbidden.get(&cell)) {
        (None | Some(Sign::Untested), Some(&always)) => [cross(always), blank, blank],
        (Some(sign), Some(&always)) => [glyph(sign), cross(always), blank],
        (Some(sign), None) => [glyph(sign), blank, blank],
        (None, None) => [blank; 3],
    }
}

/// A cell of a large picture, three letters wide: a segment shows with pointers where its region
/// lies.
fn large_cell(sketch: &Sketch, cell: Offset) -> [(char, Style); 3] {
    let blank = (' ', Style::new());
    let Some(sign) = sketch.signs.get(&cell) else { return [blank; 3] };
    let mut letters = match sign {
        Sign::Untested => [blank; 3],
        Sign::Test(CellTest::Wall | CellTest::Drawn | CellTest::Outside) => [glyph(sign); 3],
        Sign::Segments(numbers, side) if numbers.len() == 1 => {
            let [before, after] = pointers(*side);
            let style = AnsiColor::Yellow.on_default();
            [(before, style), glyph(sign), (after, style)]
        }
        Sign::Segments(numbers, _) => {
            let letter = |i: usize| {
                numbers
                    .get(i)
                    .map_or(blank, |&n| (letter(n), AnsiColor::Yellow.on_default().bold()))
            };
            [letter(0), letter(1), letter(2)]
        }
        _ => [blank, glyph(sign), blank],
    };
    if let Some(&always) = sketch.forbidden.get(&cell) {
        letters[if *sign == Sign::Untested { 1 } else { 2 }] = cross(always);
    }
    letters
}

/// The signs before and after the letter of a segment that point to its region.
fn pointers(side: Side) -> [char; 2] {
    let vertical = match (side.contains(Move::Up), side.contains(Move::Down)) {
        (true, true) => '↕',
        (true, false) => '▴',
        (false, true) => '▾',
        (false, false) => ' ',
    };
    match (side.contains(Move::Left), side.contains(Move::Right)) {
        (true, true) => ['◂', '▸'],
        (true, false) => ['◂', vertical],
        (false, true) => [vertical, '▸'],
        (false, false) => [' ', vertical],
    }
}

fn framed(sketch: &Sketch) -> Vec<StyledLine> {
    let (left, right, top, bottom) = sketch.bounds();
    let frame = Style::new().effects(Effects::DIMMED);
    let shown = |right: i16, down: i16| sketch.sign(right, down).is_some();
    let mut lines = Vec::new();
    for down in top..=bottom + 1 {
        let mut edge = StyledLine::new();
        let mut cells = StyledLine::new();
        for column in left..=right + 1 {
            let (up_left, up_right) = (shown(column - 1, down - 1), shown(column, down - 1));
            let (down_left, down_right) = (shown(column - 1, down), shown(column, down));
            let corner = corner([
                up_left || up_right,
                down_left || down_right,
                up_left || down_left,
                up_right || down_right,
            ]);
            edge.push((corner, frame));
            if column <= right {
                let line = if up_right || down_right { '─' } else { ' ' };
                edge.extend([(line, frame); 3]);
            }
            if down <= bottom {
                cells.push((if down_left || down_right { '│' } else { ' ' }, frame));
                if column <= right {
                    cells.extend(large_cell(sketch, Offset::new(column, down)));
                }
            }
        }
        lines.push(edge);
        if down <= bottom {
            lines.push(cells);
        }
    }
    lines
}

/// The corner of frames that joins lines up, down, left and right.
fn corner(sides: [bool; 4]) -> char {
    match sides {
        [false, false, ..] => ' ',
        [false, true, false, true] => '┌',
        [false, true, true, false] => '┐',
        [true, false, false, true] => '└',
        [true, false, true, false] => '┘',
        [true, true, false, true] => '├',
        [true, true, true, false] => '┤',
        [false, true, true, true] => '┬',
        [true, false, true, true] => '┴',
        _ => '┼',
    }
}

fn legend(sketches: &[Sketch]) -> Vec<StyledLine> {
    let mut entries: Vec<StyledLine> = Vec::new();
    let mut entry = |sign: (char, Style), meaning: &str| {
        let mut line = vec![sign];
        line.extend(plain(&format!(" {meaning}")));
        entries.push(line);
    };
    for (sign, meaning) in meanings(sketches) {
        entry(glyph(&sign), &meaning);
    }
    let crosses: BTreeSet<bool> =
        sketches.iter().flat_map(|s| s.forbidden.values().copied()).collect();
    if crosses.contains(&true) {
        entry(cross(true), "forbidden");
    }
    if crosses.contains(&false) {
        entry(cross(false), "forbidden unless in a region");
    }
    let signs = sketches.iter().flat_map(|sketch| sketch.signs.values());
    let sides = signs.filter_map(|sign| match sign {
        Sign::Segments(_, side) => Some(*side),
        _ => None,
    });
    let pointers: BTreeSet<char> = sides.flat_map(pointers).filter(|sign| *sign != ' ').collect();
    if !pointers.is_empty() {
        let style = AnsiColor::Yellow.on_default();
        let mut line: StyledLine = pointers.into_iter().map(|sign| (sign, style)).collect();
        line.extend(plain(" side of the region"));
        entries.push(line);
    }
    in_lines(entries, Style::new())
}

/// Blocks of lines side by side, in rows of limited width.
fn side_by_side(blocks: Vec<Vec<StyledLine>>) -> Vec<StyledLine> {
    let width = |block: &[StyledLine]| block.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows: Vec<(usize, Vec<Vec<StyledLine>>)> = Vec::new();
    for block in blocks {
        let wide = width(&block) + GAP;
        match rows.last_mut() {
            Some((taken, row)) if *taken + wide - GAP <= WIDTH => {
                *taken += wide;
                row.push(block);
            }
            _ => rows.push((wide, vec![block])),
        }
    }
    let mut lines = Vec::new();
    for (number, (_, row)) in rows.iter().enumerate() {
        if number > 0 {
            lines.push(StyledLine::new());
        }
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..height {
            let mut line = StyledLine::new();
            for block in row {
                let content = block.get(i).cloned().unwrap_or_default();
                let room = width(block) + GAP - content.len();
                line.extend(content);
                line.extend(plain(&" ".repeat(room)));
            }
            lines.push(line);
        }
    }
    lines
}
