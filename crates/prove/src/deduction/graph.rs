//! The graph of a picture: known free cells, and *pockets*, sets of unknown free cells that can be
//! reached from the known ones only through one stretch of the rim.

use deadmove_rules::geometry::Offset;
use rustc_hash::FxHashMap;

/// An edge that may be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureLink {
    /// The nodes that it joins.
    pub nodes: [usize; 2],
    /// The cells that it joins.
    pub cells: [Offset; 2],
    /// Whether every completion uses it.
    pub used: bool,
}

/// The graph of a picture. Its nodes are the live end, the other cells of the disc, then the
/// pockets.
pub(super) struct PictureGraph {
    /// The cells of the disc; the first one is the live end.
    pub cells: Vec<Offset>,
    /// For each pocket, the unknown cells that lie beside the disc.
    pub pockets: Vec<Vec<Offset>>,
    /// Edges that may be used.
    pub links: Vec<PictureLink>,
    /// For each node, the indices of its edges.
    pub at: Vec<Vec<usize>>,
    /// Nodes in which the end cell may be.
    pub ends: Vec<usize>,
    /// Whether the node is a cell, or a pocket that has cells.
    pub visited: Vec<bool>,
    /// For each segment on the disc, which nodes belong to its region, if that is known.
    pub regions: Vec<Option<Vec<Option<bool>>>>,
    /// The node of each cell, and of each unknown cell beside the disc.
    pub node_of: FxHashMap<Offset, usize>,
}

impl PictureGraph {
    /// The cell of a node, or the cells of a pocket that lie beside the disc.
    pub fn cells_of(&self, node: usize) -> impl Iterator<Item = Offset> + '_ {
        let pocket =
            node.checked_sub(self.cells.len()).map(|pocket| self.pockets[pocket].as_slice());
        pocket.unwrap_or_else(|| &self.cells[node..=node]).iter().copied()
    }
}
