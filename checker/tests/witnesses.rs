//! Witnesses: which are accepted, and the messages for those that are not.

use std::collections::BTreeSet;

use deadmove_checker::{Board, Cell, MAX_CELLS, replay};
use proptest::prelude::*;

use super::naive::cells;

/// The definition taken literally, with a set of visited cells.
fn fills(width: u16, height: u16, start: Cell, end: Cell, blocked: &[Cell], line: &str) -> bool {
    let (mut column, mut row) = (i32::from(start.0), i32::from(start.1));
    let mut visited = BTreeSet::from([(column, row)]);
    for letter in line.chars() {
        match letter {
            'U' => row -= 1,
            'D' => row += 1,
            'L' => column -= 1,
            _ => column += 1,
        }
        if !visited.insert((column, row)) {
            return false;
        }
    }
    let open: BTreeSet<(i32, i32)> = cells(width, height)
        .into_iter()
        .filter(|cell| !blocked.contains(cell))
        .map(|(column, row)| (column.into(), row.into()))
        .collect();
    visited == open && (column, row) == (end.0.into(), end.1.into())
}

/// All strings of U, D, L, R with `length` letters.
fn strings(length: u32) -> impl Iterator<Item = String> {
    (0..4_usize.pow(length)).map(move |number| {
        (0..length).map(|place| ['U', 'D', 'L', 'R'][number >> (2 * place) & 3]).collect()
    })
}

#[test]
fn replay_accepts_exactly_the_filling_lines_on_all_boards_up_to_six_cells() {
    let mut accepted = 0;
    for (width, height) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (5, 1), (2, 3), (3, 2)] {
        let cells = cells(width, height);
        for (&start, &end) in cells.iter().flat_map(|s| cells.iter().map(move |e| (s, e))) {
            for blocked in cells.iter().map(|&cell| vec![cell]).chain([vec![]]) {
                let Ok(board) = Board::new(width.into(), height.into(), start, end, &blocked)
                else {
                    assert!(blocked.contains(&start) || blocked.contains(&end));
                    continue;
                };
                // Five letters fill the largest boards; one too many is tried on the smaller ones.
                for line in (0..=cells.len().min(5) as u32).flat_map(strings) {
                    let (path, witness) = line.split_at(line.len() / 2);
                    let right = fills(width, height, start, end, &blocked, &line);
                    assert_eq!(replay(&board, path, witness).is_ok(), right, "{line}");
                    accepted += usize::from(right);
                }
            }
        }
    }
    assert!(accepted > 50, "{accepted}");
}

/// A line that fills the board row by row, and the cell it finishes on.
fn snake(width: u16, height: u16) -> (String, Cell) {
    let row = |letter: &str| letter.repeat(usize::from(width) - 1);
    let rows: Vec<String> =
        (0..height).map(|r| if r % 2 == 0 { row("R") } else { row("L") }).collect();
    (rows.join("D"), (if height % 2 == 1 { width } else { 1 }, height))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_filling_line_is_accepted_whole_and_refused_after_any_change(
        (width, height) in (1_u16..30, 1_u16..30),
        split in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        letter in prop::sample::select(vec!['U', 'D', 'L', 'R', 'u', ' ', 'é']),
    ) {
        let (line, end) = snake(width, height);
        let board = Board::new(width.into(), height.into(), (1, 1), end, &[]).unwrap();
        let at = |index: prop::sample::Index| index.index(line.len() + 1);
        let (path, witness) = line.split_at(at(split));
        prop_assert_eq!(replay(&board, path, witness), Ok(()));

        let mut letters: Vec<char> = line.chars().collect();
        letters.insert(at(place), letter);
        let longer: String = letters.iter().collect();
        prop_assert!(replay(&board, "", &longer).is_err());
        if at(place) < line.len() {
            letters.remove(at(place));
            let removed = letters.remove(at(place));
            let shorter: String = letters.iter().collect();
            prop_assert!(replay(&board, &shorter, "").is_err());
            if letter != removed {
                letters.insert(at(place), letter);
                let changed: String = letters.iter().collect();
                prop_assert!(replay(&board, "", &changed).is_err());
            }
        }
    }
}

#[test]
fn errors_name_the_step_and_the_cell() {
    let board = Board::new(3, 3, (1, 1), (3, 3), &[(3, 2), (3, 2)]).unwrap();
    let small = Board::new(2, 2, (1, 1), (2, 2), &[]).unwrap();
    for (board, path, witness, why) in [
        (&board, "", "RU", "step 2 of the witness ('U') from (2,1) leaves the board"),
        (&board, "L", "", "step 1 of the path ('L') from (1,1) leaves the board"),
        (&board, "RR", "D", "step 1 of the witness ('D') from (3,1) enters the blocked cell (3,2)"),
        (&board, "RD", "LU", "step 2 of the witness ('U') from (1,2) visits (1,1) a second time"),
        (&board, "Rr", "", "step 2 of the path ('r') from (2,1) is none of U, D, L, R"),
        (&board, "R", "DLDRR", "1 open cells are not visited, first of them (3,1)"),
        (&small, "RD", "L", "the line finishes on (1,2), not on the end cell (2,2)"),
    ] {
        assert_eq!(replay(board, path, witness), Err(why.into()));
    }
}

#[test]
fn impossible_boards_are_refused() {
    let sized = |width, height| Board::new(width, height, (1, 1), (1, 1), &[]);
    for (width, height) in [(0, 5), (5, 0), (5000, 5000), (usize::MAX, 2), (70_000, 1)] {
        assert!(sized(width, height).is_err(), "{width}x{height}");
    }
    let why = format!("a board of 0x5: it must have 1 to {MAX_CELLS} cells");
    assert_eq!(sized(0, 5), Err(why));
    for (start, end, blocked, why) in [
        ((0, 1), (3, 2), &[][..], "the start (0,1) is not on the board"),
        ((1, 1), (3, 3), &[], "the end (3,3) is not on the board"),
        ((1, 1), (3, 2), &[(4, 1)], "the blocked cell (4,1) is not on the board"),
        ((1, 1), (3, 2), &[(1, 1)], "the start (1,1) is blocked"),
        ((2, 1), (1, 1), &[(1, 1)], "the end (1,1) is blocked"),
    ] {
        assert_eq!(Board::new(3, 2, start, end, blocked), Err(why.into()));
    }
}
