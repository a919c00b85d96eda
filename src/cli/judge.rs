//! `deadmove judge`: reads positions, judges them on all cores, reports in input order.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::args::{self, CHOOSE_BY_NAME, EngineArgs, PositionArgs};
use super::judge_case::judge_case;
use super::judge_certificates::Certificates;
use super::judge_expect::ExpectationWriter;
use super::judge_item::{ItemResult, ItemWork, NEVER, has_open_part, is_open};
use super::judge_picture::PictureTarget;
use super::judge_report::JudgeReport;
use super::output::{Failure, complain, stderr, stdout};
use super::report_files::{ReportArgs, RunReport};
use super::{interrupt, progress};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::formats::{self, Input, Item};
use deadmove_core::verdict::ExitCode;
use deadmove_engine::expectation::{Unmet, unmet};
use deadmove_engine::judge::Judgement;
use deadmove_report::json;
use deadmove_report::judgement::ExpectationMark;

/// Say whether positions are live or dead, with a witness or a reason.
///
/// One position is drawn, with the verdict of each legal move and the turning point of its path. Of
/// several, each gets a line, but those that are as their case file expects are only counted;
/// --verbose draws all. An expectation that is not met gives exit code 1.
#[derive(Debug, clap::Args)]
#[command(mut_arg("output", |output| output.help(OUTPUT).conflicts_with("write_expect")))]
pub struct Args {
    /// Case files, path files (n|options-x,y;…), JSON lines, or directories of the first two.
    files: Vec<PathBuf>,
    /// JSON lines to judge, one position each; - reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "board"])]
    jsonl: Option<PathBuf>,
    /// Print one JSON object per position.
    #[arg(long)]
    json: bool,
    /// With --json: only positions, verdicts and moves, without what shows them.
    #[arg(long, requires = "json")]
    no_evidence: bool,
    /// Write a certificate for `deadmove-checker`: every verdict with its evidence. For several
    /// positions, a new folder with a file for each, numbered in their order.
    #[arg(long, value_name = "PATH")]
    certificate: Option<PathBuf>,
    /// Which position to judge, if a file has several.
    #[arg(long, value_name = "NAME", requires = "files")]
    name: Option<String>,
    /// Judge the position after the first K moves of the path.
    #[arg(long, value_name = "K", conflicts_with_all = ["jsonl", "skip"])]
    at: Option<usize>,
    #[command(flatten)]
    report: ReportArgs,
    /// Write the verdicts into the case files that have no `expect`, and nothing else of them.
    /// Expectations that are there are compared and never changed.
    #[arg(long, conflicts_with_all = ["json", "jsonl", "board", "at"])]
    write_expect: bool,
    /// Exit code 3 if a position comes without an expected verdict.
    #[arg(long)]
    require_expect: bool,
    /// Leave out the first N positions, which an interrupted run has judged.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "certificate"
    )]
    skip: usize,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What `-o` is here.
const OUTPUT: &str = "\
Also write this file, by the end of its name: the position drawn as .svg or .png, the report in \
.json as --json prints it, or in .xml as JUnit for CI servers; - prints SVG in place of the \
report. May be repeated";

/// Positions judged between two writes.
const CHUNK: usize = 256;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (drawn, output) =
        args.report.output.iter().cloned().partition(|file| PictureTarget::is_picture(file));
    let pictures = pictures(args, drawn)?;
    let reports = ReportArgs { output, ..args.report.clone() };
    reports.run("judge", None, |report| judge(args, pictures, report))
}

/// Where the one position is drawn.
fn pictures(args: &Args, files: Vec<PathBuf>) -> Result<Vec<PictureTarget>, InputError> {
    let pictures: Vec<PictureTarget> =
        files.iter().map(|file| PictureTarget::new(file)).collect::<Result<_, _>>()?;
    let printed = pictures.iter().any(|picture| matches!(picture, PictureTarget::Stdout));
    let fault = match () {
        () if pictures.is_empty() => return Ok(pictures),
        () if args.jsonl.is_some() || args.skip > 0 => {
            ("a picture shows one position, not those of --jsonl or --skip", "one position")
        }
        () if printed && args.json => {
            ("-o - and --json both print to standard output", "one of them")
        }
        () => return Ok(pictures),
    };
    Err(InputError::new(ErrorKind::PictureFormat, fault.0).expected(fault.1))
}

fn judge(
    args: &Args,
    pictures: Vec<PictureTarget>,
    tested: &mut RunReport,
) -> Result<ExitCode, Failure> {
    let mut session = JudgeRun {
        work: ItemWork {
            engine: args.engine.engine,
            limits: args.engine.limits(),
            certify: args.certificate.is_some(),
            verdicts_only: args.jsonl.is_some() && args.no_evidence && args.certificate.is_none(),
            stop: &NEVER,
        },
        certificates: Certificates::None,
        pictures,
        tested,
        named: !args.files.is_empty(),
        report: JudgeReport::new(args.json),
        write_expect: args.write_expect.then(ExpectationWriter::default),
        require_expect: args.require_expect,
        code: ExitCode::Holds,
        skip: args.skip,
    };
    let mut drawn = session.pictures.iter();
    session.report.beside_data = drawn.any(|picture| matches!(picture, PictureTarget::Stdout));
    session.report.no_evidence = args.no_evidence;
    session.report.skipped = args.skip;
    session.report.require_expect = args.require_expect;
    session.report.certificates = args.certificate.is_some();
    if let Some(file) = &args.jsonl {
        let lines = formats::open(file)?;
        session.report.piped = file.as_os_str() == "-";
        session.work.stop = interrupt::stop_flag()?;
        session.certificates = Certificates::folder(args.certificate.as_deref())?;
        return session.batch(lines, (file.as_os_str() != "-").then(|| file.clone()));
    }
    let expected = "files, directories, --jsonl FILE, or --board with --path";
    let one = args.name.is_some() || args.at.is_some() || !session.pictures.is_empty();
    let (items, single) = match one {
        true => {
            let name = args.name.as_deref();
            let input = args::read_one(&args.files, name, &args.position, CHOOSE_BY_NAME)?;
            let input = args::prefix(input, args.at)?;
            (vec![Item { name: input.name.clone(), input: Ok(input) }], true)
        }
        false => args::read(&args.files, &args.position, expected)?,
    };
    session.report.single = single;
    if args.skip >= items.len() && args.skip > 0 {
        return Err(nothing_left(args.skip).into());
    }
    if single {
        session.certificates =
            args.certificate.clone().map_or(Certificates::None, Certificates::File);
        session.items(items.into_iter(), &ProgressBar::hidden())?;
    } else {
        session.certificates = Certificates::folder(args.certificate.as_deref())?;
        session.work.stop = interrupt::stop_flag()?;
        let progress = progress::bar("position", items.len().saturating_sub(args.skip) as u64);
        session.items(items.into_iter().skip(args.skip), &progress)?;
    }
    session.finish()
}

/// The fault of leaving out all positions.
fn nothing_left(skip: usize) -> InputError {
    let message = format!("--skip {skip} leaves out all positions");
    InputError::new(ErrorKind::NoPosition, message).expected("a number below that of the positions")
}

struct JudgeRun<'a> {
    work: ItemWork,
    certificates: Certificates,
    /// Writes verdicts into case files without one, if that was asked for.
    write_expect: Option<ExpectationWriter>,
    require_expect: bool,
    pictures: Vec<PictureTarget>,
    /// What goes into report files.
    tested: &'a mut RunReport,
    /// Whether positions have names, not only paths.
    named: bool,
    report: JudgeReport,
    code: ExitCode,
    /// How many positions come before the first of this run.
    skip: usize,
}

impl JudgeRun<'_> {
    fn batch(
        mut self,
        reader: Box<dyn BufRead + Send>,
        source: Option<PathBuf>,
    ) -> Result<ExitCode, Failure> {
        let mut items = formats::read_batch(reader, source.clone()).peekable();
        if items.peek().is_none() {
            let error = InputError::new(ErrorKind::NoPosition, "the input has no positions")
                .expected(
                    r#"one JSON object per line, for example {"name":"a","n":9,"path":"RRD"}"#,
                );
            return Err(source.iter().fold(error, |error, file| error.in_file(file)).into());
        }
        let skip = self.skip;
        self.items(items.skip(skip), &progress::spinner("position"))?;
        if self.report.reported == 0 && self.report.interrupted.is_none() {
            return Err(nothing_left(skip).into());
        }
        self.finish()
    }

    /// Judges items in chunks on all threads and writes each chunk in order.
    fn items(
        &mut self,
        mut items: impl Iterator<Item = Item>,
        progress: &ProgressBar,
    ) -> Result<(), Failure> {
        loop {
            let chunk: Vec<Item> = items.by_ref().take(CHUNK).collect();
            if chunk.is_empty() || self.report.interrupted.is_some() {
                break;
            }
            let work = &self.work;
            let judged = chunk.par_iter().map(|item| {
                let result = work.judge(item);
                progress.inc(1);
                result
            });
            let results: Vec<ItemResult> = judged.collect();
            progress.suspend(|| self.write(&chunk, &results))?;
        }
        progress.finish_and_clear();
        Ok(())
    }

    fn write(&mut self, chunk: &[Item], results: &[ItemResult]) -> Result<(), Failure> {
        let mut out = stdout();
        for (item, result) in chunk.iter().zip(results) {
            if let ItemResult::Left = result {
                // The next run begins here, also where later ones are judged.
                self.report.interrupted = Some(self.skip + self.report.reported);
                // A stopped run is unknown even if it refuted something.
                if !matches!(self.code, ExitCode::Input | ExitCode::Internal) {
                    self.code = ExitCode::Unknown;
                }
                break;
            }
            self.report.reported += 1;
            let code = match (&item.input, result) {
                (Ok(input), ItemResult::Judged(judgement, certificate)) => {
                    let mut unmet = unmet(input, judgement);
                    let (mark, written) = self.mark(input, judgement, &mut unmet)?;
                    let mut code = exit_code(judgement, &unmet).combine(written);
                    if let Some(certificate) = certificate {
                        self.certificates.write(certificate, self.report.reported)?;
                        if has_open_part(certificate) {
                            code = code.combine(ExitCode::Unknown);
                        }
                    }
                    for picture in &self.pictures {
                        picture.draw(input, self.named, judgement)?;
                    }
                    let about = (&*item.name, input);
                    if self.tested.wants_json() {
                        let evidence = !self.report.no_evidence;
                        let position = &input.position;
                        let line =
                            json::judgement(&item.name, judgement, position, &unmet, evidence);
                        self.tested.json(&line);
                    }
                    self.tested.cases(|| vec![judge_case(about, judgement, &unmet, mark, code)]);
                    self.report.judged(&mut out, about, judgement, (&unmet, mark), code)?;
                    code
                }
                (_, ItemResult::Wrong(error)) => {
                    self.report.error();
                    let line = json::input_error(&item.name, error);
                    self.tested.json(&line);
                    self.tested.input_errors([error]);
                    if self.report.json {
                        writeln!(out, "{line}")?;
                    } else {
                        out.flush()?;
                        complain(error);
                    }
                    ExitCode::Input
                }
                (_, ItemResult::Fault(fault)) => {
                    self.report.error();
                    let line = json::fault(&item.name, fault);
                    self.tested.json(&line);
                    self.tested.internal_error(&item.name, fault);
                    if self.report.json {
                        writeln!(out, "{line}")?;
                    }
                    out.flush()?;
                    writeln!(stderr(), "internal error in {}: {fault}", item.name)?;
                    ExitCode::Internal
                }
                (_, ItemResult::Left) => unreachable!("the loop has ended"),
                (Err(_), ItemResult::Judged(..)) => unreachable!("faulty input is not judged"),
            };
            self.code = self.code.combine(code);
        }
        out.flush()?;
        Ok(())
    }

    /// How a judgement compares with its case file, which gets an expectation if that was asked
    /// for.
    fn mark(
        &mut self,
        input: &Input,
        judgement: &Judgement,
        unmet: &mut Unmet,
    ) -> Result<(ExpectationMark, ExitCode), Failure> {
        let mark = ExpectationMark::of(input, unmet);
        if input.expect.is_some() || mark == ExpectationMark::Refuted {
            return Ok((mark, ExitCode::Holds));
        }
        let mut code = ExitCode::Holds;
        if let Some(writer) = &mut self.write_expect {
            match writer.write(input, judgement) {
                Ok(true) => return Ok((ExpectationMark::Written, code)),
                Ok(false) => {}
                Err(error) => {
                    stdout().flush()?;
                    complain(&error);
                    code = ExitCode::Input;
                }
            }
        }
        if self.require_expect {
            unmet.open.push("no verdict is expected".to_owned());
        }
        Ok((mark, code))
    }

    fn finish(self) -> Result<ExitCode, Failure> {
        let target = self.certificates.finish(self.report.interrupted.is_some())?;
        let mut out = stdout();
        self.report.finish(&mut out, self.code, target.as_deref())?;
        out.flush()?;
        if let (Some(command), true) = (self.report.go_on(), self.report.json) {
            writeln!(stderr(), "interrupted; go on with: {command}")?;
        }
        Ok(self.code)
    }
}

/// The exit code of one judgement. A question that an engine left open is not success, nor is an
/// expectation that was not compared.
fn exit_code(judgement: &Judgement, unmet: &Unmet) -> ExitCode {
    let unknown = is_open(judgement) || !unmet.open.is_empty();
    let code = if unknown { ExitCode::Unknown } else { ExitCode::Holds };
    code.combine(if unmet.refuted.is_empty() { ExitCode::Holds } else { ExitCode::Refuted })
}
