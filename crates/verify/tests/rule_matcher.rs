//! The compiled matcher against the naive one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_encodings::propagation::Lemmas;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::{Offset, Placement, Placements};
use deadmove_rules::model::{Forbidden, Head, Pattern, Rule};
use deadmove_rules::moves::Moves;
use deadmove_testing::naive::Naive;
use deadmove_testing::random::{live_positions, rule, rule_files, walk_positions};
use deadmove_verify::live_set::{LiveEntry, LiveSet};
use fixedbitset::FixedBitSet;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::iter::ParallelIterator;

fn shipped(board: &Board) -> Vec<Rule> {
    let files = rule_files().into_iter();
    files.flat_map(|file| file.rule_file.rules(board).expect("a family that expands")).collect()
}

fn random_rules(count: usize) -> Vec<Rule> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| rule().new_tree(&mut runner).expect("a rule").current()).collect()
}

/// The rules without forced lines, which are only defined in live positions.
fn without_forced_lines(rules: Vec<Rule>) -> Vec<Rule> {
    let plain = |rule: &Rule| {
        rule.pattern.forced_lines.is_empty()
            && rule.unless.iter().all(|exception| exception.forced_lines.is_empty())
    };
    rules.into_iter().filter(plain).collect()
}

/// Compares both matchers on positions of one board; the number of matches per rule.
fn compare(rules: &[Rule], board: &Board, positions: &[Position]) -> Vec<usize> {
    compare_bare(rules, board, positions.iter().map(|p| (p.free().clone(), p.live_end())))
}

/// [`compare`] for positions given as free cells and live end.
fn compare_bare(
    rules: &[Rule],
    board: &Board,
    positions: impl Iterator<Item = (FixedBitSet, Cell)>,
) -> Vec<usize> {
    let set = RuleSet::compile(rules, board);
    let mut matcher = set.matcher();
    let placements: Vec<BTreeMap<Placement, Vec<Placement>>> = rules
        .iter()
        .map(|rule| {
            // Placements that mean the same are reported once, under the first.
            let kept = RuleSet::placements_of(rule);
            rule.head
                .placements
                .iter()
                .map(|p| {
                    let own = deadmove_rules::placed::PlacedRule::new(rule, p);
                    let first = kept.iter().find(|(_, placed)| *placed == own).expect("kept").0;
                    (p, first)
                })
                .fold(BTreeMap::new(), |mut all: BTreeMap<_, Vec<_>>, (p, first)| {
                    all.entry(first).or_default().push(p);
                    all
                })
        })
        .collect();
    let mut counts = vec![0; rules.len()];
    for (free, live_end) in positions {
        let naive = Naive::new(board, |cell| free.contains(board.index(cell)), live_end);
        let mut expected = BTreeSet::new();
        for (number, rule) in rules.iter().enumerate() {
            for (&first, same) in &placements[number] {
                for &placement in same {
                    if let Some(moves) = naive.forbidden(rule, placement) {
                        expected.insert((number, first, moves.into_iter().collect::<Moves>()));
                        counts[number] += 1;
                    }
                }
            }
        }
        let mut found = BTreeSet::new();
        matcher.for_each(&free, live_end, |m| {
            assert!(found.insert((m.rule, m.placement, m.moves)), "a match is reported twice");
        });
        assert_eq!(found, expected, "live end {live_end}, free {free}");
        let all = expected.iter().fold(Moves::NONE, |all, (_, _, moves)| all.or(*moves));
        assert_eq!(matcher.forbidden(&free, live_end), all);
        if board.cells() <= 128 {
            let bits = free.ones().fold(0u128, |bits, i| bits | 1 << i);
            assert_eq!(matcher.forbidden_in_bits(bits, board.index(live_end)), all);
        }
    }
    counts
}

/// Every position of a board that has a completion, by plain backtracking.
fn every_live_position(board: &Arc<Board>) -> Vec<Position> {
    fn search(
        position: &Position,
        seen: &mut HashSet<(Vec<usize>, usize)>,
        live: &mut Vec<Position>,
    ) -> bool {
        let mut completed = position.is_finished();
        for m in position.legal_moves() {
            completed |= search(&position.after(m), seen, live);
        }
        let key = (position.free().ones().collect(), position.board().index(position.live_end()));
        if completed && seen.insert(key) {
            live.push(position.clone());
        }
        completed
    }
    let mut live = Vec::new();
    search(&Position::start(board.clone()), &mut HashSet::new(), &mut live);
    live
}

fn square(size: usize) -> Arc<Board> {
    Arc::new(Board::corner_to_corner(size, size).expect("a board"))
}

#[test]
fn both_matchers_agree_on_every_live_position_of_5x5() {
    let board = square(5);
    let positions = every_live_position(&board);
    assert_eq!(positions.len(), 578);
    let mut rules = shipped(&board);
    rules.extend(random_rules(300));
    let counts = compare(&rules, &board, &positions);
    assert!(counts.iter().filter(|&&n| n > 0).count() > 80, "{counts:?}");
}

#[test]
#[ignore = "takes a minute or two"]
fn both_matchers_agree_on_every_live_position_of_7x7() {
    let board = square(7);
    let live_set = LiveSet::build(7, &|_| ()).expect("a list");
    let entries: Vec<LiveEntry> = (1..=live_set.layers())
        .flat_map(|drawn| live_set.layer(drawn).collect::<Vec<_>>())
        .flat_map(|entry| [Some(entry), live_set.transposed(entry)])
        .flatten()
        .collect();
    assert_eq!(entries.len(), 66_452);
    let positions = entries.iter().map(|entry| {
        let free = (0..board.cells()).filter(|i| entry.key.free() >> i & 1 == 1).collect();
        (free, board.cell(entry.key.live_end()))
    });
    compare_bare(&shipped(&board), &board, positions);
}

#[test]
fn both_matchers_agree_on_live_positions_of_larger_boards() {
    for (size, count) in [(7, 80), (9, 60), (13, 20), (21, 20)] {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
        let positions = live_positions(size, count, &mut rng);
        let board = positions[0].shared_board();
        let mut rules = shipped(&board);
        rules.extend(random_rules(60));
        compare(&rules, &board, &positions);
    }
}

/// For each two cells near the live end, a rule that wants a forced line between them.
fn forced_line_rules() -> Vec<Rule> {
    let cells: Vec<(i16, i16)> =
        (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))).filter(|&c| c != (0, 0)).collect();
    let mut rules = Vec::new();
    for (i, &(x, y)) in cells.iter().enumerate() {
        for &(right, down) in &cells[i + 1..] {
            let mut head = Head::new("forced line");
            head.placements = Placements::from_words("upright and mirrored").unwrap();
            let mut ends = [Offset::new(x, y), Offset::new(right, down)];
            ends.sort();
            let pattern = Pattern { forced_lines: vec![ends], ..Pattern::default() };
            let forbids = Move::ALL.map(Forbidden::always).to_vec();
            rules.push(Rule::with_picture(head, pattern, forbids));
        }
    }
    rules
}

#[test]
fn both_matchers_agree_on_forced_lines_in_live_positions() {
    let positions = live_positions(7, 300, &mut ChaCha8Rng::seed_from_u64(1));
    let counts = compare(&forced_line_rules(), &positions[0].shared_board(), &positions);
    assert!(counts.iter().sum::<usize>() > 100, "{counts:?}");
}

#[test]
fn forced_lines_and_lemmas_match_one_position_as_in_a_set_for_all() {
    let mut rules = forced_line_rules();
    let lines = rules.len();
    rules.push(Rule::of_lemmas(Head::new("lemmas"), Lemmas::ALL));
    let positions = live_positions(7, 100, &mut ChaCha8Rng::seed_from_u64(2));
    let set = RuleSet::compile(&rules, positions[0].board());
    let mut counts = [0; 2];
    for position in &positions {
        let found = set.matcher().matches(position);
        assert_eq!(RuleSet::matches(&rules, position), found, "{:?}", position.path());
        found.iter().for_each(|each| counts[usize::from(each.rule == lines)] += 1);
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn both_matchers_agree_on_walks_over_all_kinds_of_boards() {
    let boards = [
        Board::corner_to_corner(6, 4),
        Board::new(9, 9, Some((9, 1)), Some((1, 9)), &[(5, 5), (1, 5), (7, 2)]),
        Board::new(5, 11, Some((3, 6)), Some((1, 1)), &[]),
        Board::corner_to_corner(70, 3),
        Board::corner_to_corner(2, 130),
        Board::new(130, 4, Some((60, 2)), Some((66, 3)), &[(64, 1), (65, 4)]),
    ];
    let rules = without_forced_lines(random_rules(150));
    for board in boards {
        let board = Arc::new(board.expect("a board"));
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let positions = walk_positions(&board, 250, &mut rng);
        let counts = compare(&rules, &board, &positions[..250]);
        assert!(counts.iter().filter(|&&n| n > 0).count() > 10, "{board:?} {counts:?}");
    }
}

/// The moves a rule forbids after `path`, by both matchers.
fn forbids(body: &str, board: Board, path: &str) -> String {
    let rule = format!("name        a corner case\nplacements  upright\n{body}");
    let rules = match RuleFile::parse(&rule) {
        Ok(RuleFile::Rule(rule)) => vec![rule],
        other => panic!("{other:?}"),
    };
    let board = Arc::new(board);
    let moves: Vec<Move> = path.chars().map(|c| Move::from_letter(c).expect("a move")).collect();
    let position = Position::from_path(board.clone(), &moves).expect("a path");
    compare(&rules, &board, std::slice::from_ref(&position));
    let set = RuleSet::compile(&rules, &board);
    set.matcher().forbidden(position.free(), position.live_end()).to_string()
}

/// Left of three free cells are two cells with a blocked one between them; the live end is below.
fn two_pockets(end: (usize, usize)) -> Board {
    Board::new(4, 4, Some((1, 4)), Some(end), &[(1, 2)]).expect("a board")
}

const COLUMN: &str = "picture\n  a\n  a\n  a\n  L\nforbids ahead\nsegment a: left side ";

#[test]
fn several_pockets_on_one_side_are_counted_together() {
    let test = |test: &str| forbids(&format!("{COLUMN}enclosed, {test}"), two_pockets((4, 1)), "R");
    assert_eq!(test("odd, surplus = -1"), "U");
    assert_eq!(test("even"), "");
    assert_eq!(test("surplus != -1"), "");
}

#[test]
fn one_pocket_with_the_end_cell_makes_the_side_open() {
    for end in [(1, 1), (1, 3)] {
        let body = format!("{COLUMN}enclosed or empty");
        assert_eq!(forbids(&body, two_pockets(end), "R"), "", "{end:?}");
    }
}

#[test]
fn the_end_cell_must_not_lie_on_the_segment() {
    for end in [(2, 1), (2, 2), (2, 3)] {
        let body = format!("{COLUMN}enclosed or empty");
        assert_eq!(forbids(&body, two_pockets(end), "R"), "", "{end:?}");
    }
}

#[test]
fn a_side_with_an_end_cell_beyond_the_range_of_offsets_is_open() {
    let body = "picture\n  L a\nforbids right\nsegment a: right side enclosed";
    for (width, start) in [(40_000, 1), (65_535, 1), (65_535, 20_000)] {
        let board = Board::new(width, 1, Some((start, 1)), Some((width, 1)), &[]);
        assert_eq!(forbids(body, board.expect("a board"), ""), "", "{width} {start}");
    }
    let enclosed = Board::new(40_000, 1, Some((39_000, 1)), Some((1, 1)), &[]).expect("a board");
    assert_eq!(forbids(body, enclosed, ""), "R");
}

#[test]
fn a_side_without_free_cells_is_empty_and_not_enclosed() {
    let board = || Board::new(3, 4, Some((1, 4)), Some((3, 4)), &[]).expect("a board");
    assert_eq!(forbids(&format!("{COLUMN}enclosed"), board(), ""), "");
    assert_eq!(forbids(&format!("{COLUMN}enclosed or empty"), board(), ""), "U");
    assert_eq!(forbids(&format!("{COLUMN}empty, odd, surplus = 1"), board(), ""), "U");
    assert_eq!(forbids(&format!("{COLUMN}empty"), two_pockets((4, 1)), "R"), "");
}

#[test]
fn a_segment_may_lie_along_the_drawn_line_and_the_start_cell() {
    // After RDD the cell (1,2) is shut in by the start cell, the line and the segment (1,3).
    let board = || Board::corner_to_corner(4, 4).expect("a board");
    let body = |side: &str| {
        format!("picture\n  a L\nforbids behind, right\nsegment a: {side} side enclosed")
    };
    assert_eq!(forbids(&format!("{}, even, surplus = 0", body("upper")), board(), "RDD"), "DR");
    assert_eq!(forbids(&body("lower"), board(), "RDD"), "");
    assert_eq!(forbids(&body("upper and lower"), board(), "RDD"), "");
}

#[test]
fn a_pocket_that_reaches_around_the_segment_counts_wholly() {
    // Two columns of three cells are shut in; the live end is in a corner of them.
    let board = Board::new(4, 3, Some((1, 3)), Some((4, 3)), &[(3, 1), (3, 2), (3, 3)]);
    let body =
        "picture\n  a\n  L\nforbids ahead, right\nsegment a: right side enclosed, odd, surplus = 1";
    // The region reaches the cell to the right of the live end and the one above the segment.
    assert_eq!(forbids(body, board.clone().expect("a board"), ""), "UR");
    let exempt = body.replace("right\n", "right unless in region a\n");
    assert_eq!(forbids(&exempt, board.expect("a board"), ""), "U");
}

#[test]
fn a_forbidden_move_onto_a_drawn_cell_leaves_the_others_forbidden() {
    let board = Board::corner_to_corner(3, 3).expect("a board");
    assert_eq!(forbids("picture\n  X L X\nforbids left, right, behind", board, "R"), "DR");
}

#[test]
fn a_rule_says_nothing_where_an_exception_matches() {
    let body =
        "picture\n  L X\nforbids right\nunless picture\n  L\n  a\nsegment a: left side enclosed";
    let board = || Board::corner_to_corner(3, 3).expect("a board");
    assert_eq!(forbids(body, board(), ""), "R");
    // After RDDL... the cell (1,2) is shut in beside the cell below the live end.
    let shut = Board::new(3, 3, Some((2, 1)), Some((3, 3)), &[(1, 1), (1, 3)]).expect("a board");
    assert_eq!(forbids(body, shut, ""), "");
}

proptest! {
    #[test]
    fn the_order_of_rules_changes_nothing(seed: u64, first in rule(), second in rule()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = square(7);
        let positions = walk_positions(&board, 20, &mut rng);
        let rules = without_forced_lines(vec![first, second]);
        let turned: Vec<Rule> = rules.iter().rev().cloned().collect();
        let one = RuleSet::compile(&rules, &board);
        let other = RuleSet::compile(&turned, &board);
        for position in &positions {
            prop_assert_eq!(
                one.matcher().forbidden(position.free(), position.live_end()),
                other.matcher().forbidden(position.free(), position.live_end())
            );
        }
    }
}
