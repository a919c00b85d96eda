//! The formulas of the theories, tested from outside: every position on every line that fills a
//! small board, with the rest of the line as its completion, satisfies every clause and every lemma
//! that the checker accepts. Lines, labels and regions are computed here, by plain enumeration.

mod every_board;
mod one_board;
mod pictures;
mod positions;

use deadmove_checker::Cnf;

use crate::unit_propagation::UnitPropagation;

/// Random numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Whether a formula has a solution in which these literals are true: tries the others in order.
pub fn has_solution_with(cnf: &Cnf, lits: &[i32]) -> bool {
    fn search(propagation: &mut UnitPropagation, lits: &mut Vec<i32>, open: &[i32]) -> bool {
        if propagation.refute(lits) {
            return false;
        }
        let Some((&next, open)) = open.split_first() else { return true };
        [next, -next].into_iter().any(|lit| {
            lits.push(lit);
            let found = search(propagation, lits, open);
            lits.pop();
            found
        })
    }
    let given: std::collections::BTreeSet<i32> = lits.iter().map(|lit| lit.abs()).collect();
    let open: Vec<i32> = (1..=cnf.last_variable()).filter(|v| !given.contains(v)).collect();
    search(&mut UnitPropagation::new(cnf), &mut lits.to_vec(), &open)
}
