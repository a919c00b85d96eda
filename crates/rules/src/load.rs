//! Reading rule files: arguments in, rules and the errors of broken files out.
//!
//! An error in one file does not keep the others from being read. Each command decides whether it
//! continues without the broken ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::RuleFile;
use super::family::FamilyError;
use super::model::{Head, Rule};
use super::origin::{Origin, slug};
use super::sets::{RuleReader, Selected, Selection, is_none, is_program_file};
use super::store;
use super::text::split_rules;
use deadmove_core::board::Board;
use deadmove_core::error::{ErrorKind, InputError};
use deadmove_core::position::Position;
use deadmove_core::unseen;
use deadmove_encodings::propagation::Lemmas;

/// Rules that were read, and the errors of those that could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The rules and families in the order of the given paths; the files of a directory by name.
    pub files: Vec<LoadedFile>,
    /// One error for every rule, file or path that could not be read, each naming its file.
    pub errors: Vec<InputError>,
    /// The rules that were left out because they are known to be wrong.
    pub known_wrong: Vec<LoadedFile>,
}

/// A rule or family that was read: all of a file, or one of several in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFile {
    /// Where it comes from.
    pub path: Origin,
    /// Its own text, which does not depend on the other rules of its file.
    pub text: String,
    /// Its content.
    pub rule_file: RuleFile,
}

impl LoadedFile {
    /// Reads the text of one rule or family.
    ///
    /// # Errors
    /// At the first place that is not as the rule language wants it.
    pub fn parse(path: impl Into<Origin>, text: &str) -> Result<LoadedFile, InputError> {
        let path = path.into();
        let rule_file = RuleFile::parse(text).map_err(|error| error.in_file(path.file()))?;
        Ok(LoadedFile { path, text: text.to_owned(), rule_file })
    }

    /// Its slug: see [`slug`].
    pub fn slug(&self) -> String {
        slug(&self.rule_file.head().name)
    }
}

/// Reads a file with rules: each of them, or the error in it.
///
/// # Errors
/// If it cannot be read, or has a character that cannot be seen.
pub fn read_file(file: &Path) -> Result<Vec<Result<LoadedFile, InputError>>, InputError> {
    if is_program_file(file) {
        let message = "this is a program, and rules are wanted here";
        return Err(InputError::new(ErrorKind::ProgramNotRules, message)
            .expected("a command that takes programs, such as `deadmove check`, and no rules")
            .in_file(file));
    }
    let text = store::read(file)?;
    // Also of blank lines, which are in no rule.
    unseen::refuse(&text).map_err(|error| error.in_file(file))?;
    let texts = split_rules(&text);
    let alone = texts.len() == 1;
    let mut slugs: BTreeMap<String, usize> = BTreeMap::new();
    let mut read = Vec::new();
    for text in &texts {
        let rule = text.fits().and_then(|()| RuleFile::parse(&text.text)).and_then(|rule_file| {
            let slug = slug(&rule_file.head().name);
            if let Some(line) = slugs.insert(slug.clone(), text.line) {
                let message = format!("the rule in line {line} has this name, too: '{slug}'");
                return Err(InputError::new(ErrorKind::RuleTwice, message)
                    .expected("another name for each rule of a file, apart from case and blanks")
                    .at(&text.text, 1, 1, text.text.lines().next().unwrap_or("").chars().count()));
            }
            let path = Origin::in_file(file, text.line, (!alone).then_some(&slug));
            Ok(LoadedFile { path, text: text.text.clone(), rule_file })
        });
        read.push(rule.map_err(|error| text.in_file(error).in_file(file)));
    }
    Ok(read)
}

/// A plain rule, and where it comes from: the rule of a file, or one claim of a family for one
/// choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedRule {
    /// Where it comes from.
    pub file: Origin,
    /// The rule.
    pub rule: Rule,
}

impl LoadedRule {
    /// Adds the lemmas of another file to those of this rule, which then comes from the file or
    /// folder that contains both.
    fn add_lemmas(&mut self, file: &Origin, lemmas: Lemmas) {
        self.rule.lemmas = self.rule.lemmas.or(lemmas);
        self.file = self.file.shared_with(file);
    }
}

/// The head of the rule that all lemmas of a set are, whatever files they come from.
fn lemma_head(lemmas: Lemmas) -> Head {
    let names: Vec<&str> = lemmas.names().collect();
    let word = if names.len() == 1 { "lemma" } else { "lemmas" };
    Head::new(format!("{word} {}", names.join(", ")))
}

/// Whether rules that are known to be wrong take part when they are found in a folder. Those that
/// are named themselves always do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownWrong {
    /// They are left out.
    #[default]
    LeaveOut,
    /// They take part.
    Include,
}

/// Reads the rules that some arguments stand for, see [`super::sets`], without those that are
/// known to be wrong.
///
/// # Errors
/// Of kind `no-rules`, if there was no file at all though rules were asked for, or if all are known
/// to be wrong.
pub fn load(arguments: &[PathBuf]) -> Result<Loaded, InputError> {
    load_with(arguments, KnownWrong::LeaveOut)
}

/// Reads rule files as [`load`] does, or with those that are known to be wrong.
///
/// # Errors
/// Those of [`load`].
pub fn load_with(arguments: &[PathBuf], wrong: KnownWrong) -> Result<Loaded, InputError> {
    load_by(&mut RuleReader::default(), arguments, wrong)
}

/// Reads rule files as [`load_with`] does, but not again what the reader has read.
///
/// # Errors
/// Those of [`load`].
pub fn load_by(
    reader: &mut RuleReader,
    arguments: &[PathBuf],
    wrong: KnownWrong,
) -> Result<Loaded, InputError> {
    let Selection { rules, mut errors, .. } = reader.select(arguments);
    if rules.is_empty() && errors.is_empty() && !arguments.iter().any(|a| is_none(a)) {
        let error = InputError::new(ErrorKind::NoRules, "there are no rules here")
            .expected("rule files, or directories with files that end in .rule");
        return Err(match arguments {
            [one] => error.in_file(one),
            _ => error,
        });
    }
    let mut loaded = Loaded::default();
    for Selected { rule, by_name, .. } in rules {
        match rule {
            Ok(file) => {
                let known = file.rule_file.head().wrong_since.is_some();
                let takes_part = !known || by_name || wrong == KnownWrong::Include;
                if takes_part { &mut loaded.files } else { &mut loaded.known_wrong }.push(file);
            }
            Err(error) => errors.push(error),
        }
    }
    loaded.errors = errors;
    if loaded.files.is_empty() && loaded.errors.is_empty() && !loaded.known_wrong.is_empty() {
        return Err(InputError::new(ErrorKind::NoRules, "all rules here are known to be wrong")
            .expected("--include-wrong, or the names of rule files"));
    }
    Ok(loaded)
}

/// Reads rule files as [`load`] does, all of them.
///
/// # Errors
/// Those of [`load`], and the first if a file cannot be read.
pub fn load_all(paths: &[PathBuf]) -> Result<Loaded, InputError> {
    let mut loaded = load(paths)?;
    if loaded.errors.is_empty() { Ok(loaded) } else { Err(loaded.errors.swap_remove(0)) }
}

impl Loaded {
    /// The rules, or the first error if there is one.
    ///
    /// # Errors
    /// The first of those found while reading.
    pub fn all(self) -> Result<Vec<LoadedFile>, InputError> {
        match self.errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.files),
        }
    }

    /// All plain rules for a board, in the order of the files: see [`RuleFile::rules`]. Empty if no
    /// rule states that it holds for boards of this size. The lemmas of all files are one rule.
    ///
    /// # Errors
    /// If a family is impossible for this board.
    pub fn rules_for(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        self.plain_rules(|file| file.rules(board))
    }

    /// Those of the rules for the board of a position that can match it: the others differ from it
    /// in a cell. On a large board, a family has thousands of rules and a position a handful.
    ///
    /// # Errors
    /// Those of [`Loaded::rules_for`].
    pub fn rules_at(&self, position: &Position) -> Result<Vec<LoadedRule>, InputError> {
        self.plain_rules(|file| file.rules_at(position))
    }

    fn plain_rules(
        &self,
        of: impl Fn(&RuleFile) -> Result<Vec<Rule>, FamilyError>,
    ) -> Result<Vec<LoadedRule>, InputError> {
        let mut all: Vec<LoadedRule> = Vec::new();
        for file in &self.files {
            let rules = of(&file.rule_file).map_err(|error| {
                InputError::new(ErrorKind::FamilyImpossible, error.to_string()).in_file(&file.path)
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

    /// The same, at least one.
    ///
    /// # Errors
    /// Of kind `no-rules`, if there are none; and those of [`Loaded::rules_for`].
    pub fn applicable(&self, board: &Board) -> Result<Vec<LoadedRule>, InputError> {
        let rules = self.rules_for(board)?;
        if rules.is_empty() { Err(none_applies("rule", board)) } else { Ok(rules) }
    }

    /// Refuses lemmas, for commands that only know what to do with pictures.
    ///
    /// # Errors
    /// Of kind `lemmas-not-here`, at the first file with lemmas.
    pub fn without_lemmas(&self) -> Result<(), InputError> {
        let made = |file: &&LoadedFile| file.rule_file.reads_the_whole_board();
        self.files.iter().find(made).map_or(Ok(()), |file| {
            let message = "this file names lemmas, which read the whole board and have no picture";
            Err(InputError::new(ErrorKind::LemmasNotHere, message)
                .expected("rules with pictures: the lemmas are proved for every board by hand")
                .in_file(&file.path))
        })
    }

    /// The origins that none of these rules comes from.
    pub fn left_out(&self, rules: &[LoadedRule]) -> Vec<&Origin> {
        let used: BTreeSet<&Origin> = rules.iter().map(|rule| &rule.file).collect();
        // Lemmas are for every board, so all of them are part of one rule.
        let files = self.files.iter().filter(|file| !file.rule_file.reads_the_whole_board());
        files.map(|file| &file.path).filter(|path| !used.contains(path)).collect()
    }
}

/// The error that `what`, such as "rule", is missing for a board.
pub fn none_applies(what: &str, board: &Board) -> InputError {
    let (width, height) = (board.width(), board.height());
    InputError::new(ErrorKind::NoRules, format!("no {what} applies to the {width}×{height} board"))
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        let read: Vec<&Path> = loaded.files.iter().map(|file| &*file.path).collect();
        assert_eq!(read, [&*root.join("a.rule"), &root.join("b/2.rule")]);
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
    fn rules_known_to_be_wrong_take_part_only_by_name_or_on_request() {
        let wrong = RULE.replace("source", "status wrong since 9x9\nsource");
        let root = directory("wrong", &[("a/right.rule", RULE), ("a/wrong.rule", &wrong)]);
        let (folder, file) = (root.join("a"), root.join("a/wrong.rule"));
        let names = |loaded: Loaded| {
            let name = |file: &LoadedFile| file.path.file_stem().unwrap().to_owned();
            let [files, left] = [&loaded.files, &loaded.known_wrong].map(|files| {
                files.iter().map(name).map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
            });
            (files, left)
        };
        let without = names(load(std::slice::from_ref(&folder)).unwrap());
        let by_name = names(load(&[folder.clone(), file.clone()]).unwrap());
        let asked = names(load_with(std::slice::from_ref(&folder), KnownWrong::Include).unwrap());
        fs::remove_file(root.join("a/right.rule")).unwrap();
        let nothing = load(std::slice::from_ref(&folder)).unwrap_err();
        fs::remove_dir_all(&root).unwrap();
        let words = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        assert_eq!(without, (words(&["right"]), words(&["wrong"])));
        assert_eq!(by_name, (words(&["right", "wrong"]), vec![]));
        assert_eq!(asked, (words(&["right", "wrong"]), vec![]));
        assert_eq!(nothing.kind, "no-rules");
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
        assert_eq!(*all[1].file, *root.join("lemmas"));
        assert_eq!(names(&one), ["lemma degree"]);
        assert_eq!(*one[0].file, *root.join("lemmas/degree.rule"));
        assert_eq!(loaded.without_lemmas().unwrap_err().kind, "lemmas-not-here");
        assert!(loaded.left_out(&one).is_empty());
    }

    #[test]
    fn a_broken_rule_is_an_error_in_its_line_and_the_others_are_read() {
        let broken = RULE.replace("one", "two").replace("forbids right", "forbids rihgt");
        let text = format!("{RULE}\n{broken}\n{}", RULE.replace("one", "three").trim_end());
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let root = directory("broken", &[("many.rule", &text)]);
            let loaded = load(&[root.join("many.rule")]).unwrap();
            fs::remove_dir_all(&root).unwrap();
            let slugs: Vec<_> = loaded.files.iter().map(|file| file.path.slug()).collect();
            assert_eq!(slugs, [Some("one"), Some("three")]);
            let lines: Vec<usize> = loaded.files.iter().map(|file| file.path.line()).collect();
            assert_eq!(lines, [1, 13]);
            assert_eq!(loaded.files[0].text, RULE);
            let place = loaded.errors[0].place.as_ref().unwrap();
            assert_eq!((place.line, place.column, &*place.text), (11, 9, "forbids rihgt"));
        }
    }

    #[test]
    fn two_rules_of_a_file_with_the_same_name_are_an_error_that_names_both_lines() {
        let text = format!("{RULE}\n{}", RULE.replace("one", " ONE"));
        let root = directory("twice", &[("many.rule", &text)]);
        let error = load(&[root.join("many.rule")]).unwrap().errors.remove(0);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!((error.kind.word(), error.place.unwrap().line), ("rule-twice", 7));
        assert!(error.message.contains("line 1"), "{}", error.message);
    }

    #[test]
    fn rules_and_files_have_a_largest_size() {
        let remark = format!("remark {}\n", "x".repeat(300 << 10));
        let large = format!("{RULE}\n{}{remark}", RULE.replace("one", "two"));
        let root = directory("large", &[("one.rule", &large), ("all.rule", "")]);
        fs::File::create(root.join("all.rule")).unwrap().set_len(17 << 20).unwrap();
        let one = load(&[root.join("one.rule")]).unwrap();
        let all = load(&[root.join("all.rule")]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!((one.files.len(), one.errors[0].kind.word()), (1, "file-too-large"));
        assert_eq!(one.errors[0].place.as_ref().unwrap().line, 7);
        assert_eq!(all.errors[0].kind, "file-too-large");
    }
}
