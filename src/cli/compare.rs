//! `deadmove compare`: which rules are the same as others, special cases of them, or new?

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::compare_program::{self, ComparedSide};
use super::conclusion::Conclusion;
use super::lists::{self, ListArgs};
use super::output::Failure;
use super::programs::RulesOrProgramArgs;
use super::progress;
use super::rule_files::RuleArgs;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::verdict::ExitCode;
use deadmove_report::compare::{self as report, Compared};
use deadmove_report::numbers::count;
use deadmove_rules::model::Rule;
use deadmove_search::compare::{Relation, claims, on_list, on_moves};
use deadmove_search::mine::lines;
use deadmove_verify::live_set::MAX_LIVE_SET_SIDE;

/// Compare rules with others, rule by rule: which are the same, special cases, or new.
///
/// Rules are compared by the dead moves they forbid: up to 9×9 in every live position, above on
/// random lines by the lemmas, which is evidence and no proof, so the exit code is 3. A rule is a
/// special case of another one that forbids all of its moves, and more. It is covered by several if
/// each of its moves is forbidden by some other rule. A rule that forbids several moves makes as
/// many claims, which are compared one by one. Live moves that a rule forbids do not count;
/// `deadmove check` finds them.
///
/// A program is compared with rules or with another program (--with NAME.program) on every live
/// position: exit code 1 if they allow different moves in one of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RulesOrProgramArgs,
    /// The other rules: files, folders, set files, or names of sets; or a program file. May be
    /// repeated.
    #[arg(long, value_name = "RULES", required = true)]
    with: Vec<PathBuf>,
    /// The side of the board.
    #[arg(long, value_name = "N")]
    pub size: usize,
    /// Above 9×9: lines to draw.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    walks: u64,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub list: ListArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let with = compare_program::with(&args.with)?;
    let program = args.rules.program()?;
    if program.is_some() || matches!(with, ComparedSide::Program(_)) {
        let given = program
            .map_or_else(|| ComparedSide::Rules(args.rules.clone_rules()), ComparedSide::Program);
        let others = RuleArgs::of(args.with.clone()).name();
        return compare_program::run(args, [given, with], [&args.rules.name(), &others]);
    }
    let size = args.size;
    let listed = size <= MAX_LIVE_SET_SIDE;
    if listed {
        args.list.ready(size)?;
    }
    let board = board(size)?;
    let others = RuleArgs::of(args.with.clone());
    let rules = rules(&args.rules, &board)?;
    let others_name = others.name();
    let others = self::rules(&others, &board).map_err(|error| error.in_option("--with"))?;
    let relations = relations(args, &board, &rules, &others)?;
    let walks = (!listed).then_some(args.walks);
    let compared = Compared { size, walks, rules: &rules, others: &others, relations: &relations };
    let code = if listed { ExitCode::Holds } else { ExitCode::Unknown };
    let json = args.json.then(|| report::json(&compared));
    let end = conclusion(args, &others_name, &compared);
    end.report(json, || report::text(&compared, true), code)
}

fn relations(
    args: &Args,
    board: &Board,
    rules: &[Rule],
    others: &[Rule],
) -> Result<Vec<Relation>, Failure> {
    // Nothing can be kept, so Ctrl-C ends the command at once.
    let never = AtomicBool::new(false);
    let bar = lists::progress();
    let relations = if args.size <= MAX_LIVE_SET_SIDE {
        let list = args.list.open_unless_stopped(args.size, &bar, &never)?;
        progress::phase(&bar, "comparing");
        on_list(&list.expect("nothing stops it"), rules, others)
    } else {
        progress::phase(&bar, "comparing");
        let seen = lines::draw(board, &[], args.walks, (args.seed, 0), &never);
        on_moves(board, &seen.missed, rules, others)
    };
    bar.finish_and_clear();
    Ok(relations)
}

fn board(size: usize) -> Result<Board, InputError> {
    let fault = |what: String| {
        InputError::new(ErrorKind::SizeImpossible, format!("--size {size}: {what}"))
            .expected("an odd size from 3 on")
    };
    if size == 1 {
        return Err(fault("a board of one cell has no moves".to_owned()));
    }
    if size.is_multiple_of(2) {
        return Err(fault("no line fills a board of this size".to_owned()));
    }
    Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string()))
}

/// The claims of the rules for a board.
fn rules(rules: &RuleArgs, board: &Board) -> Result<Vec<Rule>, InputError> {
    rules.not_none()?;
    let loaded = rules.load_all()?;
    loaded.without_lemmas()?;
    let rules: Vec<Rule> = loaded.applicable(board)?.into_iter().map(|claim| claim.rule).collect();
    Ok(claims(&rules))
}

fn conclusion(args: &Args, others: &str, compared: &Compared<'_>) -> Conclusion {
    let (size, rules) = (args.size, args.rules.name());
    let end = match compared.walks {
        None => Conclusion::new(format!("on {size}×{size}, {}", compared.summary())),
        Some(lines) => {
            let lines = count(lines as usize, "line", "lines");
            let answer = format!("on {lines} of {size}×{size}, {}", compared.summary());
            Conclusion::new(answer).because("lines prove nothing about all positions")
        }
    };
    end.then(format!("deadmove compare {others} --with {rules} --size {size}"))
}
