//! Every claim on every live position of 5x5 and 7x7, and along random lines on larger boards.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use deadmove::board::Board;
use deadmove::position::Position;
use deadmove::rule::compile::RuleSet;
use deadmove::rule::model::{RegionTest, Rule};
use deadmove::rule::moves::Moves;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::positions::{Live, live_positions};
use crate::{files, read, square, support};

/// What a rule did on a list of positions, over all matches (a position and a placement each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    matches: usize,
    dead: usize,
    live: usize,
}

impl Tally {
    fn verdict(self) -> &'static str {
        match self {
            Tally { matches: 0, .. } => "vacuous",
            Tally { live: 0, .. } => "sound",
            _ => "UNSOUND",
        }
    }
}

/// The rules of a folder for a board, each with the name of its file.
fn rules_of(folder: &str, board: &Board) -> (Vec<String>, Vec<Rule>) {
    files(folder)
        .iter()
        .flat_map(|path| {
            let file = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let rules = read(path).rules(board).expect("a family that expands");
            rules.into_iter().map(move |rule| (file.clone(), rule))
        })
        .unzip()
}

fn legal(board: &Board, position: &Live) -> Moves {
    let free = |index: usize| position.free >> index & 1 == 1;
    let neighbours = board.neighbours(board.cell(position.live_end));
    neighbours.filter(|(_, cell)| free(board.index(*cell))).map(|(m, _)| m).collect()
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

/// As [`judge`] along random lines, where one live move is known: the next step.
fn judge_lines(rules: &[Rule], size: u16, lines: usize) -> Vec<Tally> {
    let board = Arc::new(square(usize::from(size)));
    let set = RuleSet::compile(rules, &board);
    let mut matcher = set.matcher();
    let mut tallies = vec![Tally::default(); rules.len()];
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
    for _ in 0..lines {
        let mut position = Position::start(board.clone());
        for step in support::random_path(size, &mut rng) {
            matcher.for_each(position.free(), position.live_end(), |found| {
                let tally = &mut tallies[found.rule];
                tally.matches += 1;
                tally.live += usize::from(found.moves.contains(step));
            });
            position.play(step).expect("a path");
        }
    }
    tallies
}

/// The complement of a claim about a surplus limit: with just the surplus it still allows, the
/// same moves are forbidden. It has to be wrong, or the limit is not the best one.
fn at_the_limit(rule: &Rule) -> Option<Rule> {
    let limit = match rule.pattern.segments.first()?.tests[..] {
        [RegionTest::Surplus { from: Some(k), to: None, inside: true }] => k - 1,
        [RegionTest::Surplus { from: None, to: Some(k), inside: true }] => k + 1,
        _ => return None,
    };
    let mut complement = rule.clone();
    complement.pattern.segments[0].tests = vec![RegionTest::surplus_is(limit)];
    Some(complement)
}

/// One line for each claim of each file, over all its parameters.
fn table(size: usize) -> String {
    let board = square(size);
    let positions = live_positions(&board);
    let dead: usize =
        positions.iter().map(|p| legal(&board, p).without(p.moves).len() as usize).sum();
    let mut text =
        format!("{size}x{size}: {} live positions, {dead} dead moves\n", positions.len());
    for folder in ["area", "multi-area"] {
        let (files, rules) = rules_of(folder, &board);
        let tallies = judge(&rules, &board, &positions);
        let mut groups: BTreeMap<(&str, &str), (Tally, usize, usize)> = BTreeMap::new();
        for ((file, rule), tally) in files.iter().zip(&rules).zip(&tallies) {
            let claim = rule.head.name.split_once("] ").map_or("", |(_, claim)| claim);
            let (sum, complements, wrong) = groups.entry((file, claim)).or_default();
            sum.matches += tally.matches;
            sum.dead += tally.dead;
            sum.live += tally.live;
            if let Some(complement) = at_the_limit(rule) {
                let judged = judge(&[complement], &board, &positions)[0];
                *complements += usize::from(judged.matches > 0);
                *wrong += usize::from(judged.live > 0);
            }
        }
        let set = RuleSet::compile(&rules, &board);
        let mut matcher = set.matcher();
        let forbidden: u32 = positions
            .iter()
            .map(|p| matcher.forbidden_in_bits(p.free, p.live_end).without(p.moves).len())
            .sum();
        writeln!(text, "\n{folder}: {forbidden} dead moves forbidden").expect("a string");
        for ((file, claim), (sum, complements, wrong)) in groups {
            let Tally { matches, dead, live } = sum;
            let name = if claim.is_empty() { file.into() } else { format!("{file}: {claim}") };
            let verdict = sum.verdict();
            write!(text, "{name:44} {verdict:8} matches {matches:5}, dead {dead:5}, live {live}")
                .expect("a string");
            if complements > 0 {
                write!(text, "; at the limit {wrong} of {complements} wrong").expect("a string");
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_lists_of_live_positions_have_the_known_lengths() {
    for (size, live, dead) in [(5, 578, 346), (7, 66_452, 50_058)] {
        let board = square(size);
        let positions = live_positions(&board);
        let legal = |p: &Live| legal(&board, p).without(p.moves).len() as usize;
        // The finished position counts as live, but nothing is to be said about it.
        assert_eq!((positions.len() + 1, positions.iter().map(legal).sum()), (live, dead));
    }
}

#[test]
fn no_claim_forbids_a_live_move_on_5x5_and_7x7() {
    for size in [5, 7] {
        let board = square(size);
        let positions = live_positions(&board);
        for folder in ["area", "multi-area"] {
            let (_, rules) = rules_of(folder, &board);
            for (rule, tally) in rules.iter().zip(judge(&rules, &board, &positions)) {
                assert_eq!(tally.live, 0, "{} on {size}x{size}: {tally:?}", rule.head.name);
            }
        }
    }
}

#[test]
fn what_every_claim_does_on_5x5_and_7x7() {
    insta::assert_snapshot!(table(5) + "\n" + &table(7));
}

#[test]
fn no_claim_forbids_the_next_step_of_a_random_line() {
    no_step_is_forbidden(100);
}

#[test]
#[ignore = "a minute"]
fn no_claim_forbids_the_next_step_of_many_random_lines() {
    no_step_is_forbidden(3000);
}

fn no_step_is_forbidden(lines: usize) {
    for size in [9, 13] {
        for folder in ["area", "multi-area"] {
            let (_, rules) = rules_of(folder, &square(usize::from(size)));
            for (rule, tally) in rules.iter().zip(judge_lines(&rules, size, lines)) {
                assert_eq!(tally.live, 0, "{} on {size}x{size}: {tally:?}", rule.head.name);
            }
        }
    }
}
