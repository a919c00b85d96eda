//! Programs in place of rules: the arguments, which commands take them, and `deadmove guard
//! COMMAND…`, which starts a program and ends it when whoever asked for it is gone.

#[cfg(unix)]
use std::ffi::OsString;
use std::ops::Deref;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use super::output::warn;
use super::rule_files::{KnownRuleArgs, RuleArgs};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_program::file::Program;
use deadmove_program::process::{AskError, Process, Questions};
use deadmove_report::answers_json::ProgramObject;
use deadmove_report::command::words;
use deadmove_rules::sets::program_files;

/// Rules, or a program in their place.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("rules", |rules| rules.required(false).required_unless_present("program")))]
pub struct RulesOrProgramArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// In place of RULES: a program that answers questions. The command is run as it is, without a
    /// shell. RULES may also be a program file (NAME.program).
    #[arg(long, value_name = "COMMAND", conflicts_with = "rules")]
    program: Option<String>,
}

/// As rules. If a program is given there are none.
impl Deref for RulesOrProgramArgs {
    type Target = RuleArgs;

    fn deref(&self) -> &RuleArgs {
        &self.rules
    }
}

impl From<RuleArgs> for RulesOrProgramArgs {
    fn from(rules: RuleArgs) -> RulesOrProgramArgs {
        RulesOrProgramArgs { rules, program: None }
    }
}

impl RulesOrProgramArgs {
    /// What was given, as words of a command line.
    pub fn name(&self) -> String {
        match &self.program {
            Some(command) => words(&["--program", command]),
            None => self.rules.name(),
        }
    }

    /// The rules alone.
    pub fn clone_rules(&self) -> RuleArgs {
        self.rules.clone()
    }

    /// Whether this is the set without rules.
    pub fn is_none(&self) -> bool {
        self.program.is_none() && self.rules.is_none()
    }

    /// The program, if one is given.
    pub fn program(&self) -> Result<Option<Program>, InputError> {
        given(self.program.as_deref(), &self.rules.rules)
    }
}

/// Rules that commands may be given, or a program in their place.
#[derive(Clone, Debug, clap::Args)]
pub struct KnownRulesOrProgramArgs {
    #[command(flatten)]
    rules: KnownRuleArgs,
    /// In place of RULES: a program. RULES may also be a program file (NAME.program).
    #[arg(long, value_name = "COMMAND", conflicts_with = "rules")]
    program: Option<String>,
}

impl KnownRulesOrProgramArgs {
    /// What was given, as words of a command line.
    pub fn name(&self) -> String {
        match &self.program {
            Some(command) => words(&["--program", command]),
            None => self.rules().name(),
        }
    }

    /// Whether this is the set without rules.
    pub fn is_none(&self) -> bool {
        self.program.is_none() && self.rules().is_none()
    }

    /// The rules alone; the set without rules if a program is given by its command.
    pub fn rules(&self) -> RuleArgs {
        self.rules.clone().into()
    }

    /// The program, if one is given.
    pub fn program(&self) -> Result<Option<Program>, InputError> {
        given(self.program.as_deref(), &self.rules.rules)
    }
}

/// The program of `--program`, or of the program file among RULES, if there is one.
fn given(command: Option<&str>, rules: &[PathBuf]) -> Result<Option<Program>, InputError> {
    if let Some(command) = command {
        return Program::of_command(command).map(Some);
    }
    let found = rules.iter().map(|path| program_files(path));
    let found: Vec<PathBuf> = found.collect::<Result<Vec<_>, _>>()?.concat();
    match &found[..] {
        [] => Ok(None),
        [file] if rules.len() == 1 => Program::read(file).map(Some),
        [file, ..] => {
            let message = "a program takes part alone, without rules and other programs";
            let error = InputError::new(ErrorKind::ProgramNotAlone, message);
            Err(error.expected("one program file").in_file(file))
        }
    }
}

/// The answer of a program about one position.
pub fn ask(
    program: &Program,
    position: &Position,
) -> Result<Result<Answer, ProgramFault>, InputError> {
    let guard = guard();
    let mut questions = Questions::default();
    questions.push(position.board(), position.path(), position.legal_moves().collect());
    let answer =
        Process::new(program, guard.as_deref()).ask_one(&questions, &AtomicBool::new(false));
    match answer {
        // A single question is not given up, it has a fault.
        Err(AskError::GivenUp(fault)) => Ok(Err(fault)),
        answer => Ok(answer?),
    }
}

/// What ends the processes of a program if this one is killed: this program itself.
pub fn guard() -> Option<PathBuf> {
    if cfg!(unix) { std::env::current_exe().ok() } else { None }
}

/// What reports say about a program. Warns if its digest says little.
pub fn named(program: &Program) -> Result<ProgramObject, InputError> {
    let digest = program.digest()?;
    if program.depends_on_the_executable_only() {
        warn(&format!(
            "the digest of `{}` is of the executable alone; a program file can name with `depends` \
             what else its answers depend on",
            program.command()
        ));
    }
    Ok(ProgramObject { name: program.name.clone(), command: program.command(), digest })
}

/// Run a program that ends with the process that started this one
#[cfg(unix)]
#[derive(Debug, clap::Args)]
pub struct GuardArgs {
    /// The executable and its arguments.
    #[arg(
        value_name = "WORDS",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<OsString>,
}

/// Runs the command `guard`.
#[cfg(unix)]
pub fn run_guard(args: &GuardArgs) -> ExitCode {
    deadmove_program::guard::guard(&args.words)
}
