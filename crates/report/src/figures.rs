//! Reasons and placed rules as figures for a board that somebody else draws: which cells and edges
//! to show, in what role, and the sentence that belongs to them.
//!
//! [`crate::svg()`] draws whole pages; figures are data, so that a page can step through a
//! deduction or lay one rule after the other over its own board. They serialise as JSON.

use serde::Serialize;

use crate::deduction;
use crate::explain::segment_here;
use crate::legend::describe_reason;
use crate::picture::edges_of_pieces;
use crate::rule::Sketch;
use crate::rule::sketch::{Sign, SketchSegment};
use deadmove_core::board::Cell;
use deadmove_core::deduction::{Because, Contradiction, Deduction};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_rules::geometry::Offset;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{CellTest, Rule};
use deadmove_rules::placed::PlacedRule;
use deadmove_rules::words::letter;
use deadmove_verify::explain::region_beside;

/// One step of a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its number in a deduction, such as `3` or, inside a probe, `3.1`; empty for what a reason or
    /// a probe ends in.
    pub number: String,
    /// The probe it is inside, such as `3.`; empty outside of probes. What earlier figures decide
    /// still stands if this scope begins with theirs.
    pub scope: String,
    /// Its part in the reason.
    pub kind: FigurePart,
    /// What it says.
    pub text: String,
    /// The cells it is about.
    pub cells: Vec<Marked>,
    /// The edges it is about.
    pub edges: Vec<Edge>,
}

/// The part of a figure in a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigurePart {
    /// It decides an edge.
    Step,
    /// It supposes the opposite of what a probe decides.
    Supposed,
    /// A contradiction.
    Contradiction,
}

/// A cell in its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// The cell.
    pub cell: Cell,
    /// Its role.
    pub role: Role,
}

/// What a cell is in a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The cell in question.
    Focus,
    /// A cell of a region, of the colour of the live end.
    Black,
    /// A cell of a region, of the other colour.
    White,
    /// A cell of a region whose colours do not matter.
    Region,
    /// The only way in.
    Door,
    /// A cell of a chain of used edges.
    Chain,
}

/// An edge in its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// One cell; the inner one of an edge that leaves a region.
    pub from: Cell,
    /// The other cell.
    pub to: Cell,
    /// Its role.
    pub role: EdgeRole,
}

/// What an edge is in a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeRole {
    /// Every completion uses it.
    Used,
    /// No completion uses it.
    Unused,
    /// It leaves the region.
    Crossing,
    /// It belongs to a path or a loop that no strip joins to another one.
    Piece,
}

/// A reason in figures, in the order of its argument; at least one. `live_end` is that of the
/// position that the reason is about.
pub fn of_reason(reason: &Reason, live_end: Cell) -> Vec<Figure> {
    let mut figure = Figure {
        number: String::new(),
        scope: String::new(),
        kind: FigurePart::Contradiction,
        text: describe_reason(reason, live_end),
        cells: Vec::new(),
        edges: Vec::new(),
    };
    match reason {
        Reason::DeadEnd { cell, exits, .. } => {
            figure.cells = vec![Marked { cell: *cell, role: Role::Focus }];
            let exit = |&to: &Cell| Edge { from: *cell, to, role: EdgeRole::Crossing };
            figure.edges = exits.iter().map(exit).collect();
        }
        Reason::CutOff { cells, door } => figure.cells = cut_off(cells, *door),
        Reason::Colour { region, crossing, .. } => {
            figure.cells = coloured(region, live_end);
            let edge = |&(from, to): &(Cell, Cell)| Edge { from, to, role: EdgeRole::Crossing };
            figure.edges = crossing.iter().map(edge).collect();
        }
        Reason::Deduction(deduction) => {
            let mut figures = Vec::new();
            steps(deduction, live_end, "", &mut figures);
            return figures;
        }
        Reason::Loops { path, loops, .. } => {
            figure.cells = marked(&loops.concat(), Role::Chain);
            let edge = |(from, to)| Edge { from, to, role: EdgeRole::Piece };
            figure.edges = edges_of_pieces(path, loops).map(edge).collect();
        }
        Reason::Search { .. } => {}
    }
    vec![figure]
}

fn steps(deduction: &Deduction, live_end: Cell, above: &str, out: &mut Vec<Figure>) {
    for (at, step) in deduction.steps.iter().enumerate() {
        let number = format!("{above}{}", at + 1);
        let (from, to) = step.edge;
        let role = if step.used { EdgeRole::Used } else { EdgeRole::Unused };
        let cells = match &step.because {
            Because::Degree { cell } => vec![Marked { cell: *cell, role: Role::Focus }],
            Because::SmallLoop { chain } => marked(chain, Role::Chain),
            Because::Colour { region } => coloured(region, live_end),
            Because::TwoEdgeCut { region } => marked(region, Role::Region),
            Because::Probe { .. } => Vec::new(),
        };
        if let Because::Probe { deduction } = &step.because {
            let role = if step.used { EdgeRole::Unused } else { EdgeRole::Used };
            let what = if step.used { "not used" } else { "used" };
            out.push(Figure {
                number: String::new(),
                scope: format!("{number}."),
                kind: FigurePart::Supposed,
                text: format!("Suppose {from}-{to} is {what}."),
                cells: Vec::new(),
                edges: vec![Edge { from, to, role }],
            });
            steps(deduction, live_end, &format!("{number}."), out);
        }
        let text = deduction::sentence(step, live_end);
        let (scope, edges) = (above.to_owned(), vec![Edge { from, to, role }]);
        out.push(Figure { number, scope, kind: FigurePart::Step, text, cells, edges });
    }
    let cells = match &deduction.contradiction {
        Contradiction::Degree { cell } => vec![Marked { cell: *cell, role: Role::Focus }],
        Contradiction::SmallLoop { chain } => marked(chain, Role::Chain),
        Contradiction::CutOff { cells, door } => cut_off(cells, *door),
        Contradiction::Colour { region } => coloured(region, live_end),
    };
    out.push(Figure {
        number: String::new(),
        scope: above.to_owned(),
        kind: FigurePart::Contradiction,
        text: deduction::contradiction(&deduction.contradiction, live_end),
        cells,
        edges: Vec::new(),
    });
}

fn marked(cells: &[Cell], role: Role) -> Vec<Marked> {
    cells.iter().map(|&cell| Marked { cell, role }).collect()
}

fn coloured(region: &[Cell], live_end: Cell) -> Vec<Marked> {
    let role = |cell: Cell| match cell.parity() == live_end.parity() {
        true => Role::Black,
        false => Role::White,
    };
    region.iter().map(|&cell| Marked { cell, role: role(cell) }).collect()
}

fn cut_off(cells: &[Cell], door: Option<Cell>) -> Vec<Marked> {
    let mut marked = marked(cells, Role::Region);
    marked.extend(door.map(|cell| Marked { cell, role: Role::Door }));
    marked
}

/// A rule as it matches a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedFigure {
    /// What each cell of the picture must be. Lemmas have no picture.
    pub signs: Vec<PlacedSign>,
    /// The sides of its segments on which their regions lie: column, row and the letter of the
    /// direction.
    pub sides: Vec<(i32, i32, char)>,
    /// A line for each segment: its condition, and the region here.
    pub segments: Vec<String>,
    /// The cells of the region beside each segment.
    pub regions: Vec<Vec<Cell>>,
}

/// A cell of a placed rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedSign {
    /// Column and row, counted from 1; outside the board there are others.
    pub at: (i32, i32),
    /// The word for its condition.
    pub sign: &'static str,
    /// The letters of its segments or the number of its forced line.
    pub label: String,
}

/// A match as a figure.
pub fn of_match(rule: &Rule, found: &Match, position: &Position) -> PlacedFigure {
    let Some(sketch) = Sketch::of_match(rule, found) else {
        let (signs, sides) = (Vec::new(), Vec::new());
        return PlacedFigure { signs, sides, segments: Vec::new(), regions: Vec::new() };
    };
    let live_end = position.live_end();
    let at = |offset: Offset| {
        (
            i32::from(live_end.column) + i32::from(offset.right),
            i32::from(live_end.row) + i32::from(offset.down),
        )
    };
    let signs = sketch.signs.iter().filter_map(|(&offset, sign)| {
        let (sign, label) = sign_words(sign)?;
        Some(PlacedSign { at: at(offset), sign, label })
    });
    let sides = sketch.segments.iter().flat_map(SketchSegment::sides).map(|(cell, direction)| {
        let (column, row) = at(cell);
        (column, row, direction.letter())
    });
    let placed = PlacedRule::new(rule, found.placement);
    let segments = placed.pattern.segments.iter();
    let regions = segments.clone().map(|segment| region_beside(position, segment));
    let words = segments.enumerate();
    let words = words.map(|(number, segment)| segment_here(number, segment, position));
    PlacedFigure {
        signs: signs.collect(),
        sides: sides.collect(),
        segments: words.collect(),
        regions: regions.map(|cells| cells.into_iter().collect()).collect(),
    }
}

/// The word for a sign, and its label.
fn sign_words(sign: &Sign) -> Option<(&'static str, String)> {
    let word = match sign {
        Sign::LiveEnd | Sign::Untested => return None,
        Sign::Test(CellTest::Free) => "free",
        Sign::Test(CellTest::FreeNotEnd) => "free-not-end",
        Sign::Test(CellTest::Drawn) => "drawn",
        Sign::Test(CellTest::Wall) => "wall",
        Sign::Test(CellTest::Outside) => "outside",
        Sign::Test(CellTest::OnBoard) => "on-board",
        Sign::Segments(numbers, _) => {
            return Some(("segment", numbers.iter().map(|&number| letter(number)).collect()));
        }
        Sign::Forced(number) => return Some(("forced-line", (number + 1).to_string())),
    };
    Some((word, String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::deduction::Step;

    #[test]
    fn what_a_probe_supposes_is_in_a_scope_of_its_own() {
        let (a, b, c) = (Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1));
        let degree = |edge, used| Step { edge, used, because: Because::Degree { cell: a } };
        let contradiction = || Contradiction::Degree { cell: c };
        let inside =
            Deduction { steps: vec![degree((b, c), true)], contradiction: contradiction() };
        let probe = Because::Probe { deduction: Box::new(inside) };
        let steps = vec![Step { edge: (a, b), used: true, because: probe }, degree((b, c), false)];
        let reason = Reason::Deduction(Deduction { steps, contradiction: contradiction() });
        let figures = of_reason(&reason, a);
        let told: Vec<_> =
            figures.iter().map(|f| (f.kind, f.number.as_str(), f.scope.as_str())).collect();
        assert_eq!(
            told,
            [
                (FigurePart::Supposed, "", "1."),
                (FigurePart::Step, "1.1", "1."),
                (FigurePart::Contradiction, "", "1."),
                (FigurePart::Step, "1", ""),
                (FigurePart::Step, "2", ""),
                (FigurePart::Contradiction, "", ""),
            ]
        );
        // The opposite of what the probe decides is supposed.
        assert_eq!(figures[0].edges[0].role, EdgeRole::Unused);
        assert_eq!(figures[3].edges[0].role, EdgeRole::Used);
    }
}
