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

impl AtLeast {
    fn literal(self) -> Option<i32> {
        match self {
            AtLeast::If(lit) => Some(lit),
            AtLeast::Always | AtLeast::Never | AtLeast::Unexpressed => None,
        }
    }
}

/// Adds the clauses of all potentials with at most `widest` steps between their bounds. `used` are
/// the variables of the edges of x⁰. Fails if these do not have the wanted degrees.
pub fn potentials(graph: &Graph, used: &[i32], widest: i32, cnf: &mut Cnf) -> Result<(), String> {
    let used: BTreeSet<i32> = used.iter().copied().collect();
    for v in graph.vertices() {
        let degree = graph.at(v).iter().filter(|(_, variable)| used.contains(variable)).count();
        if degree != graph.degree(v) {
            let cell = graph.board().cell(v);
            return Err(format!("the flow has degree {degree} at {cell:?}"));
        }
    }
    let width = graph.board().width();
    let points = (width + 1) * (graph.board().height() + 1);
    // The points on both sides of each edge, so that p(more) = p(less) + 1 if the edge is not as
    // in x⁰, and p(more) = p(less) if it is.
    let mut sides = Vec::new();
    let mut separated = BTreeSet::new();
    for (number, &(v, next)) in graph.edges().iter().enumerate() {
        let (column, row) = (v % width, v / width);
        let corner = |right: usize, down: usize| (row + down) * (width + 1) + column + right;
        // Left and right of an edge that is directed to the right or down.
        let (left, right) =
            if next == v + 1 { (corner(1, 0), corner(1, 1)) } else { (corner(1, 1), corner(0, 1)) };
        separated.insert((left.min(right), left.max(right)));
        let variable = variable(1, number);
        let is_used = used.contains(&variable);
        let (more, less) = if graph.is_black(v) != is_used { (left, right) } else { (right, left) };
        sides.push((more, less, if is_used { -variable } else { variable }));
    }
    // Points without an edge between them have the same potential: that of the first of them.
    let mut face: Vec<usize> = (0..points).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for point in 0..points {
            let mut near = Vec::new();
            if point % (width + 1) < width {
                near.push(point + 1);
            }
            if point + width + 1 < points {
                near.push(point + width + 1);
            }
            for other in near {
                let least = face[point].min(face[other]);
                if !separated.contains(&(point, other)) && face[point] != face[other] {
                    (face[point], face[other]) = (least, least);
                    changed = true;
                }
            }
        }
    }
    let sides: Vec<(usize, usize, i32)> =
        sides.into_iter().map(|(more, less, lit)| (face[more], face[less], lit)).collect();
    // p(less) ≤ p(more) ≤ p(less) + 1.
    const FAR: i32 = 1 << 20;
    let (mut low, mut high) = (vec![-FAR; points], vec![FAR; points]);
    (low[0], high[0]) = (0, 0);
    changed = true;
    while changed {
        changed = false;
        for &(more, less, _) in &sides {
            for (bound, limit) in [(more, high[less] + 1), (less, high[more])] {
                changed |= limit < high[bound];
                high[bound] = high[bound].min(limit);
            }
            for (bound, limit) in [(more, low[less]), (less, low[more] - 1)] {
                changed |= limit > low[bound];
                low[bound] = low[bound].max(limit);
            }
        }
    }
    let mut first = vec![0; points];
    for point in (0..points).filter(|&point| face[point] == point) {
        let range = high[point] - low[point];
        if (1..=widest).contains(&range) {
            first[point] = cnf.variables(range as usize);
            for k in 1..range {
                cnf.push([-(first[point] + k), first[point] + k - 1]);
            }
        }
    }
    let at_least = |point: usize, k: i32| match k {
        _ if k <= low[point] => AtLeast::Always,
        _ if k > high[point] => AtLeast::Never,
        _ if first[point] > 0 => AtLeast::If(first[point] + k - low[point] - 1),
        _ => AtLeast::Unexpressed,
    };
    let mut imply = |condition: Option<i32>, premise: AtLeast, conclusion: AtLeast| {
        use AtLeast::{Always, Never, Unexpressed};
        if matches!(premise, Never | Unexpressed) || matches!(conclusion, Always | Unexpressed) {
            return;
        }
        let negated = premise.literal().map(|lit| -lit);
        let lits = condition.map(|lit| -lit).into_iter().chain(negated);
        cnf.push(lits.chain(conclusion.literal()));
    };
    for &(more, less, changed) in &sides {
        for k in low[more].min(low[less])..=high[more].max(high[less]) + 1 {
            imply(None, at_least(less, k), at_least(more, k));
            imply(None, at_least(more, k + 1), at_least(less, k));
            imply(Some(-changed), at_least(more, k), at_least(less, k));
            imply(Some(changed), at_least(less, k), at_least(more, k + 1));
        }
    }
    Ok(())
}
