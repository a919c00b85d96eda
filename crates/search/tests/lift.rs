//! Lifting, checked against the lists of all live positions, a naive matcher, and the corpus.

use std::iter::once;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::{Board, Move, from_letters};
use deadmove_core::position::Position;
use deadmove_prove::argument::{Effort, argue};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::RuleFile;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::{Offset, Placement};
use deadmove_rules::load::load;
use deadmove_rules::model::{CellTest, Forbidden, Head, Pattern, Rule};
use deadmove_search::lift::{LiftOptions, Lifted, lift};
use deadmove_search::mine::pass;
use deadmove_testing::naive::Naive;
use deadmove_testing::random::live_positions;
use deadmove_verify::live_set::LiveSet;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Every `step`-th live or dead move of the live positions of a board.
fn moves(list: &LiveSet, live: bool, step: usize) -> Vec<(Position, Move)> {
    let side = list.grid().side();
    let board = Board::corner_to_corner(side, side).unwrap();
    let entries = (1..=list.layers()).flat_map(|drawn| list.layer(drawn).collect::<Vec<_>>());
    let moves = entries.flat_map(|entry| {
        let (legal, living) = (list.legal_moves(entry.key), entry.live_moves);
        let wanted = if live { living } else { legal & !living };
        (0..4).filter(move |bit| wanted >> bit & 1 == 1).map(move |bit| (entry.key, Move::ALL[bit]))
    });
    let position = |key| Position::from_path(board.clone().into(), &list.path_to(key)).unwrap();
    moves.step_by(step).map(|(key, direction)| (position(key), direction)).collect()
}

/// By the naive matcher, in any placement.
fn forbids(rule: &Rule, position: &Position, fatal: Move) -> bool {
    let board = position.board();
    let naive = Naive::new(board, |cell| position.is_free(cell), position.live_end());
    let forbidden = rule.head.placements.iter().filter_map(|at| naive.forbidden(rule, at));
    forbidden.flatten().any(|m| m == fatal)
}

fn lifted(moves: &[(Position, Move)]) -> Vec<Vec<Lifted>> {
    let options = LiftOptions::default();
    moves.par_iter().map(|(position, m)| lift(position, *m, &options, &NEVER)).collect()
}

#[test]
fn every_dead_move_of_small_boards_is_lifted_to_rules_that_forbid_it_and_nothing_live() {
    let lists = [5, 7].map(|size| LiveSet::build(size, &|_| {}).unwrap());
    for (list, step) in lists.iter().zip([3, 811]) {
        let dead = moves(list, false, step);
        let found = lifted(&dead);
        let mut rules: Vec<Rule> = Vec::new();
        for ((position, fatal), found) in dead.iter().zip(&found) {
            assert!(!found.is_empty(), "{:?} {fatal:?}", position.path());
            for lifted in found {
                let text = RuleFile::Rule(lifted.rule.clone()).write();
                assert!(forbids(&lifted.rule, position, *fatal), "{text}");
                assert_eq!(RuleFile::parse(&text), Ok(RuleFile::Rule(lifted.rule.clone())));
                rules.push(lifted.rule.clone());
            }
        }
        for list in &lists {
            let seen = pass::run(list, &rules, None, &NEVER);
            assert!(seen.whole && seen.live.iter().all(Vec::is_empty));
        }
    }
}

#[test]
fn no_live_move_is_lifted() {
    for (size, step) in [(5, 3), (7, 1_501)] {
        let live = moves(&LiveSet::build(size, &|_| {}).unwrap(), true, step);
        assert!(live.len() > 20);
        assert!(lifted(&live).iter().all(Vec::is_empty));
    }
}

#[test]
fn no_condition_of_a_lifted_rule_can_be_dropped() {
    let dead = moves(&LiveSet::build(7, &|_| {}).unwrap(), false, 601);
    let is_proved = |rule: &Rule| {
        let effort = Effort { splits: 0, ..Effort::USUAL };
        let question = WindowQuestion { rule, forbidden: Move::Up, step: Move::Up };
        argue(&question, effort, &NEVER).is_refuted()
    };
    let mut dropped = 0;
    for Lifted { rule, .. } in lifted(&dead).into_iter().flatten() {
        assert!(is_proved(&rule));
        for cell in rule.pattern.cells.keys() {
            let mut fewer = rule.clone();
            fewer.pattern.cells.remove(cell);
            assert!(!is_proved(&fewer), "{}", RuleFile::Rule(rule).write());
            dropped += 1;
        }
        for at in 0..rule.pattern.segments.len() {
            let mut fewer = rule.clone();
            fewer.pattern.segments.remove(at);
            assert!(!is_proved(&fewer), "{}", RuleFile::Rule(rule).write());
            dropped += 1;
        }
    }
    assert!(dropped > 50, "{dropped}");
}

#[test]
fn pictures_stay_within_the_reach_and_a_stopped_run_finds_nothing() {
    let dead = moves(&LiveSet::build(7, &|_| {}).unwrap(), false, 997);
    let mut found = [0; 3];
    for (position, fatal) in &dead {
        for (reach, found) in [1, 2, 4].into_iter().zip(&mut found) {
            let options = LiftOptions { reach, ..LiftOptions::default() };
            let lifted = lift(position, *fatal, &options, &NEVER);
            assert!(lifted.iter().all(|lifted| lifted.reach() <= reach));
            *found += usize::from(!lifted.is_empty());
        }
    }
    assert!(found.is_sorted() && 0 < found[0] && found[0] < found[2], "{found:?}");
    let stopped = AtomicBool::new(true);
    assert!(lift(&dead[0].0, dead[0].1, &LiftOptions::default(), &stopped).is_empty());
}

#[test]
fn what_no_proof_is_about_is_not_lifted() {
    // The same dead move, on a board with a blocked cell far away and with another end cell.
    let moves = from_letters("RRRRDDDLLLU").unwrap();
    let plain = Board::corner_to_corner(5, 5).unwrap();
    let blocked = Board::new(5, 5, None, None, &[(1, 5)]).unwrap();
    let other = Board::new(5, 5, None, Some((3, 5)), &[]).unwrap();
    let lifted = |board: Board| {
        let position = Position::from_path(board.into(), &moves).unwrap();
        lift(&position, Move::Up, &LiftOptions::default(), &NEVER)
    };
    assert!(!lifted(plain).is_empty());
    assert!(lifted(blocked).is_empty() && lifted(other).is_empty());
}

/// The dead moves of the corpus: at turning points, and of live positions; none if it is not there.
fn corpus() -> Option<Vec<(String, Position, Move)>> {
    let file = deadmove_testing::root().join("../shared/corpus/positions.jsonl");
    let text = std::fs::read_to_string(file).ok()?;
    let mut moves = Vec::new();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let side = value["n"].as_u64().unwrap() as usize;
        let word = |key: &str| value[key].as_str().unwrap_or_default();
        let mut path = from_letters(word("path")).unwrap();
        let mut dead: Vec<Move> = Vec::new();
        if value["completable"] == true {
            let judged = value["moves"].as_object().unwrap().iter();
            let fatal = judged.filter(|(_, verdict)| *verdict == "dead");
            dead.extend(fatal.flat_map(|(m, _)| from_letters(m).unwrap()));
        } else {
            path.truncate(value["turning_point"].as_u64().unwrap() as usize);
            dead.extend(from_letters(word("turning_move")).unwrap());
        }
        let board = Board::corner_to_corner(side, side).unwrap();
        let position = Position::from_path(board.into(), &path).unwrap();
        moves.extend(dead.into_iter().map(|m| (word("name").to_owned(), position.clone(), m)));
    }
    Some(moves)
}

/// Lifts every `step`-th move of the corpus; each must have a rule.
fn lift_the_corpus(step: usize) {
    let Some(moves) = corpus() else {
        println!("skipped: the corpus is not there");
        return;
    };
    let some: Vec<_> = moves.iter().step_by(step).collect();
    let options = LiftOptions::default();
    let found: Vec<(Vec<Lifted>, f64)> = some
        .par_iter()
        .map(|(_, position, m)| {
            let began = std::time::Instant::now();
            (lift(position, *m, &options, &NEVER), began.elapsed().as_secs_f64())
        })
        .collect();
    for ((name, position, m), _) in
        some.iter().zip(&found).filter(|(_, (found, _))| found.is_empty())
    {
        println!("not lifted: {name}, after {} steps {}", position.path().len(), m.letter());
    }
    let lifted = found.iter().filter(|(found, _)| !found.is_empty()).count();
    let mut seconds: Vec<f64> = found.iter().map(|(_, seconds)| *seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let at = |part: usize| seconds[(seconds.len() * part / 100).min(seconds.len() - 1)];
    println!(
        "{lifted} of {} lifted; {:.3} s at the median, {:.1} s for 99 %",
        some.len(),
        at(50),
        at(99)
    );
    assert_eq!(lifted, some.len());
}

#[test]
fn some_dead_moves_of_the_corpus_are_lifted() {
    lift_the_corpus(47);
}

#[test]
#[ignore = "half a minute"]
fn all_dead_moves_of_the_corpus_are_lifted() {
    lift_the_corpus(1);
}

/// The least reach, up to `most`, at which the picture of all cells within it proves that a move is
/// dead.
fn sufficient_reach(position: &Position, dead: Move, most: u16) -> Option<u16> {
    let (board, live_end) = (position.board(), position.live_end());
    let test = |cell: Offset| match cell.on(board, live_end) {
        None => CellTest::Outside,
        Some(cell) if !position.is_free(cell) => CellTest::Drawn,
        Some(cell) if cell == board.end() => CellTest::Free,
        Some(_) => CellTest::FreeNotEnd,
    };
    (1..=most).find(|&reach| {
        let far = -(reach as i16)..=reach as i16;
        let cells =
            far.clone().flat_map(|down| far.clone().map(move |right| Offset::new(right, down)));
        let cells = cells.filter(|&cell| cell != Offset::LIVE_END).map(|cell| (cell, test(cell)));
        let pattern = Pattern { cells: cells.collect(), ..Pattern::default() };
        let head = Head { placements: once(Placement::UPRIGHT).collect(), ..Head::new("seen") };
        let rule = Rule::with_picture(head, pattern, vec![Forbidden::always(dead)]);
        let question = WindowQuestion { rule: &rule, forbidden: dead, step: dead };
        let effort = Effort { splits: 0, conflicts: Some(50_000), ..Effort::USUAL };
        argue(&question, effort, &NEVER).is_refuted()
    })
}

#[test]
#[ignore = "minutes"]
fn pictures_of_more_reach_prove_more_dead_moves_of_random_lines() {
    let reaches = [1, 2, 3, 4, 5, 6, 8, 12];
    let lemmas = load(&[deadmove_testing::root().join("rules/lemmas.set")]).unwrap();
    let mut table = String::new();
    for side in [11, 15, 21, 31] {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let positions = live_positions(side, 10_000, &mut rng);
        let board = positions[0].shared_board();
        let rules = lemmas.rules_at(&positions[0]).unwrap().into_iter().map(|loaded| loaded.rule);
        let set = RuleSet::compile(&rules.collect::<Vec<_>>(), &board);
        let mut matcher = set.matcher();
        let mut dead = Vec::new();
        for position in &positions {
            let forbidden = matcher.forbidden(position.free(), position.live_end());
            let is_early = |m: Move| position.after(m).live_end() == board.end();
            let moves = position.legal_moves().filter(|&m| forbidden.contains(m) && !is_early(m));
            dead.extend(moves.map(|m| (position, m)));
        }
        dead.truncate(2_000);
        let needed: Vec<Option<u16>> =
            dead.par_iter().map(|(position, m)| sufficient_reach(position, *m, 12)).collect();
        let unseen = reaches.map(|reach| {
            needed.iter().filter(|needed| needed.is_none_or(|needed| needed > reach)).count()
        });
        table += &format!("{side}: {unseen:?} of {}\n", dead.len());
    }
    insta::assert_snapshot!(table, @r"
    11: [2000, 223, 99, 57, 38, 23, 14, 0] of 2000
    15: [2000, 223, 110, 55, 28, 23, 10, 1] of 2000
    21: [2000, 245, 120, 58, 46, 33, 16, 7] of 2000
    31: [2000, 225, 92, 59, 44, 31, 16, 9] of 2000
    ");
}
