//! The kernel of the checker: what the theories share.
//!
//! - `board`, `position`: boards, drawing a path, replay of witnesses;
//! - `rule`, `matching`: the meaning of rules;
//! - `cnf`: formulas, unit propagation, LRAT proofs; every verdict "no solution" rests on it.
//!   Theories build formulas and never read a solution: nothing here finds one;
//! - `graph`: the formula of a position; `sum`: the formula of a sum;
//! - `binding`: which rule each verdict is about; `files`, `threads`: reading, parallel work.
//!
//! What does not live here: the argument for a verdict. Each theory is a folder beside
//! this one, and nothing here knows of any.

pub mod binding;
pub mod board;
pub mod cnf;
pub mod files;
pub mod graph;
pub mod matching;
pub mod position;
pub mod rule;
pub mod sum;
pub mod threads;

/// The version of all certificate formats.
pub const SCHEMA: u32 = 1;

/// Refuses other versions of the formats.
pub fn check_schema(schema: u32) -> Result<(), String> {
    if schema == SCHEMA {
        return Ok(());
    }
    Err(format!("schema {schema}, not {SCHEMA}: docs/reference/certificates.md, Versions"))
}
