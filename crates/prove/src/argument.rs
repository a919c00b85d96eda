//! The window argument for one question: refuted at once, or case by case, or a model that
//! survives.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use deadmove_encodings::cnf::Lit;
use deadmove_encodings::window::faults::Reading;

use super::formula::{Facts, Formula, Question};
use super::situation::{Situation, View};
use deadmove_core::board::Move;
use deadmove_rules::geometry::Offset;

/// How much an argument may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Which facts it may use.
    pub facts: Facts,
    /// How many cells may be split into free and wall, over all cases.
    pub splits: usize,
    /// How far from the pattern's disc they may lie. Smaller distances are tried first.
    pub radius: u16,
}

impl Effort {
    /// What a claim gets unless something else is asked for.
    pub const USUAL: Effort = Effort { facts: Facts::ALL, splits: 1000, radius: 3 };
}

/// What became of a question.
#[derive(Clone, Debug)]
pub enum Finding {
    /// There is no such position on any board. So many cells were split.
    Refuted {
        /// Number of cells that were split into free and wall, over all cases.
        splits: usize,
    },
    /// A local situation that no fact excludes: nothing is proved. It need not occur on any board.
    Survives(Box<Survivor>),
    /// The run was stopped before either was known.
    Stopped,
}

impl Finding {
    /// Whether there is no such position.
    pub fn is_refuted(&self) -> bool {
        matches!(self, Finding::Refuted { .. })
    }
}

/// A local situation that no fact excludes.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// The cells of the window.
    pub view: View,
    /// What is free, and where the path goes.
    pub reading: Reading,
    /// Cells known to be walls, seen or not.
    pub walls: BTreeSet<Offset>,
    /// The step of the line.
    pub step: Move,
    /// The cell of the window in which the path ends, if it ends there.
    pub end: Option<Offset>,
}

/// Argues about a question: is there a position on some board, with a completion, that has all that
/// is asked? `stop` ends the argument before its next case.
pub fn argue(question: &Question<'_>, effort: Effort, stop: &AtomicBool) -> Finding {
    let moves = [question.forbidden, question.step];
    let Some(known) = Situation::of(&question.rule.pattern, &moves) else {
        return Finding::Refuted { splits: 0 };
    };
    let Some(near) = known.disc() else { return Finding::Refuted { splits: 0 } };
    // A wider window often needs more splits than a narrow one.
    let mut survivor = None;
    for radius in 0..=if effort.splits == 0 { 0 } else { effort.radius } {
        let near = near.clone();
        let effort = Effort { radius, ..effort };
        let mut cases = Cases { question, effort, near, splits: 0, stop };
        match cases.settle(&known) {
            Outcome::Refuted => return Finding::Refuted { splits: cases.splits },
            Outcome::Survives(left) => survivor = Some(left),
            Outcome::Stopped => return Finding::Stopped,
        }
    }
    Finding::Survives(survivor.expect("the last window left one"))
}

/// An argument by cases at work.
struct Cases<'q> {
    question: &'q Question<'q>,
    effort: Effort,
    /// The disc before any split.
    near: BTreeSet<Offset>,
    splits: usize,
    stop: &'q AtomicBool,
}

/// What becomes of a case.
enum Outcome {
    Refuted,
    Survives(Box<Survivor>),
    Stopped,
}

impl Cases<'_> {
    /// Refutes a case, splitting it if need be; what survives if it cannot.
    fn settle(&mut self, known: &Situation) -> Outcome {
        let survivor = match ask(self.question, known, self.effort.facts, self.stop) {
            Outcome::Survives(survivor) => survivor,
            settled => return settled,
        };
        if self.splits >= self.effort.splits {
            return Outcome::Survives(survivor);
        }
        let Some(cell) = self.choose(known, &survivor) else {
            return Outcome::Survives(survivor);
        };
        self.splits += 1;
        for free in [true, false] {
            if let Some(case) = known.with(cell, free) {
                match self.settle(&case) {
                    Outcome::Refuted => {}
                    left => return left,
                }
            }
        }
        Outcome::Refuted
    }

    /// The cell to split: of those around the disc of the pattern that are not known, the one that
    /// the path of the survivor uses most.
    fn choose(&self, known: &Situation, survivor: &Survivor) -> Option<Offset> {
        let View { disc, outers, .. } = &survivor.view;
        let open = |&(_, cell): &(usize, &Offset)| {
            !known.walls.contains(cell)
                && !known.free.contains(cell)
                && self.near.iter().any(|near| near.distance(*cell) <= self.effort.radius)
        };
        let rank = |&(outer, &cell): &(usize, &Offset)| {
            let sides = disc.places.iter().enumerate().filter(|(_, place)| place.outer == outer);
            let used = sides.clone().filter(|(at, _)| survivor.reading.exits.contains(at)).count();
            let sides = sides.filter(|(_, place)| place.vertex.is_some()).count();
            (used, sides, std::cmp::Reverse((cell.distance(Offset::LIVE_END), cell)))
        };
        outers.iter().enumerate().filter(open).max_by_key(rank).map(|(_, &cell)| cell)
    }
}

/// Survives with a model of the formula of one case that violates no fact, if there is one.
fn ask(question: &Question<'_>, known: &Situation, facts: Facts, stop: &AtomicBool) -> Outcome {
    let Some(formula) = Formula::new(question, known, facts) else { return Outcome::Refuted };
    let mut solver = varisat::Solver::new();
    let dimacs = |lits: &[Lit]| -> Vec<varisat::Lit> {
        lits.iter().map(|lit| varisat::Lit::from_dimacs(lit.0 as isize)).collect()
    };
    for clause in formula.clauses.iter() {
        varisat::ExtendFormula::add_clause(&mut solver, &dimacs(clause));
    }
    loop {
        if stop.load(Ordering::Relaxed) {
            return Outcome::Stopped;
        }
        if !solver.solve().expect("no proof is written and nothing interrupts") {
            return Outcome::Refuted;
        }
        let model = solver.model().expect("a satisfied formula has a model");
        let mut values = vec![false; formula.next_var as usize];
        for lit in model {
            values[lit.var().to_dimacs() as usize] = lit.is_positive();
        }
        let is = |lit: Lit| values[lit.0.unsigned_abs() as usize] == (lit.0 > 0);
        let faults = formula.faults(facts, is);
        if faults.is_empty() {
            let reading = formula.window.read(is);
            let vertices = formula.view.cells.iter().enumerate();
            let vertices = vertices.map(|(v, &cell)| (formula.window.end_vertex(v), cell));
            let outers = formula.view.outers.iter().enumerate();
            let outers = outers.map(|(x, &cell)| (formula.window.end_outer(x), cell));
            let end = vertices.chain(outers).find(|(end, _)| end.is_some_and(is));
            return Outcome::Survives(Box::new(Survivor {
                end: end.map(|(_, cell)| cell),
                reading,
                walls: known.walls.clone(),
                step: question.step,
                view: formula.view,
            }));
        }
        for fault in faults {
            varisat::ExtendFormula::add_clause(&mut solver, &dimacs(&fault));
        }
    }
}
