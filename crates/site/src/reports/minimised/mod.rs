//! Positions whose dead moves were lifted: what `minimise` printed about them, replayed and judged.
//! Would the rules have saved the lines that led there?

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use deadmove_core::board::{Letters, Move, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::judge::{Engine, EngineAnswer, Fault, judge};
use deadmove_report::minimise::{CandidateReport, MinimiseReport, MinimisedMove};
use deadmove_rules::RuleFile;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::{Head, Rule};
use deadmove_verify::explain::forbidding_match;

/// A live position and its dead moves.
#[derive(Clone, Debug)]
pub struct Unsolved {
    /// What the position is called.
    pub name: String,
    /// The position before the dead moves.
    pub position: Position,
    /// What was drawn after it, a dead move first; empty if nothing was.
    pub rest: Vec<Move>,
    /// What the program that drew the path allowed there, if that is recorded.
    pub allowed: Option<Vec<Move>>,
    /// The live moves, each with a completion that begins with it.
    pub live: Vec<(Move, Vec<Move>)>,
    /// The dead moves that the report is about: those that were taken or allowed first.
    pub dead: Vec<DeadMove>,
}

/// A dead move with the reason, and the rule that forbids it.
#[derive(Clone, Debug)]
pub struct DeadMove {
    /// The move.
    pub direction: Move,
    /// Why the position after it is dead.
    pub reason: Reason,
    /// A rule that forbids it, proved for every board; none if the report has none.
    pub rule: Option<ProvedRule>,
}

/// A rule that is proved for every board, as it forbids a dead move.
#[derive(Clone, Debug)]
pub struct ProvedRule {
    /// The rule.
    pub rule: Rule,
    /// The number of its conditions.
    pub conditions: usize,
    /// How many columns or rows its farthest cell is from the live end.
    pub reach: u16,
    /// How it forbids the move.
    pub found: Match,
}

/// Whether the rules would have saved the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// They forbid every dead move that was allowed, and these live ones remain.
    Saved(Vec<Move>),
    /// No dead move was allowed.
    NotNeeded,
    /// These dead moves were allowed, and there is no rule for them.
    Missed(Vec<Move>),
    /// They forbid all that was allowed.
    Stuck,
    /// It is not recorded what was allowed.
    Unrecorded,
}

fn bad(name: &str, what: impl std::fmt::Display) -> InputError {
    let message = format!("the position '{name}' does not hold: {what}");
    InputError::new(ErrorKind::BadReport, message)
        .expected("what `deadmove minimise --json` printed")
}

/// Checks that the positions can be drawn and that the rules can be read and forbid the moves.
pub(super) fn verify(report: &MinimiseReport) -> Result<(), InputError> {
    report.moves.iter().try_for_each(|found| read(found).map(|_| ()))
}

/// A dead move of a report, read: the live position, what was drawn after it, what was allowed, the
/// move and the rule.
struct Read {
    position: Position,
    rest: Vec<Move>,
    allowed: Option<Vec<Move>>,
    fatal: Move,
    rule: Option<ProvedRule>,
}

fn read(found: &MinimisedMove) -> Result<Read, InputError> {
    let name = &found.position;
    let board = Arc::new(found.board.board().map_err(|error| bad(name, error))?);
    let drawn = |path: &[Move]| {
        Position::from_path(Arc::clone(&board), path).map_err(|error| bad(name, error))
    };
    let position = drawn(&found.path.0)?;
    let Letters(rest) = &found.rest;
    drawn(&[position.path(), rest].concat())?;
    let [fatal] = found.fatal.0[..] else {
        return Err(bad(name, format!("'{}' is no move", letters(&found.fatal.0))));
    };
    let legal = |step: &Move| position.legal_moves().any(|legal| legal == *step);
    if !legal(&fatal) || !found.allowed.iter().flatten().all(legal) {
        return Err(bad(name, "a move is not legal"));
    }
    let best = found.candidates.iter().find(|candidate| candidate.proved);
    let rule = best.map(|best| candidate(best, name, &position, fatal)).transpose()?;
    let (rest, allowed) = (rest.clone(), found.allowed.clone());
    Ok(Read { position, rest, allowed, fatal, rule })
}

fn candidate(
    candidate: &CandidateReport,
    name: &str,
    position: &Position,
    fatal: Move,
) -> Result<ProvedRule, InputError> {
    let rule = match RuleFile::parse(&candidate.rule) {
        Ok(RuleFile::Rule(rule)) => {
            Rule { head: Head { name: format!("against {fatal}"), ..rule.head }, ..rule }
        }
        Ok(RuleFile::Family(_)) => return Err(bad(name, "a candidate is a family")),
        Err(error) => return Err(bad(name, error.message)),
    };
    let Some(found) = forbidding_match(position, fatal, &rule) else {
        return Err(bad(name, format!("the rule found for {fatal} does not forbid it")));
    };
    let cells = rule.pattern.all_cells().into_iter();
    let away = cells.map(|cell| cell.right.unsigned_abs().max(cell.down.unsigned_abs()));
    let reach = away.max().unwrap_or(0);
    Ok(ProvedRule { rule, conditions: candidate.conditions, reach, found })
}

/// The positions of reports, each judged: the given moves must be dead.
///
/// # Errors
/// If a move is live: the report is wrong, or the engine is.
pub fn positions(reports: &[MinimiseReport]) -> Result<Vec<Unsolved>, Fault> {
    let mut all: Vec<Unsolved> = Vec::new();
    let mut answers = Vec::new();
    let moves = reports.iter().flat_map(|report| &report.moves);
    for (name, read) in moves.filter_map(|found| Some((&found.position, read(found).ok()?))) {
        let Read { position, rest, allowed, fatal, rule } = read;
        let same =
            |last: &Unsolved| last.name == *name && last.position == position && last.rest == rest;
        if !all.last().is_some_and(same) {
            let judgement = judge(&position, Engine::Sat, &Limits::default())?;
            let witness = |(step, answer): &(Move, EngineAnswer)| match answer {
                Outcome::Live(witness) => Some((*step, witness.clone())),
                _ => None,
            };
            let live = judgement.moves.iter().filter_map(witness).collect();
            answers = judgement.moves;
            let (name, dead) = (name.clone(), Vec::new());
            all.push(Unsolved { name, position, rest, allowed, live, dead });
        }
        let last = all.last_mut().expect("one was added");
        let reason = answers.iter().find_map(|(step, answer)| match answer {
            Outcome::Dead(reason) if *step == fatal => Some(reason.clone()),
            _ => None,
        });
        let reason = reason.ok_or_else(|| Fault::Contradiction(letters(last.position.path())))?;
        last.dead.push(DeadMove { direction: fatal, reason, rule });
    }
    for unsolved in &mut all {
        let open = unsolved.open_moves();
        unsolved.dead.sort_by_key(|dead| !open.contains(&dead.direction));
    }
    Ok(all)
}

impl Unsolved {
    /// Whether the position that was saved is live.
    pub fn is_live(&self) -> bool {
        self.rest.is_empty()
    }

    /// Whether a dead move was taken, or allowed.
    pub fn was_open(&self, dead: &DeadMove) -> bool {
        let allowed = self.allowed.iter().flatten();
        self.rest.first().into_iter().chain(allowed).any(|step| *step == dead.direction)
    }

    /// The dead moves that were taken or allowed.
    pub fn open_moves(&self) -> Vec<Move> {
        let dead = |step: &&Move| self.live.iter().all(|(live, _)| live != *step);
        let open = self.rest.first().into_iter().chain(self.allowed.iter().flatten());
        let open: BTreeSet<Move> = open.filter(dead).copied().collect();
        open.into_iter().collect()
    }

    /// Whether the rules would have saved the line.
    pub fn rescue(&self) -> Rescue {
        let Some(allowed) = &self.allowed else { return Rescue::Unrecorded };
        let open = self.open_moves();
        if open.is_empty() {
            return Rescue::NotNeeded;
        }
        let ruled = |step: &Move| {
            self.dead.iter().any(|dead| dead.direction == *step && dead.rule.is_some())
        };
        if !open.iter().all(ruled) {
            return Rescue::Missed(open.into_iter().filter(|step| !ruled(step)).collect());
        }
        let left: Vec<Move> = allowed.iter().copied().filter(|step| !open.contains(step)).collect();
        if left.is_empty() { Rescue::Stuck } else { Rescue::Saved(left) }
    }

    /// The dead moves to show: those that were taken or allowed, and all if there are none.
    pub fn shown(&self) -> &[DeadMove] {
        match self.dead.iter().filter(|dead| self.was_open(dead)).count() {
            0 => &self.dead,
            open => &self.dead[..open],
        }
    }
}
