//! The formula of a sum: a weighted sum of literals has an allowed value.
//!
//! **K3.** Each assignment of the literals whose sum is allowed satisfies the clauses, with values
//! for the new variables. (proof: docs/reference/certificates.md, "K3")

use std::collections::{BTreeMap, BTreeSet};

use super::cnf::Cnf;

/// Requires that the weights of the true literals add up to an allowed sum. There is a variable
/// "the first k terms add up to s" for each k, and each s that they can add up to and from which an
/// allowed sum can be reached.
pub fn constrain_sum(terms: &[(i32, i32)], allowed: impl Fn(i32) -> bool, cnf: &mut Cnf) {
    let mut sums = vec![BTreeSet::from([0])];
    for &(_, weight) in terms {
        let next = sums[sums.len() - 1].iter().flat_map(|&sum| [sum, sum + weight]).collect();
        sums.push(next);
    }
    sums[terms.len()].retain(|&sum| allowed(sum));
    for (k, &(_, weight)) in terms.iter().enumerate().rev() {
        let next = sums[k + 1].clone();
        sums[k].retain(|sum| next.contains(sum) || next.contains(&(sum + weight)));
    }
    let variables = sums.into_iter().map(|sums| -> BTreeMap<i32, i32> {
        sums.into_iter().map(|sum| (sum, cnf.variables(1))).collect()
    });
    let variables: Vec<BTreeMap<i32, i32>> = variables.collect();
    for after in &variables {
        cnf.push(after.values().copied());
    }
    for (k, &(term, weight)) in terms.iter().enumerate() {
        let [before, after] = [&variables[k], &variables[k + 1]];
        for (unless, added) in [(-term, weight), (term, 0)] {
            for (sum, &here) in before {
                cnf.push([unless, -here].into_iter().chain(after.get(&(sum + added)).copied()));
            }
            for (sum, &there) in after {
                cnf.push([unless, -there].into_iter().chain(before.get(&(sum - added)).copied()));
            }
        }
    }
}

/// A new variable that is true exactly if both literals are.
pub fn both(a: i32, b: i32, cnf: &mut Cnf) -> i32 {
    let lit = cnf.variables(1);
    cnf.push([-lit, a]);
    cnf.push([-lit, b]);
    cnf.push([lit, -a, -b]);
    lit
}
