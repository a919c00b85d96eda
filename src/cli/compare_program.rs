//! `deadmove compare` of a program with rules or with another program.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::compare::Args;
use super::conclusion::Conclusion;
use super::general::{Detail, detail};
use super::output::Failure;
use super::rule_files::RuleArgs;
use super::{interrupt, lists, programs, progress};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::verdict::ExitCode;
use deadmove_program::file::Program;
use deadmove_program::process::AskError;
use deadmove_report::compare_program as report;
use deadmove_report::numbers::thousands;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_rules::sets::program_files;
use deadmove_verify::check_program::AskedProgram;
use deadmove_verify::chunks::{ChunkRun, Chunks};
use deadmove_verify::compare_program::{AnswerSource, AnswersCompared, compare};

/// One of the two that are compared.
pub enum ComparedSide {
    /// A program.
    Program(Program),
    /// Rules.
    Rules(RuleArgs),
}

/// What `--with` names: one program, or rules.
pub fn with(paths: &[PathBuf]) -> Result<ComparedSide, InputError> {
    if let [path] = paths
        && let [file] = &program_files(path)?[..]
    {
        return Ok(ComparedSide::Program(Program::read(file)?));
    }
    Ok(ComparedSide::Rules(RuleArgs::of(paths.to_vec())))
}

/// Compares the two on every live position.
pub fn run(args: &Args, given: [ComparedSide; 2], names: [&str; 2]) -> Result<ExitCode, Failure> {
    let board = super::check::list_board(args.size)?;
    args.list.ready(args.size)?;
    let rules = |given: &ComparedSide| match given {
        ComparedSide::Program(_) => Ok(RuleSet::compile(&[], &board)),
        ComparedSide::Rules(rules) => compiled(rules, &board),
    };
    let sets = [rules(&given[0])?, rules(&given[1])?];
    let (guard, processes) = (programs::guard(), rayon::current_num_threads());
    let source = |at: usize| match &given[at] {
        ComparedSide::Rules(_) => AnswerSource::Rules(&sets[at]),
        ComparedSide::Program(program) => AnswerSource::Program(AskedProgram {
            program,
            guard: guard.as_deref(),
            processes,
            drawings: 1,
        }),
    };
    let stop = interrupt::stop_flag()?;
    let bar = lists::progress();
    let opened = args.list.open_unless_stopped(args.size, &bar, stop)?;
    progress::phase(&bar, "chunk");
    let progress = progress::advance(&bar);
    let run = ChunkRun::whole(stop, &progress);
    let found = opened.map(|list| compare(&list, [source(0), source(1)], processes, &run));
    let (compared, chunks, ended) =
        found.unwrap_or_else(|| (AnswersCompared::default(), Chunks::default(), None));
    bar.finish_and_clear();
    let nothing = compared.sides.iter().any(|side| side.unanswered == compared.positions);
    let gave_up = match ended {
        Some(AskError::GivenUp(fault)) if !nothing => Some(fault.to_string()),
        Some(error) => return Err(InputError::from(error).into()),
        None => None,
    };
    let unanswered = compared.sides.iter().any(|side| side.unanswered > 0);
    let beside = gave_up.iter().map(|fault| format!("; {fault}"));
    let differ = format!("the answers differ{}", beside.collect::<String>());
    let (code, why) = match (compared.different, &gave_up, chunks.complete()) {
        (1.., _, _) => (ExitCode::Refuted, differ.as_str()),
        (0, Some(fault), _) => (ExitCode::Unknown, fault.as_str()),
        (0, None, false) if stop.load(Ordering::Relaxed) => {
            (ExitCode::Unknown, "the run was stopped")
        }
        (0, None, true) if !unanswered => (ExitCode::Holds, ""),
        _ => (ExitCode::Unknown, "not every question was answered"),
    };
    let answer = format!(
        "{} of {} positions have different answers",
        thousands(compared.different),
        thousands(compared.positions)
    );
    let most = if detail() == Detail::Verbose { usize::MAX } else { 10 };
    let json = args.json.then(|| report::json(args.size, chunks.complete(), names, &compared));
    let text = || report::text(args.size, names, &compared, most);
    Conclusion::new(answer).because(why).report(json, text, code)
}

fn compiled(rules: &RuleArgs, board: &Board) -> Result<RuleSet, InputError> {
    let rules: Vec<Rule> = rules.applicable(board)?.into_iter().map(|claim| claim.rule).collect();
    Ok(RuleSet::compile(&rules, board))
}
