//! Makes mutants, and collects the verdicts on them.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use deadmove_certify::folder::{Share, plan, write};
use deadmove_checker::{
    self as checker, Judgement, Manifest, Record, Rule, check_folder, record_name, sha256,
};
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::load;
use miniz_oxide::deflate::compress_to_vec_zlib;
use tempfile::TempDir;

use crate::certificate_list_mutations::read;
use crate::forgeries::copy;

/// A certificate of some rules on a small board, and its manifest.
pub static CERTIFICATE: LazyLock<(TempDir, Manifest)> = LazyLock::new(|| {
    // One that is sound by proofs with many lemmas, one unsound, one vacuous by proofs and with a
    // segment.
    let rules = [
        "7-grid/future-2-x-2-start-end.rule",
        "near-field/close-side-straight.rule",
        "near-field/far-mid-across-left-start-c.rule",
    ];
    let root = deadmove_testing::root().join("rules");
    let loaded = load(&rules.map(|rule| root.join(rule))).expect("the shipped rules");
    let board = Board::corner_to_corner(7, 7).expect("a board");
    let claims = loaded.rules_for(&board).expect("families that expand");
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(&board, &loaded.files, &claims);
    let stop = AtomicBool::new(false);
    let manifest = write(folder.path(), plan, &Share::WHOLE, &Limits::default(), &stop, &|_, _| {})
        .unwrap_or_else(|failure| panic!("{failure:?}"));
    check_folder(folder.path(), None).expect("what is not corrupted is accepted");
    (folder, manifest)
});

static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let record = |number| read(&CERTIFICATE.0.path().join(record_name(number)));
    (0..CERTIFICATE.1.count).map(record).collect()
});

pub fn record(number: usize) -> Record {
    RECORDS[number].clone()
}

/// The first record that passes a test.
pub fn find(test: impl Fn(&Record) -> bool) -> (usize, Record) {
    (0..CERTIFICATE.1.count)
        .map(|number| (number, record(number)))
        .find(|(_, record)| test(record))
        .expect("such a record")
}

pub fn put_manifest(folder: &Path, manifest: &Manifest) {
    let text = serde_json::to_string(manifest).expect("plain data");
    fs::write(folder.join("manifest.json"), text).expect("a manifest");
}

thread_local! {
    /// A copy for each thread, whose records are put back after each change: it takes longer to
    /// make files than to check them.
    static COPY: TempDir = copy(CERTIFICATE.0.path());
}

/// The verdict of the checker on the certificate with another manifest, and perhaps a record whose
/// digest is put into the manifest.
fn changed(
    mut manifest: Manifest,
    record: Option<(usize, &str)>,
) -> Result<checker::Accepted, String> {
    COPY.with(|folder| {
        let file = record.map(|(number, text)| {
            // Hardly compressed, to save time.
            let bytes = compress_to_vec_zlib(text.as_bytes(), 1);
            let name = record_name(number);
            fs::write(folder.path().join(&name), &bytes).expect("a record");
            manifest.claims[number].sha256 = Some(sha256(&bytes));
            name
        });
        put_manifest(folder.path(), &manifest);
        let verdict = check_folder(folder.path(), None);
        if let Some(name) = file {
            fs::copy(CERTIFICATE.0.path().join(&name), folder.path().join(&name)).expect("a copy");
        }
        verdict
    })
}

/// The verdict of the checker on the certificate with one record replaced and its digest updated.
pub fn sealed(number: usize, text: &str) -> Result<checker::Accepted, String> {
    changed(CERTIFICATE.1.clone(), Some((number, text)))
}

/// The same for a record about another rule, with the rule changed in the manifest too.
pub fn resealed(number: usize, mutant: &Record) -> Result<checker::Accepted, String> {
    let mut manifest = CERTIFICATE.1.clone();
    manifest.claims[number].rule = mutant.rule.clone();
    changed(manifest, Some((number, &serde_json::to_string(mutant).expect("plain data"))))
}

/// Collects the verdicts on the mutants.
#[derive(Default)]
pub struct Mutants {
    tried: Vec<String>,
    accepted: Vec<String>,
}

impl Mutants {
    pub fn expect_rejected<T, E: std::fmt::Display>(&mut self, name: &str, result: Result<T, E>) {
        match result {
            Ok(_) => self.accepted.push(name.to_owned()),
            Err(why) => self.tried.push(format!("{name}: {why}")),
        }
    }

    pub fn of_record(&mut self, number: usize, name: &str, change: impl Fn(&mut Record)) {
        let mut mutant = record(number);
        change(&mut mutant);
        assert_ne!(mutant, record(number), "{name} changes nothing");
        let text = serde_json::to_string(&mutant).expect("plain data");
        self.expect_rejected(name, sealed(number, &text));
    }

    pub fn of_rule(&mut self, number: usize, name: &str, change: impl Fn(&mut Rule)) {
        let mut mutant = record(number);
        change(&mut mutant.rule);
        assert_ne!(mutant, record(number), "{name} changes nothing");
        self.expect_rejected(name, resealed(number, &mutant));
    }

    pub fn of_manifest(&mut self, name: &str, change: impl Fn(&mut Manifest)) {
        let mut manifest = CERTIFICATE.1.clone();
        change(&mut manifest);
        assert_ne!(manifest, CERTIFICATE.1, "{name} changes nothing");
        self.expect_rejected(name, changed(manifest, None));
    }

    pub fn of_folder(&mut self, name: &str, change: impl Fn(&Path)) {
        let folder = copy(CERTIFICATE.0.path());
        change(folder.path());
        self.expect_rejected(name, check_folder(folder.path(), None));
    }

    pub fn of_judgement(&mut self, name: &str, of: &Judgement, change: impl Fn(&mut Judgement)) {
        let mut mutant = of.clone();
        change(&mut mutant);
        assert_ne!(&mutant, of, "{name} changes nothing");
        self.expect_rejected(name, mutant.check());
    }

    pub fn finish(self, least: usize) {
        changed(CERTIFICATE.1.clone(), None).expect("the copy is whole again");
        println!("{}", self.tried.join("\n"));
        assert!(self.accepted.is_empty(), "accepted: {:#?}", self.accepted);
        assert!(self.tried.len() >= least, "only {} mutants", self.tried.len());
    }
}

/// Changes the words of one line of a proof; lines from the end count from −1.
pub fn line(proof: &mut String, number: isize, change: impl Fn(&mut Vec<String>)) {
    let mut lines: Vec<Vec<String>> = proof
        .lines()
        .map(|line| line.split_ascii_whitespace().map(str::to_owned).collect())
        .collect();
    let at = number.rem_euclid(lines.len() as isize) as usize;
    change(&mut lines[at]);
    *proof = lines.iter().map(|words| words.join(" ") + "\n").collect();
}

pub fn flip(word: &str) -> String {
    word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned)
}

pub fn swap_letters(text: &mut String) {
    let mut letters: Vec<char> = text.chars().collect();
    let at = letters.windows(2).position(|pair| pair[0] != pair[1]).expect("two letters");
    letters.swap(at, at + 1);
    *text = letters.into_iter().collect();
}
