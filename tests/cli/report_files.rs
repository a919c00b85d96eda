//! The report in files (`-o FILE.json`, `-o FILE.xml`) and as annotations: they say what the exit
//! code says, whatever happens.

use std::fs;
use std::sync::LazyLock;

use roxmltree::{Document, Node};

use super::program::{Folder, Ran};

/// Forbids every move.
const WRONG: &str = "name everything\nsource a test\n\npicture\n  .\n  L\n\nforbids ahead\n";
/// Its picture fits on no small board.
const VACUOUS: &str =
    "name nothing\nsource a test\n\npicture\n  . . . . . . . . . L X\n\nforbids right\n";
const BROKEN: &str = "name broken\n\npicturr\n";

fn folder() -> Folder {
    let right = include_str!("../../rules/edge/border-door.rule");
    Folder::new(&[
        ("right/door.rule", right),
        ("wrong/door.rule", right),
        ("wrong/all.rule", WRONG),
        ("vacuous/nothing.rule", VACUOUS),
        ("mixed/door.rule", right),
        ("mixed/nothing.rule", VACUOUS),
        ("broken/door.rule", right),
        ("broken/slip.rule", BROKEN),
        ("slip/door.rule", "name a\npicture\n  X\n  L\nforbids left\n"),
        ("met/a.case", "board 5x5\npath RR\nexpect live\n"),
        ("met/nothing-expected.case", "board 5x5\npath RR\n"),
        ("unmet/a.case", "# One\nboard 5x5\npath RR\n\nexpect dead\n"),
        ("unmet/b.case", "board 5x5\npath RR\nexpect live\n"),
        ("unread/a.case", "board 5x5\npath RRLL\nexpect live\n"),
        ("unread/b.case", "board 5x5\npath RR\nexpect live\n"),
        ("demands/a.case", "board 5x5\npath RR\nallows R\nforbids D\n"),
        ("right.txt", "3|1-1,1;0,1-2,1;1-3,1;0"),
        ("stopped.txt", "3|1-1,1;0,1-2,1;1-3,1"),
        ("silent.txt", r#"{"n":3,"path":"R"}"#),
    ])
}

/// Commands with their exit codes, and how many cases are passed, skipped, failed and errors.
const RUNS: &[(&str, i32, [usize; 4])] = &[
    ("judge met", 0, [1, 1, 0, 0]),
    ("judge met --require-expect", 3, [1, 0, 0, 1]),
    ("judge unmet", 1, [1, 0, 1, 0]),
    ("judge unread", 2, [1, 0, 0, 1]),
    ("judge met/a.case --engine propagate", 3, [0, 0, 0, 1]),
    ("judge no-such-folder", 2, [0, 0, 0, 1]),
    ("check right --size 5", 0, [1, 0, 0, 0]),
    ("check right --size 5 --complete", 1, [1, 0, 1, 0]),
    ("check right --size 5 --engine sat --complete", 3, [1, 0, 0, 1]),
    ("check right --size 5 --max-chunks 1", 3, [0, 0, 0, 1]),
    ("check wrong --sizes 3,5", 1, [2, 0, 2, 0]),
    ("check vacuous --size 5", 3, [0, 0, 0, 1]),
    ("check mixed --size 5", 0, [1, 1, 0, 0]),
    ("check mixed --size 5 --no-vacuous", 3, [1, 0, 0, 1]),
    ("check broken --size 5", 2, [1, 0, 0, 1]),
    ("check right --size 4", 2, [0, 0, 0, 1]),
    ("check --answers right.txt", 0, [4, 0, 0, 0]),
    ("check --answers stopped.txt", 1, [3, 0, 1, 0]),
    ("check --answers silent.txt", 2, [2, 0, 0, 3]),
    ("prove right", 0, [1, 0, 0, 0]),
    ("prove wrong --size 5", 1, [1, 0, 1, 0]),
    ("prove broken", 2, [1, 0, 0, 1]),
    ("rules lint right", 0, [1, 0, 0, 0]),
    ("rules lint broken", 2, [1, 0, 0, 1]),
];

/// How many cases an XML file has: passed, skipped, failures, errors. Its attributes count the
/// same.
fn counted(xml: &str) -> [usize; 4] {
    let document = Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("name")), ("testsuites", Some("deadmove")));
    let elements = |node: Node<'_, '_>, name: &str| {
        node.descendants().filter(|node| node.has_tag_name(name)).count()
    };
    for node in root.descendants().filter(|n| n.has_tag_name("testsuite")).chain([root]) {
        for (attribute, element) in
            [("tests", "testcase"), ("failures", "failure"), ("errors", "error")]
        {
            let stated: usize = node.attribute(attribute).unwrap().parse().unwrap();
            assert_eq!(stated, elements(node, element), "{attribute}: {xml}");
        }
    }
    for case in root.descendants().filter(|node| node.has_tag_name("testcase")) {
        assert!(case.attribute("name").is_some_and(|name| !name.is_empty()), "{xml}");
        assert!(case.children().filter(Node::is_element).count() <= 1, "{xml}");
        for found in case.children().filter(Node::is_element) {
            assert!(found.attribute("message").is_some_and(|said| !said.is_empty()), "{xml}");
        }
    }
    let [skipped, failed, errors] = ["skipped", "failure", "error"].map(|it| elements(root, it));
    [elements(root, "testcase") - skipped - failed - errors, skipped, failed, errors]
}

fn with<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split(' ').chain(more.iter().copied()).collect()
}

const OPTIONS: [&str; 6] = ["-o", "report.json", "-o", "report.XML", "--annotate", "github"];

/// The commands with these options: what is printed, and both reports.
static WRITTEN: LazyLock<Vec<(Ran, String, String)>> = LazyLock::new(|| {
    let folder = folder();
    let written = RUNS.iter().map(|(command, ..)| {
        // What an earlier run left must not be taken for the report of this one.
        folder.write("report.json", b"old");
        folder.write("report.XML", b"<testsuites name=\"old\"/>");
        let ran = folder.deadmove(&with(command, &OPTIONS));
        (ran, folder.read("report.json"), folder.read("report.XML"))
    });
    written.collect()
});

#[test]
fn junit_has_failures_and_errors_exactly_when_the_exit_code_is_not_0() {
    for (&(command, code, cases), (ran, _, xml)) in RUNS.iter().zip(&*WRITTEN) {
        assert_eq!(ran.code(), Some(code), "{ran}");
        assert_eq!(counted(xml), cases, "{command}: {xml}");
        let [_, _, failed, errors] = cases;
        assert_eq!((code == 0, code == 1), (failed + errors == 0, failed > 0), "{command}");
    }
}

#[test]
fn a_json_file_is_byte_for_byte_what_json_prints() {
    let folder = folder();
    for (&(command, code, _), (ran, json, _)) in RUNS.iter().zip(&*WRITTEN) {
        let printed = folder.deadmove(&with(command, &["--json"]));
        assert_eq!((printed.code(), ran.code()), (Some(code), Some(code)), "{ran}");
        assert_eq!(json, printed.stdout(), "{command}");
        // The report for a person is still printed; some have times or the names of new files.
        if command.contains("--engine sat") || command.contains("--max-chunks") {
            continue;
        }
        let plain = folder.deadmove(&with(command, &[]));
        let options = format!(" {}", OPTIONS.join(" "));
        assert_eq!(ran.stdout().replace(&options, ""), plain.stdout(), "{command}");
    }
}

#[test]
fn what_is_wrong_is_said_by_file_and_line_in_both_forms() {
    let folder = folder();
    let errors = |command: &str, form: &str| {
        let ran = folder.deadmove(&with(command, &["--annotate", form, "-q"]));
        let lines = ran.stderr().lines().map(str::to_owned);
        lines.filter(|line| line.contains("error")).collect::<Vec<_>>()
    };
    assert_eq!(
        errors("check wrong --size 3", "plain"),
        ["wrong/all.rule:1: error: everything forbids 16 live moves of 3×3"]
    );
    assert_eq!(
        errors("check wrong --size 3", "github"),
        ["::error file=wrong/all.rule,line=1,title=failed%3A everything::\
          everything forbids 16 live moves of 3×3"]
    );
    assert_eq!(
        errors("judge unmet", "plain"),
        ["unmet/a.case:5: error: a: expected dead, found live"]
    );
    let broken = errors("prove broken", "github");
    let place = "::error file=broken/slip.rule,line=3,col=1,title=";
    assert!(broken.iter().any(|line| line.starts_with(place)), "{broken:?}");
    let stopped = errors("check --answers stopped.txt", "plain");
    assert!(stopped[0].starts_with("stopped.txt:1: error: no live move is forbidden: "));
    let demand = errors("check wrong --cases demands", "plain");
    assert!(demand[0].starts_with("demands/a.case:3: error: a: allows R: `allows R`, but"));
    for ((command, code, _), (ran, ..)) in RUNS.iter().zip(&*WRITTEN) {
        let annotated = ran.stderr().lines().any(|line| line.starts_with("::error "));
        assert_eq!(annotated, *code != 0, "{command}");
    }
}

#[test]
fn a_file_that_cannot_be_a_report_is_refused_before_the_work_begins() {
    let folder = folder();
    let refused = |command: &str, said: &str| {
        let ran = folder.deadmove(&with(command, &[]));
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
        assert_eq!(ran.stdout(), "", "{ran}");
    };
    refused("check right --size 5 -o report.txt", "a name that ends in .json or .xml");
    refused("prove right -o report", "the file name has no extension");
    refused("judge met -o report.htm", "a name that ends in .svg, .png, .json or .xml");
    refused("check right --size 5 -o none/report.xml", "it cannot be written");
    refused("check right --size 5 --resume a.json -o a.json", "-o and --resume name the same file");
    refused("check right --cases demands -o a.json", "has no form as JSON");
    refused("judge --jsonl silent.txt -o a.svg", "a picture shows one position");
    assert!(!folder.path().join("none").exists());
}

#[test]
fn a_picture_and_reports_can_be_written_at_once() {
    let folder = folder();
    let judge = "judge met/a.case -o a.svg -o a.png -o a.json -o a.xml";
    let ran = folder.deadmove(&with(judge, &[]));
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert!(folder.read("a.svg").starts_with("<svg"));
    assert!(fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(folder.read("a.json").ends_with("}\n"));
    assert_eq!(counted(&folder.read("a.xml")), [1, 0, 0, 0]);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_a_report_that_is_no_success() {
    use super::program::command;
    use std::process::Stdio;
    use std::time::Duration;
    let folder = folder();
    folder.write("report.xml", b"<testsuites/>");
    // The program waits for positions.
    let arguments = ["judge", "--jsonl", "-", "-o", "report.xml"];
    let mut command = command(folder.path(), &arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    while folder.read("report.xml") == "<testsuites/>" {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let xml = folder.read("report.xml");
    assert_eq!(counted(&xml), [0, 0, 0, 1]);
    assert!(xml.contains("the run has not ended"), "{xml}");
}
