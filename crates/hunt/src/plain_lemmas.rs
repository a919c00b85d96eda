//! An independent reference implementation of the five lemmas, plain and slow, from petgraph's
//! algorithms,
//! about the propagation engine. Shares no code with it.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{bridges, connected_components, ford_fulkerson, tarjan_scc};
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;

use deadmove_core::board::Cell;
use deadmove_core::position::Position;

/// Two cells, in row-major order.
pub(crate) type CellPair = (Cell, Cell);

/// What the lemmas decide of a position that is not finished and whose end cell is free: for each
/// decided edge whether it is used. `None` if they find a contradiction.
pub fn decide(position: &Position) -> Option<BTreeMap<CellPair, bool>> {
    let mut lemmas = PlainLemmas::new(position);
    loop {
        let before = lemmas.state.clone();
        lemmas.colour()?;
        lemmas.degree()?;
        lemmas.small_loop()?;
        lemmas.cuts()?;
        if lemmas.state == before {
            let decided = lemmas.state.into_iter();
            return Some(decided.filter_map(|(edge, used)| Some((edge, used?))).collect());
        }
    }
}

struct PlainLemmas {
    /// Usable cells with their degrees in a completion.
    degree: BTreeMap<Cell, usize>,
    /// The live end and the end cell.
    ends: [Cell; 2],
    /// All edges, with what is known of them.
    state: BTreeMap<CellPair, Option<bool>>,
}

impl PlainLemmas {
    fn new(position: &Position) -> PlainLemmas {
        let board = position.board();
        let ends = [position.live_end(), board.end()];
        let free = position.free().ones().map(|index| board.cell(index));
        let usable: BTreeSet<Cell> = free.chain([position.live_end()]).collect();
        let degree = usable.iter().map(|&cell| (cell, if ends.contains(&cell) { 1 } else { 2 }));
        let mut state = BTreeMap::new();
        for &cell in &usable {
            for (_, next) in board.neighbours(cell).filter(|(_, next)| usable.contains(next)) {
                if (cell.row, cell.column) < (next.row, next.column) {
                    state.insert((cell, next), None);
                }
            }
        }
        PlainLemmas { degree: degree.collect(), ends, state }
    }

    fn edges_at(&self, cell: Cell) -> Vec<CellPair> {
        let edges = self.state.keys().copied();
        edges.filter(|&(a, b)| a == cell || b == cell).collect()
    }

    fn degree(&mut self) -> Option<()> {
        for (cell, &degree) in &self.degree.clone() {
            let edges = self.edges_at(*cell);
            let used = edges.iter().filter(|edge| self.state[edge] == Some(true)).count();
            let left = edges.iter().filter(|edge| self.state[edge] != Some(false)).count();
            if used > degree || left < degree {
                return None;
            }
            for edge in edges.into_iter().filter(|_| used == degree || left == degree) {
                self.state.entry(edge).and_modify(|known| {
                    known.get_or_insert(left == degree);
                });
            }
        }
        Some(())
    }

    fn small_loop(&mut self) -> Option<()> {
        let number: BTreeMap<Cell, usize> =
            self.degree.keys().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let undecided: Vec<CellPair> = self
            .state
            .iter()
            .filter(|(_, known)| **known != Some(false))
            .map(|(e, _)| *e)
            .collect();
        for edge in undecided {
            let mut chains = UnionFind::new(number.len());
            chains.union(number[&self.ends[0]], number[&self.ends[1]]);
            for (&(a, b), known) in &self.state {
                if *known == Some(true) && (a, b) != edge {
                    chains.union(number[&a], number[&b]);
                }
            }
            let (a, b) = (number[&edge.0], number[&edge.1]);
            let size = (0..number.len()).filter(|&cell| chains.equiv(cell, a)).count();
            if chains.equiv(a, b) && size < number.len() {
                match self.state[&edge] {
                    Some(true) => return None,
                    _ => self.state.insert(edge, Some(false)),
                };
            }
        }
        Some(())
    }

    /// The graph of the edges that may be used, without one of them. A vertex in the middle of the
    /// virtual edge keeps it apart from an edge between the same cells.
    fn graph(&self, without: Option<CellPair>) -> UnGraph<(), Option<CellPair>> {
        let mut graph = UnGraph::default();
        let nodes: BTreeMap<Cell, NodeIndex> =
            self.degree.keys().map(|&cell| (cell, graph.add_node(()))).collect();
        let middle = graph.add_node(());
        for end in self.ends {
            graph.add_edge(nodes[&end], middle, None);
        }
        for (&edge, known) in &self.state {
            if *known != Some(false) && Some(edge) != without {
                graph.add_edge(nodes[&edge.0], nodes[&edge.1], Some(edge));
            }
        }
        graph
    }

    /// Cut-off and two-edge cuts.
    fn cuts(&mut self) -> Option<()> {
        let graph = self.graph(None);
        // petgraph wants weights that can be compared.
        let plain = graph.map(|_, ()| (), |_, _| 0);
        if connected_components(&plain) > 1 || !articulation_points(&plain).is_empty() {
            return None;
        }
        for edge in self.state.keys().copied().collect::<Vec<_>>() {
            if self.state[&edge] != Some(false) {
                let rest = self.graph(Some(edge));
                let found: Vec<Option<CellPair>> =
                    bridges(&rest).map(|bridge| *bridge.weight()).collect();
                if !found.is_empty() {
                    self.state.insert(edge, Some(true));
                }
                for other in found.into_iter().flatten() {
                    self.state.insert(other, Some(true));
                }
            }
        }
        Some(())
    }

    /// Colour, for all regions at once: a flow from black to white cells.
    fn colour(&mut self) -> Option<()> {
        let black = |cell: Cell| cell.parity() == self.ends[0].parity();
        let mut network: DiGraph<(), u32> = DiGraph::new();
        let nodes: BTreeMap<Cell, NodeIndex> =
            self.degree.keys().map(|&cell| (cell, network.add_node(()))).collect();
        let (source, sink) = (network.add_node(()), network.add_node(()));
        let mut missing: BTreeMap<Cell, u32> =
            self.degree.iter().map(|(&cell, &degree)| (cell, degree as u32)).collect();
        for (&(a, b), known) in &self.state {
            if *known == Some(true) {
                for cell in [a, b] {
                    missing.insert(cell, missing[&cell].checked_sub(1)?);
                }
            }
        }
        let (mut supply, mut demand) = (0, 0);
        for (&cell, &missing) in &missing {
            match black(cell) {
                true => {
                    supply += missing;
                    network.add_edge(source, nodes[&cell], missing);
                }
                false => {
                    demand += missing;
                    network.add_edge(nodes[&cell], sink, missing);
                }
            }
        }
        let mut edges = Vec::new();
        for (&edge, _) in self.state.iter().filter(|(_, known)| known.is_none()) {
            let (from, to) = if black(edge.0) { edge } else { (edge.1, edge.0) };
            edges.push((edge, network.add_edge(nodes[&from], nodes[&to], 1)));
        }
        let (value, flows) = ford_fulkerson(&network, source, sink);
        if supply != demand || value != supply {
            return None;
        }
        let mut residual: DiGraph<(), ()> = DiGraph::new();
        let cells: Vec<NodeIndex> = nodes.values().map(|_| residual.add_node(())).collect();
        for &(_, at) in &edges {
            let (from, to) = network.edge_endpoints(at).expect("it was added");
            let (from, to) = (cells[from.index()], cells[to.index()]);
            let (from, to) = if flows[at.index()] == 1 { (to, from) } else { (from, to) };
            residual.add_edge(from, to, ());
        }
        let mut component = vec![0; cells.len()];
        for (number, members) in tarjan_scc(&residual).into_iter().enumerate() {
            for member in members {
                component[member.index()] = number;
            }
        }
        for (edge, at) in edges {
            let (from, to) = network.edge_endpoints(at).expect("it was added");
            if component[from.index()] != component[to.index()] {
                self.state.insert(edge, Some(flows[at.index()] == 1));
            }
        }
        Some(())
    }
}
