//! Rule files: every shipped one can be read, and writing and reading changes nothing.

use deadmove_core::board::Board;
use deadmove_rules::RuleFile;
use deadmove_rules::family::{Family, FamilyError};
use deadmove_rules::geometry::Offset;
use deadmove_rules::load::LoadedFile;
use deadmove_rules::load::LoadedRule;
use deadmove_rules::model::RegionTest;
use deadmove_testing::random::all_rule_files;
use deadmove_verify::check_live_set::check_whole;
use deadmove_verify::live_set::LiveSet;
use proptest::prelude::*;

#[test]
fn every_rule_file_survives_writing_and_reading() {
    for LoadedFile { path, rule_file: file, .. } in all_rule_files() {
        let text = file.write();
        let again = RuleFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, file, "{}", path.display());
    }
}

/// The examples of the documentation as files, and the numbers of whole files and of parts.
fn examples() -> (Vec<RuleFile>, usize, usize) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/rule-language.md");
    let text = std::fs::read_to_string(path).expect("the documentation");
    let mut files = Vec::new();
    let (mut whole, mut parts) = (0, 0);
    for block in text.split("```").skip(1).step_by(2).map(str::trim_start) {
        let example = if block.starts_with("name") {
            whole += 1;
            block.to_owned()
        } else if block.starts_with("picture") && block.contains("forbids") {
            parts += 1;
            format!("name an example\n{block}")
        } else {
            continue;
        };
        files.push(RuleFile::parse(&example).unwrap_or_else(|e| panic!("{e}\n{example}")));
    }
    (files, whole, parts)
}

#[test]
fn every_example_of_the_documentation_is_a_rule() {
    let (_, whole, parts) = examples();
    assert!(whole >= 4 && parts >= 2, "{whole} files and {parts} parts of files were found");
}

#[test]
fn the_examples_of_the_documentation_forbid_nothing_live_on_7x7() {
    let board = Board::corner_to_corner(7, 7).unwrap();
    let named = examples().0.into_iter().filter(|file| file.head().name != "an example");
    let claims: Vec<LoadedRule> = named
        .flat_map(|file| file.rules(&board).unwrap())
        .map(|rule| LoadedRule { file: "docs/reference/rule-language.md".into(), rule })
        .collect();
    let check = check_whole(&LiveSet::build(7, &|_| {}).unwrap(), &claims);
    for (claim, result) in check.claims.iter().zip(&check.rules) {
        assert_eq!(result.forbids_live, Some(0), "{}", claim.name);
    }
    let sound = check.rules.iter().filter(|result| result.forbids_dead > Some(0)).count();
    assert!(sound >= 4, "only {sound} examples forbid anything");
}

fn family(text: &str) -> Family {
    match RuleFile::parse(text) {
        Ok(RuleFile::Family(family)) => family,
        other => panic!("{other:?}"),
    }
}

const CORNER: &str = include_str!("../../../tests/families/corner.rule");
const STRAIGHT: &str = include_str!("../../../tests/families/straight.rule");

#[test]
fn every_claim_of_a_family_is_a_rule_of_its_own() {
    let rules = family(STRAIGHT).expand(&[3]).expect("a rule for every distance");
    let names: Vec<&str> = rules.iter().map(|rule| rule.head.name.as_str()).collect();
    insta::assert_debug_snapshot!(names);
    let texts: Vec<String> = rules.into_iter().map(|r| RuleFile::Rule(r).write()).collect();
    let last = texts.last().expect("a claim");
    insta::assert_snapshot!(last);
}

#[test]
fn limits_follow_the_residue_class() {
    let limits = |distance| -> Vec<Vec<RegionTest>> {
        let rules = family(STRAIGHT).expand(&[distance]).expect("a rule for every distance");
        rules.into_iter().map(|rule| rule.pattern.segments[0].tests.clone()).collect()
    };
    let above = |k: i32| vec![RegionTest::Surplus { from: Some(k + 1), to: None, inside: true }];
    let below = |k: i32| vec![RegionTest::Surplus { from: None, to: Some(k - 1), inside: true }];
    // Table 4.1 of the catalogue: the surpluses from -B to W are allowed.
    assert_eq!(limits(4), [above(1), below(0), above(1), below(0), above(1), below(-1)]);
    assert_eq!(limits(5), [above(2), below(0), above(2), below(0), above(1), below(0)]);
    assert_eq!(limits(6), [above(1), below(-1), above(2), below(-1), above(1), below(-1)]);
    assert_eq!(limits(7), [above(2), below(-1), above(2), below(0), above(2), below(-1)]);
}

#[test]
fn the_stair_of_a_corner_ends_beside_the_wall() {
    let family = family(CORNER);
    for (h, v) in [(2, 2), (3, 3), (5, 3), (3, 6), (6, 2), (2, 5)] {
        let pattern = family.pattern(&[h, v]).expect("a pattern");
        let cells = &pattern.segments[0].cells;
        assert_eq!(cells[0], Offset::new(-1, -1));
        let last = *cells.last().expect("a cell");
        assert_eq!(last, Offset::new(1 - h as i16, 1 - v as i16), "h = {h}, v = {v}");
        assert_eq!(cells.len() as i64, h + v - 3);
    }
}

#[test]
fn a_family_is_expanded_for_all_parameters_that_fit() {
    let board = |width, height| Board::corner_to_corner(width, height).expect("a board");
    let straight = |board| family(STRAIGHT).instances(&board).expect("parameters");
    assert_eq!(straight(board(5, 5)), (1..=4).map(|d| vec![d]).collect::<Vec<_>>());
    // Lying on its side the pattern may be as long as the board is wide.
    assert_eq!(straight(board(7, 3)).len(), 6);
    let corner = family(CORNER).instances(&board(4, 4)).expect("parameters");
    assert_eq!(corner, [[2, 2], [2, 3], [3, 2], [3, 3]].map(Vec::from).to_vec());
}

#[test]
fn parameters_out_of_range_are_refused() {
    let family = family(STRAIGHT);
    for parameters in [&[][..], &[0], &[1, 1]] {
        assert_eq!(family.expand(parameters), Err(FamilyError::Parameters));
    }
    assert!(matches!(
        family.expand(&[i64::MAX]),
        Err(FamilyError::Expr(_) | FamilyError::Parameters)
    ));
}

proptest! {
    #[test]
    fn damaged_files_are_refused_or_read_but_never_crash(
        file in prop::sample::select(vec![STRAIGHT, CORNER]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]{0,3}", 0usize..4), 1..4),
    ) {
        let mut text: Vec<char> = file.chars().collect();
        for (place, new, removed) in damage {
            let at = place.index(text.len());
            let end = (at + removed).min(text.len());
            text.splice(at..end, new.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = RuleFile::parse(&text) {
            prop_assert!(error.place.is_some());
        }
    }
}
