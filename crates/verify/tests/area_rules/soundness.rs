//! Every claim on every live position of 5x5 and 7x7, and along random lines on larger boards.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use deadmove_core::board::{Board, Move};
use deadmove_core::position::Position;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::Rule;
use deadmove_rules::moves::Moves;
use deadmove_testing::generate::hamiltonian_path;
use deadmove_verify::check::at_the_limit;
use deadmove_verify::live_set::LiveSet;
use rayon::prelude::*;

use super::{files, read, square};

/// The figures of a rule on a set of positions, over all matches (a position and a placement each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    matches: usize,
    dead: usize,
    live: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.matches += other.matches;
        self.dead += other.dead;
        self.live += other.live;
    }

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
            assert!(rules.iter().all(|rule| rule.head.placements == Placements::ALL), "{file}");
            rules.into_iter().map(move |rule| (file.clone(), rule))
        })
        .unzip()
}

fn live_set(size: usize) -> LiveSet {
    LiveSet::build(size, &|_| {}).expect("a size with a live set")
}

fn moves(bits: u8) -> Moves {
    (0..4).filter(|i| bits >> i & 1 == 1).map(|i| Move::ALL[i]).collect()
}

/// Matches all rules on all positions of a live set. Also returns the number of dead moves that at
/// least one of the first `counted` rules forbids.
fn judge(rules: &[Rule], counted: usize, live_set: &LiveSet) -> (Vec<Tally>, usize) {
    let set = RuleSet::compile(rules, &square(live_set.grid().side()));
    let nothing = || (set.matcher(), vec![Tally::default(); rules.len()], 0);
    (1..live_set.layers())
        .map(|drawn| {
            live_set
                .layer(drawn)
                .fold(nothing, |(mut matcher, mut tallies, mut forbidden), entry| {
                    let live = moves(entry.live_moves);
                    // The rules are closed under transposition, so both copies count alike.
                    let copies = 1 + usize::from(live_set.transposed(entry).is_some());
                    let mut all = Moves::NONE;
                    matcher.for_each_in_bits(entry.key.free(), entry.key.live_end(), |found| {
                        let tally = &mut tallies[found.rule];
                        tally.matches += copies;
                        tally.live += copies * found.moves.and(live).len() as usize;
                        tally.dead += copies * found.moves.without(live).len() as usize;
                        if found.rule < counted {
                            all = all.or(found.moves);
                        }
                    });
                    forbidden += copies * all.without(live).len() as usize;
                    (matcher, tallies, forbidden)
                })
                .map(|(_, tallies, forbidden)| (tallies, forbidden))
                .reduce(|| (vec![Tally::default(); rules.len()], 0), sum)
        })
        .fold((vec![Tally::default(); rules.len()], 0), sum)
}

fn sum(
    (mut tallies, forbidden): (Vec<Tally>, usize),
    (others, more): (Vec<Tally>, usize),
) -> (Vec<Tally>, usize) {
    for (tally, other) in tallies.iter_mut().zip(&others) {
        tally.add(*other);
    }
    (tallies, forbidden + more)
}

/// As [`judge`] along random lines, where one live move is known: the next step.
fn judge_lines(rules: &[Rule], size: usize, lines: u64) -> Vec<Tally> {
    let board = Arc::new(square(size));
    let set = RuleSet::compile(rules, &board);
    let mut matcher = set.matcher();
    let mut tallies = vec![Tally::default(); rules.len()];
    for seed in 0..lines {
        let mut position = Position::start(board.clone());
        for step in hamiltonian_path(size, size, seed) {
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

/// One line for each claim of each file, over all its parameters.
fn table(size: usize) -> String {
    let live_set = live_set(size);
    let totals = live_set.totals();
    let mut text = format!(
        "{size}x{size}: {} live positions, {} dead moves\n",
        totals.live_positions, totals.dead_moves
    );
    for folder in ["area", "multi-area"] {
        let (files, rules) = rules_of(folder, &square(size));
        let complements: Vec<Option<Rule>> = rules.iter().map(at_the_limit).collect();
        let all: Vec<Rule> =
            rules.iter().cloned().chain(complements.iter().flatten().cloned()).collect();
        let (tallies, forbidden) = judge(&all, rules.len(), &live_set);
        let (tallies, judged) = tallies.split_at(rules.len());
        let mut judged = judged.iter();
        let mut groups: BTreeMap<(&str, &str), (Tally, usize, usize)> = BTreeMap::new();
        for (((file, rule), tally), complement) in
            files.iter().zip(&rules).zip(tallies).zip(&complements)
        {
            let claim = rule.head.name.split_once("] ").map_or("", |(_, claim)| claim);
            let (sum, complements, wrong) = groups.entry((file, claim)).or_default();
            sum.add(*tally);
            if complement.is_some() {
                let judged = judged.next().expect("a tally of each complement");
                *complements += usize::from(judged.matches > 0);
                *wrong += usize::from(judged.live > 0);
            }
        }
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
fn no_claim_forbids_a_live_move_on_5x5_and_7x7() {
    for size in [5, 7] {
        for folder in ["area", "multi-area"] {
            let (_, rules) = rules_of(folder, &square(size));
            let (tallies, _) = judge(&rules, rules.len(), &live_set(size));
            for (rule, tally) in rules.iter().zip(tallies) {
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
#[ignore = "some minutes and 2 GB"]
fn what_every_claim_does_on_9x9() {
    insta::assert_snapshot!(table(9));
}

#[test]
fn no_claim_forbids_the_next_step_of_a_random_line() {
    no_step_is_forbidden(40);
}

#[test]
#[ignore = "some minutes in the debug profile"]
fn no_claim_forbids_the_next_step_of_many_random_lines() {
    no_step_is_forbidden(3000);
}

fn no_step_is_forbidden(lines: u64) {
    for size in [9, 13] {
        for folder in ["area", "multi-area"] {
            let (_, rules) = rules_of(folder, &square(size));
            for (rule, tally) in rules.iter().zip(judge_lines(&rules, size, lines)) {
                assert_eq!(tally.live, 0, "{} on {size}x{size}: {tally:?}", rule.head.name);
            }
        }
    }
}
