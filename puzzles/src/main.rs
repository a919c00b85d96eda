//! The `deadmove-puzzles` program: arguments in, one call of the library, a report and an exit code
//! out.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
