//! The parts of the second implementation, each compared with what it stands for.

use std::collections::BTreeMap;

use deadmove_rules::family::{Family, TestExpr};
use deadmove_testing::claims::family;

use super::every_member::{Bound, Heaviest, walks_of_ray};
use super::line::{truth, value};
use super::passages::sums;
use super::rays::{LONG, Ray, choices, names};
use crate::induction::AREA;

fn rays(family: &Family) -> Vec<Ray> {
    choices(family, LONG[0]).unwrap().1
}

/// Small numbers for each counter of a ray.
fn counters(ray: &Ray, most: i64) -> Vec<[i64; 2]> {
    let second = if ray.counters == 2 { most } else { 0 };
    (0..=most).flat_map(|i| (0..=second).map(move |j| [i, j])).collect()
}

#[test]
fn every_choice_of_parameters_is_a_single_member_or_on_one_ray() {
    for (file, most) in [("rules/area/s.rule", 90), ("rules/area/c.rule", 50)] {
        let family = family(file);
        let (members, rays) = choices(&family, LONG[0]).unwrap();
        let mut found: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
        let of_rays = rays.iter().flat_map(|ray| {
            counters(ray, most / 4).into_iter().map(|counters| ray.member(counters))
        });
        for values in members.into_iter().chain(of_rays) {
            *found.entry(values).or_default() += 1;
        }
        for values in family.all_parameters(|_| most) {
            assert_eq!(found.get(&values), Some(&1), "{file} {values:?}");
        }
    }
}

#[test]
fn along_a_ray_formulae_and_conditions_have_their_values() {
    let (mut formulae, mut true_cases) = (0, 0);
    for family in AREA.map(family) {
        for ray in rays(&family) {
            let names = names(&family, &ray);
            for counters in counters(&ray, 2) {
                let values = family.values(&ray.member(counters)).unwrap();
                for case in &family.cases {
                    let holds = case.when.holds(&values).unwrap();
                    assert_eq!(truth(&case.when, &names), Some(holds));
                    // The formulae of other cases may not have whole values.
                    if !holds {
                        continue;
                    }
                    true_cases += 1;
                    for (_, test) in case.claims.iter().flat_map(|claim| &claim.tests) {
                        let TestExpr::Surplus(_, limit) = test else { continue };
                        let line = value(limit, &names).unwrap();
                        let here =
                            line.at + line.grows[0] * counters[0] + line.grows[1] * counters[1];
                        assert_eq!(limit.value(&values), Ok(here));
                        formulae += 1;
                    }
                }
            }
        }
    }
    assert!(true_cases > 1000 && formulae > 2000, "{true_cases} {formulae}");
}

/// Compares the heaviest walk of each limit with the largest sums of actual members, for some of
/// the rays of a family. Returns how many were compared.
fn compare_walks(family: &Family, every: usize) -> usize {
    let mut compared = 0;
    for ray in rays(family).iter().step_by(every) {
        let names = names(family, ray);
        let case = family.cases.iter().find(|case| truth(&case.when, &names) == Some(true));
        for claim in &case.unwrap().claims {
            let bounds = claim.tests.iter().filter_map(|(_, test)| Bound::of(test, &names));
            for bound in bounds {
                for walks in walks_of_ray(family, ray, &claim.forbids[0]).unwrap().iter().flatten()
                {
                    let of_member = |counters: [i64; 2]| {
                        let sums = sums(&walks.member(counters)).into_iter();
                        let most = sums.map(|sum| bound.sign * sum).max()?;
                        let grown = bound.limit.grows;
                        Some(most - grown[0] * counters[0] - grown[1] * counters[1])
                    };
                    let most = counters(ray, 4).into_iter().filter_map(of_member).max();
                    let heaviest = most.map_or(Heaviest::None, Heaviest::Weight);
                    assert_eq!(walks.heaviest(bound), heaviest, "{ray:?} {}", claim.name);
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn the_heaviest_walk_is_that_of_an_actual_member() {
    for file in AREA {
        let every = if file.contains("/c") { 60 } else { 1 };
        assert!(compare_walks(&family(file), every) > 7, "{file}");
    }
}

#[test]
fn a_limit_that_grows_too_slowly_is_exceeded_without_bound() {
    let family = family("rules/area/u.rule");
    let ray = &rays(&family)[0];
    let names = names(&family, ray);
    let case = family.cases.iter().find(|case| truth(&case.when, &names) == Some(true)).unwrap();
    for claim in &case.claims {
        let mut bound = Bound::of(&claim.tests[0].1, &names).unwrap();
        bound.limit.grows[0] -= 1;
        let walks = walks_of_ray(&family, ray, &claim.forbids[0]).unwrap();
        assert!(walks.iter().flatten().all(|w| w.heaviest(bound) == Heaviest::Unbounded));
    }
}
