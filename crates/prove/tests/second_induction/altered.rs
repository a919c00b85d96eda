//! Families made from shipped ones by a further condition and other limits.

use deadmove_core::board::Move;
use deadmove_rules::expr::{Comparison, Expr, Function, Operation};
use deadmove_rules::family::{Family, Path, Shape, ShapeKind, TestExpr};
use deadmove_rules::model::CellTest;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

fn plus(a: Expr, b: Expr) -> Expr {
    Expr::Binary(Operation::Add, Box::new(a), Box::new(b))
}

/// A family without one condition on cells.
pub fn without_each_shape(family: &Family) -> Vec<Family> {
    let of_cells = |shape: &usize| matches!(family.pattern[*shape].kind, ShapeKind::Cells(_));
    let without = |shape| {
        let mut without = family.clone();
        without.pattern.remove(shape);
        without
    };
    (0..family.pattern.len()).filter(of_cells).map(without).collect()
}

/// A family with each of its limits on the surplus changed by a number, in every case.
pub fn with_limits_moved(family: &Family, by: i64) -> Family {
    let mut moved = family.clone();
    for claim in moved.cases.iter_mut().flat_map(|case| &mut case.claims) {
        for (_, test) in &mut claim.tests {
            if let TestExpr::Surplus(comparison, limit) = test {
                let outwards = if *comparison == Comparison::Less { -by } else { by };
                *limit = plus(limit.clone(), Expr::Number(outwards));
            }
        }
    }
    moved
}

/// For each limit on the surplus the family with a limit there that does not grow. It is so far out
/// that the claim is true for all small members.
pub fn with_each_limit_fixed(family: &Family) -> Vec<Family> {
    const FAR: i64 = 30;
    let mut all = Vec::new();
    for (case, of_case) in family.cases.iter().enumerate() {
        for (claim, of_claim) in of_case.claims.iter().enumerate() {
            for (test, (_, of_test)) in of_claim.tests.iter().enumerate() {
                let TestExpr::Surplus(comparison, _) = of_test else { continue };
                let limit = if *comparison == Comparison::Less { -FAR } else { FAR };
                let mut fixed = family.clone();
                fixed.cases[case].claims[claim].tests[test].1 =
                    TestExpr::Surplus(*comparison, Expr::Number(limit));
                all.push(fixed);
            }
        }
    }
    all
}

/// A family with one more condition on a cell or on a row of cells, or with other limits in one
/// case, or both. Its smallest members can be expanded.
pub fn altered(family: &Family, rng: &mut ChaCha8Rng) -> Family {
    loop {
        let mut altered = family.clone();
        if rng.random_bool(0.6) {
            altered.pattern.push(shape(family, rng));
        }
        if rng.random_bool(0.6) {
            alter_limits(&mut altered, rng);
        }
        let small = altered.all_parameters(|p| p.from + 5);
        if altered != *family && small.iter().all(|values| altered.expand(values).is_ok()) {
            return altered;
        }
    }
}

fn parameter(family: &Family, rng: &mut ChaCha8Rng) -> Expr {
    let number = rng.random_range(0..family.parameters.len());
    Expr::Name(family.parameters[number].name.clone())
}

/// A condition on a cell, or on a row of cells that grows with a parameter, near one of the ends
/// of the segment.
fn shape(family: &Family, rng: &mut ChaCha8Rng) -> Shape {
    let place = |rng: &mut ChaCha8Rng| {
        if rng.random_bool(0.4) {
            plus(parameter(family, rng), Expr::Number(rng.random_range(-3..3)))
        } else {
            Expr::Number(rng.random_range(-2..3))
        }
    };
    let kinds = [CellTest::Free, CellTest::Wall, CellTest::Drawn, CellTest::OnBoard];
    let kind = ShapeKind::Cells(kinds[rng.random_range(0..kinds.len())]);
    let mut steps = Vec::new();
    if rng.random_bool(0.5) {
        let count = plus(parameter(family, rng), Expr::Number(rng.random_range(-4..2)));
        let count = Expr::Call(Function::Max, vec![count, Expr::Number(0)]);
        let directions = [vec![Move::Up], vec![Move::Left], vec![Move::Left, Move::Up]];
        steps.push((directions[rng.random_range(0..3)].clone(), count));
    }
    let sideways = (place(rng), [Move::Left, Move::Right][rng.random_range(0..2)]);
    Shape { kind, path: Path { sideways, forward: (place(rng), Move::Up), steps }, when: None }
}

/// Changes the limits of one case: by a number, by a parameter, or to a number that does not grow.
fn alter_limits(family: &mut Family, rng: &mut ChaCha8Rng) {
    let case = rng.random_range(0..family.cases.len());
    let growing = parameter(family, rng);
    let (kind, by) = (rng.random_range(0..5), rng.random_range(-2..3));
    for claim in &mut family.cases[case].claims {
        for (_, test) in &mut claim.tests {
            let TestExpr::Surplus(comparison, limit) = test else { continue };
            let below = *comparison == Comparison::Less;
            let outwards = |expr: Expr| if below { Expr::Negative(Box::new(expr)) } else { expr };
            *limit = match kind {
                0 => outwards(Expr::Number(6 + by)),
                1 => plus(limit.clone(), outwards(growing.clone())),
                _ => plus(limit.clone(), Expr::Number(by)),
            };
        }
    }
}
