//! What deadmove reads: case files, path files, JSON lines, and the board and path of a command
//! line.
//!
//! Every reader ends in a [`Position`], drawn step by step on its board, or in an
//! [`InputError`] that points at the fault. Files are told apart by content, never by extension.

mod batch;
mod board;
mod case;
mod case_demands;
mod case_expect;
mod expectation;
mod files;
mod other;
mod path;
mod recorded;
mod span;
mod trace;

use std::path::PathBuf;

pub use batch::{Batch, read as read_batch};
pub use board::{parse_board, parse_cell};
pub use case::{Case, add_expectation, line_of_key, parse as parse_case, write as write_case};
pub use expectation::{Demand, Expectation, REASON_KINDS, reason_kind};
pub use files::{each, format_name, load, load_each, open, parse_text};
pub use path::{parse_path, parse_position};
pub use recorded::RecordedOptions;
pub use trace::{Trace, parse as parse_trace, write as write_trace};

use crate::board::Move;
use crate::error::InputError;
use crate::position::Position;

/// The largest file that holds a single position, and the longest line of a batch, in bytes. The
/// largest board fits in a hundredth of it.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// A position that was read, and what its source says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What to call it: the name in a batch, else the file name without its extension, with the
    /// folders below the directory that was asked for.
    pub name: String,
    /// The file it stands in.
    pub source: Option<PathBuf>,
    /// The line of that file at which it begins, from 1.
    pub line: usize,
    /// The board and the path.
    pub position: Position,
    /// The verdict a case file expects.
    pub expect: Option<Expectation>,
    /// What a case file demands of the rules under test, in the order U D L R.
    pub demands: Vec<(Move, Demand)>,
    /// What the program that drew the path allowed, by the file.
    pub options: Option<RecordedOptions>,
}

impl Input {
    /// A position of which nothing else is said.
    pub fn new(name: String, position: Position) -> Input {
        Input {
            name,
            source: None,
            line: 1,
            position,
            expect: None,
            demands: Vec::new(),
            options: None,
        }
    }
}

/// One input of several, read or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name of the input, or the best that can be said when it could not be read.
    pub name: String,
    /// The input, or why there is none.
    pub input: Result<Input, InputError>,
}

/// `bytes` without the byte order mark that some editors put in front.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}
