//! Every way to give bad input, and the message it gets.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::formats::{
    load, load_each, parse_board, parse_case, parse_cell, parse_path, parse_position, parse_trace,
    read_batch,
};
use deadmove_report::render_error;
use insta::assert_snapshot;

fn rendered<T>(errors: impl IntoIterator<Item = Result<T, InputError>>) -> String {
    let messages: Vec<_> = errors
        .into_iter()
        .map(|result| match result {
            Ok(_) => panic!("an input of this test is not bad"),
            Err(error) => render_error(&error, false),
        })
        .collect();
    messages.join("\n\n")
}

#[test]
fn paths() {
    let board = || Arc::new(Board::new(5, 4, None, None, &[(3, 2)]).unwrap());
    assert_snapshot!(rendered([
        parse_path("RRXD").map(|_| ()),
        parse_path("RR\u{7}D").map(|_| ()),
        parse_position(board(), "RRRRR").map(|_| ()),
        parse_position(board(), "RR DD").map(|_| ()),
        parse_position(board(), "RRRDRDLLU").map(|_| ()),
        parse_position(board(), "RDLU").map(|_| ()),
        parse_position(board(), "DRURL").map(|_| ()),
    ]));
}

#[test]
fn boards_and_cells() {
    let board = |start, end, blocked: &[_]| {
        Board::new(5, 5, start, end, blocked).map(|_| ()).map_err(InputError::from)
    };
    assert_snapshot!(rendered([
        parse_board("0x5").map(|_| ()),
        parse_board("5000x5000").map(|_| ()),
        parse_board("99999999999999999999x5").map(|_| ()),
        parse_board("nine").map(|_| ()),
        parse_cell("3;4").map(|_| ()),
        board(Some((6, 1)), None, &[]),
        board(None, Some((0, 1)), &[]),
        board(None, None, &[(9, 9)]),
        board(None, None, &[(1, 1)]),
        board(Some((2, 2)), Some((2, 2)), &[]),
    ]));
}

#[test]
fn case_files() {
    assert_snapshot!(rendered(
        [
            "path RRD",
            "  board 9x9",
            "board 9x9\nboard 9x9",
            "board",
            "board 9x9 corner",
            "bord 9x9",
            "board 9x9\nexpekt live",
            "board 0x5",
            "board 9x9\nstart 10,1",
            "board 9x9\nstart 1,2 # not a corner\nblocked 3,3 1,2 4,4",
            "board 9x9\nend 1,1",
            "board 9x9\nblocked 3,4 3.5",
            "# crosses itself on its second line\nboard 9x9\npath RRDD  # so far so good\n     \
             LURR\n",
            "board 3x3\npath R\nexpect alive",
            "board 3x3\npath R\nexpect ded",
            "board 3x3\npath R\nexpect dead\nreason deadend",
            "board 3x3\npath R\nmoves R=live",
            "board 3x3\npath R\nexpect dead\nmoves D=dead R=live",
            "board 3x3\npath R\nexpect live\nmoves U=dead",
            "board 3x3\npath RD\nexpect dead\nturning 1 R",
            "board 3x3\npath RD\nexpect dead\nturning 2",
            "board 3x3\npath R\nexpect live\nturning 0",
            "board 3x3\npath RD\nexpect dead\nreason color",
            "board 3x3\npath R\nexpect live\nreason colour",
        ]
        .map(parse_case)
    ));
}

#[test]
fn path_files() {
    assert_snapshot!(rendered(
        [
            "1-1,1;0,1-2,1",
            "9x9|1-1,1",
            "0|1-1,1",
            "5000|1-1,1",
            "9|",
            "9|1-2,2",
            "9|1-1,1;0,1-2,1;1,0-4,1;1,0-5,1",
            "9|1-1,1;0,5-2,1",
            "9|1-1,1;0,1-2",
            "9|1-1,1;0,1;1,0-2,1",
            "3|1-1,1;0,1-1,2;0,1-1,3;0,1-1,4",
            "9|1-1,1;0,1-2,1;1,0-2,2;3-1,2;2-1,1",
        ]
        .map(|text| parse_trace(text, None))
    ));
}

#[test]
fn batch_lines() {
    let lines = concat!(
        r#"{"name":"broken","n":9,"path":"RRD""#,
        "\n",
        r#"["RRD",9]"#,
        "\n",
        r#"{"name":"no path","n":9}"#,
        "\n",
        r#"{"name":"no size","path":"RRD"}"#,
        "\n",
        r#"{"name":"one side","width":9,"path":"RRD"}"#,
        "\n",
        r#"{"name":"two sizes","n":9,"width":9,"height":9,"path":"RRD"}"#,
        "\n",
        r#"{"name":"size as text","n":"9","path":"RRD"}"#,
        "\n",
        r#"{"name":7,"n":9,"path":"RRD"}"#,
        "\n",
        r#"{"name":"empty board","width":0,"height":5,"path":""}"#,
        "\n",
        r#"{"name":"huge board","n":5000,"path":""}"#,
        "\n",
        r#"{"name":"start is end","n":3,"start":[2,2],"end":[2,2],"path":""}"#,
        "\n",
        r#"{"name":"blocked start","n":3,"blocked":[[2,2],[1,1]],"path":""}"#,
        "\n",
        r#"{"name":"bad letter","n":9,"path":"RRx"}"#,
        "\n",
        r#"{"name":"leaves the board","n":3,"path":"RRRD"}"#,
        "\n",
    );
    let items = read_batch(lines.as_bytes(), Some(PathBuf::from("positions.jsonl")));
    assert_snapshot!(rendered(items.map(|item| item.input)));
}

#[test]
fn files_and_directories() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unreadable");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("empty/deeper")).unwrap();
    fs::write(root.join("empty/readme.md"), "nothing").unwrap();
    fs::write(root.join("blank.case"), "\n \n").unwrap();
    fs::write(root.join("latin1.txt"), b"board 9x9 # caf\xe9\n").unwrap();
    fs::write(root.join("page.txt"), "<html></html>\n").unwrap();
    fs::write(root.join("bad.case"), "board 9x9\npath RRQ\n").unwrap();
    fs::File::create(root.join("huge.txt")).unwrap().set_len(65 << 20).unwrap();
    let names =
        ["missing.case", "empty", "blank.case", "latin1.txt", "page.txt", "bad.case", "huge.txt"];
    let text = rendered(names.map(|name| load(&root.join(name))));
    assert_snapshot!(text.replace(&root.display().to_string(), "ROOT"));
}

#[test]
fn a_fault_far_along_a_long_line_is_cut_out_around_it() {
    let path = "RDLDRD".repeat(60);
    let board = Arc::new(Board::corner_to_corner(201, 201).unwrap());
    let text = format!("{path}Q{path}");
    assert_snapshot!(rendered([parse_position(board, &text)]));
}

#[test]
fn colours_change_nothing_but_the_colours() {
    let error = parse_path("RRX").unwrap_err().in_file(Path::new("--path"));
    let styled = anstream::adapter::strip_str(&render_error(&error, true)).to_string();
    assert_eq!(styled, render_error(&error, false));
    assert_ne!(styled, render_error(&error, true));
}

#[test]
fn an_error_serialises_with_file_line_and_column() {
    let items = load_each(Path::new("nowhere.case"), None).unwrap_err();
    assert_eq!(serde_json::to_value(&items).unwrap()["kind"], "file-missing");
    let error = parse_path("RRX").unwrap_err();
    let json = serde_json::to_value(&error).unwrap();
    assert_eq!((json["line"].as_u64(), json["column"].as_u64()), (Some(1), Some(3)));
}
