//! All tests of the package, in one program: each more would link the libraries again.

mod generate;
mod loops_certificates;
mod loops_game;
mod maze_pictures;
mod maze_properties;
#[path = "../../tests/cli/program.rs"]
mod program;
mod program_common;
mod program_loops;
mod program_maze;
mod program_sequence;
#[path = "../../tests/cli/schema_validator.rs"]
mod schema_validator;
mod sequence_certificates;
mod sequences;
mod site;
mod small_mazes;

/// The program that the tests run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_deadmove-puzzles");
