//! The loop game.

use super::support::{GAME, badges, page, refused, site};

const FACTS: &str = r#"{"schema":1,"claims":[{"claim":"scoring","found":"they agree","verdict":"holds"},{"claim":"new","found":"something","verdict":"refuted"},{"claim":"dead-filling-theorem","found":"n = 2 to 10: the time limit was reached","verdict":"unknown"}]}"#;

const SOLVED: &str =
    r#"{"schema":1,"games":[{"first":"yellow","moves":null,"positions":9,"value":2}],"size":3}"#;

#[test]
fn each_claim_has_its_own_status() {
    let site = site(&[FACTS]);
    let page = page(&site, "loops");
    let counts = ["proved", "wrong", "unknown"].map(|key| badges(page, key));
    assert_eq!(counts, [1, 1, 1], "{page}");
}

#[test]
fn a_claim_that_was_open_may_be_decided_and_two_verdicts_contradict_each_other() {
    let decided = FACTS.replace("unknown", "holds");
    let both = site(&[FACTS, &decided]);
    assert!(both.contradictory.is_empty());
    assert_eq!(badges(page(&both, "loops"), "unknown"), 0);
    let other = decided.replace("refuted", "holds");
    let other = site(&[FACTS, &other]);
    assert_eq!(other.contradictory, ["claims about the loop game"]);
}

#[test]
fn values_say_who_wins_and_different_ones_contradict_each_other() {
    let one = site(&[SOLVED]);
    assert!(page(&one, "loops").contains("yellow wins by 2"));
    let both = site(&[SOLVED, &SOLVED.replace(r#""value":2"#, r#""value":-2"#)]);
    assert_eq!(both.contradictory, ["the loop game on 3×3"]);
    let shown = page(&both, "loops");
    assert!(shown.contains("contradictory reports") && !shown.contains("wins by"), "{shown}");
}

#[test]
fn an_illegal_game_is_drawn_up_to_its_last_legal_move() {
    let site = site(&[GAME]);
    let page = page(&site, "loops");
    assert!(page.contains("illegal at move 4") && badges(page, "wrong") == 1, "{page}");
    assert!(page.contains("would be dead"), "{page}");
    assert!(site.files.contains_key("pictures/game-block.game.svg"));
}

#[test]
fn a_game_that_is_not_over_or_not_as_expected_is_not_green() {
    let unfinished = GAME
        .replace(r#"{"move":4,"square":[2,2],"why":"dead"}"#, "null")
        .replace(r#""outcome":"illegal""#, r#""outcome":"unfinished""#);
    let unexpected = unfinished.replace(r#""unmet":[]"#, r#""unmet":["expected finished"]"#);
    let site = site(&[&unfinished, &unexpected]);
    let page = page(&site, "loops");
    let counts = ["unknown", "wrong", "proved"].map(|key| badges(page, key));
    assert_eq!(counts, [1, 1, 0], "{page}");
    assert!(page.contains(r#"id="game-block.game-2""#), "{page}");
}

#[test]
fn games_that_the_referee_judges_otherwise_are_refused() {
    let wrong = [
        GAME.replace(r#""outcome":"illegal""#, r#""outcome":"unfinished""#),
        GAME.replace("[2,2]", "[3,3]"),
        GAME.replace(r#"[[1,1],[2,1],[1,2]]"#, r#"[[1,1],[2,1],[3,1]]"#),
        SOLVED.replace(r#""moves":null"#, r#""moves":[{"square":[1,1],"value":2}]"#),
    ];
    for text in wrong {
        let error = refused(&text);
        assert_eq!(error.kind, "report-contradiction", "{text}: {error}");
    }
    for text in [
        GAME.replace(r#""size":3"#, r#""size":300"#),
        GAME.replace("yellow", "green"),
        GAME.replace("[1,1]", "[0,1]"),
        FACTS.replace("refuted", "proved"),
    ] {
        assert_eq!(refused(&text).kind, "bad-report", "{text}");
    }
}
