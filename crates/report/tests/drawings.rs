//! Drawings of boards as a person sees them, in the terminal and as SVG.

use std::sync::Arc;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::formats::{load, parse_path, parse_position};
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::Verdict;
use deadmove_report::{Picture, draw, svg};
use insta::assert_snapshot;

fn position(width: usize, height: usize, path: &str) -> Position {
    let board = Board::corner_to_corner(width, height).unwrap();
    parse_position(Arc::new(board), path).unwrap()
}

fn case(name: &str) -> Position {
    let file = deadmove_testing::root().join("cases").join(name);
    load(&file).unwrap().remove(0).position
}

/// A line to and fro from the upper left, `steps` long.
fn snake(side: usize, steps: usize) -> Position {
    let mut position = position(side, side, "");
    for step in 0..steps {
        let row_end = step % side == side - 1;
        let right = (step / side).is_multiple_of(2);
        let direction = match (row_end, right) {
            (true, _) => Move::Down,
            (false, true) => Move::Right,
            (false, false) => Move::Left,
        };
        position.play(direction).unwrap();
    }
    position
}

fn cells(list: &[(u16, u16)]) -> Vec<Cell> {
    list.iter().map(|&(column, row)| Cell::new(column, row)).collect()
}

#[test]
fn draws_the_smallest_boards() {
    let one = position(1, 1, "");
    let row = position(9, 1, "RRR");
    let column = position(1, 9, "");
    let all = [&one, &row, &column].map(|position| draw(&Picture::of(position), false));
    assert_snapshot!(all.join("\n"));
}

#[test]
fn draws_witness_and_moves_of_a_live_position() {
    let position = position(5, 5, "RRDD");
    let witness = parse_path("LULDDDRURDRUUUURDDDD").unwrap();
    let moves =
        [(Move::Down, Verdict::Unknown), (Move::Left, Verdict::Live), (Move::Right, Verdict::Dead)];
    let finished = witness.iter().fold(position.clone(), |drawn, &step| drawn.after(step));
    assert!(finished.is_finished());
    let picture =
        Picture { witness: Some(&witness), move_verdicts: &moves, ..Picture::of(&position) };
    assert_snapshot!("live-terminal", draw(&picture, false));
    assert_snapshot!("live-styled", draw(&picture, true).replace('\u{1b}', "␛"));
    assert_snapshot!("live-svg", svg(&picture));
}

#[test]
fn draws_the_cells_of_every_reason() {
    let stuck = case("reasons/dead-end-stuck.case");
    let at_live_end = Reason::DeadEnd { cell: stuck.live_end(), exits: Vec::new(), needed: 1 };
    let edge = case("reasons/dead-end.case");
    let dead_end = Reason::DeadEnd { cell: Cell::new(1, 2), exits: cells(&[(1, 3)]), needed: 2 };
    let corner = case("reasons/cut-off-unreachable.case");
    let unreachable =
        Reason::CutOff { cells: cells(&[(6, 1), (7, 1), (6, 2), (7, 2)]), door: None };
    let door = Reason::CutOff { cells: cells(&[(1, 5)]), door: Some(Cell::new(2, 5)) };
    let region = case("reasons/colour.case");
    let colour = Reason::Colour {
        region: (2..5).flat_map(|row| (1..6).map(move |column| Cell::new(column, row))).collect(),
        black: 8,
        white: 7,
        needed: 2,
        crossing: vec![(Cell::new(1, 4), Cell::new(1, 5)), (Cell::new(2, 4), Cell::new(2, 5))],
    };
    let search = Reason::Search { engine: SearchEngine::Sat, cut_sets: 3 };
    let mut drawn = String::new();
    for (position, reason) in [
        (&stuck, &at_live_end),
        (&edge, &dead_end),
        (&corner, &unreachable),
        (&edge, &door),
        (&region, &colour),
        (&edge, &search),
    ] {
        drawn.push_str(&draw(&Picture { reason: Some(reason), ..Picture::of(position) }, false));
        drawn.push('\n');
    }
    assert_snapshot!("reasons-terminal", drawn);
    let picture = Picture { reason: Some(&colour), ..Picture::of(&region) };
    assert_snapshot!("reasons-svg", svg(&picture));
}

#[test]
fn draws_the_part_after_the_turning_point_differently() {
    let position = case("corpus/21x21-turns-at-19.case");
    let moves = [Move::Up, Move::Left, Move::Right].map(|step| (step, Verdict::Dead));
    let picture =
        Picture { turning_point: Some(19), move_verdicts: &moves, ..Picture::of(&position) };
    assert_snapshot!("turning-terminal", draw(&picture, false));
    assert_snapshot!("turning-svg", svg(&picture));
}

#[test]
fn draws_blocked_cells_and_a_turning_point_at_the_start() {
    let board = Board::new(5, 4, Some((2, 1)), Some((5, 4)), &[(4, 2), (4, 3)]).unwrap();
    let position = parse_position(Arc::new(board), "RD").unwrap();
    let picture = Picture { turning_point: Some(0), ..Picture::of(&position) };
    assert_snapshot!(draw(&picture, false));
}

#[test]
fn draws_51x51_with_every_row_and_column_numbered() {
    assert_snapshot!(draw(&Picture::of(&snake(51, 700)), false));
}

#[test]
fn a_turning_point_at_the_end_of_the_path_changes_nothing() {
    let position = position(5, 5, "RRD");
    let plain = Picture::of(&position);
    let at_end = Picture { turning_point: Some(3), ..plain };
    assert_eq!(draw(&at_end, false), draw(&plain, false));
    assert_eq!(svg(&at_end), svg(&plain));
}

#[test]
fn a_drawing_has_one_line_per_row_and_never_ends_in_blanks() {
    for (width, height) in [(1, 1), (1, 11), (11, 1), (12, 100), (100, 12)] {
        let text = draw(&Picture::of(&position(width, height, "")), false);
        let header = width.to_string().len();
        let drawn = if width.max(height) > 10 { height } else { 2 * height - 1 };
        let lines = text.lines().collect::<Vec<_>>();
        assert_eq!(lines.iter().rposition(|line| line.is_empty()), Some(header + drawn));
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }
}
