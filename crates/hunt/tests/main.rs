//! All tests of the crate in one program.

use std::path::Path;

use deadmove_core::formats::load;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_hunt::boards::{BoardQuery, Expanded, Starts, expand, questions};
use deadmove_hunt::folder::{BoardsRecord, RegionsRecord, json, write};
use deadmove_hunt::merge;
use deadmove_hunt::miss::{CaughtBy, MissAnswer, ask, compare, confirm, shrink};
use deadmove_hunt::region::Region;
use deadmove_hunt::regions::{RegionShape, hunt, random};
use deadmove_verify::chunks::Shard;

fn region(rows: &[&str]) -> Region {
    let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    Region::from_rows(&rows).expect("rows of a region")
}

/// The smallest region without holes that the lemmas were known to miss.
const GATE: [&str; 5] = ["####...###", "..e.......", "..........", "...L......", "#####...##"];

#[test]
fn the_known_miss_is_missed_and_caught_by_probing() {
    let gate = region(&GATE);
    let position = gate.position().unwrap();
    assert!(matches!(ask(&position), MissAnswer::Missed(CaughtBy::Probing(_))));
    assert!(confirm(&position, &Limits::default()).unwrap());
    assert_eq!(gate.cells.len(), 36);
    // Nothing smaller with the same property is near it.
    assert_eq!(shrink(&gate).cells.len(), 36);
}

#[test]
fn an_engine_that_reached_its_limit_confirms_no_miss() {
    let position = region(&GATE).position().unwrap();
    let limits = Limits { memory: 1, ..Limits::default() };
    assert!(!confirm(&position, &limits).unwrap());
}

#[test]
fn a_miss_on_a_board_is_shrunk_to_a_region_that_is_missed() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/lemmas/gate-16x11.case");
    let position = load(&case).unwrap().remove(0).position;
    let shrunk = shrink(&Region::of(&position));
    assert!(matches!(ask(&shrunk.position().unwrap()), MissAnswer::Missed(_)));
    insta::assert_snapshot!(shrunk.rows().join("\n"));
}

#[test]
fn images_of_a_region_are_one_region() {
    let gate = region(&GATE);
    let turned: Vec<String> = (0..10)
        .map(|column| GATE.iter().rev().map(|row| row.as_bytes()[column] as char).collect())
        .collect();
    let turned = Region::from_rows(&turned).unwrap();
    assert_ne!(turned.rows(), gate.rows());
    assert_eq!(turned.canonical(), gate.canonical());
    assert_eq!(gate.reversed().canonical(), gate.canonical());
    let other = region(&["L..", "..e"]);
    assert_ne!(other.canonical(), region(&["L..", "e.."]).canonical());
    assert!(Region::from_rows(&["L.".to_owned()]).is_none());
    assert!(Region::from_rows(&["LLe".to_owned()]).is_none());
}

#[test]
fn the_lemmas_miss_nothing_on_boards_of_up_to_25_cells_from_any_start() {
    // The number of lines is compared with that of the frontier engine inside.
    for question in questions(25, Starts::All) {
        let Expanded { stuck, first, .. } = expand(&question).unwrap();
        assert_eq!((stuck, first), (0, None), "{question:?}");
    }
}

#[test]
fn boards_are_listed_once_for_all_their_images() {
    let sizes = |starts| questions(9, starts).len();
    // 2×2: one; 3×2: three ends from a corner; 4×2: four; 3×3: three.
    assert_eq!(sizes(Starts::Corner), 1 + 3 + 4 + 3);
    assert!(sizes(Starts::Corner) < sizes(Starts::Boundary));
    assert!(sizes(Starts::Boundary) < sizes(Starts::All));
    let lines: u128 = questions(9, Starts::Corner)
        .iter()
        .filter(|question| question.end == (3, 3))
        .map(|question| expand(question).unwrap().lines)
        .sum();
    assert_eq!(lines, 2, "3×3 has two lines from corner to corner");
}

#[test]
fn random_regions_are_connected_and_may_have_a_line_by_their_colours() {
    for shape in RegionShape::ALL {
        for number in 0..200 {
            let region = random(shape, 7, number);
            assert_eq!(region, random(shape, 7, number));
            assert!(region.colours_allow_a_line());
            let position = region.position().unwrap();
            assert_eq!(position.free_count() + 1, region.cells.len());
            assert_eq!(Region::of(&position).rows(), region.rows());
        }
    }
}

#[test]
fn both_implementations_of_the_lemmas_decide_the_same_of_random_regions() {
    for shape in RegionShape::ALL {
        for number in 0..40 {
            compare(&random(shape, 3, number).position().unwrap()).unwrap();
        }
    }
}

#[test]
fn a_hunt_in_two_parts_finds_what_one_hunt_finds() {
    for shape in [RegionShape::Rooms, RegionShape::Holes] {
        let (whole, misses) = hunt(shape, 5, (0, 600)).unwrap();
        let (first, mut found) = hunt(shape, 5, (0, 250)).unwrap();
        let (second, more) = hunt(shape, 5, (250, 600)).unwrap();
        found.extend(more);
        assert_eq!(found, misses);
        assert_eq!(first.live + second.live, whole.live);
        assert_eq!(first.refuted + second.refuted, whole.refuted);
        assert_eq!(whole.live + whole.refuted + whole.missed + whole.unknown, 600);
    }
}

#[test]
fn a_miss_with_a_hole_is_shrunk_kept_once_and_dead_by_both_engines() {
    let folder = tempfile::tempdir().unwrap();
    // Answer by a hunt of a million tries.
    let found = hunt(RegionShape::Holes, 1, (852_447, 852_448)).unwrap();
    let mut record = RegionsRecord::new(1, &[RegionShape::Holes]);
    for (tally, misses) in [&found, &found] {
        record.add(folder.path(), RegionShape::Holes, tally, misses).unwrap();
    }
    write(folder.path(), &record).unwrap();
    let asked = RegionsRecord::new(1, &[RegionShape::Holes]);
    assert_eq!(RegionsRecord::read(folder.path(), &asked).unwrap(), Some(record.clone()));
    assert!(
        RegionsRecord::read(folder.path(), &RegionsRecord::new(2, &[RegionShape::Holes])).is_err()
    );
    assert_eq!((record.misses.len(), record.misses[0].times), (1, 2));
    let case = load(&folder.path().join(&record.misses[0].case)).unwrap().remove(0);
    let judged = judge(&case.position, Engine::Both, &Limits::default()).unwrap();
    assert_eq!(judged.answer.verdict(), Verdict::Dead);
    insta::assert_snapshot!(json(&record).replace(",\"", ",\n\""));
}

#[test]
fn the_smallest_board_with_a_miss_is_9x6_with_an_end_inside() {
    let query = BoardQuery { width: 9, height: 6, start: (1, 1), end: (5, 4) };
    let found = expand(&query).unwrap();
    assert_eq!((found.positions, found.lines, found.stuck), (137_948, 213_151, 1));
    let folder = tempfile::tempdir().unwrap();
    let mut record = BoardsRecord::new(54, "corner", 1, Shard::WHOLE);
    record.add(folder.path(), &query, &found).unwrap();
    write(folder.path(), &record).unwrap();
    let asked = BoardsRecord::new(54, "corner", 1, Shard::WHOLE);
    assert_eq!(BoardsRecord::read(folder.path(), &asked, &[query]).unwrap(), Some(record.clone()));
    let other = BoardQuery { end: (5, 5), ..query };
    assert!(BoardsRecord::read(folder.path(), &asked, &[other]).is_err());
    let mut silent = record.clone();
    silent.boards[0].first = None;
    write(folder.path(), &silent).unwrap();
    assert!(BoardsRecord::read(folder.path(), &asked, &[query]).is_err());
    let entry = &record.boards[0];
    let rows = entry.shrunk.as_ref().unwrap();
    insta::assert_snapshot!(format!("{}\n{}", entry.first.as_ref().unwrap(), rows.join("\n")));
    let shrunk = Region::from_rows(rows).unwrap().position().unwrap();
    assert!(confirm(&shrunk, &Limits::default()).unwrap());
    let case = std::fs::read_dir(folder.path()).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        path.extension().is_some_and(|end| end == "case").then_some(path)
    });
    let case = load(&case.unwrap()).unwrap().remove(0);
    let judged = judge(&case.position, Engine::Sat, &Limits::default()).unwrap();
    assert_eq!(judged.answer.verdict(), Verdict::Dead);
    assert_eq!(judged.turning.fatal_move(), case.position.path().last().copied());
}

#[test]
fn a_miss_of_two_shards_is_that_of_the_shape_that_one_run_tries_first() {
    // One run does all tries of a shape before those of the next.
    let miss = |shape: &str, number: u64, times: u64| {
        format!(
            r#"{{"cells":2,"rows":["Le"],"caught_by":"probing","shape":"{shape}",
            "number":{number},"times":{times},"case":"x.case"}}"#
        )
    };
    let part = |shard: &str, missed: [u64; 2], miss: String| {
        let entry = |shape: &str, missed: u64| {
            format!(
                r#"{{"shape":"{shape}","tries":3,"refuted":{},"live":0,"missed":{missed},
                "unknown":0}}"#,
                3 - missed
            )
        };
        let [rooms, holes] = missed;
        let shapes = [entry("rooms", rooms), entry("holes", holes)].join(",");
        let text = format!(
            r#"{{"schema":1,"hunt":"regions","seed":0,"shard":"{shard}","of_tries":6,
            "shapes":[{shapes}],"misses":[{miss}]}}"#
        );
        match merge::read(&text).unwrap() {
            merge::AnyRecord::Regions(record) => record,
            merge::AnyRecord::Boards(_) => unreachable!("it is about regions"),
        }
    };
    let first = part("1/2", [0, 2], miss("holes", 1, 2));
    let second = part("2/2", [1, 1], miss("rooms", 4, 2));
    let whole = merge::regions(vec![second.clone(), first.clone()]).unwrap();
    let [found] = &whole.misses[..] else { panic!("one region: {:?}", whole.misses) };
    assert_eq!((found.shape.as_str(), found.number, found.times), ("rooms", 4, 4));
    let sums: Vec<_> = whole.shapes.iter().map(|entry| (entry.tries, entry.missed)).collect();
    assert_eq!((sums, whole.of_tries), (vec![(6, 1), (6, 3)], None));
    assert!(merge::regions(vec![first.clone(), first]).is_err());
    assert!(merge::regions(vec![second]).is_err());
}
