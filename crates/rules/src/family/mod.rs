//! Families: rules with parameters, whose geometry and limits are expressions.
//!
//! A family states one rule for every distance. [`Family::expand`] turns it into plain rules, one
//! for each claim, so that each claim can be judged on its own. The data types are here; `expand`
//! computes the plain rules, `at` finds those for a position, `error` says why there may be none.

mod at;
mod error;
mod expand;

pub use error::FamilyError;
pub use expand::INSTANCES;
pub(super) use expand::pattern;

use super::expr::{Comparison, Condition, Expr};
use super::geometry::Placements;
use super::model::{CellTest, Extent, Forbidden, Head, Side};
use deadmove_core::board::Move;

/// A family of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Name, family, sizes, placements, source, remarks.
    pub head: Head,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Names for expressions, each in terms of the parameters and the names before it.
    pub lets: Vec<(String, Expr)>,
    /// The pattern of every claim, before the claim's own conditions.
    pub pattern: Vec<Shape>,
    /// Exceptions of every claim.
    pub unless: Vec<Vec<Shape>>,
    /// The claims by case; for all parameters exactly one case applies.
    pub cases: Vec<FamilyCase>,
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

/// Cells along a path, and the condition on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The condition.
    pub kind: ShapeKind,
    /// The cells.
    pub path: Path,
    /// The condition applies only for parameters that meet this.
    pub when: Option<Condition>,
}

/// A condition on the cells of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// The same condition on each cell.
    Cells(CellTest),
    /// The cells form a segment. Segments are numbered in the order of the file.
    Segment {
        /// The directions in which the region lies.
        side: Side,
        /// Whether it may be empty.
        extent: Extent,
        /// Conditions on the region for all claims.
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
    /// The steps: a direction and its number of steps, or two directions and how often one step in
    /// each is taken in turn (a stair).
    pub steps: Vec<(Vec<Move>, Expr)>,
}

/// A region test whose numbers are expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestExpr {
    /// The number of cells is even.
    Even,
    /// The number of cells is odd.
    Odd,
    /// The surplus compares to an expression.
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
pub struct FamilyCase {
    /// For which parameters.
    pub when: Condition,
    /// The claims; none if nothing is forbidden in this case.
    pub claims: Vec<FamilyClaim>,
}

/// One claim: with this surplus these moves are forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyClaim {
    /// Its name, unique in its case.
    pub name: String,
    /// Conditions on segments, by number, in addition to those of the pattern.
    pub tests: Vec<(usize, TestExpr)>,
    /// What it forbids.
    pub forbids: Vec<Forbidden>,
    /// Its own placements, if they are not those of the family.
    pub placements: Option<Placements>,
}

impl Parameter {
    /// Whether `value` is in range.
    pub fn contains(&self, value: i64) -> bool {
        value >= self.from && self.to.is_none_or(|to| value <= to)
    }

    /// The largest value up to a limit.
    fn up_to(&self, limit: i64) -> i64 {
        self.to.unwrap_or(i64::MAX).min(limit)
    }
}
