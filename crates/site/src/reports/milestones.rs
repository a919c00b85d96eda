//! Replays what `milestones --json` printed.

use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::formats::parse_path;
use deadmove_core::position::Position;
use deadmove_report::milestones::MilestonesReport;

/// Checks that the stuck lines can be drawn.
pub fn verify(report: &MilestonesReport) -> Result<(), InputError> {
    let fault = |completed: u64, what: String| {
        let message = format!("the place after {completed} lines does not hold: {what}");
        InputError::new("bad-report", message)
            .expected("what `deadmove lab milestones --json` printed")
    };
    for milestone in &report.milestones {
        let Some(stuck) = &milestone.stuck else { continue };
        let fault = |what: String| fault(milestone.completed, what);
        let moves = parse_path(&stuck.path).map_err(|error| fault(error.message))?;
        let board = Board::corner_to_corner(report.size, report.size)
            .map_err(|error| fault(error.to_string()))?;
        Position::from_path(board.into(), &moves).map_err(|error| fault(error.to_string()))?;
    }
    Ok(())
}
