//! A session: one position with its graph and its solver, which decide it and each of its moves.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::degree_clauses;
use deadmove_encodings::cut::{Components, cut_clause};
use deadmove_encodings::flow::{Flow, NoFlow};
use deadmove_encodings::graph::{Faces, Graph};
use deadmove_encodings::height::Heights;

use super::Strategy;
use super::colour::colour_reason;
use crate::graph::PositionGraph;
use crate::judge::of_move;
use crate::{cheap, propagate, strips};
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::{Reason, SearchEngine};
use deadmove_core::verdict::{Limit, Outcome};
use deadmove_encodings::join::join_pieces;
use deadmove_encodings::propagation::{EdgeState, Lemmas, Propagator};
use deadmove_solver::{Backend, Solved};

/// The engine at work on one position.
pub struct Session<'a> {
    position: &'a Position,
    strategy: Strategy,
    stage: Stage,
    budget: &'a Budget<'a>,
    solver: Option<CutSolver<'a>>,
}

/// What the tests before the solver found.
enum Stage {
    Finished,
    Dead(Reason),
    Stopped(Limit),
    Open(Box<OpenPosition>),
}

/// A position that these tests did not decide.
struct OpenPosition {
    graph: PositionGraph,
    faces: Faces,
    squares: Vec<[usize; 4]>,
    /// The anchor of the face potentials. `None` only without shortcuts, if no edge set has the
    /// required degrees or the graph is not connected (potentials mean nothing there).
    flow: Option<Flow>,
    /// The attempt to join the pieces of the flow.
    joined: JoinedPieces,
    /// Edges that every completion uses, or none does.
    decided: Vec<(usize, bool)>,
}

/// The pieces of a flow after joining.
enum JoinedPieces {
    /// One path, as the edges it uses.
    Path(Vec<bool>),
    /// Several pieces that could not be joined, as vertex sets; none if joining was not tried.
    Pieces(Vec<Vec<usize>>),
}

/// The solver with the formula of the position and the cut sets found so far.
struct CutSolver<'a> {
    strategy: Strategy,
    backend: Backend<'a>,
    cut_sets: usize,
}

impl<'a> Session<'a> {
    /// Opens a session and runs the tests that need no solver.
    pub fn new(position: &'a Position, strategy: Strategy, budget: &'a Budget<'a>) -> Session<'a> {
        let stage = Stage::of(position, strategy, budget);
        Session { position, strategy, stage, budget, solver: None }
    }

    /// Decides the position; the witness is the moves from the live end to the end cell.
    pub fn decide(&mut self) -> Outcome<Vec<Move>, Reason> {
        match &self.stage {
            Stage::Finished => Outcome::Live(Vec::new()),
            Stage::Dead(reason) => Outcome::Dead(reason.clone()),
            Stage::Stopped(limit) => Outcome::Unknown(*limit),
            Stage::Open(open) => match &open.joined {
                JoinedPieces::Path(used) => Outcome::Live(open.graph.moves(self.position, used)),
                JoinedPieces::Pieces(_) => {
                    let found = self.search(None);
                    let Stage::Open(open) = &self.stage else { unreachable!("it was open") };
                    self.explained(found, self.position, &open.graph)
                }
            },
        }
    }

    /// Decides the position after a legal move; the witness begins with that move. The reason of a
    /// dead move is about the position after it.
    pub fn decide_move(&mut self, direction: Move) -> Outcome<Vec<Move>, Reason> {
        if !self.strategy.shortcuts && matches!(self.stage, Stage::Open(_)) {
            return self.search(Some(direction));
        }
        // With evidence, each move is completed as the position after it is alone.
        if !self.strategy.deductions
            && let Some(witness) = self.turned_to(direction)
        {
            return Outcome::Live(witness);
        }
        let after = self.position.after(direction);
        let with_move = |rest: Vec<Move>| of_move(direction, Outcome::Live(rest));
        match Stage::of(&after, self.strategy, self.budget) {
            Stage::Finished => with_move(Vec::new()),
            Stage::Dead(reason) => Outcome::Dead(reason),
            Stage::Stopped(limit) => Outcome::Unknown(limit),
            Stage::Open(next) => match (&next.joined, &self.stage) {
                (JoinedPieces::Path(used), _) => with_move(next.graph.moves(&after, used)),
                (JoinedPieces::Pieces(_), Stage::Stopped(limit)) => Outcome::Unknown(*limit),
                // Probing refuted the position; from here it may reach other edges, or no time is
                // left for it.
                (JoinedPieces::Pieces(_), Stage::Dead(_)) => {
                    let dead =
                        Outcome::Dead(Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 });
                    self.explained(dead, &after, &next.graph)
                }
                (JoinedPieces::Pieces(_), Stage::Finished | Stage::Open(_)) => {
                    let found = self.search(Some(direction));
                    self.explained(found, &after, &next.graph)
                }
            },
        }
    }

    /// A completion that begins with a move, made from one that begins with another: a square at
    /// the live end is flipped, and the pieces are joined. If there is none, the move may be live.
    fn turned_to(&self, direction: Move) -> Option<Vec<Move>> {
        let Stage::Open(open) = &self.stage else { return None };
        let JoinedPieces::Path(used) = &open.joined else { return None };
        let first = open.graph.edge_of_move(self.position, direction);
        let square = open.squares.iter().find(|square| {
            let Some(at) = square.iter().position(|&edge| edge == first) else { return false };
            let [opposite, left, right] = [2, 1, 3].map(|turn| square[(at + turn) % 4]);
            !used[opposite] && used[left] && used[right]
        })?;
        let mut used = used.clone();
        for &edge in square {
            used[edge] = !used[edge];
        }
        match join(&open.graph.graph, &open.squares, &used, |edge| edge == first) {
            JoinedPieces::Path(used) => Some(open.graph.moves(self.position, &used)),
            JoinedPieces::Pieces(_) => None,
        }
    }

    /// Replaces a search that found a position dead by a deduction or by loops that no strip joins,
    /// if that is asked, and wide probing or the strips engine finds them.
    fn explained(
        &self,
        found: Outcome<Vec<Move>, Reason>,
        position: &Position,
        graph: &PositionGraph,
    ) -> Outcome<Vec<Move>, Reason> {
        match found {
            Outcome::Dead(search) if self.strategy.shortcuts && self.strategy.deductions => {
                let deduction =
                    propagate::refute(position, graph, Some(propagate::WIDE), self.budget);
                match deduction {
                    Some(deduction) => Outcome::Dead(deduction),
                    None => match strips::solve(position, self.budget) {
                        Outcome::Dead(loops) => Outcome::Dead(loops),
                        Outcome::Unknown(_) => Outcome::Dead(search),
                        Outcome::Live(_) => panic!("strips complete what the search refutes"),
                    },
                }
            }
            other => other,
        }
    }

    /// Runs the solver, for a completion that begins with `first` if that is given.
    fn search(&mut self, first: Option<Move>) -> Outcome<Vec<Move>, Reason> {
        let Stage::Open(open) = &self.stage else {
            unreachable!("only open positions have open moves")
        };
        if let Some(limit) = self.budget.exhausted() {
            return Outcome::Unknown(limit);
        }
        let solver = self.solver.get_or_insert_with(|| {
            let backend = Backend::new(self.strategy.solver, self.budget);
            CutSolver::new(open, self.strategy, backend)
        });
        let first_edge = first.map(|direction| open.graph.edge_of_move(self.position, direction));
        match solver.run(open, first_edge) {
            Ok(Solved::Model(used)) => Outcome::Live(open.graph.moves(self.position, &used)),
            Ok(Solved::Unsatisfiable) => Outcome::Dead(Reason::Search {
                engine: SearchEngine::Sat,
                cut_sets: solver.cut_sets,
            }),
            Err(limit) => Outcome::Unknown(limit),
        }
    }
}

impl Stage {
    fn of(position: &Position, strategy: Strategy, budget: &Budget) -> Stage {
        if position.is_finished() {
            return Stage::Finished;
        }
        // The graph needs a free end cell; without one there is always a cheap reason.
        if strategy.shortcuts || !position.is_free(position.board().end()) {
            let reason = cheap::dead_end(position).or_else(|| cheap::cut_off(position));
            if let Some(reason) = reason {
                return Stage::Dead(reason);
            }
        }
        let graph = PositionGraph::new(position);
        let mut limit = None;
        let flow = Flow::new(&graph.graph, || {
            limit = budget.out_of_time();
            limit.is_some()
        });
        let flow = match flow {
            Err(NoFlow::Stopped) => return Stage::Stopped(limit.unwrap_or(Limit::Timeout)),
            Err(NoFlow::Unbalanced(region)) if strategy.shortcuts => {
                return Stage::Dead(colour_reason(&graph, &region));
            }
            flow => flow.ok().filter(|_| strategy.shortcuts || is_connected(&graph.graph)),
        };
        let faces = graph.graph.faces();
        let squares: Vec<[usize; 4]> = faces.squares().collect();
        let mut open = OpenPosition {
            graph,
            faces,
            squares,
            flow,
            joined: JoinedPieces::Pieces(Vec::new()),
            decided: Vec::new(),
        };
        if strategy.shortcuts
            && let Some(reason) = open.join_or_refute(position, strategy.deductions, budget)
        {
            return Stage::Dead(reason);
        }
        Stage::Open(Box::new(open))
    }
}

impl OpenPosition {
    /// Tries to join the pieces of the flow. If that fails, what the lemmas decide is kept, or
    /// their contradiction returned: as a deduction, or without one as if by search.
    fn join_or_refute(
        &mut self,
        position: &Position,
        deductions: bool,
        budget: &Budget,
    ) -> Option<Reason> {
        let graph = &self.graph.graph;
        let flow = self.flow.as_ref().expect("there is a flow if shortcuts are taken");
        self.joined = join(graph, &self.squares, &flow.used, |_| false);
        if matches!(self.joined, JoinedPieces::Path(_)) {
            return None;
        }
        let mut propagator = Propagator::new(graph, Lemmas::ALL);
        if propagator.propagate().is_err() {
            if !deductions {
                return Some(Reason::Search { engine: SearchEngine::Sat, cut_sets: 0 });
            }
            return propagate::refute(position, &self.graph, None, budget);
        }
        self.decided = propagator.decisions().map(|(edge, is_in, _)| (edge, is_in)).collect();
        let is_decided = |edge| propagator.state(edge) != EdgeState::Undecided;
        self.joined = join(graph, &self.squares, propagator.edge_set(), is_decided);
        match self.joined {
            JoinedPieces::Path(_) => None,
            JoinedPieces::Pieces(_) if !deductions => None,
            JoinedPieces::Pieces(_) => {
                propagate::refute(position, &self.graph, Some(propagate::NEAR), budget)
            }
        }
    }
}

fn is_connected(graph: &Graph) -> bool {
    Components::new(graph, &vec![true; graph.edges()]).count == 1
}

/// Tries to join the pieces of an edge set into one path.
fn join(
    graph: &Graph,
    squares: &[[usize; 4]],
    used: &[bool],
    frozen: impl Fn(usize) -> bool,
) -> JoinedPieces {
    let mut used = used.to_vec();
    let pieces = join_pieces(graph, squares, &mut used, frozen);
    match pieces.count {
        1 => JoinedPieces::Path(used),
        _ => JoinedPieces::Pieces(pieces.members()),
    }
}

impl<'a> CutSolver<'a> {
    fn new(open: &OpenPosition, strategy: Strategy, backend: Backend<'a>) -> CutSolver<'a> {
        let graph = &open.graph.graph;
        let mut clauses = Clauses::over(graph.edges());
        degree_clauses(graph, &mut clauses);
        if let (Some(flow), Some(widest)) = (&open.flow, strategy.potentials) {
            let heights = Heights::new(&open.faces, flow);
            heights.clauses(graph, &open.faces, flow, widest, &mut clauses);
        }
        // Exclude the smallest cycles; otherwise the first models are full of them.
        for square in &open.squares {
            clauses.push(square.map(|edge| !Lit::edge(edge)));
        }
        for &(edge, is_in) in &open.decided {
            let lit = Lit::edge(edge);
            clauses.push([if is_in { lit } else { !lit }]);
        }
        let mut solver = CutSolver { strategy, backend, cut_sets: 0 };
        solver.backend.add(&clauses);
        if let JoinedPieces::Pieces(pieces) = &open.joined {
            solver.cut(open, pieces);
        }
        solver
    }

    /// Requires an edge leaving each of the vertex sets.
    fn cut(&mut self, open: &OpenPosition, pieces: &[Vec<usize>]) {
        let mut inside = vec![false; open.graph.graph.vertices()];
        for members in pieces {
            for &v in members {
                inside[v] = true;
            }
            self.backend.add_clause(&cut_clause(&open.graph.graph, members, |v| inside[v]));
            self.cut_sets += 1;
            for &v in members {
                inside[v] = false;
            }
        }
    }

    /// Solves and adds cut sets until a model is connected or there is none.
    fn run(&mut self, open: &OpenPosition, first: Option<usize>) -> Result<Solved, Limit> {
        let graph = &open.graph.graph;
        loop {
            let first_used = first.map(Lit::edge);
            let mut used = match self.backend.solve(graph.edges(), first_used.as_slice())? {
                Solved::Model(used) => used,
                Solved::Unsatisfiable => return Ok(Solved::Unsatisfiable),
            };
            let model = Components::new(graph, &used);
            if model.count == 1 {
                return Ok(Solved::Model(used));
            }
            if !self.strategy.shortcuts {
                self.cut(open, &model.members());
                continue;
            }
            let joined = join_pieces(graph, &open.squares, &mut used, |edge| Some(edge) == first);
            if joined.count == 1 {
                return Ok(Solved::Model(used));
            }
            self.cut(open, &joined.members());
            if model.count > joined.count {
                self.cut(open, &model.members());
            }
        }
    }
}
