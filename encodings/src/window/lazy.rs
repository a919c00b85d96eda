//! Lazy constraints of a window: clauses that hold for every path, added only when a model violates
//! them.
//!
//! There are too many to add them all at once. Each has few literals, and most formulas are refuted
//! or satisfied after a handful of them.

use super::Window;
use crate::cnf::Lit;

/// A model of a window's formula, as sets of places and edges.
#[derive(Clone, Debug)]
pub struct WindowModel {
    /// Whether the outer cell at each place is free.
    pub free: Vec<bool>,
    /// Places at which the path leaves or enters.
    pub exits: Vec<usize>,
    /// Pairs of exits that are joined outside.
    pub joins: Vec<(usize, usize)>,
    /// The exit at which the path leaves and does not come back.
    pub last: Option<usize>,
    /// Used edges.
    pub edges: Vec<usize>,
}

impl Window {
    /// Reads a model of the formula.
    pub fn read_model(&self, is: impl Fn(Lit) -> bool) -> WindowModel {
        let places = 0..self.disc.places.len();
        WindowModel {
            free: self.disc.places.iter().map(|place| is(self.free[place.outer])).collect(),
            exits: places.clone().filter(|&at| self.exit[at].is_some_and(&is)).collect(),
            joins: self.joins().filter(|&(_, lit)| is(lit)).map(|(pair, _)| pair).collect(),
            last: places.clone().find(|&at| self.last[at].is_some_and(&is)),
            edges: (0..self.disc.edges.len()).filter(|&edge| is(Lit::edge(edge))).collect(),
        }
    }

    /// A wall that touches the rim between two places on one way round, and one on the other way;
    /// none where there is no wall. Known walls are preferred, because their literals are false and
    /// make the clause stronger.
    pub(crate) fn walls_between(
        &self,
        model: &WindowModel,
        p: usize,
        q: usize,
    ) -> [Option<usize>; 2] {
        let (p, q) = (p.min(q), p.max(q));
        let wall = |places: &mut dyn Iterator<Item = usize>| {
            let walls: Vec<usize> = places.filter(|&at| !model.free[at]).collect();
            let known = walls.iter().find(|&&at| self.disc.outers[self.disc.places[at].outer].wall);
            known.or(walls.first()).copied()
        };
        let count = self.disc.places.len();
        [wall(&mut (p + 1..q)), wall(&mut (q + 1..count).chain(0..p))]
    }

    /// "The outer cell at this place is free."
    fn free_at(&self, place: usize) -> Lit {
        self.free[self.disc.places[place].outer]
    }

    /// The arcs: for each its places in cyclic order. If the rim has no wall there is one arc,
    /// which begins at place 0.
    pub(crate) fn arcs(&self, model: &WindowModel) -> Vec<Vec<usize>> {
        let count = self.disc.places.len();
        let Some(wall) = (0..count).find(|&at| !model.free[at]) else {
            return vec![(0..count).collect()];
        };
        let round: Vec<usize> = (0..count).map(|i| (wall + i) % count).collect();
        let arcs = round.split(|&at| !model.free[at]);
        arcs.filter(|arc| !arc.is_empty()).map(<[usize]>::to_vec).collect()
    }

    /// "One of the walls at the two ends of the arc is free."
    pub(crate) fn arc_opens(&self, arc: &[usize]) -> Vec<Lit> {
        let count = self.disc.places.len();
        if arc.len() == count {
            return Vec::new();
        }
        let ends = [(arc[0] + count - 1) % count, (arc[arc.len() - 1] + 1) % count];
        ends.map(|at| self.free_at(at)).to_vec()
    }

    /// Consequences of the rim lemma.
    ///
    /// - A piece outside that joins two exits does not have walls on both sides of it. Nor does it
    ///   have a wall on one side and the last exit on the other, because the last piece reaches the
    ///   end, which touches a wall.
    /// - Two pieces do not cross.
    /// - Free outer cells that are equal or neighbours do not have walls on both sides of them.
    pub fn lazy_rim_constraints(&self, model: &WindowModel, constraints: &mut Vec<Vec<Lit>>) {
        for &(p, q) in &model.joins {
            let Some(join) = self.join(p, q) else { continue };
            let [within, without] = self.walls_between(model, p, q);
            if let (Some(within), Some(without)) = (within, without) {
                constraints.push(vec![!join, self.free_at(within), self.free_at(without)]);
            }
            if let Some(last) = model.last
                && let Some(leaves) = self.last[last]
            {
                let wall = if p < last && last < q { without } else { within };
                constraints.extend(wall.map(|wall| vec![!join, !leaves, self.free_at(wall)]));
            }
            for &(r, s) in &model.joins {
                if p < r && r < q && q < s {
                    constraints.extend(self.join(r, s).map(|other| vec![!join, !other]));
                }
            }
        }
        let mut places_of = vec![Vec::new(); self.disc.outers.len()];
        for (at, place) in self.disc.places.iter().enumerate() {
            places_of[place.outer].push(at);
        }
        for (outer, cell) in self.disc.outers.iter().enumerate() {
            let beside = cell.beyond.iter().flatten().copied().filter(|&other| other < outer);
            for other in beside.chain([outer]) {
                let Some((&p, &q)) = places_of[outer]
                    .iter()
                    .flat_map(|p| places_of[other].iter().map(move |q| (p, q)))
                    .find(|&(&p, &q)| {
                        let free = model.free[p] && model.free[q];
                        free && self.walls_between(model, p, q).iter().all(Option::is_some)
                    })
                else {
                    continue;
                };
                let walls = self.walls_between(model, p, q).into_iter().flatten();
                let walls = walls.map(|at| self.free_at(at));
                constraints.push(
                    [!self.free[outer], !self.free[other]].into_iter().chain(walls).collect(),
                );
            }
        }
    }

    /// The path visits the free cells of each arc. By the rim lemma they are not connected, outside
    /// the disc, with any other arc. The path begins on the disc, so it uses an exit of the arc.
    pub fn lazy_visit_constraints(&self, model: &WindowModel, constraints: &mut Vec<Vec<Lit>>) {
        for arc in self.arcs(model) {
            if arc.iter().any(|at| model.exits.contains(at)) {
                continue;
            }
            let exits = arc.iter().filter_map(|&at| self.exit[at]);
            let opens = self.arc_opens(&arc);
            constraints
                .push([!self.free_at(arc[0])].into_iter().chain(opens).chain(exits).collect());
        }
    }

    /// If each piece outside is replaced by one edge, the completion is a path on the disc. So an
    /// edge or a piece leaves every set of vertices without the first.
    pub fn lazy_path_constraints(&self, model: &WindowModel, constraints: &mut Vec<Vec<Lit>>) {
        let mut component: Vec<usize> = (0..self.disc.vertices.len()).collect();
        let vertex = |place: usize| self.disc.places[place].vertex;
        let edges = model.edges.iter().map(|&edge| self.disc.edges[edge]);
        let pieces = model.joins.iter().filter_map(|&(p, q)| vertex(p).zip(vertex(q)));
        for (a, b) in edges.chain(pieces) {
            let (from, to) = (component[a], component[b]);
            component.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
        }
        let Some(first) = self.disc.vertices.iter().position(|v| v.first) else { return };
        let mut sets: Vec<usize> = component.clone();
        sets.sort_unstable();
        sets.dedup();
        for set in sets.into_iter().filter(|&set| set != component[first]) {
            let leaves = |a: usize, b: usize| (component[a] == set) != (component[b] == set);
            let edges = self.disc.edges.iter().enumerate();
            let edges = edges.filter(|&(_, &(a, b))| leaves(a, b)).map(|(e, _)| Lit::edge(e));
            let joins = self
                .joins()
                .filter(|&((p, q), _)| vertex(p).zip(vertex(q)).is_some_and(|(a, b)| leaves(a, b)));
            constraints.push(edges.chain(joins.map(|(_, lit)| lit)).collect());
        }
    }
}
