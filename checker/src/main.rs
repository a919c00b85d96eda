//! `deadmove-checker CERTIFICATE…`: accepts certificates or says what is wrong with them.
//!
//! Exit codes: 0 all are accepted and complete, 1 one is rejected, 2 usage, 3 all are accepted but
//! one is partial.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use deadmove_checker::{Judgement, check_folder, unpack};

const USAGE: &str = "\
Usage: deadmove-checker CERTIFICATE...

A certificate is a file made by 'deadmove judge --proof', a folder of such files, or a folder made
by 'deadmove certify'.

Exit codes: 0 accepted, 1 rejected, 2 usage, 3 accepted, but something in it is left open";

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let option = |path: &PathBuf| path.to_string_lossy().starts_with('-');
    if paths.is_empty() || paths.iter().any(option) {
        let help = paths.iter().any(|path| path.as_os_str() == "--help");
        // Nobody is left to tell if this fails, here and below.
        let _ = if help {
            writeln!(std::io::stdout(), "{USAGE}")
        } else {
            writeln!(std::io::stderr(), "{USAGE}")
        };
        return ExitCode::from(if help { 0 } else { 2 });
    }
    let mut code = 0;
    for path in paths {
        let begun = Instant::now();
        let (line, found) = match check(&path) {
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
fn check(path: &Path) -> Result<(String, Vec<String>), String> {
    if path.join("manifest.json").exists() {
        let accepted = check_folder(path)?;
        let [sound, unsound, vacuous] = accepted.verdicts;
        let size = accepted.size;
        let what =
            format!("{size}×{size}: {sound} rules sound, {unsound} unsound, {vacuous} vacuous");
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
