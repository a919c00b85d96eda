//! Commands and options that have another name now. They are answered with the new spelling.

use std::io::Write;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::again::arguments;
use super::output::stderr;
use deadmove_core::verdict::ExitCode;
use deadmove_report::command::words;

/// What replaces a command.
struct NewCommand {
    old: &'static str,
    /// The words that stand in its place, with the program if that is another one.
    new: &'static str,
    /// Options that have to be added, unless the command has one of the same name.
    more: &'static [(&'static str, &'static str)],
}

const fn command(
    old: &'static str,
    new: &'static str,
    more: &'static [(&'static str, &'static str)],
) -> NewCommand {
    NewCommand { old, new, more }
}

const COMMANDS: [NewCommand; 11] = [
    command("draw", "deadmove judge", &[("-o", "-")]),
    command("missed", "deadmove check", &[("--missed", "")]),
    command("obey", "deadmove check", &[("--stuck", "")]),
    command("stats", "deadmove walk", &[("--order", "random"), ("--limit", "10000")]),
    command("findings", "deadmove site", &[("--out", "site")]),
    command("milestones", "deadmove lab milestones", &[]),
    command("hunt", "deadmove lab hunt", &[]),
    command("review", "deadmove lab review", &[]),
    command("sequence", "deadmove-puzzles sequence", &[]),
    command("maze", "deadmove-puzzles maze", &[]),
    command("loops", "deadmove-puzzles loops", &[]),
];

/// An option of a command, what replaces it (nothing if it is left out), and a remark.
const OPTIONS: [(&str, &str, &str, &str); 9] = [
    ("judge", "--draw", "--verbose", "--verbose draws all positions"),
    ("judge", "--memory", "--frontier-memory", ""),
    ("count", "--memory", "--frontier-memory", ""),
    ("explain", "--memory", "--frontier-memory", ""),
    ("walk", "--memory", "--table-memory", ""),
    ("lab", "--memory", "--table-memory", ""),
    ("check", "--allow-vacuous", "", "this is the default now; --no-vacuous is the opposite"),
    ("merge", "--allow-vacuous", "", "this is the default now; --no-vacuous is the opposite"),
    ("check", "--max-units", "--max-chunks", "units of work are called chunks"),
];

/// Answers a command line that the parser refused because of an old name.
pub fn answer(error: &Error) -> Option<ExitCode> {
    let Some(ContextValue::String(wrong)) = error.get(match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    }) else {
        return None;
    };
    let (message, corrected) = corrected(&arguments(), wrong)?;
    // If standard error is closed, nothing can be reported.
    let _ = writeln!(stderr(), "error: {message}\n  {}", words(&corrected));
    Some(ExitCode::Input)
}

/// What to say about an old name, and the command line with the new one.
fn corrected(given: &[String], wrong: &str) -> Option<(String, Vec<String>)> {
    if let Some(renamed) = COMMANDS.iter().find(|renamed| renamed.old == wrong) {
        let at = given.iter().position(|word| word == wrong)?;
        let new: Vec<String> = renamed.new.split(' ').map(str::to_owned).collect();
        let mut line = new.clone();
        line.extend_from_slice(&given[1..at]);
        line.extend_from_slice(&given[at + 1..]);
        for (option, value) in renamed.more {
            if !line.iter().any(|word| is_option(word, option)) {
                line.push((*option).to_owned());
                line.extend((!value.is_empty()).then(|| (*value).to_owned()));
            }
        }
        return Some((format!("`deadmove {wrong}` is now `{}`", words(&new)), line));
    }
    let wrong = wrong.split('=').next().unwrap_or(wrong);
    let (_, old, new, remark) = OPTIONS.iter().find(|(command, old, ..)| {
        *old == wrong && given.iter().skip(1).any(|word| word == command)
    })?;
    let line = given.iter().filter_map(|word| match word.strip_prefix(old) {
        Some(rest) if rest.is_empty() || rest.starts_with('=') => {
            (!new.is_empty()).then(|| format!("{new}{rest}"))
        }
        _ => Some(word.clone()),
    });
    let message = match (new.is_empty(), remark.is_empty()) {
        (true, _) => format!("{old} is gone: {remark}"),
        (false, true) => format!("{old} is now {new}"),
        (false, false) => format!("{old} is now {new}: {remark}"),
    };
    Some((message, line.collect()))
}

/// Whether a word is the option, with or without a value.
fn is_option(word: &str, option: &str) -> bool {
    let long = if option == "-o" { "--output" } else { option };
    let name = word.split('=').next().unwrap_or(word);
    name == option || name == long || option == "-o" && word.starts_with("-o")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(given: &str) -> String {
        let given: Vec<String> = given.split(' ').map(str::to_owned).collect();
        let wrong = given.iter().find(|word| {
            COMMANDS.iter().any(|renamed| renamed.old == *word)
                || OPTIONS.iter().any(|(_, old, ..)| word.split('=').next() == Some(old))
        });
        words(&corrected(&given, wrong.unwrap()).unwrap().1)
    }

    #[test]
    fn old_command_lines_are_rewritten() {
        for (old, new) in [
            ("deadmove draw a.case", "deadmove judge a.case -o -"),
            ("deadmove draw a.case -oa.svg", "deadmove judge a.case -oa.svg"),
            ("deadmove -q missed x --size 7", "deadmove check -q x --size 7 --missed"),
            (
                "deadmove stats x --sizes 5 --limit 7",
                "deadmove walk x --sizes 5 --limit 7 --order random",
            ),
            ("deadmove loops solve --size 2", "deadmove-puzzles loops solve --size 2"),
            ("deadmove judge cases --draw", "deadmove judge cases --verbose"),
            ("deadmove count --memory=7", "deadmove count --frontier-memory=7"),
            ("deadmove check x --allow-vacuous --size 7", "deadmove check x --size 7"),
        ] {
            assert_eq!(line(old), new);
        }
    }
}
