//! The state of a search as a file, so that an interrupted search can be resumed.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::minimise::{ContradictedCandidate, Seed};
use super::pool::MinedRule;
use super::search::{Miner, Trial};
use crate::lift::Lifted;
use deadmove_core::board::{Board, Move, from_letters, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::sealed;
use deadmove_rules::RuleFile;
use deadmove_rules::text::write_rule;

const SCHEMA: u8 = 3;

/// What a search looks for. A state with other parameters is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MiningParameters {
    /// The side of the board.
    pub size: usize,
    /// How many columns and rows pictures reach from the live end at most.
    pub reach: u16,
    /// Above 9×9: lines of a round.
    pub walks: Option<u64>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// BLAKE3 of the texts of the given rules, or the digest of the program in their place, in
    /// hexadecimal digits; none if there are none.
    pub start: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct MineStateDocument {
    schema: u8,
    question: MiningParameters,
    rounds: u64,
    #[serde(with = "steps")]
    steps: Vec<Trial>,
    /// The known dead moves: the line with the move.
    moves: Vec<String>,
    /// The moves that were lifted.
    tried: Vec<usize>,
    /// The rules of the pool: the move each was lifted from, and its text.
    rules: Vec<(usize, String)>,
    /// The rules of the best set.
    best: Option<Vec<usize>>,
}

mod steps {
    use super::Trial;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(steps: &[Trial], to: S) -> Result<S::Ok, S::Error> {
        let records: Vec<_> =
            steps.iter().map(|s| (s.rules, s.failed, s.missed, s.unexplained)).collect();
        records.serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Trial>, D::Error> {
        let records: Vec<(usize, u64, u64, usize)> = Vec::deserialize(from)?;
        let step =
            |(rules, failed, missed, unexplained)| Trial { rules, failed, missed, unexplained };
        Ok(records.into_iter().map(step).collect())
    }
}

/// Replaces the state of a search in a file. If that fails, the old state stays.
///
/// # Errors
/// If the folder or the disk refuses it.
pub fn write(
    file: &Path,
    question: &MiningParameters,
    miner: &Miner<'_>,
) -> Result<(), InputError> {
    let line = |seed: &Seed| format!("{}{}", letters(seed.position.path()), seed.fatal.letter());
    let moves: Vec<String> = miner.pool.moves().iter().map(line).collect();
    let number: rustc_hash::FxHashMap<&str, usize> =
        moves.iter().enumerate().map(|(at, line)| (line.as_str(), at)).collect();
    let rules = miner.pool.rules().iter().map(|mined| {
        let text = write_rule(&mined.lifted.rule);
        (number[line(&mined.seed).as_str()], text)
    });
    let tried = miner.pool.tried().iter().enumerate().filter(|(_, tried)| **tried);
    let document = MineStateDocument {
        schema: SCHEMA,
        question: question.clone(),
        rounds: miner.rounds,
        steps: miner.steps.clone(),
        tried: tried.map(|(at, _)| at).collect(),
        rules: rules.collect(),
        best: miner.best.as_ref().map(|best| best.chosen.clone()),
        moves,
    };
    sealed::write(file, &document)
}

/// Why a state is not taken.
#[derive(Debug)]
pub enum MineStateError {
    /// The file is damaged, or of another search.
    Input(InputError),
    /// A rule of the state was proved and forbids a live move: a fault of this program.
    Contradicted(ContradictedCandidate),
    /// The run was stopped before all rules were proved again.
    Stopped,
}

impl From<InputError> for MineStateError {
    fn from(error: InputError) -> MineStateError {
        MineStateError::Input(error)
    }
}

/// Continues a search that was just begun from a state with the same parameters. Each of its rules
/// is proved again. Returns whether the file exists; if not, nothing changes.
///
/// # Errors
/// If the file is damaged or of another search, if its rules contradict the live positions, or if
/// `stop` is set by the end.
pub fn read(
    file: &Path,
    question: &MiningParameters,
    miner: &mut Miner<'_>,
    stop: &AtomicBool,
) -> Result<bool, MineStateError> {
    let fault = |kind, message: String| InputError::new(kind, message).in_file(file);
    const EXPECTED: &str = "a file that `deadmove mine --resume` wrote";
    let broken = |what: String| fault(ErrorKind::CheckpointBroken, what).expected(EXPECTED);
    let Some(document) = sealed::read::<MineStateDocument>(file, EXPECTED)? else {
        return Ok(false);
    };
    if document.schema != SCHEMA {
        return Err(broken(format!("the state has schema {}", document.schema)).into());
    }
    if document.question != *question {
        let message = "the state is of a search with other options".to_owned();
        return Err(fault(ErrorKind::CheckpointDiffers, message)
            .expected(
                "the rules or the program, --size, --reach, --walks and --seed it was begun with",
            )
            .into());
    }
    let damaged = || broken("the state contradicts itself".to_owned());
    let unproved = || broken("a rule of the state cannot be read, or is not proved".to_owned());
    let board = Board::corner_to_corner(question.size, question.size).map_err(|_| damaged())?;
    let mut seeds = Vec::new();
    for line in &document.moves {
        seeds.push(seed(&board, line).ok_or_else(damaged)?);
    }
    let rules: Option<Vec<MinedRule>> = document
        .rules
        .par_iter()
        .map(|(at, text)| {
            let seed = seeds.get(*at)?.clone();
            let Ok(RuleFile::Rule(rule)) = RuleFile::parse(text) else { return None };
            let lifted = Lifted::proved(rule.pattern, miner.effort(), stop)?;
            Some(MinedRule { seed, lifted })
        })
        .collect();
    if stop.load(Ordering::Relaxed) {
        return Err(MineStateError::Stopped);
    }
    let rules = rules.ok_or_else(unproved)?;
    let mut tried = vec![false; seeds.len()];
    for &at in &document.tried {
        *tried.get_mut(at).ok_or_else(damaged)? = true;
    }
    let (moves, count) = (seeds.len(), rules.len());
    miner.pool.add_rules(rules);
    miner.pool.add_moves(seeds);
    miner.pool.set_tried(tried);
    let best = document.best.as_deref();
    let exists = best.iter().copied().flatten().all(|&at| at < count);
    if miner.pool.moves().len() != moves || miner.pool.rules().len() != count || !exists {
        return Err(damaged().into());
    }
    (miner.rounds, miner.steps) = (document.rounds, document.steps);
    miner.go_on(document.best, stop).map_err(MineStateError::Contradicted)?;
    if stop.load(Ordering::Relaxed) { Err(MineStateError::Stopped) } else { Ok(true) }
}

/// The dead move of a line that ends with it.
fn seed(board: &Board, line: &str) -> Option<Seed> {
    let mut path: Vec<Move> = from_letters(line)?;
    let fatal = path.pop()?;
    let position = Position::from_path(board.clone().into(), &path).ok()?;
    let legal = position.legal_moves().any(|direction| direction == fatal);
    legal.then_some(Seed { position, fatal })
}
