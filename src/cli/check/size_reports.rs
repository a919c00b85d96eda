//! The sizes of a check that are done, on their way to standard output and to files.

use super::plan::SizeRun;
use super::report::{print, print_json};
use super::{Args, Conclusion, cases};
use crate::cli::output::{Failure, OrInternal, stdout};
use crate::cli::report_files::RunReport;
use deadmove_core::error::InputError;
use deadmove_core::files::write_atomically;
use deadmove_core::verdict::ExitCode;
use deadmove_report::check_json::{self, Beside};
use deadmove_report::tested::check_cases;
use deadmove_verify::check::RuleVerdict;
use deadmove_verify::confirm::confirm_all;

/// The sizes that are done. Text is printed at once.
#[derive(Default)]
pub struct SizeReports {
    /// The JSON of each.
    json: Vec<String>,
    /// The same with what a later run needs.
    pub states: Vec<String>,
}

impl SizeReports {
    /// Reports a size. Returns the error if its case files cannot be saved: the other sizes are
    /// reported first.
    pub fn add(&mut self, args: &Args, run: &SizeRun) -> Result<Option<InputError>, Failure> {
        let SizeRun { check, claims, .. } = run;
        let confirmed = confirm_all(check).or_internal()?;
        let first = self.json.is_empty();
        let beside = run.beside();
        self.states.push(check_json::write_with(check, &confirmed, beside));
        let beside = Beside { counted: None, ..beside };
        self.json.push(check_json::write_with(check, &confirmed, beside));
        let rules = (&*args.rules.name(), &claims[..]);
        let begun = check.complete() || check.chunks.count() > 0;
        if !args.json && begun {
            print(check, &confirmed, rules, beside, first)?;
        }
        let Some(folder) = &args.out else { return Ok(None) };
        Ok(cases::save_all(folder, check, &confirmed, rules, run.stuck.as_ref()).err())
    }

    /// Reports the sizes from number `at` on, as far as they are known, after a failure.
    pub fn save_what_is_known(
        &mut self,
        args: &Args,
        runs: &[SizeRun],
        at: usize,
        report: &mut RunReport,
    ) -> Result<(), Failure> {
        if runs.iter().all(|run| run.check.chunks.count() == 0) {
            return Ok(());
        }
        for run in &runs[at..] {
            self.add(args, run)?;
        }
        if let Some(file) = &args.part.resume {
            write_atomically(file, check_json::write_all(&self.states))?;
        }
        report.json(&check_json::write_all(&self.json));
        if args.json {
            print_json(&self.json)?;
        }
        Ok(())
    }

    /// Adds what was tested on all sizes.
    pub fn test(
        &self,
        args: &Args,
        runs: &[SizeRun],
        report: &mut RunReport,
    ) -> Result<(), Failure> {
        if !report.wants_cases() {
            return Ok(());
        }
        let mut results = runs.iter().flat_map(|run| &run.check.rules);
        let tested = results.any(|result| result.verdict != RuleVerdict::Vacuous);
        for SizeRun { check, claims, .. } in runs {
            let confirmed = confirm_all(check).or_internal()?;
            let rules = (&*args.rules.name(), &claims[..]);
            let demands = args.demands.demands();
            report.cases(|| check_cases(check, &confirmed, rules, demands, tested));
        }
        Ok(())
    }

    /// Ends the report of all sizes.
    pub fn finish(
        &self,
        (args, report): (&Args, &mut RunReport),
        end: &Conclusion,
        code: ExitCode,
    ) -> Result<(), Failure> {
        report.json(&check_json::write_all(&self.json));
        if args.json {
            return print_json(&self.json);
        }
        end.finish(stdout(), code).map(|_| ())
    }
}
