//! Unit propagation under assumptions, for tests that ask many questions about one formula.

use deadmove_checker::Cnf;

/// A partial assignment, with a trail to undo it.
#[derive(Clone, Debug)]
struct Values {
    /// Variable → 1 true, −1 false, 0 unassigned.
    of: Vec<i8>,
    trail: Vec<i32>,
}

impl Values {
    fn new(last_variable: i32) -> Values {
        Values { of: vec![0; last_variable as usize + 1], trail: Vec::new() }
    }

    fn get(&self, lit: i32) -> i8 {
        self.of[lit.unsigned_abs() as usize] * lit.signum() as i8
    }

    fn set(&mut self, lit: i32) {
        self.of[lit.unsigned_abs() as usize] = lit.signum() as i8;
        self.trail.push(lit);
    }

    fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.of[lit.unsigned_abs() as usize] = 0;
        }
    }

    /// The number of different unassigned literals of a clause and one of them; `None` if a literal
    /// is true. The number is exact up to 1; above that it only means "more than one".
    fn unassigned(&self, clause: &[i32]) -> Option<(usize, i32)> {
        let (mut count, mut last) = (0, 0);
        for &lit in clause {
            match self.get(lit) {
                1 => return None,
                0 if lit != last => (count, last) = (count + 1, lit),
                _ => {}
            }
        }
        Some((count, last))
    }
}

/// Unit propagation on a formula.
#[derive(Debug)]
pub struct UnitPropagation<'c> {
    cnf: &'c Cnf,
    values: Values,
    /// Literal, as `2 · variable + (1 if negative)`, → where its occurrences begin in `clauses`.
    first: Vec<u32>,
    /// The clauses in which each literal occurs, literal by literal.
    clauses: Vec<u32>,
    contradiction: bool,
}

impl<'c> UnitPropagation<'c> {
    /// Indexes a formula and propagates its unit clauses.
    pub fn new(cnf: &'c Cnf) -> UnitPropagation<'c> {
        let slot = |lit: i32| 2 * lit.unsigned_abs() as usize + usize::from(lit < 0);
        let mut first = vec![0; 2 * cnf.last_variable() as usize + 4];
        for &lit in cnf.iter().flatten() {
            first[slot(lit) + 2] += 1;
        }
        for i in 2..first.len() {
            first[i] += first[i - 1];
        }
        let mut clauses = vec![0; first[first.len() - 1] as usize];
        for number in 0..cnf.len() {
            for &lit in cnf.clause(number) {
                let next = &mut first[slot(lit) + 1];
                clauses[*next as usize] = number as u32;
                *next += 1;
            }
        }
        let values = Values::new(cnf.last_variable());
        let mut propagation = UnitPropagation { cnf, values, first, clauses, contradiction: false };
        // A clause may list its only literal twice.
        let open = cnf.iter().filter_map(|clause| propagation.values.unassigned(clause));
        let known: Vec<i32> = open.filter(|(count, _)| *count == 1).map(|(_, lit)| lit).collect();
        propagation.contradiction =
            cnf.iter().any(<[i32]>::is_empty) || !propagation.propagate(&known);
        propagation
    }

    /// Whether unit propagation alone refutes the formula under some assumptions.
    pub fn refute(&mut self, assumptions: &[i32]) -> bool {
        let before = self.values.trail.len();
        let refuted = self.contradiction || !self.propagate(assumptions);
        self.values.undo(before);
        refuted
    }

    /// Makes literals true, with everything that follows by unit propagation; false on a
    /// contradiction.
    fn propagate(&mut self, lits: &[i32]) -> bool {
        let mut at = self.values.trail.len();
        for &lit in lits {
            match self.values.get(lit) {
                -1 => return false,
                0 => self.values.set(lit),
                _ => {}
            }
        }
        while at < self.values.trail.len() {
            let lit = self.values.trail[at];
            let falsified = 2 * lit.unsigned_abs() as usize + usize::from(lit > 0);
            at += 1;
            for i in self.first[falsified]..self.first[falsified + 1] {
                match self.values.unassigned(self.cnf.clause(self.clauses[i as usize] as usize)) {
                    Some((0, _)) => return false,
                    Some((1, lit)) => self.values.set(lit),
                    _ => {}
                }
            }
        }
        true
    }
}
