//! Searches that rules guide or that end in rules.
//!
//! What lives here: drawing lines by a rule set ([`walk`]), and finding rules from dead moves
//! ([`mine`]). What does not: the check of a rule set on all positions (`deadmove-verify`), and
//! printing results (`deadmove-report`).

pub mod mine;
pub mod walk;
