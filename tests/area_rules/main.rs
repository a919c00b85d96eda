//! The general area rules and the rules with several regions: they expand, the area rules show the
//! limits of the research's tables, and on small boards they forbid nothing live.

mod positions;
#[path = "../support/mod.rs"]
mod support;
mod tables;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadmove::board::{Board, Move};
use deadmove::rule::RuleFile;
use deadmove::rule::compile::RuleSet;
use deadmove::rule::family::Family;
use deadmove::rule::model::{RegionTest, Rule};
use deadmove::rule::moves::Moves;
use deadmove::position::Position;
use positions::{Live, live_positions};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder of rules")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rule"))
        .collect();
    files.sort();
    files
}

fn read(path: &Path) -> RuleFile {
    RuleFile::read(path).unwrap_or_else(|error| panic!("{error}"))
}

fn area(name: &str) -> Family {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/area").join(name);
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
        for parameters in family.all_parameters(limit) {
            let rules = family
                .expand(&parameters)
                .unwrap_or_else(|error| panic!("{} {parameters:?}: {error}", path.display()));
            claims += rules.len();
        }
        assert!(claims > 0, "{} claims nothing", path.display());
    }
}

/// The surpluses for which no claim forbids `direction`, among those a small region can have. The
/// cells of the region are taken to be so many that its parity fits the surplus.
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

fn assert_limits(family: &str, parameters: &[i64], expected: &[(Move, &RangeInclusive<i32>)]) {
    let rules = area(family).expand(parameters).expect("a family that expands");
    for (direction, range) in expected {
        let expected: Vec<i32> = (*range).clone().collect();
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

/// What a rule did on a list of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Pairs of a position and a placement that match.
    matches: usize,
    /// Dead moves forbidden, over all matches.
    dead: usize,
    /// Live moves forbidden, over all matches.
    live: usize,
}

fn judge(rules: &[Rule], board: &Board, positions: &[Live]) -> Vec<Tally> {
    let set = RuleSet::compile(rules, board);
    let mut matcher = set.matcher();
    let mut tallies = vec![Tally::default(); rules.len()];
    for position in positions {
        matcher.for_each_in_bits(position.free, position.live_end, |found| {
            let tally = &mut tallies[found.rule];
            tally.matches += 1;
            tally.live += found.moves.and(position.moves).len() as usize;
            tally.dead += found.moves.without(position.moves).len() as usize;
        });
    }
    tallies
}

/// For each claim about one surplus limit, the claim that the limit itself is too much already.
fn one_too_strict(rule: &Rule) -> Option<Rule> {
    let tests = &rule.pattern.segments.first()?.tests;
    let limit = match tests[..] {
        [RegionTest::Surplus { from: Some(k), to: None, inside: true }] => k - 1,
        [RegionTest::Surplus { from: None, to: Some(k), inside: true }] => k + 1,
        _ => return None,
    };
    let mut stricter = rule.clone();
    stricter.pattern.segments[0].tests = vec![RegionTest::surplus_is(limit)];
    Some(stricter)
}

fn rules_of(folder: &str, board: &Board) -> Vec<(String, Rule)> {
    files(folder)
        .iter()
        .flat_map(|path| {
            let file = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let rules = read(path).rules(board).expect("a family that expands");
            rules.into_iter().map(move |rule| (file.clone(), rule))
        })
        .collect()
}

#[test]
fn the_lists_of_live_positions_have_the_known_lengths() {
    let board = square(5);
    let positions = live_positions(&board);
    let legal = |p: &Live| board.neighbours(board.cell(p.live_end)).filter(|(_, c)| p.free >> board.index(*c) & 1 == 1).count();
    let dead: usize = positions.iter().map(|p| legal(p) - p.moves.len() as usize).sum();
    assert_eq!((positions.len(), dead), (577, 346));
}

/// `cargo test --test area_rules -- --ignored --nocapture tables` prints what every claim did.
#[test]
#[ignore = "prints tables; for reading"]
fn tables_of_every_claim() {
    for size in [5, 7] {
        let board = square(size);
        let positions = live_positions(&board);
        for folder in ["area", "multi-area"] {
            println!("\n{folder} on {size}x{size}, {} positions", positions.len());
            let all = rules_of(folder, &board);
            let rules: Vec<Rule> = all.iter().map(|(_, rule)| rule.clone()).collect();
            let stricter: Vec<Rule> =
                rules.iter().map(|r| one_too_strict(r).unwrap_or_else(|| r.clone())).collect();
            let tallies = judge(&rules, &board, &positions);
            let complements = judge(&stricter, &board, &positions);
            for (i, (file, rule)) in all.iter().enumerate() {
                let Tally { matches, dead, live } = tallies[i];
                let other = if rules[i] == stricter[i] { "-".into() } else { format!("{}/{}", complements[i].dead, complements[i].live) };
                println!(
                    "{} {file:12} {:45} matches {matches:6} dead {dead:6} live {live:5}  at the limit {other}",
                    if live > 0 { "UNSOUND" } else if dead == 0 { "vacuous" } else { "sound  " },
                    rule.head.name
                );
            }
            let mut groups: BTreeMap<(String, String), (usize, Tally, usize)> = BTreeMap::new();
            for (i, (file, rule)) in all.iter().enumerate() {
                let claim = rule.head.name.split("] ").nth(1).unwrap_or("rule").to_owned();
                let group = groups.entry((file.clone(), claim)).or_default();
                group.0 += 1;
                group.1.matches += tallies[i].matches;
                group.1.dead += tallies[i].dead;
                group.1.live += tallies[i].live;
                if rules[i] != stricter[i] && complements[i].live > 0 {
                    group.2 += 1;
                }
            }
            for ((file, claim), (claims, tally, refuted)) in groups {
                println!("{file:14} {claim:22} claims {claims:3} {tally:?} limits shown tight {refuted}");
            }
            let set = RuleSet::compile(&rules, &board);
            let mut matcher = set.matcher();
            let (mut dead, mut caught, mut wrong) = (0, 0, 0);
            for p in &positions {
                let forbidden = matcher.forbidden_in_bits(p.free, p.live_end);
                let legal: Moves = board
                    .neighbours(board.cell(p.live_end))
                    .filter(|(_, c)| p.free >> board.index(*c) & 1 == 1)
                    .map(|(m, _)| m)
                    .collect();
                dead += legal.without(p.moves).len();
                caught += forbidden.without(p.moves).len();
                wrong += forbidden.and(p.moves).len();
            }
            println!("set: {caught} of {dead} dead moves forbidden, {wrong} live moves");
        }
    }
}

/// As [`judge`] along random lines on a large board, where only one live move is known: the next step.
fn judge_lines(rules: &[Rule], size: u16, lines: usize) -> Vec<Tally> {
    let board = Arc::new(square(usize::from(size)));
    let set = RuleSet::compile(rules, &board);
    let mut matcher = set.matcher();
    let mut tallies = vec![Tally::default(); rules.len()];
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
    for _ in 0..lines {
        let path = support::random_path(size, &mut rng);
        let mut position = Position::start(board.clone());
        for &step in &path {
            matcher.for_each(position.free(), position.live_end(), |found| {
                let tally = &mut tallies[found.rule];
                tally.matches += 1;
                if found.moves.contains(step) {
                    tally.live += 1;
                }
            });
            position.play(step).expect("a path");
        }
    }
    tallies
}

#[test]
#[ignore = "prints tables; for reading"]
fn tables_along_random_lines() {
    let lines = std::env::var("LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    for size in [9, 13] {
        let board = square(usize::from(size));
        for folder in ["area", "multi-area"] {
            let all: Vec<(String, Rule)> = rules_of(folder, &board);
            let rules: Vec<Rule> = all.iter().map(|(_, rule)| rule.clone()).collect();
            let stricter: Vec<Rule> =
                rules.iter().map(|r| one_too_strict(r).unwrap_or_else(|| r.clone())).collect();
            let tallies = judge_lines(&rules, size, lines);
            let complements = judge_lines(&stricter, size, lines);
            for (i, (file, rule)) in all.iter().enumerate() {
                if tallies[i].matches + complements[i].matches > 0 {
                    println!(
                        "{size} {} {file:12} {:45} matches {:6} live {:5}  at the limit {}/{}",
                        if tallies[i].live > 0 { "UNSOUND" } else { "-      " },
                        rule.head.name, tallies[i].matches, tallies[i].live, complements[i].matches, complements[i].live
                    );
                }
            }
        }
    }
}
