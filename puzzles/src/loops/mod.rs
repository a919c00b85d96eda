//! Intersections of rectangular loops (Leroy Quet, 2009), a game for two on n×n squares.
//!
//! Two players fill empty squares in turn, n squares each, so that in the end every row and every
//! column has exactly two. The two squares of each row are joined by a segment, and so are the two
//! of each column: closed curves. A crossing of two segments is a point. If the two end squares of
//! the row have equal colours exactly when the two of the column have, it is yellow's, otherwise
//! purple's. A filling that cannot be completed to two in every row and column is *dead*; a move
//! that leads to one is not legal.
//!
//! What lives here: the rules ([`LoopBoard`], [`legal`]), the end of a game ([`Final`]), the
//! referee of written games ([`read`], [`referee`]), perfect play ([`GameSolver`]), counts
//! ([`fillings`], [`dead_fillings`]) and the proof of the dead-filling theorem ([`certificate`]).
//! What does not: the check of that proof (`deadmove-puzzles-checker`), and sentences and JSON
//! about results (`crate::report`).

mod board;
pub mod certificate;
mod claims;
mod count;
mod curves;
mod draw;
mod game;
mod referee;
mod rules;
mod solve;

pub use board::{Colour, LoopBoard, MOST_SIZE, Square};
pub use claims::{FillingCount, scorings_agree, solve_first_moves};
pub use count::{DeadCount, dead_fillings, each_filling, fillings};
pub use curves::{CurveCrossing, Final, Points, by_pairs, by_parity};
pub use draw::{svg, terminal};
pub use game::{Expect, Game, read};
pub use referee::{GameOutcome, RefereeReport, referee};
pub use rules::{Dead, Objection, completable, dead_by_shape, legal, legal_moves};
pub use solve::{GameSolver, MOST_SOLVED};
