//! Literals and clause lists, independent of any solver.

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

/// A list of clauses, stored flat.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    /// An empty list.
    pub fn new() -> Clauses {
        Clauses::default()
    }

    /// Appends one clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
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
