//! What all commands share: the ends of reports, files that do not fit, schemas, pages.

use std::collections::BTreeSet;

use serde_json::Value;

use super::program::{self, Folder, Ran, command, deadmove, limited, repository};
use super::schema_validator::{names, validates};

/// Invocations whose reports have an end.
const REPORTS: [&str; 9] = [
    "sequence verify 3x3 drddruurrdd",
    "sequence verify 2x2 rd",
    "sequence shortest 2x2",
    "sequence shorten 2x2 drdr --timeout 0.1",
    "sequence repair 2x2 r",
    "maze cases/mazes/bridge.txt",
    "maze counterexample --claim complete --max-fields 4",
    "loops solve --size 2",
    "loops verify --max-size 3",
];

fn run(line: &str, more: &[&str]) -> Ran {
    deadmove(&line.split(' ').chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn reports_fit_80_columns_and_end_with_a_command_that_is_understood() {
    for line in REPORTS {
        let words: Vec<&str> = line.split(' ').collect();
        let mut at_a_terminal = command(repository(), &words);
        at_a_terminal.env("DEADMOVE_HINTS", "1");
        let ran = program::run(at_a_terminal, &words);
        let (report, next) = ran.stdout().split_once("\nnext: ").unwrap_or_else(|| panic!("{ran}"));
        assert!(report.lines().all(|line| line.chars().count() <= 80), "{ran}");
        let next = next.trim();
        match next.strip_prefix("deadmove-puzzles ") {
            Some(next) => assert_eq!(run(next, &["--help"]).code(), Some(0), "{ran}"),
            None => assert!(next.starts_with("deadmove-puzzles-checker "), "{ran}"),
        }
    }
}

#[test]
fn the_quiet_print_one_line() {
    for line in REPORTS {
        let ran = run(line, &["--quiet"]);
        assert_eq!(ran.stdout().lines().count(), 1, "{ran}");
    }
}

#[test]
fn data_on_standard_output_is_data_alone() {
    let ran = deadmove(&["sequence", "count", "2x2"]);
    assert_eq!((ran.stdout().lines().count(), ran.stderr()), (1, ""), "{ran}");
}

#[test]
#[cfg(unix)]
fn a_closed_standard_output_is_refused() {
    let words = ["-c", "exec \"$0\" loops verify --max-size 2 >&-", super::PROGRAM];
    let output = std::process::Command::new("sh").args(words).output().expect("sh starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("standard output is closed"),
        "{said}"
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_reports_what_is_known() {
    use std::process::{Command, Stdio};

    let words = ["sequence", "shortest", "4x4"];
    let mut search = command(repository(), &words);
    let child = search.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    assert!(sent.unwrap().status.success());
    let ran = Ran::new(&words, child.wait_with_output().unwrap());
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("at least "), "{ran}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_does_not_fit_leaves_the_old_one_and_nothing_beside_it() {
    let loops = ["loops", "verify", "--max-size", "3", "--certificate"];
    let maze = ["maze", "cases/mazes/bridge.txt", "-o"];
    for (name, words, old) in [
        ("a.png", &maze[..], None),
        ("a.png", &maze, Some("old")),
        ("a.txt", &maze, None),
        ("a.txt", &maze, Some("old")),
        ("a.cert", &loops, Some("old")),
    ] {
        let folder = Folder::new(&[]);
        old.iter().for_each(|old| folder.write(name, old.as_bytes()));
        let file = folder.path().join(name);
        let words = [words, &[file.to_str().unwrap()]].concat();
        let ran = limited(0, &words);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains("it cannot be written"), "{ran}");
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, usize::from(old.is_some()), "{ran}");
        assert!(old.is_none_or(|old| folder.read(name) == old), "{ran}");
    }
}

/// What commands print with --json, by the name of the schema. `TMP` is a folder with some files.
const OUTPUTS: &[(&str, &str)] = &[
    ("sequence-verify", "sequence verify 2x2 drd"),
    ("sequence-verify", "sequence verify 2x2 rd"),
    ("sequence-shortest", "sequence shortest 3x3"),
    ("sequence-shorten", "sequence shorten 2x2 drdrd --timeout 0.1"),
    ("sequence-repair", "sequence repair 3x3 rd"),
    ("sequence-count", "sequence count 3x3"),
    ("maze", "maze cases/mazes/bridge.txt"),
    ("maze", "maze cases/mazes/no-way.txt"),
    ("maze", "maze TMP/solved.pbm --wall 1 --road 1"),
    ("maze-why", "maze cases/mazes/bridge.txt --why 8,2"),
    ("maze-why", "maze cases/mazes/bridge.txt --why 10,8"),
    ("maze-claims", "maze claims cases/mazes/bridge.txt"),
    ("maze-claims", "maze claims cases/mazes/no-way.txt"),
    ("maze-claims", "maze claims cases/mazes/perfect.txt"),
    ("maze-claims", "maze claims cases/mazes/loop.txt"),
    ("maze-claims", "maze claims cases/mazes/ten-doors.txt"),
    ("maze-counterexample", "maze counterexample --claim sound --max-fields 9"),
    ("maze-counterexample", "maze counterexample --claim complete --max-fields 9"),
    ("loops-referee", "loops referee cases/loops/two-curves.game TMP/open.game"),
    ("loops-referee", "loops referee TMP/illegal.game"),
    ("loops-solve", "loops solve --size 3"),
    ("loops-solve", "loops solve --size 3 --value-only"),
    ("loops-verify", "loops verify --max-size 3"),
];

#[test]
fn what_is_printed_matches_its_schema_and_every_schema_is_tested() {
    let folder = Folder::new(&[
        ("open.game", "size 3\nmoves 1,1\n"),
        ("illegal.game", "size 3\nmoves 1,1 2,1 1,2 2,2\n"),
        ("maze.txt", include_str!("../cases/mazes/bridge.txt")),
    ]);
    folder.deadmove(&["maze", "maze.txt", "-o", "solved.pbm"]);
    validates(&folder, OUTPUTS);
    let tested: BTreeSet<String> = OUTPUTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(tested, names().into_keys().collect());
}

fn report(folder: &Folder, file: &str, arguments: &[&str]) {
    let ran = folder.deadmove(arguments);
    assert!(matches!(ran.code(), Some(0 | 1 | 3)), "{ran}");
    folder.write(file, ran.stdout().as_bytes());
}

#[test]
fn the_reports_of_all_commands_make_pages() {
    let folder = Folder::new(&[]);
    let maze = "#S#####\n# #   #\n#   # #\n# #   #\n#E#####\n";
    folder.write("loop.txt", maze.as_bytes());
    folder.write("block.game", b"size 3\nmoves 1,1 2,1 1,2 2,2\n");
    report(&folder, "fails.json", &["sequence", "verify", "3x3", "rrddrrdd", "--json"]);
    report(&folder, "shortest.json", &["sequence", "shortest", "2x3", "--json"]);
    report(&folder, "repair.json", &["sequence", "repair", "2x2", "rd", "--json"]);
    report(
        &folder,
        "shorten.json",
        &["sequence", "shorten", "2x2", "rdrd", "--timeout", "0.2", "--json"],
    );
    report(&folder, "count.json", &["sequence", "count", "4x4", "--json"]);
    report(&folder, "claims.json", &["maze", "claims", "loop.txt", "--json"]);
    report(&folder, "search.json", &["maze", "counterexample", "--claim", "complete", "--json"]);
    report(&folder, "games.json", &["loops", "referee", "block.game", "block.game", "--json"]);
    report(&folder, "values.json", &["loops", "solve", "--size", "3", "--json"]);
    report(&folder, "facts.json", &["loops", "verify", "--max-size", "3", "--json"]);
    // Pages do not show whether every claim holds.
    let facts: Value = serde_json::from_str(&folder.read("facts.json")).unwrap();
    let claims = facts["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 12);
    assert!(claims.iter().all(|claim| claim["verdict"] == "holds"));
    let reports = [
        "fails.json",
        "shortest.json",
        "repair.json",
        "shorten.json",
        "count.json",
        "claims.json",
        "search.json",
        "games.json",
        "values.json",
        "facts.json",
    ];
    let ran = folder.deadmove(&[&["site", "--out", "site"][..], &reports].concat());
    assert_eq!(ran.code(), Some(0), "{ran}");
    let page = |name: &str| folder.read(&format!("site/{name}.html"));
    assert!(page("index").contains("Sequences that solve every maze"));
    let sequences = page("sequences");
    for id in ["2x2", "2x3", "3x3", "4x4"] {
        assert!(sequences.contains(&format!("<h2 id=\"{id}\">")), "{sequences}");
    }
    assert!(sequences.contains("3,828 mazes have a way"), "{sequences}");
    assert!(page("mazes").contains("<h2 id=\"claims\">claims</h2>"));
    assert!(page("loops").contains("illegal at move 4"));
    for picture in ["3x3-1", "claims-complete", "search-1", "game-block.game-2"] {
        let svg = folder.read(&format!("site/pictures/{picture}.svg"));
        assert!(svg.starts_with("<svg"), "{picture}: {svg}");
    }
}

#[test]
fn reports_that_contradict_each_other_are_no_success() {
    let folder = Folder::new(&[]);
    let solved = |value| {
        format!(
            r#"{{"schema":1,"games":[{{"first":"yellow","moves":null,"positions":9,"value":{value}}}],"size":3}}"#
        )
    };
    folder.write("one.json", solved(2).as_bytes());
    folder.write("other.json", solved(-2).as_bytes());
    folder.write("none.json", b"{\"schema\":1,\"rules\":[]}");
    let ran = folder.deadmove(&["site", "one.json", "other.json", "--out", "site"]);
    assert_eq!(ran.code(), Some(70), "{ran}");
    assert!(ran.stdout().contains("the loop game on 3×3"), "{ran}");
    let ran = folder.deadmove(&["site", "none.json", "--out", "other"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(ran.stderr().contains("no report about a puzzle"), "{ran}");
}

#[test]
fn the_commands_of_the_readme_are_understood() {
    let readme = include_str!("../README.md");
    let lines = readme.lines().filter_map(|line| line.strip_prefix("deadmove-puzzles "));
    let mut seen = 0;
    for line in lines {
        let line = line.split(" #").next().unwrap().trim();
        // Help is printed only if what stands before it is right.
        let ran = run(line, &["--help"]);
        assert_eq!(ran.code(), Some(0), "{line}: {ran}");
        seen += 1;
    }
    assert_eq!(seen, 15);
}
