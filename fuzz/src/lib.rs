//! What the fuzzer does with the bytes it makes up: one function for each target, which panics if
//! something is wrong.
//!
//! `tests/fuzz_seeds.rs` of deadmove runs the same functions on the seeds. How to run the fuzzer is
//! described in `docs/fuzzing.md`.

#![forbid(unsafe_code)]

pub mod evidence;
pub mod input;
pub mod plain;
