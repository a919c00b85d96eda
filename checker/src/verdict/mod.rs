//! Checks the certificate at a path, whatever its kind, by the theory of its kind, and describes
//! what it says.

mod answers;
mod every_board;
mod lemmas;
pub mod limits;
mod one_board;
mod views;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub use every_board::is_all_sizes;

use crate::answers::{ANSWER_MANIFEST, is_of_answers};
use crate::kernel::cnf::Cnf;
use crate::kernel::files::{parse, read};
use crate::lemmas::{LEMMA_MANIFEST, is_by_lemmas};
use crate::one_board_by_list::Sample;
use crate::positions::Judgement;
use crate::views::VIEWS_MANIFEST;
use crate::words::export::export;
use crate::words::show::escaped;

/// How certificates are checked and reported.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Check rules against some positions of the list only.
    pub sample: Option<Sample>,
    /// Describe each file and rule.
    pub show: bool,
}

/// What an accepted certificate says.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In one line.
    pub summary: String,
    /// What is left open.
    pub open: Vec<String>,
    /// One text for each file or rule, for `--show`.
    pub details: Vec<String>,
    /// The letters of the theories that it rests on, for `--trust`.
    pub theories: BTreeSet<char>,
}

/// Writes the refuted formulas and their proofs into a folder, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Exporter {
    /// The folder.
    pub folder: Option<PathBuf>,
    /// Why a file could not be written.
    pub failed: Option<String>,
}

impl Exporter {
    fn put(&mut self, label: &str, what: &str, cnf: &dyn Fn() -> Cnf, proof: &str) {
        if let (Some(folder), None) = (&self.folder, &self.failed) {
            self.failed = export(folder, label, what, &cnf(), proof).err();
        }
    }
}

/// Checks a file, a folder of files, or a folder made by `deadmove certify`.
///
/// # Errors
/// If it is rejected: why.
pub fn check(path: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    // Otherwise other programs could read a manifest that was not checked.
    let manifests = ["manifest.json", LEMMA_MANIFEST, ANSWER_MANIFEST, VIEWS_MANIFEST];
    let found = manifests.into_iter().filter(|name| path.join(name).exists());
    if let [one, other, ..] = found.collect::<Vec<_>>()[..] {
        return Err(format!("it has both a {one} and a {other}"));
    }
    if is_of_answers(path) {
        return answers::check(path);
    }
    if is_all_sizes(path) {
        return every_board::check(path, wanted, exporter);
    }
    if is_by_lemmas(path) {
        return lemmas::check(path);
    }
    if path.join(VIEWS_MANIFEST).exists() {
        return views::check(path, exporter);
    }
    if path.join("manifest.json").exists() {
        return one_board::check(path, wanted, exporter);
    }
    if !path.is_dir() {
        return check_file(path, "position", exporter);
    }
    let fail = |error| format!("it cannot be read: {error}");
    let mut files = Vec::new();
    let mut others = 0;
    for entry in fs::read_dir(path).map_err(fail)? {
        let file = entry.map_err(fail)?.path();
        match file.extension().is_some_and(|end| end == "cert") {
            true => files.push(file),
            false => others += 1,
        }
    }
    files.sort();
    if files.is_empty() {
        return Err("there is neither a manifest.json nor a file that ends in .cert".into());
    }
    let mut accepted =
        Report { summary: counted(files.len(), "certificate"), ..Default::default() };
    if others > 0 {
        accepted.summary += &format!("; not looked at: {}", counted(others, "other file"));
    }
    for file in &files {
        let name = escaped(&file.file_name().unwrap_or_default().to_string_lossy());
        let found = check_file(file, &name, exporter).map_err(|why| format!("{name}: {why}"))?;
        accepted.open.extend(found.open.into_iter().map(|what| format!("{name}: {what}")));
        accepted.theories.extend(found.theories);
        if wanted.show {
            accepted.details.push(format!("{name}: {}", found.summary));
        }
    }
    Ok(accepted)
}

/// Checks the certificate in a file.
fn check_file(file: &Path, label: &str, exporter: &mut Exporter) -> Result<Report, String> {
    let mut listener =
        |what: &str, cnf: &dyn Fn() -> Cnf, proof: &str| exporter.put(label, what, cnf, proof);
    let judgement: Judgement = parse(read(file)?)?;
    let open = judgement.check_with(&mut listener)?;
    let theories = [if judgement.has_searches() { 'F' } else { 'P' }].into();
    Ok(Report { summary: judgement.summary(), open, theories, ..Report::default() })
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
