//! Forged certificates of rules on every board.

use std::fs;
use std::sync::atomic::AtomicBool;

use deadmove_certify::all_sizes::certify;
use deadmove_certify::{compiled, compress};
use deadmove_checker::every_board::{AllSizes, AllSizesRecord, Case, EveryBoard};
use deadmove_checker::{Claim, File, SCHEMA, file_name, record_name, sha256};
use deadmove_core::verdict::Limits;
use deadmove_prove::claims::MoveClaim;
use deadmove_rules::model::Rule;
use deadmove_testing::claims::{for_every_size, shipped};
use deadmove_verify::check::RuleVerdict;
use tempfile::TempDir;

use super::Attack;
use super::one_board::some;
use super::rules::{stronger, verdicts};

/// Proofs of some claims for every board.
fn honest(most: usize) -> Vec<(MoveClaim, AllSizesRecord)> {
    let claims: Vec<MoveClaim> =
        ["rules/edge", "rules/near-field", "rules/area", "rules/9-grid/square-4-x-2.rule"]
            .iter()
            .flat_map(|folder| shipped(folder, 2))
            .collect();
    let stop = AtomicBool::new(false);
    let record = |claim: &MoveClaim| certify(&claim.rule, 6, &Limits::default(), &stop).unwrap();
    let records = some(claims, most).into_iter().map(|claim| (record(&claim), claim));
    records.filter_map(|(record, claim)| Some((claim, record?))).collect()
}

/// The rule with fewer conditions, where it forbids a live move of 5×5 or 7×7.
fn wrong(claim: &MoveClaim) -> Vec<Rule> {
    let all = some(stronger(&for_every_size(claim)), 24);
    let [five, seven] = [5, 7].map(|size| verdicts(size, &all));
    let is_wrong =
        |&at: &usize| five[at] == RuleVerdict::Unsound || seven[at] == RuleVerdict::Unsound;
    (0..all.len()).filter(is_wrong).map(|at| all[at].clone()).collect()
}

/// A certificate of one rule, with this record.
pub fn sealed(record: &AllSizesRecord) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["files", "claims"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    let text = record.rule.name.as_bytes();
    fs::write(folder.path().join(file_name(0)), text).unwrap();
    let bytes = compress(&serde_json::to_string(record).unwrap());
    fs::write(folder.path().join(record_name(0)), &bytes).unwrap();
    let manifest = AllSizes {
        schema: SCHEMA,
        tool: "a forger".to_owned(),
        size: EveryBoard::All,
        complete: true,
        files: vec![File { path: "a.rule".to_owned(), sha256: sha256(text) }],
        count: 1,
        claims: vec![Claim { file: 0, rule: record.rule.clone(), sha256: Some(sha256(&bytes)) }],
    };
    let text = serde_json::to_string(&manifest).unwrap();
    fs::write(folder.path().join("manifest.json"), text).unwrap();
    folder
}

/// A forged record without the first case that the checker rejects, in several ways.
fn without_the_rejected(record: &AllSizesRecord) -> Vec<(&'static str, AllSizesRecord)> {
    let mut all = Vec::new();
    let Err(why) = record.check(&mut |_, _, _| {}) else {
        panic!("a wrong rule is proved: {:?}", record.rule)
    };
    let number = why.split("case ").nth(1).and_then(|rest| rest.split(':').next());
    let cases = &record.proofs[0].cases;
    let at = number.and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
    let mut with = |what, cases: Vec<Case>| {
        let mut other = record.clone();
        other.proofs[0].cases = cases;
        all.push((what, other));
    };
    let replaced = |case: Option<Case>| {
        let mut cases = cases.clone();
        cases.splice(at..=at, case);
        cases
    };
    with("without the case that does not hold", replaced(None));
    let plain = Case::Refuted { lemmas: Vec::new(), proof: String::new() };
    with("with that case left to unit propagation", replaced(Some(plain)));
    with("with the cases before it only", cases[..at].to_vec());
    with("with the cases after it only", cases[(at + 1).min(cases.len())..].to_vec());
    if let Some(other) = cases.iter().find(|case| **case != cases[at]) {
        with("with another case in its place", replaced(Some(other.clone())));
    }
    all
}

pub fn attack(attack: &mut Attack) {
    for (claim, record) in honest(attack.most(60)) {
        for rule in some(wrong(&claim), attack.most(3)) {
            let name = &claim.rule.head.name;
            let forged = AllSizesRecord { rule: compiled(&rule), ..record.clone() };
            attack.rejects("a stronger rule on every board", name, sealed(&forged).path());
            for (what, dropped) in without_the_rejected(&forged) {
                let name = format!("{name}, {what}");
                attack.rejects("cases dropped", &name, sealed(&dropped).path());
            }
        }
    }
}
