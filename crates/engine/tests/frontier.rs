//! The frontier engine against known counts, plain enumeration and real positions. The code that
//! replays witnesses and enumerates here uses the board and nothing of the engine.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::{Limit, Limits, Outcome, Verdict};
use deadmove_engine::frontier::{count, solve, solve_within, used_edges};
use num_bigint::BigUint;
use proptest::prelude::*;

fn open_board(width: usize, height: usize) -> Position {
    Position::start(Arc::new(Board::corner_to_corner(width, height).unwrap()))
}

fn board(
    width: usize,
    height: usize,
    start: (usize, usize),
    end: (usize, usize),
    blocked: &[(usize, usize)],
) -> Position {
    Position::start(Arc::new(Board::new(width, height, Some(start), Some(end), blocked).unwrap()))
}

fn count_of(position: &Position) -> String {
    count(position, &Limits::default()).unwrap().to_string()
}

/// Two 11×11 chambers with a gate of one cell between them. The colours are balanced on the whole
/// board but not in either chamber, which only a search over the first chamber can detect.
fn unbalanced_chambers() -> Position {
    let mut blocked: Vec<_> = (1..11).map(|column| (column, 12)).collect();
    blocked.extend([(4, 5), (8, 5), (4, 16), (8, 18)]);
    board(11, 23, (1, 1), (11, 23), &blocked)
}

/// Completions by plain backtracking.
fn enumerate(board: &Board, free: &mut HashSet<Cell>, at: Cell) -> u64 {
    if free.is_empty() {
        return u64::from(at == board.end());
    }
    if at == board.end() {
        return 0;
    }
    let steps: Vec<Cell> =
        board.neighbours(at).map(|(_, next)| next).filter(|next| free.contains(next)).collect();
    let mut sum = 0;
    for next in steps {
        free.remove(&next);
        sum += enumerate(board, free, next);
        free.insert(next);
    }
    sum
}

fn free_cells(position: &Position) -> HashSet<Cell> {
    let board = position.board();
    (0..board.cells()).map(|index| board.cell(index)).filter(|&c| position.is_free(c)).collect()
}

/// Panics unless the witness covers every free cell once and ends on the end cell.
fn replay(position: &Position, witness: &[Move]) {
    let board = position.board();
    let mut free = free_cells(position);
    let mut at = position.live_end();
    for &step in witness {
        at = board.step(at, step).expect("the witness stays on the board");
        assert!(free.remove(&at), "the witness enters {at}, which is not free");
    }
    assert!(free.is_empty(), "the witness leaves cells free");
    assert_eq!(at, board.end());
}

fn solve_and_replay(position: &Position, limits: &Limits) -> Verdict {
    let outcome = solve(position, limits);
    match &outcome {
        Outcome::Live(witness) => replay(position, witness),
        Outcome::Dead(reason) => {
            assert_eq!(*reason, Reason::Search { engine: SearchEngine::Frontier, cut_sets: 0 });
        }
        Outcome::Unknown(_) => {}
    }
    outcome.verdict()
}

fn agrees_with_enumeration(position: &Position) {
    let expected = enumerate(position.board(), &mut free_cells(position), position.live_end());
    let shown = || format!("{:?} on {:?}", position.path(), position.board());
    assert_eq!(count_of(position), expected.to_string(), "{}", shown());
    let verdict = if expected > 0 { Verdict::Live } else { Verdict::Dead };
    assert_eq!(solve_and_replay(position, &Limits::default()), verdict, "{}", shown());
}

#[test]
fn the_stop_flag_ends_the_engine_with_an_open_answer() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let answer = solve_within(&open_board(9, 9), &Budget::stoppable(&Limits::default(), &stop));
    assert_eq!(answer, Outcome::Unknown(Limit::Stopped));
}

#[test]
fn counts_corner_to_corner_completions_up_to_11x11() {
    for (n, expected) in
        [(3, "2"), (5, "104"), (7, "111712"), (9, "2688307514"), (11, "1445778936756068")]
    {
        assert_eq!(count_of(&open_board(n, n)), expected);
        assert_eq!(solve_and_replay(&open_board(n, n), &Limits::default()), Verdict::Live);
    }
}

#[test]
fn counts_13x13_in_a_few_megabytes() {
    let limits = Limits { memory: 32 << 20, ..Limits::default() };
    let expected: BigUint = "17337631013706758184626".parse().unwrap();
    assert_eq!(count(&open_board(13, 13), &limits), Ok(expected));
}

#[test]
#[ignore = "takes some seconds in release and more without"]
fn counts_15x15_in_a_hundred_megabytes() {
    let limits = Limits { memory: 100 << 20, ..Limits::default() };
    let expected: BigUint = "4628650743368437273677525554148".parse().unwrap();
    assert_eq!(count(&open_board(15, 15), &limits), Ok(expected));
}

#[test]
fn counts_beyond_128_bits() {
    let expected = BigUint::from(1u8) << 198u32;
    assert_eq!(count(&open_board(3, 200), &Limits::default()), Ok(expected.clone()));
    assert_eq!(count(&open_board(200, 3), &Limits::default()), Ok(expected));
    assert_eq!(solve_and_replay(&open_board(3, 200), &Limits::default()), Verdict::Live);
}

#[test]
fn handles_the_smallest_boards() {
    for (width, height, expected) in
        [(1, 1, "1"), (1, 2, "1"), (1, 7, "1"), (7, 1, "1"), (2, 2, "0"), (2, 3, "1"), (4, 5, "20")]
    {
        let position = open_board(width, height);
        assert_eq!(count_of(&position), expected, "{width}x{height}");
        agrees_with_enumeration(&position);
    }
    assert_eq!(
        solve(&open_board(1, 1), &Limits::default()),
        Outcome::Live(Vec::new()),
        "a finished path is live with an empty witness"
    );
}

#[test]
fn finds_colour_impossible_boards_dead() {
    for (width, height) in [(4, 4), (6, 8), (60, 2), (200, 200)] {
        assert_eq!(count_of(&open_board(width, height)), "0");
        assert_eq!(solve_and_replay(&open_board(width, height), &Limits::default()), Verdict::Dead);
    }
    let odd_ends = board(9, 9, (2, 1), (9, 9), &[]);
    assert_eq!(count_of(&odd_ends), "0");
    assert_eq!(solve_and_replay(&odd_ends, &Limits::default()), Verdict::Dead);
}

#[test]
fn completes_a_2_by_60_board_one_way() {
    let position = board(60, 2, (1, 1), (1, 2), &[]);
    assert_eq!(count_of(&position), "1");
    assert_eq!(solve_and_replay(&position, &Limits::default()), Verdict::Live);
    assert_eq!(count_of(&open_board(61, 2)), "1");
}

#[test]
fn a_line_on_its_end_cell_too_early_is_dead() {
    let on_end = Position::from_path(
        Arc::new(Board::new(3, 3, None, Some((2, 1)), &[]).unwrap()),
        &[Move::Right],
    )
    .unwrap();
    let past_end = on_end.after(Move::Right);
    for position in [on_end, past_end] {
        assert_eq!(count_of(&position), "0");
        assert_eq!(solve_and_replay(&position, &Limits::default()), Verdict::Dead);
    }
}

#[test]
fn a_stuck_line_and_a_split_board_are_dead() {
    let stuck: Vec<Move> = "RRDDLLUR".chars().map(|c| Move::from_letter(c).unwrap()).collect();
    let stuck = Position::from_path(open_board(4, 4).shared_board(), &stuck).unwrap();
    assert_eq!(stuck.legal_moves().count(), 0);
    let split = board(5, 5, (1, 1), (5, 5), &[(3, 1), (3, 2), (3, 3), (3, 4), (3, 5)]);
    for position in [stuck, split] {
        assert_eq!(count_of(&position), "0");
        assert_eq!(solve_and_replay(&position, &Limits::default()), Verdict::Dead);
    }
}

/// Every position of the board with this start and any end; different paths to a position count
/// once.
fn visit_all(width: usize, height: usize, start: (usize, usize)) -> usize {
    let mut visited = 0;
    for column in 1..=width {
        for row in 1..=height {
            if (column, row) == start {
                continue;
            }
            let mut seen = HashSet::new();
            let mut stack = vec![board(width, height, start, (column, row), &[])];
            while let Some(position) = stack.pop() {
                if seen.insert((position.free().clone(), position.live_end())) {
                    agrees_with_enumeration(&position);
                    visited += 1;
                    stack.extend(position.legal_moves().map(|step| position.after(step)));
                }
            }
        }
    }
    visited
}

#[test]
fn agrees_with_enumeration_on_every_position_of_3x3_and_3x4() {
    let mut visited = 0;
    for (width, height) in [(3, 3), (3, 4)] {
        for column in 1..=width {
            for row in 1..=height {
                visited += visit_all(width, height, (column, row));
            }
        }
    }
    assert!(visited > 10_000, "{visited}");
}

#[test]
fn agrees_with_enumeration_on_every_position_of_4x4_up_to_symmetry() {
    let visited: usize = [(1, 1), (2, 1), (2, 2)].map(|start| visit_all(4, 4, start)).iter().sum();
    assert!(visited > 10_000, "{visited}");
}

/// A board with blocked cells and a random walk on it.
fn random_position(width: usize, height: usize) -> impl Strategy<Value = Position> {
    let cells = width * height;
    (
        0..cells,
        0..cells,
        prop::collection::vec(0..cells, 0..5),
        prop::collection::vec(0..4usize, 0..cells / 2),
    )
        .prop_filter_map("start and end differ and are not blocked", move |(s, e, b, walk)| {
            let cell = |index: usize| (index % width + 1, index / width + 1);
            let blocked: Vec<_> = b.iter().map(|&index| cell(index)).collect();
            let board = Board::new(width, height, Some(cell(s)), Some(cell(e)), &blocked).ok()?;
            let mut position = Position::start(Arc::new(board));
            for pick in walk {
                let legal: Vec<Move> = position.legal_moves().collect();
                if let Some(&step) = legal.get(pick % legal.len().max(1)) {
                    position.play(step).unwrap();
                }
            }
            Some(position)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_enumeration_on_boards_with_blocked_cells(
        position in (1..=6usize, 1..=5usize)
            .prop_filter("small", |(w, h)| w * h > 1 && w * h <= 25)
            .prop_flat_map(|(width, height)| random_position(width, height))
    ) {
        agrees_with_enumeration(&position);
    }

    #[test]
    fn a_position_is_completed_as_often_as_its_moves_together(position in random_position(8, 7)) {
        prop_assume!(position.live_end() != position.board().end());
        let limits = Limits::default();
        let sum: BigUint =
            position.legal_moves().map(|step| count(&position.after(step), &limits).unwrap()).sum();
        prop_assert_eq!(count(&position, &limits).unwrap(), sum.clone());
        let live = solve_and_replay(&position, &limits) == Verdict::Live;
        prop_assert_eq!(live, sum != BigUint::ZERO);
    }
}

#[test]
fn says_unknown_when_the_memory_is_too_small() {
    let dead = unbalanced_chambers();
    for memory in [0, 1 << 10, 1 << 16] {
        let limits = Limits { memory, ..Limits::default() };
        assert_eq!(solve(&dead, &limits), Outcome::Unknown(Limit::Memory), "{memory} bytes");
        assert_eq!(count(&dead, &limits), Err(Limit::Memory), "{memory} bytes");
    }
    assert_eq!(solve_and_replay(&dead, &Limits::default()), Verdict::Dead);
    assert_eq!(count_of(&dead), "0");
}

#[test]
fn says_unknown_when_the_time_is_over() {
    let none = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(solve(&open_board(15, 15), &none), Outcome::Unknown(Limit::Timeout));
    let little = Limits { timeout: Some(Duration::from_millis(50)), ..Limits::default() };
    let began = Instant::now();
    assert_eq!(count(&open_board(15, 15), &little), Err(Limit::Timeout));
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn gives_up_on_boards_that_are_far_too_wide_at_once() {
    let began = Instant::now();
    let position = open_board(101, 101);
    assert_eq!(solve(&position, &Limits::default()), Outcome::Unknown(Limit::Memory));
    assert_eq!(count(&position, &Limits::default()), Err(Limit::Memory));
    assert_eq!(count(&open_board(27, 27), &Limits::default()), Err(Limit::Memory));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn finds_completions_where_the_states_would_never_fit() {
    for n in [21, 25, 35] {
        assert_eq!(solve_and_replay(&open_board(n, n), &Limits::default()), Verdict::Live);
    }
}

#[test]
#[ignore = "the corpus tests compare both engines on the same positions, in less memory"]
fn gives_the_recorded_verdicts_on_real_positions() {
    let file = deadmove_testing::root().join("../shared/corpus/positions.jsonl");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: no corpus");
        return;
    };
    let limits = Limits { timeout: Some(Duration::from_millis(500)), ..Limits::default() };
    let (mut judged, mut unknown) = (0, 0);
    for line in text.lines() {
        let recorded: serde_json::Value = serde_json::from_str(line).unwrap();
        let n = recorded["n"].as_u64().unwrap() as usize;
        let name = recorded["name"].as_str().unwrap();
        let path: Vec<Move> =
            recorded["path"].as_str().unwrap().chars().filter_map(Move::from_letter).collect();
        let board = Arc::new(Board::corner_to_corner(n, n).unwrap());
        let position = Position::from_path(board, &path).unwrap();
        let live = recorded["completable"].as_bool().unwrap();
        let mut expectations = vec![(position.clone(), live)];
        // Wide positions can use up their time limit.
        if n <= 15 {
            let moves = recorded["moves"].as_object().unwrap();
            assert_eq!(moves.len(), position.legal_moves().count(), "{name}");
            for step in position.legal_moves() {
                let verdict = moves[&step.letter().to_string()].as_str().unwrap();
                expectations.push((position.after(step), verdict == "live"));
            }
        }
        for (position, live) in expectations {
            judged += 1;
            match solve_and_replay(&position, &limits) {
                Verdict::Unknown if n > 15 => unknown += 1,
                verdict => {
                    let expected = if live { Verdict::Live } else { Verdict::Dead };
                    assert_eq!(verdict, expected, "{name} {:?}", position.path());
                }
            }
        }
    }
    assert!(judged >= 1000 && unknown <= 30, "{judged} judged, {unknown} unknown");
}

/// All completions by plain backtracking, as the cells from the live end on.
fn completions(board: &Board, free: &mut HashSet<Cell>, line: &mut Vec<Cell>) -> Vec<Vec<Cell>> {
    let at = *line.last().unwrap();
    if free.is_empty() {
        return if at == board.end() { vec![line.clone()] } else { Vec::new() };
    }
    let steps: Vec<Cell> =
        board.neighbours(at).map(|(_, next)| next).filter(|next| free.contains(next)).collect();
    let mut all = Vec::new();
    for next in steps {
        free.remove(&next);
        line.push(next);
        all.extend(completions(board, free, line));
        line.pop();
        free.insert(next);
    }
    all
}

#[test]
fn the_uses_of_edges_are_those_of_all_completions() {
    let mut seen = 0;
    for steps in ["", "RRDD", "RDDLDD", "RRRRDDL", "DDRRU", "RRLL"] {
        let moves: Vec<Move> = steps
            .chars()
            .map(|letter| Move::ALL.into_iter().find(|m| m.to_string() == letter.to_string()))
            .map(Option::unwrap)
            .collect();
        let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
        let Ok(position) = Position::from_path(board, &moves) else { continue };
        let board = position.board();
        let mut free: HashSet<Cell> = position.free().ones().map(|at| board.cell(at)).collect();
        let all = completions(board, &mut free, &mut vec![position.live_end()]);
        let mut uses = std::collections::BTreeMap::<(Cell, Cell), usize>::new();
        for line in &all {
            for pair in line.windows(2) {
                let mut pair = [pair[0], pair[1]];
                pair.sort_by_key(|cell| (cell.row, cell.column));
                *uses.entry((pair[0], pair[1])).or_default() += 1;
            }
        }
        let (count, used) = used_edges(&position, &Limits::default()).unwrap();
        assert_eq!(count, BigUint::from(all.len()), "{steps}");
        let used: std::collections::BTreeMap<(Cell, Cell), BigUint> =
            used.into_iter().map(|edge| (edge.cells, edge.completions)).collect();
        let uses = uses.into_iter().map(|(edge, number)| (edge, BigUint::from(number)));
        assert_eq!(used, uses.collect(), "{steps}");
        seen += used.len();
    }
    assert!(seen > 50, "{seen}");
    let narrow = Limits { memory: 1 << 10, ..Limits::default() };
    assert_eq!(used_edges(&open_board(11, 11), &narrow), Err(Limit::Memory));
}
