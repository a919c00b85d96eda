//! The constraints against plain enumeration of edge sets, on random connected and unconnected
//! subgraphs of small grids.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::Components;
use deadmove_encodings::cut::degree_clauses;
use deadmove_encodings::flow::{Flow, NoFlow};
use deadmove_encodings::graph::{Faces, Graph};
use deadmove_encodings::height::Heights;
use proptest::prelude::*;

/// The subgraph of a grid on the kept cells; the cells `ends` (counted among them) want degree 1.
pub fn grid(width: usize, keep: &[bool], ends: (usize, usize)) -> Graph {
    let cells: Vec<(usize, usize)> =
        (0..keep.len()).filter(|&i| keep[i]).map(|i| (i % width, i / width)).collect();
    let black = cells.iter().map(|(x, y)| (x + y) % 2 == 0).collect();
    let wanted = |v| if v == ends.0 % cells.len() || v == ends.1 % cells.len() { 1 } else { 2 };
    let degree = (0..cells.len()).map(wanted).collect();
    let vertex = |x: usize, y: usize| cells.iter().position(|&cell| cell == (x, y));
    Graph::new(black, degree, |v| {
        let (x, y) = cells[v];
        // Right, up, left, down; no cell has a wrapped coordinate.
        [(x + 1, y), (x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x, y + 1)]
            .map(|(x, y)| vertex(x, y))
            .into_iter()
            .flatten()
    })
}

/// Random grid subgraphs of up to `side` × `side` cells and `edges` edges, most cells kept.
pub fn graphs(side: usize, edges: usize) -> impl Strategy<Value = Graph> {
    (1..=side, 1..=side)
        .prop_flat_map(|(width, height)| {
            let keep = prop::collection::vec(prop::bool::weighted(0.85), width * height);
            (Just(width), keep, any::<(u8, u8)>())
        })
        .prop_filter_map("a graph with vertices, not too large", move |(width, keep, ends)| {
            let any = keep.contains(&true);
            let graph = any.then(|| grid(width, &keep, (ends.0.into(), ends.1.into())))?;
            (graph.edges() <= edges).then_some(graph)
        })
}

/// Boards of at least 2×2 without any cell removed, which have many edge sets.
fn open_graphs() -> impl Strategy<Value = Graph> {
    (2..=4usize, 2..=3usize, any::<(u8, u8)>()).prop_map(|(width, height, ends)| {
        grid(width, &vec![true; width * height], (ends.0.into(), ends.1.into()))
    })
}

fn parts(graph: &Graph, used: &[bool]) -> usize {
    Components::new(graph, used).count
}

fn is_connected(graph: &Graph) -> bool {
    parts(graph, &vec![true; graph.edges()]) == 1
}

/// All sets of edges.
pub fn edge_sets(graph: &Graph) -> impl Iterator<Item = Vec<bool>> + use<> {
    let edges = graph.edges();
    (0..1u32 << edges).map(move |bits| (0..edges).map(|e| bits >> e & 1 == 1).collect())
}

pub fn meets_degrees(graph: &Graph, used: &[bool]) -> bool {
    (0..graph.vertices())
        .all(|v| graph.edges_at(v).filter(|&edge| used[edge]).count() == graph.degree(v))
}

/// Whether the clauses can be satisfied with these values of the edge variables.
fn satisfiable(clauses: &[Vec<Lit>], used: &[bool], variables: usize) -> bool {
    let mut values: Vec<Option<bool>> = used.iter().copied().map(Some).collect();
    values.resize(variables, None);
    extends(clauses, values)
}

/// Unit propagation and branching.
fn extends(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>) -> bool {
    let value = |values: &[Option<bool>], lit: Lit| {
        values[lit.0.unsigned_abs() as usize - 1].map(|value| value == (lit.0 > 0))
    };
    loop {
        let mut changed = false;
        for clause in clauses {
            if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| value(&values, lit).is_none());
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(lit), None) => {
                    values[lit.0.unsigned_abs() as usize - 1] = Some(lit.0 > 0);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            break;
        }
    }
    let Some(open) = values.iter().position(Option::is_none) else { return true };
    [true, false].into_iter().any(|value| {
        let mut values = values.clone();
        values[open] = Some(value);
        extends(clauses, values)
    })
}

/// The face potentials of `used` against the flow, 0 on the anchor; `None` if there are none.
fn potentials(graph: &Graph, faces: &Faces, flow: &Flow, used: &[bool]) -> Option<Vec<i32>> {
    let mut potential = vec![None; faces.len()];
    potential[faces.largest()] = Some(0);
    let difference = |edge: usize| i32::from(used[edge]) - i32::from(flow.used[edge]);
    // As many rounds as faces reach every face.
    for _ in 0..faces.len() {
        for edge in 0..graph.edges() {
            let (left, right) = (faces.left(edge), faces.right(edge));
            match (potential[left], potential[right]) {
                (Some(p), None) => potential[right] = Some(p - difference(edge)),
                (None, Some(p)) => potential[left] = Some(p + difference(edge)),
                (Some(p), Some(q)) if p - q != difference(edge) => return None,
                _ => {}
            }
        }
    }
    Some(potential.into_iter().map(|p| p.expect("faces of a connected graph")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn faces_satisfy_eulers_formula_and_share_out_the_sides_of_all_edges(graph in graphs(8, 999)) {
        // Each part with edges has an outer face of its own: V − E + F = 2; a lone vertex: V = 1.
        let lone = (0..graph.vertices()).filter(|&v| graph.edges_at(v).len() == 0).count();
        let all = vec![true; graph.edges()];
        let parts_with_edges = parts(&graph, &all) - lone;
        let faces = graph.faces();
        prop_assert_eq!(
            graph.vertices() - lone + faces.len(),
            graph.edges() + 2 * parts_with_edges
        );
        let sides: usize = (0..faces.len()).map(|face| faces.boundary(face).len()).sum();
        prop_assert_eq!(sides, 2 * graph.edges());
        for edge in 0..graph.edges() {
            let mut without = all.clone();
            without[edge] = false;
            let is_bridge = parts(&graph, &without) > parts(&graph, &all);
            prop_assert_eq!(faces.left(edge) == faces.right(edge), is_bridge);
        }
    }

    #[test]
    fn flows_meet_the_degrees_and_regions_violate_the_colour_equation(graph in graphs(8, 999)) {
        match Flow::new(&graph, || false) {
            Ok(flow) => prop_assert!(meets_degrees(&graph, &flow.used)),
            Err(NoFlow::Stopped) => prop_assert!(false, "nobody stopped it"),
            Err(NoFlow::Unbalanced(region)) => {
                let inside = |v: usize| region.contains(&v);
                let (mut needed, mut black_ended, mut white_ended) = (0i64, 0i64, 0i64);
                for &v in &region {
                    let leaving = graph.neighbours(v).filter(|&(w, _)| !inside(w)).count() as i64;
                    let degree = graph.degree(v) as i64;
                    if graph.is_black(v) {
                        needed += degree;
                        black_ended += leaving;
                    } else {
                        needed -= degree;
                        white_ended += leaving;
                    }
                }
                prop_assert!(needed > black_ended || needed < -white_ended, "{region:?}");
            }
        }
    }

    #[test]
    fn degree_clauses_admit_exactly_the_edge_sets_with_the_wanted_degrees(graph in graphs(3, 12)) {
        let mut clauses = Clauses::default();
        degree_clauses(&graph, &mut clauses);
        for used in edge_sets(&graph) {
            let holds = |lit: &Lit| used[lit.0.unsigned_abs() as usize - 1] == (lit.0 > 0);
            let satisfied = clauses.iter().all(|clause| clause.iter().any(holds));
            prop_assert_eq!(satisfied, meets_degrees(&graph, &used));
        }
    }

    #[test]
    fn a_flow_is_found_whenever_there_is_an_edge_set(graph in graphs(4, 16)) {
        let exists = edge_sets(&graph).any(|used| meets_degrees(&graph, &used));
        prop_assert_eq!(Flow::new(&graph, || false).is_ok(), exists);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn ranges_are_exactly_the_potentials_of_all_edge_sets(
        graph in prop_oneof![open_graphs(), graphs(4, 17)],
    ) {
        prop_assume!(is_connected(&graph) && graph.edges() > 0);
        let Ok(flow) = Flow::new(&graph, || false) else { return Ok(()) };
        let faces = graph.faces();
        let heights = Heights::new(&faces, &flow);
        let mut seen = vec![(i32::MAX, i32::MIN); faces.len()];
        for used in edge_sets(&graph).filter(|used| meets_degrees(&graph, used)) {
            let potentials = potentials(&graph, &faces, &flow, &used);
            for (seen, p) in seen.iter_mut().zip(potentials.expect("a circulation")) {
                *seen = (seen.0.min(p), seen.1.max(p));
            }
        }
        for (face, &seen) in seen.iter().enumerate() {
            prop_assert_eq!(heights.range(face), seen, "face {}", face);
        }
    }

    #[test]
    fn height_clauses_exclude_no_edge_set_with_the_wanted_degrees_and_in_full_every_other(
        graph in prop_oneof![open_graphs(), graphs(4, 12)],
        widest in 0..3i32,
    ) {
        prop_assume!(is_connected(&graph) && graph.edges() > 0 && graph.edges() <= 12);
        let Ok(flow) = Flow::new(&graph, || false) else { return Ok(()) };
        let faces = graph.faces();
        let heights = Heights::new(&faces, &flow);
        let formula = |widest| {
            let mut clauses = Clauses::over(graph.edges());
            heights.clauses(&graph, &faces, &flow, widest, &mut clauses);
            let variables = clauses.variables();
            let clauses: Vec<Vec<Lit>> = clauses.iter().map(<[Lit]>::to_vec).collect();
            (clauses, variables)
        };
        let (full, full_variables) = formula(100);
        let (partial, partial_variables) = formula(widest);
        for used in edge_sets(&graph) {
            let wanted = meets_degrees(&graph, &used);
            prop_assert_eq!(satisfiable(&full, &used, full_variables), wanted);
            prop_assert!(!wanted || satisfiable(&partial, &used, partial_variables));
        }
    }
}
