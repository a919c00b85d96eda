//! The SAT engine, the frontier engine and plain enumeration give the same verdicts. So does the
//! formula of the SAT engine alone, without the shortcuts that usually decide before the solver,
//! with face potentials of any width, and with every solver.

use deadmove_testing::enumeration;

use std::collections::HashMap;
use std::sync::Arc;
#[cfg(feature = "cadical")]
use std::time::{Duration, Instant};

use deadmove_core::board::{Board, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
#[cfg(feature = "cadical")]
use deadmove_core::verdict::Limit;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::evidence;
use deadmove_engine::judge::{Engine, Judgement, Turning, judge, verdicts_within};
use deadmove_engine::sat::{Solver, Strategy as Way};
use deadmove_engine::{frontier, sat};
#[cfg(feature = "cadical")]
use deadmove_testing::generate::{Shape, line_pocket};
use deadmove_testing::generate::{pockets, prefixes, strays};
use enumeration::{is_live, visit_prefixes};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Runs both engines, checks their evidence, and asserts that both give `expected`.
fn assert_verdict(position: &Position, expected: Verdict) {
    let sat = sat::solve(position, &Budget::new(&Limits::default()));
    assert_eq!(sat.verdict(), expected, "sat engine on {:?}", position);
    match &sat {
        Outcome::Live(witness) => evidence::check_witness(position, witness).unwrap(),
        Outcome::Dead(reason) => evidence::check_reason(position, reason).unwrap(),
        Outcome::Unknown(limit) => panic!("{limit} on {position:?}"),
    }
    let frontier = frontier::solve(position, &Limits::default());
    assert_eq!(frontier.verdict(), expected, "frontier engine on {:?}", position);
    if let Outcome::Live(witness) = &frontier {
        evidence::check_witness(position, witness).unwrap();
    }
}

/// The search without shortcuts, for each kind of formula and each solver.
fn searches() -> Vec<Way> {
    let solvers = [
        Solver::Varisat,
        #[cfg(feature = "cadical")]
        Solver::Cadical,
    ];
    let widths = [None, Some(0), Some(2), Some(8), Some(100)];
    let ways = solvers.into_iter().flat_map(|solver| {
        widths.map(|potentials| Way { solver, shortcuts: false, potentials, deductions: true })
    });
    ways.collect()
}

/// Decides the position and its moves with the formula alone; `expected` gives the true verdict of
/// a position. With a limit on conflicts searches may stay undecided; returns how many did.
fn assert_searches(
    position: &Position,
    max_conflicts: Option<u64>,
    expected: impl Fn(&Position) -> Verdict,
) -> usize {
    let limits = Limits { max_conflicts, ..Limits::default() };
    let verdict = expected(position);
    let mut open = 0;
    let mut compare = |outcome: Outcome<Vec<Move>, _>, expected: Verdict, way: Way| {
        if let Outcome::Live(witness) = &outcome {
            evidence::check_witness(position, witness).unwrap();
        }
        if outcome.verdict() == Verdict::Unknown && max_conflicts.is_some() {
            open += 1;
        } else {
            assert_eq!(outcome.verdict(), expected, "{way:?} on {position:?}");
        }
    };
    for way in searches() {
        let budget = Budget::new(&limits);
        let mut session = sat::Session::new(position, way, &budget);
        compare(session.decide(), verdict, way);
        if max_conflicts.is_none() {
            for direction in position.legal_moves() {
                let expected = expected(&position.after(direction));
                compare(session.decide_move(direction), expected, way);
            }
        }
    }
    open
}

/// Whether face potentials can be in the formula: they need an edge set with the wanted degrees on
/// a connected graph. Without them a search may take exponentially long.
fn has_potentials(position: &Position) -> bool {
    match sat::solve(position, &Budget::new(&Limits::default())) {
        Outcome::Dead(reason) => {
            matches!(reason, Reason::Search { .. } | Reason::Deduction(_))
        }
        _ => true,
    }
}

fn enumerated(position: &Position) -> Verdict {
    if is_live(position) { Verdict::Live } else { Verdict::Dead }
}

#[test]
fn every_prefix_of_every_path_on_5x5_gets_one_verdict() {
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let mut verdicts: HashMap<(Vec<usize>, usize), Verdict> = HashMap::new();
    let (mut prefixes, mut live) = (0, 0);
    visit_prefixes(&Position::start(board.clone()), &mut |position| {
        prefixes += 1;
        let key = (position.free().ones().collect(), board.index(position.live_end()));
        let verdict = *verdicts.entry(key).or_insert_with(|| {
            let verdict = enumerated(position);
            assert_verdict(position, verdict);
            if has_potentials(position) {
                assert_searches(position, None, enumerated);
            }
            verdict
        });
        live += usize::from(verdict == Verdict::Live);
    });
    assert_eq!((prefixes, live), (153_745, 1_583));
    let positions = verdicts.values().filter(|&&verdict| verdict == Verdict::Live).count();
    assert_eq!(positions, 578, "live positions, merged by free cells and live end");
}

/// Boards with blocked cells that no cheap reason decides. They are few among random positions, and
/// dead ones among them are rare.
#[test]
fn the_formula_alone_agrees_where_no_cheap_reason_holds() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut live, mut dead) = (0, 0);
    for _ in 0..20_000 {
        let (width, height) = (rng.random_range(4..=9), rng.random_range(4..=9));
        let mut cell = || (rng.random_range(1..=width), rng.random_range(1..=height));
        let (start, end) = (cell(), cell());
        let blocked: Vec<_> = (0..width * height / 8).map(|_| cell()).collect();
        let Ok(board) = Board::new(width, height, Some(start), Some(end), &blocked) else {
            continue;
        };
        let position = Position::start(Arc::new(board));
        if has_potentials(&position) {
            let expected = frontier::solve(&position, &Limits::default()).verdict();
            let open = assert_searches(&position, Some(5_000), |_| expected);
            assert!(open < searches().len(), "some search answers");
            *(if expected == Verdict::Live { &mut live } else { &mut dead }) += 1;
        }
    }
    assert!(live > 100 && dead > 20, "{live} live, {dead} dead");
}

#[test]
fn the_formula_alone_agrees_near_random_lines_and_in_pockets() {
    let fractions = [0.0, 0.2, 0.35, 0.5, 0.65, 0.8];
    let lines = (0..4).flat_map(|seed| {
        [7, 9, 11].into_iter().flat_map(move |n| {
            prefixes(n, &fractions, seed).into_iter().chain(strays(n, &fractions, 3, seed))
        })
    });
    let pockets = pockets(11, &[2, 3, 5, 7], &[1, 2, 3, 4, 5]);
    let positions = lines.chain(pockets.into_iter().map(|pocket| pocket.position).step_by(7));
    for position in positions.filter(has_potentials) {
        let expected = frontier::solve(&position, &Limits::default()).verdict();
        let open = assert_searches(&position, Some(5_000), |_| expected);
        assert!(open < searches().len(), "some search answers");
    }
}

/// A path of random legal moves, one for each choice.
fn random_path(board: Board, choices: &[usize]) -> Position {
    let mut position = Position::start(Arc::new(board));
    for choice in choices {
        let legal: Vec<Move> = position.legal_moves().collect();
        if legal.is_empty() {
            break;
        }
        position.play(legal[choice % legal.len()]).unwrap();
    }
    position
}

/// A random board with start, end and blocked cells anywhere.
fn boards(width: usize, height: usize) -> impl Strategy<Value = Board> {
    (1..=width, 1..=height).prop_flat_map(|(width, height)| {
        let cell = (1..=width, 1..=height);
        let blocked = prop::collection::vec(cell.clone(), 0..=width * height / 6);
        (cell.clone(), cell, blocked).prop_filter_map(
            "start and end differ and are open",
            move |(start, end, blocked)| {
                Board::new(width, height, Some(start), Some(end), &blocked).ok()
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn small_boards_with_blocked_cells_agree_with_enumeration(
        board in boards(5, 5),
        choices in prop::collection::vec(0..12usize, 0..12),
    ) {
        let position = random_path(board, &choices);
        assert_verdict(&position, enumerated(&position));
        assert_searches(&position, None, enumerated);
    }

    #[test]
    fn paths_on_7x7_get_one_verdict(choices in prop::collection::vec(0..12usize, 0..48)) {
        let position = random_path(Board::corner_to_corner(7, 7).unwrap(), &choices);
        let expected = frontier::solve(&position, &Limits::default()).verdict();
        assert_verdict(&position, expected);
        let open = assert_searches(&position, Some(5_000), |_| expected);
        prop_assert!(open < searches().len() || !has_potentials(&position), "some search answers");
    }

    #[test]
    fn larger_boards_with_blocked_cells_get_one_verdict(
        board in boards(12, 12),
        choices in prop::collection::vec(0..12usize, 0..60),
    ) {
        let position = random_path(board, &choices);
        let expected = frontier::solve(&position, &Limits::default()).verdict();
        assert_verdict(&position, expected);
        let open = assert_searches(&position, Some(2_000), |_| expected);
        prop_assert!(open < searches().len() || !has_potentials(&position), "some search answers");
    }

    #[cfg(feature = "cadical")]
    #[test]
    fn cadical_judges_as_varisat_does(
        board in boards(10, 10),
        choices in prop::collection::vec(0..12usize, 0..50),
    ) {
        let position = random_path(board, &choices);
        let varisat = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        let cadical = judge(&position, Engine::Cadical, &Limits::default()).unwrap();
        prop_assert_eq!(varisat.answer.verdict(), cadical.answer.verdict());
        for (varisat, cadical) in varisat.moves.iter().zip(&cadical.moves) {
            prop_assert_eq!(varisat.1.verdict(), cadical.1.verdict());
        }
    }

    #[test]
    fn verdicts_without_evidence_are_those_of_a_judgement(
        board in boards(21, 21),
        choices in prop::collection::vec(0..12usize, 0..300),
    ) {
        let position = random_path(board, &choices);
        let verdicts = |judged: Judgement| -> (Verdict, Vec<(Move, Verdict)>) {
            let moves = judged.moves.iter().map(|(step, answer)| (*step, answer.verdict()));
            (judged.answer.verdict(), moves.collect())
        };
        let budget = Budget::new(&Limits::default());
        let alone = verdicts_within(&position, Engine::Sat, &budget).unwrap();
        let judged = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        prop_assert_eq!(verdicts(alone), verdicts(judged));
    }

    #[test]
    fn judgements_of_both_engines_are_equal(
        board in boards(8, 8),
        choices in prop::collection::vec(0..12usize, 0..40),
    ) {
        let position = random_path(board, &choices);
        let both = judge(&position, Engine::Both, &Limits::default()).unwrap();
        let frontier = judge(&position, Engine::Frontier, &Limits::default()).unwrap();
        prop_assert_eq!(both.answer.verdict(), frontier.answer.verdict());
        for (sat, frontier) in both.moves.iter().zip(&frontier.moves) {
            prop_assert_eq!((sat.0, sat.1.verdict()), (frontier.0, frontier.1.verdict()));
        }
        let point = |turning: &Turning| {
            (turning.live_moves(position.path().len()), turning.fatal_move())
        };
        prop_assert_eq!(point(&both.turning), point(&frontier.turning));
        prop_assert_eq!(both.comparison.unwrap().open, 0);
    }
}

#[cfg(feature = "cadical")]
#[test]
fn cadical_stops_at_its_limits() {
    // Without potentials a colour-hard pocket is out of reach.
    let pocket = line_pocket(21, Shape::Rectangle, (15, 15), 1, false).unwrap();
    let way = Way { solver: Solver::Cadical, shortcuts: false, potentials: None, ..Way::default() };
    let solve = |limits| sat::solve_with(&pocket.position, way, &Budget::new(&limits));
    let conflicts = solve(Limits { max_conflicts: Some(100), ..Limits::default() });
    assert_eq!(conflicts, Outcome::Unknown(Limit::Conflicts));
    let timeout = Some(Duration::from_millis(200));
    let begun = Instant::now();
    assert_eq!(solve(Limits { timeout, ..Limits::default() }), Outcome::Unknown(Limit::Timeout));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
