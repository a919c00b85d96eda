//! The order in which a sweep takes the vertices: the one of several candidates with the lowest
//! estimated cost.

use std::cmp::Reverse;
use std::collections::HashSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxBuildHasher;

use super::graph::FrontierGraph;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;

/// The number of states of a step grows by about this factor with every edge on the frontier (open
/// boards from 7×7 to 15×15).
const GROWTH: f64 = 2.65;
/// The number of states is the power of [`GROWTH`] divided by about this.
const SHARE: f64 = 14.0;
/// The estimate may be too high by this factor. It fits open boards and was up to 14 times too high
/// for real positions.
pub const DOUBT: f64 = 16.0;
/// Below this estimated number of states no better order is sought.
const CHEAP: f64 = 4000.0;
/// The approximate number of partial orders examined in all.
const EFFORT: usize = 20_000;

/// A sweep.
#[derive(Clone, Debug)]
pub struct Order {
    /// All vertices in the order they are taken.
    pub vertices: Vec<u32>,
    /// The largest number of edges between taken and untaken vertices.
    pub widest: usize,
    /// Estimated states of all steps together.
    pub cost: f64,
}

impl Order {
    fn new(graph: &FrontierGraph, vertices: Vec<u32>) -> Order {
        let mut taken = vec![false; graph.len()];
        let mut cut = 0;
        let mut order = Order { vertices, widest: 0, cost: 0.0 };
        for &v in &order.vertices {
            taken[v as usize] = true;
            cut = cut + graph.adjacent[v as usize].len() - 2 * ahead(graph, &taken, v);
            order.widest = order.widest.max(cut);
            order.cost += states(cut);
        }
        order
    }

    /// Estimated states of the widest step.
    pub fn peak_states(&self) -> f64 {
        states(self.widest)
    }
}

/// Estimated states of a step with `cut` edges on the frontier.
fn states(cut: usize) -> f64 {
    (GROWTH.powi(cut as i32) / SHARE).max(1.0)
}

/// Edges from `v` to taken vertices.
fn ahead(graph: &FrontierGraph, taken: &[bool], v: u32) -> usize {
    graph.adjacent[v as usize].iter().filter(|&&w| taken[w as usize]).count()
}

/// The cheapest order found, or the limit that was reached before.
pub fn choose(graph: &FrontierGraph, budget: &Budget<'_>) -> Result<Order, Limit> {
    let mut best = sweeps(graph)
        .into_iter()
        .map(|vertices| Order::new(graph, vertices))
        .min_by(|a, b| a.cost.total_cmp(&b.cost))
        .expect("there are sweeps");
    if best.cost > CHEAP {
        let seeds = seeds(graph);
        let beam = (EFFORT / (graph.len() * seeds.len())).clamp(1, 32);
        // A step has at most all edges on the frontier, each of which is in two lists.
        let most: usize = graph.adjacent.iter().map(Vec::len).sum();
        let states: Vec<f64> = (0..=most).map(states).collect();
        for seed in seeds {
            if let Some(vertices) = grow((graph, &states), seed, beam, best.cost, budget)? {
                let order = Order::new(graph, vertices);
                if order.cost < best.cost {
                    best = order;
                }
            }
        }
    }
    Ok(best)
}

/// Rows, columns and diagonals.
fn sweeps(graph: &FrontierGraph) -> Vec<Vec<u32>> {
    let place = |v: u32| {
        let (column, row) = graph.place[v as usize];
        (i32::from(column), i32::from(row))
    };
    type Rank = fn((i32, i32)) -> (i32, i32);
    let ranks: [Rank; 4] =
        [|(x, y)| (y, x), |(x, y)| (x, y), |(x, y)| (x + y, x), |(x, y)| (x - y, x)];
    let mut sweeps = Vec::new();
    for rank in ranks {
        let mut vertices: Vec<u32> = (0..graph.len() as u32).collect();
        vertices.sort_by_key(|&v| rank(place(v)));
        sweeps.push(vertices.clone());
        vertices.reverse();
        sweeps.push(vertices);
    }
    sweeps
}

/// Vertices to start from: the outermost in eight directions.
fn seeds(graph: &FrontierGraph) -> Vec<u32> {
    let mut seeds = Vec::new();
    for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1), (3, 1), (-3, -1), (1, -3), (-1, 3)] {
        let outermost = (0..graph.len() as u32).max_by_key(|&v| {
            let (column, row) = graph.place[v as usize];
            (dx * i32::from(column) + dy * i32::from(row), Reverse(v))
        });
        seeds.extend(outermost);
    }
    seeds.sort_unstable();
    seeds.dedup();
    seeds
}

/// A set of taken vertices and the cheapest order found to take them.
#[derive(Clone)]
struct Partial {
    taken: FixedBitSet,
    /// Untaken vertices next to taken ones.
    border: Vec<u32>,
    cut: usize,
    cost: f64,
    hash: u64,
    /// Index of the last link in the list of links.
    link: usize,
}

/// Grows an order from `seed`, keeping the `beam` cheapest partial orders of each length; `None`
/// when none stays below `bound`. `states` has the estimates of [`states`] by the edges on the
/// frontier.
fn grow(
    (graph, states): (&FrontierGraph, &[f64]),
    seed: u32,
    beam: usize,
    bound: f64,
    budget: &Budget<'_>,
) -> Result<Option<Vec<u32>>, Limit> {
    let mut links: Vec<(usize, u32)> = Vec::new();
    let nothing = Partial {
        taken: FixedBitSet::with_capacity(graph.len()),
        border: vec![seed],
        cut: 0,
        cost: 0.0,
        hash: 0,
        link: usize::MAX,
    };
    let mut partials = vec![nothing];
    let mut seen: HashSet<u64, FxBuildHasher> = HashSet::default();
    for _ in 0..graph.len() {
        budget.check_time()?;
        // (cost, cut, parent, vertex)
        let mut offers: Vec<(f64, usize, usize, u32)> = Vec::new();
        for (parent, partial) in partials.iter().enumerate() {
            for &v in &partial.border {
                let edges = &graph.adjacent[v as usize];
                let back = edges.iter().filter(|&&w| partial.taken.contains(w as usize)).count();
                let cut = partial.cut + edges.len() - 2 * back;
                let cost = partial.cost + states[cut];
                if cost < bound {
                    offers.push((cost, cut, parent, v));
                }
            }
        }
        offers.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        seen.clear();
        let mut kept = Vec::with_capacity(beam);
        for (cost, cut, parent, v) in offers {
            let from = &partials[parent];
            let hash = from.hash ^ spread(v);
            if !seen.insert(hash) {
                continue;
            }
            let mut partial = Partial { cut, cost, hash, link: links.len(), ..from.clone() };
            links.push((from.link, v));
            partial.taken.insert(v as usize);
            partial.border.retain(|&w| w != v);
            for &w in &graph.adjacent[v as usize] {
                if !partial.taken.contains(w as usize) && !partial.border.contains(&w) {
                    partial.border.push(w);
                }
            }
            kept.push(partial);
            if kept.len() == beam {
                break;
            }
        }
        partials = kept;
    }
    let mut vertices = Vec::with_capacity(graph.len());
    let Some(first) = partials.first() else { return Ok(None) };
    let mut link = first.link;
    while let Some(&(before, v)) = links.get(link) {
        vertices.push(v);
        link = before;
    }
    vertices.reverse();
    Ok(Some(vertices))
}

/// A hash of a vertex; the exclusive or over a set of vertices is a hash of the set.
fn spread(v: u32) -> u64 {
    let mut bits = (u64::from(v) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use deadmove_core::board::Board;
    use deadmove_core::position::Position;
    use deadmove_core::verdict::Limits;

    #[test]
    fn the_search_for_an_order_stops_at_its_deadline() {
        let board = Board::corner_to_corner(15, 15).unwrap();
        let graph = FrontierGraph::of(&Position::start(Arc::new(board))).unwrap();
        assert!(choose(&graph, &Budget::new(&Limits::default())).is_ok());
        let no_time = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        let over = Budget::new(&no_time);
        assert_eq!(choose(&graph, &over).unwrap_err(), Limit::Timeout);
    }
}
