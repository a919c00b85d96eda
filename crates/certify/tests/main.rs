//! All tests of the crate, in one program: each more would link the libraries again.

mod all_sizes_certificates;
mod all_sizes_soundness;
mod certificate_list_mutations;
mod certificate_mutations;
mod certificates;
mod checker_list;
mod forgeries;
mod fuzz_seeds;
mod lemmas;
mod programs;
mod true_pictures;
