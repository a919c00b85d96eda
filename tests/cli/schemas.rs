//! `deadmove schema`: the schemas describe what the commands print, all of it and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

use super::program::{Folder, deadmove, repository};

/// What commands print with --json, by the name of the schema. `TMP` is a folder with some files.
const BOARDS: &[(&str, &str)] = &[
    ("judge", "judge --jsonl TMP/batch.jsonl"),
    ("judge", "judge cases/reasons"),
    ("judge", "judge --board 5x5 --path RR --engine both"),
    ("judge", "judge cases/corpus/25x25-turns-at-37.case --engine frontier --memory 1"),
    ("judge", "judge TMP/unmet.case"),
    ("count", "count --board 7x7"),
    ("count", "count --board 13x13"),
    ("count", "count --board 13x13 --memory 1"),
    ("explain", "explain rules/near-field --board 5x5 --path RRRD"),
    ("check", "check rules/near-field rules/edge --size 5"),
    ("check", "check rules/near-field --include-wrong --sizes 3,5"),
    ("check", "check rules/lemmas --size 5"),
    ("check", "check rules/edge --engine sat --size 5"),
    ("check", "check rules/edge --size 5 --shard 1/3"),
    ("check", "check rules/near-field --size 5 --missed"),
    ("check", "check rules/near-field --size 5 --missed --sound-only"),
    ("compare", "compare rules/near-field --with rules/edge --size 5"),
    ("compare", "compare mined-9 --with rules/edge --size 11 --walks 2"),
    ("check", "check known-wrong --size 7 --stuck"),
    ("rules-list", "rules list rules"),
    ("rules-list", "rules list rules/edge TMP/broken.rule"),
    ("rules-sets", "rules sets"),
    ("rules-lint", "rules lint rules"),
    ("rules-lint", "rules lint TMP/broken.rule"),
];

/// The same for proofs, walks and searches.
const SEARCHES: &[(&str, &str)] = &[
    ("prove", "prove rules/edge"),
    ("prove", "prove rules/area/u.rule --max 2 --size 5"),
    ("prove", "prove rules/7-grid/side-back.rule"),
    ("prove", "prove rules/7-grid/future-2-x-2-start-end.rule --weaken"),
    ("walk", "walk rules/near-field --size 5"),
    ("walk", "walk rules/edge --size 7 --stop dead"),
    ("walk", "walk rules/lemmas --size 5"),
    ("walk", "walk rules/edge --size 7 --order random --seed 3"),
    ("stats", "stats rules/edge --sizes 5,7 --runs 5"),
    ("stats", "stats rules/lemmas --sizes 5 --runs 1"),
    ("milestones", "milestones TMP/plan"),
    ("minimise", "minimise --position cases/corpus/5x5-turns-at-9.case --sizes 5"),
    ("minimise", "minimise rules/near-field --position cases/corpus/5x5-turns-at-9.case --sizes 5"),
    ("mine", "mine --size 5"),
    ("pass-plan", "pass proved --size 5 --plan --samples 1000"),
    ("pass", "pass rules/edge --size 5 --out TMP/pass"),
    ("pass", "pass proved --size 3 --out TMP/pass-3"),
    ("mine", "mine rules/near-field rules/edge --size 11 --rounds 1 --walks 1"),
    ("hunt-boards", "hunt boards --cells 9 --out TMP/boards"),
    ("hunt-regions", "hunt regions --shape rooms --tries 3 --seed 2 --out TMP/regions"),
    ("review", "review rules/area"),
];

/// The same for the puzzles.
const PUZZLES: &[(&str, &str)] = &[
    ("sequence-verify", "sequence verify 2x2 drd"),
    ("sequence-verify", "sequence verify 2x2 rd"),
    ("sequence-shortest", "sequence shortest 3x3"),
    ("sequence-shorten", "sequence shorten 2x2 drdrd --timeout 0.1"),
    ("sequence-repair", "sequence repair 3x3 rd"),
    ("sequence-count", "sequence count 3x3"),
    ("maze", "maze puzzles/mazes/cases/bridge.txt"),
    ("maze", "maze puzzles/mazes/cases/no-way.txt"),
    ("maze", "maze TMP/solved.pbm --wall 1 --road 1"),
    ("maze-why", "maze puzzles/mazes/cases/bridge.txt --why 8,2"),
    ("maze-why", "maze puzzles/mazes/cases/bridge.txt --why 10,8"),
    ("maze-claims", "maze claims puzzles/mazes/cases/bridge.txt"),
    ("maze-claims", "maze claims puzzles/mazes/cases/no-way.txt"),
    ("maze-claims", "maze claims puzzles/mazes/cases/perfect.txt"),
    ("maze-claims", "maze claims puzzles/mazes/cases/loop.txt"),
    ("maze-claims", "maze claims puzzles/mazes/cases/ten-doors.txt"),
    ("maze-counterexample", "maze counterexample --claim sound --max-fields 9"),
    ("maze-counterexample", "maze counterexample --claim complete --max-fields 9"),
    ("loops-referee", "loops referee puzzles/loops/cases/two-curves.game TMP/open.game"),
    ("loops-referee", "loops referee TMP/illegal.game"),
    ("loops-solve", "loops solve --size 3"),
    ("loops-solve", "loops solve --size 3 --value-only"),
    ("loops-verify", "loops verify --max-size 3"),
];

fn folder() -> Folder {
    let folder = Folder::new(&[
        (
            "batch.jsonl",
            "{\"name\":\"a\",\"n\":3,\"path\":\"R\"}\n{\"n\":3,\"path\":\"RRR\"}\nno json\n",
        ),
        ("unmet.case", "board 5x5\npath RR\nexpect live\nmoves D=dead\n"),
        ("broken.rule", "name broken\nforbid left\n"),
        ("open.game", "size 3\nmoves 1,1\n"),
        ("illegal.game", "size 3\nmoves 1,1 2,1 1,2 2,2\n"),
        ("maze.txt", include_str!("../../puzzles/mazes/cases/bridge.txt")),
    ]);
    let rules = repository().join("rules");
    let rule = |name: &str| rules.join(name).display().to_string();
    let plan = format!(
        "size 5\nbase {}\n5 {}\nnote Nobody's figure.\n",
        rule("edge"),
        rule("near-field/close-across-left.rule")
    );
    folder.write("plan", plan.as_bytes());
    folder.deadmove(&["maze", "maze.txt", "-o", "solved.pbm"]);
    folder
}

/// The names of the schemas, each with whether it is about single lines.
fn names() -> BTreeMap<String, bool> {
    let listed = deadmove(&["schema"]);
    let line = |line: &str| {
        let (name, about) = line.split_once(' ').unwrap();
        (name.to_owned(), about.trim().starts_with("a line of "))
    };
    listed.stdout().lines().map(line).collect()
}

/// A schema, ready to validate.
struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn of(name: &str) -> Validator {
        let ran = deadmove(&["schema", name]);
        assert_eq!(ran.code(), Some(0), "{ran}");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource(name, serde_json::from_str(ran.stdout()).unwrap()).unwrap();
        let index = compiler.compile(name, &mut schemas).unwrap_or_else(|e| panic!("{name}: {e}"));
        Validator { schemas, index }
    }

    fn accepts(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }

    fn demand(&self, value: &Value, what: &str) {
        if let Err(error) = self.schemas.validate(value, self.index) {
            panic!("{what}: {error:#}\n{value}");
        }
    }
}

/// The places of all objects in a value, as JSON pointers.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(at.to_owned());
            fields.iter().for_each(|(key, value)| objects(value, &format!("{at}/{key}"), found));
        }
        Value::Array(values) => {
            let numbered = values.iter().enumerate();
            numbered.for_each(|(number, value)| objects(value, &format!("{at}/{number}"), found));
        }
        _ => {}
    }
}

/// Broken copies are refused: a key too many in any object, another version, a key too few.
fn refuses_broken(validator: &Validator, value: &Value, what: &str) {
    let mut places = Vec::new();
    objects(value, "", &mut places);
    for place in places.iter().take(100) {
        let mut broken = value.clone();
        broken.pointer_mut(place).unwrap()["unknown_key"] = json!(true);
        assert!(!validator.accepts(&broken), "{what}: a new key is accepted at '{place}'");
    }
    for place in places.iter().filter(|place| value.pointer(place).unwrap()["schema"].is_u64()) {
        let mut broken = value.clone();
        broken.pointer_mut(place).unwrap()["schema"] = json!(2);
        assert!(!validator.accepts(&broken), "{what}: another version is accepted");
        broken.pointer_mut(place).unwrap().as_object_mut().unwrap().remove("schema");
        assert!(!validator.accepts(&broken), "{what}: the version may be missing");
    }
}

/// Validates what these commands print.
fn validates(outputs: &[(&str, &str)]) {
    let (folder, names) = (folder(), names());
    for (name, words) in outputs {
        let words = words.replace("TMP", &folder.path().display().to_string());
        let arguments: Vec<&str> = words.split(' ').chain(["--json"]).collect();
        let ran = deadmove(&arguments);
        let printed: Vec<Value> = match names[*name] {
            true => ran.stdout().lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            false => vec![serde_json::from_str(ran.stdout()).unwrap_or_else(|_| panic!("{ran}"))],
        };
        assert!(!printed.is_empty(), "{ran}");
        let validator = Validator::of(name);
        for value in &printed {
            validator.demand(value, &words);
        }
        refuses_broken(&validator, &printed[0], &words);
        refuses_broken(&validator, &printed[printed.len() - 1], &words);
    }
}

#[test]
fn what_is_printed_about_boards_and_rules_matches_its_schema() {
    validates(BOARDS);
}

#[test]
fn what_proofs_walks_and_searches_print_matches_its_schema() {
    validates(SEARCHES);
}

#[test]
fn what_the_puzzles_print_matches_its_schema() {
    validates(PUZZLES);
}

#[test]
fn every_schema_is_tested_against_an_output() {
    let tested = [BOARDS, SEARCHES, PUZZLES].concat();
    let tested: BTreeSet<String> = tested.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(tested, names().into_keys().collect());
}

#[test]
fn the_files_of_the_documentation_are_the_schemas_of_the_program() {
    let folder = repository().join("docs/schemas");
    for name in names().keys() {
        let kept = std::fs::read_to_string(folder.join(format!("{name}.json")));
        assert!(
            kept.is_ok_and(|kept| kept == deadmove(&["schema", name]).stdout()),
            "write docs/schemas/{name}.json again: deadmove schema {name} >docs/schemas/{name}.json"
        );
    }
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, names().len(), "docs/schemas has a file that is no schema");
}
