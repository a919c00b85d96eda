//! Why a family cannot be expanded for a choice of parameters.

use std::fmt;

use super::expand::CELLS;
use crate::expr::ExprError;
use crate::geometry::Offset;
use crate::model::SegmentError;

/// Why a family cannot be expanded for given parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyError {
    /// Not one value for each parameter, or a value out of its range.
    Parameters,
    /// An expression without a value.
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
    /// The cells of a segment (by number) do not form a segment, or do not have the given side.
    Segment(usize, SegmentError),
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
            FamilyError::Segment(_, SegmentError::NotAPath) => {
                write!(f, "the cells of a segment are not one path")
            }
            FamilyError::Segment(_, SegmentError::TurnsBack) => write!(f, "a segment turns back"),
            FamilyError::Segment(_, SegmentError::Side) => {
                write!(f, "the side does not tell the two sides of the segment apart")
            }
        }
    }
}

impl FamilyError {
    /// What is expected instead.
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
            FamilyError::Segment(_, SegmentError::Side) => "a side that fits for every parameter",
            FamilyError::Segment(..) => {
                "neighbouring cells, one after the other, in at most two directions"
            }
        }
    }
}

impl std::error::Error for FamilyError {}
