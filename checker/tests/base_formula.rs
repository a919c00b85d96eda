//! The base formula compared with plain enumeration: on small boards its models that satisfy all
//! cut sets are exactly the Hamiltonian paths.

use std::collections::BTreeSet;

use deadmove_checker::{Board, Cell, Graph};

use super::naive::cells;
use super::true_completions::pictures::lines;
use super::true_completions::positions::edges;

/// All models over the edge variables that begin with these values. A clause is checked once its
/// last variable has a value.
fn models(last_at: &[Vec<&[i32]>], values: &mut Vec<bool>, found: &mut Vec<Vec<bool>>) {
    if !last_at[values.len()].iter().all(|clause| clause_holds(clause, values)) {
        return;
    }
    if values.len() + 1 == last_at.len() {
        found.push(values.clone());
        return;
    }
    for value in [false, true] {
        values.push(value);
        models(last_at, values, found);
        values.pop();
    }
}

/// The sets of edges that satisfy the base formula.
fn edge_sets(graph: &Graph) -> Vec<Vec<bool>> {
    let cnf = graph.base();
    let mut last_at = vec![Vec::new(); graph.edges.len() + 1];
    for clause in cnf.iter() {
        let last = clause.iter().map(|lit| lit.unsigned_abs() as usize).max();
        last_at[last.unwrap_or(0)].push(clause);
    }
    let mut found = Vec::new();
    models(&last_at, &mut Vec::new(), &mut found);
    found
}

/// The edge sets of all Hamiltonian paths, by drawing them.
fn paths(graph: &Graph) -> BTreeSet<Vec<bool>> {
    let board = &graph.board;
    let size = (board.width as u16, board.height as u16);
    let lines = lines(size.0, size.1, board.start, board.end);
    let used = |line: &Vec<Cell>| edges(graph, line).iter().map(|&lit| lit > 0).collect();
    lines.iter().map(used).collect()
}

/// The cells that a set of edges connects with the live end.
fn piece(graph: &Graph, used: &[bool]) -> BTreeSet<usize> {
    let mut piece = BTreeSet::from([graph.ends[0]]);
    let mut stack = vec![graph.ends[0]];
    while let Some(cell) = stack.pop() {
        for &(next, edge) in &graph.at[cell] {
            if used[edge as usize - 1] && piece.insert(next) {
                stack.push(next);
            }
        }
    }
    piece
}

fn clause_holds(clause: &[i32], used: &[bool]) -> bool {
    clause.iter().any(|&lit| used[lit.unsigned_abs() as usize - 1] == (lit > 0))
}

#[test]
fn on_all_boards_up_to_4x5_models_with_all_cut_sets_are_the_paths_from_every_start_to_every_end() {
    let mut boards = 0;
    let mut lines = 0;
    for (width, height) in (1..=5).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        let cells = cells(width as u16, height as u16);
        for &start in &cells {
            for &end in cells.iter().filter(|&&end| end != start) {
                let board = Board::new(width, height, start, end, &[]).unwrap();
                let graph = Graph::new(&board, "").unwrap();
                let expected = paths(&graph);
                let mut connected = BTreeSet::new();
                for model in edge_sets(&graph) {
                    let piece = piece(&graph, &model);
                    if piece.len() == cells.len() {
                        connected.insert(model);
                    } else {
                        // The cut set of a component excludes a model that is not connected.
                        let piece: Vec<Cell> = piece.iter().map(|&v| board.cell(v)).collect();
                        let clause = graph.cut_set(&piece).unwrap();
                        assert!(!clause_holds(&clause, &model), "{width}x{height}");
                    }
                }
                // On boards of up to nine cells, all cut sets.
                for set in (1u32..(1 << cells.len().min(9)) - 1).take_while(|_| cells.len() < 10) {
                    let some = cells.iter().enumerate().filter(|(v, _)| set >> v & 1 == 1);
                    let some: Vec<Cell> = some.map(|(_, &cell)| cell).collect();
                    let clause = graph.cut_set(&some).unwrap();
                    assert!(expected.iter().all(|used| clause_holds(&clause, used)), "{some:?}");
                }
                assert_eq!(connected, expected, "{width}x{height} {start:?} {end:?}");
                boards += 1;
                lines += expected.len();
            }
        }
    }
    assert_eq!((boards, lines), (1_500, 3_270));
}
