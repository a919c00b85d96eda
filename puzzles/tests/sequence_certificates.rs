//! The independent checker accepts what is claimed here, and nothing more.

use std::time::Instant;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_puzzles::sequences::certificate;
use deadmove_puzzles::sequences::maze::GridMoves;
use deadmove_puzzles::sequences::moves::parse_sequence;
use deadmove_puzzles::sequences::shortest::{LowerBound, shortest};
use deadmove_puzzles::sequences::verify::verify;
use deadmove_puzzles_checker::sequences::Certificate;

fn unlimited() -> Budget<'static> {
    Budget::new(&Limits::default())
}

fn check(certificate: &Certificate) -> Result<(String, Vec<String>), String> {
    let text = serde_json::to_string(certificate).unwrap();
    deadmove_puzzles_checker::check(&text, &mut |_, _, _| {})
}

fn bounds_are_accepted(width: usize, height: usize, length: usize) {
    let grid = GridMoves::new(width, height).unwrap();
    let begun = Instant::now();
    let found = shortest(&grid, None, &unlimited(), &mut |_| {});
    let searched = begun.elapsed();
    let best = found.sequence.unwrap();
    assert_eq!((best.len(), found.lower.length), (length, length), "{grid}");
    let begun = Instant::now();
    let (what, open) = check(&certificate::of_bounds(&grid, &found.lower, Some(&best))).unwrap();
    assert!(what.contains(&format!("{length} moves solve every maze")) && open.is_empty());
    println!("{grid}: {searched:?}, checked in {:?}", begun.elapsed());
    // A bound that is too good, or that rests on too few mazes, is refused.
    let better = LowerBound { length: length + 1, ..found.lower.clone() };
    assert!(check(&certificate::of_bounds(&grid, &better, None)).is_err());
    let mazes = found.lower.mazes[..1].to_vec();
    let fewer = LowerBound { length, mazes, patterns: Vec::new() };
    assert!(check(&certificate::of_bounds(&grid, &fewer, None)).is_err());
}

#[test]
fn bounds_of_small_sizes_are_accepted_and_better_ones_refused() {
    bounds_are_accepted(3, 2, 5);
    bounds_are_accepted(3, 3, 11);
    bounds_are_accepted(4, 3, 17);
    bounds_are_accepted(3, 4, 17);
}

#[test]
#[ignore = "takes minutes"]
fn bounds_of_4x4_and_3x5_are_accepted() {
    bounds_are_accepted(4, 4, 29);
    bounds_are_accepted(3, 5, 29);
}

#[test]
fn verdicts_of_both_kinds_are_accepted_and_their_opposites_refused() {
    let grid = GridMoves::new(4, 4).unwrap();
    let good = parse_sequence("rrdrrdrdldldulldldrddurdrrdrr").unwrap();
    assert!(check(&certificate::of_verdict(&grid, &good, None)).is_ok());
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad.remove(at);
        let unsolved = verify(&grid, &bad, &unlimited()).unwrap();
        assert!(check(&certificate::of_verdict(&grid, &bad, unsolved)).is_ok());
        assert!(check(&certificate::of_verdict(&grid, &bad, None)).is_err());
        assert!(check(&certificate::of_verdict(&grid, &good, unsolved)).is_err());
    }
}
