//! The attack with forgeries: certificates that state something false, with the best evidence at
//! hand and with digests that fit. The checker must reject each of them, as a library and as a
//! program, within its limits of memory and time.
//!
//! What is false is decided by the lists of live positions and by plain search, never by the
//! checker. A change that leaves the statement true is no forgery and is not counted.

mod every_board;
mod folders;
mod numbers;
mod one_board;
mod positions;
mod rules;

#[path = "../../../../checker/tests/measured.rs"]
mod measured;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use deadmove_checker::verdict::{Exporter, Wanted, check};
use tempfile::TempDir;

/// The most memory that checking a forgery may take, in KiB, and the most time.
const MOST: (u64, Duration) = (1_000_000, Duration::from_secs(10));

/// Tries forgeries of some kinds.
type Part = fn(&mut Attack);

/// Tries forgeries and counts them.
struct Attack {
    /// `deadmove-checker`, if forgeries are given to the program too.
    program: Option<PathBuf>,
    /// One candidate in so many is tried.
    one_in: usize,
    seen: usize,
    tried: BTreeMap<&'static str, usize>,
    slowest: Duration,
    /// The most memory of the program, in KiB.
    largest: u64,
}

impl Attack {
    fn new(program: Option<PathBuf>, one_in: usize) -> Attack {
        let (tried, slowest) = (BTreeMap::new(), Duration::ZERO);
        Attack { program, one_in, seen: 0, tried, slowest, largest: 0 }
    }

    /// Whether the next candidate is tried.
    fn takes(&mut self) -> bool {
        self.seen += 1;
        self.seen.is_multiple_of(self.one_in)
    }

    /// The number that stands for this many in a whole attack.
    fn most(&self, whole: usize) -> usize {
        whole.div_ceil(self.one_in)
    }

    /// Fails if a forgery is accepted, or takes too much.
    fn rejects(&mut self, kind: &'static str, name: &str, forgery: &Path) {
        let begun = Instant::now();
        let accepted = check(forgery, &Wanted::default(), &mut Exporter::default());
        let time = begun.elapsed();
        let why = match accepted {
            Ok(report) => panic!("{kind}, {name}, is accepted: {}", report.summary),
            Err(why) => why,
        };
        assert!(time < MOST.1, "{kind}, {name}: {time:?}");
        println!("{kind}: {name}: {why}");
        self.slowest = self.slowest.max(time);
        if let Some(program) = &self.program {
            let ran = measured::run(program, Path::new("."), &[forgery.to_str().unwrap()]);
            assert_eq!(ran.code, Some(1), "{kind}, {name}: {}", ran.text);
            assert!(ran.memory < MOST.0, "{kind}, {name}: {} KiB", ran.memory);
            assert!(ran.time < MOST.1, "{kind}, {name}: {:?}", ran.time);
            self.slowest = self.slowest.max(ran.time);
            self.largest = self.largest.max(ran.memory);
        }
        *self.tried.entry(kind).or_default() += 1;
    }

    /// The same for a forgery in one file.
    fn rejects_text(&mut self, kind: &'static str, name: &str, text: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("forged.cert");
        fs::write(&file, text).unwrap();
        self.rejects(kind, name, &file);
    }

    /// Tries forgeries of all kinds.
    fn all(mut self) -> Attack {
        let parts: [(&str, Part); 8] = [
            ("stronger by proofs", one_board::stronger_by_proofs),
            ("stronger by list", one_board::stronger_by_list),
            ("complete", one_board::complete),
            ("sizes", one_board::sizes),
            ("every board", every_board::attack),
            ("positions", positions::attack),
            ("folders", folders::attack),
            ("numbers", numbers::attack),
        ];
        for (name, part) in parts {
            let begun = Instant::now();
            part(&mut self);
            println!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
        }
        println!("{:#?}", self.tried);
        let (all, seconds) = (self.tried.values().sum::<usize>(), self.slowest.as_secs_f64());
        println!("{all} forgeries, none accepted; at most {seconds:.2} s, {} KiB", self.largest);
        self
    }
}

/// A copy of a folder.
pub fn copy(from: &Path) -> TempDir {
    let to = tempfile::tempdir().unwrap();
    copy_to(from, to.path());
    to
}

fn copy_to(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = to.join(path.file_name().unwrap());
        if path.is_dir() {
            fs::create_dir(&name).unwrap();
            copy_to(&path, &name);
        } else {
            fs::copy(&path, name).unwrap();
        }
    }
}

/// The program, which cargo puts beside the tests of a workspace.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).expect("the folder of the programs");
    let program = folder.join(format!("deadmove-checker{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "no program; first run cargo build -p deadmove-checker");
    program
}

#[test]
fn no_forgery_is_accepted() {
    let attack = Attack::new(None, 40).all();
    assert!(attack.tried.len() >= 10, "{:?}", attack.tried);
}

#[test]
#[ignore = "two minutes"]
fn none_of_2_000_forgeries_is_accepted_or_takes_long() {
    let attack = Attack::new(Some(program()), 1).all();
    for (kind, least) in [
        ("a stronger rule on every board", 100),
        ("a stronger rule, by list", 60),
        ("a stronger rule, by proofs", 150),
        ("a wrong rule, by proofs", 2),
        ("another size, by list", 5),
        ("another size, by proofs", 5),
        ("another turning point", 100),
        ("cases dropped", 400),
        ("complete for an incomplete set", 40),
        ("fewer lemmas", 7),
        ("huge limits of regions", 40),
        ("huge numbers", 150),
        ("huge numbers in positions", 120),
        ("huge numbers in proofs", 48),
        ("links and paths", 35),
        ("partial declared whole", 40),
        ("sequences that do not solve", 250),
        ("the evidence of another move", 80),
        ("the evidence of another position", 150),
        ("two kinds in one folder", 1),
    ] {
        let tried = attack.tried.get(kind).copied().unwrap_or(0);
        assert!(tried >= least, "{kind}: {tried}, not {least}");
    }
}
