//! Answers of programs held against the truth: which live moves they forbid, which dead ones they
//! allow, and where there is no answer.
//!
//! Plain data, whoever asked: [`super::check_program`], or a file that was read
//! ([`super::recorded_answers`]).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_program::answer::Answer;
use deadmove_program::fault::ProgramFault;
use deadmove_rules::moves::Moves;

/// The most findings that are kept; all are counted.
pub const KEPT: usize = 10_000;

/// The legal moves of a live position, by what they lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// The live ones.
    pub live: Moves,
    /// The dead ones.
    pub dead: Moves,
    /// Those of the dead ones that enter the end cell early.
    pub early: Moves,
}

/// Counts of live positions and of their moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Positions.
    pub positions: u64,
    /// Questions: more than positions if several drawings of each were asked about.
    pub questions: u64,
    /// Positions in which a live move is not allowed.
    pub live_forbidden: u64,
    /// Positions in which a dead move is allowed.
    pub dead_allowed: u64,
    /// Positions with different answers to different drawings.
    pub differing: u64,
    /// Positions with a question that has no answer: a fault, or the program cannot say.
    pub unanswered: u64,
    /// Dead moves of all positions.
    pub dead_moves: u64,
    /// Those of them that are not allowed.
    pub forbidden: u64,
    /// Those that are allowed, early ends left out.
    pub allowed: u64,
    /// Those that are allowed and enter the end cell early.
    pub early_ends: u64,
    /// Questions without an answer, by the word of the fault.
    pub faults: BTreeMap<String, u64>,
}

/// The word for an answer `?` in [`AnswerCounts::faults`].
pub const CANNOT_SAY: &str = "cannot-say";

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// It forbids live moves or allows dead ones.
    Wrong {
        /// The live moves that it does not allow.
        forbids: Moves,
        /// The dead moves that it allows.
        allows: Moves,
    },
    /// Another drawing of the same position has another answer.
    Differs {
        /// The answer.
        allowed: Moves,
        /// The other drawing.
        other: Vec<Move>,
        /// Its answer.
        other_allowed: Moves,
    },
    /// There is none.
    None {
        /// The word of the fault, or [`CANNOT_SAY`].
        word: String,
        /// What happened, or what the program said.
        what: String,
    },
}

/// A flaw, and the path to the position in which it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerFinding {
    /// The path.
    pub path: Vec<Move>,
    /// The flaw.
    pub flaw: Flaw,
    /// Where the answer was recorded, if it was.
    pub origin: Option<AnswerOrigin>,
}

/// Where an answer was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerOrigin {
    /// The file; none for standard input.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: usize,
    /// The board of its position.
    pub board: Arc<Board>,
    /// Whether the run stopped at the position, which has no answer therefore: nothing is allowed.
    pub stopped: bool,
}

impl AnswerFinding {
    fn key(&self) -> (usize, &[Move], &Flaw) {
        (self.path.len(), &self.path, &self.flaw)
    }
}

/// Counts and the simplest findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramAnswers {
    /// The counts.
    pub counts: AnswerCounts,
    /// The findings with the shortest paths, at most [`KEPT`], in their order.
    pub findings: Vec<AnswerFinding>,
}

impl ProgramAnswers {
    /// Adds a live position: its drawings with what the program said about each, at least one.
    /// Returns the dead moves that it allows, early ends left out.
    pub fn add<'a>(
        &mut self,
        truth: Truth,
        said: impl IntoIterator<Item = (&'a [Move], Result<Answer, ProgramFault>)>,
    ) -> Moves {
        self.counts.positions += 1;
        self.counts.dead_moves += u64::from(truth.dead.len());
        let mut first: Option<(&[Move], Moves)> = None;
        let (mut forbids, mut allows) = (Moves::NONE, Moves::NONE);
        let (mut unanswered, mut differs) = (false, false);
        for (path, answer) in said {
            self.counts.questions += 1;
            let mut found = |flaw| {
                self.findings.push(AnswerFinding { path: path.to_vec(), flaw, origin: None });
            };
            match answer {
                Ok(Answer::Allowed(allowed)) => {
                    let wrong = (truth.live.without(allowed), truth.dead.and(allowed));
                    if wrong != (Moves::NONE, Moves::NONE) {
                        found(Flaw::Wrong { forbids: wrong.0, allows: wrong.1 });
                    }
                    (forbids, allows) = (forbids.or(wrong.0), allows.or(wrong.1));
                    match first {
                        None => first = Some((path, allowed)),
                        Some((other, other_allowed)) if other_allowed != allowed => {
                            differs = true;
                            found(Flaw::Differs { allowed, other: other.to_vec(), other_allowed });
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                Ok(Answer::CannotSay(what)) => self.add_fault(path, CANNOT_SAY, what),
                // The faults that led to it are findings.
                Err(fault @ ProgramFault::NotAsked) => self.count_fault(fault.word()),
                Err(fault) => self.add_fault(path, fault.word(), fault.to_string()),
            }
            unanswered = true;
        }
        let counts = &mut self.counts;
        counts.live_forbidden += u64::from(!forbids.is_empty());
        counts.dead_allowed += u64::from(!allows.is_empty());
        counts.differing += u64::from(differs);
        counts.unanswered += u64::from(unanswered);
        // Without an answer nothing is taken for allowed, and nothing for forbidden.
        if first.is_some() {
            counts.forbidden += u64::from(truth.dead.without(allows).len());
            counts.early_ends += u64::from(allows.and(truth.early).len());
            counts.allowed += u64::from(allows.without(truth.early).len());
        }
        allows.without(truth.early)
    }

    /// Adds a question without an answer; its position is counted elsewhere.
    pub(crate) fn add_fault(&mut self, path: &[Move], word: &str, what: String) {
        self.count_fault(word);
        let flaw = Flaw::None { word: word.to_owned(), what };
        self.findings.push(AnswerFinding { path: path.to_vec(), flaw, origin: None });
    }

    /// Adds lines that were left at the end: a fault of some question, of the last one perhaps.
    pub fn add_left_over(&mut self, path: &[Move], fault: &ProgramFault) {
        self.counts.unanswered += 1;
        self.add_fault(path, fault.word(), fault.to_string());
    }

    fn count_fault(&mut self, word: &str) {
        *self.counts.faults.entry(word.to_owned()).or_default() += 1;
    }

    /// Adds those of other positions.
    #[must_use]
    pub fn merge(mut self, other: ProgramAnswers) -> ProgramAnswers {
        let (a, b) = (&mut self.counts, other.counts);
        a.positions += b.positions;
        a.questions += b.questions;
        a.live_forbidden += b.live_forbidden;
        a.dead_allowed += b.dead_allowed;
        a.differing += b.differing;
        a.unanswered += b.unanswered;
        a.dead_moves += b.dead_moves;
        a.forbidden += b.forbidden;
        a.allowed += b.allowed;
        a.early_ends += b.early_ends;
        for (word, number) in b.faults {
            *a.faults.entry(word).or_default() += number;
        }
        self.findings.extend(other.findings);
        self.settle();
        self
    }

    /// Orders the findings, and keeps the simplest.
    pub fn settle(&mut self) {
        self.findings.sort_by(|a, b| a.key().cmp(&b.key()));
        self.findings.truncate(KEPT);
    }

    /// Whether there are questions, and each has an answer that forbids no live move and allows no
    /// dead one.
    pub fn right(&self) -> bool {
        let counts = &self.counts;
        counts.questions > 0
            && counts.live_forbidden + counts.dead_allowed + counts.differing + counts.unanswered
                == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: Moves = Moves::only(Move::Up);
    const D: Moves = Moves::only(Move::Down);
    const R: Moves = Moves::only(Move::Right);

    fn one(answers: &[Result<Answer, ProgramFault>]) -> ProgramAnswers {
        let truth = Truth { live: U, dead: D.or(R), early: R };
        let paths = [vec![Move::Right], vec![Move::Down]];
        let mut found = ProgramAnswers::default();
        found.add(truth, paths.iter().map(Vec::as_slice).zip(answers.iter().cloned()));
        found
    }

    #[test]
    fn forbidden_live_moves_and_allowed_dead_ones_are_counted() {
        let right = one(&[Ok(Answer::Allowed(U))]);
        assert!(right.right());
        assert_eq!((right.counts.dead_moves, right.counts.forbidden), (2, 2));
        let wrong = one(&[Ok(Answer::Allowed(D.or(R)))]);
        let counts = &wrong.counts;
        assert_eq!((counts.live_forbidden, counts.dead_allowed), (1, 1));
        assert_eq!((counts.forbidden, counts.allowed, counts.early_ends), (0, 1, 1));
        assert_eq!(wrong.findings[0].flaw, Flaw::Wrong { forbids: U, allows: D.or(R) });
    }

    #[test]
    fn what_is_not_answered_is_never_right() {
        for answer in [
            Ok(Answer::CannotSay("why".to_owned())),
            Err(ProgramFault::Buffers),
            Err(ProgramFault::TooManyLines("R".to_owned())),
        ] {
            let found = one(&[answer]);
            assert!(!found.right());
            assert_eq!((found.counts.unanswered, found.counts.forbidden), (1, 0));
            assert_eq!(found.counts.faults.values().sum::<u64>(), 1);
        }
        assert!(!ProgramAnswers::default().right());
    }

    #[test]
    fn two_answers_to_one_position_are_a_finding() {
        let found = one(&[Ok(Answer::Allowed(U)), Ok(Answer::Allowed(U.or(D)))]);
        assert_eq!((found.counts.positions, found.counts.questions), (1, 2));
        assert_eq!((found.counts.differing, found.counts.dead_allowed), (1, 1));
        assert!(!found.right());
        assert_eq!(found.findings.len(), 2);
    }
}
