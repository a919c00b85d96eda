//! Positions from texts that people paste, and as texts that people save.

use std::sync::Arc;

use deadmove_core::board::{Board, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::{self, Case, Expectation};
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::json::BoardObject;
use serde::{Deserialize, Serialize};

use crate::Unanswered;

/// The forms in which a position can be saved.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Form {
    /// A case file, with the verdict it has now as what is expected.
    Case,
    /// A path file.
    PathFile,
}

/// The answer to `read`: a position.
#[derive(Debug, Serialize)]
pub(crate) struct Read {
    board: BoardObject,
    path: String,
}

/// The answer to `write`: a text.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    text: String,
}

/// Reads what somebody pasted. Letters alone are a path on `board`, as are path files without a
/// size.
pub(crate) fn read(text: &str, board: &Arc<Board>) -> Result<Read, InputError> {
    let bare = |letter: char| letter.is_whitespace() || "UDLRudlr".contains(letter);
    let position = match !text.trim().is_empty() && text.chars().all(bare) {
        true => formats::parse_position(Arc::clone(board), text)?,
        false => formats::parse_text(text, Some(board))?.position,
    };
    Ok(Read { board: BoardObject::of(position.board()), path: letters(position.path()) })
}

/// Writes a position.
pub(crate) fn write(
    position: &Position,
    form: Form,
    limits: &Limits,
) -> Result<Written, Unanswered> {
    let text = match form {
        Form::PathFile => formats::write_trace(position).ok_or_else(|| {
            InputError::new(ErrorKind::NotAPathFile, "a path file cannot say this board")
                .expected("a square board from corner to corner, without blocked cells")
        })?,
        Form::Case => {
            let judgement = judge(position, Engine::Sat, limits)?;
            let verdict = judgement.answer.verdict();
            let expect = (verdict != Verdict::Unknown).then(|| Expectation::of(verdict));
            formats::write_case(&Case::new(String::new(), position.clone(), expect))
        }
    };
    Ok(Written { text })
}
