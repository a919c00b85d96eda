//! What a case demands of the rules under test, `forbids` and `allows`: in `check --cases` and in
//! `explain`.

use super::program::Folder;

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
    let everything = check("everything.rule", 1);
    for line in [
        "cases/both.case:4: `allows R`, but R is forbidden by everything\n",
        "cases/deep/allowed.case:3: `allows D`, but D is forbidden by everything\n",
        "3 of 4 demands of 2 cases are not met\n",
    ] {
        assert!(everything.stdout().contains(line), "{everything}");
    }
    let nothing = check("nothing.rule", 1);
    let line = "cases/both.case:5: `forbids D`, but no rule forbids D\n";
    assert!(nothing.stdout().starts_with(line), "{nothing}");
    folder.write("cases/both.case", b"board 7x4\npath RR\nallows R\n");
    let met = check("nothing.rule", 0);
    assert!(met.stdout().contains("the rules meet 3 demands of 2 cases"), "{met}");
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
    assert!(bad.stderr().contains("U is not legal here"), "{bad}");
}

#[test]
fn a_size_and_cases_are_checked_in_one_command() {
    let folder = folder();
    let check = ["check", "everything.rule", "--size", "3", "--cases"];
    let sound = ["check", "nothing.rule", "--size", "5", "--cases", "cases/deep"];
    let both = folder.deadmove(&[&check[..], &["cases"]].concat());
    assert_eq!(both.code(), Some(1), "{both}");
    assert!(both.stdout().contains("cases/both.case:4: `allows R`"), "{both}");
    assert!(both.stdout().contains("a rule forbids a live move"), "{both}");
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
