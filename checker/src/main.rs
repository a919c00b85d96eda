//! `deadmove-checker [OPTIONS] CERTIFICATE…`: accepts certificates or says what is wrong with them.
//!
//! Exit codes: 0 all are accepted and complete, 1 one is rejected, 2 usage, 3 all are accepted but
//! one is partial, or was looked at by sampling.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use deadmove_checker::window::{AllSizesEntry, check_all_sizes, is_all_sizes, read_all_sizes};
use deadmove_checker::{
    Cnf, Judgement, Sample, check_folder_by, check_record_and_tell, export, read_manifest, unpack,
};
use deadmove_puzzles_checker::check_by_kind;

const USAGE: &str = "\
Usage: deadmove-checker [OPTIONS] CERTIFICATE...

A certificate is a file made by 'deadmove judge --proof', 'deadmove sequence --proof' or 'deadmove
loops verify --out', a folder of such files, or a folder made by 'deadmove certify'. If it goes by
the list of all live positions, that list is made anew, and all rules are held against each of its
positions. That takes seconds up to 7x7; on 9x9 it takes minutes and 2 GB.

Options:
  --show           Say what each rule that was certified says, and what each file of a folder is
                   about
  --export FOLDER  Write each formula that was refuted, and its proof, for checkers by others: .cnf,
                   .drat and .lrat; for one certificate, and into a new folder
  --sample N       Hold rules against one in N positions of the list only; a quick look that proves
                   nothing, exit code 3
  --seed S         What the choice of these begins with, a number [default: 1]

Exit codes: 0 accepted, 1 rejected, 2 usage, 3 accepted, but something in it is left open or was
looked at by sampling only";

/// What is asked for.
#[derive(Default)]
struct Request {
    paths: Vec<PathBuf>,
    show: bool,
    export: Option<PathBuf>,
    sample: Option<Sample>,
}

/// What a certificate that was accepted says.
#[derive(Default)]
struct Accepted {
    /// In a line.
    what: String,
    /// What is left open.
    open: Vec<String>,
    /// In full.
    details: Vec<String>,
}

/// Where formulas and proofs go, and why one could not be written.
struct Exporter {
    folder: Option<PathBuf>,
    failed: Option<String>,
}

impl Exporter {
    fn put(&mut self, label: &str, what: &str, cnf: &dyn Fn() -> Cnf, proof: &str) {
        if let (Some(folder), None) = (&self.folder, &self.failed) {
            self.failed = export(folder, label, what, &cnf(), proof).err();
        }
    }
}

/// None if the arguments are wrong.
fn arguments() -> Option<Request> {
    let mut request = Request::default();
    let (mut one_in, mut seed) = (None, None);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        match argument.to_str() {
            Some("--show") => request.show = true,
            Some("--export") => request.export = Some(arguments.next()?.into()),
            Some("--sample") => one_in = Some(number().filter(|&n| n > 0)?),
            Some("--seed") => seed = Some(number()?),
            _ if argument.to_string_lossy().starts_with('-') => return None,
            _ => request.paths.push(argument.into()),
        }
    }
    request.sample = one_in.map(|one_in| Sample { one_in, seed: seed.unwrap_or(1) });
    let one = request.export.is_none() || request.paths.len() == 1;
    let sampled = request.sample.is_some() || seed.is_none();
    (one && sampled && !request.paths.is_empty()).then_some(request)
}

fn main() -> ExitCode {
    // Nobody is left to tell if writing fails, here and below.
    if std::env::args_os().any(|argument| argument == "--help") {
        let _ = writeln!(std::io::stdout(), "{USAGE}");
        return ExitCode::SUCCESS;
    }
    let Some(request) = arguments() else {
        let _ = writeln!(std::io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    if let Some(folder) = &request.export
        && let Err(error) = fs::create_dir_all(folder)
    {
        let _ = writeln!(std::io::stderr(), "{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let mut exporter = Exporter { folder: request.export.clone(), failed: None };
    let mut code = 0;
    for path in &request.paths {
        let begun = Instant::now();
        let (line, found, accepted) = match check(path, request.sample, &mut exporter) {
            Ok(accepted) if accepted.open.is_empty() => {
                (format!("accepted: {}", accepted.what), 0, accepted)
            }
            Ok(accepted) => {
                let (what, open) = (&accepted.what, accepted.open.join(", "));
                (format!("accepted, but partial: {what}; open: {open}"), 3, accepted)
            }
            Err(why) => (format!("rejected: {why}"), 1, Accepted::default()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let line = plain(&line);
        let _ = writeln!(std::io::stdout(), "{}: {line} ({seconds:.2} s)", path.display());
        for detail in accepted.details.iter().filter(|_| request.show) {
            let _ = writeln!(std::io::stdout(), "\n  {}", detail.trim_end().replace('\n', "\n  "));
        }
        if let Some(why) = &exporter.failed {
            let _ = writeln!(std::io::stderr(), "not exported: {why}");
            return ExitCode::from(2);
        }
        code = if code == 1 || found == 1 { 1 } else { code.max(found) };
    }
    ExitCode::from(code)
}

fn check(path: &Path, sample: Option<Sample>, exporter: &mut Exporter) -> Result<Accepted, String> {
    if is_all_sizes(path) {
        return check_every_board(path, exporter);
    }
    if path.join("manifest.json").exists() {
        return check_rules(path, sample, exporter);
    }
    if !path.is_dir() {
        let (what, open) = check_file(path, "position", exporter)?;
        return Ok(Accepted { what, open, details: Vec::new() });
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
    let mut accepted = Accepted { what: counted(files.len(), "certificate"), ..Default::default() };
    if others > 0 {
        accepted.what += &format!("; not looked at: {}", counted(others, "other file"));
    }
    for file in &files {
        let name = plain(&file.file_name().unwrap_or_default().to_string_lossy());
        let (what, open) =
            check_file(file, &name, exporter).map_err(|why| format!("{name}: {why}"))?;
        accepted.open.extend(open.into_iter().map(|what| format!("{name}: {what}")));
        accepted.details.push(format!("{name}: {what}"));
    }
    Ok(accepted)
}

/// Names come from the certificate: no sign of theirs may look like a line of the checker.
fn plain(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).collect()
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Checks the certificate in a file: what it says, and what is left open.
fn check_file(
    file: &Path,
    label: &str,
    exporter: &mut Exporter,
) -> Result<(String, Vec<String>), String> {
    let bytes = fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let text = unpack(bytes)?;
    let mut tell =
        |what: &str, cnf: &dyn Fn() -> Cnf, proof: &str| exporter.put(label, what, cnf, proof);
    if let Some(checked) = check_by_kind(&text, &mut tell) {
        return checked;
    }
    let judgement: Judgement = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let open = judgement.check_and_tell(&mut tell)?;
    Ok((judgement.summary(), open))
}

/// Checks a certificate for every board.
fn check_every_board(folder: &Path, exporter: &mut Exporter) -> Result<Accepted, String> {
    if exporter.folder.is_some() {
        exporter.failed = Some("a certificate for every board has no formulas for others".into());
    }
    let (proved, open) = check_all_sizes(folder)?;
    let manifest = read_all_sizes(folder)?;
    let files = counted(manifest.files.len(), "file");
    let mut what = format!("every board, rules of {files}: {proved} forbid no live move");
    let said = |number: usize| manifest.claims.iter().any(|entry| entry.file == number);
    let silent = (0..manifest.files.len()).filter(|&number| !said(number));
    let silent: Vec<String> = silent.map(|number| plain(&manifest.files[number].path)).collect();
    if !silent.is_empty() {
        what += &format!("; nothing is said of {}", silent.join(", "));
    }
    let detail = |entry: &AllSizesEntry| {
        let verdict = if entry.sha256.is_some() { "proved" } else { "open" };
        format!("{verdict}, of {}:\n{}", plain(&manifest.files[entry.file].path), entry.rule)
    };
    let details = manifest.claims.iter().map(detail).collect();
    Ok(Accepted { what, open, details })
}

/// Checks a certificate of rules.
fn check_rules(
    folder: &Path,
    sample: Option<Sample>,
    exporter: &mut Exporter,
) -> Result<Accepted, String> {
    let mut accepted = check_folder_by(folder, sample)?;
    let [sound, unsound, vacuous] = accepted.verdicts;
    let (size, files) = (accepted.size, counted(accepted.files, "file"));
    let mut what = format!(
        "{size}×{size}, rules of {files}: {sound} sound, {unsound} unsound, {vacuous} vacuous"
    );
    if let Some((complete, swept)) = accepted.set {
        let set = if complete { "complete" } else { "incomplete" };
        what += &format!(", the set {set}; all {} live positions listed anew", swept.positions);
        if swept.held < swept.positions {
            let how = format!("rules held against {} of them only", swept.held);
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
        let file = plain(&manifest.files[entry.file].path);
        details.push(format!("{verdict}, of {file}:\n{}", entry.rule));
        if exporter.folder.is_some() && entry.verdict.is_some() {
            let label = format!("claim {number:04}");
            check_record_and_tell(folder, &manifest, number, &mut |what, cnf, proof| {
                exporter.put(&label, what, cnf, proof);
            })?;
        }
    }
    Ok(Accepted { what, open: accepted.open, details })
}
