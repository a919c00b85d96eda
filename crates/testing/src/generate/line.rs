//! Random lines that fill a board, and positions on and beside them.

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_verify::random_lines::hamiltonian_path;

/// Live positions of the n×n board: the prefixes of one random line at the given fractions (0 to
/// 1) of its length, rounded to whole moves.
///
/// # Panics
/// If `n` is even, zero or too large for a board.
pub fn prefixes(n: usize, fractions: &[f64], seed: u64) -> Vec<Position> {
    let board = Arc::new(Board::corner_to_corner(n, n).expect("a board of a supported size"));
    let path = hamiltonian_path(n, n, seed);
    let cut = |fraction: &f64| {
        let length = (fraction.clamp(0.0, 1.0) * path.len() as f64).round() as usize;
        Position::from_path(board.clone(), &path[..length]).expect("a prefix is legal")
    };
    fractions.iter().map(cut).collect()
}

/// The positions of [`prefixes`], each continued by `steps` random legal moves, or fewer if the
/// line gets stuck or fills the board. They may be live or dead.
///
/// # Panics
/// As [`prefixes`].
pub fn strays(n: usize, fractions: &[f64], steps: usize, seed: u64) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(!seed);
    let mut positions = prefixes(n, fractions, seed);
    for position in &mut positions {
        for _ in 0..steps {
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            let choice = moves[rng.random_range(0..moves.len() as u32) as usize];
            position.play(choice).expect("a legal move");
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use deadmove_core::board::letters;
    use deadmove_verify::random_lines::hamiltonian_paths;

    fn fills(width: usize, height: usize, path: &[Move]) -> bool {
        let board = Arc::new(Board::corner_to_corner(width, height).unwrap());
        Position::from_path(board, path).is_ok_and(|position| position.is_finished())
    }

    #[test]
    fn fills_boards_from_1x1_to_51x51() {
        for (width, height) in [(1, 1), (1, 7), (7, 1), (3, 3), (3, 9), (21, 5), (51, 51)] {
            assert!(fills(width, height, &hamiltonian_path(width, height, 7)), "{width}x{height}");
        }
    }

    #[test]
    fn reaches_all_104_lines_of_5x5() {
        let lines: HashSet<String> =
            (0..3000).map(|seed| letters(&hamiltonian_path(5, 5, seed))).collect();
        assert_eq!(lines.len(), 104);
    }

    #[test]
    fn forgets_the_direction_of_the_rows_it_starts_from() {
        // The first line runs along the rows: 98 % of its moves do.
        let paths: Vec<_> = (0..8).map(|seed| hamiltonian_path(51, 51, seed)).collect();
        let along = paths.iter().flatten().filter(|m| matches!(m, Move::Left | Move::Right));
        let share = along.count() as f64 / (8.0 * 2600.0);
        assert!((0.48..0.52).contains(&share), "{share}");
    }

    #[test]
    fn gives_the_same_line_for_the_same_seed_everywhere() {
        insta::assert_snapshot!(letters(&hamiltonian_path(7, 7, 1)));
    }

    #[test]
    fn prefixes_have_the_requested_lengths_and_belong_to_one_line() {
        let positions = prefixes(9, &[0.0, 0.5, 1.0, 7.0], 3);
        let lengths: Vec<usize> = positions.iter().map(|p| p.path().len()).collect();
        assert_eq!(lengths, [0, 40, 80, 80]);
        assert!(positions[2].path().starts_with(positions[1].path()));
        assert!(positions[2].is_finished());
    }

    #[test]
    fn strays_continue_the_prefixes() {
        let on = prefixes(9, &[0.1, 0.5, 1.0], 3);
        let off = strays(9, &[0.1, 0.5, 1.0], 2, 3);
        for (on, off) in on.iter().zip(&off) {
            assert!(off.path().starts_with(on.path()));
            assert!(off.path().len() <= on.path().len() + 2);
        }
        assert!(off[0].path().len() > on[0].path().len());
    }

    #[test]
    fn lines_that_follow_one_another_fill_the_board_and_reach_all_104_of_5x5() {
        for path in hamiltonian_paths(9, 7, 5).take(40) {
            assert!(fills(9, 7, &path));
        }
        let lines: HashSet<String> =
            hamiltonian_paths(5, 5, 1).take(4000).map(|path| letters(&path)).collect();
        assert_eq!(lines.len(), 104);
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 64,
            failure_persistence: None,
            ..Default::default()
        })]

        #[test]
        fn fills_every_odd_board(half_width in 0_usize..8, half_height in 0_usize..8, seed: u64) {
            let (width, height) = (2 * half_width + 1, 2 * half_height + 1);
            prop_assert!(fills(width, height, &hamiltonian_path(width, height, seed)));
        }
    }
}
