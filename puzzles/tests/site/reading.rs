//! How reports are recognised, and how the pages are linked.

use std::path::Path;

use deadmove_puzzles::site::Puzzles;

use super::support::{FAILS, GAME, MAZE, SHORTEST, page, read, site};

#[test]
fn reports_about_other_things_are_refused() {
    let file = Path::new("other.json");
    for text in [
        r#"{"schema":1,"size":7,"max":3,"splits":1,"claims":[]}"#,
        r#"{"schema":1,"size":3,"rules":[]}"#,
        r#"{"schema":1,"roads":43,"solvable":true}"#,
        r#"{"solvable":3828}"#,
    ] {
        let error = Puzzles::default().read(text, file).unwrap_err();
        assert_eq!(error.kind, "bad-report", "{text}");
        assert!(error.message.contains("no report about a puzzle"), "{text}");
    }
}

#[test]
fn lines_and_lists_of_reports_are_read() {
    for text in [format!("{GAME}\n{GAME}\n"), format!("[{GAME},{GAME}]")] {
        let site = site(&[&text]);
        assert!(page(&site, "loops").contains(r#"id="game-block.game-2""#));
    }
}

#[test]
fn a_report_that_cannot_be_read_is_refused_at_its_place() {
    let newer = read(&[&FAILS.replace(r#""schema":1"#, r#""schema":2"#)]).unwrap_err();
    assert_eq!((newer.kind.word(), newer.expected.as_deref()), ("bad-report", Some("schema 1")));
    assert_eq!(newer.file.as_deref(), Some("report-1.json"));
    let broken = read(&[&format!("{GAME}\n{}", GAME.replace("\"size\":3", "\"size\":\"x\""))]);
    let broken = broken.unwrap_err();
    assert_eq!(broken.kind, "bad-report");
    assert_eq!(broken.place.map(|place| place.line), Some(2));
    let mixed = read(&[&format!("{GAME}\n{{\"schema\":1,\"rules\":[]}}")]).unwrap_err();
    assert!(mixed.message.contains("no report about a puzzle"), "{mixed}");
}

#[test]
fn every_link_and_drawing_of_the_pages_is_in_the_site() {
    let site = site(&[FAILS, SHORTEST, MAZE, GAME]);
    let mut links = 0;
    for name in ["index", "sequences", "mazes", "loops"] {
        let page = page(&site, name);
        for link in page.split(" href=\"").chain(page.split(" src=\"")).skip(1) {
            let link = link.split('"').next().unwrap();
            let Some(link) = link.split('#').next().filter(|link| !link.is_empty()) else {
                continue;
            };
            if link.starts_with('<') {
                continue;
            }
            assert!(site.files.contains_key(link), "{name}: {link}");
            links += 1;
        }
        assert!(page.contains(r#"<a href="index.html""#) || name == "index", "{page}");
        assert!(page.contains("Sequences that solve every maze</a>"), "{page}");
    }
    assert!(links > 20, "{links}");
    assert!(!page(&site, "index").contains("is-vacuous"));
}

#[test]
fn names_in_reports_cannot_become_markup() {
    let game = GAME.replace("block.game", "<script>alert(1)</script>");
    let fact = r#"{"schema":1,"claims":[{"claim":"<img src=x>","found":"<b>","verdict":"holds"}]}"#;
    let site = site(&[&game, fact]);
    for (name, bytes) in &site.files {
        let text = String::from_utf8_lossy(bytes);
        let bad = ["<script>alert", "<img src=x", "<b>"].iter().any(|word| text.contains(word));
        assert!(!bad, "{name}");
        assert!(!name.contains('<'), "{name}");
    }
}

#[test]
fn a_report_with_any_character_changed_is_read_or_refused_without_a_panic() {
    let file = Path::new("changed.json");
    let (mut read, mut refused) = (0, 0);
    for text in [FAILS, SHORTEST, MAZE, GAME] {
        for at in 0..text.len() {
            for letter in ["", "0", "9", "-", "\"", "]", "#", "S", "r", "null"] {
                let changed = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
                let mut puzzles = Puzzles::default();
                match puzzles.read(&changed, file) {
                    Ok(_) => {
                        let _ = puzzles.site();
                        read += 1;
                    }
                    Err(error) => {
                        assert_eq!(error.file.as_deref(), Some("changed.json"), "{changed}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused");
}
