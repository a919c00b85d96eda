//! The JSON that scripts rely on: fields, their order, their types.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Value, json};

use super::program::{Folder, deadmove};

/// An object whose fields keep their order.
#[derive(Debug)]
struct Fields(Vec<(String, Value)>);

impl Fields {
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn get(&self, wanted: &str) -> &Value {
        let found = self.0.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value).unwrap_or_else(|| panic!("no field {wanted} in {self:?}"))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A position that the frontier engine cannot judge in 1 MiB.
const LARGE: &str = "cases/corpus/25x25-turns-at-37.case";

const JUDGED: [&str; 10] = [
    "schema",
    "name",
    "n",
    "path",
    "verdict",
    "moves",
    "witness",
    "reason",
    "turning_point",
    "fatal_move",
];

fn lines(text: &str) -> Vec<Fields> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn judge(arguments: &[&str]) -> Fields {
    let ran = deadmove(&[&["judge", "--json"], arguments].concat());
    assert_eq!(ran.stderr(), "");
    let mut lines = lines(ran.stdout());
    assert_eq!(lines.len(), 1);
    lines.pop().unwrap()
}

#[test]
fn a_live_position_has_the_fields_of_the_contract_in_order() {
    let live = judge(&["--board", "3x3", "--path", "D"]);
    assert_eq!(live.names(), [&JUDGED[..6], &["reasons"], &JUDGED[6..]].concat());
    assert_eq!(live.get("reasons")["R"]["kind"], "dead-end", "{live:?}");
    assert_eq!(live.get("schema"), &json!(1));
    assert_eq!(live.get("name"), &json!("D"));
    assert_eq!(live.get("verdict"), &json!("live"));
    assert_eq!(live.get("moves"), &json!({"D": "live", "R": "dead"}));
    let witness = live.get("witness").as_str().unwrap();
    assert_eq!(witness.len(), 9 - 2);
    assert!(witness.starts_with('D') && witness.chars().all(|step| "UDLR".contains(step)));
    assert_eq!(live.get("reason"), &Value::Null);
    assert_eq!(live.get("turning_point"), &json!(1));
    assert_eq!(live.get("fatal_move"), &Value::Null);
}

#[test]
fn a_judged_position_repeats_the_question_and_without_evidence_has_only_verdicts_beside_it() {
    let plain = ["--board", "3x3", "--path", "D", "--no-evidence"];
    let live = judge(&plain);
    assert_eq!(live.names(), JUDGED[..6]);
    assert_eq!((live.get("n"), live.get("path")), (&json!(3), &json!("D")));
    assert_eq!(live.get("moves"), &json!({"D": "live", "R": "dead"}));
    let board = "--board 5x3 --start 2,1 --end 1,2 --blocked 1,1 --path RD";
    let rest = ["schema", "name", "width", "height", "path", "start", "end", "blocked", "verdict"];
    let words: Vec<&str> = board.split(' ').chain(["--no-evidence"]).collect();
    let other = judge(&words);
    assert_eq!(other.names(), [&rest[..], &["moves"]].concat());
    let again = deadmove(&[&["judge", "--json"], &words[..]].concat());
    let again = Folder::new(&[("again.jsonl", again.stdout())]);
    let again = again.deadmove(&["judge", "--jsonl", "again.jsonl", "--json", "--no-evidence"]);
    assert_eq!(lines(again.stdout())[0].0, other.0, "what is printed can be judged again");
    assert_eq!(deadmove(&["judge", "cases", "--no-evidence"]).code(), Some(2));
}

#[test]
fn a_finished_path_is_live_with_an_empty_witness() {
    for (board, path) in [("1x1", ""), ("3x3", "RRDLLDRR")] {
        let finished = judge(&["--board", board, "--path", path]);
        assert_eq!(finished.names(), JUDGED);
        assert_eq!(finished.get("verdict"), &json!("live"));
        assert_eq!(finished.get("moves"), &json!({}));
        assert_eq!(finished.get("witness"), &json!(""));
        assert_eq!(finished.get("turning_point"), &json!(path.len()));
    }
}

#[test]
fn a_dead_position_has_a_reason_with_its_kind_first() {
    for (name, rest) in [
        ("dead-end", &["cell", "exits", "needed"][..]),
        ("cut-off", &["cells", "door"]),
        ("colour", &["region", "black", "white", "needed", "crossing"]),
        ("deduction", &["steps", "contradiction"]),
    ] {
        let dead = judge(&[&format!("cases/reasons/{name}.case")]);
        assert_eq!(dead.names(), JUDGED);
        assert_eq!(dead.get("name"), &json!(name));
        assert_eq!(dead.get("verdict"), &json!("dead"));
        assert_eq!(dead.get("witness"), &Value::Null);
        assert!(dead.get("turning_point").is_u64());
        assert!(["U", "D", "L", "R"].contains(&dead.get("fatal_move").as_str().unwrap()));
        let reason: Fields = serde_json::from_value(dead.get("reason").clone()).unwrap();
        assert_eq!(reason.get("kind"), &json!(name));
        let line = deadmove(&["judge", "--json", &format!("cases/reasons/{name}.case")]);
        let place = |text: &str| line.stdout().find(text).unwrap_or_else(|| panic!("{text}"));
        let mut places = vec![place(r#""reason":{"kind":"#)];
        places.extend(rest.iter().map(|field| place(&format!("\"{field}\":"))));
        assert!(places.is_sorted(), "{line}");
    }
}

#[test]
fn a_board_that_is_dead_from_the_start_has_no_turning_point() {
    let dead = judge(&["--board", "4x4", "--path", "RR"]);
    assert_eq!(dead.names(), JUDGED);
    assert_eq!(dead.get("verdict"), &json!("dead"));
    assert_eq!(dead.get("turning_point"), &Value::Null);
    assert_eq!(dead.get("fatal_move"), &Value::Null);
}

#[test]
fn moves_are_listed_in_the_order_up_down_left_right() {
    let ran = deadmove(&["judge", "--json", "--board", "5x5", "--start", "3,3"]);
    let places = ["U", "D", "L", "R"].map(|step| ran.stdout().find(&format!("\"{step}\":\"")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{ran}");
}

#[test]
fn an_unknown_position_names_the_limit_after_the_other_fields() {
    let unknown = judge(&[LARGE, "--engine", "frontier", "--frontier-memory", "1"]);
    // What the case file expects stays open.
    assert_eq!(unknown.names(), [&JUDGED[..], &["limit", "open"]].concat());
    assert_eq!(unknown.get("verdict"), &json!("unknown"));
    assert_eq!(unknown.get("moves"), &json!({"U": "unknown", "L": "unknown", "R": "unknown"}));
    for field in ["witness", "reason", "turning_point", "fatal_move"] {
        assert_eq!(unknown.get(field), &Value::Null);
    }
    assert_eq!(unknown.get("limit"), &json!("memory"));
}

#[test]
fn a_comparison_comes_after_the_other_fields() {
    let both = judge(&["--board", "5x5", "--path", "RR", "--engine", "both"]);
    assert_eq!(both.names(), [&JUDGED[..], &["comparison"]].concat());
    assert_eq!(both.get("comparison"), &json!({"agreed": 3, "open": 0}));
}

#[test]
fn every_input_line_gives_one_output_line_with_its_name() {
    let input = concat!(
        r#"{"name":"a","n":3,"path":"R"}"#,
        "\n",
        r#"{"name":"b","n":3,"path":"RRR"}"#,
        "\n",
        "no json\n",
        r#"{"n":3,"path":""}"#,
    );
    let ran = Folder::new(&[]).with_input(&["judge", "--json", "--jsonl", "-"], input);
    assert_eq!((ran.code(), ran.stderr()), (Some(2), ""));
    let lines = lines(ran.stdout());
    let names: Vec<_> = lines.iter().map(|line| line.get("name").as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b", "line 3", "line 4"]);
    for line in &lines[1..3] {
        assert_eq!(line.names(), ["schema", "name", "error"]);
        let error = line.get("error");
        assert!(error["kind"].is_string() && error["message"].is_string());
        assert!(error["line"].is_u64() && error["column"].is_u64());
    }
    assert_eq!(lines[1].get("error")["kind"], "path-leaves-board");
    assert_eq!(lines[2].get("error")["kind"], "bad-json");
}

#[test]
fn a_count_is_a_number_with_all_its_digits() {
    let ran = deadmove(&["count", "--json", "--board", "11x11"]);
    assert_eq!(ran.code(), Some(0));
    assert!(ran.stdout().contains(r#""count":1445778936756068,"#), "{ran}");
    let fields = lines(ran.stdout()).pop().unwrap();
    assert_eq!(fields.names(), ["schema", "board", "path", "count", "engine"]);
    let board = json!({"width": 11, "height": 11, "start": [1, 1], "end": [11, 11], "blocked": []});
    assert_eq!(fields.get("board"), &board);
    assert_eq!(fields.get("count"), &json!(1_445_778_936_756_068_u64));
    assert_eq!(fields.get("engine"), &json!("frontier"));
    let ran = deadmove(&["count", "--json", "--board", "13x13", "--frontier-memory", "1"]);
    let fields = lines(ran.stdout()).pop().unwrap();
    assert_eq!(fields.names(), ["schema", "board", "path", "count", "engine", "limit"]);
    assert_eq!((fields.get("count"), fields.get("limit")), (&Value::Null, &json!("memory")));
    assert_eq!(ran.code(), Some(3));
}
