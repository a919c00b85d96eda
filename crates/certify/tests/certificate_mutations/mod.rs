//! The checker against corrupted certificates: none may be accepted.
//!
//! The digest in the manifest is updated to fit a mutant of a record, so the checker has to reject
//! its content.

mod folder;
mod judgement;
mod mutants;
mod record;
use deadmove_testing::random as support;
