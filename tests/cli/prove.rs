//! `deadmove prove`.

use std::process::{Command, Stdio};
use std::time::Duration;

use deadmove_core::sealed::seal;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, Ran, all, command, deadmove, repository};

const C_SHAPE: &str = "rules/edge/c-shape.rule";
const SIDE_UP: &str = "rules/near-field/far-side-up.rule";
const WRONG: &str = "rules/near-field/close-side-straight.rule";

#[test]
fn proved_wrong_and_vacuous_rules_are_told_apart() {
    assert_snapshot!(deadmove(&["prove", C_SHAPE, SIDE_UP, WRONG, "--splits", "9"]));
}

#[test]
fn a_family_is_shown_row_by_row() {
    assert_snapshot!(deadmove(&["prove", "rules/area/h.rule", "--max", "3"]));
}

#[test]
fn an_open_claim_is_drawn_and_is_no_success() {
    let open = ["far-mid-across-c-shape", "count-area-2-across-c"];
    let [far, count] = open.map(|name| format!("rules/9-grid/{name}.rule"));
    let ran = deadmove(&["prove", &far, &count, "--size", "7", "--splits", "9"]);
    assert_eq!(ran.code(), Some(3), "{ran}");
    assert_snapshot!(ran);
}

#[test]
fn the_json_keeps_its_contract() {
    let asked = ["prove", SIDE_UP, WRONG, "rules/area/u.rule", "--max=2", "--splits=9", "--json"];
    let ran = deadmove(&asked);
    assert_eq!(ran.code(), Some(1));
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(report["complete"], true);
    let claims = report["claims"].as_array().unwrap();
    let [side, wrong, member] = [&claims[0], &claims[1], &claims[2]];
    assert_eq!(side["rule"], "far side up");
    assert_eq!(side["move"], "left");
    assert_eq!(side["verdict"], "proved");
    assert_eq!(side["parameters"], Value::Null);
    assert_eq!(side["splits"], 0);
    assert_eq!(side["needed"][0], "degree");
    assert_eq!(side["counterexample"], Value::Null);
    assert_eq!(wrong["verdict"], "refuted");
    assert_eq!(wrong["counterexample"]["size"], 5);
    assert!(wrong["counterexample"]["completion"].is_string());
    assert_eq!(member["parameters"]["D"], 1);
    assert_eq!(report["rules"][1]["verdict"], "refuted");
    let row = &report["families"][0];
    assert_eq!(row["comparison"], "equal");
    let every = &report["every"][0];
    assert_eq!(every["family"], "U, small area");
    assert_eq!(every["parameters"][0], "D");
    assert_eq!(every["proved"], true);
    assert!(every["members"].as_u64() > Some(20) && every["runs"].as_u64() > Some(0));
    assert_eq!(every["why"], Value::Null);
}

#[test]
fn a_member_that_windows_leave_open_is_proved_where_every_member_is() {
    let asked = ["prove", "rules/area/c.rule", "--max=3", "--splits=0", "--size=3", "--json"];
    let ran = deadmove(&asked);
    assert_eq!(ran.code(), Some(0), "{ran}");
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    let claims = report["claims"].as_array().unwrap();
    let by_every = claims.iter().filter(|claim| claim["needed"][0] == "every member").count();
    assert!(0 < by_every && by_every < claims.len(), "{by_every} of {}", claims.len());
    let without = deadmove(&[asked.as_slice(), &["--without=colour"]].concat());
    assert_eq!(without.code(), Some(3), "{without}");
    let report: Value = serde_json::from_str(without.stdout()).unwrap();
    assert_eq!(report["every"].as_array().unwrap().len(), 0);
}

#[test]
fn conditions_that_were_not_tried_are_null_and_not_none() {
    let ran = deadmove(&["prove", SIDE_UP, WRONG, "--weaken", "--splits", "9", "--json"]);
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert!(report["claims"][0]["weaker"].is_array());
    assert!(report["claims"][1]["weaker"].is_null());
}

#[test]
fn a_weakened_rule_is_proved_forbids_more_and_needs_all_its_conditions() {
    let folder = Folder::new(&[]);
    let shipped =
        |file: &str| std::fs::read_to_string(repository().join("rules").join(file)).unwrap();
    let several = shipped("edge/border-door.rule") + "\n" + &shipped("mined-9/mined-9.rule");
    folder.write("several.rule", several.as_bytes());
    let moves = shipped("near-field/close-straight-left-right.rule");
    folder.write("close-straight-left-right.rule", moves.as_bytes());
    let [door, needed] = ["several.rule#border-door", "several.rule#mined-9x9-03"];
    let prove = |words: &[&str]| folder.deadmove(&[&["prove", "--splits=9"], words].concat());
    let weaken = prove(&[door, needed, "--weaken", "--out", "wide"]);
    assert_eq!(weaken.code(), Some(0));
    let files = std::fs::read_dir(folder.path().join("wide")).unwrap();
    assert_eq!(files.count(), 1, "the other rule needs all its conditions");
    assert_snapshot!(folder.read("wide/border-door-weakened.rule"));
    let again = prove(&["wide", "--weaken", "--out", "wider"]);
    assert!(again.stdout().contains("none: every condition is needed"), "{again}");
    assert!(!folder.path().join("wider").exists());
    let compared = ["compare", door, "--with", "wide", "--size", "7", "--json"];
    let report: Value = serde_json::from_str(folder.deadmove(&compared).stdout()).unwrap();
    assert_eq!(report["rules"][0]["new"], 0);
    assert!(report["rules"][0]["forbids"].as_u64() > Some(0));
    let moves = ["close-straight-left-right.rule", "--tighten", "--weaken", "--out", "moves"];
    assert_eq!(prove(&moves).code(), Some(0));
    let names = std::fs::read_dir(folder.path().join("moves")).unwrap();
    let mut names: Vec<_> = names.map(|name| name.unwrap().file_name()).collect();
    names.sort();
    assert_snapshot!(format!("{names:?}"));
}

#[test]
fn a_folder_to_write_into_is_of_no_use_without_something_to_write() {
    let ran = deadmove(&["prove", SIDE_UP, "--out", "nowhere"]);
    assert_eq!(ran.code(), Some(2), "{ran}");
}

#[test]
fn what_is_proved_stands_on_the_site() {
    let folder = Folder::new(&[]);
    let check = deadmove(&["check", SIDE_UP, WRONG, "--size", "5", "--json"]);
    folder.write("check.json", check.stdout().as_bytes());
    let prove = deadmove(&["prove", SIDE_UP, WRONG, "--splits", "9", "--json"]);
    folder.write("prove.json", prove.stdout().as_bytes());
    let paths = [SIDE_UP, WRONG].map(|rule| repository().join(rule).display().to_string());
    let rules = ["--rules", &paths[0], "--rules", &paths[1]];
    let site = ["site", "check.json", "prove.json", "--out", "site"];
    let ran = folder.deadmove(&[&site[..], &rules].concat());
    assert_eq!(ran.code(), Some(0), "{ran}");
    let overview = folder.read("site/rules/index.html");
    for status in ["proved for every board", "wrong since 5×5"] {
        assert!(overview.contains(status), "{status}: {overview}");
    }
}

#[test]
fn a_tightened_family_is_a_rule_file_that_is_proved() {
    let folder = Folder::new(&[]);
    let rule = std::fs::read(repository().join("rules/area/h.rule")).unwrap();
    folder.write("h.rule", &rule);
    let ran = folder.deadmove(&["prove", "h.rule", "--max", "3", "--tighten", "--out", "tight"]);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_snapshot!(folder.read("tight/h-tightened.rule"));
    let again = folder.deadmove(&["prove", "tight/h-tightened.rule", "--max", "3", "--json"]);
    let report: Value = serde_json::from_str(again.stdout()).unwrap();
    let rows = report["families"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["comparison"] == "equal"), "{again}");
}

/// A family whose pictures show parameters above --max, with a case without claims.
const SOME_CASES: &str = "\
name        Some
family      test
parameter   D from 1

wall at (0 left, D+1 ahead)
on board at (1 right, D ahead) when D > 1
segment a from (0 left, 1 ahead), ahead D-1: left side enclosed

case D = 1
  claim one door: always forbids ahead
case D = 2
case D > 2
  claim now left white: surplus of a > D - 2 forbids left

picture for D = 3
  # ?
  a @
  a ?
  a ?
  L ?
";

#[test]
fn a_family_is_tightened_below_its_pictures_and_where_some_parameters_have_no_claims() {
    let folder = Folder::new(&[]);
    folder.write("some.rule", SOME_CASES.as_bytes());
    for max in ["2", "3"] {
        let ran = folder.deadmove(&[
            "prove",
            "some.rule",
            "--max",
            max,
            "--tighten",
            "--out",
            max,
            "--size",
            "3",
        ]);
        assert_eq!((ran.code(), ran.stderr()), (Some(0), ""), "{ran}");
        let tight = format!("{max}/some-tightened.rule");
        let again = folder.deadmove(&["prove", &tight, "--max", "3", "--size", "3", "--json"]);
        assert_eq!(again.code(), Some(0), "{again}");
        let report: Value = serde_json::from_str(again.stdout()).unwrap();
        let rows = report["families"].as_array().unwrap();
        assert_eq!(rows.len(), if max == "2" { 1 } else { 2 }, "{again}");
        assert!(rows.iter().all(|row| row["comparison"] == "equal"), "{again}");
    }
    assert_snapshot!(folder.read("2/some-tightened.rule"));
}

#[test]
fn a_family_is_not_tightened_where_that_would_lose_claims() {
    // The move is forbidden with and without an exemption.
    let folder = Folder::new(&[]);
    let two = SOME_CASES.replace(
        "surplus of a > D - 2 forbids left\n",
        "surplus of a > D - 2 forbids left\n  claim black: surplus of a < -D forbids left unless \
         in region a\n",
    );
    folder.write("two.rule", two.as_bytes());
    let ran = folder.deadmove(&[
        "prove",
        "two.rule",
        "--max",
        "3",
        "--tighten",
        "--out",
        "t",
        "--size",
        "3",
    ]);
    assert_eq!(
        ran.stderr(),
        "warning: two.rule: not tightened, for D=3 its claims are not limits of one\n  surplus for \
         each move\n"
    );
    assert!(!folder.path().join("t").exists());
}

#[test]
#[cfg_attr(windows, ignore = "signals")]
fn an_interrupted_run_reports_what_it_has_and_is_no_success() {
    let folder = Folder::new(&[]);
    let state = folder.path().join("proofs.state").display().to_string();
    let long = ["prove", "rules/area/s.rule", "--max", "100", "--size", "3", "--json"];
    let arguments = [&long[..], &["--resume", &state]].concat();
    let mut command = command(repository(), &arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
    assert!(sent.unwrap().status.success());
    let ran = Ran::new(&arguments, child.wait_with_output().unwrap());
    assert_eq!(ran.code(), Some(3), "{ran}");
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    assert_eq!(report["complete"], false);
    let claims = report["claims"].as_array().unwrap();
    let (last, all) = (claims.last().unwrap(), claims.len());
    assert_eq!((last["verdict"].as_str(), &last["survives"]), (Some("open"), &Value::Null));
    assert!(all > 500, "the claims that it did not come to are there too: {all}");
    // A shorter run, so that the test is short: it asks some of the same questions.
    let known = folder.read("proofs.state").matches("refuted").count();
    assert!(known > 10, "{known}");
    let short = ["prove", "rules/area/s.rule", "--max", "3", "--size", "3", "--json"];
    let resumed = deadmove(&[&short[..], &["--resume", &state]].concat());
    let whole = deadmove(&short);
    let report: Value = serde_json::from_str(resumed.stdout()).unwrap();
    let taken = report["taken_from_state"].as_u64().expect("answers were taken");
    assert!(taken > 0, "{resumed}");
    let (report, _) =
        resumed.stdout().rsplit_once(&format!(",\"taken_from_state\":{taken},")).unwrap();
    assert!(whole.stdout().starts_with(&format!("{report},\"blake3\":")), "{resumed}");
    assert_eq!(resumed.code(), Some(0));
    assert!(folder.read("proofs.state").matches("settled").count() == 1, "the state grows");
}

#[test]
#[cfg_attr(windows, ignore = "signals")]
fn an_interrupted_run_without_a_file_keeps_its_state_and_says_where() {
    let rule = repository().join("rules/area/c.rule").display().to_string();
    let arguments = ["prove", &rule, "--max", "12", "--size", "3"];
    // A busy machine may know nothing yet after half a second.
    let interrupted = [500, 2_000, 8_000].map(Duration::from_millis).into_iter().map(|wait| {
        let folder = Folder::new(&[]);
        let mut command = command(folder.path(), &arguments);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(wait);
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
        assert!(sent.unwrap().status.success());
        (folder, Ran::new(&arguments, child.wait_with_output().unwrap()))
    });
    let mut kept =
        interrupted.filter(|(folder, _)| folder.path().join("deadmove-prove.state").exists());
    let (folder, ran) = kept.next().expect("a state was kept");
    assert_eq!(ran.code(), Some(3), "{ran}");
    // Before or after it says that it is stopping.
    assert!(ran.stderr().contains("keeping the state in deadmove-prove.state\n"), "{ran}");
    let next = format!("deadmove {} --resume deadmove-prove.state\n", arguments.join(" "));
    assert!(ran.stdout().ends_with(&next), "{ran}");
    assert!(folder.read("deadmove-prove.state").contains("refuted"));
}

#[test]
fn broken_states_are_refused() {
    let folder = Folder::new(&[
        ("text.state", "no JSON"),
        ("schema.state", &seal(r#"{"schema":9,"answers":{}}"#)),
        ("answer.state", &seal(r#"{"schema":1,"answers":{"00":"perhaps"}}"#)),
        (
            "path.state",
            &seal(
                r#"{"schema":1,"answers":{"00":{"forbids-live":{"size":9,"path":"RX","move":"U"}}}}"#,
            ),
        ),
    ]);
    let rule = repository().join(SIDE_UP).display().to_string();
    let prove = |state: &str| folder.deadmove(&["prove", &rule, "--resume", state]);
    let ran = ["text.state", "schema.state", "answer.state", "path.state"].map(prove);
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    let text = all(ran).replace(&rule, "side-up.rule");
    assert_snapshot!(text);
}

#[test]
fn wrong_questions_are_refused() {
    let nothing = deadmove(&["prove", "rules/area/c.rule", "--max", "1"]);
    assert_eq!(nothing.code(), Some(2), "{nothing}");
    assert_snapshot!(nothing);
    assert_eq!(deadmove(&["prove", C_SHAPE, "--without", "luck"]).code(), Some(2));
    assert_eq!(deadmove(&["prove", C_SHAPE, "--max", "0"]).code(), Some(2));
}

/// A family with one parameter that is apart from all others, and far out.
fn far_apart(name: &str, case: &str, other: &str, limit: &str) -> String {
    format!(
        "name        {name}\nfamily      drafts\nplacements  all\nparameter   D from 1\n\n\
         wall at (1 left, D+1 ahead)\nfree from (0 left, 1 ahead), ahead D-1\n\
         segment a from (1 left, 1 ahead), ahead D-1: left and lower side enclosed\n\n\
         case {case}\n  claim one: surplus of a > 5 forbids ahead\n\
         case {other}\n  claim other: surplus of a > {limit} forbids ahead\n\n\
         picture for D = 2\n  # ?\n  a .\n  a .\n  ? L\n"
    )
}

#[test]
fn what_is_proved_of_members_is_kept_when_the_time_of_the_induction_is_up() {
    let rule = far_apart("jump", "D = 73", "D != 73", "floor(D/4)");
    let folder = Folder::new(&[("jump.rule", &rule)]);
    let begun = std::time::Instant::now();
    let ran = folder.deadmove(&["prove", "jump.rule", "--max", "6", "--timeout", "1.5"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "{ran}");
    assert!(ran.stdout().contains("jump: 6 of 6 claims proved"), "{ran}");
    let why = "not proved for every D: the time limit was reached (--timeout)";
    assert!(ran.stdout().contains(why), "{ran}");
    assert_eq!(ran.code(), Some(0), "{ran}");
}

#[test]
fn the_reason_against_a_family_names_no_member_that_the_same_run_proves() {
    let rule = far_apart("far", "D < 1", "D >= 1", "abs(D-100)");
    let folder = Folder::new(&[("far.rule", &rule)]);
    let ran = folder.deadmove(&["prove", "far.rule", "--max", "6", "--timeout", "2", "--json"]);
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    let why = report["every"][0]["why"].as_str().unwrap();
    for claim in report["claims"].as_array().unwrap() {
        assert_eq!(claim["verdict"], "proved", "{ran}");
        assert!(!why.contains(claim["rule"].as_str().unwrap()), "{why}");
    }
}
