//! Builds the rule from the marks of a drawing.
//!
//! [`super::region`] reads the regions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::line::count_lines;
use super::origin::DrawingOrigin;
use super::svg::{Drawing, DrawnCell, DrawnMark, MarkKind};
use super::{Imported, region};
use crate::geometry::{Offset, word};
use crate::model::{CellTest, Extent, Forbidden, Head, Pattern, Rule, Segment};
use crate::words::letter;
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

/// A drawing with its live end, and the notes taken while it is read.
#[derive(Debug)]
pub struct DecodedDrawing<'d> {
    /// The drawing.
    pub drawing: &'d Drawing,
    /// What its file name says.
    pub origin: &'d DrawingOrigin,
    live_end: DrawnCell,
    notes: RefCell<Vec<String>>,
}

impl DecodedDrawing<'_> {
    /// A cell relative to the live end.
    pub fn offset(&self, cell: DrawnCell) -> Offset {
        Offset::new(cell.0 - self.live_end.0, cell.1 - self.live_end.1)
    }

    /// Adds a note: one sentence on what was assumed or not used.
    pub fn note(&self, note: String) {
        self.notes.borrow_mut().push(note);
    }
}

/// The rule of a drawing.
pub fn decode(drawing: &Drawing, origin: &DrawingOrigin) -> Result<Imported, InputError> {
    let notes = RefCell::new(drawing.notes.clone());
    let sketch = DecodedDrawing { drawing, origin, live_end: live_end(drawing)?, notes };
    let mut pattern = Pattern { cells: cells(&sketch)?, ..Pattern::default() };
    for (number, line) in count_lines(&drawing.marks)?.iter().enumerate() {
        pattern.segments.push(region::segment(&sketch, line, letter(number))?);
    }
    if pattern.segments.len() > 26 {
        return Err(whole(
            drawing,
            ErrorKind::TooManyLines,
            "the drawing has too many count lines",
        )
        .expected("at most 26"));
    }
    if pattern.segments.is_empty() {
        pattern.segments.extend(region::door(&sketch)?);
    }
    pattern.forced_lines.extend(forced_line(&sketch)?);
    free_cells_once(&sketch, &mut pattern)?;
    not_end(&sketch, &mut pattern)?;
    extents(&sketch, &mut pattern);
    let forbids = forbids(&sketch)?;
    behind(&sketch, &mut pattern);
    let notes = sketch.notes.into_inner();
    Ok(Imported { rule: Rule::with_picture(head(origin, &notes), pattern, forbids), notes })
}

/// The head, with all eight placements: the original places every drawing, and its mirror image, in
/// the current direction of the line, so the turns in the header add none.
fn head(origin: &DrawingOrigin, notes: &[String]) -> Head {
    let mut head = Head::new(origin.name.clone());
    head.family = origin.family.clone();
    head.sizes = origin.sizes;
    head.sources = vec![match &origin.family {
        Some(family) => format!("{family} drawing {}", origin.name),
        None => format!("drawing {}", origin.name),
    }];
    head.remarks = notes.to_vec();
    head
}

fn live_end(drawing: &Drawing) -> Result<DrawnCell, InputError> {
    let mut found = drawing.marks.iter().filter(|mark| mark.kind == MarkKind::LiveEnd);
    let expected = "one cell with the line coming in from below";
    match (found.next(), found.next()) {
        (Some(mark), None) => Ok(mark.cell),
        (None, _) => {
            Err(whole(drawing, ErrorKind::NoLiveEnd, "the drawing has no live end")
                .expected(expected))
        }
        (_, Some(second)) => {
            Err(at(second, ErrorKind::TwoLiveEnds, "this is a second live end").expected(expected))
        }
    }
}

fn cells(sketch: &DecodedDrawing) -> Result<BTreeMap<Offset, CellTest>, InputError> {
    let mut cells = BTreeMap::new();
    for mark in &sketch.drawing.marks {
        let test = match mark.kind {
            MarkKind::Free => CellTest::Free,
            MarkKind::Drawn => CellTest::Drawn,
            MarkKind::Wall(_) => CellTest::Wall,
            MarkKind::LiveEnd => continue,
            MarkKind::Future(_) | MarkKind::Count(..) | MarkKind::Forbidden | MarkKind::NotEnd => {
                if mark.cell == sketch.live_end {
                    return Err(contradiction(mark));
                }
                continue;
            }
        };
        let earlier = cells.insert(sketch.offset(mark.cell), test);
        if mark.cell == sketch.live_end || earlier.is_some_and(|earlier| earlier != test) {
            return Err(contradiction(mark));
        }
    }
    Ok(cells)
}

/// The pair of ends of a future line.
fn forced_line(sketch: &DecodedDrawing) -> Result<Option<[Offset; 2]>, InputError> {
    let of = |near: bool| {
        sketch.drawing.marks.iter().filter(move |mark| mark.kind == MarkKind::Future(near))
    };
    let (near, far): (Vec<&DrawnMark>, Vec<&DrawnMark>) = (of(true).collect(), of(false).collect());
    match (near.as_slice(), far.as_slice()) {
        ([], []) => Ok(None),
        ([near], [far]) if near.cell != far.cell => {
            let mut pair = [sketch.offset(near.cell), sketch.offset(far.cell)];
            pair.sort();
            Ok(Some(pair))
        }
        _ => {
            let mark = near.first().or(far.first()).copied();
            let message =
                format!("there are {} near and {} far ends of future lines", near.len(), far.len());
            let error = match mark {
                Some(mark) => at(mark, ErrorKind::FutureEnds, message),
                None => whole(sketch.drawing, ErrorKind::FutureEnds, message),
            };
            Err(error.expected("one future line, with one near and one far end"))
        }
    }
}

/// Cells of segments and ends of forced lines are free anyway: a mark that says so is dropped, one
/// that contradicts it is an error.
fn free_cells_once(sketch: &DecodedDrawing, pattern: &mut Pattern) -> Result<(), InputError> {
    let segments = pattern.segments.iter().flat_map(|segment| &segment.cells);
    let free: Vec<Offset> =
        segments.chain(pattern.forced_lines.iter().flatten()).copied().collect();
    for cell in free {
        if pattern.cells.remove(&cell).is_some_and(|test| test != CellTest::Free) {
            let marks = sketch.drawing.marks.iter();
            let mut here = marks.filter(|mark| sketch.offset(mark.cell) == cell);
            return Err(match here.next() {
                Some(mark) => contradiction(mark),
                None => {
                    whole(sketch.drawing, ErrorKind::TwoConditions, "two conditions contradict")
                }
            });
        }
    }
    Ok(())
}

/// A segment never contains the end cell; elsewhere only a free cell can have the condition not to
/// be the end cell.
fn not_end(sketch: &DecodedDrawing, pattern: &mut Pattern) -> Result<(), InputError> {
    for mark in sketch.drawing.marks.iter().filter(|mark| mark.kind == MarkKind::NotEnd) {
        let cell = sketch.offset(mark.cell);
        if pattern.segments.iter().any(|segment| segment.cells.contains(&cell)) {
            continue;
        }
        match pattern.cells.get_mut(&cell) {
            Some(test @ (CellTest::Free | CellTest::FreeNotEnd)) => *test = CellTest::FreeNotEnd,
            _ => {
                return Err(at(mark, ErrorKind::NotEndNotFree, "this cell is not drawn as empty")
                    .expected("an empty cell under the mark for 'not the end corner'"));
            }
        }
    }
    Ok(())
}

/// A side on which the drawing shows a free cell cannot be empty.
fn extents(sketch: &DecodedDrawing, pattern: &mut Pattern) {
    let free = |pattern: &Pattern, cell: &Offset| {
        let tested = pattern.cells.get(cell);
        matches!(tested, Some(CellTest::Free | CellTest::FreeNotEnd))
            || pattern.segments.iter().any(|segment| segment.cells.contains(cell))
            || pattern.forced_lines.iter().flatten().any(|end| end == cell)
    };
    for number in 0..pattern.segments.len() {
        let segment: &Segment = &pattern.segments[number];
        if segment.extent != Extent::EnclosedOrEmpty {
            continue;
        }
        if segment.side_cells().iter().any(|cell| free(pattern, cell)) {
            pattern.segments[number].extent = Extent::Enclosed;
        } else {
            sketch.note(format!(
                "The drawing shows no free cell beside {}; the region may be the line alone.",
                letter(number)
            ));
        }
    }
}

/// The cell the line came from. In a drawing that is only placed in the direction of the line it is
/// the one below the live end; in one that is also placed turned it may be another, so it is not
/// tested.
fn behind(sketch: &DecodedDrawing, pattern: &mut Pattern) {
    let header = sketch.drawing.header;
    let all = pattern.all_cells();
    let behind = Offset::LIVE_END.step(Move::Down);
    if !header.turned_right && !header.turned_left {
        if !all.contains(&behind) {
            pattern.cells.insert(behind, CellTest::Wall);
        }
        return;
    }
    if !all.contains(&behind) {
        sketch.note(
            "The cell behind the live end is not tested, since the original does not test it in \
             the turned placements."
                .into(),
        );
    }
    let side = if header.turned_right { Move::Right } else { Move::Left };
    let came_from = Offset::LIVE_END.step(side);
    let wall = matches!(pattern.cells.get(&came_from), Some(CellTest::Drawn | CellTest::Wall));
    if all.contains(&came_from) && !wall {
        sketch.note(format!(
            "In the turned placements the original does not test {came_from}, where the line \
             came from; here it is tested."
        ));
    }
}

/// Forbidden moves. A cross that is not next to the live end counts by its column, as in the
/// original.
fn forbids(sketch: &DecodedDrawing) -> Result<Vec<Forbidden>, InputError> {
    let mut moves: Vec<Move> = Vec::new();
    for mark in sketch.drawing.marks.iter().filter(|mark| mark.kind == MarkKind::Forbidden) {
        let cell = sketch.offset(mark.cell);
        let next = Move::ALL.into_iter().find(|&m| Offset::LIVE_END.step(m) == cell);
        let forbidden = next.unwrap_or(match cell.right {
            0 => Move::Up,
            -1 => Move::Left,
            _ => Move::Right,
        });
        if next.is_none() {
            sketch.note(format!(
                "The cross at {cell} is not next to the live end; its column makes it {}.",
                word(forbidden)
            ));
        }
        if !moves.contains(&forbidden) {
            moves.push(forbidden);
        }
    }
    if moves.is_empty() {
        return Err(whole(
            sketch.drawing,
            ErrorKind::ForbidsNothing,
            "the drawing forbids no move",
        )
        .expected("a red cross in a cell next to the live end"));
    }
    moves.sort_by_key(|&m| match m {
        Move::Up => 0,
        Move::Left => 1,
        Move::Right => 2,
        Move::Down => 3,
    });
    Ok(moves.into_iter().map(Forbidden::always).collect())
}

fn contradiction(mark: &DrawnMark) -> InputError {
    let (column, row) = mark.cell;
    at(
        mark,
        ErrorKind::TwoConditions,
        format!("two conditions on {column},{row} contradict each other"),
    )
    .expected("one condition for each cell")
}

pub fn at(mark: &DrawnMark, kind: ErrorKind, message: impl Into<String>) -> InputError {
    InputError::new(kind, message).at_place(&mark.place)
}

pub fn whole(drawing: &Drawing, kind: ErrorKind, message: impl Into<String>) -> InputError {
    InputError::new(kind, message).at_place(&drawing.place)
}
