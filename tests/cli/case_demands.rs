//! What a case demands of the rules under test, `forbids` and `allows`: in `explain`.

use super::program::Folder;

/// Its picture fits on no small board.
const NOTHING: &str =
    "name nothing\nsource a test\n\npicture\n  . . . . . . . . . L X\n\nforbids right\n";

fn folder() -> Folder {
    Folder::new(&[
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
