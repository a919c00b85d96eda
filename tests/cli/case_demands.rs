//! What a case demands of the rules under test, `forbids` and `allows`: in `check --cases` and in
//! `explain`.

use insta::assert_snapshot;

use super::program::{Folder, all};

/// Forbids every move.
const EVERYTHING: &str = "name everything\nsource a test\n\npicture\n  .\n  L\n\nforbids ahead\n";
/// Its picture fits on no small board.
const NOTHING: &str =
    "name nothing\nsource a test\n\npicture\n  . . . . . . . . . L X\n\nforbids right\n";

fn folder() -> Folder {
    Folder::new(&[
        ("everything.rule", EVERYTHING),
        ("nothing.rule", NOTHING),
        (
            "cases/both.case",
            "# A board of no standard size.\nboard 7x4\npath RR\nallows R\nforbids D\n",
        ),
        ("cases/deep/allowed.case", "board 5x5\npath R\nallows R D\n"),
        ("cases/other.case", "board 3x3\nexpect live\n"),
        ("none/other.case", "board 3x3\n"),
    ])
}

#[test]
fn rules_are_checked_against_what_cases_demand_on_boards_of_any_size() {
    let folder = folder();
    let check = |rules: &str, code: i32| {
        let ran = folder.deadmove(&["check", rules, "--cases", "cases"]);
        assert_eq!(ran.code(), Some(code), "{ran}");
        ran
    };
    let ran = [check("everything.rule", 1), check("nothing.rule", 1)];
    folder.write("cases/both.case", b"board 7x4\npath RR\nallows R\n");
    assert_snapshot!(all(ran.into_iter().chain([check("nothing.rule", 0)])));
}

#[test]
fn cases_that_demand_nothing_are_no_success() {
    let folder = folder();
    let check = |cases: &str| folder.deadmove(&["check", "nothing.rule", "--cases", cases]);
    let (none, one) = (check("none"), check("cases/other.case"));
    assert_eq!((none.code(), one.code()), (Some(3), Some(3)), "{none}{one}");
    let (missing, empty) = (check("nowhere"), check("."));
    assert_eq!(missing.code(), Some(2), "{missing}");
    assert_eq!(empty.code(), Some(1), "the cases below count: {empty}");
    folder.write("none/bad.case", b"board 3x3\nforbids U\n");
    let bad = check("none");
    assert_eq!(bad.code(), Some(2), "{bad}");
    assert_snapshot!(all([none, missing, bad]));
}

#[test]
fn a_size_and_cases_are_checked_in_one_command() {
    let folder = folder();
    let check = ["check", "everything.rule", "--size", "3", "--cases"];
    let sound = ["check", "nothing.rule", "--size", "5", "--cases", "cases/deep"];
    let both = folder.deadmove(&[&check[..], &["cases"]].concat());
    assert_eq!(both.code(), Some(1), "{both}");
    assert!(both.stdout().contains("cases/both.case:4: `allows R`"), "{both}");
    assert!(both.stdout().contains("everything is unsound"), "{both}");
    let met = folder.deadmove(&sound);
    assert!(met.stdout().contains("the rules meet 2 demands of 1 case"), "{met}");
}

#[test]
fn explain_says_which_demand_of_its_case_is_not_met() {
    let folder = folder();
    let explain = |rule: &str, more: &[&str]| {
        let file = ["explain", rule, "--position", "cases/both.case"];
        folder.deadmove(&[&file[..], more].concat())
    };
    let (text, json) = (explain("nothing.rule", &[]), explain("nothing.rule", &["--json"]));
    assert_eq!((text.code(), json.code()), (Some(1), Some(1)), "{text}");
    assert!(text.stdout().contains("no rule forbids D"), "{text}");
    assert!(json.stdout().contains(r#""unmet":["`forbids D`, but no rule forbids D"]"#), "{json}");
    // Earlier on the path the case demands nothing.
    let before = explain("nothing.rule", &["--at", "1", "--json"]);
    assert!(!before.stdout().contains("unmet"), "{before}");
}
