//! Lines that a program draws: walks, explanations, and passes.

use serde_json::Value;

use super::{shell, three_rules, with_program_file, with_right_program};
use crate::program::{Folder, deadmove};

#[test]
fn lines_are_drawn_by_a_program_and_its_answers_are_explained() {
    let folder = with_program_file();
    let walk = |more: &[&str]| folder.deadmove(&[&["walk", "ours.program"], more].concat());
    let first = walk(&["--size", "7"]);
    assert_eq!(first.code(), Some(1), "{first}");
    assert!(first.stdout().contains("6 lines completed on 7×7"), "{first}");
    let random = ["--size", "7", "--order", "random", "--runs", "8", "--json"];
    let whole = walk(&random);
    assert_eq!(whole.code(), Some(1), "{whole}");
    for number in ["1/2", "2/2"] {
        let part = walk(&[&random[..], &["--shard", number]].concat());
        folder.write(&format!("{}.json", &number[..1]), part.stdout().as_bytes());
    }
    let merged = folder.deadmove(&["merge", "1.json", "2.json", "--json"]);
    assert_eq!(merged.stdout(), whole.stdout());
    let path = ["--board", "5x5", "--path", "DDRRD"];
    let explained = folder.deadmove(&[&["explain", "ours.program"], &path[..]].concat());
    assert_eq!(explained.code(), Some(1), "{explained}");
    assert!(explained.stdout().contains("R  dead, but allowed"), "{explained}");
    let silent = shell("read -r question; echo oops");
    let none = folder.deadmove(&[&["explain", "--program", &silent], &path[..]].concat());
    assert_eq!(none.code(), Some(3), "{none}");
    let json = ["explain", "--program", &silent, "--json"];
    assert_eq!(folder.deadmove(&[&json[..], &path].concat()).code(), Some(3));
    let dies = shell("exit 1");
    let walked = folder.deadmove(&["walk", "--program", &dies, "--size", "5"]);
    assert_ne!(walked.code(), Some(0), "{walked}");
}

#[test]
fn a_walk_ends_where_the_program_gives_no_answer_or_enters_the_end_cell_early() {
    let silent = shell("read -r q; echo R; while read -r q; do echo \"? why not\"; done");
    let early = shell(
        "while read -r b m; do case $m in -|R) echo R;; RR|RRD) echo D;; *) echo -;; esac; done",
    );
    for (program, code, said) in [
        (&silent, 3, "gives no answer to `3x3 R`: it cannot say: why not"),
        (&early, 1, "asked `3x3 RRD`, the program allows D, which enters the end cell early"),
    ] {
        for more in [&[][..], &["--order", "random", "--runs", "4"]] {
            let walk = [&["walk", "--program", program, "--size", "3"], more].concat();
            let ran = deadmove(&walk);
            assert_eq!(ran.code(), Some(code), "{ran}");
            let text = ran.stdout().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(said), "{ran}");
            let ran = deadmove(&[&walk[..], &["--json"]].concat());
            assert_eq!(ran.code(), Some(code), "{ran}");
            let text = ran.stderr().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(said), "{ran}");
        }
    }
}

#[test]
fn a_line_fails_in_a_walk_only_if_a_fresh_process_allows_nothing_either() {
    let mut script = String::from("n=0; while read -r q; do n=$((n+1)); case $n in 3) echo -;; ");
    script += "*) case $q in \"3x3 -\"|\"3x3 R\") echo R;; *) echo D;; esac;; esac; done";
    let ran = deadmove(&["walk", "--program", &shell(&script), "--size", "3"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("gives no answer to `3x3 RR`"), "{ran}");
}

#[test]
fn a_pass_by_a_right_program_counts_what_one_by_complete_rules_counts() {
    let folder = with_right_program();
    let pass = |rules: &str, out: &str| {
        let ran = ["pass", rules, "--size", "5", "--parts", "1", "--out", out, "--json"];
        let ran = folder.deadmove(&ran);
        assert_eq!(ran.code(), Some(0), "{ran}");
        serde_json::from_str::<Value>(ran.stdout()).unwrap()
    };
    let [rules, program] = [pass("proved", "rules"), pass("right.program", "program")];
    assert_eq!((&program["answer"], &program["unanswered"]), (&"complete".into(), &0.into()));
    assert_eq!(
        (&program["completed"], &program["rules"]),
        (&rules["completed"], &program["program"]["digest"])
    );
    for key in ["positions", "lines", "stuck"] {
        let column = |pass: &Value| -> Vec<Value> {
            pass["layers"].as_array().unwrap().iter().map(|layer| layer[key].clone()).collect()
        };
        assert_eq!(column(&program), column(&rules), "{key}");
    }
    let ours = ["pass", "right.program", "--size", "5", "--out"];
    let again = folder.deadmove(&[&ours[..], &["program"]].concat());
    assert!(again.stdout().contains("complete: the program draws all 104 lines of 5×5"), "{again}");
    folder.write("right.sh", (folder.read("right.sh") + "# changed\n").as_bytes());
    for (out, size, said) in [
        ("program", "5", "another program"),
        ("rules", "5", "another program"),
        ("new", "9", "too many positions"),
    ] {
        let ran = folder.deadmove(&["pass", "right.program", "--size", size, "--out", out]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        assert!(ran.stderr().contains(said), "{ran}");
    }
    let plan = folder.deadmove(&["pass", "right.program", "--size", "5", "--plan"]);
    assert!(plan.code() == Some(2) && plan.stderr().contains("--plan is for rules"), "{plan}");
}

#[test]
fn a_pass_by_a_wrong_program_gets_stuck_and_one_without_answers_says_nothing() {
    let folder = with_program_file();
    let ran =
        folder.deadmove(&["pass", "ours.program", "--size", "5", "--parts", "1", "--out", "ours"]);
    let (_, after_digest) = ran.stdout().split_once(')').unwrap_or_else(|| panic!("{ran}"));
    let (before, stuck) = after_digest.split_once("The first stuck").unwrap();
    insta::assert_snapshot!(before.replace(three_rules(), "three_rules"), @r"

    12 of 25 layers, each in 1 part

    one drawing of each position, asked of `three_rules`

    layer       positions               lines         stuck
        1               1                   1             0
        2               2                   2             0
        3               4                   4             0
        4               6                   6             0
        5              10                  10             0
        6              16                  16             0
        7              24                  24             0
        8              34                  34             0
        9              41                  44             0
       10              52                  56             0
       11              58                  70             0
       12              70                  86             2

    318 positions up to transposition; 0 lines completed
    ");
    assert!(stuck.contains("It was asked about this line, which it need not draw"), "{stuck}");
    assert_eq!(ran.code(), Some(1), "{ran}");
    let silent =
        shell("while read -r b m; do case $m in -|R) echo RD;; *) echo \"?\";; esac; done");
    let pass = ["pass", "--program", &silent, "--size", "5", "--out", "silent"];
    let ran = folder.deadmove(&pass);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert!(ran.stdout().contains("not known: 3 positions have no answer"), "{ran}");
    assert_eq!(folder.deadmove(&[&pass[..], &["--next", "9"]].concat()).code(), Some(3));
    let early = shell("while read -r b m; do case $m in -|R) echo R;; *) echo D;; esac; done");
    let early = folder.deadmove(&["pass", "--program", &early, "--size", "3", "--out", "early"]);
    assert_eq!(early.code(), Some(1), "{early}");
    assert!(early.stdout().contains("into the end cell while others are free"), "{early}");
    let given_up = ["pass", "--program", "/bin/cat", "--size", "5", "--out", "cat"];
    let ran = folder.deadmove(&given_up);
    assert_eq!(ran.code(), Some(3), "{ran}");
}

#[test]
fn a_part_of_a_pass_is_not_done_if_the_program_prints_a_line_too_many() {
    let folder = Folder::new(&[]);
    let extra = shell("while read -r q; do echo RD; done; echo R");
    let pass = ["pass", "--program", &extra, "--size", "3", "--out", "pass", "--task", "1:0"];
    let ran = folder.deadmove(&[&pass[..], &["--parts", "1"]].concat());
    assert_eq!(ran.code(), Some(2), "{ran}");
    assert!(!folder.path().join("pass/layer-002/part-0000").exists());
}
