//! A stopped run proves nothing more; the claim it was working on is open.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use deadmove_prove::argument::{Effort, WindowOutcome, argue};
use deadmove_prove::claims::{
    ClaimArgument, ClaimVerdict, JudgedClaim, MoveClaim, claims_of, find_vacuous, prove_claim,
};
use deadmove_prove::family::rows;
use deadmove_prove::formula::WindowQuestion;
use deadmove_prove::proofs::{ProofPlan, prove_files};
use deadmove_prove::run::Run;
use deadmove_rules::load::{Loaded, LoadedFile};
use deadmove_testing::claims::{family, files, shipped};

fn claim() -> MoveClaim {
    // Its proof needs some splits.
    let claims = shipped("rules/area/c.rule", 8);
    let last = claims.iter().rfind(|c| c.rule.head.name.contains("later white"));
    last.unwrap().clone()
}

#[test]
fn a_stopped_argument_says_so_and_its_claim_is_open() {
    let stop = AtomicBool::new(true);
    let claim = claim();
    let (rule, forbidden) = (&claim.rule, claim.direction);
    let question = WindowQuestion { rule, forbidden, step: forbidden };
    assert!(matches!(argue(&question, Effort::USUAL, &stop), WindowOutcome::Stopped));
    assert!(matches!(
        prove_claim(&claim, Effort::USUAL, &Run::new(&stop)),
        ClaimVerdict::Open(None)
    ));
    assert_eq!(rows(&family("rules/area/s.rule"), &[3], Effort::USUAL, &Run::new(&stop)), Ok(None));
}

#[test]
fn a_claim_can_be_stopped_between_two_cases() {
    let claim = claim();
    let stop = AtomicBool::new(false);
    let verdict = std::thread::scope(|scope| {
        let run = scope.spawn(|| prove_claim(&claim, Effort::USUAL, &Run::new(&stop)));
        std::thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
        run.join().unwrap()
    });
    assert!(matches!(verdict, ClaimVerdict::Open(None)), "{verdict:?}");
    let never = AtomicBool::new(false);
    assert!(matches!(
        prove_claim(&claim, Effort::USUAL, &Run::new(&never)),
        ClaimVerdict::Proved(_)
    ));
}

#[test]
fn a_claim_is_open_if_a_stopped_run_does_not_know_whether_it_is_vacuous() {
    let never = AtomicBool::new(false);
    let claims = shipped("rules/area/s.rule", 1);
    let judged = |claim: MoveClaim| {
        let verdict = prove_claim(&claim, Effort::USUAL, &Run::new(&never));
        JudgedClaim::new(claim, verdict)
    };
    let mut claims: Vec<JudgedClaim> = claims.into_iter().map(judged).collect();
    assert!(claims.iter().all(|judged| judged.proof().is_some()));
    claims[0].fired = 1;
    find_vacuous(&mut claims, None, &Run::new(&AtomicBool::new(true)));
    assert!(claims[0].proof().is_some(), "it forbids something on a small board");
    let unknown = |judged: &JudgedClaim| matches!(judged.verdict, ClaimVerdict::Open(None));
    assert!(claims[1..].iter().all(unknown));
}

#[test]
fn a_rule_whose_source_shows_a_move_it_forbids_is_not_vacuous_and_only_then() {
    let lifted = files("rules/lifted");
    let claim = |at: usize| claims_of(&lifted[at], 1).unwrap().remove(0);
    let (other, claim) = (claim(0), claim(346));
    // There is no time for an argument, so what is not shown is open.
    let is_settled = |sources: Vec<String>| {
        let mut claim = claim.clone();
        claim.rule.head.sources = sources;
        let verdict = ClaimArgument::EveryMember.proves();
        let mut claims = [JudgedClaim::new(claim, verdict)];
        let never = AtomicBool::new(false);
        find_vacuous(&mut claims, Some(Duration::ZERO), &Run::new(&never));
        claims[0].proof().is_some_and(|proof| !proof.vacuous)
    };
    let source = &claim.rule.head.sources[0];
    assert!(is_settled(vec![source.clone()]));
    assert!(is_settled(vec!["a drawing of 1990".to_owned(), source.clone()]));
    let path = source.split(' ').nth(5).unwrap();
    let other_move = source.replace(path, &format!("{}U", &path[..path.len() - 1]));
    let of_another_rule = other.rule.head.sources[0].clone();
    let dead = "deadmove minimise --board 5x5 --path RRDLLURD".to_owned();
    for false_source in [
        other_move,
        of_another_rule,
        dead,
        source.replace("21x21", "101x101"),
        source.replace("21x21", "0x0"),
        source.replace("--path", "--line"),
        "deadmove minimise --board 21x21 --path".to_owned(),
        "deadmove minimise --board 21x21 --path R".to_owned(),
        String::new(),
    ] {
        assert!(!is_settled(vec![false_source.clone()]), "{false_source}");
    }
}

#[test]
fn a_stopped_run_over_many_files_and_claims_ends_at_once() {
    let text = "name one\nsource me\npicture\n  L .\nforbids right\n";
    let silent = LoadedFile::parse("folder/silent.rule", text).unwrap();
    let loaded = Loaded { files: vec![silent; 4000], errors: Vec::new(), known_wrong: Vec::new() };
    let claims = vec![claim(); 40_000];
    let plan = ProofPlan {
        max: 1,
        size: 7,
        timeout: Some(Duration::from_secs(60)),
        effort: Effort::USUAL,
        without: Vec::new(),
        weaken: false,
        weakest: false,
    };
    let stop = AtomicBool::new(true);
    let begun = Instant::now();
    let proofs = prove_files(&loaded, claims, &plan, &Run::new(&stop), &|_, _| {}).unwrap();
    // To compare each file with each claim takes half a minute.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert!(!proofs.complete && proofs.claims.iter().all(JudgedClaim::is_open));
    assert_eq!(proofs.silent.len(), loaded.files.len());
}
