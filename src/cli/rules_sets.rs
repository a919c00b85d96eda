//! `deadmove rules sets`: the rule sets that have names.

use super::conclusion::Conclusion;
use super::output::Failure;
use deadmove_core::verdict::ExitCode;
use deadmove_report::numbers::count;
use deadmove_report::rule as report;
use deadmove_rules::load::load;
use deadmove_rules::places::{NamedSet, named_sets};

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
    let line = |(set, rules): &(NamedSet, usize)| report::set_line(set, *rules);
    let json = args.json.then(|| counted.iter().map(line).collect::<Vec<_>>().join("\n"));
    let name = counted.first().map_or("none", |(set, _)| &*set.name).to_owned();
    let words = deadmove_report::command::words(&[name]);
    let end = Conclusion::new(count(counted.len(), "set", "sets"))
        .then(format!("deadmove rules list {words}"));
    end.report(json, || report::sets(&counted, true), ExitCode::Holds)
}
