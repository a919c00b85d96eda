//! How the segments of the members on a parameter ray grow, and the induction step for their
//! claims.
//!
//! From some member on, each step along the ray repeats a *block* of cells in the middle of a
//! straight part or stair of the segment. So the transfer dynamic programme takes the same steps
//! again, and a bound on how much the sums grow in one round holds in every later round (Lemma 7 in
//! docs/explanation/proofs-for-every-board.md).

use std::ops::Range;

use super::{ParameterRay, Unsettled};
use crate::transfer::{SegmentCell, SegmentProfile, StepTarget, TransferState};
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_rules::affine::{Affine, affine_truth, affine_value};
use deadmove_rules::expr::Comparison;
use deadmove_rules::family::{Family, FamilyClaim, Path, Shape, ShapeKind, TestExpr};
use deadmove_rules::model::Rule;

/// How many rounds of the same block are computed at most to find out how fast the sums grow.
const ROUNDS: usize = 16;

/// A claim of a member, by number, with one of its moves and the profile for that move.
type ClaimProfile = (usize, Move, SegmentProfile);

/// A corner of a path of the pattern: its coordinates as affine functions of the counters.
struct Corner {
    right: Affine,
    down: Affine,
}

impl Corner {
    fn moves_like(&self, other: &Corner) -> bool {
        self.right.slopes == other.right.slopes && self.down.slopes == other.down.slopes
    }

    /// The larger of the horizontal and the vertical distance of two corners that move alike.
    fn distance(&self, other: &Corner) -> i64 {
        let (right, down) = (self.right.at - other.right.at, self.down.at - other.down.at);
        right.abs().max(down.abs())
    }
}

/// The steps between two corners of a path.
struct Stretch {
    /// Number of cells as an affine function of the counters.
    cells: Affine,
    /// The counter with which it grows, if any.
    grows_with: Option<usize>,
}

/// The corners of a path along a ray, and the stretches between them. None if a coordinate is not
/// affine, or a stretch grows with more than one counter.
fn corners_of(path: &Path, values: &[(String, Affine)]) -> Option<(Vec<Corner>, Vec<Stretch>)> {
    let counters = values[0].1.slopes.len();
    let mut at = Corner { right: Affine::number(0, counters), down: Affine::number(0, counters) };
    let go = |at: &Corner, toward: Move, by: &Affine| {
        let (right, down) = match toward {
            Move::Right => (at.right.plus(by), at.down.clone()),
            Move::Left => (at.right.minus(by), at.down.clone()),
            Move::Down => (at.right.clone(), at.down.plus(by)),
            Move::Up => (at.right.clone(), at.down.minus(by)),
        };
        Corner { right, down }
    };
    for (amount, toward) in [&path.sideways, &path.forward] {
        at = go(&at, *toward, &affine_value(amount, values)?);
    }
    let (mut corners, mut stretches) = (vec![at], Vec::new());
    for (directions, count) in &path.steps {
        let count = affine_value(count, values)?;
        if !count.is_at_least(0) {
            return None;
        }
        let last = corners.last()?;
        let mut at = Corner { right: last.right.clone(), down: last.down.clone() };
        for &toward in directions {
            at = go(&at, toward, &count);
        }
        corners.push(at);
        let cells = count.times(directions.len() as i64);
        let mut growing = cells.slopes.iter().enumerate().filter(|(_, slope)| **slope != 0);
        let grows_with = growing.next().map(|(counter, _)| counter);
        if growing.next().is_some() {
            return None;
        }
        stretches.push(Stretch { cells, grows_with });
    }
    Some((corners, stretches))
}

/// A member from which on a step along the ray only repeats cells in the middle of the segment.
pub struct Growth<'f> {
    family: &'f Family,
    values: Vec<(String, Affine)>,
    /// The number of the case that applies along the ray.
    case: usize,
    /// The tests that the pattern itself puts on the segment.
    tests: &'f [TestExpr],
    /// One for each claim and each of its moves.
    profiles: Vec<ClaimProfile>,
    /// In the order of the segment: a counter, and the block of cells that each step of it repeats.
    blocks: Vec<(usize, Range<usize>)>,
}

impl<'f> Growth<'f> {
    /// None if the first member of the ray is not such a member.
    pub fn of(family: &'f Family, ray: &ParameterRay) -> Option<Growth<'f>> {
        let values = ray.values(family)?;
        let mut case = None;
        for (number, one) in family.cases.iter().enumerate() {
            if affine_truth(&one.when, &values)? {
                case = Some(number);
            }
        }
        let case = case?;
        let mut shapes: Vec<&Shape> = Vec::new();
        for shape in &family.pattern {
            if shape.when.as_ref().map_or(Some(true), |when| affine_truth(when, &values))? {
                shapes.push(shape);
            }
        }
        let (segment, tests) = shapes.iter().find_map(|shape| match &shape.kind {
            ShapeKind::Segment { tests, .. } => Some((*shape, tests)),
            ShapeKind::Cells(_) => None,
        })?;
        let blocks = blocks(segment, &shapes, &values)?;
        let rules = family.expand(&ray.base).ok()?;
        let profiles = claim_profiles(&rules)?;
        for (counter, cells) in &blocks {
            let mut counters = vec![0; ray.steps.len()];
            counters[*counter] = 1;
            let larger = claim_profiles(&family.expand(&ray.after(&counters)).ok()?)?;
            let mut same = profiles.iter().zip(&larger);
            let grown = same.all(|((.., small), (.., large))| small.repeating(cells) == *large);
            if larger.len() != profiles.len() || !grown {
                return None;
            }
        }
        Some(Growth { family, values, case, tests, profiles, blocks })
    }

    /// For each counter the number of steps after which the induction covers all claims.
    pub fn rounds(&self, budget: &Budget<'_>) -> Result<Vec<i64>, Unsettled> {
        let mut rounds = vec![0; self.blocks.len()];
        for (claim, step, profile) in &self.profiles {
            budget.check()?;
            for &target in &profile.targets {
                let own = self.rounds_of(*claim, *step, profile, target)?;
                rounds.iter_mut().zip(own).for_each(|(all, own)| *all = own.max(*all));
            }
        }
        Ok(rounds)
    }

    /// A claim of the case, by number.
    fn claim(&self, number: usize) -> &FamilyClaim {
        &self.family.cases[self.case].claims[number]
    }

    /// The same for one claim and one target of the step.
    fn rounds_of(
        &self,
        claim: usize,
        step: Move,
        profile: &SegmentProfile,
        target: StepTarget,
    ) -> Result<Vec<i64>, Unsettled> {
        let counters = self.blocks.len();
        let mut rounds = vec![0; counters];
        let (mut low, mut high) = (Affine::number(0, counters), Affine::number(0, counters));
        let mut state = TransferState::new(target);
        for (at, &cell) in profile.cells.iter().enumerate() {
            for (counter, cells) in self.blocks.iter().filter(|(_, cells)| cells.start == at) {
                let block = &profile.cells[cells.clone()];
                let (steady, taken, growth) = steady(state, block).ok_or(Unsettled::Form)?;
                state = steady;
                rounds[*counter] = taken;
                low.slopes[*counter] = i64::from(growth.0);
                high.slopes[*counter] = i64::from(growth.1);
            }
            state = state.then(cell);
        }
        let Some((lowest, highest)) = profile.sums(&state) else { return Ok(rounds) };
        low.at = lowest.into();
        high.at = highest.into();
        let later = |value: &Affine| {
            let more = value.slopes.iter().zip(&rounds).map(|(slope, rounds)| slope * rounds);
            Affine { at: value.at + more.sum::<i64>(), slopes: value.slopes.clone() }
        };
        let values: Vec<(String, Affine)> =
            self.values.iter().map(|(name, value)| (name.clone(), later(value))).collect();
        let tests = self.claim(claim).tests.iter();
        let tests = tests.filter(|(of, _)| *of == 0).map(|(_, test)| test).chain(self.tests);
        let fails: Vec<_> = tests.map(|test| fails(test, &low, &high, &values)).collect();
        match (fails.contains(&Some(true)), fails.contains(&None)) {
            (true, _) => Ok(rounds),
            (false, true) => Err(Unsettled::Form),
            (false, false) => Err(Unsettled::Step(self.claim(claim).name.clone(), step)),
        }
    }
}

/// Where the segment grows: for each counter a block in the middle of one stretch, with as many
/// cells as the stretch grows by. None in three cases: some counter does not grow exactly one
/// stretch; a shape has a corner that does not move like any corner of the segment; or a stretch is
/// still too short.
///
/// A stretch is long enough if the cells of its middle block cannot see what lies around its ends.
/// Corners of shapes are at most `spread` columns and rows away from the corners of the segment
/// that they move with. On a stair two cells advance the segment by one column, so half a stretch
/// of 4·(spread + 3) + 2·by cells, less half a block, advances by at least spread + 3 columns or
/// rows. What the profile records of a cell depends on cells at most 2 steps away, so 3 is enough.
///
/// The profile lists the cells in the order of the path, because the path begins at the end nearer
/// to the live end: the other end is at least half a stretch away.
fn blocks(
    segment: &Shape,
    shapes: &[&Shape],
    values: &[(String, Affine)],
) -> Option<Vec<(usize, Range<usize>)>> {
    let counters = values[0].1.slopes.len();
    let (corners, stretches) = corners_of(&segment.path, values)?;
    let live_end = Corner { right: Affine::number(0, counters), down: Affine::number(0, counters) };
    let mut spread = corners[0].moves_like(&live_end).then(|| corners[0].distance(&live_end))?;
    for shape in shapes {
        for corner in corners_of(&shape.path, values)?.0 {
            let with = corners.iter().filter(|own| own.moves_like(&corner));
            spread = spread.max(with.map(|own| own.distance(&corner)).min()?);
        }
    }
    let mut blocks = Vec::new();
    let mut at = 0;
    for stretch in &stretches {
        let cells = stretch.cells.at;
        if let Some(counter) = stretch.grows_with {
            let by = stretch.cells.slopes[counter];
            let repeated = blocks.iter().any(|(other, _)| *other == counter);
            // An odd number would swap the colours of the cells that follow.
            if by < 0 || by % 2 != 0 || repeated || cells < 4 * (spread + 3) + 2 * by {
                return None;
            }
            let middle = usize::try_from(at + cells / 2).ok()?;
            blocks.push((counter, middle..middle + usize::try_from(by).ok()?));
        }
        at += cells;
    }
    (blocks.len() == counters).then_some(blocks)
}

/// The profiles of the claims of a member, move by move; none if one of them has no profile.
fn claim_profiles(rules: &[Rule]) -> Option<Vec<ClaimProfile>> {
    let mut profiles = Vec::new();
    for (claim, rule) in rules.iter().enumerate() {
        for forbidden in &rule.forbids {
            let profile = SegmentProfile::of(rule, forbidden.direction)?;
            profiles.push((claim, forbidden.direction, profile));
        }
    }
    Some(profiles)
}

/// Repeats a block until its rounds grow steadily. Returns the state after that, the number of
/// rounds it took, and bounds on how much the smallest sums fall and the largest sums rise in each
/// later round. None if this takes too many rounds.
///
/// A step of the programme is monotone in the sums and commutes with adding a constant to all of
/// them. So if one round leaves the same configurations possible and changes no sum by more than g,
/// neither does any later round. One such round makes the bound valid. But the first rounds may
/// grow faster than later ones, so the loop ends only when two consecutive rounds give the same
/// bound.
fn steady(
    mut state: TransferState,
    block: &[SegmentCell],
) -> Option<(TransferState, i64, (i32, i32))> {
    let mut last = None;
    for round in 0..ROUNDS {
        let next = block.iter().fold(state.clone(), |state, &cell| state.then(cell));
        let growth = next.growth(&state);
        if let Some(growth) = growth.filter(|_| growth == last) {
            return Some((state, round as i64, growth));
        }
        last = growth;
        state = next;
    }
    None
}

/// Whether a test fails for every possible surplus, at every step of the counters. Twice the
/// surplus lies between `low` and `high`. None if the numbers of the test are not affine.
fn fails(
    test: &TestExpr,
    low: &Affine,
    high: &Affine,
    values: &[(String, Affine)],
) -> Option<bool> {
    // `above`: k + more exceeds every possible surplus. `below`: every surplus exceeds k − less.
    let above = |k: &Affine, more: i64| k.times(2).minus(high).is_at_least(1 - 2 * more);
    let below = |k: &Affine, less: i64| low.minus(&k.times(2)).is_at_least(1 - 2 * less);
    Some(match test {
        TestExpr::Even | TestExpr::Odd => false,
        TestExpr::Surplus(comparison, k) => {
            let k = affine_value(k, values)?;
            match comparison {
                Comparison::Equal => above(&k, 0) || below(&k, 0),
                Comparison::Different => false,
                Comparison::Greater => above(&k, 1),
                Comparison::AtLeast => above(&k, 0),
                Comparison::Less => below(&k, 1),
                Comparison::AtMost => below(&k, 0),
            }
        }
        TestExpr::Range { range: (from, to), inside } => {
            let (from, to) = (affine_value(from, values)?, affine_value(to, values)?);
            match inside {
                true => above(&from, 0) || below(&to, 0),
                false => {
                    low.minus(&from.times(2)).is_at_least(0)
                        && to.times(2).minus(high).is_at_least(0)
                }
            }
        }
    })
}
