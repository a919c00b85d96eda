//! `deadmove lab compare-views`: how far two positions look the same to rules.

use std::path::PathBuf;

use crate::cli::args::{self, PositionArgs};
use crate::cli::conclusion::Conclusion;
use crate::cli::output::Failure;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::Input;
use deadmove_core::verdict::ExitCode;
use deadmove_hunt::views::{ViewComparison, compare};
use deadmove_report::hunt::{views_json, views_text};

/// Find the largest reach within which two positions look the same to rules.
///
/// A rule of reach R names no cell more than R columns or rows from the live end: it tests none,
/// has none in a segment, and none is the end of a forced line. What such conditions see is
/// compared, near cells first, and the first condition that holds in one position only is drawn.
/// The regions that segments cut off, their parity and surplus, and forced lines are those of the
/// whole board. Exit code 3 means that some segments were left out, so that the reach is a bound.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Two positions: case files, path files, or JSON lines with both.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compare every segment within a reach as long as they are no more than this; beyond, every
    /// straight one, and samples of those that turn.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    segments: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let nothing = PositionArgs::default();
    let (items, _) = args::read(&args.files, &nothing, "two positions")?;
    let inputs = items.into_iter().map(|item| item.input).collect::<Result<Vec<Input>, _>>()?;
    let two = <[Input; 2]>::try_from(inputs).map_err(|inputs| {
        let message = format!("the input has {} positions", inputs.len());
        let error = InputError::new(ErrorKind::SeveralPositions, message);
        error.expected("two positions, of one file or of two")
    })?;
    let positions = two.each_ref().map(|input| &input.position);
    let names = two.each_ref().map(|input| input.name.as_str());
    let compared = compare(positions, args.segments);
    let ViewComparison { same, not_found, difference } = &compared;
    let all = same == not_found;
    let answer = match (difference, all) {
        (None, true) => "no rule tells them apart".to_owned(),
        (Some(_), true) => format!("they look the same within reach {same}, and not farther"),
        (_, false) => {
            format!(
                "they look the same within reach {same}, and nothing was found within {not_found}"
            )
        }
    };
    let code = if all { ExitCode::Holds } else { ExitCode::Unknown };
    let end = Conclusion::new(answer).because("of the segments that turn, some were compared");
    let json = args.json.then(|| views_json(names, &compared));
    end.report(json, || views_text(names, positions, &compared, true), code)
}
