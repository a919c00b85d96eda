//! Questions and answers of the board page, compared with the library that they come from.

mod playground;

use std::sync::Arc;

use deadmove_analysis::sets::{RuleSets, Set, SetsFile};
use deadmove_analysis::{Analysis, AnswerLimits};
use deadmove_core::board::{Board, letters};
use deadmove_core::formats;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::frontier;
use deadmove_engine::judge::{Engine, judge};
use deadmove_testing::generate::{prefixes, strays};
use proptest::prelude::*;
use serde_json::{Value, json};

fn analysis() -> Analysis {
    let text = std::fs::read_to_string(
        deadmove_testing::root().join("rules/near-field/close-across-left.rule"),
    );
    let name = "near-field/close-across-left.rule".to_owned();
    let sets = RuleSets::parse(SetsFile {
        files: [(name.clone(), text.unwrap())].into(),
        sets: vec![Set {
            name: "one".to_owned(),
            about: "One rule.".to_owned(),
            files: vec![name],
        }],
    });
    let limits = AnswerLimits { judge: Limits::default(), count: Limits::default() };
    Analysis::new(sets.unwrap(), limits)
}

fn ask(analysis: &Analysis, question: &Value) -> Value {
    let answer = analysis.answer(&question.to_string());
    assert!(!answer.contains('\n'), "{question}: {answer}");
    serde_json::from_str(&answer).unwrap()
}

/// The fields of a position.
fn about(position: &Position, ask: &str) -> Value {
    let board = position.board();
    let cell = |cell: deadmove_core::board::Cell| json!([cell.column, cell.row]);
    json!({
        "ask": ask, "width": board.width(), "height": board.height(),
        "start": cell(board.start()), "end": cell(board.end()),
        "blocked": board.blocked_cells().map(cell).collect::<Vec<_>>(),
        "path": letters(position.path()),
    })
}

fn positions() -> Vec<Position> {
    let fractions = [0.1, 0.3, 0.5, 0.7, 0.9];
    // Deductions are rare among random positions.
    let cases = formats::load(&deadmove_testing::root().join("cases/reasons")).unwrap();
    let mut all: Vec<Position> = cases.into_iter().map(|case| case.position).collect();
    for (n, seed) in [(5, 1), (7, 2), (9, 3), (11, 4), (13, 5)] {
        all.extend(prefixes(n, &fractions, seed));
        all.extend(strays(n, &fractions, 4, seed));
    }
    all
}

#[test]
fn the_answer_has_the_verdicts_of_the_judge_and_a_figure_for_every_dead_move() {
    let analysis = analysis();
    let (mut dead, mut steps) = (0, 0);
    for position in positions() {
        let judged = judge(&position, Engine::Sat, &Limits::default()).unwrap();
        let answer = ask(&analysis, &about(&position, "judge"));
        assert_eq!(answer["verdict"], judged.answer.verdict().to_string());
        assert_eq!(answer["moves"].as_array().unwrap().len(), judged.moves.len());
        for ((direction, judged), told) in
            judged.moves.iter().zip(answer["moves"].as_array().unwrap())
        {
            assert_eq!(told["move"], direction.to_string());
            assert_eq!(told["verdict"], judged.verdict().to_string());
            let figures = told["reason"].as_array().unwrap();
            assert_eq!(figures.is_empty(), judged.verdict() != Verdict::Dead);
            dead += usize::from(!figures.is_empty());
            steps += figures.len();
            for marked in figures.iter().flat_map(|figure| figure["cells"].as_array().unwrap()) {
                let at = |side: usize| marked["cell"][side].as_u64().unwrap();
                let board = position.board();
                assert!((1..=u64::from(board.width())).contains(&at(0)), "{answer}");
                assert!((1..=u64::from(board.height())).contains(&at(1)), "{answer}");
            }
        }
    }
    assert!(dead > 20 && steps > dead, "{dead} dead moves, {steps} figures");
}

#[test]
fn completions_are_those_of_the_frontier_engine_and_the_hardest_move_has_the_fewest() {
    let analysis = analysis();
    for position in positions().into_iter().filter(|position| position.free_count() < 60) {
        let answer = ask(&analysis, &about(&position, "count"));
        let count = frontier::count(&position, &Limits::default()).unwrap();
        assert_eq!(answer["count"], count.to_string());
        let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
        let moves = answer["moves"].as_array().unwrap();
        let fewest = moves.iter().map(|one| number(&one["count"])).filter(|count| *count > 0).min();
        let hardest = moves.iter().find(|one| one["move"] == answer["hardest"]);
        assert_eq!(hardest.map(|one| number(&one["count"])), fewest);
    }
}

#[test]
fn a_quick_count_of_a_large_board_gives_up_and_says_so() {
    let board = Arc::new(Board::corner_to_corner(21, 21).unwrap());
    let mut question = about(&Position::start(board), "count");
    question["quick"] = json!(true);
    let answer = ask(&analysis(), &question);
    assert_eq!((&answer["count"], &answer["limit"]), (&Value::Null, &json!("memory")));
}

#[test]
fn the_strip_has_the_live_moves_of_each_step_until_the_line_is_dead() {
    let analysis = analysis();
    let path = "RRRRRRRRDDDDDDDLLLLLLUL";
    let question = json!({
        "ask": "strip", "n": 9, "path": path, "from": 15, "to": 40, "counts": true,
    });
    let steps = ask(&analysis, &question)["steps"].as_array().unwrap().clone();
    assert_eq!(steps.len(), path.len() - 15 + 1);
    for step in &steps {
        let at = step["at"].as_u64().unwrap() as usize;
        let drawn = &path[..at];
        let judged = ask(&analysis, &json!({"ask": "judge", "n": 9, "path": drawn}));
        assert_eq!(step["verdict"], judged["verdict"], "{drawn}");
        let moves = judged["moves"].as_array().unwrap();
        let live: String = moves
            .iter()
            .filter(|it| it["verdict"] == "live")
            .map(|it| it["move"].as_str().unwrap())
            .collect();
        assert_eq!(step["live"], live, "{drawn}");
        let counted =
            ask(&analysis, &json!({"ask": "count", "n": 9, "path": drawn, "quick": true}));
        if step["verdict"] == "live" {
            assert_eq!(step["count"], counted["count"], "{drawn}");
        }
    }
    assert_eq!(steps.last().unwrap()["verdict"], "dead");
}

#[test]
fn what_is_written_is_read_again() {
    let analysis = analysis();
    for position in positions() {
        for form in ["case", "path-file"] {
            let mut question = about(&position, "write");
            question["as"] = json!(form);
            let text = ask(&analysis, &question)["text"].clone();
            // Read on another board: both forms say which board they are about.
            let read = ask(&analysis, &json!({"ask": "read", "n": 3, "path": "", "text": text}));
            assert_eq!(read["path"], letters(position.path()), "{text}");
            assert_eq!(read["board"]["width"], position.board().width());
        }
    }
    let letters = json!({"ask": "read", "n": 5, "path": "R", "text": " rr\nDD "});
    assert_eq!(ask(&analysis, &letters)["path"], "RRDD");
    let line = json!({"ask": "read", "n": 5, "path": "", "text": r#"{"n":7,"path":"DD"}"#});
    assert_eq!(ask(&analysis, &line)["board"]["height"], 7);
}

#[test]
fn a_rule_forbids_a_live_move_only_where_it_makes_no_claim_and_the_answer_says_so() {
    let rule = deadmove_testing::root().join("rules/near-field/close-across-left.rule");
    let text = std::fs::read_to_string(rule).unwrap();
    let only_7 = text.replace("placements  all", "sizes 7");
    let files = [("every.rule".to_owned(), text), ("seven.rule".to_owned(), only_7)].into();
    let sets = RuleSets::parse(SetsFile { files, sets: Vec::new() }).unwrap();
    let limits = AnswerLimits { judge: Limits::default(), count: Limits::default() };
    let analysis = Analysis::new(sets, limits);
    let claims = |board: &Board, rules: &str| {
        let mut question = about(&Position::start(Arc::new(board.clone())), "match");
        question["rules"] = json!(rules);
        let answer = ask(&analysis, &question);
        (answer["applied"] == answer["asked"], answer["claims"] == true)
    };
    let across = |start, end, blocked: &[_]| Board::new(6, 7, start, end, blocked).unwrap();
    assert_eq!(claims(&across(None, None, &[]), "every.rule"), (true, true));
    assert_eq!(claims(&across(Some((6, 1)), Some((1, 7)), &[]), "every.rule"), (true, true));
    assert_eq!(claims(&across(Some((6, 1)), None, &[]), "every.rule"), (true, false));
    assert_eq!(claims(&across(Some((5, 4)), Some((4, 6)), &[]), "every.rule"), (true, false));
    assert_eq!(claims(&across(None, None, &[(3, 3)]), "every.rule"), (true, false));
    assert_eq!(claims(&across(None, None, &[]), "seven.rule"), (false, true));
}

#[test]
fn broken_rule_texts_are_refused_with_their_name() {
    let sets = r#"{"files":{"odd.rule":"name odd\npicture\n  L\n"},"sets":[]}"#;
    let error = RuleSets::from_json(sets).unwrap_err();
    assert_eq!(error.file.as_deref(), Some("odd.rule"), "{error}");
    assert_eq!(RuleSets::from_json("[").unwrap_err().kind, "bad-json");
}

proptest! {
    #[test]
    fn no_text_is_a_question_that_fails(text in "\\PC{0,60}|[\\[\\]{}\":,a-z0-9 ]{0,60}") {
        let answer: Value = serde_json::from_str(&analysis().answer(&text)).unwrap();
        prop_assert!(answer["error"]["message"].is_string());
        prop_assert!(answer["error"]["kind"] != "internal");
    }

    #[test]
    fn no_position_is_a_question_that_fails(
        width in 0..7_i32, height in 0..7_i32, path in "[UDLRX]{0,9}",
        start in any::<(u8, u8)>(), end in (0..8_u8, 0..8_u8), ask_for in 0..4_usize,
    ) {
        let word = ["judge", "match", "count", "read"][ask_for];
        let question = json!({
            "ask": word, "width": width, "height": height, "path": path, "text": path,
            "start": [start.0 % 8, start.1 % 8], "end": [end.0, end.1], "rules": "one",
        });
        let answer: Value = serde_json::from_str(&analysis().answer(&question.to_string())).unwrap();
        prop_assert!(answer["error"]["kind"] != "internal", "{question}: {answer}");
    }
}
