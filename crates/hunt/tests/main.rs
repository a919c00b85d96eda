//! All tests of the crate in one program.

mod twins;
mod views;

use std::collections::BTreeMap;
use std::path::Path;

use deadmove_core::formats::load;
use deadmove_core::sealed::{line, seal};
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_hunt::boards::{BoardQuery, Expanded, Starts, expand, questions};
use deadmove_hunt::folder::write;
use deadmove_hunt::merge;
use deadmove_hunt::miss::{CaughtBy, MissAnswer, ask, compare, confirm, shrink};
use deadmove_hunt::record::{BoardsRecord, RegionsRecord};
use deadmove_hunt::region::Region;
use deadmove_hunt::regions::{RegionShape, hunt, random};
use deadmove_verify::chunks::{Shard, ShardsError};
use proptest::prelude::*;
use serde_json::Value;

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
    insta::assert_snapshot!(line(&record).replace(",\"", ",\n\""));
}

#[test]
fn the_smallest_board_with_a_miss_is_9x6_with_an_end_inside() {
    let query = BoardQuery { width: 9, height: 6, start: (1, 1), end: (5, 4) };
    let found = expand(&query).unwrap();
    assert_eq!((found.positions, found.lines, found.stuck), (137_948, 213_151, 1));
    let folder = tempfile::tempdir().unwrap();
    let mut record = BoardsRecord::new(54, Starts::Corner, 1, Shard::WHOLE);
    record.add(folder.path(), &query, &found).unwrap();
    write(folder.path(), &record).unwrap();
    let asked = BoardsRecord::new(54, Starts::Corner, 1, Shard::WHOLE);
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
        match merge::read(&seal(&text)).unwrap() {
            merge::AnyRecord::Regions(record) => record,
            merge::AnyRecord::Boards(_) => unreachable!("it is about regions"),
        }
    };
    let first = part("1/2", [0, 2], miss("holes", 1, 2));
    let second = part("2/2", [1, 1], miss("rooms", 4, 2));
    let whole = merge::regions(vec![second.clone(), first.clone()]).unwrap();
    let [found] = &whole.misses[..] else { panic!("one region: {:?}", whole.misses) };
    assert_eq!((found.shape, found.number, found.times), (RegionShape::Rooms, 4, 4));
    let sums: Vec<_> = whole.shapes.iter().map(|entry| (entry.tries, entry.missed)).collect();
    assert_eq!((sums, whole.of_tries), (vec![(6, 1), (6, 3)], None));
    assert!(merge::regions(vec![first.clone(), first]).is_err());
    assert!(merge::regions(vec![second]).is_err());
}

/// The rows of a region, turned upside down if `image` has its first bit, with rows and columns
/// exchanged if it has its second one.
fn image(rows: &[String], image: usize) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    if image & 1 == 1 {
        rows.reverse();
    }
    if image & 2 == 2 {
        let width = rows[0].len();
        rows = (0..width).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// What came of a try: 0 refuted, 1 live, 2 unknown, from 3 on a miss of one of these regions.
type Tried = usize;
const MISSED: [&str; 2] = ["Le", "L#e"];

/// The record of a shard of these tries, a list for each of two shapes, counted one by one.
fn record_of(tried: [&[Tried]; 2], shard: Shard) -> Value {
    let range = shard.range(tried[0].len() as u64);
    let range = range.start as usize..range.end as usize;
    let mut misses: BTreeMap<Tried, Value> = BTreeMap::new();
    let mut shapes = Vec::new();
    for (shape, tried) in ["rooms", "stairs"].into_iter().zip(tried) {
        let of = |kind: fn(Tried) -> bool| {
            tried[range.clone()].iter().filter(|&&tried| kind(tried)).count()
        };
        shapes.push(serde_json::json!({
            "shape": shape, "tries": range.len(), "refuted": of(|t| t == 0), "live": of(|t| t == 1),
            "unknown": of(|t| t == 2), "missed": of(|t| t >= 3),
        }));
        for number in range.clone().filter(|&number| tried[number] >= 3) {
            let rows = MISSED[tried[number] - 3];
            let miss = misses.entry(tried[number]).or_insert_with(|| {
                serde_json::json!({
                    "cells": 2, "rows": [rows], "caught_by": "a search only", "shape": shape,
                    "number": number, "times": 0, "case": "x.case",
                })
            });
            miss["times"] = (miss["times"].as_u64().unwrap() + 1).into();
        }
    }
    let mut misses: Vec<Value> = misses.into_values().collect();
    misses.sort_by_key(|miss| miss["rows"][0].as_str().map(str::to_owned));
    let of_tries = (shard != Shard::WHOLE).then_some(tried[0].len());
    serde_json::json!({
        "schema": 1, "hunt": "regions", "seed": 0, "shard": shard.to_string(),
        "of_tries": of_tries, "shapes": shapes, "misses": misses,
    })
}

fn regions_record(value: &Value) -> RegionsRecord {
    match merge::read(&line(value)).unwrap() {
        merge::AnyRecord::Regions(record) => record,
        merge::AnyRecord::Boards(_) => unreachable!("it is about regions"),
    }
}

/// A record of all boards of a shard, with numbers that depend on the board.
fn boards_record(shard: Shard) -> BoardsRecord {
    let all = questions(8, Starts::All);
    let mut record = BoardsRecord::new(8, Starts::All, all.len(), shard);
    for query in merge::of_shard(&all, shard) {
        let positions = (query.width * 31 + query.end.0 * 7 + query.start.1) as u64;
        let found = Expanded { positions, lines: u128::MAX, stuck: 0, first: None };
        record.add(Path::new("no folder is needed"), &query, &found).unwrap();
    }
    record
}

proptest! {
    #[test]
    fn a_region_is_read_back_from_its_rows_and_all_its_images_are_one(
        shape in prop::sample::select(&RegionShape::ALL[..]),
        number in 0u64..1000,
        turned in 0usize..4,
    ) {
        let region = random(shape, 11, number);
        let rows = region.rows();
        prop_assert_eq!(Region::from_rows(&rows).unwrap().rows(), rows.clone());
        let other = Region::from_rows(&image(&rows, turned)).unwrap();
        prop_assert_eq!(other.cells.len(), region.cells.len());
        prop_assert_eq!(other.canonical(), region.canonical());
        prop_assert_eq!(region.reversed().canonical(), region.canonical());
        prop_assert_eq!(region.reversed().reversed(), region);
    }

    #[test]
    fn shards_among_regions_merge_in_any_order_to_the_record_of_one_run(
        tried in prop::collection::vec((0..5usize, 0..5usize), 1..20),
        of in 2u64..5,
        turned in 0usize..5,
    ) {
        let (rooms, stairs): (Vec<Tried>, Vec<Tried>) = tried.into_iter().unzip();
        let record = |shard| regions_record(&record_of([&rooms, &stairs], shard));
        let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
        let mut parts: Vec<RegionsRecord> = shards.map(record).collect();
        parts.rotate_left(turned % of as usize);
        prop_assert_eq!(merge::regions(parts.clone()).unwrap(), record(Shard::WHOLE));
        let lost = parts.pop().unwrap();
        let missing = merge::regions(parts.clone()).unwrap_err();
        prop_assert!(matches!(missing, ShardsError::Missing(..)), "{:?}", missing);
        parts.push(parts[0].clone());
        prop_assert!(merge::regions(parts).is_err(), "{:?} is missing", lost.shard);
    }

    #[test]
    fn a_record_among_regions_with_one_other_number_is_refused(
        tried in prop::collection::vec((0..5usize, 0..5usize), 1..20),
        shape in 0usize..2,
        key in prop::sample::select(&["tries", "refuted", "live", "missed", "unknown"][..]),
    ) {
        let (rooms, stairs): (Vec<Tried>, Vec<Tried>) = tried.into_iter().unzip();
        let mut value = record_of([&rooms, &stairs], Shard::WHOLE);
        regions_record(&value);
        let number = value["shapes"][shape][key].as_u64().unwrap();
        for wrong in [number + 1, u64::MAX] {
            value["shapes"][shape][key] = wrong.into();
            let error = merge::read(&line(&value)).unwrap_err();
            prop_assert_eq!(error.kind, "bad-report");
        }
    }

    #[test]
    fn shards_on_boards_merge_in_any_order_to_the_record_of_one_run(
        of in 2u64..6,
        turned in 0usize..6,
        lost in 0usize..6,
    ) {
        let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
        let mut parts: Vec<BoardsRecord> = shards.map(boards_record).collect();
        parts.rotate_left(turned % of as usize);
        let whole = merge::boards(parts.clone()).unwrap();
        prop_assert_eq!(&whole, &boards_record(Shard::WHOLE));
        let read = merge::read(&line(&whole)).unwrap();
        prop_assert_eq!(read, merge::AnyRecord::Boards(whole));
        let lost = lost % of as usize;
        parts[lost].boards.pop();
        prop_assert_eq!(merge::boards(parts), Err(ShardsError::Unfinished(lost)));
    }
}

#[test]
fn a_folder_is_of_one_hunt_and_one_shard() {
    let folder = tempfile::tempdir().unwrap();
    let [half, other] = [1, 2].map(|number| boards_record(Shard::new(number, 2).unwrap()));
    let boards = merge::of_shard(&questions(8, Starts::All), half.shard);
    let read = |asked: &BoardsRecord| BoardsRecord::read(folder.path(), asked, &boards);
    assert_eq!(read(&half), Ok(None));
    write(folder.path(), &half).unwrap();
    assert_eq!(read(&half), Ok(Some(half.clone())));
    assert_eq!(read(&other).unwrap_err().kind, "report-differs");
    let mut corner = half.clone();
    corner.starts = Starts::Corner;
    assert_eq!(read(&corner).unwrap_err().kind, "report-differs");
    // A record of the other kind of hunt.
    let asked = RegionsRecord::new(0, &RegionShape::ALL);
    assert!(RegionsRecord::read(folder.path(), &asked).is_err());
}
