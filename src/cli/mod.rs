//! The command line: arguments in, reports and exit codes out. It is thin: the library computes,
//! and the report crates write the text.

mod again;
mod args;
mod board;
mod case_demands;
mod certify;
mod certify_all;
mod certify_list;
mod certify_program;
mod check;
mod choices;
mod compare;
mod compare_program;
mod completions;
mod count;
mod explain;
mod help;
mod judge;
mod judge_case;
mod judge_certificates;
mod judge_expect;
mod judge_item;
mod judge_picture;
mod judge_report;
mod lab;
mod lists;
mod man;
mod merge;
mod merge_shards;
mod mine;
mod minimise;
mod minimise_files;
mod pass;
mod pictures;
mod positions;
mod programs;
mod prove;
mod renamed;
mod report_files;
mod required;
mod resume;
mod rule_files;
mod rule_texts;
mod rules;
mod rules_export;
mod rules_import;
mod rules_new;
mod rules_sets;
mod schema;
mod site;
mod walk;
mod walk_answer;
mod walk_random;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use deadmove_terminal::{conclusion, folder, general, interrupt, output, progress};
use output::Failure;

/// Verifies rules that call moves dead.
#[derive(Debug, Parser)]
// Windows calls the program `deadmove.exe`.
#[command(version, bin_name = "deadmove", after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    general: general::GeneralArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Judge(judge::Args),
    Count(count::Args),
    Positions(positions::Args),
    Board(board::Args),
    Explain(explain::Args),
    Check(check::Args),
    Compare(compare::Args),
    Certify(certify::Args),
    Prove(prove::Args),
    Merge(merge::Args),
    Site(site::Args),
    Walk(walk::Args),
    Pass(pass::Args),
    Minimise(minimise::Args),
    Mine(mine::Args),
    Rules(rules::Args),
    Lab(lab::Args),
    #[command(hide = true)]
    Completions(completions::Args),
    #[cfg(unix)]
    #[command(hide = true)]
    Guard(programs::GuardArgs),
    #[command(hide = true)]
    Man(man::Args),
    #[command(hide = true)]
    Schema(schema::Args),
}

const EXIT_CODES: &str = "\
Exit codes:
  0   all that was asked holds
  1   refuted: an expectation is not met, or a rule forbids a live move
  2   usage or input error, or standard output is closed
  3   unknown: a limit was reached, or the run is incomplete
  70  internal error

`deadmove COMMAND --help` explains a command.";

/// Runs the command line of this process.
pub fn main() -> std::process::ExitCode {
    if let Err(failure) = output::check_stdout() {
        return failure.report().into();
    }
    let matches = help::with_groups_and_examples(Cli::command()).try_get_matches();
    let parsed = matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            return renamed::answer(&error).unwrap_or_else(|| output::usage(&error)).into();
        }
    };
    if let Err(failure) = cli.general.apply(&matches) {
        return failure.report().into();
    }
    interrupt::install();
    deadmove::built_in::provide();
    let result = match cli.command {
        Command::Judge(args) => judge::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Positions(args) => positions::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Site(args) => site::run(&args),
        Command::Walk(args) => walk::run(&args),
        Command::Pass(args) => pass::run(&args),
        Command::Minimise(args) => minimise::run(&args),
        Command::Mine(args) => mine::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Completions(args) => completions::run(&args),
        #[cfg(unix)]
        Command::Guard(args) => return programs::run_guard(&args),
        Command::Man(args) => man::run(&args),
        Command::Schema(args) => schema::run(&args),
    };
    result.unwrap_or_else(Failure::report).into()
}

#[cfg(test)]
mod tests {
    mod grammar;
}
