//! Lines of live moves that follow one wrong rule, against code that does not use the live set.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::frontier;
use deadmove_rules::RuleFile;
use deadmove_rules::model::{Rule, Sizes};
use deadmove_testing::naive::Naive;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::reachability::{Reachability, follow, gets_stuck};
use num_bigint::BigUint;

/// Some of the shipped rules that forbid live moves, for any board.
fn wrong_rules() -> Vec<Rule> {
    let files = [
        "7-grid/future-2-x-3-start-end",
        "7-grid/future-l",
        "7-grid/side-back",
        "near-field/close-side-mid-across-up",
        "near-field/close-side-straight",
    ];
    let root = deadmove_testing::root().join("rules");
    let rule =
        |file: &str| match deadmove_testing::rule_file(&root.join(file).with_extension("rule")) {
            RuleFile::Rule(mut rule) => {
                rule.head.sizes = Sizes::All;
                rule
            }
            other => panic!("{file}: {other:?}"),
        };
    files.into_iter().map(rule).collect()
}

/// A position: its free cells and its live end.
type Key = (Vec<usize>, usize);

fn key(position: &Position) -> Key {
    let live_end = position.board().index(position.live_end());
    (position.free().ones().collect(), live_end)
}

/// The moves a rule forbids in all its placements, by the naive matcher.
fn forbidden(board: &Board, rule: &Rule, position: &Position) -> BTreeSet<Move> {
    let free = |cell| position.free().contains(board.index(cell));
    let naive = Naive::new(board, free, position.live_end());
    let placements = rule.head.placements.iter();
    placements.filter_map(|placement| naive.forbidden(rule, placement)).flatten().collect()
}

/// The same figures by drawing every line step by step: the reached positions, the stuck ones among
/// them, and the fewest steps to a stuck one.
fn slowly(
    board: &Board,
    rule: &Rule,
    live_moves: &mut dyn FnMut(&Position) -> Vec<Move>,
) -> (u64, u64, Option<usize>) {
    let mut layer = BTreeMap::new();
    let start = Position::start(board.clone().into());
    layer.insert(key(&start), start);
    let (mut reached, mut stuck, mut first) = (0, 0, None);
    while !layer.is_empty() {
        let mut next = BTreeMap::new();
        for position in layer.into_values() {
            reached += 1;
            if position.free_count() == 0 {
                continue;
            }
            let forbidden = forbidden(board, rule, &position);
            let mut ways = live_moves(&position);
            ways.retain(|m| !forbidden.contains(m));
            if ways.is_empty() {
                stuck += 1;
                first.get_or_insert(position.path().len());
            }
            for way in ways {
                let mut after = position.clone();
                after.play(way).unwrap();
                next.insert(key(&after), after);
            }
        }
        layer = next;
    }
    (reached, stuck, first)
}

/// Follows all rules, without a stop.
fn follow_all(live_set: &LiveSet, rules: &[Rule]) -> Vec<Reachability> {
    follow(live_set, rules, Vec::new(), &AtomicBool::new(false), &|| {})
}

fn figures(reachability: &Reachability) -> (u64, u64, Option<usize>) {
    (reachability.reached, reachability.stuck, reachability.first.as_ref().map(Vec::len))
}

/// The live moves by the frontier engine, which decides each position once.
fn by_frontier() -> impl FnMut(&Position) -> Vec<Move> {
    let mut known: BTreeMap<Key, bool> = BTreeMap::new();
    move |position| {
        let mut live = |m: &Move| {
            let mut after = position.clone();
            after.play(*m).unwrap();
            *known.entry(key(&after)).or_insert_with(|| {
                frontier::count(&after, &Limits::default()).unwrap() > BigUint::ZERO
            })
        };
        let mut moves: Vec<Move> = position.legal_moves().collect();
        moves.retain(|m| live(m));
        moves
    }
}

#[test]
fn on_5x5_what_is_reached_and_stuck_is_what_drawing_every_line_finds() {
    let board = Board::corner_to_corner(5, 5).unwrap();
    let rules = wrong_rules();
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    let mut live_moves = by_frontier();
    let mut with_stuck = 0;
    for (rule, found) in rules.iter().zip(follow_all(&live_set, &rules)) {
        assert_eq!(figures(&found), slowly(&board, rule, &mut live_moves), "{}", rule.head.name);
        with_stuck += usize::from(found.stuck > 0);
    }
    assert!(with_stuck > 0 && with_stuck < rules.len());
}

/// The figures of the wrong rules on 7×7, as drawing every line finds them.
const ON_7X7: [(u64, u64, Option<usize>); 5] = [
    (65_052, 0, None),
    (65_090, 124, Some(20)),
    (31_886, 7_812, Some(5)),
    (31_886, 7_812, Some(5)),
    (24_013, 6_214, Some(5)),
];

#[test]
fn on_7x7_what_is_reached_and_stuck_is_what_drawing_every_line_found() {
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let found = follow_all(&live_set, &wrong_rules());
    assert_eq!(found.iter().map(figures).collect::<Vec<_>>(), ON_7X7);
    let all = live_set.totals().live_positions;
    assert!(found[0].reached < all, "it loses live positions all the same");
}

#[test]
#[ignore = "some seconds of processor time"]
fn on_7x7_every_wrong_rule_leads_to_what_drawing_every_line_finds() {
    let board = Board::corner_to_corner(7, 7).unwrap();
    let mut live_moves = by_frontier();
    for (rule, figures) in wrong_rules().iter().zip(ON_7X7) {
        assert_eq!(figures, slowly(&board, rule, &mut live_moves), "{}", rule.head.name);
    }
}

#[test]
fn a_stuck_line_follows_its_rule_and_has_no_live_move_left() {
    let board = Board::corner_to_corner(7, 7).unwrap();
    let rules = wrong_rules();
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let mut live_moves = by_frontier();
    for (rule, found) in rules.iter().zip(follow_all(&live_set, &rules)) {
        let Some(path) = found.first else { continue };
        for at in 0..=path.len() {
            let position = Position::from_path(board.clone().into(), &path[..at]).unwrap();
            let forbidden = forbidden(&board, rule, &position);
            let live = live_moves(&position);
            match path.get(at) {
                Some(step) => assert!(live.contains(step) && !forbidden.contains(step)),
                None => assert!(!live.is_empty() && live.iter().all(|m| forbidden.contains(m))),
            }
        }
    }
}

#[test]
fn a_run_that_is_stopped_after_any_layer_and_resumed_is_the_whole_run() {
    let live_set = LiveSet::build(5, &|_| {}).unwrap();
    // Two passes: one has 32 rules.
    let rules: Vec<Rule> = wrong_rules().into_iter().cycle().take(40).collect();
    let whole = follow_all(&live_set, &rules);
    let layers = live_set.layers();
    for stop_after in 0..2 * layers {
        let (stop, done) = (AtomicBool::new(stop_after == 0), AtomicUsize::new(0));
        let progress = || {
            if done.fetch_add(1, Ordering::Relaxed) + 1 == stop_after {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let part = follow(&live_set, &rules, Vec::new(), &stop, &progress);
        assert_eq!(part.len(), if stop_after < layers { 0 } else { 32 }, "{stop_after}");
        assert_eq!(done.into_inner(), stop_after);
        let resumed = follow(&live_set, &rules, part, &AtomicBool::new(false), &|| {});
        assert_eq!(resumed, whole, "{stop_after}");
    }
}

#[test]
fn only_a_line_that_follows_the_rule_to_a_stuck_position_is_accepted_as_one() {
    let live_set = LiveSet::build(7, &|_| {}).unwrap();
    let rules = wrong_rules();
    let found = follow_all(&live_set, &rules);
    let stuck: Vec<_> = rules
        .iter()
        .zip(&found)
        .filter_map(|(rule, one)| Some((rule, one.first.clone()?)))
        .collect();
    assert!(stuck.len() > 1);
    for (rule, path) in &stuck {
        assert!(gets_stuck(&live_set, rule, path));
        // It is a shortest line, so that none of its beginnings is stuck.
        assert!((0..path.len()).all(|len| !gets_stuck(&live_set, rule, &path[..len])));
        for step in Move::ALL {
            assert!(!gets_stuck(&live_set, rule, &[&path[..], &[step]].concat()));
        }
        let mut others = rules.iter().zip(&found).filter(|(_, found)| found.stuck == 0);
        assert!(others.clone().count() > 0);
        assert!(others.all(|(other, _)| !gets_stuck(&live_set, other, path)));
    }
    // The last position has no moves, but the line is complete.
    let full = live_set.path_to(deadmove_verify::live_set::bits::PackedPosition::new(0, 48));
    assert_eq!(full.len(), 48);
    assert!(stuck.iter().all(|(rule, _)| !gets_stuck(&live_set, rule, &full)));
}
