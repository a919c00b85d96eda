//! The replay of LRAT proofs: what is wrong in any part is refused, and no formula with a solution
//! has a proof.

use deadmove_checker::{Cnf, check_proof, check_refutation};

use super::true_completions::Random;

fn formula(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::default();
    clauses.iter().for_each(|clause| cnf.push(clause.iter().copied()));
    cnf
}

fn accepts(clauses: &[&[i32]], proof: &str) -> bool {
    check_proof(&formula(clauses), proof).is_ok()
}

/// No solution, and its proof: 1 is true, and so is it false.
const CLAUSES: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 3], &[-1, -3]];
const PROOF: &str = "5 1 0 1 2 0\n6 0 5 3 4 0\n";

#[test]
fn a_proof_is_refused_if_any_part_of_it_is_wrong() {
    assert!(accepts(&CLAUSES, PROOF));
    for (what, wrong) in [
        ("an id that is not the next", "7 1 0 1 2 0\n6 0 5 3 4 0\n"),
        ("the id of a clause before", "4 1 0 1 2 0\n5 0 4 3 4 0\n"),
        ("a number after the hints", "5 1 0 1 2 0 7\n6 0 5 3 4 0\n"),
        ("a third zero", "5 1 0 1 2 0 0\n6 0 5 3 4 0\n"),
        ("no zero after the hints", "5 1 0 1 2\n6 0 5 3 4 0\n"),
        ("no id", "0 5 3 4 0\n"),
        ("a literal twice", "5 1 1 0 1 2 0\n6 0 5 3 4 0\n"),
        ("a literal and its negation", "5 1 -1 0 1 2 0\n6 0 5 3 4 0\n"),
        ("an unknown variable", "5 4 0 1 2 0\n6 0 5 3 4 0\n"),
        ("the least number", "5 -2147483648 0 1 2 0\n6 0 5 3 4 0\n"),
        ("a word", "5 one 0 1 2 0\n6 0 5 3 4 0\n"),
        ("a number that is too large", "5 1 0 1 99999999999 0\n6 0 5 3 4 0\n"),
        ("its own id as a hint", "5 1 0 5 0\n6 0 5 3 4 0\n"),
        ("a hint to a later clause", "5 1 0 1 6 0\n6 0 5 3 4 0\n"),
        ("a hint 0 or less", "5 1 0 1 -2 0\n6 0 5 3 4 0\n"),
        ("a hint that is not unit", "5 3 0 1 2 0\n6 0 5 3 4 0\n"),
        ("a hint that is satisfied", "5 1 0 3 1 2 0\n6 0 5 3 4 0\n"),
        ("a last hint that is not falsified", "5 1 0 1 0\n6 0 5 3 4 0\n"),
        ("a falsified hint before the last", "5 1 0 1 2 3 0\n6 0 5 3 4 0\n"),
        ("a falsified hint twice", "5 1 0 1 2 2 0\n6 0 5 3 4 0\n"),
        ("no hints", "5 1 0 0\n6 0 5 3 4 0\n"),
        ("more after the empty clause", "5 1 0 1 2 0\n6 0 5 3 4 0\n7 1 0 1 2 0\n"),
        ("no empty clause", "5 1 0 1 2 0\n"),
        ("nothing", ""),
    ] {
        assert!(!accepts(&CLAUSES, wrong), "accepted with {what}: {wrong}");
    }
}

#[test]
fn a_hint_must_be_unit_and_the_last_one_falsified() {
    // 1 is true in a solution of both formulas.
    assert!(!accepts(&[&[1, 2], &[-2]], "3 0 1 2 0\n"));
    assert!(!accepts(&[&[1, 2]], "2 0 1 0\n"));
    assert!(!accepts(&[&[1]], "2 0 1 0\n"));
    // A literal that is listed twice is one literal.
    assert!(accepts(&[&[1, 1], &[-1]], "3 0 1 2 0\n"));
    // Assumptions end with their clause: 5 does not follow from what 4 assumed.
    assert!(!accepts(&[&[1, 2], &[1, -2], &[2, 3]], "4 1 0 1 2 0\n5 0 2 1 0\n"));
}

fn has_solution(cnf: &Cnf, variables: i32) -> bool {
    (0..1u32 << variables).any(|values| {
        let holds = |lit: i32| (values >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        cnf.iter().all(|clause| clause.iter().any(|&lit| holds(lit)))
    })
}

#[test]
fn no_formula_with_a_solution_is_refuted() {
    let mut random = Random(4);
    let (mut accepted, mut propagated, mut solvable) = (0, 0, 0);
    for _ in 0..200_000 {
        let mut cnf = Cnf::default();
        let mut lit = |bound: usize| {
            let lit = random.below(bound) as i32 + 1;
            if random.one_in(2) { lit } else { -lit }
        };
        cnf.variables(3);
        for _ in 0..5 {
            let clause = [lit(3), lit(3), lit(3)];
            let length = lit(3).unsigned_abs() as usize;
            cnf.push(clause.into_iter().take(length));
        }
        let hints = [lit(5), lit(5), lit(5)].map(|hint| hint.abs().to_string()).join(" ");
        let one = lit(3);
        let proofs =
            [format!("6 0 {hints} 0\n"), format!("6 {one} 0 {hints} 0\n7 0 6 {hints} 0\n")];
        let found = proofs.iter().any(|proof| check_proof(&cnf, proof).is_ok());
        let refuted = check_refutation(&cnf, "").is_ok();
        let solved = has_solution(&cnf, 3);
        assert!(!solved || !found && !refuted, "{cnf:?} {proofs:?}");
        accepted += usize::from(found);
        propagated += usize::from(refuted);
        solvable += usize::from(solved);
    }
    println!("{accepted} proofs, {propagated} by propagation, {solvable} with a solution");
    assert!(accepted > 100 && propagated > 1_000 && solvable > 1_000, "{accepted} {propagated}");
}
