//! The report of a run in files, and what is wrong as annotations: `-o FILE` and `--annotate FORM`.
//!
//! A file of an earlier run must never be taken for that of this one, so the files are replaced
//! before the work begins, and a run that fails writes them too.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::choices::{ANNOTATION_FORMS, one_of};
use super::conclusion::meaning;
use super::output::{Failure, stderr};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::{read_text, write_atomically};
use deadmove_core::formats::{Input, line_of_key};
use deadmove_core::unseen::escaped;
use deadmove_core::verdict::ExitCode;
use deadmove_report::tested::{
    AnnotationForm, TestCase, TestFinding, TestOutcome, TestPlace, junit,
};

/// Where a report goes beside standard output.
#[derive(Clone, Debug, clap::Args)]
pub struct ReportArgs {
    /// Also write the report into this file: what --json prints if the name ends in .json, JUnit
    /// XML for CI servers in .xml. May be repeated.
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Also print each thing that is wrong in a line of standard error, with file and line.
    #[arg(long, value_name = "FORM", value_parser = one_of(ANNOTATION_FORMS))]
    pub annotate: Option<AnnotationForm>,
}

impl ReportArgs {
    /// Runs a command, and writes its report into the files. `state` is a file that the run
    /// continues from.
    pub fn run(
        &self,
        command: &'static str,
        state: Option<&Path>,
        run: impl FnOnce(&mut RunReport) -> Result<ExitCode, Failure>,
    ) -> Result<ExitCode, Failure> {
        let mut report = RunReport::open(command, &self.output, self.annotate, state)?;
        let result = run(&mut report);
        let written = report.finish(&result);
        match (result, written) {
            (Ok(code), Ok(())) => Ok(code),
            (Ok(_), Err(unwritten)) => Err(unwritten.into()),
            (Err(failure), _) => Err(failure),
        }
    }
}

/// What a run found, for the files and annotations that it was asked for.
#[derive(Debug)]
pub struct RunReport {
    command: &'static str,
    json_files: Vec<PathBuf>,
    junit_files: Vec<PathBuf>,
    annotate: Option<AnnotationForm>,
    json: String,
    cases: Vec<TestCase>,
}

impl RunReport {
    fn open(
        command: &'static str,
        files: &[PathBuf],
        annotate: Option<AnnotationForm>,
        state: Option<&Path>,
    ) -> Result<RunReport, InputError> {
        let mut report = RunReport {
            command,
            json_files: Vec::new(),
            junit_files: Vec::new(),
            annotate,
            json: String::new(),
            cases: Vec::new(),
        };
        for file in files {
            if state == Some(file) {
                let message = "-o and --resume name the same file";
                return Err(InputError::new(ErrorKind::SameFile, message)
                    .expected("two files: the state may be needed when the report is there")
                    .in_file(file));
            }
            match extension(file).as_deref() {
                Some("json") => report.json_files.push(file.clone()),
                Some("xml") => report.junit_files.push(file.clone()),
                _ => return Err(unknown_extension(file, ".json or .xml")),
            }
        }
        let unfinished = TestFinding::new("the run has not ended");
        report.case(command, None, TestOutcome::Error(unfinished));
        report.write(|file| !file.exists() || file.is_file())?;
        report.cases.clear();
        Ok(report)
    }

    /// Whether the JSON goes into a file.
    pub fn wants_json(&self) -> bool {
        !self.json_files.is_empty()
    }

    /// Whether it matters what was tested.
    pub fn wants_cases(&self) -> bool {
        self.annotate.is_some() || !self.junit_files.is_empty()
    }

    /// Adds a part of what `--json` prints.
    pub fn json(&mut self, part: &str) {
        if self.wants_json() {
            // As on standard output, and what is escaped means the same in JSON.
            self.json.extend(part.lines().map(|line| escaped(line) + "\n"));
        }
    }

    /// Adds what was tested.
    pub fn cases(&mut self, cases: impl FnOnce() -> Vec<TestCase>) {
        if self.wants_cases() {
            self.cases.extend(cases());
        }
    }

    /// Adds inputs that could not be read.
    pub fn input_errors<'a>(&mut self, errors: impl IntoIterator<Item = &'a InputError>) {
        let command = self.command;
        let cases = errors.into_iter().map(|error| TestCase::input_error(command, error));
        self.cases.extend(cases);
    }

    /// Adds a fault of deadmove about the input `name`.
    pub fn internal_error(&mut self, name: &str, fault: &str) {
        let finding = TestFinding::new(format!("internal error: {fault}"));
        self.case(name, None, TestOutcome::Error(finding));
    }

    fn case(&mut self, name: &str, place: Option<TestPlace>, outcome: TestOutcome) {
        let (group, name) = (self.command.to_owned(), name.to_owned());
        self.cases.push(TestCase { group, name, place, outcome });
    }

    /// Writes the files and annotations of a run with this result.
    fn finish(mut self, result: &Result<ExitCode, Failure>) -> Result<(), InputError> {
        match result {
            Err(Failure::Input(error)) => self.input_errors([error]),
            Err(Failure::Internal(fault)) => self.internal_error(self.command, fault),
            Err(Failure::Output(error)) => self.fails(format!("cannot write the output: {error}")),
            Ok(ExitCode::Holds) => {}
            Ok(code) => {
                // Whatever makes the exit code, the report must not look like success.
                if self.cases.iter().all(|case| case.outcome.finding().is_none()) {
                    self.fails(format!("exit code {}: {}", *code as u8, meaning(*code)));
                }
            }
        }
        if let Some(form) = self.annotate {
            let mut err = stderr();
            for line in self.cases.iter().filter_map(|case| form.line(case)) {
                // If standard error is closed, nobody reads it.
                let _ = writeln!(err, "{line}");
            }
        }
        self.write(|_| true)
    }

    fn fails(&mut self, message: String) {
        self.case(self.command, None, TestOutcome::Error(TestFinding::new(message)));
    }

    fn write(&self, wanted: impl Fn(&Path) -> bool) -> Result<(), InputError> {
        for file in self.json_files.iter().filter(|file| wanted(file)) {
            write_atomically(file, &self.json)?;
        }
        for file in self.junit_files.iter().filter(|file| wanted(file)) {
            write_atomically(file, junit(&self.cases))?;
        }
        Ok(())
    }
}

/// The extension of a file, in lower case.
pub fn extension(file: &Path) -> Option<String> {
    file.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// The fault of a file name with an extension that is none of the known ones.
pub fn unknown_extension(file: &Path, known: &str) -> InputError {
    let found = match extension(file) {
        Some(other) => format!("the file name ends in .{other}"),
        None => "the file name has no extension".to_owned(),
    };
    InputError::new(ErrorKind::ReportFormat, found)
        .expected(format!("a name that ends in {known}"))
        .in_file(file)
}

/// The line of a case file that has a key, or else where the input begins; none of a position that
/// is in no file.
pub fn place_of(input: &Input, key: &str) -> Option<TestPlace> {
    let file = input.source.as_ref()?;
    let line = read_text(file).ok().and_then(|text| line_of_key(&text, key));
    Some(TestPlace::line(file, line.unwrap_or(input.line)))
}
