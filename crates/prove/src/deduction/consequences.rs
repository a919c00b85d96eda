//! What follows at once from what is known: walls, cuts of single nodes, closed chains, sets that
//! two edges leave, and colours of regions.

use std::collections::BTreeMap;

use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::Rule;

use super::cut::{Cut, Supposed};
use super::graph::PictureGraph;
use super::picture::KnownPicture;
use super::{PictureFact, PictureReason, PictureStep};

/// The steps that follow at once from what a picture shows.
pub(super) fn consequences(
    rule: &Rule,
    picture: &KnownPicture<'_>,
    graph: &PictureGraph,
) -> Vec<PictureStep> {
    let mut found = Consequences { rule, picture, graph, steps: Vec::new() };
    found.all();
    found.steps
}

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
