//! The cells of the disc and the pockets around it as a graph, with what follows at once from a
//! scene. `deduction.rs` says what pockets are.

use std::collections::{BTreeMap, BTreeSet};

use super::deduction::DeducedScene;
use super::scene::{LIVE_END, Window, near};
use crate::kernel::rule::{Extent, Offset};

/// An edge between a cell of the disc and another one, or an outer cell.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub nodes: (usize, usize),
    pub cells: (Offset, Offset),
    /// Whether every completion uses it.
    pub used: bool,
    /// Whether one may use it.
    pub possible: bool,
}

/// The graph. Its nodes are the live end, the other cells of the disc, then the pockets.
#[derive(Clone)]
pub(super) struct PocketMap {
    pub cells: Vec<Offset>,
    /// For each pocket its outer cells that share a side with the disc.
    pub pockets: Vec<Vec<Offset>>,
    pub ways: Vec<Way>,
    /// For each node the indices of its ways.
    pub at: Vec<Vec<usize>>,
    /// The nodes that may have the end cell.
    pub ends: BTreeSet<usize>,
    pub node_of: BTreeMap<Offset, usize>,
    /// For each segment on the disc and each node whether it is in its region.
    inside: BTreeMap<usize, Vec<Option<bool>>>,
    /// Pockets that have cells.
    filled: BTreeSet<usize>,
}

/// For each segment on the disc: which cells are in its region, or not, if they are free.
type RegionLabels = BTreeMap<usize, BTreeMap<Offset, bool>>;

impl PocketMap {
    /// The nodes of some cells of the disc and outer cells.
    pub fn set(&self, cells: &[Offset]) -> Result<BTreeSet<usize>, String> {
        let node = |cell: &Offset| self.node_of.get(cell).copied();
        cells.iter().map(|cell| node(cell).ok_or(format!("{cell:?} is not on the map"))).collect()
    }

    /// Whether a node is in the region of a segment, if that is known.
    pub fn inside(&self, segment: usize, node: usize) -> Option<bool> {
        self.inside.get(&segment)?[node]
    }

    /// Whether a closed line can cross the border of a set.
    pub fn can_cross(&self, set: &BTreeSet<usize>) -> bool {
        // The return crosses it if only one of its two ends is in the set.
        let returns = self.ends.iter().map(|end| set.contains(end) != set.contains(&0));
        let mut least = i32::from(returns.clone().all(|crosses| crosses));
        let mut most = i32::from({ returns }.any(|crosses| crosses));
        for &node in set {
            if node < self.cells.len() {
                let Some((few, many)) = self.leaving(node, set) else { return false };
                (least, most) = (least + few, most + many);
            } else {
                for way in self.at[node].iter().map(|&way| &self.ways[way]) {
                    if !(set.contains(&way.nodes.0) && set.contains(&way.nodes.1)) {
                        least += i32::from(way.used);
                        most += i32::from(way.possible);
                    }
                }
            }
        }
        let mut filled =
            (0..self.at.len()).filter(|&n| n < self.cells.len() || self.filled.contains(&n));
        let both = filled.clone().any(|n| set.contains(&n)) && filled.any(|n| !set.contains(&n));
        let least = least.max(if both { 2 } else { 0 });
        least + least % 2 <= most
    }

    /// The least and the most edges, without the return, that leave a set at one of its cells. None
    /// if the cell cannot have its edges.
    pub fn leaving(&self, node: usize, set: &BTreeSet<usize>) -> Option<(i32, i32)> {
        // All edges at the cell are 2 with the return.
        let sure_end = node == 0 || self.ends.len() == 1 && self.ends.contains(&node);
        let perhaps_end = node == 0 || self.ends.contains(&node);
        let (fewest, most) = (2 - i32::from(perhaps_end), 2 - i32::from(sure_end));
        let (mut inner, mut outer) = ((0, 0), (0, 0));
        for way in self.at[node].iter().map(|&way| self.ways[way]) {
            let other = if way.nodes.0 == node { way.nodes.1 } else { way.nodes.0 };
            let count = if set.contains(&other) { &mut inner } else { &mut outer };
            count.0 += i32::from(way.used);
            count.1 += i32::from(way.possible);
        }
        let (few, many) = (outer.0.max(fewest - inner.1), outer.1.min(most - inner.0));
        (few <= many).then_some((few, many))
    }
}

impl DeducedScene<'_> {
    /// The map, and what follows for the scene; none if it is impossible.
    ///
    /// # Errors
    /// If the window is too large.
    pub(super) fn map(&mut self) -> Result<Option<PocketMap>, String> {
        for segment in self.rule.pattern.segments.iter().filter(|s| s.extent == Extent::Empty) {
            let side = segment.side_cells().into_iter().filter(|&cell| cell != LIVE_END);
            self.scene.walls.extend(side);
        }
        let window = self.scene.window()?;
        // Cells that the disc encloses are free.
        self.scene.free.extend(&window.disc);
        let labels = self.labels(&window);
        if !self.scene.free.is_disjoint(&self.scene.walls) {
            return Ok(None);
        }
        Ok(labels.and_then(|labels| self.draw(&window, &labels)))
    }

    /// The first and the last column and row that are known to be on the board.
    fn bounds(&self) -> [(i16, i16); 2] {
        let (mut columns, mut rows) = ((0, 0), (0, 0));
        for &(right, down) in self.scene.free.iter().chain(&self.scene.on_board) {
            columns = (right.min(columns.0), right.max(columns.1));
            rows = (down.min(rows.0), down.max(rows.1));
        }
        [columns, rows]
    }

    /// For each outer cell beside the disc that may be free its *gap*: the places of the rim that
    /// no known wall separates.
    fn gaps(&self, window: &Window) -> BTreeMap<Offset, usize> {
        let places = window.rim.iter().map(|place| (place, window.outers[place.outer]));
        let is_wall = |outer: &Offset| self.scene.walls.contains(outer);
        let total = places.clone().filter(|(_, outer)| is_wall(outer)).count();
        let (mut passed, mut gaps) = (0, BTreeMap::new());
        for (place, outer) in places {
            if is_wall(&outer) {
                passed += 1;
            } else if place.cell.is_some() {
                // The last gap and the first are one. A cell beside two is none that is free.
                gaps.insert(outer, passed % total.max(1));
            }
        }
        gaps
    }

    /// Which cells are in the regions of the segments on the disc. Free side cells are; of two free
    /// neighbours off the segment both are or neither is. None if a cell of the disc would be both;
    /// an outer cell that would be both is a wall.
    fn labels(&mut self, window: &Window) -> Option<RegionLabels> {
        let mut all = RegionLabels::new();
        for (number, segment) in self.rule.pattern.segments.iter().enumerate() {
            let on_disc = |cell: &Offset| window.disc.binary_search(cell).is_ok();
            if !segment.cells.iter().all(on_disc) {
                continue;
            }
            let off = |cell: &Offset| *cell != LIVE_END && !segment.cells.contains(cell);
            let side = segment.side_cells().into_iter().filter(|c| !self.scene.walls.contains(c));
            let given = self.inside.iter().filter(|((of, _), _)| *of == number);
            let given = given.map(|((_, cell), inside)| (*cell, *inside));
            let mut open: Vec<(Offset, bool)> =
                side.map(|cell| (cell, true)).chain(given).filter(|(cell, _)| off(cell)).collect();
            let mut both = BTreeSet::new();
            let mut labels: BTreeMap<Offset, bool> = BTreeMap::new();
            while let Some((cell, inside)) = open.pop() {
                match labels.get(&cell) {
                    Some(known) if *known == inside => {}
                    Some(_) if on_disc(&cell) => return None,
                    Some(_) => _ = both.insert(cell),
                    None => {
                        labels.insert(cell, inside);
                        if on_disc(&cell) {
                            let others = near(cell).into_iter().filter(off);
                            open.extend(others.map(|other| (other, inside)));
                        }
                    }
                }
            }
            self.scene.walls.extend(both);
            all.insert(number, labels);
        }
        Some(all)
    }

    /// The map; none if there is no place for the end cell, or free cells cannot be reached.
    fn draw(&mut self, window: &Window, labels: &RegionLabels) -> Option<PocketMap> {
        // Free cells around one that was in a pocket were in the same pocket.
        for cell in &window.disc {
            if self.not_beyond.contains(cell) {
                let off = |other: &Offset| window.disc.binary_search(other).is_err();
                self.not_beyond.extend(near(*cell).into_iter().filter(off));
            }
        }
        let gaps = self.gaps(window);
        // A region divides the outer cells of a gap only if each is known to be in it or not.
        let label = |number: &usize, outer: &Offset| labels[number].get(outer).copied();
        let divides = |number: &usize, gap: usize| {
            gaps.iter().all(|(outer, of)| *of != gap || label(number, outer).is_some())
        };
        let mut groups: BTreeMap<(usize, Vec<Option<bool>>), Vec<Offset>> = BTreeMap::new();
        for (&outer, &gap) in &gaps {
            let sides = labels
                .keys()
                .map(|number| if divides(number, gap) { label(number, &outer) } else { None });
            groups.entry((gap, sides.collect())).or_default().push(outer);
        }
        let mut map = PocketMap {
            cells: [LIVE_END].into_iter().chain(window.disc.iter().copied()).collect(),
            pockets: groups.values().cloned().collect(),
            ways: Vec::new(),
            at: Vec::new(),
            ends: BTreeSet::new(),
            node_of: BTreeMap::new(),
            inside: BTreeMap::new(),
            filled: BTreeSet::new(),
        };
        map.node_of.extend(map.cells.iter().enumerate().map(|(node, cell)| (*cell, node)));
        for (pocket, outers) in map.pockets.iter().enumerate() {
            map.node_of.extend(outers.iter().map(|outer| (*outer, map.cells.len() + pocket)));
        }
        for (at, number) in labels.keys().enumerate() {
            let segment = &self.rule.pattern.segments[*number].cells;
            let of_cell = |cell: &Offset| match segment.contains(cell) || *cell == LIVE_END {
                true => Some(false),
                false => label(number, cell),
            };
            let of_pocket = groups.keys().map(|(_, sides)| sides[at]);
            map.inside.insert(*number, map.cells.iter().map(of_cell).chain(of_pocket).collect());
        }
        self.add_ways(&mut map);
        let [columns, rows] = self.bounds();
        for node in 1..map.at.len() {
            let possible = match map.cells.get(node) {
                Some(cell) => {
                    let between = |at: i16, (low, high): (i16, i16)| low < at && at < high;
                    !between(cell.0, columns)
                        && !between(cell.1, rows)
                        && !self.not_end.contains(cell)
                        && !self.not_beyond.contains(cell)
                }
                None => {
                    let outers = &map.pockets[node - map.cells.len()];
                    !outers.iter().all(|outer| self.not_beyond.contains(outer))
                }
            };
            if possible && !map.inside.values().any(|inside| inside[node] == Some(true)) {
                map.ends.insert(node);
            }
        }
        let possible = self.fill(&mut map, labels) && !map.ends.is_empty();
        possible.then_some(map)
    }

    fn add_ways(&self, map: &mut PocketMap) {
        map.at = vec![Vec::new(); map.cells.len() + map.pockets.len()];
        for (from, &cell) in map.cells.iter().enumerate() {
            for other in near(cell) {
                let Some(&to) = map.node_of.get(&other).filter(|&&to| to > from) else { continue };
                let known = self.edges.get(&(cell.min(other), cell.max(other)));
                // The one edge at the live end is the step that is examined.
                let state = if from == 0 { Some(other == self.first) } else { known.copied() };
                map.at[from].push(map.ways.len());
                map.at[to].push(map.ways.len());
                map.ways.push(Way {
                    nodes: (from, to),
                    cells: (cell, other),
                    used: state == Some(true),
                    possible: state != Some(false),
                });
            }
        }
    }

    /// Finds pockets that have cells, because all free side cells of a region lie there that is not
    /// empty. False if such a region has no side cells.
    fn fill(&self, map: &mut PocketMap, labels: &RegionLabels) -> bool {
        for number in labels.keys() {
            let segment = &self.rule.pattern.segments[*number];
            if segment.extent != Extent::Enclosed {
                continue;
            }
            let side = segment.side_cells().into_iter();
            let side = side.filter(|c| *c != LIVE_END && !self.scene.walls.contains(c));
            let nodes = side.map(|cell| map.node_of.get(&cell).copied());
            let nodes: BTreeSet<Option<usize>> = nodes.collect();
            match nodes.into_iter().collect::<Vec<_>>()[..] {
                [] => return false,
                [Some(node)] => _ = map.filled.insert(node),
                _ => {}
            }
        }
        true
    }
}
