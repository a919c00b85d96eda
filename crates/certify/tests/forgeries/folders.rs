//! Forged folders: links and paths that lead elsewhere, partial certificates declared whole, and
//! certificates of several kinds in one folder.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use deadmove_certify::{compiled, lemmas};
use deadmove_checker::{
    LEMMA_MANIFEST, Lemma, LemmaManifest, Manifest, Record, Verdict, chunk_name, file_name,
    read_lemma_manifest, record_name, sha256, square,
};
use deadmove_verify::chunks::ChunkRun;
use tempfile::TempDir;

use super::super::certificate_list_mutations::read;
use super::one_board::{by_proofs, claims, false_for, fitted, honest, put, sealed};
use super::rules::{is_complete, load, stronger};
use super::{Attack, copy};

/// A true certificate of one rule, and a false one: the same evidence for a stronger rule.
pub struct Pair {
    /// The true record.
    pub right: Record,
    /// The false one.
    pub wrong: Record,
}

/// A pair on 5×5.
pub static PAIR: LazyLock<Pair> = LazyLock::new(|| {
    let loaded = load(&["edge"]);
    let all = claims(&loaded, 5);
    let honest = honest(&by_proofs(5, &loaded, &all), all);
    let all = false_for(5, &honest, (stronger, 8));
    let proved = |of: &super::one_board::Honest| {
        of.record.verdict == Verdict::Sound && !of.record.refutations.is_empty()
    };
    let (of, rule) = all.into_iter().find(|(of, _)| proved(of)).unwrap();
    let right = of.record.clone();
    let mut wrong = Record { rule: compiled(&rule), ..right.clone() };
    let any = &right.refutations[0];
    let claim = (&wrong.rule, wrong.verdict);
    wrong.refutations = fitted(&square(5).unwrap(), claim, &right.refutations, any);
    let lemma = Lemma::CutSet { cells: vec![(1, 2), (2, 2)] };
    wrong.refutations.iter_mut().for_each(|of| of.lemmas.insert(0, lemma.clone()));
    Pair { right, wrong }
});

/// The certificate of the lemmas on 5×5.
fn lemmas(size: usize) -> (TempDir, LemmaManifest) {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let run = ChunkRun::whole(&stop, &|_, _| {});
    let manifest =
        lemmas::write(folder.path(), size, &[], &run).unwrap_or_else(|e| panic!("{e:?}"));
    (folder, manifest)
}

fn manifest(folder: &Path) -> Manifest {
    read(&folder.join("manifest.json"))
}

fn put_lemmas(folder: &Path, manifest: &LemmaManifest) {
    let text = serde_json::to_string(manifest).unwrap();
    fs::write(folder.join(LEMMA_MANIFEST), text).unwrap();
}

pub fn attack(attack: &mut Attack) {
    #[cfg(unix)]
    links(attack);
    paths(attack);
    partial(attack);
    fewer_lemmas(attack);
    two_kinds(attack);
}

/// A false certificate in which a part is a link to a part of another folder: the true one, or,
/// for the manifest, a false one.
#[cfg(unix)]
fn links(attack: &mut Attack) {
    use std::os::unix::fs::symlink;
    let kind = "links and paths";
    let right = sealed(&PAIR.right);
    let elsewhere = sealed(&PAIR.wrong);
    let mut false_manifest = manifest(elsewhere.path());
    false_manifest.claims[0].sha256 = manifest(right.path()).claims[0].sha256.clone();
    put(elsewhere.path(), &false_manifest);
    for part in ["claims", &record_name(0), "manifest.json", "files", &file_name(0)] {
        let (base, target) = match part {
            "manifest.json" => (&PAIR.right, &elsewhere),
            _ => (&PAIR.wrong, &right),
        };
        for way in ["absolute", "relative", "hard", "loop", "nowhere"] {
            let forged = sealed(base);
            if !part.starts_with("files") {
                put(forged.path(), &false_manifest);
            }
            let (at, to) = (forged.path().join(part), target.path().join(part));
            if at.is_dir() { fs::remove_dir_all(&at) } else { fs::remove_file(&at) }.unwrap();
            match way {
                "absolute" => symlink(&to, &at),
                "relative" => {
                    let up = "../".repeat(part.matches('/').count() + 1);
                    let name = target.path().file_name().unwrap().to_str().unwrap();
                    symlink(format!("{up}{name}/{part}"), &at)
                }
                "hard" if to.is_dir() => continue,
                "hard" => fs::hard_link(&to, &at),
                "loop" => symlink(at.file_name().unwrap(), &at),
                _ => symlink("nowhere", &at),
            }
            .unwrap();
            if attack.takes() {
                attack.rejects(kind, &format!("{part}, {way}"), forged.path());
            }
        }
    }
}

/// Paths in a manifest that lead out of the folder, or to other parts of it.
fn paths(attack: &mut Attack) {
    let kind = "links and paths";
    let right = sealed(&PAIR.right);
    let long = "../".repeat(10_000);
    let absolute = right.path().display().to_string();
    for path in [
        "..",
        "",
        "/",
        ".",
        "../files/0000.rule",
        "/etc/passwd",
        "files/../../a.rule",
        "a\0b",
        "~",
        "\\\\server\\a.rule",
        "C:\\a.rule",
        "manifest.json",
        "claims/0000.json.z",
        "%2e%2e/a.rule",
        "a.rule\n: accepted",
        &long,
        &absolute,
    ] {
        let forged = sealed(&PAIR.wrong);
        let mut manifest = manifest(forged.path());
        manifest.files[0].path = path.to_owned();
        put(forged.path(), &manifest);
        if attack.takes() {
            let shown: String = path.escape_default().take(40).collect();
            attack.rejects(kind, &shown, forged.path());
        }
    }
}

/// Certificates with an open claim that are declared whole.
fn partial(attack: &mut Attack) {
    let kind = "partial declared whole";
    let forged = sealed(&PAIR.right);
    let mut two = manifest(forged.path());
    let mut open = two.claims[0].clone();
    open.rule = PAIR.wrong.rule.clone();
    two.claims.push(open);
    two.count = 2;
    let first = two.claims[0].sha256.clone();
    let bytes = fs::read(forged.path().join(record_name(0))).unwrap();
    for (name, verdict, digest, file) in [
        ("no verdict and no record", None, None, None),
        ("a verdict without a record", Some(Verdict::Sound), None, None),
        ("a record without a verdict", None, first.clone(), Some(&bytes)),
        ("the record of another rule", Some(Verdict::Sound), first.clone(), Some(&bytes)),
        ("no file", Some(Verdict::Sound), first.clone(), None),
        ("an empty file", Some(Verdict::Sound), Some(sha256(b"")), Some(&Vec::new())),
        ("an empty digest", Some(Verdict::Sound), Some(String::new()), Some(&bytes)),
        ("said to be vacuous", Some(Verdict::Vacuous), first, Some(&bytes)),
    ] {
        let forged = copy(forged.path());
        two.claims[1].verdict = verdict;
        two.claims[1].sha256 = digest;
        if let Some(file) = file {
            fs::write(forged.path().join(record_name(1)), file).unwrap();
        }
        put(forged.path(), &two);
        if attack.takes() {
            attack.rejects(kind, name, forged.path());
        }
    }
    let (folder, mut manifest) = lemmas(5);
    let reasons: Vec<Vec<u8>> = (0..manifest.chunks.len())
        .map(|n| fs::read(folder.path().join(chunk_name(n))).unwrap())
        .collect();
    let empty = deadmove_certify::compress("[]");
    for number in 0..reasons.len() {
        // The reasons of the chunk before stand for those that are missing.
        let other = reasons[number.checked_sub(1).unwrap_or(reasons.len() - 1)].clone();
        for bytes in [other, empty.clone()] {
            if bytes == reasons[number] || !attack.takes() {
                continue;
            }
            let before = manifest.chunks[number].replace(sha256(&bytes));
            let forged = copy(folder.path());
            fs::write(forged.path().join(chunk_name(number)), &bytes).unwrap();
            put_lemmas(forged.path(), &manifest);
            attack.rejects(kind, &format!("chunk {number} of the lemmas"), forged.path());
            manifest.chunks[number] = before;
        }
    }
}

/// Certificates of the lemmas that state that some of them are enough, where they are not.
fn fewer_lemmas(attack: &mut Attack) {
    let (folder, whole) = lemmas(5);
    assert_eq!(read_lemma_manifest(folder.path()).as_ref(), Ok(&whole));
    let all = whole.lemmas.len();
    for kept in 0..1 << all {
        let is_kept = |at: &usize| kept >> at & 1 == 1;
        let names: Vec<String> =
            (0..all).filter(is_kept).map(|at| whole.lemmas[at].clone()).collect();
        let files: Vec<String> = names.iter().map(|name| format!("lemmas/{name}.rule")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let enough = !files.is_empty() && is_complete(5, &claims(&load(&files), 5));
        if enough || !attack.takes() {
            continue;
        }
        put_lemmas(folder.path(), &LemmaManifest { lemmas: names.clone(), ..whole.clone() });
        attack.rejects("fewer lemmas", &names.join(", "), folder.path());
    }
}

/// A true certificate of one kind in the folder of a false one of another kind.
fn two_kinds(attack: &mut Attack) {
    let (right, manifest) = lemmas(3);
    assert!(manifest.chunks.iter().all(Option::is_some));
    let forged = sealed(&PAIR.wrong);
    super::copy_to(right.path(), forged.path());
    // There is only one: it is tried in each attack.
    attack.rejects("two kinds in one folder", "the lemmas and a rule", forged.path());
}
