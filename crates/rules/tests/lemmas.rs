//! Lemmas along a line, step by step, against the same from scratch.

use std::sync::Arc;

use deadmove_core::board::{Board, Move, letters};
use deadmove_core::position::Position;
use deadmove_encodings::propagation::Lemmas;
use deadmove_rules::lemmas::LemmaMatcher;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Draws a random line, step by step and from scratch. Returns whether it is completed.
fn draw(board: &Arc<Board>, lemmas: Lemmas, rng: &mut ChaCha8Rng) -> bool {
    let mut from_scratch = LemmaMatcher::new(board, lemmas).unwrap();
    let mut matcher = LemmaMatcher::new(board, lemmas).unwrap();
    let mut position = Position::start(board.clone());
    let Some(mut line) = matcher.begin() else {
        let forbidden = from_scratch.forbidden(position.free(), position.live_end());
        assert!(position.legal_moves().all(|step| forbidden.contains(step)));
        return false;
    };
    while !position.is_finished() {
        let forbidden = from_scratch.forbidden(position.free(), position.live_end());
        let mut moves: Vec<Move> = position.legal_moves().collect();
        moves.shuffle(rng);
        let mut taken = None;
        for step in moves {
            let accepted = line.play(step);
            assert_eq!(accepted, !forbidden.contains(step), "{step} after {:?}", position.path());
            if accepted {
                taken = Some(step);
                break;
            }
        }
        match taken {
            Some(step) => position.play(step).unwrap(),
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
            draw(&Arc::new(board), Lemmas::ALL, &mut rng);
        }
    }
}

/// Completed lines, and the paths of those that got stuck, of many random lines by the lemmas.
fn many(size: usize, lines: u64, seed: u64) -> (u64, Vec<String>) {
    let board = Board::corner_to_corner(size, size).unwrap();
    const BLOCK: u64 = 250;
    let blocks = (0..lines.div_ceil(BLOCK)).into_par_iter().map(|block| {
        let mut matcher = LemmaMatcher::new(&board, Lemmas::ALL).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(block);
        let (mut completed, mut stuck) = (0, Vec::new());
        for _ in 0..BLOCK {
            let mut position = Position::start(board.clone().into());
            let mut line = matcher.begin().unwrap();
            while !position.is_finished() {
                let mut moves: Vec<Move> = position.legal_moves().collect();
                moves.shuffle(&mut rng);
                let Some(step) = moves.into_iter().find(|&step| line.play(step)) else { break };
                position.play(step).unwrap();
            }
            match position.is_finished() {
                true => completed += 1,
                false => stuck.push(letters(position.path())),
            }
        }
        (completed, stuck)
    });
    let join = |(a, mut left): (u64, Vec<String>), (b, right): (u64, Vec<String>)| {
        left.extend(right);
        (a + b, left)
    };
    blocks.reduce(|| (0, Vec::new()), join)
}

#[test]
#[ignore = "seven minutes of processor time"]
fn random_lines_by_lemmas_are_completed_up_to_31x31() {
    for (size, lines) in [(11, 1_000_000), (13, 100_000), (21, 10_000), (31, 1_000)] {
        let (completed, stuck) = many(size, lines, 1);
        println!("{size}×{size}: {completed} completed, {} stuck {stuck:?}", stuck.len());
    }
}
