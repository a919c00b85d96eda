//! Checks the certificate at a path, whatever its kind, and describes what it says.

use std::fs;
use std::path::{Path, PathBuf};

use deadmove_checker::window::{AllSizesEntry, check_all_sizes, is_all_sizes, read_all_sizes};
use deadmove_checker::{
    Cnf, Engine, Judgement, LemmaCounts, MAX_LISTED, Sample, check_by_lemmas, check_folder_by,
    check_record_with, escaped, export, is_by_lemmas, read, read_lemma_manifest, read_manifest,
    unpack,
};
use deadmove_puzzles_checker::check_by_kind;

/// How certificates are checked and reported.
#[derive(Default)]
pub struct Wanted {
    /// Check rules against some positions of the list only.
    pub sample: Option<Sample>,
    /// Describe each file and rule.
    pub show: bool,
}

/// What an accepted certificate says.
#[derive(Default)]
pub struct Report {
    /// In one line.
    pub summary: String,
    /// What is left open.
    pub open: Vec<String>,
    /// One text for each file or rule, for `--show`.
    pub details: Vec<String>,
}

/// Writes the refuted formulas and their proofs into a folder, if there is one.
pub struct Exporter {
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
pub fn check(path: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    if is_all_sizes(path) {
        return check_every_board(path, wanted, exporter);
    }
    if is_by_lemmas(path) {
        return check_lemmas(path);
    }
    if path.join("manifest.json").exists() {
        return check_rules(path, wanted, exporter);
    }
    if !path.is_dir() {
        let (what, open) = check_file(path, "position", exporter)?;
        return Ok(Report { summary: what, open, details: Vec::new() });
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
        let (what, open) =
            check_file(file, &name, exporter).map_err(|why| format!("{name}: {why}"))?;
        accepted.open.extend(open.into_iter().map(|what| format!("{name}: {what}")));
        if wanted.show {
            accepted.details.push(format!("{name}: {what}"));
        }
    }
    Ok(accepted)
}

/// What the enumeration of all live positions takes, if a certificate rests on it: the side of the
/// board, MiB, and seconds.
pub fn enumeration(path: &Path) -> Option<(usize, u64, u64)> {
    let side = match is_by_lemmas(path) {
        true => read_lemma_manifest(path).ok()?.size,
        false if is_all_sizes(path) || !path.join("manifest.json").exists() => return None,
        false => {
            let manifest = read_manifest(path).ok()?;
            (manifest.engine == Engine::List && manifest.complete).then_some(manifest.size)?
        }
    };
    // The next smaller board takes less than a second.
    (side == MAX_LISTED).then_some((side, 1_600, 600))
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Checks the certificate in a file. Returns what it says and what is left open.
fn check_file(
    file: &Path,
    label: &str,
    exporter: &mut Exporter,
) -> Result<(String, Vec<String>), String> {
    let text = unpack(read(file)?)?;
    let mut listener =
        |what: &str, cnf: &dyn Fn() -> Cnf, proof: &str| exporter.put(label, what, cnf, proof);
    if let Some(checked) = check_by_kind(&text, &mut listener) {
        return checked;
    }
    let judgement: Judgement = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let open = judgement.check_with(&mut listener)?;
    Ok((judgement.summary(), open))
}

/// Checks a certificate that the lemmas refute every dead move of a board.
fn check_lemmas(folder: &Path) -> Result<Report, String> {
    let counts = check_by_lemmas(folder)?;
    let manifest = read_lemma_manifest(folder)?;
    let size = manifest.size;
    let LemmaCounts { positions, dead, live, open } = counts;
    let summary = format!(
        "{size}×{size}, lemmas {}: a reason for each of {dead} dead moves of {positions} live \
         positions ({live} moves are live)",
        manifest.lemmas.join(", ")
    );
    let open = if open > 0 { vec![format!("{open} chunks of positions")] } else { Vec::new() };
    Ok(Report { summary, open, details: Vec::new() })
}

/// Checks a certificate of rules for every board.
fn check_every_board(
    folder: &Path,
    wanted: &Wanted,
    exporter: &mut Exporter,
) -> Result<Report, String> {
    if exporter.folder.is_some() {
        exporter.failed = Some("a certificate for every board has no formulas for others".into());
    }
    let (proved, open) = check_all_sizes(folder)?;
    let manifest = read_all_sizes(folder)?;
    let files = counted(manifest.files.len(), "file");
    let mut what = format!("every board, rules of {files}: {proved} forbid no live move");
    let said = |number: usize| manifest.claims.iter().any(|entry| entry.file == number);
    let silent = (0..manifest.files.len()).filter(|&number| !said(number));
    let silent: Vec<String> = silent.map(|number| escaped(&manifest.files[number].path)).collect();
    if !silent.is_empty() {
        what += &format!("; nothing is said of {}", silent.join(", "));
    }
    let detail = |entry: &AllSizesEntry| {
        let verdict = if entry.sha256.is_some() { "proved" } else { "open" };
        format!("{verdict}, of {}:\n{}", escaped(&manifest.files[entry.file].path), entry.rule)
    };
    let details = manifest.claims.iter().filter(|_| wanted.show).map(detail).collect();
    Ok(Report { summary: what, open, details })
}

/// Checks a certificate of rules for one board.
fn check_rules(folder: &Path, wanted: &Wanted, exporter: &mut Exporter) -> Result<Report, String> {
    let mut accepted = check_folder_by(folder, wanted.sample)?;
    let [sound, unsound, vacuous] = accepted.verdicts;
    let (size, files) = (accepted.size, counted(accepted.files, "file"));
    let mut what = format!(
        "{size}×{size}, rules of {files}: {sound} sound, {unsound} unsound, {vacuous} vacuous"
    );
    if let Some((complete, coverage)) = accepted.set {
        let set = if complete { "complete" } else { "incomplete" };
        what += &format!(
            ", the set {set}; the checker listed all {} live positions",
            coverage.positions
        );
        if coverage.checked < coverage.positions {
            let how = format!("rules checked against {} of them only", coverage.checked);
            accepted.open.push(format!("{size}×{size} by sampling: {how}"));
        }
    }
    if !accepted.silent.is_empty() {
        what += &format!("; nothing is said of {}", accepted.silent.join(", "));
    }
    let manifest = read_manifest(folder)?;
    let mut details = Vec::new();
    for (number, entry) in manifest.claims.iter().enumerate() {
        let verdict = entry.verdict.map_or("open".into(), |v| format!("{v:?}").to_lowercase());
        let file = escaped(&manifest.files[entry.file].path);
        if wanted.show {
            details.push(format!("{verdict}, of {file}:\n{}", entry.rule));
        }
        if exporter.folder.is_some() && entry.verdict.is_some() {
            let label = format!("claim {number:04}");
            check_record_with(folder, &manifest, number, &mut |what, cnf, proof| {
                exporter.put(&label, what, cnf, proof);
            })?;
        }
    }
    Ok(Report { summary: what, open: accepted.open, details })
}
