//! Programs in place of rules: each is asked which moves it allows in live positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use deadmove::core::board::Board;
use deadmove::core::error::{ErrorKind, InputError};
use deadmove::verify::check_program::{AskedProgram, ProgramCheck, check, check_lines};
use deadmove::verify::chunks::ChunkRun;
use deadmove::verify::live_set::MAX_LIVE_SET_SIDE;
use deadmove_program::file::{ENDING, Program};
use deadmove_program::process::AskError;
use pyo3::prelude::*;

use crate::answers::PyAnswerCheck;
use crate::errors::BindingError;
use crate::live_sets;
use crate::read::{self, Seconds, SizeUse, WholeNumber};
use crate::work;

/// Asks a program which moves it allows, in every live position of a standard board up to 9×9; on
/// larger boards, in the positions of random lines.
///
/// `command` is run without a shell, or names a file NAME.program. The program reads questions and
/// prints answers, a line each; docs/reference/programs.md has the protocol. `timeout` is in
/// seconds for each answer. `drawings` of each position are asked about. `lines` and `seed` are for
/// boards above 9×9.
///
/// Raises InputError if the program does not start, or gives no answer at all.
#[pyfunction]
#[pyo3(signature = (
    command, size, *, timeout=None, drawings=1, lines=100,
    seed=1, cache=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn check_program(
    py: Python<'_>,
    command: PathBuf,
    size: WholeNumber,
    timeout: Option<Seconds>,
    #[pyo3(from_py_with = read::whole)] drawings: u64,
    #[pyo3(from_py_with = read::whole)] lines: u64,
    #[pyo3(from_py_with = read::whole)] seed: u64,
    cache: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyAnswerCheck> {
    let side = read::standard_side(size, SizeUse::Lines)?;
    let listed = side <= MAX_LIVE_SET_SIDE;
    if drawings == 0 || drawings > 1 && !listed {
        let message = format!("drawings={} on {side}×{side}", drawings);
        let error = InputError::new(ErrorKind::NoList, message)
            .expected("one drawing of each position, or more up to 9×9");
        return Err(BindingError::from(error).into());
    }
    let mut program = program(command)?;
    if let Some(Seconds(timeout)) = timeout {
        program.timeout = timeout;
    }
    work::long(py, (progress, &format!("asking {}", program.name)), |work| {
        let processes = thread::available_parallelism().map_or(1, usize::from);
        let drawings = WholeNumber(drawings).size();
        let asked = AskedProgram { program: &program, guard: None, processes, drawings };
        let advance = |total, more| work.advance(total, more);
        let run = ChunkRun::whole(&work.stop, &advance);
        let board = Arc::new(Board::corner_to_corner(side, side)?);
        let ProgramCheck { chunks, answers, ended } = if listed {
            let live_set = live_sets::open(side, cache, work)?;
            work.begin(0);
            check(&live_set, asked, &run, &|_, _| {})
        } else {
            let lines = (lines.min(1_000_000), seed);
            check_lines(&board, lines, asked, &run, &|_, _| {})?
        };
        let answered = answers.counts.faults.values().sum::<u64>() < answers.counts.questions;
        let ended = match ended {
            Some(AskError::DoesNotStart(error)) => return Err(error.into()),
            Some(error @ AskError::GivenUp(_)) if !answered => {
                return Err(InputError::from(error).into());
            }
            ended => ended.map(|error| error.to_string()),
        };
        PyAnswerCheck::of(board, program.name.clone(), (chunks.complete(), ended), answers)
    })
}

/// The program of a file, or of a command.
fn program(command: PathBuf) -> Result<Program, BindingError> {
    if command.extension().is_some_and(|end| end == ENDING) {
        return Ok(Program::read(&command)?);
    }
    match command.to_str() {
        Some(command) => Ok(Program::of_command(command)?),
        None => {
            let error = InputError::new(ErrorKind::BadCommand, "the command is not UTF-8 text");
            Err(error.into())
        }
    }
}
