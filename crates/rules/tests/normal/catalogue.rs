//! The entries of the rule catalogue for the drawings of the corpus.

use std::collections::BTreeSet;

use deadmove_rules::model::Sizes;
use serde_json::Value;

use super::{At, Normal, Region};

/// A drawing of the corpus and its entry in the catalogue.
pub struct Entry {
    pub file_name: String,
    pub text: String,
    pub sizes: Sizes,
    pub expected: BTreeSet<Normal>,
}

/// All drawings; prints a line and returns `None` if the corpus is not there.
pub fn entries() -> Option<Vec<Entry>> {
    let shared = deadmove_testing::root().join("../shared");
    let catalogue = shared.join("research/rule-catalogue.json");
    let drawings = shared.join("corpus/rule-drawings");
    if let Some(missing) = [&catalogue, &drawings].into_iter().find(|path| !path.exists()) {
        println!("skipped: {} is not there", missing.display());
        return None;
    }
    let catalogue = std::fs::read_to_string(catalogue).expect("a readable catalogue");
    let catalogue: Vec<Value> = serde_json::from_str(&catalogue).expect("a list of rules");
    let mut entries: Vec<Entry> = std::fs::read_dir(drawings)
        .expect("a readable folder")
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "svg"))
        .map(|path| {
            let file_name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let key = file_name.trim_end_matches(".svg").to_owned();
            let entry = catalogue
                .iter()
                .find(|e| {
                    format!("{}__{}", text(&e["family"]), text(&e["name"]).replace(' ', "_")) == key
                })
                .unwrap_or_else(|| panic!("{key} is not in the catalogue"));
            Entry {
                text: std::fs::read_to_string(&path).expect("a readable drawing"),
                file_name,
                sizes: match text(&entry["family"]) {
                    "near-field" => Sizes::All,
                    "5" => Sizes::Only(5),
                    "7" => Sizes::Only(7),
                    "9" => Sizes::From(9),
                    "13" => Sizes::From(13),
                    other => panic!("{other} is no family"),
                },
                expected: expected(entry),
            }
        })
        .collect();
    entries.sort_by(|a, b| a.file_name.cmp(&b.file_name));
    assert!(!entries.is_empty());
    Some(entries)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A quarter turn clockwise, and left for right.
fn turned(c: At) -> At {
    (-c.1, c.0)
}

fn mirrored(c: At) -> At {
    (-c.0, c.1)
}

/// The rule of an entry in every placement it is applied with, for each of the four directions the
/// line may come from.
fn expected(entry: &Value) -> BTreeSet<Normal> {
    let upright = upright(entry);
    let ways = list(&entry["applied_with"]).iter().map(|way| {
        let lay: fn(At) -> At = match text(way) {
            "identity" => |c| c,
            "mirror" => mirrored,
            "rotate_cw" => turned,
            "rotate_ccw" => |c| turned(turned(turned(c))),
            "mirror_then_rotate_cw" => |c| turned(mirrored(c)),
            "mirror_then_rotate_ccw" => |c| turned(turned(turned(mirrored(c)))),
            other => panic!("{other} is no placement"),
        };
        placed(&upright, lay)
    });
    ways.flat_map(|heading_up| {
        std::iter::successors(Some(heading_up), |rule| Some(placed(rule, turned))).take(4)
    })
    .map(|mut rule| {
        rule.settle_empty_sides();
        rule
    })
    .collect()
}

/// A rule with all its cells and directions transformed.
fn placed(rule: &Normal, lay: fn(At) -> At) -> Normal {
    let all = |cells: &BTreeSet<At>| cells.iter().map(|&c| lay(c)).collect();
    Normal {
        cells: rule.cells.iter().map(|&(c, test)| (lay(c), test)).collect(),
        regions: rule
            .regions
            .iter()
            .map(|r| Region { cells: all(&r.cells), side: all(&r.side), ..r.clone() })
            .collect(),
        forced_lines: rule.forced_lines.iter().map(all).collect(),
        forbids: all(&rule.forbids),
    }
}

/// The rule of an entry as it is drawn.
fn upright(entry: &Value) -> Normal {
    let pair = |value: &Value| {
        let number = |i: usize| value[i].as_i64().expect("a number") as i32;
        (number(0), number(1))
    };
    let live_end = pair(&entry["live_end"]);
    let at = |value: &Value| {
        let cell = pair(value);
        (cell.0 - live_end.0, cell.1 - live_end.1)
    };
    let cells = |key: &str| list(&entry[key]).iter().map(at).collect::<Vec<At>>();
    let name = text(&entry["name"]);
    let near_field = text(&entry["family"]) == "near-field";

    let mut normal = Normal::default();
    for area in list(&entry["areas"]) {
        let mut line = vec![at(&area["start"])];
        line.extend(list(&area["middles"]).iter().map(at));
        line.push(at(&area["end"]));
        let steps: Vec<At> = line.windows(2).map(|c| (c[1].0 - c[0].0, c[1].1 - c[0].1)).collect();
        assert!(steps.iter().all(|s| s.0.abs() + s.1.abs() == 1), "{name} has a gap");
        let beside = |step: &At| match text(&area["enclosed_side"]) {
            "left" => turned(turned(turned(*step))),
            _ => turned(*step),
        };
        let towards = match text(&area["enclosed_towards"]) {
            "left" => (-1, 0),
            "right" => (1, 0),
            "up" => (0, -1),
            _ => (0, 1),
        };
        assert_eq!(steps.last().map(beside), Some(towards), "{name}");
        let colour = list(&area["entry"]).first().unwrap_or(&area["start"]);
        let white = (at(colour).0 + at(colour).1).rem_euclid(2) == 1;
        let tests: &[&str] = match text(&area["cond"]) {
            // The entry of these says so in words only.
            _ if near_field && name.starts_with("2 far") => &[],
            _ if area["parity_checked"] == false => &[],
            "pair" => &["even"],
            "impair" => &["odd"],
            "determined" if white => &["odd", "surplus is not 1"],
            "determined" => &["odd", "surplus is not -1"],
            other => panic!("{other} is no condition"),
        };
        normal.regions.insert(Region {
            cells: line.into_iter().collect(),
            side: steps.iter().map(beside).collect(),
            may_be_empty: true,
            tests: tests.iter().map(|&test| test.to_owned()).collect(),
        });
    }
    // The name alone says where the region of these lies (catalogue, section 6, reading 1).
    let door = match name {
        "close straight left left" | "close straight right left" => Some(((0, -1), (-1, 0))),
        "close straight left right" | "close straight right right" => Some(((0, -1), (1, 0))),
        "close mid across right" => Some(((0, -1), (1, 0))),
        "close across right" => Some(((-1, -1), (1, 0))),
        _ => None,
    };
    normal.regions.extend(door.map(|(cell, side)| Region {
        cells: [cell].into(),
        side: [side].into(),
        may_be_empty: false,
        tests: BTreeSet::new(),
    }));
    let ends: Vec<At> = ["future_start", "future_end"].iter().flat_map(|key| cells(key)).collect();
    if !ends.is_empty() {
        assert_eq!(ends.len(), 2, "{name}");
        normal.forced_lines.insert(ends.iter().copied().collect());
    }
    let not_end = cells("not_end_corner");
    let free: BTreeSet<At> =
        normal.regions.iter().flat_map(|r| r.cells.iter().copied()).chain(ends).collect();
    for cell in cells("empty") {
        if !free.contains(&cell) {
            let test = if not_end.contains(&cell) { "free, not end" } else { "free" };
            normal.cells.insert((cell, test));
        }
    }
    normal.cells.extend(cells("taken").into_iter().map(|c| (c, "drawn")));
    normal.cells.extend(cells("taken_or_border").into_iter().map(|c| (c, "wall")));
    let directional = list(&entry["directional_obstacles"]).iter().map(|o| at(&o["cell"]));
    normal.cells.extend(directional.map(|c| (c, "wall")));
    // Heading up means that the line came from below; turned, it came from elsewhere.
    assert_eq!(text(&entry["heading"]), "up");
    if list(&entry["applied_with"]).len() == 2 && !normal.cells.iter().any(|c| c.0 == (0, 1)) {
        normal.cells.insert(((0, 1), "wall"));
    }
    normal.forbids = list(&entry["forbidden_moves"])
        .iter()
        .map(|word| match text(word) {
            "straight" => (0, -1),
            "left" => (-1, 0),
            "right" => (1, 0),
            other => panic!("{other} is no move"),
        })
        .collect();
    normal
}
