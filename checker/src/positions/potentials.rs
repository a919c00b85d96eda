//! Colour counting for all regions at once: potentials at the corner points of the cells.
//!
//! **P10.** Let x⁰ be a set of edges with the wanted degrees, and x another one. There is a
//! potential p at the corner points such that x(e) − x⁰(e), with + or − by colour, is the
//! difference of p on the two sides of each edge e; p is 0 on the border and equal where no edge
//! separates two points. (proof: docs/reference/certificates.md, "P10")
//!
//! If x⁰ does not use an edge, the difference is 0 or 1; if x⁰ uses it, it is 0 or −1. So shortest
//! distances bound all potentials. The formula has a variable "p ≥ k" for each potential that can
//! take few values. Its clauses state how neighbouring potentials depend on each other and on the
//! edge between them.

use std::collections::BTreeSet;

use crate::kernel::cnf::{Cnf, variable};
use crate::kernel::graph::Graph;

/// An edge, with the corner points on both sides of it: p(more) = p(less) + 1 if the edge is not as
/// in x⁰, else p(more) = p(less).
struct EdgeSides {
    more: usize,
    less: usize,
    /// The literal "the edge is not as in x⁰".
    changed: i32,
}

/// A potential p.
#[derive(Clone, Copy, PartialEq)]
struct Potential {
    low: i32,
    high: i32,
    /// The variable "p > low"; those for higher values follow. 0 if p has no variables.
    first: i32,
}

/// "p ≥ k" for a potential p.
#[derive(Clone, Copy)]
enum AtLeast {
    /// By the bounds of p.
    Always,
    /// By the bounds of p.
    Never,
    /// If this literal is true.
    If(i32),
    /// p has no variables.
    Unexpressed,
}

/// Adds the clauses of all potentials with at most `widest` steps between their bounds. `used` are
/// the variables of the edges of x⁰.
///
/// # Errors
///
/// If these do not have the wanted degrees.
pub fn potentials(graph: &Graph, used: &[i32], widest: i32, cnf: &mut Cnf) -> Result<(), String> {
    let used: BTreeSet<i32> = used.iter().copied().collect();
    check_degrees(graph, &used)?;
    let mut sides = sides(graph, &used);
    let face = faces(graph, &sides);
    for EdgeSides { more, less, .. } in &mut sides {
        (*more, *less) = (face[*more], face[*less]);
    }
    let mut potentials = bounds(&sides, face.len());
    let faces = (0..face.len()).filter(|&point| face[point] == point);
    faces.for_each(|point| potentials[point].add_variables(widest, cnf));
    for EdgeSides { more, less, changed } in sides {
        add_clauses(potentials[more], potentials[less], changed, cnf);
    }
    Ok(())
}

/// x⁰ has the wanted degree at each vertex.
fn check_degrees(graph: &Graph, used: &BTreeSet<i32>) -> Result<(), String> {
    for v in graph.vertices() {
        let degree = graph.at[v].iter().filter(|(_, variable)| used.contains(variable)).count();
        if degree != graph.degree(v) {
            let cell = graph.board.cell(v);
            return Err(format!("the flow has degree {degree} at {cell:?}"));
        }
    }
    Ok(())
}

/// The points beside each edge, numbered row by row. Seen along an edge that leads to the right or
/// down, p is larger on the left if the edge begins at a black cell and is not in x⁰, or begins at
/// a white cell and is.
fn sides(graph: &Graph, used: &BTreeSet<i32>) -> Vec<EdgeSides> {
    let width = graph.board.width;
    let of_edge = |(number, &(v, next)): (usize, &(usize, usize))| {
        let corner =
            |right: usize, down: usize| (v / width + down) * (width + 1) + v % width + right;
        let (left, right) =
            if next == v + 1 { (corner(1, 0), corner(1, 1)) } else { (corner(1, 1), corner(0, 1)) };
        let variable = variable(1, number);
        let is_used = used.contains(&variable);
        let (more, less) = if graph.is_black(v) != is_used { (left, right) } else { (right, left) };
        EdgeSides { more, less, changed: if is_used { -variable } else { variable } }
    };
    graph.edges.iter().enumerate().map(of_edge).collect()
}

/// Points without an edge between them have the same potential: that of the first of them, which is
/// returned for each point.
fn faces(graph: &Graph, sides: &[EdgeSides]) -> Vec<usize> {
    let separated: BTreeSet<(usize, usize)> =
        sides.iter().map(|of| (of.more.min(of.less), of.more.max(of.less))).collect();
    let row = graph.board.width + 1;
    let points = row * (graph.board.height + 1);
    let mut face: Vec<usize> = (0..points).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for point in 0..points {
            let right = Some(point + 1).filter(|next| next % row > 0);
            let below = Some(point + row).filter(|&next| next < points);
            for other in right.into_iter().chain(below) {
                if !separated.contains(&(point, other)) && face[point] != face[other] {
                    let least = face[point].min(face[other]);
                    (face[point], face[other]) = (least, least);
                    changed = true;
                }
            }
        }
    }
    face
}

/// The bounds of the potentials. Point 0 lies on the border, where p is 0, and for each edge
/// p(less) ≤ p(more) ≤ p(less) + 1.
fn bounds(sides: &[EdgeSides], points: usize) -> Vec<Potential> {
    const FAR: i32 = 1 << 20;
    let mut all = vec![Potential { low: -FAR, high: FAR, first: 0 }; points];
    (all[0].low, all[0].high) = (0, 0);
    let mut changed = true;
    while changed {
        changed = false;
        for &EdgeSides { more, less, .. } in sides {
            let before = (all[more], all[less]);
            all[more].high = all[more].high.min(all[less].high + 1);
            all[less].high = all[less].high.min(all[more].high);
            all[more].low = all[more].low.max(all[less].low);
            all[less].low = all[less].low.max(all[more].low - 1);
            changed |= before != (all[more], all[less]);
        }
    }
    all
}

impl Potential {
    /// Variables for the values above `low`; each implies the one before.
    fn add_variables(&mut self, widest: i32, cnf: &mut Cnf) {
        let range = self.high - self.low;
        if (1..=widest).contains(&range) {
            self.first = cnf.variables(range as usize);
            for k in 1..range {
                cnf.push([-(self.first + k), self.first + k - 1]);
            }
        }
    }

    fn at_least(self, k: i32) -> AtLeast {
        match k {
            _ if k <= self.low => AtLeast::Always,
            _ if k > self.high => AtLeast::Never,
            _ if self.first > 0 => AtLeast::If(self.first + k - self.low - 1),
            _ => AtLeast::Unexpressed,
        }
    }
}

/// For each k: p(less) ≥ k implies p(more) ≥ k, and p(more) ≥ k + 1 implies p(less) ≥ k. If the
/// edge is as in x⁰, p(more) ≥ k implies p(less) ≥ k; else p(less) ≥ k implies p(more) ≥ k + 1.
fn add_clauses(more: Potential, less: Potential, changed: i32, cnf: &mut Cnf) {
    for k in more.low.min(less.low)..=more.high.max(less.high) + 1 {
        imply(None, less.at_least(k), more.at_least(k), cnf);
        imply(None, more.at_least(k + 1), less.at_least(k), cnf);
        imply(Some(-changed), more.at_least(k), less.at_least(k), cnf);
        imply(Some(changed), less.at_least(k), more.at_least(k + 1), cnf);
    }
}

/// If the condition holds, the premise implies the conclusion. No clause if that says nothing, or
/// cannot be expressed.
fn imply(condition: Option<i32>, premise: AtLeast, conclusion: AtLeast, cnf: &mut Cnf) {
    let premise = match premise {
        AtLeast::Never | AtLeast::Unexpressed => return,
        AtLeast::Always => None,
        AtLeast::If(lit) => Some(lit),
    };
    let conclusion = match conclusion {
        AtLeast::Always | AtLeast::Unexpressed => return,
        AtLeast::Never => None,
        AtLeast::If(lit) => Some(lit),
    };
    let not = [condition, premise].into_iter().flatten().map(|lit| -lit);
    cnf.push(not.chain(conclusion));
}
