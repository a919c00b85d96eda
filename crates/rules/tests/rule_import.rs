//! Drawings of the SVG editor: the rules they are read as, and the messages about broken ones.

use std::fmt::Write;

use deadmove_rules::RuleFile;
use deadmove_rules::import::import;
use proptest::prelude::*;

use deadmove_testing::drawn::{
    BEHIND, CROSS, END, FAR, FREE, GREEN, GREY_BLACK, LIVE, NEAR, NOT_END, OLIVE, ORANGE, PINK,
    PLUS, START, UP, drawing,
};

use crate::normal::catalogue;
use deadmove_testing::drawn;

/// A far wall straight ahead, its line running to the left.
fn far_wall(colour: &str) -> String {
    drawing(
        "|True|False|",
        (4, 4),
        &[
            (3, 4, &[PINK, LIVE, BEHIND]),
            (3, 1, &[PINK, drawn::LEFT]),
            (1, 2, &[FREE]),
            (3, 2, &[FREE]),
            (2, 3, &[colour, START]),
            (2, 2, &[colour, END]),
            (3, 3, &[CROSS]),
            (4, 4, &[CROSS]),
        ],
    )
}

#[test]
fn a_drawing_reads_well_as_a_rule_file() {
    let imported = import(&far_wall(OLIVE), "9__Far_wall_ahead.svg").expect("a drawing");
    assert_eq!(imported.file_name(), "far-wall-ahead.rule");
    insta::assert_snapshot!(imported.text());
}

#[test]
fn a_count_line_with_an_entry_and_a_future_line_are_read() {
    let text = drawing(
        "|False|False|True|",
        (5, 5),
        &[
            (4, 5, &[PINK, LIVE]),
            (3, 5, &[drawn::BLUE, NEAR]),
            (1, 5, &[drawn::BLUE, FAR]),
            (3, 4, &[ORANGE, START]),
            (3, 3, &[ORANGE, PLUS]),
            (3, 2, &[ORANGE]),
            (2, 2, &[ORANGE, END]),
            (2, 1, &[GREY_BLACK]),
            (5, 4, &[FREE]),
            (5, 4, &[NOT_END, drawn::DOT]),
            (4, 4, &[CROSS]),
        ],
    );
    let imported = import(&text, "rules/13_old/Entry and future.svg").expect("a drawing");
    insta::assert_snapshot!(imported.text());
}

#[test]
fn numbers_in_the_comments_do_not_matter() {
    let text = far_wall(OLIVE);
    let renumbered = text.replace(" 0 -->", " 17 -->");
    assert_ne!(text, renumbered);
    assert_eq!(import(&text, "a.svg"), import(&renumbered, "a.svg"));
}

#[test]
fn a_drawing_and_its_mirror_image_with_the_other_turn_mean_the_same() {
    let right = drawing(
        "|False|True|",
        (4, 4),
        &[
            (2, 4, &[PINK, LIVE, BEHIND]),
            (2, 1, &[PINK, drawn::RIGHT]),
            (4, 2, &[FREE]),
            (2, 2, &[FREE]),
            (3, 3, &[OLIVE, START]),
            (3, 2, &[OLIVE, END]),
            (2, 3, &[CROSS]),
            (1, 4, &[CROSS]),
        ],
    );
    let [left, right] = [far_wall(OLIVE), right].map(|text| {
        let rule = import(&text, "a.svg").expect("a drawing").rule;
        crate::normal::normal_placements(&rule)
    });
    assert_eq!(left, right, "both are placed mirrored as well");
}

/// The message for a faulty drawing, as a person sees it, with the line it points at.
fn message(text: &str) -> String {
    match import(text, "9__Faulty.svg") {
        Ok(imported) => panic!("this was read:\n{}", imported.text()),
        Err(error) => {
            let place = error.place.clone().expect("a place");
            format!("{error}\n  {}\n  {}\n", error.kind.word(), place.text.trim())
        }
    }
}

#[test]
fn messages_about_faulty_drawings_say_where_and_what() {
    let good = far_wall(OLIVE);
    let with = |cells: &[(i16, i16, &[&str])]| drawing("|True|False|", (4, 4), cells);
    let live: (i16, i16, &[&str]) = (3, 4, &[PINK, LIVE]);
    let cross: (i16, i16, &[&str]) = (3, 3, &[CROSS]);
    let cases: Vec<(&str, String)> = vec![
        ("no xml", "a b c".into()),
        ("empty", String::new()),
        ("cut off", good[..good.len() / 2].into()),
        ("foreign", "<html>\n<body/>\n</html>".into()),
        ("no size", good.replace("viewBox", "viewbox")),
        ("size in halves", good.replace("0 0 4 4", "0 0 4.5 4")),
        ("both turns", good.replace("|True|False|", "|True|True|")),
        ("odd header", good.replace("|True|False|", "|True|No|")),
        ("cell outside", good.replace("<!-- 4 4 0", "<!-- 5 4 0")),
        ("shape in the wrong cell", good.replace("<!-- 1 2 0", "<!-- 1 1 0")),
        ("unknown colour", good.replace("#dddddd", "#dddd00")),
        ("nothing in the cell", with(&[live, (1, 1, &[]), cross])),
        ("odd mixture", with(&[live, (1, 1, &[FREE, CROSS])])),
        ("figure of an area", with(&[live, (1, 1, &[drawn::BLACK])])),
        ("no live end", with(&[cross])),
        ("two live ends", with(&[live, (2, 4, &[PINK, LIVE]), cross])),
        ("nothing forbidden", with(&[live, (1, 1, &[FREE])])),
        ("free and wall", with(&[live, (1, 1, &[FREE]), (1, 1, &[GREY_BLACK]), cross])),
        ("cross on the live end", with(&[live, (3, 4, &[CROSS])])),
        (
            "wall in the count line",
            with(&[
                live,
                cross,
                (2, 3, &[GREEN, START]),
                (2, 2, &[GREEN, END]),
                (2, 2, &[PINK]),
                (2, 1, &[PINK, drawn::LEFT]),
            ]),
        ),
        ("start without end", with(&[live, cross, (2, 3, &[GREEN, START])])),
        ("two colours", with(&[live, cross, (2, 3, &[GREEN, START]), (2, 2, &[OLIVE, END])])),
        ("a gap", with(&[live, cross, (1, 1, &[GREEN, START]), (3, 3, &[GREEN, END])])),
        (
            "two ways",
            with(&[
                live,
                cross,
                (1, 1, &[GREEN, START]),
                (2, 1, &[GREEN, END]),
                (2, 2, &[GREEN, START]),
                (1, 2, &[GREEN, END]),
            ]),
        ),
        (
            "two marks of a line in a cell",
            with(&[live, cross, (1, 1, &[GREEN, START]), (1, 1, &[GREEN, END])]),
        ),
        ("no side", with(&[live, cross, (2, 3, &[GREEN, START]), (2, 2, &[GREEN, END])])),
        (
            "an arrow along the line",
            with(&[
                live,
                cross,
                (2, 3, &[GREEN, START]),
                (2, 2, &[GREEN, END]),
                (2, 1, &[PINK, UP]),
            ]),
        ),
        (
            "both sides",
            with(&[
                live,
                cross,
                (2, 3, &[GREEN, START]),
                (2, 2, &[GREEN, END]),
                (1, 1, &[PINK, drawn::LEFT]),
                (3, 1, &[PINK, drawn::RIGHT]),
            ]),
        ),
        (
            "a line that turns back",
            with(&[
                live,
                cross,
                (1, 1, &[GREEN, START]),
                (2, 1, &[GREEN]),
                (2, 2, &[GREEN]),
                (1, 2, &[GREEN, END]),
                (1, 3, &[PINK, drawn::LEFT]),
            ]),
        ),
        ("not the end, but not free", with(&[live, cross, (1, 1, &[NOT_END, drawn::DOT])])),
        ("half a future line", with(&[live, cross, (1, 1, &[drawn::BLUE, NEAR])])),
    ];
    let mut all = String::new();
    for (case, text) in cases {
        writeln!(all, "{case}\n  {}", message(&text)).expect("a string takes everything");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn every_corpus_drawing_means_what_the_catalogue_says() {
    let Some(entries) = catalogue::entries() else { return };
    let (mut in_full, mut with_notes, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    let mut wrong = Vec::new();
    for entry in &entries {
        match import(&entry.text, &entry.file_name) {
            Ok(imported) => {
                let rule = &imported.rule;
                let text = imported.text();
                let again = RuleFile::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!(again, RuleFile::Rule(rule.clone()), "{text}");
                assert_eq!(again.write(), text);
                if rule.head.sizes != entry.sizes {
                    wrong.push(format!("{}: sizes {:?}", entry.file_name, rule.head.sizes));
                }
                let found = crate::normal::normal_placements(rule);
                if found != entry.expected {
                    wrong.push(format!(
                        "{}\n{text}\nread as {found:#?}\nnot as {:#?}",
                        entry.file_name, entry.expected
                    ));
                }
                if imported.notes.is_empty() {
                    in_full.push(entry.file_name.clone());
                } else {
                    let notes = imported.notes.join(" ");
                    with_notes.push(format!("{}: {notes}", entry.file_name));
                }
            }
            Err(error) => refused.push(error.to_string()),
        }
    }
    println!(
        "of {} drawings {} are read in full, {} with notes, {} not at all",
        entries.len(),
        in_full.len(),
        with_notes.len(),
        refused.len()
    );
    for line in with_notes.iter().chain(&refused) {
        println!("  {line}");
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(refused.is_empty(), "{refused:#?}");
}

/// A drawing with many kinds of marks, to be broken.
fn rich() -> String {
    drawing(
        "|False|False|True|",
        (5, 5),
        &[
            (4, 5, &[PINK, LIVE, BEHIND]),
            (3, 5, &[drawn::BLUE, NEAR]),
            (1, 5, &[drawn::BLUE, FAR]),
            (3, 4, &[ORANGE, START]),
            (3, 3, &[ORANGE, PLUS]),
            (3, 2, &[ORANGE, END]),
            (1, 3, &[OLIVE, START]),
            (1, 2, &[OLIVE, END]),
            (1, 1, &[PINK, drawn::LEFT]),
            (2, 1, &[GREY_BLACK]),
            (5, 4, &[FREE]),
            (5, 4, &[NOT_END, drawn::DOT]),
            (4, 4, &[CROSS]),
        ],
    )
}

/// Reads a text that may be anything; what is read must survive writing and reading.
fn read_anything(text: &str, file_name: &str) {
    if let Ok(imported) = import(text, file_name) {
        let written = imported.text();
        let again = RuleFile::parse(&written);
        assert_eq!(again, Ok(RuleFile::Rule(imported.rule)), "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn arbitrary_text_is_never_a_panic(text in "\\PC{0,200}", name in "\\PC{0,20}") {
        read_anything(&text, &name);
    }

    #[test]
    fn arbitrary_bytes_are_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_anything(&String::from_utf8_lossy(&bytes), "a.svg");
    }

    #[test]
    fn arbitrary_paths_are_never_a_panic(path in "[MLHVCSQTAZmlhvcsqtaz0-9eE.+ -]{0,60}") {
        read_anything(&rich().replace(drawn::SQUARE_AT_ORIGIN, &path), "near-field__close left.svg");
    }

    #[test]
    fn broken_drawings_are_never_a_panic(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[ -~]{0,3}"), 1..6),
    ) {
        let mut text = rich();
        for (at, length, put) in edits {
            let at = at.index(text.len());
            let end = (at + length).min(text.len());
            text.replace_range(at..end, &put);
        }
        read_anything(&text, "9__Broken.svg");
    }

    #[test]
    fn shuffled_cells_are_never_a_panic(
        digits in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9]"), 1..8),
        name in "(near-field|9|7)__(close|2 far|far) (left|right|side)",
    ) {
        let mut text = rich();
        let places: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
        for (at, digit) in digits {
            let at = places[at.index(places.len())];
            text.replace_range(at..=at, &digit);
        }
        read_anything(&text, &name);
    }
}
