//! Strips of squares whose rims alternate, and their flips.
//!
//! A *strip* is a row of m ≥ 1 squares, each glued to the next along an edge, opposite to the edge
//! before. Its rim has 2m + 2 edges. If used and unused edges alternate along the rim, exchanging
//! them keeps the degree of every vertex: that is a *flip*. Edges inside the strip stay.

use deadmove_encodings::graph::{Faces, Graph};
use fixedbitset::FixedBitSet;

/// The squares of a graph, and which of them are neighbours.
pub(super) struct Squares {
    /// The edges of each square, counterclockwise.
    sides: Vec<[u32; 4]>,
    /// Per edge: the squares at it, each with the place of the edge among its sides.
    at: Vec<[Option<(u32, u8)>; 2]>,
}

impl Squares {
    pub(super) fn new(graph: &Graph, faces: &Faces) -> Squares {
        let sides: Vec<[u32; 4]> =
            faces.squares().map(|square| square.map(|edge| edge as u32)).collect();
        let mut at = vec![[None; 2]; graph.edges()];
        for (square, edges) in sides.iter().enumerate() {
            for (side, &edge) in edges.iter().enumerate() {
                let slots: &mut [Option<(u32, u8)>; 2] = &mut at[edge as usize];
                let slot = usize::from(slots[0].is_some());
                slots[slot] = Some((square as u32, side as u8));
            }
        }
        Squares { sides, at }
    }

    /// Calls `visit` with the rim of every strip that can be flipped, once for each, until it
    /// returns true. The edges of a rim are in cyclic order.
    pub(super) fn any_strip(
        &self,
        used: &FixedBitSet,
        mut visit: impl FnMut(&[usize]) -> bool,
    ) -> bool {
        // The rim without the far rung: the near rung, then the two long sides.
        let (mut right, mut left) = (Vec::new(), Vec::new());
        let mut rim = Vec::new();
        for near in 0..self.at.len() {
            let near_used = used.contains(near);
            for start in self.at[near].into_iter().flatten() {
                let mut at = Some(start);
                right.clear();
                left.clear();
                while let Some((square, side)) = at {
                    let turned = |by: u8| {
                        let side = usize::from((side + by) % 4);
                        self.sides[square as usize][side] as usize
                    };
                    let (a, far, b) = (turned(1), turned(2), turned(3));
                    // Along a long side the first edge differs from the rung, and so on.
                    let long_used = near_used == (right.len() % 2 == 1);
                    if used.contains(a) != long_used || used.contains(b) != long_used {
                        break;
                    }
                    right.push(a);
                    left.push(b);
                    // A strip is seen from both of its rungs, a square from all four sides.
                    let is_first = near < far && (near_used || right.len() > 1);
                    if is_first && used.contains(far) != long_used {
                        rim.clear();
                        rim.push(near);
                        rim.extend_from_slice(&right);
                        rim.push(far);
                        rim.extend(left.iter().rev());
                        if visit(&rim) {
                            return true;
                        }
                    }
                    at = self.at[far].into_iter().flatten().find(|&(next, _)| next != square);
                }
            }
        }
        false
    }
}

/// Exchanges used and unused edges along a rim.
pub(super) fn flip(used: &mut FixedBitSet, rim: &[usize]) {
    for &edge in rim {
        used.toggle(edge);
    }
}
