//! What a miss is, and how it is shrunk.

use deadmove_core::board::letters;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::judge::Fault;
use deadmove_engine::{frontier, propagate, sat};

use crate::plain_lemmas;
use crate::region::Region;

/// What the lemmas and the engines say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissAnswer {
    /// The lemmas refute it.
    Refuted,
    /// It is live.
    Live,
    /// It is dead, and the lemmas do not refute it. What does is said.
    Missed(CaughtBy),
    /// The engines reached a limit.
    Unknown,
}

/// What refutes a position that the lemmas miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaughtBy {
    /// Probing, with a deduction of this many steps, those inside of probes among them.
    Probing(usize),
    /// Only a search.
    Search,
}

impl CaughtBy {
    /// In words.
    pub(crate) fn words(self) -> String {
        match self {
            CaughtBy::Probing(steps) => format!("probing, in {steps} steps"),
            CaughtBy::Search => "a search only".to_owned(),
        }
    }
}

/// Asks the lemmas, and the SAT engine if they are silent.
pub fn ask(position: &Position) -> MissAnswer {
    if propagate::decide(position).is_none() {
        return MissAnswer::Refuted;
    }
    let budget = Budget::new(&Limits::default());
    if sat::verdict(position, &budget) == Verdict::Live {
        return MissAnswer::Live;
    }
    match sat::solve(position, &budget) {
        Outcome::Live(_) => MissAnswer::Live,
        Outcome::Dead(Reason::Deduction(deduction)) => {
            MissAnswer::Missed(CaughtBy::Probing(deduction.len()))
        }
        Outcome::Dead(_) => MissAnswer::Missed(CaughtBy::Search),
        Outcome::Unknown(_) => MissAnswer::Unknown,
    }
}

/// Compares what the lemmas decide with the second implementation of them.
///
/// # Errors
/// If the two differ.
pub fn compare(position: &Position) -> Result<(), Fault> {
    match propagate::decide(position) == plain_lemmas::decide(position) {
        true => Ok(()),
        false => Err(Fault::Contradiction(describe(position))),
    }
}

/// Confirms a miss with both other implementations: whether the frontier engine finds it dead, and
/// the second implementation of the lemmas does not refute it. It is not confirmed if the limits
/// end the frontier engine.
///
/// # Errors
/// If one of them says otherwise.
pub fn confirm(position: &Position, limits: &Limits) -> Result<bool, Fault> {
    compare(position)?;
    match frontier::solve(position, limits).verdict() {
        Verdict::Live => Err(Fault::Contradiction(describe(position))),
        verdict => Ok(verdict == Verdict::Dead),
    }
}

/// A position in a message: its path, or the rows of its region if it has none.
fn describe(position: &Position) -> String {
    match position.path().is_empty() {
        true => Region::of(position).rows().join("/"),
        false => letters(position.path()),
    }
}

fn is_missed(region: &Region) -> bool {
    region.colours_allow_a_line()
        && region.position().is_some_and(|position| matches!(ask(&position), MissAnswer::Missed(_)))
}

/// A region that the lemmas miss, made smaller as long as they do: steps are drawn from either end,
/// and pairs of neighbours are left out. Ends at the edge stay there.
pub fn shrink(region: &Region) -> Region {
    let mut region = region.clone();
    let at_the_edge = region.ends_are_at_the_edge();
    loop {
        let right = |next: &Region| !at_the_edge || next.ends_are_at_the_edge();
        let missed = |next: &Region| right(next) && is_missed(next);
        let Some(found) = smaller(&region).find(missed) else { break };
        region = found;
    }
    region
}

fn smaller(region: &Region) -> impl Iterator<Item = Region> + '_ {
    let drawn = [region.clone(), region.reversed()].into_iter().flat_map(|region| {
        let next: Vec<_> = region.neighbours(region.live_end).collect();
        next.into_iter().map(move |live_end| {
            let mut cells = region.cells.clone();
            cells.remove(&region.live_end);
            Region { cells, live_end, end: region.end }
        })
    });
    let without = region.cells.iter().flat_map(move |&one| {
        // To the right and down: each pair once.
        let pairs = region.neighbours(one).filter(move |&other| other > one);
        pairs.map(move |other| {
            let mut cells = region.cells.clone();
            cells.remove(&one);
            cells.remove(&other);
            Region { cells, live_end: region.live_end, end: region.end }
        })
    });
    drawn.chain(without)
}
