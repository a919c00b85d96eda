//! Cardinality constraints on a few literals.

use crate::kernel::cnf::Cnf;

/// At most `most` of the literals are true, or one of `unless` is.
pub(super) fn at_most(
    lits: &[i32],
    most: usize,
    unless: impl IntoIterator<Item = i32>,
    cnf: &mut Cnf,
) {
    let not: Vec<i32> = lits.iter().map(|lit| -lit).collect();
    one_of_each(&not, most + 1, &mut unless.into_iter().collect(), cnf);
}

/// At least `least` of the literals are true, or one of `unless` is.
pub(super) fn at_least(
    lits: &[i32],
    least: usize,
    unless: impl IntoIterator<Item = i32>,
    cnf: &mut Cnf,
) {
    let size = (lits.len() + 1).saturating_sub(least);
    one_of_each(lits, size, &mut unless.into_iter().collect(), cnf);
}

/// Of each `size` of the literals one is true, or one of `unless` is.
fn one_of_each(lits: &[i32], size: usize, unless: &mut Vec<i32>, cnf: &mut Cnf) {
    if size == 0 {
        cnf.push(unless.iter().copied());
        return;
    }
    for (at, &lit) in lits.iter().enumerate() {
        unless.push(lit);
        one_of_each(&lits[at + 1..], size - 1, unless, cnf);
        unless.pop();
    }
}
