//! One function for each fuzz target, which takes the bytes of the fuzzer and panics if something
//! is wrong.
//!
//! `fuzz_seeds` among the tests of deadmove-certify runs the same functions on the seeds.
//! `docs/explanation/how-it-is-tested.md` describes how to run the fuzzer.

#![forbid(unsafe_code)]

pub mod evidence;
pub mod input;
pub mod plain;
