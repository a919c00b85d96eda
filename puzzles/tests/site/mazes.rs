//! Mazes.

use super::support::{MAZE, badges, page, read, refused, site};

const COMPLETE: &str = r####"{"schema":1,"claim":"complete","counterexample":{"field":[1,1],"height":2,"maze":[" SE","  #"],"width":3},"max_fields":12,"mazes":332,"no_open_squares":false,"verdict":"refuted"}"####;

#[test]
fn a_refuted_claim_is_drawn_and_the_others_are_not() {
    let site = site(&[MAZE]);
    let page = page(&site, "mazes");
    assert_eq!((badges(page, "proved"), badges(page, "wrong")), (1, 1), "{page}");
    assert!(site.files.contains_key("pictures/report-1-complete.svg"));
    assert!(!site.files.contains_key("pictures/report-1-solvable.svg"));
}

#[test]
fn a_large_maze_has_its_verdicts_and_no_drawing() {
    let (head, _) = MAZE.split_once(r#","maze""#).unwrap();
    let site = site(&[&format!(r#"{head},"maze":null}}"#)]);
    let page = page(&site, "mazes");
    assert_eq!((badges(page, "proved"), badges(page, "wrong")), (1, 1), "{page}");
    assert!(page.contains("The maze is large") && !page.contains("<img"), "{page}");
}

#[test]
fn claims_in_a_maze_without_a_way_say_nothing() {
    let vacuous = r####"{"schema":1,"claims":[{"claim":"unique","evidence":null,"verdict":"vacuous"}],"entrance":[1,1],"exit":[3,1],"maze":["S#E"]}"####;
    let site = site(&[vacuous]);
    let page = page(&site, "mazes");
    assert_eq!((badges(page, "vacuous"), badges(page, "proved")), (1, 0), "{page}");
}

#[test]
fn a_search_without_a_counterexample_is_open() {
    let open = COMPLETE
        .replace(r####"{"field":[1,1],"height":2,"maze":[" SE","  #"],"width":3}"####, "null")
        .replace("refuted", "unknown");
    let site = read(&[&open, COMPLETE]).expect("reports");
    let page = page(&site, "mazes");
    assert_eq!((badges(page, "unknown"), badges(page, "wrong"), badges(page, "proved")), (1, 1, 0));
    assert!(page.contains("pictures/search-2.svg"), "{page}");
}

#[test]
fn a_report_whose_maze_shows_something_else_is_refused() {
    let wrong = [
        MAZE.replace(r#""verdict":"refuted""#, r#""verdict":"holds""#),
        MAZE.replace("#   # #", "### # #"),
        COMPLETE.replace("[1,1]", "[2,1]"),
        COMPLETE.replace("refuted", "unknown"),
    ];
    for text in wrong {
        let error = refused(&text);
        assert_eq!(error.kind, "report-contradiction", "{text}: {error}");
    }
    for text in [COMPLETE.replace("[1,1]", "[7,1]"), MAZE.replace("solvable", "short")] {
        assert_eq!(refused(&text).kind, "bad-report");
    }
}
