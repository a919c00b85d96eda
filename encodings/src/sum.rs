//! Conditions on the sum of a few signed literals, as a layered automaton.
//!
//! Layer i has a variable for each value of the sum of the first i terms from which an allowed
//! total can still be reached, and a variable for each step from such a value to the next layer.
//! Every value of a layer needs a step that leads to it and a step that leaves it, and every truth
//! value of a term needs a step that takes it. Unit propagation then derives every literal that is
//! implied (Pesant's regular constraint, in the encoding of Bacchus, GAC via Unit Propagation, CP
//! 2007).

use std::collections::BTreeMap;

use crate::cnf::{Clauses, Lit};

/// Demands that the sum of the weights (not 0) of the true literals is `allowed`.
pub(crate) fn sum_clauses(
    terms: &[(Lit, i32)],
    allowed: impl Fn(i32) -> bool,
    clauses: &mut Clauses,
) {
    // First the values that can be reached, then of these only the ones that lead to an allowed
    // total.
    let mut layers: Vec<BTreeMap<i32, Lit>> = vec![BTreeMap::from([(0, Lit(0))])];
    for &(_, weight) in terms {
        let last = layers.last().expect("there is a first layer");
        let next = last.keys().flat_map(|&sum| [sum, sum + weight]).map(|sum| (sum, Lit(0)));
        layers.push(next.collect());
    }
    layers[terms.len()].retain(|&sum, _| allowed(sum));
    for (i, &(_, weight)) in terms.iter().enumerate().rev() {
        let (before, after) = layers.split_at_mut(i + 1);
        before[i]
            .retain(|sum, _| after[0].contains_key(sum) || after[0].contains_key(&(sum + weight)));
    }
    for lit in layers.iter_mut().flat_map(BTreeMap::values_mut) {
        *lit = clauses.fresh();
    }
    match layers[0].get(&0) {
        Some(&first) => clauses.push([first]),
        None => {
            clauses.push([]);
            return;
        }
    }
    for (i, &(term, weight)) in terms.iter().enumerate() {
        let mut arriving: BTreeMap<i32, Vec<Lit>> = BTreeMap::new();
        let mut taken = [Vec::new(), Vec::new()];
        for (&sum, &here) in &layers[i] {
            let mut leaving = Vec::new();
            for (value, next) in [(false, sum), (true, sum + weight)] {
                let Some(&there) = layers[i + 1].get(&next) else { continue };
                let step = clauses.fresh();
                clauses.push([!step, here]);
                clauses.push([!step, there]);
                clauses.push([!step, if value { term } else { !term }]);
                leaving.push(step);
                arriving.entry(next).or_default().push(step);
                taken[usize::from(value)].push(step);
            }
            clauses.push([!here].into_iter().chain(leaving));
        }
        for (next, steps) in arriving {
            clauses.push([!layers[i + 1][&next]].into_iter().chain(steps));
        }
        let [without, with] = taken;
        clauses.push([term].into_iter().chain(without));
        clauses.push([!term].into_iter().chain(with));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Unit propagation; `None` on a conflict.
    fn propagate(clauses: &Clauses, mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
        let value = |values: &[Option<bool>], lit: Lit| {
            values[lit.0.unsigned_abs() as usize].map(|v| v == (lit.0 > 0))
        };
        loop {
            let mut changed = false;
            for clause in clauses.iter() {
                if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| value(&values, lit).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(lit), None) => {
                        values[lit.0.unsigned_abs() as usize] = Some(lit.0 > 0);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return Some(values);
            }
        }
    }

    proptest! {
        #[test]
        fn unit_propagation_is_exact_for_the_sum(
            weights in prop::collection::vec(prop::sample::select(vec![-2, -1, 1, 2]), 0..6),
            fixed in prop::collection::vec(any::<Option<bool>>(), 6),
            allowed in prop::collection::btree_set(-12i32..=12, 0..12),
        ) {
            let terms: Vec<(Lit, i32)> =
                weights.iter().enumerate().map(|(i, &w)| (Lit(i as i32 + 1), w)).collect();
            let mut clauses = Clauses::over(terms.len());
            sum_clauses(&terms, |s| allowed.contains(&s), &mut clauses);
            let mut start = vec![None; clauses.variables() + 1];
            start[1..=terms.len()].copy_from_slice(&fixed[..terms.len()]);
            // The possible values of the literals, by enumeration.
            let mut possible = vec![[false; 2]; terms.len()];
            let mut any = false;
            for bits in 0..1u32 << terms.len() {
                let value = |i: usize| bits >> i & 1 == 1;
                if (0..terms.len()).any(|i| fixed[i].is_some_and(|v| v != value(i))) {
                    continue;
                }
                let sum: i32 = (0..terms.len()).filter(|&i| value(i)).map(|i| weights[i]).sum();
                if allowed.contains(&sum) {
                    any = true;
                    for (i, possible) in possible.iter_mut().enumerate() {
                        possible[usize::from(value(i))] = true;
                    }
                }
            }
            match propagate(&clauses, start) {
                None => prop_assert!(!any),
                Some(values) => {
                    prop_assert!(any);
                    for (i, possible) in possible.iter().enumerate() {
                        let expected = match possible {
                            [true, true] => None,
                            [_, yes] => Some(*yes),
                        };
                        prop_assert_eq!(values[i + 1], expected);
                    }
                }
            }
        }
    }
}
