//! The attack with wrong rules: rules that forbid a live move of 5×5 or 7×7, by the list of live
//! positions. None of them may be proved for every board.
//!
//! The list is attacked too: a simple matcher and a plain search confirm its counterexamples, and
//! rules that are made to forbid a live move must have one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::Board;
use deadmove_core::position::Position;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, MoveClaim, prove};
use deadmove_prove::run::Run;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::Rule;
use deadmove_testing::claims::{
    QUICK, against_positions, for_every_size, from_positions, mutants, shipped,
};
use deadmove_testing::enumeration::is_live;
use deadmove_testing::generate::hamiltonian_paths;
use deadmove_testing::naive::Naive;
use deadmove_testing::random;
use deadmove_verify::check::{Check, Example};
use deadmove_verify::check_live_set::{check, check_whole};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use deadmove_verify::live_set::LiveSet;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

/// Where the rules of an attack come from, and how many of each kind. Most of them, but not all,
/// are wrong.
#[derive(Default)]
struct Plan {
    /// One shipped rule in so many is weakened, and one of those in so many once more.
    weakened: [usize; 2],
    /// Random rules; each of their forbidden moves is a claim.
    random: usize,
    /// Rules that describe a live position and forbid a live move of it.
    against: usize,
    /// The same with a dead move. They are wrong somewhere else.
    from: usize,
}

/// Candidates, by their source.
fn candidates(plan: &Plan, seven: &LiveSet) -> BTreeMap<&'static str, Vec<MoveClaim>> {
    let some = |claims: Vec<MoveClaim>, one_in| claims.into_iter().step_by(one_in).collect();
    let once: Vec<MoveClaim> = some(mutants(&shipped("rules", 3)), plan.weakened[0]);
    let twice = mutants(&some(once.clone(), plan.weakened[1]));
    let mut runner = TestRunner::deterministic();
    let random = (0..plan.random)
        .map(|_| random::rule().new_tree(&mut runner).expect("a rule").current())
        .flat_map(single);
    BTreeMap::from([
        ("weakened once", once),
        ("weakened twice", twice),
        ("random", random.collect()),
        ("against a live move", against_positions(seven, 3, plan.against)),
        ("from a dead move", from_positions(seven, 4, plan.from)),
    ])
}

/// A claim for each forbidden move of a rule.
fn single(rule: Rule) -> Vec<MoveClaim> {
    let claim = |forbidden: &deadmove_rules::model::Forbidden| MoveClaim {
        file: "random.rule".into(),
        rule: Rule { forbids: vec![forbidden.clone()], ..rule.clone() },
        member: None,
        direction: forbidden.direction,
    };
    rule.forbids.iter().map(claim).collect()
}

/// The claims that forbid a live move of a board, each with a counterexample, and the others.
fn split(claims: Vec<MoveClaim>, list: &LiveSet) -> (Vec<(MoveClaim, Example)>, Vec<MoveClaim>) {
    let loaded = |claim| LoadedRule { file: "".into(), rule: for_every_size(claim) };
    let check = check_whole(list, &claims.iter().map(loaded).collect::<Vec<_>>());
    let (mut wrong, mut others) = (Vec::new(), Vec::new());
    for (claim, result) in claims.into_iter().zip(check.rules) {
        match result.counterexample {
            Some(example) => wrong.push((claim, example)),
            None => others.push(claim),
        }
    }
    (wrong, others)
}

/// Fails unless the simple matcher and, on 5×5, a plain search agree with a counterexample.
fn confirm(claim: &MoveClaim, example: &Example) {
    let board = Arc::new(Board::corner_to_corner(example.size, example.size).unwrap());
    let position = Position::from_path(board.clone(), &example.path).unwrap();
    let naive = Naive::new(&board, |cell| position.is_free(cell), position.live_end());
    let rule = for_every_size(claim);
    let forbids = |placement| {
        let moves = naive.forbidden(&rule, placement);
        moves.is_some_and(|moves| moves.contains(&example.direction))
    };
    assert!(rule.head.placements.iter().any(forbids), "{example:?}: {rule:#?}");
    if example.size <= 5 {
        assert!(is_live(&position.after(example.direction)), "{example:?}: {rule:#?}");
    }
}

/// Tries to prove the wrong rules of a plan, with this effort. Returns how many there were, by
/// their source.
fn attack(plan: &Plan, effort: Effort) -> BTreeMap<&'static str, usize> {
    let [five, seven] = [5, 7].map(|size| LiveSet::build(size, &|_| {}).unwrap());
    let mut counts = BTreeMap::new();
    for (source, claims) in candidates(plan, &seven) {
        let all = claims.len();
        let (mut wrong, others) = split(claims, &five);
        let (more, others) = split(others, &seven);
        wrong.extend(more);
        if source == "against a live move" {
            assert_eq!(others, [], "the list does not see a live move that is forbidden");
        }
        wrong.iter().for_each(|(claim, example)| confirm(claim, example));
        let wrong: Vec<MoveClaim> = wrong.into_iter().map(|(claim, _)| claim).collect();
        let verdicts = prove(&wrong, effort, &Run::new(&AtomicBool::new(false)));
        for (claim, verdict) in wrong.iter().zip(verdicts) {
            let proved = matches!(verdict, ClaimVerdict::Proved(_));
            assert!(!proved, "{source}, proved but wrong: {:#?}", claim.rule);
        }
        println!("{source}: {} of {all} rules are wrong, and not proved", wrong.len());
        counts.insert(source, wrong.len());
    }
    counts
}

/// Which claims forbid the next step of one of some random lines, which is a live move.
fn contradicted_by_lines(claims: &[MoveClaim], size: usize, lines: usize) -> Vec<bool> {
    let rules: Vec<Rule> = claims.iter().map(for_every_size).collect();
    let board = Arc::new(Board::corner_to_corner(size, size).unwrap());
    let set = RuleSet::compile(&rules, &board);
    let mut matcher = set.matcher();
    let mut contradicted = vec![false; claims.len()];
    for line in hamiltonian_paths(size, size, 7).take(lines) {
        let mut position = Position::start(board.clone());
        for step in line {
            matcher.for_each(position.free(), position.live_end(), |found| {
                contradicted[found.rule] |= found.moves.contains(step);
            });
            position.play(step).unwrap();
        }
    }
    contradicted
}

/// Weakens rules and compares three methods: the proof for every board, the lists of live
/// positions of 7×7 and of a share of 9×9, and random lines.
fn compare_weakened(plan: &Plan, of_9x9: Option<Shard>, lines: usize) {
    let seven = LiveSet::build(7, &|_| {}).unwrap();
    let mut candidates = candidates(plan, &seven);
    let mut claims = candidates.remove("weakened once").unwrap();
    claims.extend(candidates.remove("weakened twice").unwrap());
    let verdicts = prove(&claims, QUICK, &Run::new(&AtomicBool::new(false)));
    let proved = |at: usize| matches!(verdicts[at], ClaimVerdict::Proved(_));
    let on_lines = [7, 9, 11].map(|size| contradicted_by_lines(&claims, size, lines));
    let loaded: Vec<LoadedRule> = claims
        .iter()
        .map(|claim| LoadedRule { file: "".into(), rule: for_every_size(claim) })
        .collect();
    let on_seven = check_whole(&seven, &loaded);
    let on_nine = of_9x9.map(|shard| {
        let part = ChunkRun {
            done: &Chunks::default(),
            shard,
            limit: None,
            stop: &AtomicBool::new(false),
            progress: &|_, _| {},
        };
        check(&LiveSet::build(9, &|_| {}).unwrap(), &loaded, &part)
    });
    let mut counts = [0; 4];
    for (at, claim) in claims.iter().enumerate() {
        let refuted =
            |check: &Check| check.rules[at].forbids_live.is_some_and(|forbidden| forbidden > 0);
        let (seven, nine) = (refuted(&on_seven), on_nine.as_ref().is_some_and(refuted));
        let lines = on_lines.iter().any(|contradicted| contradicted[at]);
        let wrong = lines || seven || nine;
        assert!(!(wrong && proved(at)), "proved but wrong: {:#?}", claim.rule);
        assert!(
            !on_lines[0][at] || seven,
            "the list of 7×7 does not see what a line shows: {:#?}",
            claim.rule
        );
        let found = [proved(at), wrong, lines, nine && !seven];
        for (count, is) in counts.iter_mut().zip(found) {
            *count += usize::from(is);
        }
    }
    let [proved, wrong, by_lines, only_nine] = counts;
    println!(
        "of {} weakened rules {proved} are proved and {wrong} wrong, {by_lines} of these by lines; \
         {only_nine} are right on 7×7 and wrong on 9×9",
        claims.len()
    );
    assert!(proved > claims.len() / 20 && by_lines > claims.len() / 20, "the test is not vacuous");
}

#[test]
fn lists_lines_and_proofs_do_not_contradict_each_other_about_weakened_rules() {
    compare_weakened(&Plan { weakened: [400, 3], ..Plan::default() }, None, 20);
}

#[test]
#[ignore = "minutes of 9×9"]
fn lists_lines_and_proofs_do_not_contradict_each_other_about_3_000_weakened_rules() {
    compare_weakened(&Plan { weakened: [1, 10], ..Plan::default() }, Shard::new(1, 25), 1_000);
}

#[test]
fn no_wrong_rule_is_proved() {
    let plan = Plan { weakened: [60, 3], random: 15, against: 15, from: 25 };
    let counts = attack(&plan, Effort { splits: 0, ..QUICK });
    assert!(counts.values().all(|&count| count > 3), "{counts:?}");
    assert!(counts.values().sum::<usize>() >= 75, "{counts:?}");
}

#[test]
#[ignore = "some minutes"]
fn none_of_10_000_wrong_rules_is_proved() {
    let plan = Plan { weakened: [1, 1], random: 2_000, against: 2_500, from: 2_500 };
    let counts = attack(&plan, Effort { splits: 4, ..QUICK });
    assert!(counts.values().all(|&count| count > 400), "{counts:?}");
    assert!(counts.values().sum::<usize>() >= 10_000, "{counts:?}");
}
