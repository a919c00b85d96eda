//! `deadmove explain`: which rules match a position, what they forbid, and whether that is true.

use std::path::PathBuf;

use super::again;
use super::args::{CHOOSE_BY_NAME, EngineArgs, PositionArgs, prefix, read_one};
use super::case_demands::sentence;
use super::conclusion::Conclusion;
use super::output::{Failure, OrInternal, complain, stdout};
use super::programs::{self, RulesOrProgramArgs};
use deadmove_core::board::Move;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::Input;
use deadmove_core::verdict::ExitCode;
use deadmove_engine::judge::{self, Turning};
use deadmove_program::answer::Answer;
use deadmove_report::explain;
use deadmove_rules::model::Rule;
use deadmove_verify::explain::{Explanation, MoveStatus, explain, explain_answer, unmet_demands};

/// Say which rules match a position, and whether they are right.
///
/// Each legal move is judged; the rules that forbid it are drawn over the board. Exit code 1 if a
/// rule forbids a live move (it is unsound), or if no rule forbids a dead move of a live position
/// (the set is incomplete), or if the rules do not do what the case file demands of them
/// (`forbids`, `allows`). Moves that enter the end cell early need no rule: no walk takes them.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RulesOrProgramArgs,
    /// A case file or path file, or JSON lines with --name.
    #[arg(long = "position", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Explain the position after the first K moves of the path.
    #[arg(long, value_name = "K")]
    at: Option<usize>,
    /// Which position to explain, if the file has several.
    #[arg(long, value_name = "NAME", requires = "file")]
    name: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (files, name) = (args.file.as_slice(), args.name.as_deref());
    let input = read_one(files, name, &args.position, CHOOSE_BY_NAME)?;
    let input = prefix(input, args.at)?;
    let position = &input.position;
    let judged = || judge::judge(position, args.engine.engine, &args.engine.limits()).or_internal();
    let (explanation, rules, read) = match args.rules.program()? {
        Some(program) => {
            if !input.demands.is_empty() {
                let message = "a case that demands something of rules was given with a program";
                return Err(InputError::new(ErrorKind::ProgramNotRules, message).into());
            }
            let allowed = match programs::ask(&program, position)? {
                Ok(Answer::Allowed(allowed)) => allowed,
                Ok(Answer::CannotSay(why)) => {
                    let why = if why.is_empty() { "it gives no reason" } else { &why };
                    return no_answer(args, format!("the program cannot say: {why}"));
                }
                Err(fault) => {
                    return no_answer(args, format!("the program gives no answer: {fault}"));
                }
            };
            (explain_answer(position, judged()?, Some(allowed)), Vec::new(), ExitCode::Holds)
        }
        None => {
            let (loaded, read) = args.rules.load_readable()?;
            let claims = loaded.rules_at(position)?;
            let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
            (explain(position, judged()?, &rules), rules, read)
        }
    };
    let code = explanation.statuses().fold(ExitCode::Holds, |code, (_, _, finding)| {
        code.combine(match finding {
            MoveStatus::Forbidden
            | MoveStatus::Allowed
            | MoveStatus::EarlyEnd
            | MoveStatus::TooLate => ExitCode::Holds,
            MoveStatus::OverForbidden | MoveStatus::Uncovered => ExitCode::Refuted,
            MoveStatus::Unknown => ExitCode::Unknown,
        })
    });
    let unmet = unmet_demands(&input.demands, &explanation.matches);
    let unmet: Vec<String> = unmet.iter().map(|unmet| sentence(unmet, &rules)).collect();
    let demanded = if unmet.is_empty() { ExitCode::Holds } else { ExitCode::Refuted };
    let code = code.combine(read).combine(demanded);
    let name = &input.name;
    let json = || explain::json(name, position, &explanation, (&rules, &unmet));
    let text = || explain::text(name, position, &explanation, &rules, true);
    let end = conclusion(args, &input, (&explanation, &unmet), code);
    end.report(args.json.then(json), text, code)
}

/// The end of a report about a question that has no answer.
fn no_answer(args: &Args, what: String) -> Result<ExitCode, Failure> {
    let code = ExitCode::Unknown;
    if args.json {
        complain(&InputError::new(ErrorKind::ProgramFaulty, what));
        return Ok(code);
    }
    Conclusion::new(what).because("there is no answer").finish(stdout(), code)
}

/// The end of the report.
fn conclusion(
    args: &Args,
    input: &Input,
    (explanation, unmet): (&Explanation, &[String]),
    code: ExitCode,
) -> Conclusion {
    let moves = |wanted: MoveStatus| -> Vec<Move> {
        let moves = explanation.statuses().filter(|(_, _, status)| *status == wanted);
        moves.map(|(direction, _, _)| direction).collect()
    };
    let by_program = explanation.allowed.is_some();
    let mut parts = Vec::new();
    for (status, one, many) in [
        (MoveStatus::OverForbidden, "is forbidden, but live", "are forbidden, but live"),
        (
            MoveStatus::Uncovered,
            if by_program { "is dead, but allowed" } else { "is dead, and no rule forbids it" },
            if by_program { "are dead, but allowed" } else { "are dead, and no rule forbids them" },
        ),
        (MoveStatus::Forbidden, "is dead and forbidden", "are dead and forbidden"),
        (MoveStatus::Allowed, "is live and allowed", "are live and allowed"),
        (
            MoveStatus::EarlyEnd,
            "enters the end cell early, which no rule has to forbid",
            "enter the end cell early, which no rule has to forbid",
        ),
        (
            MoveStatus::TooLate,
            "is dead like the whole position, and no rule forbids it",
            "are dead like the whole position, and no rule forbids them",
        ),
        (MoveStatus::Unknown, "is unknown", "are unknown"),
    ] {
        let moves = moves(status);
        let letters: Vec<String> = moves.iter().map(Move::to_string).collect();
        match moves.len() {
            0 => {}
            1 => parts.push(format!("move {} {one}", letters[0])),
            _ => parts.push(format!("moves {} {many}", letters.join(" "))),
        }
    }
    parts.extend(unmet.iter().cloned());
    let answer =
        if parts.is_empty() { "there is no legal move".to_owned() } else { parts.join("; ") };
    let rules = args.rules.name();
    let mut end = Conclusion::new(answer);
    let uncovered = !moves(MoveStatus::Uncovered).is_empty();
    let too_late = !moves(MoveStatus::TooLate).is_empty();
    end.why = match code {
        ExitCode::Holds | ExitCode::Internal => None,
        ExitCode::Refuted if by_program => Some("the program is wrong here".to_owned()),
        ExitCode::Refuted if !moves(MoveStatus::OverForbidden).is_empty() => {
            let what = "a rule forbids a live move";
            Some(match input.position.board().leads_across() {
                true => what.to_owned(),
                false => format!("{what}, on a board that rules make no claim about"),
            })
        }
        ExitCode::Refuted if uncovered => Some("the rules miss a dead move".to_owned()),
        ExitCode::Refuted => Some("the rules do not do what the case demands".to_owned()),
        ExitCode::Input => Some("not every rule file could be read".to_owned()),
        ExitCode::Unknown => Some("a limit was reached".to_owned()),
    };
    let file = again::position(input, again::Takes::File);
    let option = again::position(input, again::Takes::Option);
    if let (Turning::Point { live, .. }, true) = (&explanation.judgement.turning, too_late) {
        end = end.then(format!("deadmove explain {rules} {option} --at {live}"));
    }
    if uncovered && !by_program {
        end = end.then(format!("deadmove minimise {rules} {option}"));
    }
    end.then(format!("deadmove judge {file}"))
}
