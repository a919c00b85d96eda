//! Deductions prove no false claim, and nothing that formulas do not prove.

use std::sync::atomic::AtomicBool;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_prove::argument::{Effort, argue_by_formulas};
use deadmove_prove::claims::MoveClaim;
use deadmove_prove::deduction::{MANY_PROBES, deduce};
use deadmove_prove::formula::WindowQuestion;
use deadmove_testing::claims::{against_positions, for_every_size, hold, mutants, shipped};
use deadmove_verify::live_set::LiveSet;
use rayon::prelude::*;

fn question(claim: &MoveClaim) -> WindowQuestion<'_> {
    WindowQuestion { rule: &claim.rule, forbidden: claim.direction, step: claim.direction }
}

fn is_deduced(claim: &MoveClaim) -> bool {
    deduce(&question(claim), MANY_PROBES, &Budget::new(&Limits::default())).is_some()
}

fn deduced(claims: Vec<MoveClaim>) -> Vec<MoveClaim> {
    claims.into_par_iter().filter(is_deduced).collect()
}

#[test]
fn what_is_deduced_of_shipped_rules_is_proved_by_formulas_too() {
    let claims: Vec<MoveClaim> = shipped("rules", 2).into_iter().step_by(6).collect();
    let asked = claims.len();
    let deduced = deduced(claims);
    let stop = AtomicBool::new(false);
    deduced.par_iter().for_each(|claim| {
        let budget = Budget::stoppable(&Limits::default(), &stop);
        let outcome = argue_by_formulas(&question(claim), Effort::USUAL, &budget);
        assert!(outcome.is_refuted(), "{} is deduced, and not proved by formulas", claim.name());
    });
    println!("{} of {asked} claims deduced", deduced.len());
    assert!(deduced.len() * 5 > asked * 2, "{} of {asked}", deduced.len());
}

#[test]
fn a_staircase_of_any_number_of_steps_is_deduced() {
    for claim in shipped("rules/staircase", 1) {
        let start = std::time::Instant::now();
        assert!(is_deduced(&claim), "{}", claim.name());
        println!("{} {:?}", claim.name(), start.elapsed());
    }
}

#[test]
fn no_live_position_of_5x5_and_7x7_contradicts_a_deduction_of_a_weakened_rule() {
    let weakened = deduced(mutants(&shipped("rules", 2)).into_iter().step_by(96).collect());
    let rules: Vec<_> = weakened.iter().map(for_every_size).collect();
    let [_, fired] = [5, 7].map(|size| hold(&rules, &LiveSet::build(size, &|_| {}).unwrap()));
    println!("{} weakened rules deduced, {fired} forbid something on 7×7", rules.len());
    assert!(rules.len() > 5 && fired > 2, "{} and {fired}", rules.len());
}

#[test]
fn no_rule_that_is_wrong_is_deduced() {
    let seven = LiveSet::build(7, &|_| {}).unwrap();
    let wrong = against_positions(&seven, 11, 200);
    let known =
        shipped("rules", 2).into_iter().filter(|claim| claim.rule.head.wrong_since.is_some());
    let names = |claims: Vec<MoveClaim>| claims.iter().map(MoveClaim::name).collect::<Vec<_>>();
    // Some rules that are known to be wrong have right claims too.
    let right = names(deduced(known.collect()));
    insta::assert_debug_snapshot!(right, @"[]");
    assert_eq!(names(deduced(wrong)), Vec::<String>::new());
}
