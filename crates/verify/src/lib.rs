//! Verification of rules on every position of a board.
//!
//! What lives here: the live set of a board ([`live_set`]); checks of rules, by the live set
//! ([`check_live_set`]) or by formulas ([`check_sat`]), with their results ([`check`]), their
//! division into chunks ([`chunks`]), the merging of parts ([`merge`]) and their exit code
//! ([`outcome`]); the dead moves that a rule set does not forbid ([`uncovered`]), and
//! those that a rule adds ([`added`]); what a wrong rule
//! leads to ([`reachability`]); what a program answers ([`check_program`], [`recorded_answers`],
//! [`answers`]); what rules say about one position ([`explain`]); and positions to ask others about
//! ([`positions`]), which on large boards lie along random lines ([`random_lines`]). What does not:
//! rules and engines, which this crate uses, and commands and reports, which use it.

pub mod added;
pub mod answer_table;
pub mod answers;
pub mod check;
pub mod check_claims;
pub mod check_live_set;
pub mod check_program;
pub mod check_sat;
pub mod chunks;
pub mod compare_program;
pub mod confirm;
pub mod consistency;
pub mod explain;
pub mod live_set;
pub mod merge;
pub mod outcome;
pub mod positions;
mod processes;
pub mod random_lines;
pub mod reachability;
pub mod recorded_answers;
pub mod replay;
pub mod surroundings;
pub mod uncovered;
