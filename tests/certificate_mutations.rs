//! The checker against corrupted certificates: none may be accepted.
//!
//! A mutant of a record is sealed anew (the digest in the manifest is made to fit), so that it has
//! to be found out by what it says.

mod support;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use deadmove::board::Board;
use deadmove::certify::folder::{plan, write};
use deadmove::certify::{compress, judgement};
use deadmove::judge::{Engine, judge};
use deadmove::rule::load::load;
use deadmove::verdict::Limits;
use deadmove_checker::{
    self as checker, Answer, Judgement, Lemma, Manifest, Reason, Record, Verdict, check_folder,
    file_name, record_name, sha256, unpack,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tempfile::TempDir;

/// A certificate of some rules on a small board, and its manifest.
static CERTIFICATE: LazyLock<(TempDir, Manifest)> = LazyLock::new(|| {
    // One that is sound by proofs with many lemmas, one unsound, one vacuous.
    let rules = [
        "7-grid/future-2-x-2-start-end.rule",
        "near-field/close-side-straight.rule",
        "near-field/far-straight-left-start-c.rule",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let loaded = load(&rules.map(|rule| root.join(rule))).expect("the shipped rules");
    let board = Board::corner_to_corner(7, 7).expect("a board");
    let claims = loaded.claims(&board).expect("families that expand");
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(&board, &loaded.files, &claims).expect("readable files");
    let stop = AtomicBool::new(false);
    let manifest = write(folder.path(), plan, &Limits::default(), &stop, &|_, _| {})
        .unwrap_or_else(|failure| panic!("{failure:?}"));
    check_folder(folder.path()).expect("what is not corrupted is accepted");
    (folder, manifest)
});

fn record(number: usize) -> Record {
    let bytes = fs::read(CERTIFICATE.0.path().join(record_name(number))).expect("a record");
    serde_json::from_str(&unpack(bytes).expect("text")).expect("a record")
}

/// The first record that passes a test.
fn find(test: impl Fn(&Record) -> bool) -> (usize, Record) {
    (0..CERTIFICATE.1.count)
        .map(|number| (number, record(number)))
        .find(|(_, record)| test(record))
        .expect("such a record")
}

/// A copy of the certificate.
fn copy() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["", "files", "claims"] {
        fs::create_dir_all(folder.path().join(part)).expect("a folder");
        for entry in fs::read_dir(CERTIFICATE.0.path().join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = Path::new(part).join(path.file_name().expect("a name"));
                fs::copy(&path, folder.path().join(name)).expect("a copy");
            }
        }
    }
    folder
}

fn put_manifest(folder: &Path, manifest: &Manifest) {
    let text = serde_json::to_string(manifest).expect("plain data");
    fs::write(folder.join("manifest.json"), text).expect("a manifest");
}

/// What the checker says about the certificate with one record replaced and sealed anew.
fn sealed(number: usize, text: &str) -> Result<checker::Accepted, String> {
    let folder = copy();
    let bytes = compress(text);
    fs::write(folder.path().join(record_name(number)), &bytes).expect("a record");
    let mut manifest = CERTIFICATE.1.clone();
    manifest.claims[number].sha256 = Some(sha256(&bytes));
    put_manifest(folder.path(), &manifest);
    check_folder(folder.path())
}

/// Collects what became of each mutant.
#[derive(Default)]
struct Mutants {
    tried: Vec<String>,
    accepted: Vec<String>,
}

impl Mutants {
    fn expect_rejected<T, E: std::fmt::Display>(&mut self, name: &str, result: Result<T, E>) {
        match result {
            Ok(_) => self.accepted.push(name.to_owned()),
            Err(why) => self.tried.push(format!("{name}: {why}")),
        }
    }

    fn of_record(&mut self, number: usize, name: &str, change: impl Fn(&mut Record)) {
        let mut mutant = record(number);
        change(&mut mutant);
        assert_ne!(mutant, record(number), "{name} changes nothing");
        let text = serde_json::to_string(&mutant).expect("plain data");
        self.expect_rejected(name, sealed(number, &text));
    }

    fn of_manifest(&mut self, name: &str, change: impl Fn(&mut Manifest)) {
        let folder = copy();
        let mut manifest = CERTIFICATE.1.clone();
        change(&mut manifest);
        assert_ne!(manifest, CERTIFICATE.1, "{name} changes nothing");
        put_manifest(folder.path(), &manifest);
        self.expect_rejected(name, check_folder(folder.path()));
    }

    fn of_folder(&mut self, name: &str, change: impl Fn(&Path)) {
        let folder = copy();
        change(folder.path());
        self.expect_rejected(name, check_folder(folder.path()));
    }

    fn of_judgement(&mut self, name: &str, of: &Judgement, change: impl Fn(&mut Judgement)) {
        let mut mutant = of.clone();
        change(&mut mutant);
        assert_ne!(&mutant, of, "{name} changes nothing");
        self.expect_rejected(name, mutant.check());
    }

    fn finish(self, least: usize) {
        println!("{}", self.tried.join("\n"));
        assert!(self.accepted.is_empty(), "accepted: {:#?}", self.accepted);
        assert!(self.tried.len() >= least, "only {} mutants", self.tried.len());
    }
}

/// Changes the words of one line of a proof; lines from the end count from −1.
fn line(proof: &mut String, number: isize, change: impl Fn(&mut Vec<String>)) {
    let mut lines: Vec<Vec<String>> = proof
        .lines()
        .map(|line| line.split_ascii_whitespace().map(str::to_owned).collect())
        .collect();
    let at = number.rem_euclid(lines.len() as isize) as usize;
    change(&mut lines[at]);
    *proof = lines.iter().map(|words| words.join(" ") + "\n").collect();
}

fn flip(word: &str) -> String {
    word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned)
}

fn swap_letters(text: &mut String) {
    let mut letters: Vec<char> = text.chars().collect();
    let at = letters.windows(2).position(|pair| pair[0] != pair[1]).expect("two letters");
    letters.swap(at, at + 1);
    *text = letters.into_iter().collect();
}

#[test]
fn no_corrupted_record_of_a_rule_is_accepted() {
    let long = |record: &Record| {
        let cut = |lemma: &Lemma| matches!(lemma, Lemma::CutSet { .. });
        record.refutations.len() > 1
            && record.refutations[0].lemmas.iter().any(cut)
            && record.refutations[0].proof.lines().count() > 3
            && record.refutations[1].proof != record.refutations[0].proof
    };
    let (sound, original) = find(|record| record.verdict == Verdict::Sound && long(record));
    let (unsound, _) = find(|record| record.verdict == Verdict::Unsound);
    let (vacuous, _) = find(|record| record.verdict == Verdict::Vacuous);
    let mut mutants = Mutants::default();
    let cut = original.refutations[0]
        .lemmas
        .iter()
        .position(|lemma| matches!(lemma, Lemma::CutSet { .. }))
        .expect("a cut set");

    let mut proof = |name: &str, change: &dyn Fn(&mut String)| {
        mutants.of_record(sound, name, |record| change(&mut record.refutations[0].proof));
    };
    proof("a literal of the first clause flipped", &|proof| {
        line(proof, 0, |words| words[1] = flip(&words[1]));
    });
    proof("a literal of a middle clause flipped", &|proof| {
        let middle = proof.lines().count() as isize / 2;
        line(proof, middle, |words| words[1] = flip(&words[1]));
    });
    for (name, at) in [("first", 0), ("second", 1), ("last", -1)] {
        proof(&format!("the first hint of the {name} clause removed"), &|proof| {
            line(proof, at, |words| {
                let zero = words.iter().position(|word| word == "0").expect("a zero");
                words.remove(zero + 1);
            });
        });
    }
    proof("the last hint of the last clause removed", &|proof| {
        line(proof, -1, |words| {
            words.remove(words.len() - 2);
        });
    });
    proof("all hints removed", &|proof| {
        line(proof, -1, |words| words.drain(2..words.len() - 1).for_each(drop));
    });
    proof("hints in reverse order", &|proof| {
        line(proof, -1, |words| {
            let to = words.len() - 1;
            words[2..to].reverse();
        })
    });
    proof("a hint twice", &|proof| line(proof, -1, |words| words.insert(3, words[2].clone())));
    proof("a hint that is the clause itself", &|proof| {
        line(proof, -1, |words| words[2] = words[0].clone());
    });
    proof("a hint of another clause", &|proof| line(proof, -1, |words| words[2] = "1".into()));
    proof("a hint below 1", &|proof| line(proof, -1, |words| words[2] = "-5".into()));
    proof("an id that is not the next", &|proof| line(proof, 1, |words| words[0] += "0"));
    proof("a variable that is not there", &|proof| line(proof, 0, |words| words[1] += "99999"));
    proof("the first clause removed", &|proof| {
        *proof = proof.split_once('\n').expect("lines").1.to_owned();
    });
    proof("the last clause removed", &|proof| {
        let lines: Vec<&str> = proof.lines().collect();
        *proof = lines[..lines.len() - 1].join("\n");
    });
    proof("half of the proof", &|proof| proof.truncate(proof.len() / 2));
    proof("no proof", &|proof| proof.clear());
    proof("a proof that goes on", &|proof| proof.push_str("9999 1 0 1 0\n"));
    proof("a word in the proof", &|proof| line(proof, 0, |words| words[1] = "x".into()));
    proof("nothing but the empty clause", &|proof| {
        line(proof, 0, |words| {
            words.drain(1..words.len() - 2).for_each(drop);
        })
    });

    mutants.of_record(sound, "the proof of another question", |record| {
        record.refutations[0].proof = record.refutations[1].proof.clone();
    });
    mutants.of_record(sound, "two questions exchanged", |record| {
        let other = record.refutations[1].question;
        record.refutations[1].question =
            std::mem::replace(&mut record.refutations[0].question, other);
    });
    mutants.of_record(sound, "a proof of another placement", |record| {
        record.refutations[0].question.placement ^= 1;
    });
    mutants.of_record(sound, "a proof of another live end", |record| {
        record.refutations[0].question.live_end.0 += 1;
    });
    mutants.of_record(sound, "a proof of another move", |record| {
        let question = &mut record.refutations[0].question;
        question.forbidden = if question.forbidden == 'U' { 'D' } else { 'U' };
    });
    mutants.of_record(sound, "a proof of another step", |record| {
        let question = &mut record.refutations[0].question;
        question.step = if question.step == 'U' { 'D' } else { 'U' };
    });
    mutants.of_record(sound, "a proof removed", |record| {
        record.refutations.remove(0);
    });
    mutants.of_record(sound, "a proof twice", |record| {
        record.refutations.push(record.refutations[0].clone());
    });
    let mut lemma = |name: &str, change: &dyn Fn(&mut Vec<Lemma>)| {
        mutants.of_record(sound, name, |record| change(&mut record.refutations[0].lemmas));
    };
    let cells = |lemmas: &mut Vec<Lemma>, change: &dyn Fn(&mut Vec<checker::Cell>)| {
        let Lemma::CutSet { cells } = &mut lemmas[cut] else { panic!("a cut set") };
        change(cells);
    };
    lemma("a lemma removed", &|lemmas| {
        lemmas.remove(cut);
    });
    lemma("a cut set without a cell", &|lemmas| {
        cells(lemmas, &|cells| {
            cells.pop();
        })
    });
    lemma("a cut set of one cell", &|lemmas| cells(lemmas, &|cells| cells.truncate(1)));
    lemma("a cut set of nothing", &|lemmas| cells(lemmas, &|cells| cells.clear()));
    lemma("a cut set of everything", &|lemmas| {
        cells(lemmas, &|cells| {
            *cells = (1..=7).flat_map(|c| (1..=7).map(move |r| (c, r))).collect();
        })
    });
    lemma("a cut set off the board", &|lemmas| cells(lemmas, &|cells| cells[0] = (8, 1)));
    lemma("a cell twice in a cut set", &|lemmas| cells(lemmas, &|cells| cells.push(cells[0])));
    lemma("a lemma about a segment that is not there", &|lemmas| {
        lemmas.push(Lemma::Reached { segment: 9, cells: vec![(1, 1)] });
    });
    lemma("a lemma about every position", &|lemmas| {
        let free = (1..=7).flat_map(|c| (1..=7).map(move |r| (c, r))).collect();
        lemmas.insert(0, Lemma::NoMatch { free });
    });

    mutants.of_record(sound, "sound said to be unsound", |r| r.verdict = Verdict::Unsound);
    mutants.of_record(sound, "sound said to be vacuous", |r| r.verdict = Verdict::Vacuous);
    mutants.of_record(vacuous, "vacuous said to be sound", |r| r.verdict = Verdict::Sound);
    mutants.of_record(unsound, "unsound said to be sound", |r| r.verdict = Verdict::Sound);
    mutants.of_record(sound, "a board of another size", |record| record.size = 9);
    mutants.of_record(sound, "another schema", |record| record.schema = 2);
    mutants.of_record(sound, "a rule with another name", |record| record.rule.name += "!");
    mutants.of_record(sound, "a rule with a cell fewer", |record| {
        record.rule.pattern.cells.pop();
    });
    mutants.of_record(sound, "a rule with another placement fewer", |record| {
        record.rule.placements.pop();
    });
    mutants.of_record(sound, "the record of another rule", |other| *other = record(unsound));
    for (number, kind) in [(sound, "sound"), (unsound, "unsound")] {
        let mut example = |name: &str, change: &dyn Fn(&mut checker::Example)| {
            mutants.of_record(number, &format!("{kind}: {name}"), |record| {
                change(record.example.as_mut().expect("an example"));
            });
        };
        example("a path with two steps exchanged", &|e| swap_letters(&mut e.path));
        example("a completion with two steps exchanged", &|e| swap_letters(&mut e.completion));
        example("a completion one step short", &|e| {
            e.completion.pop();
        });
        example("a completion one step too long", &|e| e.completion.push('U'));
        example("another forbidden move", &|e| {
            let completion = e.completion.chars().next().expect("a step");
            e.forbidden =
                "UDLR".chars().find(|&m| m != completion && m != e.forbidden).expect("a move");
        });
        example("a step of the completion taken into the path", &|e| {
            e.path.push(e.completion.remove(0));
        });
    }
    mutants.of_record(sound, "no example", |record| record.example = None);
    mutants.of_record(sound, "a move forbidden twice", |record| {
        let again = record.rule.forbids[0].clone();
        record.rule.forbids.push(again);
    });
    mutants
        .of_record(vacuous, "an example too many", |other| other.example = record(sound).example);

    let text = serde_json::to_string(&record(sound)).expect("plain data");
    let more = text.replacen('{', "{\"more\":1,", 1);
    mutants.expect_rejected("an unknown field", sealed(sound, &more));
    mutants.expect_rejected("half of the text", sealed(sound, &text[..text.len() / 2]));
    mutants.expect_rejected("no text", sealed(sound, ""));
    mutants.finish(60);
}

#[test]
fn no_corrupted_manifest_or_folder_is_accepted() {
    let mut mutants = Mutants::default();
    let last = CERTIFICATE.1.count - 1;
    mutants.of_manifest("a claim removed", |manifest| {
        manifest.claims.pop();
    });
    mutants.of_manifest("a claim removed and the count made to fit", |manifest| {
        manifest.claims.pop();
        manifest.count -= 1;
    });
    mutants.of_folder("no claim at all", |folder| {
        for number in 0..=last {
            fs::remove_file(folder.join(record_name(number))).expect("a record");
        }
        let manifest = Manifest { claims: Vec::new(), count: 0, ..CERTIFICATE.1.clone() };
        put_manifest(folder, &manifest);
    });
    mutants.of_manifest("a count off by one", |manifest| manifest.count += 1);
    mutants.of_manifest("two claims exchanged", |manifest| manifest.claims.swap(0, last));
    mutants.of_manifest("a board of another size", |manifest| manifest.size = 9);
    mutants.of_manifest("a board too large", |manifest| manifest.size = 100_001);
    mutants.of_manifest("another schema", |manifest| manifest.schema = 0);
    mutants.of_manifest("complete said to be partial", |manifest| manifest.complete = false);
    mutants.of_manifest("a verdict removed", |manifest| manifest.claims[0].verdict = None);
    mutants.of_manifest("a claim left open", |manifest| {
        manifest.claims[0].verdict = None;
        manifest.claims[0].sha256 = None;
    });
    mutants.of_manifest("another verdict", |manifest| {
        let verdict = &mut manifest.claims[0].verdict;
        *verdict = Some(match verdict {
            Some(Verdict::Sound) => Verdict::Unsound,
            _ => Verdict::Sound,
        });
    });
    mutants.of_manifest("another digest of a record", |manifest| {
        manifest.claims[0].sha256 = manifest.claims[1].sha256.clone();
    });
    mutants.of_manifest("another digest of a file", |manifest| {
        manifest.files[0].sha256 = manifest.files[1].sha256.clone();
    });
    mutants.of_manifest("a file that is not there", |manifest| manifest.claims[0].file = 999);
    mutants.of_manifest("a file removed from the list", |manifest| {
        manifest.files.pop();
    });
    mutants.of_manifest("another rule", |manifest| manifest.claims[0].rule.name += "!");
    mutants.of_folder("a rule file changed by one byte", |folder| {
        let file = folder.join(file_name(0));
        let mut bytes = fs::read(&file).expect("a file");
        bytes[3] ^= 1;
        fs::write(file, bytes).expect("a file");
    });
    mutants.of_folder("a rule file removed", |folder| {
        fs::remove_file(folder.join(file_name(1))).expect("a file");
    });
    mutants.of_folder("a rule file too many", |folder| {
        fs::write(folder.join("files/more.rule"), "").expect("a file");
    });
    mutants.of_folder("a record removed", |folder| {
        fs::remove_file(folder.join(record_name(0))).expect("a file");
    });
    mutants.of_folder("a record too many", |folder| {
        fs::write(folder.join(record_name(last + 1)), "").expect("a file");
    });
    mutants.of_folder("a record truncated", |folder| {
        let file = folder.join(record_name(0));
        let bytes = fs::read(&file).expect("a file");
        fs::write(file, &bytes[..bytes.len() / 2]).expect("a file");
    });
    mutants.of_folder("two records exchanged", |folder| {
        let [one, other] = [0, 1].map(|number| folder.join(record_name(number)));
        let (first, second) = (fs::read(&one).expect("a file"), fs::read(&other).expect("a file"));
        fs::write(one, second).expect("a file");
        fs::write(other, first).expect("a file");
    });
    mutants.of_folder("the manifest truncated", |folder| {
        let file = folder.join("manifest.json");
        let bytes = fs::read(&file).expect("a file");
        fs::write(file, &bytes[..bytes.len() - 5]).expect("a file");
    });
    mutants.of_folder("no manifest", |folder| {
        fs::remove_file(folder.join("manifest.json")).expect("a file");
    });
    mutants.finish(25);
}

/// A position whose certificate passes a test, among those on random walks and one step aside of
/// random filling paths; `prove` makes what is dead be proved by the formula.
fn judged(prove: bool, test: impl Fn(&Judgement) -> bool + Sync) -> Judgement {
    let board = Arc::new(Board::corner_to_corner(9, 9).expect("a board"));
    let limits = Limits::default();
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut positions = support::walk_positions(&board, 300, &mut rng);
    for position in support::live_positions(9, 200, &mut rng) {
        positions.extend(position.legal_moves().map(|direction| position.after(direction)));
    }
    positions.retain(|position| position.path().len() > 4);
    positions
        .par_iter()
        .map(|position| {
            let mut judged = judge(position, Engine::Sat, &limits).expect("no fault");
            if prove {
                support::without_short_reasons(position, &mut judged);
            }
            judgement::certificate(position, &judged, &limits).expect("accepted")
        })
        .find_first(|judgement| test(judgement))
        .expect("such a position")
}

/// Changes flow, width of the potentials, cut sets and proof of a search.
type Change<'a> = &'a dyn Fn(&mut Vec<i32>, &mut i32, &mut Vec<Vec<checker::Cell>>, &mut String);

#[test]
fn no_corrupted_judgement_is_accepted() {
    let mut mutants = Mutants::default();
    let live = judged(false, |j| {
        let turns = j.path.contains('R') && j.path.contains('D');
        matches!(j.position, Answer::Live { .. }) && j.moves.len() > 1 && turns
    });
    let searched = judged(true, |j| {
        matches!(&j.position, Answer::DeadBySearch { flow: Some(_), cut_sets, .. }
            if !cut_sets.is_empty())
    });
    let long = judged(
        true,
        |j| matches!(&j.position, Answer::DeadBySearch { proof, .. } if proof.lines().count() > 2),
    );
    let dead = |kind: fn(&Reason) -> bool| {
        judged(false, move |j| matches!(&j.position, Answer::Dead { reason } if kind(reason)))
    };
    let colour = dead(|reason| matches!(reason, Reason::Colour { .. }));
    let end = dead(|reason| matches!(reason, Reason::DeadEnd { .. }));
    let cut = dead(|reason| matches!(reason, Reason::CutOff { cells, .. } if cells.len() > 1));

    let witness = |judgement: &mut Judgement, change: &dyn Fn(&mut String)| {
        let Answer::Live { witness } = &mut judgement.position else { panic!("live") };
        change(witness);
    };
    mutants.of_judgement("a witness with two steps exchanged", &live, |j| {
        witness(j, &|text| swap_letters(text));
    });
    mutants.of_judgement("a witness one step short", &live, |j| {
        witness(j, &|text| {
            text.pop();
        })
    });
    mutants.of_judgement("a path with two steps exchanged", &live, |j| swap_letters(&mut j.path));
    mutants.of_judgement("a board of another size", &live, |j| j.board.width += 2);
    mutants.of_judgement("another end", &live, |j| j.board.end = (1, 9));
    mutants.of_judgement("a blocked cell", &live, |j| j.board.blocked.push((9, 9)));
    mutants.of_judgement("a move removed", &live, |j| {
        j.moves.pop();
    });
    mutants.of_judgement("moves in another order", &live, |j| j.moves.reverse());
    mutants.of_judgement("another schema", &live, |j| j.schema = 7);
    mutants.of_judgement("a turning point beyond the path", &end, |j| {
        j.turning.as_mut().expect("a turning point").live = 1 << 40;
    });
    mutants.of_judgement("a turning point one step earlier", &end, |j| {
        let turning = j.turning.as_mut().expect("a turning point");
        turning.live = turning.live.wrapping_sub(1);
    });
    mutants.of_judgement("a live position said to be dead", &live, |j| {
        j.position = end.position.clone();
    });
    mutants.of_judgement("a dead position said to be live", &searched, |j| {
        j.position = live.position.clone();
    });

    let search = |judgement: &mut Judgement, change: Change| {
        let Answer::DeadBySearch { flow: Some(flow), widest, cut_sets, proof } =
            &mut judgement.position
        else {
            panic!("a search")
        };
        change(flow, widest, cut_sets, proof);
    };
    let mut by_search = |name: &str, change: Change| {
        mutants.of_judgement(name, &searched, |j| search(j, change));
    };
    by_search("an edge of the flow missing", &|flow, _, _, _| {
        flow.pop();
    });
    by_search("an edge of the flow exchanged", &|flow, _, _, _| flow[0] += 1);
    by_search("an edge of the flow that is not there", &|flow, _, _, _| flow[0] = 9_999);
    by_search("a cut set removed", &|_, _, cut_sets, _| {
        cut_sets.pop();
    });
    by_search("a cut set without a cell", &|_, _, cut_sets, _| {
        cut_sets[0].pop();
    });
    by_search("a cut set of drawn cells", &|_, _, cut_sets, _| cut_sets[0] = vec![(1, 1)]);
    by_search("a hint of the proof removed", &|_, _, _, proof| {
        line(proof, -1, |words| {
            words.remove(2);
        });
    });
    by_search("half of the proof", &|_, _, _, proof| proof.truncate(proof.len() / 2));
    for (name, at) in [("first", 0), ("second", 1)] {
        let name = format!("a literal of the {name} clause of the proof flipped");
        mutants.of_judgement(&name, &long, |j| {
            let Answer::DeadBySearch { proof, .. } = &mut j.position else { panic!("a search") };
            line(proof, at, |words| words[1] = flip(&words[1]));
        });
    }

    let reason = |judgement: &mut Judgement, change: &dyn Fn(&mut Reason)| {
        let Answer::Dead { reason } = &mut judgement.position else { panic!("a reason") };
        change(reason);
    };
    mutants.of_judgement("a count of black cells off by one", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { black, .. } = reason else { panic!("colour") };
            *black += 1;
        })
    });
    mutants.of_judgement("a surplus off by one", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { needed, .. } = reason else { panic!("colour") };
            *needed += 1;
        })
    });
    mutants.of_judgement("a crossing edge missing", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { crossing, region, .. } = reason else { panic!("colour") };
            if crossing.pop().is_none() {
                region.pop();
            }
        })
    });
    mutants.of_judgement("a region without a cell", &colour, |j| {
        reason(j, &|reason| {
            let Reason::Colour { region, .. } = reason else { panic!("colour") };
            region.pop();
        })
    });
    mutants.of_judgement("a dead end elsewhere", &end, |j| {
        reason(j, &|reason| {
            let Reason::DeadEnd { cell, .. } = reason else { panic!("a dead end") };
            cell.0 = cell.0 % 9 + 1;
        })
    });
    mutants.of_judgement("a dead end that needs more", &end, |j| {
        reason(j, &|reason| {
            let Reason::DeadEnd { needed, .. } = reason else { panic!("a dead end") };
            *needed += 1;
        })
    });
    mutants.of_judgement("cells cut off without one", &cut, |j| {
        reason(j, &|reason| {
            let Reason::CutOff { cells, .. } = reason else { panic!("cut off") };
            cells.remove(0);
        })
    });
    mutants.of_judgement("a door elsewhere", &cut, |j| {
        reason(j, &|reason| {
            let Reason::CutOff { door, .. } = reason else { panic!("cut off") };
            *door = match door {
                Some(_) => None,
                None => Some((1, 1)),
            };
        })
    });
    mutants.finish(30);
}
