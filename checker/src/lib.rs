//! The independent checker of deadmove's evidence.
//!
//! [`verdict::check`] accepts or rejects a certificate. Each kind of evidence has a theory, a
//! folder whose header states what is claimed and why it holds; what theories share is in `kernel`.
//! For the library, [`replay`] and [`check_reason`] check the evidence of a single position, given
//! as plain data.
//!
//! This crate has no solver and shares no code with the engines whose answers it checks, so a bug
//! in an engine cannot hide here. `checker/README.md` lists what to read.

#![deny(clippy::cast_possible_truncation)]

mod answers;
mod digest;
pub mod every_board;
mod folder;
mod kernel;
pub mod lemmas;
mod one_board;
mod one_board_by_list;
mod one_board_by_proofs;
pub mod positions;
mod strict;
pub mod verdict;
mod views;
mod words;

pub use answers::{
    ANSWER_MANIFEST, AnswerManifest, CertifiedCounts, CertifiedProgram, NO_ANSWER, answers_name,
    check_answers, is_of_answers, read_answer_manifest, read_answers,
};
pub use digest::sha256;
pub use folder::{Accepted, check_claims, check_folder};
pub use kernel::SCHEMA;
pub use kernel::binding::{Claim, File, file_name, record_name};
pub use kernel::board::{Board, Cell, MAX_CELLS};
pub use kernel::cnf::{Cnf, Listener, check_proof, check_refutation};
pub use kernel::files::{LARGEST, read, unpack};
pub use kernel::graph::{Graph, square};
pub use kernel::matching::View;
pub use kernel::position::replay;
pub use kernel::rule::{Extent, Forbidden, Offset, Pattern, RegionTest, Rule, Segment, Test, step};
pub use kernel::sum::constrain_sum;
pub use lemmas::{
    LEMMA_MANIFEST, LEMMAS, LemmaChunks, LemmaCounts, LemmaManifest, check_by_lemmas, chunk_name,
    is_by_lemmas, read_lemma_manifest,
};
pub use one_board::manifest::{Engine, Entry, Manifest, parse_manifest, read_manifest};
pub use one_board::record::{Example, Lemma, Record, Refutation, RuleQuestion, Verdict};
pub use one_board_by_list::claims::{Layer, SET_NAME, SetClaim};
pub use one_board_by_list::live_set::{BitBoard, Key, LiveSet, MAX_LISTED, free, live_end};
pub use one_board_by_list::placed::{MOVES, PlacedRule, placed_at};
pub use one_board_by_list::{Coverage, Sample};
pub use one_board_by_proofs::formula::RuleFormula;
pub use one_board_by_proofs::region::BoardRegion;
pub use one_board_by_proofs::{placements, questions};
pub use positions::deduction::{Because, Contradiction, Deduction, Step};
pub use positions::potentials::potentials;
pub use positions::reason::{Reason, check_reason};
pub use positions::{Answer, BoardData, Judgement, Turning};
pub use verdict::limits::Limits;
pub use views::{VIEWED, VIEWS_MANIFEST, ViewsManifest};
pub use words::export::export;
pub use words::show::escaped;
pub use words::trust;
