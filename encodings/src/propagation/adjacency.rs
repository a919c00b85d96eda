//! A graph prepared for repeated searches.

use crate::graph::Graph;

/// No vertex, no edge.
pub(crate) const NONE: u32 = u32::MAX;

/// A neighbour and the edge that leads there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) edge: u32,
}

/// The links of all vertices in one list.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    links: Vec<Link>,
    /// The links of vertex v are `first[v]..first[v + 1]`.
    first: Vec<u32>,
    /// The black and the white end of each edge.
    pub(crate) ends: Vec<[u32; 2]>,
    pub(crate) black: Vec<bool>,
    /// The wanted degrees.
    pub(crate) degree: Vec<u8>,
    /// The two vertices of wanted degree 1: the ends of the path and of the virtual edge.
    pub(crate) path_ends: [u32; 2],
}

impl Adjacency {
    /// # Panics
    ///
    /// If the graph has not exactly two vertices of wanted degree 1.
    pub(crate) fn new(graph: &Graph) -> Adjacency {
        let vertices = graph.vertices();
        let mut links = Vec::with_capacity(2 * graph.edges());
        let mut first = Vec::with_capacity(vertices + 1);
        first.push(0);
        for v in 0..vertices {
            links.extend(
                graph.neighbours(v).map(|(to, edge)| Link { to: to as u32, edge: edge as u32 }),
            );
            first.push(links.len() as u32);
        }
        let degree: Vec<u8> = (0..vertices).map(|v| graph.degree(v) as u8).collect();
        let path_ends: Vec<u32> =
            (0..vertices as u32).filter(|&v| degree[v as usize] == 1).collect();
        let Ok(path_ends) = <[u32; 2]>::try_from(&path_ends[..]) else {
            panic!("a path has two ends: {path_ends:?}")
        };
        let ends = (0..graph.edges()).map(|edge| graph.ends(edge));
        Adjacency {
            links,
            first,
            ends: ends.map(|(black, white)| [black as u32, white as u32]).collect(),
            black: (0..vertices).map(|v| graph.is_black(v)).collect(),
            degree,
            path_ends,
        }
    }

    pub(crate) fn vertices(&self) -> usize {
        self.degree.len()
    }

    pub(crate) fn edges(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn links(&self, v: usize) -> &[Link] {
        &self.links[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// Where the links of a vertex begin, for searches that stop in between.
    pub(crate) fn first(&self, v: usize) -> u32 {
        self.first[v]
    }

    pub(crate) fn link(&self, at: u32) -> Link {
        self.links[at as usize]
    }

    /// The other end of the virtual edge.
    pub(crate) fn other_path_end(&self, v: usize) -> Option<usize> {
        match self.path_ends.map(|end| end as usize) {
            [one, other] if one == v => Some(other),
            [one, other] if other == v => Some(one),
            _ => None,
        }
    }
}
