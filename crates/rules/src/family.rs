//! Families: rules with parameters, whose geometry and limits are formulae.
//!
//! A family states one rule for every distance. [`Family::expand`] turns it into plain rules, one
//! for each claim, so that each claim can be judged on its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::expr::{Comparison, Condition, Expr, ExprError};
use super::geometry::{Offset, Placements};
use super::model::{
    CellTest, Extent, Forbidden, Head, Pattern, RegionTest, Rule, Segment, SegmentFault, Side,
};
use deadmove_core::board::{Board, Move};

/// A family of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Name, family, sizes, placements, source, remarks.
    pub head: Head,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Names for formulae, each in terms of the parameters and the names before it.
    pub lets: Vec<(String, Expr)>,
    /// The pattern of every claim, before the claim's own conditions.
    pub pattern: Vec<Shape>,
    /// Exceptions of every claim.
    pub unless: Vec<Vec<Shape>>,
    /// The claims by case; for all parameters exactly one case applies.
    pub cases: Vec<Case>,
    /// Parameters for which the file shows a picture, at least one.
    pub pictures: Vec<Vec<i64>>,
}

/// A parameter: a whole number from a smallest value up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The smallest value.
    pub from: i64,
    /// The largest value, if there is one.
    pub to: Option<i64>,
}

/// Cells along a path and what is asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What is asked.
    pub what: What,
    /// Where.
    pub path: Path,
    /// Asked only for parameters that meet this.
    pub when: Option<Condition>,
}

/// What is asked of the cells of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The same condition of each cell.
    Cells(CellTest),
    /// The cells form a segment. Segments are numbered in the order they stand.
    Segment {
        /// Where the region lies.
        side: Side,
        /// Whether it may be empty.
        extent: Extent,
        /// What is asked of it for all claims.
        tests: Vec<TestExpr>,
    },
}

/// Cells one after the other: a first cell and steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Sideways distance of the first cell from the live end, and whether it counts to the left or
    /// to the right.
    pub sideways: (Expr, Move),
    /// Distance ahead (up) or behind (down).
    pub forward: (Expr, Move),
    /// The steps: so many times one step, or one and then the other (a stair).
    pub steps: Vec<(Vec<Move>, Expr)>,
}

/// A region test whose numbers are formulae.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestExpr {
    /// The number of cells is even.
    Even,
    /// The number of cells is odd.
    Odd,
    /// The surplus compares to a formula.
    Surplus(Comparison, Expr),
    /// The surplus lies in a range (or outside of it).
    Range {
        /// Smallest and largest value.
        range: (Expr, Expr),
        /// Whether it must lie inside.
        inside: bool,
    },
}

/// The claims for the parameters that meet a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// For which parameters.
    pub when: Condition,
    /// The claims; none if nothing is forbidden in this case.
    pub claims: Vec<Claim>,
}

/// One claim: with this surplus these moves are forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name, unique in its case.
    pub name: String,
    /// Conditions on segments, by number, besides those of the pattern.
    pub tests: Vec<(usize, TestExpr)>,
    /// What it forbids.
    pub forbids: Vec<Forbidden>,
    /// Its own placements, if they are not those of the family.
    pub placements: Option<Placements>,
}

/// Why a family cannot be expanded for given parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyError {
    /// Not one value for each parameter, or a value out of its range.
    Parameters,
    /// A formula without a value.
    Expr(ExprError),
    /// No case applies.
    NoCase,
    /// More than one case applies: their numbers.
    TwoCases(usize, usize),
    /// A negative number of steps.
    NegativeSteps(i64),
    /// Two different conditions on one cell.
    Conflict(Offset),
    /// A condition on the live end's own cell.
    OnLiveEnd,
    /// More cells than a pattern may have.
    TooManyCells,
    /// More choices of parameters than this fall within the limits of a board.
    TooManyChoices(usize),
    /// The cells of a segment (by number) are no segment, or have no such side.
    Segment(usize, SegmentFault),
}

impl From<ExprError> for FamilyError {
    fn from(error: ExprError) -> Self {
        FamilyError::Expr(error)
    }
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyError::Parameters => write!(f, "a parameter is missing or out of range"),
            FamilyError::Expr(error) => write!(f, "{error}"),
            FamilyError::NoCase => write!(f, "no case applies"),
            FamilyError::TwoCases(..) => write!(f, "two cases apply"),
            FamilyError::NegativeSteps(n) => write!(f, "a path has {n} steps"),
            FamilyError::Conflict(cell) => write!(f, "two different conditions on the cell {cell}"),
            FamilyError::OnLiveEnd => write!(f, "a condition on the live end's own cell"),
            FamilyError::TooManyCells => write!(f, "the pattern has more than {CELLS} cells"),
            FamilyError::TooManyChoices(most) => {
                write!(f, "the parameters have more than {most} choices on this board")
            }
            FamilyError::Segment(_, SegmentFault::NotAPath) => {
                write!(f, "the cells of a segment are not one path")
            }
            FamilyError::Segment(_, SegmentFault::TurnsBack) => write!(f, "a segment turns back"),
            FamilyError::Segment(_, SegmentFault::Side) => {
                write!(f, "the side does not tell the two sides of the segment apart")
            }
        }
    }
}

impl FamilyError {
    /// What would have been right.
    pub fn expected(&self) -> &'static str {
        match self {
            FamilyError::Parameters => "one value in range for each parameter",
            FamilyError::Expr(ExprError::Division(..)) => {
                "a division without remainder for every parameter of the case, or floor(a/b)"
            }
            FamilyError::Expr(ExprError::UnknownName(_)) => "a parameter or a name after 'let'",
            FamilyError::Expr(ExprError::TooLarge) => "numbers that fit on a board",
            FamilyError::NoCase | FamilyError::TwoCases(..) => {
                "exactly one case for every choice of parameters"
            }
            FamilyError::NegativeSteps(_) => "0 steps or more; max(a, 0) never gets below 0",
            FamilyError::Conflict(_) => "one condition for each cell",
            FamilyError::TooManyCells => "fewer or shorter lines of cells",
            FamilyError::TooManyChoices(_) => "fewer parameters, or largest values for them",
            FamilyError::OnLiveEnd => "cells other than the live end's own",
            FamilyError::Segment(_, SegmentFault::Side) => "a side that fits for every parameter",
            FamilyError::Segment(..) => {
                "neighbouring cells, one after the other, in at most two directions"
            }
        }
    }
}

impl std::error::Error for FamilyError {}

impl Parameter {
    /// Whether `value` is in range.
    pub fn contains(&self, value: i64) -> bool {
        value >= self.from && self.to.is_none_or(|to| value <= to)
    }
}

impl Path {
    /// The cells for given parameters, first cell first.
    pub fn cells(&self, values: &[(String, i64)]) -> Result<Vec<Offset>, FamilyError> {
        let mut cell = Offset::LIVE_END;
        for (amount, toward) in [&self.sideways, &self.forward] {
            let amount = amount.value(values)?;
            let toward = if amount < 0 { toward.opposite() } else { *toward };
            for _ in 0..within_reach(amount.abs())? {
                cell = cell.step(toward);
            }
        }
        let mut cells = vec![near(cell)?];
        for (directions, count) in &self.steps {
            let count = count.value(values)?;
            if count < 0 {
                return Err(FamilyError::NegativeSteps(count));
            }
            for &direction in (0..within_reach(count)?).flat_map(|_| directions) {
                cell = near(cell.step(direction))?;
                cells.push(cell);
                if cells.len() > CELLS {
                    return Err(FamilyError::TooManyCells);
                }
            }
        }
        Ok(cells)
    }
}

/// No step of a path is taken more often than this, and no cell is further away in one direction.
/// Twice the largest parameter of [`Family::instances`], and far from the limits of an [`Offset`].
const REACH: i64 = 1024;

/// No pattern of a family, and no path, has more cells than this; a cell that is named twice counts
/// twice. Enough for eight lines as long as [`REACH`].
const CELLS: usize = 8192;

fn within_reach(steps: i64) -> Result<i64, FamilyError> {
    if steps <= REACH { Ok(steps) } else { Err(ExprError::TooLarge.into()) }
}

fn near(cell: Offset) -> Result<Offset, FamilyError> {
    let far = cell.right.unsigned_abs().max(cell.down.unsigned_abs());
    within_reach(i64::from(far)).map(|_| cell)
}

impl TestExpr {
    /// The test for given parameters.
    pub fn test(&self, values: &[(String, i64)]) -> Result<RegionTest, ExprError> {
        let number = |formula: &Expr| formula.value(values).map(|v| v as i32);
        let surplus = |from, to, inside| RegionTest::Surplus { from, to, inside };
        Ok(match self {
            TestExpr::Even => RegionTest::Even,
            TestExpr::Odd => RegionTest::Odd,
            TestExpr::Surplus(comparison, k) => {
                let k = number(k)?;
                match comparison {
                    Comparison::Equal => surplus(Some(k), Some(k), true),
                    Comparison::Different => surplus(Some(k), Some(k), false),
                    Comparison::Less => surplus(None, Some(k - 1), true),
                    Comparison::AtMost => surplus(None, Some(k), true),
                    Comparison::Greater => surplus(Some(k + 1), None, true),
                    Comparison::AtLeast => surplus(Some(k), None, true),
                }
            }
            TestExpr::Range { range: (from, to), inside } => {
                surplus(Some(number(from)?), Some(number(to)?), *inside)
            }
        })
    }
}

/// How many choices of parameters [`Family::instances`] looks at: all those of two parameters.
pub const INSTANCES: usize = 1 << 18;

impl Family {
    /// The parameters and the names given by `let`, with their values.
    pub fn values(&self, parameters: &[i64]) -> Result<Vec<(String, i64)>, FamilyError> {
        if parameters.len() != self.parameters.len()
            || !self.parameters.iter().zip(parameters).all(|(p, &v)| p.contains(v))
        {
            return Err(FamilyError::Parameters);
        }
        let mut values: Vec<(String, i64)> =
            self.parameters.iter().zip(parameters).map(|(p, &v)| (p.name.clone(), v)).collect();
        for (name, formula) in &self.lets {
            let value = formula.value(&values)?;
            values.push((name.clone(), value));
        }
        Ok(values)
    }

    /// The pattern all claims share for given parameters.
    pub fn pattern(&self, parameters: &[i64]) -> Result<Pattern, FamilyError> {
        pattern(&self.pattern, &self.values(parameters)?)
    }

    /// The number of the case that applies for given parameters.
    pub fn case(&self, parameters: &[i64]) -> Result<usize, FamilyError> {
        let values = self.values(parameters)?;
        let mut found = None;
        for (i, case) in self.cases.iter().enumerate() {
            if case.when.holds(&values)? {
                match found {
                    Some(first) => return Err(FamilyError::TwoCases(first, i)),
                    None => found = Some(i),
                }
            }
        }
        found.ok_or(FamilyError::NoCase)
    }

    /// The rules for given parameters, one for each claim, named
    /// `family name [D=3] claim name`.
    pub fn expand(&self, parameters: &[i64]) -> Result<Vec<Rule>, FamilyError> {
        let values = self.values(parameters)?;
        let shared = pattern(&self.pattern, &values)?;
        let unless: Vec<Pattern> =
            self.unless.iter().map(|shapes| pattern(shapes, &values)).collect::<Result<_, _>>()?;
        let given: Vec<String> = self
            .parameters
            .iter()
            .zip(parameters)
            .map(|(p, value)| format!("{}={value}", p.name))
            .collect();
        let case = &self.cases[self.case(parameters)?];
        case.claims
            .iter()
            .map(|claim| {
                let mut pattern = shared.clone();
                for (segment, test) in &claim.tests {
                    pattern.segments[*segment].tests.push(test.test(&values)?);
                }
                let name = format!("{} [{}] {}", self.head.name, given.join(" "), claim.name);
                let placements = claim.placements.unwrap_or(self.head.placements);
                let head = Head { name, placements, ..self.head.clone() };
                Ok(Rule { head, pattern, unless: unless.clone(), forbids: claim.forbids.clone() })
            })
            .collect()
    }

    /// All parameters whose pattern can match on a board, in ascending order: the pattern has a
    /// width and a height that fit, in some placement. Only parameters up to the longer side + 1
    /// are looked at, and none above 500: larger ones are left out, fit or not. An error if there are more than [`INSTANCES`] choices to look at.
    pub fn instances(&self, board: &Board) -> Result<Vec<Vec<i64>>, FamilyError> {
        let limit = i64::from(board.width().max(board.height())).min(499) + 1;
        if self.choices(|_| limit) > INSTANCES {
            return Err(FamilyError::TooManyChoices(INSTANCES));
        }
        let mut instances = Vec::new();
        for parameters in self.all_parameters(|_| limit) {
            if fits(&self.pattern(&parameters)?, board) {
                instances.push(parameters);
            }
        }
        Ok(instances)
    }

    /// How many choices [`Family::all_parameters`] lists for the same limits.
    pub fn choices(&self, limit: impl Fn(&Parameter) -> i64) -> usize {
        self.parameters.iter().fold(1, |all: usize, p| {
            let to = p.to.unwrap_or(i64::MAX).min(limit(p));
            all.saturating_mul(usize::try_from(to - p.from + 1).unwrap_or(0))
        })
    }

    /// All parameters up to a limit for each, in ascending order. Their number grows with the power
    /// of the number of parameters; [`Family::choices`] tells it beforehand.
    pub fn all_parameters(&self, limit: impl Fn(&Parameter) -> i64) -> Vec<Vec<i64>> {
        self.parameters.iter().fold(vec![Vec::new()], |all, p| {
            let values = p.from..=p.to.unwrap_or(i64::MAX).min(limit(p));
            all.iter()
                .flat_map(|head| {
                    values.clone().map(move |value| {
                        let mut parameters: Vec<i64> = head.clone();
                        parameters.push(value);
                        parameters
                    })
                })
                .collect()
        })
    }
}

/// Whether the cells of a pattern that must be free fit on a board in some placement.
fn fits(pattern: &Pattern, board: &Board) -> bool {
    let free = |test: &CellTest| matches!(test, CellTest::Free | CellTest::FreeNotEnd);
    let cells: BTreeSet<Offset> = pattern
        .cells
        .iter()
        .filter(|(_, test)| free(test))
        .map(|(&cell, _)| cell)
        .chain(pattern.segments.iter().flat_map(|s| s.cells.iter().copied()))
        .chain(pattern.forced_lines.iter().flatten().copied())
        .chain([Offset::LIVE_END])
        .collect();
    let extent = |along: fn(&Offset) -> i16| {
        let (low, high) =
            cells.iter().map(along).fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
        low.abs_diff(high) + 1
    };
    let (across, down) = (extent(|c| c.right), extent(|c| c.down));
    let (width, height) = (board.width(), board.height());
    (across <= width && down <= height) || (across <= height && down <= width)
}

/// The pattern of shapes for given values. A cell may be asked twice for the same; "free" together
/// with "free, not the end" is the latter.
pub(super) fn pattern(shapes: &[Shape], values: &[(String, i64)]) -> Result<Pattern, FamilyError> {
    let mut cells: BTreeMap<Offset, CellTest> = BTreeMap::new();
    let mut segments = Vec::new();
    let mut named = 0;
    for shape in shapes {
        if let Some(when) = &shape.when
            && !when.holds(values)?
        {
            continue;
        }
        let path = shape.path.cells(values)?;
        named += path.len();
        if named > CELLS {
            return Err(FamilyError::TooManyCells);
        }
        if path.contains(&Offset::LIVE_END) {
            return Err(FamilyError::OnLiveEnd);
        }
        match &shape.what {
            What::Cells(test) => {
                for cell in path {
                    match (cells.get(&cell), test) {
                        (Some(CellTest::Free), CellTest::FreeNotEnd) | (None, _) => {
                            cells.insert(cell, *test);
                        }
                        (Some(CellTest::FreeNotEnd), CellTest::Free) => {}
                        (Some(known), _) if known == test => {}
                        _ => return Err(FamilyError::Conflict(cell)),
                    }
                }
            }
            What::Segment { side, extent, tests } => {
                let fault = |fault| FamilyError::Segment(segments.len(), fault);
                let set: BTreeSet<Offset> = path.iter().copied().collect();
                if set.len() != path.len() {
                    return Err(fault(SegmentFault::TurnsBack));
                }
                let cells = Segment::in_order(&set).map_err(fault)?;
                Segment::check_side(&cells, *side).map_err(fault)?;
                let tests = tests.iter().map(|t| t.test(values)).collect::<Result<_, _>>()?;
                segments.push(Segment { cells, side: *side, extent: *extent, tests });
            }
        }
    }
    for segment in &segments {
        for cell in &segment.cells {
            match cells.get(cell) {
                Some(CellTest::Free | CellTest::FreeNotEnd | CellTest::OnBoard) => {
                    cells.remove(cell);
                }
                Some(_) => return Err(FamilyError::Conflict(*cell)),
                None => {}
            }
        }
    }
    Ok(Pattern { cells, segments, forced_lines: Vec::new() })
}
