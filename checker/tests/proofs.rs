//! The replay of LRAT proofs: what is wrong in any part is refused, and no formula with a solution
//! has a proof.

use std::collections::BTreeSet;

use deadmove_checker::{Cnf, check_proof, check_refutation};

use super::solutions::has_solution_with;
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

#[test]
fn without_a_proof_the_error_says_that_unit_propagation_is_not_enough() {
    let why = check_refutation(&Cnf::default(), "").unwrap_err();
    assert!(why.contains("unit propagation"), "{why}");
}

#[test]
fn a_proof_is_checked_even_if_unit_propagation_is_enough() {
    let cnf = formula(&[&[1], &[-1]]);
    assert_eq!(check_refutation(&cnf, ""), Ok(()));
    assert_eq!(check_refutation(&cnf, "3 0 1 2 0\n"), Ok(()));
    assert!(check_refutation(&cnf, "3 0 1 0\n").is_err());
    assert!(check_proof(&cnf, "").is_err());
}

/// A random formula with 3 variables.
fn random_formula(random: &mut Random) -> Cnf {
    let mut cnf = Cnf::default();
    cnf.variables(3);
    for _ in 0..random.below(9) {
        let count = random.below(3) + 1;
        cnf.push((0..count).map(|_| (random.below(3) as i32 + 1) * random.choose(&[1, -1])));
    }
    cnf
}

/// Unit propagation with sets of literals.
fn propagation_refutes(cnf: &Cnf) -> bool {
    let mut known = BTreeSet::new();
    loop {
        let before = known.len();
        for clause in cnf.iter() {
            if clause.iter().any(|lit| known.contains(lit)) {
                continue;
            }
            let open: BTreeSet<i32> =
                clause.iter().copied().filter(|lit| !known.contains(&-lit)).collect();
            match open.first() {
                None => return true,
                Some(&lit) if open.len() == 1 => known.insert(lit),
                Some(_) => continue,
            };
        }
        if known.len() == before {
            return false;
        }
    }
}

#[test]
fn a_formula_is_refuted_as_unit_propagation_does_it_or_by_a_proof_only_if_it_has_no_solution() {
    let mut random = Random(4);
    let (mut accepted, mut propagated, mut solvable) = (0, 0, 0);
    for _ in 0..50_000 {
        let cnf = random_formula(&mut random);
        let mut hint = || (random.below(cnf.count().max(1)) + 1).to_string();
        let hints = [hint(), hint(), hint()].join(" ");
        let one = (random.below(3) as i32 + 1) * random.choose(&[1, -1]);
        let (next, last) = (cnf.count() + 1, cnf.count() + 2);
        let proofs = [
            format!("{next} 0 {hints} 0\n"),
            format!("{next} {one} 0 {hints} 0\n{last} 0 {next} {hints} 0\n"),
        ];
        let found = proofs.iter().any(|proof| check_proof(&cnf, proof).is_ok());
        let refuted = check_refutation(&cnf, "").is_ok();
        assert_eq!(refuted, propagation_refutes(&cnf), "{cnf:?}");
        let solved = has_solution_with(&cnf, &[]);
        assert!(!solved || !found && !refuted, "{cnf:?} {proofs:?}");
        accepted += usize::from(found);
        propagated += usize::from(refuted);
        solvable += usize::from(solved);
    }
    assert!(accepted > 100 && propagated > 1_000 && solvable > 1_000, "{accepted} {propagated}");
}
