//! The certificate of the dead-filling theorem: the checker accepts it, and rejects changed ones.

use std::ops::RangeInclusive;

use deadmove_core::budget::Budget;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_puzzles::loops::certificate::{Proved, dead_fillings};
use deadmove_puzzles_checker::check;
use deadmove_puzzles_checker::loops::DeadFillings;

fn theorem(sizes: RangeInclusive<usize>) -> DeadFillings {
    match dead_fillings(sizes, &Budget::new(&Limits::default())) {
        Ok(Proved::All(theorem)) => theorem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_theorem_is_proved_up_to_5_and_the_checker_accepts_it_read_again() {
    let theorem = theorem(2..=5);
    let text = serde_json::to_string(&theorem).unwrap();
    let again: DeadFillings = serde_json::from_str(&text).unwrap();
    assert_eq!(again, theorem);
    let summary = "loop game: dead fillings are as characterised for n = 2, 3, 4, 5".to_owned();
    assert_eq!(check(&text, &mut |_, _, _| {}), Ok((summary, Vec::new())));
    let corrupted = text.replace("\"size\":5", "\"size\":6");
    assert!(check(&corrupted, &mut |_, _, _| {}).is_err());
    assert!(theorem.sizes.iter().flat_map(|size| &size.cuts).any(|cut| !cut.proof.is_empty()));
}

#[test]
fn a_corrupted_certificate_is_rejected() {
    type Change = fn(&mut DeadFillings);
    fn longest(theorem: &mut DeadFillings) -> &mut String {
        let proofs = theorem.sizes[0].cuts.iter_mut().map(|cut| &mut cut.proof);
        proofs.max_by_key(|proof| proof.len()).expect("proofs")
    }
    let theorem = theorem(4..=4);
    let changes: [(&str, Change); 12] = [
        ("schema", |t| t.schema = 2),
        ("kind", |t| t.kind = "loops".into()),
        ("no size", |t| t.sizes.clear()),
        ("twice", |t| t.sizes.push(t.sizes[0].clone())),
        ("another size", |t| t.sizes[0].size = 5),
        ("size 0", |t| t.sizes[0].size = 0),
        ("size too large", |t| t.sizes[0].size = 10_000),
        ("a cut is missing", |t| drop(t.sizes[0].cuts.remove(7))),
        ("a cut is there twice", |t| t.sizes[0].cuts[7] = t.sizes[0].cuts[6].clone()),
        ("no proof", |t| longest(t).clear()),
        ("no end", |t| {
            let proof = longest(t);
            let end = proof.trim_end().rfind('\n').unwrap() + 1;
            proof.truncate(end);
        }),
        ("not LRAT", |t| longest(t).insert(0, 'x')),
    ];
    for (name, change) in changes {
        let mut changed = theorem.clone();
        change(&mut changed);
        assert!(changed.check().is_err(), "{name}");
    }
    // Each number of the longest proof, one more: nearly all are needed as they are.
    let mut theorem = theorem;
    let proof = longest(&mut theorem).clone();
    let words: Vec<&str> = proof.split(' ').collect();
    let (mut tried, mut accepted) = (0, 0);
    for at in (0..words.len()).step_by(words.len() / 60 + 1) {
        let Ok(number) = words[at].parse::<i32>() else { continue };
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        words[at] = (number + 1).to_string();
        *longest(&mut theorem) = words.join(" ");
        tried += 1;
        accepted += usize::from(theorem.check().is_ok());
        *longest(&mut theorem) = proof.clone();
    }
    assert!(tried > 10 && accepted == 0, "{accepted} of {tried} accepted");
}

#[test]
fn a_spent_budget_is_no_proof() {
    let limits = Limits { timeout: Some(std::time::Duration::ZERO), ..Limits::default() };
    let stopped = dead_fillings(4..=4, &Budget::new(&limits)).unwrap();
    assert!(matches!(stopped, Proved::Stopped(Limit::Timeout)), "{stopped:?}");
}
