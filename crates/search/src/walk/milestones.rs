//! Milestones: rules are added one by one, each where a depth-first walk without it gets stuck.
//!
//! A text file lists the rules that the walk begins with. Each further line has a rule and the
//! number of lines that somebody else completed before this rule was needed. Only lines that
//! begin to the right are walked.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::depth::{DepthFirst, WalkOptions, WalkState};
use super::order::lines_before;
use super::session::SessionError;
use super::{Stop, WalkFailure, board};
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, Fault, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::{load_all, none_applies};
use deadmove_rules::model::Rule;
use deadmove_verify::chunks::Shard;

/// The content of a milestone file, with its rules.
#[derive(Clone, Debug)]
pub struct MilestonePlan {
    /// The side of the board.
    pub size: usize,
    /// The rules a walk begins with.
    pub base: Vec<Rule>,
    /// The rules that are added.
    pub steps: Vec<AddedRule>,
    /// The notes of the file on its figures, one paragraph each.
    pub notes: Vec<String>,
}

/// A rule that is added.
#[derive(Clone, Debug)]
pub struct AddedRule {
    /// Walkthroughs completed before it was needed, according to the file.
    pub figure: u64,
    /// The rule's name.
    pub name: String,
    /// The rule, or the members of the family.
    pub rules: Vec<Rule>,
}

/// Where a walk stops before the next rule is added, or after the last rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// Walkthroughs completed.
    pub completed: u64,
    /// Where the rules failed; none if they never did.
    pub failure: Option<WalkFailure>,
    /// The number of lines that come before that place without any rules, by the frontier
    /// engine. A walk by sound rules completes all of them.
    pub before: Option<u64>,
    /// How many steps of the failed path are live, and the fatal move after them.
    pub turning: Option<(usize, Move)>,
    /// Whether the rule that is added next forbids the fatal move.
    pub resolved: bool,
}

/// Reads a milestone file and the rules it names, whose paths are relative to it.
///
/// # Errors
/// At the first line that is none of the format, or if a rule cannot be read.
pub fn read(file: &Path, text: &str) -> Result<MilestonePlan, InputError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut size = None;
    let mut base: Vec<PathBuf> = Vec::new();
    let mut without: Vec<PathBuf> = Vec::new();
    let mut steps: Vec<(u64, PathBuf)> = Vec::new();
    let mut notes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fault = |column: usize, message: String, expected: &str| {
            InputError::new(ErrorKind::BadMilestones, message)
                .expected(expected)
                .at(text, number + 1, column, 1)
                .in_file(file)
        };
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let start = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let Some((word, rest)) = content.split_once(char::is_whitespace) else {
            let message = format!("`{content}` stands alone");
            return Err(fault(start, message, "two words, for example `462 9-grid/a.rule`"));
        };
        let rest = rest.trim();
        match word {
            "size" => match rest.parse() {
                Ok(side) if size.is_none() => size = Some(side),
                Ok(_) => return Err(fault(start, "a second size".to_owned(), "one size")),
                Err(_) => {
                    let message = format!("`{rest}` is no size");
                    return Err(fault(start, message, "a number, for example `size 9`"));
                }
            },
            "base" => base.push(folder.join(rest)),
            "without" => without.push(folder.join(rest)),
            "note" => notes.push(rest.to_owned()),
            figure => match figure.parse() {
                Ok(figure) => steps.push((figure, folder.join(rest))),
                Err(_) => {
                    let message = format!("`{figure}` begins no line");
                    let expected = "`size`, `base`, `without`, `note`, or a number of lines";
                    return Err(fault(start, message, expected));
                }
            },
        }
    }
    let missing = |what: &str, expected: &str| {
        InputError::new(ErrorKind::BadMilestones, format!("the file has no {what}"))
            .expected(expected)
            .in_file(file)
    };
    let size = size.ok_or_else(|| missing("size", "a line such as `size 9`"))?;
    if base.is_empty() {
        return Err(missing("rules to begin with", "a line such as `base near-field`"));
    }
    if steps.is_empty() {
        return Err(missing("rules to add", "lines such as `462 9-grid/a.rule`"));
    }
    let board = board(size)?;
    let steps = steps.into_iter().map(|(figure, path)| {
        let rules = rules(std::slice::from_ref(&path), &[], &board)?;
        let name = rules.first().map(|rule| rule.head.name.clone());
        let name = name.unwrap_or_else(|| path.shown());
        Ok(AddedRule { figure, name, rules })
    });
    let steps = steps.collect::<Result<_, InputError>>()?;
    Ok(MilestonePlan { size, base: rules(&base, &without, &board)?, steps, notes })
}

/// The rules of some files that apply to a board, without the files of `but`.
fn rules(paths: &[PathBuf], but: &[PathBuf], board: &Board) -> Result<Vec<Rule>, InputError> {
    let mut loaded = load_all(paths)?;
    for path in but {
        let known = loaded.files.len();
        loaded.files.retain(|file| *file.path != **path);
        // Rules that are known to be wrong are left out of folders in any case.
        let left_out = loaded.known_wrong.iter().any(|file| *file.path == **path);
        if loaded.files.len() == known && !left_out {
            let message = "this file is left out, but it is not among the rules";
            return Err(InputError::new(ErrorKind::BadMilestones, message).in_file(path));
        }
    }
    let claims = loaded.rules_for(board)?;
    if claims.is_empty() {
        let error = none_applies("rule", board);
        return Err(paths.iter().fold(error, |error, path| error.in_file(path)));
    }
    Ok(claims.into_iter().map(|claim| claim.rule).collect())
}

/// Steps of a walk between two looks at the flag that stops it.
const SLICE: usize = 1 << 16;

/// Walks a plan; `memory` are the bytes for the transposition table. `done` is called with every
/// milestone: one for each rule, and one after all of them. False if `stop` ended the walks before.
///
/// # Errors
/// If an engine fails.
pub fn walk(
    plan: &MilestonePlan,
    memory: usize,
    stop: &AtomicBool,
    mut done: impl FnMut(Option<&AddedRule>, &Milestone),
) -> Result<bool, Fault> {
    let board = board(plan.size).map_err(|error| Fault::Contradiction(error.message))?;
    let options = WalkOptions {
        stop: Stop::Stuck,
        keep_going: false,
        no_rules: false,
        half: true,
        limit: None,
        shard: Shard::WHOLE,
        memory,
    };
    let mut rules = plan.base.clone();
    for step in plan.steps.iter().map(Some).chain([None]) {
        let set = RuleSet::compile(&rules, &board);
        let mut walk = DepthFirst::new(&board, &set, options);
        while walk.run(SLICE).map_err(SessionError::fault)? == WalkState::Walking {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
        }
        let tally = walk.tally();
        let mut milestone = Milestone {
            completed: tally.completed,
            failure: tally.first.clone(),
            before: None,
            turning: None,
            resolved: false,
        };
        if let Some(failure) = &milestone.failure {
            let contradiction = || Fault::Contradiction(letters(&failure.path));
            let position = |steps: usize| {
                Position::from_path(board.clone().into(), &failure.path[..steps])
                    .map_err(|_| contradiction())
            };
            let stuck = position(failure.path.len())?;
            milestone.before = lines_before(&stuck);
            let turning = judge(&stuck, Engine::Sat, &Limits::default())?.turning;
            milestone.turning = turning.live_moves(failure.path.len()).zip(turning.fatal_move());
            if let (Some(step), Some((at, fatal))) = (step, milestone.turning) {
                let turning = position(at)?;
                // Lemmas act together, so those of the base take part.
                let lemmas = rules.iter().filter(|rule| rule.reads_the_whole_board());
                let with: Vec<Rule> = step.rules.iter().chain(lemmas).cloned().collect();
                let set = RuleSet::compile(&with, &board);
                let forbidden = set.matcher().forbidden(turning.free(), turning.live_end());
                milestone.resolved = forbidden.contains(fatal);
            }
        }
        done(step, &milestone);
        rules.extend(step.into_iter().flat_map(|step| step.rules.iter().cloned()));
    }
    Ok(true)
}
