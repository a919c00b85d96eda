//! Rule files, folders and files with several rules, read and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::error::ErrorKind;
use deadmove_core::position::Position;
use deadmove_rules::load::{KnownWrong, Loaded, LoadedFile, LoadedRule, load, load_with};

const RULE: &str = "name one\nsource a test\npicture\n  . L X\nforbids right\n";

/// A new directory with these files; the caller removes it.
fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = std::env::temp_dir().join(format!("deadmove-load-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    for (file, text) in files {
        let file = root.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    root
}

#[test]
fn reads_directories_in_order_and_goes_on_after_a_broken_file() {
    let files =
        [("b/2.rule", RULE), ("b/1.rule", "nonsense\n"), ("a.rule", RULE), ("notes.md", "")];
    let root = directory("order", &files);
    let missing = root.join("missing");
    let loaded = load(&[root.clone(), root.join("a.rule"), missing.clone()]).unwrap();
    fs::remove_dir_all(&root).unwrap();
    let read: Vec<&Path> = loaded.files.iter().map(|file| &*file.path).collect();
    assert_eq!(read, [&*root.join("a.rule"), &root.join("b/2.rule")]);
    let broken: Vec<Option<String>> = loaded.errors.iter().map(|e| e.file.clone()).collect();
    let named = |path: PathBuf| Some(path.display().to_string());
    assert_eq!(broken, [named(missing), named(root.join("b/1.rule"))]);
    assert!(loaded.all().is_err());
}

#[test]
fn says_when_there_are_no_rules() {
    let root = directory("none", &[("notes.md", "")]);
    let error = load(std::slice::from_ref(&root)).unwrap_err();
    fs::remove_dir_all(&root).unwrap();
    assert_eq!(error.kind, "no-rules");
    assert_eq!(load(&[]).unwrap_err().kind, "no-rules");
}

#[test]
fn rules_known_to_be_wrong_take_part_only_by_name_or_on_request() {
    let wrong = RULE.replace("source", "status wrong since 9x9\nsource");
    let root = directory("wrong", &[("a/right.rule", RULE), ("a/wrong.rule", &wrong)]);
    let (folder, file) = (root.join("a"), root.join("a/wrong.rule"));
    let names = |loaded: Loaded| {
        let name = |file: &LoadedFile| file.path.file_stem().unwrap().to_owned();
        let [files, left] = [&loaded.files, &loaded.known_wrong].map(|files| {
            files.iter().map(name).map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
        });
        (files, left)
    };
    let without = names(load(std::slice::from_ref(&folder)).unwrap());
    let by_name = names(load(&[folder.clone(), file.clone()]).unwrap());
    let asked = names(load_with(std::slice::from_ref(&folder), KnownWrong::Include).unwrap());
    fs::remove_file(root.join("a/right.rule")).unwrap();
    let nothing = load(std::slice::from_ref(&folder)).unwrap_err();
    fs::remove_dir_all(&root).unwrap();
    let words = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
    assert_eq!(without, (words(&["right"]), words(&["wrong"])));
    assert_eq!(by_name, (words(&["right", "wrong"]), vec![]));
    assert_eq!(asked, (words(&["right", "wrong"]), vec![]));
    assert_eq!(nothing.kind, "no-rules");
}

#[test]
fn lemmas_are_one_rule_and_a_folder_of_them_is_read_only_by_name() {
    let lemma = |name: &str| format!("name {name}\nsource a test\nlemma {name}\n");
    let (colour, degree) = (lemma("colour"), lemma("degree"));
    let files = [
        ("lemmas/colour.rule", colour.as_str()),
        ("lemmas/degree.rule", degree.as_str()),
        ("one.rule", RULE),
    ];
    let root = directory("lemmas", &files);
    let board = Board::corner_to_corner(5, 5).unwrap();
    let rules = |paths: &[PathBuf]| load(paths).unwrap().rules_for(&board).unwrap();
    let without = rules(std::slice::from_ref(&root));
    let all = rules(&[root.clone(), root.join("lemmas")]);
    let one = rules(&[root.join("lemmas/degree.rule")]);
    let loaded = load(&[root.join("lemmas")]).unwrap();
    fs::remove_dir_all(&root).unwrap();
    let names = |rules: &[LoadedRule]| {
        rules.iter().map(|rule| rule.rule.head.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&without), ["one"]);
    assert_eq!(names(&all), ["one", "lemmas degree, colour"]);
    assert_eq!(*all[1].file, *root.join("lemmas"));
    assert_eq!(names(&one), ["lemma degree"]);
    assert_eq!(*one[0].file, *root.join("lemmas/degree.rule"));
    assert_eq!(loaded.without_lemmas().unwrap_err().kind, "lemmas-not-here");
    assert!(loaded.left_out(&one).is_empty());
}

#[test]
fn a_broken_rule_is_an_error_in_its_line_and_the_others_are_read() {
    let broken = RULE.replace("one", "two").replace("forbids right", "forbids rihgt");
    let text = format!("{RULE}\n{broken}\n{}", RULE.replace("one", "three").trim_end());
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let root = directory("broken", &[("many.rule", &text)]);
        let loaded = load(&[root.join("many.rule")]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let slugs: Vec<_> = loaded.files.iter().map(|file| file.path.slug()).collect();
        assert_eq!(slugs, [Some("one"), Some("three")]);
        let lines: Vec<usize> = loaded.files.iter().map(|file| file.path.line()).collect();
        assert_eq!(lines, [1, 13]);
        assert_eq!(loaded.files[0].text, RULE);
        let place = loaded.errors[0].place.as_ref().unwrap();
        assert_eq!((place.line, place.column, &*place.text), (11, 9, "forbids rihgt"));
    }
}

#[test]
fn two_rules_of_a_file_with_the_same_name_are_an_error_that_names_both_lines() {
    let text = format!("{RULE}\n{}", RULE.replace("one", " ONE"));
    let root = directory("twice", &[("many.rule", &text)]);
    let error = load(&[root.join("many.rule")]).unwrap().errors.remove(0);
    fs::remove_dir_all(&root).unwrap();
    assert_eq!((error.kind.word(), error.place.unwrap().line), ("rule-twice", 7));
    assert!(error.message.contains("line 1"), "{}", error.message);
}

#[test]
fn rules_and_files_have_a_largest_size() {
    let remark = format!("remark {}\n", "x".repeat(300 << 10));
    let large = format!("{RULE}\n{}{remark}", RULE.replace("one", "two"));
    let root = directory("large", &[("one.rule", &large), ("all.rule", "")]);
    fs::File::create(root.join("all.rule")).unwrap().set_len(17 << 20).unwrap();
    let one = load(&[root.join("one.rule")]).unwrap();
    let all = load(&[root.join("all.rule")]).unwrap();
    fs::remove_dir_all(&root).unwrap();
    assert_eq!((one.files.len(), one.errors[0].kind.word()), (1, "file-too-large"));
    assert_eq!(one.errors[0].place.as_ref().unwrap().line, 7);
    assert_eq!(all.errors[0].kind, "file-too-large");
}

const FAULT_FROM_41_ON: &str = "
name        too long from 41 on
family      test
placements  upright
parameter   D from 1
free from (1 right, 0 ahead), right 40-D
case D >= 1
  claim one: always forbids ahead
picture for D = 40
  L .
";

#[test]
fn a_fault_of_a_family_is_an_error_where_the_cells_before_it_hold() {
    let file = LoadedFile::parse("long.rule", FAULT_FROM_41_ON).unwrap();
    let loaded = Loaded { files: vec![file], ..Loaded::default() };
    let on = |side, path: &str| {
        let path: Vec<Move> = path.chars().filter_map(Move::from_letter).collect();
        let board = Arc::new(Board::corner_to_corner(side, side).unwrap());
        Position::from_path(board, &path).unwrap()
    };
    assert_eq!(loaded.rules_at(&on(39, "")).unwrap().len(), 38);
    let reached = on(41, "");
    let expected = loaded.rules_for(reached.board()).unwrap_err();
    assert_eq!(expected.kind, ErrorKind::FamilyImpossible);
    assert_eq!(loaded.rules_at(&reached).unwrap_err(), expected);
    // The cell to the right is drawn.
    assert_eq!(loaded.rules_at(&on(41, "RDL")).unwrap(), []);
}
