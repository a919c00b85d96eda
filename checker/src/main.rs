//! `deadmove-checker [--sample N [--seed S]] CERTIFICATE…`: accepts certificates or says what is wrong with them.
//!
//! Exit codes: 0 all are accepted and complete, 1 one is rejected, 2 usage, 3 all are accepted but
//! one is partial, or was looked at by sampling.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use deadmove_checker::{Judgement, Sample, check_folder_by, unpack};

const USAGE: &str = "\
Usage: deadmove-checker [--sample N [--seed S]] CERTIFICATE...

A certificate is a file made by 'deadmove judge --proof', a folder of such files, or a folder made
by 'deadmove certify'. If it goes by the list of all live positions, that list is made anew, and all
rules are held against each of its positions. That takes seconds up to 7x7; on 9x9 it takes minutes
and 2 GB.

Options:
  --sample N  Hold rules against one in N positions of the list only; a quick look that proves
              nothing, exit code 3
  --seed S    What the choice of these begins with, a number [default: 1]

Exit codes: 0 accepted, 1 rejected, 2 usage, 3 accepted, but something in it is left open or was
looked at by sampling only";

/// The certificates and how to look at them; none if the options are wrong.
fn arguments() -> Option<(Vec<PathBuf>, Option<Sample>)> {
    let (mut paths, mut one_in, mut seed) = (Vec::new(), None, None);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        match argument.to_str() {
            Some("--sample") => one_in = Some(number().filter(|&n| n > 0)?),
            Some("--seed") => seed = Some(number()?),
            _ if argument.to_string_lossy().starts_with('-') => return None,
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let sample = one_in.map(|one_in| Sample { one_in, seed: seed.unwrap_or(1) });
    (!paths.is_empty() && (sample.is_some() || seed.is_none())).then_some((paths, sample))
}

fn main() -> ExitCode {
    // Nobody is left to tell if writing fails, here and below.
    if std::env::args_os().any(|argument| argument == "--help") {
        let _ = writeln!(std::io::stdout(), "{USAGE}");
        return ExitCode::SUCCESS;
    }
    let Some((paths, sample)) = arguments() else {
        let _ = writeln!(std::io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    let mut code = 0;
    for path in paths {
        let begun = Instant::now();
        let (line, found) = match check(&path, sample) {
            Ok((what, open)) if open.is_empty() => (format!("accepted: {what}"), 0),
            Ok((what, open)) => {
                (format!("accepted, but partial: {what}; open: {}", open.join(", ")), 3)
            }
            Err(why) => (format!("rejected: {why}"), 1),
        };
        let seconds = begun.elapsed().as_secs_f64();
        // Names come from the certificate: no sign of theirs may look like a line of the checker.
        let line: String = line.chars().filter(|sign| !sign.is_control()).collect();
        let _ = writeln!(std::io::stdout(), "{}: {line} ({seconds:.2} s)", path.display());
        code = if code == 1 || found == 1 { 1 } else { code.max(found) };
    }
    ExitCode::from(code)
}

/// What is accepted, and what is left open in it.
fn check(path: &Path, sample: Option<Sample>) -> Result<(String, Vec<String>), String> {
    if path.join("manifest.json").exists() {
        let mut accepted = check_folder_by(path, sample)?;
        let [sound, unsound, vacuous] = accepted.verdicts;
        let size = accepted.size;
        let mut what =
            format!("{size}×{size}: {sound} rules sound, {unsound} unsound, {vacuous} vacuous");
        if let Some((complete, swept)) = accepted.set {
            let set = if complete { "complete" } else { "incomplete" };
            what += &format!(", the set {set}; all {} live positions listed anew", swept.positions);
            if swept.held < swept.positions {
                let how = format!("rules held against {} of them only", swept.held);
                accepted.open.push(format!("{size}×{size} by sampling: {how}"));
            }
        }
        return Ok((what, accepted.open));
    }
    if !path.is_dir() {
        return Ok(("a judgement".into(), check_file(path)?));
    }
    let entries = fs::read_dir(path).map_err(|error| format!("it cannot be read: {error}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "cert"));
    files.sort();
    if files.is_empty() {
        return Err("there is neither a manifest.json nor a file that ends in .cert".into());
    }
    let mut open = Vec::new();
    for file in &files {
        let name = file.display();
        let found = check_file(file).map_err(|why| format!("{name}: {why}"))?;
        open.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    Ok((format!("{} judgements", files.len()), open))
}

fn check_file(file: &Path) -> Result<Vec<String>, String> {
    let bytes = fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let judgement: Judgement =
        serde_json::from_str(&unpack(bytes)?).map_err(|error| error.to_string())?;
    judgement.check()
}
