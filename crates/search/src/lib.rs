//! Searches that rules guide or that end in rules.
//!
//! What lives here: drawing lines by a rule set ([`walk`]), finding rules: from one dead move and
//! its proof ([`lift`]), or from many moves at once ([`mine`]), and comparing them with others
//! ([`compare`]). What does not: the check of a rule set on all positions (`deadmove-verify`), and
//! printing results (`deadmove-report`).

pub mod compare;
pub mod lift;
pub mod mine;
pub mod walk;
