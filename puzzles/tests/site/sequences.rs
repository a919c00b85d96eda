//! Sequences.

use super::support::{FAILS, SHORTEST, badges, page, read, refused, site};

const SOLVES: &str = r#"{"schema":1,"width":3,"height":3,"sequence":"drddruurrdd","length":11,"mazes":51,"listed":false,"perfect":false,"verdict":"solves","unsolved":null}"#;

#[test]
fn a_sequence_that_fails_is_shown_with_a_maze_and_is_not_green() {
    let site = site(&[FAILS]);
    let page = page(&site, "sequences");
    assert_eq!((badges(page, "wrong"), badges(page, "proved")), (1, 0), "{page}");
    assert!(page.contains("do not visit the goal of all solvable mazes of 3×3"), "{page}");
    let svg = String::from_utf8_lossy(&site.files["pictures/3x3-1.svg"]);
    assert!(svg.contains("<polyline") && page.contains("pictures/3x3-1.svg"), "{svg}");
}

#[test]
fn bounds_that_meet_are_settled_and_others_are_open() {
    let settled = site(&[SHORTEST]);
    let settled = page(&settled, "sequences");
    assert!(settled.contains("shortest: 11 moves") && badges(settled, "proved") == 1);
    let open = SHORTEST.replace(r#""lower":11"#, r#""lower":9"#);
    let open = site(&[&open]);
    let open = page(&open, "sequences");
    assert!(open.contains("shortest: 9 to 11 moves"), "{open}");
    assert_eq!((badges(open, "unknown"), badges(open, "proved")), (1, 0));
    let none = SHORTEST.replace(
        r#""upper":11,"optimal":true,"sequence":"drddruurrdd""#,
        r#""upper":null,"optimal":false,"sequence":null"#,
    );
    assert!(page(&site(&[&none]), "sequences").contains("shortest: at least 11 moves"));
}

#[test]
fn a_limit_and_an_empty_list_are_no_success() {
    let unknown = SOLVES.replace("solves", "unknown");
    let unknown = site(&[&unknown]);
    let unknown = page(&unknown, "sequences");
    // The length of a shortest sequence is not known either, and nobody asked.
    assert_eq!((badges(unknown, "unknown"), badges(unknown, "proved")), (1, 0), "{unknown}");
    let empty = SOLVES.replace(r#""mazes":51,"listed":false"#, r#""mazes":0,"listed":true"#);
    let empty = site(&[&empty]);
    let empty = page(&empty, "sequences");
    assert_eq!((badges(empty, "vacuous"), badges(empty, "proved")), (1, 0), "{empty}");
}

#[test]
fn a_list_of_mazes_says_nothing_about_all_of_the_size() {
    let listed = SHORTEST.replace(r#""listed":false"#, r#""listed":true"#);
    let site = site(&[&listed]);
    let page = page(&site, "sequences");
    assert!(page.contains("Mazes of a file") && !page.contains(r#"id="3x3""#), "{page}");
}

#[test]
fn reports_that_contradict_each_other_are_named_and_nothing_of_the_size_is_green() {
    // One report says that a sequence solves every maze, another shows one that it does not solve.
    let wrong = SOLVES.replace("drddruurrdd", "rrddrrddddd");
    let site = site(&[FAILS, &wrong]);
    assert_eq!(site.contradictory, ["sequences for 3×3"]);
    let shown = page(&site, "sequences");
    assert_eq!((badges(shown, "contradictory"), badges(shown, "proved")), (3, 0), "{shown}");
    // A sequence below the lower bound, and different numbers of mazes.
    let short = SHORTEST.replace(r#""lower":11,"upper":11"#, r#""lower":12,"upper":12"#);
    let short = short.replace("drddruurrdd", "drddruurrddd");
    for other in [short, SOLVES.replace("51", "52")] {
        let site = read(&[SHORTEST, SOLVES, &other]).expect("reports");
        assert_eq!(site.contradictory, ["sequences for 3×3"]);
    }
    assert!(read(&[FAILS, SHORTEST, SOLVES]).expect("reports").contradictory.is_empty());
}

#[test]
fn moves_that_a_repair_puts_in_are_marked() {
    let repair = r#"{"schema":1,"width":3,"height":3,"before":"rrddrrdd","at_least":5,"inserted":[1,3,4,8,9],"sequence":"drddrdduurrdd"}"#;
    let repaired = site(&[repair]);
    let repaired = page(&repaired, "sequences");
    assert_eq!(repaired.matches("<ins>").count(), 5);
    let open = r#"{"schema":1,"width":3,"height":3,"before":"rr","at_least":3,"inserted":null,"sequence":null}"#;
    let open = site(&[open]);
    let open = page(&open, "sequences");
    assert!(open.contains("At least 3 moves") && badges(open, "unknown") == 1, "{open}");
}

#[test]
fn a_report_that_contradicts_itself_is_refused() {
    let wrong = [
        FAILS.replace("rrddrrdd", "drdrrrdd"),
        FAILS.replace(r####"".##","..#","#..""####, r####"".#","..""####),
        SOLVES.replace(r#""length":11"#, r#""length":12"#),
        SOLVES.replace("solves", "fails"),
        SHORTEST.replace(r#""lower":11"#, r#""lower":12"#),
        SHORTEST.replace("drddruurrdd", "rrrrrrrrrrr"),
        r#"{"schema":1,"width":3,"height":3,"before":"rr","at_least":1,"inserted":[1],"sequence":"ddd"}"#.into(),
    ];
    for text in wrong {
        let error = refused(&text);
        assert_eq!(error.kind, "report-contradiction", "{text}: {error}");
        assert_eq!(error.file.as_deref(), Some("report-1.json"));
    }
}

#[test]
fn the_mazes_of_a_smaller_bound_are_not_shown_for_the_largest() {
    let mazes = r####"[["...","##.","##."],["..#",".##","..."]]"####;
    let largest = SHORTEST.replace(mazes, "[]");
    assert_ne!(largest, SHORTEST);
    let smaller = SHORTEST.replace(r#""lower":11"#, r#""lower":9"#);
    for reports in [[largest.as_str(), &smaller], [&smaller, &largest]] {
        let site = site(&reports);
        let page = page(&site, "sequences");
        assert!(page.contains("shortest: 11 moves"), "{page}");
        assert!(!page.contains("The lower bound"), "{page}");
    }
}
