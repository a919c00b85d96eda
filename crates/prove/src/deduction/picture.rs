//! What is known of the cells a picture shows, of the edges between them and of the end cell; and
//! the graph that follows from it.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_core::board::Move;
use deadmove_rules::boundary::{self, BoundaryStep};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Extent, Rule};
use deadmove_solver::Impossible;
use rustc_hash::FxHashMap;

use super::graph::{PictureGraph, PictureLink};
use crate::formula::WindowQuestion;
use crate::situation::Situation;

/// A fact about a picture, on the board and for the completion that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFact {
    /// The cell is free, or a wall.
    Free(Offset, bool),
    /// The completion uses the edge between two neighbours, or not.
    Used(Offset, Offset, bool),
    /// The end cell is this known cell, or lies in the pocket that this unknown cell belongs to.
    End(Offset, bool),
    /// The known cell belongs to the region of this segment.
    Inside(usize, Offset, bool),
}

/// What is known.
#[derive(Clone)]
pub(super) struct KnownPicture<'r> {
    rule: &'r Rule,
    first: Offset,
    pub(super) known: Situation,
    /// Decided edges, the smaller cell first.
    edges: FxHashMap<(Offset, Offset), bool>,
    inside: Vec<BTreeMap<Offset, bool>>,
    /// Cells that are not the end cell.
    not_end: BTreeSet<Offset>,
    /// Cells that were unknown when the end cell was found not to be in their pocket.
    not_beyond: BTreeSet<Offset>,
    /// The cells that are free at first.
    origin: BTreeSet<Offset>,
}

const LIVE_END: Offset = Offset::LIVE_END;

fn near(cell: Offset) -> [Offset; 4] {
    Move::ALL.map(|m| cell.step(m))
}

fn in_order(a: Offset, b: Offset) -> (Offset, Offset) {
    (a.min(b), a.max(b))
}

impl<'r> KnownPicture<'r> {
    /// What the question states.
    pub fn of(question: &WindowQuestion<'r>) -> Result<KnownPicture<'r>, Impossible> {
        let WindowQuestion { rule, forbidden, step } = *question;
        let pattern = &rule.pattern;
        let mut known = Situation::of(pattern, &[forbidden, step])?;
        known.walls.remove(&LIVE_END);
        for segment in pattern.segments.iter().filter(|s| s.extent == Extent::Empty) {
            known.walls.extend(segment.side_cells().into_iter().filter(|&cell| cell != LIVE_END));
        }
        let tests = |test: CellTest| {
            pattern.cells.iter().filter(move |(_, other)| **other == test).map(|(cell, _)| *cell)
        };
        let mut inside = vec![BTreeMap::new(); pattern.segments.len()];
        for forbids in rule.forbids.iter().filter(|f| f.direction == forbidden) {
            for &segment in &forbids.unless_in {
                inside[segment].insert(LIVE_END.step(forbidden), false);
            }
        }
        let segments = pattern.segments.iter().flat_map(|segment| segment.cells.iter().copied());
        Ok(KnownPicture {
            rule,
            first: LIVE_END.step(step),
            edges: FxHashMap::default(),
            inside,
            not_end: tests(CellTest::FreeNotEnd).chain(segments).collect(),
            not_beyond: BTreeSet::new(),
            origin: known.free.clone(),
            known,
        })
    }

    /// Whether a fact is about a cell near those that the question names.
    pub fn is_near(&self, fact: PictureFact) -> bool {
        let (PictureFact::Free(cell, _)
        | PictureFact::Used(cell, ..)
        | PictureFact::End(cell, _)
        | PictureFact::Inside(_, cell, _)) = fact;
        self.origin.iter().any(|near| near.distance(cell) <= 1)
    }

    /// The same with one more fact.
    pub fn with(
        &self,
        fact: PictureFact,
        graph: &PictureGraph,
    ) -> Result<KnownPicture<'r>, Impossible> {
        let mut picture = self.clone();
        picture.add(fact, graph)?;
        Ok(picture)
    }

    /// Adds a fact about the graph of this picture.
    pub fn add(&mut self, fact: PictureFact, graph: &PictureGraph) -> Result<(), Impossible> {
        match fact {
            PictureFact::Free(cell, true) => _ = self.known.free.insert(cell),
            PictureFact::Free(cell, false) => _ = self.known.walls.insert(cell),
            PictureFact::Used(a, b, used) => {
                self.edges.insert(in_order(a, b), used);
                if used {
                    self.known.free.extend([a, b].into_iter().filter(|&cell| cell != LIVE_END));
                }
            }
            PictureFact::End(at, is) => {
                let node = graph.node_of[&at];
                for &other in graph.ends.iter().filter(|&&other| (other == node) != is) {
                    let cells = graph.cells_of(other);
                    if other < graph.cells.len() {
                        self.not_end.extend(cells);
                    } else {
                        self.not_beyond.extend(cells);
                    }
                }
            }
            PictureFact::Inside(segment, cell, inside) => {
                self.inside[segment].insert(cell, inside);
            }
        }
        let Situation { free, walls, .. } = &self.known;
        if free.is_disjoint(walls) { Ok(()) } else { Err(Impossible) }
    }

    /// The columns and the rows, from the first to the last, that are known to be on the board.
    fn bounds(&self) -> [[i16; 2]; 2] {
        let Situation { free, on_board, .. } = &self.known;
        let (mut columns, mut rows) = ([0; 2], [0; 2]);
        for cell in free.iter().chain(on_board) {
            columns = [columns[0].min(cell.right), columns[1].max(cell.right)];
            rows = [rows[0].min(cell.down), rows[1].max(cell.down)];
        }
        [columns, rows]
    }

    /// The live end and the known free cells that are connected with it.
    fn connected(&self) -> BTreeSet<Offset> {
        let mut disc = BTreeSet::from([LIVE_END]);
        let mut stack = vec![LIVE_END];
        while let Some(cell) = stack.pop() {
            for next in near(cell) {
                if self.known.free.contains(&next) && disc.insert(next) {
                    stack.push(next);
                }
            }
        }
        disc
    }

    /// The graph. Adds the walls that follow from what is known.
    pub fn graph(&mut self) -> Result<PictureGraph, Impossible> {
        let mut disc = self.connected();
        let mut steps = boundary::trace(&disc);
        let sides = disc.iter().flat_map(|&cell| near(cell)).filter(|cell| !disc.contains(cell));
        // The trace passes all sides unless the disc has holes.
        if sides.count() > steps.iter().filter(|step| step.cell.is_some()).count() {
            disc = self.known.disc()?;
            self.known.free.extend(disc.iter().filter(|&&cell| cell != LIVE_END));
            steps = boundary::trace(&disc);
        }
        let labels: Vec<_> = (0..self.inside.len())
            .map(|segment| self.labels(segment, &disc))
            .collect::<Result<_, _>>()?;
        if !self.known.free.is_disjoint(&self.known.walls) {
            return Err(Impossible);
        }
        self.assemble(&disc, &self.stretches(&steps), labels)
    }

    /// For each unknown cell beside the disc the number of its stretch of the rim. Known walls
    /// separate stretches.
    fn stretches(&self, steps: &[BoundaryStep]) -> FxHashMap<Offset, usize> {
        let is_wall = |step: &&BoundaryStep| self.known.walls.contains(&step.outer);
        let total = steps.iter().filter(is_wall).count();
        let (mut passed, mut stretches) = (0, FxHashMap::default());
        for step in steps {
            if is_wall(&step) {
                passed += 1;
            } else if step.cell.is_some_and(|cell| cell != LIVE_END) {
                // The last stretch and the first are one. A cell beside two is none that is free.
                stretches.insert(step.outer, passed % total.max(1));
            }
        }
        stretches
    }

    /// Which cells of the disc and around it are in the region of a segment if they are free. None
    /// if the segment is not on the disc.
    fn labels(
        &mut self,
        segment: usize,
        disc: &BTreeSet<Offset>,
    ) -> Result<Option<FxHashMap<Offset, bool>>, Impossible> {
        let of = &self.rule.pattern.segments[segment];
        if !of.cells.iter().all(|cell| disc.contains(cell)) {
            return Ok(None);
        }
        let on = |cell: &Offset| of.cells.contains(cell) || *cell == LIVE_END;
        let mut labels: FxHashMap<Offset, bool> = FxHashMap::default();
        let side = of.side_cells().into_iter().filter(|cell| !self.known.walls.contains(cell));
        let mut stack: Vec<(Offset, bool)> =
            side.filter(|cell| !on(cell)).map(|c| (c, true)).collect();
        stack.extend(
            self.inside[segment].iter().filter(|(cell, _)| !on(cell)).map(|(&c, &v)| (c, v)),
        );
        let mut walls = Vec::new();
        while let Some((cell, inside)) = stack.pop() {
            match labels.insert(cell, inside) {
                Some(other) if other != inside => walls.push(cell),
                Some(_) => {}
                None if disc.contains(&cell) => {
                    let others = near(cell).into_iter().filter(|other| !on(other));
                    stack.extend(others.map(|other| (other, inside)));
                }
                None => {}
            }
        }
        if walls.iter().any(|cell| disc.contains(cell)) {
            return Err(Impossible);
        }
        self.known.walls.extend(walls);
        Ok(Some(labels))
    }

    fn assemble(
        &mut self,
        disc: &BTreeSet<Offset>,
        stretch_of: &FxHashMap<Offset, usize>,
        labels: Vec<Option<FxHashMap<Offset, bool>>>,
    ) -> Result<PictureGraph, Impossible> {
        let mut cells = vec![LIVE_END];
        cells.extend(disc.iter().copied().filter(|&cell| cell != LIVE_END));
        let mut node_of: FxHashMap<Offset, usize> =
            cells.iter().enumerate().map(|(node, &cell)| (cell, node)).collect();
        // Free cells around a cell that was in a pocket were in the same pocket.
        for &cell in disc {
            if self.not_beyond.contains(&cell) {
                self.not_beyond.extend(near(cell).into_iter().filter(|near| !disc.contains(near)));
            }
        }
        // Unknown cells beside the disc, by stretch; a stretch is divided by a region if it is
        // known of all its cells whether they are in it.
        let outers: BTreeSet<Offset> = stretch_of.keys().copied().collect();
        let label = |segment: usize, cell: &Offset| labels[segment].as_ref()?.get(cell).copied();
        let divides = |segment: usize, stretch: usize| {
            let mut of = outers.iter().filter(|outer| stretch_of[outer] == stretch);
            of.all(|outer| label(segment, outer).is_some())
        };
        let mut keys: BTreeMap<(usize, Vec<Option<bool>>), Vec<Offset>> = BTreeMap::new();
        for &outer in &outers {
            let stretch = stretch_of[&outer];
            let sides = (0..labels.len())
                .map(|segment| divides(segment, stretch).then(|| label(segment, &outer)).flatten());
            keys.entry((stretch, sides.collect())).or_default().push(outer);
        }
        let mut regions: Vec<Option<Vec<Option<bool>>>> = labels
            .iter()
            .enumerate()
            .map(|(number, labels)| {
                let of = &self.rule.pattern.segments[number];
                let labels = labels.as_ref()?;
                Some(
                    cells
                        .iter()
                        .map(|cell| {
                            if of.cells.contains(cell) || *cell == LIVE_END {
                                Some(false)
                            } else {
                                labels.get(cell).copied()
                            }
                        })
                        .collect(),
                )
            })
            .collect();
        let mut pockets = Vec::new();
        for ((_, sides), outers) in keys {
            let node = cells.len() + pockets.len();
            for &outer in &outers {
                node_of.insert(outer, node);
            }
            for (region, side) in regions.iter_mut().zip(sides) {
                if let Some(region) = region {
                    region.push(side);
                }
            }
            pockets.push(outers);
        }
        let mut graph = PictureGraph {
            at: vec![Vec::new(); cells.len() + pockets.len()],
            visited: (0..cells.len() + pockets.len()).map(|node| node < cells.len()).collect(),
            cells,
            pockets,
            links: Vec::new(),
            ends: Vec::new(),
            regions,
            node_of,
        };
        self.link(&mut graph);
        let [columns, rows] = self.bounds();
        graph.ends = (1..graph.at.len())
            .filter(|&node| {
                let region = |region: &Option<Vec<Option<bool>>>| {
                    region.as_ref().is_some_and(|region| region[node] == Some(true))
                };
                let corner = |cell: Offset| {
                    let between = |[low, high]: [i16; 2], at: i16| low < at && at < high;
                    !between(columns, cell.right) && !between(rows, cell.down)
                };
                let possible = match graph.cells.get(node) {
                    Some(cell) => {
                        corner(*cell)
                            && !self.not_end.contains(cell)
                            && !self.not_beyond.contains(cell)
                    }
                    None => graph.cells_of(node).any(|cell| !self.not_beyond.contains(&cell)),
                };
                possible && !graph.regions.iter().any(region)
            })
            .collect();
        if graph.ends.is_empty() {
            return Err(Impossible);
        }
        for (number, of) in self.rule.pattern.segments.iter().enumerate() {
            if of.extent == Extent::Enclosed && labels[number].is_some() {
                let side = of.side_cells().into_iter();
                let side =
                    side.filter(|cell| *cell != LIVE_END && !self.known.walls.contains(cell));
                let nodes: Option<BTreeSet<usize>> =
                    side.map(|cell| graph.node_of.get(&cell).copied()).collect();
                match nodes {
                    Some(nodes) if nodes.is_empty() => return Err(Impossible),
                    Some(nodes) if nodes.len() == 1 => {
                        graph.visited[*nodes.first().expect("one")] = true
                    }
                    _ => {}
                }
            }
        }
        Ok(graph)
    }

    fn link(&self, graph: &mut PictureGraph) {
        let add = |graph: &mut PictureGraph, cells: [Offset; 2], used: bool| {
            let nodes = cells.map(|cell| graph.node_of[&cell]);
            nodes.iter().for_each(|&node| graph.at[node].push(graph.links.len()));
            graph.links.push(PictureLink { nodes, cells, used });
        };
        add(graph, [LIVE_END, self.first], true);
        for node in 1..graph.cells.len() {
            let cell = graph.cells[node];
            for other in near(cell) {
                let Some(&to) = graph.node_of.get(&other) else { continue };
                let once = to >= graph.cells.len() || node < to;
                let state = self.edges.get(&in_order(cell, other)).copied();
                if to != 0 && once && state != Some(false) {
                    add(graph, [cell, other], state == Some(true));
                }
            }
        }
    }
}
