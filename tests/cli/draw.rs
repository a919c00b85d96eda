//! `judge -o`: SVG to a file or to standard output. What the picture shows is tested with the
//! report.

use insta::assert_snapshot;

use super::program::{Folder, Ran, all, deadmove, repository};

const LINES: &str = "{\"name\":\"a\",\"n\":3,\"path\":\"RR\"}\n{\"name\":\"b\",\"n\":3,\"path\":\"RDR\"}\n\
                     {\"name\":\"b\",\"n\":3,\"path\":\"\"}\n{\"name\":\"bad\",\"n\":3,\"path\":\"x\"}\n";

fn is_drawing(text: &str) -> bool {
    text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        && text.ends_with("</svg>\n")
        && !text.contains('\u{1b}')
}

#[test]
fn draws_to_a_file_or_to_standard_output_alike() {
    let folder = Folder::new(&[]);
    let position = ["judge", "--board", "5x5", "--path", "RRDLD"];
    let shown = folder.deadmove(&[&position[..], &["-o", "-"]].concat());
    assert_eq!((shown.code(), shown.stderr()), (Some(0), ""));
    assert!(is_drawing(shown.stdout()), "{shown}");
    let written = folder.deadmove(&[&position[..], &["-o", "board.svg"]].concat());
    assert_eq!((written.code(), written.stderr()), (Some(0), ""));
    assert_snapshot!(written);
    assert_eq!(folder.read("board.svg"), shown.stdout());
    let coloured = folder.deadmove(&[&position[..], &["-o", "-", "--color", "always"]].concat());
    assert_eq!(coloured.stdout(), shown.stdout());
}

/// Width and height of a PNG.
fn size_of_png(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn the_end_of_the_name_decides_between_svg_and_png() {
    let folder = Folder::new(&[]);
    let draw = |file| folder.deadmove(&["judge", "--board", "5x5", "--path", "RRDLD", "-o", file]);
    assert_eq!([draw("board.svg"), draw("board.png")].map(|ran| ran.code()), [Some(0); 2]);
    let svg = folder.read("board.svg");
    let side = |name: &str| -> u32 {
        let value = svg.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap();
        value.parse().unwrap()
    };
    let png = std::fs::read(folder.path().join("board.png")).unwrap();
    assert_eq!(size_of_png(&png), [2 * side("width"), 2 * side("height")]);
    let rule = repository().join("rules/edge/border-turn.rule").display().to_string();
    let shown = folder.deadmove(&["rules", "show", &rule, "-o", "rule.PNG"]);
    assert_eq!(shown.code(), Some(0), "{shown}");
    size_of_png(&std::fs::read(folder.path().join("rule.PNG")).unwrap());
    let walk = ["walk", "none", "--order", "random", "--size", "5", "-o", "plot.gif"];
    assert_snapshot!(all([draw("board.jpg"), draw("board"), folder.deadmove(&walk)]));
    assert!(!folder.path().join("board.jpg").exists());
}

#[test]
fn labels_of_rules_have_their_place_and_weight_as_attributes_which_png_needs() {
    for (rule, class) in [
        ("rules/near-field/close-across-left.rule", "letter"),
        ("rules/7-grid/future-l.rule", "number"),
    ] {
        let shown = repository().join(rule).display().to_string();
        let shown = deadmove(&["rules", "show", &shown, "-o", "-"]);
        let drawing = roxmltree::Document::parse(shown.stdout()).unwrap();
        let labels = drawing.descendants().filter(|node| node.attribute("class") == Some(class));
        let labels: Vec<roxmltree::Node> =
            labels.filter(|node| node.has_tag_name("text")).collect();
        assert!(labels.len() > 8, "{shown}");
        for label in labels {
            let given = |name| label.ancestors().find_map(|above| above.attribute(name));
            assert_eq!(["text-anchor", "font-weight"].map(given), [Some("middle"), Some("bold")]);
        }
    }
}

#[test]
fn draws_the_named_position_of_a_batch() {
    let folder = Folder::new(&[("positions.jsonl", LINES)]);
    let named = folder.deadmove(&["judge", "positions.jsonl", "--name", "a", "-o", "-"]);
    let alone = folder.deadmove(&["judge", "--board", "3x3", "--path", "RR", "-o", "-"]);
    assert!(is_drawing(named.stdout()), "{named}");
    assert!(named.stdout().contains("<title>a: 3×3 board, 2 steps drawn, live end (3,1), live<"));
    assert!(alone.stdout().contains("<title>3×3 board, 2 steps drawn, live end (3,1), live<"));
    let line = |ran: &Ran| ran.stdout().matches("<polyline").count();
    assert_eq!(line(&named), line(&alone));
    let draw = |name| folder.deadmove(&["judge", "positions.jsonl", "--name", name]);
    assert_snapshot!(all(["c", "b", "bad"].map(draw)));
}

#[test]
fn says_which_position_or_which_file_is_the_trouble() {
    let folder = Folder::new(&[("positions.jsonl", LINES)]);
    let no_folder = ["judge", "--board", "3x3", "-o", "no/such/folder.svg"];
    assert_snapshot!(all([
        folder.deadmove(&["judge", "-o", "-"]),
        folder.deadmove(&["judge", "positions.jsonl", "-o", "-"]),
        folder.deadmove(&["judge", "--board", "3x3", "--name", "a"]),
        folder.deadmove(&no_folder),
        folder.deadmove(&["judge", "--board", "3x3", "-o", "."]),
    ]));
}

#[test]
fn an_unknown_position_is_drawn_and_says_so_by_its_exit_code() {
    let large = "cases/corpus/25x25-turns-at-37.case";
    let ran =
        deadmove(&["judge", large, "-o", "-", "--engine", "frontier", "--frontier-memory", "1"]);
    assert_eq!(ran.code(), Some(3));
    assert!(is_drawing(ran.stdout()));
}

#[test]
fn the_beginning_of_a_path_is_judged_on_request() {
    let path = ["judge", "--board", "5x5", "--path", "RRDLD"];
    let part = deadmove(&[&path[..], &["--at", "2", "--json"]].concat());
    let whole = deadmove(&["judge", "--board", "5x5", "--path", "RR", "--json"]);
    let verdict = |ran: &Ran| ran.stdout().split_once("\"verdict\"").unwrap().1.to_owned();
    assert_eq!((verdict(&part), part.code()), (verdict(&whole), Some(0)));
    assert_eq!(deadmove(&[&path[..], &["--at", "6"]].concat()).code(), Some(2));
}

#[test]
fn old_names_are_answered_with_the_new_command_line() {
    for (words, line) in [
        (&["draw", "a.case", "-o", "a.svg"][..], "deadmove judge a.case -o a.svg"),
        (&["hunt", "boards"], "deadmove lab hunt boards"),
        (&["judge", "cases", "--draw"], "deadmove judge cases --verbose"),
        (
            &["count", "--board", "3x3", "--memory", "1"],
            "deadmove count --board 3x3 --frontier-memory 1",
        ),
    ] {
        let ran = deadmove(words);
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
        assert!(ran.stderr().ends_with(&format!("\n  {line}\n")), "{ran}");
    }
}
