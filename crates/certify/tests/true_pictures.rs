//! True facts about real positions are never refuted: random pictures of completed lines, checked
//! against the argument for every board and against the argument of certificates.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use deadmove_certify::all_sizes::certify;
use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_prove::argument::{Effort, argue_by_formulas};
use deadmove_prove::deduction::{FEW_PROBES, deduce};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::model::{CellTest, Forbidden, Head, Rule};
use deadmove_testing::claims::{QUICK, Seen};
use deadmove_testing::generate::hamiltonian_paths;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// The rule that forbids a step wherever a picture matches.
struct Picture {
    rule: Rule,
    step: Move,
}

impl Picture {
    fn is_refuted(&self) -> bool {
        let question = WindowQuestion { rule: &self.rule, forbidden: self.step, step: self.step };
        let budget = Budget::new(&Limits::default());
        deduce(&question, FEW_PROBES, &budget).is_some()
            || argue_by_formulas(&question, Effort { splits: 2, ..QUICK }, &budget).is_refuted()
    }

    fn is_certified(&self) -> bool {
        let stop = AtomicBool::new(false);
        certify(&self.rule, 0, &Limits::default(), &stop).unwrap().is_some()
    }

    /// Whether it has a free cell that is next to none of its other cells.
    fn has_a_free_cell_by_itself(&self) -> bool {
        let cells = &self.rule.pattern.cells;
        let free = |test| matches!(test, Some(CellTest::Free | CellTest::FreeNotEnd));
        cells.iter().any(|(&cell, &test)| {
            let alone = Move::ALL.into_iter().all(|m| !free(cells.get(&cell.step(m)).copied()));
            free(Some(test)) && alone
        })
    }
}

/// Pictures of positions of a random line, with the step that the line takes next, and with another
/// legal one if there is one.
fn pictures(side: usize, seed: u64) -> Vec<(Picture, Option<Picture>)> {
    let board = Arc::new(Board::corner_to_corner(side, side).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let line = hamiltonian_paths(side, side, seed).next().unwrap();
    let mut pictures = Vec::new();
    let mut position = Position::start(board);
    for &step in &line {
        let free = position.free().ones().fold(0, |free, cell| free | 1u128 << cell);
        let live_end = position.live_end();
        let at = usize::from(live_end.row - 1) * side + usize::from(live_end.column - 1);
        let pattern = Seen { side, free, at }.picture(&mut rng, 40);
        let forbidding = |step| Picture {
            rule: Rule::with_picture(
                Head::new(format!("true on {side}×{side}, seed {seed}")),
                pattern.clone(),
                vec![Forbidden::always(step)],
            ),
            step,
        };
        let others: Vec<Move> = position.legal_moves().filter(|&other| other != step).collect();
        let other = (!others.is_empty()).then(|| others[rng.random_range(0..others.len())]);
        pictures.push((forbidding(step), other.map(forbidding)));
        position.play(step).unwrap();
    }
    pictures
}

/// Checks one picture in `one_in`. Returns how many were checked, how many of them have a free cell
/// by itself, and how many other steps are refuted.
fn check_pictures(one_in: usize) -> [usize; 3] {
    let seeds: [(usize, u64); 6] = [(5, 0), (5, 1), (7, 0), (7, 1), (9, 0), (11, 0)];
    let counts = seeds.into_par_iter().with_max_len(1).map(|(side, seed)| {
        let mut counts = [0; 3];
        for (real, other) in pictures(side, seed).into_iter().step_by(one_in) {
            assert!(!real.is_refuted(), "{} {:#?}", real.step, real.rule);
            assert!(!real.is_certified(), "{} {:#?}", real.step, real.rule);
            counts[0] += 1;
            counts[1] += usize::from(real.has_a_free_cell_by_itself());
            counts[2] += usize::from(other.is_some_and(|other| other.is_refuted()));
        }
        counts
    });
    let [asked, alone, refuted] =
        counts.reduce(|| [0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]);
    println!("{asked} pictures, {alone} with a free cell by itself; {refuted} other steps refuted");
    [asked, alone, refuted]
}

#[test]
fn no_true_picture_with_the_step_of_a_line_that_is_completed_is_refuted() {
    let [asked, alone, refuted] = check_pictures(2);
    assert!(asked > 150 && alone > 75 && refuted > 3, "{asked} {alone} {refuted}");
}

#[test]
#[ignore = "two seconds of processor time"]
fn none_of_300_true_pictures_with_the_step_of_a_line_that_is_completed_is_refuted() {
    let [asked, alone, refuted] = check_pictures(1);
    assert!(asked > 300 && alone > 150 && refuted > 6, "{asked} {alone} {refuted}");
}
