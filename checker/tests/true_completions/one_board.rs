//! The formula of a rule on one board, and its lemmas.

use std::collections::{BTreeMap, BTreeSet};

use deadmove_checker::{Board, Cell, Graph, Lemma, RuleFormula};

use super::Random;
use super::pictures::{MOVES, Picture};
use super::positions::edges;
use crate::naive::kind;
use crate::solutions::has_solution_with;

/// Random cells around one.
fn cells(picture: &Picture, random: &mut Random) -> Vec<Cell> {
    let (column, row) = random.choose(&picture.line);
    let mut cells = BTreeSet::new();
    for _ in 0..=random.below(6) {
        let cell = (column + random.below(3) as u16, row + random.below(3) as u16);
        if cell.0 <= picture.width && cell.1 <= picture.height {
            cells.insert(cell);
        }
    }
    cells.into_iter().collect()
}

fn lemma(picture: &Picture, segments: usize, random: &mut Random) -> Lemma {
    let cells = cells(picture, random);
    let segment = random.below(segments.max(1));
    match random.below(3) {
        0 => Lemma::CutSet { cells },
        1 => Lemma::Reached { segment, cells },
        _ => {
            // The free cells, one of them changed.
            let mut free: BTreeSet<Cell> = picture.line[picture.drawn..].iter().copied().collect();
            let other = random.choose(&picture.line);
            if !free.remove(&other) {
                free.insert(other);
            }
            Lemma::NoMatch { free: free.into_iter().collect() }
        }
    }
}

/// Every `nth` true position satisfies the formula and every accepted lemma.
pub fn judge_true_positions(nth: usize) {
    let mut random = Random(3);
    let (mut formulas, mut lemmas, mut regions) = (0, BTreeMap::new(), 0);
    for (width, height) in [(3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 5), (5, 4), (5, 5)] {
        let end = (width, height);
        let board = Board::new(width.into(), height.into(), (1, 1), end, &[]).unwrap();
        let graph = Graph::new(&board, "").unwrap();
        for picture in Picture::all(width, height, (1, 1), end).into_iter().step_by(nth) {
            let Some(rule) = picture.rule_against_next(&mut random) else { continue };
            let live_end = board.index(picture.live_end()).unwrap();
            let formula = RuleFormula::new(&graph, &rule, live_end).expect("it matches");
            let mut labels = edges(&graph, &picture.line);
            let label = |variable: i32, value: bool| if value { variable } else { -variable };
            for v in 0..board.open.len() {
                labels.push(label(formula.drawn(v), !picture.is_free(board.cell(v))));
                for (segment, region) in rule.pattern.segments.iter().zip(&formula.regions) {
                    let inside = picture.region(segment).contains(&board.cell(v));
                    labels.push(label(region.inside(v), inside));
                    regions += usize::from(inside);
                }
            }
            for forbidden in MOVES {
                let Some(question) = formula.assumptions(forbidden, picture.next()) else {
                    continue;
                };
                if !picture.forbids(&rule, forbidden) {
                    continue;
                }
                let mut cnf = formula.cnf.clone();
                question.iter().for_each(|&lit| cnf.push([lit]));
                for _ in 0..8 {
                    let lemma = lemma(&picture, rule.pattern.segments.len(), &mut random);
                    let mut with = cnf.clone();
                    if formula.lemma(&lemma, forbidden, &mut with).is_ok() {
                        cnf = with;
                        *lemmas.entry(kind(&lemma)).or_insert(0) += 1;
                    }
                }
                assert!(has_solution_with(&cnf, &labels), "{picture:?}\n{rule:?}");
                formulas += 1;
            }
        }
    }
    assert!(nth * formulas > 3_000 && nth * regions > 700, "{formulas}, {regions}");
    assert!(lemmas.len() == 3 && lemmas.values().all(|&count| count > 100), "{lemmas:?}");
}

#[test]
fn true_positions_satisfy_the_formula_of_a_rule_that_matches_and_every_accepted_lemma() {
    judge_true_positions(5);
}
