//! Consequences of planarity for drawn, free and enclosed cells, as clauses on a few cells each.
//!
//! In a position with a completion the drawn cells are a path and so connected, and so are the free
//! cells. Both hold also one step earlier and one step later. By the argument of
//! [`deadmove_encodings::plane`] the labels therefore change at most twice around each 2×2 block,
//! along the border, and around the last cells of the line. Without these clauses the solver has to
//! rediscover the Jordan curve theorem for every shape of the rest of the board.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::plane::{WalkLabel, at_most_two_changes, one_change};
use deadmove_encodings::region::SegmentRegion;
use deadmove_encodings::split::Split;

use super::whole::Whole;
use deadmove_core::board::{Cell, Move};
use deadmove_rules::boundary;
use deadmove_rules::geometry::Offset;

/// Clauses on drawn and free cells for a path that is split behind a live end.
pub fn line_clauses(whole: &Whole, split: &Split, live_end: Cell, clauses: &mut Clauses) {
    for block in &whole.blocks {
        at_most_two_changes(&block.map(|v| WalkLabel::FreeIf(split.free(v))), &[], clauses);
    }
    for arc in &whole.arcs {
        let labels: Vec<WalkLabel> =
            arc.iter().map(|&v| WalkLabel::FreeIf(split.free(v))).collect();
        one_change(&labels, clauses);
        // One step earlier the live end was free, and so was everything behind it on the border.
        if let Some(at) = arc.iter().position(|&v| v == split.live_end) {
            for &v in &arc[at + 1..] {
                clauses.push([split.free(v)]);
            }
        }
    }
    let around = |cells: &[Offset]| -> Vec<WalkLabel> {
        let label = |offset| match whole.vertex_at(live_end, offset) {
            Some(v) if v != split.live_end => WalkLabel::FreeIf(split.free(v)),
            _ => WalkLabel::Wall,
        };
        boundary::around(cells).into_iter().map(label).collect()
    };
    at_most_two_changes(&around(&[Offset::LIVE_END]), &[], clauses);
    for direction in Move::ALL {
        let next = Offset::LIVE_END.step(direction);
        let Some(v) = whole.vertex_at(live_end, next) else { continue };
        let edge = whole.graph().edge_between(split.live_end, v).expect("neighbours");
        let step = [Lit::edge(edge), split.free(v)];
        // One step later the next cell is drawn, and so is everything before it on the border.
        for arc in &whole.arcs {
            let at = arc.iter().position(|&w| w == v).unwrap_or(0);
            for &w in &arc[..at] {
                clauses.push([!step[0], !step[1], split.drawn(w)]);
            }
        }
        // After the end cell no cells are free.
        if v == whole.vertex(whole.board().end()) {
            continue;
        }
        at_most_two_changes(&around(&[next]), &step, clauses);
        at_most_two_changes(&around(&[Offset::LIVE_END, next]), &step, clauses);
    }
}

/// Clauses on a region. `segment` has the cells of its segment in order and `side` those beside it,
/// relative to the live end. `is_wall` is true for cells that the pattern requires to be drawn.
///
/// - Known walls divide the ring around the segment into arcs. Drawn cells and the outside are
///   connected, so with the segment they form closed curves, and without the segment free cells of
///   one arc are not connected to those of another. So the region has no cells in arcs without
///   cells of the side.
/// - A region is connected through its segment. Everything else, together with the outside, is
///   connected too: free cells elsewhere touch a drawn cell or the outside, because a segment that
///   does not turn back surrounds nothing.
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
    let mut ring = boundary::around(segment);
    if let Some(first) = ring.iter().position(is_wall) {
        ring.rotate_left(first);
        for arc in ring.split(is_wall) {
            if arc.iter().any(|offset| side.contains(offset)) {
                continue;
            }
            let beside = |offset: &&Offset| segment.iter().any(|cell| cell.distance(**offset) == 1);
            for &offset in arc.iter().filter(beside) {
                let v =
                    whole.vertex_at(live_end, offset).expect("cells outside the board are walls");
                clauses.push([!region.inside(v)]);
            }
        }
    }
    for &[a, b, c, d] in &whole.blocks {
        for (inside, outside) in [([a, c], [b, d]), ([b, d], [a, c])] {
            let in_segment = |v: &usize| region.segment.contains(v);
            if !outside.iter().any(in_segment) {
                let inside = inside.into_iter().filter(|v| !in_segment(v));
                let outside = outside.into_iter().map(|v| region.inside(v));
                clauses.push(inside.map(|v| !region.inside(v)).chain(outside));
            }
        }
    }
}
