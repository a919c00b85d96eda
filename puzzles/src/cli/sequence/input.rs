//! Sizes, sequences and lists of mazes that a user gave, and files that are written.

use std::path::Path;

use deadmove_core::board::Move;
use deadmove_puzzles::sequences::maze::{GridMoves, MAX_FIELDS, Maze, parse_mazes};
use deadmove_puzzles::sequences::moves::parse_sequence;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;
use deadmove_core::formats::MAX_FILE_BYTES;

/// Reads a size, columns x rows.
pub fn size(text: &str) -> Result<GridMoves, InputError> {
    let number = |text: &str| text.parse::<usize>().ok();
    let sides = text.split_once(['x', '×']);
    let grid = sides.and_then(|(width, height)| GridMoves::new(number(width)?, number(height)?));
    grid.ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        InputError::new(ErrorKind::BadSize, format!("`{}` is no size", shown.escape_default()))
            .expected(format!("columns x rows, 1 to {MAX_FIELDS} fields, for example 5x5"))
    })
}

/// Reads a sequence that was given on the command line, or in a file (`-` is standard input).
pub fn sequence(given: Option<&str>, file: Option<&Path>) -> Result<Vec<Move>, InputError> {
    let text = match (given, file) {
        (Some(text), _) => text.to_owned(),
        (None, Some(file)) => read(file)?,
        (None, None) => {
            return Err(InputError::new(ErrorKind::NoSequence, "there is no sequence")
                .expected("the letters u, d, l, r, or --from with a file"));
        }
    };
    parse_sequence(&text)
        .map_err(|fault| file.into_iter().fold(fault, |fault, file| fault.in_file(file)))
}

/// Reads a file of mazes.
pub fn mazes(file: &Path) -> Result<(GridMoves, Vec<(usize, Maze)>), InputError> {
    parse_mazes(&read(file)?).map_err(|fault| fault.in_file(file))
}

fn read(file: &Path) -> Result<String, InputError> {
    if file == Path::new("-") {
        let bytes = files::read_stream(std::io::stdin(), file, MAX_FILE_BYTES)?;
        return files::text(bytes, file);
    }
    files::read_text_at_most(file, MAX_FILE_BYTES)
}
