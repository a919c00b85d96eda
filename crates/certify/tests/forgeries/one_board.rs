//! Forged certificates of rules on one board, by proofs and by list.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use deadmove_certify::folder::{Share, plan, write};
use deadmove_certify::{compiled, compress};
use deadmove_checker::{
    Engine, Entry, Example, File, Graph, Manifest, Record, Refutation, Rule, RuleFormula,
    RuleQuestion, SCHEMA, SET_NAME, SetClaim, Verdict, file_name, placements, questions,
    record_name, sha256, square,
};
use deadmove_core::board::Board;
use deadmove_core::verdict::Limits;
use deadmove_rules::load::{Loaded, LoadedRule};
use deadmove_rules::model;
use deadmove_verify::check::RuleVerdict;
use tempfile::TempDir;

use super::super::certificate_list_mutations::{listed_certificate, read, seal};
use super::super::certificates::refuted;
use super::Attack;
use super::folders::PAIR;
use super::rules::{is_complete, list, load, narrower, stronger, verdicts};

/// A rule with its true verdict and record.
pub struct Honest {
    pub claim: LoadedRule,
    pub record: Record,
}

pub fn claims(loaded: &Loaded, size: usize) -> Vec<LoadedRule> {
    loaded.rules_for(&Board::corner_to_corner(size, size).unwrap()).unwrap()
}

/// The true certificate of some rules by proofs.
pub fn by_proofs(size: usize, loaded: &Loaded, claims: &[LoadedRule]) -> (TempDir, Manifest) {
    let folder = tempfile::tempdir().unwrap();
    let board = Board::corner_to_corner(size, size).unwrap();
    let plan = plan(&board, &loaded.files, claims);
    let stop = AtomicBool::new(false);
    let manifest = write(folder.path(), plan, &Share::WHOLE, &Limits::default(), &stop, &|_, _| {});
    (folder, manifest.unwrap_or_else(|failure| panic!("{failure:?}")))
}

fn by_list(size: usize, loaded: &Loaded, claims: &[LoadedRule]) -> (TempDir, Manifest) {
    listed_certificate(list(size), loaded, claims)
}

/// The rules of a true certificate with their records.
pub fn honest((folder, _): &(TempDir, Manifest), claims: Vec<LoadedRule>) -> Vec<Honest> {
    let record = |number| read(&folder.path().join(record_name(number)));
    (0..).zip(claims).map(|(number, claim)| Honest { claim, record: record(number) }).collect()
}

/// Evenly chosen ones among many.
pub fn some<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

/// A certificate by proofs of one rule, with this record.
pub fn sealed(record: &Record) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["files", "claims"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    let text = record.rule.name.as_bytes();
    fs::write(folder.path().join(file_name(0)), text).unwrap();
    let bytes = compress(&serde_json::to_string(record).unwrap());
    fs::write(folder.path().join(record_name(0)), &bytes).unwrap();
    let (rule, verdict) = (record.rule.clone(), Some(record.verdict));
    let manifest = Manifest {
        schema: SCHEMA,
        tool: "a forger".to_owned(),
        size: record.size,
        engine: Engine::Sat,
        complete: true,
        files: vec![File { path: "a.rule".to_owned(), sha256: sha256(text) }],
        count: 1,
        claims: vec![Entry { file: 0, rule, verdict, sha256: Some(sha256(&bytes)) }],
        set: None,
        layers: Vec::new(),
    };
    put(folder.path(), &manifest);
    folder
}

pub fn put(folder: &Path, manifest: &Manifest) {
    fs::write(folder.join("manifest.json"), serde_json::to_string(manifest).unwrap()).unwrap();
}

/// The refutations of another rule as those of a forged record: each question that needs a proof
/// has one, its own or another one.
pub fn fitted(
    graph: &Graph,
    (rule, verdict): (&Rule, Verdict),
    of: &[Refutation],
    any: &Refutation,
) -> Vec<Refutation> {
    let mut fitted = Vec::new();
    for (live_end, placement, placed) in placements(graph, rule) {
        let Some(formula) = RuleFormula::new(graph, &placed, live_end) else { continue };
        for (forbidden, step) in questions(&placed, verdict) {
            let Some(assumptions) = formula.assumptions(forbidden, step) else { continue };
            let live_end = graph.board.cell(live_end);
            let question = RuleQuestion { live_end, placement, forbidden, step };
            if !refuted(&formula.cnf, &assumptions) {
                let own = of.iter().find(|refutation| refutation.question == question);
                fitted.push(Refutation { question, ..own.unwrap_or(any).clone() });
            }
        }
    }
    fitted
}

/// Changed rules that are unsound, with the rule they come from; not more than so many of each
/// rule are looked at.
pub fn false_for(
    size: usize,
    honest: &[Honest],
    (change, most): (fn(&model::Rule) -> Vec<model::Rule>, usize),
) -> Vec<(&Honest, model::Rule)> {
    let mut all = Vec::new();
    for of in honest.iter().filter(|of| of.record.verdict != Verdict::Unsound) {
        let changed = some(change(&of.claim.rule), most);
        for (rule, verdict) in changed.iter().zip(verdicts(size, &changed)) {
            if verdict == RuleVerdict::Unsound {
                all.push((of, rule.clone()));
            }
        }
    }
    all
}

/// Rules of which many stay sound on small boards.
const BASE: [&str; 4] = ["near-field", "edge", "area/u.rule", "7-grid"];

/// Rules that forbid a live move, with the proofs of the rules they come from.
pub fn stronger_by_proofs(attack: &mut Attack) {
    let (loaded, graph) = (load(&BASE), square(5).unwrap());
    let claims = some(claims(&loaded, 5), attack.most(24).max(6));
    let honest = honest(&by_proofs(5, &loaded, &claims), claims);
    let any = &PAIR.right.refutations[0];
    for (of, rule) in
        some(false_for(5, &honest, (stronger, attack.most(40).max(8))), attack.most(150))
    {
        let record = Record { rule: compiled(&rule), ..of.record.clone() };
        let claim = (&record.rule, record.verdict);
        let refutations = fitted(&graph, claim, &record.refutations, any);
        for (what, refutations) in
            [("as they were", record.refutations.clone()), ("fitted", refutations)]
        {
            let forged = Record { refutations, ..record.clone() };
            let name = format!("{} with the proofs {what}", rule.head.name);
            attack.rejects("a stronger rule, by proofs", &name, sealed(&forged).path());
        }
    }
    // Rules that are wrong as they stand, with the evidence of others.
    for of in honest.iter().filter(|of| of.record.verdict == Verdict::Unsound) {
        for verdict in [Verdict::Sound, Verdict::Vacuous] {
            if attack.takes() {
                let mut forged = Record { verdict, ..of.record.clone() };
                if verdict == Verdict::Vacuous {
                    forged.example = None;
                }
                forged.refutations = fitted(&graph, (&forged.rule, verdict), &[], any);
                let name = format!("{} as {verdict:?}", forged.rule.name);
                attack.rejects("a wrong rule, by proofs", &name, sealed(&forged).path());
            }
        }
    }
}

/// The true certificate by list of a changed rule, in which it is then said to be sound.
fn said_to_be_sound(size: usize, loaded: &Loaded, (of, rule): (&Honest, &model::Rule)) -> TempDir {
    let claim = LoadedRule { file: of.claim.file.clone(), rule: rule.clone() };
    let (folder, mut manifest) = by_list(size, loaded, &[claim]);
    assert_eq!(manifest.claims[0].verdict, Some(Verdict::Unsound));
    let forged = Record { rule: compiled(rule), ..of.record.clone() };
    seal(folder.path(), &mut manifest, 0, &forged);
    put(folder.path(), &manifest);
    folder
}

/// Rules that forbid a live move, in a list that is right otherwise.
pub fn stronger_by_list(attack: &mut Attack) {
    let loaded = load(&BASE);
    let claims = some(claims(&loaded, 5), attack.most(200));
    let honest = honest(&by_list(5, &loaded, &claims), claims);
    for (of, rule) in
        some(false_for(5, &honest, (stronger, attack.most(40).max(8))), attack.most(100))
    {
        let folder = said_to_be_sound(5, &loaded, (of, &rule));
        attack.rejects("a stronger rule, by list", &rule.head.name, folder.path());
    }
}

/// Sets that allow a dead move.
pub fn complete(attack: &mut Attack) {
    let loaded = load(&["area/u.rule", "edge/c-shape.rule", "near-field/close-across-right.rule"]);
    let whole = claims(&loaded, 5);
    assert!(is_complete(5, &whole));
    let mut sets: Vec<Vec<LoadedRule>> = Vec::new();
    for at in 0..whole.len() {
        let mut fewer = whole.clone();
        fewer.remove(at);
        sets.push(fewer);
        for rule in some(narrower(&whole[at].rule), 40) {
            let mut changed = whole.clone();
            changed[at].rule = rule;
            sets.push(changed);
        }
    }
    let mut sets = some(sets, attack.most(700));
    sets.retain(|set| !is_complete(5, set));
    for set in some(sets, attack.most(80)) {
        let (folder, mut manifest) = by_list(5, &loaded, &set);
        fs::remove_file(folder.path().join(SET_NAME)).unwrap();
        manifest.set = Some(SetClaim::Complete {});
        put(folder.path(), &manifest);
        let name = format!("{} rules", set.len());
        attack.rejects("complete for an incomplete set", &name, folder.path());
    }
}

/// An example of a sound rule on 7×7, which also fits the same rule made stronger.
fn example(large: &[Honest], of: &Honest) -> Option<Example> {
    large.iter().find(|other| other.claim.rule == of.claim.rule)?.record.example.clone()
}

/// Rules that are sound on 5×5, on 7×7 where they are not.
pub fn sizes(attack: &mut Attack) {
    let loaded = load(&BASE);
    let all = some(claims(&loaded, 5), attack.most(200));
    let small = honest(&by_list(5, &loaded, &all), all.clone());
    let large = honest(&by_list(7, &loaded, &all), all);
    let candidates: Vec<(&Honest, model::Rule)> =
        false_for(7, &small, (stronger, attack.most(40).max(4)))
            .into_iter()
            .filter(|(_, rule)| verdicts(5, std::slice::from_ref(rule)) == [RuleVerdict::Sound])
            .collect();
    for (of, rule) in some(candidates, attack.most(40)) {
        let Some(example) = example(&large, of) else { continue };
        let claim = LoadedRule { file: of.claim.file.clone(), rule: rule.clone() };
        let (folder, _) = by_proofs(5, &loaded, std::slice::from_ref(&claim));
        let five: Record = read(&folder.path().join(record_name(0)));
        assert_eq!(five.verdict, Verdict::Sound);
        let seven = Record { size: 7, example: Some(example.clone()), ..five };
        attack.rejects("another size, by proofs", &rule.head.name, sealed(&seven).path());
        let forged = Honest {
            claim: of.claim.clone(),
            record: Record { size: 7, example: Some(example), refutations: Vec::new(), ..seven },
        };
        let folder = said_to_be_sound(7, &loaded, (&forged, &rule));
        attack.rejects("another size, by list", &rule.head.name, folder.path());
    }
}
