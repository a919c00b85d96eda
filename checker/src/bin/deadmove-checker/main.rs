//! `deadmove-checker [OPTIONS] CERTIFICATE…`: accepts certificates or reports what is wrong with
//! them.
//!
//! Exit codes: 0 all are accepted and complete, 1 one is rejected, 2 usage, 3 all are accepted but
//! one is partial, or was checked by sampling.

mod arguments;
mod certificate;

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use arguments::USAGE;
use certificate::{Exporter, Report, check, plain};

fn main() -> ExitCode {
    // If writing fails, here and below, there is nowhere left to report it.
    if std::env::args_os().any(|argument| argument == "--help") {
        let _ = writeln!(std::io::stdout(), "{USAGE}");
        return ExitCode::SUCCESS;
    }
    let Some(request) = arguments::parse() else {
        let _ = writeln!(std::io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    if let Some(folder) = &request.export
        && let Err(error) = fs::create_dir_all(folder)
    {
        let _ = writeln!(std::io::stderr(), "{}: {error}", folder.display());
        return ExitCode::from(2);
    }
    let mut exporter = Exporter { folder: request.export.clone(), failed: None };
    let mut code = 0;
    for path in &request.paths {
        let begun = Instant::now();
        let (line, found, accepted) = match check(path, request.sample, &mut exporter) {
            Ok(accepted) if accepted.open.is_empty() => {
                (format!("accepted: {}", accepted.summary), 0, accepted)
            }
            Ok(accepted) => {
                let (what, open) = (&accepted.summary, accepted.open.join(", "));
                (format!("accepted, but partial: {what}; open: {open}"), 3, accepted)
            }
            Err(why) => (format!("rejected: {why}"), 1, Report::default()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let line = plain(&line);
        let _ = writeln!(std::io::stdout(), "{}: {line} ({seconds:.2} s)", path.display());
        for detail in accepted.details.iter().filter(|_| request.show) {
            let _ = writeln!(std::io::stdout(), "\n  {}", detail.trim_end().replace('\n', "\n  "));
        }
        if let Some(why) = &exporter.failed {
            let _ = writeln!(std::io::stderr(), "not exported: {why}");
            return ExitCode::from(2);
        }
        code = if code == 1 || found == 1 { 1 } else { code.max(found) };
    }
    ExitCode::from(code)
}
