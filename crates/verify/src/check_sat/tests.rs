//! The formulas against real positions: a position that a rule matches must not contradict its
//! formula, nor the lazy constraints that refinement adds.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use deadmove_encodings::cnf::{Clauses, Lit};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::formula::{Formula, PlacedRegion};
use super::whole::Whole;
use super::*;
use deadmove_rules::load::{KnownWrong, load_with};
use deadmove_rules::model::{Forbidden, Pattern};
use deadmove_testing::generate::hamiltonian_path;

/// The edges of a path of the whole board, as literals.
fn edges(whole: &Whole, path: &[Cell]) -> Vec<Lit> {
    let graph = whole.graph();
    let mut used = vec![false; graph.edges()];
    for pair in path.windows(2) {
        let [a, b] = [whole.vertex(pair[0]), whole.vertex(pair[1])];
        used[graph.edge_between(a, b).expect("steps lead to neighbours")] = true;
    }
    (0..graph.edges()).map(|edge| Lit::edge_is(edge, used[edge])).collect()
}

/// All literals a model has for a position on the path: edges, drawn cells, and the true regions.
fn labels(formula: &Formula, position: &Position, edges: &[Lit]) -> Vec<Lit> {
    let whole = formula.whole;
    let graph = whole.graph();
    let free: Vec<bool> = (0..graph.vertices())
        .map(|v| {
            let cell = (0..whole.board().cells()).map(|i| whole.board().cell(i));
            let cell = cell.into_iter().find(|&cell| whole.vertex(cell) == v);
            position.is_free(cell.expect("every vertex is a cell"))
        })
        .collect();
    let mut all = edges.to_vec();
    let value = |lit: Lit, holds: bool| if holds { lit } else { !lit };
    all.extend((0..free.len()).map(|v| value(formula.split.free(v), free[v])));
    for PlacedRegion { region, .. } in &formula.regions {
        let members = region.members(graph, |v| free[v]);
        all.extend((0..free.len()).map(|v| value(region.inside(v), members[v])));
    }
    all
}

/// Whether the lazy constraints for random wrong models hold for a real position, whose true labels
/// are `known`.
fn lazy_constraints_hold(formula: &Formula, known: &[Lit], rng: &mut ChaCha8Rng) -> bool {
    let whole = formula.whole;
    let graph = whole.graph();
    let known: BTreeSet<i32> = known.iter().map(|lit| lit.0).collect();
    let is = |lit: Lit| known.contains(&lit.0);
    let ends = [whole.board().start(), whole.board().end(), formula.live_end];
    let ends = ends.map(|cell| whole.vertex(cell));
    formula.regions.iter().all(|PlacedRegion { region, occupied, .. }| {
        let share = rng.random_range(0.0..1.0);
        let mut some = || -> Vec<bool> {
            (0..graph.vertices()).map(|v| !ends.contains(&v) && rng.random_bool(share)).collect()
        };
        let (free, mut labelled, mut piece) = (some(), some(), some());
        // In every model the labelled cells are free and not on the segment.
        for (v, labelled) in labelled.iter_mut().enumerate() {
            *labelled &= free[v] && !region.segment.contains(&v);
        }
        let reachable = region.reachable(graph, |v| free[v], |v| labelled[v]);
        for (piece, &labelled) in piece.iter_mut().zip(&labelled) {
            *piece |= labelled;
        }
        let variables = formula.clauses.variables();
        let mut cut = Clauses::over(variables);
        region.cut_set(graph, |v| piece[v], |v| labelled[v], *occupied, &mut cut);
        let clauses: Vec<&[Lit]> = cut.iter().collect();
        let cut_holds = clauses.split_last().is_none_or(|(last, conditions)| {
            // A new literal may be true if all it implies is.
            let may_be = |lit: &Lit| {
                let mut implied = conditions.iter().filter(|clause| clause[0] == !*lit).peekable();
                if lit.0.unsigned_abs() as usize <= variables {
                    is(*lit)
                } else {
                    implied.peek().is_some() && implied.all(|clause| is(clause[1]))
                }
            };
            last.iter().any(may_be)
        });
        cut_holds && reachable.iter().all(|clause| clause.iter().any(|&lit| is(lit)))
    })
}

/// The shipped rules, changed to forbid every move, so that their clauses are also tested where the
/// forbidden moves are dead.
fn rules(board: &Board) -> Vec<Rule> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let loaded = load_with(&[root.join("rules")], KnownWrong::Include).expect("the shipped rules");
    let claims = loaded.rules_for(board).expect("families that expand");
    let mut rules = Vec::new();
    for claim in claims {
        let mut rule = claim.rule;
        rule.forbids = Move::ALL.into_iter().map(Forbidden::always).collect();
        rules.push(rule);
    }
    rules
}

#[test]
fn no_position_that_a_rule_matches_contradicts_its_formula() {
    let sizes = [(5, 8), (7, 5), (9, 3), (13, 1)];
    let threads = sizes.map(|(size, lines)| thread::spawn(move || check_lines(size, lines)));
    let checked: usize =
        threads.map(|thread| thread.join().expect("no contradiction")).iter().sum();
    assert!(checked > 3_000, "only {checked}");
}

/// Draws lines and compares what matches with its formula, after each step; counts the
/// forbidden moves.
fn check_lines(size: usize, lines: u64) -> usize {
    let mut checked = 0;
    let mut rng = ChaCha8Rng::seed_from_u64(size as u64);
    let board = Board::corner_to_corner(size, size).expect("a board");
    let rules = rules(&board);
    let set = RuleSet::compile(&rules, &board);
    let mut matcher = set.matcher();
    let whole = Whole::new(board.clone());
    for seed in 0..lines {
        let path = hamiltonian_path(size, size, seed);
        let mut position = Position::start(Arc::new(board.clone()));
        let mut cells = vec![position.live_end()];
        for &step in &path {
            let next = board.step(cells[cells.len() - 1], step).expect("a path");
            cells.push(next);
        }
        let edges = edges(&whole, &cells);
        for step in path {
            for found in matcher.matches(&position) {
                let placed = PlacedRule::new(&rules[found.rule], found.placement);
                let formula = Formula::new(&whole, &placed, position.live_end());
                let name = &rules[found.rule].head.name;
                let formula = formula.unwrap_or_else(|_| panic!("{name} matches"));
                let labels = labels(&formula, &position, &edges);
                let mut propagator = formula.propagator();
                assert!(!propagator.refutes(&labels), "{name}, {size}×{size}, seed {seed}");
                assert!(
                    lazy_constraints_hold(&formula, &labels, &mut rng),
                    "{name}, {size}×{size}, seed {seed}"
                );
                for forbidden in found.moves.iter() {
                    let mut question = formula.assumptions(forbidden, step).expect("legal moves");
                    question.extend(&labels);
                    assert!(!propagator.refutes(&question), "{name}, {size}×{size}, seed {seed}");
                    checked += 1;
                }
            }
            position.play(step).expect("a path");
        }
    }
    checked
}

fn odd_door() -> Rule {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("rules/near-field/far-straight-left.rule");
    let loaded = load_with(&[root], KnownWrong::Include).expect("a shipped rule");
    let board = Board::corner_to_corner(9, 9).expect("a board");
    loaded.rules_for(&board).expect("a rule").remove(0).rule
}

#[test]
fn a_stopped_run_decides_nothing() {
    let board = Board::corner_to_corner(7, 7).expect("a board");
    let stop = AtomicBool::new(true);
    let result = check_rule(&odd_door(), &board, &stop, &Limits::default());
    assert_eq!(result.verdict, RuleVerdict::Unknown);
}

#[test]
fn a_rule_without_conditions_is_refuted_on_the_smallest_board() {
    let mut rule = odd_door();
    rule.pattern = Pattern::default();
    let board = Board::corner_to_corner(9, 9).expect("a board");
    let result = check_rule(&rule, &board, &AtomicBool::new(false), &Limits::default());
    let example = result.counterexample.expect("a live move that is forbidden");
    assert_eq!((result.verdict, example.size), (RuleVerdict::Unsound, 3));
}

#[test]
fn the_time_limit_is_one_for_all_placements() {
    let board = Board::corner_to_corner(9, 9).expect("a board");
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    let result = check_rule(&odd_door(), &board, &AtomicBool::new(false), &limits);
    assert_eq!(result.verdict, RuleVerdict::Unknown);
}
