//! Unit propagation: if all literals of a clause but one are false, the last one is true.
//!
//! It refutes many questions by itself, and these need no solver.

use crate::cnf::{Clauses, Lit};

/// Clauses prepared for unit propagation, with the literals that follow without assumptions.
#[derive(Clone, Debug)]
pub struct ClausePropagator {
    lits: Vec<Lit>,
    /// Where each clause begins in `lits`, and the end of the last.
    begins: Vec<u32>,
    /// Literal (see [`index`]) → the clauses it stands in, in `clauses_of[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    clauses_of: Vec<u32>,
    /// Literals of each clause that are not false.
    open: Vec<u32>,
    /// Literal → whether it is true.
    is_true: Vec<bool>,
    trail: Vec<Lit>,
    contradiction: bool,
}

fn index(lit: Lit) -> usize {
    2 * lit.0.unsigned_abs() as usize + usize::from(lit.0 < 0)
}

impl ClausePropagator {
    /// Prepares a formula that is given in parts.
    pub fn new(parts: &[&Clauses]) -> ClausePropagator {
        let variables = parts.iter().map(|clauses| clauses.variables()).max().unwrap_or(0);
        let literals = 2 * (variables + 1);
        let (mut lits, mut begins) = (Vec::new(), vec![0]);
        let mut first = vec![0u32; literals + 1];
        for clause in parts.iter().flat_map(|clauses| clauses.iter()) {
            for &lit in clause {
                first[index(lit) + 1] += 1;
            }
            lits.extend_from_slice(clause);
            begins.push(lits.len() as u32);
        }
        for i in 0..literals {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut clauses_of = vec![0; lits.len()];
        let clauses = begins.len() - 1;
        for clause in 0..clauses {
            for &lit in &lits[begins[clause] as usize..begins[clause + 1] as usize] {
                let slot = &mut next[index(lit)];
                clauses_of[*slot as usize] = clause as u32;
                *slot += 1;
            }
        }
        let open: Vec<u32> = begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let is_true = vec![false; literals];
        let mut propagator = ClausePropagator {
            lits,
            begins,
            first,
            clauses_of,
            open,
            is_true,
            trail: Vec::new(),
            contradiction: false,
        };
        let units: Vec<Lit> = (0..clauses)
            .filter(|&clause| propagator.open[clause] == 1)
            .map(|clause| propagator.lits[propagator.begins[clause] as usize])
            .collect();
        propagator.contradiction = propagator.open.contains(&0) || !propagator.set(&units);
        propagator
    }

    /// Whether unit propagation finds a contradiction between the clauses and the assumptions.
    pub fn refutes(&mut self, assumptions: &[Lit]) -> bool {
        if self.contradiction {
            return true;
        }
        let before = self.trail.len();
        let holds = self.set(assumptions);
        for lit in self.trail.split_off(before) {
            self.is_true[index(lit)] = false;
            let falsified = index(!lit);
            let clauses = self.first[falsified] as usize..self.first[falsified + 1] as usize;
            for &clause in &self.clauses_of[clauses] {
                self.open[clause as usize] += 1;
            }
        }
        !holds
    }

    /// Makes literals true, with all that follow from them; false on a contradiction.
    fn set(&mut self, lits: &[Lit]) -> bool {
        let mut at = self.trail.len();
        for &lit in lits {
            if !self.make_true(lit) {
                self.count_from(at);
                return false;
            }
        }
        while at < self.trail.len() {
            let falsified = index(!self.trail[at]);
            at += 1;
            let clauses = self.first[falsified] as usize..self.first[falsified + 1] as usize;
            let mut conflict = false;
            let mut units = Vec::new();
            for i in clauses {
                let clause = self.clauses_of[i] as usize;
                self.open[clause] -= 1;
                if self.open[clause] > 1 {
                    continue;
                }
                let range = self.begins[clause] as usize..self.begins[clause + 1] as usize;
                let lits = &self.lits[range];
                if lits.iter().any(|&lit| self.is_true[index(lit)]) {
                    continue;
                }
                match lits.iter().find(|&&lit| !self.is_true[index(!lit)]) {
                    Some(&lit) => units.push(lit),
                    None => conflict = true,
                }
            }
            // Only after the loop, so that the counts of all clauses of the literal are up to date.
            if conflict || !units.into_iter().all(|lit| self.make_true(lit)) {
                self.count_from(at);
                return false;
            }
        }
        true
    }

    /// Updates the counts for the rest of the trail after a contradiction, so that it can be
    /// undone.
    fn count_from(&mut self, from: usize) {
        for at in from..self.trail.len() {
            let falsified = index(!self.trail[at]);
            let clauses = self.first[falsified] as usize..self.first[falsified + 1] as usize;
            for &clause in &self.clauses_of[clauses] {
                self.open[clause as usize] -= 1;
            }
        }
    }

    fn make_true(&mut self, lit: Lit) -> bool {
        if self.is_true[index(!lit)] {
            return false;
        }
        if !std::mem::replace(&mut self.is_true[index(lit)], true) {
            self.trail.push(lit);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Unit propagation that scans all clauses for each step.
    fn refutes_slowly(clauses: &[Vec<i32>], assumptions: &[i32]) -> bool {
        let mut set: Vec<i32> = assumptions.to_vec();
        loop {
            if set.iter().any(|lit| set.contains(&-lit)) {
                return true;
            }
            let unit = clauses.iter().find_map(|clause| {
                let open: Vec<i32> =
                    clause.iter().copied().filter(|lit| !set.contains(&-lit)).collect();
                let satisfied = clause.iter().any(|lit| set.contains(lit));
                (!satisfied && open.len() <= 1).then_some(open)
            });
            match unit.as_deref() {
                None => return false,
                Some([]) => return true,
                Some(lits) => set.push(lits[0]),
            }
        }
    }

    /// Clauses without repeated variables.
    fn clause() -> impl Strategy<Value = Vec<i32>> {
        prop::collection::btree_map(1..=6i32, any::<bool>(), 0..4).prop_map(|map| {
            map.into_iter().map(|(var, positive)| if positive { var } else { -var }).collect()
        })
    }

    proptest! {
        #[test]
        fn refutes_what_repeated_scanning_refutes(
            clauses in prop::collection::vec(clause(), 0..14),
            questions in prop::collection::vec(clause(), 1..4),
        ) {
            let mut list = Clauses::over(6);
            for clause in &clauses {
                list.push(clause.iter().map(|&lit| Lit(lit)));
            }
            let mut propagator = ClausePropagator::new(&[&list]);
            // Several questions, since none may change the state.
            for question in questions.iter().chain(&questions) {
                let lits: Vec<Lit> = question.iter().map(|&lit| Lit(lit)).collect();
                prop_assert_eq!(propagator.refutes(&lits), refutes_slowly(&clauses, question));
            }
        }
    }
}
