//! `deadmove explain`: which rules match a position, what they forbid, and whether that is true.

use std::io::Write;
use std::path::PathBuf;

use super::args::{CHOOSE_BY_NAME, EngineArgs, PositionArgs, read_one};
use super::output::{Failure, OrInternal, stdout};
use super::rule_files::RuleArgs;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_engine::judge;
use deadmove_report::explain;
use deadmove_rules::model::Rule;
use deadmove_verify::explain::{MoveStatus, explain};

/// Say which rules match a position, and whether they are right.
///
/// Each legal move is judged; the rules that forbid it are laid over the board. Exit code 1 if a
/// rule forbids a live move (it is unsound), or if no rule forbids a dead move of a live position
/// (the set is incomplete).
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// A case file or path file, or JSON lines with --name.
    #[arg(long = "position", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Explain the position after the first K moves of the path.
    #[arg(long, value_name = "K")]
    at: Option<usize>,
    /// Which position to explain, if the file has several.
    #[arg(long, value_name = "NAME", requires = "file")]
    name: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (file, name) = (args.file.as_ref(), args.name.as_deref());
    let input = read_one(file, name, &args.position, CHOOSE_BY_NAME)?;
    let length = input.position.path().len();
    let position = match args.at {
        None => input.position,
        Some(at) if at <= length => input.position.prefix(at),
        Some(at) => {
            return Err(InputError::new(
                "path-too-short",
                format!("--at {at} lies beyond the path, which has {length} moves"),
            )
            .into());
        }
    };
    let (loaded, read) = args.rules.load_readable()?;
    let claims = loaded.rules_for(position.board())?;
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    let judgement =
        judge::judge(&position, args.engine.engine(), &args.engine.limits()).or_internal()?;
    let explanation = explain(&position, judgement, &rules);
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", explain::json(&input.name, &position, &explanation, &rules))?;
    } else {
        write!(out, "{}", explain::text(&input.name, &position, &explanation, &rules, true))?;
    }
    out.flush()?;
    let code = explanation.statuses().fold(ExitCode::Holds, |code, (_, _, finding)| {
        code.combine(match finding {
            MoveStatus::Forbidden | MoveStatus::Allowed | MoveStatus::TooLate => ExitCode::Holds,
            MoveStatus::OverForbidden | MoveStatus::Uncovered => ExitCode::Refuted,
            MoveStatus::Unknown => ExitCode::Unknown,
        })
    });
    Ok(code.combine(read))
}
