//! `deadmove certify`, `judge --certificate` and `walk --require`.

use deadmove_checker::{Judgement, check_folder, read_manifest, record_name, unpack};
use deadmove_core::sealed::seal;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, repository};

const SOUND: &str = "close-across-left.rule";
const UNSOUND: &str = "close-side-straight.rule";
const OTHER: &str = "far-side-across-up.rule";

/// A folder with copies of some near-field rules in `rules/`.
fn with_rules(names: &[&str]) -> Folder {
    let folder = Folder::new(&[]);
    for name in names {
        let text = repository().join("rules/near-field").join(name);
        let text = std::fs::read_to_string(text).unwrap();
        // Nobody knows yet that a rule is wrong.
        let lines = text.lines().filter(|line| !line.starts_with("status"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        folder.write(&format!("rules/{name}"), text.as_bytes());
    }
    folder
}

/// The text of a rule with another meaning.
fn changed(rule: &str) -> String {
    let (name, rest) = rule.split_once('\n').unwrap();
    format!("{name}\nsizes 5\n{rest}")
}

#[test]
fn rules_may_move_and_get_remarks_and_none_may_be_missing() {
    let folder = with_rules(&[SOUND, OTHER]);
    assert_eq!(
        folder.deadmove(&["certify", "rules", "--size", "5", "--out", "cert"]).code(),
        Some(0)
    );
    let [sound, other] = [SOUND, OTHER].map(|name| folder.read(&format!("rules/{name}")));
    std::fs::remove_file(folder.path().join("rules").join(OTHER)).unwrap();
    let missing = folder.deadmove(&WALK);
    assert_eq!(missing.code(), Some(2), "{missing}");
    assert!(missing.stderr().contains(OTHER) && missing.stderr().contains("missing"), "{missing}");
    folder.write(&format!("rules/{SOUND}"), format!("{other}\n\n\n{sound}").as_bytes());
    let moved = folder.deadmove(&WALK);
    assert_eq!((moved.code(), moved.stderr()), (Some(1), ""), "{moved}");
    let remark = format!("{other}\n{}", sound.replacen("source", "remark  New.\nsource", 1));
    folder.write(&format!("rules/{SOUND}"), remark.as_bytes());
    let remarked = folder.deadmove(&WALK);
    assert_eq!(remarked.code(), Some(1), "{remarked}");
    let words = remarked.stderr().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("only remarks, sources or layout differ"), "{remarked}");
}

const WALK: [&str; 6] = ["walk", "rules", "--size", "5", "--require", "cert"];

#[test]
fn rules_are_certified_once_and_walked_by_as_long_as_they_stay_the_same() {
    let folder = with_rules(&[SOUND, "far-side-across-up.rule"]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    let first = folder.deadmove(&certify);
    assert_eq!(first.code(), Some(0));
    let accepted = check_folder(&folder.path().join("cert"), None).unwrap();
    assert_eq!((accepted.size, accepted.verdicts), (5, [2, 0, 0]));
    let manifest = folder.read("cert/manifest.json");
    let again = folder.deadmove(&certify);
    assert_eq!(folder.read("cert/manifest.json"), manifest);

    // So few rules get stuck, but they may be walked by.
    let walked = folder.deadmove(&WALK);
    assert_eq!((walked.code(), walked.stderr()), (Some(1), ""));
    let larger = folder.deadmove(&["walk", "rules", "--size", "7", "--require", "cert"]);
    let rule = folder.read(&format!("rules/{SOUND}"));
    folder.write(&format!("rules/{SOUND}"), changed(&rule).as_bytes());
    let other = folder.deadmove(&WALK);
    let another = folder.deadmove(&certify);
    folder.write(&format!("rules/{SOUND}"), rule.as_bytes());
    folder.write("rules/more.rule", rule.replace("name ", "name more ").as_bytes());
    let more = folder.deadmove(&WALK);
    std::fs::remove_file(folder.path().join("rules/more.rule")).unwrap();
    let record = folder.path().join("cert/claims/0000.json.z");
    let mut bytes = std::fs::read(&record).unwrap();
    bytes[9] ^= 1;
    std::fs::write(&record, bytes).unwrap();
    let broken = folder.deadmove(&WALK);
    let none = folder.deadmove(&["walk", "rules", "--size", "5", "--require", "nowhere"]);
    for refused in [&larger, &other, &another, &more, &broken, &none] {
        assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
    }
    assert_snapshot!(all([first, again, larger, other, another, more, broken, none]));
}

#[test]
fn every_long_run_refuses_rules_that_are_not_certified() {
    let folder = with_rules(&[SOUND, OTHER]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    assert_eq!(folder.deadmove(&certify).code(), Some(0));
    let runs: [&[&str]; 4] = [
        &["check", "rules"],
        &["pass", "rules", "--out", "pass"],
        &["mine", "rules", "--rounds", "1"],
        &["walk", "rules", "--order", "random", "--runs", "1"],
    ];
    let required = |run: &[&str], size| {
        folder.deadmove(&[run, &["--size", size, "--require", "cert"]].concat())
    };
    for run in runs {
        let ran = required(run, "5");
        assert!(matches!(ran.code(), Some(0 | 1)), "{ran}");
        let larger = required(run, "7");
        assert_eq!((larger.code(), larger.stdout()), (Some(2), ""), "{larger}");
    }
    let rule = folder.read(&format!("rules/{SOUND}"));
    folder.write(&format!("rules/{SOUND}"), changed(&rule).as_bytes());
    for run in runs {
        let ran = required(run, "5");
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
}

#[test]
fn what_has_no_verdict_or_a_bad_one_is_no_success() {
    let folder = with_rules(&[SOUND]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    let partial = folder.deadmove(&[&certify[..], &["--timeout", "0.000001"]].concat());
    assert_eq!(partial.code(), Some(3));
    let not_yet = folder.deadmove(&WALK);
    assert_eq!(not_yet.code(), Some(2));
    // The same folder is continued.
    assert_eq!(folder.deadmove(&certify).code(), Some(0));
    check_folder(&folder.path().join("cert"), None).unwrap();

    let folder = with_rules(&[UNSOUND]);
    let unsound = folder.deadmove(&certify);
    assert_eq!(unsound.code(), Some(1));
    check_folder(&folder.path().join("cert"), None).unwrap();
    let refused = folder.deadmove(&WALK);
    assert_eq!(refused.code(), Some(2));

    let folder = with_rules(&["far-straight-left.rule"]);
    let vacuous = folder.deadmove(&certify);
    assert_eq!(vacuous.code(), Some(3));

    let folder = Folder::new(&[("rules/a.rule", "nonsense\n")]);
    let wrong = [
        folder.deadmove(&certify),
        folder.deadmove(&["certify", "rules", "--size", "4", "--out", "c"]),
    ];
    assert!(wrong.iter().all(|ran| ran.code() == Some(2)));
    let ran = [partial, not_yet, unsound, refused, vacuous];
    assert_snapshot!(all(ran.into_iter().chain(wrong)));
}

#[test]
fn a_judgement_is_written_with_its_evidence() {
    let folder = Folder::new(&[]);
    let path = "RRRRRRRRDDDDDDDLLLLLLU";
    let judge = ["judge", "--board", "9x9", "--path", path, "--certificate", "one.cert"];
    assert_eq!(folder.deadmove(&judge).code(), Some(0));
    let read = |name: &str| -> Judgement {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        serde_json::from_str(&unpack(bytes).unwrap()).unwrap()
    };
    let one = read("one.cert");
    assert_eq!((one.path.as_str(), one.check()), (path, Ok(Vec::new())));
    folder.write(
        "two.jsonl",
        b"{\"name\":\"a\",\"n\":5,\"path\":\"R\"}\n{\"name\":\"b\",\"n\":3,\"path\":\"D\"}\n",
    );
    let judge = ["judge", "--jsonl", "two.jsonl", "--certificate", "all"];
    assert_eq!(folder.deadmove(&judge).code(), Some(0));
    for (name, path) in [("all/000001.cert", "R"), ("all/000002.cert", "D")] {
        let judgement = read(name);
        assert_eq!((judgement.path.as_str(), judgement.check()), (path, Ok(Vec::new())));
    }
}

#[test]
fn certificates_of_positions_have_their_numbers_and_a_folder_of_their_own() {
    let folder = Folder::new(&[]);
    let lines = "{\"n\":3,\"path\":\"R\"}\n{\"n\":3,\"path\":\"U\"}\n{\"n\":3,\"path\":\"D\"}\n";
    folder.write("three.jsonl", lines.as_bytes());
    let judge = ["judge", "--jsonl", "three.jsonl", "--certificate", "all"];
    let first = folder.deadmove(&judge);
    assert_eq!(first.code(), Some(2), "the second path leaves the board");
    let names = || {
        let entries = std::fs::read_dir(folder.path().join("all")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["000001.cert", "000003.cert"]);
    std::fs::remove_file(folder.path().join("all/000003.cert")).unwrap();
    let again = folder.deadmove(&judge);
    assert_eq!((again.code(), again.stdout()), (Some(2), ""), "{again}");
    assert_eq!(names(), ["000001.cert"]);
    folder.write("cases/a.case", b"board 3x3\n");
    folder.write("cases/b.case", b"board 3x3\npath RD\n");
    let beside = folder.deadmove(&["judge", "cases", "--certificate", "cases"]);
    assert_eq!((beside.code(), beside.stdout()), (Some(2), ""), "{beside}");
    assert!(beside.stderr().contains("the folder holds"), "{beside}");
    assert_snapshot!(again);
}

#[test]
fn rules_of_a_certified_file_that_are_not_claimed_are_missed() {
    let folder = with_rules(&[SOUND, "far-side-across-up.rule"]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    assert_eq!(folder.deadmove(&certify).code(), Some(0));
    let cert = folder.path().join("cert");
    let mut manifest = read_manifest(&cert).unwrap();
    manifest.claims.pop();
    manifest.count -= 1;
    std::fs::remove_file(cert.join(record_name(manifest.count))).unwrap();
    folder.write("cert/manifest.json", &serde_json::to_vec(&manifest).unwrap());
    // The checker cannot know that a rule is missing, but it names the file without a verdict.
    assert_eq!(check_folder(&cert, None).unwrap().silent, ["rules/far-side-across-up.rule"]);
    let walk = folder.deadmove(&WALK);
    assert_eq!((walk.code(), walk.stdout()), (Some(2), ""), "{walk}");
    assert!(walk.stderr().contains("the certificate does not speak of"), "{walk}");
}

#[test]
fn a_certificate_for_every_board_lets_rules_be_walked_by_on_any_size() {
    let folder = with_rules(&[SOUND, "far-side-across-up.rule"]);
    let certify = ["certify", "rules", "--all-sizes", "--out", "cert"];
    let first = folder.deadmove(&certify);
    assert_eq!(first.code(), Some(0), "{first}");
    for size in ["5", "7"] {
        let walked = folder.deadmove(&["walk", "rules", "--size", size, "--require", "cert"]);
        // So few rules get stuck, but they may be walked by.
        assert_eq!((walked.code(), walked.stderr()), (Some(1), ""), "{walked}");
    }
    let rule = folder.read(&format!("rules/{SOUND}"));
    folder.write(&format!("rules/{SOUND}"), changed(&rule).as_bytes());
    let other = folder.deadmove(&WALK);
    folder.write(&format!("rules/{SOUND}"), rule.as_bytes());
    folder.write("rules/more.rule", rule.replace("name ", "name more ").as_bytes());
    let more = folder.deadmove(&WALK);
    std::fs::remove_file(folder.path().join("rules/more.rule")).unwrap();
    let record = folder.path().join("cert/claims/0000.json.z");
    let bytes = std::fs::read(&record).unwrap();
    std::fs::write(&record, &bytes[1..]).unwrap();
    let broken = folder.deadmove(&WALK);
    std::fs::write(&record, bytes).unwrap();
    // Without its record a rule is open.
    let manifest =
        folder.read("cert/manifest.json").replace("\"complete\": true", "\"complete\": false");
    let mut partial: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    partial["claims"][1]["sha256"] = serde_json::Value::Null;
    std::fs::remove_file(folder.path().join("cert/claims/0001.json.z")).unwrap();
    folder.write("cert/manifest.json", partial.to_string().as_bytes());
    let partial = folder.deadmove(&WALK);
    for refused in [&other, &more, &broken, &partial] {
        assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
    }
    assert_snapshot!(all([first, other, more, broken, partial]));
}

#[test]
fn members_of_a_family_that_are_not_certified_for_every_board_are_not_walked_by() {
    let folder = Folder::new(&[]);
    let rule = std::fs::read(repository().join("rules/area/h.rule")).unwrap();
    folder.write("rules/h.rule", &rule);
    let first =
        folder.deadmove(&["certify", "rules", "--all-sizes", "--max", "2", "--out", "cert"]);
    assert_eq!(first.code(), Some(0), "{first}");
    let walk = folder.deadmove(&WALK);
    assert_eq!((walk.code(), walk.stdout()), (Some(2), ""), "{walk}");
    assert!(walk.stderr().contains("the certificate does not speak of H [D=3]"), "{walk}");
}

/// A folder with a set of rules that is complete on 5×5.
fn with_complete_rules() -> Folder {
    let folder = Folder::new(&[]);
    for name in ["area/u.rule", "edge/c-shape.rule", "near-field/close-across-right.rule"] {
        let text = std::fs::read(repository().join("rules").join(name)).unwrap();
        folder.write(&format!("rules/{}", name.rsplit('/').next().unwrap()), &text);
    }
    folder
}

const BY_LIST: [&str; 8] = ["certify", "rules", "--size", "5", "--engine", "list", "--out", "cert"];

#[test]
fn a_set_is_certified_by_the_list_and_walked_by() {
    let folder = with_complete_rules();
    let first = folder.deadmove(&BY_LIST);
    assert_eq!(first.code(), Some(0));
    let accepted = check_folder(&folder.path().join("cert"), None).unwrap();
    let (complete, swept) = accepted.set.unwrap();
    assert_eq!((complete, swept.positions, swept.checked), (true, 291, 291));
    let manifest = folder.read("cert/manifest.json");
    let again = folder.deadmove(&BY_LIST);
    assert_eq!((again.code(), folder.read("cert/manifest.json")), (Some(0), manifest.clone()));
    let walked = folder.deadmove(&WALK);
    assert_eq!((walked.code(), walked.stderr()), (Some(0), ""));

    let by_proofs = folder.deadmove(&["certify", "rules", "--size", "5", "--out", "cert"]);
    let larger = folder.deadmove(&["walk", "rules", "--size", "7", "--require", "cert"]);
    let rule = folder.read("rules/u.rule");
    folder.write("rules/u.rule", changed(&rule).as_bytes());
    let other = folder.deadmove(&WALK);
    folder.write("rules/u.rule", rule.as_bytes());
    folder.write(
        "cert/manifest.json",
        manifest.replace("\"complete\": true", "\"complete\": false").as_bytes(),
    );
    let broken = folder.deadmove(&WALK);
    let too_large =
        folder.deadmove(&["certify", "rules", "--size", "11", "--engine", "list", "--out", "c"]);
    for refused in [&by_proofs, &larger, &other, &broken, &too_large] {
        assert_eq!((refused.code(), refused.stdout()), (Some(2), ""), "{refused}");
    }
    assert_snapshot!(all([first, again, by_proofs, larger, other, broken, too_large]));
}

#[test]
fn a_list_that_was_stopped_goes_on_where_it_was() {
    let folder = with_complete_rules();
    folder.deadmove(&BY_LIST);
    let whole = folder.read("cert/manifest.json");
    std::fs::remove_dir_all(folder.path().join("cert")).unwrap();

    // The report of a run that was stopped after some units.
    let some = ["check", "rules", "--size", "5", "--json", "--max-chunks", "9"];
    let report = folder.deadmove(&some).stdout().to_owned();
    folder.write("cert/check.json", report.as_bytes());
    let gone_on = folder.deadmove(&BY_LIST);
    assert_eq!(gone_on.code(), Some(0), "{gone_on}");
    assert_eq!(folder.read("cert/manifest.json"), whole);
    assert!(!folder.path().join("cert/check.json").exists());
    check_folder(&folder.path().join("cert"), None).unwrap();

    let others = with_rules(&[SOUND]);
    others.write("cert/check.json", report.as_bytes());
    let differs = others.deadmove(&BY_LIST);
    assert_eq!(differs.code(), Some(2), "{differs}");
    let not_yet = others.deadmove(&WALK);
    assert_eq!(not_yet.code(), Some(2), "{not_yet}");

    // A vacuous rule whose record is changed to sound.
    let vacuous = with_rules(&["far-straight-left.rule"]);
    let report = vacuous.deadmove(&["check", "rules", "--size", "5", "--json"]).stdout().to_owned();
    let mut forged: Value = serde_json::from_str(&report).unwrap();
    let rule = &mut forged["rules"][0];
    (rule["verdict"], rule["matches"], rule["forbids_dead"]) = ("sound".into(), 5.into(), 5.into());
    let set = &mut forged["set"];
    set["allowed"] = (set["allowed"].as_u64().unwrap() - 5).into();
    set["forbidden"] = 5.into();
    vacuous.write("cert/check.json", seal(&forged.to_string()).as_bytes());
    let contradicted = vacuous.deadmove(&BY_LIST);
    assert_eq!(contradicted.code(), Some(2), "{contradicted}");
    assert_snapshot!(all([differs, not_yet, contradicted]));
}

#[test]
fn a_set_that_is_not_complete_is_certified_as_that() {
    let folder = with_rules(&[SOUND, UNSOUND, "far-straight-left.rule"]);
    let certified = folder.deadmove(&BY_LIST);
    assert_eq!(certified.code(), Some(1));
    let accepted = check_folder(&folder.path().join("cert"), None).unwrap();
    assert_eq!(accepted.verdicts, [1, 1, 1]);
    assert!(!accepted.set.unwrap().0);
    let shown = std::fs::read(folder.path().join("cert/set.json.z")).unwrap();
    let shown: Judgement = serde_json::from_str(&unpack(shown).unwrap()).unwrap();
    assert_eq!(shown.check(), Ok(Vec::new()));
    assert_snapshot!(all([certified]));
}
