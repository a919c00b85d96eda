//! What a pass will cost: positions, bytes and time of each layer, estimated from samples.
//!
//! A sample of a layer gives one of the next: each sampled position leads to those one allowed step
//! further, and a position v that p positions of the layer lead to counts 1/p each time, so that
//! every v counts once in the mean. The sum of these weights, times the positions that a sample
//! stands for, estimates the size of the next layer, and a sample of v by their weights is one of
//! that layer. This is sequential importance sampling with resampling (Doucet, de Freitas and
//! Gordon 2001), on the graph of positions in place of the tree of lines (Knuth 1975).
//!
//! A position leads to v if some line draws it, that is, if its reverse is live; the lemmas decide
//! that, with an error of about one position in a million. The rules are taken to be complete: the
//! upper half of the layers then mirrors the lower one.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::file::RECORD;
use crate::folder::{PassFolder, PassQuestion};
use crate::reached::Reached;
use crate::source::allowed_by_rules;
use crate::task::{NotDone, do_task, steps};
use deadmove_core::board::{Board, Move};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_rules::compile::RuleSet;
use deadmove_rules::lemmas::{LemmaMatcher, Lemmas};
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};

/// Independent samples, whose spread gives the error.
const SAMPLES: u64 = 8;

/// What is asked of a plan.
pub struct Planned<'p> {
    /// The board.
    pub board: &'p Board,
    /// The rules of the pass.
    pub set: &'p RuleSet,
    /// Whether a position and its transpose count as one.
    pub transposed: bool,
    /// Parts of a layer.
    pub parts: u32,
    /// Sampled positions of a layer.
    pub positions: usize,
    /// Seed of the samples.
    pub seed: u64,
}

/// What a layer is expected to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerPlan {
    /// Positions, the transposed ones included.
    pub positions: f64,
    /// Half the width of the 95 % interval of the positions.
    pub error: f64,
    /// Bytes on disk of the positions of the layer, before they are merged.
    pub bytes: f64,
    /// Seconds of one core.
    pub seconds: f64,
}

/// What a pass is expected to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Each layer.
    pub layers: Vec<LayerPlan>,
    /// All positions, and half the width of their 95 % interval.
    pub positions: (f64, f64),
}

impl Plan {
    /// Seconds of one core.
    pub fn seconds(&self) -> f64 {
        self.layers.iter().map(|layer| layer.seconds).sum()
    }

    /// The most bytes on disk at a time: those of a layer and the next.
    pub fn bytes(&self) -> f64 {
        let pairs = self.layers.windows(2).map(|pair| pair[0].bytes + pair[1].bytes);
        pairs.fold(0.0, f64::max)
    }
}

/// A sample of a layer.
#[derive(Clone, Debug)]
struct LayerSample {
    keys: Vec<PackedPosition>,
    /// The positions of the layer.
    size: f64,
    /// How many positions of the layer before lead to one of this one, in the mean.
    before: f64,
}

/// Estimates all layers of a pass. Results do not depend on the number of threads, except for
/// times.
///
/// # Errors
/// If the rules allow no move early, or the folder for trials cannot be written.
pub fn plan(planned: &Planned<'_>) -> Result<Plan, InputError> {
    let board = planned.board;
    let grid = BitBoard::rectangle(board.width().into(), board.height().into());
    let samples = (0..SAMPLES).into_par_iter().map(|number| lower_half(planned, &grid, number));
    let samples: Vec<Vec<LayerSample>> = samples.collect::<Result<_, _>>().map_err(|layer| {
        let message =
            format!("no move is allowed after {} steps: there is nothing to plan", layer - 1);
        InputError::new(ErrorKind::NoPass, message)
            .expected("rules that are complete, or nearly so")
    })?;
    let layers = grid.cells();
    let mut plan = Plan { layers: Vec::new(), positions: (0.0, 0.0) };
    for layer in 1..=layers {
        // From the middle on: the reverses of the layer that mirrors this one.
        let upper = layer > samples[0].len();
        let at = if upper { layers - layer } else { layer - 1 };
        let sizes: Vec<f64> = samples.iter().map(|sample| sample[at].size).collect();
        let (positions, error) = mean_and_error(&sizes);
        let mut keys: Vec<PackedPosition> =
            samples.iter().flat_map(|sample| &sample[at].keys).copied().collect();
        if upper {
            keys.iter_mut().for_each(|key| *key = grid.reverse(*key));
        }
        let entered = samples.iter().map(|sample| entered(sample, at, upper)).sum::<f64>();
        let before = entered / SAMPLES as f64;
        let canonical = positions / if planned.transposed { 2.0 } else { 1.0 };
        let stored = canonical * before.max(1.0);
        let sections = f64::from(planned.parts).powi(2);
        let index = sections * RECORD as f64;
        let bytes = stored * bytes_each(planned, &grid, &keys, stored / sections) + index;
        let seconds = canonical * seconds_each(planned, &grid, &keys, layer)?;
        plan.layers.push(LayerPlan { positions, error, bytes, seconds });
    }
    let sums: Vec<f64> = samples
        .iter()
        .map(|sample| {
            let lower: f64 = sample.iter().map(|layer| layer.size).sum();
            let middle = if layers % 2 == 1 { sample[sample.len() - 1].size } else { 0.0 };
            2.0 * lower - middle
        })
        .collect();
    plan.positions = mean_and_error(&sums);
    Ok(plan)
}

/// The mean of independent estimates, and half the width of its 95 % interval (Student's t with 7
/// degrees of freedom).
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 2.365 * (variance / n).sqrt())
}

/// How many steps lead to a position of a layer, in the mean. Above the middle these are the steps
/// out of the mirrored position.
fn entered(sample: &[LayerSample], at: usize, upper: bool) -> f64 {
    match sample.get(at + 1).filter(|_| upper) {
        Some(next) => next.before * next.size / sample[at].size,
        None => sample[at].before,
    }
}

/// A sample of each layer up to the middle one. Small layers are taken whole.
///
/// # Errors
/// A layer none of whose sampled positions has an allowed move.
fn lower_half(
    planned: &Planned<'_>,
    grid: &BitBoard,
    number: u64,
) -> Result<Vec<LayerSample>, usize> {
    let count = (planned.positions / SAMPLES as usize).max(1);
    let mut rng = ChaCha8Rng::seed_from_u64(planned.seed);
    rng.set_stream(number);
    let mut matcher = planned.set.matcher();
    let mut reverses = Reverses::new(planned.board);
    let start = PackedPosition::new(grid.all() & !1, 0);
    let mut samples = vec![LayerSample { keys: vec![start], size: 1.0, before: 1.0 }];
    while samples.len() < grid.cells().div_ceil(2) {
        let now = &samples[samples.len() - 1];
        let mut reached: Vec<PackedPosition> = Vec::new();
        for &key in &now.keys {
            reached.extend(steps(grid, allowed_by_rules(&mut matcher, key), key, false));
        }
        if reached.is_empty() {
            return Err(samples.len());
        }
        let whole = now.size == now.keys.len() as f64;
        let arrivals = reached.len() as f64;
        let next = if whole {
            reached.sort_unstable();
            reached.dedup();
            let size = reached.len() as f64;
            let before = arrivals / size.max(1.0);
            if reached.len() > planned.positions {
                // Each position at most once.
                for at in 0..count {
                    let other = rng.random_range(at..reached.len());
                    reached.swap(at, other);
                }
                reached.truncate(count);
            }
            LayerSample { keys: reached, size, before }
        } else {
            // Neighbours in the order of keys are alike, so that systematic resampling takes
            // some of each kind.
            reached.sort_unstable();
            let weigh = |&key: &PackedPosition| 1.0 / reverses.before(grid, key).max(1) as f64;
            let weights: Vec<f64> = reached.iter().map(weigh).collect();
            let sum: f64 = weights.iter().sum();
            let size = now.size / now.keys.len() as f64 * sum;
            let keys = resampled(&reached, &weights, count, &mut rng);
            LayerSample { keys, size, before: arrivals / sum }
        };
        samples.push(next);
    }
    Ok(samples)
}

/// Decides which positions some line draws.
struct Reverses {
    board: Board,
    lemmas: LemmaMatcher,
    free: FixedBitSet,
}

impl Reverses {
    fn new(board: &Board) -> Reverses {
        let lemmas = LemmaMatcher::new(board, Lemmas::ALL).expect("a board with two ends");
        let free = FixedBitSet::with_capacity(board.cells());
        Reverses { board: board.clone(), lemmas, free }
    }

    /// How many positions lead to a sampled one by a step.
    fn before(&mut self, grid: &BitBoard, key: PackedPosition) -> usize {
        let before: Vec<PackedPosition> = grid.before(key).map(|(_, before)| before).collect();
        match before[..] {
            // The sample came from there.
            [] | [_] => 1,
            _ => before.into_iter().filter(|&before| self.draws(grid, before)).count(),
        }
    }

    /// Whether some line draws a position, as far as the lemmas decide it.
    fn draws(&mut self, grid: &BitBoard, key: PackedPosition) -> bool {
        let reverse = grid.reverse(key);
        if grid.is_plainly_dead(reverse) {
            return false;
        }
        if reverse.free() == 0 {
            return true;
        }
        self.free.clear();
        self.free.extend((0..grid.cells()).filter(|cell| reverse.free() >> cell & 1 == 1));
        let refuted = self.lemmas.forbidden(&self.free, self.board.cell(reverse.live_end()));
        let mut legal = Move::ALL.into_iter().filter(|&m| grid.step(reverse, m).is_some());
        legal.any(|m| !refuted.contains(m))
    }
}

/// Systematic resampling: as many positions as asked for, each in proportion to its weight.
fn resampled(
    keys: &[PackedPosition],
    weights: &[f64],
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<PackedPosition> {
    let step = weights.iter().sum::<f64>() / count as f64;
    let mut next = step * rng.random_range(0.0..1.0);
    let mut sum = 0.0;
    let mut taken = Vec::with_capacity(count);
    for (&key, weight) in keys.iter().zip(weights) {
        sum += weight;
        while next < sum && taken.len() < count {
            taken.push(key);
            next += step;
        }
    }
    taken
}

/// Bytes of a position in a section with so many of them: those of the distance to the one before,
/// as they would be if the section were as dense as that, and one or two for the lines.
fn bytes_each(
    planned: &Planned<'_>,
    grid: &BitBoard,
    keys: &[PackedPosition],
    section: f64,
) -> f64 {
    let canonical =
        |&key: &PackedPosition| if planned.transposed { grid.canonical(key) } else { key };
    let mut keys: Vec<PackedPosition> = keys.iter().map(canonical).collect();
    keys.sort_unstable();
    keys.dedup();
    let denser = (keys.len() as f64 / section.max(1.0)).log2();
    let bits = |distance: u128| (128 - distance.leading_zeros()) as f64 + denser;
    let bytes = keys.windows(2).map(|pair| (bits(pair[1].0 - pair[0].0) / 7.0).ceil().max(1.0));
    let distances = bytes.sum::<f64>() / (keys.len().max(2) - 1) as f64;
    distances.max(1.0) + 2.0
}

/// Seconds that a position takes: a task is done with the sample as its positions.
fn seconds_each(
    planned: &Planned<'_>,
    grid: &BitBoard,
    keys: &[PackedPosition],
    layer: usize,
) -> Result<f64, InputError> {
    let folder = tempfile::tempdir()
        .map_err(|error| deadmove_core::files::unwritable(&std::env::temp_dir(), error))?;
    let question = PassQuestion {
        width: grid.width(),
        height: grid.height(),
        rules: String::new(),
        transposed: planned.transposed,
        parts: 1,
    };
    let mut reached: Vec<Reached> =
        keys.iter().map(|&key| Reached::new(question.canonical(grid, key), 1)).collect();
    let folder = PassFolder::open(folder.path(), question)?;
    reached.sort_unstable();
    reached.dedup();
    if layer > 1 {
        folder.write_positions(layer, &reached)?;
    }
    let begun = Instant::now();
    match do_task(&folder, planned.set, (layer, 0), 1 << 30, &AtomicBool::new(false)) {
        Ok(_) => Ok(begun.elapsed().as_secs_f64() / reached.len() as f64),
        Err(NotDone::Fault(error)) => Err(error),
        Err(NotDone::Stopped) => unreachable!("nobody stops it"),
    }
}
