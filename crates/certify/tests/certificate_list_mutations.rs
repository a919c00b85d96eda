//! The checker against corrupted certificates by list: none may be accepted.
//!
//! Digests in the manifest are updated to fit the mutant, so the checker has to reject its content.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use deadmove_certify::folder::plan;
use deadmove_certify::{compress, listed};
use deadmove_checker::{
    Accepted, Answer, Engine, Judgement, Layer, Manifest, Reason, Record, SET_NAME, Sample,
    SetClaim, Verdict, check_folder, record_name, sha256, unpack,
};
use deadmove_core::board::Board;
use deadmove_rules::load::{Loaded, LoadedRule, load};
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;
use tempfile::TempDir;

use crate::forgeries::copy;

/// A set of rules that is complete on 5×5, but not without any one of them.
pub static COMPLETE: LazyLock<(TempDir, Manifest)> = LazyLock::new(|| {
    certificate(&["area/u.rule", "edge/c-shape.rule", "near-field/close-across-right.rule"])
});

/// One rule that is sound on 5×5, one that is unsound and one that is vacuous.
pub static INCOMPLETE: LazyLock<(TempDir, Manifest)> = LazyLock::new(|| {
    certificate(&[
        "near-field/close-across-left.rule",
        "near-field/close-side-straight.rule",
        "near-field/far-straight-left-start-c.rule",
    ])
});

fn certificate(names: &[&str]) -> (TempDir, Manifest) {
    let root = deadmove_testing::root().join("rules");
    let files: Vec<_> = names.iter().map(|name| root.join(name)).collect();
    let loaded = load(&files).expect("the shipped rules");
    let board = Board::corner_to_corner(5, 5).expect("a board");
    let claims: Vec<LoadedRule> = loaded.rules_for(&board).expect("families that expand");
    let list = LiveSet::build(5, &|_| {}).expect("a size with a list");
    let (folder, manifest) = listed_certificate(&list, &loaded, &claims);
    let accepted = check_folder(folder.path(), None).expect("what is not corrupted is accepted");
    assert_eq!(accepted.open, Vec::<String>::new());
    (folder, manifest)
}

/// The certificate by list of some claims of loaded files.
pub fn listed_certificate(
    list: &LiveSet,
    loaded: &Loaded,
    claims: &[LoadedRule],
) -> (TempDir, Manifest) {
    let side = list.grid().side();
    let board = Board::corner_to_corner(side, side).expect("a board");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut manifest, texts) = plan(&board, &loaded.files, claims);
    manifest.engine = Engine::List;
    let known = listed::begin(folder.path(), &manifest, &texts).expect("a new folder");
    assert_eq!(known, None);
    let check = check_whole(list, claims);
    let stop = AtomicBool::new(false);
    let manifest = listed::finish(folder.path(), manifest, claims, (list, &check), &stop)
        .unwrap_or_else(|failure| panic!("{failure:?}"))
        .expect("it was not stopped");
    (folder, manifest)
}

type Certificate = LazyLock<(TempDir, Manifest)>;

fn record(of: &Certificate, number: usize) -> Record {
    read(&of.0.path().join(record_name(number)))
}

pub fn read<T: serde::de::DeserializeOwned>(file: &Path) -> T {
    let bytes = fs::read(file).expect("a file");
    serde_json::from_str(&unpack(bytes).expect("text")).expect("what it should be")
}

/// The number of the first claim with a verdict.
fn first(of: &Certificate, verdict: Verdict) -> usize {
    let claims = &of.1.claims;
    claims.iter().position(|entry| entry.verdict == Some(verdict)).expect("such a claim")
}

/// The verdict of the checker on a changed copy. The change receives the folder and the manifest,
/// which is written afterwards.
fn changed(
    of: &Certificate,
    change: impl FnOnce(&Path, &mut Manifest),
) -> Result<Accepted, String> {
    let folder = copy(of.0.path());
    let mut manifest = of.1.clone();
    change(folder.path(), &mut manifest);
    let text = serde_json::to_string(&manifest).expect("plain data");
    fs::write(folder.path().join("manifest.json"), text).expect("a manifest");
    check_folder(folder.path(), None)
}

/// Writes a record and puts its digest into the manifest.
pub fn seal(folder: &Path, manifest: &mut Manifest, number: usize, record: &Record) {
    let bytes = compress(&serde_json::to_string(record).expect("plain data"));
    fs::write(folder.join(record_name(number)), &bytes).expect("a record");
    manifest.claims[number].sha256 = Some(sha256(&bytes));
    manifest.claims[number].verdict = Some(record.verdict);
    manifest.claims[number].rule = record.rule.clone();
}

/// Writes the judgement of the set and puts its digest into the manifest.
fn seal_set(folder: &Path, manifest: &mut Manifest, move_: char, judgement: &Judgement) {
    let bytes = compress(&serde_json::to_string(judgement).expect("plain data"));
    fs::write(folder.join(SET_NAME), &bytes).expect("a judgement");
    manifest.set = Some(SetClaim::Incomplete { allowed: move_, sha256: sha256(&bytes) });
}

/// Collects the verdicts on the mutants.
#[derive(Default)]
struct Mutants {
    rejected: Vec<String>,
    accepted: Vec<String>,
}

impl Mutants {
    fn of(&mut self, of: &Certificate, name: &str, change: impl FnOnce(&Path, &mut Manifest)) {
        match changed(of, change) {
            Ok(_) => self.accepted.push(name.to_owned()),
            Err(why) => self.rejected.push(format!("{name}: {why}")),
        }
    }

    /// Fails if a mutant was accepted. Prints why the others were rejected.
    fn finish(self, at_least: usize) {
        println!("{}", self.rejected.join("\n"));
        assert_eq!(self.accepted, Vec::<String>::new(), "accepted mutants");
        assert!(self.rejected.len() >= at_least, "only {} mutants", self.rejected.len());
    }
}

#[test]
fn no_corrupted_list_is_accepted() {
    let mut mutants = Mutants::default();
    let mut layers = |name: &str, change: &dyn Fn(&mut Vec<Layer>)| {
        for (kind, of) in [("complete", &COMPLETE), ("incomplete", &INCOMPLETE)] {
            mutants.of(of, &format!("{kind}: {name}"), |_, manifest| {
                change(&mut manifest.layers);
                assert_ne!(manifest.layers, of.1.layers, "{name} changes nothing");
            });
        }
    };
    for at in [0, 1, 12, 24] {
        layers(&format!("one position more in layer {}", at + 1), &|layers| {
            layers[at].positions += 1;
        });
        layers(&format!("one position fewer in layer {}", at + 1), &|layers| {
            layers[at].positions -= 1;
        });
        layers(&format!("a digit of the digest of layer {} flipped", at + 1), &|layers| {
            let digit = layers[at].sha256.remove(0);
            layers[at].sha256.insert(0, if digit == '0' { '1' } else { '0' });
        });
    }
    layers("the digest of a layer in capitals", &|layers| {
        layers[9].sha256 = layers[9].sha256.to_uppercase();
    });
    layers("the digest of a layer empty", &|layers| layers[9].sha256.clear());
    layers("the first layer removed", &|layers| {
        layers.remove(0);
    });
    layers("the last layer removed", &|layers| {
        layers.pop();
    });
    layers("a layer in the middle removed", &|layers| {
        layers.remove(12);
    });
    layers("a layer too many", &|layers| layers.push(layers[24].clone()));
    layers("two layers exchanged", &|layers| layers.swap(8, 9));
    layers("all layers removed", &|layers| layers.clear());
    mutants.finish(40);
}

#[test]
fn no_false_claim_about_a_set_is_accepted() {
    let mut mutants = Mutants::default();
    mutants.of(&INCOMPLETE, "complete claimed for an incomplete set", |folder, manifest| {
        fs::remove_file(folder.join(SET_NAME)).expect("a file");
        manifest.set = Some(SetClaim::Complete {});
    });
    mutants.of(&INCOMPLETE, "the same with the judgement left there", |_, manifest| {
        manifest.set = Some(SetClaim::Complete {});
    });
    mutants.of(&COMPLETE, "incomplete claimed for a complete set", |folder, manifest| {
        let SetClaim::Incomplete { allowed, .. } = INCOMPLETE.1.set.clone().expect("a claim")
        else {
            panic!("it is incomplete")
        };
        let judgement: Judgement = read(&INCOMPLETE.0.path().join(SET_NAME));
        seal_set(folder, manifest, allowed, &judgement);
    });
    for number in 0..COMPLETE.1.count {
        let name = &COMPLETE.1.claims[number].rule.name;
        if COMPLETE.1.claims[number].verdict == Some(Verdict::Vacuous) {
            continue;
        }
        let remove = |folder: &Path, manifest: &mut Manifest| {
            // The last claim replaces the removed one.
            let last = manifest.count - 1;
            let record: Record = record(&COMPLETE, last);
            fs::remove_file(folder.join(record_name(last))).expect("a record");
            manifest.claims.swap_remove(number);
            manifest.count -= 1;
            if number < last {
                seal(folder, manifest, number, &record);
            }
        };
        let files: Vec<usize> = COMPLETE.1.claims.iter().map(|entry| entry.file).collect();
        if files.iter().filter(|&&file| file == files[number]).count() == 1 {
            mutants.of(&COMPLETE, &format!("the only rule of a file, {name}, removed"), remove);
        }
        mutants.of(&COMPLETE, &format!("{name} in no placement"), |folder, manifest| {
            let mut record = record(&COMPLETE, number);
            record.rule.placements.clear();
            record.verdict = Verdict::Vacuous;
            record.example = None;
            seal(folder, manifest, number, &record);
        });
    }
    mutants.of(&COMPLETE, "no claim about the set", |_, manifest| manifest.set = None);
    mutants.of(&COMPLETE, "neither set nor layers", |_, manifest| {
        manifest.set = None;
        manifest.layers.clear();
    });
    mutants.of(&COMPLETE, "said to be partial", |_, manifest| manifest.complete = false);
    mutants.of(&COMPLETE, "partial without set and layers, but with verdicts", |_, manifest| {
        manifest.complete = false;
        manifest.set = None;
        manifest.layers.clear();
    });
    mutants.of(&COMPLETE, "said to be by proofs", |_, manifest| manifest.engine = Engine::Sat);
    mutants.of(&COMPLETE, "by proofs, without set and layers", |_, manifest| {
        manifest.engine = Engine::Sat;
        manifest.set = None;
        manifest.layers.clear();
    });
    for size in [3, 7, 11, 4] {
        mutants.of(&COMPLETE, &format!("a board of side {size}"), |folder, manifest| {
            manifest.size = size;
            for number in 0..manifest.count {
                let record = Record { size, ..record(&COMPLETE, number) };
                seal(folder, manifest, number, &record);
            }
        });
    }

    let judgement =
        |name: &str, mutants: &mut Mutants, change: &dyn Fn(&mut char, &mut Judgement)| {
            mutants.of(&INCOMPLETE, name, |folder, manifest| {
                let Some(SetClaim::Incomplete { mut allowed, .. }) = manifest.set else {
                    panic!("it is incomplete")
                };
                let mut judgement: Judgement = read(&folder.join(SET_NAME));
                let before = (allowed, judgement.clone());
                change(&mut allowed, &mut judgement);
                assert_ne!((allowed, judgement.clone()), before, "{name} changes nothing");
                seal_set(folder, manifest, allowed, &judgement);
            });
        };
    judgement("a live move said to be dead", &mut mutants, &|allowed, judgement| {
        let live = |(_, answer): &&(char, Answer)| matches!(answer, Answer::Live { .. });
        *allowed = judgement.moves.iter().find(live).expect("a live move").0;
    });
    judgement("a move that is not legal", &mut mutants, &|allowed, judgement| {
        let legal = |letter: &char| judgement.moves.iter().any(|(other, _)| other == letter);
        *allowed = "UDLR".chars().find(|letter| !legal(letter)).expect("a wall somewhere");
    });
    judgement("no move at all", &mut mutants, &|allowed, _| *allowed = 'X');
    judgement("a dead move that is left open", &mut mutants, &|allowed, judgement| {
        let entry = judgement.moves.iter_mut().find(|(letter, _)| letter == allowed);
        entry.expect("the move").1 = Answer::Unknown;
    });
    judgement("the position left open", &mut mutants, &|_, judgement| {
        judgement.position = Answer::Unknown;
    });
    judgement("a reason that is none", &mut mutants, &|allowed, judgement| {
        let entry = judgement.moves.iter_mut().find(|(letter, _)| letter == allowed);
        let answer = &mut entry.expect("the move").1;
        *answer = Answer::Dead { reason: Reason::CutOff { cells: vec![(5, 5)], door: None } };
    });
    judgement("another board", &mut mutants, &|_, judgement| judgement.board.width = 7);
    judgement("another end", &mut mutants, &|_, judgement| judgement.board.end = (1, 5));
    judgement("a blocked cell", &mut mutants, &|_, judgement| {
        judgement.board.blocked.push((3, 3));
    });
    judgement("another path", &mut mutants, &|_, judgement| {
        judgement.path = if judgement.path.is_empty() { "R".into() } else { String::new() };
    });
    mutants.of(&INCOMPLETE, "the judgement removed", |folder, _| {
        fs::remove_file(folder.join(SET_NAME)).expect("a file");
    });
    mutants.of(&INCOMPLETE, "the judgement truncated", |folder, _| {
        let bytes = fs::read(folder.join(SET_NAME)).expect("a file");
        fs::write(folder.join(SET_NAME), &bytes[..bytes.len() / 2]).expect("a file");
    });
    mutants.of(&INCOMPLETE, "the judgement truncated and sealed", |folder, manifest| {
        let bytes = fs::read(folder.join(SET_NAME)).expect("a file");
        let half = &bytes[..bytes.len() / 2];
        fs::write(folder.join(SET_NAME), half).expect("a file");
        let Some(SetClaim::Incomplete { sha256: digest, .. }) = &mut manifest.set else {
            panic!("it is incomplete")
        };
        *digest = sha256(half);
    });
    mutants.of(&INCOMPLETE, "a rule that forbids the dead move put in", |folder, manifest| {
        let judgement: Judgement = read(&folder.join(SET_NAME));
        let Some(SetClaim::Incomplete { allowed, .. }) = manifest.set else {
            panic!("it is incomplete")
        };
        // The rule forbids the move wherever it is legal, and is claimed to be unsound, which is
        // true.
        let number = first(&INCOMPLETE, Verdict::Unsound);
        let mut record = record(&INCOMPLETE, number);
        record.rule.pattern = Default::default();
        record.rule.unless.clear();
        record.rule.placements = vec![0];
        record.rule.forbids.truncate(1);
        record.rule.forbids[0].unless_in.clear();
        record.rule.forbids[0].direction = allowed;
        let example = record.example.as_mut().expect("an example");
        let all = format!("{}{}", example.path, example.completion);
        let at = all.find(allowed).expect("a step of that direction");
        let (path, completion) = all.split_at(at);
        (example.path, example.completion) = (path.to_owned(), completion.to_owned());
        example.forbidden = allowed;
        record.check_by_list().expect("the record is right");
        assert!(!judgement.moves.is_empty());
        seal(folder, manifest, number, &record);
    });
    mutants.finish(30);
}

#[test]
fn no_false_verdict_about_a_rule_is_accepted() {
    let mut mutants = Mutants::default();
    let [sound, unsound, vacuous] =
        [Verdict::Sound, Verdict::Unsound, Verdict::Vacuous].map(|v| first(&INCOMPLETE, v));
    let mut of_record = |number: usize, name: &str, change: &dyn Fn(&mut Record)| {
        mutants.of(&INCOMPLETE, name, |folder, manifest| {
            let mut mutant = record(&INCOMPLETE, number);
            change(&mut mutant);
            assert_ne!(mutant, record(&INCOMPLETE, number), "{name} changes nothing");
            seal(folder, manifest, number, &mutant);
        });
    };
    of_record(unsound, "a sound verdict for an unsound rule", &|r| r.verdict = Verdict::Sound);
    of_record(unsound, "the same with another completion", &|record| {
        // As if the forbidden move were dead.
        record.verdict = Verdict::Sound;
        let example = record.example.as_mut().expect("an example");
        (example.path, example.completion) = other_completion(&example.path, example.forbidden);
    });
    of_record(unsound, "a vacuous verdict for an unsound rule", &|record| {
        record.verdict = Verdict::Vacuous;
        record.example = None;
    });
    of_record(sound, "a vacuous verdict for a sound rule", &|record| {
        record.verdict = Verdict::Vacuous;
        record.example = None;
    });
    of_record(sound, "an unsound verdict for a sound rule", &|r| r.verdict = Verdict::Unsound);
    of_record(vacuous, "a sound verdict for a vacuous rule", &|r| r.verdict = Verdict::Sound);
    of_record(vacuous, "the same with an example", &|other| {
        other.verdict = Verdict::Sound;
        other.example = record(&INCOMPLETE, sound).example;
    });
    of_record(sound, "no example", &|record| record.example = None);
    of_record(sound, "an example one step short", &|record| {
        record.example.as_mut().expect("an example").completion.pop();
    });
    of_record(sound, "an example with a step too many", &|record| {
        record.example.as_mut().expect("an example").completion.push('U');
    });
    of_record(sound, "another schema", &|record| record.schema = 2);
    of_record(sound, "a board of another size", &|record| record.size = 7);
    of_record(sound, "a rule that forbids every move", &|record| {
        record.rule.pattern = Default::default();
        record.rule.unless.clear();
    });
    of_record(sound, "a rule whose placements are none", &|record| record.rule.placements.push(8));
    of_record(sound, "a proof", &|record| {
        record.refutations.push(deadmove_checker::Refutation {
            question: deadmove_checker::RuleQuestion {
                live_end: (1, 1),
                placement: 0,
                forbidden: 'U',
                step: 'U',
            },
            lemmas: Vec::new(),
            proof: String::new(),
        });
    });
    mutants.of(&INCOMPLETE, "a verdict in the manifest only", |_, manifest| {
        manifest.claims[unsound].verdict = Some(Verdict::Sound);
    });
    mutants.of(&INCOMPLETE, "another rule in the manifest only", |_, manifest| {
        manifest.claims[sound].rule.forbids.clear();
    });
    mutants.of(&INCOMPLETE, "a claim left open", |_, manifest| {
        manifest.claims[sound].verdict = None;
        manifest.claims[sound].sha256 = None;
    });
    mutants.of(&INCOMPLETE, "a record changed by one byte", |folder, _| {
        let file = folder.join(record_name(sound));
        let mut bytes = fs::read(&file).expect("a file");
        bytes[9] ^= 1;
        fs::write(file, bytes).expect("a file");
    });
    mutants.of(&INCOMPLETE, "two records exchanged", |folder, _| {
        let [one, other] = [sound, vacuous].map(|number| folder.join(record_name(number)));
        let (a, b) = (fs::read(&one).expect("a file"), fs::read(&other).expect("a file"));
        fs::write(one, b).expect("a file");
        fs::write(other, a).expect("a file");
    });
    mutants.of(&INCOMPLETE, "a file that is left over", |folder, _| {
        fs::write(folder.join(listed::REPORT), "{}").expect("a file");
    });
    mutants.finish(20);
}

/// A path to a position and a completion that does not begin with the forbidden move.
fn other_completion(path: &str, forbidden: char) -> (String, String) {
    let list = LiveSet::build(5, &|_| {}).expect("a size with a list");
    let step = |letter| deadmove_core::board::Move::from_letter(letter).expect("a move");
    let start = deadmove_verify::live_set::bits::PackedPosition::new(list.grid().all() & !1, 0);
    let mut key =
        path.chars().fold(start, |key, letter| list.after(key, step(letter)).expect("it"));
    let mut completion = String::new();
    loop {
        let next =
            "UDLR".chars().filter(|&l| !completion.is_empty() || l != forbidden).find_map(|l| {
                list.after(key, step(l)).filter(|&next| list.contains(next)).map(|next| (l, next))
            });
        let Some((letter, next)) = next else { return (path.to_owned(), completion) };
        completion.push(letter);
        key = next;
    }
}

#[test]
fn a_sample_leaves_open_what_it_did_not_look_at() {
    let folder = COMPLETE.0.path();
    let all = check_folder(folder, Some(Sample { one_in: 1, seed: 1 })).expect("accepted");
    let some = check_folder(folder, Some(Sample { one_in: 4, seed: 1 })).expect("accepted");
    let others = check_folder(folder, Some(Sample { one_in: 4, seed: 2 })).expect("accepted");
    let held = |accepted: &Accepted| {
        let (complete, swept) = accepted.set.expect("it goes by the list");
        assert!(complete);
        assert_eq!(swept.positions, 291);
        swept.checked
    };
    assert_eq!(held(&all), 291);
    assert_eq!((held(&some), held(&others)), (64, 82));
}
