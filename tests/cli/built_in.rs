//! The rules inside the program: an empty folder is enough for every command that takes rules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::program::{Folder, command, repository, run};

/// A rule of its own, under the name of a set inside the program.
const RULE: &str = "name own\nsource a test\npicture\n  . L X\nforbids right\n";

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The rule files and set files below a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rule" || end == "set") {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn every_command_that_takes_rules_works_in_an_empty_folder() {
    let folder = Folder::new(&[]);
    for (words, code) in [
        ("rules sets", 0),
        ("rules list mined-9", 0),
        ("rules show mined-9#mined-9x9-03", 0),
        ("rules lint mined-9", 0),
        ("check mined-9 --size 5", 0),
        ("explain mined-9 --board 5x5 --path RRDDL", 0),
        ("prove mined-9#mined-9x9-03", 0),
        ("compare mined-9#mined-9x9-03 --with all-sizes --size 5", 0),
        ("certify mined-9#mined-9x9-03 --size 5 --out cert", 0),
        ("walk mined-9#mined-9x9-03 --size 5 --require cert --keep-going", 1),
        ("walk lemmas --size 5", 0),
        ("mine mined-9 --size 3 --out mined", 0),
        ("minimise mined-9 --board 5x5 --path RRDDLL", 0),
        ("site --rules mined-9 --out site", 0),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let ran = folder.deadmove(&words);
        assert_eq!(ran.code(), Some(code), "{ran}");
    }
    let ran = folder.deadmove(&["check", "mined-9", "--size", "5"]);
    assert_eq!(ran.stderr(), "rules: mined-9 (built in)\n");
    let quiet = folder.deadmove(&["check", "mined-9", "--size", "3", "--quiet"]);
    assert_eq!(quiet.stderr(), "");
}

#[test]
fn a_proved_rule_makes_no_claim_about_a_board_with_other_ends_and_explain_says_so() {
    let folder = Folder::new(&[]);
    let position = ["--board", "6x6", "--start", "5,4", "--end", "4,6", "--path", "RDDLUL"];
    let ran = folder.deadmove(&[&["explain", "proved"], &position[..]].concat());
    assert_eq!(ran.code(), Some(1), "{ran}");
    let text = ran.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("the rules below make no claim about this board"), "{ran}");
    assert!(text.contains("on a board that rules make no claim about"), "{ran}");
    assert!(!text.contains("wrong"), "{ran}");
}

#[test]
fn the_paths_that_reports_print_are_arguments() {
    let folder = Folder::new(&[]);
    let ran = folder.deadmove(&["check", "mined-9", "--size", "5", "--json"]);
    let report: Value = serde_json::from_str(ran.stdout()).unwrap();
    let rules = report["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 18);
    for rule in rules {
        let file = rule["file"].as_str().unwrap();
        assert_eq!(file, format!("mined-9#{}", rule["name"].as_str().unwrap().replace(' ', "-")));
        let shown = folder.deadmove(&["rules", "show", file]);
        assert!(shown.stdout().starts_with(rule["name"].as_str().unwrap()), "{shown}");
    }
}

#[test]
fn every_rule_inside_the_program_is_in_a_set() {
    let folder = Folder::new(&[]);
    let sets = json_lines(folder.deadmove(&["rules", "sets", "--json"]).stdout());
    let names = sets.iter().map(|set| set["name"].as_str().unwrap());
    let list = [&["rules", "list", "--json", "--include-wrong"][..], &names.collect::<Vec<_>>()];
    let listed = json_lines(folder.deadmove(&list.concat()).stdout());
    let listed: BTreeSet<&str> = listed.iter().map(|rule| rule["name"].as_str().unwrap()).collect();
    let here = deadmove_testing::random::all_rule_files();
    let missing: Vec<_> =
        here.iter().filter(|rule| !listed.contains(&*rule.rule_file.head().name)).collect();
    assert!(missing.is_empty(), "in no set: {:?}", missing.iter().map(|rule| &rule.path));
    assert_eq!(listed.len(), here.len());
}

#[test]
fn a_set_is_taken_from_the_variable_then_from_a_folder_and_then_from_the_program() {
    let folder = Folder::new(&[
        ("here/rules/mined-9.set", "include own.rule\n"),
        ("here/rules/own.rule", RULE),
        ("there/mined-9.set", "include one.rule\n"),
        ("there/one.rule", &RULE.replace("own", "one")),
        ("here/below/notes", ""),
    ]);
    let list = |from: &str, set: &str, variable: bool| {
        let arguments = ["rules", "list", set, "--json"];
        let mut command = command(&folder.path().join(from), &arguments);
        if variable {
            command.env("DEADMOVE_RULES", folder.path().join("there"));
        }
        let ran = run(command, &arguments);
        let first = json_lines(ran.stdout()).swap_remove(0);
        (first["name"].as_str().unwrap().to_owned(), ran.stderr().to_owned())
    };
    let no_note = |name: &str| (name.to_owned(), String::new());
    let built_in = |set: &str| format!("rules: {set} (built in)\n");
    assert_eq!(list("here", "mined-9", true), no_note("one"));
    assert_eq!(list("here/below", "mined-9", false), no_note("own"));
    assert_eq!(list("there", "mined-9", false).1, built_in("mined-9"));
    assert_eq!(list("here", "all-sizes", true).1, built_in("all-sizes"));
    let arguments = ["rules", "sets", "--json"];
    let sets =
        json_lines(run(command(&folder.path().join("here"), &arguments), &arguments).stdout());
    let place = |name: &str| {
        let set = sets.iter().find(|set| set["name"] == name).unwrap();
        set["file"].as_str().unwrap().replace('\\', "/")
    };
    assert_eq!(
        (place("mined-9"), place("lemmas")),
        ("rules/mined-9.set".into(), "built in".into())
    );
}

#[test]
fn an_unknown_set_is_an_error_that_says_where_it_was_looked_for() {
    let folder = Folder::new(&[("mined-9/own.rule", RULE)]);
    let check = |rules: &str| {
        let ran = folder.deadmove(&["check", rules, "--size", "5"]);
        assert_eq!(ran.code(), Some(2), "{ran}");
        ran.stderr().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let unknown = check("lemas");
    for part in ["did you mean 'lemmas'?", "$DEADMOVE_RULES", "a folder 'rules'", "in the program"]
    {
        assert!(unknown.contains(part), "{unknown}");
    }
    assert!(check("lemmas#degre").contains("there is no rule 'degre'"));
    assert!(check(&"x".repeat(100_000)).len() < 2000);
}

#[test]
fn export_writes_the_files_of_the_repository_and_overwrites_nothing() {
    let folder = Folder::new(&[("other/lemmas.set", "include nothing\n")]);
    let export = |words: &str| {
        let words: Vec<&str> = ["rules", "export"].into_iter().chain(words.split(' ')).collect();
        folder.deadmove(&words)
    };
    let whole = export("--out rules");
    assert_eq!(whole.code(), Some(0), "{whole}");
    let here = files(&repository().join("rules"));
    assert_eq!(files(&folder.path().join("rules")), here);
    assert_eq!(export("--out rules").code(), Some(0));
    let refused = export("--out other");
    assert_eq!(refused.code(), Some(2));
    assert_eq!(files(&folder.path().join("other")).len(), 1, "nothing is written");
    let set = export("proved --out some");
    assert_eq!(set.code(), Some(0), "{set}");
    assert!(files(&folder.path().join("some")).len() > 100);
    assert_eq!(folder.deadmove(&["rules", "list", "some/proved.set", "-q"]).code(), Some(0));
    let lemmas = export("lemmas --out few");
    assert_eq!(files(&folder.path().join("few")).len(), 6, "{lemmas}");
    assert_eq!(export("lemas --out few").code(), Some(2));
}
