//! Plane bipartite graphs with wanted degrees, and their faces.

/// A plane bipartite graph. Vertices and edges are numbered from 0.
#[derive(Clone, Debug)]
pub struct Graph {
    black: Vec<bool>,
    degree: Vec<u8>,
    /// Edge → (black end, white end).
    ends: Vec<(u32, u32)>,
    /// Incident edges of all vertices, counterclockwise around each; `first[v]..first[v + 1]`.
    rotation: Vec<u32>,
    first: Vec<u32>,
}

impl Graph {
    /// Builds a graph from the neighbours of each vertex in counterclockwise order.
    ///
    /// `black[v]` is the colour, `degree[v]` the wanted degree (1 or 2) of vertex `v`;
    /// `neighbours(v)` lists the other ends of its edges, without repetition. Every edge must be
    /// listed at both ends and join different colours, and the cyclic orders must come from a
    /// drawing without crossings.
    pub fn new<N, I>(black: Vec<bool>, degree: Vec<u8>, mut neighbours: N) -> Graph
    where
        N: FnMut(usize) -> I,
        I: IntoIterator<Item = usize>,
    {
        let vertices = black.len();
        let mut first = Vec::with_capacity(vertices + 1);
        // Room for the edges of a grid.
        let mut targets = Vec::with_capacity(4 * vertices);
        first.push(0);
        for v in 0..vertices {
            // Not `extend`, which takes longer for the few there are.
            for n in neighbours(v) {
                targets.push(n as u32);
            }
            first.push(targets.len() as u32);
        }
        let mut ends = Vec::with_capacity(targets.len() / 2);
        let mut rotation = vec![u32::MAX; targets.len()];
        for v in 0..vertices {
            for slot in first[v] as usize..first[v + 1] as usize {
                let other = targets[slot] as usize;
                debug_assert_ne!(black[v], black[other], "edges join different colours");
                if v < other {
                    let edge = ends.len() as u32;
                    let (v, o) = (v as u32, other as u32);
                    ends.push(if black[v as usize] { (v, o) } else { (o, v) });
                    rotation[slot] = edge;
                    let there = first[other] as usize..first[other + 1] as usize;
                    let back = there.clone().find(|&s| targets[s] == v);
                    rotation[back.expect("edges are listed at both ends")] = edge;
                }
            }
        }
        Graph { black, degree, ends, rotation, first }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> usize {
        self.black.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// Whether vertex `v` is black.
    pub fn is_black(&self, v: usize) -> bool {
        self.black[v]
    }

    /// The degree vertex `v` must have in a completion: 1 or 2.
    pub fn degree(&self, v: usize) -> usize {
        usize::from(self.degree[v])
    }

    /// The black and the white end of an edge.
    pub fn ends(&self, edge: usize) -> (usize, usize) {
        let (black, white) = self.ends[edge];
        (black as usize, white as usize)
    }

    /// The end of `edge` that is not `v`.
    pub(crate) fn other_end(&self, edge: usize, v: usize) -> usize {
        let (black, white) = self.ends(edge);
        if black == v { white } else { black }
    }

    /// The edges at `v`, counterclockwise.
    pub fn edges_at(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.rotation[self.first[v] as usize..self.first[v + 1] as usize]
            .iter()
            .map(|&edge| edge as usize)
    }

    /// The neighbours of `v` with the edges that lead there, counterclockwise.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.edges_at(v).map(move |edge| (self.other_end(edge, v), edge))
    }

    /// Which vertices can be reached from the `open` ones of some vertices through open vertices.
    pub fn reached(&self, from: &[usize], open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.vertices()];
        let mut stack = from.to_vec();
        while let Some(v) = stack.pop() {
            if open(v) && !std::mem::replace(&mut reached[v], true) {
                stack.extend(self.neighbours(v).map(|(w, _)| w));
            }
        }
        reached
    }

    /// The vertices along the edges in use from `start` on: an end of a path that they form, or a
    /// vertex of a loop, which is not repeated.
    pub fn path(&self, start: usize, used: &[bool]) -> Vec<usize> {
        let (mut path, mut at, mut came_by) =
            (Vec::with_capacity(self.vertices()), start, usize::MAX);
        path.push(start);
        while let Some((next, edge)) =
            self.neighbours(at).find(|&(to, edge)| used[edge] && edge != came_by && to != start)
        {
            path.push(next);
            (at, came_by) = (next, edge);
        }
        path
    }

    /// The edge between two vertices, if there is one.
    pub fn edge_between(&self, v: usize, w: usize) -> Option<usize> {
        self.edges_at(v).find(|&edge| self.other_end(edge, v) == w)
    }

    /// Traces the faces of the embedding. The graph should be connected; otherwise each component
    /// gets faces of its own.
    pub fn faces(&self) -> Faces {
        // Half-edge 2e runs from the black to the white end of edge e, half-edge 2e + 1 back.
        let mut next = vec![u32::MAX; 2 * self.edges()];
        for v in 0..self.vertices() {
            let at_v = &self.rotation[self.first[v] as usize..self.first[v + 1] as usize];
            for (slot, &edge) in at_v.iter().enumerate() {
                // Arriving at v, the face on the left continues along the clockwise neighbour.
                let clockwise = at_v[(slot + at_v.len() - 1) % at_v.len()] as usize;
                let arriving = 2 * edge + u32::from(self.black[v]);
                let leaving = 2 * clockwise + usize::from(!self.black[v]);
                next[arriving as usize] = leaving as u32;
            }
        }
        let mut face_of = vec![u32::MAX; next.len()];
        // One flat list: a list per face costs small positions a tenth of their time.
        let mut sides = Vec::with_capacity(next.len());
        let mut first = vec![0];
        for start in 0..next.len() {
            if face_of[start] != u32::MAX {
                continue;
            }
            let face = first.len() as u32 - 1;
            let mut half = start;
            while face_of[half] == u32::MAX {
                face_of[half] = face;
                sides.push((half / 2) as u32);
                half = next[half] as usize;
            }
            first.push(sides.len() as u32);
        }
        Faces { face_of, sides, first }
    }
}

/// The faces of a plane graph.
#[derive(Clone, Debug)]
pub struct Faces {
    /// Half-edge → the face on its left.
    face_of: Vec<u32>,
    /// The edges around all faces; those of face f are `first[f]..first[f + 1]`.
    sides: Vec<u32>,
    first: Vec<u32>,
}

impl Faces {
    /// Number of faces.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether the graph has no edges.
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// The face on the left of an edge, seen from its black to its white end.
    pub fn left(&self, edge: usize) -> usize {
        self.face_of[2 * edge] as usize
    }

    /// The face on the right of an edge, seen from its black to its white end.
    pub fn right(&self, edge: usize) -> usize {
        self.face_of[2 * edge + 1] as usize
    }

    /// The edges around a face in order; a bridge appears twice.
    pub fn boundary(&self, face: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.sides_of(face).iter().map(|&edge| edge as usize)
    }

    fn sides_of(&self, face: usize) -> &[u32] {
        &self.sides[self.first[face] as usize..self.first[face + 1] as usize]
    }

    /// The faces bounded by four different edges: the 2×2 blocks of a grid.
    pub fn squares(&self) -> impl Iterator<Item = [usize; 4]> + '_ {
        (0..self.len()).filter_map(|face| {
            let &[a, b, c, d] = self.sides_of(face) else { return None };
            (a != c && b != d && a != b && b != c && c != d && a != d)
                .then(|| [a, b, c, d].map(|edge| edge as usize))
        })
    }

    /// A face with the longest boundary: the best anchor for potentials.
    pub fn largest(&self) -> usize {
        (0..self.len()).max_by_key(|&face| self.sides_of(face).len()).unwrap_or(0)
    }
}
