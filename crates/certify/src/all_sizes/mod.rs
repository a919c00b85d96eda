//! Certificates for every board: writes down a deduction, or solves the checker's formulas of
//! windows, splits cases where a solution survives, and writes down the derivations.
//!
//! Deductions are found by `deadmove-prove`. The argument about formulas is that of the same crate,
//! but no other part of it is used.

mod deduction;
pub mod folder;
mod lemmas;

use std::sync::atomic::AtomicBool;

use deadmove_checker::every_board::{
    AllSizesRecord, Case, EveryBoard, LIVE_END, Lemma, MoveProof, Scene, WindowFormula, step,
};
use deadmove_checker::{Forbidden, Offset, Rule, SCHEMA, check_refutation};

use self::lemmas::{WindowSolution, violated};
use super::{CheckerRejection, compiled};
use deadmove_core::budget::Budget;
use deadmove_core::verdict::{Limit, Limits};
use deadmove_prove::deduction::{FEW_PROBES, MANY_PROBES, deduce, is_large};
use deadmove_prove::formula::WindowQuestion;
use deadmove_rules::model;
use deadmove_solver::{ProofLog, Prover, Solved};

/// How far from the first disc cells may be split; smaller distances are tried first.
const RADIUS: u16 = 3;

/// Certifies that a rule forbids no live move on any board. `splits` is the most splits for each
/// move and each radius, `limits` are for each move. The checker has accepted the record that is
/// returned; there is none if for some move a local situation survives, or a limit was reached.
///
/// # Errors
/// If the checker rejects the record, which is a fault of this program.
pub fn certify(
    rule: &model::Rule,
    splits: usize,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<AllSizesRecord>, CheckerRejection> {
    let compiled = compiled(rule);
    let mut proofs = Vec::new();
    for (number, forbidden) in compiled.forbids.iter().enumerate() {
        let budget = Budget::stoppable(limits, stop);
        let step = rule.forbids[number].direction;
        let question = WindowQuestion { rule, forbidden: step, step };
        // Formulas for large pictures may take hours.
        let probes = if is_large(&question) { MANY_PROBES } else { FEW_PROBES };
        let steps = (splits > 0).then(|| deduce(&question, probes, &budget)).flatten();
        let cases = match steps {
            Some(steps) => deduction::cases(&compiled, number, &steps),
            None => match argue(&compiled, forbidden, splits, &budget) {
                Ok(Some(cases)) => cases,
                _ => return Ok(None),
            },
        };
        proofs.push(MoveProof { forbidden: forbidden.direction, cases });
    }
    let record = AllSizesRecord { schema: SCHEMA, size: EveryBoard::All, rule: compiled, proofs };
    match record.check(&mut |_, _, _| {}) {
        Ok(()) => Ok(Some(record)),
        Err(why) => Err(CheckerRejection { what: format!("the rule {}", record.rule.name), why }),
    }
}

/// The tree of cases for one forbidden move; none if a local situation survives.
fn argue(
    rule: &Rule,
    forbidden: &Forbidden,
    splits: usize,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Case>>, Limit> {
    budget.check_time()?;
    let scene = Scene::of(&rule.pattern, step(LIVE_END, forbidden.direction));
    let Ok(window) = scene.window() else { return Ok(None) };
    let origin = window.disc;
    for radius in 0..=if splits == 0 { 0 } else { RADIUS } {
        let mut search = CaseSearch {
            rule,
            forbidden,
            origin: &origin,
            radius,
            splits,
            budget,
            cases: Vec::new(),
        };
        if search.settle(&scene)? {
            return Ok(Some(search.cases));
        }
    }
    Ok(None)
}

/// An argument by cases under construction.
struct CaseSearch<'a> {
    rule: &'a Rule,
    forbidden: &'a Forbidden,
    /// The disc before any split.
    origin: &'a [Offset],
    radius: u16,
    /// How many splits are left.
    splits: usize,
    budget: &'a Budget<'a>,
    cases: Vec<Case>,
}

impl CaseSearch<'_> {
    /// Refutes a scene, with splits if need be; false if it survives.
    fn settle(&mut self, scene: &Scene) -> Result<bool, Limit> {
        self.budget.check_time()?;
        let Ok(formula) = WindowFormula::new(self.rule, self.forbidden, scene) else {
            return Ok(false);
        };
        let reading = match refute(&formula, self.budget)? {
            SceneResult::Refuted(case) => {
                self.cases.push(case);
                return Ok(true);
            }
            SceneResult::Survives(reading) => reading,
        };
        let Some(cell) = self.choose(scene, &formula, &reading) else { return Ok(false) };
        if self.splits == 0 {
            return Ok(false);
        }
        self.splits -= 1;
        let Ok(both) = scene.split(cell) else { return Ok(false) };
        self.cases.push(Case::Split { cell });
        for scene in &both {
            if !self.settle(scene)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The cell to split: of the unknown cells that are near enough, the one that the path of the
    /// solution uses most.
    fn choose(
        &self,
        scene: &Scene,
        formula: &WindowFormula,
        reading: &WindowSolution,
    ) -> Option<Offset> {
        let distance = |a: Offset, b: Offset| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
        let window = &formula.window;
        let open = |&(x, cell): &(usize, &Offset)| {
            let mut origin = self.origin.iter().chain([&LIVE_END]);
            !formula.wall[x]
                && !scene.free.contains(cell)
                && origin.any(|from| distance(*from, *cell) <= self.radius)
        };
        let rank = |&(x, &cell): &(usize, &Offset)| {
            let sides = window.rim.iter().enumerate().filter(|(_, place)| place.outer == x);
            let used = sides.clone().filter(|(at, _)| reading.exits.contains(at)).count();
            let sides = sides.filter(|(_, place)| place.cell.is_some()).count();
            (used, sides, std::cmp::Reverse((distance(cell, LIVE_END), cell)))
        };
        let cells = window.outers.iter().enumerate();
        cells.filter(open).max_by_key(rank).map(|(_, &cell)| cell)
    }
}

/// The result for the formula of a scene.
enum SceneResult {
    /// It has no solution that satisfies the lemmas.
    Refuted(Case),
    /// A solution that violates no lemma.
    Survives(WindowSolution),
}

/// Solves the formula of a scene, and adds lemmas that solutions violate.
fn refute(formula: &WindowFormula, budget: &Budget<'_>) -> Result<SceneResult, Limit> {
    let mut cnf = formula.cnf.clone();
    let log = ProofLog::default();
    let mut recorder = log.recorder(budget);
    let mut prover = Prover::new(budget, &log, &mut recorder);
    let mut lemmas: Vec<Lemma> = Vec::new();
    while let Solved::Model(model) = prover.solve(cnf.last_variable() as usize, cnf.iter())? {
        let is = |lit: i32| model[lit.unsigned_abs() as usize - 1] == (lit > 0);
        let (reading, found) = violated(formula, is);
        if found.is_empty() {
            return Ok(SceneResult::Survives(reading));
        }
        for lemma in found {
            cnf.push(formula.lemma(&lemma).expect("a lemma that holds"));
            lemmas.push(lemma);
        }
    }
    let proof = prover.proof();
    let kept = &proof.uses[formula.cnf.count()..];
    let used: Vec<Lemma> =
        lemmas.into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(lemma, _)| lemma).collect();
    let mut keep = vec![true; formula.cnf.count()];
    keep.extend(kept);
    let mut cnf = formula.cnf.clone();
    for lemma in &used {
        cnf.push(formula.lemma(lemma).expect("a lemma that holds"));
    }
    let by_units = check_refutation(&cnf, "").is_ok();
    let proof = if by_units { String::new() } else { proof.text(&keep) };
    Ok(SceneResult::Refuted(Case::Refuted { lemmas: used, proof }))
}
