//! Whether a formula has a solution, by plain search. The puzzles use it as well.

use deadmove_checker::Cnf;

/// Whether a formula has a solution in which these literals are true.
pub fn has_solution_with(cnf: &Cnf, lits: &[i32]) -> bool {
    let values = vec![0; cnf.last_variable() as usize + 1];
    has_solution(cnf.iter().map(<[i32]>::to_vec).collect(), lits.to_vec(), values)
}

/// Makes literals true, and the only literals of clauses; then tries both values of another one.
/// `values` are 1, -1 or 0 by variable.
fn has_solution(mut clauses: Vec<Vec<i32>>, mut lits: Vec<i32>, mut values: Vec<i32>) -> bool {
    while !lits.is_empty() {
        for lit in lits {
            let value = &mut values[lit.unsigned_abs() as usize];
            if *value == -lit.signum() {
                return false;
            }
            *value = lit.signum();
        }
        let value = |lit: i32| values[lit.unsigned_abs() as usize] * lit.signum();
        clauses.retain(|clause| clause.iter().all(|&lit| value(lit) < 1));
        clauses.iter_mut().for_each(|clause| clause.retain(|&lit| value(lit) == 0));
        lits = clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
    }
    match clauses.iter().min_by_key(|clause| clause.len()).map(Vec::as_slice) {
        None => true,
        Some([]) => false,
        Some(&[lit, ..]) => {
            [lit, -lit].iter().any(|&lit| has_solution(clauses.clone(), vec![lit], values.clone()))
        }
    }
}
