//! Questions: a position as a line of text.

use std::io::Write;

use deadmove_core::board::{Board, Move};

/// Adds the question about a path on a board, with a line break: `WIDTHxHEIGHT MOVES`, then the
/// start, the end and the blocked cells where they differ from those of an open board from corner
/// to corner.
pub fn write(line: &mut Vec<u8>, board: &Board, path: &[Move]) {
    let (width, height) = (board.width(), board.height());
    write!(line, "{width}x{height} ").expect("memory takes all bytes");
    match path {
        [] => line.push(b'-'),
        path => line.extend(path.iter().map(|step| step.letter() as u8)),
    }
    let (start, end) = (board.start(), board.end());
    if (start.column, start.row) != (1, 1) {
        write!(line, " start={},{}", start.column, start.row).expect("memory takes all bytes");
    }
    if (end.column, end.row) != (width, height) {
        write!(line, " end={},{}", end.column, end.row).expect("memory takes all bytes");
    }
    for (at, cell) in board.blocked_cells().enumerate() {
        let before = if at == 0 { " blocked=" } else { ";" };
        write!(line, "{before}{},{}", cell.column, cell.row).expect("memory takes all bytes");
    }
    line.push(b'\n');
}

/// The question about a path on a board, without a line break.
pub fn question(board: &Board, path: &[Move]) -> String {
    let mut line = Vec::new();
    write(&mut line, board, path);
    line.pop();
    String::from_utf8(line).expect("questions are plain text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::from_letters;

    #[test]
    fn a_question_says_only_what_differs_from_the_standard_board() {
        let plain = Board::corner_to_corner(9, 9).unwrap();
        let path = from_letters("RRD").unwrap();
        assert_eq!(question(&plain, &[]), "9x9 -");
        assert_eq!(question(&plain, &path), "9x9 RRD");
        let other = Board::new(5, 4, Some((2, 1)), Some((1, 4)), &[(3, 3), (1, 1)]).unwrap();
        assert_eq!(question(&other, &[]), "5x4 - start=2,1 end=1,4 blocked=1,1;3,3");
    }
}
