//! Reports of proofs, read back and printed, say what is known of each claim.

use deadmove_core::board::Move;
use deadmove_prove::claims::{ClaimArgument, ClaimProof, ClaimVerdict, JudgedClaim, MoveClaim};
use deadmove_prove::proofs::{FileVerdict, Proofs};
use deadmove_report::prove::json::{ProofReport, ProofVerdict, write};
use deadmove_report::prove::{summary, table};
use deadmove_testing::random::rule;
use deadmove_verify::check::Example;
use deadmove_verify::confirm::Confirmed;
use proptest::prelude::*;

fn verdict() -> impl Strategy<Value = ClaimVerdict> {
    let window = (0usize..9, any::<bool>()).prop_map(|(splits, vacuous)| {
        let argument = ClaimArgument::Window { needed: vec!["degree"], splits };
        ClaimVerdict::Proved(ClaimProof { argument, vacuous })
    });
    let example = Example { size: 3, path: Vec::new(), direction: Move::Right };
    prop_oneof![
        3 => window,
        1 => Just(ClaimArgument::EveryMember.proves()),
        1 => Just(ClaimVerdict::Refuted(example)),
        1 => Just(ClaimVerdict::Open(None)),
    ]
}

/// Random claims of up to three files, each with a random verdict.
fn proofs() -> impl Strategy<Value = Proofs> {
    let weaker = prop::option::of(prop::collection::vec("[a-z]{1,9}", 0..3));
    let judged = (rule(), 1u8..4, verdict(), 0u64..3, weaker);
    let judged = judged.prop_map(|(rule, file, verdict, fired, weaker)| {
        let (file, direction) = (format!("{file}.rule"), rule.forbids[0].direction);
        let claim = MoveClaim { file: file.as_str().into(), rule, member: None, direction };
        JudgedClaim { fired, weaker, ..JudgedClaim::new(claim, verdict) }
    });
    (prop::collection::vec(judged, 1..8), any::<bool>()).prop_map(|(mut claims, complete)| {
        claims.sort_by_key(|judged| judged.claim.file.display().to_string());
        Proofs {
            claims,
            weaken: true,
            families: Vec::new(),
            size: 9,
            max: 3,
            splits: 4,
            without: Vec::new(),
            silent: Vec::new(),
            complete,
            taken: 0,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_report_that_is_read_says_what_was_written(proofs in proofs()) {
        let confirmed: Vec<Option<Confirmed>> = proofs.claims.iter().map(|_| None).collect();
        let read: ProofReport = serde_json::from_str(&write(&proofs, &confirmed)).unwrap();
        prop_assert_eq!((read.size, read.max, read.splits), (9, 3, 4));
        prop_assert_eq!(read.claims.len(), proofs.claims.len());
        for (read, judged) in read.claims.iter().zip(&proofs.claims) {
            prop_assert_eq!(&read.rule, &judged.claim.rule.head.name);
            prop_assert_eq!(&read.weaker, &judged.weaker);
            prop_assert_eq!(read.vacuous, judged.proof().is_some_and(|proof| proof.vacuous));
            let verdict = match read.counterexample.is_some() {
                true => ProofVerdict::Refuted,
                false if judged.is_open() => ProofVerdict::Open,
                false => ProofVerdict::Proved,
            };
            prop_assert_eq!(read.verdict, verdict);
            prop_assert_eq!(verdict == ProofVerdict::Proved, judged.proof().is_some());
        }
    }

    #[test]
    fn what_is_open_vacuous_or_incomplete_is_never_reported_as_proved(proofs in proofs()) {
        let claims = || proofs.claims.iter();
        for file in proofs.files() {
            let of_file = claims().filter(|j| j.claim.file.display().to_string() == file.file);
            let of_file: Vec<Option<bool>> =
                of_file.map(|judged| judged.proof().map(|proof| proof.vacuous)).collect();
            let proved = !of_file.contains(&None) && of_file.contains(&Some(false));
            prop_assert_eq!(file.verdict == FileVerdict::Proved, proved);
        }
        let all = proofs.files().iter().all(|file| file.verdict == FileVerdict::Proved);
        prop_assert_eq!(proofs.exit_code() as u8 == 0, proofs.complete && all);
        let proved = claims().filter_map(JudgedClaim::proof).filter(|p| !p.vacuous).count();
        let summary = summary(&proofs, usize::MAX);
        prop_assert!(summary.starts_with(&format!("\n{proved} of ")), "{}", summary);
        let table = table(&proofs, usize::MAX);
        prop_assert_eq!(table.contains("INCOMPLETE"), !proofs.complete);
        let rows = |word: &str| table.lines().filter(|row| row.starts_with(word)).count();
        prop_assert_eq!(rows("proved "), proved, "{}", table);
        prop_assert_eq!(rows("open "), claims().filter(|j| j.is_open()).count(), "{}", table);
    }
}
