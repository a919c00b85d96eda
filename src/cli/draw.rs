//! `deadmove draw`: the picture of a judged position as SVG or PNG.

use std::io::Write;
use std::path::PathBuf;

use super::again::{self, Takes};
use super::args::{CHOOSE_BY_NAME, EngineArgs, PositionArgs, read_one};
use super::conclusion::Conclusion;
use super::judge::exit_code;
use super::judge_report::verdict;
use super::output::{Failure, OrInternal, stdout};
use super::pictures::PictureFile;
use deadmove_core::verdict::ExitCode;
use deadmove_engine::expectation::unmet;
use deadmove_engine::judge;
use deadmove_report::{Picture, judgement, svg};

/// Draw a position as SVG or PNG: the line, the live end, the turning point, a witness or the reason.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A case file or path file, or JSON lines with --name.
    file: Option<PathBuf>,
    /// Which position to draw, if the file has several.
    #[arg(long, value_name = "NAME", requires = "file")]
    name: Option<String>,
    /// Where to write the picture, as SVG or as PNG by the end of the name. Default: SVG to standard
    /// output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let output = args.output.as_deref().map(PictureFile::new).transpose()?;
    let (file, name) = (args.file.as_ref(), args.name.as_deref());
    let input = read_one(file, name, &args.position, CHOOSE_BY_NAME)?;
    let judgement =
        judge::judge(&input.position, args.engine.engine(), &args.engine.limits()).or_internal()?;
    let verdicts = judgement::move_verdicts(&judgement);
    let picture = judgement::picture(&input.position, &judgement, &verdicts);
    // A position of the command line has no name but its path.
    let name = args.file.is_some().then_some(&*input.name);
    let notes = &*judgement::dead_moves(&input.position, &judgement);
    let drawing = svg(&Picture { name, notes, ..picture });
    let unmet = unmet(&input, &judgement);
    let code = exit_code(&judgement, &unmet);
    let why = match code {
        ExitCode::Refuted => unmet.refuted.join("; "),
        ExitCode::Unknown => "a limit was reached".to_owned(),
        _ => "the position is drawn".to_owned(),
    };
    let mut end = Conclusion::new(verdict(&input, &judgement)).because(why);
    end = end.then(format!("deadmove judge {}", again::position(&input, Takes::File)));
    let mut out = stdout();
    match (output, &args.output) {
        (Some(file), Some(path)) => {
            file.write(&drawing)?;
            end.answer = format!("{} is written; the position is {}", path.display(), end.answer);
            end.print(&mut out, code)?;
            out.flush()?;
        }
        _ => {
            out.write_all(drawing.as_bytes())?;
            out.flush()?;
            end.print_beside_data(code);
        }
    }
    Ok(code)
}
