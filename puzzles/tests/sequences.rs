//! What the crate promises, each claim checked in at least two ways.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::error::InputError;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_puzzles::sequences::count::count;
use deadmove_puzzles::sequences::maze::{GridMoves, Maze, parse_mazes};
use deadmove_puzzles::sequences::moves::{letters, parse_sequence};
use deadmove_puzzles::sequences::repair::repair;
use deadmove_puzzles::sequences::shortest::shortest;
use deadmove_puzzles::sequences::verify::verify;
use deadmove_puzzles::sequences::{sat, upper};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn unlimited() -> Budget<'static> {
    Budget::new(&Limits::default())
}

const SOLVES_4X4: &str = "rrdrrdrdldldulldldrddurdrrdrr";
/// A sequence that solves 5×5.
static SOLVES_5X5: LazyLock<Vec<Move>> =
    LazyLock::new(|| upper::first(&grid(5, 5), &unlimited()).unwrap());
/// The sequence of 29 moves of the thesis, as its stored copy has it: two letters are lost.
const THESIS_4X4: &str = "ddrddrdrurrluruurdrldrddrdd";

fn grid(width: usize, height: usize) -> GridMoves {
    GridMoves::new(width, height).unwrap()
}

fn read(text: &str) -> Vec<Move> {
    parse_sequence(text).unwrap()
}

fn solvable(grid: &GridMoves) -> impl Iterator<Item = Maze> {
    (0..1u64 << grid.fields()).map(Maze).filter(|maze| maze.is_solvable(grid))
}

#[test]
fn solvable_mazes_are_counted_as_enumeration_counts_them() {
    for width in 1..=5 {
        for height in (1..=5).filter(|height| width * height <= 16) {
            let grid = grid(width, height);
            assert_eq!(count(&grid), solvable(&grid).count() as u64, "{grid}");
        }
    }
    let square = |side| count(&grid(side, side));
    assert_eq!([square(4), square(5), square(6)], [3828, 1_225_194, 1_636_193_228]);
    assert_eq!(count(&grid(64, 1)), 1);
    assert_eq!(count(&grid(7, 4)), count(&grid(4, 7)));
}

/// A sequence near the edge between solving and not: a good one with letters lost or changed.
fn spoiled(good: &[Move], random: &mut ChaCha8Rng) -> Vec<Move> {
    let mut moves = good.to_vec();
    for _ in 0..random.random_range(0..3) {
        let at = random.random_range(0..moves.len());
        match random.random_bool(0.5) {
            true => {
                moves.remove(at);
            }
            false => moves[at] = Move::ALL[random.random_range(0..4)],
        }
    }
    moves
}

#[test]
fn search_sat_and_enumeration_agree_on_a_hundred_sequences_per_size() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (3, 4), (4, 4)] {
        let grid = grid(width, height);
        let mazes: Vec<Maze> = solvable(&grid).collect();
        let good = upper::first(&grid, &unlimited()).unwrap();
        let mut verdicts = [0, 0];
        for _ in 0..100 {
            let moves = spoiled(&good, &mut random);
            let found = verify(&grid, &moves, &unlimited()).unwrap();
            let second = sat::unsolved(&grid, &moves);
            let solves = mazes.iter().all(|maze| maze.is_solved(&grid, &moves, false));
            assert_eq!(found.is_none(), solves, "{grid} {}", letters(&moves));
            assert_eq!(second.is_none(), solves, "{grid} {}", letters(&moves));
            for maze in [found, second].into_iter().flatten() {
                assert!(maze.is_solvable(&grid) && !maze.is_solved(&grid, &moves, false));
            }
            verdicts[usize::from(solves)] += 1;
        }
        assert!(verdicts.iter().all(|&number| number > 9), "{grid} {verdicts:?}");
    }
}

#[test]
fn search_and_sat_agree_on_5x5() {
    let grid = grid(5, 5);
    for lost in 0..3 {
        let moves = &SOLVES_5X5[lost..];
        let found = verify(&grid, moves, &unlimited()).unwrap();
        assert_eq!(found.is_none(), sat::unsolved(&grid, moves).is_none(), "{}", letters(moves));
        assert_eq!(found.is_none(), lost == 0, "{lost} moves lost");
    }
}

#[test]
#[ignore = "takes minutes"]
fn search_and_sat_agree_on_hundreds_of_sequences_of_5x5() {
    let grid = grid(5, 5);
    let mut random = ChaCha8Rng::seed_from_u64(55);
    let mut verdicts = [0, 0];
    for _ in 0..300 {
        let moves = spoiled(&SOLVES_5X5, &mut random);
        let found = verify(&grid, &moves, &unlimited()).unwrap();
        assert_eq!(found.is_none(), sat::unsolved(&grid, &moves).is_none(), "{}", letters(&moves));
        verdicts[usize::from(found.is_none())] += 1;
    }
    assert!(verdicts.iter().all(|&number| number > 20), "{verdicts:?}");
}

#[test]
fn the_known_sequence_of_29_moves_solves_4x4_and_no_letter_of_it_can_be_left_out() {
    let grid = grid(4, 4);
    let moves = read(SOLVES_4X4);
    assert_eq!(verify(&grid, &moves, &unlimited()).unwrap(), None);
    for at in 0..moves.len() {
        let mut shorter = moves.clone();
        shorter.remove(at);
        assert!(verify(&grid, &shorter, &unlimited()).unwrap().is_some());
    }
}

#[test]
fn shortest_sequences_have_the_known_lengths() {
    let known = [
        ((1, 1), 0),
        ((7, 1), 6),
        ((1, 5), 4),
        ((2, 2), 3),
        ((3, 2), 5),
        ((4, 2), 7),
        ((5, 2), 11),
        ((6, 2), 13),
        ((3, 3), 11),
        ((4, 3), 17),
        ((3, 4), 17),
    ];
    for ((width, height), length) in known {
        let grid = grid(width, height);
        let found = shortest(&grid, None, &unlimited(), &mut |_| {});
        let moves = found.sequence.unwrap();
        assert_eq!((moves.len(), found.lower.length), (length, length), "{grid}");
        assert!(solvable(&grid).all(|maze| maze.is_solved(&grid, &moves, false)), "{grid}");
    }
}

#[test]
fn nothing_shorter_solves_3x2_as_trying_everything_shows() {
    let grid = grid(3, 2);
    let mazes: Vec<Maze> = solvable(&grid).collect();
    for length in 0..5u32 {
        for number in 0..4usize.pow(length) {
            let step = |at: u32| Move::ALL[number / 4usize.pow(at) % 4];
            let moves: Vec<Move> = (0..length).map(step).collect();
            assert!(!mazes.iter().all(|maze| maze.is_solved(&grid, &moves, false)));
        }
    }
}

#[test]
fn shortest_sequences_for_a_list_are_as_long_as_the_way_in_its_only_maze() {
    let (grid, mazes) = parse_mazes("...\n##.\n...\n.##\n...\n").unwrap();
    let mazes: Vec<Maze> = mazes.into_iter().map(|(_, maze)| maze).collect();
    let found = shortest(&grid, Some(&mazes), &unlimited(), &mut |_| {});
    assert_eq!(found.sequence, Some(read("rrddllddrr")));
}

#[test]
fn the_sequence_with_lost_letters_is_repaired_by_two() {
    let grid = grid(4, 4);
    let broken = read(THESIS_4X4);
    let repair = repair(&grid, &broken, &unlimited());
    let repaired = repair.repaired.unwrap();
    assert_eq!((repair.at_least, repaired.inserted.len(), repaired.moves.len()), (2, 2, 29));
    assert_eq!(verify(&grid, &repaired.moves, &unlimited()).unwrap(), None);
    let mut rest = repaired.moves.clone();
    for &at in repaired.inserted.iter().rev() {
        rest.remove(at);
    }
    assert_eq!(rest, broken);
    // One is not enough, wherever it is put.
    for at in 0..=broken.len() {
        for step in Move::ALL {
            let mut moves = broken.clone();
            moves.insert(at, step);
            assert!(verify(&grid, &moves, &unlimited()).unwrap().is_some());
        }
    }
}

#[test]
fn what_solves_needs_no_repair() {
    let repair = repair(&grid(4, 4), &read(SOLVES_4X4), &unlimited());
    assert_eq!((repair.at_least, repair.repaired.unwrap().inserted), (0, vec![]));
}

#[test]
fn shortening_gets_shorter_and_still_solves() {
    let grid = grid(4, 4);
    let first = upper::first(&grid, &unlimited()).unwrap();
    let timeout = Some(Duration::from_millis(500));
    let budget = Budget::new(&Limits { timeout, ..Limits::default() });
    let mut seen = vec![first.len()];
    let best = upper::shorten(&grid, &first, 1, &budget, &mut |moves| seen.push(moves.len()));
    assert_eq!(verify(&grid, &best, &unlimited()).unwrap(), None);
    assert!(seen.is_sorted_by(|a, b| a > b) && best.len() < first.len(), "{seen:?}");
}

#[test]
fn a_spent_budget_ends_every_search_without_a_verdict() {
    let stop = AtomicBool::new(true);
    let spent = Budget::stoppable(&Limits::default(), &stop);
    let grid = grid(5, 5);
    assert_eq!(verify(&grid, &SOLVES_5X5, &spent), Err(Limit::Stopped));
    assert_eq!(upper::first(&grid, &spent), Err(Limit::Stopped));
    let found = shortest(&grid, None, &spent, &mut |_| {});
    assert_eq!((found.sequence, found.lower.length), (None, 0));
}

#[test]
fn what_is_no_sequence_or_no_maze_is_refused_with_its_place() {
    let place = |fault: InputError| fault.place.map(|place| (place.line, place.column)).unwrap();
    let fault = parse_sequence("rd\n  uL x").unwrap_err();
    assert_eq!(place(fault), (2, 6));
    let faults = ["", "..\n.\n", "..\n..\n\n..\n", "..\n.x\n", ".#\n#.\n", "; only\n", "#.\n..\n"];
    let places = faults.map(|text| parse_mazes(text).map_err(place));
    let expected = [(1, 1), (2, 2), (4, 1), (2, 2), (1, 1), (1, 1), (1, 1)];
    assert_eq!(places.map(Result::unwrap_err), expected);
    let large = ".........\n".repeat(8);
    assert!(parse_mazes(&large).unwrap_err().message.contains("9x8"));
    assert!(GridMoves::new(0, 4).is_none() && GridMoves::new(usize::MAX, 2).is_none());
}

#[test]
fn a_mirrored_sequence_ends_on_the_mirrored_field_of_the_mirrored_maze() {
    let grid = grid(3, 3);
    let moves = read("rrdldrurddlurd");
    let mirrored: Vec<Move> = read("ddrurdldrruldr");
    let mut asymmetric = 0;
    for maze in solvable(&grid) {
        let twin = maze.transposed(&grid);
        assert_eq!(twin.transposed(&grid), maze);
        asymmetric += usize::from(twin != maze);
        let fields = maze.trace(&grid, &moves).into_iter().map(|f| f % 3 * 3 + f / 3);
        assert!(fields.eq(twin.trace(&grid, &mirrored)));
    }
    assert!(asymmetric > 0);
}
