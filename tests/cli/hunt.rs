//! `deadmove hunt`: reports, records, and hunts that are taken up again.

use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all};

#[test]
fn small_boards_have_no_miss_and_are_taken_up_again() {
    let folder = Folder::new(&[]);
    let boards = ["hunt", "boards", "--cells", "12", "--out", "boards"];
    let whole = folder.deadmove(&boards);
    assert_eq!(whole.code(), Some(0), "{whole}");
    let record = folder.read("boards/hunt.json");
    // The last board is lost, as by a kill.
    let mut part: Value = serde_json::from_str(&record).unwrap();
    part["boards"].as_array_mut().unwrap().pop();
    folder.write("boards/hunt.json", part.to_string().as_bytes());
    assert_eq!(folder.deadmove(&boards).stdout(), whole.stdout());
    assert_eq!(folder.read("boards/hunt.json"), record);
    let json = folder.deadmove(&[&boards[..], &["--json"]].concat());
    assert_eq!(json.stdout(), record);
    let other = folder.deadmove(&["hunt", "boards", "--cells", "13", "--out", "boards"]);
    assert_eq!(other.code(), Some(2));
    assert_snapshot!(all([whole, other]));
}

#[test]
fn regions_are_tried_and_taken_up_again() {
    let folder = Folder::new(&[]);
    let hunt = |out: &str, tries: &str| {
        let words = ["hunt", "regions", "--shape", "rooms", "stairs", "--seed", "2"];
        folder.deadmove(&[&words[..], &["--tries", tries, "--out", out]].concat())
    };
    let whole = hunt("whole", "300");
    assert_snapshot!(whole);
    hunt("parts", "100");
    let parts = hunt("parts", "300");
    assert_eq!(parts.stdout().replace("parts", "whole"), whole.stdout());
    assert_eq!(parts.code(), whole.code());
    assert_eq!(folder.read("parts/hunt.json"), folder.read("whole/hunt.json"));
}

#[test]
fn misses_are_drawn_and_are_no_success() {
    let record = r###"{"schema":1,"hunt":"regions","seed":1,"shapes":[{"shape":"holes",
        "tries":2,"refuted":0,"live":0,"missed":2,"unknown":0}],"misses":[{"cells":23,
        "rows":["##..L##",".......","...#...","...e..."],"caught_by":"probing, in 10 steps",
        "shape":"holes","number":852447,"times":2,"case":"23-cells-3b1f9a34.case"}]}"###;
    let folder = Folder::new(&[("holes/hunt.json", record)]);
    let words = ["hunt", "regions", "--shape", "holes", "--seed", "1", "--tries", "2"];
    let ran = folder.deadmove(&[&words[..], &["--out", "holes"]].concat());
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(ran);
}

#[test]
fn wrong_records_and_options_are_refused() {
    let folder = Folder::new(&[("broken/hunt.json", "{}")]);
    let ran = [
        folder.deadmove(&["hunt", "boards", "--cells", "65", "--out", "x"]),
        folder.deadmove(&["hunt", "boards", "--cells", "9", "--out", "broken"]),
        folder.deadmove(&["hunt", "regions", "--shape", "rooms", "--out", "broken"]),
        folder.deadmove(&["hunt", "regions", "--shape", "spiral", "--out", "x"]),
    ];
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}
