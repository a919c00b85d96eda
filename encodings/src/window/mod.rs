//! A window onto a path: a disc of known vertices, its rim, and constraints on every path that
//! covers the window and more. Nothing here depends on the size of the world outside.
//!
//! The world is a plane grid of cells, each *free* or *wall*. A path starts at a live end, which is
//! no wall, and covers all free cells; the cell it ends on is called the end. Of the world the
//! window shows a disc of cells: the live end and free cells, connected, and without holes. The
//! cells that touch the disc are the *outer* cells, free or wall. The *rim* of the disc is its
//! boundary; its sides and corners in cyclic order are the *places*, each with the outer cell that
//! touches the disc there.
//!
//! All clauses rest on three facts about the world:
//!
//! 1. the path visits every free cell once, and its neighbours in the path are neighbours in the
//!    grid;
//! 2. the walls are connected, and the end touches one of them;
//! 3. the disc has no holes, and the live end belongs to it.
//!
//! On the sphere, the outside of the disc is an open disc too. So two disjoint connected sets
//! outside cannot cross. In particular, if walls touch the rim at two places, then cells that touch
//! it between them on one way round are not connected, outside the disc and without walls, with
//! cells that touch it on the other way round. This is *the rim lemma*
//! (docs/explanation/proofs-for-every-board.md), the only argument about the plane. The places
//! between two consecutive walls on the rim form an
//! *arc*: all its outer cells are free, and they are connected.
//!
//! - [`clauses`]: degrees, the pieces of the path outside the disc, the end.
//! - [`lazy`]: constraints from the rim lemma and from connectivity, added when a model violates
//!   them.
//! - [`region`]: regions of free cells cut off by a segment of the disc.

pub mod clauses;
pub mod lazy;
pub mod region;

use std::collections::BTreeMap;

use crate::cnf::{Clauses, Lit};

/// A free cell of the disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Its colour; the live end is black.
    pub white: bool,
    /// Whether the path steps from the live end to here. True for exactly one vertex, a neighbour
    /// of the live end.
    pub first: bool,
    /// Whether it can be the end.
    pub may_end: bool,
}

/// A side or corner of the disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RimPlace {
    /// At a side, the vertex it belongs to; none at a side of the live end, and at corners.
    pub vertex: Option<usize>,
    /// The outer cell there.
    pub outer: usize,
}

/// A cell that touches the disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outer {
    /// Whether it is known to be a wall.
    pub wall: bool,
    /// Whether it can be the end.
    pub may_end: bool,
    /// Neighbours off the disc that are not known to be walls: an outer cell by number, or none for
    /// a cell farther away.
    pub beyond: Vec<Option<usize>>,
    /// Whether it is a neighbour of the live end.
    pub at_live_end: bool,
}

/// A disc with its rim.
#[derive(Clone, Debug, Default)]
pub struct Disc {
    /// The free cells.
    pub vertices: Vec<Vertex>,
    /// Pairs of neighbours among them, smaller number first.
    pub edges: Vec<(usize, usize)>,
    /// The places in cyclic order. The outer cells of consecutive places are equal or neighbours.
    pub places: Vec<RimPlace>,
    /// The outer cells.
    pub outers: Vec<Outer>,
}

/// A disc with the variables of its formula. A variable for each edge comes first, as everywhere in
/// this crate.
#[derive(Clone, Debug)]
pub struct Window {
    /// The disc.
    pub disc: Disc,
    /// Edges at each vertex, with the other end.
    edges_at: Vec<Vec<(usize, usize)>>,
    /// Exits at each vertex.
    exits_at: Vec<Vec<usize>>,
    /// Exits into each outer cell.
    exits_into: Vec<Vec<usize>>,
    /// For each outer cell "it is free".
    pub free: Vec<Lit>,
    /// For each place "the path uses the side here"; none where it cannot.
    pub exit: Vec<Option<Lit>>,
    /// For each place "the path leaves the disc here and does not come back".
    pub last: Vec<Option<Lit>>,
    /// For each vertex "it is the end".
    pub end_vertex: Vec<Option<Lit>>,
    /// For each outer cell "it is the end".
    pub end_outer: Vec<Option<Lit>>,
    joins: BTreeMap<(usize, usize), Lit>,
}

impl Window {
    /// Gives a disc its variables: the window, and a formula over them without clauses. With
    /// `planarity`, pairs of exits that known walls separate, by the rim lemma, get no variable.
    pub fn new(disc: Disc, planarity: bool) -> (Window, Clauses) {
        let mut clauses = Clauses::over(disc.edges.len());
        let mut fresh = || clauses.fresh();
        let mut edges_at = vec![Vec::new(); disc.vertices.len()];
        for (edge, &(a, b)) in disc.edges.iter().enumerate() {
            edges_at[a].push((edge, b));
            edges_at[b].push((edge, a));
        }
        let free: Vec<Lit> = disc.outers.iter().map(|_| fresh()).collect();
        let exit: Vec<Option<Lit>> = disc
            .places
            .iter()
            .map(|place| {
                let open = place.vertex.is_some() && !disc.outers[place.outer].wall;
                open.then(&mut fresh)
            })
            .collect();
        let mut exits_at = vec![Vec::new(); disc.vertices.len()];
        let mut exits_into = vec![Vec::new(); disc.outers.len()];
        for (at, place) in disc.places.iter().enumerate() {
            if let (Some(vertex), Some(_)) = (place.vertex, exit[at]) {
                exits_at[vertex].push(at);
                exits_into[place.outer].push(at);
            }
        }
        let last = exit.iter().map(|exit| exit.map(|_| fresh())).collect();
        let end_vertex = disc.vertices.iter().map(|v| v.may_end.then(&mut fresh)).collect();
        let end_outer = disc.outers.iter().map(|x| x.may_end.then(&mut fresh)).collect();
        let mut walls_before = vec![0];
        for place in &disc.places {
            walls_before.push(
                walls_before[walls_before.len() - 1] + usize::from(disc.outers[place.outer].wall),
            );
        }
        let walls = walls_before[disc.places.len()];
        let exits: Vec<usize> = (0..exit.len()).filter(|&at| exit[at].is_some()).collect();
        let mut joins = BTreeMap::new();
        for (i, &p) in exits.iter().enumerate() {
            for &q in &exits[i + 1..] {
                let between = walls_before[q] - walls_before[p];
                if !planarity || between == 0 || between == walls {
                    joins.insert((p, q), fresh());
                }
            }
        }
        let window = Window {
            edges_at,
            exits_at,
            exits_into,
            free,
            exit,
            last,
            end_vertex,
            end_outer,
            joins,
            disc,
        };
        (window, clauses)
    }

    /// Pairs of places, smaller first, with "the path leaves at one, stays outside, and enters at
    /// the other".
    pub fn joins(&self) -> impl Iterator<Item = ((usize, usize), Lit)> + '_ {
        self.joins.iter().map(|(&pair, &lit)| (pair, lit))
    }

    /// The literal of a pair of places in either order.
    pub fn join(&self, p: usize, q: usize) -> Option<Lit> {
        self.joins.get(&(p.min(q), p.max(q))).copied()
    }
}
