//! The cases of proofs for every board: each rule file.

use super::{TestCase, TestFinding, TestOutcome, TestPlace};
use crate::check::counterexample;
use deadmove_prove::claims::{ClaimVerdict, JudgedClaim};
use deadmove_prove::proofs::{FileVerdict, JudgedFile, Proofs};
use deadmove_rules::load::LoadedRule;
use deadmove_verify::check::Checked;
use deadmove_verify::confirm::Confirmed;

const GROUP: &str = "prove";

/// The cases of proofs, whose counterexamples are `confirmed`.
pub fn proof_cases(proofs: &Proofs, confirmed: &[Option<Confirmed>]) -> Vec<TestCase> {
    let claims: Vec<_> = proofs.claims.iter().zip(confirmed).collect();
    let files = claims.chunk_by(|(a, _), (b, _)| a.claim.file == b.claim.file);
    let judged = proofs.files();
    let silent = proofs.silent.iter().map(|file| TestCase {
        group: GROUP.to_owned(),
        name: file.clone(),
        place: None,
        outcome: TestOutcome::Error(TestFinding::new("it claims nothing for these parameters")),
    });
    let cases =
        judged.into_iter().zip(files).map(|(JudgedFile { name, verdict, .. }, claims)| TestCase {
            group: GROUP.to_owned(),
            name,
            place: TestPlace::of_rule(&claims[0].0.claim.file),
            outcome: outcome(verdict, claims),
        });
    cases.chain(silent).collect()
}

fn outcome(verdict: FileVerdict, claims: &[(&JudgedClaim, &Option<Confirmed>)]) -> TestOutcome {
    let refuted = claims.iter().find_map(|(judged, example)| Some((judged, (*example).as_ref()?)));
    match (verdict, refuted) {
        (FileVerdict::Proved, _) => TestOutcome::Passed,
        (FileVerdict::Refuted, Some((JudgedClaim { claim, .. }, example))) => {
            let rule = LoadedRule { file: claim.file.clone(), rule: claim.rule.clone() };
            let text = counterexample(example, &Checked::of(&rule), Some(&rule.rule), false);
            let board = example.position.board();
            let (width, height) = (board.width(), board.height());
            let message = format!("{} is a live move on {width}×{height}", claim.name());
            TestOutcome::Failed(TestFinding::new(message).shown_by(text))
        }
        (FileVerdict::Refuted, None) => TestOutcome::Failed(TestFinding::new("it is refuted")),
        (FileVerdict::Open, _) => {
            let open = claims
                .iter()
                .filter(|(judged, _)| matches!(judged.verdict, ClaimVerdict::Open(_)))
                .count();
            let message = format!(
                "neither a proof nor a counterexample was found for {open} of its {} claims",
                claims.len()
            );
            TestOutcome::Error(TestFinding::new(message))
        }
        (FileVerdict::Vacuous, _) => {
            let message = "it is proved, and forbids no move of any live position";
            TestOutcome::Error(TestFinding::new(message))
        }
    }
}
