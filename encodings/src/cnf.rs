//! Literals and formulas, independent of any solver. A formula gives out its variables itself, so
//! that no two meanings share one.

/// A literal in DIMACS convention: variable numbers start at 1, a negative number is the negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub i32);

impl Lit {
    /// The literal that says "edge number `edge` is used". Edge variables come first in every
    /// formula of this crate: edge `e` is variable `e + 1`.
    pub fn edge(edge: usize) -> Lit {
        Lit(edge as i32 + 1)
    }

    /// The literal of an edge with the given value.
    pub fn edge_is(edge: usize, used: bool) -> Lit {
        if used { Lit::edge(edge) } else { !Lit::edge(edge) }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// The positive literals of consecutive variables.
#[derive(Clone, Copy, Debug)]
pub struct FreshLits {
    first: i32,
    count: usize,
}

impl FreshLits {
    /// One of the literals, counted from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn at(self, index: usize) -> Lit {
        assert!(index < self.count, "literal {index} of {}", self.count);
        Lit(self.first + index as i32)
    }
}

/// A formula: a list of clauses, stored flat, over the variables from 1 to [`Clauses::variables`].
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
    variables: i32,
}

impl Clauses {
    /// No clauses, over the first variables; as a rule those of the edges.
    pub fn over(variables: usize) -> Clauses {
        Clauses { variables: variables as i32, ..Clauses::default() }
    }

    /// A variable that nothing else uses.
    pub fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    /// Consecutive variables that nothing else uses.
    pub fn fresh_many(&mut self, count: usize) -> FreshLits {
        let first = self.variables + 1;
        self.variables += count as i32;
        FreshLits { first, count }
    }

    /// A literal that is true exactly if both of these are.
    pub(crate) fn both(&mut self, a: Lit, b: Lit) -> Lit {
        let both = self.fresh();
        self.push([!both, a]);
        self.push([!both, b]);
        self.push([both, !a, !b]);
        both
    }

    /// The number of variables in use.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Appends one clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let from = self.lits.len();
        self.lits.extend(clause);
        let largest = self.lits[from..].iter().map(|lit| lit.0.abs()).max();
        self.variables = self.variables.max(largest.unwrap_or(0));
        self.ends.push(self.lits.len());
    }

    /// Removes all clauses. Their variables stay in use.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.ends.clear();
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }
}

/// At most `most` of the literals are true, or one of `unless` is.
pub(crate) fn at_most(lits: &[Lit], most: usize, unless: &[Lit], clauses: &mut Clauses) {
    subsets(lits, most + 1, &mut |subset| {
        clauses.push(subset.iter().map(|&lit| !lit).chain(unless.iter().copied()));
    });
}

/// At least `least` of the literals are true, or one of `unless` is.
pub fn at_least(lits: &[Lit], least: usize, unless: &[Lit], clauses: &mut Clauses) {
    if least == 0 {
        return;
    }
    if lits.len() < least {
        clauses.push(unless.iter().copied());
        return;
    }
    subsets(lits, lits.len() - least + 1, &mut |subset| {
        clauses.push(subset.iter().chain(unless).copied());
    });
}

fn subsets(items: &[Lit], size: usize, visit: &mut impl FnMut(&[Lit])) {
    fn extend(items: &[Lit], size: usize, chosen: &mut Vec<Lit>, visit: &mut impl FnMut(&[Lit])) {
        if size == 0 {
            visit(chosen);
            return;
        }
        for at in 0..(items.len() + 1).saturating_sub(size) {
            chosen.push(items[at]);
            extend(&items[at + 1..], size - 1, chosen, visit);
            chosen.pop();
        }
    }
    extend(items, size, &mut Vec::with_capacity(size), visit);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_fresh_variable_was_neither_given_out_before_nor_is_it_in_a_clause(
            edges in 0usize..5,
            steps in prop::collection::vec((0..4, 1..9i32), 0..20),
        ) {
            let mut clauses = Clauses::over(edges);
            let mut used: Vec<Lit> = (0..edges).map(Lit::edge).collect();
            for (step, number) in steps {
                let before = used.len();
                match step {
                    0 => used.push(clauses.fresh()),
                    1 => {
                        let many = clauses.fresh_many(number as usize);
                        used.extend((0..number as usize).map(|index| many.at(index)));
                    }
                    2 => clauses.clear(),
                    _ => {
                        clauses.push([!Lit(number)]);
                        used.push(Lit(number));
                        continue;
                    }
                }
                for new in &used[before..] {
                    prop_assert!(!used[..before].contains(new));
                    prop_assert!(new.0 as usize <= clauses.variables());
                }
            }
        }
    }
}
