//! `deadmove rules sets`: the rule sets that have names.

use std::io::Write;

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::output::{Failure, stdout};
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_report::rule as report;
use deadmove_rules::load::load;
use deadmove_rules::places::named_sets;

/// List the rule sets that have names.
///
/// A name is looked up in the folder that the environment variable DEADMOVE_RULES names, then in a
/// folder `rules` here or above, and then inside the program; the first place that has the set is
/// taken. A set file has lines `include PATH` and `exclude PATH`, relative to its folder. A single
/// rule of a set is SET#NAME, with the name in lower case and '-' for blanks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object per set.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut counted = Vec::new();
    for set in named_sets()? {
        let loaded = load(std::slice::from_ref(&set.file))?.all()?;
        counted.push((set, loaded.len()));
    }
    let mut out = stdout();
    if args.json {
        for (set, rules) in &counted {
            writeln!(out, "{}", report::set_line(set, *rules))?;
        }
    } else {
        if !is_quiet() {
            write!(out, "{}", report::sets(&counted, true))?;
        }
        let answer = count(counted.len(), "set", "sets");
        let mut end = Conclusion::new(answer);
        let name = counted.first().map_or("none", |(set, _)| &*set.name).to_owned();
        let words = deadmove_report::command::words(&[name]);
        end = end.then(format!("deadmove rules list {words}"));
        end.then(format!("deadmove check {words} --size 7")).print(&mut out, ExitCode::Holds)?;
    }
    out.flush()?;
    Ok(ExitCode::Holds)
}
