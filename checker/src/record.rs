//! The evidence for one claim about a rule on a square board from corner to corner.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Cell};
use crate::claim::{Claim, Lemma};
use crate::graph::Graph;
use crate::position::{Position, replay};
use crate::rule::{Rule, View};
use deadmove_checker_kernel::SCHEMA;
use deadmove_checker_kernel::{Listener, Units, check_proof};

/// What is said about a rule on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It forbids no live move, and a dead one of some live position.
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
    /// A live position in which the rule forbids a legal move: a live one if it is unsound. None if
    /// it is vacuous.
    pub example: Option<Example>,
    /// Proofs for the questions that unit propagation does not settle; none if it is unsound, or if
    /// the certificate goes by the list of all live positions.
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

/// No position in which the rule, laid on the board, forbids a legal move has a completion that
/// begins with a certain step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The question.
    pub question: Question,
    /// What is added to the formula.
    pub lemmas: Vec<Lemma>,
    /// In the LRAT format; see [`check_proof`]. The formula is that of the claim, then the units of
    /// the question, then the lemmas.
    pub proof: String,
}

/// A question about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The live end.
    pub live_end: Cell,
    /// The number of the placement.
    pub placement: u8,
    /// The forbidden move, in board directions.
    #[serde(rename = "move")]
    pub forbidden: char,
    /// The first step of the completion.
    pub step: char,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Question { live_end: (column, row), placement, forbidden, step } = self;
        write!(
            f,
            "live end ({column},{row}), placement {placement}, forbidden {forbidden}, step {step}"
        )
    }
}

/// The graph of a square board of side 3 to 99 from corner to corner.
pub fn square(size: usize) -> Result<Graph, String> {
    if !(3..=99).contains(&size) {
        return Err(format!("a board of side {size}: certificates for rules know 3 to 99"));
    }
    let last = size as u16;
    let board = Board::new(size, size, (1, 1), (last, last), &[]).map_err(|f| f.to_string())?;
    Graph::new(&board, "")
}

/// The live ends and different placements of a rule that have to be looked at. On a square board a
/// rule for all placements says the same about a position and its mirror image in the diagonal from
/// start to end: there, live ends above the diagonal and on it are enough.
pub fn places(graph: &Graph, rule: &Rule) -> Vec<(usize, u8, Rule)> {
    let mut placed: Vec<(u8, Rule)> = Vec::new();
    for &number in &rule.placements {
        let laid = rule.placed(number);
        if placed.iter().all(|(_, other)| *other != laid) {
            placed.push((number, laid));
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
            placed.iter().map(move |(number, laid)| (live_end, *number, laid.clone()))
        })
        .collect()
}

/// The questions that must be refuted at one place: forbidden moves with the step that completions
/// begin with. For soundness that is the forbidden move.
pub fn questions(laid: &Rule, verdict: Verdict) -> Vec<(char, char)> {
    let mut moves: Vec<char> = laid.forbids.iter().map(|forbidden| forbidden.direction).collect();
    moves.sort_unstable();
    moves.dedup();
    let steps = |letter: char| match verdict {
        Verdict::Vacuous => vec!['U', 'D', 'L', 'R'],
        Verdict::Sound | Verdict::Unsound => vec![letter],
    };
    moves.into_iter().flat_map(|m| steps(m).into_iter().map(move |step| (m, step))).collect()
}

impl Record {
    /// Checks what does not need proofs: that the parts fit together, and the example.
    fn check_said(&self) -> Result<Graph, String> {
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

    /// Checks a record whose verdict follows from the list of all live positions: everything but
    /// that.
    pub fn check_listed(&self) -> Result<(), String> {
        self.check_said()?;
        match self.refutations[..] {
            [] => Ok(()),
            _ => Err("there are proofs, but the certificate goes by the list of positions".into()),
        }
    }

    /// Checks all of it.
    pub fn check(&self) -> Result<(), String> {
        self.check_and_tell(&mut |_, _, _| {})
    }

    /// The same, and tells of every formula that was refuted on the way.
    pub fn check_and_tell(&self, listener: &mut Listener) -> Result<(), String> {
        let graph = self.check_said()?;
        let mut proofs = BTreeMap::new();
        for refutation in &self.refutations {
            if proofs.insert(refutation.question, refutation).is_some() {
                return Err(format!("two proofs for {}", refutation.question));
            }
        }
        if self.verdict != Verdict::Unsound {
            for (live_end, placement, laid) in places(&graph, &self.rule) {
                self.check_place(&graph, (live_end, placement, &laid), &mut proofs, listener)?;
            }
        }
        match proofs.keys().next() {
            None => Ok(()),
            Some(question) => Err(format!("a proof for {question}, which nobody asks")),
        }
    }

    fn check_place(
        &self,
        graph: &Graph,
        (live_end, placement, laid): (usize, u8, &Rule),
        proofs: &mut BTreeMap<Question, &Refutation>,
        listener: &mut Listener,
    ) -> Result<(), String> {
        let Some(claim) = Claim::new(graph, laid, live_end) else { return Ok(()) };
        let mut by_units = None;
        for (forbidden, step) in questions(laid, self.verdict) {
            let Some(units) = claim.question(forbidden, step) else { continue };
            let live_end = graph.board().cell(live_end);
            let question = Question { live_end, placement, forbidden, step };
            let fail = |why: String| format!("{question}: {why}");
            let asked = || {
                let mut cnf = claim.cnf().clone();
                units.iter().for_each(|&lit| cnf.push([lit]));
                cnf
            };
            let Some(refutation) = proofs.remove(&question) else {
                if !by_units.get_or_insert_with(|| Units::new(claim.cnf())).refute(&units) {
                    let why = "there is no proof, and unit propagation does not do";
                    return Err(fail(why.into()));
                }
                listener(&question.to_string(), &asked, "");
                continue;
            };
            let mut cnf = asked();
            for lemma in &refutation.lemmas {
                claim.lemma(lemma, forbidden, &mut cnf).map_err(fail)?;
            }
            check_proof(&cnf, &refutation.proof).map_err(fail)?;
            listener(&question.to_string(), &|| cnf.clone(), &refutation.proof);
        }
        Ok(())
    }

    /// The position is live, and the rule forbids the legal move.
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
