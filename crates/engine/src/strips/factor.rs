//! The pieces of an edge set with the wanted degrees, and how many a flip would leave.

use deadmove_encodings::graph::Graph;
use fixedbitset::FixedBitSet;

/// The pieces of an edge set, each as a cyclic order of its vertices. The path is a piece like the
/// others: the edge from the end cell back to the live end closes it, and no flip takes it away.
pub(super) struct Pieces {
    /// How many there are.
    pub(super) count: usize,
    /// Vertex → number of its piece, and its place in the order of that piece.
    place: Vec<(u32, u32)>,
    /// Scratch of [`Pieces::after`].
    corners: Vec<RimVertex>,
    /// The vertex of the rim at the other end of the arc from a vertex of the rim.
    arc: Vec<usize>,
    seen: Vec<bool>,
}

/// A vertex of a rim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RimVertex {
    place: (u32, u32),
    /// Its number along the rim.
    number: usize,
}

const UNSEEN: (u32, u32) = (u32::MAX, u32::MAX);

impl Pieces {
    /// Follows all pieces, in time linear in the graph. `live_end` is an end of the path.
    pub(super) fn new(graph: &Graph, live_end: usize, used: &FixedBitSet) -> Pieces {
        let mut place = vec![UNSEEN; graph.vertices()];
        let mut count = 0;
        for start in std::iter::once(live_end).chain(0..graph.vertices()) {
            if place[start] != UNSEEN {
                continue;
            }
            let (mut at, mut step) = (Some(start), 0);
            while let Some(vertex) = at {
                place[vertex] = (count as u32, step);
                step += 1;
                at = graph
                    .neighbours(vertex)
                    .find(|&(next, edge)| used.contains(edge) && place[next] == UNSEEN)
                    .map(|(next, _)| next);
            }
            count += 1;
        }
        Pieces { count, place, corners: Vec::new(), arc: Vec::new(), seen: Vec::new() }
    }

    /// The number of pieces after the flip of a rim, in time that depends on its length only.
    ///
    /// The used edges of the rim cut the pieces into arcs, each from one vertex of the rim to
    /// another; the unused ones connect these arcs to new pieces.
    pub(super) fn after(&mut self, graph: &Graph, used: &FixedBitSet, rim: &[usize]) -> usize {
        let length = rim.len();
        // Vertex i of the rim is between its edges i and i + 1.
        self.corners.clear();
        self.corners.extend((0..length).map(|number| {
            let vertex = common_end(graph, rim[number], rim[(number + 1) % length]);
            RimVertex { place: self.place[vertex], number }
        }));
        self.corners.sort_unstable();
        // The other end of the edge of the rim at one of its vertices that is used, or is not.
        let mate = |number: usize, is_used: bool| match used.contains(rim[number]) == is_used {
            true => (number + length - 1) % length,
            false => (number + 1) % length,
        };
        self.arc.clear();
        self.arc.resize(length, 0);
        let mut touched = 0;
        for piece in self.corners.chunk_by(|a, b| a.place.0 == b.place.0) {
            touched += 1;
            let before = piece.iter().cycle().skip(piece.len() - 1);
            let after = piece.iter().cycle().skip(1);
            for ((at, before), after) in piece.iter().zip(before).zip(after) {
                // One way along the piece is the edge that is cut, the other is the arc.
                let is_cut = after.number == mate(at.number, true);
                self.arc[at.number] = if is_cut { before.number } else { after.number };
            }
        }
        self.seen.clear();
        self.seen.resize(length, false);
        let mut made = 0;
        for start in 0..length {
            let mut number = start;
            made += usize::from(!self.seen[start]);
            while !std::mem::replace(&mut self.seen[number], true) {
                let end = self.arc[number];
                self.seen[end] = true;
                number = mate(end, false);
            }
        }
        self.count - touched + made
    }
}

fn common_end(graph: &Graph, first: usize, second: usize) -> usize {
    let (black, white) = graph.ends(first);
    let (other_black, _) = graph.ends(second);
    if black == other_black { black } else { white }
}
