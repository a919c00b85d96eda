//! Both implementations agree: on random barriers, on single members, and on families.

use std::collections::BTreeSet;

use deadmove_core::board::Move;
use deadmove_prove::family::member;
use deadmove_prove::transfer::SegmentProfile;
use deadmove_rules::family::Family;
use deadmove_rules::geometry::Offset;
use deadmove_rules::model::{CellTest, Forbidden, Pattern, RegionTest, Rule};
use deadmove_testing::claims::{family, hold};
use deadmove_verify::live_set::LiveSet;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::altered::{altered, with_each_limit_fixed, with_limits_moved, without_each_shape};
use super::barrier::{Scene, scenes};
use super::every_member::{is_excluded, settle_all};
use super::passages::{sums, sums_by_list};
use crate::induction::{AREA, barrier, never, prove_all, settled, sharper};

/// The smallest and the largest surplus; none if no surplus is possible.
type Left = Option<(i64, i64)>;

/// What the second implementation leaves, for each barrier.
fn left_by_barriers(rule: &Rule, direction: Move) -> Vec<Left> {
    let of_barrier = |scenes: &Vec<Scene>| {
        let sums: BTreeSet<i64> = scenes.iter().flat_map(sums).collect();
        Some((sums.first()? / 2, sums.last()? / 2))
    };
    scenes(rule, direction).iter().map(of_barrier).collect()
}

/// What the first implementation leaves. It looks at one barrier.
fn left_by_transfer(rule: &Rule, direction: Move) -> Option<Left> {
    let profile = SegmentProfile::of(rule, direction)?;
    Some(profile.surpluses().map(|(low, high)| (low.into(), high.into())))
}

/// The rule that forbids a move for every surplus, of a random barrier.
fn random_rule(rng: &mut ChaCha8Rng) -> (Pattern, Forbidden, Rule) {
    loop {
        if let Some((pattern, forbidden)) = barrier(rng) {
            let rule = member(&pattern, &[], &forbidden, &[]);
            return (pattern, forbidden, rule);
        }
    }
}

/// How many known walls touch an end of the segment.
fn walls_at_ends(pattern: &Pattern) -> usize {
    let cells = &pattern.segments[0].cells;
    let touches =
        |a: &Offset, b: &Offset| a.right.abs_diff(b.right).max(a.down.abs_diff(b.down)) == 1;
    let ends = [cells.first(), cells.last()];
    let is_wall =
        |test: &CellTest| matches!(test, CellTest::Wall | CellTest::Drawn | CellTest::Outside);
    let walls = pattern.cells.iter().filter(|(_, test)| is_wall(test));
    walls.filter(|(wall, _)| ends.into_iter().flatten().any(|end| touches(wall, end))).count()
}

/// Compares both implementations on rules of random barriers, until so many have a barrier that can
/// be used.
fn compare_barriers(seed: u64, usable: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut refused, mut same, mut only_second, mut impossible) = (0, 0, 0, 0);
    while same < usable {
        let (pattern, forbidden, rule) = random_rule(&mut rng);
        let second = left_by_barriers(&rule, forbidden.direction);
        match left_by_transfer(&rule, forbidden.direction) {
            Some(left) => {
                assert!(second.contains(&left), "{left:?} {second:?} {rule:?}");
                same += 1;
                impossible += usize::from(left.is_none());
            }
            None if second.is_empty() => refused += 1,
            None => {
                // The first one looks at one wall only.
                assert!(walls_at_ends(&pattern) > 1, "{second:?} {rule:?}");
                only_second += 1;
            }
        }
    }
    println!(
        "{same} same, {impossible} of them impossible; {refused} refused by both, {only_second} refused by the first only"
    );
    assert!(impossible * 10 > same && impossible * 2 < same && refused > same);
}

#[test]
fn both_implementations_leave_the_same_surpluses_of_random_barriers() {
    compare_barriers(1, 1500);
}

#[test]
#[ignore = "five seconds of processor time"]
fn both_implementations_leave_the_same_surpluses_of_100_000_random_barriers() {
    compare_barriers(2, 100_000);
}

#[test]
fn written_out_choices_of_edges_have_the_sums_that_are_found_cell_by_cell() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut sizes = BTreeSet::new();
    for _ in 0..4000 {
        let (_, forbidden, rule) = random_rule(&mut rng);
        for scene in scenes(&rule, forbidden.direction).iter().flatten() {
            let all = sums_by_list(scene);
            sizes.insert(all.len());
            assert_eq!(all, sums(scene), "{scene:?}");
            assert!(all.iter().all(|sum| sum % 2 == 0), "a sum is twice a surplus: {scene:?}");
        }
    }
    assert!(sizes.len() > 4, "{sizes:?}");
}

/// Compares both implementations on every claim of the area families with parameters up to a
/// number, and on the same claims with limits that are one surplus sharper and one looser.
fn compare_members(of_one: i64, of_two: i64) {
    let (mut excluded, mut not_excluded) = (0, 0);
    for file in AREA {
        for by in -1..=1 {
            let family = with_limits_moved(&family(file), by);
            let most = if family.parameters.len() == 1 { of_one } else { of_two };
            for values in family.all_parameters(|_| most) {
                for rule in family.expand(&values).unwrap() {
                    for Forbidden { direction, .. } in &rule.forbids {
                        let first = SegmentProfile::of(&rule, *direction).unwrap().excludes(&rule);
                        let second = is_excluded(&rule, *direction);
                        assert_eq!(first, second, "{} {direction}", rule.head.name);
                        // What the family states is true; one step sharper it need not be.
                        assert!(first || by < 0, "{} {direction}", rule.head.name);
                        excluded += usize::from(first);
                        not_excluded += usize::from(!first);
                    }
                }
            }
        }
    }
    println!("{excluded} claims excluded, {not_excluded} not");
    assert!(not_excluded * 5 > excluded, "{excluded} {not_excluded}");
}

#[test]
fn both_implementations_exclude_the_same_claims_of_small_members() {
    compare_members(24, 8);
}

#[test]
#[ignore = "two minutes of processor time"]
fn both_implementations_exclude_the_same_claims_of_members_up_to_200_and_48() {
    compare_members(200, 48);
}

/// Which implementations settle how many families.
#[derive(Debug, Default)]
struct Verdicts {
    both: usize,
    neither: usize,
    only_second: usize,
}

impl Verdicts {
    /// Adds the verdicts on a family. Asserts that they are the same, but for families with several
    /// known walls at the end of the segment: the first implementation looks at one of them.
    fn add(&mut self, family: &Family, name: &str) {
        let (first, second) = (prove_all(family, &never()), settle_all(family));
        match (&first, &second) {
            (Ok(_), Ok(_)) => self.both += 1,
            (Err(_), Err(_)) => self.neither += 1,
            _ => {
                let large = family.pattern(&vec![20; family.parameters.len()]).unwrap();
                let several = first.is_err() && walls_at_ends(&large) > 1;
                assert!(several, "{name}: {first:?} {second:?}");
                self.only_second += 1;
            }
        }
    }
}

#[test]
fn the_second_implementation_settles_every_area_family_for_every_choice_of_parameters() {
    for file in AREA {
        let counts = settle_all(&family(file)).unwrap_or_else(|what| panic!("{file}: {what}"));
        println!("{file}: {counts:?}");
        assert!(counts.members >= 10 && counts.rays >= 4);
        // So the first one needs windows for no member either: it is compared without them.
        assert_eq!(settled(file).by_window, 0, "{file}");
    }
}

/// Compares the verdicts on families with one limit sharper by a surplus and on families without
/// one condition.
fn compare_sharper(files: &[&str]) -> Verdicts {
    let mut verdicts = Verdicts::default();
    for file in files {
        let family = family(file);
        let without = without_each_shape(&family).into_iter().map(|f| ("without".to_owned(), f));
        for (name, family) in sharper(&family).into_iter().chain(without) {
            verdicts.add(&family, &format!("{file} {name}"));
        }
    }
    println!("{verdicts:?}");
    verdicts
}

#[test]
fn neither_implementation_settles_a_family_with_a_sharper_limit_or_without_what_it_needs() {
    let verdicts = compare_sharper(&AREA[..5]);
    assert!(verdicts.both > 4 && verdicts.neither > 50 && verdicts.only_second == 0);
}

#[test]
#[ignore = "half a minute of processor time"]
fn neither_implementation_settles_a_corner_with_a_sharper_limit_or_without_what_it_needs() {
    let verdicts = compare_sharper(&AREA[5..]);
    assert!(verdicts.both > 1 && verdicts.neither > 40 && verdicts.only_second == 0);
}

/// Compares the verdicts on families with one limit that does not grow.
fn compare_fixed(files: &[&str]) -> Verdicts {
    let mut verdicts = Verdicts::default();
    for file in files {
        for (number, fixed) in with_each_limit_fixed(&family(file)).iter().enumerate() {
            verdicts.add(fixed, &format!("{file}, limit {number}"));
        }
    }
    println!("{verdicts:?}");
    verdicts
}

#[test]
fn neither_implementation_settles_a_limit_that_only_large_members_exceed() {
    let verdicts = compare_fixed(&["rules/area/u.rule", "rules/area/s-behind.rule"]);
    assert!(verdicts.neither > 15 && verdicts.only_second == 0);
}

#[test]
#[ignore = "three minutes of processor time"]
fn neither_implementation_settles_a_limit_of_any_area_family_that_only_large_members_exceed() {
    let verdicts = compare_fixed(&AREA);
    assert!(verdicts.both > 10 && verdicts.neither > 100 && verdicts.only_second == 0);
}

/// Compares the verdicts on families that are altered at random.
fn compare_altered(seed: u64, files: &[&str], count: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut verdicts = Verdicts::default();
    for number in 0..count {
        let file = files[rng.random_range(0..files.len())];
        let altered = altered(&family(file), &mut rng);
        verdicts.add(&altered, &format!("{file}, {number}: {altered:?}"));
    }
    println!("{verdicts:?}");
    assert!(verdicts.both * 10 > count && verdicts.neither * 10 > count, "{verdicts:?}");
    assert!(verdicts.only_second * 50 < count, "{verdicts:?}");
}

#[test]
fn both_implementations_settle_the_same_of_families_altered_at_random() {
    compare_altered(4, &AREA[..5], 30);
}

#[test]
#[ignore = "two and a half minutes of processor time"]
fn both_implementations_settle_the_same_of_1_000_families_altered_at_random() {
    compare_altered(5, &AREA[..5], 800);
    compare_altered(6, &AREA[5..], 200);
}

#[test]
#[ignore = "lists all live positions of 7×7"]
fn no_live_position_has_a_surplus_that_any_barrier_excludes() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut rules = Vec::new();
    while rules.len() < 1000 {
        let (pattern, forbidden, rule) = random_rule(&mut rng);
        for left in left_by_barriers(&rule, forbidden.direction) {
            let surplus = |from, to| vec![RegionTest::Surplus { from, to, inside: true }];
            let tests = match left {
                None => vec![Vec::new()],
                Some((low, high)) => {
                    vec![surplus(None, Some(low as i32 - 1)), surplus(Some(high as i32 + 1), None)]
                }
            };
            rules.extend(tests.iter().map(|tests| member(&pattern, &[], &forbidden, tests)));
        }
    }
    for size in [5, 7] {
        let fired = hold(&rules, &LiveSet::build(size, &|_| {}).unwrap());
        println!("{fired} of {} rules forbid something on {size}×{size}", rules.len());
        assert!(fired > 50, "the test is not vacuous: {fired}");
    }
}
