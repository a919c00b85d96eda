//! The status of rules as the pages show it.

use deadmove_site::{Given, make};

use super::support::{LIVE, RIGHT, WRONG, check, entry, proof, set, site, text};

#[test]
fn a_wrong_rule_shows_its_counterexample_with_a_link_to_the_board() {
    let rule = entry("near/wrong.rule", WRONG);
    let site = site(vec![rule.clone()], &[check(&rule, "unsound", LIVE)]);
    let page = text(&site, "rules/near/wrong.html");
    assert!(page.contains("wrong since 3×3"), "{page}");
    assert!(page.contains(r#"src="../../pictures/counterexamples/near/wrong.svg""#), "{page}");
    let link = r#"href="../../board.html#board=3x3&amp;path=RR&amp;rules=near/wrong.rule""#;
    assert!(page.contains(link), "{page}");
    assert!(text(&site, "pictures/counterexamples/near/wrong.svg").contains("with the rule"));
    assert!(site.contradictory.is_empty());
}

#[test]
fn a_report_about_another_state_of_a_file_makes_nothing_green() {
    let (rule, changed) = (entry("a/r.rule", WRONG), WRONG.replace("L .", "L !"));
    let old = entry("a/r.rule", &changed);
    let site = site(vec![rule], &[check(&old, "sound", "null"), proof(&old, "proved")]);
    let page = text(&site, "rules/a/r.html");
    assert!(page.contains("not checked here"), "{page}");
    assert!(page.contains("a rule of this name with another text"), "{page}");
    assert!(!page.contains("is-proved") && !page.contains("is-sound"), "{page}");
}

#[test]
fn what_is_proved_and_sound_is_shown_as_that() {
    let rule = entry("a/r.rule", WRONG);
    let proved = site(vec![rule.clone()], &[proof(&rule, "proved")]);
    assert!(text(&proved, "rules/a/r.html").contains("proved for every board"));
    let open = site(vec![rule.clone()], &[proof(&rule, "open")]);
    assert!(text(&open, "rules/a/r.html").contains(r#"class="badge is-unknown""#));
    let sound = site(vec![rule.clone()], &[check(&rule, "sound", "null")]);
    let page = text(&sound, "rules/a/r.html");
    assert!(page.contains("sound on 3×3") && !page.contains("is-proved"), "{page}");
    assert!(text(&sound, "sets/all-of-it.html").contains("complete"));
    assert!(text(&sound, "index.html").contains("complete on 3×3"));
}

#[test]
fn contradictory_reports_are_named_and_no_set_with_a_wrong_rule_is_complete() {
    let rule = entry("a/r.rule", WRONG);
    let wrong = check(&rule, "unsound", LIVE);
    let both = site(vec![rule.clone()], &[wrong.clone(), proof(&rule, "proved")]);
    assert_eq!(both.contradictory, ["wrong one"]);
    assert!(text(&both, "rules/a/r.html").contains("contradictory reports"));
    let checks = site(vec![rule.clone()], &[check(&rule, "sound", "null"), wrong.clone()]);
    assert_eq!(checks.contradictory, ["wrong one"]);
    let alone = site(vec![rule], &[wrong]);
    assert!(!text(&alone, "index.html").contains("complete on"));
    assert!(text(&alone, "sets/all-of-it.html").contains("forbids live moves, too"));
}

#[test]
fn without_reports_no_rule_is_called_right() {
    let site = site(vec![entry("a/wrong.rule", WRONG), entry("b/right.rule", RIGHT)], &[]);
    assert!(!text(&site, "rules/a/wrong.html").contains("with another text"));
    for (name, bytes) in &site.files {
        let page = String::from_utf8_lossy(bytes);
        let shown = name.ends_with(".html") && page.contains(r#"class="badge is-proved""#);
        assert!(!shown, "{name}");
    }
    assert!(text(&site, "rules/a/wrong.html").contains("deadmove check rules/a/wrong.rule"));
}

#[test]
fn without_reports_a_rule_of_the_set_of_proved_rules_has_the_status_that_the_set_states() {
    let rules = vec![entry("a/right.rule", RIGHT)];
    let given = Given { sets: vec![set("proved", &rules)], rules, ..Given::default() };
    let site = make(&given).unwrap();
    for page in ["rules/a/right.html", "rules/index.html", "sets/proved.html", "index.html"] {
        assert!(text(&site, page).contains("stated to be proved"), "{page}");
        assert!(!text(&site, page).contains("not checked here"), "{page}");
    }
    assert!(text(&site, "sets/proved.html").contains("<svg"), "the set shows its pictures");
    assert!(text(&site, "board/rules.js").contains(r#""a/right.rule":"rules/a/right.html""#));
}

#[test]
fn a_rule_is_tried_where_it_matches_on_the_line_of_its_source_or_on_another() {
    let command = "deadmove minimise --board 3x3 --path DDRRULUR --reach 3";
    let lifted = entry("a/lifted.rule", &WRONG.replace("source me", &format!("source {command}")));
    let command = "deadmove minimise --board 3x3 --path D --reach 3";
    let elsewhere = RIGHT.replace("source me", &format!("source {command}"));
    let elsewhere = entry("a/elsewhere.rule", &elsewhere);
    let site = site(vec![lifted, elsewhere, entry("a/wrong.rule", WRONG)], &[]);
    let link = |page, link| text(&site, page).contains(link);
    assert!(link("rules/a/lifted.html", "board.html#board=3x3&amp;path=DDRRULU&amp;rules="));
    assert!(!link("rules/a/lifted.html", "See the position"), "the board opens on its line");
    assert!(link("rules/a/elsewhere.html", "See the position"), "the rule does not match there");
    assert!(link("rules/a/wrong.html", "board.html#board=5x5&amp;path="), "the smallest board");
}

#[test]
fn a_set_that_one_report_calls_complete_and_another_does_not_is_no_settled_one() {
    let rule = entry("a/r.rule", WRONG);
    let complete = check(&rule, "sound", "null");
    let incomplete = complete
        .replace(
            r#""set":{"verdict":"complete","dead_moves":1"#,
            r#""set":{"verdict":"incomplete","dead_moves":2"#,
        )
        .replace(
            r#""allowed":0,"early_ends":0,"example":null"#,
            r#""allowed":1,"early_ends":0,"example":{"path":"R","move":"R"}"#,
        );
    let site = site(vec![rule], &[complete, incomplete]);
    assert_eq!(site.contradictory, ["all of it"]);
    assert!(!text(&site, "index.html").contains("complete on"));
    assert!(text(&site, "sets/all-of-it.html").contains("contradictory reports"));
}
