//! How the members of a chart grow, and the induction for their claims.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Chart, Unsettled};
use crate::visits::{Count, Letter, Line, Start};
use deadmove_core::board::Move;
use deadmove_rules::affine::{Affine, affine_truth, affine_value};
use deadmove_rules::expr::Comparison;
use deadmove_rules::family::{Family, Path, Shape, ShapeKind, TestExpr};
use deadmove_rules::model::Rule;

/// How many rounds of the same cells are counted to find out how fast the sums grow.
const ROUNDS: usize = 16;

/// A claim of a member, by number, with one of its moves and its line.
type ClaimLine = (usize, Move, Line);

/// A corner of a path of the pattern: its place, as it runs along a chart.
struct Node {
    right: Affine,
    down: Affine,
}

impl Node {
    fn runs_like(&self, other: &Node) -> bool {
        self.right.slopes == other.right.slopes && self.down.slopes == other.down.slopes
    }

    /// How far two nodes that run alike are from each other, in a column or a row.
    fn distance(&self, other: &Node) -> i64 {
        let (right, down) = (self.right.at - other.right.at, self.down.at - other.down.at);
        right.abs().max(down.abs())
    }
}

/// The steps between two corners of a path.
struct Stretch {
    /// Number of cells; the slopes are those of the number.
    cells: Affine,
    /// The counter with which it grows.
    grows_with: Option<usize>,
}

/// The corners of a path along a chart, and the stretches between them. None if the path does not
/// run evenly, or a stretch grows with more than one counter.
fn nodes(path: &Path, values: &[(String, Affine)]) -> Option<(Vec<Node>, Vec<Stretch>)> {
    let counters = values[0].1.slopes.len();
    let mut at = Node { right: Affine::number(0, counters), down: Affine::number(0, counters) };
    let go = |at: &Node, toward: Move, by: &Affine| {
        let (right, down) = match toward {
            Move::Right => (at.right.plus(by), at.down.clone()),
            Move::Left => (at.right.minus(by), at.down.clone()),
            Move::Down => (at.right.clone(), at.down.plus(by)),
            Move::Up => (at.right.clone(), at.down.minus(by)),
        };
        Node { right, down }
    };
    for (amount, toward) in [&path.sideways, &path.forward] {
        at = go(&at, *toward, &affine_value(amount, values)?);
    }
    let (mut nodes, mut stretches) = (vec![at], Vec::new());
    for (directions, count) in &path.steps {
        let count = affine_value(count, values)?;
        if !count.is_at_least(0) {
            return None;
        }
        let last = nodes.last()?;
        let mut at = Node { right: last.right.clone(), down: last.down.clone() };
        for &toward in directions {
            at = go(&at, toward, &count);
        }
        nodes.push(at);
        let cells = count.times(directions.len() as i64);
        let mut growing = cells.slopes.iter().enumerate().filter(|(_, slope)| **slope != 0);
        let grows_with = growing.next().map(|(counter, _)| counter);
        if growing.next().is_some() {
            return None;
        }
        stretches.push(Stretch { cells, grows_with });
    }
    Some((nodes, stretches))
}

/// A member from which on the members of a chart grow in the middle of their segment only.
pub struct Growth<'f> {
    family: &'f Family,
    values: Vec<(String, Affine)>,
    /// The claims that hold along the chart.
    case: usize,
    /// The segment's own tests.
    tests: &'f [TestExpr],
    rules: Vec<Rule>,
    /// For each claim and each of its moves.
    lines: Vec<ClaimLine>,
    /// In the order of the segment: the counter, and the cells that each step of it repeats.
    blocks: Vec<(usize, Range<usize>)>,
}

impl<'f> Growth<'f> {
    /// None if the chart's first member is not such a member.
    pub fn of(family: &'f Family, chart: &Chart) -> Option<Growth<'f>> {
        let values = chart.values(family)?;
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
        let rules = family.expand(&chart.base).ok()?;
        let lines = claim_lines(&rules)?;
        for (counter, cells) in &blocks {
            let mut counters = vec![0; chart.steps.len()];
            counters[*counter] = 1;
            let larger = claim_lines(&family.expand(&chart.after(&counters)).ok()?)?;
            let mut same = lines.iter().zip(&larger);
            let grown = same.all(|((.., small), (.., large))| small.repeating(cells) == *large);
            if larger.len() != lines.len() || !grown {
                return None;
            }
        }
        Some(Growth { family, values, case, tests, rules, lines, blocks })
    }

    /// How many rounds each counter takes until the induction holds.
    pub fn settle(&self, stop: &AtomicBool) -> Result<Vec<i64>, Unsettled> {
        let mut rounds = vec![0; self.blocks.len()];
        for (claim, step, line) in &self.lines {
            if stop.load(Ordering::Relaxed) {
                return Err(Unsettled::Stopped);
            }
            for &start in &line.starts {
                let own = self.claim(*claim, *step, line, start)?;
                rounds.iter_mut().zip(own).for_each(|(all, own)| *all = own.max(*all));
            }
        }
        Ok(rounds)
    }

    /// The same for one claim, with a line that starts in one way.
    fn claim(
        &self,
        claim: usize,
        step: Move,
        line: &Line,
        start: Start,
    ) -> Result<Vec<i64>, Unsettled> {
        let counters = self.blocks.len();
        let mut rounds = vec![0; counters];
        let (mut low, mut high) = (Affine::number(0, counters), Affine::number(0, counters));
        let mut count = Count::new(start);
        for (at, &letter) in line.letters.iter().enumerate() {
            for (counter, cells) in self.blocks.iter().filter(|(_, cells)| cells.start == at) {
                let block = &line.letters[cells.clone()];
                let (steady, taken, growth) = steady(count, block).ok_or(Unsettled::Form)?;
                count = steady;
                rounds[*counter] = taken;
                low.slopes[*counter] = i64::from(growth.0);
                high.slopes[*counter] = i64::from(growth.1);
            }
            count = count.then(letter);
        }
        let Some((lowest, highest)) = line.sums(&count) else { return Ok(rounds) };
        low.at = lowest.into();
        high.at = highest.into();
        let later = |value: &Affine| {
            let more = value.slopes.iter().zip(&rounds).map(|(slope, rounds)| slope * rounds);
            Affine { at: value.at + more.sum::<i64>(), slopes: value.slopes.clone() }
        };
        let values: Vec<(String, Affine)> =
            self.values.iter().map(|(name, value)| (name.clone(), later(value))).collect();
        let tests = self.family.cases[self.case].claims[claim].tests.iter();
        let tests = tests.filter(|(of, _)| *of == 0).map(|(_, test)| test).chain(self.tests);
        let mut tests = tests.map(|test| fails(test, &low, &high, &values));
        if tests.any(|fails| fails == Some(true)) {
            Ok(rounds)
        } else {
            Err(Unsettled::Claim(self.rules[claim].head.name.clone(), step))
        }
    }
}

/// Where the segment grows: for each counter cells in the middle of a stretch, as many as it grows
/// by. None if it does not grow with each counter in one stretch of its own; if another shape has a
/// corner that does not run with a corner of the segment; or if the stretches are not yet so long
/// that what lies around their ends is out of sight from their middle.
///
/// What lies around the ends is at most `spread` columns and rows away from them. On a stair two
/// cells take the segment one column further; so half a stretch, less half a block, leads 3 columns
/// or rows beyond that, and a cell of the segment is told by what lies at most 2 steps from it.
/// A segment's cells stand in the order of its path: the other end is too far from the live end.
fn blocks(
    segment: &Shape,
    shapes: &[&Shape],
    values: &[(String, Affine)],
) -> Option<Vec<(usize, Range<usize>)>> {
    let counters = values[0].1.slopes.len();
    let (corners, stretches) = nodes(&segment.path, values)?;
    let live_end = Node { right: Affine::number(0, counters), down: Affine::number(0, counters) };
    let mut spread = corners[0].runs_like(&live_end).then(|| corners[0].distance(&live_end))?;
    for shape in shapes {
        for node in nodes(&shape.path, values)?.0 {
            let with = corners.iter().filter(|corner| corner.runs_like(&node));
            spread = spread.max(with.map(|corner| corner.distance(&node)).min()?);
        }
    }
    let mut blocks = Vec::new();
    let mut at = 0;
    for stretch in &stretches {
        let cells = stretch.cells.at;
        if let Some(counter) = stretch.grows_with {
            let by = stretch.cells.slopes[counter];
            let known = blocks.iter().any(|(other, _)| *other == counter);
            // An odd number would change the colours of what follows.
            if by < 0 || by % 2 != 0 || known || cells < 4 * (spread + 3) + 2 * by {
                return None;
            }
            let middle = usize::try_from(at + cells / 2).ok()?;
            blocks.push((counter, middle..middle + usize::try_from(by).ok()?));
        }
        at += cells;
    }
    (blocks.len() == counters).then_some(blocks)
}

/// The lines of the claims of a member, move by move; none if the argument does not fit one.
fn claim_lines(rules: &[Rule]) -> Option<Vec<ClaimLine>> {
    let mut lines = Vec::new();
    for (claim, rule) in rules.iter().enumerate() {
        for forbidden in &rule.forbids {
            let line = Line::of(rule, forbidden.direction)?;
            lines.push((claim, forbidden.direction, line));
        }
    }
    Some(lines)
}

/// Counts the same cells again and again: a count, how many rounds it took, and by how much the
/// smallest sums fall and the largest sums rise at most in each round from then on.
///
/// A step of the count keeps what is larger larger, and adds what is added before it. So if a round
/// leaves the same states possible and no sum grows by more than g, the next round does so too. One
/// such round is enough for the bound to be right. The first may be above what is usual, so two
/// rounds that give the same bound are waited for.
fn steady(mut count: Count, block: &[Letter]) -> Option<(Count, i64, (i32, i32))> {
    let mut last = None;
    for round in 0..ROUNDS {
        let next = block.iter().fold(count.clone(), |count, &letter| count.then(letter));
        let growth = next.growth(&count);
        if let Some(growth) = growth.filter(|_| growth == last) {
            return Some((count, round as i64, growth));
        }
        last = growth;
        count = next;
    }
    None
}

/// Whether no surplus passes a test, all along: twice the surplus is from `low` to `high`. None if
/// the test's numbers do not run evenly.
fn fails(
    test: &TestExpr,
    low: &Affine,
    high: &Affine,
    values: &[(String, Affine)],
) -> Option<bool> {
    // All surpluses lie below k + more, or above k - less.
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
