//! Theory of rules on one board, by proofs. Claim: on the square board of this side, from the
//! upper-left to the lower-right corner, a rule forbids no live move (sound), or forbids no move of
//! any live position (vacuous). An unsound rule needs only its example. A sound one has an example
//! too, in which it forbids some move of a live position (`record.rs`).
//!
//! A placement is a rule rotated and mirrored (`matching.rs`). A question is about one placement,
//! one live end, a forbidden move and the first step of the completion; its formula is that of the
//! placement at the live end, with unit clauses for the two moves and with lemmas. A clause that is
//! missing does no harm: there are only more solutions to refute. So what has to be believed is
//! that each clause holds for every position in which the rule forbids the move, with each of its
//! completions that begin with the step.
//!
//! No question is asked if the pattern cannot match there, the live end is the end cell, or a move
//! leaves the board. The formula also says that the forbidden move leads into no region that
//! exempts it. Whether another rule forbids the same move plays no part: each rule is judged alone.
//!
//! **R1.** A rule is sound if, for each placement, live end and forbidden move, the formula (R3 to
//! R6) has no solution; it is vacuous if this holds for each first step of a completion. (proof:
//! docs/reference/certificates.md, "R1")
//!
//! **R2.** If a rule has all eight placements, live ends on and above the diagonal are enough.
//! (proof: docs/reference/certificates.md, "R2")
//!
//! Read besides: `formula.rs`, `region.rs`, `planar.rs`; `one_board/`; the kernel (`--trust` lists
//! its files).

pub mod formula;
pub mod planar;
pub mod region;

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::cnf::{Listener, check_refutation};
use crate::kernel::graph::Graph;
use crate::kernel::rule::Rule;
use crate::one_board::record::{Record, Refutation, RuleQuestion, Verdict};
use formula::RuleFormula;

/// The live ends at which a rule must be refuted, each with the number of a placement and the rule
/// in that placement; equal placements once. If the rule has all eight placements, it forbids the
/// same in a position and its mirror image in the diagonal from start to end. Then live ends above
/// and on the diagonal are enough.
pub fn placements(graph: &Graph, rule: &Rule) -> Vec<(usize, u8, Rule)> {
    let mut placed: Vec<(u8, Rule)> = Vec::new();
    for &number in &rule.placements {
        let rule = rule.placed(number);
        if placed.iter().all(|(_, other)| *other != rule) {
            placed.push((number, rule));
        }
    }
    let board = &graph.board;
    let wanted = |&live_end: &usize| {
        let (column, row) = board.cell(live_end);
        rule.placements.len() < 8 || column >= row
    };
    (0..board.open.len())
        .filter(wanted)
        .flat_map(|live_end| {
            placed.iter().map(move |(number, rule)| (live_end, *number, rule.clone()))
        })
        .collect()
}

/// The questions about a placed rule that must have a negative answer, as forbidden moves with the
/// first step of the completion. For soundness that step is the forbidden move.
pub fn questions(placed: &Rule, verdict: Verdict) -> BTreeSet<(char, char)> {
    let moves = placed.forbids.iter().map(|forbidden| forbidden.direction);
    let steps = |letter: char| match verdict {
        Verdict::Vacuous => vec!['U', 'D', 'L', 'R'],
        Verdict::Sound | Verdict::Unsound => vec![letter],
    };
    moves.flat_map(|m| steps(m).into_iter().map(move |step| (m, step))).collect()
}

impl Record {
    /// Checks all of it.
    ///
    /// # Errors
    /// If its example or a proof is wrong.
    pub fn check(&self) -> Result<(), String> {
        self.check_with(&mut |_, _, _| {})
    }

    /// Checks all of it and calls `listener` for every refuted formula.
    pub(crate) fn check_with(&self, listener: &mut Listener) -> Result<(), String> {
        let graph = self.check_example_and_form()?;
        let mut proofs = BTreeMap::new();
        for refutation in &self.refutations {
            if proofs.insert(refutation.question, refutation).is_some() {
                return Err(format!("two proofs for {}", refutation.question));
            }
        }
        if self.verdict != Verdict::Unsound {
            for (live_end, placement, rule) in placements(&graph, &self.rule) {
                self.check_placement(&graph, (live_end, placement, &rule), &mut proofs, listener)?;
            }
        }
        match proofs.keys().next() {
            None => Ok(()),
            Some(question) => Err(format!("a proof for {question}, which needs none")),
        }
    }

    fn check_placement(
        &self,
        graph: &Graph,
        (live_end, placement, rule): (usize, u8, &Rule),
        proofs: &mut BTreeMap<RuleQuestion, &Refutation>,
        listener: &mut Listener,
    ) -> Result<(), String> {
        let Some(formula) = RuleFormula::new(graph, rule, live_end) else { return Ok(()) };
        for (forbidden, step) in questions(rule, self.verdict) {
            let Some(assumptions) = formula.assumptions(forbidden, step) else { continue };
            let live_end = graph.board.cell(live_end);
            let question = RuleQuestion { live_end, placement, forbidden, step };
            let fail = |why: String| format!("{question}: {why}");
            let mut cnf = formula.cnf.clone();
            assumptions.iter().for_each(|&lit| cnf.push([lit]));
            let mut proof = "";
            if let Some(refutation) = proofs.remove(&question) {
                for lemma in &refutation.lemmas {
                    formula.lemma(lemma, forbidden, &mut cnf).map_err(fail)?;
                }
                proof = &refutation.proof;
            }
            check_refutation(&cnf, proof).map_err(fail)?;
            listener(&question.to_string(), &|| cnf.clone(), proof);
        }
        Ok(())
    }
}
