//! All tests of the crate in one program: every further program would link the libraries again.

mod area_rules;
mod check_engines;
mod lemmas;
mod live_set;
mod live_set_file;
mod reachability;
mod rule_files;
mod rule_matcher;
mod rule_verdicts;
