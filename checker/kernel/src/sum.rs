//! The formula of a sum: a weighted sum of literals has an allowed value.
//!
//! **K3.** Each assignment of the literals whose sum is allowed satisfies the clauses, with values
//! for the new variables. (proof: docs/certificates.md, "K3")

use crate::cnf::Cnf;

/// Requires that the weights of the true literals add up to an allowed sum. The encoding is a
/// decision diagram over the partial sums: a variable for each value that the first k terms can add
/// up to, and one for each transition to the next value. A true value has a true transition out of
/// it, and one into it unless it is the first.
pub fn constrain_sum(terms: &[(i32, i32)], allowed: impl Fn(i32) -> bool, cnf: &mut Cnf) {
    // For k = 0, 1, …: the possible sums of the first k terms from which an allowed sum can be
    // reached.
    let bound = terms.iter().map(|(_, weight)| weight.abs()).sum::<i32>();
    let values = |place: usize| {
        let before = terms[..place].iter().fold(vec![0], |sums, &(_, weight)| {
            let mut next: Vec<i32> = sums.iter().flat_map(|&s| [s, s + weight]).collect();
            next.sort_unstable();
            next.dedup();
            next
        });
        let after = terms[place..].iter().rev().fold(
            (-bound..=bound).filter(|&sum| allowed(sum)).collect::<Vec<i32>>(),
            |sums, &(_, weight)| {
                let mut earlier: Vec<i32> = sums.iter().flat_map(|&s| [s, s - weight]).collect();
                earlier.sort_unstable();
                earlier.dedup();
                earlier
            },
        );
        before.into_iter().filter(|sum| after.binary_search(sum).is_ok()).collect::<Vec<i32>>()
    };
    let layers: Vec<Vec<i32>> = (0..=terms.len()).map(values).collect();
    let firsts: Vec<i32> = layers.iter().map(|layer| cnf.variables(layer.len())).collect();
    let variable = |place: usize, sum: i32| {
        layers[place].binary_search(&sum).ok().map(|at| firsts[place] + at as i32)
    };
    cnf.push(variable(0, 0));
    for (place, &(term, weight)) in terms.iter().enumerate() {
        let mut arriving = vec![Vec::new(); layers[place + 1].len()];
        let mut taken = [Vec::new(), Vec::new()];
        for (here, &sum) in layers[place].iter().enumerate() {
            let here = firsts[place] + here as i32;
            let mut leaving = vec![-here];
            for (is, next, lit) in [(0, sum, -term), (1, sum + weight, term)] {
                let Some(there) = variable(place + 1, next) else { continue };
                let step = cnf.variables(1);
                cnf.push([-step, here]);
                cnf.push([-step, there]);
                cnf.push([-step, lit]);
                leaving.push(step);
                arriving[(there - firsts[place + 1]) as usize].push(step);
                taken[is].push(step);
            }
            cnf.push(leaving);
        }
        for (at, steps) in arriving.into_iter().enumerate() {
            cnf.push([-(firsts[place + 1] + at as i32)].into_iter().chain(steps));
        }
        let [without, with] = taken;
        cnf.push([term].into_iter().chain(without));
        cnf.push([-term].into_iter().chain(with));
    }
}
