//! Families for every choice of their parameters: the shipped ones are proved, altered ones are
//! not, and the transfer argument agrees with the live positions of small boards and with the
//! window argument.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use deadmove_core::board::Move;
use deadmove_core::verdict::Limits;
use deadmove_prove::family::{member, rows};
use deadmove_prove::induction::{Settled, Unsettled, settle};
use deadmove_prove::run::Run;
use deadmove_prove::transfer::SegmentProfile;
use deadmove_rules::RuleFile;
use deadmove_rules::affine::{Affine, affine_truth, affine_value};
use deadmove_rules::expr::{Comparison, Condition, Expr, Function, Operation};
use deadmove_rules::family::{Family, TestExpr};
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{
    CellTest, Extent, Forbidden, Pattern, RegionTest, Rule, Segment, Side,
};
use deadmove_testing::claims::{QUICK, family, files, hold};
use deadmove_verify::live_set::LiveSet;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

pub const AREA: [&str; 7] = [
    "rules/area/s.rule",
    "rules/area/s-behind.rule",
    "rules/area/u.rule",
    "rules/area/u-big.rule",
    "rules/area/h.rule",
    "rules/area/c.rule",
    "rules/area/c-behind.rule",
];

/// Settles a family of which nothing is known.
pub fn prove_all(family: &Family, stop: &AtomicBool) -> Result<Settled, Unsettled> {
    settle(family, &|_| false, &Limits::default(), &Run::new(stop))
}

pub fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// The shipped families with their names, in the order of their files, and what is said of them.
static SETTLED: LazyLock<Vec<(String, Result<Settled, Unsettled>)>> = LazyLock::new(|| {
    let families = files("rules").into_iter().filter_map(|file| match file.rule_file {
        RuleFile::Family(family) => Some(family),
        RuleFile::Rule(_) => None,
    });
    families.map(|family| (family.head.name.clone(), prove_all(&family, &never()))).collect()
});

/// How a shipped family is settled.
pub fn settled(file: &str) -> Settled {
    let name = family(file).head.name;
    let (_, said) = SETTLED.iter().find(|(of, _)| *of == name).unwrap();
    said.clone().unwrap_or_else(|why| panic!("{file}: {why}"))
}

#[test]
fn every_claim_of_the_area_families_is_proved_for_every_choice_of_parameters() {
    for file in AREA {
        let settled = settled(file);
        println!("{file}: {settled:?}");
        assert!(settled.members > 20 && settled.rays > 0);
    }
}

#[test]
fn members_far_beyond_the_first_are_proved_one_by_one_too() {
    for (file, choices) in [
        ("rules/area/s.rule", vec![vec![61], vec![94], vec![127], vec![160]]),
        ("rules/area/u.rule", vec![vec![61], vec![94], vec![127], vec![160]]),
        ("rules/area/c.rule", vec![vec![70, 70], vec![70, 23], vec![31, 72], vec![90, 89]]),
    ] {
        for values in choices {
            for rule in family(file).expand(&values).unwrap() {
                for forbidden in &rule.forbids {
                    let line = SegmentProfile::of(&rule, forbidden.direction).unwrap();
                    assert!(line.excludes(&rule), "{} {}", rule.head.name, forbidden.direction);
                }
            }
        }
    }
}

/// For each claim of a family that is a limit: the family with this limit sharper by one surplus.
pub fn sharper(family: &Family) -> Vec<(String, Family)> {
    let mut all = Vec::new();
    for (case, one) in family.cases.iter().enumerate() {
        for (claim, of_case) in one.claims.iter().enumerate() {
            let Some((_, TestExpr::Surplus(comparison, limit))) = of_case.tests.first() else {
                continue;
            };
            let operation = match comparison {
                Comparison::Greater => Operation::Subtract,
                Comparison::Less => Operation::Add,
                _ => continue,
            };
            let one_more = Box::new(Expr::Number(1));
            let limit = Expr::Binary(operation, Box::new(limit.clone()), one_more);
            let mut sharp = family.clone();
            sharp.cases[case].claims[claim].tests[0].1 = TestExpr::Surplus(*comparison, limit);
            all.push((format!("case {} {}", case + 1, of_case.name), sharp));
        }
    }
    all
}

/// Asserts that no limit of families can be a surplus sharper for every parameter.
fn assert_sharp<'f>(files: impl IntoIterator<Item = &'f str>) {
    for file in files {
        let all = sharper(&family(file));
        assert!(all.len() > 7);
        for (name, sharp) in all {
            let why = prove_all(&sharp, &never()).expect_err(&format!("{file}, {name}"));
            let of_claim = matches!(why, Unsettled::Claim(..) | Unsettled::Step(..));
            assert!(of_claim, "{file}, {name}: {why}");
        }
    }
}

#[test]
fn no_limit_of_the_families_s_and_u_could_be_a_surplus_sharper_for_every_parameter() {
    assert_sharp(["rules/area/s.rule", "rules/area/u.rule"]);
}

#[test]
#[ignore = "a quarter of a minute of processor time"]
fn no_limit_of_the_families_s_u_and_c_could_be_a_surplus_sharper_for_every_parameter() {
    assert_sharp(AREA.into_iter().filter(|file| !file.ends_with("h.rule")));
}

/// A shipped family without one of the shapes of its pattern.
pub fn without_shape(file: &str, shape: usize) -> Family {
    let mut family = family(file);
    family.pattern.remove(shape);
    family
}

#[test]
fn without_what_its_proof_needs_a_family_is_not_settled() {
    // Without the free cell below the corner C is wrong on 7×7, for h = 3, v = 2.
    let open_corner = prove_all(&without_shape("rules/area/c.rule", 2), &never());
    assert!(matches!(open_corner, Err(Unsettled::Claim(..))), "{open_corner:?}");
    // Without the wall nothing separates the two sides of the segment.
    let no_wall = prove_all(&without_shape("rules/area/s.rule", 0), &never());
    assert_eq!(no_wall, Err(Unsettled::Form));
}

#[test]
fn corners_do_not_need_the_free_cell_beside_their_wall_for_any_parameters() {
    prove_all(&without_shape("rules/area/c.rule", 1), &never()).unwrap();
}

#[test]
#[ignore = "some seconds"]
fn corners_entered_behind_do_not_need_the_free_cell_beside_their_wall_for_any_parameters() {
    prove_all(&without_shape("rules/area/c-behind.rule", 1), &never()).unwrap();
}

#[test]
fn a_family_that_grows_otherwise_is_not_settled() {
    let d = || Box::new(Expr::Name("D".to_owned()));
    let number = |n| Box::new(Expr::Number(n));
    // The wall moves away from the end of the segment.
    let mut apart = family("rules/area/u.rule");
    apart.pattern[0].path.forward.0 = Expr::Binary(Operation::Multiply, number(2), d());
    assert!(prove_all(&apart, &never()).is_err());
    // A limit grows with the square of the distance.
    let mut square = family("rules/area/u.rule");
    let squared = Expr::Binary(Operation::Multiply, d(), d());
    square.cases[1].claims[0].tests[0].1 = TestExpr::Surplus(Comparison::Greater, squared);
    assert!(prove_all(&square, &never()).is_err());
    // A wall that comes nearer, and then moves away.
    let mut wanders = family("rules/area/u.rule");
    let mut wall = wanders.pattern[0].clone();
    let away = Expr::Binary(Operation::Subtract, d(), number(30));
    let away =
        Expr::Binary(Operation::Add, Box::new(Expr::Call(Function::Abs, vec![away])), number(2));
    wall.path.sideways = (away, Move::Right);
    wanders.pattern.push(wall);
    assert!(prove_all(&wanders, &never()).is_err());
}

#[test]
fn a_family_whose_parameters_end_is_settled_member_by_member() {
    let mut short = family("rules/area/s.rule");
    short.parameters[0].to = Some(9);
    let settled = prove_all(&short, &never()).unwrap();
    assert_eq!((settled.members, settled.rays), (9, 0));
}

#[test]
fn a_family_with_too_many_members_is_refused_before_they_are_listed() {
    let mut wide = family("rules/area/s.rule");
    let mut other = wide.parameters[0].clone();
    other.name = "E".to_owned();
    wide.parameters.push(other);
    wide.parameters.iter_mut().for_each(|p| p.to = Some(1_000_000));
    assert_eq!(prove_all(&wide, &never()), Err(Unsettled::TooMany));
}

#[test]
fn a_stopped_run_settles_nothing() {
    let stopped = AtomicBool::new(true);
    assert_eq!(prove_all(&family("rules/area/s.rule"), &stopped), Err(Unsettled::Stopped));
}

#[test]
fn what_the_transfer_argument_excludes_the_window_argument_refutes_too() {
    let (mut compared, mut equal) = (0, 0);
    for file in AREA {
        let family = family(file);
        for values in family.all_parameters(|_| 4) {
            let shared = family.pattern(&values).unwrap();
            for row in rows(&family, &values, QUICK, &Run::new(&never())).unwrap().unwrap().rows {
                let rule = member(&shared, &[], &row.forbidden, &[]);
                let possible = SegmentProfile::of(&rule, row.direction).unwrap().surpluses();
                let possible: BTreeSet<i32> =
                    possible.map_or(BTreeSet::new(), |(low, high)| (low..=high).collect());
                assert!(
                    row.unrefuted.is_subset(&possible),
                    "{file} {values:?} {}: {:?} {possible:?}",
                    row.direction,
                    row.unrefuted
                );
                compared += 1;
                equal += usize::from(row.unrefuted == possible);
            }
        }
    }
    println!("{equal} of {compared} rows leave the same");
    assert!(equal * 10 > compared * 9, "{equal} of {compared}");
}

/// A random segment from the live end to a wall, with some cells around it and a move.
pub fn barrier(rng: &mut ChaCha8Rng) -> Option<(Pattern, Forbidden)> {
    let around = |cell: Offset, rng: &mut ChaCha8Rng| {
        Offset::new(cell.right + rng.random_range(-1..2), cell.down + rng.random_range(-1..2))
    };
    let mut cell = around(Offset::LIVE_END, rng);
    let ways = [0, 1].map(|_| Move::ALL[rng.random_range(0..4)]);
    let mut cells = BTreeSet::from([cell]);
    for _ in 0..rng.random_range(0..5) {
        cell = cell.step(ways[rng.random_range(0..2)]);
        cells.insert(cell);
    }
    let wall = around(cell, rng);
    if cells.contains(&Offset::LIVE_END) || cells.contains(&wall) || wall == Offset::LIVE_END {
        return None;
    }
    let cells = Segment::in_order(&cells).ok()?;
    let directions: Vec<Move> =
        (0..rng.random_range(1..4)).map(|_| Move::ALL[rng.random_range(0..4)]).collect();
    let side = Side::new(&directions);
    Segment::check_side(&cells, side).ok()?;
    let extent = if rng.random_bool(0.7) { Extent::Enclosed } else { Extent::EnclosedOrEmpty };
    let mut pattern = Pattern::default();
    pattern.cells.insert(wall, CellTest::Wall);
    for _ in 0..rng.random_range(0..4) {
        let near = around(cells[rng.random_range(0..cells.len())], rng);
        let test = if rng.random_bool(0.7) { CellTest::Free } else { CellTest::Wall };
        if !cells.contains(&near) && near != Offset::LIVE_END {
            pattern.cells.entry(near).or_insert(test);
        }
    }
    pattern.segments.push(Segment { cells, side, extent, tests: Vec::new() });
    let unless_in = if rng.random_bool(0.3) { vec![0] } else { Vec::new() };
    Some((pattern, Forbidden { direction: Move::ALL[rng.random_range(0..4)], unless_in }))
}

/// The rules that forbid a move for every surplus that the argument excludes.
fn excluded(pattern: &Pattern, forbidden: &Forbidden) -> Vec<Rule> {
    let rule = member(pattern, &[], forbidden, &[]);
    let Some(line) = SegmentProfile::of(&rule, forbidden.direction) else { return Vec::new() };
    let surplus = |from, to| RegionTest::Surplus { from, to, inside: true };
    let tests = match line.surpluses() {
        None => vec![Vec::new()],
        Some((low, high)) => {
            vec![vec![surplus(None, Some(low - 1))], vec![surplus(Some(high + 1), None)]]
        }
    };
    tests.iter().map(|tests| member(pattern, &[], forbidden, tests)).collect()
}

#[test]
fn no_live_position_of_5x5_and_7x7_has_a_surplus_that_the_transfer_argument_excludes() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut rules = Vec::new();
    while rules.len() < 500 {
        if let Some((pattern, forbidden)) = barrier(&mut rng) {
            rules.extend(excluded(&pattern, &forbidden));
        }
    }
    for file in AREA {
        let family = family(file);
        for values in family.all_parameters(|_| 4) {
            let pattern = family.pattern(&values).unwrap();
            for direction in Move::ALL {
                for unless_in in [Vec::new(), vec![0]] {
                    rules.extend(excluded(&pattern, &Forbidden { direction, unless_in }));
                }
            }
        }
    }
    let live_set = |size| LiveSet::build(size, &|_| {}).unwrap();
    let fired = hold(&rules, &live_set(7));
    hold(&rules, &live_set(5));
    println!("{fired} of {} rules forbid something on 7×7", rules.len());
    assert!(fired > 100, "the test is not vacuous: {fired}");
}

/// The limits in the source of family C for each corner: the largest white and the largest black
/// surplus of a region that is entered now by the left cell, now by the cell behind, and later.
fn corner_limits(h: i64, v: i64) -> [(i64, i64); 3] {
    let (a, n) = (h.min(v) - 1, (h - v).abs() / 2);
    let even = (h - v) % 2 == 0;
    match (h.cmp(&v), even) {
        (std::cmp::Ordering::Equal, _) => [(0, a - 1), (0, a - 1), (-1, a - 1)],
        (std::cmp::Ordering::Greater, true) => {
            let black = a + (n - 1) / 2;
            let left = if n > 1 { (n + 1) / 2 } else { 0 };
            [(left, black), ((n + 1) / 2, black), (n / 2, a + n / 2)]
        }
        (std::cmp::Ordering::Greater, false) if n > 0 => {
            let now = (a + n / 2, (n + 1) / 2);
            [now, now, (a - 1 + (n + 1) / 2, (n + 2) / 2)]
        }
        (std::cmp::Ordering::Greater, false) => [(a - 1, 0), (a, 0), (a - 1, 0)],
        (std::cmp::Ordering::Less, true) => {
            let now = ((n + 1) / 2, a + (n - 1).div_euclid(2));
            [now, now, (n / 2, a + n / 2)]
        }
        (std::cmp::Ordering::Less, false) if n > 0 => {
            let now = (1 + (n + 1) / 2, a - 1 + n / 2);
            [now, now, (1 + n / 2, a - 1 + (n + 1) / 2)]
        }
        (std::cmp::Ordering::Less, false) => [(1, a - 1), (1, a - 1), (0, a - 1)],
    }
}

/// Compares the limits of corners with sides from 2 to `largest` with those of the source. Returns
/// how many were compared, and which are sharper.
fn compare_corners(largest: i64) -> (usize, Vec<(i64, i64, Move)>) {
    let (corners, behind) = (family("rules/area/c.rule"), family("rules/area/c-behind.rule"));
    let (mut compared, mut sharper) = (0, Vec::new());
    for h in 2..=largest {
        for v in 2..=largest {
            let [left, back, later] = corner_limits(h, v);
            for (family, direction, (white, black)) in [
                (&corners, Move::Left, left),
                (&behind, Move::Down, back),
                (&corners, Move::Up, later),
                (&corners, Move::Right, later),
            ] {
                let source: BTreeSet<i32> = (-black..=white).map(|d| d as i32).collect();
                let member = rows(family, &[h, v], QUICK, &Run::new(&never())).unwrap().unwrap();
                let row = member.rows.iter().find(|row| row.direction == direction).unwrap();
                assert!(row.unrefuted.is_subset(&row.stated), "{h} {v} {direction}: proved");
                assert!(row.stated.is_subset(&source), "{h} {v} {direction}: {:?}", row.stated);
                compared += 1;
                if row.stated != source {
                    sharper.push((h, v, direction));
                }
            }
        }
    }
    println!("{compared} compared, sharper: {sharper:?}");
    (compared, sharper)
}

#[test]
fn each_limit_of_the_source_for_corners_up_to_3_is_proved_and_stated_so() {
    assert_eq!(compare_corners(3), (16, Vec::new()));
}

#[test]
#[ignore = "a quarter of a minute of processor time"]
fn each_limit_of_the_source_for_corners_up_to_6_is_proved_and_stated_so() {
    assert_eq!(compare_corners(6), (100, Vec::new()));
}

/// Formulae of one parameter, with the divisions and remainders that families use.
fn formula() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-9i64..20).prop_map(Expr::Number),
        Just(Expr::Name("D".to_owned())),
        Just(Expr::Name("D".to_owned())),
    ];
    leaf.prop_recursive(4, 20, 2, |inner| {
        let binary = |operation| {
            (inner.clone(), inner.clone())
                .prop_map(move |(a, b)| Expr::Binary(operation, Box::new(a), Box::new(b)))
        };
        let by = |operation| {
            (inner.clone(), 1i64..7).prop_map(move |(a, b)| {
                Expr::Binary(operation, Box::new(a), Box::new(Expr::Number(b)))
            })
        };
        let call = |function| {
            (inner.clone(), inner.clone()).prop_map(move |(a, b)| Expr::Call(function, vec![a, b]))
        };
        prop_oneof![
            binary(Operation::Add),
            binary(Operation::Subtract),
            binary(Operation::Multiply),
            by(Operation::Divide),
            by(Operation::Modulo),
            by(Operation::Divide).prop_map(|a| Expr::Call(Function::Floor, vec![a])),
            call(Function::Min),
            call(Function::Max),
            inner.clone().prop_map(|a| Expr::Call(Function::Abs, vec![a])),
            inner.clone().prop_map(|a| Expr::Negative(Box::new(a))),
        ]
    })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    proptest::sample::select(Comparison::SIGNS.map(|(_, comparison)| comparison).to_vec())
}

proptest! {
    #[test]
    fn a_formula_along_a_ray_has_its_values(
        formula in formula(), base in -5i64..40, step in 1i64..13,
    ) {
        let values = [("D".to_owned(), Affine { at: base, slopes: vec![step] })];
        if let Some(found) = affine_value(&formula, &values) {
            for t in 0..25 {
                let here = [("D".to_owned(), base + step * t)];
                // Numbers too large for any board have no value, though they have one along the
                // ray.
                if let Ok(value) = formula.value(&here) {
                    prop_assert_eq!(value, found.at + found.slopes[0] * t);
                }
            }
        }
    }

    #[test]
    fn a_condition_along_a_ray_holds_everywhere_or_nowhere(
        a in formula(), comparison in comparison(), b in formula(),
        base in -5i64..40, step in 1i64..13,
    ) {
        let condition = Condition(vec![(a, comparison, b)]);
        let values = [("D".to_owned(), Affine { at: base, slopes: vec![step] })];
        if let Some(holds) = affine_truth(&condition, &values) {
            for t in 0..25 {
                if let Ok(here) = condition.holds(&[("D".to_owned(), base + step * t)]) {
                    prop_assert_eq!(here, holds);
                }
            }
        }
    }
}

#[test]
fn all_shipped_families_are_settled_or_say_why_not() {
    let mut text = String::new();
    for (name, said) in &*SETTLED {
        let said = match said {
            Ok(settled) => format!("{} members, {} runs", settled.members, settled.rays),
            Err(why) => format!("not settled: {why}"),
        };
        text += &format!("{name}: {said}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_example_of_the_page_about_all_sizes_leaves_the_surplus_0_only() {
    let pattern = family("rules/area/s.rule").pattern(&[2]).unwrap();
    let forbidden = Forbidden { direction: Move::Right, unless_in: Vec::new() };
    let rule = member(&pattern, &[], &forbidden, &[]);
    let profile = SegmentProfile::of(&rule, Move::Right).unwrap();
    assert_eq!(profile.surpluses(), Some((0, 0)));
}
