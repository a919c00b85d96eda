//! Verification of rules over all positions of a board.
//!
//! Depends on boards, positions and rules; knows nothing of commands and reports.

pub mod check;
pub mod check_claims;
pub mod check_list;
pub mod check_sat;
pub mod confirm;
pub mod consistency;
pub mod explain;
pub mod limits;
pub mod list;
pub mod merge;
pub mod missed;
pub mod obey;
pub mod replay;
pub mod surroundings;
pub mod units;
