//! Set files, read and refused.

use std::fs;
use std::path::{Path, PathBuf};

use deadmove_rules::sets::{NONE, RuleReader, Selected, Selection, select};

fn write(root: &Path, files: &[(&str, &str)]) {
    for (file, text) in files {
        let file = root.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

const RULE: &str = "name one\nsource a test\npicture\n  . L X\nforbids right\n";

fn named(name: &str) -> String {
    RULE.replace("one", name)
}

fn selected(root: &Path, argument: &str) -> Vec<(String, bool)> {
    let Selection { rules, errors, .. } = select(&[root.join(argument)]);
    assert_eq!(errors, []);
    let name = |one: &Selected| {
        let path = one.rule.as_ref().unwrap().path.strip_prefix(root).unwrap();
        path.display().to_string().replace('\\', "/")
    };
    rules.iter().map(|one| (name(one), one.by_name)).collect()
}

#[test]
fn a_set_file_includes_and_excludes_files_folders_and_sets() {
    let root = tempfile::tempdir().unwrap();
    write(
        root.path(),
        &[
            ("a/1.rule", RULE),
            ("a/2.rule", RULE),
            ("b/3.rule", RULE),
            ("inner.set", "include a # all of them\nexclude a/2.rule\n"),
            ("outer.set", "about Two folders.\n\ninclude inner.set\ninclude b/3.rule\n"),
        ],
    );
    let expected = [("a/1.rule".to_owned(), false), ("b/3.rule".to_owned(), true)];
    assert_eq!(selected(root.path(), "outer.set"), expected);
}

#[test]
fn a_file_that_is_found_and_named_counts_as_named() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[("a/1.rule", RULE), ("both.set", "include a\ninclude a/1.rule\n")]);
    assert_eq!(selected(root.path(), "both.set"), [("a/1.rule".to_owned(), true)]);
}

#[test]
fn slips_in_set_files_are_errors_with_their_place() {
    let root = tempfile::tempdir().unwrap();
    write(
        root.path(),
        &[
            ("a/1.rule", RULE),
            ("keyword.set", "includes a\n"),
            ("empty.set", "include\n"),
            ("missing.set", "include nowhere\n"),
            ("excludes.set", "include a\n  exclude b\n"),
            ("itself.set", "include itself.set\n"),
        ],
    );
    let error = |name: &str| {
        let errors = select(&[root.path().join(name)]).errors;
        let place = errors[0].place.as_ref().map(|place| (place.line, place.column));
        (errors[0].kind.word(), place)
    };
    assert_eq!(error("keyword.set"), ("set-line", Some((1, 1))));
    assert_eq!(error("empty.set"), ("set-line", Some((1, 1))));
    assert_eq!(error("missing.set"), ("file-missing", Some((1, 9))));
    assert_eq!(error("excludes.set"), ("set-excludes-nothing", Some((2, 11))));
    assert_eq!(error("itself.set"), ("set-cycle", None));
}

#[test]
fn the_empty_set_stands_for_no_files() {
    assert_eq!(select(&[NONE.into()]), Selection::default());
}

fn several(names: &[&str]) -> String {
    names.iter().map(|name| named(name)).collect::<Vec<_>>().join("\n")
}

#[test]
fn rules_of_a_file_with_several_are_named_by_their_slugs() {
    let root = tempfile::tempdir().unwrap();
    write(
        root.path(),
        &[
            ("a/many.rule", &several(&["Far left", "far right", "near"])),
            ("one.rule", RULE),
            ("two.set", "include a/many.rule#far-left# no comment\n"),
            ("some.set", "# A comment.\ninclude a # all\nexclude a/many.rule#far-left\n"),
            ("none.set", "include a/many.rule#far\n"),
            ("outer.set", "include some.set#near\ninclude one.rule\n"),
        ],
    );
    let of = |slug: &str, named: bool| (format!("a/many.rule#{slug}"), named);
    let all = [of("far-left", false), of("far-right", false), of("near", false)];
    assert_eq!(selected(root.path(), "a"), all);
    assert_eq!(selected(root.path(), "a/many.rule"), all);
    assert_eq!(selected(root.path(), "a#near"), [of("near", true)]);
    assert_eq!(selected(root.path(), "one.rule#one"), [("one.rule".to_owned(), true)]);
    assert_eq!(selected(root.path(), "some.set"), all[1..]);
    assert_eq!(
        selected(root.path(), "outer.set"),
        [of("near", true), ("one.rule".to_owned(), true)]
    );
    let refused = |name: &str| select(&[root.path().join(name)]).errors.remove(0);
    assert_eq!(refused("a/many.rule#far-lef").kind, "file-missing");
    assert!(refused("a/many.rule#far-lef").message.ends_with("did you mean 'far-left'?"));
    let place = refused("none.set").place.map(|place| (place.line, place.column));
    assert_eq!(place, Some((1, 9)));
    assert_eq!(refused("two.set").kind, "file-missing");
}

#[test]
fn a_slug_of_two_rules_in_a_folder_names_neither() {
    let root = tempfile::tempdir().unwrap();
    let texts = [("a/1.rule", named("near")), ("a/2.rule", several(&["far", "Near"]))];
    write(root.path(), &texts.each_ref().map(|(file, text)| (*file, &**text)));
    let error = select(&[root.path().join("a#near")]).errors.remove(0);
    assert_eq!(error.kind, "not-one-rule");
    let expected = error.expected.unwrap().replace('\\', "/");
    assert!(expected.contains("a/1.rule:1") && expected.contains("a/2.rule:7"), "{expected}");
    assert_eq!(selected(root.path(), "a/2.rule#near"), [("a/2.rule#near".to_owned(), true)]);
}

#[test]
fn a_reader_that_has_read_other_arguments_selects_as_a_new_one() {
    let root = tempfile::tempdir().unwrap();
    let broken = "include a\ninclude missing.rule\ninclude b/broken.rule\n";
    write(
        root.path(),
        &[
            ("a/1.rule", &named("one")),
            ("a/2.rule", &(named("two") + "\n" + &named("three"))),
            ("b/broken.rule", "nonsense\n"),
            ("broken.set", broken),
        ],
    );
    let mut reader = RuleReader::default();
    let lists: [&[&str]; 7] = [
        &["broken.set#two"],
        &["broken.set#two"],
        &["broken.set"],
        &["a/1.rule"],
        &["a"],
        &["a/2.rule#three", "a", "nowhere"],
        &["b"],
    ];
    for list in lists {
        let arguments: Vec<PathBuf> = list.iter().map(|name| root.path().join(name)).collect();
        let selection = reader.select(&arguments);
        assert_eq!(selection, select(&arguments), "{list:?}");
        assert!(!selection.files.is_empty(), "{list:?}");
    }
}
