//! Cardinality constraints on a few literals.

use deadmove_checker_kernel::cnf::Cnf;

/// Calls `each` for every subset of `size` literals.
pub(super) fn for_each_subset(lits: &[i32], size: usize, mut each: impl FnMut(&[i32])) {
    for set in 0u32..1 << lits.len() {
        if set.count_ones() as usize == size {
            let chosen = (0..lits.len()).filter(|at| set >> at & 1 == 1).map(|at| lits[at]);
            each(&chosen.collect::<Vec<i32>>());
        }
    }
}

/// At most `most` of the literals are true, or `unless` is.
pub(super) fn at_most(lits: &[i32], most: usize, unless: Option<i32>, cnf: &mut Cnf) {
    for_each_subset(lits, most + 1, |some| cnf.push(some.iter().map(|lit| -lit).chain(unless)));
}

/// At least `least` of the literals are true, or `unless` is.
pub(super) fn at_least(lits: &[i32], least: usize, unless: Option<i32>, cnf: &mut Cnf) {
    if least > lits.len() {
        cnf.push(unless);
    } else if least > 0 {
        for_each_subset(lits, lits.len() + 1 - least, |some| {
            cnf.push(some.iter().copied().chain(unless))
        });
    }
}

/// At most one of the literals is true.
pub(super) fn at_most_one(lits: &[i32], cnf: &mut Cnf) {
    for (at, &one) in lits.iter().enumerate() {
        for &other in &lits[..at] {
            cnf.push([-one, -other]);
        }
    }
}
