//! One position, its graph and its solver: answers for the position and for each of its moves.

use deadmove_encodings::cnf::{Clauses, Lit};
use deadmove_encodings::cut::{Components, cut_clause};
use deadmove_encodings::degree::degree_clauses;
use deadmove_encodings::flow::Flow;
use deadmove_encodings::graph::Faces;
use deadmove_encodings::height::Heights;

use super::backend::Backend;
pub use super::backend::Watchdog;
use super::colour::colour_reason;
use super::graph::PositionGraph;
use super::repair::join_pieces;
use crate::board::Move;
use crate::engine::budget::Budget;
use crate::engine::cheap;
use crate::position::Position;
use crate::reason::Reason;
use crate::verdict::{Limit, Outcome};

/// Faces whose potential can vary by more than this get no variables (see [`Heights::clauses`]):
/// they lie deep inside open space, where colours always balance, and would dominate the formula.
const WIDEST_RANGE: i32 = 8;

/// The engine at work on one position.
pub struct Session<'a> {
    position: &'a Position,
    stage: Stage,
    budget: &'a Budget,
    watchdog: Option<&'a mut Watchdog<'a>>,
    search: Option<Search<'a>>,
}

/// What is known before any search.
enum Stage {
    Finished,
    Dead(Reason),
    Open(Box<Open>),
}

/// A position that survived the cheap tests.
struct Open {
    graph: PositionGraph,
    faces: Faces,
    squares: Vec<[usize; 4]>,
    flow: Flow,
}

/// The solver with the formula of the position and the cut sets found so far.
struct Search<'a> {
    backend: Backend<'a>,
    cut_sets: usize,
}

impl<'a> Session<'a> {
    /// Opens a session; runs the tests that need no search.
    pub fn new(
        position: &'a Position,
        budget: &'a Budget,
        watchdog: &'a mut Watchdog<'a>,
    ) -> Session<'a> {
        let stage = if position.is_finished() {
            Stage::Finished
        } else {
            match open(position) {
                Ok(open) => Stage::Open(Box::new(open)),
                Err(reason) => Stage::Dead(reason),
            }
        };
        Session { position, stage, budget, watchdog: Some(watchdog), search: None }
    }

    /// Decides the position; the witness is the moves from the live end to the end cell.
    pub fn decide(&mut self) -> Outcome<Vec<Move>, Reason> {
        self.decide_with(None)
    }

    /// Decides the position after a legal move; the witness begins with that move. The reason of a
    /// dead move is about the position after it.
    pub fn decide_move(&mut self, direction: Move) -> Outcome<Vec<Move>, Reason> {
        if let Stage::Dead(_) = self.stage {
            return Outcome::Dead(Reason::Search { engine: "sat", cut_sets: 0 });
        }
        self.decide_with(Some(direction))
    }

    fn decide_with(&mut self, first: Option<Move>) -> Outcome<Vec<Move>, Reason> {
        let open = match &self.stage {
            Stage::Finished => return Outcome::Live(Vec::new()),
            Stage::Dead(reason) => return Outcome::Dead(reason.clone()),
            Stage::Open(open) => open,
        };
        if let Some(limit) = self.budget.exhausted() {
            return Outcome::Unknown(limit);
        }
        let graph = &open.graph.graph;
        let first_edge = first.map(|direction| open.graph.edge_of_move(self.position, direction));
        let mut flow = open.flow.clone();
        if let Some(edge) = first_edge
            && !flow.fix(graph, edge, true)
        {
            return Outcome::Dead(Reason::Search { engine: "sat", cut_sets: 0 });
        }
        let mut used = flow.used().to_vec();
        let pieces = join_pieces(graph, &open.squares, &mut used, first_edge);
        if pieces.count == 1 {
            return Outcome::Live(open.graph.moves(self.position, &used));
        }
        let search = self.search.get_or_insert_with(|| {
            let watchdog = self.watchdog.take().expect("the solver is made once");
            Search::new(open, Backend::new(self.budget, watchdog))
        });
        search.cut(open, &pieces);
        match search.run(open, first_edge) {
            Ok(Some(used)) => Outcome::Live(open.graph.moves(self.position, &used)),
            Ok(None) => Outcome::Dead(Reason::Search { engine: "sat", cut_sets: search.cut_sets }),
            Err(limit) => Outcome::Unknown(limit),
        }
    }
}

/// The tests that need no search.
fn open(position: &Position) -> Result<Open, Reason> {
    if let Some(reason) = cheap::dead_end(position).or_else(|| cheap::cut_off(position)) {
        return Err(reason);
    }
    let graph = PositionGraph::new(position);
    let flow = match Flow::new(&graph.graph) {
        Ok(flow) => flow,
        Err(region) => return Err(colour_reason(&graph, &region)),
    };
    let faces = graph.graph.faces();
    let squares = faces.squares().collect();
    Ok(Open { graph, faces, squares, flow })
}

impl<'a> Search<'a> {
    fn new(open: &Open, backend: Backend<'a>) -> Search<'a> {
        let graph = &open.graph.graph;
        let mut clauses = Clauses::new();
        degree_clauses(graph, &mut clauses);
        let heights = Heights::new(graph, &open.faces, &open.flow);
        heights.clauses(
            graph,
            &open.faces,
            &open.flow,
            WIDEST_RANGE,
            graph.edges() as i32 + 1,
            &mut clauses,
        );
        for square in &open.squares {
            clauses.push(square.map(|edge| !Lit::edge(edge)));
        }
        let mut search = Search { backend, cut_sets: 0 };
        search.backend.add(&clauses);
        search
    }

    /// Demands an edge leaving each piece.
    fn cut(&mut self, open: &Open, pieces: &Components) {
        for (number, members) in pieces.members().iter().enumerate() {
            let clause =
                cut_clause(&open.graph.graph, members, |v| pieces.of[v] as usize == number);
            self.backend.add_clause(&clause);
            self.cut_sets += 1;
        }
    }

    /// Solves and cuts until a model is connected or there is none.
    fn run(&mut self, open: &Open, first: Option<usize>) -> Result<Option<Vec<bool>>, Limit> {
        let graph = &open.graph.graph;
        loop {
            let Some(mut used) = self.backend.solve(graph.edges(), first.map(Lit::edge))? else {
                return Ok(None);
            };
            let model_pieces = Components::new(graph, &used);
            if model_pieces.count == 1 {
                return Ok(Some(used));
            }
            let pieces = join_pieces(graph, &open.squares, &mut used, first);
            if pieces.count == 1 {
                return Ok(Some(used));
            }
            self.cut(open, &pieces);
            if model_pieces.count > pieces.count {
                self.cut(open, &model_pieces);
            }
        }
    }
}
