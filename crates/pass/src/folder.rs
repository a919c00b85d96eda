//! The folder of a pass: which tasks are done, and what was counted.
//!
//! ```text
//! pass.json                 the question
//! layer-002/part-0003       the positions of layer 2 that part 3 of layer 1 leads to
//! layer-001.json            what was counted in layer 1, once all its parts are done
//! ```
//!
//! When a layer is closed, its positions are deleted: those of the next layer are there. Every file
//! appears whole, in one step, so whatever is there is done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file::{Footer, Section, Writer, check_file, read_sections};
use crate::reached::Reached;
use crate::task::PassTotals;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::folders::sweep;
use deadmove_core::{files, sealed};
use deadmove_rules::geometry::Placements;
use deadmove_rules::model::Rule;
use deadmove_verify::live_set::bits::{BitBoard, PackedPosition};

const SCHEMA: u32 = 1;

/// What a pass is about. Two passes with the same question have the same files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassQuestion {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The digest of the rules, or of the program in their place.
    pub rules: String,
    /// Whether a position and its transpose count as one: the board is square, and the rules say
    /// the same of both.
    pub transposed: bool,
    /// The number of parts of a layer.
    pub parts: u32,
}

impl PassQuestion {
    /// The number of layers: the number of cells.
    pub fn layers(&self) -> usize {
        self.width * self.height
    }

    /// The position that stands for one and its transpose.
    pub(crate) fn canonical(&self, grid: &BitBoard, key: PackedPosition) -> PackedPosition {
        if self.transposed { grid.canonical(key) } else { key }
    }

    /// How many positions a canonical one stands for.
    pub(crate) fn copies(&self, grid: &BitBoard, key: PackedPosition) -> u64 {
        if self.transposed { grid.copies(key) } else { 1 }
    }

    /// BLAKE3 of the question, in hexadecimal digits.
    pub(crate) fn digest(&self) -> String {
        let text = serde_json::to_string(self).expect("plain data");
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PassFile {
    schema: u32,
    question: PassQuestion,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    schema: u32,
    question: String,
    layer: usize,
    totals: PassTotals,
}

/// Whether rules say the same of a position and its transpose on a square board: each is applied in
/// all placements. Lemmas are.
pub fn are_symmetric(rules: &[Rule]) -> bool {
    rules.iter().all(|rule| rule.head.placements == Placements::ALL)
}

/// The folder of a pass.
#[derive(Clone, Debug)]
pub struct PassFolder {
    path: PathBuf,
    question: PassQuestion,
    digest: String,
}

impl PassFolder {
    /// Opens a folder; makes it if it is not there.
    ///
    /// # Errors
    /// If it belongs to another question, or cannot be written.
    pub fn open(path: &Path, question: PassQuestion) -> Result<PassFolder, InputError> {
        files::create_folder(path)?;
        let digest = question.digest();
        let folder = PassFolder { path: path.to_owned(), question, digest };
        let file = path.join("pass.json");
        if !file.exists() {
            let content = PassFile { schema: SCHEMA, question: folder.question.clone() };
            match files::write_new(&file, sealed::pretty(&content)) {
                // Another run was faster.
                Err(error) if error.kind == ErrorKind::FileExists => {}
                result => result?,
            }
        }
        let known = read_question(&file)?;
        if known != folder.question {
            return Err(folder.differs(&known).in_file(&file));
        }
        Ok(folder)
    }

    /// The number of parts of the pass in a folder; none if there is no pass in it.
    ///
    /// # Errors
    /// If what is there cannot be read, or is no pass.
    pub fn known_parts(path: &Path) -> Result<Option<u32>, InputError> {
        let file = path.join("pass.json");
        file.exists().then(|| Ok(read_question(&file)?.parts)).transpose()
    }

    fn differs(&self, known: &PassQuestion) -> InputError {
        let asked = &self.question;
        let what = if (known.width, known.height) != (asked.width, asked.height) {
            format!("the board {}×{}", known.width, known.height)
        } else if known.parts != asked.parts {
            format!("{} parts", known.parts)
        } else {
            "other rules, or another program".to_owned()
        };
        InputError::new(ErrorKind::PassDiffers, format!("the folder has a pass with {what}"))
            .expected("a pass of the same rules, board and parts, or a new folder")
    }

    /// The digest of the question.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }

    /// The question.
    pub fn question(&self) -> &PassQuestion {
        &self.question
    }

    /// The file that a task writes.
    pub fn file(&self, (layer, part): (usize, u32)) -> PathBuf {
        self.layer(layer + 1).join(format!("part-{part:04}"))
    }

    fn layer(&self, layer: usize) -> PathBuf {
        self.path.join(format!("layer-{layer:03}"))
    }

    fn layer_file(&self, layer: usize) -> PathBuf {
        self.path.join(format!("layer-{layer:03}.json"))
    }

    /// Makes the folder for the positions of a layer.
    pub(crate) fn create_layer(&self, layer: usize) -> Result<(), InputError> {
        files::create_folder(&self.layer(layer))
    }

    /// The sections with positions of one part of a layer. None in the first layer, whose only
    /// position is the start.
    pub(crate) fn sections(
        &self,
        layer: usize,
        part: u32,
    ) -> Result<Vec<(PathBuf, Section)>, InputError> {
        let mut all = Vec::new();
        if layer > 1 {
            for before in 0..self.question.parts {
                let path = self.file((layer - 1, before));
                let (footer, sections) = read_sections(&path, part)?;
                self.is_own(&footer, (layer - 1, before), &path)?;
                all.extend(sections.into_iter().map(|section| (path.clone(), section)));
            }
        }
        Ok(all)
    }

    /// Whether a file belongs to this pass and this task.
    fn is_own(
        &self,
        footer: &Footer,
        (layer, part): (usize, u32),
        path: &Path,
    ) -> Result<(), InputError> {
        let own = footer.question == self.digest
            && (footer.layer, footer.part) == (layer, part)
            && footer.parts == self.question.parts;
        if own {
            return Ok(());
        }
        Err(InputError::new(
            ErrorKind::PassDamaged,
            "the file belongs to another pass or another task",
        )
        .expected("the file that the task of its name wrote")
        .in_file(path))
    }

    /// The first layer that is not closed; one more than there are if all are.
    pub fn current(&self) -> usize {
        let layers = self.question.layers();
        (1..=layers).find(|&layer| !self.layer_file(layer).exists()).unwrap_or(layers + 1)
    }

    /// The parts of a layer that are not done.
    pub fn missing(&self, layer: usize) -> Vec<u32> {
        (0..self.question.parts).filter(|&part| !self.file((layer, part)).exists()).collect()
    }

    /// What was counted in the closed layers, from the first.
    ///
    /// # Errors
    /// If a file is damaged, of another pass, or contradicts itself or the one before it.
    pub(crate) fn closed(&self) -> Result<Vec<PassTotals>, InputError> {
        let mut all: Vec<PassTotals> = Vec::new();
        let mut sum = PassTotals::default();
        for layer in 1..self.current() {
            let path = self.layer_file(layer);
            let LayerFile { schema, question, layer: own, totals } = read(&path)?;
            let fault = |message: &str| {
                let error = InputError::new(ErrorKind::PassDamaged, message);
                Err(error.expected("the file that this pass wrote").in_file(&path))
            };
            if schema != SCHEMA || question != self.digest || own != layer {
                return fault("the file belongs to another pass");
            }
            if totals.lines != all.last().map_or(1, |before| before.continued) {
                return fault("the layer has other lines than the moves before it lead to");
            }
            sum = match sum.plus(&totals) {
                Some(sum) if totals.agree(layer == self.question.layers()) => sum,
                _ => return fault("the numbers contradict each other"),
            };
            all.push(totals);
        }
        Ok(all)
    }

    /// Closes a layer whose parts are all done: adds up what was counted, and deletes its
    /// positions. From then on its parts cannot be done again, so their files are checked before.
    ///
    /// # Errors
    /// If a file is damaged, or the layer does not have the lines that the one before leads to.
    pub fn close(&self, layer: usize) -> Result<PassTotals, InputError> {
        let mut totals = PassTotals::default();
        for part in 0..self.question.parts {
            let path = self.file((layer, part));
            let footer = check_file(&path)?;
            self.is_own(&footer, (layer, part), &path)?;
            totals = totals.plus(&footer.totals).ok_or_else(|| {
                InputError::new(ErrorKind::PassDamaged, "the footer counts more than there can be")
                    .expected("the file that the task of its name wrote")
                    .in_file(&path)
            })?;
        }
        let expected = self.closed()?.last().map_or(1, |before| before.continued);
        if totals.lines != expected {
            let message = format!(
                "layer {layer} has {} lines, but the moves before it lead to {expected}",
                totals.lines
            );
            return Err(InputError::new(ErrorKind::PassDamaged, message)
                .expected("the files that the tasks wrote; begin again in a new folder")
                .in_file(&self.layer(layer + 1)));
        }
        let question = self.digest.clone();
        let file = LayerFile { schema: SCHEMA, question, layer, totals: totals.clone() };
        sealed::write(&self.layer_file(layer), &file)?;
        self.delete_closed()?;
        // The tasks of this layer are done. Whoever does one again will find the layer closed.
        sweep(&self.layer(layer + 1));
        Ok(totals)
    }

    /// Deletes the positions of closed layers, with what a late run of a task left there, and what
    /// killed runs left in the folder of a pass that is done.
    pub(crate) fn delete_closed(&self) -> Result<(), InputError> {
        let closed = self.current() - 1;
        let done = closed == self.question.layers();
        if done {
            sweep(&self.path);
        }
        let last = if done { closed + 1 } else { closed };
        for layer in 1..=last {
            let path = self.layer(layer);
            match fs::remove_dir_all(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(files::unwritable(&path, error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes positions of a layer as the task before would, for a layer of one part.
    pub(crate) fn write_positions(
        &self,
        layer: usize,
        reached: &[Reached],
    ) -> Result<(), InputError> {
        self.create_layer(layer)?;
        let task = (layer - 1, 0);
        let footer = Footer {
            question: self.digest.clone(),
            layer: task.0,
            part: task.1,
            parts: self.question.parts,
            runs: 1,
            totals: PassTotals::default(),
        };
        let path = self.file(task);
        files::write_atomically_with(&path, |to| {
            let mut writer = Writer::new(to, self.question.parts);
            writer.write_run(reached)?;
            writer.finish(&footer)
        })
        .map_err(|error| files::unwritable(&path, error))
    }

    /// Bytes that the positions of a layer take on disk.
    pub(crate) fn bytes(&self, layer: usize) -> u64 {
        let files = fs::read_dir(self.layer(layer)).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
    }
}

fn read_question(file: &Path) -> Result<PassQuestion, InputError> {
    let PassFile { schema, question } = read(file)?;
    if schema != SCHEMA || question.parts == 0 {
        return Err(InputError::new(ErrorKind::PassDamaged, "this version cannot read the pass")
            .expected(format!("schema {SCHEMA} and at least one part"))
            .in_file(file));
    }
    Ok(question)
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, InputError> {
    let found = sealed::read(path, "a file as a pass wrote it; begin again in a new folder")
        .map_err(|error| InputError { kind: ErrorKind::PassDamaged, ..error })?;
    found.ok_or_else(|| files::unreadable(path, io::ErrorKind::NotFound.into()))
}
