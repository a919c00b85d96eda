//! Regions behind narrow gates whose colours do not balance: exponential for plain resolution, easy
//! for the SAT engine. Speed is measured in `benches/`; here the number of conflicts is bounded,
//! which does not depend on the machine.

use deadmove_core::budget::Budget;
use deadmove_core::verdict::{Limits, Outcome, Verdict};
use deadmove_engine::evidence;
use deadmove_engine::{frontier, sat};
use deadmove_testing::generate::{Pocket, pockets};
use rayon::prelude::*;

fn assert_decided(pocket: &Pocket, max_conflicts: u64) -> Verdict {
    let limits = Limits { max_conflicts: Some(max_conflicts), ..Limits::default() };
    let answer = sat::solve(&pocket.position, &Budget::new(&limits));
    match &answer {
        Outcome::Live(witness) => evidence::check_witness(&pocket.position, witness).unwrap(),
        Outcome::Dead(reason) => evidence::check_reason(&pocket.position, reason).unwrap(),
        Outcome::Unknown(limit) => panic!("{}: {limit}", pocket.name),
    }
    answer.verdict()
}

#[test]
fn pockets_on_13x13_get_one_verdict_from_both_engines() {
    let all = pockets(13, &[3, 4, 5, 7, 8, 9], &[1, 2, 3, 4, 5, 6]);
    let some: Vec<&Pocket> = all.iter().step_by(31).collect();
    some.par_iter().for_each(|pocket| {
        let verdict = assert_decided(pocket, 10_000);
        let second = frontier::solve(&pocket.position, &Limits::default());
        assert_eq!(verdict, second.verdict(), "{}", pocket.name);
    });
}

#[test]
fn pockets_up_to_51x51_need_few_conflicts() {
    for n in [21, 31, 51] {
        let all = pockets(n, &[5, 9, 13, 21, 31, 41], &[1, 2, 3, 4, 5, 6, 7, 8]);
        let chosen: Vec<&Pocket> = all.iter().step_by(if n == 51 { 193 } else { 37 }).collect();
        let live = chosen
            .par_iter()
            .filter(|pocket| assert_decided(pocket, 10_000) == Verdict::Live)
            .count();
        assert!(live * 5 > chosen.len() && live * 5 < chosen.len() * 4, "{live}/{}", chosen.len());
    }
}
