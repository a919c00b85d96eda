//! The argument for one question: it is refuted by the formula of a window, by a deduction, or by
//! cases, or a candidate countermodel is left.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deadmove_encodings::cnf::Lit;
use deadmove_encodings::window::lazy::WindowModel;

use super::deduction::{MANY_PROBES, deduce, is_large};
use super::formula::{Facts, LazyConstraint, WindowFormula, WindowQuestion};
use super::situation::{Situation, WindowView};
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limits;
use deadmove_rules::geometry::Offset;
use deadmove_solver::{Backend, Impossible, Solved, Solver};

/// How much effort an argument may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Which facts it may use.
    pub facts: Facts,
    /// How many cells may be split into free and wall, over all cases.
    pub splits: usize,
    /// How far from the pattern's disc these cells may lie. Smaller distances are tried first.
    pub radius: u16,
    /// How long one argument may take; none for as long as it needs.
    pub timeout: Option<Duration>,
    /// How many conflicts the solver may have in one case; none for as many as it needs. Unlike a
    /// timeout, this has the same result on every machine.
    pub conflicts: Option<u64>,
}

impl Effort {
    /// The effort for a claim if the caller does not choose one.
    pub const USUAL: Effort =
        Effort { facts: Facts::ALL, splits: 1000, radius: 3, timeout: None, conflicts: None };
}

/// How many conflicts a formula may take before a long deduction is tried.
const QUICK_CONFLICTS: u64 = 200;

/// The cases of a refutation, as what is known of cells in each.
#[derive(Clone, Debug, Default)]
pub struct ProofCases(pub(crate) Vec<Situation>);

impl ProofCases {
    /// Whether all cases are refuted with the facts of an effort; none if the budget ended the
    /// argument.
    pub(crate) fn refuted_with(
        &self,
        question: &WindowQuestion<'_>,
        effort: Effort,
        budget: &Budget<'_>,
    ) -> Option<bool> {
        for case in &self.0 {
            match solve_case(question, case, effort, budget) {
                CaseOutcome::Refuted => {}
                CaseOutcome::Open(_) => return Some(false),
                CaseOutcome::Stopped => return None,
            }
        }
        Some(true)
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum WindowOutcome {
    /// There is no such position on any board: a deduction ends in a contradiction.
    Deduced {
        /// The number of its steps. Not all of them need be necessary.
        steps: usize,
    },
    /// There is no such position on any board: the formulas have no solution.
    Refuted {
        /// Number of cells that were split into free and wall, over all cases.
        splits: usize,
        /// The cases, each with a formula that has no solution. None if the answer was taken from
        /// an earlier run.
        cases: Option<ProofCases>,
    },
    /// No fact excludes this local situation, so nothing is proved.
    Open(Box<CandidateCountermodel>),
    /// The run was stopped, or the time or the conflicts were up, before the answer was known.
    Stopped,
}

impl WindowOutcome {
    /// Whether there is no such position.
    pub fn is_refuted(&self) -> bool {
        matches!(self, WindowOutcome::Deduced { .. } | WindowOutcome::Refuted { .. })
    }
}

/// A local situation that no fact excludes: a model of a window's formula. It need not occur on any
/// board.
#[derive(Clone, Debug)]
pub struct CandidateCountermodel {
    /// The cells of the window.
    pub view: WindowView,
    /// What is free in the window, and where the path goes.
    pub model: WindowModel,
    /// Cells known to be walls, in the window or not.
    pub walls: BTreeSet<Offset>,
    /// The step of the line.
    pub step: Move,
    /// The cell of the window in which the path ends, if it ends there.
    pub end: Option<Offset>,
}

impl Effort {
    /// The budget of one argument, or of several that share its timeout.
    pub(crate) fn budget(self, stop: &AtomicBool) -> Budget<'_> {
        Budget::stoppable(&Limits { timeout: self.timeout, ..Limits::default() }, stop)
    }
}

/// Answers a question: is there a position on some board, with a completion, that satisfies it?
/// `stop` and the timeout end the argument before the next call of the solver.
pub fn argue(question: &WindowQuestion<'_>, effort: Effort, stop: &AtomicBool) -> WindowOutcome {
    argue_within(question, effort, &effort.budget(stop))
}

/// The same, with a budget that several arguments share in place of the timeout of the effort. The
/// formula of a large picture is refuted at once or takes long, so a deduction is tried after a few
/// conflicts.
pub(crate) fn argue_within(
    question: &WindowQuestion<'_>,
    effort: Effort,
    budget: &Budget<'_>,
) -> WindowOutcome {
    if effort.facts == Facts::ALL && effort.splits > 0 && is_large(question) {
        let quick = Effort { splits: 0, conflicts: Some(QUICK_CONFLICTS), ..effort };
        let refuted = argue_by_formulas(question, quick, budget);
        if refuted.is_refuted() {
            return refuted;
        }
        if let Some(steps) = deduce(question, MANY_PROBES, budget) {
            return WindowOutcome::Deduced { steps: steps.len() };
        }
    }
    argue_by_formulas(question, effort, budget)
}

/// The argument by formulas alone.
pub fn argue_by_formulas(
    question: &WindowQuestion<'_>,
    effort: Effort,
    budget: &Budget<'_>,
) -> WindowOutcome {
    let moves = [question.forbidden, question.step];
    let known = Situation::of(&question.rule.pattern, &moves);
    let (known, near) = match known.and_then(|known| Ok((known.disc()?, known))) {
        Ok((near, known)) => (known, near),
        Err(Impossible) => {
            return WindowOutcome::Refuted { splits: 0, cases: Some(ProofCases::default()) };
        }
    };
    // Narrow windows first: a wider one often needs more splits.
    let mut candidate = None;
    for radius in 0..=if effort.splits == 0 { 0 } else { effort.radius } {
        let near = near.clone();
        let effort = Effort { radius, ..effort };
        let mut cases = Cases { question, effort, near, splits: 0, refuted: Vec::new(), budget };
        match cases.refute(&known) {
            CaseOutcome::Refuted => {
                let Cases { splits, refuted, .. } = cases;
                return WindowOutcome::Refuted { splits, cases: Some(ProofCases(refuted)) };
            }
            CaseOutcome::Open(left) => candidate = Some(left),
            CaseOutcome::Stopped => return WindowOutcome::Stopped,
        }
    }
    WindowOutcome::Open(candidate.expect("the last window left one"))
}

/// An argument by cases in progress.
struct Cases<'q> {
    question: &'q WindowQuestion<'q>,
    effort: Effort,
    /// The disc before any split.
    near: BTreeSet<Offset>,
    splits: usize,
    refuted: Vec<Situation>,
    budget: &'q Budget<'q>,
}

/// The answer for one case.
enum CaseOutcome {
    Refuted,
    Open(Box<CandidateCountermodel>),
    Stopped,
}

impl Cases<'_> {
    /// Refutes a case, by splitting it further if necessary.
    fn refute(&mut self, known: &Situation) -> CaseOutcome {
        let countermodel = match solve_case(self.question, known, self.effort, self.budget) {
            CaseOutcome::Open(countermodel) => countermodel,
            CaseOutcome::Refuted => {
                self.refuted.push(known.clone());
                return CaseOutcome::Refuted;
            }
            CaseOutcome::Stopped => return CaseOutcome::Stopped,
        };
        if self.splits >= self.effort.splits {
            return CaseOutcome::Open(countermodel);
        }
        let Some(cell) = self.choose(known, &countermodel) else {
            return CaseOutcome::Open(countermodel);
        };
        self.splits += 1;
        for free in [true, false] {
            match known.with(cell, free).map(|case| self.refute(&case)) {
                Err(Impossible) | Ok(CaseOutcome::Refuted) => {}
                Ok(left) => return left,
            }
        }
        CaseOutcome::Refuted
    }

    /// The cell to split: of the unknown cells around the disc of the pattern, the one that the
    /// path of the countermodel uses most.
    fn choose(&self, known: &Situation, countermodel: &CandidateCountermodel) -> Option<Offset> {
        let WindowView { disc, outers, .. } = &countermodel.view;
        let open = |&(_, cell): &(usize, &Offset)| {
            !known.walls.contains(cell)
                && !known.free.contains(cell)
                && self.near.iter().any(|near| near.distance(*cell) <= self.effort.radius)
        };
        let rank = |&(outer, &cell): &(usize, &Offset)| {
            let sides = disc.places.iter().enumerate().filter(|(_, place)| place.outer == outer);
            let used =
                sides.clone().filter(|(at, _)| countermodel.model.exits.contains(at)).count();
            let sides = sides.filter(|(_, place)| place.vertex.is_some()).count();
            (used, sides, std::cmp::Reverse((cell.distance(Offset::LIVE_END), cell)))
        };
        outers.iter().enumerate().filter(open).max_by_key(rank).map(|(_, &cell)| cell)
    }
}

/// Solves the formula of one case, adding violated lazy constraints until a model violates none.
fn solve_case(
    question: &WindowQuestion<'_>,
    known: &Situation,
    Effort { facts, conflicts, .. }: Effort,
    budget: &Budget<'_>,
) -> CaseOutcome {
    // Thousands of formulas are not built in the two seconds in which a run should end.
    if budget.exhausted().is_some() {
        return CaseOutcome::Stopped;
    }
    let formula = match WindowFormula::new(question, known, facts) {
        Ok(formula) => formula,
        Err(Impossible) => return CaseOutcome::Refuted,
    };
    // The budget is checked between two calls of the solver only: with a limit of its own, varisat
    // writes its proof while it searches.
    let own = Budget::new(&Limits { max_conflicts: conflicts, ..Limits::default() });
    let mut solver = Backend::new(Solver::Varisat, &own);
    solver.add(&formula.clauses);
    let variables = formula.clauses.variables();
    loop {
        if budget.exhausted().is_some() {
            return CaseOutcome::Stopped;
        }
        let values = match solver.solve(variables, &[]) {
            Ok(Solved::Model(values)) => values,
            Ok(Solved::Unsatisfiable) => return CaseOutcome::Refuted,
            Err(_) => return CaseOutcome::Stopped,
        };
        let is = |lit: Lit| values[lit.0.unsigned_abs() as usize - 1] == (lit.0 > 0);
        let violated = formula.lazy_constraints(facts, is);
        if violated.is_empty() {
            let model = formula.window.read_model(is);
            let vertices = formula.view.cells.iter().enumerate();
            let vertices = vertices.map(|(v, &cell)| (formula.window.end_vertex[v], cell));
            let outers = formula.view.outers.iter().enumerate();
            let outers = outers.map(|(x, &cell)| (formula.window.end_outer[x], cell));
            let end = vertices.chain(outers).find(|(end, _)| end.is_some_and(is));
            return CaseOutcome::Open(Box::new(CandidateCountermodel {
                end: end.map(|(_, cell)| cell),
                model,
                walls: known.walls.clone(),
                step: question.step,
                view: formula.view,
            }));
        }
        for LazyConstraint { clause, .. } in violated {
            solver.add_clause(&clause);
        }
    }
}
