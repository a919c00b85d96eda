//! Arguments that several commands share: positions on the command line, engines and limits.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::choices::{ENGINES, one_of};
use deadmove_core::board::{Board, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::formats::{self, Input, Item};
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::Engine;
pub use deadmove_terminal::seconds;

/// A position given on the command line, or the board for path files that give no size.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Position")]
pub struct PositionArgs {
    /// Board size, columns x rows, for example 9x9. With files: the size of path files that give
    /// none.
    #[arg(long, value_name = "WxH")]
    pub board: Option<String>,
    /// The steps drawn so far, as the letters U D L R, in either case. Default: none.
    #[arg(long, value_name = "MOVES", requires = "board")]
    pub path: Option<String>,
    /// Start cell, column,row from 1. Default: upper-left corner.
    #[arg(long, value_name = "C,R", requires = "board")]
    pub start: Option<String>,
    /// End cell, column,row from 1. Default: lower-right corner.
    #[arg(long, value_name = "C,R", requires = "board")]
    pub end: Option<String>,
    /// A cell the line may not enter; may be repeated.
    #[arg(long, value_name = "C,R", requires = "board")]
    pub blocked: Vec<String>,
}

impl PositionArgs {
    /// The board, if one is given.
    pub fn board(&self) -> Result<Option<Arc<Board>>, InputError> {
        let Some(size) = &self.board else { return Ok(None) };
        let in_option = |option: &'static str| move |error: InputError| error.in_option(option);
        let open = formats::parse_board(size).map_err(in_option("--board"))?;
        let cell = |text: &Option<String>, option| {
            text.as_deref().map(formats::parse_cell).transpose().map_err(in_option(option))
        };
        let start = cell(&self.start, "--start")?;
        let end = cell(&self.end, "--end")?;
        let blocked = self
            .blocked
            .iter()
            .map(|text| formats::parse_cell(text).map_err(in_option("--blocked")))
            .collect::<Result<Vec<_>, _>>()?;
        Board::new(open.width().into(), open.height().into(), start, end, &blocked)
            .map(|board| Some(Arc::new(board)))
            .map_err(InputError::from)
    }

    /// The position of `--board` and `--path`, named after the path.
    pub fn position(&self) -> Result<Option<Input>, InputError> {
        let Some(board) = self.board()? else { return Ok(None) };
        let path = self.path.as_deref().unwrap_or("");
        let position =
            formats::parse_position(board, path).map_err(|error| error.in_option("--path"))?;
        Ok(Some(Input::new(letters(position.path()), position)))
    }
}

/// Reads files and directories; without any, the position of the command line. `expected`
/// describes the input of the command. The flag is set if a single position was given.
pub fn read(
    files: &[PathBuf],
    position: &PositionArgs,
    expected: &str,
) -> Result<(Vec<Item>, bool), InputError> {
    if files.is_empty() {
        let input = position.position()?.ok_or_else(|| {
            InputError::new(ErrorKind::NoPosition, "no position was given").expected(expected)
        })?;
        return Ok((vec![Item { name: input.name.clone(), input: Ok(input) }], true));
    }
    if position.path.is_some() {
        return Err(InputError::new(
            ErrorKind::PathAndFiles,
            "--path gives a position and cannot be combined with files",
        ));
    }
    let fallback = position.board()?;
    let mut items = Vec::new();
    for file in files {
        match formats::load_each(file, fallback.as_ref()) {
            Ok(found) => items.extend(found),
            // If one of several files is missing, the others are judged all the same.
            Err(error) if files.len() > 1 => {
                items.push(Item { name: file.shown(), input: Err(error) });
            }
            Err(error) => return Err(error),
        }
    }
    let single = items.len() == 1 && files.iter().all(|file| !file.is_dir());
    Ok((items, single))
}

/// How to choose a position from a file with several, for commands that have `--name`.
pub const CHOOSE_BY_NAME: &str = "--name NAME, a name that only one position has";

/// Reads the one position a command takes: the only one of a file, the one called `name`, or that
/// of the command line. `choose` is the advice for a file with several.
pub fn read_one(
    files: &[PathBuf],
    name: Option<&str>,
    position: &PositionArgs,
    choose: &str,
) -> Result<Input, InputError> {
    let (mut items, _) = read(files, position, "a file, or --board with --path")?;
    let fault = |kind, message: String| {
        let error = InputError::new(kind, message);
        files.iter().fold(error, |error, file| error.in_file(file))
    };
    if let Some(name) = name {
        items.retain(|item| item.name == name);
        if items.is_empty() {
            return Err(fault(
                ErrorKind::NoSuchPosition,
                format!("no position is called '{name}'"),
            ));
        }
    }
    let count = items.len();
    match <[_; 1]>::try_from(items) {
        Ok([item]) => item.input,
        Err(_) => Err(fault(
            ErrorKind::SeveralPositions,
            format!("the input has {count} positions; this command takes one"),
        )
        .expected(choose)),
    }
}

/// The position after the first moves of the path only, if `--at` asks for that. What a file
/// expects and demands is about the whole path.
pub fn prefix(input: Input, at: Option<usize>) -> Result<Input, InputError> {
    let length = input.position.path().len();
    match at {
        None => Ok(input),
        Some(at) if at == length => Ok(input),
        Some(at) if at < length => {
            let position = input.position.prefix(at);
            Ok(Input { position, source: None, expect: None, demands: Vec::new(), ..input })
        }
        Some(at) => Err(InputError::new(
            ErrorKind::PathTooShort,
            format!("--at {at} lies beyond the path, which has {length} moves"),
        )),
    }
}

/// The engine and its limits.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The engine that decides; `both` compares two that share no code.
    #[arg(long, value_parser = one_of(ENGINES), default_value = "sat")]
    pub engine: Engine,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Conflicts the SAT solver may meet per position; the verdict is then unknown.
    #[arg(long, value_name = "N")]
    pub max_conflicts: Option<u64>,
}

impl EngineArgs {
    /// The limits per position.
    pub fn limits(&self) -> Limits {
        Limits { max_conflicts: self.max_conflicts, ..self.limits.limits() }
    }
}

/// Limits for every engine.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Seconds to spend per position, fractions allowed; the verdict is then unknown.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Memory the frontier engine may use per position, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub frontier_memory: usize,
}

impl LimitArgs {
    /// The limits per position.
    pub fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            max_conflicts: None,
            memory: self.frontier_memory.saturating_mul(1 << 20),
        }
    }
}
