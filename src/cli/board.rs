//! `deadmove board`: the board in the browser, and the program that it may ask.

mod server;

use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::conclusion::Conclusion;
use super::general::is_quiet;
use super::output::{Failure, complain, stdout};
use super::programs::{self, KnownRulesOrProgramArgs};
use super::{interrupt, rule_texts};
use deadmove_analysis::sets::RuleSets;
use deadmove_analysis::{Analysis, AnswerLimits, BoardProgram};
use deadmove_core::position::Position;
use deadmove_core::verdict::{ExitCode, Limits};
use deadmove_program::answer::Answer;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_report::answers_json::ProgramObject;
use deadmove_report::numbers::count;
use deadmove_rules::load::Loaded;
use deadmove_rules::moves::Moves;
use deadmove_rules::sets::RuleReader;
use server::Server;

/// Draw lines in the browser: every move is judged at once, with reasons and the rules that match.
///
/// Serves a page on this machine alone (127.0.0.1) until Ctrl-C, and prints its address. Nothing
/// else of the network is used. The sets with names can be chosen on the page, and the rules given
/// here are one more set. A program given in their place is asked about every position that is
/// shown, and the page says what it allows.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: KnownRulesOrProgramArgs,
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
    let program = args.rules.program()?;
    let rules = args.rules.rules();
    let (given, read) = match rules.is_none() || program.is_some() {
        true => (Loaded::default(), ExitCode::Holds),
        false => rules.load_readable()?,
    };
    // The errors of the given rules are printed already.
    let given = Loaded { errors: Vec::new(), ..given };
    let (texts, errors) = rule_texts::read(&mut RuleReader::default(), given)?;
    errors.iter().for_each(complain);
    let sets = RuleSets::parse(texts)?;
    let limits = |timeout| Limits { timeout: Some(timeout), max_conflicts: None, memory: MEMORY };
    let limits = AnswerLimits { judge: limits(JUDGE), count: limits(COUNT) };
    let mut analysis = Analysis::new(sets, limits);
    if let Some(program) = program {
        let object = programs::named(&program)?;
        // Threads that answer may outlive this function.
        let (program, guard) =
            (Box::leak(Box::new(program)), Box::leak(Box::new(programs::guard())));
        let process = Mutex::new(Process::new(program, guard.as_deref()));
        analysis = analysis.with_program(Arc::new(ServedProgram { object, process, stop }));
    }
    let server = Server::bind(args.port, analysis)?;
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
    let again =
        if args.rules.is_none() { String::new() } else { format!(" {}", args.rules.name()) };
    let port = if args.port == 0 { String::new() } else { format!(" --port {}", args.port) };
    end.then(format!("deadmove board{again}{port}")).finish(out, read)
}

/// The program of the command line. Nothing that the page sends decides which program runs.
#[derive(Debug)]
struct ServedProgram {
    object: ProgramObject,
    process: Mutex<Process<'static>>,
    stop: &'static AtomicBool,
}

impl BoardProgram for ServedProgram {
    fn object(&self) -> &ProgramObject {
        &self.object
    }

    fn allowed(&self, position: &Position) -> Result<Moves, String> {
        if position.is_finished() {
            return Ok(Moves::NONE);
        }
        let mut questions = Questions::default();
        questions.push(position.board(), position.path(), position.legal_moves().collect());
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        match process.ask_one(&questions, self.stop) {
            Ok(Ok(Answer::Allowed(allowed))) => Ok(allowed),
            Ok(Ok(Answer::CannotSay(why))) => Err(format!("it cannot say: {why}")),
            // It is asked again about the next position all the same.
            Ok(Err(fault)) | Err(AskError::GivenUp(fault)) => Err(fault.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}
