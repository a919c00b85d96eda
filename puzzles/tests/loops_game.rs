//! Rules, counts and values, each checked in a second way.

use deadmove_puzzles::loops::{
    Colour, Final, GameOutcome, GameSolver, LoopBoard, Points, Square, by_pairs, by_parity,
    completable, dead_by_shape, dead_fillings, each_filling, fillings, legal, legal_moves, read,
    referee, svg, terminal,
};
use insta::assert_snapshot;
use proptest::prelude::*;

const COLOURS: [Colour; 2] = [Colour::Yellow, Colour::Purple];

#[test]
fn the_two_ways_of_scoring_agree_on_all_16_colourings() {
    let all = COLOURS.into_iter().flat_map(|a| COLOURS.map(|b| [a, b]));
    let pairs: Vec<[Colour; 2]> = all.collect();
    for &across in &pairs {
        for &down in &pairs {
            assert_eq!(by_pairs(across, down), by_parity(across, down));
        }
    }
    assert_eq!(by_pairs(pairs[0], pairs[1]), Colour::Purple);
    assert_eq!(by_pairs(pairs[1], pairs[2]), Colour::Yellow);
}

#[test]
fn there_are_1_6_90_2040_67950_fillings_counted_by_columns_and_one_by_one() {
    for (size, expected) in [(2, 1), (3, 6), (4, 90), (5, 2040), (6, 67_950)] {
        assert_eq!(fillings(size), expected);
        let mut listed = 0;
        each_filling(size, &mut |rows| {
            assert!(rows.iter().all(|row| row.count_ones() == 2));
            listed += 1;
        });
        assert_eq!(listed, expected);
    }
}

#[test]
fn dead_fillings_are_as_many_as_the_theorem_says_and_have_no_other_shape() {
    for (size, expected) in [(2, 0), (3, 9), (4, 96), (5, 2250), (6, 73_440)] {
        let count = dead_fillings(size);
        assert_eq!((count.both_empty, count.crossing_filled, count.other), (expected, expected, 0));
    }
    // Without exchanging rows, and completed by trying all complete fillings.
    let mut all = 0;
    for size in 2..=4usize {
        let mut complete = Vec::new();
        each_filling(size, &mut |rows| complete.push(rows.to_vec()));
        all = 0;
        let mut rows = vec![0u32; size];
        loop {
            let two =
                |column: usize| rows.iter().filter(|row| **row >> column & 1 == 1).count() < 3;
            if rows.iter().all(|row| row.count_ones() < 3) && (0..size).all(two) {
                all += 1;
                let fits = |whole: &Vec<u32>| whole.iter().zip(&rows).all(|(w, r)| w & r == *r);
                let live = complete.iter().any(fits);
                assert_eq!(live, completable(&rows), "{rows:?}");
                assert_eq!(live, dead_by_shape(&rows).is_none(), "{rows:?}");
            }
            // The next in the order of numbers with `size` digits.
            let Some(at) = rows.iter().position(|&row| row + 1 < 1 << size) else { break };
            rows[at] += 1;
            rows[..at].fill(0);
        }
        assert_eq!(dead_fillings(size).fillings, all);
    }
    assert!(all > 1000);
}

#[test]
fn at_most_0_1_4_7_crossings_and_at_most_half_as_many_curves_as_rows() {
    for (size, most) in [(2, 0), (3, 1), (4, 4), (5, 7)] {
        let (mut crossings, mut curves) = (0, 0);
        each_filling(size, &mut |rows| {
            let end = Final::of(&coloured(rows, 0)).unwrap();
            crossings = crossings.max(end.crossings.len());
            curves = curves.max(end.curves.len());
            let squares: usize = end.curves.iter().map(Vec::len).sum();
            assert_eq!(squares, 2 * size);
        });
        assert_eq!((crossings, curves), (most, size / 2), "n = {size}");
    }
}

/// A full board with the squares of `rows`; bit i of `colours` says that the i-th is purple.
fn coloured(rows: &[u32], colours: u64) -> LoopBoard {
    let mut board = LoopBoard::new(rows.len(), Colour::Yellow);
    let filled: Vec<Square> =
        board.squares().filter(|at| rows[at.row] >> at.column & 1 == 1).collect();
    for (at, square) in filled.into_iter().enumerate() {
        board.put(square, COLOURS[(colours >> at & 1) as usize]);
    }
    board
}

/// Plain minimax by the rules, without a table, bounds or symmetries.
fn minimax(board: &LoopBoard) -> i32 {
    if board.is_full() {
        let Points { purple, yellow } = Final::of(board).unwrap().by_parity;
        return yellow as i32 - purple as i32;
    }
    let values = legal_moves(board).into_iter().map(|square| {
        let mut after = board.clone();
        after.fill(square);
        minimax(&after)
    });
    match board.to_move() {
        Colour::Yellow => values.max().unwrap(),
        Colour::Purple => values.min().unwrap(),
    }
}

#[test]
fn the_game_is_a_draw_on_2_to_5_squares_a_side_whoever_begins() {
    for size in 2..=5 {
        for first in COLOURS {
            let board = LoopBoard::new(size, first);
            assert_eq!(GameSolver::new(size, first).value(&board), 0, "n = {size}, {first} begins");
        }
    }
}

#[test]
#[ignore = "a minute without optimisation"]
fn the_game_is_a_draw_on_6_squares_a_side_whoever_begins() {
    for first in COLOURS {
        assert_eq!(GameSolver::new(6, first).value(&LoopBoard::new(6, first)), 0);
    }
}

#[test]
fn values_of_all_moves_are_those_of_plain_minimax_on_3_squares_a_side() {
    for first in COLOURS {
        let board = LoopBoard::new(3, first);
        let mut solver = GameSolver::new(3, first);
        for (square, value) in solver.moves(&board) {
            let mut after = board.clone();
            after.fill(square);
            assert_eq!(value, minimax(&after));
        }
    }
}

/// A board after moves chosen by numbers among the legal ones.
fn play(size: usize, first: Colour, choices: &[usize]) -> LoopBoard {
    let mut board = LoopBoard::new(size, first);
    for choice in choices {
        let moves = legal_moves(&board);
        if moves.is_empty() {
            break;
        }
        board.fill(moves[choice % moves.len()]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn late_positions_have_the_value_of_plain_minimax(
        size in 4usize..=6,
        purple_begins: bool,
        choices in prop::collection::vec(0usize..1000, 12),
    ) {
        let first = COLOURS[usize::from(purple_begins)];
        let board = play(size, first, &choices[..2 * size - 4]);
        prop_assert_eq!(GameSolver::new(size, first).value(&board), minimax(&board));
    }

    #[test]
    fn legal_moves_always_lead_to_the_end(
        size in 2usize..=9,
        choices in prop::collection::vec(0usize..1000, 18),
    ) {
        let board = play(size, Colour::Purple, &choices);
        prop_assert!(board.is_full());
        let end = Final::of(&board).unwrap();
        prop_assert_eq!(end.by_pairs, end.by_parity);
        prop_assert!(end.curves.len() <= size / 2);
    }

    #[test]
    fn any_text_is_a_game_or_a_fault(text in "(size|first|moves|expect|[0-9, \
        #]|yellow|finished|illegal|\n|\\PC){0,40}") {
        if let Ok(game) = read(&text) {
            referee(&game).unwrap();
        }
    }
}

#[test]
fn the_cases_come_to_what_they_expect() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/loops");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let game = read(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert!(game.expect.is_some(), "{}", file.display());
        let report = referee(&game).unwrap();
        assert_eq!(report.unmet, Vec::<String>::new(), "{}", file.display());
        seen += 1;
    }
    assert!(seen >= 5);
}

#[test]
fn every_objection_is_said_in_a_sentence() {
    let board = |size, moves: &[(usize, usize)]| {
        let mut board = LoopBoard::new(size, Colour::Yellow);
        for &(column, row) in moves {
            board.fill(Square { column: column - 1, row: row - 1 });
        }
        board
    };
    let says = |board: &LoopBoard, column: usize, row: usize| {
        legal(board, Square { column: column - 1, row: row - 1 }).unwrap_err().to_string()
    };
    let three = board(3, &[(1, 1), (2, 1), (1, 2)]);
    let row = board(4, &[(1, 1), (2, 1), (3, 2), (3, 3)]);
    let seven = board(3, &[(1, 1), (2, 1), (3, 3), (1, 2)]);
    let full = board(2, &[(1, 1), (2, 1), (1, 2), (2, 2)]);
    assert_snapshot!(
        [
            says(&three, 2, 2),
            says(&seven, 2, 2),
            says(&row, 3, 1),
            says(&row, 3, 4),
            says(&row, 1, 1),
            says(&row, 5, 1),
            says(&full, 1, 1),
        ]
        .join("\n")
    );
}

#[test]
fn wrong_games_are_refused_at_their_place() {
    let wrong = [
        "",
        "size 4",
        "moves 1,1",
        "size 1\nmoves",
        "size 99\nmoves",
        "size four\nmoves",
        "size 3 3",
        "size 4\nfirst green\nmoves",
        "size 4\nmoves 1,1 2;2",
        "size 4\nmoves 0,1",
        "size 4\nmoves 1,1\n   x",
        "size 4\nsize 4",
        "  1,1",
        "size 4\nmoves\nexpect",
        "size 4\nmoves\nexpect won",
        "size 4\nmoves\nexpect finished yellow",
        "size 4\nmoves\nexpect finished red 2",
        "size 4\nmoves\nexpect illegal",
        "size 4\nmoves 1,99999999999999999999999",
    ];
    let all = wrong.map(|text| format!("{text:?}\n  {}\n", read(text).unwrap_err()));
    assert_snapshot!(all.concat().trim());
}

#[test]
fn a_finished_game_is_drawn_with_its_curves_and_crossings() {
    let text = include_str!("../cases/loops/two-curves.game");
    let report = referee(&read(text).unwrap()).unwrap();
    assert!(matches!(report.outcome, GameOutcome::Finished(_)));
    assert_snapshot!("terminal", terminal(&report.board));
    assert_snapshot!("svg", svg(&report.board));
    assert_snapshot!("terminal-unfinished", terminal(&play(4, Colour::Purple, &[1, 2, 3])));
}
