//! Finding and reading rule files: paths in, rules and the errors of broken files out.
//!
//! An error in one file does not keep the others from being read. Each command decides whether it
//! continues without the broken ones.

use std::collections::BTreeSet;
use std::fs;

use std::path::{Path, PathBuf};

use super::RuleFile;
use super::model::{Head, Rule};
use deadmove_core::board::Board;
use deadmove_core::error::InputError;
use deadmove_core::files::unreadable;
use deadmove_encodings::propagation::Lemmas;

/// Rule files that were read, and the errors of those that could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The files in the order of the given paths; those of a directory by name.
    pub files: Vec<LoadedFile>,
    /// One error for every file or path that could not be read, each naming its file.
    pub errors: Vec<InputError>,
}

/// A rule file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFile {
    /// The path, as it was given or found below a directory.
    pub path: PathBuf,
    /// Its content.
    pub rule_file: RuleFile,
}

/// A plain rule, and the file it comes from: the rule of a file, or one claim of a family for one
/// choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedRule {
    /// The file.
    pub file: PathBuf,
    /// The rule.
    pub rule: Rule,
}

impl LoadedRule {
    /// Adds the lemmas of another file to those of this rule, which then comes from the folder
    /// that contains both.
    fn add_lemmas(&mut self, file: &Path, lemmas: Lemmas) {
        self.rule.lemmas = self.rule.lemmas.or(lemmas);
        let shared = self.file.ancestors().find(|folder| file.starts_with(folder));
        let shared = shared.filter(|folder| !folder.as_os_str().is_empty());
        self.file = shared.unwrap_or(Path::new(".")).to_owned();
    }
}

/// The head of the rule that all lemmas of a set are, whatever files they come from.
fn lemma_head(lemmas: Lemmas) -> Head {
    let names: Vec<&str> = lemmas.names().collect();
    let word = if names.len() == 1 { "lemma" } else { "lemmas" };
    Head::new(format!("{word} {}", names.join(", ")))
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

/// Reads rule files. A given file may have any name; a given directory is searched recursively for
/// files that end in `.rule`, in the order of their names, but not in directories named `lemmas` that
/// have nothing else. Links to directories are not followed; a file that is reached twice is read
/// once. The outer error, of kind `no-rules`, means that there was no file at all.
pub fn load(paths: &[PathBuf]) -> Result<Loaded, InputError> {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let start = found.len();
                collect(path, &mut found, &mut errors);
                found[start..].sort();
            }
            Ok(_) => found.push(path.clone()),
            Err(error) => errors.push(unreadable(path, error)),
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|path| seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone())));
    if found.is_empty() && errors.is_empty() {
        let error = InputError::new("no-rules", "there are no rules here")
            .expected("rule files, or directories with files that end in .rule");
        return Err(match paths {
            [one] => error.in_file(one),
            _ => error,
        });
    }
    let mut files = Vec::new();
    for path in found {
        match RuleFile::read(&path) {
            Ok(rule_file) => files.push(LoadedFile { path, rule_file }),
            Err(error) => errors.push(error),
        }
    }
    Ok(Loaded { files, errors })
}

/// Reads rule files as [`load`] does; the first error if one of them cannot be read.
pub fn load_all(paths: &[PathBuf]) -> Result<Loaded, InputError> {
    let mut loaded = load(paths)?;
    if loaded.errors.is_empty() { Ok(loaded) } else { Err(loaded.errors.swap_remove(0)) }
}

impl Loaded {
    /// The rule files, or the first error if there is one.
    pub fn all(self) -> Result<Vec<LoadedFile>, InputError> {
        match self.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.files),
        }
    }

    /// All plain rules for a board, in the order of the files: see [`RuleFile::rules`]. Empty if no
    /// rule states that it holds for boards of this size. The lemmas of all files are one rule.
    pub fn rules_for(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        let mut all: Vec<LoadedRule> = Vec::new();
        for file in &self.files {
            let rules = file.rule_file.rules(board).map_err(|error| {
                InputError::new("family-impossible", error.to_string()).in_file(&file.path)
            })?;
            for rule in rules {
                let known = all.iter_mut().find(|known| known.rule.reads_the_whole_board());
                match known.filter(|_| rule.reads_the_whole_board()) {
                    Some(known) => known.add_lemmas(&file.path, rule.lemmas),
                    None => all.push(LoadedRule { file: file.path.clone(), rule }),
                }
            }
        }
        if let Some(known) = all.iter_mut().find(|known| known.rule.reads_the_whole_board()) {
            known.rule.head = lemma_head(known.rule.lemmas);
        }
        Ok(all)
    }

    /// The same; an error of kind `no-rules` if there are none.
    pub fn applicable(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        let rules = self.rules_for(board)?;
        if rules.is_empty() { Err(none_applies("rule", board)) } else { Ok(rules) }
    }

    /// An error of kind `lemmas-not-here` at the first file with lemmas, for commands that only
    /// know what to do with pictures.
    pub fn without_lemmas(&self) -> Result<(), InputError> {
        let made = |file: &&LoadedFile| file.rule_file.reads_the_whole_board();
        self.files.iter().find(made).map_or(Ok(()), |file| {
            let message = "this file names lemmas, which read the whole board and have no picture";
            Err(InputError::new("lemmas-not-here", message)
                .expected("rules with pictures; docs/lemmas.md proves the lemmas for every board")
                .in_file(&file.path))
        })
    }

    /// The files that none of these rules comes from.
    pub fn left_out(&self, rules: &[LoadedRule]) -> Vec<&Path> {
        let used: BTreeSet<&Path> = rules.iter().map(|rule| rule.file.as_path()).collect();
        // Lemmas are for every board, so all of them are part of one rule.
        let files = self.files.iter().filter(|file| !file.rule_file.reads_the_whole_board());
        files.map(|file| file.path.as_path()).filter(|path| !used.contains(path)).collect()
    }
}

/// The error that `what`, such as "rule", is missing for a board.
pub fn none_applies(what: &str, board: &Board) -> InputError {
    let (width, height) = (board.width(), board.height());
    InputError::new("no-rules", format!("no {what} applies to the {width}×{height} board"))
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "name one\nsource a test\npicture\n  . L X\nforbids right\n";

    /// A new directory with these files; the caller removes it.
    fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root =
            std::env::temp_dir().join(format!("deadmove-load-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        for (file, text) in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        root
    }

    #[test]
    fn reads_directories_in_order_and_goes_on_after_a_broken_file() {
        let files =
            [("b/2.rule", RULE), ("b/1.rule", "nonsense\n"), ("a.rule", RULE), ("notes.md", "")];
        let root = directory("order", &files);
        let missing = root.join("missing");
        let loaded = load(&[root.clone(), root.join("a.rule"), missing.clone()]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let read: Vec<&PathBuf> = loaded.files.iter().map(|file| &file.path).collect();
        assert_eq!(read, [&root.join("a.rule"), &root.join("b/2.rule")]);
        let broken: Vec<Option<String>> = loaded.errors.iter().map(|e| e.file.clone()).collect();
        let named = |path: PathBuf| Some(path.display().to_string());
        assert_eq!(broken, [named(missing), named(root.join("b/1.rule"))]);
        assert!(loaded.all().is_err());
    }

    #[test]
    fn says_when_there_are_no_rules() {
        let root = directory("none", &[("notes.md", "")]);
        let error = load(std::slice::from_ref(&root)).unwrap_err();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(error.kind, "no-rules");
        assert_eq!(load(&[]).unwrap_err().kind, "no-rules");
    }

    #[test]
    fn lemmas_are_one_rule_and_a_folder_of_them_is_read_only_by_name() {
        let lemma = |name: &str| format!("name {name}\nsource a test\nlemma {name}\n");
        let (colour, degree) = (lemma("colour"), lemma("degree"));
        let files = [
            ("lemmas/colour.rule", colour.as_str()),
            ("lemmas/degree.rule", degree.as_str()),
            ("one.rule", RULE),
        ];
        let root = directory("lemmas", &files);
        let board = Board::corner_to_corner(5, 5).unwrap();
        let rules = |paths: &[PathBuf]| load(paths).unwrap().rules_for(&board).unwrap();
        let without = rules(std::slice::from_ref(&root));
        let all = rules(&[root.clone(), root.join("lemmas")]);
        let one = rules(&[root.join("lemmas/degree.rule")]);
        let loaded = load(&[root.join("lemmas")]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let names = |rules: &[LoadedRule]| {
            rules.iter().map(|rule| rule.rule.head.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&without), ["one"]);
        assert_eq!(names(&all), ["one", "lemmas degree, colour"]);
        assert_eq!(all[1].file, root.join("lemmas"));
        assert_eq!(names(&one), ["lemma degree"]);
        assert_eq!(one[0].file, root.join("lemmas/degree.rule"));
        assert_eq!(loaded.without_lemmas().unwrap_err().kind, "lemmas-not-here");
        assert!(loaded.left_out(&one).is_empty());
    }
}
