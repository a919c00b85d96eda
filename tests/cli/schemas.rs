//! `deadmove schema`: the schemas describe what the commands print, all of it and nothing else.

use std::collections::BTreeSet;

use deadmove_core::files::Shown;

use super::program::{Folder, deadmove, repository};
use super::schema_validator::{names, validates};

/// What commands print with --json, by the name of the schema. `TMP` is a folder with some files.
const BOARDS: &[(&str, &str)] = &[
    ("judge", "judge --jsonl TMP/batch.jsonl"),
    ("judge", "judge cases/reasons"),
    ("judge", "judge --board 5x5 --path RR --engine both"),
    ("judge", "judge cases/corpus/25x25-turns-at-37.case --engine frontier --frontier-memory 1"),
    ("judge", "judge TMP/unmet.case"),
    ("count", "count --board 7x7"),
    ("count", "count --board 9x31"),
    ("count", "count --board 13x13 --frontier-memory 1"),
    ("judge", "judge cases/reasons --no-evidence"),
    ("positions", "positions --size 5 --drawings 2"),
    ("positions", "positions --size 11 --random 2 --dead"),
    ("explain", "explain rules/near-field --board 5x5 --path RRRD"),
    ("check", "check rules/near-field rules/edge --size 5"),
    ("check", "check rules/near-field --include-wrong --sizes 3,5"),
    ("check", "check rules/lemmas --size 5"),
    ("check", "check rules/edge --engine sat --size 5"),
    ("check", "check rules/edge --size 5 --shard 1/3"),
    ("check", "check rules/near-field --size 5 --missed"),
    ("check", "check rules/near-field --size 5 --missed --sound-only"),
    ("check-answers", "check --answers TMP/answers.jsonl"),
    ("compare", "compare rules/near-field --with rules/edge --size 5"),
    ("compare", "compare mined-9 --with rules/edge --size 11 --walks 2"),
    ("check", "check rules/near-field/close-side-straight.rule --size 7 --stuck"),
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
    ("walk-random", "walk rules/edge --size 7 --order random --seed 3"),
    ("walk-random", "walk rules/edge --order random --sizes 5,7 --stop dead --runs 5"),
    ("walk-random", "walk rules/lemmas --order random --size 5 --runs 1"),
    ("milestones", "lab milestones TMP/plan"),
    ("minimise", "minimise --position cases/corpus/5x5-turns-at-9.case --sizes 5"),
    ("minimise", "minimise rules/near-field --position cases/corpus/5x5-turns-at-9.case --sizes 5"),
    ("mine", "mine --size 5 --rounds 1"),
    ("pass-plan", "pass all-sizes --size 5 --plan --samples 1000"),
    ("pass", "pass rules/edge --size 5 --out TMP/pass"),
    ("pass", "pass all-sizes --size 3 --out TMP/pass-3"),
    ("mine", "mine rules/near-field rules/edge --size 11 --rounds 1 --walks 1"),
    ("hunt-boards", "lab hunt boards --cells 9 --out TMP/boards"),
    ("hunt-strips", "lab hunt strips --tries 3 --lines 1 --sizes 5"),
    ("hunt-regions", "lab hunt regions --shape rooms --tries 3 --seed 2 --out TMP/regions"),
    (
        "compare-views",
        "lab compare-views cases/corpus/5x5-turns-at-9.case cases/reasons/deduction.case",
    ),
    ("review", "lab review rules/area"),
];

fn folder() -> Folder {
    let folder = Folder::new(&[
        (
            "batch.jsonl",
            "{\"name\":\"a\",\"n\":3,\"path\":\"R\"}\n{\"n\":3,\"path\":\"RRR\"}\nno json\n",
        ),
        (
            "answers.jsonl",
            "{\"n\":3,\"path\":\"R\",\"allowed\":\"D\"}\n\
             {\"width\":3,\"height\":2,\"path\":\"\",\"allowed\":\"U\"}\n{}\n",
        ),
        ("unmet.case", "board 5x5\npath RR\nexpect live\nmoves D=dead\n"),
        ("broken.rule", "name broken\nforbid left\n"),
    ]);
    let rules = repository().join("rules");
    let rule = |name: &str| std::path::absolute(rules.join(name)).unwrap().shown();
    let plan = format!(
        "size 5\nbase {}\n5 {}\nnote Nobody's figure.\n",
        rule("edge"),
        rule("near-field/close-across-left.rule")
    );
    folder.write("plan", plan.as_bytes());
    folder
}

#[test]
fn what_is_printed_about_boards_and_rules_matches_its_schema() {
    validates(&folder(), BOARDS);
}

#[test]
fn what_proofs_walks_and_searches_print_matches_its_schema() {
    validates(&folder(), SEARCHES);
}

#[test]
fn every_schema_is_tested_against_an_output() {
    let tested = [BOARDS, SEARCHES].concat();
    let tested: BTreeSet<String> = tested.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(tested, names().into_keys().collect());
}

#[test]
fn schemas_allow_keys_that_later_versions_add() {
    for name in names().keys() {
        let schema = deadmove(&["schema", name]);
        assert!(!schema.stdout().contains("additionalProperties\": false"), "{schema}");
    }
}
