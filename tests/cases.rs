//! The case files: every one reads, and what it expects is true by the frontier engine where its
//! board is small enough for it.

use std::path::Path;

use deadmove::engine::frontier;
use deadmove::formats::load;
use deadmove::verdict::{Limits, Verdict};

/// Boards above this many cells are left to the engine that searches.
const MAX_CELLS: usize = 121;

#[test]
fn every_small_case_expects_the_truth() {
    let cases = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")).unwrap();
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    for input in load(&root).unwrap() {
        let text = std::fs::read_to_string(input.source.unwrap()).unwrap();
        let case = deadmove::formats::parse_case(&text).unwrap();
        assert!(case.comment.len() > 20, "{}", input.name);
        assert_eq!(deadmove::formats::write_case(&case), text, "{}", input.name);
    }
}
