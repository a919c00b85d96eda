//! Rule sets: what a person writes where rules are expected, and the rules it stands for.
//!
//! An argument is a rule file, a folder, a set file, or the name of a set (see [`super::places`]),
//! each perhaps with `#` and the slug of one rule of it. A set file is a list of lines `include
//! PATH` and `exclude PATH`, relative to its folder and perhaps with a slug, with `about TEXT` and
//! comments.
//!
//! What does not live here: leaving out rules that are known to be wrong ([`super::load`]).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::files::Shown;

use super::load::{LoadedFile, read_file};
use super::origin::split;
use super::places::{find, in_words, is_set_file, named_sets};
use super::store;

/// The name of the set without rules.
pub const NONE: &str = "none";

/// How deep set files may include each other.
const DEEPEST: usize = 8;

/// A rule that an argument stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The file.
    pub file: PathBuf,
    /// The rule, or the error in it or in the whole file.
    pub rule: Result<LoadedFile, InputError>,
    /// Whether it was named itself, as an argument or in a set file, and not found in a folder or
    /// among several rules of a file.
    pub by_name: bool,
}

/// What arguments stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The rules, each once.
    pub rules: Vec<Selected>,
    /// The errors of arguments and folders that cannot be read.
    pub errors: Vec<InputError>,
    /// All rule files and set files that were read.
    pub files: BTreeSet<PathBuf>,
}

/// The rules that arguments stand for. Folders are searched recursively for files that end in
/// `.rule`, in the order of their names; links to folders are not followed.
pub fn select(arguments: &[PathBuf]) -> Selection {
    RuleReader::default().select(arguments)
}

/// The program files that an argument names: itself, or those that a set file includes which is
/// given by its path. A program runs a command, so it takes part in no other way: neither in a
/// folder nor in a set that is given by its name.
///
/// # Errors
/// If a set file cannot be read.
pub fn program_files(argument: &Path) -> Result<Vec<PathBuf>, InputError> {
    if is_program_file(argument) {
        return Ok(vec![argument.to_owned()]);
    }
    if !is_set_file(argument) || !argument.is_file() {
        return Ok(Vec::new());
    }
    let included = SetFile::read(argument)?.includes.into_iter().map(|entry| entry.path);
    Ok(included.filter(|path| is_program_file(path)).collect())
}

/// Whether a file is a program file, by its name.
pub(crate) fn is_program_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "program")
}

/// Whether an argument is the set without rules.
pub fn is_none(argument: &Path) -> bool {
    argument.as_os_str() == NONE
}

/// The set file that an argument names, if it is the name of a set, perhaps with a slug.
pub fn named_set(argument: &Path) -> Option<PathBuf> {
    let name = split(argument).0;
    let mut parts = name.components();
    let single = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    if !single || name.extension().is_some() || is_none(name) {
        return None;
    }
    // What is here comes before what is inside the program.
    find(name).filter(|file| store::built_in(file).is_none() || !has_rules(name))
}

/// The path of an argument without its slug: the argument itself, or the set file of a name.
fn resolve(argument: &Path) -> Result<PathBuf, InputError> {
    let path = split(argument).0;
    let name = shortened(path);
    match named_set(argument) {
        Some(file) if has_rules(path) => {
            let message = format!("'{name}' is the name of a set and of a file or folder here");
            Err(InputError::new(ErrorKind::SetAmbiguous, message)
                .expected(format!("'{}' for the set, or './{name}'", file.shown())))
        }
        Some(file) => Ok(file),
        None if path.components().count() != 1 || path.exists() || path == Path::new("..") => {
            Ok(path.to_owned())
        }
        None => {
            let message = format!("there is no file, folder or rule set '{name}'");
            let names: Vec<String> = named_sets()?.into_iter().map(|set| set.name).collect();
            let error = InputError::new(ErrorKind::FileMissing, message);
            let known = names.iter().map(String::as_str);
            let error = error.did_you_mean(&path.to_string_lossy(), known);
            let sets = format!("sets are looked up in {}", in_words());
            Err(error.expected(match names.is_empty() {
                true => format!("a rule file, a folder with rule files, or a set file; {sets}"),
                false => {
                    let names = names.join(", ");
                    format!("a rule file, a folder, a set file, or one of {names}; {sets}")
                }
            }))
        }
    }
}

/// A path for a message, which may be of any length.
fn shortened(path: &Path) -> String {
    let text = path.shown();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether a path is a file, or a folder with some rule files.
fn has_rules(path: &Path) -> bool {
    let mut reader = RuleReader::default();
    if !path.is_dir() {
        return path.exists();
    }
    !reader.rule_files(path).is_empty()
}

fn once_each(found: Vec<Selected>) -> Vec<Selected> {
    let mut known: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut key = |one: &Selected| {
        let line = match &one.rule {
            Ok(rule) => rule.path.line(),
            Err(error) => error.place.as_ref().map_or(0, |place| place.line),
        };
        let file = known.entry(one.file.clone()).or_insert_with(|| store::canonical(&one.file));
        (file.clone(), line)
    };
    let found: Vec<_> = found.into_iter().map(|one| (key(&one), one)).collect();
    let named = found.iter().filter(|(_, one)| one.by_name).map(|(key, _)| key.clone());
    let named: BTreeSet<_> = named.collect();
    let mut seen = BTreeSet::new();
    let first = found.into_iter().filter(|(key, _)| seen.insert(key.clone()));
    first.map(|(key, one)| Selected { by_name: named.contains(&key), ..one }).collect()
}

/// Below a given directory, a directory of this name is not searched if all its rule files name
/// lemmas. Lemmas settle nearly every move, so a set that has them says little about its other
/// rules; they take part when they are given by name.
const LEMMAS: &str = "lemmas";

/// Reads rules for several lists of arguments. A rule file is read once for each way to write its
/// path; later changes of it are not seen.
#[derive(Default)]
pub struct RuleReader {
    /// What is read for the current list of arguments.
    found: Selection,
    /// The files that were read: sets often include a file once more for a slug.
    files: BTreeMap<PathBuf, Vec<Selected>>,
    /// All rules of the paths that were given with slugs in the current list.
    whole: BTreeMap<PathBuf, Rc<Vec<Selected>>>,
}

impl RuleReader {
    /// Selects as [`select`] does.
    pub fn select(&mut self, arguments: &[PathBuf]) -> Selection {
        for argument in arguments.iter().filter(|argument| !is_none(argument)) {
            if let Err(error) = self.add_argument(argument) {
                self.found.errors.push(error);
            }
        }
        // What is taken from it adds no files and no errors to a selection.
        self.whole.clear();
        let mut found = std::mem::take(&mut self.found);
        found.rules = once_each(found.rules);
        found
    }

    fn add_argument(&mut self, argument: &Path) -> Result<(), InputError> {
        let from = self.found.rules.len();
        let path = resolve(argument)?;
        self.add(&path, split(argument).1, 0)?;
        if let (Some(_), Some(name)) = (store::built_in(&path), path.file_stem()) {
            // The paths inside the program are no arguments.
            let name = name.to_string_lossy();
            for selected in &mut self.found.rules[from..] {
                if let Ok(rule) = &mut selected.rule {
                    rule.path = rule.path.clone().named_in(&name, &rule.slug());
                }
            }
        }
        Ok(())
    }

    /// Adds the rules that a path stands for, or those of them with a slug.
    fn add(&mut self, path: &Path, slug: Option<&str>, depth: usize) -> Result<(), InputError> {
        let Some(slug) = slug else { return self.add_all(path, depth) };
        let all = match self.whole.get(path) {
            Some(known) => Rc::clone(known),
            None => {
                let before = std::mem::take(&mut self.found.rules);
                let added = self.add_all(path, depth);
                let all = Rc::new(std::mem::replace(&mut self.found.rules, before));
                added?;
                self.whole.insert(path.to_owned(), Rc::clone(&all));
                all
            }
        };
        let of_slug = |one: &&Selected| one.rule.as_ref().is_ok_and(|rule| rule.slug() == slug);
        let mut chosen: Vec<Selected> = all.iter().filter(of_slug).cloned().collect();
        let mut broken: Vec<Selected> =
            all.iter().filter(|one| one.rule.is_err()).cloned().collect();
        chosen.iter_mut().for_each(|one| one.by_name = true);
        match &chosen[..] {
            [_] => self.found.rules.append(&mut chosen),
            // It may be the one that is meant.
            [] if !broken.is_empty() => self.found.rules.append(&mut broken),
            [] => {
                let slugs: Vec<String> =
                    all.iter().flat_map(|one| &one.rule).map(LoadedFile::slug).collect();
                let message = format!("there is no rule '{}' here", shortened(Path::new(slug)));
                return Err(InputError::new(ErrorKind::FileMissing, message)
                    .did_you_mean(slug, slugs.iter().map(String::as_str))
                    .expected("the name of a rule in lower case, with '-' for blanks")
                    .in_file(path));
            }
            [first, .., last] => {
                let place = |one: &Selected| {
                    let line = one.rule.as_ref().map_or(1, |rule| rule.path.line());
                    format!("{}:{line}", one.file.shown())
                };
                let message = format!("there are several rules '{slug}' here");
                return Err(InputError::new(ErrorKind::NotOneRule, message)
                    .expected(format!("one file; they are in {} and {}", place(first), place(last)))
                    .in_file(path));
            }
        }
        Ok(())
    }

    fn add_all(&mut self, path: &Path, depth: usize) -> Result<(), InputError> {
        if store::is_folder(path)? {
            for file in self.rule_files(path) {
                let rules = self.read(&file).to_vec();
                self.found.rules.extend(rules);
            }
        } else if is_set_file(path) {
            let set = SetFile::read(path)?;
            self.found.files.insert(path.to_owned());
            if depth == DEEPEST {
                let message = format!("set files include each other more than {DEEPEST} deep");
                return Err(InputError::new(ErrorKind::SetCycle, message).in_file(path));
            }
            self.add_set(&set, depth + 1);
        } else {
            let mut rules = self.read(path).to_vec();
            if let [one] = &mut rules[..] {
                one.by_name = true;
            }
            self.found.rules.extend(rules);
        }
        Ok(())
    }

    /// The rules of a file.
    fn read(&mut self, file: &Path) -> &[Selected] {
        self.found.files.insert(file.to_owned());
        self.files.entry(file.to_owned()).or_insert_with(|| {
            let rules = read_file(file).unwrap_or_else(|error| vec![Err(error)]).into_iter();
            let one = |rule| Selected { file: file.to_owned(), rule, by_name: false };
            rules.map(one).collect()
        })
    }

    /// The rule files below a folder, in the order of their names.
    fn rule_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let found = match store::entries(folder) {
            Ok(found) => found,
            Err(error) => {
                self.found.errors.push(error);
                return files;
            }
        };
        for entry in found {
            match entry {
                Err(error) => self.found.errors.push(error),
                Ok((path, true)) => {
                    let below = self.rule_files(&path);
                    if !(path.ends_with(LEMMAS) && self.are_lemmas(&below)) {
                        files.extend(below);
                    }
                }
                Ok((path, false)) => {
                    if path.extension().is_some_and(|end| end == "rule") && !path.is_dir() {
                        files.push(path);
                    }
                }
            }
        }
        files.sort();
        files
    }

    fn are_lemmas(&mut self, files: &[PathBuf]) -> bool {
        let is_lemma = |one: &Selected| {
            one.rule.as_ref().is_ok_and(|rule| rule.rule_file.reads_the_whole_board())
        };
        files.iter().all(|file| self.read(file).iter().all(is_lemma))
    }

    /// Adds the rules of a set file.
    fn add_set(&mut self, set: &SetFile, depth: usize) {
        let before = std::mem::take(&mut self.found.rules);
        for entry in &set.includes {
            if let Err(error) = self.add(&entry.path, entry.slug.as_deref(), depth) {
                let own = error.kind == ErrorKind::FileMissing
                    && error.file.as_deref() == entry.path.to_str();
                let message = match entry.slug {
                    Some(_) if own => error.message.clone(),
                    _ => "there is no such file or folder".to_owned(),
                };
                let here = || set.error(entry, InputError::new(ErrorKind::FileMissing, message));
                self.found.errors.push(if own { here() } else { error });
            }
        }
        let mut own = std::mem::replace(&mut self.found.rules, before);
        for entry in &set.excludes {
            let before = own.len();
            own.retain(|one| !entry.is_of(one));
            if own.len() == before {
                let message = "this excludes nothing that the set includes";
                let error = InputError::new(ErrorKind::SetExcludesNothing, message);
                self.found.errors.push(set.error(entry, error));
            }
        }
        self.found.rules.extend(own);
    }
}

/// The content of a set file.
#[derive(Default)]
pub(crate) struct SetFile {
    file: PathBuf,
    text: String,
    about: Vec<String>,
    includes: Vec<SetFileLine>,
    excludes: Vec<SetFileLine>,
}

/// A path of a set file, perhaps with the slug of a rule, and the place where it is.
struct SetFileLine {
    path: PathBuf,
    slug: Option<String>,
    line: usize,
    column: usize,
    length: usize,
}

impl SetFileLine {
    /// Whether a rule is in this path, and has this slug.
    fn is_of(&self, one: &Selected) -> bool {
        let slug = |slug: &String| one.rule.as_ref().is_ok_and(|rule| rule.slug() == *slug);
        one.file.starts_with(&self.path) && self.slug.as_ref().is_none_or(slug)
    }
}

/// The part of a line before a comment: `#` at its beginning or after a blank.
fn without_comment(line: &str) -> &str {
    let mut before = None;
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_none_or(char::is_whitespace) {
            return &line[..at];
        }
        before = Some(letter);
    }
    line
}

impl SetFile {
    pub(crate) fn read(file: &Path) -> Result<SetFile, InputError> {
        let text = store::read(file)?;
        let mut set = SetFile { file: file.to_owned(), ..SetFile::default() };
        for (at, raw) in text.lines().enumerate() {
            let line = without_comment(raw).trim();
            let Some(keyword) = line.split_whitespace().next() else { continue };
            let rest = line[keyword.len()..].trim();
            let start = raw.chars().take_while(|c| c.is_whitespace()).count();
            let length = keyword.chars().count();
            let place =
                |error: InputError| error.in_file(file).at(&text, at + 1, start + 1, length);
            if rest.is_empty() {
                let message = format!("'{keyword}' has nothing after it");
                return Err(place(InputError::new(ErrorKind::SetLine, message).expected(LINES)));
            }
            let after = raw.len() - raw.trim_start().len() + keyword.len();
            let byte = raw[after..].find(rest).map_or(0, |byte| after + byte);
            let column = raw[..byte].chars().count() + 1;
            let length = rest.chars().count();
            let whole = file.parent().unwrap_or(Path::new("")).join(rest);
            let (path, slug) = split(&whole);
            let (path, slug) = (plain(path), slug.map(str::to_owned));
            let entry = SetFileLine { path, slug, line: at + 1, column, length };
            match keyword {
                "about" => set.about.push(rest.to_owned()),
                "include" => set.includes.push(entry),
                "exclude" => set.excludes.push(entry),
                _ => {
                    let message = format!("'{keyword}' is not a keyword of set files");
                    let error = InputError::new(ErrorKind::SetLine, message);
                    let error = error.did_you_mean(keyword, ["about", "include", "exclude"]);
                    return Err(place(error.expected(LINES)));
                }
            }
        }
        set.text = text;
        Ok(set)
    }

    /// What the file says about the set.
    pub(crate) fn about(&self) -> String {
        self.about.join(" ")
    }

    /// An error at a path of the file.
    fn error(&self, at: &SetFileLine, error: InputError) -> InputError {
        error.in_file(&self.file).at(&self.text, at.line, at.column, at.length)
    }
}

/// A path without `..` after the name of a folder, if it leads to the same place.
fn plain(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match (part, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                short.pop();
            }
            _ => short.push(part),
        }
    }
    // Not if a folder of the path is a link. Inside the program there are no links.
    let same = short.starts_with(store::BUILT_IN)
        || path
            .canonicalize()
            .ok()
            .filter(|at| short.canonicalize().is_ok_and(|s| s == *at))
            .is_some();
    if same { short } else { path.to_owned() }
}

/// The lines of a set file.
const LINES: &str = "'about TEXT', 'include PATH' or 'exclude PATH', relative to the set file";
