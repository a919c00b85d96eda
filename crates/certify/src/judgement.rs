//! Certificates of judgements: the witness or the reason itself, or a proof where a search decided.

use std::sync::atomic::AtomicBool;

use deadmove_checker::{self as checker, BoardData, Graph, SCHEMA};
use deadmove_encodings::flow::Flow;

use super::position_graph::CheckerGraph;
use super::{CheckerRejection, TOOL};
use deadmove_core::board::{Cell, letters};
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::verdict::{Limits, Outcome};
use deadmove_engine::evidence::plain_reason;
use deadmove_engine::judge::{EngineAnswer, Judgement, Turning, after_move};
use deadmove_engine::sat;
use deadmove_solver::{ProofLog, Prover, Solved};

/// Potentials with more steps of freedom than this lie deep in open space and get no variables.
const WIDEST: i32 = 8;

/// The certificate of a judgement, which the checker has accepted. The limits are for each proof;
/// if one is reached, the answer is unknown in the certificate.
///
/// # Errors
/// If the checker rejects it, which is a fault of this program.
pub fn certificate(
    position: &Position,
    judgement: &Judgement,
    limits: &Limits,
) -> Result<checker::Judgement, CheckerRejection> {
    certificate_unless_stopped(position, judgement, limits, &AtomicBool::new(false))
}

/// The same with a flag: once it is set, the answers that need a proof are unknown.
///
/// # Errors
/// Those of [`certificate`].
pub fn certificate_unless_stopped(
    position: &Position,
    judgement: &Judgement,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<checker::Judgement, CheckerRejection> {
    let board = position.board();
    let pair = |cell: Cell| (cell.column, cell.row);
    let path = letters(position.path());
    let reject = |why: String| CheckerRejection { what: format!("the path '{path}'"), why };
    let answer = |position: &Position, answer: &EngineAnswer| {
        self::answer(position, answer, limits, stop).map_err(reject)
    };
    let moves = judgement.moves.iter().map(|(direction, found)| {
        Ok((direction.letter(), answer(&position.after(*direction), &after_move(found))?))
    });
    let dead = |steps: usize| {
        let position = position.prefix(steps);
        answer(&position, &sat::solve(&position, &Budget::stoppable(limits, stop)))
    };
    let turning = match &judgement.turning {
        Turning::Live => checker::Turning::Live {},
        Turning::FromTheStart => checker::Turning::FromTheStart { dead: dead(0)? },
        Turning::Point { live, witness, .. } => checker::Turning::Point {
            live: *live,
            witness: letters(witness),
            fatal: dead(live + 1)?,
        },
        Turning::Unknown(_) | Turning::NotAsked => checker::Turning::Unknown {},
    };
    let certificate = checker::Judgement {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        board: BoardData {
            width: board.width().into(),
            height: board.height().into(),
            start: pair(board.start()),
            end: pair(board.end()),
            blocked: board.blocked_cells().map(pair).collect(),
        },
        path: path.clone(),
        position: answer(position, &judgement.answer)?,
        moves: moves.collect::<Result<_, _>>()?,
        turning,
    };
    certificate.check().map_err(reject)?;
    Ok(certificate)
}

fn answer(
    position: &Position,
    answer: &EngineAnswer,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<checker::Answer, String> {
    Ok(match answer {
        Outcome::Live(witness) => checker::Answer::Live { witness: letters(witness) },
        Outcome::Unknown(_) => checker::Answer::Unknown,
        Outcome::Dead(reason) => match plain_reason(reason) {
            Some(reason) => checker::Answer::Dead { reason },
            None => refute(position, &Budget::stoppable(limits, stop))?,
        },
    })
}

/// A proof that a position has no completion; unknown if the budget is spent. An error is a fault
/// of this program: the position has a completion.
fn refute(position: &Position, budget: &Budget) -> Result<checker::Answer, String> {
    let board = deadmove_engine::evidence::board(position)?;
    let graph = CheckerGraph::new(Graph::new(&board, &letters(position.path()))?);
    let mut cnf = graph.source.base();
    let flow = Flow::new(&graph.encoded, || budget.out_of_time().is_some()).ok();
    let used = |flow: &Flow| {
        let used = flow.used.iter().enumerate().filter(|(_, used)| **used);
        used.map(|(edge, _)| edge as i32 + 1).collect::<Vec<i32>>()
    };
    let flow = flow.as_ref().map(used);
    if let Some(flow) = &flow {
        checker::potentials(&graph.source, flow, WIDEST, &mut cnf)?;
    }
    let first = cnf.count();
    let log = ProofLog::default();
    let mut recorder = log.recorder(budget);
    let mut prover = Prover::new(budget, &log, &mut recorder);
    let mut cut_sets: Vec<Vec<checker::Cell>> = Vec::new();
    loop {
        let model = match prover.solve(cnf.last_variable() as usize, cnf.iter()) {
            Ok(Solved::Model(model)) => model,
            Ok(Solved::Unsatisfiable) => break,
            Err(_) => return Ok(checker::Answer::Unknown),
        };
        let mut used = model[..graph.encoded.edges()].to_vec();
        let found = graph.cut_sets(|_| true, &mut used);
        if found.is_empty() {
            return Err("a position that was found dead has a completion".into());
        }
        for cells in found {
            cnf.push(graph.source.cut_set(&cells)?);
            cut_sets.push(cells);
        }
    }
    let proof = prover.proof();
    // Each cut set is one clause.
    let cut_sets = cut_sets.into_iter().zip(&proof.uses[first..]);
    let cut_sets = cut_sets.filter(|(_, used)| **used).map(|(cells, _)| cells).collect();
    let mut kept = proof.uses.clone();
    kept[..first].fill(true);
    let proof = proof.text(&kept);
    Ok(checker::Answer::DeadBySearch { flow, widest: WIDEST, cut_sets, proof })
}
