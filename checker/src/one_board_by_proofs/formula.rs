//! The formula of a rule in one placement at one live end of a board: "is there a position here in
//! which the rule forbids a live move?".
//!
//! A solution is a path of the whole board from start to end, split behind the live end. Each cell
//! has a label: drawn, if it lies on the path up to the live end, else free. No variable says where
//! on the path a cell lies; a label changes only at the live end, so the labels follow the path.
//!
//! **R3.** Every edge of the path joins cells with equal labels, except for the step from the live
//! end to a free cell; the pattern of the rule fixes some labels; the step is the move in question.
//! These clauses, and every lemma that is accepted, hold for the true labels of each position in
//! which the rule forbids the move in question, with each completion that begins with the step.
//! (proof: docs/reference/certificates.md, "R3")
//!
//! The label of a region may cover more than the region, and exceptions and forced lines may be
//! missing from the formula. Then it has more solutions than it should, never fewer, so a
//! refutation is still valid.

use super::planar;
use super::region::BoardRegion;
use crate::kernel::cnf::{Cnf, variable};
use crate::kernel::graph::Graph;
use crate::kernel::matching::View;
use crate::kernel::rule::{Extent, Offset, Rule, Test, step};
use crate::one_board::record::Lemma;

/// The formula of a rule in one placement at one live end.
#[derive(Clone, Debug)]
pub struct RuleFormula<'g> {
    graph: &'g Graph,
    rule: &'g Rule,
    live_end: usize,
    /// The clauses.
    pub cnf: Cnf,
    /// The regions of the pattern's segments.
    pub regions: Vec<BoardRegion>,
    drawn: i32,
}

impl<'g> RuleFormula<'g> {
    /// The formula of a placed rule at a live end; `graph` has all cells of the board. `None` if
    /// the pattern never matches there.
    pub fn new(graph: &'g Graph, rule: &'g Rule, live_end: usize) -> Option<RuleFormula<'g>> {
        let [start, end] = graph.ends;
        if live_end == end {
            return None;
        }
        let mut cnf = graph.base();
        let drawn = cnf.variables(graph.board.open.len());
        let mut formula = RuleFormula { graph, rule, live_end, cnf, drawn, regions: Vec::new() };
        formula.pattern(end)?;
        formula.split(start, end);
        planar::add_clauses(graph, live_end, |v| -variable(drawn, v), &mut formula.cnf);
        Some(formula)
    }

    /// "The cell is drawn."
    pub fn drawn(&self, cell: usize) -> i32 {
        variable(self.drawn, cell)
    }

    /// The literals that state a question: `forbidden` is a legal move that the rule forbids, and
    /// the path continues with `step_taken`. `None` if one of these moves leaves the board. A
    /// question is always about one step; a vacuous rule needs a refutation for each step.
    pub fn assumptions(&self, forbidden: char, step_taken: char) -> Option<Vec<i32>> {
        let view = self.view(&[]);
        let to = view.at(step((0, 0), forbidden))?;
        let next = view.at(step((0, 0), step_taken))?;
        let edge = self.graph.edge(self.live_end, next)?;
        let mut units = vec![edge, -self.drawn(next), -self.drawn(to)];
        for exempt in self.rule.forbids.iter().filter(|f| f.direction == forbidden) {
            units.extend(exempt.unless_in.iter().map(|&k| -self.regions[k].inside(to)));
        }
        Some(units)
    }

    /// Adds a lemma to the formula of a question about `forbidden`.
    ///
    /// # Errors
    /// If the lemma does not hold.
    pub fn lemma(&self, lemma: &Lemma, forbidden: char, cnf: &mut Cnf) -> Result<(), String> {
        let known = |segment: usize| {
            self.regions.get(segment).ok_or(format!("there is no segment {segment}"))
        };
        match lemma {
            Lemma::CutSet { cells } => cnf.push(self.graph.cut_set(cells)?),
            Lemma::Reached { segment, cells } => {
                let free = |v: usize| -self.drawn(v);
                known(*segment)?.reached(self.graph, &self.graph.set(cells)?, free, cnf)?;
            }
            Lemma::NoMatch { free } => {
                let set = self.graph.set(free)?;
                let is_free: Vec<bool> =
                    (0..self.graph.board.open.len()).map(|v| set.contains(&v)).collect();
                if self.rule.forbids(self.view(&is_free), forbidden) {
                    return Err("the rule forbids the move when these cells are free".into());
                }
                let labels = is_free.iter().enumerate();
                cnf.push(labels.map(|(v, &free)| self.drawn(v) * if free { 1 } else { -1 }));
            }
        }
        Ok(())
    }

    fn view<'a>(&'a self, free: &'a [bool]) -> View<'a> {
        View { board: &self.graph.board, free, live_end: self.live_end }
    }

    /// Adds what the pattern states about the labels; `None` if it cannot match.
    fn pattern(&mut self, end: usize) -> Option<()> {
        let (graph, rule) = (self.graph, self.rule);
        let lines = rule.pattern.lines.iter().flat_map(|&(a, b)| [a, b]);
        let lines = lines.map(|cell| (cell, Test::Free));
        for (cell, test) in rule.pattern.cells.iter().copied().chain(lines) {
            let passes = self.passes(cell, test, end);
            if passes == -self.drawn(self.live_end) {
                return None;
            }
            self.cnf.push([passes]);
        }
        for segment in &rule.pattern.segments {
            let view = self.view(&[]);
            let cells = segment.cells.iter().map(|&cell| view.at(cell));
            let cells: Vec<usize> = cells.collect::<Option<_>>()?;
            if cells.contains(&end) {
                return None;
            }
            let side = segment.side_cells().into_iter().filter_map(|cell| view.at(cell));
            let side: Vec<usize> = side.filter(|&cell| cell != self.live_end).collect();
            match segment.extent {
                Extent::Enclosed => self.cnf.push(side.iter().map(|&v| -variable(self.drawn, v))),
                Extent::EnclosedOrEmpty => {}
                Extent::Empty => {
                    side.iter().for_each(|&v| self.cnf.push([variable(self.drawn, v)]));
                }
            }
            let first = self.cnf.variables(graph.board.open.len());
            let region = BoardRegion { first, cells, side };
            let drawn = self.drawn;
            let free = |v: usize| -variable(drawn, v);
            let allowed = |surplus| segment.tests.iter().all(|test| test.holds(surplus));
            region.clauses(graph, self.live_end, free, allowed, &mut self.cnf);
            self.regions.push(region);
        }
        let simple = rule.unless.iter().filter(|e| e.segments.is_empty() && e.lines.is_empty());
        for exception in simple {
            let passes = exception.cells.iter().map(|&(cell, test)| self.passes(cell, test, end));
            let fails: Vec<i32> = passes.map(|passes| -passes).collect();
            self.cnf.push(fails);
        }
        Some(())
    }

    /// "The cell passes the test." If that is certain, "the live end is drawn", or its negation.
    fn passes(&self, cell: Offset, test: Test, end: usize) -> i32 {
        let certain = self.drawn(self.live_end);
        match (self.view(&[]).at(cell), test) {
            (None, Test::Wall | Test::Outside) | (Some(_), Test::OnBoard) => certain,
            (None, _) | (Some(_), Test::Outside) => -certain,
            (Some(at), Test::FreeNotEnd) if at == end => -certain,
            (Some(at), Test::Free | Test::FreeNotEnd) => -self.drawn(at),
            (Some(at), Test::Drawn | Test::Wall) => self.drawn(at),
        }
    }

    /// Connects the labels with the path. The ends of the path have different labels, so the label
    /// changes along it; it changes only at the live end and only once.
    fn split(&mut self, start: usize, end: usize) {
        let drawn = |v: usize| variable(self.drawn, v);
        self.cnf.push([drawn(start)]);
        self.cnf.push([drawn(self.live_end)]);
        self.cnf.push([-drawn(end)]);
        for (number, &(a, b)) in self.graph.edges.iter().enumerate() {
            if a != self.live_end && b != self.live_end {
                let edge = variable(1, number);
                self.cnf.push([-edge, drawn(a), -drawn(b)]);
                self.cnf.push([-edge, -drawn(a), drawn(b)]);
            }
        }
        let steps = &self.graph.at[self.live_end];
        for (i, &(v, to_v)) in steps.iter().enumerate() {
            for &(w, to_w) in &steps[..i] {
                self.cnf.push([-to_v, -to_w, drawn(v), drawn(w)]);
            }
            if self.live_end == start {
                self.cnf.push([-to_v, -drawn(v)]);
            }
        }
    }
}
