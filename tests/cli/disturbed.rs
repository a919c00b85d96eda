//! The attack on long runs: killed, interrupted, on a full disk, or two at once, all at random
//! moments. What is resumed must end as a run that nothing disturbs.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::program::{Folder, Ran, repository};

/// A command with what it keeps, and the signal that ends it.
struct Attacked {
    /// The command without the place of its state.
    words: &'static str,
    /// The option that names the place.
    place: &'static str,
    /// KILL for what saves as it goes on, INT for what saves when it is interrupted and loses what
    /// it did since then when it is killed.
    signal: &'static str,
}

const fn killed(words: &'static str, place: &'static str) -> Attacked {
    Attacked { words, place, signal: "KILL" }
}

const fn interrupted(words: &'static str) -> Attacked {
    Attacked { words, place: "--resume", signal: "INT" }
}

const ATTACKED: [Attacked; 13] = [
    killed(
        "walk rules/edge --size 7 --keep-going --table-memory 0 --save-every 0.002 --json",
        "--resume",
    ),
    killed("mine none --size 5 --rounds 1 --json", "--resume"),
    killed("mine none --size 5 --rounds 3 --json", "--resume"),
    killed("certify rules/edge rules/area/u.rule --size 5", "--out"),
    killed("certify rules/edge --size 7 --engine list", "--out"),
    killed("certify rules/edge --all-sizes --max 2", "--out"),
    killed("certify rules/lemmas --size 7", "--out"),
    killed("pass proved --size 7 --parts 3", "--out"),
    interrupted("check rules --include-wrong --sizes 5,7 --json"),
    killed(
        "walk rules/edge --order random --sizes 5,7,9 --runs 300 --limit 30 --save-every 0.002 --json",
        "--resume",
    ),
    interrupted("prove rules/edge rules/area/h.rule --max 3 --json"),
    interrupted("check rules/known-wrong.set --size 7 --missed --sound-only --json"),
    interrupted("check rules --include-wrong --size 7 --stuck --json"),
];

/// What a run ends with: exit code, standard output, and the files it keeps if they are a
/// certificate.
#[derive(Debug, PartialEq)]
struct End {
    code: Option<i32>,
    stdout: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// All files below a folder, by their names relative to it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = files(&path).into_iter();
            found.extend(below.map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            found.insert(name, std::fs::read(&path).unwrap());
        }
    }
    found
}

/// How many files below a folder are parts of files, which runs were killed while they wrote.
fn unfinished(folder: &Path) -> usize {
    files(folder).keys().filter(|name| name.contains(".deadmove-")).count()
}

/// Numbers of disturbances.
#[derive(Debug, Default)]
struct Counts {
    signals: usize,
    full_disks: usize,
    ended: usize,
}

impl Attacked {
    /// Starts a run that keeps its state in `folder`, on a disk with room for files of so many
    /// blocks of 512 bytes.
    fn start(&self, folder: &Folder, blocks: Option<u64>) -> Child {
        let mut command = match blocks {
            None => Command::new(env!("CARGO_BIN_EXE_deadmove")),
            Some(blocks) => {
                let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
                let mut command = Command::new("sh");
                command.args(["-c", &script, env!("CARGO_BIN_EXE_deadmove")]);
                command
            }
        };
        command.args(self.words.split(' ')).arg(self.place).arg(folder.path().join("kept"));
        command.current_dir(repository()).env_clear().stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
    }

    fn wait(&self, child: Child) -> Ran {
        Ran::new(&[self.words], child.wait_with_output().unwrap())
    }

    fn run(&self, folder: &Folder, blocks: Option<u64>) -> Ran {
        self.wait(self.start(folder, blocks))
    }

    /// Sends the signal within this time.
    fn disturb(&self, folder: &Folder, within: Duration, rng: &mut ChaCha8Rng) -> Ran {
        let child = self.start(folder, None);
        // Early moments more often: a run that goes on with a state takes less time.
        std::thread::sleep(within.mul_f64(rng.random_range(0.0..1.0f64).powi(2)));
        // A run that would keep its state when it is interrupted may be killed, too.
        let signal = if rng.random_bool(0.2) { "KILL" } else { self.signal };
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
        sent.expect("signals can be sent");
        self.wait(child)
    }

    /// How a run has ended. The report of `certify` states what it found in the folder, so it is
    /// left out, and so is how many answers `prove` took from its state.
    fn end(&self, ran: &Ran, folder: &Folder) -> End {
        let certificate = self.place == "--out";
        let kept = folder.path().join("kept");
        let stdout = match ran.stdout().split_once(",\"taken_from_state\":") {
            Some((report, _)) => format!("{report}}}\n"),
            None => ran.stdout().to_owned(),
        };
        End {
            code: ran.code(),
            stdout: if certificate { String::new() } else { stdout },
            files: if certificate { files(&kept) } else { BTreeMap::new() },
        }
    }

    /// Whether a run was stopped by the signal.
    fn is_stopped(&self, ran: &Ran) -> bool {
        let partial = ["\"complete\":false", "\"finished\":false"];
        match (ran.code(), self.signal) {
            (None, _) => true,
            (Some(_), "KILL") => false,
            (Some(code), _) => code == 3 || partial.iter().any(|part| ran.stdout().contains(part)),
        }
    }

    /// Disturbs runs until there were so many signals and full disks, and compares every end.
    fn attack(&self, signals: usize, full_disks: usize, rng: &mut ChaCha8Rng) -> Counts {
        let mut folder = Folder::new(&[]);
        let begun = Instant::now();
        let ran = self.run(&folder, None);
        let within = begun.elapsed().mul_f64(1.1);
        assert!(ran.code().is_some_and(|code| code < 2) || ran.code() == Some(3), "{ran}");
        assert!(self.signal == "KILL" || !self.is_stopped(&ran), "{ran}");
        let whole = self.end(&ran, &folder);
        let kept = files(folder.path());
        let largest = kept.values().map(|bytes| bytes.len() as u64 / 512).max().unwrap();
        folder = Folder::new(&[]);
        let mut counts = Counts::default();
        while counts.signals < signals || counts.full_disks < full_disks {
            let more_disks = counts.full_disks < full_disks;
            if more_disks && (counts.signals >= signals || rng.random_bool(0.2)) {
                let unfinished_before = unfinished(folder.path());
                let ran = self.run(&folder, Some(rng.random_range(0..=largest)));
                if ran.stderr().contains("it cannot be written") {
                    assert!(matches!(ran.code(), Some(2 | 3)), "{ran}");
                    let left = unfinished(folder.path());
                    assert!(left <= unfinished_before, "part of a file is left behind: {ran}");
                    counts.full_disks += 1;
                    continue;
                }
                assert_eq!(self.end(&ran, &folder), whole, "{ran}");
            } else {
                let ran = self.disturb(&folder, within, rng);
                if self.is_stopped(&ran) {
                    counts.signals += 1;
                    continue;
                }
                assert_eq!(self.end(&ran, &folder), whole, "{ran}");
            }
            // It ended before the disturbance: begin again.
            counts.ended += 1;
            folder = Folder::new(&[]);
        }
        for _ in 0..2 {
            let ran = self.run(&folder, None);
            assert_eq!(self.end(&ran, &folder), whole, "{ran}");
        }
        counts
    }

    /// Starts two runs with the same state, the second at a random moment of the first, so many
    /// times. Returns how many were refused.
    fn race(&self, races: usize, rng: &mut ChaCha8Rng) -> usize {
        let alone = Folder::new(&[]);
        let begun = Instant::now();
        let whole = self.end(&self.run(&alone, None), &alone);
        let within = begun.elapsed().mul_f64(1.2);
        let mut refused = 0;
        for _ in 0..races {
            let folder = Folder::new(&[]);
            let first = self.start(&folder, None);
            std::thread::sleep(within.mul_f64(rng.random_range(0.0..1.0)));
            let second = self.start(&folder, None);
            let both = [first, second].map(|child| self.wait(child));
            let before = refused;
            for ran in both {
                if ran.code() == Some(2) {
                    let kept = folder.path().join("kept").display().to_string();
                    for part in ["another run of deadmove is writing it", &kept] {
                        assert!(ran.stderr().contains(part), "{ran}");
                    }
                    refused += 1;
                } else {
                    assert_eq!(self.end(&ran, &folder), whole, "{ran}");
                }
            }
            assert!(refused < before + 2, "{}: each refused the other", self.words);
            let ran = self.run(&folder, None);
            assert_eq!(self.end(&ran, &folder), whole, "{ran}");
        }
        refused
    }
}

/// Attacks the commands whose words begin with one of these.
fn attack_all(only: &[&str], signals: usize, full_disks: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let chosen = |of: &&Attacked| only.iter().any(|begin| of.words.starts_with(begin));
    for of in ATTACKED.iter().filter(chosen) {
        let begun = Instant::now();
        let counts = of.attack(signals, full_disks, &mut rng);
        println!("{}: {counts:?} in {:.1} s", of.words, begun.elapsed().as_secs_f64());
    }
}

#[test]
fn runs_that_are_disturbed_end_as_one_that_is_not() {
    let quick = [
        "certify rules/edge --all-sizes",
        "mine none --size 5 --rounds 1",
        "walk rules/edge --order random",
    ];
    attack_all(&quick, 2, 1);
}

#[test]
#[ignore = "some minutes"]
fn runs_that_are_killed_50_times_and_fill_5_disks_end_as_one_that_is_not() {
    attack_all(&["walk", "mine", "certify"], 50, 5);
}

#[test]
#[ignore = "some minutes"]
fn runs_that_are_interrupted_50_times_and_fill_5_disks_end_as_one_that_is_not() {
    attack_all(&["check", "prove"], 50, 5);
}

#[test]
#[ignore = "a minute"]
fn of_two_runs_at_once_one_is_refused_by_name_or_both_are_right() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for of in &ATTACKED {
        let refused = of.race(5, &mut rng);
        println!("{}: {refused} of 5 refused", of.words);
    }
}
