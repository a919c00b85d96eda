//! Records: the evidence for one claim about a rule on a square board from corner to corner.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell};
use crate::graph::Graph;
use crate::position::{Position, replay};
use crate::rule::{Rule, View};
use crate::rule_formula::{Lemma, RuleFormula};
use deadmove_checker_kernel::{Listener, SCHEMA, UnitPropagation, check_proof};

/// A verdict on a rule, on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It forbids no live move, and it forbids a dead move of some live position.
    Sound,
    /// It forbids a live move.
    Unsound,
    /// It forbids no move of any live position.
    Vacuous,
}

/// A claim with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The side of the board.
    pub size: usize,
    /// The rule.
    pub rule: Rule,
    /// The verdict.
    pub verdict: Verdict,
    /// A live position in which the rule forbids a legal move; a live move if the rule is unsound.
    /// None if it is vacuous.
    pub example: Option<Example>,
    /// Proofs for the questions that unit propagation does not refute. Empty if the rule is
    /// unsound, and in a certificate by list.
    pub refutations: Vec<Refutation>,
}

/// A live position and a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The steps drawn so far.
    pub path: String,
    /// The forbidden move.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The steps of a completion, from the live end on.
    pub completion: String,
}

/// The negative answer to a question, with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The question.
    pub question: RuleQuestion,
    /// The lemmas that are added to the formula.
    pub lemmas: Vec<Lemma>,
    /// In the LRAT format; see [`check_proof`]. The formula consists of the [`RuleFormula`], the
    /// unit clauses of the question, and the lemmas, in this order.
    pub proof: String,
}

/// A question about a rule: is there a position with this live end in which the rule, in this
/// placement, forbids a legal move, and which has a completion that begins with a certain step?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleQuestion {
    /// The live end.
    pub live_end: Cell,
    /// The number of the placement.
    pub placement: u8,
    /// The forbidden move, in the directions of the board.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The first step of the completion.
    pub step: char,
}

impl fmt::Display for RuleQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleQuestion { live_end: (column, row), placement, forbidden, step } = self;
        write!(
            f,
            "live end ({column},{row}), placement {placement}, forbidden {forbidden}, step {step}"
        )
    }
}

/// The graph of a square board of side 3 to 99 from corner to corner.
pub fn square(size: usize) -> Result<Graph, String> {
    if !(3..=99).contains(&size) {
        return Err(format!("a board of side {size}: certificates of rules support 3 to 99"));
    }
    let last = size as u16;
    let board = Board::new(size, size, (1, 1), (last, last), &[]).map_err(|f| f.to_string())?;
    Graph::new(&board, "")
}

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
    let board = graph.board();
    let wanted = |&live_end: &usize| {
        let (column, row) = board.cell(live_end);
        rule.placements.len() < 8 || column >= row
    };
    (0..board.open().len())
        .filter(wanted)
        .flat_map(|live_end| {
            placed.iter().map(move |(number, rule)| (live_end, *number, rule.clone()))
        })
        .collect()
}

/// The questions about a placed rule that must have a negative answer, as forbidden moves with the
/// first step of the completion. For soundness that step is the forbidden move.
pub fn questions(placed: &Rule, verdict: Verdict) -> Vec<(char, char)> {
    let mut moves: Vec<char> = placed.forbids.iter().map(|forbidden| forbidden.direction).collect();
    moves.sort_unstable();
    moves.dedup();
    let steps = |letter: char| match verdict {
        Verdict::Vacuous => vec!['U', 'D', 'L', 'R'],
        Verdict::Sound | Verdict::Unsound => vec![letter],
    };
    moves.into_iter().flat_map(|m| steps(m).into_iter().map(move |step| (m, step))).collect()
}

impl Record {
    /// Checks everything but the proofs: that the record is well-formed, and the example.
    fn check_example_and_form(&self) -> Result<Graph, String> {
        if self.schema != SCHEMA {
            return Err(format!("schema {}: this checker knows schema {SCHEMA}", self.schema));
        }
        self.rule.check()?;
        let graph = square(self.size)?;
        match (self.verdict, &self.example) {
            (Verdict::Vacuous, None) => {}
            (Verdict::Sound | Verdict::Unsound, Some(example)) => {
                self.check_example(&graph, example).map_err(|why| format!("the example: {why}"))?;
            }
            _ => return Err("sound and unsound rules have an example, vacuous ones none".into()),
        }
        Ok(graph)
    }

    /// Checks a record of a certificate by list, except for its verdict, which follows from the
    /// list.
    pub fn check_by_list(&self) -> Result<(), String> {
        self.check_example_and_form()?;
        match self.refutations[..] {
            [] => Ok(()),
            _ => Err("there are proofs, but this is a certificate by list".into()),
        }
    }

    /// Checks all of it.
    pub fn check(&self) -> Result<(), String> {
        self.check_with(&mut |_, _, _| {})
    }

    /// Checks all of it and calls `listener` for every refuted formula.
    pub fn check_with(&self, listener: &mut Listener) -> Result<(), String> {
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
        let mut propagation = None;
        for (forbidden, step) in questions(rule, self.verdict) {
            let Some(assumptions) = formula.assumptions(forbidden, step) else { continue };
            let live_end = graph.board().cell(live_end);
            let question = RuleQuestion { live_end, placement, forbidden, step };
            let fail = |why: String| format!("{question}: {why}");
            let with_assumptions = || {
                let mut cnf = formula.cnf().clone();
                assumptions.iter().for_each(|&lit| cnf.push([lit]));
                cnf
            };
            let Some(refutation) = proofs.remove(&question) else {
                let propagation =
                    propagation.get_or_insert_with(|| UnitPropagation::new(formula.cnf()));
                if !propagation.refute(&assumptions) {
                    let why = "there is no proof, and unit propagation does not refute it";
                    return Err(fail(why.into()));
                }
                listener(&question.to_string(), &with_assumptions, "");
                continue;
            };
            let mut cnf = with_assumptions();
            for lemma in &refutation.lemmas {
                formula.lemma(lemma, forbidden, &mut cnf).map_err(fail)?;
            }
            check_proof(&cnf, &refutation.proof).map_err(fail)?;
            listener(&question.to_string(), &|| cnf.clone(), &refutation.proof);
        }
        Ok(())
    }

    /// Checks that the position is live and that the rule forbids the legal move.
    fn check_example(&self, graph: &Graph, example: &Example) -> Result<(), String> {
        let board = graph.board();
        replay(board, &example.path, &example.completion).map_err(|fault| fault.to_string())?;
        let position = Position::after(board, &example.path).map_err(|fault| fault.to_string())?;
        let live_end = board.index(position.live_end).ok_or("the live end left the board")?;
        let view = View { board, free: position.free(), live_end };
        let mut placements = self.rule.placements.iter();
        if !placements.any(|&number| self.rule.placed(number).forbids(view, example.forbidden)) {
            return Err(format!("the rule does not forbid {} there", example.forbidden));
        }
        let begins = example.completion.starts_with(example.forbidden);
        match self.verdict {
            Verdict::Unsound if !begins => Err("the completion begins with another move".into()),
            Verdict::Sound if begins => Err("the completion begins with the forbidden move".into()),
            _ => Ok(()),
        }
    }
}
