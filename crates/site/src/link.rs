//! Links that open a position on the board page.

use deadmove_core::board::{Cell, letters};
use deadmove_core::position::Position;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What would end a value in the fragment of an address, or an attribute.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'\'')
    .add(b'+')
    .add(b'<')
    .add(b'=')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The link to a position on the board page, from a page whose way to the root is `root`. `rules`
/// is the name of a set, or a rule file relative to the folder of rules.
pub fn board_link(root: &str, position: &Position, rules: Option<&str>) -> String {
    let board = position.board();
    let cell = |cell: Cell| format!("{},{}", cell.column, cell.row);
    let (width, height) = (board.width(), board.height());
    let path = letters(position.path());
    let mut link = format!("{root}board.html#board={width}x{height}&path={path}");
    let (start, end) = (board.start(), board.end());
    if (start.column, start.row, end.column, end.row) != (1, 1, width, height) {
        link += &format!("&start={}&end={}", cell(start), cell(end));
    }
    let blocked: Vec<String> = board.blocked_cells().map(cell).collect();
    if !blocked.is_empty() {
        link += &format!("&blocked={}", blocked.join(";"));
    }
    if let Some(rules) = rules {
        link += &format!("&rules={}", utf8_percent_encode(rules, RESERVED));
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::{Board, Move};

    #[test]
    fn a_position_from_corner_to_corner_has_a_short_link() {
        let board = Board::corner_to_corner(9, 7).unwrap();
        let path = [Move::Right, Move::Right, Move::Down, Move::Down];
        let position = Position::from_path(board.into(), &path).unwrap();
        assert_eq!(board_link("", &position, None), "board.html#board=9x7&path=RRDD");
        assert_eq!(
            board_link("../../", &position, Some("near-field/a.rule")),
            "../../board.html#board=9x7&path=RRDD&rules=near-field/a.rule"
        );
    }

    #[test]
    fn ends_and_blocked_cells_are_part_of_the_link() {
        let board = Board::new(3, 3, Some((2, 1)), None, &[(1, 3), (3, 1)]).unwrap();
        assert_eq!(
            board_link("", &Position::start(board.into()), Some("a&b=c #\"<é")),
            "board.html#board=3x3&path=&start=2,1&end=3,3&blocked=3,1;1,3\
             &rules=a%26b%3Dc%20%23%22%3C%C3%A9"
        );
    }
}
