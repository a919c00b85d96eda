//! The search for a deduction: whatever follows at once is added until nothing does; then single
//! facts are supposed and lead to a contradiction, and at last the argument splits.

use deadmove_core::budget::Budget;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Rule};
use deadmove_solver::Impossible;

use super::consequences::consequences;
use super::graph::PictureGraph;
use super::picture::KnownPicture;
use super::{PictureFact, PictureReason, PictureStep};
use crate::formula::WindowQuestion;

/// How many splits with two open cases may follow one another.
const DEPTH: usize = 2;

/// How many facts may be supposed in a deduction that is tried before a formula: enough for two in
/// three that are found at all.
pub const FEW_PROBES: usize = 10;

/// How many facts may be supposed in any deduction.
pub const MANY_PROBES: usize = 400;

/// A formula grows with the third power of the number of cells known to be free. With more than
/// these, a long deduction is faster.
const LARGE: usize = 30;

/// Whether a long deduction may be faster than a formula.
pub fn is_large(question: &WindowQuestion<'_>) -> bool {
    let pattern = &question.rule.pattern;
    let is_free = |test: &&CellTest| matches!(test, CellTest::Free | CellTest::FreeNotEnd);
    let segments = pattern.segments.iter().map(|segment| segment.cells.len());
    pattern.cells.values().filter(is_free).count() + segments.sum::<usize>() > LARGE
}

/// A deduction that no position has the picture and a completion with the step that is asked for;
/// none if none is found while at most `probes` facts are supposed.
pub fn deduce(
    question: &WindowQuestion<'_>,
    probes: usize,
    budget: &Budget<'_>,
) -> Option<Vec<PictureStep>> {
    let Ok(picture) = KnownPicture::of(question) else {
        return Some(vec![PictureStep::Ends(PictureReason::Known)]);
    };
    PictureSearch { rule: question.rule, budget, probes }.refute(picture, DEPTH, None)
}

struct PictureSearch<'q> {
    rule: &'q Rule,
    budget: &'q Budget<'q>,
    probes: usize,
}

/// What propagation leaves.
enum Propagated {
    Contradiction,
    Nothing(PictureGraph),
}

impl PictureSearch<'_> {
    /// A deduction that the picture is impossible. The fact that was supposed last is supposed
    /// again after all others.
    fn refute(
        &mut self,
        mut picture: KnownPicture<'_>,
        depth: usize,
        last: Option<PictureFact>,
    ) -> Option<Vec<PictureStep>> {
        let mut steps = Vec::new();
        let graph = match self.propagate(&mut picture, &mut steps) {
            Propagated::Contradiction => return Some(steps),
            Propagated::Nothing(graph) => graph,
        };
        let mut best = None;
        let mut facts = self.questions(&picture, &graph);
        if let Some(at) = facts.iter().position(|fact| Some(*fact) == last) {
            facts.rotate_left(at + 1);
        }
        for (at, &fact) in facts.iter().enumerate() {
            if self.probes == 0 || self.budget.exhausted().is_some() {
                return None;
            }
            self.probes -= 1;
            let mut sides = [fact, opposite(fact)].map(|fact| self.suppose(&picture, &graph, fact));
            if let Some(side) = sides.iter().position(|side| side.0.is_none()) {
                let closed = std::mem::take(&mut sides[side].1);
                let other = [opposite(fact), fact][side];
                let rest = match picture.with(other, &graph) {
                    Ok(picture) => {
                        let before = at.checked_sub(1).or(facts.len().checked_sub(1));
                        self.refute(picture, depth, before.map(|before| facts[before]))?
                    }
                    Err(Impossible) => vec![PictureStep::Ends(PictureReason::Known)],
                };
                steps.push(PictureStep::Split(fact));
                let both = if side == 0 { [closed, rest] } else { [rest, closed] };
                steps.extend(both.into_iter().flatten());
                return Some(steps);
            }
            let gained = sides.iter().map(|side| side.1.len()).min();
            let region = matches!(fact, PictureFact::Inside(..));
            if best.is_none_or(|(most, _)| (region, gained) > most) {
                best = Some(((region, gained), fact));
            }
        }
        if depth == 0 {
            return None;
        }
        let (_, fact) = best?;
        steps.push(PictureStep::Split(fact));
        for fact in [fact, opposite(fact)] {
            steps.extend(match picture.with(fact, &graph) {
                Ok(picture) => self.refute(picture, depth - 1, None)?,
                Err(Impossible) => vec![PictureStep::Ends(PictureReason::Known)],
            });
        }
        Some(steps)
    }

    /// What follows at once from a fact: the picture, if it is possible, and the steps.
    fn suppose<'r>(
        &self,
        picture: &KnownPicture<'r>,
        graph: &PictureGraph,
        fact: PictureFact,
    ) -> (Option<KnownPicture<'r>>, Vec<PictureStep>) {
        let mut steps = Vec::new();
        let Ok(mut picture) = picture.with(fact, graph) else {
            return (None, vec![PictureStep::Ends(PictureReason::Known)]);
        };
        match self.propagate(&mut picture, &mut steps) {
            Propagated::Contradiction => (None, steps),
            Propagated::Nothing(_) => (Some(picture), steps),
        }
    }

    /// Adds what follows at once, until nothing does.
    fn propagate(
        &self,
        picture: &mut KnownPicture<'_>,
        steps: &mut Vec<PictureStep>,
    ) -> Propagated {
        loop {
            let Ok(graph) = picture.graph() else {
                steps.push(PictureStep::Ends(PictureReason::Known));
                return Propagated::Contradiction;
            };
            let found = consequences(self.rule, picture, &graph);
            if found.is_empty() {
                return Propagated::Nothing(graph);
            }
            for step in found {
                match step {
                    PictureStep::Follows(fact, _) => {
                        steps.push(step);
                        if picture.add(fact, &graph).is_err() {
                            steps.push(PictureStep::Ends(PictureReason::Known));
                            return Propagated::Contradiction;
                        }
                    }
                    _ => {
                        steps.push(step);
                        return Propagated::Contradiction;
                    }
                }
            }
        }
    }

    /// Facts to suppose: first whether cells belong to regions, then edges and unknown cells, those
    /// near the live end first.
    fn questions(&self, picture: &KnownPicture<'_>, graph: &PictureGraph) -> Vec<PictureFact> {
        let mut facts = Vec::new();
        for (segment, region) in graph.regions.iter().enumerate() {
            if let Some(region) = region {
                let unknown = (1..graph.cells.len()).find(|&node| region[node].is_none());
                facts.extend(
                    unknown.map(|node| PictureFact::Inside(segment, graph.cells[node], true)),
                );
            }
        }
        let mut near: Vec<(u16, PictureFact)> = Vec::new();
        for link in graph.links.iter().filter(|link| !link.used) {
            let [a, b] = link.cells;
            near.push((a.distance(Offset::LIVE_END), PictureFact::Used(a, b, true)));
        }
        for cell in graph.pockets.iter().flatten() {
            near.push((cell.distance(Offset::LIVE_END), PictureFact::Free(*cell, true)));
        }
        near.retain(|(_, fact)| picture.is_near(*fact));
        near.sort_by_key(|(distance, _)| *distance);
        facts.extend(near.into_iter().map(|(_, fact)| fact));
        facts
    }
}

pub(super) fn opposite(fact: PictureFact) -> PictureFact {
    match fact {
        PictureFact::Free(cell, free) => PictureFact::Free(cell, !free),
        PictureFact::Used(a, b, used) => PictureFact::Used(a, b, !used),
        PictureFact::End(cell, is) => PictureFact::End(cell, !is),
        PictureFact::Inside(segment, cell, is) => PictureFact::Inside(segment, cell, !is),
    }
}
