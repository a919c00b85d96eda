//! Answers about positions of files, judged: those that files record, and those of a program that
//! was asked about them.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::answers::{AnswerFinding, AnswerOrigin, Flaw, ProgramAnswers, Truth};
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::formats::Input;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, Fault, Judgement, Turning, judge_within};
use deadmove_program::answer::{Answer, AnswerError};
use deadmove_program::fault::ProgramFault;
use deadmove_program::question::question;
use deadmove_rules::moves::Moves;

/// The word for a position that a limit left undecided, or one of its moves, in
/// [`AnswerCounts::faults`](super::answers::AnswerCounts::faults).
pub const UNDECIDED: &str = "undecided";

/// An answer, and the truth about its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// The position.
    position: Position,
    answer: Result<Answer, ProgramFault>,
    /// Whether the run stopped there, so that nothing is allowed.
    stopped: bool,
    /// The verdict on the position.
    verdict: Verdict,
    /// The verdicts on its moves. If a limit was reached, some are missing.
    truth: Truth,
}

/// Judges the positions about which an input records an answer, from the first step on. The limits
/// apply to each. If `stop` is set, verdicts that are missing are unknown.
///
/// # Errors
/// If the engine fails.
pub fn judge_recorded(
    input: &Input,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Vec<JudgedAnswer>, Fault> {
    let Some(options) = &input.options else { return Ok(Vec::new()) };
    let allowed = |moves: &[Move]| Some(moves.iter().copied().collect::<Moves>());
    let mut recorded: Vec<(usize, Option<Moves>)> =
        options.iter().map(|(steps, moves)| (steps, allowed(moves))).collect();
    if options.stopped && !input.position.is_finished() {
        recorded.push((input.position.path().len(), None));
    }
    let Some(&(last, _)) = recorded.last() else { return Ok(Vec::new()) };
    let judge =
        |position: &Position| judge_within(position, Engine::Sat, &Budget::stoppable(limits, stop));
    let longest = input.position.prefix(last);
    let judgement = judge(&longest)?;
    // What continues a dead path is dead.
    let first_dead = match judgement.turning {
        Turning::Point { live, .. } => live + 1,
        Turning::FromTheStart => 0,
        Turning::Live | Turning::Unknown(_) | Turning::NotAsked => usize::MAX,
    };
    let judged = |(steps, allowed): (usize, Option<Moves>)| {
        let position = longest.prefix(steps);
        let (verdict, truth) = if steps >= first_dead {
            (Verdict::Dead, Truth::default())
        } else if steps == last {
            (judgement.answer.verdict(), truth(&position, &judgement))
        } else {
            let judgement = judge(&position)?;
            (judgement.answer.verdict(), truth(&position, &judgement))
        };
        let stopped = allowed.is_none();
        let answer = recorded_answer(&position, allowed.unwrap_or(Moves::NONE));
        Ok(JudgedAnswer { position, answer, stopped, verdict, truth })
    };
    recorded.into_par_iter().map(judged).collect()
}

/// The moves that a file calls allowed, which may be illegal.
fn recorded_answer(position: &Position, moves: Moves) -> Result<Answer, ProgramFault> {
    let legal: Moves = position.legal_moves().collect();
    match moves.without(legal).iter().next() {
        Some(direction) => {
            let said = moves.to_string();
            Err(ProgramFault::NoAnswer(AnswerError::Illegal { said, direction }))
        }
        None => Ok(Answer::Allowed(moves)),
    }
}

/// Judges a position about which nothing was asked yet, as if nothing were allowed there. If a
/// limit is reached, verdicts are unknown.
///
/// # Errors
/// If the engine fails.
pub fn judge_unasked(
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<JudgedAnswer, Fault> {
    let budget = Budget::stoppable(limits, stop);
    let judgement = judge_within(position, Engine::Sat, &budget)?;
    Ok(JudgedAnswer {
        position: position.clone(),
        answer: Ok(Answer::Allowed(Moves::NONE)),
        stopped: false,
        verdict: judgement.answer.verdict(),
        truth: truth(position, &judgement),
    })
}

impl JudgedAnswer {
    /// The position, if there is something to ask about: it is not dead, and has legal moves.
    pub fn to_ask(&self) -> Option<&Position> {
        let open = self.verdict != Verdict::Dead && self.position.legal_moves().next().is_some();
        open.then_some(&self.position)
    }

    /// With what a program said.
    #[must_use]
    pub fn answered(self, answer: Result<Answer, ProgramFault>) -> JudgedAnswer {
        JudgedAnswer { answer, ..self }
    }
}

/// The verdicts on moves, as far as they are known.
fn truth(position: &Position, judgement: &Judgement) -> Truth {
    let of = |verdict| -> Moves {
        let moves = judgement.moves.iter().filter(|(_, answer)| answer.verdict() == verdict);
        moves.map(|(direction, _)| *direction).collect()
    };
    let board = position.board();
    let enters_end =
        |&direction: &Move| board.step(position.live_end(), direction) == Some(board.end());
    let dead: Moves = of(Verdict::Dead);
    Truth { live: of(Verdict::Live), dead, early: dead.iter().filter(enters_end).collect() }
}

/// Recorded answers held against the truth.
#[derive(Debug, Default)]
pub struct RecordedAnswers {
    /// Those about live positions.
    pub answers: ProgramAnswers,
    /// Answers about dead positions: what is allowed there says nothing.
    pub dead_positions: u64,
    /// For each position the path and the answer that came first.
    seen: FxHashMap<blake3::Hash, (Vec<Move>, Moves)>,
}

impl RecordedAnswers {
    /// Adds the answers that an input records.
    pub fn add(&mut self, input: &Input, judged: Vec<JudgedAnswer>) {
        for JudgedAnswer { position, answer, stopped, verdict, truth } in judged {
            let legal: Moves = position.legal_moves().collect();
            if verdict == Verdict::Dead {
                self.dead_positions += 1;
                continue;
            }
            if !legal.without(truth.live.or(truth.dead)).is_empty() {
                // A position without an answer is counted below.
                let answered = verdict == Verdict::Unknown || is_answer(&answer);
                self.answers.counts.unanswered += u64::from(answered);
                *self.answers.counts.faults.entry(UNDECIDED.to_owned()).or_default() += 1;
            }
            if verdict == Verdict::Unknown {
                continue;
            }
            if legal.is_empty() {
                // A complete line: nothing is asked about it.
                self.answers.counts.positions += 1;
                continue;
            }
            let path = position.path();
            let differs = match answer {
                Ok(Answer::Allowed(moves)) => self.differs(&position, moves),
                _ => None,
            };
            let before = self.answers.findings.len();
            self.answers.add(truth, [(path, answer)]);
            if let Some(flaw) = differs {
                self.answers.counts.differing += 1;
                self.answers.findings.push(AnswerFinding {
                    path: path.to_vec(),
                    flaw,
                    origin: None,
                });
            }
            let origin = AnswerOrigin {
                file: input.source.clone(),
                line: input.line,
                board: position.shared_board(),
                stopped,
            };
            for finding in &mut self.answers.findings[before..] {
                finding.origin = Some(origin.clone());
            }
        }
    }

    /// How an answer differs from an earlier one about the same position.
    fn differs(&mut self, position: &Position, allowed: Moves) -> Option<Flaw> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(question(position.board(), &[]).as_bytes());
        hasher.update(&position.board().index(position.live_end()).to_le_bytes());
        position.free().ones().for_each(|cell| {
            hasher.update(&cell.to_le_bytes());
        });
        let first = self
            .seen
            .entry(hasher.finalize())
            .or_insert_with(|| (position.path().to_vec(), allowed));
        let (other, other_allowed) = (&first.0, first.1);
        (other_allowed != allowed).then(|| Flaw::Differs {
            allowed,
            other: other.clone(),
            other_allowed,
        })
    }
}

fn is_answer(answer: &Result<Answer, ProgramFault>) -> bool {
    matches!(answer, Ok(Answer::Allowed(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadmove_core::board::letters;
    use deadmove_core::formats::parse_text;
    use deadmove_testing::enumeration::{is_live, position};
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    fn check(texts: &[&str]) -> RecordedAnswers {
        let mut found = RecordedAnswers::default();
        for text in texts {
            let input = parse_text(text, None).unwrap();
            let judged =
                judge_recorded(&input, &Limits::default(), &AtomicBool::new(false)).unwrap();
            found.add(&input, judged);
        }
        found
    }

    #[test]
    fn dead_positions_are_counted_apart() {
        // After R D the cell in the upper right corner is cut off.
        let found = check(&["3|1-1,1;0,1-2,1;0,1-2,2;0,1,3-2,3;1,3"]);
        let counts = &found.answers.counts;
        assert_eq!((counts.positions, found.dead_positions), (2, 2));
        assert_eq!((counts.live_forbidden, counts.dead_allowed), (0, 1));
        assert_eq!(found.answers.findings[0].path, [Move::Right]);
    }

    #[test]
    fn a_run_that_stopped_at_a_live_position_forbids_its_live_moves() {
        let stopped = |text| {
            let found = check(&[text]).answers;
            let last = found.findings.last().unwrap().clone();
            (found.counts.live_forbidden, last.path.len(), last.origin.unwrap().stopped)
        };
        assert_eq!(stopped("3|1-1,1;0,1-2,1;1-3,1"), (1, 2, true));
        assert_eq!(stopped("3|1-1,1;0,1-2,1;0-3,1;0"), (1, 1, false));
        let finished = "3|1-1,1;0,1-2,1;1-3,1;0-3,2;3-2,2;3-1,2;0-1,3;1-2,3;1-3,3";
        assert_eq!(check(&[finished]).answers.counts.positions, 8);
    }

    #[test]
    fn answers_to_two_drawings_of_a_position_are_compared() {
        let line = |path: &str, allowed: &str| {
            format!("{{\"n\":5,\"path\":\"{path}\",\"allowed\":\"{allowed}\"}}")
        };
        let (first, second) = ("RRDLLDRR", "DDRUURDD");
        let same = check(&[&line(first, "DR"), &line(second, "RD"), &line("RRDDLL", "U")]);
        assert_eq!((same.answers.right(), same.answers.counts.differing), (true, 0));
        let differ = check(&[&line(first, "DR"), &line(second, "D")]).answers;
        assert_eq!((differ.counts.differing, differ.counts.live_forbidden), (1, 1));
        let flaws = differ.findings.iter().map(|finding| &finding.flaw);
        let other = flaws.filter_map(|flaw| match flaw {
            Flaw::Differs { other, .. } => Some(letters(other)),
            _ => None,
        });
        assert_eq!(other.collect::<Vec<_>>(), [first]);
    }

    #[test]
    fn a_move_that_is_not_legal_is_a_fault_and_a_limit_leaves_the_answer_open() {
        let found = check(&["{\"n\":3,\"path\":\"\",\"allowed\":\"UR\"}"]).answers;
        assert_eq!(found.counts.faults.get("illegal-move"), Some(&1));
        assert!(!found.right());
        let input = parse_text("{\"n\":9,\"path\":\"RRD\",\"allowed\":\"D\"}", None).unwrap();
        let judged = judge_recorded(&input, &Limits::default(), &AtomicBool::new(false)).unwrap();
        let open = JudgedAnswer { truth: Truth::default(), ..judged[0].clone() };
        let mut found = RecordedAnswers::default();
        found.add(&input, vec![JudgedAnswer { verdict: Verdict::Unknown, ..open.clone() }]);
        assert_eq!((found.answers.counts.unanswered, found.answers.counts.positions), (1, 0));
        found.add(&input, vec![open]);
        assert_eq!(found.answers.counts.faults.get(UNDECIDED), Some(&2));
        assert!(!found.answers.right());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn answers_equal_to_the_truth_are_right_and_one_flipped_letter_is_found(
            seed: u64,
            flipped in 0usize..3,
        ) {
            let position = position(&mut ChaCha8Rng::seed_from_u64(seed));
            let live = is_live(&position);
            let moves: Vec<Move> = position.legal_moves().collect();
            let mut truth: Moves =
                moves.iter().copied().filter(|&step| is_live(&position.after(step))).collect();
            let mut input = Input::new(String::new(), position);
            let answer = |input: &mut Input, allowed: Moves| {
                let steps = input.position.path().len();
                input.options.get_or_insert_default().record(steps, allowed.iter().collect());
                let judged =
                    judge_recorded(input, &Limits::default(), &AtomicBool::new(false)).unwrap();
                let mut found = RecordedAnswers::default();
                found.add(input, judged);
                found
            };
            let found = answer(&mut input, truth);
            // Nothing is asked about a complete line.
            prop_assert_eq!(found.answers.right(), live && !moves.is_empty());
            prop_assert_eq!(found.dead_positions, u64::from(!live));
            if let Some(&direction) = moves.get(flipped) {
                let one = Moves::only(direction);
                truth = truth.without(one).or(one.without(truth));
                let counts = answer(&mut input, truth).answers.counts;
                prop_assert_eq!(counts.live_forbidden + counts.dead_allowed, u64::from(live));
            }
        }
    }
}
