//! The checker against corrupted certificates: none may be accepted.
//!
//! A mutant of a record is sealed anew (the digest in the manifest is made to fit), so that it has
//! to be found out by what it says.

mod folder;
mod judgement;
mod mutants;
mod record;
use deadmove_testing::random as support;
