//! Clauses, unit propagation, and proofs. Literals are DIMACS numbers. Proofs are text in the LRAT
//! format: a line `id literals 0 hints 0` for each clause. The clauses of the formula have the ids
//! 1, 2, … in their order, and each line has the next id. The hints are ids of earlier clauses.
//! Assume that all literals of the new clause are false; then the hinted clauses become unit one
//! after the other, and the last one is falsified (reverse unit propagation, RUP).
//!
//! **K1.** A formula has no solution if unit propagation refutes it, or if a proof that is accepted
//! ends with the empty clause. (proof: docs/reference/certificates.md, "K1")

/// A formula: clauses over the variables from 1.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    lits: Vec<i32>,
    ends: Vec<usize>,
    variables: i32,
}

/// The variable that comes `offset` after `first`.
///
/// # Panics
/// If it has no number. Such a formula has more than 2³¹ variables, and fits in no memory.
pub fn variable(first: i32, offset: usize) -> i32 {
    let offset = i32::try_from(offset).ok();
    offset.and_then(|offset| first.checked_add(offset)).expect("less than 2^31 variables")
}

impl Cnf {
    /// Appends a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        for lit in clause {
            self.lits.push(lit);
            self.variables = self.variables.max(lit.abs());
        }
        self.ends.push(self.lits.len());
    }

    /// Makes `count` new variables and returns the first of them.
    pub fn variables(&mut self, count: usize) -> i32 {
        let first = self.variables + 1;
        self.variables = variable(self.variables, count);
        first
    }

    /// The largest variable in use.
    pub fn last_variable(&self) -> i32 {
        self.variables
    }

    /// How many clauses it has.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// A clause by its number, from 0.
    ///
    /// # Panics
    /// If there is no such clause.
    #[inline]
    pub fn clause(&self, number: usize) -> &[i32] {
        let from = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.lits[from..self.ends[number]]
    }

    /// All clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.count()).map(|number| self.clause(number))
    }
}

/// Is called for each refuted formula with its label, a function that builds the formula, and its
/// proof. The proof is empty if unit propagation alone refutes the formula.
pub type Listener<'a> = dyn FnMut(&str, &dyn Fn() -> Cnf, &str) + 'a;

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

    fn undo(&mut self) {
        for lit in self.trail.drain(..) {
            self.of[lit.unsigned_abs() as usize] = 0;
        }
    }

    /// The unassigned literal of a clause whose others are false, 0 if all are false; `None` if one
    /// is true, or different ones are unassigned.
    #[inline]
    fn unit(&self, clause: &[i32]) -> Option<i32> {
        let mut unit = 0;
        for &lit in clause {
            match self.get(lit) {
                -1 => {}
                0 if unit == 0 || unit == lit => unit = lit,
                _ => return None,
            }
        }
        Some(unit)
    }
}

/// Checks that a formula has no solution. If the proof is empty, unit propagation must be enough.
///
/// # Errors
/// If it may have one.
pub fn check_refutation(cnf: &Cnf, proof: &str) -> Result<(), String> {
    match proof {
        "" if propagation(cnf).is_some() => Ok(()),
        "" => Err("there is no proof, and unit propagation does not refute it".into()),
        _ => check_proof(cnf, proof),
    }
}

/// Unit propagation, clause by clause until nothing changes. If it refutes the formula: the clauses
/// that became unit, in this order, and the one that was falsified, by their numbers from 0.
pub fn propagation(cnf: &Cnf) -> Option<Vec<usize>> {
    let (mut values, mut used) = (Values::new(cnf.variables), Vec::new());
    loop {
        let known = used.len();
        for (number, clause) in cnf.iter().enumerate() {
            let Some(lit) = values.unit(clause) else { continue };
            used.push(number);
            if lit == 0 {
                return Some(used);
            }
            values.set(lit);
        }
        if used.len() == known {
            return None;
        }
    }
}

/// Checks a proof that a formula has no solution.
///
/// # Errors
/// If a step does not follow, or the last clause is not empty.
pub fn check_proof(cnf: &Cnf, proof: &str) -> Result<(), String> {
    let mut all = cnf.clone();
    let mut values = Values::new(cnf.variables);
    let mut lines = proof.lines().peekable();
    while let Some(line) = lines.next() {
        let id = all.count() + 1;
        let fail = |why: &str| Err(format!("clause {id} of the proof {why}"));
        let mut numbers = Vec::new();
        for word in line.split_ascii_whitespace() {
            match word.parse::<i32>() {
                Ok(number) => numbers.push(number),
                Err(_) => return fail(&format!("has {word:?} in place of a number")),
            }
        }
        let parts: Vec<&[i32]> = numbers.split(|&number| number == 0).collect();
        let &[&[first, ref clause @ ..], hints, &[]] = &parts[..] else {
            return fail("is not of the form: id literals 0 hints 0");
        };
        if i32::try_from(id) != Ok(first) {
            return fail("is not of the form: id literals 0 hints 0");
        }
        for &lit in clause {
            if lit == i32::MIN || lit.abs() > cnf.variables || values.get(lit) != 0 {
                return fail(&format!("has a literal {lit} that is unknown or repeated"));
            }
            values.set(-lit);
        }
        for (at, &hint) in hints.iter().enumerate() {
            if hint < 1 || hint as usize >= id {
                return fail(&format!("has the hint {hint}, which is no earlier clause"));
            }
            match values.unit(all.clause(hint as usize - 1)) {
                Some(0) if at + 1 == hints.len() => {}
                Some(lit) if lit != 0 && at + 1 < hints.len() => values.set(lit),
                _ => return fail(&format!("does not follow by the hint {hint}")),
            }
        }
        if hints.is_empty() {
            return fail("has no hints");
        }
        values.undo();
        all.push(clause.iter().copied());
        if clause.is_empty() {
            return match lines.peek() {
                None => Ok(()),
                Some(_) => fail("is empty, but the proof goes on"),
            };
        }
    }
    Err("the proof does not end with the empty clause".into())
}
