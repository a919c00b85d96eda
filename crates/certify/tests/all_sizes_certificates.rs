//! Certificates for every board: corrupted ones are rejected.

use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use deadmove_certify::all_sizes::certify;
use deadmove_certify::all_sizes::folder::{plan, write};
use deadmove_certify::folder::Share;
use deadmove_checker::every_board::{
    AllSizes, AllSizesRecord, Case, Lemma, SceneFact, SceneReason, check_all_sizes, check_cases,
};
use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_checker::{Offset, Test, file_name, record_name, sha256};
use deadmove_core::verdict::Limits;
use deadmove_prove::claims::MoveClaim;
use deadmove_rules::load::load;
use deadmove_testing::claims::shipped;
use miniz_oxide::deflate::compress_to_vec_zlib;
use tempfile::TempDir;

use crate::forgeries::copy;

/// A certificate of some rules: with splits, with lemmas of several kinds, of a family, and with
/// one that is open.
static CERTIFICATE: LazyLock<(TempDir, AllSizes)> = LazyLock::new(|| {
    let rules = [
        "9-grid/triple-area-exit-down.rule",
        "9-grid/straight-across-end-area.rule",
        "9-grid/square-4-x-2.rule",
        "near-field/close-side-straight.rule",
        "near-field/far-across-left.rule",
        "area/s.rule",
    ];
    let root = deadmove_testing::root().join("rules");
    let loaded = load(&rules.map(|rule| root.join(rule))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&loaded.all().unwrap(), 3).unwrap();
    let stop = AtomicBool::new(false);
    let manifest =
        write(folder.path(), plan, &Share::WHOLE, 10, &Limits::default(), &stop, &|_, _| {})
            .unwrap_or_else(|failure| panic!("{failure:?}"));
    (folder, manifest)
});

fn read(number: usize) -> AllSizesRecord {
    let bytes = fs::read(CERTIFICATE.0.path().join(record_name(number))).unwrap();
    serde_json::from_str(&deadmove_checker::unpack(bytes).unwrap()).unwrap()
}

/// All records of the folder, with their numbers.
fn records() -> Vec<(usize, AllSizesRecord)> {
    let claims = CERTIFICATE.1.claims.iter().enumerate();
    let there = claims.filter(|(_, entry)| entry.sha256.is_some());
    there.map(|(number, _)| (number, read(number))).collect()
}

#[test]
fn a_certificate_is_accepted_and_names_what_is_open() {
    let (checked, open) = check_all_sizes(CERTIFICATE.0.path()).unwrap();
    assert_eq!(open, ["close side straight"]);
    assert_eq!(checked, CERTIFICATE.1, "what was checked is what is described");
    assert!(!CERTIFICATE.1.complete);
    let report = check(CERTIFICATE.0.path(), &Wanted::default(), &mut Exporter::default()).unwrap();
    assert_eq!(report.open, open);
    assert!(!report.summary.contains("nothing is said"), "{}", report.summary);
    let all: Vec<_> = records();
    let cases = || all.iter().flat_map(|(_, r)| &r.proofs).flat_map(|proof| &proof.cases);
    assert!(cases().filter(|case| matches!(case, Case::Split { .. })).count() > 5);
    let text = serde_json::to_string(&cases().collect::<Vec<_>>()).unwrap();
    for kind in ["crossing", "visited", "entered"] {
        assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "no lemma of kind {kind}");
    }
}

/// Whether a changed record is rejected if its digest in the manifest fits.
fn rejected(number: usize, record: &AllSizesRecord) -> bool {
    assert_ne!(*record, read(number), "a mutant changes something");
    record.check(&mut |_, _, _| {}).is_err()
}

/// Records that change the cases of one move of one record.
fn changed(change: impl Fn(&mut Vec<Case>) -> bool) -> Vec<(usize, AllSizesRecord)> {
    let mut all = Vec::new();
    for (number, record) in records() {
        for at in 0..record.proofs.len() {
            let mut mutant = record.clone();
            if change(&mut mutant.proofs[at].cases) {
                all.push((number, mutant));
            }
        }
    }
    all
}

fn all_rejected(name: &str, mutants: Vec<(usize, AllSizesRecord)>) {
    assert!(!mutants.is_empty(), "{name}: no mutant");
    for (number, mutant) in mutants {
        assert!(rejected(number, &mutant), "{name}: accepted, {}", mutant.rule.name);
    }
}

#[test]
fn cases_that_do_not_cover_everything_are_rejected() {
    let has = |cases: &[Case]| cases.iter().any(|case| matches!(case, Case::Split { .. }));
    all_rejected("the last leaf removed", changed(|cases| cases.pop().is_some()));
    all_rejected(
        "a leaf in the middle removed",
        changed(|cases| {
            let at = cases.iter().position(|case| !matches!(case, Case::Split { .. }));
            has(cases) && at.map(|at| cases.remove(at)).is_some()
        }),
    );
    all_rejected(
        "a leaf more",
        changed(|cases| cases.last().cloned().map(|case| cases.push(case)).is_some()),
    );
    all_rejected(
        "one half of a split only",
        changed(|cases| has(cases) && !std::mem::replace(cases, vec![cases[1].clone()]).is_empty()),
    );
    all_rejected(
        "a split in place of a leaf",
        changed(|cases| {
            let at = cases.len() - 1;
            cases[at] = Case::Split { cell: (40, 40) };
            true
        }),
    );
    all_rejected("no leaf at all", changed(|cases| !std::mem::take(cases).is_empty()));
    all_rejected(
        "a leaf without what refutes it",
        changed(|cases| {
            let mut leaves = cases.iter_mut().filter_map(|case| match case {
                Case::Refuted { lemmas, proof } => Some((lemmas, proof)),
                _ => None,
            });
            let needed = leaves.find(|(lemmas, proof)| !lemmas.is_empty() || !proof.is_empty());
            needed.map(|(lemmas, proof)| (lemmas.clear(), proof.clear())).is_some()
        }),
    );
}

#[test]
fn splits_on_cells_that_are_known_are_rejected() {
    for (number, record) in records() {
        let known = record.rule.pattern.cells.iter().filter(|(_, test)| *test != Test::OnBoard);
        let known: Vec<Offset> = known.map(|(cell, _)| *cell).collect();
        for cell in known.into_iter().chain([(0, 0), (5_000, 0), (0, 5_000)]) {
            let mut mutant = record.clone();
            let cases = &mut mutant.proofs[0].cases;
            let leaf = cases.clone();
            // The same proofs in both halves, of which one is the case itself.
            *cases = [Case::Split { cell }].into_iter().chain(leaf.clone()).chain(leaf).collect();
            assert!(rejected(number, &mutant), "{} split at {cell:?}", mutant.rule.name);
        }
    }
    let other = changed(|cases| match cases.first_mut() {
        Some(Case::Split { cell }) => {
            cell.0 += 7;
            true
        }
        _ => false,
    });
    all_rejected("a split on another cell", other);
}

#[test]
fn proofs_and_lemmas_of_something_else_are_rejected() {
    let leaves = |cases: &mut [Case], change: &dyn Fn(&mut Vec<Lemma>, &mut String) -> bool| {
        let mut refuted = cases.iter_mut().filter_map(|case| match case {
            Case::Refuted { lemmas, proof } => Some((lemmas, proof)),
            _ => None,
        });
        refuted.any(|(lemmas, proof)| change(lemmas, proof))
    };
    all_rejected(
        "no proof",
        changed(|cases| {
            leaves(cases, &|_, proof| !proof.is_empty() && !std::mem::take(proof).is_empty())
        }),
    );
    all_rejected(
        "the proof cut off",
        changed(|cases| {
            leaves(cases, &|_, proof| {
                let keep = proof.lines().count().saturating_sub(1);
                *proof = proof.lines().take(keep).map(|line| format!("{line}\n")).collect();
                keep > 0
            })
        }),
    );
    all_rejected(
        "a lemma left out",
        changed(|cases| leaves(cases, &|lemmas, _| lemmas.pop().is_some())),
    );
    // Proofs of other leaves.
    let all = records();
    let mut swapped = Vec::new();
    for (number, record) in &all {
        let mut proofs = Vec::new();
        for case in record.proofs.iter().flat_map(|proof| &proof.cases) {
            if let Case::Refuted { proof, .. } = case {
                proofs.push(proof.clone());
            }
        }
        let mut mutant = record.clone();
        for case in mutant.proofs.iter_mut().flat_map(|proof| &mut proof.cases) {
            if let Case::Refuted { proof, .. } = case
                && let Some(other) = proofs.iter().find(|other| *other != proof)
                && !proof.is_empty()
            {
                proof.clone_from(other);
                swapped.push((*number, mutant));
                break;
            }
        }
    }
    all_rejected("the proof of another leaf", swapped);
}

#[test]
fn lemmas_about_the_wrong_places_or_cells_are_no_lemmas() {
    let mut tried = 0;
    for (_, record) in records() {
        for (at, proof) in record.proofs.iter().enumerate() {
            for (number, case) in proof.cases.iter().enumerate() {
                let Case::Refuted { lemmas, proof: lrat } = case else { continue };
                for (place, lemma) in lemmas.iter().enumerate() {
                    for wrong in wrong(lemma) {
                        let mut cases = proof.cases.clone();
                        let mut lemmas = lemmas.clone();
                        lemmas[place] = wrong.clone();
                        cases[number] = Case::Refuted { lemmas, proof: lrat.clone() };
                        let result = check_cases(&record.rule, at, &cases, &mut |_, _, _| {});
                        let why = result.expect_err(&format!("{wrong:?} for {lemma:?}"));
                        assert!(!why.contains("the proof"), "found out late: {why}");
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

/// False lemmas of the same kind.
fn wrong(lemma: &Lemma) -> Vec<Lemma> {
    let far = 100_000;
    match lemma.clone() {
        Lemma::Crossing { piece: (p, q), other, at: (r, s) } => {
            let crossing = |piece, at| Lemma::Crossing { piece, other, at };
            vec![
                // Both places on one side, or on none.
                crossing((p, q), (r, r)),
                crossing((p, q), (p, s)),
                crossing((p, q), (s, q)),
                crossing((p, q), (p, q)),
                crossing((p, p), (r, s)),
                crossing((p, r), (q, s)),
                crossing((p, q), (far, s)),
                crossing((p, q), (r, far)),
                crossing((p, far), (r, s)),
            ]
        }
        Lemma::Visited { cell, arc: (a, b) } => {
            let wrong =
                [(cell, (a, cell)), (a, (a, b)), (b, (a, b)), (far, (a, b)), (cell, (a, far))];
            let other = (a != b).then_some((cell, (b, a)));
            wrong.into_iter().chain(other).map(|(cell, arc)| Lemma::Visited { cell, arc }).collect()
        }
        Lemma::Entered { cells } => vec![
            Lemma::Entered { cells: Vec::new() },
            Lemma::Entered { cells: cells.iter().copied().chain([(0, 0)]).collect() },
            Lemma::Entered { cells: cells.iter().copied().chain([(90, 90)]).collect() },
        ],
        Lemma::Reached { segment, of, cells, arcs } => {
            let reached = |segment, of, cells: &[Offset], arcs: &[(usize, usize)]| {
                let (cells, arcs) = (cells.to_vec(), arcs.to_vec());
                Lemma::Reached { segment, of, cells, arcs }
            };
            let beyond = [&arcs[..], &[(0, far)]].concat();
            vec![
                reached(segment + 9, of, &cells, &arcs),
                reached(segment, (80, 80), &cells, &arcs),
                reached(segment, of, &[], &[]),
                reached(segment, of, &cells, &beyond),
            ]
        }
    }
}

#[test]
fn a_changed_rule_is_rejected() {
    let (mut tried, mut refuted) = (0, 0);
    for (number, record) in records() {
        let mut mutants = Vec::new();
        for at in (0..record.rule.pattern.cells.len()).step_by(8) {
            let mut mutant = record.clone();
            let (_, test) = &mut mutant.rule.pattern.cells[at];
            *test = if *test == Test::Free { Test::Wall } else { Test::Free };
            mutants.push(mutant);
        }
        let mut mutant = record.clone();
        mutant
            .rule
            .forbids
            .iter_mut()
            .for_each(|f| f.direction = if f.direction == 'U' { 'D' } else { 'U' });
        mutants.push(mutant);
        let mut mutant = record.clone();
        mutant.proofs.clear();
        mutants.push(mutant);
        let mut mutant = record.clone();
        mutant.rule.forbids.clear();
        mutant.proofs.clear();
        mutants.push(mutant);
        for mutant in mutants.into_iter().filter(|mutant| *mutant != record) {
            // Some leaves are about single cells, and prove the changed rule as well.
            refuted += usize::from(mutant.check(&mut |_, _, _| {}).is_err());
            tried += 1;
            let sealed = with(&CERTIFICATE.1, Some((number, &mutant)));
            assert!(sealed.is_err(), "accepted: {:?}", mutant.rule);
        }
    }
    assert!(tried > 30 && 2 * refuted > tried, "{refuted} of {tried}");
    with(&CERTIFICATE.1, None).expect("the copy is whole again");
}

thread_local! {
    /// A copy for each thread, whose records are put back after each change: it takes longer to
    /// make files than to check them.
    static COPY: TempDir = copy(CERTIFICATE.0.path());
}

/// Whether the copy with another manifest or record is accepted.
fn with(manifest: &AllSizes, record: Option<(usize, &AllSizesRecord)>) -> Result<(), String> {
    COPY.with(|folder| {
        let mut manifest = manifest.clone();
        let file = record.map(|(number, record)| {
            // Hardly compressed, to save time.
            let text = serde_json::to_string(record).unwrap();
            let bytes = compress_to_vec_zlib(text.as_bytes(), 1);
            let name = record_name(number);
            fs::write(folder.path().join(&name), &bytes).unwrap();
            manifest.claims[number].sha256 = Some(sha256(&bytes));
            name
        });
        let text = serde_json::to_string(&manifest).unwrap();
        fs::write(folder.path().join("manifest.json"), text).unwrap();
        let verdict = check_all_sizes(folder.path()).map(|_| ());
        if let Some(name) = file {
            fs::copy(CERTIFICATE.0.path().join(&name), folder.path().join(&name)).unwrap();
        }
        verdict
    })
}

#[test]
fn a_manifest_that_does_not_fit_is_rejected() {
    let manifest = &CERTIFICATE.1;
    with(manifest, None).expect("a copy is accepted");
    let (number, record) = records().swap_remove(0);
    with(manifest, Some((number, &record))).expect("a sealed copy is accepted");
    let bad = |name: &str, change: &dyn Fn(&mut AllSizes)| {
        let mut mutant = manifest.clone();
        change(&mut mutant);
        assert!(with(&mutant, None).is_err(), "accepted: {name}");
    };
    bad("another schema", &|m| m.schema += 1);
    bad("another count", &|m| m.count += 1);
    bad("said to be complete", &|m| m.complete = true);
    bad("another digest of a file", &|m| m.files[0].sha256.replace_range(..1, "x"));
    bad("a rule of no file", &|m| m.claims[0].file = 99);
    bad("another digest of a record", &|m| m.claims[0].sha256 = Some(sha256(b"")));
    bad("another rule", &|m| m.claims[0].rule.name.push('x'));
    bad("nothing claimed", &|m| {
        m.claims.clear();
        m.count = 0;
        m.complete = true;
    });
    let more = copy(CERTIFICATE.0.path());
    fs::create_dir(more.path().join("files/more")).unwrap();
    assert!(check_all_sizes(more.path()).is_err(), "accepted: a folder that belongs to no rule");
    let mut other = record.clone();
    other.rule = manifest.claims[number + 1].rule.clone();
    assert!(with(manifest, Some((number, &other))).is_err(), "a record about another rule");
    let text = serde_json::to_string(manifest).unwrap().replace("\"all\"", "\"many\"");
    assert!(serde_json::from_str::<AllSizes>(&text).is_err(), "a size that is not all");
    assert!(file_name(0).ends_with(".rule"));
    with(manifest, None).expect("the copy is whole again");
}

/// Records of deductions.
fn deductions() -> Vec<AllSizesRecord> {
    let claims = ["rules/edge", "rules/near-field", "rules/area/h.rule", "rules/9-grid"]
        .map(|folder| shipped(folder, 2))
        .concat();
    let staircase = shipped("rules/staircase", 1).swap_remove(2);
    let stop = AtomicBool::new(false);
    let record = |claim: &MoveClaim| certify(&claim.rule, 1, &Limits::default(), &stop).unwrap();
    let records = claims.iter().step_by(2).chain([&staircase]).filter_map(record);
    let by_steps = |case: &Case| !matches!(case, Case::Split { .. } | Case::Refuted { .. });
    records.filter(|record| record.proofs[0].cases.iter().all(by_steps)).collect()
}

/// The cases of a deduction, each changed in ways that make them wrong.
fn wrong_deductions(cases: &[Case]) -> Vec<(&'static str, Vec<Case>)> {
    let mut all = Vec::new();
    let mut with = |what, at: usize, new: Option<Case>| {
        let mut changed = cases.to_vec();
        changed.splice(at..=at, new);
        if changed != cases {
            all.push((what, changed));
        }
    };
    for (at, case) in cases.iter().enumerate() {
        match case.clone() {
            Case::Follows { fact, because } => {
                with("without a step", at, None);
                let opposite = match fact {
                    SceneFact::Used(a, b) => SceneFact::Unused(a, b),
                    SceneFact::Unused(a, b) => SceneFact::Used(a, b),
                    SceneFact::Free(cell) => SceneFact::Wall(cell),
                    SceneFact::End(cell) => SceneFact::NoEnd(cell),
                    other => other,
                };
                with("the opposite", at, Some(Case::Follows { fact: opposite, because }));
                let known = SceneReason::Known;
                with("without a reason", at, Some(Case::Follows { fact, because: known }));
                let other = SceneReason::Cut(vec![(30, 30)]);
                with(
                    "for a cell that is not there",
                    at,
                    Some(Case::Follows { fact, because: other }),
                );
            }
            Case::Suppose { .. } => with("one case of two", at, None),
            Case::Impossible { because } => {
                with("without its end", at, None);
                if because != SceneReason::Known {
                    let because = SceneReason::Known;
                    with("without a contradiction", at, Some(Case::Impossible { because }));
                    let because = SceneReason::Wall((30, 30));
                    with("a wall far away", at, Some(Case::Impossible { because }));
                }
            }
            _ => {}
        }
    }
    all
}

#[test]
fn three_hundred_wrong_deductions_are_rejected() {
    let mut count = 0;
    for record in deductions() {
        record.check(&mut |_, _, _| {}).unwrap();
        for (what, cases) in wrong_deductions(&record.proofs[0].cases) {
            let accepted = check_cases(&record.rule, 0, &cases, &mut |_, _, _| {}).is_ok();
            assert!(!accepted, "{}: {what}: {cases:?}", record.rule.name);
            count += 1;
        }
        // The same steps say nothing about a picture with less to see.
        for at in 0..record.rule.pattern.cells.len() {
            let mut less = record.clone();
            less.rule.pattern.cells.remove(at);
            count += usize::from(less.check(&mut |_, _, _| {}).is_err());
        }
    }
    println!("{count} rejected");
    assert!(count > 300, "{count}");
}
