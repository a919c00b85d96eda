//! One position, its graph and its solver: answers for the position and for each of its moves.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::{Components, cut_clause};
use deadmove_encodings::degree::degree_clauses;
use deadmove_encodings::flow::{Flow, NoFlow};
use deadmove_encodings::graph::{Faces, Graph};
use deadmove_encodings::height::Heights;

use super::Strategy;
use super::colour::colour_reason;
use crate::cheap;
use crate::graph::PositionGraph;
use deadmove_core::board::Move;
use deadmove_core::budget::Budget;
use deadmove_core::position::Position;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Outcome};
use deadmove_encodings::join::join_pieces;
use deadmove_solver::{Backend, Watchdog};

/// The engine at work on one position.
pub struct Session<'a> {
    position: &'a Position,
    strategy: Strategy,
    stage: Stage,
    budget: &'a Budget<'a>,
    watchdog: Option<&'a mut Watchdog<'a>>,
    search: Option<Search<'a>>,
}

/// What is known of a position before any search.
enum Stage {
    Finished,
    Dead(Reason),
    Stopped(Limit),
    Open(Box<Open>),
}

/// A position that survived the tests that need no search.
struct Open {
    graph: PositionGraph,
    faces: Faces,
    squares: Vec<[usize; 4]>,
    /// Anchor of the face potentials; `None` only without shortcuts, where there is no edge set
    /// with the wanted degrees, or a graph in several parts, on which potentials say nothing.
    flow: Option<Flow>,
    /// The pieces of the flow joined into one path, or the pieces that remain (none without
    /// shortcuts).
    joined: Result<Vec<bool>, Vec<Vec<usize>>>,
}

/// The solver with the formula of the position and the cut sets found so far.
struct Search<'a> {
    strategy: Strategy,
    backend: Backend<'a>,
    cut_sets: usize,
}

impl<'a> Session<'a> {
    /// Opens a session; runs the tests that need no search.
    pub fn new(
        position: &'a Position,
        strategy: Strategy,
        budget: &'a Budget<'a>,
        watchdog: &'a mut Watchdog<'a>,
    ) -> Session<'a> {
        let stage = Stage::of(position, strategy, budget);
        Session { position, strategy, stage, budget, watchdog: Some(watchdog), search: None }
    }

    /// Decides the position; the witness is the moves from the live end to the end cell.
    pub fn decide(&mut self) -> Outcome<Vec<Move>, Reason> {
        match &self.stage {
            Stage::Finished => Outcome::Live(Vec::new()),
            Stage::Dead(reason) => Outcome::Dead(reason.clone()),
            Stage::Stopped(limit) => Outcome::Unknown(*limit),
            Stage::Open(open) => match &open.joined {
                Ok(used) => Outcome::Live(open.graph.moves(self.position, used)),
                Err(_) => self.search(None),
            },
        }
    }

    /// Decides the position after a legal move; the witness begins with that move. The reason of a
    /// dead move is about the position after it.
    pub fn decide_move(&mut self, direction: Move) -> Outcome<Vec<Move>, Reason> {
        if !self.strategy.shortcuts && matches!(self.stage, Stage::Open(_)) {
            return self.search(Some(direction));
        }
        let after = self.position.after(direction);
        let with_move = |mut rest: Vec<Move>| {
            rest.insert(0, direction);
            Outcome::Live(rest)
        };
        match Stage::of(&after, self.strategy, self.budget) {
            Stage::Finished => with_move(Vec::new()),
            Stage::Dead(reason) => Outcome::Dead(reason),
            Stage::Stopped(limit) => Outcome::Unknown(limit),
            Stage::Open(next) => match (&next.joined, &self.stage) {
                (Ok(used), _) => with_move(next.graph.moves(&after, used)),
                (Err(_), Stage::Stopped(limit)) => Outcome::Unknown(*limit),
                (Err(_), _) => self.search(Some(direction)),
            },
        }
    }

    /// Asks the solver, for a completion that begins with `first` if that is given.
    fn search(&mut self, first: Option<Move>) -> Outcome<Vec<Move>, Reason> {
        // If the position is dead without search, so is the position after any of its moves: an
        // edge set with the wanted degrees of the latter, with the edge of the move, is one of the
        // former, and what is cut off from the live end stays so.
        let Stage::Open(open) = &self.stage else {
            unreachable!("only open positions have open moves")
        };
        if let Some(limit) = self.budget.exhausted() {
            return Outcome::Unknown(limit);
        }
        let search = self.search.get_or_insert_with(|| {
            let watchdog = self.watchdog.take().expect("the solver is made once");
            let backend = Backend::new(self.strategy.solver, self.budget, watchdog);
            Search::new(open, self.strategy, backend)
        });
        let first_edge = first.map(|direction| open.graph.edge_of_move(self.position, direction));
        match search.run(open, first_edge) {
            Ok(Some(used)) => Outcome::Live(open.graph.moves(self.position, &used)),
            Ok(None) => Outcome::Dead(Reason::Search { engine: "sat", cut_sets: search.cut_sets }),
            Err(limit) => Outcome::Unknown(limit),
        }
    }
}

impl Stage {
    fn of(position: &Position, strategy: Strategy, budget: &Budget) -> Stage {
        if position.is_finished() {
            return Stage::Finished;
        }
        // A graph needs a free end cell; without one a cheap reason always holds.
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
        let joined = match flow.as_ref().filter(|_| strategy.shortcuts) {
            Some(flow) => join(&graph.graph, &squares, flow),
            None => Err(Vec::new()),
        };
        Stage::Open(Box::new(Open { graph, faces, squares, flow, joined }))
    }
}

fn is_connected(graph: &Graph) -> bool {
    Components::new(graph, &vec![true; graph.edges()]).count == 1
}

/// Tries to join the pieces of a flow into one path; otherwise the pieces that remain.
fn join(graph: &Graph, squares: &[[usize; 4]], flow: &Flow) -> Result<Vec<bool>, Vec<Vec<usize>>> {
    let mut used = flow.used().to_vec();
    let pieces = join_pieces(graph, squares, &mut used, None);
    if pieces.count == 1 { Ok(used) } else { Err(pieces.members()) }
}

impl<'a> Search<'a> {
    fn new(open: &Open, strategy: Strategy, backend: Backend<'a>) -> Search<'a> {
        let graph = &open.graph.graph;
        let mut clauses = Clauses::new();
        degree_clauses(graph, &mut clauses);
        if let (Some(flow), Some(widest)) = (&open.flow, strategy.potentials) {
            let heights = Heights::new(&open.faces, flow);
            let next_var = graph.edges() as i32 + 1;
            heights.clauses(graph, &open.faces, flow, widest, next_var, &mut clauses);
        }
        // The smallest cycles, so that the first models are not full of them.
        for square in &open.squares {
            clauses.push(square.map(|edge| !Lit::edge(edge)));
        }
        let mut search = Search { strategy, backend, cut_sets: 0 };
        search.backend.add(&clauses);
        if let Err(pieces) = &open.joined {
            search.cut(open, pieces);
        }
        search
    }

    /// Demands an edge leaving each of the vertex sets.
    fn cut(&mut self, open: &Open, pieces: &[Vec<usize>]) {
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

    /// Solves and cuts until a model is connected or there is none.
    fn run(&mut self, open: &Open, first: Option<usize>) -> Result<Option<Vec<bool>>, Limit> {
        let graph = &open.graph.graph;
        loop {
            let first_used = first.map(Lit::edge);
            let Some(mut used) = self.backend.solve(graph.edges(), first_used.as_slice())? else {
                return Ok(None);
            };
            let model = Components::new(graph, &used);
            if model.count == 1 {
                return Ok(Some(used));
            }
            if !self.strategy.shortcuts {
                self.cut(open, &model.members());
                continue;
            }
            let joined = join_pieces(graph, &open.squares, &mut used, first);
            if joined.count == 1 {
                return Ok(Some(used));
            }
            self.cut(open, &joined.members());
            if model.count > joined.count {
                self.cut(open, &model.members());
            }
        }
    }
}
