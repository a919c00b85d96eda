//! The shipped rules that were lifted above 9×9, on random lines of the boards they are for.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::lemmas::Lemmas;
use deadmove_rules::load::load;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::{Head, Rule};
use deadmove_search::lift::{conditions, reach};
use deadmove_search::walk::random::numbers;

fn lifted(board: &Board) -> Vec<Rule> {
    let loaded = load(&[deadmove_testing::root().join("rules/lifted")]).unwrap();
    loaded.rules_for(board).unwrap().into_iter().map(|claim| claim.rule).collect()
}

/// A random line by the lemmas; none if they lead into a dead end. The lemmas are sound, so every
/// step of a line that fills the board is live.
fn line(board: &Board, lemmas: &mut Matcher<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Move>> {
    let mut position = Position::start(board.clone().into());
    while !position.is_finished() {
        let dead = lemmas.forbidden(position.free(), position.live_end());
        let live: Vec<Move> = position.legal_moves().filter(|&m| !dead.contains(m)).collect();
        if live.is_empty() {
            return None;
        }
        position.play(live[rng.random_range(0..live.len())]).unwrap();
    }
    Some(position.path().to_vec())
}

/// Draws lines, and fails where a rule forbids a step of one. Returns how many filled the board.
fn forbid_no_step_of(lines: &[(usize, u64)]) -> u64 {
    let mut filled = 0;
    for &(size, lines) in lines {
        let board = Board::corner_to_corner(size, size).unwrap();
        let all = [Rule::of_lemmas(Head::new("lemmas"), Lemmas::ALL)];
        let lemmas = RuleSet::compile(&all, &board);
        let rules = lifted(&board);
        let set = RuleSet::compile(&rules, &board);
        let each = |number: u64| {
            let mut rng = numbers(26, number);
            let Some(path) = line(&board, &mut lemmas.matcher(), &mut rng) else { return 0 };
            let mut matcher = set.matcher();
            let mut position = Position::start(board.clone().into());
            for (at, &step) in path.iter().enumerate() {
                matcher.for_each(position.free(), position.live_end(), |found| {
                    let name = &rules[found.rule].head.name;
                    assert!(!found.moves.contains(step), "{size}: {name} after {:?}", &path[..at]);
                });
                position.play(step).unwrap();
            }
            1
        };
        filled += (0..lines).into_par_iter().map(each).sum::<u64>();
    }
    filled
}

#[test]
fn no_lifted_rule_forbids_a_step_of_some_random_lines() {
    assert!(forbid_no_step_of(&[(11, 100), (13, 40), (21, 8)]) > 145);
}

#[test]
#[ignore = "100,000 lines take minutes"]
fn no_lifted_rule_forbids_a_step_of_100_000_random_lines() {
    let lines = [(11, 40_000), (13, 30_000), (15, 12_000), (17, 8_000), (19, 6_000), (21, 5_000)];
    let filled = forbid_no_step_of(&lines);
    println!("{filled} lines fill their boards");
    assert!(filled > 100_000);
}

#[test]
fn lifted_rules_look_no_farther_than_eight_columns_and_rows() {
    let rules = lifted(&Board::corner_to_corner(21, 21).unwrap());
    assert!(rules.len() > 100 && rules.iter().all(|rule| conditions(&rule.pattern) > 0));
    assert_eq!(rules.iter().map(|rule| reach(&rule.pattern)).max(), Some(8));
}
