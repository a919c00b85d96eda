//! `deadmove lab hunt`: reports, records, and hunts that are taken up again.

use std::fs;
use std::path::Path;

use deadmove_checker::verdict::{Exporter, Wanted, check};
use deadmove_core::files::Shown;
use deadmove_core::sealed::seal;
use insta::assert_snapshot;
use serde_json::Value;

use super::program::{Folder, all, repository};

#[test]
fn small_boards_have_no_miss_and_are_taken_up_again() {
    let folder = Folder::new(&[]);
    let boards = ["lab", "hunt", "boards", "--cells", "12", "--out", "boards"];
    let whole = folder.deadmove(&boards);
    assert_eq!(whole.code(), Some(0), "{whole}");
    let record = folder.read("boards/hunt.json");
    // The last board is lost, as by a kill.
    let mut part: Value = serde_json::from_str(&folder.read("boards/hunt.json")).unwrap();
    part["boards"].as_array_mut().unwrap().pop();
    folder.write("boards/hunt.json", seal(&part.to_string()).as_bytes());
    assert_eq!(folder.deadmove(&boards).stdout(), whole.stdout());
    assert_eq!(folder.read("boards/hunt.json"), record);
    let json = folder.deadmove(&[&boards[..], &["--json"]].concat());
    assert_eq!(json.stdout(), folder.read("boards/hunt.json"));
    folder.write("boards/hunt.json", record.replacen(r#""stuck":0"#, r#""stuck":1"#, 1).as_bytes());
    let edited = folder.deadmove(&boards);
    assert_eq!((edited.code(), edited.stdout()), (Some(2), ""), "{edited}");
    assert!(edited.stderr().contains("hunt.json"), "{edited}");
    folder.write("boards/hunt.json", record.as_bytes());
    let other = folder.deadmove(&["lab", "hunt", "boards", "--cells", "13", "--out", "boards"]);
    assert_eq!(other.code(), Some(2));
    assert_snapshot!(all([whole, other]));
}

#[test]
fn regions_are_tried_and_taken_up_again() {
    let folder = Folder::new(&[]);
    let hunt = |out: &str, tries: &str| {
        let words = ["lab", "hunt", "regions", "--shape", "rooms", "stairs", "--seed", "2"];
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
fn shards_of_a_hunt_are_merged_to_the_record_of_one_run() {
    for hunt in [
        &["boards", "--cells", "12", "--starts", "all"][..],
        &["boards", "--cells", "4"],
        &["regions", "--shape", "stairs", "rooms", "--seed", "3", "--tries", "70"],
        &["regions", "--shape", "holes", "--tries", "2"],
    ] {
        let folder = Folder::new(&[]);
        let hunt = [&["lab", "hunt"][..], hunt].concat();
        let whole = folder.deadmove(&[&hunt[..], &["--out", "whole", "--json"]].concat());
        for number in ["1", "2", "3"] {
            let shard = format!("{number}/3");
            let words = [&hunt[..], &["--out", number, "--shard", &shard]].concat();
            let ran = folder.deadmove(&words);
            assert_eq!(ran.code(), Some(3), "{ran}");
            assert!(ran.stdout().contains("one shard of several"), "{ran}");
            // It is done, so this does nothing.
            let record = folder.read(&format!("{number}/hunt.json"));
            assert_eq!(folder.deadmove(&[&words[..], &["--json"]].concat()).stdout(), record);
        }
        let records = ["3/hunt.json", "1/hunt.json", "2/hunt.json"];
        let merged = folder.deadmove(&[&["merge", "--json"], &records[..]].concat());
        assert_eq!((merged.code(), merged.stderr()), (whole.code(), ""), "{merged}");
        assert_eq!(merged.stdout(), whole.stdout());
        assert_eq!(merged.stdout(), folder.read("whole/hunt.json"));
    }
}

#[test]
fn shards_that_make_no_whole_hunt_are_refused() {
    let folder = Folder::new(&[]);
    let boards = |shard: &str, out: &str, cells: &str| {
        let words = ["lab", "hunt", "boards", "--cells", cells, "--shard", shard, "--out", out];
        folder.deadmove(&words)
    };
    let regions = |shard: &str, out: &str, tries: &str| {
        let words =
            ["lab", "hunt", "regions", "--shape", "rooms", "--tries", tries, "--shard", shard];
        folder.deadmove(&[&words[..], &["--out", out]].concat())
    };
    let shown = [boards("1/2", "b1", "12"), regions("1/2", "r1", "8")];
    assert!(shown.iter().all(|ran| ran.code() == Some(3)));
    boards("2/2", "b2", "12");
    boards("2/2", "other-cells", "9");
    regions("2/2", "r2", "8");
    regions("2/3", "of-3", "8");
    regions("2/2", "other-tries", "9");
    let record = folder.read("b2/hunt.json");
    let mut part: Value = serde_json::from_str(&record).unwrap();
    part["boards"].as_array_mut().unwrap().pop();
    folder.write("part/hunt.json", seal(&part.to_string()).as_bytes());
    part["boards"].as_array_mut().unwrap().remove(0);
    folder.write("false/hunt.json", seal(&part.to_string()).as_bytes());
    let merge = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| format!("{name}/hunt.json")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        folder.deadmove(&[&["merge"], &files[..]].concat())
    };
    let refused = [
        merge(&["b1"]),
        merge(&["b1", "b1"]),
        merge(&["b1", "other-cells"]),
        merge(&["b1", "part"]),
        merge(&["b1", "false"]),
        merge(&["b1", "r2"]),
        merge(&["r1", "of-3"]),
        merge(&["r1", "other-tries"]),
        regions("2/2", "r1", "8"),
        boards("2/2", "b1", "12"),
    ];
    for ran in &refused {
        assert_eq!((ran.code(), ran.stdout()), (Some(2), ""), "{ran}");
    }
    let merged = [merge(&["b2", "b1"]), merge(&["r2", "r1"])];
    assert_snapshot!(all(shown.into_iter().chain(merged).chain(refused)));
}

#[test]
fn misses_are_drawn_and_are_no_success() {
    let record = r###"{"schema":1,"hunt":"regions","seed":1,"shapes":[{"shape":"holes",
        "tries":2,"refuted":0,"live":0,"missed":2,"unknown":0}],"misses":[{"cells":23,
        "rows":["##..L##",".......","...#...","...e..."],"caught_by":"probing, in 10 steps",
        "shape":"holes","number":852447,"times":2,"case":"23-cells-3b1f9a34.case"}]}"###;
    let folder = Folder::new(&[("holes/hunt.json", &seal(record))]);
    let words = ["lab", "hunt", "regions", "--shape", "holes", "--seed", "1", "--tries", "2"];
    let ran = folder.deadmove(&[&words[..], &["--out", "holes"]].concat());
    assert_eq!(ran.code(), Some(1));
    assert_snapshot!(ran);
}

#[test]
fn wrong_records_and_options_are_refused() {
    let folder = Folder::new(&[("broken/hunt.json", &seal(r#"{"schema":1}"#))]);
    let ran = [
        folder.deadmove(&["lab", "hunt", "boards", "--cells", "65", "--out", "x"]),
        folder.deadmove(&["lab", "hunt", "boards", "--cells", "9", "--out", "broken"]),
        folder.deadmove(&["lab", "hunt", "regions", "--shape", "rooms", "--out", "broken"]),
        folder.deadmove(&["lab", "hunt", "regions", "--shape", "spiral", "--out", "x"]),
    ];
    assert!(ran.iter().all(|ran| ran.code() == Some(2) && ran.stdout().is_empty()));
    assert_snapshot!(all(ran));
}

#[test]
fn twins_are_judged_as_their_case_files_expect() {
    let folder = Folder::new(&[]);
    let made = folder.deadmove(&["lab", "twins", "--reach", "8", "--out", "twins"]);
    assert_snapshot!(made.stdout(), @r"
    35×35, 2 stations
      closed    D is dead, after 1,092 steps
      notched   D is live, after 1,090 steps
      balanced  D is live, after 1,092 steps

    rules of reach 12 decide alike about D, which is dead in the first and live in
    the others
    ");
    let judged = folder.deadmove(&["judge", "twins"]);
    assert_eq!(judged.code(), Some(0), "{judged}");
    assert!(judged.stdout().contains("3 positions: 3 meet their expectation"), "{judged}");
    let largest = folder.deadmove(&["lab", "twins", "--stations", "24", "--at", "0", "--json"]);
    assert_eq!((largest.code(), largest.stdout().lines().count()), (Some(0), 3));
    for wrong in [["--stations", "25"], ["--stations", "0"], ["--reach", "145"]] {
        let ran = folder.deadmove(&[&["lab", "twins"], &wrong[..]].concat());
        assert_eq!(ran.code(), Some(2), "{ran}");
    }
}

#[test]
fn views_of_twins_are_the_same_up_to_their_reach_and_the_difference_is_drawn() {
    let folder = Folder::new(&[]);
    folder.deadmove(&["lab", "twins", "--stations", "1", "--out", "twins"]);
    let twins = ["lab", "compare-views", "twins/closed.case", "twins/notched.case"];
    let compared = folder.deadmove(&twins);
    assert_eq!(compared.code(), Some(0), "{compared}");
    assert_snapshot!(compared.stdout(), @"
    At reach 7, a condition holds in notched only:

    closed
                                      1
          3   4   5   6   7   8   9   0   1   2
       7  ┃   ┃   ┗━━━┓   ┗━━━━━━━━━━━┓   ┃   ┏━━━
          ┃   ┃       ┃               ┃   ┃   ┃
       8  ┃   ┃   ┏━━━┛   ┏━━━┓   ┏━━━┛   ┗.━━┛
          ┃   ┃   ┃       ┃   ┃   ┃
       9  ┃   ┃   ┃   ┏━━━┛   ┗━━━┛   ·   ·   ·
          ┃   ┃   ┃   ┃
      10  ┗━━━┛   ┗━━━┛   ·   ·   ·   ·   ·   ·

      11  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

      12  ━━━━◉   ·   ·   ·   ·   ·   ·   ·   ·

      13  ┓   ·   ·   ·   ·   ·   ·   ┏━━━┓   ┏━━━

    notched
                                      1
          3   4   5   6   7   8   9   0   1   2
       7  ┃   ┃   ┗━━━┓   ┗━━━━━━━━━━━┓   ┗━━━━━━━
          ┃   ┃       ┃               ┃
       8  ┃   ┃   ┏━━━┛   ┏━━━┓   ┏━━━┛   ·.  ·
          ┃   ┃   ┃       ┃   ┃   ┃
       9  ┃   ┃   ┃   ┏━━━┛   ┗━━━┛   ·   ·   ·
          ┃   ┃   ┃   ┃
      10  ┗━━━┛   ┗━━━┛   ·   ·   ·   ·   ·   ·

      11  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

      12  ━━━━◉   ·   ·   ·   ·   ·   ·   ·   ·

      13  ┓   ·   ·   ·   ·   ·   ·   ┏━━━┓   ┏━━━

    they look the same within reach 6, and not farther
    ");
    // With fewer segments the reach is a bound only.
    let some = folder.deadmove(&[&twins[..], &["--segments", "500", "--json"]].concat());
    assert_eq!(some.code(), Some(3), "{some}");
    let start = r#"{"schema":1,"same":3,"not_found":6,"difference":{"holds_in":"notched","rule":"#;
    assert!(some.stdout().starts_with(start), "{some}");
    let case = repository().join("cases/corpus/7x7-turns-at-16.case").shown();
    let itself = folder.deadmove(&[&twins[..2], &[&case[..], &case]].concat());
    assert_eq!(itself.code(), Some(0), "{itself}");
    assert!(itself.stdout().contains("no rule tells them apart"), "{itself}");
    let three = folder.deadmove(&["lab", "compare-views", "twins"]);
    assert_eq!(three.code(), Some(2), "{three}");
    assert!(three.stderr().contains("the input has 3 positions"), "{three}");
}

/// The checker's words about the certificate of two positions, and what it leaves open.
fn checked(folder: &Path) -> Result<(String, Vec<String>), String> {
    let report = check(folder, &Wanted::default(), &mut Exporter::default())?;
    Ok((report.summary, report.open))
}

#[test]
fn the_checker_accepts_certificates_of_twins_of_several_lengths() {
    assert_twins_are_accepted([1, 2, 4, 7]);
}

#[test]
#[ignore = "two seconds"]
fn the_checker_accepts_certificates_of_twins_of_up_to_10_stations() {
    assert_twins_are_accepted(1..=10);
}

fn assert_twins_are_accepted(lengths: impl IntoIterator<Item = usize>) {
    let folder = Folder::new(&[]);
    for stations in lengths {
        let (number, to) = (stations.to_string(), format!("of-{stations}"));
        let made = folder.deadmove(&["lab", "twins", "--stations", &number, "--certificate", &to]);
        assert_eq!(made.code(), Some(0), "{made}");
        for (name, also) in
            [("notched", ""), ("balanced", ", also if they count the cells of regions")]
        {
            let reach = 6 * stations;
            let summary = format!(
                "D is dead in the first and live in the second position; rules of reach {reach} \
                 forbid the same moves in both{also}"
            );
            assert_eq!(checked(&folder.path().join(to.clone()).join(name)), Ok((summary, vec![])));
        }
    }
    // A folder that is not empty is kept.
    let again = folder.deadmove(&["lab", "twins", "--stations", "1", "--certificate", "of-1"]);
    assert_eq!(again.code(), Some(2), "{again}");
}

#[test]
fn the_checker_refuses_certificates_of_twins_that_were_changed() {
    let folder = Folder::new(&[]);
    for (number, to) in [("1", "one"), ("2", "two")] {
        folder.deadmove(&["lab", "twins", "--stations", number, "--certificate", to]);
    }
    let notched = folder.path().join("one/notched");
    let read = |path: &str| -> Value {
        serde_json::from_slice(&fs::read(folder.path().join(path)).unwrap()).unwrap()
    };
    let write =
        |name: &str, value: &Value| fs::write(notched.join(name), value.to_string()).unwrap();
    let names = ["views.json", "first.cert", "second.cert"];
    let right = names.map(|name| read(&format!("one/notched/{name}")));
    let mut words = Vec::new();
    let mut refused = |name: &str, changed: &Value| {
        write(name, changed);
        words.push(checked(&notched).expect_err("a changed certificate"));
        names.iter().zip(&right).for_each(|(name, value)| write(name, value));
        checked(&notched).expect("the certificate as it was");
    };
    let [views, first, second] = &right;
    let with = |key: &str, value: Value| {
        let mut changed = views.clone();
        changed[key] = value;
        changed
    };
    refused("views.json", &with("schema", 2.into()));
    refused("views.json", &with("move", "R".into()));
    refused("views.json", &with("move", "U".into()));
    refused("views.json", &with("reach", 0.into()));
    refused("views.json", &with("reach", 7.into()));
    refused("views.json", &with("anchor", Value::Array(vec![])));
    refused("views.json", &with("anchor", serde_json::json!([[1, 1]])));
    // The cell below the notch is needed, to which its cells lead.
    let mut less = views["anchor"].as_array().unwrap().clone();
    less.retain(|cell| *cell != serde_json::json!([12, 9]));
    refused("views.json", &with("anchor", less.into()));
    // These three are beside the notch; without it, nothing joins them.
    let beside = serde_json::json!([[11, 9], [12, 9], [13, 8]]);
    refused("views.json", &with("anchor", beside));
    refused("first.cert", second);
    refused("second.cert", first);
    refused("second.cert", &read("two/notched/second.cert"));
    let mut shorter = second.clone();
    shorter["moves"][1][1]["witness"] = "DR".into();
    refused("second.cert", &shorter);
    words.sort();
    words.dedup();
    assert_snapshot!(words.join("\n"), @"
    schema 2, not 1: docs/reference/certificates.md, Versions
    second.cert: the move D: 93 open cells are not visited, first of them (14,7)
    the anchor with the extra cells is not connected
    the cell (1,1) of the anchor is not free in both
    the cell (11,9) is within the reach
    the extra cell (12,8) has the free neighbour (12,9)
    the move is not dead in the first position
    the move is not live in the second position
    the positions are of two boards
    the reach is 0, or the anchor is empty
    ");
    // An answer that is unknown leaves the certificate partial.
    let mut open = first.clone();
    open["moves"][0][1] = serde_json::json!({"verdict": "unknown"});
    write("first.cert", &open);
    assert_eq!(checked(&notched).unwrap().1, ["first.cert: the move U"]);
    open["moves"][1][1] = serde_json::json!({"verdict": "unknown"});
    write("first.cert", &open);
    assert_eq!(checked(&notched), Err("the move is not dead in the first position".to_owned()));
    fs::write(notched.join("more"), "").unwrap();
    assert!(checked(&notched).unwrap_err().contains("more"));
}

#[test]
fn strips_join_the_loops_of_every_live_position_of_small_boards_regions_and_lines() {
    let folder = Folder::new(&[]);
    let words = ["lab", "hunt", "strips", "--cells", "12", "--tries", "40", "--seed", "3"];
    let more = ["--size", "5", "--lines", "1", "--sizes", "7"];
    let hunt = [&words[..], &more].concat();
    let ran = folder.deadmove(&hunt);
    assert_eq!(ran.code(), Some(0), "{ran}");
    assert_eq!(folder.deadmove(&[&hunt[..], &["--threads", "1"]].concat()).stdout(), ran.stdout());
    assert_snapshot!(all([
        ran,
        folder.deadmove(&words[..3]),
        folder.deadmove(&["lab", "hunt", "strips", "--lines", "1", "--sizes", "8"]),
    ]));
    let json = folder.deadmove(&[&hunt[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(json.stdout()).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert!(rows.iter().map(|row| row["joined"].as_u64().unwrap()).sum::<u64>() > 500);
    assert!(json["smallest"].is_null());
}
