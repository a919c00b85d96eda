//! `rules import`: the files it writes and its messages. The import itself is tested in
//! `deadmove-rules`.

use insta::assert_snapshot;

use super::drawn::{BEHIND, CROSS, FREE, GREY_BLACK, LIVE, PINK, drawing};
use super::program::{Folder, Ran, all};

/// A wall two ahead; drawn with turns, which is worth a note.
fn turned() -> String {
    drawing(
        "|True|False|",
        (2, 3),
        &[(1, 3, &[PINK, LIVE, BEHIND]), (1, 2, &[FREE]), (1, 1, &[GREY_BLACK]), (2, 3, &[CROSS])],
    )
}

/// A free cell ahead; nothing has to be assumed.
fn plain() -> String {
    drawing(
        "|False|False|",
        (2, 2),
        &[(1, 2, &[PINK, LIVE, BEHIND]), (1, 1, &[FREE]), (2, 2, &[CROSS])],
    )
}

fn folder() -> Folder {
    let (turned, plain) = (turned(), plain());
    Folder::new(&[
        ("9__Wall_ahead.svg", &turned),
        ("Plain.svg", &plain),
        ("broken.svg", &plain[..plain.len() / 2]),
    ])
}

fn import(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.deadmove(&[&["rules", "import"], arguments].concat())
}

#[test]
fn each_drawing_is_written_to_a_new_directory_with_its_notes() {
    let folder = folder();
    let ran = import(&folder, &["9__Wall_ahead.svg", "Plain.svg", "--out", "rules/mine"]);
    assert_snapshot!(ran);
    assert_eq!(folder.deadmove(&["rules", "list", "rules"]).code(), Some(0));
    let printed = import(&folder, &["Plain.svg"]);
    assert_eq!((printed.code(), printed.stderr()), (Some(0), ""));
    assert_eq!(folder.read("rules/mine/plain.rule"), printed.stdout());
}

#[test]
fn without_a_directory_the_rules_are_printed() {
    assert_snapshot!(import(&folder(), &["9__Wall_ahead.svg", "broken.svg", "Plain.svg"]));
}

#[test]
fn a_file_that_is_there_is_only_replaced_on_request() {
    let folder = folder();
    folder.write("mine/plain.rule", b"kept");
    let arguments = ["Plain.svg", "9__Wall_ahead.svg", "--out", "mine"];
    let refused = import(&folder, &arguments);
    assert_eq!(folder.read("mine/plain.rule"), "kept");
    assert!(folder.path().join("mine/wall-ahead.rule").exists());
    let forced = import(&folder, &[&arguments[..], &["--force"]].concat());
    assert!(folder.read("mine/plain.rule").starts_with("name        Plain\n"));
    assert_snapshot!(all([refused, forced]));
}

#[test]
fn a_longer_file_is_replaced_as_a_whole() {
    let folder = folder();
    folder.write("mine/plain.rule", &b"remark old\n".repeat(1000));
    import(&folder, &["Plain.svg", "--out", "mine", "--force"]);
    assert_eq!(folder.read("mine/plain.rule"), import(&folder, &["Plain.svg"]).stdout());
}

#[test]
fn a_drawing_that_cannot_be_read_does_not_stop_the_others() {
    let folder = folder();
    let drawings = ["broken.svg", "absent.svg", "Plain.svg"];
    assert_snapshot!(import(&folder, &[&drawings[..], &["--out", "mine"]].concat()));
    let written: Vec<_> = folder.path().join("mine").read_dir().unwrap().collect();
    assert_eq!(written.len(), 1);
}

#[test]
fn two_drawings_never_share_a_file() {
    let folder = folder();
    folder.write("other/plain.svg", turned().as_bytes());
    let arguments = ["Plain.svg", "other/plain.svg", "--out", "mine", "--force"];
    assert_snapshot!(import(&folder, &arguments));
    assert_eq!(folder.read("mine/plain.rule"), import(&folder, &["Plain.svg"]).stdout());
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = folder();
    assert_snapshot!(all([
        import(&folder, &[]),
        import(&folder, &["Plain.svg", "--force"]),
        import(&folder, &["Plain.svg", "--out", "broken.svg"]),
        import(&folder, &["."]),
    ]));
}
