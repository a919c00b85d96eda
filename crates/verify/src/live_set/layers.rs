//! Building the live set: forward over the positions that can be drawn, up to the middle layer,
//! then back over those that have a completion.
//!
//! Layer k holds the positions with k cells drawn. Let S(k) be those that can be drawn and are
//! neither plainly dead nor dead by a cut, up to transposition. A position has a completion exactly
//! if its reverse ([`BitBoard::reverse`]) can be drawn. The middle layer m = (n² + 1) / 2 is its
//! own reverse, so its live positions are S(m) ∩ reverse(S(m)). Below it a position is live if one
//! of its moves leads to a live one. Above it, the live positions of layer n² + 1 − k are the
//! reverses of those of layer k.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::bits::{BitBoard, CellBits, PackedPosition, transposed};
use deadmove_core::board::Move;

/// The live positions of one layer, up to transposition, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveLayer {
    /// The positions.
    pub keys: Vec<PackedPosition>,
    /// Per position: the moves that lead to a live position (low four bits, in the order U D L R),
    /// and the steps that lead here from a live position (high four bits, by the direction of the
    /// step).
    pub links: Vec<u8>,
}

fn bit(direction: Move) -> u8 {
    match direction {
        Move::Up => 1,
        Move::Down => 2,
        Move::Left => 4,
        Move::Right => 8,
    }
}

/// The live positions of layers 1 to the middle, in this order. `progress` is called with the
/// number of each layer, twice (forward and back).
pub fn lower_half(grid: &BitBoard, progress: &(dyn Fn(usize) + Sync)) -> Vec<LiveLayer> {
    let cells = grid.cells();
    let middle = cells.div_ceil(2);
    let mut drawn: Vec<Vec<PackedPosition>> = vec![vec![grid.start()]];
    for layer in 2..=middle {
        let next = successors(grid, drawn.last().expect("there is a layer"));
        drawn.push(next);
        progress(layer);
    }
    let mut layers = vec![LiveLayer::default(); middle];
    let candidates = drawn.pop().expect("there is a middle layer");
    let keys: Vec<PackedPosition> = candidates
        .par_iter()
        .copied()
        .filter(|&key| candidates.binary_search(&grid.canonical(grid.reverse(key))).is_ok())
        .collect();
    drop(candidates);
    layers[middle - 1] = LiveLayer { links: vec![0; keys.len()], keys };
    for layer in (1..middle).rev() {
        let candidates = drawn.pop().expect("as many layers as before");
        let (below, above) = layers.split_at_mut(layer);
        below[layer - 1] = link(grid, candidates, &mut above[0]);
        progress(layer);
    }
    link_middle(grid, layers.last_mut().expect("there is a layer"));
    layers
}

/// All positions one step further that are not seen to be dead, up to transposition.
fn successors(grid: &BitBoard, layer: &[PackedPosition]) -> Vec<PackedPosition> {
    let mut next: Vec<PackedPosition> = layer
        .par_chunks(4096)
        .flat_map_iter(|chunk| {
            let mut found: Vec<PackedPosition> = chunk
                .iter()
                .flat_map(|&key| Move::ALL.into_iter().filter_map(move |m| grid.step(key, m)))
                .filter(|&key| !grid.is_plainly_dead(key) && !is_dead_by_cut(grid, key))
                .map(|key| grid.canonical(key))
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        })
        .collect();
    next.par_sort_unstable();
    next.dedup();
    next
}

/// Whether a position of an odd board that can be drawn and is not plainly dead is dead because of
/// a cut: a free cell without which the free cells fall apart.
///
/// The free cells are connected, and so are the others with the outside of the board. So the pieces
/// without a cell are the runs of free cells around it. The line fills the piece where it begins,
/// steps on the cut, and fills the piece of the end cell: there are two pieces, and the surplus of
/// the first one follows from the colours of the live end and the cut.
fn is_dead_by_cut(grid: &BitBoard, key: PackedPosition) -> bool {
    const CLOCKWISE: [Move; 4] = [Move::Up, Move::Right, Move::Down, Move::Left];
    let (free, end) = (key.free(), 1 << grid.end());
    let neighbour = CLOCKWISE.map(|m| grid.shift(free, m.opposite()));
    let after = |at: usize| (at + 1) % 4;
    // Per direction, the cells around which a run ends with the neighbour in that direction.
    let ends: [CellBits; 4] = std::array::from_fn(|at| {
        let corner = grid.shift(neighbour[at], CLOCKWISE[after(at)].opposite());
        neighbour[at] & !(corner & neighbour[after(at)])
    });
    let [a, b, c, d] = ends;
    let three = ((a & b) & (c | d)) | ((a | b) & (c & d));
    let mut cuts = ((a & b) | (c & d) | ((a | b) & (c | d))) & free;
    if cuts & (three | end) != 0 {
        return true;
    }
    // The cells of even numbers have one colour.
    let even = CellBits::MAX / 3;
    let black = if key.live_end().is_multiple_of(2) { even } else { !even };
    let mut next = grid.neighbours(1 << key.live_end()) & free;
    while cuts != 0 {
        let cut = cuts & cuts.wrapping_neg();
        cuts &= !cut;
        let first = free & !cut & !grid.flood(end, free & !cut);
        next &= first;
        let surplus = (first & !black).count_ones().wrapping_sub((first & black).count_ones());
        if next == 0 || surplus != u32::from(cut & black != 0) {
            return true;
        }
    }
    false
}

/// Keeps the candidates with a live successor in `above` and records the links in both layers.
fn link(grid: &BitBoard, candidates: Vec<PackedPosition>, above: &mut LiveLayer) -> LiveLayer {
    let index: FxHashMap<PackedPosition, u32> =
        above.keys.iter().enumerate().map(|(at, &key)| (key, at as u32)).collect();
    // Per live candidate its outgoing links; per link the target and the incoming direction.
    type ChunkLinks = (Vec<(PackedPosition, u8)>, Vec<(u32, u8)>);
    let found: Vec<ChunkLinks> = candidates
        .par_chunks(65_536)
        .map(|chunk| {
            let (mut live, mut incoming) = (Vec::new(), Vec::new());
            for &key in chunk {
                let mut outgoing = 0;
                for direction in Move::ALL {
                    let Some(next) = grid.step(key, direction) else { continue };
                    let canonical = grid.canonical(next);
                    let Some(&target) = index.get(&canonical) else { continue };
                    outgoing |= bit(direction);
                    // A target that is its own transpose is also entered by the transposed step.
                    let turned = grid.transpose(next);
                    if canonical == next {
                        incoming.push((target, bit(direction) << 4));
                    }
                    if canonical == turned {
                        incoming.push((target, bit(transposed(direction)) << 4));
                    }
                    // If the candidate is its own transpose, the target is entered from it by the
                    // transposed step too, but then that step is among the directions.
                }
                if outgoing != 0 {
                    live.push((key, outgoing));
                }
            }
            (live, incoming)
        })
        .collect();
    let mut layer = LiveLayer::default();
    for (live, incoming) in found {
        layer.keys.extend(live.iter().map(|&(key, _)| key));
        layer.links.extend(live.iter().map(|&(_, links)| links));
        for (target, links) in incoming {
            above.links[target as usize] |= links;
        }
    }
    layer
}

/// Adds the outgoing links of the middle layer. The layer is its own reverse, so a move out of a
/// position is a step into its reverse.
fn link_middle(grid: &BitBoard, middle: &mut LiveLayer) {
    let outgoing: Vec<u8> = middle
        .keys
        .par_iter()
        .map(|&key| {
            let reverse = grid.reverse(key);
            let canonical = grid.canonical(reverse);
            let at = middle.keys.binary_search(&canonical).expect("the middle is closed");
            let incoming = middle.links[at] >> 4;
            if canonical == reverse { incoming } else { transpose_links(incoming) }
        })
        .collect();
    for (links, outgoing) in middle.links.iter_mut().zip(outgoing) {
        *links |= outgoing;
    }
}

/// Four direction bits (U D L R) after exchanging rows and columns.
pub fn transpose_links(links: u8) -> u8 {
    links >> 2 | (links << 2 & 0b1100)
}
