//! The search for a deduction: whatever follows at once is added until nothing does; then single
//! facts are supposed and lead to a contradiction, and at last the argument splits.

use std::collections::BTreeMap;

use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Rule};
use deadmove_solver::Impossible;

use super::cut::{Cut, Supposed};
use super::picture::{KnownPicture, PictureGraph};
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
            let mut found =
                Consequences { rule: self.rule, picture, graph: &graph, steps: Vec::new() };
            found.all();
            let found = found.steps;
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

/// What follows at once.
struct Consequences<'g, 'r> {
    rule: &'g Rule,
    picture: &'g KnownPicture<'r>,
    graph: &'g PictureGraph,
    /// The steps. If a step makes a cell free, or says something about pockets, it is the last one:
    /// the next ones are about another graph.
    steps: Vec<PictureStep>,
}

impl Consequences<'_, '_> {
    fn all(&mut self) {
        self.walls();
        if !self.steps.is_empty() {
            return;
        }
        for node in 0..self.graph.cells.len() {
            if self.cut(vec![node], &self.graph.at[node]) {
                return;
            }
        }
        if !self.steps.is_empty() {
            return;
        }
        self.loops();
        if !self.steps.is_empty() {
            return;
        }
        self.pairs();
        if self.steps.is_empty() {
            self.colours();
        }
    }

    /// A cell that would be a wall with fewer than two walls beside it is free.
    fn walls(&mut self) {
        for cell in self.graph.pockets.iter().flatten().copied() {
            if self.picture.is_no_wall(cell) {
                let reason = PictureReason::Wall(cell);
                self.steps.push(PictureStep::Follows(PictureFact::Free(cell, true), reason));
                return;
            }
        }
        if let Some(&wall) = self.picture.known.walls.iter().find(|w| self.picture.is_no_wall(**w))
        {
            self.steps.push(PictureStep::Ends(PictureReason::Wall(wall)));
        }
    }

    /// Decides edges at the border of a set, or in it; true if nothing more can be decided on this
    /// graph.
    fn cut(&mut self, nodes: Vec<usize>, links: &[usize]) -> bool {
        let graph = self.graph;
        let cut = Cut::new(graph, nodes);
        if cut.is_impossible(Supposed::Nothing) {
            self.steps.push(PictureStep::Ends(PictureReason::Cut(cut.names())));
            return true;
        }
        for &link in links {
            for used in [true, false] {
                if !graph.links[link].used
                    && cut.is_impossible(Supposed::Link(link, !used))
                    && self.decide(link, used, || PictureReason::Cut(cut.names()))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Records that an edge is decided, unless it is; true if its cell becomes free.
    fn decide(&mut self, link: usize, used: bool, reason: impl Fn() -> PictureReason) -> bool {
        let [a, b] = self.graph.links[link].cells;
        let known = |step: &PictureStep| match step {
            PictureStep::Follows(PictureFact::Used(c, d, _), _) => (*c, *d) == (a, b),
            _ => false,
        };
        if self.steps.iter().any(known) {
            return false;
        }
        self.steps.push(PictureStep::Follows(PictureFact::Used(a, b, used), reason()));
        used && self.graph.links[link].nodes.iter().any(|&node| node >= self.graph.cells.len())
    }

    /// Edges that would close a chain of used ones.
    fn loops(&mut self) {
        let graph = self.graph;
        let mut chain: Vec<usize> = (0..graph.at.len()).collect();
        let used = graph.links.iter().filter(|link| link.used).map(|link| link.nodes);
        let end = (graph.ends.len() == 1).then(|| [0, graph.ends[0]]);
        for [a, b] in used.chain(end) {
            let (from, to) = (chain[a], chain[b]);
            chain.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
        }
        for (link, of) in graph.links.iter().enumerate() {
            let [a, b] = of.nodes;
            if !of.used && chain[a] == chain[b] {
                let nodes = (0..graph.at.len()).filter(|&node| chain[node] == chain[a]).collect();
                if self.cut(nodes, &[link]) {
                    return;
                }
            }
        }
    }

    /// Sets that two edges leave, and pockets that one edge leaves.
    fn pairs(&mut self) {
        let graph = self.graph;
        // The edges of the graph, then those from the live end to where the end cell may be.
        let mut edges: Vec<[usize; 2]> = graph.links.iter().map(|link| link.nodes).collect();
        edges.extend(graph.ends.iter().map(|&end| [0, end]));
        let keys = cut_keys(&edges, graph.at.len());
        let mut classes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (edge, key) in keys.into_iter().enumerate() {
            if let Some(key) = key {
                classes.entry(key).or_default().push(edge);
            }
        }
        let is_open = |edge: usize| match graph.links.get(edge) {
            Some(link) => !link.used,
            None => graph.ends.len() > 1,
        };
        for (key, class) in classes {
            for &edge in class.iter().filter(|&&edge| is_open(edge)) {
                let other = class.iter().copied().find(|&other| other != edge);
                let without = match (key, other) {
                    (0, _) => vec![edge],
                    (_, Some(other)) => vec![edge, other],
                    (_, None) => continue,
                };
                let nodes = reached(&edges, &without, edges[edge][1], graph.at.len());
                if edge < graph.links.len() {
                    if self.cut(nodes, &[edge]) {
                        return;
                    }
                } else {
                    let node = edges[edge][1];
                    let cut = Cut::new(graph, nodes);
                    for is in [true, false] {
                        if cut.is_impossible(Supposed::End(node, !is)) {
                            let at = graph.cells_of(node).next().expect("a pocket has cells");
                            let reason = PictureReason::Cut(cut.names());
                            self.steps.push(PictureStep::Follows(PictureFact::End(at, is), reason));
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The colours of each region whose cells are known.
    fn colours(&mut self) {
        let graph = self.graph;
        for (number, segment) in self.rule.pattern.segments.iter().enumerate() {
            let Some(region) = &graph.regions[number] else { continue };
            if region.iter().any(Option::is_none) {
                continue;
            }
            let on = |node: usize| graph.cells.get(node).is_some_and(|c| segment.cells.contains(c));
            let nodes: Vec<usize> = (0..graph.at.len())
                .filter(|&node| region[node] == Some(true) || on(node))
                .collect();
            let links: Vec<usize> = nodes.iter().flat_map(|&n| &graph.at[n]).copied().collect();
            let cut = Cut::new(graph, nodes);
            let reason = || PictureReason::Colour(number);
            if cut.is_unbalanced(segment, Supposed::Nothing) {
                self.steps.push(PictureStep::Ends(reason()));
                return;
            }
            for link in links {
                for used in [true, false] {
                    if !graph.links[link].used
                        && cut.is_unbalanced(segment, Supposed::Link(link, !used))
                        && self.decide(link, used, reason)
                    {
                        return;
                    }
                }
            }
        }
    }
}

/// For each edge that can be reached from node 0 a key: 0 if the graph falls apart without it;
/// equal for two edges without which it does. Chance makes two other keys equal once in 2⁶⁴ times;
/// what is made of a key is verified.
fn cut_keys(edges: &[[usize; 2]], nodes: usize) -> Vec<Option<u64>> {
    let mut at = vec![Vec::new(); nodes];
    for (edge, [a, b]) in edges.iter().enumerate() {
        at[*a].push(edge);
        at[*b].push(edge);
    }
    let mut keys: Vec<Option<u64>> = vec![None; edges.len()];
    let mut sums = vec![0_u64; nodes];
    let mut order = vec![(0, usize::MAX)];
    let mut seen = vec![false; nodes];
    seen[0] = true;
    let mut next = 0;
    while next < order.len() {
        let (node, _) = order[next];
        next += 1;
        for &edge in &at[node] {
            let other = edges[edge][0] + edges[edge][1] - node;
            if !seen[other] {
                seen[other] = true;
                order.push((other, edge));
                keys[edge] = Some(0);
            }
        }
    }
    for (edge, [a, b]) in edges.iter().enumerate() {
        if keys[edge].is_none() && seen[*a] {
            let key = mixed(edge as u64 + 1);
            keys[edge] = Some(key);
            sums[*a] ^= key;
            sums[*b] ^= key;
        }
    }
    for &(node, edge) in order.iter().skip(1).rev() {
        let other = edges[edge][0] + edges[edge][1] - node;
        keys[edge] = Some(sums[node]);
        sums[other] ^= sums[node];
    }
    keys
}

/// SplitMix64.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The nodes that are connected with one, without some edges.
fn reached(edges: &[[usize; 2]], without: &[usize], from: usize, nodes: usize) -> Vec<usize> {
    let mut at = vec![Vec::new(); nodes];
    let kept = edges.iter().enumerate().filter(|(edge, _)| !without.contains(edge));
    for (_, [a, b]) in kept {
        at[*a].push(*b);
        at[*b].push(*a);
    }
    let mut seen = vec![false; nodes];
    seen[from] = true;
    let mut found = vec![from];
    let mut next = 0;
    while next < found.len() {
        for &other in &at[found[next]] {
            if !std::mem::replace(&mut seen[other], true) {
                found.push(other);
            }
        }
        next += 1;
    }
    found
}

impl KnownPicture<'_> {
    /// Whether three of the neighbours of a cell are free, so that it is no wall.
    fn is_no_wall(&self, cell: Offset) -> bool {
        let free = |other: &Offset| self.known.free.contains(other);
        Move::ALL.map(|m| cell.step(m)).iter().filter(|other| free(other)).count() > 2
    }
}
