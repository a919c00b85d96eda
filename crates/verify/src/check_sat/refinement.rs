//! Refinement of one formula: solve, check the model, add lazy constraints that it violates,
//! repeat, until a model is a position that the rule matches or there is no model.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::{Components, cut_clause};

use super::formula::{Formula, PlacedRegion};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::Limit;
use deadmove_encodings::join::join_pieces;
use deadmove_solver::{Backend, Solved, Solver};

/// A solver with one formula and the constraints added so far.
pub struct Refinement<'f, 'b> {
    formula: &'f Formula<'f>,
    backend: Backend<'b>,
    /// Constraints with variables of their own, until the solver has them.
    cuts: Clauses,
}

impl<'f, 'b> Refinement<'f, 'b> {
    /// Gives the formula to a new solver.
    pub fn new(formula: &'f Formula<'f>, budget: &'b Budget<'b>) -> Refinement<'f, 'b> {
        let mut backend = Backend::new(Solver::default(), budget);
        backend.add(&formula.whole.clauses);
        backend.add(&formula.clauses);
        Refinement { formula, backend, cuts: Clauses::over(formula.clauses.variables()) }
    }

    /// A live position in which the rule forbids the move of the assumptions, with a completion
    /// through their step. `forbids` decides whether the rule really forbids the move there.
    pub fn find(
        &mut self,
        assumptions: &[Lit],
        mut forbids: impl FnMut(&Position) -> bool,
    ) -> Result<Option<Position>, Limit> {
        let formula = self.formula;
        let whole = formula.whole;
        let graph = whole.graph();
        let split = formula.split;
        loop {
            let variables = formula.clauses.variables();
            let Solved::Model(model) = self.backend.solve(variables, assumptions)? else {
                return Ok(None);
            };
            let is = |lit: Lit| model[lit.0.unsigned_abs() as usize - 1] == (lit.0 > 0);
            let is_free = |v: usize| is(split.free(v));
            let mut used = model[..graph.edges()].to_vec();
            let pieces = Components::new(graph, &used);
            if pieces.count > 1 {
                // Flipping squares with equal labels on all four cells changes no label.
                let squares = whole.squares.iter().zip(&whole.blocks);
                let squares: Vec<[usize; 4]> = squares
                    .filter(|(_, block)| block.iter().all(|&v| is_free(v) == is_free(block[0])))
                    .map(|(square, _)| *square)
                    .collect();
                let joined = join_pieces(graph, &squares, &mut used, |_| false);
                if joined.count > 1 {
                    self.cut_regions(&pieces, is);
                    self.cut(&joined);
                    if pieces.count > joined.count {
                        self.cut(&pieces);
                    }
                    continue;
                }
            }
            let position = whole.position(&used, formula.live_end);
            if forbids(&position) {
                return Ok(Some(position));
            }
            let mut refuted = false;
            for PlacedRegion { region, .. } in &formula.regions {
                let clauses = region.reachable(graph, is_free, |v| is(region.inside(v)));
                refuted |= !clauses.is_empty();
                self.backend.add(&clauses);
            }
            if !refuted {
                // An exception with a region matches, or a forced line is missing. The labels are
                // the true regions here, so in this placement the rule does not match these drawn
                // cells, for any move. The clause is therefore valid under all assumptions.
                let labels = (0..graph.vertices()).map(|v| split.drawn(v));
                let others: Vec<Lit> = labels.map(|lit| if is(lit) { !lit } else { lit }).collect();
                self.backend.add_clause(&others);
            }
        }
    }

    /// Requires an edge leaving each piece of a model.
    fn cut(&mut self, pieces: &Components) {
        let graph = self.formula.whole.graph();
        for (number, members) in pieces.members().iter().enumerate() {
            let inside = |v: usize| pieces.of[v] as usize == number;
            self.backend.add_clause(&cut_clause(graph, members, inside));
        }
    }

    /// Requires an edge leaving each region together with all pieces that touch it, for any shape
    /// of the region.
    fn cut_regions(&mut self, pieces: &Components, is: impl Fn(Lit) -> bool) {
        let formula = self.formula;
        let whole = formula.whole;
        let graph = whole.graph();
        let ends = [whole.board().start(), whole.board().end(), formula.live_end];
        for PlacedRegion { region, occupied, .. } in &formula.regions {
            let labelled = |v: usize| is(region.inside(v));
            let mut touched = vec![false; pieces.count];
            for v in (0..graph.vertices()).filter(|&v| labelled(v)) {
                touched[pieces.of[v] as usize] = true;
            }
            let piece = |v: usize| touched[pieces.of[v] as usize];
            if !touched.contains(&true) || ends.iter().any(|&cell| piece(whole.vertex(cell))) {
                continue;
            }
            region.cut_set(graph, piece, labelled, *occupied, &mut self.cuts);
        }
        self.backend.add(&self.cuts);
        self.cuts.clear();
    }
}
