//! Certificates for every board: proved rules are certified, and no live position contradicts them.

#[allow(dead_code, reason = "other tests use the rest")]
use deadmove_testing::claims as prove_support;

use std::sync::atomic::AtomicBool;

use deadmove_certify::all_sizes::certify;
use deadmove_certify::compiled;
use deadmove_checker::every_board::{AllSizesRecord, Case, check_cases};
use deadmove_core::verdict::Limits;
use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimVerdict, MoveClaim, prove};
use deadmove_prove::run::Run;
use deadmove_rules::model::Rule;
use deadmove_testing::claims::{for_every_size, from_positions, mutants, shipped};
use deadmove_verify::live_set::LiveSet;
use rayon::prelude::*;

const SPLITS: usize = 20;

/// Enough for most claims that are certified at all. Those that are not cost the most time.
const FEW_SPLITS: usize = 4;

fn certified(claim: &MoveClaim, splits: usize) -> Option<AllSizesRecord> {
    let stop = AtomicBool::new(false);
    certify(&claim.rule, splits, &Limits::default(), &stop)
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// Checks claims on every live position of 5×5 and 7×7. Returns how many forbid something on 7×7.
fn hold(claims: &[MoveClaim]) -> usize {
    let rules: Vec<Rule> = claims.iter().map(for_every_size).collect();
    let [_, fired] =
        [5, 7].map(|size| prove_support::hold(&rules, &LiveSet::build(size, &|_| {}).unwrap()));
    fired
}

#[test]
fn what_is_proved_without_many_splits_is_certified() {
    let claims: Vec<MoveClaim> = ["rules/edge", "rules/near-field", "rules/9-grid", "rules/area"]
        .iter()
        .flat_map(|folder| shipped(folder, 2))
        .step_by(6)
        .collect();
    let effort = Effort { splits: SPLITS, ..Effort::USUAL };
    let verdicts = prove(&claims, effort, &Run::new(&AtomicBool::new(false)));
    let records: Vec<Option<AllSizesRecord>> =
        claims.par_iter().map(|claim| certified(claim, SPLITS)).collect();
    let mut both = 0;
    for ((claim, verdict), record) in claims.iter().zip(&verdicts).zip(&records) {
        let proved = matches!(verdict, ClaimVerdict::Proved(_));
        // With few splits the result depends on which cells are split.
        let split = |case: &Case| matches!(case, Case::Split { .. });
        let splits = record.iter().flat_map(|r| &r.proofs).flat_map(|p| &p.cases);
        if proved != record.is_some() {
            let splits = splits.filter(|case| split(case)).count();
            let name = &claim.rule.head.name;
            assert!(splits > 5 || record.is_none() && proved, "only one side proves {name}");
            println!("{name}: proved {proved}, certified {}", record.is_some());
        } else if proved {
            both += 1;
        }
    }
    let proved = verdicts.iter().filter(|v| matches!(v, ClaimVerdict::Proved(_))).count();
    println!("{both} of {proved} proved claims are certified");
    assert!(both > 25 && both + 3 > proved, "{both} of {proved}");
}

#[test]
#[ignore = "a few seconds"]
fn claims_that_need_the_drawn_line_or_cells_away_from_the_disc_are_certified() {
    for (file, splits) in [
        ("rules/9-grid/future-3-x-3-start-end-9.rule", 1000),
        ("rules/multi-area/sequence-first-case.rule", SPLITS),
    ] {
        let claims = shipped(file, 2);
        assert!(!claims.is_empty());
        for claim in claims {
            let stop = AtomicBool::new(false);
            let rule = compiled(&claim.rule);
            let record = certify(&claim.rule, splits, &Limits::default(), &stop).unwrap();
            let record = record.expect("it is proved");
            for (number, proof) in record.proofs.iter().enumerate() {
                check_cases(&rule, number, &proof.cases, &mut |_, _, _| {}).unwrap();
            }
        }
    }
}

/// Certifies one weakened rule in `one_in` and checks those that are certified. Returns how many
/// were asked about, were certified, and forbid something on 7×7.
fn check_weakened(one_in: usize, splits: usize) -> (usize, usize, usize) {
    let claims = mutants(&shipped("rules", 2));
    let claims: Vec<MoveClaim> = claims.into_iter().step_by(one_in).collect();
    let asked = claims.len();
    let certified: Vec<MoveClaim> =
        claims.into_par_iter().filter(|claim| certified(claim, splits).is_some()).collect();
    let fired = hold(&certified);
    println!("{} of {asked} certified, {fired} forbid something on 7×7", certified.len());
    (asked, certified.len(), fired)
}

#[test]
fn no_live_position_of_5x5_and_7x7_contradicts_a_certificate_of_a_weakened_rule() {
    let (asked, certified, fired) = check_weakened(160, FEW_SPLITS);
    assert!(certified > 3 && fired > 1 && certified < asked);
}

#[test]
#[ignore = "a minute of processor time"]
fn no_live_position_of_5x5_and_7x7_contradicts_a_certificate_of_one_weakened_rule_in_40() {
    let (asked, certified, fired) = check_weakened(40, SPLITS);
    assert!(certified > 12 && fired > 6 && certified < asked);
}

/// Certifies rules made from positions and checks those that are certified. Returns how many were
/// certified, and how many forbid something on 7×7.
fn check_made(count: usize, splits: usize) -> (usize, usize) {
    let list = LiveSet::build(7, &|_| {}).unwrap();
    let claims = from_positions(&list, 2, count);
    let certified: Vec<MoveClaim> =
        claims.into_par_iter().filter(|claim| certified(claim, splits).is_some()).collect();
    println!("{} of {count} made rules certified", certified.len());
    (certified.len(), hold(&certified))
}

#[test]
fn no_live_position_of_5x5_and_7x7_contradicts_a_certificate_of_a_rule_made_from_a_position() {
    let (certified, fired) = check_made(1_500, 0);
    assert!(certified > 20 && fired > 20, "{certified} certified, {fired} fire");
}

#[test]
#[ignore = "a minute of processor time"]
fn no_live_position_contradicts_a_certificate_of_one_of_300_rules_made_from_positions() {
    let (certified, fired) = check_made(300, SPLITS);
    assert!(certified > 3 && fired > 3, "{certified} certified, {fired} fire");
}
