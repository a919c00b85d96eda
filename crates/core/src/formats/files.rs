//! Files and directories: finding them, telling their formats apart, and the faults of files that
//! cannot be read at all.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Input, Item, MAX_FILE_BYTES, batch, case, other, path, trace, without_mark};
use crate::board::Board;
use crate::encoding;
use crate::error::{ErrorKind, InputError};
use crate::files::{self, unreadable};

const FORMATS: &str = "a case file (board 9x9 …), a path file (9|1-1,1;…) or JSON lines";

const STANDARD_INPUT: &str = "standard input";

/// Reads all positions of a file or a directory as [`load_each`] does.
///
/// # Errors
/// The first fault, with its file and place.
pub fn load(path: &Path) -> Result<Vec<Input>, InputError> {
    load_each(path, None)?.into_iter().map(|item| item.input).collect()
}

/// Reads all positions of a file or a directory.
///
/// A directory is searched with its folders for `.case` and `.txt` files, which are read in the
/// order of their names; links to directories are not followed. `fallback` is the board of path
/// files that give no size. A fault in one file of a directory or in one line of a batch is an
/// [`Item`] among the others.
///
/// # Errors
/// If there is nothing to read.
pub fn load_each(path: &Path, fallback: Option<&Arc<Board>>) -> Result<Vec<Item>, InputError> {
    each(path, fallback).map(Iterator::collect)
}

/// The same, one after the other: of JSON lines, one line is held at a time. `-` is standard input.
///
/// # Errors
/// If there is nothing to read.
pub fn each(path: &Path, fallback: Option<&Arc<Board>>) -> Result<Items, InputError> {
    if path.as_os_str() == "-" {
        return read_file(open(path)?, None, STANDARD_INPUT, fallback);
    }
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, error))?;
    if !metadata.is_dir() {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        return Ok(load_file(path, name, fallback));
    }
    let mut files = Vec::new();
    collect(path, &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err(InputError::new(ErrorKind::DirectoryEmpty, "the directory holds no cases")
            .in_file(path)
            .expected("files ending in .case or .txt, in it or in its folders"));
    }
    let (folder, fallback) = (path.to_owned(), fallback.cloned());
    Ok(Box::new(files.into_iter().flat_map(move |file| {
        let below = file.strip_prefix(&folder).unwrap_or(&file).with_extension("");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        load_file(&file, parts.join("/"), fallback.as_ref())
    })))
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let entries = fs::read_dir(directory).map_err(|error| unreadable(directory, error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(directory, error))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(|error| unreadable(&path, error))?;
        let wanted = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("case") || end.eq_ignore_ascii_case("txt"));
        if kind.is_dir() {
            collect(&path, files)?;
        } else if wanted && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(())
}

/// Items as they are read.
pub type Items = Box<dyn Iterator<Item = Item>>;

fn load_file(path: &Path, name: String, fallback: Option<&Arc<Board>>) -> Items {
    match open(path).and_then(|reader| read_file(reader, Some(path), &name, fallback)) {
        Ok(items) => items,
        Err(error) => Box::new(iter::once(Item { name, input: Err(error.in_file(path)) })),
    }
}

/// Opens a file for reading, or standard input if the path is `-`. UTF-16 is decoded.
///
/// # Errors
/// If it cannot be opened or read, or is UTF-16 that cannot be decoded.
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, InputError> {
    if path.as_os_str() == "-" {
        return decoded(BufReader::new(io::stdin()), Path::new(STANDARD_INPUT));
    }
    decoded(BufReader::new(files::open(path)?), path)
}

fn decoded(
    mut reader: impl BufRead + Send + 'static,
    path: &Path,
) -> Result<Box<dyn BufRead + Send>, InputError> {
    let mut head = Vec::new();
    (&mut reader).take(2).read_to_end(&mut head).map_err(|error| unreadable(path, error))?;
    let is_utf_16 = encoding::is_utf_16(&head);
    let whole = io::Cursor::new(head).chain(reader);
    if !is_utf_16 {
        return Ok(Box::new(whole));
    }
    let text = files::text(files::read_stream(whole, path, files::LARGEST)?, path)?;
    Ok(Box::new(io::Cursor::new(text.into_bytes())))
}

fn read_file(
    mut reader: Box<dyn BufRead + Send>,
    source: Option<&Path>,
    name: &str,
    fallback: Option<&Arc<Board>>,
) -> Result<Items, InputError> {
    let path = source.unwrap_or(Path::new(name));
    let io_error = |error: io::Error| unreadable(path, error);
    let mut head = Vec::new();
    (&mut reader).take(4096).read_to_end(&mut head).map_err(io_error)?;
    if is_batch(&head) {
        let whole = io::Cursor::new(head).chain(reader);
        return Ok(Box::new(batch::read(whole, source.map(Path::to_owned))));
    }
    let bytes = files::read_stream((&*head).chain(reader), path, MAX_FILE_BYTES)?;
    let bytes = without_mark(&bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| not_utf_8(bytes, error.valid_up_to()))?;
    let input = parse(text, fallback).map(|parsed| Input {
        name: name.to_owned(),
        source: source.map(Path::to_owned),
        ..parsed
    })?;
    Ok(Box::new(iter::once(Item { name: name.to_owned(), input: Ok(input) })))
}

/// What a text that holds a single position is called: a case file, a path file, or moves.
pub fn format_name(text: &str) -> &'static str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match () {
        () if is_batch(text.as_bytes()) => "JSON lines",
        () if other::is_moves(text) => "a file of moves",
        () if trace::is_trace(text) => "a path file",
        () => "a case file",
    }
}

/// Whether a text that begins like this has JSON lines.
fn is_batch(head: &[u8]) -> bool {
    without_mark(head).iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// Reads the position of a text in one of the formats of files; of JSON lines the first one.
/// `fallback` is the board of path files that give no size.
///
/// # Errors
/// At the first place that is not as its format wants it.
pub fn parse_text(text: &str, fallback: Option<&Arc<Board>>) -> Result<Input, InputError> {
    if !is_batch(text.as_bytes()) {
        return parse(text.strip_prefix('\u{feff}').unwrap_or(text), fallback);
    }
    let first = batch::read(text.as_bytes(), None).next();
    first.map_or_else(|| parse("", fallback), |item| item.input)
}

/// The position of a case or path file; name and source are filled in by the caller.
fn parse(text: &str, fallback: Option<&Arc<Board>>) -> Result<Input, InputError> {
    let input = |position, options| Input { options, ..Input::new(String::new(), position) };
    let first = text.trim_start().chars().next();
    match first {
        None => Err(InputError::new(ErrorKind::FileEmpty, "the file is empty").expected(FORMATS)),
        Some(_) if other::is_drawing(text) => Err(other::drawing(text)),
        Some(_) if other::is_moves(text) => match fallback {
            Some(board) => {
                path::parse_position(Arc::clone(board), text).map(|position| input(position, None))
            }
            None => Err(other::moves_alone(text)),
        },
        Some(_) if trace::is_trace(text) => {
            trace::parse(text, fallback).map(|trace| input(trace.position, trace.options))
        }
        Some(letter) if letter.is_ascii_alphabetic() || letter == '#' => {
            case::parse(text).map(|case| Input {
                expect: case.expect,
                demands: case.demands,
                ..input(case.position, case.options)
            })
        }
        Some(letter) => {
            let at = text.len() - text.trim_start().len();
            Err(super::span::fault(
                ErrorKind::UnknownFormat,
                "the file has none of the known formats",
                text,
                at..at + letter.len_utf8(),
            )
            .expected(FORMATS))
        }
    }
}

/// Points at the first byte that is not UTF-8, shown as a replacement character.
fn not_utf_8(bytes: &[u8], at: usize) -> InputError {
    let text = String::from_utf8_lossy(bytes);
    let shown = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
    super::span::fault(ErrorKind::NotUtf8, "the file is not UTF-8 text", &text, shown)
        .expected("a file saved as UTF-8")
}
