//! Lines that take only live moves which a wrong rule allows: how far they get, as text, JSON and
//! case files.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number;
use crate::command::{explain, words};
use crate::numbers::{count, thousands};
use crate::table::{Column, Table};
use deadmove_core::board::{Board, Letters, Move, from_letters, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::{Case, Expectation, write_case};
use deadmove_core::position::Position;
use deadmove_core::verdict::Verdict;
use deadmove_verify::check::{Check, RuleVerdict};
use deadmove_verify::reachability::Reachability;

/// Where the wrong rules of a check lead: the key `stuck` of a report, these keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Followed {
    /// Whether every wrong rule was followed.
    pub complete: bool,
    /// Live positions of the board.
    pub live_positions: u64,
    /// The rules that were followed.
    pub followed: Vec<FollowedRule>,
}

/// A rule that forbids a live move, and the positions reached by lines that follow it and avoid all
/// dead moves.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct FollowedRule {
    /// The rule's name.
    pub name: String,
    /// Its file.
    pub file: String,
    digest: String,
    /// Live moves it forbids.
    pub forbids_live: u64,
    /// Live positions that are reached.
    pub reached: u64,
    /// Those of them in which it forbids every live move.
    pub stuck: u64,
    /// A line to one of those; null if no position is stuck.
    #[schemars(with = "Option<Letters>")]
    pub path: Option<String>,
}

impl Followed {
    /// The wrong rules of a check with what was found about the first of them.
    pub fn of(check: &Check, live_positions: u64, found: &[Reachability]) -> Followed {
        let results = check.claims.iter().zip(&check.rules);
        let wrong = results.filter(|(_, result)| result.verdict == RuleVerdict::Unsound);
        let complete = check.complete() && wrong.clone().count() == found.len();
        let followed = wrong.zip(found).map(|((rule, result), reachability)| FollowedRule {
            name: rule.name.clone(),
            file: rule.file.clone(),
            digest: rule.digest.clone(),
            forbids_live: result.forbids_live.unwrap_or_default(),
            reached: reachability.reached,
            stuck: reachability.stuck,
            path: reachability.first.as_deref().map(letters),
        });
        Followed { complete, live_positions, followed: followed.collect() }
    }

    /// The rules that lead to stuck positions, each with a shortest line to one.
    pub fn stuck(&self) -> impl Iterator<Item = (&FollowedRule, Vec<Move>)> {
        let line = |rule: &FollowedRule| from_letters(rule.path.as_deref()?);
        self.followed.iter().filter_map(move |rule| Some((rule, line(rule)?)))
    }

    /// What was found about the first of the wrong rules of a check, or what in it contradicts the
    /// rest. Whether the paths lead to stuck positions, only the live set shows
    /// (`reachability::gets_stuck`).
    pub(crate) fn found(self, check: &Check) -> Result<Vec<Reachability>, String> {
        let wrong = number(check, RuleVerdict::Unsound);
        if self.followed.len() > if check.complete() { wrong } else { 0 } {
            return Err("more rules are followed than are known to be wrong".to_owned());
        }
        let rules = self.followed.into_iter().enumerate();
        let found = rules.map(|(number, FollowedRule { reached, stuck, path, .. })| {
            let first = path.as_deref().map(from_letters);
            if first == Some(None) || (stuck > 0) != path.is_some() || stuck > reached {
                let rule = number + 1;
                return Err(format!("counts and path of followed rule {rule} do not agree"));
            }
            Ok(Reachability { reached, stuck, first: first.flatten() })
        });
        found.collect()
    }
}

/// The section of a check as text.
pub fn text(followed: &Followed, size: usize) -> String {
    if followed.followed.is_empty() {
        return "\nno rule forbids a live move, so no line gets stuck by one\n".to_owned();
    }
    let mut out = format!(
        "\nlines that take only live moves which the rule allows, on {}\n\n",
        count(followed.live_positions as usize, "live position", "live positions")
    );
    let mut table = Table::new([
        Column::right("forbids live moves").wide(18),
        Column::right("positions reached").wide(18),
        Column::right("stuck positions").wide(15),
        Column::right("after").wide(5),
        Column::left("rule"),
    ]);
    for rule in &followed.followed {
        let path = rule.path.as_ref();
        let steps = path.map_or_else(|| "-".to_owned(), |path| path.len().to_string());
        let [live, reached, stuck] = [rule.forbids_live, rule.reached, rule.stuck].map(thousands);
        table.row([live, reached, stuck, steps, rule.name.clone()]);
    }
    out.push_str(&table.print(false));
    for (rule, path) in followed.stuck() {
        let board = (size as u16, size as u16);
        let command = explain(board, &path, &words(&[&rule.file]));
        let _ = writeln!(out, "\n{} forbids every live move here:\n  {command}", rule.name);
    }
    out
}

/// The case file of a position in which a rule forbids every live move.
///
/// # Errors
/// If there is no board of this size, or a step cannot be drawn.
pub fn case(rule: &FollowedRule, size: usize, path: &[Move]) -> Result<String, InputError> {
    let fault = |what: String| InputError::new(ErrorKind::BadPath, what);
    let board = Board::corner_to_corner(size, size).map_err(|error| fault(error.to_string()))?;
    let position =
        Position::from_path(board.into(), path).map_err(|error| fault(error.to_string()))?;
    let comment = format!("Every live move here is forbidden by the rule {}.", rule.name);
    Ok(write_case(&Case::new(comment, position, Some(Expectation::of(Verdict::Live)))))
}
