//! `judge` of several positions: files, directories and JSON lines.

use deadmove_core::verdict::Limits;
use deadmove_engine::expectation::Unmet;
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::json;
use deadmove_rules::moves::Moves;
use deadmove_testing::generate::{prefixes, strays};
use insta::assert_snapshot;

use super::program::{Folder, all, deadmove};

const LINES: &str = concat!(
    r#"{"name":"first","n":5,"path":"RR","other":"ignored"}"#,
    "\n",
    r#"{"name":"wide","width":4,"height":3,"path":"DD","end":[4,1]}"#,
    "\n\n",
    r#"{"name":"bad","n":5,"path":"RRX"}"#,
    "\n",
    r#"{"name":"blocked","n":3,"blocked":[[2,2]],"path":""}"#,
    "\n",
    "{\"name\":\"broken\"\n",
    r#"{"n":5,"path":"RRDLD"}"#,
    "\n",
);

#[test]
fn a_directory_with_all_expectations_met_succeeds() {
    assert_snapshot!(deadmove(&["judge", "cases/reasons"]));
    let everything = deadmove(&["judge", "cases/"]);
    assert_eq!(everything.code(), Some(0));
    assert!(everything.stdout().contains(" meet their expectation; "), "{everything}");
    assert_eq!(everything.stdout().lines().count(), 3, "the passes are one line: {everything}");
}

#[test]
fn verbose_prints_a_line_for_each_position_in_input_order() {
    let ran = deadmove(&["judge", "cases/reasons", "--verbose"]);
    assert_snapshot!(ran);
}

#[test]
fn the_verbose_draw_all_positions_and_the_quiet_none() {
    let lines = "{\"n\":3,\"path\":\"RR\"}\n".repeat(5);
    let folder = Folder::new(&[("positions.jsonl", &lines)]);
    let drawn = |more: &str| {
        let ran = folder.deadmove(&["judge", "--jsonl", "positions.jsonl", more]);
        ran.stdout().matches("turning point").count()
    };
    assert_eq!(["--verbose", "--quiet"].map(drawn), [5, 0]);
}

#[test]
fn one_expectation_that_is_not_met_fails_the_directory() {
    let folder = Folder::new(&[
        ("cases/right.case", "board 3x3\npath R\nexpect dead\n"),
        (
            "cases/more/wrong.case",
            "board 5x5\npath RRDLD\nexpect dead\nturning 3 L\nreason colour\n",
        ),
        ("cases/notes.md", "not a case"),
        ("cases/without.case", "board 3x3\n"),
    ]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "cases"]),
        folder.deadmove(&["judge", "cases", "--json"]),
    ]));
}

#[test]
fn several_files_get_a_line_each_or_a_drawing_each() {
    let folder = Folder::new(&[
        ("a.case", "board 3x3\nexpect live\n"),
        ("b.txt", "3|1-1,1;0,1-1,2"),
        ("c.jsonl", "{\"name\":\"in c\",\"n\":3,\"path\":\"RR\"}\n"),
    ]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "a.case", "b.txt", "c.jsonl"]),
        folder.deadmove(&["judge", "a.case", "b.txt", "c.jsonl", "--verbose"]),
        folder.deadmove(&["judge", "a.case", "b.txt", "c.jsonl", "--json"]),
    ]));
}

#[test]
fn a_bad_file_among_others_does_not_stop_them() {
    let folder = Folder::new(&[
        ("cases/a.case", "board 3x3\nexpect live\n"),
        ("cases/b.case", "board 3x3\npath RRR\nexpect live\n"),
        ("cases/c.case", "board 3x3\npath RR\nexpect live\n"),
    ]);
    assert_snapshot!(folder.deadmove(&["judge", "cases"]));
}

#[test]
fn a_bad_line_reports_its_error_and_the_others_are_judged_in_order() {
    let folder = Folder::new(&[("positions.jsonl", LINES)]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "--jsonl", "positions.jsonl"]),
        folder.deadmove(&["judge", "--jsonl", "positions.jsonl", "--json"]),
    ]));
}

#[test]
fn standard_input_gives_the_same_as_a_file_but_its_name() {
    let folder = Folder::new(&[("positions.jsonl", LINES)]);
    let file = folder.deadmove(&["judge", "--jsonl", "positions.jsonl", "--json"]);
    let input = folder.with_input(&["judge", "--jsonl", "-", "--json"], LINES);
    assert_eq!(file.stdout().replace(r#""file":"positions.jsonl","#, ""), input.stdout());
    assert_eq!(input.code(), Some(2));
    assert_snapshot!(folder.with_input(&["judge", "--jsonl", "-"], "{\"n\":3,\"path\":\"X\"}"));
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    // More positions than are judged between two writes.
    let folder = Folder::new(&[("positions.jsonl", &LINES.repeat(100))]);
    for more in [&[][..], &["--json"], &["--verbose"]] {
        let judge = |jobs| {
            let arguments = ["judge", "--jsonl", "positions.jsonl", "--threads", jobs];
            folder.deadmove(&[&arguments[..], more].concat())
        };
        let one = judge("1");
        assert_eq!(one.code(), Some(2));
        assert!(one.stdout().len() > 10_000);
        for jobs in ["2", "7"] {
            let several = judge(jobs);
            assert_eq!(several.code(), Some(2));
            assert!(one.stdout() == several.stdout(), "--threads {jobs} {more:?}");
            assert!(one.stderr() == several.stderr(), "--threads {jobs} {more:?}");
        }
    }
}

#[test]
fn a_batch_without_evidence_has_the_verdicts_that_each_position_gets_alone() {
    let (mut lines, mut expected) = (String::new(), String::new());
    let on_board = |n| [prefixes(n, &[0.0, 0.4, 0.8, 1.0], 3), strays(n, &[0.2, 0.6, 0.9], 3, 4)];
    let positions = (1..=21).step_by(2).flat_map(on_board).flatten();
    for (index, position) in positions.enumerate() {
        let name = format!("line {}", index + 1);
        let alone = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        lines += &json::path_to_position(position.board(), position.path(), Moves::NONE);
        expected += &json::judgement(&name, &alone, &position, &Unmet::default(), false);
        for text in [&mut lines, &mut expected] {
            text.push('\n');
        }
    }
    assert!(expected.contains(r#""verdict":"dead""#));
    let batch = ["judge", "--jsonl", "-", "--json", "--no-evidence"];
    assert_eq!(Folder::new(&[]).with_input(&batch, &lines).stdout(), expected);
}

#[test]
fn a_name_cannot_break_its_line_or_colour_the_terminal() {
    let line = "{\"name\":\"two\\nlines\\u001b[31m \\u00e9\",\"n\":3,\"path\":\"RR\"}\n";
    let folder = Folder::new(&[("positions.jsonl", line)]);
    assert_snapshot!(all([
        folder.deadmove(&["judge", "--jsonl", "positions.jsonl", "--verbose"]),
        folder.deadmove(&["judge", "--jsonl", "positions.jsonl"]),
        folder.deadmove(&["judge", "--jsonl", "positions.jsonl", "--json"]),
    ]));
}
