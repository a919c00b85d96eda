//! What a completion can do at the border of a set of nodes. Together with an edge from the end
//! cell back to the live end it is a closed line: it crosses the border an even number of times,
//! and at least twice if there is something on both sides. And the edges that leave a set of cells
//! balance its colours.

use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{RegionTest, Segment};

use super::graph::PictureGraph;

/// Something that is supposed, and added to a graph for one question.
#[derive(Clone, Copy)]
pub(super) enum Supposed {
    Nothing,
    /// The link is used, or not.
    Link(usize, bool),
    /// The end is in this node, or not.
    End(usize, bool),
}

/// How many edges leave a cell of a set, and with which weight.
struct Leaving {
    least: i32,
    most: i32,
}

/// A set of nodes of a graph.
pub(super) struct Cut<'g> {
    graph: &'g PictureGraph,
    nodes: Vec<usize>,
    is_in: Vec<bool>,
}

impl<'g> Cut<'g> {
    pub fn new(graph: &'g PictureGraph, nodes: Vec<usize>) -> Cut<'g> {
        let mut is_in = vec![false; graph.at.len()];
        nodes.iter().for_each(|&node| is_in[node] = true);
        Cut { graph, nodes, is_in }
    }

    /// The cells of the set, and for each pocket one of its cells.
    pub fn names(&self) -> Vec<Offset> {
        self.nodes.iter().filter_map(|&node| self.graph.cells_of(node).next()).collect()
    }

    /// Whether no completion is possible at the border.
    pub fn is_impossible(&self, supposed: Supposed) -> bool {
        let graph = self.graph;
        let (mut least, mut most) = self.end(supposed);
        for &node in self.nodes.iter().filter(|&&node| node < graph.cells.len()) {
            let at = self.leaving(node, supposed);
            if at.least > at.most {
                return true;
            }
            (least, most) = (least + at.least, most + at.most);
        }
        for &node in self.nodes.iter().filter(|&&node| node >= graph.cells.len()) {
            for &link in &graph.at[node] {
                let (used, possible) = self.state(link, supposed);
                if graph.links[link].nodes.iter().any(|&node| !self.is_in[node]) {
                    (least, most) = (least + i32::from(used), most + i32::from(possible));
                }
            }
        }
        let inside = self.nodes.iter().any(|&node| graph.visited[node]);
        let outside = (0..graph.at.len()).any(|node| graph.visited[node] && !self.is_in[node]);
        let fewest = if inside && outside { 2 } else { 0 };
        let least = least.max(fewest);
        least + (least & 1) > most
    }

    /// Whether the colours of a region with its segment, which are the set, cannot be balanced: the
    /// edges that leave it add up to twice its surplus, + at white cells and − at black ones.
    pub fn is_unbalanced(&self, segment: &Segment, supposed: Supposed) -> bool {
        let (mut least, mut most) = (0, 0);
        for &node in self.nodes.iter().filter(|&&node| node < self.graph.cells.len()) {
            let sign = if self.graph.cells[node].is_white() { 1 } else { -1 };
            let at = self.leaving(node, supposed);
            if at.least > at.most {
                return true;
            }
            least += (sign * at.least).min(sign * at.most);
            most += (sign * at.least).max(sign * at.most);
        }
        !(least..=most).any(|sum| sum % 2 == 0 && RegionTest::all_hold(&segment.tests, sum / 2))
    }

    /// Whether an edge is used, and whether it may be.
    fn state(&self, link: usize, supposed: Supposed) -> (bool, bool) {
        match supposed {
            Supposed::Link(other, used) if other == link => (used, used),
            _ => (self.graph.links[link].used, true),
        }
    }

    /// The number of times, least and most, that the edge from the end cell to the live end crosses
    /// the border.
    fn end(&self, supposed: Supposed) -> (i32, i32) {
        let crosses = |end: usize| self.is_in[0] != self.is_in[end];
        let ends = self.ends(supposed);
        (
            i32::from(ends.iter().all(|&end| crosses(end))),
            i32::from(ends.iter().any(|&end| crosses(end))),
        )
    }

    fn ends(&self, supposed: Supposed) -> Vec<usize> {
        match supposed {
            Supposed::End(node, true) => vec![node],
            Supposed::End(node, false) => {
                self.graph.ends.iter().copied().filter(|&end| end != node).collect()
            }
            _ => self.graph.ends.clone(),
        }
    }

    /// The edges that leave the set at one of its cells.
    fn leaving(&self, node: usize, supposed: Supposed) -> Leaving {
        let (mut used_inside, mut inside, mut used, mut possible) = (0, 0, 0, 0);
        for &link in &self.graph.at[node] {
            let other: usize = self.graph.links[link].nodes.iter().sum::<usize>() - node;
            let (is_used, is_possible) = self.state(link, supposed);
            if self.is_in[other] {
                used_inside += i32::from(is_used);
                inside += i32::from(is_possible);
            } else {
                used += i32::from(is_used);
                possible += i32::from(is_possible);
            }
        }
        // The edge from the end cell to the live end is not among these.
        let ends = self.ends(supposed);
        let may_end = node == 0 || ends.contains(&node);
        let must_end = node == 0 || ends == [node];
        let (fewest, most) = (if may_end { 1 } else { 2 }, if must_end { 1 } else { 2 });
        Leaving { least: used.max(fewest - inside), most: possible.min(most - used_inside) }
    }
}
