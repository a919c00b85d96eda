//! All tests of the crate, in one program: each more would link the libraries again.

mod claims;
mod deduction;
mod induction;
mod prove;
mod prove_stop;
mod resumed;
mod second_induction;
mod wrong_rules;
