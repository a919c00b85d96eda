//! What is found about a position: the answers of an engine, the turning point, and how often two
//! engines agreed.

use deadmove_core::board::Move;
use deadmove_core::reason::Reason;
use deadmove_core::verdict::{Limit, Outcome};

/// The answer of an engine: a witness, a reason, or a limit.
pub type EngineAnswer = Outcome<Vec<Move>, Reason>;

/// The verdicts on a position and its moves, and its turning point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict on the position with its evidence.
    pub answer: EngineAnswer,
    /// The verdict on each legal move in the order U D L R. A witness begins with the move; a
    /// reason is about the position after the move.
    pub moves: Vec<(Move, EngineAnswer)>,
    /// The turning point.
    pub turning: Turning,
    /// The comparison with the second engine, if there was one.
    pub comparison: Option<EngineComparison>,
}

impl Judgement {
    /// The limit that left the position, one of its moves or its turning point undecided, if any.
    pub fn limit(&self) -> Option<Limit> {
        let open = |answer: &EngineAnswer| match answer {
            Outcome::Unknown(limit) => Some(*limit),
            _ => None,
        };
        let turning = match self.turning {
            Turning::Unknown(limit) => Some(limit),
            _ => None,
        };
        open(&self.answer)
            .or_else(|| self.moves.iter().find_map(|(_, answer)| open(answer)))
            .or(turning)
    }
}

/// Where a path became dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turning {
    /// The whole path is live.
    Live,
    /// The first `live` moves are live, and `fatal` after them is not. `witness` completes the
    /// live part.
    Point {
        /// Moves of the longest live prefix.
        live: usize,
        /// The move after it.
        fatal: Move,
        /// A completion of the prefix.
        witness: Vec<Move>,
    },
    /// The board is dead before the first step.
    FromTheStart,
    /// A limit was reached.
    Unknown(Limit),
    /// The path is dead, and only verdicts were asked for.
    NotAsked,
}

impl Turning {
    /// The length of the longest live prefix of a path with this `length`; `None` if it is unknown
    /// or no prefix is live.
    pub fn live_moves(&self, length: usize) -> Option<usize> {
        match self {
            Turning::Live => Some(length),
            Turning::Point { live, .. } => Some(*live),
            Turning::FromTheStart | Turning::Unknown(_) | Turning::NotAsked => None,
        }
    }

    /// The move that made the path dead.
    pub fn fatal_move(&self) -> Option<Move> {
        match self {
            Turning::Point { fatal, .. } => Some(*fatal),
            _ => None,
        }
    }
}

/// How often the answers of two engines could be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineComparison {
    /// Questions to which both engines gave the same answer.
    pub agreed: usize,
    /// Questions that one of them did not decide.
    pub open: usize,
}
