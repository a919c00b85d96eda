//! Reading positions: case files round trip, formats are told apart by content, directories are
//! read in order, and the researcher's own files give the paths recorded for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadmove_core::board::{Board, Cell, Move, letters};
use deadmove_core::deduction::{Because, Contradiction, Deduction, Step};
use deadmove_core::formats::{
    Case, Demand, Expectation, REASON_KINDS, RecordedOptions, add_expectation, line_of_key, load,
    load_each, parse_case, parse_text, parse_trace, read_batch, reason_kind, write_case,
};
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::Verdict;
use proptest::prelude::*;

/// An empty directory of this name for one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn reads_a_case_with_every_key() {
    let case = parse_case(concat!(
        "# A pocket in the corner.\r\n",
        "#\r\n",
        "# Second remark.\r\n",
        "board   4x3   # not square\r\n",
        "start   2,1\r\n",
        "end     (1,3)\r\n",
        "blocked 4,3\r\n",
        "\r\n",
        "path    RR    # continued below\r\n",
        "        D\r\n",
        "expect  dead\r\n",
        "moves   L=dead\r\n",
        "turning 0 R\r\n",
        "reason  cut-off\r\n",
        "forbids L             # what a rule set for pockets must forbid\r\n",
        "allowed 0 R L 2\r\n",
        "        3 L\r\n",
    ))
    .unwrap();
    assert_eq!(case.comment, "A pocket in the corner.\n\nSecond remark.");
    assert_eq!(letters(case.position.path()), "RRD");
    assert_eq!(case.position.board().end().to_string(), "(1,3)");
    let expect = case.expect.unwrap();
    assert_eq!(expect.verdict, Verdict::Dead);
    assert_eq!(expect.moves, [(Move::Left, Verdict::Dead)]);
    assert_eq!((expect.turning_point, expect.fatal_move), (Some(0), Some(Move::Right)));
    assert_eq!(expect.reason, Some("cut-off"));
    assert_eq!(case.demands, [(Move::Left, Demand::Forbid)]);
    let allowed = case.options.unwrap();
    assert_eq!(allowed.after(0), Some(&[Move::Right, Move::Left][..]));
    assert_eq!(allowed.after(1), None);
    assert_eq!(allowed.after(2), Some(&[][..]));
    assert_eq!(allowed.after(3), Some(&[Move::Left][..]));
}

#[test]
fn a_board_alone_is_a_case_at_its_start() {
    let case = parse_case("board 3x3").unwrap();
    assert!(case.position.path().is_empty());
    assert_eq!(case.expect, None);
}

#[test]
fn refuses_expectations_that_contradict_themselves_or_the_path() {
    for (text, kind) in [
        ("expect maybe", "case-verdict"),
        ("expect unknown", "case-verdict"),
        ("moves L=dead", "case-expect"),
        ("expect live\nreason colour", "case-contradiction"),
        ("expect dead\nreason fog", "case-reason"),
        ("expect dead\nmoves R=live", "case-contradiction"),
        ("expect live\nmoves R=dead D=dead", "case-contradiction"),
        ("expect live\nmoves U=dead", "case-move"),
        ("expect live\nmoves R=live R=dead", "case-move"),
        ("expect live\nmoves R", "case-move"),
        ("expect live\nmoves", "case-value"),
        ("expect live\nturning 0", "case-turning"),
        ("expect dead\nturning 1", "case-turning"),
        ("expect dead\nturning 0 D", "case-turning"),
        ("expect dead\nturning x", "case-turning"),
        ("expect dead\nturning 0 R R", "case-turning"),
        ("expect live dead", "case-value"),
        ("expect live\nexpect live", "case-key-twice"),
        ("verdict live", "case-key"),
        ("allowed", "case-value"),
        ("allowed R", "case-allowed"),
        ("allowed 0 X", "case-allowed"),
        ("allowed 0 U", "case-allowed"),
        ("allowed 0 R R", "case-allowed"),
        ("allowed 0 R 0 D", "case-allowed"),
        ("allowed 2 R", "case-allowed"),
        ("forbids", "case-value"),
        ("allows", "case-value"),
        ("forbids U", "case-move"),
        ("forbids L", "case-move"),
        ("forbids x", "bad-move"),
        ("forbids R=dead", "bad-move"),
        ("forbids R R", "case-move"),
        ("forbids R D\nallows R", "case-contradiction"),
        ("forbids R\nforbids D", "case-key-twice"),
        ("expect live\nmoves R=live\nforbids R", "case-contradiction"),
    ] {
        let error = parse_case(&format!("board 3x3\npath R\n{text}\n")).unwrap_err();
        assert_eq!(error.kind, kind, "{text}: {error}");
        assert!(error.place.is_some() && error.expected.is_some(), "{text}: {error}");
    }
}

#[test]
fn demands_on_rules_need_no_expectation_and_are_found_in_their_line() {
    let text = "# forbids nothing\nboard 3x3\npath R\nallows D\nforbids\tR # too\n";
    let case = parse_case(text).unwrap();
    assert_eq!(case.expect, None);
    assert_eq!(case.demands, [(Move::Down, Demand::Allow), (Move::Right, Demand::Forbid)]);
    let lines = ["allows", "forbids", "expect"].map(|key| line_of_key(text, key));
    assert_eq!(lines, [Some(4), Some(5), None]);
}

#[test]
fn an_expectation_is_added_below_the_position_and_nothing_else_changes() {
    let mut dead = Expectation::of(Verdict::Dead);
    (dead.turning_point, dead.fatal_move) = (Some(1), Some(Move::Down));
    let mut live = Expectation::of(Verdict::Live);
    live.moves = vec![(Move::Down, Verdict::Live), (Move::Right, Verdict::Dead)];
    for (before, expect, after) in [
        (
            "# Why.\n\nboard    5x5  # small\npath     R D\n         D # on\n# end\n",
            &dead,
            "# Why.\n\nboard    5x5  # small\npath     R D\n         D # on\nexpect   dead\n\
             turning  1 D\n# end\n",
        ),
        ("board 5x5", &live, "board 5x5\nexpect live\nmoves D=live R=dead\n"),
        (
            "\u{feff}path    R\r\nboard   5x5\r\nallows  R\r\n",
            &live,
            "\u{feff}path    R\r\nboard   5x5\r\nexpect  live\r\nmoves   D=live R=dead\r\nallows  R\r\n",
        ),
    ] {
        assert_eq!(add_expectation(before, expect).as_deref(), Ok(after));
        assert_eq!(parse_text(after, None).unwrap().expect.as_ref(), Some(expect));
    }
}

#[test]
fn the_end_of_a_path_file_of_2023_is_kept_and_not_interpreted() {
    let items = "5|1-1,1;0,1-1,2;0,1-1,3;0,1-2,3;1,2,0-3,3;1,0,2-4,3";
    let trace = parse_trace(&format!("{items}:5,2,5,True\n"), None).unwrap();
    let plain = parse_trace(items, None).unwrap();
    assert_eq!(trace.position, plain.position);
    assert_eq!(trace.options.unwrap().suffix.as_deref(), Some("5,2,5,True"));
    assert_eq!(plain.options.unwrap().suffix, None);
    for end in [":", ":5,", ":here", ":5;1-4,4"] {
        let error = parse_trace(&format!("{items}{end}"), None).unwrap_err();
        assert_eq!(
            (error.kind.word(), error.place.unwrap().column),
            ("trace-item", items.len() + 2),
            "{end}"
        );
    }
}

#[test]
fn a_drawing_is_refused_with_the_lines_that_say_the_same() {
    for drawing in [
        ".#..\n....\n...#\n",
        "#..#\n#..#\n####",
        "0 1 0 0\n0 0 0 0\n1 0 0 0",
        "S...\n..#.\n...E\n",
    ] {
        let error = parse_text(drawing, None).unwrap_err();
        assert_eq!(error.kind, "unknown-format", "{drawing}");
        assert_eq!(error.message, "this is a drawing of 4×3 cells; drawings are not read");
        assert!(error.expected.unwrap().contains("board 4x3"));
    }
}

#[test]
fn moves_alone_are_read_on_a_board_from_elsewhere() {
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let read = parse_text("RRD\nrd\n", Some(&board)).unwrap();
    assert_eq!(letters(read.position.path()), "RRDRD");
    assert_eq!(parse_text("RRD", None).unwrap_err().kind, "size-missing");
    assert_eq!(parse_text("LR", Some(&board)).unwrap_err().kind, "path-leaves-board");
}

#[test]
fn tells_formats_apart_by_content_whatever_the_extension() {
    let directory = directory("by-content");
    for (file, text) in [
        ("trace.case", "3|1-1,1;0,1-2,1;0,1\r\n"),
        ("case.txt", "\u{feff}# a remark\nboard 3x3\npath R\n"),
        ("lines.txt", "{\"name\":\"x\",\"n\":3,\"path\":\"R\"}\n"),
        ("bare.txt", "\n3|1,1;2,1\n"),
    ] {
        fs::write(directory.join(file), text).unwrap();
        let inputs = load(&directory.join(file)).unwrap();
        assert_eq!(letters(inputs[0].position.path()), "R", "{file}");
    }
}

#[test]
fn reads_directories_in_order_and_names_cases_by_their_folders() {
    let directory = directory("in-order");
    fs::create_dir_all(directory.join("b/deep")).unwrap();
    for file in ["c.case", "b/deep/y.case", "b/x.TXT", "a.case", "ignored.md", "b/.hidden"] {
        fs::write(directory.join(file), "board 3x3\n").unwrap();
    }
    fs::write(directory.join("d.txt"), "3|1-1,1;1-3,1").unwrap();
    let items = load_each(&directory, None).unwrap();
    let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["a", "b/deep/y", "b/x", "c", "d"]);
    assert!(items[..4].iter().all(|item| item.input.is_ok()));
    assert_eq!(items[4].input.as_ref().unwrap_err().kind, "not-a-neighbour");
    assert_eq!(load(&directory).unwrap_err().kind, "not-a-neighbour");
}

#[test]
fn a_given_board_helps_path_files_without_a_size() {
    let file = directory("no-size").join("old.txt");
    fs::write(&file, "1-1,1;0,1-2,1;0,1").unwrap();
    assert_eq!(load(&file).unwrap_err().kind, "size-missing");
    let board = Arc::new(Board::corner_to_corner(5, 5).unwrap());
    let items = load_each(&file, Some(&board)).unwrap();
    assert_eq!(items[0].input.as_ref().unwrap().position.board(), &*board);
}

#[test]
fn a_file_above_the_limit_is_refused_without_reading_on() {
    let file = directory("large").join("large.txt");
    fs::File::create(&file).unwrap().set_len(65 << 20).unwrap();
    assert_eq!(load(&file).unwrap_err().kind, "file-too-large");
}

#[test]
fn path_files_of_the_corpus_give_the_recorded_paths() {
    let corpus = deadmove_testing::root().join("../shared/corpus");
    let Ok(records) = fs::File::open(corpus.join("positions.jsonl")) else {
        println!("skipped: no corpus beside the repository");
        return;
    };
    let records: Vec<_> = read_batch(std::io::BufReader::new(records), None)
        .map(|item| item.input.expect("every record reads"))
        .collect();
    assert_eq!(records.len(), 492);
    let files = load(&corpus.join("path-files")).unwrap();
    assert_eq!(files.len(), 10);
    let mut recorded = 0;
    for file in files {
        let options = file.options.unwrap();
        let all = (0..file.position.path().len()).all(|steps| options.after(steps).is_some());
        assert!(all, "{}", file.name);
        recorded += usize::from(records.iter().any(|record| record.position == file.position));
    }
    // The other files are samples of the format only; their positions are not among the records.
    assert_eq!(recorded, 5);
}

/// Boards with some blocked cells, and a path drawn by a walk that may stop early.
fn positions() -> impl Strategy<Value = Position> {
    let sides = (1usize..8, 1usize..8);
    let choices = proptest::collection::vec(0usize..4, 0..60);
    let cells = proptest::collection::vec((1usize..8, 1usize..8), 0..6);
    (sides, choices, cells, (1usize..8, 1usize..8), (1usize..8, 1usize..8)).prop_filter_map(
        "no such board",
        |((width, height), choices, blocked, start, end)| {
            let board = Board::new(width, height, Some(start), Some(end), &blocked).ok()?;
            let mut position = Position::start(Arc::new(board));
            for choice in choices {
                let legal: Vec<_> = position.legal_moves().collect();
                let Some(&step) = legal.get(choice) else { break };
                position.play(step).unwrap();
            }
            Some(position)
        },
    )
}

fn expectations(position: &Position, dead: bool, detail: u8) -> Expectation {
    let verdict = if dead { Verdict::Dead } else { Verdict::Live };
    let mut expect = Expectation::of(verdict);
    let steps = position.path().len();
    if detail & 1 == 1 {
        expect.moves = position.legal_moves().map(|step| (step, verdict)).collect();
    }
    if detail & 2 == 2 {
        match (dead, steps) {
            (true, 0) => {}
            (true, _) => {
                expect.turning_point = Some(steps / 2);
                expect.fatal_move = (detail & 8 == 8).then(|| position.path()[steps / 2]);
            }
            (false, _) => expect.turning_point = Some(steps),
        }
    }
    if detail & 4 == 4 && dead {
        expect.reason = Some("colour");
    }
    expect
}

proptest! {
    #[test]
    fn a_written_case_reads_back_as_the_same_case(
        position in positions(),
        dead: bool,
        detail in 0u8..16,
        with_expectation: bool,
        demanded in proptest::collection::vec(0u8..3, 4),
        recorded in proptest::collection::vec(0usize..60, 0..4),
        comment in "([a-zé#|]{1,9}( [a-z#]{1,5}){0,2}\n){0,3}[a-z]{0,4}",
    ) {
        let expect = with_expectation.then(|| expectations(&position, dead, detail));
        let comment = comment.trim_end().to_owned();
        let mut options = RecordedOptions::default();
        let steps = position.path().len();
        for steps in recorded.iter().map(|at| at % (steps + 1)) {
            options.record(steps, position.prefix(steps).legal_moves().collect());
        }
        let options = (!recorded.is_empty()).then_some(options);
        let demand = |number: &u8| [None, Some(Demand::Forbid), Some(Demand::Allow)][*number as usize];
        let demands = position.legal_moves().zip(demanded.iter().map(demand));
        let demands = demands.filter_map(|(step, demand)| Some((step, demand?)));
        // What is live must not be forbidden.
        let live = expect.iter().any(|expect| expect.verdict == Verdict::Live);
        let demands = demands.filter(|(_, demand)| !live || *demand == Demand::Allow).collect();
        let mut case = Case { comment, position, expect, demands, options };
        let text = write_case(&case);
        prop_assert_eq!(parse_case(&text), Ok(case.clone()), "{}", text);
        if let Some(expect) = case.expect.take() {
            let without = write_case(&case);
            let added = add_expectation(&without, &expect).unwrap();
            case.expect = Some(expect);
            prop_assert_eq!(parse_case(&added), Ok(case), "{}", added);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[ -~éx×\n\r\t#;|,0-9UDLR]{0,60}", key in 0usize..5) {
        let key = ["", "board 3x3\npath ", "3|1-1,1;", "board ", "{\"n\":3,\"path\":"][key];
        let text = format!("{key}{text}");
        let _ = parse_case(&text);
        let _ = deadmove_core::formats::parse_trace(&text, None);
        let _ = deadmove_core::formats::parse_path(&text);
        let _ = deadmove_core::formats::parse_board(&text);
        let _ = deadmove_core::formats::parse_cell(&text);
        prop_assert!(read_batch(text.as_bytes(), None).count() <= text.lines().count());
    }
}

#[test]
fn reasons_have_the_kinds_that_case_files_expect() {
    let cell = Cell::new(1, 2);
    let reasons = [
        Reason::DeadEnd { cell, exits: vec![cell], needed: 2 },
        Reason::CutOff { cells: vec![cell], door: None },
        Reason::Colour {
            region: vec![cell],
            black: 1,
            white: 0,
            needed: 2,
            crossing: vec![(cell, Cell::new(1, 3))],
        },
        Reason::Deduction(Deduction {
            steps: vec![Step {
                edge: (cell, Cell::new(1, 3)),
                used: true,
                because: Because::Degree { cell },
            }],
            contradiction: Contradiction::Degree { cell },
        }),
        Reason::Loops { path: vec![cell], loops: Vec::new(), edge_sets: 1 },
        Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 },
    ];
    let kinds = reasons.each_ref().map(|reason| {
        let json = serde_json::to_value(reason).unwrap();
        assert_eq!(json["kind"], reason_kind(reason));
        reason_kind(reason)
    });
    assert_eq!(kinds[..], REASON_KINDS[..]);
}
