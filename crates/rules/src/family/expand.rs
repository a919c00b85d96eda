//! Expands a family into plain rules, for one choice of its parameters, and lists the choices that
//! fit on a board.

use std::collections::{BTreeMap, BTreeSet};

use super::{Family, FamilyError, Parameter, Path, Shape, ShapeKind, TestExpr};
use crate::expr::{Comparison, Expr, ExprError, ParameterValues};
use crate::geometry::Offset;
use crate::model::{CellTest, Head, Pattern, RegionTest, Rule, Segment, SegmentError};
use deadmove_core::board::Board;

impl Path {
    /// The cells for given parameters, first cell first.
    pub(crate) fn cells(&self, values: &[(String, i64)]) -> Result<Vec<Offset>, FamilyError> {
        let mut cells = Vec::new();
        self.all(values, |cell| {
            cells.push(cell);
            true
        })?;
        Ok(cells)
    }

    /// Whether all cells are as wanted. Those after the first that is not are not computed.
    pub(super) fn all(
        &self,
        values: &[(String, i64)],
        mut wanted: impl FnMut(Offset) -> bool,
    ) -> Result<bool, FamilyError> {
        let mut cell = Offset::LIVE_END;
        for (amount, toward) in [&self.sideways, &self.forward] {
            let amount = amount.value(values)?;
            within_reach(amount.abs())?;
            cell = cell.steps(*toward, amount as i16);
        }
        if !wanted(near(cell)?) {
            return Ok(false);
        }
        let mut number = 1;
        for (directions, count) in &self.steps {
            let count = count.value(values)?;
            if count < 0 {
                return Err(FamilyError::NegativeSteps(count));
            }
            for &direction in (0..within_reach(count)?).flat_map(|_| directions) {
                cell = near(cell.step(direction))?;
                number += 1;
                if number > CELLS {
                    return Err(FamilyError::TooManyCells);
                }
                if !wanted(cell) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// No step of a path is repeated more often than this, and no cell is further away in one
/// direction. Twice the largest parameter of [`Family::instances`], and far from the limits of an
/// [`Offset`].
const REACH: i64 = 1024;

/// No pattern of a family, and no path, has more cells than this; a cell that is named twice counts
/// twice. Enough for eight lines as long as [`REACH`].
pub(super) const CELLS: usize = 8192;

fn within_reach(steps: i64) -> Result<i64, FamilyError> {
    if steps <= REACH { Ok(steps) } else { Err(ExprError::TooLarge.into()) }
}

fn near(cell: Offset) -> Result<Offset, FamilyError> {
    let far = cell.right.unsigned_abs().max(cell.down.unsigned_abs());
    within_reach(i64::from(far)).map(|_| cell)
}

impl Shape {
    /// Whether its condition on the parameters is met.
    pub(super) fn applies(&self, values: &ParameterValues) -> Result<bool, ExprError> {
        self.when.as_ref().map_or(Ok(true), |when| when.holds(values))
    }
}

impl TestExpr {
    /// The test for given parameters.
    pub(crate) fn test(&self, values: &[(String, i64)]) -> Result<RegionTest, ExprError> {
        let number = |expr: &Expr| expr.value(values).map(|v| v as i32);
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

/// [`Family::instances`] tries at most this many choices of parameters: enough for all those of two
/// parameters.
pub const INSTANCES: usize = 1 << 18;

/// The values of all names, and the pattern of their member.
type FittingMember = (Vec<(String, i64)>, Pattern);

impl Family {
    /// The parameters and the names given by `let`, with their values.
    ///
    /// # Errors
    /// If their number is another, one is out of its range, or a name cannot be computed.
    pub fn values(&self, parameters: &[i64]) -> Result<Vec<(String, i64)>, FamilyError> {
        if parameters.len() != self.parameters.len()
            || !self.parameters.iter().zip(parameters).all(|(p, &v)| p.contains(v))
        {
            return Err(FamilyError::Parameters);
        }
        let mut values: Vec<(String, i64)> =
            self.parameters.iter().zip(parameters).map(|(p, &v)| (p.name.clone(), v)).collect();
        for (name, expr) in &self.lets {
            let value = expr.value(&values)?;
            values.push((name.clone(), value));
        }
        Ok(values)
    }

    /// The pattern all claims share for given parameters.
    ///
    /// # Errors
    /// If the shapes are impossible for them.
    pub fn pattern(&self, parameters: &[i64]) -> Result<Pattern, FamilyError> {
        pattern(&self.pattern, &self.values(parameters)?)
    }

    /// The number of the case that applies for given parameters.
    ///
    /// # Errors
    /// If none applies, or two do; and those of [`Family::values`].
    pub fn case(&self, parameters: &[i64]) -> Result<usize, FamilyError> {
        self.case_of(&self.values(parameters)?)
    }

    fn case_of(&self, values: &ParameterValues) -> Result<usize, FamilyError> {
        let mut found = None;
        for (i, case) in self.cases.iter().enumerate() {
            if case.when.holds(values)? {
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
    ///
    /// # Errors
    /// Those of [`Family::pattern`] and [`Family::case`].
    pub fn expand(&self, parameters: &[i64]) -> Result<Vec<Rule>, FamilyError> {
        let values = self.values(parameters)?;
        self.member(&values, &pattern(&self.pattern, &values)?)
    }

    /// The rules of all parameters that fit on a board.
    pub(crate) fn members(&self, board: &Board) -> Result<Vec<Rule>, FamilyError> {
        let mut rules = Vec::new();
        for (values, pattern) in self.fitting(board)? {
            rules.extend(self.member(&values, &pattern)?);
        }
        Ok(rules)
    }

    /// The rules for given values of all names; `shared` is their pattern.
    pub(super) fn member(
        &self,
        values: &ParameterValues,
        shared: &Pattern,
    ) -> Result<Vec<Rule>, FamilyError> {
        let unless: Vec<Pattern> =
            self.unless.iter().map(|shapes| pattern(shapes, values)).collect::<Result<_, _>>()?;
        let case = &self.cases[self.case_of(values)?];
        let given: Vec<String> = self
            .parameters
            .iter()
            .zip(values)
            .map(|(p, (_, v))| format!("{}={v}", p.name))
            .collect();
        let given = given.join(" ");
        let mut rules = Vec::new();
        for claim in &case.claims {
            let tests = claim.tests.iter().map(|(at, test)| Ok((*at, test.test(values)?)));
            let tests: Vec<(usize, RegionTest)> = tests.collect::<Result<_, ExprError>>()?;
            let placements = claim.placements.unwrap_or(self.head.placements);
            let mut pattern = shared.clone();
            for (segment, test) in tests {
                pattern.segments[segment].tests.push(test);
            }
            let name = format!("{} [{given}] {}", self.head.name, claim.name);
            let head = Head { name, placements, ..self.head.clone() };
            let rule = Rule::with_picture(head, pattern, claim.forbids.clone());
            rules.push(Rule { unless: unless.clone(), ..rule });
        }
        Ok(rules)
    }

    /// All parameters whose pattern can match on a board, in ascending order: the pattern has a
    /// width and a height that fit, in some placement. Only parameters up to the longer side + 1
    /// are tried, and none above 500: larger ones are left out, fit or not.
    ///
    /// # Errors
    /// If there are more than [`INSTANCES`] choices to try; and those of [`Family::pattern`].
    pub fn instances(&self, board: &Board) -> Result<Vec<Vec<i64>>, FamilyError> {
        let parameters = |values: &ParameterValues| {
            values[..self.parameters.len()].iter().map(|&(_, value)| value).collect()
        };
        Ok(self.fitting(board)?.iter().map(|(values, _)| parameters(values)).collect())
    }

    /// The same, with all names.
    fn fitting(&self, board: &Board) -> Result<Vec<FittingMember>, FamilyError> {
        let limit = member_limit(board);
        self.require_choices(limit)?;
        let mut instances = Vec::new();
        for parameters in self.all_parameters(|_| limit) {
            let values = self.values(&parameters)?;
            let pattern = pattern(&self.pattern, &values)?;
            if fits(&pattern, board) {
                instances.push((values, pattern));
            }
        }
        Ok(instances)
    }

    /// How many choices there are up to a limit, at most [`INSTANCES`].
    pub(super) fn require_choices(&self, limit: i64) -> Result<usize, FamilyError> {
        match self.choices(|_| limit) {
            choices if choices > INSTANCES => Err(FamilyError::TooManyChoices(INSTANCES)),
            choices => Ok(choices),
        }
    }

    /// How many choices [`Family::all_parameters`] lists for the same limits.
    pub fn choices(&self, limit: impl Fn(&Parameter) -> i64) -> usize {
        self.parameters.iter().fold(1, |all: usize, p| {
            let choices = p.up_to(limit(p)) - p.from + 1;
            all.saturating_mul(usize::try_from(choices).unwrap_or(0))
        })
    }

    /// All parameters up to a limit for each, in ascending order. Their number grows exponentially
    /// with the number of parameters; [`Family::choices`] computes it beforehand.
    pub fn all_parameters(&self, limit: impl Fn(&Parameter) -> i64) -> Vec<Vec<i64>> {
        self.parameters.iter().fold(vec![Vec::new()], |all, p| {
            let values = p.from..=p.up_to(limit(p));
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

/// The largest parameter of [`Family::instances`] on a board.
pub(super) fn member_limit(board: &Board) -> i64 {
    i64::from(board.width().max(board.height())).min(499) + 1
}

/// Whether the cells of a pattern that must be free fit on a board in some placement.
fn fits(pattern: &Pattern, board: &Board) -> bool {
    let free = |test: &CellTest| matches!(test, CellTest::Free | CellTest::FreeNotEnd);
    let cells = pattern
        .cells
        .iter()
        .filter(|(_, test)| free(test))
        .map(|(cell, _)| cell)
        .chain(pattern.segments.iter().flat_map(|s| &s.cells))
        .chain(pattern.forced_lines.iter().flatten());
    let extent = |along: fn(&Offset) -> i16| {
        let bounds = cells.clone().map(along);
        let (low, high) = bounds.fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
        low.abs_diff(high) + 1
    };
    let (across, down) = (extent(|c| c.right), extent(|c| c.down));
    let (width, height) = (board.width(), board.height());
    (across <= width && down <= height) || (across <= height && down <= width)
}

/// The pattern of shapes for given values. A cell may have the same condition twice; "free"
/// together with "free, not the end" is the latter.
pub(crate) fn pattern(shapes: &[Shape], values: &[(String, i64)]) -> Result<Pattern, FamilyError> {
    let mut cells: BTreeMap<Offset, CellTest> = BTreeMap::new();
    let mut segments = Vec::new();
    let mut named = 0;
    for shape in shapes {
        if !shape.applies(values)? {
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
        match &shape.kind {
            ShapeKind::Cells(test) => {
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
            ShapeKind::Segment { side, extent, tests } => {
                let fault = |fault| FamilyError::Segment(segments.len(), fault);
                let cells = in_order(path).map_err(fault)?;
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

/// The cells of a path as [`Segment::in_order`] has them.
fn in_order(mut path: Vec<Offset>) -> Result<Vec<Offset>, SegmentError> {
    let ends = [path[0], path[path.len() - 1]];
    if usize::from(ends[0].distance(ends[1])) == path.len() - 1 {
        let [first, last] = ends.map(|end| (end.distance(Offset::LIVE_END), end));
        if last < first {
            path.reverse();
        }
        return Ok(path);
    }
    let cells: BTreeSet<Offset> = path.iter().copied().collect();
    if cells.len() == path.len() { Segment::in_order(&cells) } else { Err(SegmentError::TurnsBack) }
}
