//! Certificates by the list of all live positions: the count and the digest of every layer, an
//! example for every rule that is not vacuous, and one for a set that is not complete.
//!
//! The checker counts every dead move, those that enter the end cell early as well. A set that
//! allows no others is complete for a check, but not for a certificate.
//!
//! The verdicts come from a check ([`deadmove_verify::check_live_set`]); nothing is decided here.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_checker::{
    Example, Layer, Manifest, Record, SCHEMA, SET_NAME, SetClaim, Verdict, read_manifest,
    record_name, sha256,
};
use rayon::prelude::*;

use super::folder::{self, WriteError, broken, refuse_other, write_compressed};
use super::{CheckerRejection, compiled, judgement};
use deadmove_core::board::{Board, Move, letters};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{unwritable, write_atomically};
use deadmove_core::position::Position;
use deadmove_core::verdict::Limits;
use deadmove_engine::judge::{Engine, judge};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::matcher::Matcher;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::check::{self as verify, Check, RuleVerdict, SetVerdict, simpler};
use deadmove_verify::live_set::bits::PackedPosition;
use deadmove_verify::live_set::sweep::Slice;
use deadmove_verify::live_set::{LiveEntry, LiveSet};

/// How many positions are searched at a time. Rules that have an example are dropped after each
/// slice.
const SLICE: usize = 1 << 16;

/// The report of an unfinished check, in a folder that is not complete yet.
pub const REPORT: &str = "check.json";

/// Creates the folder, or verifies that it contains the beginning of the same certificate. Returns
/// the manifest if the certificate is complete and nothing is missing.
///
/// # Errors
/// If it holds anything else, or cannot be written.
pub fn begin(
    folder: &Path,
    manifest: &Manifest,
    texts: &[Vec<u8>],
) -> Result<Option<Manifest>, InputError> {
    folder::begin(folder, &folder::text(manifest), texts, || refuse_other(folder, manifest))?;
    let known = read_manifest(folder).map_err(|why| broken(folder, why))?;
    let whole = |(number, entry): (usize, &deadmove_checker::Entry)| {
        let record = deadmove_checker::read(&folder.join(record_name(number))).ok();
        entry.sha256.is_some() && record.map(|bytes| sha256(&bytes)) == entry.sha256
    };
    let done = known.complete && known.claims.iter().enumerate().all(whole);
    Ok(done.then_some(known))
}

/// Writes the results of a complete check; `claims` are those of the manifest and of the check.
/// None if the run was stopped meanwhile.
///
/// # Errors
/// If the folder cannot be written, or the checker rejects a record.
pub fn finish(
    folder: &Path,
    mut manifest: Manifest,
    claims: &[LoadedRule],
    (live_set, check): (&LiveSet, &Check),
    stop: &AtomicBool,
) -> Result<Option<Manifest>, WriteError> {
    let sound = |&rule: &usize| check.rules[rule].verdict == RuleVerdict::Sound;
    let sound: Vec<usize> = (0..claims.len()).filter(sound).collect();
    let Some(mut effects) = effects(live_set, claims, sound, stop) else { return Ok(None) };
    for (number, claim) in claims.iter().enumerate() {
        let result = &check.rules[number];
        let found = result.counterexample.as_ref();
        let (verdict, example) = match (result.verdict, effects.remove(&number), found) {
            (RuleVerdict::Sound, Some((key, direction)), _) => {
                (Verdict::Sound, Some(example(live_set, live_set.path_to(key), direction, false)))
            }
            (RuleVerdict::Unsound, _, Some(found)) => {
                let example = example(live_set, found.path.clone(), found.direction, true);
                (Verdict::Unsound, Some(example))
            }
            (RuleVerdict::Vacuous, _, _) => (Verdict::Vacuous, None),
            _ => return Err(contradiction(folder)),
        };
        let record = Record {
            schema: SCHEMA,
            size: manifest.size,
            rule: compiled(&claim.rule),
            verdict,
            example,
            refutations: Vec::new(),
        };
        record.check_by_list().map_err(|why| {
            let what = format!("the rule {}", record.rule.name);
            WriteError::Fault(CheckerRejection { what, why })
        })?;
        let digest = write_compressed(&folder.join(record_name(number)), &record)?;
        manifest.claims[number].verdict = Some(verdict);
        manifest.claims[number].sha256 = Some(digest);
    }
    manifest.set = Some(set(folder, claims, (live_set, check))?);
    manifest.layers = (1..=live_set.layers()).map(|drawn| layer(live_set, drawn)).collect();
    manifest.complete = true;
    // The report is not part of a complete certificate.
    let report = folder.join(REPORT);
    if report.exists() {
        fs::remove_file(&report).map_err(|error| unwritable(&report, error))?;
    }
    write_atomically(&folder.join("manifest.json"), folder::text(&manifest))?;
    read_manifest(folder).map_err(|why| broken(folder, why))?;
    Ok(Some(manifest))
}

/// The error for results of an earlier run that contradict the list.
fn contradiction(folder: &Path) -> WriteError {
    let message = "the verdicts that an earlier run left contradict the list of live positions";
    let error =
        InputError::new(ErrorKind::ReportContradiction, message).in_file(&folder.join(REPORT));
    WriteError::Input(error.expected("no such file: without it the check starts over"))
}

/// The claim about the set. If it is incomplete, also writes the judgement that shows it.
fn set(
    folder: &Path,
    claims: &[LoadedRule],
    (live_set, check): (&LiveSet, &Check),
) -> Result<SetClaim, WriteError> {
    let example = match (check.set.verdict, &check.set.example, check.set.early_ends) {
        (SetVerdict::Complete, _, Some(0)) => return Ok(SetClaim::Complete {}),
        (SetVerdict::Complete, ..) => early_end(live_set, claims),
        (SetVerdict::Incomplete, example, _) => example.clone(),
        _ => None,
    };
    let Some(example) = example else { return Err(contradiction(folder)) };
    let board = Board::corner_to_corner(check.size, check.size).map_err(InputError::from)?;
    let fault = |why: String| {
        let what = format!("the path '{}'", letters(&example.path));
        WriteError::Fault(CheckerRejection { what, why })
    };
    let position = Position::from_path(Arc::new(board), &example.path)
        .map_err(|error| fault(error.to_string()))?;
    let limits = Limits::default();
    let judged = judge(&position, Engine::Sat, &limits).map_err(|why| fault(why.to_string()))?;
    let judgement =
        judgement::certificate(&position, &judged, &limits).map_err(WriteError::Fault)?;
    let sha256 = write_compressed(&folder.join(SET_NAME), &judgement)?;
    Ok(SetClaim::Incomplete { allowed: example.direction.letter(), sha256 })
}

/// A move that enters the end cell early and that no rule forbids.
fn early_end(live_set: &LiveSet, claims: &[LoadedRule]) -> Option<verify::Example> {
    let size = live_set.grid().side();
    let board = live_set.board();
    let rules: Vec<Rule> = claims.iter().map(|claim| claim.rule.clone()).collect();
    let set = RuleSet::compile(&rules, &board);
    let (key, direction) = (1..=live_set.layers()).find_map(|drawn| {
        let allowed = |matcher: &mut Matcher<'_>, entry: LiveEntry| {
            let key = entry.key;
            let early = live_set.early_end(key);
            if early.is_empty() {
                return None;
            }
            let forbidden = matcher.forbidden_in_bits(key.free(), key.live_end());
            early.without(forbidden).iter().next().map(|direction| (key, direction))
        };
        live_set.sweep(
            Slice::layer(drawn),
            || (set.matcher(), None),
            |(matcher, found), _, entry| {
                for entry in live_set.both(entry) {
                    *found = simpler(*found, allowed(matcher, entry));
                }
            },
            |(_, found)| found,
            simpler,
        )
    })?;
    Some(verify::Example { size, path: live_set.path_to(key), direction })
}

/// The count and the digest of a layer; see [`Layer`].
fn layer(live_set: &LiveSet, drawn: usize) -> Layer {
    let grid = live_set.grid();
    let mut keys: Vec<PackedPosition> =
        live_set.layer(drawn).map(|entry| grid.canonical(entry.key)).collect();
    keys.par_sort_unstable();
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.0.to_be_bytes()).collect();
    Layer { positions: keys.len() as u64, sha256: sha256(&bytes) }
}

/// The example of a live position and a forbidden move. `live`: whether the completion begins with
/// the move.
fn example(live_set: &LiveSet, path: Vec<Move>, direction: Move, live: bool) -> Example {
    let start = PackedPosition::new(live_set.grid().all() & !1, 0);
    let after = |key, &step: &Move| live_set.after(key, step).expect("the path can be drawn");
    let mut key = path.iter().fold(start, after);
    let mut completion = Vec::new();
    if live {
        key = after(key, &direction);
        completion.push(direction);
    }
    let next = |key: PackedPosition| {
        let steps =
            Move::ALL.into_iter().filter_map(move |step| Some((step, live_set.after(key, step)?)));
        steps.into_iter().find(|&(_, key)| live_set.contains(key))
    };
    while let Some((step, to)) = next(key) {
        completion.push(step);
        key = to;
    }
    let (path, completion) = (letters(&path), letters(&completion));
    Example { path, forbidden: direction.letter(), completion }
}

/// For each of some rules, a live position in which it forbids a legal move, if there is one.
/// Layers in the middle come first, where most patterns fit. None if the run was stopped.
fn effects(
    live_set: &LiveSet,
    claims: &[LoadedRule],
    mut left: Vec<usize>,
    stop: &AtomicBool,
) -> Option<BTreeMap<usize, (PackedPosition, Move)>> {
    let board = live_set.board();
    let middle = live_set.layers().div_ceil(2);
    let mut layers: Vec<usize> = (1..=live_set.layers()).collect();
    layers.sort_by_key(|drawn| drawn.abs_diff(middle));
    let slices = layers.into_iter().flat_map(|drawn| live_set.slices(drawn, SLICE));
    let mut all = BTreeMap::new();
    let compile = |left: &[usize]| {
        let rules: Vec<Rule> = left.iter().map(|&rule| claims[rule].rule.clone()).collect();
        RuleSet::compile(&rules, &board)
    };
    let mut set = compile(&left);
    for slice in slices {
        if left.is_empty() {
            break;
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = live_set.sweep(
            slice,
            || (set.matcher(), BTreeMap::new()),
            |(matcher, found), _, entry| {
                for entry in live_set.both(entry) {
                    let key = entry.key;
                    let legal = Moves::from_bits(live_set.legal_moves(key));
                    matcher.for_each_in_bits(key.free(), key.live_end(), |hit| {
                        if let Some(direction) = hit.moves.and(legal).iter().next() {
                            keep(found, left[hit.rule], (key, direction));
                        }
                    });
                }
            },
            |(_, found)| found,
            |mut a, b| {
                b.into_iter().for_each(|(rule, found)| keep(&mut a, rule, found));
                a
            },
        );
        if !found.is_empty() {
            left.retain(|rule| !found.contains_key(rule));
            set = compile(&left);
            all.extend(found);
        }
    }
    Some(all)
}

/// Keeps the smaller of two examples, so that the choice does not depend on the number of threads.
fn keep(
    all: &mut BTreeMap<usize, (PackedPosition, Move)>,
    rule: usize,
    found: (PackedPosition, Move),
) {
    all.entry(rule).and_modify(|known| *known = (*known).min(found)).or_insert(found);
}
