//! The `deadmove` program; see [`deadmove::cli`].

fn main() -> std::process::ExitCode {
    deadmove::cli::main()
}
