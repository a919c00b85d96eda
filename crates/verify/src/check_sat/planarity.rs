//! What planarity says about drawn, free and enclosed cells, as clauses on few cells each.
//!
//! On the way to a completion the drawn cells are connected, being a path, and so are the free ones.
//! Both stay so when the line is one step shorter or one step longer. By the argument of
//! [`deadmove_encodings::plane`] the labels change at most twice around each 2×2 block, along the
//! border, and around the last cells of the line. Without these clauses the solver has to find
//! the Jordan curve theorem anew for every shape that the rest of the board can take.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::plane::{WalkLabel, at_most_two_changes, one_change};
use deadmove_encodings::region::SegmentRegion;
use deadmove_encodings::split::Split;

use super::contour;
use super::whole::Whole;
use deadmove_core::board::{Cell, Move};
use deadmove_rules::geometry::Offset;

/// Clauses on drawn and free cells, for a path that is split behind a live end.
pub fn line_clauses(whole: &Whole, split: &Split, live_end: Cell, clauses: &mut Clauses) {
    for block in &whole.blocks {
        at_most_two_changes(&block.map(|v| WalkLabel::FreeIf(split.free(v))), &[], clauses);
    }
    for arc in &whole.arcs {
        let walk: Vec<WalkLabel> = arc.iter().map(|&v| WalkLabel::FreeIf(split.free(v))).collect();
        one_change(&walk, clauses);
        // One step before, the live end was free, and everything behind it on the border.
        if let Some(at) = arc.iter().position(|&v| v == split.live_end()) {
            for &v in &arc[at + 1..] {
                clauses.push([split.free(v)]);
            }
        }
    }
    let around = |cells: &[Offset]| -> Vec<WalkLabel> {
        let label = |offset| match whole.vertex_at(live_end, offset) {
            Some(v) if v != split.live_end() => WalkLabel::FreeIf(split.free(v)),
            _ => WalkLabel::Wall,
        };
        contour::around(cells).into_iter().map(label).collect()
    };
    at_most_two_changes(&around(&[Offset::LIVE_END]), &[], clauses);
    for direction in Move::ALL {
        let next = Offset::LIVE_END.step(direction);
        let Some(v) = whole.vertex_at(live_end, next) else { continue };
        let edge = whole.graph().edge_between(split.live_end(), v).expect("neighbours");
        let step = [Lit::edge(edge), split.free(v)];
        // One step later, it is drawn, and so is everything before it on the border.
        for arc in &whole.arcs {
            let at = arc.iter().position(|&w| w == v).unwrap_or(0);
            for &w in &arc[..at] {
                clauses.push([!step[0], !step[1], split.drawn(w)]);
            }
        }
        // Then no cells stay free.
        if v == whole.vertex(whole.board().end()) {
            continue;
        }
        at_most_two_changes(&around(&[next]), &step, clauses);
        at_most_two_changes(&around(&[Offset::LIVE_END, next]), &step, clauses);
    }
}

/// Clauses on a region. `segment` are its cells in order, `side` those beside it, as seen from the
/// live end; `is_wall` tells cells that the pattern says are drawn.
///
/// - Known walls divide the surroundings of the segment into arcs. Drawn cells and the outside are
///   connected, so with the segment they form closed curves, and free cells of one arc are not connected
///   with those of another without the segment: the region has no cells in arcs without cells of
///   the side.
/// - A region is connected by its segment. So is everything else, together with the outside: free
///   cells elsewhere touch a drawn cell or the outside, since a segment that does not turn back surrounds nothing.
pub fn region_clauses(
    whole: &Whole,
    live_end: Cell,
    region: &SegmentRegion,
    [segment, side]: [&[Offset]; 2],
    is_wall: impl Fn(Offset) -> bool,
    clauses: &mut Clauses,
) {
    let is_wall = |&offset: &Offset| {
        offset == Offset::LIVE_END || whole.vertex_at(live_end, offset).is_none() || is_wall(offset)
    };
    let mut walk = contour::around(segment);
    if let Some(first) = walk.iter().position(is_wall) {
        walk.rotate_left(first);
        for arc in walk.split(is_wall) {
            if arc.iter().any(|offset| side.contains(offset)) {
                continue;
            }
            let beside = |offset: &&Offset| segment.iter().any(|cell| cell.distance(**offset) == 1);
            for &offset in arc.iter().filter(beside) {
                let v = whole.vertex_at(live_end, offset).expect("what is outside is wall");
                clauses.push([!region.inside(v)]);
            }
        }
    }
    for &[a, b, c, d] in &whole.blocks {
        for (inside, outside) in [([a, c], [b, d]), ([b, d], [a, c])] {
            let in_segment = |v: &usize| region.segment().contains(v);
            if !outside.iter().any(in_segment) {
                let inside = inside.into_iter().filter(|v| !in_segment(v));
                let outside = outside.into_iter().map(|v| region.inside(v));
                clauses.push(inside.map(|v| !region.inside(v)).chain(outside));
            }
        }
    }
}
