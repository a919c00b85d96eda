//! The files that positions are read from.

use std::path::PathBuf;

use deadmove::core::error::{ErrorKind, InputError};
use deadmove::core::formats;
use pyo3::prelude::*;

use crate::position::PyPosition;
use crate::read;
use crate::work;

/// The one position of a file: a case file, a path file, or JSON lines.
///
/// Raises InputError if the file cannot be read, or has several positions.
#[pyfunction]
pub fn load(py: Python<'_>, file: PathBuf) -> PyResult<PyPosition> {
    let file = read::path(file);
    work::short(py, || {
        let mut inputs = formats::load(&file)?;
        match inputs.len() {
            1 => Ok(PyPosition::of_input(inputs.remove(0))),
            several => {
                let message = format!("there are {several} positions here");
                let error = InputError::new(ErrorKind::SeveralPositions, message);
                Err(error.expected("one; load_all reads several").in_file(&file).into())
            }
        }
    })
}

/// All positions of a file, or of a folder with its folders, in the order of the file names.
///
/// Raises InputError at the first that cannot be read.
#[pyfunction]
pub fn load_all(py: Python<'_>, path: PathBuf) -> PyResult<Vec<PyPosition>> {
    let path = read::path(path);
    let inputs = work::short(py, || Ok(formats::load(&path)?))?;
    Ok(inputs.into_iter().map(PyPosition::of_input).collect())
}
