//! The seeds of the fuzzer, and the inputs it has found: each is passed to the function that the
//! fuzzer calls, which panics if something is wrong.

use deadmove_testing::random as support;

#[allow(dead_code)]
use deadmove_testing::drawn;
#[path = "../../../fuzz/src/evidence.rs"]
mod evidence;
#[path = "../../../fuzz/src/input.rs"]
mod input;
#[path = "../../../fuzz/src/plain.rs"]
mod plain;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use deadmove_certify::folder::{Share, plan, write};
use deadmove_certify::{compress, judgement};
use deadmove_checker::{Judgement, Record, parse_manifest, record_name, unpack};
use deadmove_core::board::Board;
use deadmove_core::formats::load_each;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, judge};
use deadmove_rules::load::load;

fn root() -> &'static Path {
    deadmove_testing::root()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Runs a target on its seeds. Returns how many there are.
fn replay(target: &str, run: fn(&[u8])) -> usize {
    let folders: &[&str] = match target {
        "rule" => &["fuzz/seeds/rule", "rules", "tests/show", "tests/families"],
        "position" => &["fuzz/seeds/position", "cases"],
        other => &[&format!("fuzz/seeds/{other}")],
    };
    let seeds: Vec<PathBuf> = folders.iter().flat_map(|name| files(&root().join(name))).collect();
    for seed in &seeds {
        println!("{}", seed.display());
        run(&fs::read(seed).expect("a seed"));
    }
    seeds.len()
}

#[test]
fn no_seed_of_the_checkers_readers_makes_them_wrong() {
    assert!(replay("judgement", evidence::judgement) >= 8);
    assert!(replay("record", evidence::record) >= 4);
    assert!(replay("manifest", evidence::manifest) >= 2);
    assert!(replay("proof", evidence::proof) >= 3);
    assert!(replay("formula", evidence::formula) >= 3);
}

#[test]
fn no_seed_of_the_readers_for_people_makes_them_wrong() {
    assert!(replay("rule", input::rule) >= 40);
    assert!(replay("drawing", input::drawing) >= 3);
    assert!(replay("position", input::position) >= 40);
}

/// Seeds whose names begin with "accepted" must stay accepted, or the fuzzer has no good input to
/// start from.
#[test]
fn seeds_that_are_said_to_be_accepted_are() {
    let accepted = |target: &str| -> Vec<Vec<u8>> {
        let seeds = files(&root().join("fuzz/seeds").join(target)).into_iter();
        let named = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("accepted"))
        };
        seeds.filter(named).map(|path| fs::read(path).expect("a seed")).collect()
    };
    for seed in accepted("judgement") {
        let text = unpack(seed).expect("text");
        let judgement: Judgement = serde_json::from_str(&text).expect("a judgement");
        judgement.check().unwrap_or_else(|why| panic!("{why}: {text}"));
    }
    for seed in accepted("record") {
        let text = unpack(seed).expect("text");
        let record: Record = serde_json::from_str(&text).expect("a record");
        record.check().unwrap_or_else(|why| panic!("{why}: {text}"));
    }
    for seed in accepted("manifest") {
        parse_manifest(seed).expect("a manifest");
    }
}

fn put(target: &str, name: &str, bytes: &[u8]) {
    let folder = root().join("fuzz/seeds").join(target);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a seed");
}

#[test]
#[ignore = "rewrites the seeds, after a change of the formats"]
fn write_the_seeds() {
    let limits = Limits::default();
    for file in files(&root().join("cases/small")) {
        let inputs = load_each(&file, None).expect("a case");
        let position = inputs[0].input.as_ref().expect("a case").position.clone();
        if position.board().cells() > 25 || position.is_finished() {
            continue;
        }
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut judged = judge(&position, Engine::Sat, &limits).expect("no fault");
        for kind in ["short", "proved"] {
            let certificate = judgement::certificate(&position, &judged, &limits);
            let text = serde_json::to_string(&certificate.expect("accepted")).expect("plain data");
            put("judgement", &format!("accepted-{name}-{kind}.json"), text.as_bytes());
            support::without_short_reasons(&position, &mut judged);
            if name == "ring" {
                put("judgement", &format!("accepted-{name}-{kind}.z"), &compress(&text));
            }
        }
    }
    for (size, rule) in [
        (3, "edge/c-shape"),
        (5, "edge/c-shape"),
        (5, "near-field/close-side-straight"),
        (5, "area/u"),
        (5, "near-field/far-straight-left-start-c"),
    ] {
        let rules = load(&[root().join(format!("rules/{rule}.rule"))]).expect("a rule");
        let board = Board::corner_to_corner(size, size).expect("a board");
        let mut claims = rules.rules_for(&board).expect("rules");
        claims.truncate(2);
        let folder = tempfile::tempdir().expect("a folder");
        let plan = plan(&board, &rules.files, &claims);
        let stop = AtomicBool::new(false);
        let manifest = write(folder.path(), plan, &Share::WHOLE, &limits, &stop, &|_, _| {})
            .unwrap_or_else(|failure| panic!("{failure:?}"));
        let name = format!("accepted-{}-{size}", rule.replace('/', "-"));
        let text = serde_json::to_string(&manifest).expect("plain data");
        put("manifest", &format!("{name}.json"), text.as_bytes());
        for number in 0..manifest.count {
            let bytes = fs::read(folder.path().join(record_name(number))).expect("a record");
            let text = unpack(bytes).expect("text");
            put("record", &format!("{name}-{number}.json"), text.as_bytes());
        }
    }
    for (name, text) in [
        ("two-units", "1\n-1\n\n3 0 1 2 0\n"),
        ("resolution", "1 2\n1 -2\n-1 3\n-1 -3\n\n5 1 0 1 2 0\n6 0 5 3 4 0\n"),
        ("solvable", "1 2\n-1 -2\n\n3 1 0 1 2 0\n"),
    ] {
        put("proof", name, text.as_bytes());
    }
    for (name, bytes) in [
        // Any placement; the cell ahead free; the step ahead forbidden.
        ("cell", &[0, 255, 1, 17, 0, 0, 0, 0, 1, 0][..]),
        // A segment of two cells with a region above it.
        ("segment", &[3, 255, 0, 1, 18, 1, 0, 33, 1, 1, 0, 0, 15, 0]),
        ("exception", &[7, 3, 1, 17, 0, 0, 0, 1, 1, 23, 3, 0, 0, 15, 0]),
    ] {
        put("formula", name, bytes);
    }
    use drawn::*;
    for (name, cells) in [
        ("free", &[(2, 2, &[LIVE][..]), (2, 1, &[FREE, UP, CROSS]), (1, 2, &[BLACK])][..]),
        ("count", &[(2, 2, &[LIVE]), (2, 1, &[FREE, START]), (3, 1, &[END, PLUS]), (1, 1, &[DOT])]),
        ("region", &[(2, 3, &[LIVE, BEHIND]), (2, 2, &[GREEN, NEAR]), (3, 2, &[BLUE, NOT_END])]),
    ] {
        put("drawing", name, drawing("3 3", (4, 4), cells).as_bytes());
    }
    put("rule", "plain", b"name one\nsource a test\npicture\n  . L X\nforbids right\n");
    put("position", "path-file", b"5|-1,1;01-2,1;0-2,2;123\n");
    put(
        "position",
        "line.jsonl",
        b"{\"name\":\"a\",\"path\":\"RRD\",\"n\":5,\"blocked\":[[3,3]]}\n",
    );
    put("position", "letters", b"RRDD LLU\n");
    let demands = b"board   5x5 # small\npath    RR\nforbids D\nallows  R\n";
    put("position", "case-with-demands", demands);
    put("position", "path-file-of-2023", b"5|1-1,1;0,1-1,2;0,1-2,2:5,2,5,True\n");
    put("position", "drawing", b".#.\n...\n");
}
