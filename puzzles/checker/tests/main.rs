//! Certificates about sequences: correct ones are accepted, corrupted ones are not.

mod forgeries;
mod program;

use std::collections::BTreeSet;

use deadmove_puzzles_checker::check as check_text;
use serde_json::{Value, json};

const SOLVES_4X4: &str = "rrdrrdrdldldulldldrddurdrrdrr";

fn certificate(width: usize, height: usize, claim: &Value) -> String {
    let kind = "sequences";
    json!({ "schema": 1, "kind": kind, "width": width, "height": height, "claim": claim })
        .to_string()
}

fn check(width: usize, height: usize, claim: Value) -> Result<(String, Vec<String>), String> {
    check_text(&certificate(width, height, &claim), &mut |_, _, _| {})
}

fn refused(width: usize, height: usize, claim: Value) -> String {
    check(width, height, claim).expect_err("it is wrong")
}

/// 3x2: no sequence of fewer than 5 moves solves these mazes.
fn bounds(lower: usize, sequence: Option<&str>, mazes: Value, patterns: Value) -> Value {
    json!({ "bounds": {
        "sequence": sequence, "lower": lower, "mazes": mazes, "patterns": patterns,
    } })
}

fn mazes() -> Value {
    json!([["...", "##."], [".##", "..."], ["..#", "#.."]])
}

#[test]
fn a_sequence_that_solves_all_is_accepted_and_none_with_a_letter_less() {
    let (what, open) = check(4, 4, json!({ "solves-all": { "sequence": SOLVES_4X4 } })).unwrap();
    assert!(what.contains("29 moves solves every solvable maze") && open.is_empty(), "{what}");
    for at in 0..SOLVES_4X4.len() {
        let mut shorter = SOLVES_4X4.to_owned();
        shorter.remove(at);
        let why = refused(4, 4, json!({ "solves-all": { "sequence": shorter } }));
        assert!(why.contains("does not solve a maze"), "{why}");
    }
    let why = refused(4, 5, json!({ "solves-all": { "sequence": SOLVES_4X4 } }));
    assert!(why.contains("does not solve a maze"), "{why}");
}

#[test]
fn an_unsolved_maze_is_accepted_only_if_it_is_solvable_and_unsolved() {
    let fails = |sequence: &str, maze: Value, perfect: bool| json!({ "fails": { "sequence": sequence, "maze": maze, "perfect": perfect } });
    assert!(check(2, 2, fails("rd", json!([".#", ".."]), false)).is_ok());
    assert!(check(2, 2, fails("rdu", json!(["..", ".."]), true)).is_ok());
    for (claim, why) in [
        (fails("rdu", json!(["..", ".."]), false), "solves the maze"),
        (fails("dr", json!([".#", ".."]), false), "solves the maze"),
        (fails("rd", json!([".#", "#."]), false), "not solvable"),
        (fails("rd", json!([".#", ".#"]), false), "not solvable"),
        (fails("rd", json!([".#"]), false), "not 2x2"),
        (fails("rd", json!([".x", ".."]), false), "neither . nor #"),
        (fails("rx", json!([".#", ".."]), false), "sign 2"),
    ] {
        let found = refused(2, 2, claim);
        assert!(found.contains(why), "{found}");
    }
}

#[test]
fn a_list_is_accepted_only_if_each_maze_is_solved() {
    let list = |sequence: &str, mazes: Value, perfect: bool| json!({ "solves-list": { "sequence": sequence, "mazes": mazes, "perfect": perfect } });
    let both = || json!([[".#", ".."], ["..", "#."]]);
    assert!(check(2, 2, list("rdr", both(), true)).is_ok());
    assert!(check(2, 2, list("rdru", both(), false)).is_ok());
    assert!(refused(2, 2, list("rd", both(), false)).contains("maze 1"));
    assert!(refused(2, 2, list("rdru", both(), true)).contains("maze 2"));
    assert!(refused(2, 2, list("rdr", json!([]), false)).contains("no maze"));
}

#[test]
fn the_search_for_bounds_is_repeated() {
    let meet = check(3, 2, bounds(5, Some("rdrur"), mazes(), json!([])));
    let meet = meet.or_else(|_| check(3, 2, bounds(5, Some("rdrdr"), mazes(), json!([]))));
    let (what, open) = meet.unwrap_or_else(|why| panic!("{why}"));
    assert!(what.contains("5 moves solve every maze") && open.is_empty(), "{what}");
    for patterns in [json!([]), json!([[0, 1]]), json!([[2, 0], [1], []])] {
        let (what, open) = check(3, 2, bounds(5, None, mazes(), patterns.clone())).unwrap();
        assert!(what.contains("fewer than 5") && open.len() == 1, "{what}");
        // A bound of one more is wrong, with any pattern.
        let why = refused(3, 2, bounds(6, None, mazes(), patterns));
        assert!(why.contains("5 moves solves"), "{why}");
    }
    let (_, open) = check(3, 2, bounds(4, Some("rdrdr"), mazes(), json!([]))).unwrap();
    assert_eq!(open, ["whether 4 to 4 moves do"]);
}

/// The smallest number of moves that solve all mazes of 3x2, by plain breadth-first search. A maze
/// is solved once its goal, the last field, was visited.
fn fewest(mazes: &[[bool; 6]]) -> usize {
    let to = |at: usize, step: usize| match step {
        0 if at >= 3 => at - 3,
        1 if at < 3 => at + 3,
        2 if !at.is_multiple_of(3) => at - 1,
        3 if at % 3 < 2 => at + 1,
        _ => at,
    };
    let mut layer = BTreeSet::from([vec![0; mazes.len()]]);
    for moves in 0.. {
        if layer.iter().any(|fields| fields.iter().all(|&field| field == 5)) {
            return moves;
        }
        let next = |fields: &Vec<usize>, step: usize| -> Vec<usize> {
            let next = |(&at, maze): (&usize, &[bool; 6])| match to(at, step) {
                next if at != 5 && maze[next] => next,
                _ => at,
            };
            fields.iter().zip(mazes).map(next).collect()
        };
        let more = layer.iter().flat_map(|fields| (0..4).map(|step| next(fields, step)));
        layer = more.collect();
    }
    unreachable!("the mazes are solvable")
}

#[test]
fn a_bound_is_accepted_exactly_up_to_the_fewest_moves_with_any_patterns() {
    // All solvable mazes of 3x2: the goal is reached by one of the ways there.
    let ways = [&[1, 2][..], &[1, 4], &[3, 4]];
    let all: Vec<[bool; 6]> = (0..64u32)
        .map(|bits| [0, 1, 2, 3, 4, 5].map(|at| bits >> at & 1 == 1))
        .filter(|maze| maze[0] && maze[5])
        .filter(|maze| ways.iter().any(|way| way.iter().all(|&at| maze[at])))
        .collect();
    let mut random = 1u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % bound
    };
    let mut longest = 0;
    for _ in 0..150 {
        let mazes: Vec<[bool; 6]> = (0..below(4) + 1).map(|_| all[below(all.len())]).collect();
        let rows = |maze: &[bool; 6]| -> Vec<String> {
            let row = |row: &[bool]| row.iter().map(|&free| if free { '.' } else { '#' }).collect();
            maze.chunks(3).map(row).collect()
        };
        let texts: Vec<Vec<String>> = mazes.iter().map(rows).collect();
        let patterns: Vec<Vec<usize>> =
            (0..below(4)).map(|_| (0..mazes.len()).filter(|_| below(2) == 0).collect()).collect();
        let fewest = fewest(&mazes);
        longest = longest.max(fewest);
        for lower in 1..fewest + 2 {
            let found = check(3, 2, bounds(lower, None, json!(texts), json!(patterns)));
            assert_eq!(found.is_ok(), lower <= fewest, "{lower} {texts:?} {patterns:?} {found:?}");
        }
    }
    assert!(longest >= 5, "{longest}");
}

#[test]
fn corrupted_bounds_are_refused() {
    for (claim, why) in [
        (bounds(5, None, json!([["...", "##."]]), json!([])), "3 moves solves"),
        (bounds(5, None, json!([]), json!([])), "without moves"),
        (bounds(5, None, mazes(), json!([[3]])), "not there"),
        (bounds(5, None, mazes(), json!([vec![0; 40]])), "too large"),
        (bounds(5, None, json!([["...", "#.#"]]), json!([])), "not solvable"),
        (bounds(5, Some("rdrd"), mazes(), json!([])), "does not solve a maze"),
        (bounds(300, None, mazes(), json!([])), "too large"),
    ] {
        let found = refused(3, 2, claim);
        assert!(found.contains(why), "{found}");
    }
}

#[test]
fn other_forms_and_other_certificates_are_refused() {
    let claim = json!({ "solves-all": { "sequence": "rdr" } });
    let good = certificate(2, 2, &claim);
    assert!(check_text(&good, &mut |_, _, _| {}).is_ok());
    for (from, to) in [
        (r#""schema":1"#, r#""schema":2"#),
        ("sequences", "sequence"),
        (r#""width":2"#, r#""width":0"#),
        (r#""width":2"#, r#""width":99"#),
        (r#""width":2"#, r#""width":2,"more":2"#),
        ("solves-all", "solves-most"),
        (r#""rdr""#, r#""rdr","also":1"#),
        (r#""rdr""#, "7"),
    ] {
        assert!(good.contains(from));
        let bad = good.replace(from, to);
        assert!(check_text(&bad, &mut |_, _, _| {}).is_err(), "{bad}");
    }
    for other in ["{}", "["] {
        assert!(check_text(other, &mut |_, _, _| {}).is_err(), "{other}");
    }
}
