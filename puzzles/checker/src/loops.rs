//! The dead-filling theorem of the loop game, by proofs.
//!
//! A *filling* is a set of squares of an n×n board with at most two in each row and column. It is
//! *dead* if no squares can be added so that each row and column has exactly two. **Theorem:** a
//! dead filling has a row r and a column c such that all other rows and columns have two squares,
//! none of these squares is in r or c, and r and c have no squares except perhaps the one where
//! they cross.
//!
//! Completing a filling is a flow problem: each row that lacks squares sends one unit per missing
//! square, through empty squares, to columns that lack squares. By max-flow min-cut, a filling is
//! dead exactly if there are a set R of rows and a set C of columns such that the rows of R lack
//! more squares than the columns of C lack plus the empty squares in R but not in C. Let a and b be
//! the sizes of R and C. The squares in R but not in C, and those in R and C, occur on both sides
//! and cancel. What remains is the condition that there are at least
//!
//! ```text
//! 2b − 2a + a(n − b) + 1
//! ```
//!
//! squares in C but not in R. Exchanging rows or columns changes neither what is dead nor the shape
//! in the theorem, so let R be the first a rows and C the first b columns. For one n, a and b,
//! [`dead_filling`] is the formula that states all this, and that the filling does not have the
//! shape. Its main variables are the squares. The checker builds it; a certificate only contains,
//! for each a and b, a proof that the formula has no solution.
//!
//! The converse needs no proof: in a filling of this shape, row r and column c can only gain the
//! square where they cross. Each of them lacks two squares, or one if that square is already
//! filled.

use serde::{Deserialize, Serialize};

use deadmove_checker::{Cnf, Listener, SCHEMA, check_refutation};

/// The `kind` of certificates of this theorem.
pub const DEAD_FILLINGS: &str = "loops-dead-fillings";

/// The largest board a certificate may be about.
pub(crate) const LARGEST: usize = 16;

/// A certificate of the theorem for some sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadFillings {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`DEAD_FILLINGS`].
    pub kind: String,
    /// Who made it.
    pub tool: String,
    /// In ascending order of size.
    pub sizes: Vec<SizeProofs>,
}

/// The proofs for one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeProofs {
    /// Squares a side.
    pub size: usize,
    /// For all a from 0 to n, and for each all b from 0 to n.
    pub cuts: Vec<Cut>,
}

/// The proof for one cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// a, the number of rows in R.
    pub rows: usize,
    /// b, the number of columns in C.
    pub columns: usize,
    /// LRAT; empty if unit propagation is enough.
    pub proof: String,
}

/// The formula of a dead filling of `size`×`size` squares that does not have the shape in the
/// theorem and whose cut consists of the first `rows` rows and the first `columns` columns.
/// Variable 1 + row · size + column means that the square is filled.
///
/// # Panics
/// If a number is above `size`.
pub fn dead_filling(size: usize, rows: usize, columns: usize) -> Cnf {
    assert!(rows <= size && columns <= size);
    let mut cnf = Cnf::default();
    cnf.variables(size * size);
    let square = |row: usize, column: usize| (1 + row * size + column) as i32;
    let row = |row: usize| (0..size).map(|column| square(row, column)).collect::<Vec<i32>>();
    let column = |column: usize| (0..size).map(|row| square(row, column)).collect::<Vec<i32>>();
    for line in (0..size).map(row).chain((0..size).map(column)) {
        at_most_two(&mut cnf, &line);
    }
    cut(&mut cnf, size, (rows, columns), square);
    if rows == 1 && columns + 1 == size {
        other_shape(&mut cnf, size, square);
    }
    cnf
}

/// More squares in C but not in R are filled than the cut allows.
fn cut(
    cnf: &mut Cnf,
    size: usize,
    (rows, columns): (usize, usize),
    square: impl Fn(usize, usize) -> i32 + Copy,
) {
    // The squares in C but not in R: row by row if two in each row are too few, else column by
    // column. Never negative: 2a ≤ a(n − b) unless b ≥ n − 1, and a ≤ n.
    let wanted = 2 * columns + rows * (size - columns) + 1 - 2 * rows;
    let by_rows = wanted > 2 * (size - rows);
    let region: Vec<i32> = match by_rows {
        true => (rows..size).flat_map(|r| (0..columns).map(move |c| square(r, c))).collect(),
        false => (0..columns).flat_map(|c| (rows..size).map(move |r| square(r, c))).collect(),
    };
    at_least(cnf, &region, wanted);
}

/// At most two of these squares are filled.
fn at_most_two(cnf: &mut Cnf, line: &[i32]) {
    for (i, a) in line.iter().enumerate() {
        for (j, b) in line.iter().enumerate().skip(i + 1) {
            for c in &line[j + 1..] {
                cnf.push([-a, -b, -c]);
            }
        }
    }
}

/// At least `wanted` of these squares are filled. New variables mean "at least j of the first i"
/// and imply what this requires of the first i − 1.
fn at_least(cnf: &mut Cnf, squares: &[i32], wanted: usize) {
    if wanted > squares.len() {
        cnf.push([]);
        return;
    }
    if wanted == 0 {
        return;
    }
    let first = cnf.variables(squares.len() * wanted);
    // j from 1 to `wanted`, i from 1.
    let count = |i: usize, j: usize| first + ((i - 1) * wanted + j - 1) as i32;
    for (at, &square) in squares.iter().enumerate() {
        let i = at + 1;
        for j in 1..=wanted {
            if j > i {
                cnf.push([-count(i, j)]);
                continue;
            }
            // Without this square, j among the first i − 1; with it, j − 1.
            let before = (i > 1).then(|| count(i - 1, j));
            cnf.push([-count(i, j), square].into_iter().chain(before));
            if j > 1 {
                let before = (i > 1).then(|| count(i - 1, j - 1));
                cnf.push([-count(i, j)].into_iter().chain(before));
            }
        }
    }
    cnf.push([count(squares.len(), wanted)]);
}

/// The filling does not have the shape in the theorem with r the first row and c the last column:
/// some other row or column has fewer than two squares outside r and c, or a square of r or c other
/// than their crossing is filled.
fn other_shape(cnf: &mut Cnf, size: usize, square: impl Fn(usize, usize) -> i32) {
    let last = size - 1;
    let mut clause: Vec<i32> = (0..last).map(|column| square(0, column)).collect();
    clause.extend((1..size).map(|row| square(row, last)));
    let rows = (1..size).map(|row| (0..last).map(|c| square(row, c)).collect::<Vec<i32>>());
    let columns = (0..last).map(|c| (1..size).map(|row| square(row, c)).collect::<Vec<i32>>());
    for line in rows.chain(columns) {
        // If true, the row or column has fewer than two squares.
        let few = cnf.variables(1);
        for (i, a) in line.iter().enumerate() {
            for b in &line[i + 1..] {
                cnf.push([-few, -a, -b]);
            }
        }
        clause.push(few);
    }
    cnf.push(clause);
}

impl DeadFillings {
    /// Whether the certificate proves the theorem for the sizes it names.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self) -> Result<(), String> {
        self.check_with(&mut |_, _, _| {})
    }

    /// [`Self::check`], and calls `listener` for every refuted formula.
    pub(crate) fn check_with(&self, listener: &mut Listener) -> Result<(), String> {
        if self.schema != SCHEMA || self.kind != DEAD_FILLINGS {
            return Err(format!("it is no certificate of {DEAD_FILLINGS}, schema {SCHEMA}"));
        }
        if self.sizes.is_empty() {
            return Err("it is about no size".into());
        }
        if !self.sizes.is_sorted_by(|one, next| one.size < next.size) {
            return Err("its sizes are not in ascending order".into());
        }
        self.sizes.iter().try_for_each(|proofs| proofs.check(listener))
    }

    /// What it says, in one line.
    pub fn summary(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(|proofs| proofs.size.to_string()).collect();
        format!("loop game: dead fillings are as characterised for n = {}", sizes.join(", "))
    }
}

impl SizeProofs {
    fn check(&self, listener: &mut Listener) -> Result<(), String> {
        let size = self.size;
        if !(2..=LARGEST).contains(&size) {
            return Err(format!("a size of {size} is not from 2 to {LARGEST}"));
        }
        let cuts: Vec<(usize, usize)> =
            self.cuts.iter().map(|cut| (cut.rows, cut.columns)).collect();
        let all = (0..=size).flat_map(|rows| (0..=size).map(move |columns| (rows, columns)));
        if !cuts.iter().copied().eq(all) {
            return Err(format!("size {size}: it has not one proof for each cut, in order"));
        }
        for cut in &self.cuts {
            let (rows, columns) = (cut.rows, cut.columns);
            let what = format!("size {size}, {rows} rows and {columns} columns");
            let formula = dead_filling(size, rows, columns);
            check_refutation(&formula, &cut.proof).map_err(|why| format!("{what}: {why}"))?;
            listener(&what, &|| dead_filling(size, rows, columns), &cut.proof);
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/loops.rs"]
mod tests;
