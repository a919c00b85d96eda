//! All integration tests of the crate in one binary, since each binary links the libraries again.

mod answers;
mod base_formula;
mod deductions;
mod inputs;
mod kernel;
mod limits;
mod list;
mod loops;
mod meaning;
mod measured;
mod naive;
mod program;
mod proofs;
mod questions;
mod reached;
mod reading_list;
mod reasons;
mod reports;
mod solutions;
mod sources;
mod true_completions;
mod witnesses;
