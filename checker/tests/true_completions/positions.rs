//! Potentials: every completion satisfies their clauses, for every set of edges with the wanted
//! degrees that they are made from.

use deadmove_checker::{Board, Cell, Cnf, Graph, potentials};

use super::Random;
use super::pictures::{Picture, lines};
use crate::naive::cells;
use crate::solutions::has_solution_with;

/// The edges of a line as literals.
pub fn edges(graph: &Graph, line: &[Cell]) -> Vec<i32> {
    let mut lits: Vec<i32> = (1..=graph.edges.len() as i32).map(|edge| -edge).collect();
    for pair in line.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|cell| graph.board.index(cell).unwrap());
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
        }
    }
    assert!(checked > 2_000, "{checked}");
}

/// The line along the rows, back and forth.
fn snake(width: u16, height: u16) -> Vec<Cell> {
    let row =
        |row: u16| (1..=width).map(move |at| (if row % 2 == 1 { at } else { width + 1 - at }, row));
    (1..=height).flat_map(row).collect()
}

#[test]
fn with_all_potentials_the_solutions_are_the_sets_of_edges_with_the_wanted_degrees() {
    let mut random = Random(2);
    let mut counts = [0; 2];
    for _ in 0..150 {
        let Picture { mut width, mut height, mut line, .. } = Picture::random(&mut random);
        // Potentials far from the border take more values.
        if random.one_in(3) {
            (width, height) = (7, 7);
            line = snake(width, height);
        }
        if line.len() < 2 {
            continue;
        }
        let all = cells(width, height).into_iter();
        let blocked: Vec<Cell> = all.filter(|cell| !line.contains(cell)).collect();
        let (start, end) = (line[0], line[line.len() - 1]);
        let board = Board::new(width.into(), height.into(), start, end, &blocked).unwrap();
        let graph = Graph::new(&board, "").unwrap();
        let from = edges(&graph, &line);
        let used: Vec<i32> = from.iter().copied().filter(|&lit| lit > 0).collect();
        let mut cnf = Cnf::default();
        cnf.variables(from.len());
        potentials(&graph, &used, 100, &mut cnf).unwrap();
        let blocks: Vec<[usize; 4]> = graph.blocks().collect();
        for _ in 0..20 {
            // Turning a block with two opposite edges keeps the degrees, a single edge does not.
            let mut lits = from.clone();
            for _ in 0..random.below(200) {
                let [a, b, c, d] = random.choose(&blocks);
                let block = [(a, b), (b, c), (c, d), (d, a)].map(|(v, w)| graph.edge(v, w));
                let Some(block) = block.into_iter().collect::<Option<Vec<i32>>>() else { continue };
                let is_used = |side: usize| lits[block[side] as usize - 1] > 0;
                if (is_used(0), is_used(1)) == (is_used(2), is_used(3)) && is_used(0) != is_used(1)
                {
                    block.iter().for_each(|&edge| lits[edge as usize - 1] *= -1);
                }
            }
            for _ in 0..random.below(5) / 3 {
                lits[random.below(from.len())] *= -1;
            }
            let degree = |v: usize| {
                graph.at[v].iter().filter(|(_, edge)| lits[*edge as usize - 1] > 0).count()
            };
            let expected = graph.vertices().all(|v| degree(v) == graph.degree(v));
            assert_eq!(has_solution_with(&cnf, &lits), expected, "{line:?} {lits:?}");
            counts[usize::from(expected)] += 1;
            // Degrees that are not as wanted are no flow.
            let used: Vec<i32> = lits.iter().copied().filter(|&lit| lit > 0).collect();
            assert_eq!(potentials(&graph, &used, 1, &mut cnf.clone()).is_ok(), expected);
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}
