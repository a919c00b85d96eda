//! All tests of the crate in one program: each further program would link the libraries again.

mod lemmas;
mod load;
mod normal;
mod random_rules;
mod rule_folders;
mod rule_import;
mod sets;
