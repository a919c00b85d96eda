//! All tests of the crate, in one program: each more would link the libraries again.

mod base_formula;
mod inputs;
mod list;
mod naive;
mod program;
mod reasons;
mod reports;
mod witnesses;
