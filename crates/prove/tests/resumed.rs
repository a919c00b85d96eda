//! A run that continues from the answers of another says what one run says.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deadmove_prove::argument::Effort;
use deadmove_prove::claims::{ClaimArgument, ClaimVerdict, JudgedClaim};
use deadmove_prove::cross_check::{LISTED, check_against_live_sets};
use deadmove_prove::proofs::{ProofPlan, Proofs, claims_of_files, prove_files};
use deadmove_prove::run::{LastingAnswer, ProofAnswers, Run};
use deadmove_rules::load::{Loaded, load};
use deadmove_testing::root;

/// A family, rules that are proved, and some that stay open without splits.
fn loaded() -> Loaded {
    let files = [
        "rules/area/u.rule",
        "rules/edge/border-door.rule",
        "rules/7-grid",
        "rules/9-grid/count-area-3-x-3.rule",
        "rules/near-field/close-across-left.rule",
    ];
    load(&files.map(|file| root().join(file))).unwrap()
}

const PLAN: ProofPlan = ProofPlan {
    max: 2,
    size: 9,
    timeout: Some(Duration::from_secs(600)),
    effort: Effort { splits: 0, ..Effort::USUAL },
    without: Vec::new(),
    weaken: false,
    weakest: false,
};

fn prove(loaded: &Loaded, plan: &ProofPlan, answers: ProofAnswers) -> (Proofs, ProofAnswers) {
    let claims = claims_of_files(loaded, plan.max).unwrap();
    let never = AtomicBool::new(false);
    let run = Run::resumed(&never, answers);
    let proofs = prove_files(loaded, claims, plan, &run, &|_, _| {}).unwrap();
    (proofs, run.into_answers())
}

/// The proofs but for what was taken from a state.
fn text(proofs: &Proofs) -> String {
    format!("{:?}", Proofs { taken: 0, ..proofs.clone() })
}

#[test]
fn proofs_are_the_same_from_any_part_of_the_answers() {
    let loaded = loaded();
    let (whole, answers) = prove(&loaded, &PLAN, ProofAnswers::new());
    assert_eq!(whole.taken, 0);
    let kinds = |wanted: fn(&LastingAnswer) -> bool| answers.values().filter(|a| wanted(a)).count();
    assert!(kinds(|answer| matches!(answer, LastingAnswer::Refuted(_))) > 10);
    assert!(kinds(|answer| *answer == LastingAnswer::NotRefuted) > 10);
    assert_eq!(kinds(|answer| matches!(answer, LastingAnswer::Settled(_))), 1);
    assert!(kinds(|answer| *answer == LastingAnswer::ForbidsNothingLive) > 0);
    let has_model = |judged: &JudgedClaim| matches!(judged.verdict, ClaimVerdict::Open(Some(_)));
    assert!(whole.claims.iter().any(has_model));
    for every in [1, 3] {
        let some = answers.iter().step_by(every).map(|(q, a)| (q.clone(), a.clone())).collect();
        let (again, all) = prove(&loaded, &PLAN, some);
        assert_eq!(text(&again), text(&whole), "every {every}th answer");
        assert!(again.taken > 0, "every {every}th answer");
        assert_eq!(all, answers);
    }
}

#[test]
fn a_stopped_check_against_small_boards_leaves_proved_claims_open() {
    let claims = claims_of_files(&loaded(), 2).unwrap().into_iter();
    let proved = |claim| JudgedClaim::new(claim, ClaimArgument::EveryMember.proves());
    let mut claims: Vec<JudgedClaim> = claims.map(proved).collect();
    let stop = AtomicBool::new(true);
    check_against_live_sets(&mut claims, LISTED, &stop).unwrap();
    assert!(claims.iter().all(|judged| matches!(judged.verdict, ClaimVerdict::Open(None))));
}

#[test]
fn answers_of_another_effort_are_not_taken() {
    let loaded = loaded();
    let without = ProofPlan { size: 7, ..PLAN };
    let (_, without_splits) = prove(&loaded, &without, ProofAnswers::new());
    let with = ProofPlan { effort: Effort { splits: 3, ..Effort::USUAL }, ..without };
    let (resumed, _) = prove(&loaded, &with, without_splits);
    let (whole, _) = prove(&loaded, &with, ProofAnswers::new());
    assert_eq!(text(&resumed), text(&whole));
}

#[test]
fn a_state_that_calls_a_wrong_rule_refuted_proves_nothing() {
    let loaded = load(&[root().join("rules/9-grid/count-area-2-across-c.rule")]).unwrap();
    // The rule is wrong on larger boards only.
    let plan = ProofPlan { size: 7, ..PLAN };
    let (whole, mut answers) = prove(&loaded, &plan, ProofAnswers::new());
    let [judged] = &whole.claims[..] else { panic!("{whole:?}") };
    assert!(matches!(judged.verdict, ClaimVerdict::Open(Some(_))), "{whole:?}");
    for answer in answers.values_mut().filter(|answer| **answer == LastingAnswer::NotRefuted) {
        *answer = LastingAnswer::Refuted(0);
    }
    let (again, found) = prove(&loaded, &plan, answers);
    assert_eq!((text(&again), again.taken), (text(&whole), 0));
    assert!(found.values().any(|answer| *answer == LastingAnswer::NotRefuted));
}
