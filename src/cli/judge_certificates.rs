//! Where the certificates of `judge --certificate` go.

use std::path::{Path, PathBuf};

use deadmove_certify::compress;
use deadmove_checker::Judgement as Certificate;

use super::output::{Failure, OrInternal};
use deadmove_core::error::InputError;
use deadmove_core::files::write_atomically;
use deadmove_core::folders::NewFolder;

/// Where certificates go.
pub enum Certificates {
    None,
    /// The certificate of the only position, to this file.
    File(PathBuf),
    /// One file for each position, to this folder.
    Folder(PathBuf, NewFolder),
}

impl Certificates {
    /// Makes the folder for certificates, if there is to be one.
    pub fn folder(path: Option<&Path>) -> Result<Certificates, InputError> {
        let Some(path) = path else { return Ok(Certificates::None) };
        Ok(Certificates::Folder(path.to_owned(), NewFolder::create(path)?))
    }

    /// Writes a certificate: to the given file, or, as that of position `number`, to the folder.
    pub fn write(&self, certificate: &Certificate, number: usize) -> Result<(), Failure> {
        let file = match self {
            Certificates::None => return Ok(()),
            Certificates::File(file) => file.clone(),
            Certificates::Folder(_, folder) => {
                folder.unfinished().join(format!("{number:06}.cert"))
            }
        };
        let text = serde_json::to_string(certificate);
        let bytes = compress(&text.or_internal()?);
        Ok(write_atomically(&file, &bytes)?)
    }

    /// Where they all are. Those of a run that was `interrupted` could be taken for those of all
    /// positions, so their folder goes.
    pub fn finish(self, interrupted: bool) -> Result<Option<PathBuf>, Failure> {
        Ok(match self {
            Certificates::None => None,
            Certificates::File(file) => Some(file),
            Certificates::Folder(..) if interrupted => None,
            Certificates::Folder(path, folder) => {
                folder.finish()?;
                Some(path)
            }
        })
    }
}
