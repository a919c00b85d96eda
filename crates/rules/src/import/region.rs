//! The conditions of a drawing on a region: the side of a count line, its parity, and the door that
//! the near-field rules give only by their name.
//!
//! Joining the cells of a line is in [`super::line`](mod@super::line).

use std::collections::BTreeSet;

use super::decode::{DecodedDrawing, whole};
use super::glyph::CountKind;
use super::line::{CountLine, direction};
use super::svg::{DrawnCell, MarkKind};
use crate::geometry::{Offset, word};
use crate::model::{Extent, RegionTest, Segment, Side};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};

/// A side of a directed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hand {
    Left,
    Right,
}

/// The segment of a count line. Its extent stays [`Extent::EnclosedOrEmpty`]; whether the side can
/// be empty depends on the whole pattern.
pub fn segment(
    sketch: &DecodedDrawing,
    line: &CountLine,
    letter: char,
) -> Result<Segment, InputError> {
    let faulty = |message: &str| {
        InputError::new(ErrorKind::CountLineShape, format!("this count line {message}"))
            .at_place(&line.place)
            .expected("a path that turns but does not turn back, with a side")
    };
    let hand = hand(sketch, line)?;
    let sides: Vec<Move> = steps(&line.cells).into_iter().map(|step| to(step, hand)).collect();
    let side = Side::new(&sides);
    let cells: BTreeSet<Offset> = line.cells.iter().map(|&c| sketch.offset(c)).collect();
    let cells = Segment::in_order(&cells).map_err(|_| faulty("turns back"))?;
    Segment::check_side(&cells, side).map_err(|_| faulty("has no such side"))?;
    if line.middle_implied {
        sketch.note(format!("The middle cell of {letter} is not drawn; it was filled in."));
    }
    let tests = tests(sketch, line, letter);
    Ok(Segment { cells, side, extent: Extent::EnclosedOrEmpty, tests })
}

/// The conditions on the number of cells.
fn tests(sketch: &DecodedDrawing, line: &CountLine, letter: char) -> Vec<RegionTest> {
    let origin = sketch.origin;
    if origin.is_near_field() && origin.begins("2 far") {
        sketch.note(format!(
            "The colour of {letter} is not used: rules named '2 far' ask for the sides only."
        ));
        return Vec::new();
    }
    let first_period = sketch.drawing.header.area_on_left.is_some();
    let start = sketch.offset(line.cells[0]);
    let touches = start.right.abs() <= 1 && start.down.abs() <= 1;
    if line.cells.len() == 2 && !origin.is_near_field() && (first_period || !touches) {
        sketch.note(format!(
            "The colour of {letter} is not used: the original does not count behind a line of two \
             cells{}.",
            if first_period { "" } else { " away from the live end" }
        ));
        return Vec::new();
    }
    match line.kind {
        CountKind::Even => vec![RegionTest::Even],
        CountKind::Odd => vec![RegionTest::Odd],
        CountKind::Determined => {
            let colour = sketch.offset(line.entry.unwrap_or(line.cells[0]));
            let k = if colour.is_white() { 1 } else { -1 };
            let excess = RegionTest::Surplus { from: Some(k), to: Some(k), inside: false };
            vec![RegionTest::Odd, excess]
        }
    }
}

/// The side of a count line: from the arrow of a wall that its end touches (or its start, since
/// some drawings have the two swapped), else from the header, else from the name.
fn hand(sketch: &DecodedDrawing, line: &CountLine) -> Result<Hand, InputError> {
    let steps = steps(&line.cells);
    let ends = [line.cells.last(), line.cells.first()];
    for end in ends.into_iter().flatten() {
        let hands: BTreeSet<Hand> =
            arrows_at(sketch, *end).into_iter().filter_map(|m| hand_of(&steps, m)).collect();
        if let (Some(&hand), true) = (hands.first(), hands.len() == 1) {
            return Ok(hand);
        }
        if hands.len() > 1 {
            let message = "the arrows at this count line name both sides";
            return Err(InputError::new(ErrorKind::TwoSides, message)
                .at_place(&line.place)
                .expected("one side for each count line"));
        }
    }
    let near_field = sketch.origin.is_near_field();
    if let (Some(left), false) = (sketch.drawing.header.area_on_left, near_field) {
        return Ok(if left { Hand::Left } else { Hand::Right });
    }
    if near_field
        && let Some(named) = named_side(sketch)
        && let Some(hand) = hand_of(&steps, named)
    {
        sketch.note(format!("The side is not drawn; {} is the side in its name.", word(named)));
        return Ok(hand);
    }
    Err(InputError::new(ErrorKind::NoSide, "nothing says on which side of this line the area is")
        .at_place(&line.place)
        .expected("an arrow in a wall at the end of the line, or a side in the header"))
}

/// The directions of all arrows in walls that touch a cell.
fn arrows_at(sketch: &DecodedDrawing, cell: DrawnCell) -> Vec<Move> {
    let touches = |c: DrawnCell| (c.0 - cell.0).abs() <= 1 && (c.1 - cell.1).abs() <= 1;
    let walls = sketch.drawing.marks.iter().filter_map(|mark| match mark.kind {
        MarkKind::Wall(Some(direction)) if touches(mark.cell) => Some(direction),
        _ => None,
    });
    let long = &sketch.drawing.arrows;
    walls.chain(long.iter().filter(|a| touches(a.0) || touches(a.2)).map(|&(_, m, _)| m)).collect()
}

fn hand_of(steps: &[Move], towards: Move) -> Option<Hand> {
    steps.iter().find_map(|&step| {
        [Hand::Left, Hand::Right].into_iter().find(|&hand| to(step, hand) == towards)
    })
}

fn to(step: Move, hand: Hand) -> Move {
    let left = match step {
        Move::Up => Move::Left,
        Move::Left => Move::Down,
        Move::Down => Move::Right,
        Move::Right => Move::Up,
    };
    if hand == Hand::Left { left } else { left.opposite() }
}

fn steps(cells: &[DrawnCell]) -> Vec<Move> {
    cells.windows(2).filter_map(|c| direction((c[1].0 - c[0].0, c[1].1 - c[0].1))).collect()
}

/// The side in the name of a near-field rule: the last of the words left and right.
fn named_side(sketch: &DecodedDrawing) -> Option<Move> {
    sketch.origin.name.rsplit(' ').find_map(|word| match word {
        "left" => Some(Move::Left),
        "right" => Some(Move::Right),
        _ => None,
    })
}

/// The door of a near-field 'close' rule that has no count line: the free cell that touches both
/// the live end and the wall, on the side that is named. These rules were written by hand; their
/// name says where the region lies.
pub fn door(sketch: &DecodedDrawing) -> Result<Option<Segment>, InputError> {
    let (drawing, origin) = (sketch.drawing, sketch.origin);
    if !origin.is_near_field() || !origin.begins("close") {
        return Ok(None);
    }
    if origin.has_word("side") {
        sketch.note(
            "The original tried this rule only after its C-shape rule; that is not in the drawing."
                .into(),
        );
        return Ok(None);
    }
    let Some(side) = named_side(sketch) else {
        sketch.note("Neither the drawing nor its name says on which side the region lies.".into());
        return Ok(None);
    };
    if drawing.arrows.iter().any(|&(_, towards, _)| towards != side) {
        sketch.note("The arrow in the wall does not point to the side in the name.".into());
    }
    let distance = |c: &DrawnCell| sketch.offset(*c).distance(Offset::LIVE_END);
    let walls =
        drawing.marks.iter().filter(|m| matches!(m.kind, MarkKind::Drawn | MarkKind::Wall(_)));
    let under_arrow = drawing.arrows.iter().flat_map(|a| [a.0, a.2]).min_by_key(distance);
    let wall = under_arrow.or(walls.map(|m| m.cell).min_by_key(distance));
    let touch =
        |a: Offset, b: Offset| (a.right - b.right).abs() <= 1 && (a.down - b.down).abs() <= 1;
    let doors =
        drawing.marks.iter().filter(|m| m.kind == MarkKind::Free).map(|m| sketch.offset(m.cell));
    let door = wall.map(|wall| sketch.offset(wall)).and_then(|wall| {
        doors
            .filter(|&c| touch(c, Offset::LIVE_END) && touch(c, wall))
            .min_by_key(|c| if side == Move::Left { c.right } else { -c.right })
    });
    let Some(door) = door else {
        let message = "no free cell lies between the live end and the wall";
        return Err(whole(drawing, ErrorKind::NoDoor, message)
            .expected("a door for the region, as in the near-field 'close' drawings"));
    };
    sketch.note(format!(
        "The drawing shows no region; its name puts one on the {}, with {door} as its door.",
        word(side)
    ));
    Ok(Some(Segment {
        cells: vec![door],
        side: Side::new(&[side]),
        extent: Extent::Enclosed,
        tests: Vec::new(),
    }))
}
