//! Why a family cannot be expanded for a choice of parameters.

use super::expand::CELLS;
use crate::expr::ExprError;
use crate::geometry::Offset;
use crate::model::SegmentError;

/// Why a family cannot be expanded for given parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// Not one value for each parameter, or a value out of its range.
    #[error("a parameter is missing or out of range")]
    Parameters,
    /// An expression without a value.
    #[error(transparent)]
    Expr(#[from] ExprError),
    /// No case applies.
    #[error("no case applies")]
    NoCase,
    /// More than one case applies: their numbers.
    #[error("two cases apply")]
    TwoCases(usize, usize),
    /// A negative number of steps.
    #[error("a path has {0} steps")]
    NegativeSteps(i64),
    /// Two different conditions on one cell.
    #[error("two different conditions on the cell {0}")]
    Conflict(Offset),
    /// A condition on the live end's own cell.
    #[error("a condition on the live end's own cell")]
    OnLiveEnd,
    /// More cells than a pattern may have.
    #[error("the pattern has more than {} cells", CELLS)]
    TooManyCells,
    /// More choices of parameters than this fall within the limits of a board.
    #[error("the parameters have more than {0} choices on this board")]
    TooManyChoices(usize),
    /// The cells of a segment (by number) do not form a segment, or do not have the given side.
    #[error("{1}")]
    Segment(usize, SegmentError),
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
