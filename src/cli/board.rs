//! `deadmove board`: the board in the browser.

mod server;

use std::io::{IsTerminal, Write};
use std::time::Duration;

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::output::{Failure, complain, stdout};
use super::rule_files::{KnownRuleArgs, RuleArgs};
use super::{interrupt, rule_texts};
use deadmove_analysis::sets::RuleSets;
use deadmove_analysis::{Analysis, AnswerLimits};
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_report::numbers::count;
use deadmove_rules::load::Loaded;
use server::Server;

/// Draw lines in the browser: every move is judged at once, with reasons and the rules that match.
///
/// Serves a page on this machine alone (127.0.0.1) until Ctrl-C, and prints its address. Nothing
/// else of the network is used. The sets with names can be chosen on the page, and the rules given
/// here are one more set.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: KnownRuleArgs,
    /// The port. Default: one that is free.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only print the address; do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// What a judgement may take before it says "unknown".
const JUDGE: Duration = Duration::from_secs(5);
/// What counting may take after each move.
const COUNT: Duration = Duration::from_secs(10);
/// Bytes for counting.
const MEMORY: usize = 512 << 20;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    let rules = RuleArgs::from(args.rules.clone());
    let (given, read) = match rules.is_none() {
        true => (Loaded::default(), ExitCode::Holds),
        false => rules.load_readable()?,
    };
    // The errors of the given rules are printed already.
    let (texts, errors) = rule_texts::read(Loaded { errors: Vec::new(), ..given })?;
    errors.iter().for_each(complain);
    let sets = RuleSets::parse(texts)?;
    let limits = |timeout| Limits { timeout: Some(timeout), max_conflicts: None, memory: MEMORY };
    let limits = AnswerLimits { judge: limits(JUDGE), count: limits(COUNT) };
    let server = Server::bind(args.port, Analysis::new(sets, limits))?;
    let address = server.address();
    let mut out = stdout();
    writeln!(out, "{address}")?;
    if !is_quiet() {
        writeln!(out, "Open this address in a browser; Ctrl-C here stops the board.")?;
    }
    out.flush()?;
    // Without a person at a terminal there is nobody to look.
    if !args.no_open && std::io::stdout().is_terminal() {
        // The address is printed; a browser that cannot be opened is no fault.
        let _ = open::that_detached(&address);
    }
    let answered = server.run(stop)?;
    let answered = count(answered, "question was", "questions were");
    let end = Conclusion::new(format!("stopped; {answered} answered"));
    let again = if rules.is_none() { String::new() } else { format!(" {}", rules.name()) };
    let port = if args.port == 0 { String::new() } else { format!(" --port {}", args.port) };
    end.then(format!("deadmove board{again}{port}")).finish(out, read)
}
