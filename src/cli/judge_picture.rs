//! The picture of a judged position: `deadmove judge -o FILE.svg`.

use std::io::Write;
use std::path::Path;

use super::output::{Failure, stdout};
use super::pictures::PictureFile;
use super::report_files::extension;
use deadmove_core::error::InputError;
use deadmove_core::formats::Input;
use deadmove_engine::judge::Judgement;
use deadmove_report::{Picture, judgement, svg};

/// Where the picture goes.
#[derive(Debug)]
pub enum PictureTarget {
    /// SVG to standard output.
    Stdout,
    /// SVG or PNG, by the end of the name.
    File(PictureFile),
}

impl PictureTarget {
    /// The target of `-o`.
    pub fn new(path: &Path) -> Result<PictureTarget, InputError> {
        match path.as_os_str() == "-" {
            true => Ok(PictureTarget::Stdout),
            false => match PictureFile::new(path) {
                Ok(file) => Ok(PictureTarget::File(file)),
                Err(error) => Err(error.expected("a name that ends in .svg, .png, .json or .xml")),
            },
        }
    }

    /// Whether a file of `-o` is a picture, not a report.
    pub fn is_picture(path: &Path) -> bool {
        !matches!(extension(path).as_deref(), Some("json" | "xml"))
    }

    /// Draws a position. One of the command line has no name but its path, so it is not `named`.
    pub fn draw(&self, input: &Input, named: bool, judged: &Judgement) -> Result<(), Failure> {
        let verdicts = judgement::move_verdicts(judged);
        let picture = judgement::picture(&input.position, judged, &verdicts);
        let name = named.then_some(&*input.name);
        let notes = &*judgement::dead_moves(&input.position, judged);
        let drawing = svg(&Picture { name, notes, ..picture });
        match self {
            PictureTarget::File(file) => file.write(&drawing),
            PictureTarget::Stdout => {
                let mut out = stdout();
                out.write_all(drawing.as_bytes())?;
                Ok(out.flush()?)
            }
        }
    }
}
