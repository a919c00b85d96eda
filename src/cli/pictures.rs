//! Files for pictures: the name of the file decides between SVG and PNG.

use std::path::{Path, PathBuf};

use super::output::{Failure, OrInternal};
use super::report_files::{extension, unknown_extension};
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files;

/// A file for a picture, in a format that can be written.
#[derive(Debug)]
pub struct PictureFile {
    path: PathBuf,
    format: Format,
}

#[derive(Debug)]
enum Format {
    Svg,
    Png,
}

impl PictureFile {
    /// Takes the format from the extension. Callers do this before they begin to work.
    pub fn new(path: &Path) -> Result<PictureFile, InputError> {
        let format = match extension(path).as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => {
                let unknown = unknown_extension(path, ".svg or .png");
                return Err(InputError { kind: ErrorKind::PictureFormat, ..unknown });
            }
        };
        Ok(PictureFile { path: path.to_owned(), format })
    }

    /// Writes a picture that is drawn as SVG.
    pub fn write(&self, svg: &str) -> Result<(), Failure> {
        match self.format {
            Format::Svg => files::write_atomically(&self.path, svg)?,
            Format::Png => {
                files::write_atomically(&self.path, deadmove_svg::png(svg).or_internal()?)?
            }
        }
        Ok(())
    }
}
