//! Deductions: cases that are refuted in steps, without a formula. Together with a *return*, an
//! edge from the end cell back to the live end, a completion is one closed line through all free
//! cells and the live end, with two edges at each.
//!
//! The free cells off the disc fall into *pockets*: no known wall on the rim lies between the cells
//! of one, and of two cells of one that are known to be in a region, or not, both are or neither
//! is. What is known is about the disc, its edges and the pockets.
//!
//! **E11.** Cells of different pockets are not connected off the disc, and a cell that would be
//! both in a region and not in it is a wall. (proof: docs/explanation/proofs-for-every-board.md,
//! "Deductions")
//!
//! **E12.** Cut: the closed line crosses the border of a set of cells and pockets an even number of
//! times, and not 0 times if there are cells on both sides. (proof:
//! docs/explanation/proofs-for-every-board.md, "Deductions")
//!
//! **E13.** Colour: the edges that leave a region with its segment add up to twice its surplus, +
//! at white cells and − at black ones. (proof: docs/explanation/proofs-for-every-board.md,
//! "colour")
//!
//! **E14.** Wall: a wall has two neighbours that are walls or the live end. (proof:
//! docs/explanation/proofs-for-every-board.md, "line")

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::pockets::{PocketMap, Way};
use super::scene::{LIVE_END, Scene, near};
use crate::kernel::rule::{Offset, Rule, Test, step};

/// Something about the board and the completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SceneFact {
    /// The cell is free.
    Free(Offset),
    /// The cell is a wall.
    Wall(Offset),
    /// The completion uses the edge between two neighbours.
    Used(Offset, Offset),
    /// It does not.
    Unused(Offset, Offset),
    /// The end cell is this cell of the disc, or in the pocket of this outer cell.
    End(Offset),
    /// It is not.
    NoEnd(Offset),
    /// The free cell is in the region of a segment.
    Inside(usize, Offset),
    /// It is not.
    NotInside(usize, Offset),
}

/// Why something is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SceneReason {
    /// What is known is contradictory.
    Known,
    /// E12, for the cells of the disc and the pockets of the outer cells among these.
    Cut(Vec<Offset>),
    /// E13, for the region of this segment with the segment.
    Colour(usize),
    /// E14, for this cell.
    Wall(Offset),
}

/// A scene with what is known besides of a completion and its end cell.
#[derive(Clone)]
pub(super) struct DeducedScene<'a> {
    pub(super) rule: &'a Rule,
    pub(super) scene: Scene,
    /// The cell the completion begins with.
    pub(super) first: Offset,
    /// Decided edges, the smaller cell first.
    pub(super) edges: BTreeMap<(Offset, Offset), bool>,
    /// What is known of cells of the disc and regions, by segment.
    pub(super) inside: BTreeMap<(usize, Offset), bool>,
    /// Cells that are not the end cell.
    pub(super) not_end: BTreeSet<Offset>,
    /// Cells that were off the disc when the end cell was known not to be in their pocket.
    pub(super) not_beyond: BTreeSet<Offset>,
}

impl SceneFact {
    fn opposite(self) -> SceneFact {
        match self {
            SceneFact::Free(cell) => SceneFact::Wall(cell),
            SceneFact::Wall(cell) => SceneFact::Free(cell),
            SceneFact::Used(a, b) => SceneFact::Unused(a, b),
            SceneFact::Unused(a, b) => SceneFact::Used(a, b),
            SceneFact::End(cell) => SceneFact::NoEnd(cell),
            SceneFact::NoEnd(cell) => SceneFact::End(cell),
            SceneFact::Inside(segment, cell) => SceneFact::NotInside(segment, cell),
            SceneFact::NotInside(segment, cell) => SceneFact::Inside(segment, cell),
        }
    }
}

impl<'a> DeducedScene<'a> {
    /// What is known at first, for an index of a forbidden move.
    pub fn of(rule: &'a Rule, forbidden: usize) -> Result<DeducedScene<'a>, String> {
        let forbidden = rule.forbids.get(forbidden).ok_or("there is no such forbidden move")?;
        let first = step(LIVE_END, forbidden.direction);
        let scene = Scene::of(&rule.pattern, first);
        let mut not_end = BTreeSet::new();
        for &(cell, test) in &rule.pattern.cells {
            if test == Test::FreeNotEnd {
                not_end.insert(cell);
            }
        }
        not_end.extend(rule.pattern.segments.iter().flat_map(|segment| &segment.cells));
        let inside = forbidden.unless_in.iter().map(|&segment| ((segment, first), false)).collect();
        let (edges, not_beyond) = (BTreeMap::new(), BTreeSet::new());
        Ok(DeducedScene { rule, scene, first, edges, inside, not_end, not_beyond })
    }

    /// The scene with a fact, and with its opposite.
    ///
    /// # Errors
    /// If the fact is not about cells of the disc, or beside it.
    pub fn suppose(&mut self, fact: SceneFact) -> Result<[DeducedScene<'a>; 2], String> {
        let Some(map) = self.map()? else { return Ok([self.clone(), self.clone()]) };
        let mut both = [self.clone(), self.clone()];
        for (scene, fact) in both.iter_mut().zip([fact, fact.opposite()]) {
            scene.add(fact, &map)?;
        }
        Ok(both)
    }

    /// Adds a fact whose opposite is impossible.
    ///
    /// # Errors
    /// If the opposite may be possible, for all that the reason says.
    pub fn follows(&mut self, fact: SceneFact, because: &SceneReason) -> Result<(), String> {
        // Anything follows if the scene is impossible.
        let Some(map) = self.map()? else { return Ok(()) };
        let refuted = match *because {
            SceneReason::Known => false,
            SceneReason::Wall(cell) => {
                fact == SceneFact::Free(cell)
                    && map.node_of.contains_key(&cell)
                    && self.is_no_wall(cell)
            }
            SceneReason::Cut(ref cells) => {
                let supposed = map.supposing(fact.opposite())?;
                !supposed.can_cross(&supposed.set(cells)?)
            }
            SceneReason::Colour(segment) => {
                !self.can_balance(&map.supposing(fact.opposite())?, segment)?
            }
        };
        if refuted { self.add(fact, &map) } else { Err(format!("{fact:?} does not follow")) }
    }

    /// Checks that the scene is impossible.
    ///
    /// # Errors
    /// If it may be possible, for all that the reason says.
    pub fn impossible(&mut self, because: &SceneReason) -> Result<(), String> {
        let Some(map) = self.map()? else { return Ok(()) };
        let refuted = match *because {
            SceneReason::Known => false,
            SceneReason::Wall(cell) => self.scene.walls.contains(&cell) && self.is_no_wall(cell),
            SceneReason::Cut(ref cells) => !map.can_cross(&map.set(cells)?),
            SceneReason::Colour(segment) => !self.can_balance(&map, segment)?,
        };
        if refuted { Ok(()) } else { Err("the case is not impossible".into()) }
    }

    fn is_no_wall(&self, cell: Offset) -> bool {
        near(cell).iter().filter(|other| self.scene.free.contains(other)).count() > 2
    }

    fn add(&mut self, fact: SceneFact, map: &PocketMap) -> Result<(), String> {
        let node = |cell: &Offset| map.node_of.get(cell).copied();
        let unknown = |what: &str| Err(format!("{fact:?}: {what}"));
        match fact {
            SceneFact::Free(cell) | SceneFact::Wall(cell) => {
                if node(&cell).is_none_or(|node| node < map.cells.len()) {
                    return unknown("the cell is known, or not beside the disc");
                }
                let free = fact == SceneFact::Free(cell);
                let known = if free { &mut self.scene.free } else { &mut self.scene.walls };
                known.insert(cell);
            }
            SceneFact::Used(a, b) | SceneFact::Unused(a, b) => {
                let far = |cell: Offset| cell == LIVE_END || node(&cell).is_none();
                if far(a) || far(b) || !near(a).contains(&b) {
                    return unknown("this is no edge of the disc");
                }
                let used = fact == SceneFact::Used(a, b);
                self.edges.insert((a.min(b), a.max(b)), used);
                if used {
                    self.scene.free.extend([a, b]);
                }
            }
            SceneFact::End(cell) | SceneFact::NoEnd(cell) => {
                let Some(node) = node(&cell) else { return unknown("no cell of the map") };
                let is = fact == SceneFact::End(cell);
                for &other in map.ends.iter().filter(|&&other| (other == node) != is) {
                    match map.cells.get(other) {
                        Some(&cell) => _ = self.not_end.insert(cell),
                        None => self.not_beyond.extend(&map.pockets[other - map.cells.len()]),
                    }
                }
            }
            SceneFact::Inside(segment, cell) | SceneFact::NotInside(segment, cell) => {
                let on_disc = node(&cell).is_some_and(|node| (1..map.cells.len()).contains(&node));
                if !on_disc || segment >= self.rule.pattern.segments.len() {
                    return unknown("no such segment, or the cell is not on the disc");
                }
                let is = fact == SceneFact::Inside(segment, cell);
                if self.inside.insert((segment, cell), is).is_some_and(|other| other != is) {
                    return unknown("the opposite is known");
                }
            }
        }
        Ok(())
    }

    /// Whether the edges that leave the region of a segment, with the segment, can balance its
    /// colours: + at white cells, − at black ones. Their sum is twice the surplus, which passes the
    /// tests of the pattern.
    fn can_balance(&self, map: &PocketMap, number: usize) -> Result<bool, String> {
        let unknown = || format!("it is not known what is in the region of segment {number}");
        let segment = self.rule.pattern.segments.get(number).ok_or_else(unknown)?;
        let mut set = BTreeSet::new();
        for node in 1..map.at.len() {
            let on = map.cells.get(node).is_some_and(|cell| segment.cells.contains(cell));
            if map.inside(number, node).ok_or_else(unknown)? || on {
                set.insert(node);
            }
        }
        let (mut least, mut most) = (0, 0);
        for &node in set.iter().filter(|&&node| node < map.cells.len()) {
            let (right, down) = map.cells[node];
            let sign = if (right ^ down) & 1 == 0 { -1 } else { 1 };
            let Some((few, many)) = map.leaving(node, &set) else { return Ok(false) };
            least += (sign * few).min(sign * many);
            most += (sign * few).max(sign * many);
        }
        let passes = |surplus: i32| segment.tests.iter().all(|test| test.holds(surplus));
        Ok((least..=most).any(|sum| sum % 2 == 0 && passes(sum / 2)))
    }
}

impl PocketMap {
    /// The map with an edge decided, or with what is supposed of the end cell.
    fn supposing(&self, fact: SceneFact) -> Result<PocketMap, String> {
        let mut map = self.clone();
        match fact {
            SceneFact::Used(a, b) | SceneFact::Unused(a, b) => {
                let joins = |way: &&mut Way| way.cells == (a, b) || way.cells == (b, a);
                let way = map.ways.iter_mut().find(joins);
                let way = way.ok_or(format!("no edge of the map joins {a:?} and {b:?}"))?;
                let used = fact == SceneFact::Used(a, b);
                (way.used, way.possible) = (used, used);
            }
            SceneFact::End(cell) | SceneFact::NoEnd(cell) => {
                let node = map.node_of.get(&cell).ok_or("no cell of the map")?;
                map.ends.retain(|end| (end == node) == (fact == SceneFact::End(cell)));
            }
            _ => return Err("a cut decides edges and where the end cell is".into()),
        }
        Ok(map)
    }
}
