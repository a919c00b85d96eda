//! What the playground asks about a rule that is being written: its verdicts on small boards, what
//! it adds to others, whether it is proved for every board, and the rules that a dead move is
//! lifted to.
//!
//! The answers are those of `check`, `prove` and `minimise`: the same functions give them.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::{Board, Move, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::ClaimVerdict;
use deadmove_prove::proofs::{ProofPlan, claims_of_files, prove_files};
use deadmove_prove::run::Run;
use deadmove_rules::RuleFile;
use deadmove_rules::load::{Loaded, LoadedFile, LoadedRule};
use deadmove_rules::model::Rule;
use deadmove_search::lift::LiftOptions;
use deadmove_search::mine::minimise::{MinimiseOptions, Seed, minimise};
use deadmove_verify::added::added;
use deadmove_verify::check::{Example, RuleResult, RuleVerdict, simpler};
use deadmove_verify::check_claims;
use deadmove_verify::check_live_set::{check, shrink};
use deadmove_verify::chunks::{ChunkRun, Chunks, Shard};
use deadmove_verify::live_set::LiveSet;
use serde::Serialize;

use crate::Unanswered;

/// The boards on which a rule is checked at once, as `check` does by default.
const SIDES: [usize; 2] = [5, 7];
/// The largest parameters of families, and the largest board that is searched for counterexamples:
/// the defaults of `prove`.
const LARGEST_PARAMETER: i64 = 8;
const LARGEST_SEARCHED: usize = 11;
/// The largest board on which a rule is checked on demand.
const LARGEST_CHECKED: usize = 11;
/// Rules that a dead move is lifted to, as many as `minimise` shows.
const CANDIDATES: usize = 3;

/// The rule of a text.
///
/// # Errors
/// At the first place that is not as the rule language wants it.
pub(crate) fn read(text: &str) -> Result<LoadedFile, InputError> {
    LoadedFile::parse("rule", text).map_err(|error| InputError { file: None, ..error })
}

/// A position, and a move that is live but forbidden, or dead and forbidden by one rule only.
#[derive(Debug, Serialize)]
struct RuleExample {
    size: usize,
    path: String,
    #[serde(rename = "move")]
    direction: Move,
}

impl From<Example> for RuleExample {
    fn from(Example { size, path, direction }: Example) -> RuleExample {
        RuleExample { size, path: letters(&path), direction }
    }
}

/// The answer to `rule`.
#[derive(Debug, Serialize)]
pub(crate) struct JudgedRule {
    name: String,
    /// `rule`, `family` or `lemmas`.
    form: &'static str,
    boards: Vec<RuleOnBoard>,
}

/// The answer to `beyond`, and what that to `rule` says about one board.
#[derive(Debug, Serialize)]
pub(crate) struct RuleOnBoard {
    size: usize,
    /// `sound`, `wrong`, `vacuous`, `unknown`, or `no-claim` if it makes none about the board.
    verdict: &'static str,
    /// How many live positions it matches, and dead and live moves it forbids, if they are counted.
    matches: Option<u64>,
    dead: Option<u64>,
    live: Option<u64>,
    /// The simplest live move that it forbids, perhaps on a smaller board.
    counterexample: Option<RuleExample>,
}

/// The verdicts on the small boards.
pub(crate) fn judged(text: &str, stop: &AtomicBool) -> Result<JudgedRule, Unanswered> {
    let file = read(text)?;
    let name = file.rule_file.head().name.clone();
    let form = match &file.rule_file {
        RuleFile::Family(_) => "family",
        RuleFile::Rule(rule) if rule.reads_the_whole_board() => "lemmas",
        RuleFile::Rule(_) => "rule",
    };
    let loaded = only(file);
    let boards = SIDES.map(|side| by_live_set(&loaded, side, stop));
    Ok(JudgedRule { name, form, boards: boards.into_iter().collect::<Result<_, _>>()? })
}

fn only(file: LoadedFile) -> Loaded {
    Loaded { files: vec![file], ..Loaded::default() }
}

/// The verdict by the list of all live positions.
fn by_live_set(loaded: &Loaded, side: usize, stop: &AtomicBool) -> Result<RuleOnBoard, Unanswered> {
    let claims = loaded.rules_for(&board(side)?)?;
    let mut checked = check(live_set(side), &claims, &ChunkRun::whole(stop, &|_, _| {}));
    shrink(&mut checked, &claims)?;
    Ok(RuleOnBoard::of(side, &checked.rules))
}

/// The verdict on a larger board by formulas: of the claims of one of several shards.
pub(crate) fn beyond(
    text: &str,
    side: usize,
    shard: Shard,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<RuleOnBoard, Unanswered> {
    let loaded = only(read(text)?);
    loaded.without_lemmas()?;
    let board = board(side)?;
    let claims: Vec<LoadedRule> = loaded.rules_for(&board)?;
    let share = |(at, claim)| shard.contains(at as u64).then_some(claim);
    let claims: Vec<LoadedRule> = claims.into_iter().enumerate().filter_map(share).collect();
    let done = Chunks::default();
    let run = ChunkRun { done: &done, ..ChunkRun::whole(stop, &|_, _| {}) };
    let mut checked = check_claims::check(&board, &claims, &run, limits);
    shrink(&mut checked, &claims)?;
    Ok(RuleOnBoard::of(side, &checked.rules))
}

impl RuleOnBoard {
    /// The verdict on a file by those on its claims, as the exit code of `check` follows them.
    fn of(size: usize, claims: &[RuleResult]) -> RuleOnBoard {
        let some = |verdict| claims.iter().any(|claim| claim.verdict == verdict);
        let sum = |count: fn(&RuleResult) -> Option<u64>| claims.iter().map(count).sum();
        let verdict = match claims {
            [] => "no-claim",
            _ if some(RuleVerdict::Unsound) => "wrong",
            _ if some(RuleVerdict::Unknown) => "unknown",
            _ if some(RuleVerdict::Sound) => "sound",
            _ => "vacuous",
        };
        let examples = claims.iter().map(|claim| claim.counterexample.clone());
        RuleOnBoard {
            size,
            verdict,
            matches: sum(|claim| claim.matches),
            dead: sum(|claim| claim.forbids_dead),
            live: sum(|claim| claim.forbids_live),
            counterexample: examples.fold(None, simpler).map(RuleExample::from),
        }
    }
}

/// The square board of a side, from corner to corner.
fn board(side: usize) -> Result<Board, InputError> {
    let fault = |what: String| {
        InputError::new(ErrorKind::NoList, format!("size {side}: {what}"))
            .expected(format!("an odd size from 3 to {LARGEST_CHECKED}"))
    };
    match side {
        _ if side.is_multiple_of(2) || !(3..=LARGEST_CHECKED).contains(&side) => {
            Err(fault("no rule is checked on this board here".to_owned()))
        }
        _ => Board::corner_to_corner(side, side).map_err(|error| fault(error.to_string())),
    }
}

/// The live set of one of [`SIDES`], built when it is first asked for.
fn live_set(side: usize) -> &'static LiveSet {
    static BUILT: [OnceLock<LiveSet>; SIDES.len()] = [const { OnceLock::new() }; SIDES.len()];
    let at = SIDES.iter().position(|known| *known == side).expect("one of the sides");
    BUILT[at].get_or_init(|| LiveSet::build(side, &|_| {}).expect("a small odd side has a list"))
}

/// The answer to `adds`: for each small board, the dead moves that the rule forbids and none of the
/// others.
#[derive(Debug, Serialize)]
pub(crate) struct RuleAdds {
    boards: Vec<AddsOnBoard>,
}

#[derive(Debug, Serialize)]
struct AddsOnBoard {
    size: usize,
    dead: u64,
    example: Option<RuleExample>,
}

/// What a rule adds to others; those of its own name are left out, for it may be one of them.
pub(crate) fn adds(text: &str, others: Vec<LoadedFile>) -> Result<RuleAdds, InputError> {
    let file = read(text)?;
    let name = file.rule_file.head().name.clone();
    let other = |other: &LoadedFile| other.rule_file.head().name != name;
    let others = others.into_iter().filter(other).collect();
    let (own, others) = (only(file), Loaded { files: others, ..Loaded::default() });
    let plain = |loaded: &Loaded, side| -> Result<Vec<Rule>, InputError> {
        let rules = loaded.rules_for(&board(side)?)?;
        Ok(rules.into_iter().map(|loaded| loaded.rule).collect())
    };
    let on_board = |side| {
        let found = added(live_set(side), &plain(&own, side)?, &plain(&others, side)?);
        let example = found.example.map(RuleExample::from);
        Ok(AddsOnBoard { size: side, dead: found.dead, example })
    };
    SIDES.map(on_board).into_iter().collect::<Result<_, _>>().map(|boards| RuleAdds { boards })
}

/// The answer to `prove`.
#[derive(Debug, Serialize)]
pub(crate) struct RuleProof {
    /// `proved`, `vacuous`, `refuted` or `open`.
    verdict: &'static str,
    claims: Vec<JudgedMoveOfRule>,
    /// A live move that the rule forbids.
    counterexample: Option<RuleExample>,
}

#[derive(Debug, Serialize)]
struct JudgedMoveOfRule {
    /// The rule and the move.
    name: String,
    verdict: &'static str,
    /// What the proof needs.
    needs: Vec<&'static str>,
}

/// Whether a rule is proved for every board.
pub(crate) fn proof(
    text: &str,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<RuleProof, Unanswered> {
    let loaded = only(read(text)?);
    loaded.without_lemmas()?;
    let claims = claims_of_files(&loaded, LARGEST_PARAMETER)?;
    let plan = ProofPlan {
        max: LARGEST_PARAMETER,
        size: LARGEST_SEARCHED,
        timeout: limits.timeout,
        effort: Effort::USUAL,
        without: Vec::new(),
        weaken: false,
        weakest: false,
    };
    let run = Run::new(stop);
    let proofs = prove_files(&loaded, claims, &plan, &run, &|_, _| {})
        .map_err(|error| Unanswered::Fault(error.to_string()))?;
    let counterexample = proofs.claims.iter().filter_map(|judged| match &judged.verdict {
        ClaimVerdict::Refuted(example) => Some(example.clone()),
        ClaimVerdict::Proved(_) | ClaimVerdict::Open(_) => None,
    });
    let counterexample = counterexample.min().map(RuleExample::from);
    let claims = proofs.claims.iter().map(|judged| {
        let (verdict, needs) = match &judged.verdict {
            ClaimVerdict::Proved(proof) if proof.vacuous => ("vacuous", proof.argument.needed()),
            ClaimVerdict::Proved(proof) => ("proved", proof.argument.needed()),
            ClaimVerdict::Refuted(_) => ("refuted", &[][..]),
            ClaimVerdict::Open(_) => ("open", &[][..]),
        };
        JudgedMoveOfRule { name: judged.claim.name(), verdict, needs: needs.to_vec() }
    });
    let files = proofs.files();
    let verdict = files.first().map_or("open", |file| file.verdict.word());
    Ok(RuleProof { verdict, claims: claims.collect(), counterexample })
}

/// The answer to `lift`.
#[derive(Debug, Serialize)]
pub(crate) struct LiftedRules {
    /// Rules as texts, the simplest first.
    rules: Vec<String>,
}

/// The rules that a dead move of a live position is lifted to.
pub(crate) fn lifted(
    position: &Position,
    dead: Move,
    stop: &AtomicBool,
) -> Result<LiftedRules, Unanswered> {
    let board = position.board();
    let standard = Board::corner_to_corner(board.width().into(), board.height().into());
    if standard.as_ref() != Ok(board) {
        let message = "moves are lifted on boards from corner to opposite corner only";
        return Err(InputError::new(ErrorKind::NoPosition, message).into());
    }
    let options = MinimiseOptions {
        lift: LiftOptions::default(),
        candidates: CANDIDATES,
        rejected: Vec::new(),
        known: true,
        beyond: Vec::new(),
        limits: Limits::default(),
    };
    let seed = Seed { position: position.clone(), fatal: dead };
    let explained =
        minimise(&SIDES.map(live_set), std::slice::from_ref(&seed), &[], &options, stop)
            .map_err(|error| Unanswered::Fault(error.to_string()))?;
    let steps = position.path().len();
    let (width, height) = (board.width(), board.height());
    let direction = format!("{dead:?}").to_lowercase();
    let rules = explained.into_iter().flat_map(|explained| explained.suggestions);
    let rules = rules.enumerate().map(|(at, suggestion)| {
        let name = format!("{direction} after {steps} steps on {width}x{height}, {}", at + 1);
        let rule = deadmove_report::minimise::rule(&name, &seed, &suggestion, None);
        RuleFile::Rule(rule).write()
    });
    Ok(LiftedRules { rules: rules.collect() })
}
