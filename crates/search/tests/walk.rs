//! Walks against the known numbers of lines, and walks in slices or shards against whole ones.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadmove_core::board::Board;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{KnownWrong, load_with};
use deadmove_rules::model::Rule;
use deadmove_search::walk::depth::{DepthFirst, Snapshot, WalkOptions, WalkState, WalkTally};
use deadmove_search::walk::player::Player;
use deadmove_search::walk::stats::{Method, sample};
use deadmove_search::walk::{Stop, board};
use deadmove_verify::chunks::{ChunkRun, Shard};

const PLAIN: WalkOptions = WalkOptions {
    stop: Stop::Stuck,
    keep_going: false,
    no_rules: false,
    half: false,
    limit: None,
    shard: Shard::WHOLE,
    memory: 1 << 24,
};

fn rules(board: &Board, folders: &[&str]) -> Vec<Rule> {
    if folders.is_empty() {
        return Vec::new();
    }
    let root = deadmove_testing::root().join("rules");
    let paths: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
    let claims = load_with(&paths, KnownWrong::Include).unwrap().rules_for(board).unwrap();
    claims.into_iter().map(|claim| claim.rule).collect()
}

fn walk(size: usize, folders: &[&str], options: WalkOptions) -> (WalkState, WalkTally) {
    let board = board(size).unwrap();
    let set = RuleSet::compile(&rules(&board, folders), &board);
    let mut walk = DepthFirst::new(&board, &set, options);
    let state = walk.run(usize::MAX).unwrap();
    (state, walk.tally().clone())
}

#[test]
fn without_rules_all_lines_of_3_5_and_7_are_counted() {
    for (size, count) in [(3, 2), (5, 104), (7, 111_712)] {
        let (state, tally) = walk(size, &[], WalkOptions { no_rules: true, ..PLAIN });
        assert_eq!((state, tally.completed), (WalkState::Finished, count), "{size}");
        let half = WalkOptions { no_rules: true, half: true, memory: 0, ..PLAIN };
        assert_eq!(walk(size, &[], half).1.completed, count / 2, "{size}");
    }
}

/// Rules that forbid a live move on 5×5 or 7×7.
const UNSOUND_ON_7X7: [&str; 7] = [
    "Future 2 x 3 Start End",
    "Future L",
    "Side back",
    "Far Mid Across C-Shape",
    "Future L 9",
    "close side mid across up",
    "close side straight",
];

#[test]
fn the_sound_rules_lead_through_all_lines_of_3_5_and_7() {
    for (size, count) in [(3, 2), (5, 104), (7, 111_712)] {
        let board = board(size).unwrap();
        let folders =
            ["7-grid", "9-grid", "9-grid-readings", "area", "edge", "multi-area", "near-field"];
        let mut rules = rules(&board, &folders);
        rules.retain(|rule| !UNSOUND_ON_7X7.contains(&rule.head.name.as_str()));
        let set = RuleSet::compile(&rules, &board);
        let mut walk = DepthFirst::new(&board, &set, PLAIN);
        let state = walk.run(usize::MAX).unwrap();
        assert_eq!(
            (state, walk.tally().completed, walk.tally().failed),
            (WalkState::Finished, count, 0)
        );
    }
}

#[test]
fn failures_and_lines_do_not_depend_on_what_is_remembered() {
    for stop in [Stop::Stuck, Stop::Dead] {
        let options = WalkOptions { keep_going: true, stop, ..PLAIN };
        let (_, tally) = walk(5, &["edge"], options);
        assert!(tally.failed > 0 && tally.completed == 104, "{tally:?}");
        for memory in [0, 1 << 10] {
            let (_, other) = walk(5, &["edge"], WalkOptions { memory, ..options });
            assert_eq!(
                (other.completed, other.failed, &other.first),
                (104, tally.failed, &tally.first)
            );
        }
    }
}

#[test]
fn a_walk_that_is_cut_into_slices_and_resumed_ends_as_a_whole_one() {
    let board = board(7).unwrap();
    let set = RuleSet::compile(&rules(&board, &["edge"]), &board);
    for options in [
        PLAIN,
        WalkOptions { limit: Some(5), ..PLAIN },
        WalkOptions { keep_going: true, shard: Shard::new(2, 3).unwrap(), ..PLAIN },
    ] {
        let options = WalkOptions { memory: 0, ..options };
        let mut whole = DepthFirst::new(&board, &set, options);
        whole.run(200_000).unwrap();
        let mut snapshot: Snapshot = DepthFirst::new(&board, &set, options).snapshot();
        let mut done = 0;
        for slice in [1, 2, 3, 5, 80, 1000, 198_909] {
            let mut part = DepthFirst::resume(&board, &set, options, &snapshot).unwrap();
            part.run(slice).unwrap();
            done += slice;
            snapshot = part.snapshot();
        }
        assert_eq!(done, 200_000);
        assert_eq!(snapshot, whole.snapshot());
    }
}

#[test]
fn shards_add_up_to_the_whole() {
    let options = WalkOptions { keep_going: true, ..PLAIN };
    let (_, whole) = walk(7, &["edge", "near-field"], options);
    assert!(whole.completed > 0 && whole.failed > 0, "{whole:?}");
    let shards = (1..=3).map(|number| {
        walk(
            7,
            &["edge", "near-field"],
            WalkOptions { shard: Shard::new(number, 3).unwrap(), ..options },
        )
        .1
    });
    let sums = shards.fold((0, 0), |(c, f), t| (c + t.completed, f + t.failed));
    assert_eq!(sums, (whole.completed, whole.failed));
}

#[test]
fn a_limit_is_kept_to_the_line() {
    for limit in [1, 2, 77, 1000] {
        let (state, tally) =
            walk(7, &[], WalkOptions { no_rules: true, limit: Some(limit), ..PLAIN });
        assert_eq!((state, tally.completed), (WalkState::Limit, limit));
    }
}

#[test]
fn random_lines_that_are_stopped_end_without_a_look_at_each_run_that_is_left() {
    let board = board(25).unwrap();
    let set = RuleSet::compile(&[], &board);
    let method = Method { runs: 10_000_000, limit: 1, seed: 0, stop: Stop::Stuck };
    let stop = AtomicBool::new(false);
    let after_the_first = |_, done| stop.store(done > 0, Ordering::Relaxed);
    let run = ChunkRun::whole(&stop, &after_the_first);
    let begun = Instant::now();
    let (found, _) = sample((&board, Player::Rules(&set)), method, &run, None, None).unwrap();
    assert!(found.runs.count() > 0 && !found.runs.complete());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
