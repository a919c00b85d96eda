//! The dead-filling theorem of the loop game, by proofs.
//!
//! A *filling* is a set of squares of an n×n board with at most two in each row and column. It is
//! *dead* if no squares can be added so that each row and column has exactly two. **Theorem:** a dead
//! filling has a row r and a column c such that all other rows and columns have two squares, none of
//! them in r or c; the square where r and c cross may be filled or not, and nothing else in r and c is.
//!
//! Completing a filling is a flow: a row that lacks squares sends one unit for each, through empty
//! squares, to columns that lack some. By max-flow min-cut, a filling is dead exactly if
//! for some set R of rows and some set C of columns the rows of R lack more squares than the columns of
//! C lack and there are empty squares in R but not in C. Let a and b be the sizes of R and C. Both
//! sides count the squares in R but not in C, and those in R and C; what remains is that there are
//! at least
//!
//! ```text
//! 2b − 2a + a(n − b) + 1
//! ```
//!
//! squares in C but not in R. Exchanging rows, and exchanging columns, changes neither what is dead nor
//! the shape of the theorem; so R may be the first a rows and C the first b columns. [`dead_filling`] is the formula
//! that says all that for one n, a and b, and that the filling does not have the shape. It is about
//! the squares alone, and is made here; a certificate has nothing but a proof for each a and b that it
//! has no solution.
//!
//! That fillings of the shape are dead needs no proof: what r and c lack could only be where they cross, and
//! they lack two squares there, or the one that is filled.

use serde::{Deserialize, Serialize};

use deadmove_checker_kernel::SCHEMA;
use deadmove_checker_kernel::{Cnf, Listener, UnitPropagation, check_proof};

/// What certificates of this theorem call themselves.
pub const DEAD_FILLINGS: &str = "loops-dead-fillings";

/// The largest board a certificate may be about.
pub const LARGEST: usize = 16;

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

/// The formula of a dead filling of `size`×`size` squares that has not the shape of the theorem, whose
/// cut are the first `rows` rows and the first `columns` columns. Variable 1 + row · size + column
/// says that a square is filled.
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
    // Squares in C but not in R, by the lines that have to bound their number.
    // Never negative: 2a ≤ a(n − b) unless b ≥ n − 1, and a ≤ n.
    let wanted = 2 * columns + rows * (size - columns) + 1 - 2 * rows;
    let by_rows = wanted > 2 * (size - rows);
    let region: Vec<i32> = match by_rows {
        true => (rows..size).flat_map(|r| (0..columns).map(move |c| square(r, c))).collect(),
        false => (0..columns).flat_map(|c| (rows..size).map(move |r| square(r, c))).collect(),
    };
    at_least(&mut cnf, &region, wanted);
    if rows == 1 && columns + 1 == size {
        other_shape(&mut cnf, size, square);
    }
    cnf
}

/// No three of these are filled.
fn at_most_two(cnf: &mut Cnf, line: &[i32]) {
    for (i, a) in line.iter().enumerate() {
        for (j, b) in line.iter().enumerate().skip(i + 1) {
            for c in &line[j + 1..] {
                cnf.push([-a, -b, -c]);
            }
        }
    }
}

/// At least so many are filled: new variables say "at least j of the first i", and imply what that
/// needs of the first i − 1.
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
            // Without this square, as many among those before; with it, one less.
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

/// The filling has not the shape of the theorem with the first row and the last column: one of the other
/// rows or columns has less than two squares off these, or a square of these but the crossing is filled.
fn other_shape(cnf: &mut Cnf, size: usize, square: impl Fn(usize, usize) -> i32) {
    let last = size - 1;
    let mut clause: Vec<i32> = (0..last).map(|column| square(0, column)).collect();
    clause.extend((1..size).map(|row| square(row, last)));
    let rows = (1..size).map(|row| (0..last).map(|c| square(row, c)).collect::<Vec<i32>>());
    let columns = (0..last).map(|c| (1..size).map(|row| square(row, c)).collect::<Vec<i32>>());
    for line in rows.chain(columns) {
        // Its truth implies that the line has less than two.
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
    pub fn check(&self) -> Result<(), String> {
        self.check_with(&mut |_, _, _| {})
    }

    /// [`Self::check`], and tells of each formula that was refuted.
    pub fn check_with(&self, tell: &mut Listener) -> Result<(), String> {
        if self.schema != SCHEMA || self.kind != DEAD_FILLINGS {
            return Err(format!("it is no certificate of {DEAD_FILLINGS}, schema {SCHEMA}"));
        }
        if self.sizes.is_empty() {
            return Err("it is about no size".into());
        }
        if !self.sizes.is_sorted_by(|one, next| one.size < next.size) {
            return Err("its sizes are not in ascending order".into());
        }
        self.sizes.iter().try_for_each(|proofs| proofs.check(tell))
    }

    /// What it says.
    pub fn summary(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(|proofs| proofs.size.to_string()).collect();
        format!("loop game: dead fillings are as characterised for n = {}", sizes.join(", "))
    }
}

impl SizeProofs {
    fn check(&self, tell: &mut Listener) -> Result<(), String> {
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
            let checked = match cut.proof.is_empty() {
                true if UnitPropagation::new(&formula).refute(&[]) => Ok(()),
                true => Err("unit propagation does not refute the formula".to_string()),
                false => check_proof(&formula, &cut.proof),
            };
            checked.map_err(|why| format!("{what}: {why}"))?;
            tell(&what, &|| dead_filling(size, rows, columns), &cut.proof);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the formula has a solution with these squares, by plain search over the others.
    fn satisfied(cnf: &Cnf, filled: &[bool]) -> bool {
        let mut units = UnitPropagation::new(cnf);
        let mut lits: Vec<i32> =
            (1..).zip(filled).map(|(lit, &filled)| if filled { lit } else { -lit }).collect();
        fn go(units: &mut UnitPropagation, lits: &mut Vec<i32>, last: i32) -> bool {
            if units.refute(lits) {
                return false;
            }
            let next = lits.len() as i32 + 1;
            if next > last {
                return true;
            }
            [next, -next].into_iter().any(|lit| {
                lits.push(lit);
                let found = go(units, lits, last);
                lits.pop();
                found
            })
        }
        go(&mut units, &mut lits, cnf.last_variable())
    }

    /// The formulas with the shape not excluded are satisfied by exactly the fillings that a cut shows
    /// to be dead, on 3×3.
    #[test]
    fn without_the_excluded_shape_a_formula_has_the_fillings_with_its_cut_as_solutions() {
        let size = 3;
        let mut dead = 0;
        for bits in 0..1u32 << 9 {
            let filled: Vec<bool> = (0..9).map(|at| bits >> at & 1 == 1).collect();
            let lines = (0..3).flat_map(|i| {
                let count =
                    |step: usize, from: usize| (0..3).filter(|j| filled[from + step * j]).count();
                [count(1, 3 * i), count(3, i)]
            });
            let is_filling = lines.clone().all(|count| count <= 2);
            for (rows, columns) in (0..=3).flat_map(|rows| (0..=3).map(move |c| (rows, c))) {
                let inside = |at: usize| at / 3 >= rows && at % 3 < columns;
                let count = (0..9).filter(|&at| inside(at) && filled[at]).count() as i32;
                let (n, a, b) = (size as i32, rows as i32, columns as i32);
                let cut = count > 2 * b - 2 * a + a * (n - b);
                let shape = rows == 1 && columns == 2 && is_filling && cut;
                dead += usize::from(shape);
                let expected = is_filling && cut && !shape;
                let cnf = dead_filling(size, rows, columns);
                assert_eq!(satisfied(&cnf, &filled), expected, "{filled:?}, {rows}, {columns}");
            }
        }
        // One of nine places of the row and the column, with the crossing filled or not.
        assert_eq!(dead, 2);
    }
}
