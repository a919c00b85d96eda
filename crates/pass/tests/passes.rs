//! Whole passes: what they count, and what they make of lost tasks and damaged files.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::position::Position;
use deadmove_core::sealed;
use deadmove_core::verdict::Limits;
use deadmove_engine::frontier;
use deadmove_pass::folder::{PassFolder, PassQuestion};
use deadmove_pass::layers::{How, Pass, go_on};
use deadmove_pass::line::line_to;
use deadmove_pass::plan::{Planned, plan};
use deadmove_pass::task::{MIN_MEMORY, NotDone, do_task};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{LoadedRule, load};
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::LiveSet;
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};
use rayon::iter::IndexedParallelIterator;

/// The rules of a set in the folder of rules that apply to a board.
fn rules(set: &str, board: &Board) -> Vec<Rule> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules").join(set);
    let claims: Vec<LoadedRule> =
        load(&[path]).expect("a folder of rules").applicable(board).expect("rules apply");
    claims.into_iter().map(|claim| claim.rule).collect()
}

fn board(width: usize, height: usize) -> Board {
    Board::corner_to_corner(width, height).expect("a small board")
}

fn question((width, height): (usize, usize), parts: u32) -> PassQuestion {
    PassQuestion { width, height, rules: "test".to_owned(), transposed: width == height, parts }
}

/// A whole pass with so little memory that tasks write several runs.
fn pass(folder: &Path, rules: &[Rule], size: (usize, usize), parts: u32) -> Pass {
    try_pass(folder, rules, size, parts).expect("a pass")
}

fn try_pass(
    folder: &Path,
    rules: &[Rule],
    size: (usize, usize),
    parts: u32,
) -> Result<Pass, InputError> {
    let folder = PassFolder::open(folder, question(size, parts))?;
    let set = RuleSet::compile(rules, &board(size.0, size.1));
    let stop = AtomicBool::new(false);
    let how =
        How { memory: MIN_MEMORY, keep_going: true, largest: None, stop: &stop, progress: &|_| {} };
    go_on(&folder, &set, &how)
}

/// Does the layers before `layer` and nothing of that one.
fn up_to(folder: &Path, set: &RuleSet, question: PassQuestion, layer: usize) -> PassFolder {
    let folder = PassFolder::open(folder, question).expect("a folder");
    let stop = AtomicBool::new(false);
    while folder.current() < layer {
        let now = folder.current();
        for part in folder.missing(now) {
            do_task(&folder, set, (now, part), MIN_MEMORY, &stop).expect("a task");
        }
        folder.close(now).expect("a layer");
    }
    folder
}

fn all_lines(width: usize, height: usize) -> u128 {
    let count = frontier::count(&Position::start(board(width, height).into()), &Limits::default());
    count.expect("a small board").to_string().parse().expect("a number")
}

#[test]
fn a_complete_set_reaches_exactly_the_live_positions_and_all_lines() {
    for (n, parts) in [(3, 1), (5, 3), (7, 8)] {
        let folder = tempfile::tempdir().expect("a folder");
        let done = pass(folder.path(), &rules("mined-9", &board(n, n)), (n, n), parts);
        let live = LiveSet::build(n, &|_| {}).expect("a list");
        for (at, totals) in done.layers.iter().enumerate() {
            let listed = live.layer(at + 1).len() as u64;
            assert_eq!(totals.up_to_transposition, listed, "layer {} of {n}", at + 1);
        }
        let sum = done.sum();
        assert_eq!(sum.positions, live.totals().live_positions, "{n}");
        assert_eq!((sum.stuck, sum.completed), (0, all_lines(n, n)), "{n}");
        assert!(done.finished);
    }
}

#[test]
fn a_pass_on_a_rectangle_counts_all_its_lines() {
    for (width, height) in [(5, 3), (3, 7), (5, 7), (4, 5), (1, 5)] {
        let folder = tempfile::tempdir().expect("a folder");
        let board = board(width, height);
        let done = pass(folder.path(), &rules("all-sizes", &board), (width, height), 2);
        let sum = done.sum();
        assert_eq!(sum.completed, all_lines(width, height), "{width}×{height}");
        assert_eq!(sum.up_to_transposition, sum.positions, "{width}×{height}");
    }
}

#[test]
fn parts_and_memory_change_no_count() {
    let rules = rules("edge", &board(7, 7));
    let folders = [1, 2, 7].map(|parts| {
        let folder = tempfile::tempdir().expect("a folder");
        pass(folder.path(), &rules, (7, 7), parts)
    });
    assert_eq!(folders[0], folders[1]);
    assert_eq!(folders[0], folders[2]);
    assert!(folders[0].sum().stuck > 0);
}

#[test]
fn a_lost_part_is_done_again_with_the_same_bytes() {
    let set = RuleSet::compile(&rules("mined-9", &board(7, 7)), &board(7, 7));
    let folder = tempfile::tempdir().expect("a folder");
    let pass = up_to(folder.path(), &set, question((7, 7), 3), 27);
    let stop = AtomicBool::new(false);
    let mine = pass.file((27, 1));
    do_task(&pass, &set, (27, 1), MIN_MEMORY, &stop).expect("a task");
    let first = fs::read(&mine).expect("a part");
    fs::remove_file(&mine).expect("a part");
    assert_eq!(pass.missing(27), [0, 1, 2]);
    do_task(&pass, &set, (27, 1), MIN_MEMORY, &stop).expect("a task");
    assert_eq!(fs::read(&mine).expect("a part"), first);
}

#[test]
fn no_damaged_byte_changes_a_count() {
    let rules = rules("mined-9", &board(5, 5));
    let set = RuleSet::compile(&rules, &board(5, 5));
    let whole = tempfile::tempdir().expect("a folder");
    let expected = pass(whole.path(), &rules, (5, 5), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let state = up_to(folder.path(), &set, question((5, 5), 2), 12);
    let path = state.file((11, 0));
    let bytes = fs::read(&path).expect("a part");
    assert!(bytes.len() > 200);
    let stop = AtomicBool::new(false);
    let mut refused = 0;
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("a part");
        for part in 0..2 {
            match do_task(&state, &set, (12, part), MIN_MEMORY, &stop) {
                Err(NotDone::Fault(error)) => {
                    assert!(error.kind.word().starts_with("pass-"), "{at}: {error:?}");
                    refused += 1;
                }
                Err(NotDone::Stopped) => unreachable!("nobody stops it"),
                // A record or section of the other part.
                Ok(totals) => assert!(totals.positions > 0),
            }
        }
    }
    assert!(refused >= bytes.len(), "{refused} of {}", bytes.len());
    fs::write(&path, bytes).expect("a part");
    assert_eq!(pass(folder.path(), &rules, (5, 5), 2), expected);
}

#[test]
fn a_layer_that_lost_lines_is_not_closed() {
    let set = RuleSet::compile(&rules("mined-9", &board(5, 5)), &board(5, 5));
    let folder = tempfile::tempdir().expect("a folder");
    let state = up_to(folder.path(), &set, question((5, 5), 2), 12);
    let stop = AtomicBool::new(false);
    let [a, b] = [0, 1].map(|part| {
        do_task(&state, &set, (12, part), MIN_MEMORY, &stop).expect("a task");
        state.file((12, part))
    });
    // The file of one part in the place of the other: right checksums, wrong part.
    fs::copy(a, &b).expect("a part");
    let error = state.close(12).expect_err("part 1 is not there");
    assert_eq!(error.kind, "pass-damaged");
    assert_eq!(state.current(), 12);
}

#[test]
fn a_forged_footer_that_counts_too_much_is_refused_with_the_name_of_its_file() {
    let set = RuleSet::compile(&rules("mined-9", &board(5, 5)), &board(5, 5));
    let folder = tempfile::tempdir().expect("a folder");
    let state = up_to(folder.path(), &set, question((5, 5), 2), 12);
    let stop = AtomicBool::new(false);
    for part in [0, 1] {
        do_task(&state, &set, (12, part), MIN_MEMORY, &stop).expect("a task");
        let path = state.file((12, part));
        let bytes = fs::read(&path).expect("a part");
        let (rest, end) = bytes.split_at(bytes.len() - 40);
        let size = u64::from_le_bytes(end[..8].try_into().expect("eight bytes"));
        let (rest, footer) = rest.split_at(rest.len() - size as usize);
        let mut footer: serde_json::Value = serde_json::from_slice(footer).expect("a footer");
        footer["totals"]["positions"] = u64::MAX.into();
        let footer = footer.to_string();
        let hash = blake3::hash(footer.as_bytes());
        let size = (footer.len() as u64).to_le_bytes();
        let forged = [rest, footer.as_bytes(), &size, &hash.as_bytes()[..24], &end[32..]].concat();
        fs::write(&path, forged).expect("a part");
    }
    let error = state.close(12).expect_err("too many positions");
    assert_eq!(error.message, "the footer counts more than there can be");
    assert_eq!(error.file, Some(state.file((12, 1)).display().to_string()));
    assert_eq!(state.current(), 12);
}

#[test]
fn an_edited_layer_is_refused_and_so_is_a_sealed_one_that_cannot_be_true() {
    let (rules, folder) = (rules("edge", &board(5, 5)), tempfile::tempdir().expect("a folder"));
    let done = pass(folder.path(), &rules, (5, 5), 2);
    let (stuck, key) = done.first_stuck().expect("rules that get stuck");
    let again = || try_pass(folder.path(), &rules, (5, 5), 2);
    assert_eq!(again(), Ok(done.clone()));
    let edits = [
        (stuck, format!("\"stuck_key\": {key}"), "\"stuck_key\": null"),
        (stuck, format!("\"stuck\": {}", done.layers[stuck - 1].stuck), "\"stuck\": 0"),
        (9, format!("\"positions\": {}", done.layers[8].positions), "\"positions\": 1"),
        (9, format!("\"lines\": {}", done.layers[8].lines), "\"lines\": 999"),
        (25, format!("\"completed\": {}", done.layers[24].completed), "\"completed\": 999"),
    ];
    for (layer, old, new) in edits {
        let path = folder.path().join(format!("layer-{layer:03}.json"));
        let text = fs::read_to_string(&path).expect("a layer");
        let edited = text.replacen(&old, new, 1);
        assert_ne!(edited, text, "{old}");
        fs::write(&path, &edited).expect("a layer");
        let error = again().expect_err(&old);
        assert_eq!(error.kind, "pass-damaged", "{old}");
        assert!(error.file.is_some_and(|file| file.ends_with(".json")), "{old}");
        let (content, _) = edited.rsplit_once(",\"blake3\"").expect("a checksum");
        fs::write(&path, sealed::seal(&format!("{content}}}"))).expect("a layer");
        assert_eq!(again().expect_err(&old).kind, "pass-damaged", "{old}");
        fs::write(&path, text).expect("a layer");
    }
    assert_eq!(again(), Ok(done));
}

#[test]
fn what_killed_runs_left_is_gone_from_a_folder_that_is_done() {
    let (rules, folder) = (rules("edge", &board(3, 5)), tempfile::tempdir().expect("a folder"));
    let left = folder.path().join(".deadmove-killed.tmp");
    for _ in 0..2 {
        fs::write(&left, "half").expect("a file");
        pass(folder.path(), &rules, (3, 5), 2);
        assert!(!left.exists());
    }
}

#[test]
fn a_folder_has_one_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    PassFolder::open(folder.path(), question((5, 5), 2)).expect("a folder");
    let others = [
        question((5, 7), 2),
        question((5, 5), 3),
        PassQuestion { rules: "other".to_owned(), ..question((5, 5), 2) },
    ];
    for other in others {
        let error = PassFolder::open(folder.path(), other).expect_err("another pass");
        assert_eq!(error.kind, "pass-differs");
    }
    assert_eq!(PassFolder::known_parts(folder.path()).expect("a file"), Some(2));
}

#[test]
fn two_runs_in_one_folder_are_both_right() {
    let rules = rules("mined-9", &board(7, 7));
    let folder = tempfile::tempdir().expect("a folder");
    let both = std::thread::scope(|scope| {
        let runs = [0, 1].map(|_| scope.spawn(|| pass(folder.path(), &rules, (7, 7), 4)));
        runs.map(|run| run.join().expect("a run"))
    });
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].sum().completed, all_lines(7, 7));
}

#[test]
fn the_line_to_a_stuck_position_follows_the_rules_and_gets_stuck() {
    let rules = rules("edge", &board(7, 7));
    let folder = tempfile::tempdir().expect("a folder");
    let done = pass(folder.path(), &rules, (7, 7), 4);
    let (layer, key) = done.first_stuck().expect("the rules of the edge are not complete");
    let set = RuleSet::compile(&rules, &board(7, 7));
    let line =
        line_to(&set, BitBoard::new(7), PackedPosition(key), &Limits::default()).expect("a line");
    assert_eq!(line.len() + 1, layer);
    let mut matcher = set.matcher();
    let mut position = Position::start(board(7, 7).into());
    for direction in line {
        let forbidden = matcher.forbidden(position.free(), position.live_end());
        assert!(!forbidden.contains(direction), "the line follows the rules");
        position.play(direction).expect("a legal step");
    }
    let forbidden = matcher.forbidden(position.free(), position.live_end());
    assert!(position.legal_moves().all(|direction| forbidden.contains(direction)));
}

#[test]
fn a_plan_from_samples_comes_near_the_true_number_of_positions() {
    for n in [5, 7] {
        let live = LiveSet::build(n, &|_| {}).expect("a list");
        let truth = live.totals().live_positions as f64;
        let board = board(n, n);
        let set = RuleSet::compile(&rules("mined-9", &board), &board);
        let planned = Planned {
            board: &board,
            set: &set,
            transposed: true,
            parts: 4,
            positions: 2_000,
            seed: 1,
        };
        let plan = plan(&planned).expect("a plan");
        let (positions, error) = plan.positions;
        assert_eq!(plan.layers.len(), n * n);
        assert!((positions / truth - 1.0).abs() < 0.1, "{n}: {positions} ± {error}");
        assert!(plan.seconds() > 0.0 && plan.bytes() > 0.0);
    }
}
