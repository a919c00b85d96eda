//! The command line of `deadmove-checker`.

use std::path::PathBuf;

use deadmove_checker::verdict::Wanted;
use deadmove_checker::{Limits, Sample};

pub const USAGE: &str = "\
Usage: deadmove-checker [OPTIONS] CERTIFICATE...

A certificate is a file made by 'deadmove judge --certificate', a folder of such files, or a folder
made by 'deadmove certify'. For a certificate by list, the checker enumerates all live positions
itself and checks all rules against each of them. That takes seconds up to 7x7; on 9x9 it takes
minutes and 1600 MiB.

Options:
  --show           Print each rule that was certified, and the subject of each file in a folder
  --trust          Print the source files and the numbered statements that each verdict rests on
  --export FOLDER  Write each refuted formula and its proof for other proof checkers, as .cnf, .drat
                   and .lrat files; for one certificate, and into a new folder
  --sample N       Check rules against one in N positions of the list only; a quick look that proves
                   nothing, exit code 3
  --seed S         The seed of this random choice, a number [default: 1]
  --memory MIB     The most memory for one certificate, measured on Linux only [default: 900]
  --time SECONDS   The most time for one certificate [default: 10]

Exit codes: 0 accepted, 1 rejected, 2 usage, 3 accepted, but something in it is left open or was
checked by sampling only; or not decided, because a limit was reached or the result could not be
written";

/// The parsed command line.
#[derive(Default)]
pub struct Request {
    pub paths: Vec<PathBuf>,
    pub wanted: Wanted,
    pub trust: bool,
    pub limits: Limits,
    pub export: Option<PathBuf>,
}

/// Parses the command line; `None` if it is wrong.
pub fn parse() -> Option<Request> {
    let mut request = Request::default();
    let (mut one_in, mut seed) = (None, None);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        match argument.to_str() {
            Some("--trust") => request.trust = true,
            Some("--show") => request.wanted.show = true,
            Some("--export") => request.export = Some(arguments.next()?.into()),
            Some("--sample") => one_in = Some(number().filter(|&n| n > 0)?),
            Some("--seed") => seed = Some(number()?),
            Some("--memory") => request.limits.memory = number()?,
            Some("--time") => request.limits.time = number()?,
            _ if argument.to_string_lossy().starts_with('-') => return None,
            _ => request.paths.push(argument.into()),
        }
    }
    request.wanted.sample = one_in.map(|one_in| Sample { one_in, seed: seed.unwrap_or(1) });
    let one = request.export.is_none() || request.paths.len() == 1;
    let sampled = request.wanted.sample.is_some() || seed.is_none();
    (one && sampled && !request.paths.is_empty()).then_some(request)
}
