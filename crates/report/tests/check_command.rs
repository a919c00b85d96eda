//! Checks in parts, at library level: however the units are divided, the parts add up to the whole,
//! and reports read back as they were written.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use deadmove_core::board::Board;
use deadmove_core::sealed;
use deadmove_core::verdict::Limits;
use deadmove_report::check_json;
use deadmove_rules::load::{KnownWrong, LoadedRule, load_with};
use deadmove_verify::check::{Check, RuleVerdict};
use deadmove_verify::chunks::{ChunkRun, Chunks, ChunksError, Shard};
use deadmove_verify::confirm::confirm_all;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::merge::{MergeError, merge};
use deadmove_verify::{check_claims, check_live_set};
use proptest::prelude::*;

struct Task {
    list: LiveSet,
    board: Board,
    claims: Vec<LoadedRule>,
}

impl Task {
    fn of(size: usize, rules: &[&str]) -> Task {
        let root = deadmove_testing::root();
        let paths: Vec<PathBuf> = rules.iter().map(|rules| root.join(rules)).collect();
        let board = Board::corner_to_corner(size, size).unwrap();
        let claims = load_with(&paths, KnownWrong::Include).unwrap().rules_for(&board).unwrap();
        Task { list: LiveSet::build(size, &|_| {}).unwrap(), board, claims }
    }

    /// Does the missing units, at most this many. Counterexamples are shrunk, as by the command.
    fn run(&self, done: &Chunks, units: u64) -> Check {
        let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = ChunkRun {
            done,
            shard: Shard::WHOLE,
            limit: None,
            stop: &stop,
            progress: &|_, done| {
                if count.fetch_add(done, Ordering::Relaxed) + done >= units {
                    stop.store(true, Ordering::Relaxed);
                }
            },
        };
        let mut check = check_live_set::check(&self.list, &self.claims, &run);
        check_live_set::shrink(&mut check, &self.claims).expect("no contradiction");
        check
    }
}

fn json(check: &Check) -> String {
    check_json::write(check, &confirm_all(check).unwrap())
}

fn reread(check: &Check) -> Check {
    let checks = check_json::read(&json(check), Path::new("report.json")).unwrap();
    <[Check; 1]>::try_from(checks).unwrap()[0].clone()
}

#[test]
fn a_stopped_check_of_7x7_that_goes_on_from_its_report_is_the_whole() {
    let task = Task::of(7, &["rules/near-field", "rules/edge"]);
    let whole = task.run(&Chunks::default(), u64::MAX);
    assert!(whole.complete());
    let part = reread(&task.run(&Chunks::default(), 20));
    let count = part.chunks.count();
    assert!((20..whole.chunks.count()).contains(&count), "stopped after {count} units");
    assert!(!part.complete() && part.rules.iter().all(|rule| rule.verdict != RuleVerdict::Sound));
    let rest = task.run(&part.chunks, u64::MAX);
    assert_eq!(rest.chunks.count() + count, whole.chunks.count());
    assert_eq!(json(&merge(part, rest).unwrap()), json(&whole));
}

#[test]
fn a_check_by_the_sat_engine_that_is_stopped_knows_which_claims_are_left() {
    let task = Task::of(3, &["rules/edge"]);
    let total = task.claims.len() as u64;
    let check = |done: &Chunks, stop: bool| {
        let stop = AtomicBool::new(stop);
        let run = ChunkRun {
            done,
            shard: Shard::WHOLE,
            limit: Some(2),
            stop: &stop,
            progress: &|_, _| {},
        };
        check_claims::check(&task.board, &task.claims, &run, &Limits::default())
    };
    assert_eq!(check(&Chunks::default(), true).chunks, Chunks::of(total, Vec::new()));
    let two = reread(&check(&Chunks::default(), false));
    assert_eq!(two.chunks, Chunks::of(total, vec![0, 1]));
    let four = merge(two.clone(), check(&two.chunks, false)).unwrap();
    assert_eq!(four.chunks, Chunks::of(total, vec![0, 1, 2, 3]));
    let error = merge(four, two).unwrap_err();
    assert_eq!(error, MergeError::Chunks(ChunksError::Overlap(0)));
}

static SMALL: LazyLock<(Task, String)> = LazyLock::new(|| {
    let task = Task::of(5, &["rules/near-field"]);
    let whole = json(&task.run(&Chunks::default(), u64::MAX));
    (task, whole)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn units_shared_out_in_any_way_and_merged_in_any_order_are_the_whole(
        owners in prop::collection::vec(0usize..4, 25),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
    ) {
        let (task, whole) = &*SMALL;
        let parts = order.map(|owner| {
            let others = (0..25).filter(|&unit| owners[unit as usize] != owner).collect();
            reread(&task.run(&Chunks::of(25, others), u64::MAX))
        });
        let merged = parts.into_iter().reduce(|a, b| merge(a, b).unwrap()).unwrap();
        prop_assert_eq!(&json(&merged), whole);
    }

    #[test]
    fn a_report_with_a_byte_changed_or_cut_short_never_panics(
        at in any::<prop::sample::Index>(),
        byte in 32u8..127,
    ) {
        let mut text = sealed::open(&SMALL.1).unwrap().into_bytes();
        let at = at.index(text.len() - 1);
        let file = Path::new("report.json");
        let short = String::from_utf8_lossy(&text[..at]).into_owned();
        let error = check_json::read(&short, file).unwrap_err();
        prop_assert_eq!(error.file.as_deref(), Some("report.json"));
        text[at] = byte;
        let text = sealed::seal(&String::from_utf8_lossy(&text));
        if let Ok(checks) = check_json::read(&text, file) {
            prop_assert!(checks.len() == 1);
        }
    }
}
