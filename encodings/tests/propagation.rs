//! Propagation against the definitions of its lemmas, applied to all edge sets of small graphs.

use deadmove_encodings::cut::Components;
use deadmove_encodings::graph::Graph;
use deadmove_encodings::propagation::{EdgeState, Lemmas, Propagator};
use proptest::prelude::*;

use crate::constraints::{edge_sets, graphs, grid, meets_degrees};

/// Graphs of at most 17 edges with two different ends.
pub fn paths() -> impl Strategy<Value = Graph> {
    graphs(5, 17).prop_filter("two ends", |graph| ends(graph).len() == 2)
}

pub fn ends(graph: &Graph) -> Vec<usize> {
    (0..graph.vertices()).filter(|&v| graph.degree(v) == 1).collect()
}

fn lemmas() -> impl Strategy<Value = Lemmas> {
    any::<[bool; 5]>().prop_map(|[degree, small_loop, cut_off, colour, two_edge_cut]| Lemmas {
        degree,
        small_loop,
        cut_off,
        colour,
        two_edge_cut,
    })
}

/// Edges decided by the caller.
fn given_edges() -> impl Strategy<Value = Vec<(prop::sample::Index, bool)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..4)
}

fn resolve(graph: &Graph, given: &[(prop::sample::Index, bool)]) -> Vec<(usize, bool)> {
    match graph.edges() {
        0 => Vec::new(),
        edges => given.iter().map(|(at, is_in)| (at.index(edges), *is_in)).collect(),
    }
}

fn agrees(used: &[bool], states: &[EdgeState]) -> bool {
    used.iter().zip(states).all(|(&used, state)| match state {
        EdgeState::Undecided => true,
        EdgeState::In => used,
        EdgeState::Out => !used,
    })
}

/// The edge sets of all Hamiltonian paths between the ends that agree with the decisions.
pub fn completions(graph: &Graph, states: &[EdgeState]) -> Vec<Vec<bool>> {
    let paths = edge_sets(graph).filter(|used| {
        meets_degrees(graph, used)
            && agrees(used, states)
            && Components::new(graph, used).count == 1
    });
    paths.collect()
}

fn states(propagator: &Propagator, graph: &Graph) -> Vec<EdgeState> {
    (0..graph.edges()).map(|edge| propagator.state(edge)).collect()
}

/// Decides the edges and propagates; nothing if that is a conflict.
fn propagated(graph: &Graph, lemmas: Lemmas, given: &[(usize, bool)]) -> Option<Vec<EdgeState>> {
    let mut propagator = Propagator::new(graph, lemmas);
    for &(edge, is_in) in given {
        propagator.decide(edge, is_in).ok()?;
    }
    propagator.propagate().ok()?;
    Some(states(&propagator, graph))
}

/// The number of components without some vertex and without some edges; the virtual edge has the
/// number of edges.
fn parts(graph: &Graph, exists: &dyn Fn(usize) -> bool, without: Option<usize>) -> usize {
    let ends = ends(graph);
    let mut of: Vec<usize> = (0..graph.vertices()).collect();
    let edges = (0..graph.edges()).map(|edge| graph.ends(edge)).chain([(ends[0], ends[1])]);
    for (edge, (a, b)) in edges.enumerate() {
        if exists(edge) && without != Some(a) && without != Some(b) {
            let (from, to) = (of[a], of[b]);
            of.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
        }
    }
    let vertices = (0..graph.vertices()).filter(|&v| Some(v) != without);
    vertices.map(|v| of[v]).collect::<std::collections::BTreeSet<_>>().len()
}

/// The five lemmas by their definitions, until none finds anything; nothing if one finds a
/// conflict.
fn by_definition(graph: &Graph, given: &[(usize, bool)]) -> Option<Vec<EdgeState>> {
    let mut states = vec![EdgeState::Undecided; graph.edges()];
    for &(edge, is_in) in given {
        let wanted = if is_in { EdgeState::In } else { EdgeState::Out };
        if states[edge] != EdgeState::Undecided && states[edge] != wanted {
            return None;
        }
        states[edge] = wanted;
    }
    let virtual_edge = graph.edges();
    loop {
        let before = states.clone();
        // Colour, and with it degree.
        let sets: Vec<Vec<bool>> = edge_sets(graph)
            .filter(|used| meets_degrees(graph, used) && agrees(used, &states))
            .collect();
        let first = sets.first()?;
        for edge in 0..graph.edges() {
            if sets.iter().all(|set| set[edge] == first[edge]) {
                states[edge] = if first[edge] { EdgeState::In } else { EdgeState::Out };
            }
        }
        // Small loop: chains are components of the edges that are in.
        let chain = |states: &[EdgeState], edge: usize| {
            let (a, b) = graph.ends(edge);
            let ends = ends(graph);
            let mut of: Vec<usize> = (0..graph.vertices()).collect();
            let others = (0..graph.edges()).filter(|&e| e != edge && states[e] == EdgeState::In);
            for (x, y) in others.map(|e| graph.ends(e)).chain([(ends[0], ends[1])]) {
                let (from, to) = (of[x], of[y]);
                of.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
            }
            let size = of.iter().filter(|&&part| part == of[a]).count();
            (of[a] == of[b]).then_some(size)
        };
        for edge in 0..graph.edges() {
            if chain(&states, edge).is_some_and(|size| size < graph.vertices()) {
                match states[edge] {
                    EdgeState::In => return None,
                    _ => states[edge] = EdgeState::Out,
                }
            }
        }
        // Cut-off.
        let exists = |edge: usize| edge == virtual_edge || states[edge] != EdgeState::Out;
        let cut = |v| parts(graph, &exists, v) > 1;
        if cut(None) || (0..graph.vertices()).any(|v| cut(Some(v))) {
            return None;
        }
        // Two-edge cut.
        let mut needed = Vec::new();
        for edge in (0..graph.edges()).filter(|&edge| states[edge] == EdgeState::Undecided) {
            let separates = |other: usize| {
                let left = |e: usize| exists(e) && e != edge && e != other;
                other != edge && exists(other) && parts(graph, &left, None) > 1
            };
            if (0..=virtual_edge).any(separates) {
                needed.push(edge);
            }
        }
        for edge in needed {
            states[edge] = EdgeState::In;
        }
        if states == before {
            return Some(states);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_lemma_loses_a_completion(graph in paths(), lemmas in lemmas(), given in given_edges()) {
        let given = resolve(&graph, &given);
        let mut start = vec![EdgeState::Undecided; graph.edges()];
        for &(edge, is_in) in &given {
            start[edge] = if is_in { EdgeState::In } else { EdgeState::Out };
        }
        let repeated = given.iter().any(|(edge, is_in)| given.contains(&(*edge, !is_in)));
        prop_assume!(!repeated);
        let completions = completions(&graph, &start);
        match propagated(&graph, lemmas, &given) {
            None => prop_assert!(completions.is_empty()),
            Some(states) => prop_assert!(completions.iter().all(|used| agrees(used, &states))),
        }
    }

    #[test]
    fn all_lemmas_together_decide_what_their_definitions_do(graph in paths(), given in given_edges()) {
        let given = resolve(&graph, &given);
        let found = propagated(&graph, Lemmas::ALL, &given);
        prop_assert_eq!(found, by_definition(&graph, &given));
    }

    #[test]
    fn a_part_of_a_graph_is_propagated_as_the_part_alone(
        width in 2..5usize,
        parts in prop::collection::vec((prop::collection::vec(any::<bool>(), 16), any::<[u8; 2]>()), 1..5),
        lemmas in lemmas(),
    ) {
        let whole = grid(width, &vec![true; width * 4], (0, 4 * width - 1));
        let mut propagator = Propagator::new(&whole, lemmas);
        for (keep, [one, other]) in parts {
            let cells: Vec<usize> = (0..4 * width).filter(|&v| keep[v]).collect();
            let Some(count) = Some(cells.len()).filter(|&count| count > 1) else { continue };
            let (one, other) = (usize::from(one) % count, usize::from(other) % count);
            if one == other {
                continue;
            }
            let part = grid(width, &keep[..4 * width], (one, other));
            propagator.restart(|v| keep[v], [cells[one], cells[other]]);
            let alone = propagated(&part, lemmas, &[]);
            prop_assert_eq!(propagator.propagate().is_ok(), alone.is_some());
            for (edge, state) in alone.into_iter().flatten().enumerate() {
                let (a, b) = part.ends(edge);
                let edge = whole.edge_between(cells[a], cells[b]).unwrap();
                prop_assert_eq!(propagator.state(edge), state);
            }
        }
    }

    #[test]
    fn a_decision_that_is_taken_back_leaves_no_trace(
        graph in paths(),
        lemmas in lemmas(),
        steps in prop::collection::vec((given_edges(), any::<bool>()), 1..6),
    ) {
        let mut propagator = Propagator::new(&graph, lemmas);
        let mut kept = Vec::new();
        prop_assume!(propagator.propagate().is_ok());
        for (given, keep) in steps {
            let given = resolve(&graph, &given);
            let mark = propagator.mark();
            let decided = given.iter().try_for_each(|&(edge, is_in)| propagator.decide(edge, is_in));
            let result = decided.and_then(|()| propagator.propagate());
            let all: Vec<(usize, bool)> = kept.iter().copied().chain(given.iter().copied()).collect();
            let fresh = propagated(&graph, lemmas, &all);
            match result {
                Err(_) => prop_assert_eq!(&fresh, &None),
                Ok(()) => prop_assert_eq!(&fresh, &Some(states(&propagator, &graph))),
            }
            if keep && result.is_ok() {
                kept = all;
            } else {
                propagator.undo(mark);
            }
            prop_assert_eq!(propagated(&graph, lemmas, &kept), Some(states(&propagator, &graph)));
        }
    }
}
