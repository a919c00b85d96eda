//! No false claim is proved: proofs for all sizes are checked against every live position of small
//! boards and against random lines on large ones. And the proofs are as strong as they should be.

use deadmove_testing::claims as prove_support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use deadmove_core::board::{Board, Cell, Move};
use deadmove_core::position::Position;
use deadmove_prove::argument::{Effort, argue};
use deadmove_prove::claims::{
    ClaimArgument, ClaimProof, ClaimVerdict, MoveClaim, prove, prove_claim,
};
use deadmove_prove::family::{RowComparison, rows};
use deadmove_prove::formula::{Facts, WindowQuestion};
use deadmove_prove::run::Run;
use deadmove_rules::compile::RuleSet;
use deadmove_rules::model::Rule;
use deadmove_testing::claims::{QUICK, family, for_every_size, from_positions, mutants, shipped};
use deadmove_testing::generate::hamiltonian_paths;
use deadmove_verify::live_set::LiveSet;
use rayon::prelude::*;

/// Boards that are not square, with the number of their lines.
const BOARDS: [(usize, usize, usize); 6] =
    [(3, 5, 8), (9, 3, 128), (3, 9, 128), (4, 5, 20), (5, 6, 378), (5, 7, 1670)];

fn proved(claims: Vec<MoveClaim>, effort: Effort) -> Vec<MoveClaim> {
    let verdicts = prove(&claims, effort, &Run::new(&AtomicBool::new(false)));
    let both = claims.into_iter().zip(verdicts);
    both.filter(|(_, verdict)| matches!(verdict, ClaimVerdict::Proved(_))).map(|(c, _)| c).collect()
}

/// Checks claims against every live position of a board. Returns how many of them forbid something
/// there.
fn check_against_list(claims: &[MoveClaim], live_set: &LiveSet) -> usize {
    prove_support::hold(&claims.iter().map(for_every_size).collect::<Vec<_>>(), live_set)
}

fn live_set(size: usize) -> LiveSet {
    LiveSet::build(size, &|_| {}).unwrap()
}

/// The proved claims of the shipped rules, families up to 3, and of the same rules weakened in each
/// single condition; and the number of all these claims.
fn weakened() -> &'static (Vec<MoveClaim>, usize) {
    static WEAKENED: OnceLock<(Vec<MoveClaim>, usize)> = OnceLock::new();
    WEAKENED.get_or_init(|| prove_weakened(1, QUICK))
}

/// The same for one claim in 37, with less effort.
fn weakened_sample() -> &'static (Vec<MoveClaim>, usize) {
    static SAMPLE: OnceLock<(Vec<MoveClaim>, usize)> = OnceLock::new();
    SAMPLE.get_or_init(|| prove_weakened(37, Effort { splits: 4, ..QUICK }))
}

fn prove_weakened(one_in: usize, effort: Effort) -> (Vec<MoveClaim>, usize) {
    let claims = shipped("rules", 3);
    let all = claims.iter().cloned().chain(mutants(&claims));
    let all: Vec<MoveClaim> = all.step_by(one_in).collect();
    let asked = all.len();
    (proved(all, effort), asked)
}

#[test]
fn no_live_position_of_5x5_and_7x7_contradicts_a_proof_of_a_weakened_rule() {
    let (proved, asked) = weakened_sample();
    let fired = check_against_list(proved, &live_set(7));
    check_against_list(proved, &live_set(5));
    println!("{} of {asked} proved, {fired} of them forbid something on 7×7", proved.len());
    assert!(*asked > 74 && proved.len() > 24 && fired > 10, "the test is not vacuous");
    assert!(proved.len() < *asked, "some weakened rules are wrong");
}

#[test]
#[ignore = "half a minute of processor time"]
fn no_live_position_of_5x5_and_7x7_contradicts_a_proof_of_any_weakened_rule() {
    let (proved, asked) = weakened();
    let fired = check_against_list(proved, &live_set(7));
    check_against_list(proved, &live_set(5));
    assert!(*asked > 1_500 && proved.len() > 500 && fired > 200, "the test is not vacuous");
    assert!(proved.len() < *asked, "some weakened rules are wrong");
}

#[test]
#[ignore = "three quarters of an hour of processor time"]
fn no_live_position_of_9x9_contradicts_a_proof_of_a_weakened_rule() {
    let (proved, asked) = weakened();
    let fired = check_against_list(proved, &live_set(9));
    println!("{} of {asked} proved, {fired} of them forbid something on 9×9", proved.len());
    assert!(fired > 200, "the test is not vacuous");
}

/// All lines of a board from corner to corner, found by trying every step, in the order of the
/// steps. Positions whose free cells are no longer connected are pruned.
fn all_lines(width: usize, height: usize) -> Vec<Vec<Move>> {
    struct Lines {
        width: usize,
        height: usize,
        drawn: Vec<bool>,
        line: Vec<Move>,
        found: Vec<Vec<Move>>,
    }
    impl Lines {
        fn step(&self, cell: usize, step: Move) -> Option<usize> {
            let (x, y) = (cell % self.width, cell / self.width);
            match step {
                Move::Up => (y > 0).then(|| cell - self.width),
                Move::Right => (x + 1 < self.width).then_some(cell + 1),
                Move::Down => (y + 1 < self.height).then_some(cell + self.width),
                Move::Left => (x > 0).then(|| cell - 1),
            }
        }

        fn reached(&self, from: usize) -> usize {
            let mut seen = self.drawn.clone();
            let (mut stack, mut count) = (vec![from], 0);
            while let Some(cell) = stack.pop() {
                for next in Move::ALL.into_iter().filter_map(|step| self.step(cell, step)) {
                    if !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                        count += 1;
                    }
                }
            }
            count
        }

        fn from(&mut self, cell: usize) {
            let left = self.drawn.iter().filter(|drawn| !**drawn).count();
            if left == 0 {
                if cell + 1 == self.drawn.len() {
                    self.found.push(self.line.clone());
                }
                return;
            }
            if cell + 1 == self.drawn.len() || self.reached(cell) < left {
                return;
            }
            for step in Move::ALL {
                let Some(next) = self.step(cell, step).filter(|&next| !self.drawn[next]) else {
                    continue;
                };
                self.drawn[next] = true;
                self.line.push(step);
                self.from(next);
                self.line.pop();
                self.drawn[next] = false;
            }
        }
    }
    let mut drawn = vec![false; width * height];
    drawn[0] = true;
    let mut lines = Lines { width, height, drawn, line: Vec::new(), found: Vec::new() };
    lines.from(0);
    lines.found
}

#[test]
fn no_line_of_a_board_that_is_not_square_contradicts_a_proof_of_a_weakened_rule() {
    let (proved, _) = weakened_sample();
    let rules: Vec<Rule> = proved.iter().map(for_every_size).collect();
    let mut fired = vec![0u64; rules.len()];
    // Boards with an even side have such lines if the other side is odd.
    for (width, height, lines) in BOARDS {
        let board = Arc::new(Board::corner_to_corner(width, height).unwrap());
        let set = RuleSet::compile(&rules, &board);
        let mut matcher = set.matcher();
        let all = all_lines(width, height);
        assert_eq!(all.len(), lines, "{width}×{height}");
        let mut before: &[Move] = &[];
        for line in &all {
            // Positions that this line shares with the one before have been checked.
            let known = line.iter().zip(before).take_while(|(a, b)| a == b).count();
            let mut position = Position::start(board.clone());
            for (at, &step) in line.iter().enumerate() {
                if at >= known {
                    matcher.for_each(position.free(), position.live_end(), |found| {
                        assert!(
                            !found.moves.contains(step),
                            "{} was proved and forbids {step} after {at} steps of {line:?} on \
                             {width}×{height}",
                            proved[found.rule].rule.head.name
                        );
                        fired[found.rule] += u64::from(found.moves.len());
                    });
                }
                position.play(step).unwrap();
            }
            before = line;
        }
    }
    let some = fired.iter().filter(|&&n| n > 0).count();
    println!("{some} of {} claims forbid something", proved.len());
    assert!(some > 10, "the test is not vacuous: {some}");
}

/// Proves rules made from positions and checks those that are proved. Returns how many were proved,
/// and how many forbid something on 7×7.
fn check_made(count: usize, splits: usize) -> (usize, usize) {
    let seven = live_set(7);
    let claims = from_positions(&seven, 1, count);
    let proved = proved(claims, Effort { splits, ..QUICK });
    let fired = check_against_list(&proved, &seven);
    check_against_list(&proved, &live_set(5));
    println!("{} of {count} made rules proved, {fired} forbid something", proved.len());
    (proved.len(), fired)
}

#[test]
fn no_live_position_of_5x5_and_7x7_contradicts_a_proof_of_a_rule_made_from_a_position() {
    let (proved, fired) = check_made(1_500, 1);
    assert!(proved > 20 && fired > 20, "{proved} proved, {fired} fire");
}

#[test]
#[ignore = "half a minute of processor time"]
fn no_live_position_contradicts_a_proof_of_one_of_1_500_rules_made_from_positions() {
    let (proved, fired) = check_made(1_500, 6);
    assert!(proved > 20 && fired > 20, "{proved} proved, {fired} fire");
}

#[test]
#[ignore = "a minute"]
fn no_live_position_of_9x9_contradicts_a_proof_of_a_shipped_rule() {
    let claims = shipped("rules", 8);
    let proved = proved(claims, Effort::USUAL);
    let fired = check_against_list(&proved, &live_set(9));
    println!("{} proved, {fired} forbid something on 9×9", proved.len());
    assert!(fired > 100);
}

/// The number of random lines in a chain, each made from the one before.
const CHAIN: u64 = 10;

/// Checks proved claims against the positions of random lines: the next step of the line is live.
/// Returns how often each claim forbade another step.
fn check_against_lines(claims: &[MoveClaim], lines: u64) -> Vec<u64> {
    let rules: Vec<Rule> = claims.iter().map(for_every_size).collect();
    let boards: BTreeMap<usize, RuleSet> = (11..=21)
        .step_by(2)
        .map(|n| (n, RuleSet::compile(&rules, &Board::corner_to_corner(n, n).unwrap())))
        .collect();
    let done = AtomicU64::new(0);
    (0..lines.div_ceil(CHAIN))
        .into_par_iter()
        .map(|seed| {
            let size = 11 + 2 * (seed as usize % 6);
            let mut matcher = boards[&size].matcher();
            let board = Arc::new(Board::corner_to_corner(size, size).unwrap());
            let mut fired = vec![0u64; claims.len()];
            for (number, line) in
                hamiltonian_paths(size, size, seed).take(CHAIN as usize).enumerate()
            {
                let mut position = Position::start(board.clone());
                for &step in &line {
                    matcher.for_each(position.free(), position.live_end(), |found| {
                        assert!(
                            !found.moves.contains(step),
                            "{} was proved and forbids {step} of line {number} from seed {seed} on \
                             {size}×{size}",
                            claims[found.rule].rule.head.name
                        );
                        fired[found.rule] += u64::from(found.moves.len());
                    });
                    position.play(step).unwrap();
                }
            }
            let done = done.fetch_add(CHAIN, Ordering::Relaxed) + CHAIN;
            if done.is_multiple_of(5_000) {
                eprintln!("{done} lines");
            }
            fired
        })
        .reduce(|| vec![0; claims.len()], |a, b| a.into_iter().zip(b).map(|(a, b)| a + b).collect())
}

#[test]
fn no_random_line_on_11x11_to_21x21_contradicts_a_proof() {
    let claims = shipped("rules", 3).into_iter().step_by(3).collect();
    let fired = check_against_lines(&proved(claims, Effort { splits: 4, ..QUICK }), 100);
    assert!(fired.iter().filter(|&&n| n > 0).count() > 40, "the test is not vacuous");
}

#[test]
#[ignore = "half an hour"]
fn no_one_of_100_000_random_lines_contradicts_a_proof() {
    let proved = proved(shipped("rules", 8), Effort::USUAL);
    let fired = check_against_lines(&proved, 100_000);
    for (claim, fired) in proved.iter().zip(&fired) {
        println!("{fired:>9} {}: {}", claim.rule.head.name, claim.direction);
    }
    let never = fired.iter().filter(|&&n| n == 0).count();
    println!("{} claims, {never} of them never had anything to forbid", proved.len());
}

#[test]
#[ignore = "more than half an hour"]
fn no_one_of_100_000_random_lines_contradicts_a_proof_of_a_weakened_rule() {
    let (proved, asked) = weakened();
    let fired = check_against_lines(proved, 100_000);
    let never = fired.iter().filter(|&&n| n == 0).count();
    println!(
        "{} of {asked} proved, {never} of them never had anything to forbid, the others forbade \
         {} steps",
        proved.len(),
        fired.iter().sum::<u64>()
    );
    assert!(never < proved.len() / 2, "the test is not vacuous");
}

/// Numbers of rows of a family, for some parameters, that are equal, could be stronger, and are not
/// proved. Prints each row.
fn compare(file: &str, choices: &[Vec<i64>]) -> [usize; 3] {
    let family = family(file);
    let never = AtomicBool::new(false);
    let compare = |values: &Vec<i64>| {
        let member = rows(&family, values, QUICK, &Run::new(&never)).unwrap().unwrap();
        let mut counts = [0; 3];
        for row in &member.rows {
            let comparison = row.comparison();
            println!("{file} {values:?} {} {comparison:?}", row.direction);
            counts[match comparison {
                RowComparison::Equal => 0,
                RowComparison::CouldBeStronger(_) => 1,
                RowComparison::NotProved(_) => 2,
            }] += 1;
        }
        counts
    };
    let counts = choices.par_iter().with_max_len(1).map(compare);
    counts.reduce(|| [0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z])
}

#[test]
fn all_limits_of_straight_obstacles_are_proved_and_hardly_one_could_be_stronger() {
    for file in ["rules/area/s.rule", "rules/area/u.rule", "rules/area/u-big.rule"] {
        // 5 distances, with the moves ahead, to both sides and behind.
        let choices = family(file).all_parameters(|_| 5);
        let [equal, stronger, not_proved] = compare(file, &choices);
        assert_eq!((equal + stronger, not_proved), (20, 0), "{file}");
        assert!(stronger <= 2, "{file}: {stronger}");
    }
}

#[test]
#[ignore = "some minutes"]
fn windows_prove_all_limits_of_the_area_families_up_to_12_as_the_induction_does() {
    for file in ["s", "s-behind", "u", "u-big", "h", "c", "c-behind"] {
        let file = format!("rules/area/{file}.rule");
        let mut choices = family(&file).all_parameters(|_| 12);
        choices.retain(|values| values.iter().sum::<i64>() <= 12);
        let [equal, stronger, not_proved] = compare(&file, &choices);
        println!(
            "{file}: {equal} rows equal, {stronger} could be stronger, {not_proved} not proved"
        );
        assert_eq!(not_proved, 0, "{file}");
    }
}

#[test]
fn every_fact_is_needed_for_some_claim() {
    let near_field = proved(shipped("rules/near-field", 2), QUICK);
    for (name, kind) in Facts::KINDS {
        let (needs_it, effort) = match name {
            "outer-degrees" => ("rules/multi-area/sequence-first-case.rule", QUICK),
            "line" => {
                ("rules/9-grid/count-area-3-x-3.rule", Effort { splits: 20, ..Effort::USUAL })
            }
            _ => ("rules/near-field", QUICK),
        };
        let mut fewer = effort;
        *kind(&mut fewer.facts) = false;
        let with = match needs_it {
            "rules/near-field" => near_field.clone(),
            _ => proved(shipped(needs_it, 2), effort),
        };
        let needs_fact = |claim: &MoveClaim| proved(vec![claim.clone()], fewer).is_empty();
        assert!(with.iter().any(needs_fact), "{name}");
    }
}

#[test]
fn the_facts_a_proof_is_said_to_need_suffice_and_none_of_them_can_be_left_out() {
    let stop = AtomicBool::new(false);
    let mut with_several = 0;
    for claim in shipped("rules/near-field", 2).into_iter().chain(shipped("rules/area", 3)) {
        let effort = Effort { splits: 0, ..Effort::USUAL };
        let verdict = prove_claim(&claim, effort, &Run::new(&stop));
        let ClaimVerdict::Proved(ClaimProof { argument, .. }) = verdict else { continue };
        let ClaimArgument::Window { needed, splits: 0 } = argument else { continue };
        let facts = Facts::named(&needed[1..]).unwrap();
        let (rule, forbidden) = (&claim.rule, claim.direction);
        let question = WindowQuestion { rule, forbidden, step: forbidden };
        let refuted =
            |facts: Facts| argue(&question, Effort { facts, ..effort }, &stop).is_refuted();
        assert!(refuted(facts), "{}: {needed:?}", claim.name());
        for (name, kind) in Facts::KINDS.into_iter().filter(|(name, _)| needed.contains(name)) {
            let mut fewer = facts;
            *kind(&mut fewer) = false;
            assert!(!refuted(fewer), "{} does not need {name}: {needed:?}", claim.name());
        }
        with_several += usize::from(needed.len() > 2);
    }
    assert!(with_several > 50, "{with_several}");
}

#[test]
fn every_wall_of_a_position_has_two_neighbours_that_are_not_free() {
    let mut walls = 0;
    for (width, height) in [(1, 5), (3, 3), (2, 3), (9, 3), (4, 5), (5, 5), (5, 7)] {
        let board = Arc::new(Board::corner_to_corner(width, height).unwrap());
        for line in all_lines(width, height) {
            let whole = Position::from_path(board.clone(), &line).unwrap().line();
            for drawn in 1..=whole.len() {
                let (drawn, live_end) = (&whole[..drawn], whole[drawn - 1]);
                let (drawn, live_end): (BTreeSet<_>, _) =
                    (drawn.iter().map(place).collect(), place(&live_end));
                let free = |(x, y): (usize, usize)| {
                    (1..=width).contains(&x)
                        && (1..=height).contains(&y)
                        && !drawn.contains(&(x, y))
                };
                // Cells next to the board are included; those farther away have no free neighbour.
                for cell in (0..=width + 1).flat_map(|x| (0..=height + 1).map(move |y| (x, y))) {
                    let (x, y) = cell;
                    let around =
                        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    let open = around.into_iter().filter(|&cell| free(cell)).count();
                    if cell != live_end && !free(cell) {
                        assert!(open <= 2, "{cell:?} of {width}×{height}: {line:?}");
                        walls += usize::from(open == 2);
                    }
                }
            }
        }
    }
    assert!(walls > 1_000, "the test is not vacuous: {walls}");
}

fn place(cell: &Cell) -> (usize, usize) {
    (cell.column.into(), cell.row.into())
}

#[test]
#[ignore = "a few seconds; the certificates of these claims are checked by another long test"]
fn claims_that_need_the_drawn_line_or_cells_away_from_the_disc_are_proved() {
    for file in [
        "rules/9-grid/count-area-3-x-3.rule",
        "rules/9-grid/future-3-x-3-start-end-9.rule",
        "rules/multi-area/sequence-first-case.rule",
    ] {
        let claims = shipped(file, 2);
        let all = claims.len();
        assert_eq!(proved(claims, Effort::USUAL).len(), all, "{file}");
    }
}

#[test]
fn the_example_of_the_page_about_all_sizes_needs_the_facts_named_there_only() {
    let mut facts = Facts::ALL;
    for (name, kind) in Facts::KINDS {
        *kind(&mut facts) = matches!(name, "sides" | "one-path" | "planarity");
    }
    let mut claims = shipped("rules/area/s.rule", 1);
    claims.retain(|claim| {
        claim.rule.head.name.contains("one door") && claim.direction == Move::Right
    });
    assert_eq!(claims.len(), 1);
    assert_eq!(proved(claims, Effort { facts, splits: 0, radius: 0, ..Effort::USUAL }).len(), 1);
}
