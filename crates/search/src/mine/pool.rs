//! All rules that a search has tried, sound and refuted ones.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::examples::Examples;
use super::language::{Condition, Language, canonical};
use super::proof::{THOROUGH, splits_needed};
use deadmove_rules::model::{Pattern, Rule};

/// A rule of the pool.
#[derive(Clone, Debug)]
pub struct PoolRule {
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// The same as a rule.
    pub rule: Rule,
    /// If it is proved for every board, how many cells were split for that.
    pub proved: Option<usize>,
    /// Whether a live move refuted it.
    pub refuted: bool,
}

/// All rules that were tried.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The rules, in the order in which they were added.
    pub entries: Vec<PoolRule>,
    known: FxHashMap<Pattern, usize>,
}

impl Pool {
    /// The number of the rule with these conditions. A new rule is added after an attempt to prove
    /// it.
    pub fn enter(&mut self, language: &Language, conditions: &[Condition]) -> usize {
        let rule = language.rule("candidate", conditions);
        let proved = || splits_needed(&rule, THOROUGH);
        match self.known.get(&canonical(&rule)) {
            Some(&at) => at,
            None => {
                let proved = proved();
                self.add(language, conditions.to_vec(), proved, false)
            }
        }
    }

    /// Adds a rule whose status (proved or not, refuted or not) is known.
    pub fn add(
        &mut self,
        language: &Language,
        conditions: Vec<Condition>,
        proved: Option<usize>,
        refuted: bool,
    ) -> usize {
        let rule = language.rule("candidate", &conditions);
        let at = self.entries.len();
        self.known.insert(canonical(&rule), at);
        self.entries.push(PoolRule { conditions, rule, proved, refuted });
        at
    }

    /// The number of rules that a live move refuted.
    pub fn refuted(&self) -> usize {
        self.entries.iter().filter(|entry| entry.refuted).count()
    }

    /// Marks the rules that a known live move refutes. Returns how many were not marked before.
    ///
    /// # Panics
    /// If one of them is proved, since then the proof is wrong.
    pub fn drop_refuted(&mut self, examples: &Examples<'_>) -> usize {
        let wrong: Vec<usize> = (0..self.entries.len())
            .into_par_iter()
            .filter(|&at| {
                let entry = &self.entries[at];
                !entry.refuted && examples.live.all(&entry.conditions).iter().any(|&word| word != 0)
            })
            .collect();
        for &at in &wrong {
            let entry = &mut self.entries[at];
            assert!(entry.proved.is_none(), "a proved rule forbids a live move: {:?}", entry.rule);
            entry.refuted = true;
        }
        wrong.len()
    }
}
