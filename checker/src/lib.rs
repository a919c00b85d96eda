//! The independent checker of deadmove's evidence.
//!
//! Certificates are files: [`Judgement::check`] accepts what `deadmove judge --certificate` writes, and
//! [`check_folder`] what `deadmove certify` writes. The checker builds every formula itself, from
//! the board and the rule ([`Graph`], [`RuleFormula`], [`window`]), and checks the proofs of the
//! certificate against these formulas. For certificates by list it enumerates all live positions
//! itself ([`LiveSet`]).
//!
//! For the library, [`replay`] decides whether a path and its witness together fill a board, and
//! [`check_reason`] decides whether a [`Reason`] is right in every detail and proves that a
//! position has no completion. Both read plain data: sizes, (column, row) pairs counted from 1 with
//! row 1 at the top, and path strings of the letters U, D, L, R.
//!
//! This crate has no solver and shares no code with the engines whose answers it checks, so a bug
//! in an engine cannot hide here. It is meant to be read from end to end; `checker/README.md` gives
//! the order.
//!
//! What does not live here: formulas and LRAT proofs as such (`deadmove-checker-kernel`), and
//! certificates about sequences and loops (`deadmove-puzzles-checker`).

mod board;
mod by_lemmas;
mod by_list;
mod colour;
mod deduction;
mod evidence_error;
mod export;
mod folder;
mod graph;
mod judgement;
mod live_set;
mod placed;
mod planar;
mod position;
mod reason;
mod record;
mod region;
mod rule;
mod rule_formula;
mod rule_text;
mod sha256;
mod threads;
pub mod window;

pub use board::{Board, Cell, MAX_CELLS};
pub use by_lemmas::{
    LEMMAS, LemmaChunks, LemmaCounts, LemmaManifest, check_by_lemmas, chunk_name, is_by_lemmas,
    lemma_manifest_name, read_lemma_manifest,
};
pub use by_list::{Coverage, Engine, Layer, SET_NAME, Sample, SetClaim};
pub use colour::potentials;
pub use deadmove_checker_kernel::files::{LARGEST, read, unpack};
pub use deadmove_checker_kernel::{Cnf, Listener, SCHEMA, UnitPropagation, check_proof};
pub use deduction::{Because, Contradiction, Deduction, Step};
pub use evidence_error::{EvidenceError, Obstacle, Part};
pub use export::export;
pub use folder::{
    Accepted, Entry, File, Manifest, check_folder, check_folder_by, check_record,
    check_record_with, file_name, parse_manifest, read_manifest, record_name,
};
pub use graph::Graph;
pub use judgement::{Answer, BoardData, Judgement, Turning};
pub use live_set::{BitBoard, Key, LiveSet, MAX_LISTED, free, live_end};
pub use placed::{MOVES, PlacedRule, placed_at};
pub use position::replay;
pub use reason::{Reason, check_reason};
pub use record::{
    Example, Record, Refutation, RuleQuestion, Verdict, placements, questions, square,
};
pub use region::BoardRegion;
pub use rule::{Extent, Forbidden, Offset, Pattern, RegionTest, Rule, Segment, Test, View, step};
pub use rule_formula::{Lemma, RuleFormula};
pub use rule_text::escaped;
pub use sha256::sha256;
