//! All checks in one: what is known for each file, rule and size, by any engine.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use deadmove_core::error::InputError;
use deadmove_verify::check::{Check, Example, RuleResult, RuleVerdict, simpler};

/// The results of the checks by folder, file and rule.
#[derive(Debug)]
pub struct Ledger {
    /// The sizes that were checked.
    pub sizes: Vec<usize>,
    /// The files by folder and name, numbers in names by their value.
    pub files: Vec<FileEntry>,
    /// Rules about which two reports contradict each other, with the size.
    pub contradictions: Vec<(String, usize)>,
}

/// A rule file.
#[derive(Debug)]
pub struct FileEntry {
    /// The path.
    pub file: String,
    /// The name of the rule or of the family.
    pub name: String,
    /// Whether it is a family.
    pub family: bool,
    /// The rule itself, or the claims of the family, parameters ascending.
    pub claims: Vec<ClaimRecord>,
}

/// A rule, or a claim of a family.
#[derive(Debug)]
pub struct ClaimRecord {
    /// The whole name.
    pub name: String,
    /// BLAKE3 of its canonical text, in hexadecimal digits.
    pub digest: String,
    /// The text between the brackets, such as `h=2 v=3`; empty for a rule.
    pub parameters: String,
    /// The claim's own name; for a rule the rule's.
    pub short: String,
    /// What is known by size.
    pub by_size: BTreeMap<usize, Known>,
}

/// What is known about a rule on one board.
#[derive(Clone, Debug)]
pub struct Known {
    /// The verdict.
    pub verdict: RuleVerdict,
    /// Dead moves it forbids, if some engine counted.
    pub dead: Option<u64>,
    /// Live moves it forbids, if some engine counted.
    pub live: Option<u64>,
    /// The simplest counterexample.
    pub counterexample: Option<Example>,
}

impl Ledger {
    /// Combines checks. Claims of the same name must be the same rule.
    pub fn of(checks: &[Check]) -> Result<Ledger, InputError> {
        let sizes: BTreeSet<usize> = checks.iter().map(|check| check.size).collect();
        let mut contradictions = BTreeSet::new();
        let mut files: BTreeMap<Vec<Piece>, FileEntry> = BTreeMap::new();
        // The index of a claim among those of its file: several checks may have the same claim.
        let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for check in checks {
            for (rule, result) in check.claims.iter().zip(&check.rules) {
                let (family, parameters, short) = split(&rule.name);
                let entry = files.entry(pieces(&rule.file)).or_insert_with(|| FileEntry {
                    file: rule.file.clone(),
                    name: family.unwrap_or(&rule.name).to_owned(),
                    family: family.is_some(),
                    claims: Vec::new(),
                });
                let place = *places.entry((&rule.file, &rule.name)).or_insert_with(|| {
                    entry.claims.push(ClaimRecord {
                        name: rule.name.clone(),
                        digest: rule.digest.clone(),
                        parameters: parameters.to_owned(),
                        short: short.to_owned(),
                        by_size: BTreeMap::new(),
                    });
                    entry.claims.len() - 1
                });
                let claim = &mut entry.claims[place];
                if claim.digest != rule.digest {
                    return Err(changed(&rule.file, &rule.name));
                }
                let found = Known::of(result, check.complete());
                let known = claim.by_size.entry(check.size).or_insert_with(|| found.clone());
                if known.contradicts(result.verdict) {
                    contradictions.insert((rule.name.clone(), check.size));
                }
                known.add(found);
            }
        }
        let mut files: Vec<FileEntry> = files.into_values().collect();
        for file in &mut files {
            file.claims.sort_by_cached_key(|claim| pieces(&claim.parameters));
        }
        Ok(Ledger {
            sizes: sizes.into_iter().collect(),
            files,
            contradictions: contradictions.into_iter().collect(),
        })
    }

    /// Every rule and claim with its file.
    pub fn claims(&self) -> impl Iterator<Item = (&FileEntry, &ClaimRecord)> {
        self.files.iter().flat_map(|file| file.claims.iter().map(move |claim| (file, claim)))
    }
}

impl FileEntry {
    /// The folder, empty for a bare file name.
    pub fn folder(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

impl ClaimRecord {
    /// The verdict on a board, if it was asked.
    pub fn verdict(&self, size: usize) -> Option<RuleVerdict> {
        self.by_size.get(&size).map(|known| known.verdict)
    }

    /// The sizes with a verdict, ascending.
    pub fn sizes(&self, verdict: RuleVerdict) -> Vec<usize> {
        let with = self.by_size.iter().filter(|(_, known)| known.verdict == verdict);
        with.map(|(&size, _)| size).collect()
    }

    /// Whether it forbids a live move somewhere.
    pub fn is_wrong(&self) -> bool {
        self.by_size.values().any(|known| known.verdict == RuleVerdict::Unsound)
    }

    /// Whether it is sound somewhere and wrong nowhere.
    pub fn is_sound(&self) -> bool {
        let mut verdicts = self.by_size.values().map(|known| known.verdict);
        !self.is_wrong() && verdicts.any(|verdict| verdict == RuleVerdict::Sound)
    }

    /// Whether it forbids nothing on any board.
    pub fn is_vacuous(&self) -> bool {
        self.by_size.values().all(|known| known.verdict == RuleVerdict::Vacuous)
    }

    /// The simplest counterexample: the smallest board, then the shortest path.
    pub fn counterexample(&self) -> Option<&Example> {
        self.by_size.values().filter_map(|known| known.counterexample.as_ref()).min()
    }
}

fn changed(file: &str, name: &str) -> InputError {
    let message = format!("the reports are about different rules of the name '{name}' in {file}");
    InputError::new("report-differs", message)
        .expected("reports of the same state of the rule files")
}

impl Known {
    /// The counts of a partial run are left out: they are not those of the board, and cannot be
    /// compared with those of another part.
    fn of(result: &RuleResult, complete: bool) -> Known {
        Known {
            verdict: result.verdict,
            dead: result.forbids_dead.filter(|_| complete),
            live: result.forbids_live.filter(|_| complete),
            counterexample: result.counterexample.clone(),
        }
    }

    fn contradicts(&self, other: RuleVerdict) -> bool {
        let unknown = |verdict| verdict == RuleVerdict::Unknown;
        self.verdict != other && !unknown(self.verdict) && !unknown(other)
    }

    /// Adds what another report knows. If the two contradict each other, the refutation wins: it
    /// has evidence.
    fn add(&mut self, other: Known) {
        if self.verdict == RuleVerdict::Unknown || other.verdict == RuleVerdict::Unsound {
            self.verdict = other.verdict;
        }
        self.dead = self.dead.or(other.dead);
        self.live = self.live.or(other.live);
        self.counterexample = simpler(self.counterexample.take(), other.counterexample);
    }
}

/// Family, parameters and claim of a name like `S [D=3] now left white`; for a plain rule the name
/// alone.
fn split(name: &str) -> (Option<&str>, &str, &str) {
    let parts = || {
        let (family, rest) = name.split_once(" [")?;
        let (parameters, claim) = rest.split_once("] ")?;
        let given = |word: &str| {
            word.split_once('=').is_some_and(|(_, value)| value.parse::<i64>().is_ok())
        };
        parameters.split(' ').all(given).then_some((Some(family), parameters, claim))
    };
    parts().unwrap_or((None, "", name))
}

/// A piece of a name: digits are compared by their value, and before letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// Ends a folder, so that the files of a folder stay together.
    Slash,
    Number(u64),
    Text(String),
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for letter in name.chars() {
        match (pieces.last_mut(), letter) {
            (_, '/') => pieces.push(Piece::Slash),
            (Some(Piece::Number(number)), digit @ '0'..='9') => {
                let digit = u64::from(digit) - u64::from('0');
                *number = number.saturating_mul(10).saturating_add(digit);
            }
            (_, digit @ '0'..='9') => {
                pieces.push(Piece::Number(u64::from(digit) - u64::from('0')));
            }
            (Some(Piece::Text(text)), letter) => text.push(letter),
            (_, letter) => pieces.push(Piece::Text(letter.to_string())),
        }
    }
    pieces
}

/// The largest first.
pub fn by_count<T>(mut items: Vec<(u64, T)>) -> Vec<(u64, T)> {
    items.sort_by_key(|&(count, _)| Reverse(count));
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_claims_are_split_and_other_brackets_are_not() {
        assert_eq!(split("S [D=3] now left"), (Some("S"), "D=3", "now left"));
        assert_eq!(split("C [h=2 v=-1] x [y]"), (Some("C"), "h=2 v=-1", "x [y]"));
        for plain in ["a rule", "a [b] c", "a [b=c] d", "a [b=1]"] {
            assert_eq!(split(plain), (None, "", plain));
        }
    }

    #[test]
    fn folders_and_parameters_are_ordered_by_their_numbers() {
        let mut names =
            ["rules/13-grid/a", "rules/area/s", "rules/9-grid/b", "rules/a", "D=10", "D=9"];
        names.sort_by_key(|name| pieces(name));
        assert_eq!(
            names,
            ["D=9", "D=10", "rules/9-grid/b", "rules/13-grid/a", "rules/a", "rules/area/s"]
        );
    }
}
