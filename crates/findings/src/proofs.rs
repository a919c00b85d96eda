//! The verdicts for all sizes by rule and by file: the column "all sizes".

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::ledger::FileEntry;
use super::read::{Reports, replay};
use deadmove_core::board::from_letters;
use deadmove_verify::check::{Checked, Example, RuleResult, RuleVerdict};

/// A report of `prove`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProofReport {
    /// One for each rule or member of a family and each move it forbids.
    pub claims: Vec<ProvedClaim>,
    /// Boards up to this side were searched for counterexamples.
    pub size: usize,
    /// The largest parameters of families.
    pub max: i64,
    /// Cases for each width of the window.
    pub splits: usize,
    /// The rows of families.
    #[serde(default)]
    pub families: Vec<ProvedRow>,
    /// The families for every choice of their parameters.
    #[serde(default)]
    pub every: Vec<ProvedFamily>,
}

/// The result of `prove` on a family for every choice of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedFamily {
    /// Its name.
    pub family: String,
    /// Its file.
    pub file: String,
    /// Whether all its claims are proved.
    pub proved: bool,
}

/// The result of `prove` on one move of a family, for one choice of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedRow {
    /// The name of the family.
    pub family: String,
    /// Its file.
    pub file: String,
    /// The parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The move.
    #[serde(rename = "move")]
    pub direction: String,
    /// Surpluses with which the family allows the move.
    pub stated: BTreeSet<i32>,
    /// Those with which it is not refuted.
    pub survives: BTreeSet<i32>,
}

/// The result of `prove` on a rule with one of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProvedClaim {
    /// The rule's name.
    pub rule: String,
    /// The rule file.
    pub file: String,
    /// BLAKE3 of the canonical text of the rule with this move alone, in hexadecimal digits.
    #[serde(default)]
    pub digest: String,
    /// The verdict.
    pub verdict: ProofVerdict,
    /// Proved, but the pattern occurs in no live position.
    pub vacuous: bool,
    /// The move.
    #[serde(rename = "move")]
    pub direction: String,
    /// Single conditions without which it is proved too, if that was asked.
    #[serde(default)]
    pub weaker: Option<Vec<String>>,
    /// A live position in which the move is live.
    #[serde(default)]
    pub counterexample: Option<ProofExample>,
}

/// A position and a move that refute a claim, as `prove` prints them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ProofExample {
    /// The side of the board.
    pub size: usize,
    /// The path to the position.
    pub path: String,
    /// The move.
    #[serde(rename = "move")]
    pub direction: String,
}

impl ProofExample {
    /// The example, if it can be drawn on its board.
    pub fn example(&self) -> Option<Example> {
        let path = from_letters(&self.path)?;
        let &[direction] = from_letters(&self.direction)?.as_slice() else { return None };
        let example = Example { size: self.size, path, direction };
        replay(&example).is_ok().then_some(example)
    }
}

/// A verdict for all sizes. The least of several is the verdict on all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// Wrong on some board.
    Refuted,
    /// Not decided.
    Open,
    /// True on every board.
    Proved,
    /// True because it can never match.
    #[serde(skip)]
    Vacuous,
}

impl ProofVerdict {
    fn word(self) -> &'static str {
        match self {
            ProofVerdict::Refuted => "**wrong**",
            ProofVerdict::Open => "open",
            ProofVerdict::Proved => "proved",
            ProofVerdict::Vacuous => "vacuous",
        }
    }
}

/// The verdicts for all sizes by file and rule.
#[derive(Debug, Default)]
pub struct AllSizes {
    rules: BTreeMap<(String, String), ProofVerdict>,
}

impl AllSizes {
    /// Combines the reports: a rule is proved if all its moves are, and wrong if it is wrong on a
    /// board that was checked.
    pub fn of(reports: &Reports) -> AllSizes {
        let mut rules: BTreeMap<(String, String), ProofVerdict> = BTreeMap::new();
        for claim in reports.proofs.iter().flat_map(|report| &report.claims) {
            let verdict = if claim.vacuous { ProofVerdict::Vacuous } else { claim.verdict };
            let known = rules.entry((claim.file.clone(), claim.rule.clone())).or_insert(verdict);
            *known = (*known).min(verdict);
        }
        for (claim, result) in checked(reports) {
            let known = rules.get_mut(&(claim.file.clone(), claim.name.clone()));
            if let (RuleVerdict::Unsound, Some(known @ ProofVerdict::Open)) =
                (result.verdict, known)
            {
                *known = ProofVerdict::Refuted;
            }
        }
        AllSizes { rules }
    }

    /// The verdict on a rule or claim, if it was asked.
    pub fn verdict(&self, file: &str, name: &str) -> Option<ProofVerdict> {
        self.rules.get(&(file.to_owned(), name.to_owned())).copied()
    }

    /// The names of the rules and claims that have a verdict.
    pub fn named(&self, verdict: ProofVerdict) -> BTreeSet<String> {
        let these = self.rules.iter().filter(|(_, other)| **other == verdict);
        these.map(|((_, name), _)| name.clone()).collect()
    }

    /// How many rules and claims have a verdict.
    pub fn count(&self, verdict: ProofVerdict) -> usize {
        self.rules.values().filter(|&&other| other == verdict).count()
    }

    /// Whether there are no verdicts.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The table cell of a file: the verdict on its rule, or the number of members of the family
    /// with each verdict.
    pub fn cell(&self, file: &FileEntry) -> String {
        let of_file = self.rules.iter().filter(|((path, _), _)| *path == file.file);
        let verdicts: Vec<ProofVerdict> = of_file.map(|(_, &verdict)| verdict).collect();
        let order = [
            ProofVerdict::Refuted,
            ProofVerdict::Open,
            ProofVerdict::Proved,
            ProofVerdict::Vacuous,
        ];
        match (file.family, verdicts.as_slice()) {
            (false, [verdict]) => verdict.word().to_owned(),
            _ => {
                let parts = order.into_iter().filter_map(|verdict| {
                    let number = verdicts.iter().filter(|&&other| other == verdict).count();
                    (number > 0).then(|| format!("{number} {}", verdict.word()))
                });
                parts.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Whether a check refutes what was proved, or found a match of a rule proved to be vacuous.
    pub fn contradict(&self, reports: &Reports) -> bool {
        checked(reports).any(|(claim, result)| {
            let known = self.verdict(&claim.file, &claim.name);
            match result.verdict {
                RuleVerdict::Unsound => known.is_some_and(|known| known >= ProofVerdict::Proved),
                RuleVerdict::Sound => known == Some(ProofVerdict::Vacuous),
                RuleVerdict::Vacuous | RuleVerdict::Unknown => false,
            }
        })
    }
}

/// The results of the checks, rule by rule.
fn checked(reports: &Reports) -> impl Iterator<Item = (&Checked, &RuleResult)> {
    reports.checks.iter().flat_map(|check| check.claims.iter().zip(&check.rules))
}
