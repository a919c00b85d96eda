//! The parts of the formula of the loop game, compared with naive readings.

use super::*;

#[path = "../../../checker/tests/solutions.rs"]
mod solutions;

/// Whether the formula has a solution with these squares.
fn satisfied(cnf: &Cnf, filled: &[bool]) -> bool {
    let squares = (1..).zip(filled);
    let lits = squares.map(|(lit, &filled)| if filled { lit } else { -lit });
    solutions::has_solution_with(cnf, &lits.collect::<Vec<i32>>())
}

/// On 3×3, a formula is satisfied by exactly the fillings that its cut shows to be dead and
/// that do not have the excluded shape.
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
    // One of nine pairs of r and c, with the crossing filled or not.
    assert_eq!(dead, 2);
}

/// Whether a formula has exactly the expected solutions, over all values of some variables.
fn has_the_solutions(cnf: &Cnf, count: usize, expected: impl Fn(&[bool]) -> bool) -> bool {
    (0..1u32 << count).all(|bits| {
        let filled: Vec<bool> = (0..count).map(|at| bits >> at & 1 == 1).collect();
        satisfied(cnf, &filled) == expected(&filled)
    })
}

fn count(filled: &[bool]) -> usize {
    filled.iter().filter(|&&filled| filled).count()
}

// No formula of a whole cut has a solution, so its parts are compared one by one.
#[test]
fn each_part_of_a_formula_has_the_fillings_that_it_describes_as_solutions() {
    for length in 0..6 {
        let line: Vec<i32> = (1..=length as i32).collect();
        let mut cnf = Cnf::default();
        cnf.variables(length);
        at_most_two(&mut cnf, &line);
        assert!(has_the_solutions(&cnf, length, |filled| count(filled) <= 2));
        for wanted in 0..7 {
            let mut cnf = Cnf::default();
            cnf.variables(length);
            at_least(&mut cnf, &line, wanted);
            assert!(has_the_solutions(&cnf, length, |filled| count(filled) >= wanted));
        }
    }
}

#[test]
fn the_inequality_of_a_cut_is_that_of_the_header() {
    for size in 2..4 {
        let square = |row: usize, column: usize| (1 + row * size + column) as i32;
        for (rows, columns) in (0..=size).flat_map(|a| (0..=size).map(move |b| (a, b))) {
            let mut cnf = Cnf::default();
            cnf.variables(size * size);
            cut(&mut cnf, size, (rows, columns), square);
            let inside = |at: &usize| at / size >= rows && at % size < columns;
            let expected = |filled: &[bool]| {
                let count = (0..size * size).filter(inside).filter(|&at| filled[at]).count();
                count + 2 * rows > 2 * columns + rows * (size - columns)
            };
            assert!(has_the_solutions(&cnf, size * size, expected), "{size} {rows} {columns}");
        }
    }
}

#[test]
fn the_other_shapes_are_all_but_that_of_the_theorem() {
    let square = |row: usize, column: usize| (1 + row * 3 + column) as i32;
    let mut cnf = Cnf::default();
    cnf.variables(9);
    other_shape(&mut cnf, 3, square);
    // The first row and the last column are empty but for their crossing; each other row and
    // column has two squares.
    let shape = |filled: &[bool]| {
        let at = |row: usize, column: usize| filled[row * 3 + column];
        let (first, last) = ([at(0, 0), at(0, 1)], [at(1, 2), at(2, 2)]);
        let others = [at(1, 0), at(1, 1), at(2, 0), at(2, 1)];
        count(&first) + count(&last) == 0 && count(&others) == 4
    };
    assert!(has_the_solutions(&cnf, 9, |filled| !shape(filled)));
}

#[test]
fn a_formula_consists_of_its_lines_its_cut_and_the_shape() {
    for size in 2..5 {
        let square = |row: usize, column: usize| (1 + row * size + column) as i32;
        for (rows, columns) in (0..=size).flat_map(|a| (0..=size).map(move |b| (a, b))) {
            let mut cnf = Cnf::default();
            cnf.variables(size * size);
            for line in 0..size {
                at_most_two(&mut cnf, &(0..size).map(|c| square(line, c)).collect::<Vec<_>>());
            }
            for line in 0..size {
                at_most_two(&mut cnf, &(0..size).map(|r| square(r, line)).collect::<Vec<_>>());
            }
            cut(&mut cnf, size, (rows, columns), square);
            if (rows, columns) == (1, size - 1) {
                other_shape(&mut cnf, size, square);
            }
            assert!(dead_filling(size, rows, columns).iter().eq(cnf.iter()));
        }
    }
}

#[test]
fn a_certificate_has_a_proof_for_each_cut_of_each_size_in_order() {
    let cut = |rows, columns| Cut { rows, columns, proof: String::new() };
    let cuts: Vec<Cut> = (0..3).flat_map(|a| (0..3).map(move |b| cut(a, b))).collect();
    let right = DeadFillings {
        schema: SCHEMA,
        kind: DEAD_FILLINGS.into(),
        tool: "a test".into(),
        sizes: vec![SizeProofs { size: 2, cuts }],
    };
    assert_eq!(right.check(), Ok(()));
    assert!(right.summary().ends_with("n = 2"));
    let changes: [fn(&mut DeadFillings); 9] = [
        |c| c.schema = 2,
        |c| c.kind = "other".into(),
        |c| c.sizes.clear(),
        |c| c.sizes.push(c.sizes[0].clone()),
        |c| c.sizes[0].size = 1,
        |c| c.sizes[0].size = 1_000,
        |c| c.sizes[0].cuts.swap(3, 4),
        |c| c.sizes[0].cuts.truncate(8),
        |c| c.sizes[0].cuts[4].proof = "1 0 1 0\n".into(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert!(wrong.check().is_err(), "{number}");
    }
}
