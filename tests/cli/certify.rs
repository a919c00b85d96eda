//! `deadmove certify`, `judge --proof` and `walk --require`.

use deadmove_checker::{Judgement, check_folder, unpack};
use insta::assert_snapshot;

use super::program::{Folder, all, repository};

const SOUND: &str = "close-across-left.rule";
const UNSOUND: &str = "close-side-straight.rule";

/// A folder with copies of some near-field rules in `rules/`.
fn with_rules(names: &[&str]) -> Folder {
    let folder = Folder::new(&[]);
    for name in names {
        let text = std::fs::read(repository().join("rules/near-field").join(name)).unwrap();
        folder.write(&format!("rules/{name}"), &text);
    }
    folder
}

const WALK: [&str; 6] = ["walk", "rules", "--size", "5", "--require", "cert"];

#[test]
fn rules_are_certified_once_and_walked_by_as_long_as_they_stay_the_same() {
    let folder = with_rules(&[SOUND, "far-side-across-up.rule"]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    let first = folder.deadmove(&certify);
    assert_eq!(first.code(), Some(0));
    let accepted = check_folder(&folder.path().join("cert")).unwrap();
    assert_eq!((accepted.size, accepted.verdicts), (5, [2, 0, 0]));
    let manifest = folder.read("cert/manifest.json");
    let again = folder.deadmove(&certify);
    assert_eq!(folder.read("cert/manifest.json"), manifest);

    // So few rules get stuck, but they may be walked by.
    let walked = folder.deadmove(&WALK);
    assert_eq!((walked.code(), walked.stderr()), (Some(1), ""));
    let larger = folder.deadmove(&["walk", "rules", "--size", "7", "--require", "cert"]);
    let rule = folder.read(&format!("rules/{SOUND}"));
    let changed = format!("{rule}\n");
    folder.write(&format!("rules/{SOUND}"), changed.as_bytes());
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
fn what_has_no_verdict_or_a_bad_one_is_no_success() {
    let folder = with_rules(&[SOUND]);
    let certify = ["certify", "rules", "--size", "5", "--out", "cert"];
    let partial = folder.deadmove(&[&certify[..], &["--timeout", "0.000001"]].concat());
    assert_eq!(partial.code(), Some(3));
    let not_yet = folder.deadmove(&WALK);
    assert_eq!(not_yet.code(), Some(2));
    // The same folder goes on.
    assert_eq!(folder.deadmove(&certify).code(), Some(0));
    check_folder(&folder.path().join("cert")).unwrap();

    let folder = with_rules(&[UNSOUND]);
    let unsound = folder.deadmove(&certify);
    assert_eq!(unsound.code(), Some(1));
    check_folder(&folder.path().join("cert")).unwrap();
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
    let judge = ["judge", "--board", "9x9", "--path", path, "--proof", "one.cert"];
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
    let judge = ["judge", "--jsonl", "two.jsonl", "--proof", "all"];
    assert_eq!(folder.deadmove(&judge).code(), Some(0));
    for (name, path) in [("all/000001.cert", "R"), ("all/000002.cert", "D")] {
        let judgement = read(name);
        assert_eq!((judgement.path.as_str(), judgement.check()), (path, Ok(Vec::new())));
    }
}
