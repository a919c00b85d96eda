//! Walks as text and JSON: how far they came, and where the rules failed.

use std::fmt::Write as _;

use serde::Serialize;

use super::check::thousands;
use super::json::SCHEMA;
use super::judgement::{self, Unmet};
use super::legend::count;
use crate::board::{Move, letters};
use crate::formats::{Case, Expectation, Input, write_case};
use crate::judge::{Engine, Fault, Judgement, judge};
use crate::position::Position;
use crate::verdict::{Limits, Verdict};
use crate::walk::{Failure, Order, Question, Stop, board};

/// What a walk came to.
#[derive(Clone, Debug)]
pub struct Walked<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// Placements of rules that were matched.
    pub placements: usize,
    /// Completed walkthroughs.
    pub completed: u64,
    /// Failures of the rules.
    pub failed: u64,
    /// The first failure, judged.
    pub first: Option<Shown>,
    /// Whether all that was asked is walked.
    pub finished: bool,
}

/// A failure with the truth about it.
#[derive(Clone, Debug)]
pub struct Shown {
    failure: Failure,
    /// The position of the failure, with the dead allowed move drawn if it is one.
    position: Position,
    judgement: Judgement,
}

impl Shown {
    /// Judges a failure.
    pub fn of(failure: &Failure, size: usize) -> Result<Shown, Fault> {
        let mut path = failure.path.clone();
        path.extend(failure.dead_move);
        let fault = || Fault::Contradiction(letters(&path));
        let board = board(size).map_err(|_| fault())?;
        let position = Position::from_path(board.into(), &path).map_err(|_| fault())?;
        let judgement = judge(&position, Engine::Sat, &Limits::default())?;
        Ok(Shown { failure: failure.clone(), position, judgement })
    }

    fn turning_point(&self) -> Option<usize> {
        match self.verdict() {
            Verdict::Dead => self.judgement.turning.live_moves(self.position.path().len()),
            Verdict::Live | Verdict::Unknown => None,
        }
    }

    fn fatal_move(&self) -> Option<Move> {
        self.judgement.turning.fatal_move()
    }

    fn verdict(&self) -> Verdict {
        self.judgement.answer.verdict()
    }

    /// The case file of the position, with its verdict.
    pub fn case(&self, completed: u64) -> String {
        let after = count_of(completed);
        let comment = match self.failure.dead_move {
            None => format!("A walk got stuck here after {after}."),
            Some(m) => format!("A walk came here after {after}; its last move, {m}, was allowed."),
        };
        let expect = match self.verdict() {
            Verdict::Unknown => None,
            verdict => Some(Expectation {
                turning_point: self.turning_point(),
                fatal_move: self.fatal_move(),
                ..Expectation::of(verdict)
            }),
        };
        write_case(&Case { comment, position: self.position.clone(), expect })
    }

    /// The drawing with what is true, and what that means for the rules.
    fn text(&self, rules: &str, styled: bool) -> String {
        let input = Input {
            name: String::new(),
            source: None,
            position: self.position.clone(),
            expect: None,
            options: None,
        };
        let mut text = judgement::full(&input, &self.judgement, &Unmet::default(), styled);
        let path = self.position.path();
        let (shown, what) = match (self.turning_point(), self.fatal_move()) {
            (Some(live), Some(fatal)) => {
                let what = format!(
                    "The rules allowed the fatal move {fatal} after {live} steps: the set is incomplete."
                );
                (&path[..live], what)
            }
            _ if self.verdict() == Verdict::Live => {
                let what = "The position is live, but the rules allow no move: one is unsound.";
                (path, what.to_owned())
            }
            _ => (path, "The board is dead from the start.".to_owned()),
        };
        let size = self.position.board().width();
        let _ = writeln!(text, "\n{what}\nSee it with");
        let _ = writeln!(
            text,
            "  deadmove explain --board {size}x{size} --path '{}' --rules {rules}",
            letters(shown)
        );
        text
    }
}

fn count_of(completed: u64) -> String {
    let word = if completed == 1 { "walkthrough" } else { "walkthroughs" };
    format!("{} completed {word}", thousands(completed))
}

/// A walk for a person. `rules` are the files, as they were asked for; `again` the arguments of the
/// command.
pub fn text(walked: &Walked<'_>, rules: &str, again: &str, styled: bool) -> String {
    let question = walked.question;
    let size = question.size;
    let order = match (question.order, question.half, question.seed) {
        (Order::Left, false, _) => "depth first, left before straight before right".to_owned(),
        (Order::Left, true, _) => "depth first, lines that begin to the right".to_owned(),
        (Order::Random, _, seed) => format!("at random, seed {}", seed.unwrap_or(0)),
    };
    let rules_used = match &question.rules {
        None => "no rules".to_owned(),
        Some(digest) => format!(
            "{} of rules (digest {})",
            count(walked.placements, "placement", "placements"),
            &digest[..digest.len().min(12)]
        ),
    };
    let mut out = format!("{size}×{size} board, {rules_used}, {order}\n");
    if question.shard.of > 1 {
        let _ = writeln!(out, "shard {} of {}", question.shard.number, question.shard.of);
    }
    let (never, failures) = match question.stop {
        Stop::Stuck => ("never stuck", "stuck"),
        Stop::Dead => ("no dead move allowed, never stuck", "stuck or a dead move allowed"),
    };
    let all = count_of(walked.completed);
    let so_far = if walked.finished { "finished" } else { "not finished" };
    let _ = match (&walked.first, question.keep_going) {
        // Without rules, a walk steps back where it is stuck.
        (None, _) if question.rules.is_none() => writeln!(out, "{so_far}: {all}"),
        (None, _) => writeln!(out, "{so_far}: {all}, {never}"),
        (Some(_), true) => {
            writeln!(out, "{so_far}: {all}, {failures} {}", count_times(walked.failed))
        }
        (Some(shown), false) => match shown.failure.dead_move {
            None => writeln!(out, "stuck after {all}"),
            Some(m) => writeln!(out, "the dead move {m} is allowed after {all}"),
        },
    };
    if let Some(shown) = &walked.first {
        out.push('\n');
        if question.keep_going {
            out.push_str("The first time:\n");
        }
        out.push_str(&shown.text(rules, styled));
    }
    if walked.first.is_none() {
        out.push('\n');
    }
    let _ = writeln!(out, "Walk again with\n  deadmove walk {again}");
    out
}

fn count_times(failed: u64) -> String {
    match failed {
        1 => "once".to_owned(),
        _ => format!("{} times", thousands(failed)),
    }
}

/// The contract: these keys in this order.
#[derive(Serialize)]
struct WalkObject<'a> {
    schema: u8,
    size: usize,
    /// Digest of the rules.
    rules: Option<&'a str>,
    order: Order,
    stop: Stop,
    keep_going: bool,
    half: bool,
    shard: String,
    seed: Option<u64>,
    completed: u64,
    failed: u64,
    finished: bool,
    stuck: Option<StuckObject>,
}

#[derive(Serialize)]
struct StuckObject {
    path: String,
    /// The dead allowed move after the path, with --stop dead.
    dead_move: Option<Move>,
    verdict: Verdict,
    turning_point: Option<usize>,
    fatal_move: Option<Move>,
}

/// A walk as a JSON object.
pub fn json(walked: &Walked<'_>) -> String {
    let question = walked.question;
    let stuck = walked.first.as_ref().map(|shown| StuckObject {
        path: letters(&shown.failure.path),
        dead_move: shown.failure.dead_move,
        verdict: shown.verdict(),
        turning_point: shown.turning_point(),
        fatal_move: shown.fatal_move(),
    });
    let object = WalkObject {
        schema: SCHEMA,
        size: question.size,
        rules: question.rules.as_deref(),
        order: question.order,
        stop: question.stop,
        keep_going: question.keep_going,
        half: question.half,
        shard: format!("{}/{}", question.shard.number, question.shard.of),
        seed: question.seed,
        completed: walked.completed,
        failed: walked.failed,
        finished: walked.finished,
        stuck,
    };
    serde_json::to_string(&object).expect("strings and numbers are valid JSON")
}
