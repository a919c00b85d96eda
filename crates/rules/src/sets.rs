//! Rule sets: what a person writes where rules are expected, and the rule files it stands for.
//!
//! An argument is a rule file, a folder, a set file, or the name of a set. A set file is a list of
//! lines `include PATH` and `exclude PATH`, relative to its folder, with `about TEXT` and comments.
//! The sets with names are the set files of a folder `rules`, here or in a folder above.
//!
//! What does not live here: reading rule files, and leaving out those that are known to be wrong
//! ([`super::load`]).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use deadmove_core::error::InputError;
use deadmove_core::files::{self, unreadable};

use crate::RuleFile;

/// The name of the set without rules.
pub const NONE: &str = "none";

/// The environment variable that names the folder of the sets with names.
pub const FOLDER_VARIABLE: &str = "DEADMOVE_RULES";

/// How the names of set files end.
const EXTENSION: &str = "set";

/// How deep set files may include each other.
const DEEPEST: usize = 8;

/// A rule file that an argument stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The file.
    pub path: PathBuf,
    /// Whether it was named itself, as an argument or in a set file, and not found in a folder.
    pub by_name: bool,
}

/// A set that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSet {
    /// The name.
    pub name: String,
    /// Its set file.
    pub file: PathBuf,
    /// What the file says about it.
    pub about: String,
}

/// The rule files that arguments stand for, each once, and an error for every argument or folder
/// that cannot be read. Folders are searched recursively for files that end in `.rule`, in the order
/// of their names; links to folders are not followed.
pub fn select(arguments: &[PathBuf]) -> (Vec<Selected>, Vec<InputError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for argument in arguments.iter().filter(|argument| !is_none(argument)) {
        match resolve(argument) {
            Ok(path) => add(&path, &mut found, &mut errors, 0),
            Err(error) => errors.push(error),
        }
    }
    (once_each(found), errors)
}

/// Whether an argument is the set without rules.
pub fn is_none(argument: &Path) -> bool {
    argument.as_os_str() == NONE
}

/// The sets with names, in the order of their names. Empty if there is no folder of sets.
pub fn named_sets() -> Result<Vec<NamedSet>, InputError> {
    let Some(folder) = folder() else { return Ok(Vec::new()) };
    let mut sets = Vec::new();
    let entries = fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))?;
    for entry in entries {
        let file = entry.map_err(|error| unreadable(&folder, error))?.path();
        if is_set_file(&file)
            && let Some(name) = file.file_stem().and_then(|stem| stem.to_str())
        {
            let about = SetFile::read(&file)?.about.join(" ");
            sets.push(NamedSet { name: name.to_owned(), file: file.clone(), about });
        }
    }
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sets)
}

/// The path of an argument: the argument itself, or the set file of a name.
fn resolve(argument: &Path) -> Result<PathBuf, InputError> {
    let mut parts = argument.components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else {
        return Ok(argument.to_owned());
    };
    let file = folder().map(|folder| folder.join(name).with_extension(EXTENSION));
    match file.filter(|file| argument.extension().is_none() && file.is_file()) {
        Some(file) if has_rules(argument) => {
            let (name, file) = (argument.display(), file.display());
            let message = format!("'{name}' is the name of a set and of a file or folder here");
            Err(InputError::new("set-ambiguous", message)
                .expected(format!("'{file}' for the set, or './{name}'")))
        }
        Some(file) => Ok(file),
        None if argument.exists() => Ok(argument.to_owned()),
        None => {
            let message = format!("there is no file, folder or rule set '{}'", argument.display());
            let names: Vec<String> = named_sets()?.into_iter().map(|set| set.name).collect();
            let error = InputError::new("file-missing", message);
            let found = argument.to_string_lossy();
            let error = error.did_you_mean(&found, names.iter().map(String::as_str));
            Err(error.expected(match names.is_empty() {
                true => "a rule file, a folder with rule files, or a set file".to_owned(),
                false => {
                    format!("a rule file, a folder, a set file, or one of {}", names.join(", "))
                }
            }))
        }
    }
}

/// Whether a path is a rule file, or a folder with some.
fn has_rules(path: &Path) -> bool {
    let mut found = Vec::new();
    match path.is_dir() {
        true => collect(path, &mut found, &mut Vec::new()),
        false => return path.exists(),
    }
    !found.is_empty()
}

/// The folder of the sets with names: that of the environment variable, or the nearest folder `rules`
/// with a set file, here or above.
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER_VARIABLE) {
        return Some(folder.into());
    }
    let depth = std::env::current_dir().ok()?.components().count();
    let has_sets = |folder: &PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).any(|path| is_set_file(&path))
    };
    let folders = (0..depth).map(|up| (0..up).map(|_| "..").chain(["rules"]).collect::<PathBuf>());
    folders.into_iter().find(has_sets)
}

fn is_set_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

fn once_each(found: Vec<Selected>) -> Vec<Selected> {
    let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let named = found.iter().filter(|file| file.by_name).map(|file| canonical(&file.path));
    let named: BTreeSet<PathBuf> = named.collect();
    let mut seen = BTreeSet::new();
    let mut files = Vec::new();
    for Selected { path, .. } in found {
        let canonical = canonical(&path);
        let by_name = named.contains(&canonical);
        if seen.insert(canonical) {
            files.push(Selected { path, by_name });
        }
    }
    files
}

/// Adds the rule files that a path stands for.
fn add(path: &Path, found: &mut Vec<Selected>, errors: &mut Vec<InputError>, depth: usize) {
    match fs::metadata(path) {
        Err(error) => errors.push(unreadable(path, error)),
        Ok(metadata) if metadata.is_dir() => {
            let mut files = Vec::new();
            collect(path, &mut files, errors);
            files.sort();
            found.extend(files.into_iter().map(|path| Selected { path, by_name: false }));
        }
        Ok(_) if is_set_file(path) => match SetFile::read(path) {
            Ok(_) if depth == DEEPEST => {
                let message = format!("set files include each other more than {DEEPEST} deep");
                errors.push(InputError::new("set-cycle", message).in_file(path));
            }
            Ok(set) => set.add(found, errors, depth + 1),
            Err(error) => errors.push(error),
        },
        Ok(_) => found.push(Selected { path: path.to_owned(), by_name: true }),
    }
}

/// Below a given directory, a directory of this name is not searched if all its rule files name
/// lemmas. Lemmas settle nearly every move, so a set that has them says little about its other rules;
/// they take part when they are given by name.
const LEMMAS: &str = "lemmas";

fn has_only_lemmas(directory: &Path) -> bool {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    collect(directory, &mut files, &mut errors);
    let names_lemmas = |file: &PathBuf| {
        RuleFile::read(file).is_ok_and(|rule_file| rule_file.reads_the_whole_board())
    };
    errors.is_empty() && files.iter().all(names_lemmas)
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>, errors: &mut Vec<InputError>) {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) => return errors.push(unreadable(directory, error)),
    };
    for entry in entries {
        let kind = match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
            Ok(kind) => kind,
            Err(error) => {
                errors.push(unreadable(directory, error));
                continue;
            }
        };
        match kind {
            (path, kind) if kind.is_dir() && path.ends_with(LEMMAS) && has_only_lemmas(&path) => {}
            (path, kind) if kind.is_dir() => collect(&path, found, errors),
            (path, _) if path.extension().is_some_and(|end| end == "rule") && !path.is_dir() => {
                found.push(path);
            }
            _ => {}
        }
    }
}

/// The content of a set file.
#[derive(Default)]
struct SetFile {
    file: PathBuf,
    text: String,
    about: Vec<String>,
    includes: Vec<Entry>,
    excludes: Vec<Entry>,
}

/// A path of a set file, and the place where it is.
struct Entry {
    path: PathBuf,
    line: usize,
    column: usize,
    length: usize,
}

impl SetFile {
    fn read(file: &Path) -> Result<SetFile, InputError> {
        let text = files::read_text(file)?;
        let mut set = SetFile { file: file.to_owned(), ..SetFile::default() };
        for (at, raw) in text.lines().enumerate() {
            let line = raw.split('#').next().unwrap_or("").trim();
            let Some(keyword) = line.split_whitespace().next() else { continue };
            let rest = line[keyword.len()..].trim();
            let start = raw.chars().take_while(|c| c.is_whitespace()).count();
            let length = keyword.chars().count();
            let place =
                |error: InputError| error.in_file(file).at(&text, at + 1, start + 1, length);
            if rest.is_empty() {
                let message = format!("'{keyword}' has nothing after it");
                return Err(place(InputError::new("set-line", message).expected(LINES)));
            }
            let after = raw.len() - raw.trim_start().len() + keyword.len();
            let byte = raw[after..].find(rest).map_or(0, |byte| after + byte);
            let column = raw[..byte].chars().count() + 1;
            let length = rest.chars().count();
            let path = plain(&file.parent().unwrap_or(Path::new("")).join(rest));
            let entry = Entry { path, line: at + 1, column, length };
            match keyword {
                "about" => set.about.push(rest.to_owned()),
                "include" => set.includes.push(entry),
                "exclude" => set.excludes.push(entry),
                _ => {
                    let message = format!("'{keyword}' is not a keyword of set files");
                    let error = InputError::new("set-line", message);
                    let error = error.did_you_mean(keyword, ["about", "include", "exclude"]);
                    return Err(place(error.expected(LINES)));
                }
            }
        }
        set.text = text;
        Ok(set)
    }

    /// Adds the rule files of the set.
    fn add(&self, found: &mut Vec<Selected>, errors: &mut Vec<InputError>, depth: usize) {
        let mut own = Vec::new();
        for Entry { path, line, column, length } in &self.includes {
            let from = errors.len();
            add(path, &mut own, errors, depth);
            for error in &mut errors[from..] {
                if error.kind == "file-missing" && error.file.as_deref() == path.to_str() {
                    *error = InputError::new(error.kind, "there is no such file or folder")
                        .in_file(&self.file)
                        .at(&self.text, *line, *column, *length);
                }
            }
        }
        for Entry { path, line, column, length } in &self.excludes {
            let before = own.len();
            own.retain(|file| !file.path.starts_with(path));
            if own.len() == before {
                let message = "this excludes nothing that the set includes";
                errors.push(
                    InputError::new("set-excludes-nothing", message)
                        .in_file(&self.file)
                        .at(&self.text, *line, *column, *length),
                );
            }
        }
        found.extend(own);
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
    // Not if a folder of the path is a link.
    let same =
        fs::canonicalize(path).ok().filter(|at| fs::canonicalize(&short).is_ok_and(|s| s == *at));
    if same.is_some() { short } else { path.to_owned() }
}

/// The lines of a set file.
const LINES: &str = "'about TEXT', 'include PATH' or 'exclude PATH', relative to the set file";

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, files: &[(&str, &str)]) {
        for (file, text) in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
    }

    fn selected(root: &Path, argument: &str) -> Vec<(String, bool)> {
        let (found, errors) = select(&[root.join(argument)]);
        assert_eq!(errors, []);
        let name = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
        found.iter().map(|file| (name(&file.path), file.by_name)).collect()
    }

    #[test]
    fn a_set_file_includes_and_excludes_files_folders_and_sets() {
        let root = tempfile::tempdir().unwrap();
        write(
            root.path(),
            &[
                ("a/1.rule", ""),
                ("a/2.rule", ""),
                ("b/3.rule", ""),
                ("inner.set", "include a # all of them\nexclude a/2.rule\n"),
                ("outer.set", "about Two folders.\n\ninclude inner.set\ninclude b/3.rule\n"),
            ],
        );
        let expected = [("a/1.rule".to_owned(), false), ("b/3.rule".to_owned(), true)];
        assert_eq!(selected(root.path(), "outer.set"), expected);
    }

    #[test]
    fn a_file_that_is_found_and_named_counts_as_named() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), &[("a/1.rule", ""), ("both.set", "include a\ninclude a/1.rule\n")]);
        assert_eq!(selected(root.path(), "both.set"), [("a/1.rule".to_owned(), true)]);
    }

    #[test]
    fn slips_in_set_files_are_errors_with_their_place() {
        let root = tempfile::tempdir().unwrap();
        write(
            root.path(),
            &[
                ("a/1.rule", ""),
                ("keyword.set", "includes a\n"),
                ("empty.set", "include\n"),
                ("missing.set", "include nowhere\n"),
                ("excludes.set", "include a\n  exclude b\n"),
                ("itself.set", "include itself.set\n"),
            ],
        );
        let error = |name: &str| {
            let (_, errors) = select(&[root.path().join(name)]);
            let place = errors[0].place.as_ref().map(|place| (place.line, place.column));
            (errors[0].kind, place)
        };
        assert_eq!(error("keyword.set"), ("set-line", Some((1, 1))));
        assert_eq!(error("empty.set"), ("set-line", Some((1, 1))));
        assert_eq!(error("missing.set"), ("file-missing", Some((1, 9))));
        assert_eq!(error("excludes.set"), ("set-excludes-nothing", Some((2, 11))));
        assert_eq!(error("itself.set"), ("set-cycle", None));
    }

    #[test]
    fn the_empty_set_stands_for_no_files() {
        assert_eq!(select(&[NONE.into()]), (Vec::new(), Vec::new()));
    }
}
