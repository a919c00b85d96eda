//! The base formula compared with plain enumeration: on small boards its models that satisfy all
//! cut sets are exactly the Hamiltonian paths.

use std::collections::BTreeSet;

use deadmove_checker::{Board, Cell, Cnf, Graph};

/// All models over the edge variables, by trying values in order. A clause is checked once its last
/// variable has a value.
fn models(cnf: &Cnf, edges: usize) -> Vec<Vec<bool>> {
    let mut last_at = vec![Vec::new(); edges + 1];
    for clause in cnf.iter() {
        let last = clause.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
        last_at[last].push(clause.to_vec());
    }
    if !last_at[0].is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut values: Vec<bool> = Vec::new();
    let holds = |clause: &Vec<i32>, values: &[bool]| {
        clause.iter().any(|&lit| values[lit.unsigned_abs() as usize - 1] == (lit > 0))
    };
    // The value to try next.
    let mut next = Some(false);
    loop {
        match next {
            Some(value) if values.len() < edges => {
                values.push(value);
                let fits = last_at[values.len()].iter().all(|clause| holds(clause, &values));
                next = fits.then_some(false);
                if fits && values.len() == edges {
                    found.push(values.clone());
                    next = None;
                }
            }
            Some(_) => {
                // No edges at all: the empty assignment is the only one.
                found.push(values.clone());
                next = None;
            }
            None => {
                while values.last() == Some(&true) {
                    values.pop();
                }
                if values.pop().is_none() {
                    return found;
                }
                next = Some(true);
            }
        }
    }
}

/// The edge sets of all Hamiltonian paths, by drawing them.
fn paths(graph: &Graph) -> BTreeSet<Vec<bool>> {
    let [start, end] = graph.ends();
    let cells = graph.vertices().count();
    let mut found = BTreeSet::new();
    let mut path = vec![(start, 0)];
    let mut drawn = BTreeSet::from([start]);
    while let Some(&(cell, tried)) = path.last() {
        if drawn.len() == cells && cell == end {
            let mut used = vec![false; graph.edges().len()];
            for pair in path.windows(2) {
                let edge = graph.edge(pair[0].0, pair[1].0).expect("an edge");
                used[edge as usize - 1] = true;
            }
            found.insert(used);
        }
        match graph.at(cell).get(tried) {
            Some(&(next, _)) => {
                let last = path.len() - 1;
                path[last].1 += 1;
                if drawn.insert(next) {
                    path.push((next, 0));
                }
            }
            None => {
                drawn.remove(&cell);
                path.pop();
            }
        }
    }
    found
}

/// The cells that a set of edges connects with the live end.
fn piece(graph: &Graph, used: &[bool]) -> BTreeSet<usize> {
    let mut piece = BTreeSet::from([graph.ends()[0]]);
    let mut stack = vec![graph.ends()[0]];
    while let Some(cell) = stack.pop() {
        for &(next, edge) in graph.at(cell) {
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
        let cells: Vec<Cell> = (1..=height as u16)
            .flat_map(|row| (1..=width as u16).map(move |column| (column, row)))
            .collect();
        for &start in &cells {
            for &end in cells.iter().filter(|&&end| end != start) {
                let board = Board::new(width, height, start, end, &[]).unwrap();
                let graph = Graph::new(&board, "").unwrap();
                let expected = paths(&graph);
                let mut connected = BTreeSet::new();
                for model in models(&graph.base(), graph.edges().len()) {
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
                assert_eq!(connected, expected, "{width}x{height} {start:?} {end:?}");
                boards += 1;
                lines += expected.len();
            }
        }
    }
    println!("{boards} boards, {lines} paths");
    assert_eq!((boards, lines), (1_500, 3_270));
}

#[test]
fn every_path_satisfies_every_cut_set() {
    for (width, height) in [(3, 3), (4, 3), (2, 5)] {
        let last = (width as u16, height as u16);
        for end in [last, (1, last.1), (last.0, 1), (2, 1)] {
            let board = Board::new(width, height, (1, 1), end, &[]).unwrap();
            let graph = Graph::new(&board, "").unwrap();
            let paths = paths(&graph);
            for set in 1u32..(1 << (width * height)) - 1 {
                let cells = (0..width * height).filter(|v| set >> v & 1 == 1);
                let cells: Vec<Cell> = cells.map(|v| board.cell(v)).collect();
                let clause = graph.cut_set(&cells).unwrap();
                assert!(paths.iter().all(|used| clause_holds(&clause, used)));
            }
        }
    }
}
