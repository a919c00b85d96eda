//! Targets for what deadmove reads from people. What was read is written and read again.

use std::sync::Arc;

use deadmove_certify::compiled;
use deadmove_core::board::Board;
use deadmove_core::formats::{
    Case, Expectation, add_expectation, parse_board, parse_case, parse_path, parse_text,
    parse_trace, read_batch, write_case,
};
use deadmove_core::verdict::Verdict;
use deadmove_rules::RuleFile;
use deadmove_rules::import::import;
use deadmove_rules::lint::lint;
use deadmove_rules::load::LoadedFile;

/// The text of a rule file: a rule or a family.
pub fn rule(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(file) = RuleFile::parse(text) else { return };
    let written = file.write();
    assert_eq!(RuleFile::parse(&written).expect("as it was written"), file, "{written}");
    let board = Board::corner_to_corner(5, 5).expect("a board");
    for rule in file.expand(&board).into_iter().flatten() {
        compiled(&rule).check().expect("the checker reads what the parser does");
    }
    lint(&[LoadedFile { path: "fuzzed.rule".into(), text: written, rule_file: file }]);
}

/// A drawing.
pub fn drawing(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(imported) = import(text, "7/fuzzed.svg") else { return };
    let read = RuleFile::parse(&imported.text()).expect("as it was written");
    assert_eq!(read, RuleFile::Rule(imported.rule));
}

/// A position: a case file, a path file, JSON lines, or letters.
pub fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(case) = parse_case(text) {
        let written = write_case(&case);
        assert_eq!(parse_case(&written).expect("as it was written"), case, "{written}");
        if case.expect.is_none() {
            let expect = Expectation::of(Verdict::Live);
            let added = add_expectation(text, &expect).expect("a case without an expectation");
            let read = parse_case(&added).expect("with one line more");
            assert_eq!(read, Case { expect: Some(expect), ..case }, "{added}");
        }
    }
    let board = Arc::new(Board::corner_to_corner(5, 5).expect("a board"));
    for fallback in [None, Some(&board)] {
        let _ = parse_trace(text, fallback);
        let _ = parse_text(text, fallback);
    }
    let _ = parse_path(text);
    let _ = parse_board(text);
    for item in read_batch(data, None) {
        let _ = item.input;
    }
}
