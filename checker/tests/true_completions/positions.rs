//! Potentials: every completion satisfies their clauses, for every set of edges with the wanted
//! degrees that they are made from.

use deadmove_checker::{Board, Cell, Graph, potentials};

use super::pictures::lines;
use super::{Random, has_solution_with};

/// The edges of a line as literals.
pub fn edges(graph: &Graph, line: &[Cell]) -> Vec<i32> {
    let mut lits: Vec<i32> = (1..=graph.edges().len() as i32).map(|edge| -edge).collect();
    for pair in line.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|cell| graph.board().index(cell).unwrap());
        let edge = graph.edge(a, b).unwrap();
        lits[edge as usize - 1] = edge;
    }
    lits
}

#[test]
fn every_completion_satisfies_the_potentials_made_from_every_other() {
    let mut random = Random(1);
    let mut checked = 0;
    for (width, height) in [(3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 5), (5, 4), (5, 5)] {
        for end in [(width, height), (1, height), (width, 1), (2, 2)] {
            let board = Board::new(width.into(), height.into(), (1, 1), end, &[]).unwrap();
            let lines = lines(width, height, (1, 1), end);
            if lines.is_empty() {
                continue;
            }
            let graph = Graph::new(&board, "").unwrap();
            let all: Vec<Vec<i32>> = lines.iter().map(|line| edges(&graph, line)).collect();
            for _ in 0..100 {
                let from = &all[random.below(all.len())];
                let used: Vec<i32> = from.iter().copied().filter(|&lit| lit > 0).collect();
                let widest = random.choose(&[1, 2, 100]);
                let mut cnf = graph.base();
                potentials(&graph, &used, widest, &mut cnf).unwrap();
                assert!(has_solution_with(&cnf, &all[random.below(all.len())]));
                checked += 1;
            }
            // The clauses are not empty: what is no completion and violates them is refuted.
            let mut cnf = graph.base();
            let used: Vec<i32> = all[0].iter().copied().filter(|&lit| lit > 0).collect();
            potentials(&graph, &used, 100, &mut cnf).unwrap();
            assert!(cnf.len() > graph.base().len());
        }
    }
    assert!(checked > 2_000, "{checked}");
}
