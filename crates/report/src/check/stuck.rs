//! Lines that take only live moves which a wrong rule allows: how far they get, as text, JSON and
//! case files.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::{explain, words};
use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use deadmove_core::board::{Board, Letters, Move};
use deadmove_core::error::InputError;
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_verify::check::{Check, Checked, RuleVerdict};
use deadmove_verify::reachability::Reachability;

/// Where the wrong rules of a check lead.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The side of the board.
    pub size: usize,
    /// Live positions of the board.
    pub live_positions: u64,
    /// Whether every wrong rule was followed.
    pub complete: bool,
    /// The rules that were followed.
    pub wrong: Vec<WrongRule>,
}

/// A rule that forbids live moves.
#[derive(Clone, Debug)]
pub struct WrongRule {
    /// The rule.
    pub rule: Checked,
    /// Live moves it forbids, on all live positions.
    pub forbids_live: u64,
    /// What lines reach that follow it.
    pub reachability: Reachability,
}

impl Followed {
    /// The wrong rules of a check with what was found about the first of them.
    pub fn of(check: &Check, live_positions: u64, found: &[Reachability]) -> Followed {
        let results = check.claims.iter().zip(&check.rules);
        let wrong = results.filter(|(_, result)| result.verdict == RuleVerdict::Unsound);
        let complete = check.complete() && wrong.clone().count() == found.len();
        let wrong = wrong.zip(found).map(|((rule, result), reachability)| WrongRule {
            rule: rule.clone(),
            forbids_live: result.forbids_live.unwrap_or_default(),
            reachability: reachability.clone(),
        });
        Followed { size: check.size, live_positions, complete, wrong: wrong.collect() }
    }

    /// The rules that lead to stuck positions, each with a shortest line to one.
    pub fn stuck(&self) -> impl Iterator<Item = (&Checked, &[Move])> {
        let first = |wrong: &'_ WrongRule| wrong.reachability.first.is_some();
        self.wrong.iter().filter(move |wrong| first(wrong)).map(|wrong| {
            let path = wrong.reachability.first.as_deref();
            (&wrong.rule, path.expect("those without one are left out"))
        })
    }
}

/// The key `stuck` of a report: these keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct StuckObject {
    complete: bool,
    /// Live positions of the board.
    pub live_positions: u64,
    /// Every rule that forbids a live move.
    pub followed: Vec<FollowedRule>,
}

/// A rule that forbids a live move, and the positions reached by lines that follow it and avoid all
/// dead moves.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct FollowedRule {
    /// The rule's name.
    pub name: String,
    file: String,
    digest: String,
    /// Live moves it forbids.
    pub forbids_live: u64,
    /// Live positions that are reached.
    pub reached: u64,
    /// Those of them in which it forbids every live move.
    pub stuck: u64,
    /// A line to one of those; null if no position is stuck.
    pub path: Option<Letters>,
}

impl StuckObject {
    pub(crate) fn of(followed: &Followed) -> StuckObject {
        let rules = followed.wrong.iter().map(|wrong| FollowedRule {
            name: wrong.rule.name.clone(),
            file: wrong.rule.file.clone(),
            digest: wrong.rule.digest.clone(),
            forbids_live: wrong.forbids_live,
            reached: wrong.reachability.reached,
            stuck: wrong.reachability.stuck,
            path: wrong.reachability.first.clone().map(Letters),
        });
        StuckObject {
            complete: followed.complete,
            live_positions: followed.live_positions,
            followed: rules.collect(),
        }
    }

    /// What was found about the first of the wrong rules of a check, or what in it contradicts the
    /// rest. Whether the paths lead to stuck positions, only the live set shows
    /// (`reachability::gets_stuck`).
    pub(crate) fn found(self, check: &Check) -> Result<Vec<Reachability>, String> {
        let wrong = check.rules.iter().filter(|rule| rule.verdict == RuleVerdict::Unsound).count();
        if self.followed.len() > if check.complete() { wrong } else { 0 } {
            return Err("more rules are followed than are known to be wrong".to_owned());
        }
        let rules = self.followed.into_iter().enumerate();
        let found = rules.map(|(number, FollowedRule { reached, stuck, path, .. })| {
            if (stuck > 0) != path.is_some() || stuck > reached {
                let rule = number + 1;
                return Err(format!("counts and path of followed rule {rule} do not agree"));
            }
            Ok(Reachability { reached, stuck, first: path.map(|Letters(path)| path) })
        });
        found.collect()
    }
}

/// The section of a check as text.
pub fn text(followed: &Followed) -> String {
    let Followed { size, live_positions, wrong, .. } = followed;
    if wrong.is_empty() {
        return "\nno rule forbids a live move, so no line gets stuck by one\n".to_owned();
    }
    let mut out = format!(
        "\nlines that take only live moves which the rule allows, on {}\n\n",
        count(*live_positions as usize, "live position", "live positions")
    );
    let mut table = Table::new([
        Column::right("forbids live moves").wide(18),
        Column::right("positions reached").wide(18),
        Column::right("stuck positions").wide(15),
        Column::right("after").wide(5),
        Column::left("rule"),
    ]);
    for WrongRule { rule, forbids_live, reachability } in wrong {
        let first = reachability.first.as_ref();
        let steps = first.map_or_else(|| "-".to_owned(), |path| path.len().to_string());
        let counts = [*forbids_live, reachability.reached, reachability.stuck];
        let [live, reached, stuck] = counts.map(thousands);
        table.row([live, reached, stuck, steps, rule.name.clone()]);
    }
    out.push_str(&table.print(false));
    for (rule, path) in followed.stuck() {
        let board = (*size as u16, *size as u16);
        let command = explain(board, path, &words(&[&rule.file]));
        let _ = writeln!(out, "\n{} forbids every live move here:\n  {command}", rule.name);
    }
    out
}

/// The case file of a position in which a rule forbids every live move.
pub fn case(rule: &Checked, size: usize, path: &[Move]) -> Result<String, InputError> {
    let fault = |what: String| InputError::new("bad-path", what);
    let board = Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string()))?;
    let position =
        Position::from_path(board.into(), path).map_err(|error| fault(error.to_string()))?;
    let comment = format!("Every live move here is forbidden by the rule {}.", rule.name);
    Ok(write_case(&Case {
        comment,
        position,
        expect: Some(Expectation::of(Verdict::Live)),
        demands: Vec::new(),
        options: None,
    }))
}
