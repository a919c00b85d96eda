//! Forged certificates with huge counts and numbers: each states something false besides.

use std::fs;
use std::path::Path;

use deadmove_certify::{compiled, compress};
use deadmove_checker::every_board::{AllSizesRecord, Case, EveryBoard, MoveProof};
use deadmove_checker::{Record, record_name, sha256, unpack};
use deadmove_rules::model::{RegionTest, Rule};
use serde_json::Value;

use super::folders::PAIR;
use super::one_board::{by_proofs, claims, false_for, honest, sealed, some};
use super::rules::load;
use super::{Attack, every_board};

/// Numbers that may be too large for some type, or that overflow when something is added.
const NUMBERS: [&str; 12] = [
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967295",
    "2147483647",
    "-2147483648",
    "65535",
    "32767",
    "-32768",
    "255",
    "1e308",
];

/// Marks the place of a number, which may be too large for a JSON value.
const MARK: &str = "\"the number\"";

/// Puts the mark at a place; false if there is no such place.
fn mark(value: &mut Value, place: &str) -> bool {
    let mark = serde_json::from_str(MARK).unwrap();
    value.pointer_mut(place).map(|at| *at = mark).is_some()
}

/// Reads the manifest or the record of a folder.
fn value(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&unpack(fs::read(folder.join(name)).unwrap()).unwrap()).unwrap()
}

/// A copy of the false certificate with a number at a place of the record, of the manifest, or, for
/// the rule, of both.
fn forged(place: &str, number: &str) -> Option<tempfile::TempDir> {
    let folder = sealed(&PAIR.wrong);
    let name = record_name(0);
    let [mut record, mut manifest] =
        [&name, "manifest.json"].map(|name| value(folder.path(), name));
    let marked = match place.strip_prefix("record") {
        Some(place) => mark(&mut record, place),
        None => mark(&mut manifest, place),
    };
    let also = match place {
        "record/size" => mark(&mut manifest, "/size"),
        _ => match place.strip_prefix("record/rule") {
            Some(rule) => mark(&mut manifest, &format!("/claims/0/rule{rule}")),
            None => true,
        },
    };
    if !marked || !also {
        return None;
    }
    let bytes = compress(&record.to_string().replace(MARK, number));
    fs::write(folder.path().join(&name), &bytes).unwrap();
    manifest["claims"][0]["sha256"] = sha256(&bytes).into();
    let text = manifest.to_string().replace(MARK, number);
    fs::write(folder.path().join("manifest.json"), text).unwrap();
    Some(folder)
}

/// A rule whose regions may have any surplus, by limits that overflow when they are added to.
fn any_surplus(rule: &Rule) -> Vec<Rule> {
    let extremes = [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX];
    let mut all = Vec::new();
    for from in extremes.into_iter().map(Some).chain([None]) {
        for to in extremes.into_iter().map(Some).chain([None]) {
            for inside in [true, false] {
                let mut mutant = rule.clone();
                for segment in &mut mutant.pattern.segments {
                    segment.tests = vec![RegionTest::Surplus { from, to, inside }];
                }
                all.push(mutant);
            }
        }
    }
    all
}

pub fn attack(attack: &mut Attack) {
    in_certificates(attack);
    in_proofs(attack);
    in_regions(attack);
    in_positions(attack);
}

/// Limits of regions, by proofs and for every board.
fn in_regions(attack: &mut Attack) {
    let kind = "huge limits of regions";
    let loaded = load(&["area/u.rule", "area/h.rule"]);
    let all = some(claims(&loaded, 5), attack.most(12).max(3));
    let honest = honest(&by_proofs(5, &loaded, &all), all);
    for (of, rule) in some(false_for(5, &honest, (any_surplus, 60)), attack.most(60)) {
        let record = Record { rule: compiled(&rule), ..of.record.clone() };
        attack.rejects(kind, &rule.head.name, sealed(&record).path());
        let proofs = record.rule.forbids.iter().map(|forbidden| MoveProof {
            forbidden: forbidden.direction,
            cases: vec![Case::Refuted { lemmas: Vec::new(), proof: String::new() }],
        });
        let everywhere = AllSizesRecord {
            schema: record.schema,
            size: EveryBoard::All,
            proofs: proofs.collect(),
            rule: record.rule,
        };
        let name = format!("{} on every board", rule.head.name);
        attack.rejects(kind, &name, every_board::sealed(&everywhere).path());
    }
}

/// Numbers in the certificate of a dead position that is said to be live.
fn in_positions(attack: &mut Attack) {
    let text = r#"{"schema":1,"tool":"a forger","board":{"width":3,"height":3,"start":[1,1],
        "end":[3,3],"blocked":[[2,2]]},"path":"","position":{"verdict":"dead-by-search",
        "flow":[1],"widest":1,"cut_sets":[[[1,2]]],"proof":"1 0 1 0"},
        "moves":[["D",{"verdict":"live","witness":"DRR"}],["R",{"verdict":"live","witness":"RDD"}]],
        "turning":{"kind":"point","live":0,"witness":"DDRR","fatal":{"verdict":"unknown"}}}"#;
    let judgement: Value = serde_json::from_str(text).unwrap();
    for place in [
        "/schema",
        "/board/width",
        "/board/height",
        "/board/start/0",
        "/board/end/1",
        "/board/blocked/0/0",
        "/position/flow/0",
        "/position/widest",
        "/position/cut_sets/0/0/0",
        "/turning/live",
    ] {
        for number in NUMBERS {
            let mut forged = judgement.clone();
            assert!(mark(&mut forged, place), "{place}");
            if attack.takes() {
                let text = forged.to_string().replace(MARK, number);
                let name = format!("{number} at {place}");
                attack.rejects_text("huge numbers in positions", &name, &text);
            }
        }
    }
}

/// Numbers in the manifest and in the record of a rule.
fn in_certificates(attack: &mut Attack) {
    let mut missing = Vec::new();
    for place in [
        "/schema",
        "/count",
        "/size",
        "/claims/0/file",
        "record/schema",
        "record/size",
        "record/rule/placements/0",
        "record/rule/pattern/cells/0/0/0",
        "record/rule/pattern/cells/0/0/1",
        "record/rule/pattern/segments/0/cells/0/0",
        "record/refutations/0/question/live_end/0",
        "record/refutations/0/question/placement",
        "record/refutations/0/lemmas/0/cells/0/0",
    ] {
        for number in NUMBERS {
            if !attack.takes() {
                continue;
            }
            match forged(place, number) {
                Some(folder) => {
                    let name = format!("{number} at {place}");
                    attack.rejects("huge numbers", &name, folder.path());
                }
                None => missing.push(place),
            }
        }
    }
    assert!(missing.is_empty(), "not in the certificate: {missing:?}");
}

/// Numbers in the proofs of a rule.
fn in_proofs(attack: &mut Attack) {
    for number in NUMBERS {
        for line in ["ID 0 1 0", "ID 1 0 1 0", "9 ID 0 1 0", "9 1 0 ID 0"] {
            if attack.takes() {
                let mut wrong = PAIR.wrong.clone();
                let proof = line.replace("ID", number) + "\n";
                wrong.refutations.iter_mut().for_each(|of| of.proof.clone_from(&proof));
                let name = format!("{number} in the proof {line}");
                attack.rejects("huge numbers in proofs", &name, sealed(&wrong).path());
            }
        }
    }
}
