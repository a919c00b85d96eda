//! One question about a placed rule, refuted or answered with the checker's formula.

use deadmove_checker::{self as checker, Cnf, Lemma, RuleFormula};

use super::position_graph::CheckerGraph;
use deadmove_core::budget::Budget;
use deadmove_core::verdict::Limit;
use deadmove_solver::{ProofLog, Prover, Solved};

/// The result of a question.
pub enum QuestionResult {
    /// There is no such position; the lemmas and the proof show it.
    Refuted(Vec<Lemma>, String),
    /// A path of the whole board, as cell numbers; the position is where it reaches the live end.
    Path(Vec<usize>),
}

/// Asks whether there is a position with the given live end in which a placed rule forbids a move,
/// and which has a completion that begins with a given step. `cnf` is the formula of the placed
/// rule with the question, see [`RuleFormula::assumptions`].
pub fn ask(
    graph: &CheckerGraph,
    claim: &RuleFormula,
    mut cnf: Cnf,
    rule: &checker::Rule,
    live_end: usize,
    forbidden: char,
    budget: &Budget,
) -> Result<QuestionResult, Limit> {
    let log = ProofLog::default();
    let mut recorder = log.recorder(budget);
    let mut prover = Prover::new(budget, &log, &mut recorder);
    // Each lemma with the number of the first clause after its own.
    let mut lemmas: Vec<(Lemma, usize)> = Vec::new();
    let first = cnf.count();
    while let Solved::Model(model) = prover.solve(cnf.last_variable() as usize, cnf.iter())? {
        let found = lemmas.len();
        let mut add = |lemma: Lemma, cnf: &mut Cnf| {
            claim.lemma(&lemma, forbidden, cnf).expect("lemmas that hold");
            lemmas.push((lemma, cnf.count()));
        };
        let is = |lit: i32| model[lit.unsigned_abs() as usize - 1] == (lit > 0);
        let is_free = |v: usize| !is(claim.drawn(v));
        let mut used = model[..graph.encoded.edges()].to_vec();
        let same = |block: &[usize; 4]| block.iter().all(|&v| is_free(v) == is_free(block[0]));
        let cut_sets = graph.cut_sets(same, &mut used);
        if !cut_sets.is_empty() {
            cut_sets.into_iter().for_each(|cells| add(Lemma::CutSet { cells }, &mut cnf));
            continue;
        }
        let path = graph.path(&used);
        let after = path.iter().position(|&v| v == live_end).expect("the path is everywhere") + 1;
        let mut free = vec![false; path.len()];
        for &v in &path[after..] {
            free[v] = true;
        }
        let view = checker::View { board: graph.board(), free: &free, live_end };
        if rule.forbids(view, forbidden) {
            return Ok(QuestionResult::Path(path));
        }
        for (segment, region) in claim.regions.iter().enumerate() {
            for cells in spurious(graph, region, &free, is) {
                add(Lemma::Reached { segment, cells: graph.cells(&cells) }, &mut cnf);
            }
        }
        if lemmas.len() == found {
            let free: Vec<usize> = path[after..].to_vec();
            let lemma = Lemma::NoMatch { free: graph.cells(&free) };
            claim.lemma(&lemma, forbidden, &mut cnf).expect("it does not match there");
            lemmas.push((lemma, cnf.count()));
        }
    }
    let proof = prover.proof();
    let mut kept = vec![true; cnf.count()];
    let mut from = first;
    let mut used = Vec::new();
    for (lemma, to) in lemmas {
        if proof.uses[from..to].contains(&true) {
            used.push(lemma);
        } else {
            kept[from..to].fill(false);
        }
        from = to;
    }
    Ok(QuestionResult::Refuted(used, proof.text(&kept)))
}

/// The connected sets of cells that have the label of a region but are not in it.
fn spurious(
    graph: &CheckerGraph,
    region: &checker::BoardRegion,
    free: &[bool],
    is: impl Fn(i32) -> bool,
) -> Vec<Vec<usize>> {
    let open = |v: usize| free[v] && !region.cells.contains(&v);
    let inside = graph.encoded.reached(&region.side, open);
    let mut seen = vec![false; free.len()];
    let mut sets = Vec::new();
    for v in 0..free.len() {
        let wrong = |v: usize| is(region.inside(v)) && !inside[v];
        if wrong(v) && !seen[v] {
            let set = graph.encoded.reached(&[v], wrong);
            sets.push((0..set.len()).filter(|&v| set[v]).collect::<Vec<usize>>());
            seen.iter_mut().zip(set).for_each(|(seen, new)| *seen |= new);
        }
    }
    sets
}
