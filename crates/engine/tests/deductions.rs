//! Deductions of dead moves beside random lines: the checker accepts them, rejects changed ones,
//! and accepts none on a live position.

use std::sync::{Arc, LazyLock};

use deadmove_checker as checker;
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::budget::Budget;
use deadmove_core::deduction::Deduction;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::graph::PositionGraph;
use deadmove_engine::judge::{Engine, judge};
use deadmove_engine::{cheap, evidence, frontier, propagate, sat};
use deadmove_testing::generate::hamiltonian_paths;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use deadmove_hunt::plain_lemmas;

/// Positions beside random lines of an n×n board, one move off: each with the move that the line
/// takes instead.
fn off_line(n: usize, lines: usize, seed: u64) -> Vec<(Position, Move)> {
    let board = Arc::new(Board::corner_to_corner(n, n).unwrap());
    let mut positions = Vec::new();
    for line in hamiltonian_paths(n, n, seed).take(lines) {
        let mut position = Position::start(board.clone());
        for &step in &line {
            let others = position.legal_moves().filter(|&other| other != step);
            positions.extend(others.map(|other| (position.after(other), step)));
            position.play(step).unwrap();
        }
    }
    positions
}

/// The deduction by which the lemmas refute a position, if they do and no cheaper reason does.
fn deduction(position: &Position) -> Option<Deduction> {
    let limits = Limits::default();
    if position.is_finished()
        || cheap::dead_end(position).or_else(|| cheap::cut_off(position)).is_some()
    {
        return None;
    }
    let graph = PositionGraph::new(position);
    let reason = propagate::refute(position, &graph, None, &Budget::new(&limits))?;
    evidence::check_reason(position, &reason).unwrap_or_else(|fault| panic!("{fault}"));
    match reason {
        Reason::Deduction(deduction) => Some(deduction),
        _ => None,
    }
}

/// Positions beside random lines of several boards with their deductions.
static DEDUCTIONS: LazyLock<Vec<(Position, Move, Deduction)>> = LazyLock::new(|| {
    let sizes = [(9, 150), (13, 60), (21, 18)];
    let positions: Vec<_> =
        sizes.into_par_iter().flat_map_iter(|(n, lines)| off_line(n, lines, n as u64)).collect();
    let found = positions.into_par_iter().filter_map(|(position, step)| {
        let deduction = deduction(&position)?;
        Some((position, step, deduction))
    });
    found.collect()
});

#[test]
fn dead_moves_beside_random_lines_have_short_deductions() {
    let lengths = DEDUCTIONS.iter().map(|(_, _, deduction)| deduction.len());
    let mut lengths: Vec<usize> = lengths.collect();
    lengths.sort_unstable();
    assert!(lengths.len() > 25, "{lengths:?}");
    assert!(lengths[lengths.len() / 2] == 1 && lengths[lengths.len() * 9 / 10] <= 2, "{lengths:?}");
}

#[test]
fn what_the_lemmas_refute_on_9x9_is_dead_and_what_they_leave_is_live() {
    let positions = off_line(9, 6, 5);
    let limits = Limits::default();
    let dead = positions.par_iter().filter(|(position, _)| {
        let found = propagate::solve(position, &Budget::new(&limits)).verdict();
        let exact = frontier::solve(position, &limits).verdict();
        // All dead moves of 9×9 are refuted.
        assert_eq!(found == Verdict::Dead, exact == Verdict::Dead, "{position:?}");
        found == Verdict::Dead
    });
    assert!(dead.count() > 100);
}

#[test]
fn verdicts_without_deductions_are_those_with_them() {
    let positions = [(9, 8), (13, 2)].into_iter().flat_map(|(n, lines)| off_line(n, lines, 8));
    let positions: Vec<Position> = positions.map(|(position, _)| position).collect();
    let limits = Limits::default();
    let dead = positions.par_iter().filter(|position| {
        let verdict = sat::verdict(position, &Budget::new(&limits));
        assert_eq!(verdict, sat::solve(position, &Budget::new(&limits)).verdict(), "{position:?}");
        verdict == Verdict::Dead
    });
    assert!(dead.count() > 100);
}

/// Whether both implementations of the lemmas decide the same.
fn same_decisions(position: &Position) -> bool {
    if position.is_finished() || !position.is_free(position.board().end()) {
        return false;
    }
    let (quick, plain) = (propagate::decide(position), plain_lemmas::decide(position));
    assert_eq!(quick, plain, "{position:?}");
    quick.is_none()
}

#[test]
fn both_implementations_of_the_lemmas_decide_the_same_beside_random_lines() {
    let positions = [(7, 6), (9, 1)].into_iter().flat_map(|(n, lines)| off_line(n, lines, 3));
    let positions: Vec<Position> = positions.map(|(position, _)| position).collect();
    let refuted = positions.par_iter().filter(|position| same_decisions(position)).count();
    assert!(refuted > 50 && refuted < positions.len() - 50, "{refuted}");
}

#[test]
fn both_implementations_of_the_lemmas_decide_the_same_on_boards_with_blocked_cells() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut compared, mut refuted) = (0, 0);
    while compared < 300 {
        let (width, height) = (rng.random_range(2..=8), rng.random_range(2..=8));
        let mut cell = || (rng.random_range(1..=width), rng.random_range(1..=height));
        let (start, end) = (cell(), cell());
        let blocked: Vec<_> = (0..width * height / 9).map(|_| cell()).collect();
        let Ok(board) = Board::new(width, height, Some(start), Some(end), &blocked) else {
            continue;
        };
        let position = Position::start(Arc::new(board));
        if start != end && cheap::dead_end(&position).is_none() {
            compared += 1;
            refuted += usize::from(same_decisions(&position));
        }
    }
    assert!(refuted > 50 && refuted < 250, "{refuted} of {compared}");
}

/// A deduction in the checker's form.
fn plain(deduction: &Deduction) -> checker::Deduction {
    match evidence::plain_reason(&Reason::Deduction(deduction.clone())) {
        Some(checker::Reason::Deduction(plain)) => plain,
        other => panic!("{other:?}"),
    }
}

fn accepts(position: &Position, deduction: &checker::Deduction) -> bool {
    let board = evidence::board(position).unwrap();
    let path = letters(position.path());
    checker::check_reason(&board, &path, &checker::Reason::Deduction(deduction.clone())).is_ok()
}

/// Copies of a deduction without one of its steps, or with one decided the other way, moved to
/// another edge, or with a cell more or less in what it names.
fn mutants(deduction: &checker::Deduction) -> Vec<checker::Deduction> {
    use checker::{Because, Contradiction};
    let mut mutants = Vec::new();
    for at in 0..deduction.steps.len() {
        let mut mutate = |change: &dyn Fn(&mut checker::Deduction)| {
            let mut mutant = deduction.clone();
            change(&mut mutant);
            mutants.push(mutant);
        };
        mutate(&|mutant| drop(mutant.steps.remove(at)));
        mutate(&|mutant| mutant.steps[at].used ^= true);
        mutate(&|mutant| mutant.steps[at].edge.1 = mutant.steps[at].edge.0);
        mutate(&|mutant| mutant.steps.push(mutant.steps[at].clone()));
        mutate(&|mutant| match &mut mutant.steps[at].because {
            Because::Degree { cell } => cell.0 += 3,
            Because::SmallLoop { chain } => chain.truncate(1),
            Because::Colour { region } | Because::TwoEdgeCut { region } => region.clear(),
            Because::Probe { deduction } => deduction.steps.clear(),
        });
        mutate(&|mutant| match &mut mutant.steps[at].because {
            Because::SmallLoop { chain: cells }
            | Because::Colour { region: cells }
            | Because::TwoEdgeCut { region: cells } => cells.push(cells[0]),
            Because::Degree { .. } | Because::Probe { .. } => mutant.steps.clear(),
        });
    }
    let mut end = deduction.clone();
    match &mut end.contradiction {
        Contradiction::Degree { cell } => *cell = (200, 200),
        Contradiction::SmallLoop { chain } => drop(chain.pop()),
        Contradiction::CutOff { cells, .. } => cells.clear(),
        Contradiction::Colour { region } => region.clear(),
    }
    mutants.push(end);
    mutants
}

#[test]
fn a_changed_deduction_is_rejected() {
    let mut tried = 0;
    for (position, _, deduction) in DEDUCTIONS.iter() {
        let deduction = plain(deduction);
        assert!(accepts(position, &deduction));
        for mutant in mutants(&deduction) {
            assert!(!accepts(position, &mutant), "{mutant:#?} after {:?}", position.path());
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn no_deduction_of_a_dead_move_is_accepted_after_the_move_of_the_line() {
    let mut tried = 0;
    for (position, step, deduction) in DEDUCTIONS.iter() {
        let path = position.path();
        let mut live = position.prefix(path.len() - 1);
        live.play(*step).unwrap();
        let deduction = plain(deduction);
        for mutant in mutants(&deduction).iter().chain([&deduction]) {
            assert!(!accepts(&live, mutant), "{mutant:#?} after {:?}", live.path());
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
#[ignore = "a minute of processor time"]
fn every_deduction_of_100_000_dead_moves_on_9x9_to_31x31_is_accepted() {
    for (n, lines) in [(9, 4_000), (11, 3_000), (13, 2_000), (21, 700), (31, 300)] {
        let positions = off_line(n, lines, 77);
        let found: Vec<usize> = positions
            .par_iter()
            .filter_map(|(position, _)| Some(deduction(position)?.len()))
            .collect();
        let mut lengths = found;
        lengths.sort_unstable();
        let at = |percent: usize| lengths[(lengths.len() * percent / 100).min(lengths.len() - 1)];
        println!(
            "{n}×{n}: {} positions, {} deductions; steps: median {}, 90 % {}, 99 % {}, most {}",
            positions.len(),
            lengths.len(),
            at(50),
            at(90),
            at(99),
            at(100)
        );
    }
}

/// The position of a gate that only probing refutes.
fn gate() -> Position {
    let blocked = [1, 2, 3, 4, 8, 9, 10].map(|column| (column, 1));
    let below = [1, 2, 3, 4, 5, 9, 10].map(|column| (column, 5));
    let blocked = [blocked, below].concat();
    Position::start(Arc::new(Board::new(10, 5, Some((4, 4)), Some((3, 2)), &blocked).unwrap()))
}

#[test]
fn every_move_of_a_position_that_only_probing_refutes_is_dead_or_unknown_at_any_limit() {
    let position = gate();
    assert!(deduction(&position).is_none(), "the lemmas alone find nothing");
    for timeout in [None, Some(0), Some(1), Some(10), Some(100), Some(1_000)] {
        let timeout = timeout.map(std::time::Duration::from_micros);
        let limits = Limits { timeout, ..Limits::default() };
        let judged = judge(&position, Engine::Sat, &limits).unwrap();
        assert_ne!(judged.answer.verdict(), Verdict::Live);
        assert!(judged.moves.iter().all(|(_, answer)| answer.verdict() != Verdict::Live));
        if timeout.is_none() {
            assert_eq!(judged.answer.verdict(), Verdict::Dead);
            assert!(judged.moves.iter().all(|(_, answer)| answer.verdict() == Verdict::Dead));
        }
    }
}
