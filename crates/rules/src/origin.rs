//! Where a rule comes from, in the form in which commands are given it.

use deadmove_core::files::Shown;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::store;

/// What separates a file, folder or set from the slug of one of its rules.
pub(crate) const SEPARATOR: char = '#';

/// Where a rule comes from.
///
/// It derefs to, and prints as, the argument that names the rule in a command: FILE if the file has
/// one rule, FILE#SLUG if it has several, and SET#SLUG if the rule is inside the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    argument: PathBuf,
    file: PathBuf,
    line: usize,
}

impl Origin {
    /// The rule in line `line` of a file, with a slug if the file has several rules.
    pub(crate) fn in_file(file: &Path, line: usize, slug: Option<&str>) -> Origin {
        let argument = slug.map_or_else(|| file.to_owned(), |slug| with_slug(file, slug));
        Origin { argument, file: file.to_owned(), line }
    }

    /// The same rule, named as one of a set.
    pub(crate) fn named_in(self, set: &str, slug: &str) -> Origin {
        Origin { argument: with_slug(Path::new(set), slug), ..self }
    }

    /// The file itself, without the slug. Of a rule inside the program, the file that it was packed
    /// from, below [`BUILT_IN`](super::store::BUILT_IN).
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The line of the file in which the rule begins, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The slug of the rule, if it has one here.
    pub fn slug(&self) -> Option<&str> {
        (self.argument != self.file).then(|| split(&self.argument).1).flatten()
    }

    /// The same for all ways to write the path of a rule.
    pub fn identity(&self) -> (PathBuf, usize) {
        (store::canonical(&self.file), self.line)
    }

    /// What contains both rules: a file, a set or a folder.
    pub(crate) fn shared_with(&self, other: &Origin) -> Origin {
        let (mine, its) = (split(&self.argument).0, split(&other.argument).0);
        let shared = mine.ancestors().find(|folder| its.starts_with(folder));
        let shared = shared.filter(|folder| !folder.as_os_str().is_empty());
        Origin::from(shared.unwrap_or(Path::new(".")).to_owned())
    }
}

fn with_slug(path: &Path, slug: &str) -> PathBuf {
    let mut argument = path.as_os_str().to_owned();
    argument.push(format!("{SEPARATOR}{slug}"));
    argument.into()
}

/// Splits FILE#SLUG. A path that exists is not split.
pub(crate) fn split(argument: &Path) -> (&Path, Option<&str>) {
    let text = argument.to_str().filter(|_| !argument.exists());
    match text.and_then(|text| text.rsplit_once(SEPARATOR)) {
        Some((file, slug)) if !slug.contains('/') => (Path::new(file), Some(slug)),
        _ => (argument, None),
    }
}

/// The slug of a rule: its name in lower case, with `-` for blanks, and for what separates folders.
pub fn slug(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join("-").to_lowercase().replace(['/', '\\'], "-")
}

impl Deref for Origin {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.argument
    }
}

impl AsRef<Path> for Origin {
    fn as_ref(&self) -> &Path {
        self
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.argument.shown().fmt(f)
    }
}

impl From<PathBuf> for Origin {
    fn from(file: PathBuf) -> Origin {
        Origin::in_file(&file, 1, None)
    }
}

impl From<&str> for Origin {
    fn from(file: &str) -> Origin {
        PathBuf::from(file).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_names_the_rule_in_a_command() {
        let file = Path::new("a/b.rule");
        assert_eq!(Origin::in_file(file, 1, None).to_string(), "a/b.rule");
        let second = Origin::in_file(file, 9, Some("far-left"));
        assert_eq!(second.to_string(), "a/b.rule#far-left");
        assert_eq!((second.file(), second.slug(), second.line()), (file, Some("far-left"), 9));
        assert_eq!(slug("Far  Left, 2"), "far-left,-2");
        let third = Origin::in_file(file, 20, Some("far-right"));
        assert_eq!(second.shared_with(&third).to_string(), "a/b.rule");
        assert_eq!(second.shared_with(&"a/c.rule".into()).to_string(), "a");
        assert_eq!(second.shared_with(&"c.rule".into()).to_string(), ".");
    }
}
