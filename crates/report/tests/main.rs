//! All tests of the crate in one program: every further program would link the libraries again.

mod alone;
mod check_command;
mod deductions;
mod drawings;
mod explain;
mod input_errors;
mod pictures;
mod proofs;
mod reports;
mod rule_errors;
mod stats_plot;
