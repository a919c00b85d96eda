//! From dead moves to rules: the fewest conditions behind one ([`minimise`]), and whole sets from
//! nothing ([`search`]).
//!
//! What rules can say is in [`language`]; positions become rows of features ([`lens`], [`table`]),
//! and a rule is a few conditions that hold for no row of a live move ([`learn`]).

pub mod beyond;
pub mod cover;
pub mod examples;
pub mod folder;
pub mod language;
pub mod learn;
pub mod lens;
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
