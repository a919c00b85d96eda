//! What the barrier says about the cells of a segment:
//! `docs/explanation/proofs-for-every-board.md`, "The barrier".

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Forbidden, Pattern, Rule, Segment};

/// What is known about the edges at a cell of the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its colour: 1 for white, -1 for black.
    pub colour: i64,
    /// How many edges may lead into the region, besides one to the cell that L steps to.
    pub into: usize,
    /// Whether an edge may lead to the cell that L steps to, if that cell is in the region.
    pub to_step: bool,
    /// How many edges may lead to the other side.
    pub beyond: usize,
    /// Whether L steps to this cell, so that one of its edges leads to L.
    pub from_live_end: bool,
}

/// A segment whose two sides are known, and a step from L.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The cells, from the one that touches L to the one that touches a wall.
    pub cells: Vec<Cell>,
    /// Whether L steps into the region.
    pub step_in_region: bool,
    /// Whether the region may be empty.
    pub may_be_empty: bool,
    /// Whether the region may be the cell that L steps to and nothing else.
    pub may_be_the_step: bool,
}

/// The scenes of one barrier, one of which is true in any position with a completion; none if the
/// barrier cannot be used.
type Scenes = Option<Vec<Scene>>;

/// The eight cells around a cell, clockwise.
const AROUND: [(i16, i16); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

fn place(cell: Offset, around: usize) -> Offset {
    let (right, down) = AROUND[around];
    Offset::new(cell.right + right, cell.down + down)
}

/// The number of the place that `other` has around `cell`, if they touch.
fn around(cell: Offset, other: Offset) -> Option<usize> {
    (0..8).find(|&number| place(cell, number) == other)
}

/// Whether `other` is on the left where a curve goes from `before` through `cell` to `after`.
fn is_left(before: Offset, cell: Offset, after: Offset, other: Offset) -> bool {
    let clockwise = |to| {
        let place = |of| around(cell, of).expect("the cells touch");
        (place(to) + 8 - place(before)) % 8
    };
    clockwise(other) < clockwise(after)
}

fn sides(cell: Offset) -> [Offset; 4] {
    Move::ALL.map(|m| cell.step(m))
}

fn known_wall(pattern: &Pattern, cell: Offset) -> bool {
    let test = pattern.cells.get(&cell);
    matches!(test, Some(CellTest::Wall | CellTest::Drawn | CellTest::Outside))
}

fn known_free(pattern: &Pattern, cell: Offset) -> bool {
    matches!(pattern.cells.get(&cell), Some(CellTest::Free | CellTest::FreeNotEnd))
        || pattern.segments.iter().any(|segment| segment.cells.contains(&cell))
        || pattern.forced_lines.iter().any(|ends| ends.contains(&cell))
}

/// One way to read a rule: its segment, in this order, and the wall that its last cell touches.
struct Barrier<'r> {
    pattern: &'r Pattern,
    segment: &'r Segment,
    cells: Vec<Offset>,
    wall: Offset,
    forbidden: &'r Forbidden,
}

/// A neighbour of a cell of the segment that may be free.
struct Neighbour {
    cell: Offset,
    /// Whether it is a cell of the side.
    of_side: bool,
    /// Whether it lies on the left of the barrier.
    is_left: bool,
}

impl Barrier<'_> {
    /// The cells of the barrier before and after a cell of the segment.
    fn beside(&self, index: usize) -> (Offset, Offset) {
        let before = if index == 0 { Offset::LIVE_END } else { self.cells[index - 1] };
        (before, self.cells.get(index + 1).copied().unwrap_or(self.wall))
    }

    /// Whether the steps from L to the segment and from the segment to the wall cross.
    fn crosses_itself(&self) -> bool {
        let (first, last) = (self.cells[0], self.cells[self.cells.len() - 1]);
        let diagonal = |a: Offset, b: Offset| a.right != b.right && a.down != b.down;
        // The diagonals of a square have the same middle.
        let same_middle =
            first.right == last.right + self.wall.right && first.down == last.down + self.wall.down;
        diagonal(Offset::LIVE_END, first) && diagonal(last, self.wall) && same_middle
    }

    /// The neighbours of each cell of the segment that may be free.
    fn neighbours(&self) -> Vec<Vec<Neighbour>> {
        let on_segment: BTreeSet<Offset> = self.cells.iter().copied().collect();
        let directions = || self.segment.side.directions();
        let of_side: BTreeSet<Offset> =
            self.cells.iter().flat_map(|cell| directions().map(|m| cell.step(m))).collect();
        let of_cell = |(index, &at): (usize, &Offset)| {
            let (before, after) = self.beside(index);
            let may_be_free = |cell: &Offset| {
                *cell != Offset::LIVE_END
                    && !on_segment.contains(cell)
                    && !known_wall(self.pattern, *cell)
            };
            let cells = sides(at).into_iter().filter(may_be_free);
            let of_side = &of_side;
            cells
                .map(|cell| Neighbour {
                    cell,
                    of_side: of_side.contains(&cell),
                    is_left: is_left(before, at, after, cell),
                })
                .collect()
        };
        self.cells.iter().enumerate().map(of_cell).collect()
    }

    /// The scenes if the region lies on the left, or on the right, of the barrier.
    fn scenes(&self, left: bool) -> Scenes {
        let neighbours = self.neighbours();
        let is_mixed = neighbours.iter().flatten().any(|n| n.of_side != (n.is_left == left));
        if is_mixed || self.crosses_itself() {
            return None;
        }
        let step = Offset::LIVE_END.step(self.forbidden.direction);
        if self.cells.contains(&step) {
            return Some(vec![self.scene(&neighbours, step, false)]);
        }
        // The wall that L touches: a neighbour of L that may be a wall.
        let walls = sides(Offset::LIVE_END)
            .into_iter()
            .filter(|&cell| cell != step && !known_free(self.pattern, cell));
        let inside: BTreeSet<bool> = walls
            .map(|wall| is_left(wall, Offset::LIVE_END, self.cells[0], step) == left)
            .collect();
        let exempt = !self.forbidden.unless_in.is_empty();
        let scenes = inside.into_iter().filter(|&inside| !(inside && exempt));
        Some(scenes.map(|inside| self.scene(&neighbours, step, inside)).collect())
    }

    fn scene(&self, neighbours: &[Vec<Neighbour>], step: Offset, step_in_region: bool) -> Scene {
        let cell = |(&at, near): (&Offset, &Vec<Neighbour>)| {
            let to_step = step_in_region && near.iter().any(|n| n.of_side && n.cell == step);
            let of_side = near.iter().filter(|n| n.of_side).count();
            Cell {
                colour: if at.is_white() { 1 } else { -1 },
                into: of_side - usize::from(to_step),
                to_step,
                beyond: near.len() - of_side,
                from_live_end: at == step,
            }
        };
        // Another free cell of the side is in the region.
        let is_named =
            |n: &Neighbour| n.of_side && n.cell != step && known_free(self.pattern, n.cell);
        let another = neighbours.iter().flatten().any(is_named);
        Scene {
            cells: self.cells.iter().zip(neighbours).map(cell).collect(),
            step_in_region,
            may_be_empty: self.segment.extent != Extent::Enclosed && !another,
            may_be_the_step: !another,
        }
    }
}

/// The scenes of each barrier that can be used for a rule with one segment and a move it forbids.
pub fn scenes(rule: &Rule, direction: Move) -> Vec<Vec<Scene>> {
    let pattern = &rule.pattern;
    let forbidden = rule.forbids.iter().find(|f| f.direction == direction);
    let (Some(forbidden), [segment]) = (forbidden, pattern.segments.as_slice()) else {
        return Vec::new();
    };
    let backwards = segment.cells.iter().rev().copied().collect();
    let orders: [Vec<Offset>; 2] = [segment.cells.clone(), backwards];
    let mut found = Vec::new();
    for cells in &orders[..segment.cells.len().min(2)] {
        if around(cells[0], Offset::LIVE_END).is_none() {
            continue;
        }
        for wall in (0..8).map(|number| place(cells[cells.len() - 1], number)) {
            if known_wall(pattern, wall) {
                let cells = cells.clone();
                let barrier = Barrier { pattern, segment, cells, wall, forbidden };
                found.extend([true, false].into_iter().filter_map(|left| barrier.scenes(left)));
            }
        }
    }
    found
}
