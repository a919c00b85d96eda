//! `deadmove rules list`, `show` and `lint`: what a person reads, and the exit codes.

use std::path::Path;
use std::process::Command;

use deadmove_rules::lint::{Severity, lint};
use deadmove_rules::load::{LoadedFile, load};

/// Runs `deadmove rules` in the folder of the tests; standard output, standard error, exit code.
fn rules(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_deadmove"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"))
        .arg("rules")
        .args(arguments)
        .output()
        .expect("deadmove runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
}

fn examples() -> Vec<LoadedFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/show");
    load(&[folder]).and_then(|loaded| loaded.all()).expect("the examples are right")
}

/// Rule files by name and text.
fn files(texts: &[(&str, &str)]) -> Vec<LoadedFile> {
    let file = |&(name, text): &(&str, &str)| {
        LoadedFile::parse(name, text).unwrap_or_else(|error| panic!("{error}"))
    };
    texts.iter().map(file).collect()
}

/// Severity, kind and sentence of every finding, a line each.
fn findings(texts: &[(&str, &str)]) -> String {
    let line = |finding: deadmove_rules::lint::Diagnostic| {
        let severity = finding.severity.word();
        format!("{}: {severity} {}: {}\n", finding.file.display(), finding.kind, finding.message)
    };
    lint(&files(texts)).into_iter().map(line).collect()
}

#[test]
fn shows_every_example_in_words_and_pictures() {
    for file in examples() {
        let stem = file.path.file_stem().unwrap().to_string_lossy().into_owned();
        let (text, errors, code) = rules(&["show", &format!("show/{stem}.rule")]);
        assert_eq!((errors.as_str(), code), ("", 0), "{stem}");
        insta::assert_snapshot!(format!("show-{stem}"), text);
    }
}

#[test]
fn expands_a_family_for_the_parameters_that_are_asked_for() {
    let (text, _, code) =
        rules(&["show", "show/u.rule", "--parameters", "D=3", "--all-placements"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!(text);
}

#[test]
fn says_what_is_wrong_with_parameters() {
    let mut text = String::new();
    for (file, parameters) in [
        ("u", "D=0"),
        ("u", "D"),
        ("u", "E=3"),
        ("u", "D=100000"),
        ("c", "h=3"),
        ("triple-area", "D=3"),
    ] {
        let file = format!("show/{file}.rule");
        let (out, errors, code) = rules(&["show", &file, "--parameters", parameters]);
        assert_eq!((out.as_str(), code), ("", 2), "{parameters}");
        text.push_str(&errors);
    }
    insta::assert_snapshot!(text);
}

#[test]
fn draws_a_rule_as_svg() {
    for stem in ["triple-area", "close-side-straight", "u"] {
        let (text, _, code) = rules(&["show", &format!("show/{stem}.rule"), "-o", "-"]);
        assert_eq!(code, 0);
        insta::assert_snapshot!(format!("svg-{stem}"), text);
    }
}

#[test]
fn lists_files_as_a_table_and_as_json() {
    let (table, errors, code) = rules(&["list", "show"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    insta::assert_snapshot!("list", table);
    let (lines, _, _) = rules(&["list", "--json", "show/u.rule", "show/future-l.rule"]);
    insta::assert_snapshot!("list-json", lines);
}

#[test]
fn lists_the_others_when_a_file_is_broken() {
    let folder = std::env::temp_dir().join(format!("deadmove-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.rule"), "name a\npicture\n  . L X\nforbids upwards\n").unwrap();
    std::fs::write(folder.join("b.rule"), "name b\npicture\n  . L X\nforbids right\n").unwrap();
    let folder_name = folder.to_string_lossy().into_owned();
    let (table, errors, code) = rules(&["list", &folder_name]);
    let (json, _, json_code) = rules(&["list", "--json", &folder_name]);
    let (_, _, lint_code) = rules(&["lint", &folder_name]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!([code, json_code, lint_code], [2, 2, 2]);
    assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("b ")), "{table}");
    assert!(errors.contains("a.rule:4:9"), "{errors}");
    let objects: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["name"], &objects[1]["error"]["line"]), (&"b".into(), &4.into()));
}

#[test]
fn finds_no_error_and_no_warning_in_the_examples() {
    let bad: Vec<_> =
        lint(&examples()).into_iter().filter(|f| f.severity != Severity::Note).collect();
    assert_eq!(bad, []);
}

#[test]
fn lint_exits_with_1_only_for_errors() {
    assert_eq!(rules(&["lint", "show"]).2, 0);
    let file = std::env::temp_dir().join(format!("deadmove-lint-{}.rule", std::process::id()));
    std::fs::write(&file, SEALED).unwrap();
    let name = file.to_string_lossy().into_owned();
    let ((text, _, code), (json, _, _)) =
        (rules(&["lint", &name]), rules(&["lint", "--json", &name]));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(code, 1, "{text}");
    let object: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&object["severity"], &object["kind"]), (&"error".into(), &"side-walled-up".into()));
}

const SEALED: &str = "\
name sealed
source test
placements upright
picture
  # a ?
  # a ?
  ? L X
segment a: left side enclosed
forbids right
";

/// A rule with these placements, picture and lines.
fn text(name: &str, rest: &str) -> String {
    format!("name {name}\nsource test\n{rest}")
}

#[test]
fn finds_contradictions() {
    let rule = |name, rest: &str| text(name, &format!("placements upright\n{rest}"));
    let cases = [
        SEALED.to_owned(),
        rule(
            "tests",
            "picture\n  ? a .\n  ? L X\nsegment a: left side enclosed, odd, surplus = 2\nforbids \
             right\n",
        ),
        rule("not empty", "picture\n  . a ?\n  ? L X\nsegment a: left side empty\nforbids right\n"),
        rule(
            "disagree",
            "picture\n  ? . ?\n  ? L X\nsegment a at (0 left, 1 ahead): left side enclosed\n\
             segment b at (0 left, 1 ahead): left side empty\nforbids right\n",
        ),
        rule(
            "exempt",
            "picture\n  a ?\n  . L\nsegment a: lower side enclosed\nforbids left unless in region \
             a\n",
        ),
        rule(
            "always excepted",
            "picture\n  . # ?\n  ? L X\nunless picture\n  # ?\n  L ?\nforbids right\n",
        ),
        rule(
            "idle exception",
            "picture\n  . . ?\n  ? L X\nunless picture\n  # ?\n  L ?\nforbids right\n",
        ),
        rule("large", "sizes 5\npicture\n  . . . . L .\nforbids right\n"),
        rule("outside", "picture\n  . = ? L X\nforbids right\n"),
        rule(
            "loose",
            "picture\n  a ? ? ?\n  a ? ? ?\n  ? ? L X\nsegment a: left side enclosed\nforbids \
             right\n",
        ),
    ];
    let named: Vec<(String, &str)> = cases
        .iter()
        .map(|text| (text.lines().next().unwrap()[5..].replace(' ', "-") + ".rule", text.as_str()))
        .collect();
    let named: Vec<(&str, &str)> =
        named.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    insta::assert_snapshot!(findings(&named));
}

#[test]
fn finds_repetitions_and_slips_in_names() {
    let close = "placements upright and mirrored\npicture\n  #\n  a\n  L\nsegment a: left side \
        enclosed\nforbids ahead, right\n";
    let mirrored = "placements upright and mirrored\npicture\n  #\n  a\n  L\nsegment a: right side \
        enclosed\nforbids ahead, left\n";
    let narrower = "placements upright\npicture\n  ? =\n  . a\n  ? L\nsegment a: left side \
        enclosed, surplus = 3\nforbids right\n";
    let wider = "placements upright\npicture\n  @\n  a\n  L\nsegment a: left side \
        enclosed\nforbids ahead, right\n";
    let symmetric = "placements all\npicture\n  . X .\n  ? L ?\nforbids ahead\n";
    let unsourced = "name close\npicture\n  . L !\nforbids left\n";
    let (a, b, c) = (text("close", close), text("mirrored", mirrored), text("narrower", narrower));
    let (d, e) = (text("wider", wider), text("symmetric", symmetric));
    insta::assert_snapshot!(findings(&[
        ("close.rule", &a),
        ("mirrored.rule", &b),
        ("narrower.rule", &c),
        ("wider.rule", &d),
        ("symmetric.rule", &e),
        ("other.rule", unsourced),
    ]));
}

#[test]
fn finds_at_once_that_a_pattern_fits_on_no_large_board() {
    let start = std::time::Instant::now();
    let outside_within = |sizes: &str| {
        let text =
            format!("name a\nsizes {sizes}\n\npicture\n  = @ L . = @\n\nforbids left, ahead\n");
        findings(&[("a.rule", &text)]).contains("fits-nowhere")
    };
    for sizes in ["255", "from 200", "all"] {
        assert!(outside_within(sizes), "sizes {sizes}");
    }
    assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
}
