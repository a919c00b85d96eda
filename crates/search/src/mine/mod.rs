//! From dead moves to rules: the rules that one dead move can be lifted to ([`minimise`]), and
//! whole sets from nothing ([`search`]).
//!
//! A search keeps a [`pool`] of known dead moves and of rules lifted from them. [`cover`] chooses
//! the fewest rules that forbid all known moves. Which moves these still allow is seen on every
//! live position of a board ([`pass`]), or on random lines where there is no list ([`lines`]). What
//! would have [`prevent`]ed dead moves that a program allowed is chosen in the same way.
//!
//! What does not live here: lifting itself ([`crate::lift`]), and the check of a rule for all
//! positions or all boards (`deadmove-verify`, `deadmove-prove`), which mining only calls.

pub mod cover;
pub mod folder;
pub mod like;
pub mod lines;
pub mod minimise;
pub mod pass;
pub mod pool;
pub mod prevent;
pub mod rejected;
pub mod review;
pub mod search;
pub mod seeds;
pub mod state;
