//! The independent judge of deadmove's evidence.
//!
//! Certificates come as files: [`Judgement::check`] accepts what `deadmove judge --proof` writes,
//! [`check_folder`] what `deadmove certify` writes. The formulas whose proofs are checked are made
//! here, from the board and the rule: see [`Graph`] and [`Claim`]. Where a certificate goes by the
//! list of all live positions, that list is made here: see [`Live`].
//!
//! Certificates of claims about sequences and loops name their kind; they are checked by
//! `deadmove-puzzles-checker`.
//!
//! For the library, [`replay`] decides whether a path and its witness together fill a board;
//! [`check_reason`] decides whether a [`Reason`] is right in every detail and proves that a
//! position has no completion. Both read plain data: sizes, (column, row) pairs counted from 1 with
//! row 1 at the top, and path strings of the letters U, D, L, R.
//!
//! But for that list, this crate searches for nothing. It shares no code with the engines whose
//! answers it judges, so that a fault in them cannot hide here. It is meant to be read from end to
//! end.

mod board;
mod claim;
mod colour;
mod export;
mod fault;
mod folder;
mod graph;
mod judgement;
mod laid;
mod listed;
mod live;
mod planar;
mod position;
mod reason;
mod record;
mod region;
mod rule;
mod sha256;
mod threads;
pub mod window;
mod words;

pub use board::{Board, Cell, MAX_CELLS};
pub use claim::{Claim, Lemma};
pub use colour::potentials;
pub use deadmove_checker_kernel::{Cnf, Listener, SCHEMA, Units, check_proof};
pub use export::export;
pub use fault::{Fault, Obstacle, Part};
pub use folder::{
    Accepted, Entry, File, Manifest, check_folder, check_folder_by, check_record,
    check_record_and_tell, file_name, parse_manifest, read_manifest, record_name, unpack,
};
pub use graph::Graph;
pub use judgement::{Answer, BoardData, Judgement, Turning};
pub use laid::{Laid, MOVES, laid_at};
pub use listed::{Engine, Layer, SET_NAME, Sample, SetClaim, Swept};
pub use live::{Grid, Key, Live, free, live_end};
pub use position::replay;
pub use reason::{Reason, check_reason};
pub use record::{Example, Question, Record, Refutation, Verdict, places, questions, square};
pub use region::Region;
pub use rule::{Extent, Forbidden, Offset, Pattern, RegionTest, Rule, Segment, Test, View, step};
pub use sha256::sha256;
