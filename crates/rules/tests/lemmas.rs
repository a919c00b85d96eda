//! Lemmas along a line, step by step, against the same from scratch.

use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_encodings::propagation::Lemmas;
use deadmove_rules::lemmas::LemmaMatcher;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Draws a random line, step by step and from scratch, with a look at another position now and
/// then. Returns whether it is completed.
fn draw(board: &Arc<Board>, lemmas: Lemmas, rng: &mut ChaCha8Rng) -> bool {
    let moves = |matcher: &mut LemmaMatcher, position: &Position| {
        matcher.forbidden(position.free(), position.live_end())
    };
    let fresh = LemmaMatcher::new(board, lemmas).unwrap();
    let mut matcher = fresh.clone();
    let mut position = Position::start(board.clone());
    while !position.is_finished() {
        let forbidden = moves(&mut fresh.clone(), &position);
        assert_eq!(moves(&mut matcher, &position), forbidden, "{:?}", position.path());
        if rng.random_range(0..5) == 0 {
            for step in position.legal_moves() {
                let after = position.after(step);
                if !after.is_finished() {
                    let aside = moves(&mut fresh.clone(), &after);
                    assert_eq!(moves(&mut matcher, &after), aside, "{:?}", after.path());
                }
            }
        }
        let legal: Vec<Move> = position.legal_moves().collect();
        let allowed = legal.iter().filter(|&&step| !forbidden.contains(step)).copied();
        let allowed: Vec<Move> = allowed.collect();
        match allowed.choose(rng) {
            Some(&step) => position.play(step).unwrap(),
            None => return false,
        }
    }
    true
}

#[test]
fn lines_refute_the_same_moves_as_positions_and_are_completed() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (size, lines) in [(5, 60), (7, 40), (9, 20), (13, 6), (21, 2)] {
        let board = Arc::new(Board::corner_to_corner(size, size).unwrap());
        for _ in 0..lines {
            assert!(draw(&board, Lemmas::ALL, &mut rng), "{size}×{size}");
        }
    }
}

#[test]
fn lines_refute_the_same_moves_as_positions_on_boards_with_blocked_cells() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut boards = 0;
    while boards < 200 {
        let (width, height) = (rng.random_range(2..=9), rng.random_range(2..=9));
        let mut cell = || (rng.random_range(1..=width), rng.random_range(1..=height));
        let (start, end) = (cell(), cell());
        let blocked: Vec<_> = (0..width * height / 10).map(|_| cell()).collect();
        let Ok(board) = Board::new(width, height, Some(start), Some(end), &blocked) else {
            continue;
        };
        if start != end {
            boards += 1;
            let alone = Lemmas::NAMED[boards % 5].1;
            let lemmas = [Lemmas::ALL, alone, alone.or(Lemmas::NAMED[3].1)][boards % 3];
            draw(&Arc::new(board), lemmas, &mut rng);
        }
    }
}
