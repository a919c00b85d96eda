//! Rules for given dead moves, checked against plain matching: candidates for the moves that killed
//! lines, and the rules that would have prevented many.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, Turning, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::load;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_search::compare;
use deadmove_search::lift;
use deadmove_search::mine::minimise::{self, Seed, minimise};
use deadmove_search::mine::pool::canonical;
use deadmove_search::mine::prevent::{AllowedDeadMoves, Prevention, prevent};
use deadmove_testing::naive::Naive;
use deadmove_verify::live_set::moves::MoveTable;
use deadmove_verify::live_set::paths::LivePaths;
use deadmove_verify::live_set::{LiveEntry, LiveSet};

use crate::mine::{NEVER, list};

const MINIMISE: fn() -> minimise::MinimiseOptions = || minimise::MinimiseOptions {
    lift: lift::LiftOptions::default(),
    candidates: 3,
    rejected: Vec::new(),
    known: false,
    beyond: Vec::new(),
    limits: Limits::default(),
};

/// The dead move that killed a line.
fn seed(size: usize, path: &str) -> Seed {
    let board = Board::corner_to_corner(size, size).unwrap();
    let path: Vec<Move> = path.chars().map(|c| Move::from_letter(c).unwrap()).collect();
    let position = Position::from_path(board.into(), &path).unwrap();
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    let Turning::Point { live, fatal, .. } = judgement.turning else { panic!("a dead line") };
    Seed { position: position.prefix(live), fatal }
}

#[test]
fn a_candidate_forbids_its_move_and_no_live_one() {
    let lists = [5, 7].map(list);
    let seeds = [
        seed(9, "RRRRRRRRDDDLDRDLLULLDRDLLU"),
        seed(5, "RRDDLL"),
        seed(21, "RRRRRRDDDDDLLDLDDDLDDDDRRRRRU"),
    ];
    let explained = minimise(&lists, &seeds, &[], &MINIMISE(), &NEVER).unwrap();
    for (seed, explained) in seeds.iter().zip(&explained) {
        assert!(!explained.suggestions.is_empty(), "{seed:?}");
        let position = &seed.position;
        let free = |cell| position.is_free(cell);
        let naive = Naive::new(position.board(), free, position.live_end());
        for suggestion in &explained.suggestions {
            let rule = &suggestion.lifted.rule;
            let mut placements = rule.head.placements.iter();
            let forbids = placements.any(|placement| {
                naive.forbidden(rule, placement).is_some_and(|moves| moves.contains(&seed.fatal))
            });
            assert!(forbids, "{rule:?}");
        }
    }
}

#[test]
fn a_move_that_a_rule_forbids_already_and_a_rejected_pattern_are_not_brought_again() {
    let lists = [list(5)];
    let seeds = [seed(5, "RRDDLL")];
    let first = minimise(&lists, &seeds, &[], &MINIMISE(), &NEVER).unwrap();
    let suggestions = |explained: &[minimise::Explained]| -> Vec<Rule> {
        explained[0].suggestions.iter().map(|s| s.lifted.rule.clone()).collect()
    };
    let rule = suggestions(&first)[0].clone();
    let given = std::slice::from_ref(&rule);
    let known = minimise(&lists, &seeds, given, &MINIMISE(), &NEVER).unwrap();
    assert_eq!((known[0].known.as_slice(), suggestions(&known).len()), (&[0][..], 0));
    let pattern = canonical(&rule.pattern);
    let options =
        minimise::MinimiseOptions { rejected: vec![pattern.clone()], known: true, ..MINIMISE() };
    let without = suggestions(&minimise(&lists, &seeds, given, &options, &NEVER).unwrap());
    assert!(without.iter().all(|rule| canonical(&rule.pattern) != pattern));
    assert_eq!(without.len() + 1, suggestions(&first).len());
}

/// The claims of rule files whose dead moves the candidates for some dead lines forbid too, on a
/// board.
fn reproduced(list: LiveSet, lines: &[(usize, &str)], files: &[&str]) -> BTreeSet<String> {
    let seeds: Vec<Seed> = lines.iter().map(|&(size, path)| seed(size, path)).collect();
    let root = deadmove_testing::root().join("rules");
    let paths: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
    let board = Board::corner_to_corner(9, 9).unwrap();
    let known = load(&paths).unwrap().rules_for(&board).unwrap();
    let known = compare::claims(&known.into_iter().map(|claim| claim.rule).collect::<Vec<Rule>>());
    let explained = minimise(&[] as &[LiveSet], &seeds, &[], &MINIMISE(), &NEVER).unwrap();
    let all = explained.into_iter().flat_map(|explained| explained.suggestions);
    let found: Vec<Rule> = all.map(|suggestion| suggestion.lifted.rule).collect();
    let relations = compare::on_list(&list, &found, &known);
    let numbers = relations.iter().flat_map(|to| to.same.iter().chain(&to.narrower));
    numbers.map(|&at| known[at].head.name.clone()).collect()
}

#[test]
fn dead_lines_bring_back_rules_that_were_drawn_by_hand() {
    let lines =
        [(7, "RRRRRD"), (7, "RRDDDRDD"), (9, "RRRRRRRRDDDDDDDLLLLLLLUUURRDLDRRRRRUUUUULLLLDRD")];
    insta::assert_debug_snapshot!(reproduced(list(7), &lines, &["edge", "near-field"]));
}

#[test]
#[ignore = "a few minutes"]
fn stuck_lines_of_9x9_bring_back_rules_that_the_research_drew_for_them() {
    let lines = [
        "RRRRRRRRDDDDDDDLLLLLLLURRRRURDRUULURUULDLULLLLLDRDLDRRU",
        "RRRRRRRRDDDDDDDLLLLURURDRUULURUULDLULLLLLDDDDDRRULUUURR",
        "RRRRRRRRDDDDDDDLLLLURURDRUUUUULDLULLLLLDDDDDRRULUUURR",
        "RRRRRRRRDDDDDLDRDLLULURURULURULLDLULDLULLDRDLDDR",
    ];
    let files = [
        "9-grid/double-area-c-shape.rule",
        "9-grid/double-c-shape.rule",
        "9-grid/double-c-shape-rotated.rule",
        "9-grid/double-c-shape-start-c.rule",
        "9-grid/triple-area.rule",
    ];
    insta::assert_debug_snapshot!(reproduced(list(9), &lines.map(|line| (9, line)), &files));
}

/// Whether the counts of rules are those of plain matching on all moves.
fn assert_counts(found: &Prevention, moves: &[Seed], board: &Board) {
    assert_eq!(found.allowed, moves.len() as u64);
    let mut left: Vec<&Seed> = moves.iter().collect();
    for preventing in &found.rules {
        let rule = std::slice::from_ref(&preventing.lifted.rule);
        let set = RuleSet::compile(rule, board);
        let mut matcher = set.matcher();
        let mut forbids = |seed: &Seed| {
            let Seed { position, fatal } = seed;
            matcher.forbidden(position.free(), position.live_end()).contains(*fatal)
        };
        assert_eq!(preventing.forbids, moves.iter().filter(|seed| forbids(seed)).count() as u64);
        let before = left.len();
        left.retain(|seed| !forbids(seed));
        assert_eq!(preventing.first, (before - left.len()) as u64);
        assert!(forbids(&preventing.seed), "the example is not prevented");
    }
    assert_eq!(found.prevented(), (moves.len() - left.len()) as u64);
}

#[test]
fn rules_that_would_have_prevented_dead_moves_are_counted_as_plain_matching_counts_them() {
    for size in [5, 7] {
        let live_set = list(size);
        let board = Arc::new(live_set.board());
        // Of 7×7 one position in five.
        let dead = |entry: LiveEntry| match size {
            7 if !entry.key.free().is_multiple_of(5) => Moves::NONE,
            _ => live_set.dead_moves(entry).without(live_set.early_end(entry.key)),
        };
        let table = MoveTable::new(&live_set, |entry| dead(entry).bits());
        let mut seeds: Vec<Seed> = Vec::new();
        let mut paths = LivePaths::one_each(&live_set);
        while let Some((path, entry)) = paths.next() {
            let position = Position::from_path(Arc::clone(&board), path).unwrap();
            seeds
                .extend(dead(entry).iter().map(|fatal| Seed { position: position.clone(), fatal }));
        }
        let listed = prevent(&AllowedDeadMoves::Listed(&table), 6, &NEVER).unwrap();
        assert_counts(&listed, &seeds, &board);
        assert!(10 * listed.prevented() > 9 * listed.allowed, "{}", listed.prevented());
        let some: Vec<Seed> = seeds.into_iter().step_by(if size == 5 { 1 } else { 17 }).collect();
        let given = prevent(&AllowedDeadMoves::Given(&board, &some), 6, &NEVER).unwrap();
        assert_counts(&given, &some, &board);
        assert!(10 * given.prevented() > 9 * given.allowed, "{}", given.prevented());
    }
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let stopped = prevent(&AllowedDeadMoves::Given(&board, &[]), 6, &AtomicBool::new(true));
    assert!(stopped.is_none());
}
