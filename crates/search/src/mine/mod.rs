//! From dead moves to rules: the fewest conditions that explain one dead move ([`minimise`]), and
//! whole rule sets from nothing ([`search`]).
//!
//! What rules can say is in [`language`]. Positions become rows of features ([`features`],
//! [`table`]), and a rule is a few conditions that hold for no row of a live move ([`learn`]).
//! [`cover`] chooses the cheapest rules that together forbid all known dead moves, and [`pass`]
//! checks them on every live position. Boards without a list are mined by walks ([`beyond`]).
//!
//! What does not live here: the check of a rule for all positions or all boards
//! (`deadmove-verify`, `deadmove-prove`), which mining only calls.

pub mod beyond;
pub mod cover;
pub mod examples;
pub mod features;
pub mod folder;
pub mod language;
pub mod learn;
pub mod like;
pub mod minimise;
pub mod pass;
pub mod pool;
pub mod proof;
pub mod rejected;
pub mod review;
pub mod same;
pub mod search;
pub mod seeds;
pub mod state;
pub mod table;
