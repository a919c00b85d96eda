//! What pictures explain: every mark they show and no other, why the position is dead, and rules
//! drawn over boards.

use std::sync::Arc;

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::formats::{load, parse_path, parse_position};
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::judge::{Engine, judge};
use deadmove_report::rule::Sketch;
use deadmove_report::{Picture, draw, explain, judgement, svg};
use deadmove_rules::RuleFile;
use deadmove_rules::geometry::Placement;
use deadmove_rules::load::load as load_rules;
use deadmove_rules::matcher::Match;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_verify::explain::{explain, forbidding_match};
use insta::assert_snapshot;

fn position(width: usize, height: usize, path: &str) -> Position {
    let board = Board::corner_to_corner(width, height).unwrap();
    parse_position(Arc::new(board), path).unwrap()
}

fn case(name: &str) -> Position {
    load(&deadmove_testing::root().join("cases").join(name)).unwrap().remove(0).position
}

fn rule(file: &str) -> Rule {
    match deadmove_testing::rule_file(&deadmove_testing::root().join("rules").join(file)) {
        RuleFile::Rule(rule) => rule,
        RuleFile::Family(_) => panic!("{file} is a family"),
    }
}

/// The texts of an SVG, one a line.
fn texts(svg: &str) -> String {
    let texts = svg.split("</text>").filter_map(|part| part.rsplit('>').next());
    texts.filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// The texts without line breaks and without the numbers of columns, rows and steps.
fn sentences(svg: &str) -> String {
    let texts = texts(svg);
    let words = texts.lines().filter(|line| !line.bytes().all(|b| b.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

fn judged(position: &Position) -> (String, String) {
    let judgement = judge(position, Engine::Sat, &Limits::default()).unwrap();
    let verdicts = judgement::move_verdicts(&judgement);
    let picture = judgement::picture(position, &judgement, &verdicts);
    (svg(&Picture { name: Some("a < b"), ..picture }), draw(&picture, false))
}

/// Every entry that a legend can have.
const ENTRIES: [&str; 15] = [
    "start (",
    "end (9,9)",
    "blocked",
    "path, ",
    "turning point ",
    "from the fatal move on",
    "witness, ",
    "cut off",
    "the only door",
    "black cell of the region",
    "white cell of the region",
    "edges that leave the region",
    "edge that is not used",
    "cell of the region that a step names",
    "dead end",
];

#[test]
fn every_reason_has_a_sentence_and_a_legend_of_what_occurs() {
    let fatal = ["start (", "path, ", "turning point ", "from the fatal move on"];
    let of = |more: &[&'static str]| [&fatal[..], more].concat();
    let cases = [
        (
            "reasons/dead-end.case",
            "dead end: cell (1,2) needs 2 ways in or out and has only (1,3)",
            of(&["dead end"]),
        ),
        (
            "reasons/cut-off.case",
            "cut off: 17 cells can be entered through (7,3) only, so the line would not come back",
            of(&["cut off", "the only door"]),
        ),
        (
            "reasons/colour.case",
            "colour: 8 black and 7 white cells: at least 2 more of the line's steps out of them \
             must leave black cells than white ones, and only 1 of the 2 edges out starts at a \
             black one",
            of(&[
                "end (9,9)",
                "black cell of the region",
                "white cell of the region",
                "edges that leave the region",
            ]),
        ),
        (
            "reasons/deduction.case",
            "deduction: after 1 decided edge, 14 cells can be entered through (4,7) only",
            of(&[
                "end (9,9)",
                "cut off",
                "the only door",
                "edge that is not used",
                "cell of the region that a step names",
            ]),
        ),
    ];
    for (file, sentence, expected) in cases {
        let (svg, text) = judged(&case(file));
        let words = sentences(&svg);
        assert!(words.contains(sentence), "{file}: {words}");
        assert!(text.replace('\n', " ").contains(sentence), "{file}: {text}");
        let legend = words.split_once(sentence).unwrap().1;
        for entry in ENTRIES {
            assert_eq!(
                legend.contains(entry),
                expected.contains(&entry),
                "{file}, {entry}: {legend}"
            );
        }
    }
}

#[test]
fn a_search_has_a_sentence_and_no_marks() {
    let position = case("reasons/dead-end.case");
    let search = Reason::Search { engine: SearchEngine::Sat, cut_sets: 3 };
    let picture = Picture { reason: Some(&search), ..Picture::of(&position) };
    let words = sentences(&svg(&picture));
    let end = "search: every way to go on was ruled out; no shorter reason was found start (1,1) \
               live end (2,3) end (5,5) path, 5 steps";
    assert!(words.ends_with(end), "{words}");
}

#[test]
fn a_live_position_explains_its_witness_and_its_moves() {
    let (svg, _) = judged(&position(3, 3, "R"));
    assert_snapshot!(texts(&svg));
}

#[test]
fn a_picture_has_a_title_with_name_board_steps_and_verdict() {
    let (svg, _) = judged(&case("reasons/cut-off.case"));
    let title = "<title>a &lt; b: 7×7 board, 9 steps drawn, live end (7,4), dead</title>";
    assert!(svg.contains(title), "{svg}");
    let shown = "a &lt; b\n7×7 board, 9 steps drawn, live end (7,4), dead\n";
    assert!(texts(&svg).starts_with(shown), "{}", texts(&svg));
}

#[test]
fn blocked_cells_and_a_start_that_is_the_live_end_are_explained() {
    let board = Board::new(5, 3, Some((1, 1)), Some((5, 3)), &[(3, 2)]).unwrap();
    let position = parse_position(Arc::new(board), "").unwrap();
    let words = sentences(&svg(&Picture::of(&position)));
    assert!(words.ends_with("live end (1,1), the start end (5,3) blocked"), "{words}");
}

/// A live move that the rule forbids, with a completion through it.
const REFUTED: (&str, &str) = ("DDRRU", "LURRRDLDRDLLLLDRRRR");

#[test]
fn a_counterexample_is_drawn_with_the_rule_over_it() {
    let position = position(5, 5, REFUTED.0);
    let rule = rule("near-field/close-side-straight.rule");
    let found = forbidding_match(&position, Move::Left, &rule).unwrap();
    let sketch = Sketch::of_match(&rule, &found).unwrap();
    let witness = parse_path(REFUTED.1).unwrap();
    let moves = [(Move::Left, Verdict::Live)];
    let picture = Picture {
        witness: Some(&witness),
        move_verdicts: &moves,
        rule: Some(&sketch),
        ..Picture::of(&position)
    };
    assert_snapshot!("counterexample-terminal", draw(&picture, false));
    assert_snapshot!("counterexample-svg", svg(&picture));
}

#[test]
fn cells_of_a_rule_outside_the_board_have_room() {
    let position = position(5, 5, "");
    let found = Match { rule: 0, placement: Placement::UPRIGHT, moves: Moves::only(Move::Right) };
    let sketch = Sketch::of_match(&rule("edge/c-shape.rule"), &found).unwrap();
    let picture = Picture { rule: Some(&sketch), ..Picture::of(&position) };
    assert_snapshot!(draw(&picture, false));
    assert!(svg(&picture).contains("with the rule C-shape (upright)"));
}

#[test]
fn pictures_of_rules_on_boards_up_to_13_fit_into_80_columns() {
    let loaded = load_rules(&[deadmove_testing::root().join("rules")]).unwrap();
    let board = Board::corner_to_corner(13, 13).unwrap();
    let position = position(13, 13, "RRRRRRDDDDDD");
    let mut drawn = 0;
    for claim in loaded.rules_for(&board).unwrap() {
        let columns = claim.rule.pattern.all_cells().into_iter();
        let (right, down): (Vec<i16>, Vec<i16>) = columns.map(|c| (c.right, c.down)).unzip();
        // From the middle of the board such a rule would leave it, so that it never matches there.
        if right.iter().chain(&down).any(|along| along.abs() > 9) {
            continue;
        }
        for placement in claim.rule.head.placements.iter() {
            let moves = Moves::only(Move::Right);
            let found = Match { rule: 0, placement, moves };
            let Some(sketch) = Sketch::of_match(&claim.rule, &found) else { continue };
            let text = draw(&Picture { rule: Some(&sketch), ..Picture::of(&position) }, false);
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= 80, "{}: {longest}\n{text}", sketch.title);
            drawn += 1;
        }
    }
    assert!(drawn > 1000, "{drawn}");
}

#[test]
fn an_explanation_by_lemmas_has_no_legend_of_pictures_and_no_placement() {
    let position = case("reasons/colour.case").prefix(12);
    let loaded = load_rules(&[deadmove_testing::root().join("rules/lemmas")]).unwrap();
    let claims = loaded.rules_for(position.board()).unwrap();
    let rules: Vec<Rule> = claims.into_iter().map(|claim| claim.rule).collect();
    let judgement = judge(&position, Engine::Sat, &Limits::default()).unwrap();
    let explanation = explain(&position, judgement, &rules);
    let text = explain::text("a", &position, &explanation, &rules, false);
    assert!(text.starts_with("a: 9×9 board, "), "{text}");
    let unnamed = explain::text("", &position, &explanation, &rules, false);
    assert!(unnamed.starts_with("9×9 board, "), "{unnamed}");
    assert!(text.contains("(whole board)\n   forbids D L"), "{text}");
    assert!(!text.contains("Beside the cells"), "{text}");
    let json = explain::json("a", &position, &explanation, (&rules, &[]));
    assert!(json.contains(r#""placement":null"#) && !json.contains("upright"), "{json}");
}

#[test]
fn dead_end_cells_are_where_the_sentence_says() {
    let position = case("reasons/dead-end.case");
    let dead_end =
        Reason::DeadEnd { cell: Cell::new(1, 2), exits: vec![Cell::new(1, 3)], needed: 2 };
    let with = svg(&Picture { reason: Some(&dead_end), ..Picture::of(&position) });
    let without = svg(&Picture::of(&position));
    let orange = |svg: &str| svg.matches("fill=\"#e69f00\"").count();
    // One cell of the board, and one sign of the legend.
    assert_eq!((orange(&with), orange(&without)), (2, 0));
}
