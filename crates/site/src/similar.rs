//! Rules like a rule: those that mean the same, say more or say less, by their form.

use deadmove_rules::lint::repetitions;
use deadmove_rules::load::LoadedFile;

use crate::RuleEntry;

/// Another rule that is like this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Similar {
    /// Its index.
    pub other: usize,
    /// How they are alike.
    pub how: Likeness,
}

/// How two rule files are alike. Of families it is about some of their members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Both mean the same.
    Same,
    /// The other follows from this one.
    Weaker,
    /// This one follows from the other.
    Stronger,
}

impl Likeness {
    /// What the other rule is.
    pub fn words(self) -> &'static str {
        match self {
            Likeness::Same => "means the same",
            Likeness::Weaker => "follows from this one",
            Likeness::Stronger => "says more: this one follows from it",
        }
    }
}

/// For each rule those like it.
pub fn among(entries: &[&RuleEntry]) -> Vec<Vec<Similar>> {
    let files: Vec<LoadedFile> = entries.iter().map(|entry| entry.file.clone()).collect();
    let mut similar = vec![Vec::new(); files.len()];
    for pair in repetitions(&files).into_iter().filter(|pair| pair.file != pair.of) {
        let (one, other) = match pair.equal {
            true => (Likeness::Same, Likeness::Same),
            false => (Likeness::Stronger, Likeness::Weaker),
        };
        for (from, to, how) in [(pair.file, pair.of, one), (pair.of, pair.file, other)] {
            let found = Similar { other: to, how };
            if !similar[from].contains(&found) {
                similar[from].push(found);
            }
        }
    }
    for of_rule in &mut similar {
        of_rule.sort_by_key(|similar| (similar.how, similar.other));
    }
    similar
}
