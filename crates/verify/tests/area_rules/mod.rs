//! The general area rules and the rules with several regions: they expand, the area rules have the
//! limits of the research's tables, and on small boards they forbid no live move (`soundness`).

mod soundness;
mod tables;

use std::path::{Path, PathBuf};

use deadmove_core::board::{Board, Move};
use deadmove_rules::RuleFile;
use deadmove_rules::family::Family;
use deadmove_rules::model::Rule;

/// The folders of the rules tested here, with the beginnings of the file names; the folders may
/// have other rules too.
const FOLDERS: [(&str, &[&str]); 2] = [
    ("area", &["s", "u", "h", "c"]),
    ("multi-area", &["double-area-case-", "next-step-", "sequence-", "start-obstacle-"]),
];

/// The rule files of one of the [`FOLDERS`], in ascending order.
fn files(folder: &str) -> Vec<PathBuf> {
    let (_, beginnings) =
        FOLDERS.iter().find(|(name, _)| *name == folder).expect("one of the folders");
    let folder = deadmove_testing::root().join("rules").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder of rules")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rule"))
        .filter(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            beginnings.iter().any(|beginning| name.starts_with(beginning))
        })
        .collect();
    files.sort();
    files
}

fn read(path: &Path) -> RuleFile {
    deadmove_testing::rule_file(path)
}

fn area(name: &str) -> Family {
    let path = deadmove_testing::root().join("rules/area").join(name);
    match read(&path) {
        RuleFile::Family(family) => family,
        RuleFile::Rule(_) => panic!("{name} is not a family"),
    }
}

fn square(size: usize) -> Board {
    Board::corner_to_corner(size, size).expect("a board")
}

#[test]
fn every_family_expands_up_to_distance_12_and_corners_up_to_8() {
    for path in ["area", "multi-area"].iter().flat_map(|folder| files(folder)) {
        let RuleFile::Family(family) = read(&path) else { continue };
        let limit = if family.parameters.len() == 1 { 12 } else { 8 };
        let mut claims = 0;
        for parameters in family.all_parameters(|_| limit) {
            let rules = family
                .expand(&parameters)
                .unwrap_or_else(|error| panic!("{} {parameters:?}: {error}", path.display()));
            claims += rules.len();
        }
        assert!(claims > 0, "{} claims nothing", path.display());
    }
}

/// The surpluses for which no claim forbids `direction`, among those a small region can have. The
/// number of cells is assumed to have the parity of the surplus.
fn allowed(rules: &[Rule], direction: Move) -> Vec<i32> {
    let forbids = |rule: &Rule, surplus: i32| {
        rule.forbids.iter().any(|f| f.direction == direction)
            && rule.pattern.segments[0]
                .tests
                .iter()
                .all(|test| test.holds(surplus.unsigned_abs(), surplus))
    };
    (-20..=20).filter(|&surplus| !rules.iter().any(|rule| forbids(rule, surplus))).collect()
}

fn assert_limits(family: &str, parameters: &[i64], expected: &[(Move, &[i32; 2])]) {
    let rules = area(family).expand(parameters).expect("a family that expands");
    for (direction, range) in expected {
        let expected: Vec<i32> = (range[0]..=range[1]).collect();
        assert_eq!(allowed(&rules, *direction), expected, "{family} {parameters:?} {direction}");
    }
}

#[test]
fn s_has_the_limits_of_the_table() {
    for (d, ahead, left, later) in &tables::S {
        assert_limits(
            "s.rule",
            &[*d],
            &[(Move::Up, ahead), (Move::Left, left), (Move::Right, later), (Move::Down, later)],
        );
        if *d > 1 {
            assert_limits("s-behind.rule", &[*d], &[(Move::Down, left)]);
        }
    }
}

#[test]
fn u_has_the_limits_of_the_table() {
    for (d, now, later) in &tables::U {
        assert_limits(
            "u.rule",
            &[*d],
            &[(Move::Left, now), (Move::Up, later), (Move::Right, later), (Move::Down, later)],
        );
    }
}

#[test]
fn u_big_has_the_limits_of_the_table() {
    for (d, ahead, right, later) in &tables::U_BIG {
        assert_limits(
            "u-big.rule",
            &[*d],
            &[(Move::Up, ahead), (Move::Right, right), (Move::Left, later), (Move::Down, later)],
        );
    }
}

#[test]
fn h_has_the_limits_of_the_table() {
    for (d, now, later) in &tables::H {
        assert_limits(
            "h.rule",
            &[*d],
            &[(Move::Left, now), (Move::Up, later), (Move::Right, later), (Move::Down, later)],
        );
    }
}

#[test]
fn c_has_the_limits_of_the_table() {
    for (h, v, left, behind, later) in &tables::C {
        assert_limits(
            "c.rule",
            &[*h, *v],
            &[(Move::Left, left), (Move::Up, later), (Move::Right, later), (Move::Down, later)],
        );
        assert_limits("c-behind.rule", &[*h, *v], &[(Move::Down, behind)]);
    }
}
