//! Strips of squares whose rims alternate, and their flips.
//!
//! A *strip* is a row of m ≥ 1 squares, each glued to the next along an edge, opposite to the edge
//! before. Its rim has 2m + 2 edges. If used and unused edges alternate along the rim, exchanging
//! them keeps the degree of every vertex: that is a *flip*. Edges inside the strip stay.

use deadmove_encodings::cut::Components;
use deadmove_encodings::graph::{Faces, Graph};

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

    /// Calls `visit` with the rim of every strip that begins at a border, until it returns true:
    /// its first edge is used, and opposite to it in its first square is an edge whose ends both
    /// lie in one other piece.
    pub(super) fn any_strip(
        &self,
        graph: &Graph,
        used: &[bool],
        pieces: &Components,
        mut visit: impl FnMut(&[usize]) -> bool,
    ) -> bool {
        let piece = |vertex: usize| pieces.of[vertex];
        let mut rim = Vec::new();
        for first in (0..self.at.len()).filter(|&edge| used[edge]) {
            let start = piece(graph.ends(first).0);
            for at in self.at[first] {
                let mut at = at;
                rim.clear();
                rim.push(first);
                // Along a long side the first edge differs from the first of the rim, and so on.
                let mut long_used = false;
                while let Some((square, side)) = at {
                    let turned =
                        |by: u8| self.sides[square as usize][usize::from((side + by) % 4)] as usize;
                    let (right, last, left) = (turned(1), turned(2), turned(3));
                    let (black, white) = graph.ends(last);
                    let begins =
                        rim.len() > 1 || piece(black) == piece(white) && piece(black) != start;
                    if !begins || used[right] != long_used || used[left] != long_used {
                        break;
                    }
                    rim.extend([right, left]);
                    if used[last] != long_used {
                        rim.push(last);
                        if visit(&rim) {
                            return true;
                        }
                        break;
                    }
                    long_used = !long_used;
                    at = self.at[last].into_iter().flatten().find(|&(next, _)| next != square);
                }
            }
        }
        false
    }
}

/// Exchanges used and unused edges along a rim.
pub(super) fn flip(used: &mut [bool], rim: &[usize]) {
    for &edge in rim {
        used[edge] = !used[edge];
    }
}
