//! Whether a formula has a solution, by plain search. The puzzles use it as well.

use std::collections::HashSet;

use deadmove_checker::Cnf;

/// Whether a formula has a solution in which these literals are true.
pub fn has_solution_with(cnf: &Cnf, lits: &[i32]) -> bool {
    has_solution(cnf.iter().map(<[i32]>::to_vec).collect(), lits.to_vec())
}

/// Makes literals true, and the only literals of clauses; then tries both values of another one.
fn has_solution(mut clauses: Vec<Vec<i32>>, mut lits: Vec<i32>) -> bool {
    while !lits.is_empty() {
        let known: HashSet<i32> = lits.into_iter().collect();
        if known.iter().any(|lit| known.contains(&-lit)) {
            return false;
        }
        clauses.retain(|clause| !clause.iter().any(|lit| known.contains(lit)));
        clauses.iter_mut().for_each(|clause| clause.retain(|lit| !known.contains(&-lit)));
        lits = clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
    }
    match clauses.iter().min_by_key(|clause| clause.len()).map(Vec::as_slice) {
        None => true,
        Some([]) => false,
        Some(&[lit, ..]) => [lit, -lit].iter().any(|&lit| has_solution(clauses.clone(), vec![lit])),
    }
}
