//! The case files: every one can be read, and the frontier engine confirms what it expects if its
//! board is small enough.

use deadmove_core::formats::{load, reason_kind};
use deadmove_core::verdict::{Limits, Verdict};
use deadmove_engine::frontier;
use deadmove_engine::judge::{Engine, judge};

/// Boards with more cells are left to the SAT engine.
const MAX_CELLS: usize = 121;

#[test]
fn every_small_case_expects_the_truth() {
    let cases = load(&deadmove_testing::root().join("cases")).unwrap();
    let limits = Limits::default();
    let small = cases.iter().filter(|case| case.position.board().cells() <= MAX_CELLS);
    let mut checked = 0;
    for case in small {
        let position = &case.position;
        let expect = case.expect.as_ref().expect("a case says what it expects");
        let verdict = frontier::solve(position, &limits).verdict();
        assert_eq!(verdict, expect.verdict, "{}", case.name);
        for &(step, expected) in &expect.moves {
            let verdict = frontier::solve(&position.after(step), &limits).verdict();
            assert_eq!(verdict, expected, "{}: {step}", case.name);
        }
        if let (Some(live), Verdict::Dead) = (expect.turning_point, expect.verdict) {
            let verdicts = [live, live + 1]
                .map(|length| frontier::solve(&position.prefix(length), &limits).verdict());
            assert_eq!(verdicts, [Verdict::Live, Verdict::Dead], "{}", case.name);
        }
        checked += 1;
    }
    assert!(checked >= 25, "only {checked} small cases were found");
}

#[test]
fn every_case_says_why_it_is_interesting_and_is_written_as_the_writer_writes_it() {
    let root = deadmove_testing::root().join("cases");
    for input in load(&root).unwrap() {
        let text = std::fs::read_to_string(input.source.unwrap()).unwrap();
        let case = deadmove_core::formats::parse_case(&text).unwrap();
        assert!(case.comment.len() > 20, "{}", input.name);
        assert_eq!(deadmove_core::formats::write_case(&case), text, "{}", input.name);
    }
}

#[test]
fn the_case_in_the_document_about_formats_is_met() {
    let formats = include_str!("../../../docs/reference/formats.md");
    let section = formats.split("## Case files").nth(1).expect("a section on case files");
    let text = section.split("```").nth(1).expect("a block with a case");
    let case = deadmove_core::formats::parse_case(text.trim_start_matches('\n')).unwrap();
    assert_eq!(text.trim(), include_str!("../../../cases/reasons/colour.case").trim());
    let expected = case.expect.expect("an expectation");
    let judgement = judge(&case.position, Engine::Both, &Limits::default()).unwrap();
    assert_eq!(judgement.answer.verdict(), expected.verdict);
    let length = case.position.path().len();
    assert_eq!(judgement.turning.live_moves(length), expected.turning_point);
    assert_eq!(judgement.answer.reason().map(reason_kind), expected.reason);
}

#[test]
fn both_engines_agree_on_every_answer_about_the_small_cases() {
    let root = deadmove_testing::root();
    for folder in ["cases/small", "cases/reasons"] {
        for input in load(&root.join(folder)).unwrap() {
            let judgement = judge(&input.position, Engine::Both, &Limits::default()).unwrap();
            assert_eq!(judgement.comparison.unwrap().open, 0, "{}", input.name);
        }
    }
}
