//! Deductions, each step checked by counting what it names.

use deadmove_encodings::deduction::{Because, Contradiction, Deduction, Probing, derive};
use deadmove_encodings::graph::Graph;
use deadmove_encodings::propagation::{Lemmas, Propagator};
use proptest::prelude::*;

use crate::propagation::{completions, ends, paths};

/// What is known of each edge; the virtual edge comes last and is in.
type State = Vec<Option<bool>>;

/// All edges and the virtual edge, with their ends.
fn edges(graph: &Graph) -> Vec<(usize, usize)> {
    let ends = ends(graph);
    (0..graph.edges()).map(|edge| graph.ends(edge)).chain([(ends[0], ends[1])]).collect()
}

/// The edges with one end in the region, and whether that end is black.
fn crossing(graph: &Graph, region: &[usize]) -> Vec<(usize, bool)> {
    let inside = |v: &usize| region.contains(v);
    let crossing = edges(graph).into_iter().enumerate();
    let crossing = crossing.filter(|(_, (a, b))| inside(a) != inside(b));
    crossing.map(|(edge, (a, b))| (edge, graph.is_black(if inside(&a) { a } else { b }))).collect()
}

/// What the degrees in a region require of the edges that leave it, and the least and the most
/// that these can give.
fn balance(graph: &Graph, state: &State, region: &[usize]) -> (i32, i32, i32) {
    let sign = |black| if black { 1 } else { -1 };
    let needed = region.iter().map(|&v| sign(graph.is_black(v)) * graph.degree(v) as i32).sum();
    let (mut least, mut most) = (0, 0);
    for (edge, black) in crossing(graph, region) {
        match state[edge] {
            _ if edge == graph.edges() => {}
            Some(true) => (least, most) = (least + sign(black), most + sign(black)),
            Some(false) => {}
            None if black => most += 1,
            None => least -= 1,
        }
    }
    (needed, least, most)
}

fn is_chain(graph: &Graph, state: &State, chain: &[usize]) -> bool {
    let all = edges(graph);
    let distinct = chain.iter().collect::<std::collections::BTreeSet<_>>().len() == chain.len();
    distinct
        && chain.len() < graph.vertices()
        && chain.windows(2).all(|pair| {
            let joins = |&(a, b): &(usize, usize)| {
                [a, b] == [pair[0], pair[1]] || [b, a] == [pair[0], pair[1]]
            };
            (0..all.len()).any(|edge| joins(&all[edge]) && state[edge] == Some(true))
        })
}

/// Checks a deduction after some decisions.
fn check(graph: &Graph, mut state: State, deduction: &Deduction) {
    for step in &deduction.steps {
        assert_eq!(state[step.edge], None, "decided already");
        let (a, b) = graph.ends(step.edge);
        match &step.because {
            Because::Degree { vertex } => {
                assert!(*vertex == a || *vertex == b);
                let possible = |edge: usize| state[edge] != Some(false);
                let counts = |edge: &usize| match step.is_in {
                    true => possible(*edge),
                    false => state[*edge] == Some(true),
                };
                let count = graph.edges_at(*vertex).filter(counts).count();
                assert_eq!(count, graph.degree(*vertex));
            }
            Because::SmallLoop { chain } => {
                assert!(!step.is_in && is_chain(graph, &state, chain));
                let far = [chain[0], chain[chain.len() - 1]];
                assert!(far == [a, b] || far == [b, a]);
            }
            Because::Colour { region } => {
                let (needed, least, most) = balance(graph, &state, region);
                let (_, black) =
                    crossing(graph, region).into_iter().find(|(e, _)| *e == step.edge).unwrap();
                assert!(
                    needed == most && black == step.is_in || needed == least && black != step.is_in
                );
            }
            Because::TwoEdgeCut { region } => {
                let left: Vec<usize> = crossing(graph, region)
                    .into_iter()
                    .map(|(edge, _)| edge)
                    .filter(|&edge| state[edge] != Some(false))
                    .collect();
                assert!(step.is_in && left.len() == 2 && left.contains(&step.edge));
            }
            Because::Probe { deduction } => {
                let mut supposed = state.clone();
                supposed[step.edge] = Some(!step.is_in);
                check(graph, supposed, deduction);
            }
        }
        state[step.edge] = Some(step.is_in);
    }
    let possible = |edge: usize| state[edge] != Some(false);
    match &deduction.contradiction {
        Contradiction::Degree { vertex } => {
            let left = graph.edges_at(*vertex).filter(|&edge| possible(edge)).count();
            let used = graph.edges_at(*vertex).filter(|&edge| state[edge] == Some(true)).count();
            assert!(left < graph.degree(*vertex) || used > graph.degree(*vertex));
        }
        Contradiction::SmallLoop { cycle } => {
            assert!(is_chain(graph, &state, cycle));
            let (a, b) = (cycle[0], cycle[cycle.len() - 1]);
            let closing = graph.edge_between(a, b).unwrap();
            assert_eq!(state[closing], Some(true));
        }
        Contradiction::CutOff { vertices, door } => {
            let outside =
                (0..graph.vertices()).filter(|v| !vertices.contains(v) && Some(*v) != *door);
            assert!(!vertices.is_empty() && outside.count() > 0);
            for (edge, (a, b)) in edges(graph).into_iter().enumerate() {
                if possible(edge) && vertices.contains(&a) != vertices.contains(&b) {
                    assert!(Some(a) == *door || Some(b) == *door);
                }
            }
        }
        Contradiction::Colour { region } => {
            let (needed, least, most) = balance(graph, &state, region);
            assert!(needed < least || needed > most);
        }
    }
}

fn start(graph: &Graph) -> State {
    let mut state = vec![None; graph.edges()];
    state.push(Some(true));
    state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn what_the_lemmas_refute_has_a_deduction_of_steps_that_count(graph in paths()) {
        let refuted = Propagator::new(&graph, Lemmas::ALL).propagate().is_err();
        let deduction = derive(&graph, None, || false);
        prop_assert_eq!(refuted, deduction.is_some());
        if let Some(deduction) = deduction {
            check(&graph, start(&graph), &deduction);
        }
    }

    #[test]
    fn a_deduction_that_is_not_trimmed_counts_too(graph in paths(), mut patience in 0..20usize) {
        let refuted = Propagator::new(&graph, Lemmas::ALL).propagate().is_err();
        let deduction = derive(&graph, None, || {
            patience = patience.saturating_sub(1);
            patience == 0
        });
        prop_assert_eq!(refuted, deduction.is_some());
        if let Some(deduction) = deduction {
            check(&graph, start(&graph), &deduction);
        }
    }

    #[test]
    fn probing_all_edges_refutes_no_graph_with_a_completion(graph in paths()) {
        let probing = Probing { live_end: ends(&graph)[0], distance: 100, count: 1_000 };
        let deduction = derive(&graph, Some(probing), || false);
        if let Some(deduction) = &deduction {
            check(&graph, start(&graph), deduction);
        }
        let nothing_decided = vec![deadmove_encodings::propagation::EdgeState::Undecided; graph.edges()];
        let dead = completions(&graph, &nothing_decided).is_empty();
        prop_assert!(deduction.is_none() || dead);
    }
}
