//! All tests of the crate, in one program: each more would link the libraries again.

mod area_rules;
mod check_engines;
mod list;
mod list_file;
mod obey;
mod rule_files;
mod rule_matcher;
mod rule_verdicts;
