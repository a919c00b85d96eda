//! The path files of the researcher's own program: `n|options-x,y;options-x,y;…`.
//!
//! Each item holds the directions that were allowed before the step (0 down, 1 right, 2 up, 3
//! left), a dash and the cell the step went to. The first item is the start cell. A last item with
//! options alone belongs to the live end and may be missing. Older files lack the size or the
//! options. Options are kept as data: they say what a program allowed, not what is live. Files of
//! 2023 end in a colon and what the program remembered, such as `:5,2,5,True`, which is kept as it
//! stands and not interpreted.

use std::ops::Range;
use std::sync::Arc;

use super::board::{board_fault, cell_at, number};
use super::path::{WrittenStep, draw};
use super::recorded::RecordedOptions;
use super::span::{fault, trim};
use crate::board::{Board, Cell, Move};
use crate::error::{ErrorKind, InputError};
use crate::position::Position;

/// What a path file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The board and the path.
    pub position: Position,
    /// What was allowed; `None` when the file has cells only.
    pub options: Option<RecordedOptions>,
}

/// The numbers of the directions.
const NUMBERS: [(&str, Move); 4] =
    [("0", Move::Down), ("1", Move::Right), ("2", Move::Up), ("3", Move::Left)];

const START_EXPECTED: &str = "items such as 0,1-2,1: options, a dash, column,row";

/// Whether a text is meant as a path file: it starts with a digit, or with the dash of an item that
/// has no options.
pub(super) fn is_trace(text: &str) -> bool {
    text.trim_start().starts_with(|first: char| first.is_ascii_digit() || first == '-')
}

/// Reads a path file. `fallback` is the board of a file that gives no size; a size in the file
/// wins.
///
/// # Errors
/// At the first place that is not as the format wants it.
pub fn parse(text: &str, fallback: Option<&Arc<Board>>) -> Result<Trace, InputError> {
    let whole = trim(text, 0..text.len());
    let (board, items) = match text[whole.clone()].find('|') {
        Some(bar) => {
            let size = trim(text, whole.start..whole.start + bar);
            (square(text, size)?, whole.start + bar + 1..whole.end)
        }
        None => (fallback.cloned().ok_or_else(|| size_missing(text, &whole))?, whole),
    };
    let (items, suffix) = without_suffix(text, items)?;
    let mut items = split(text, items);
    if items.last().is_some_and(|last| last.is_empty()) {
        items.pop();
    }
    let with_options = items.first().is_some_and(|first| text[first.clone()].contains('-'));
    let mut options = with_options.then(RecordedOptions::default);
    let mut steps = Vec::with_capacity(items.len());
    let mut reached: Option<(usize, usize)> = None;
    let count = items.len();
    for (number, item) in items.into_iter().enumerate() {
        let dash = text[item.clone()].find('-').map(|dash| item.start + dash);
        let cell = match (dash, &mut options) {
            (Some(dash), Some(recorded)) => {
                let allowed = directions(text, item.start..dash)?;
                if number > 0 {
                    recorded.record(number - 1, allowed);
                }
                trim(text, dash + 1..item.end)
            }
            (None, Some(recorded)) if number + 1 == count => {
                recorded.record(number - 1, directions(text, item)?);
                continue;
            }
            (None, Some(_)) => {
                return Err(fault(
                    ErrorKind::TraceItem,
                    format!("`{}` names no cell", &text[item.clone()]),
                    text,
                    item,
                )
                .expected(START_EXPECTED));
            }
            _ => item,
        };
        let next = cell_at(text, cell.clone())?;
        match reached {
            None => check_start(&board, next, text, cell)?,
            Some(from) => steps
                .push(WrittenStep { direction: towards(from, next, text, &cell)?, range: cell }),
        }
        reached = Some(next);
    }
    if reached.is_none() {
        return Err(fault(
            ErrorKind::TraceEmpty,
            "the path file has no cells",
            text,
            text.len()..text.len(),
        )
        .expected("the start cell first, as in 9|1-1,1"));
    }
    if let Some(recorded) = &mut options {
        recorded.stopped = recorded.after(steps.len()).is_none();
    }
    if let Some(suffix) = suffix {
        options.get_or_insert_default().suffix = Some(suffix.to_owned());
    }
    Ok(Trace { position: draw(board, &steps, text)?, options })
}

/// The items, and what follows them after a colon: numbers, `True` and `False`.
fn without_suffix(
    text: &str,
    range: Range<usize>,
) -> Result<(Range<usize>, Option<&str>), InputError> {
    let Some(colon) = text[range.clone()].find(':') else { return Ok((range, None)) };
    let colon = range.start + colon;
    let suffix = trim(text, colon + 1..range.end);
    let known = |word: &str| number(word).is_some() || matches!(word, "True" | "False");
    match text[suffix.clone()].split(',').all(|word| known(word.trim())) {
        true => Ok((range.start..colon, Some(&text[suffix]))),
        false => {
            Err(fault(ErrorKind::TraceItem, "what follows the colon is unknown", text, suffix)
                .expected("numbers, True and False, separated by commas, or no colon"))
        }
    }
}

/// The path file of a position: every legal move counts as allowed. `None` for boards that the
/// format cannot say: other than square and open, from corner to corner.
pub fn write(position: &Position) -> Option<String> {
    let board = position.board();
    let side = usize::from(board.width());
    if Board::corner_to_corner(side, side).as_ref() != Ok(board) {
        return None;
    }
    let start = position.prefix(0);
    // The first item says what was allowed before the line was there; programs write 1.
    let mut text = format!("{side}|1-{},{}", board.start().column, board.start().row);
    let mut drawn = start;
    for &direction in position.path() {
        let options = numbers(&drawn);
        drawn = drawn.after(direction);
        let Cell { column, row } = drawn.live_end();
        text.push_str(&format!(";{options}-{column},{row}"));
    }
    let options = numbers(&drawn);
    if !options.is_empty() {
        text.push_str(&format!(";{options}"));
    }
    Some(text + "\n")
}

/// The legal moves as numbers, separated by commas.
fn numbers(position: &Position) -> String {
    let number = |direction| NUMBERS.iter().find(|(_, known)| *known == direction);
    let numbers: Vec<&str> = position.legal_moves().filter_map(number).map(|(n, _)| *n).collect();
    numbers.join(",")
}

fn square(text: &str, range: Range<usize>) -> Result<Arc<Board>, InputError> {
    let side = number(&text[range.clone()]).ok_or_else(|| {
        fault(
            ErrorKind::BadBoard,
            format!("`{}` is no board size", &text[range.clone()]),
            text,
            range.clone(),
        )
        .expected("the number of cells on one side, for example 9|1-1,1;…")
    })?;
    Board::corner_to_corner(side, side)
        .map(Arc::new)
        .map_err(|error| board_fault(&error, text, range))
}

fn size_missing(text: &str, whole: &Range<usize>) -> InputError {
    fault(
        ErrorKind::SizeMissing,
        "the path file gives no board size",
        text,
        whole.start..whole.start,
    )
    .expected("the size before the first cell, as in 21|1-1,1;…, or a board given beside the file")
}

fn split(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut start = range.start;
    text[range]
        .split(';')
        .map(|item| {
            let found = trim(text, start..start + item.len());
            start += item.len() + 1;
            found
        })
        .collect()
}

fn directions(text: &str, range: Range<usize>) -> Result<Vec<Move>, InputError> {
    let range = trim(text, range);
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let mut start = range.start;
    let mut moves = Vec::new();
    for word in text[range].split(',') {
        let found = trim(text, start..start + word.len());
        start += word.len() + 1;
        let word = &text[found.clone()];
        let Some((_, direction)) = NUMBERS.iter().find(|(number, _)| *number == word) else {
            return Err(fault(
                ErrorKind::TraceOption,
                format!("`{word}` is no direction"),
                text,
                found,
            )
            .expected("0 (down), 1 (right), 2 (up) or 3 (left), separated by commas"));
        };
        moves.push(*direction);
    }
    Ok(moves)
}

fn check_start(
    board: &Board,
    first: (usize, usize),
    text: &str,
    range: Range<usize>,
) -> Result<(), InputError> {
    let Cell { column, row } = board.start();
    if first == (usize::from(column), usize::from(row)) {
        return Ok(());
    }
    let (x, y) = first;
    Err(fault(ErrorKind::PathStartsElsewhere, format!("the path starts at ({x},{y})"), text, range)
        .expected(format!("{column},{row}, the start of the board")))
}

/// The move from one cell to the next, which may lie just outside the board.
fn towards(
    from: (usize, usize),
    to: (usize, usize),
    text: &str,
    range: &Range<usize>,
) -> Result<Move, InputError> {
    let ((x, y), (column, row)) = (from, to);
    let step = |a: usize, b: usize| b as i128 - a as i128;
    match (step(x, column), step(y, row)) {
        (0, -1) => Ok(Move::Up),
        (0, 1) => Ok(Move::Down),
        (-1, 0) => Ok(Move::Left),
        (1, 0) => Ok(Move::Right),
        _ => {
            let message = format!("({column},{row}) is not next to ({x},{y})");
            Err(fault(ErrorKind::NotANeighbour, message, text, range.clone())
                .expected("a cell one step up, down, left or right"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::letters;

    #[test]
    fn keeps_the_options_of_every_step_and_of_the_live_end() {
        let trace = parse("5|1-1,1;0,1-1,2;0,1-2,2;0,3\r\n", None).unwrap();
        assert_eq!(letters(trace.position.path()), "DR");
        let options = trace.options.unwrap();
        assert_eq!(options.after(0), Some(&[Move::Down, Move::Right][..]));
        assert_eq!(options.after(1), Some(&[Move::Down, Move::Right][..]));
        assert_eq!(options.after(2), Some(&[Move::Down, Move::Left][..]));
        assert!(!options.stopped);
    }

    #[test]
    fn reads_what_it_writes() {
        let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
        for path in ["", "DDR", "RRRRDLLLLDRRRRDLLLLDRRRR"] {
            let path = crate::board::from_letters(path).unwrap();
            let position = Position::from_path(Arc::clone(&board), &path).unwrap();
            let text = write(&position).unwrap();
            let trace = parse(&text, None).unwrap();
            assert_eq!(trace.position, position, "{text}");
            let options = trace.options.unwrap();
            assert!((0..path.len()).all(|steps| options.after(steps).is_some()));
        }
        let wide = Arc::new(Board::corner_to_corner(5, 3).unwrap());
        assert_eq!(write(&Position::start(wide)), None);
    }

    #[test]
    fn reads_files_without_final_options_without_options_and_with_a_last_semicolon() {
        for text in
            ["5|1-1,1;0,1-2,1", "5|1,1;2,1", "5|1-1,1;0,1-2,1;", " 5 | 1-1,1 ;\n 0,1 - 2,1 "]
        {
            let trace = parse(text, None).unwrap();
            assert_eq!(letters(trace.position.path()), "R", "{text}");
            let options = trace.options;
            let stopped =
                options.is_none_or(|options| options.after(1).is_none() && options.stopped);
            assert!(stopped, "{text}");
        }
    }

    #[test]
    fn reads_an_item_whose_options_are_empty() {
        let trace = parse("3|-1,1;-2,1;", None).unwrap();
        assert_eq!(trace.options.unwrap().after(0), Some(&[][..]));
    }

    #[test]
    fn takes_the_given_board_only_when_the_file_has_no_size() {
        let seven = Arc::new(Board::corner_to_corner(7, 7).unwrap());
        assert_eq!(parse("1,1;2,1", Some(&seven)).unwrap().position.board().width(), 7);
        assert_eq!(parse("5|1,1;2,1", Some(&seven)).unwrap().position.board().width(), 5);
        assert_eq!(parse("1,1;2,1", None).unwrap_err().kind, "size-missing");
    }

    #[test]
    fn points_at_the_item_that_is_wrong() {
        for (text, kind, column) in [
            ("x|1-1,1", "bad-board", 1),
            ("0|1-1,1", "board-empty", 1),
            ("999|1-1,1", "board-too-large", 1),
            ("9|", "trace-empty", 3),
            ("9|1-2,1", "path-starts-elsewhere", 5),
            ("9|1-1,1;1-3,1", "not-a-neighbour", 11),
            ("9|1-1,1;1-0,1", "path-leaves-board", 11),
            ("9|1-1,1;1-2,1;3-1,1", "path-crosses-itself", 17),
            ("9|1-1,1;4-2,1", "trace-option", 9),
            ("9|1-1,1;1-2", "bad-cell", 11),
            ("9|1-1,1;;1-2,1", "trace-item", 9),
            ("9|1-1,1;0;1-2,1", "trace-item", 9),
            ("9|1-1,1;1-99999999999999999999,1", "bad-cell", 11),
        ] {
            let error = parse(text, None).unwrap_err();
            assert_eq!((error.kind.word(), error.place.unwrap().column), (kind, column), "{text}");
        }
    }
}
