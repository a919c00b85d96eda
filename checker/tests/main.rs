//! All integration tests of the crate in one binary, since each binary links the libraries again.

mod base_formula;
mod digests;
mod inputs;
mod limits;
mod list;
mod measured;
mod naive;
mod program;
mod proofs;
mod reading_list;
mod reasons;
mod reports;
mod true_completions;
mod witnesses;
