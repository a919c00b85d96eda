//! Mined rule sets: a table, JSON, the heads of the rule files, and a page about the set.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::rule::{Sketch, draw};
use super::table::Table;
use crate::numbers::{count, thousands};
use deadmove_prove::EVERY_BOARD;
use deadmove_rules::RuleFile;
use deadmove_rules::model::{Head, Rule};
use deadmove_rules::words;
use deadmove_search::mine::same::Likeness;
use deadmove_search::mine::search::{Mined, Progress};
use deadmove_search::mine::state::MiningParameters;

/// At most this many known rules are named for each found rule.
const NAMES: usize = 3;

/// A mined set with what its report states.
#[derive(Clone, Debug)]
pub struct MinedSet<'m> {
    /// What was asked.
    pub question: &'m MiningParameters,
    /// The rules with their counts.
    pub mined: &'m Mined,
    /// The side of the board on which rules are compared.
    pub compared: usize,
    /// Per rule, the known rules it is like, by name: those that forbid the same, those it covers.
    pub like: Vec<(Vec<String>, Vec<String>)>,
    /// The number of given rules, which come first in the counts of the pass.
    pub given: usize,
    /// Whether the search did all its rounds.
    pub finished: bool,
    /// Candidates that a live move refuted.
    pub refuted: usize,
}

/// The known rules that found ones are like, by name.
pub fn names(like: &[Likeness], known: &[Rule]) -> Vec<(Vec<String>, Vec<String>)> {
    let of = |numbers: &[usize]| numbers.iter().map(|&at| known[at].head.name.clone()).collect();
    like.iter().map(|like| (of(&like.same), of(&like.covers))).collect()
}

impl MinedSet<'_> {
    /// The rules as they are written into files, with remarks on what is known of them.
    pub fn rules(&self) -> Vec<Rule> {
        let MiningParameters { size, seed, reach, .. } = *self.question;
        (0..self.mined.rules.len())
            .map(|at| {
                let entry = &self.mined.rules[at];
                let mut head = Head::new(format!("mined {size}x{size} {:02}", at + 1));
                head.family = Some(format!("mined-{size}"));
                head.sources
                    .push(format!("deadmove mine --size {size} --reach {reach} --seed {seed}"));
                head.remarks.push(match entry.proved {
                    Some(_) => format!("Proved for {EVERY_BOARD}."),
                    None if self.is_sound(at) => {
                        format!("Right on every position up to {size}x{size}; not proved.")
                    }
                    None => format!("Wrong, or not decided, on {size}x{size}."),
                });
                let (forbids, alone) = self.counts(at);
                head.remarks.push(format!(
                    "Forbids {} of {size}x{size}, {} of them as the only rule of its set.",
                    count(forbids as usize, "dead move", "dead moves"),
                    thousands(alone),
                ));
                if let Some(same) = self.same(at) {
                    let side = self.compared;
                    head.remarks
                        .push(format!("Forbids the same moves of {side}x{side} as: {same}."));
                }
                Rule { head, ..entry.rule.clone() }
            })
            .collect()
    }

    /// Whether rule `at` was checked on all positions and forbids no live move.
    fn is_sound(&self, at: usize) -> bool {
        let seen = &self.mined.seen;
        seen.whole && seen.live[self.given + at].is_empty()
    }

    /// Dead moves that rule `at` forbids, and those that only it forbids.
    fn counts(&self, at: usize) -> (u64, u64) {
        let seen = &self.mined.seen;
        (seen.forbids[self.given + at], seen.alone[self.given + at])
    }

    fn same(&self, at: usize) -> Option<String> {
        let (same, _) = self.like.get(at)?;
        (!same.is_empty()).then(|| some(same))
    }

    /// The set in a sentence.
    pub fn summary(&self) -> String {
        let rules = self.mined.rules.len();
        let proved = self.mined.rules.iter().filter(|entry| entry.proved.is_some()).count();
        let conditions: usize = self.mined.rules.iter().map(|entry| entry.conditions.len()).sum();
        let size = self.question.size;
        let seen = &self.mined.seen;
        let verdict = if self.mined.is_complete_and_sound() {
            format!("complete and sound on {size}×{size}")
        } else {
            let [opens, dead] = [seen.opens, seen.dead].map(thousands);
            format!("{opens} of {dead} dead moves of {size}×{size} are allowed")
        };
        let beside = match self.given {
            0 => String::new(),
            given => format!(" beside {}", count(given, "given one", "given ones")),
        };
        let rules = count(rules, "rule", "rules");
        let conditions = count(conditions, "condition", "conditions");
        format!("{rules}{beside} with {conditions}, {proved} proved for {EVERY_BOARD}: {verdict}")
    }
}

/// The first few names, and how many more there are.
pub(super) fn some(names: &[String]) -> String {
    let shown = names.iter().take(NAMES).cloned().collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

/// The progress of a search, in a line.
pub fn progress(progress: &Progress) -> String {
    let Progress { stage, round, pool, refuted, dead, open, best } = progress;
    let best = best.map_or_else(|| "none yet".to_owned(), |n| count(n, "rule", "rules"));
    let (pool, refuted) = (count(*pool, "rule", "rules"), thousands(*refuted as u64));
    format!(
        "round {round}, {stage}: {pool} known, {refuted} candidates refuted, {open} of \
         {dead} known dead moves open; best set: {best}"
    )
}

/// The set as text.
pub fn text(set: &MinedSet<'_>, styled: bool) -> String {
    let mut table =
        Table::of_words(["rule", "conditions", "dead moves", "alone", "all sizes", "like"]);
    for (at, rule) in set.rules().iter().enumerate() {
        let entry = &set.mined.rules[at];
        table.row([
            rule.head.name.clone(),
            entry.conditions.len().to_string(),
            thousands(set.counts(at).0),
            thousands(set.counts(at).1),
            if entry.proved.is_some() { "proved" } else { "open" }.to_owned(),
            set.same(at).unwrap_or_default(),
        ]);
    }
    let mut text = table.print(styled);
    if set.like.iter().any(|(same, _)| !same.is_empty()) {
        let side = set.compared;
        let _ = writeln!(text, "like: known rules that forbid the same moves of {side}×{side}");
    }
    text
}

/// The page about a set, in Markdown.
pub fn page(set: &MinedSet<'_>) -> String {
    let size = set.question.size;
    let mut page = format!("# Rules mined on {size}×{size}\n\n");
    let MiningParameters { reach, conditions, proved, seed, .. } = set.question;
    let wanted = if *proved { " --proved" } else { "" };
    let _ = writeln!(
        page,
        "Found by `deadmove mine --size {size} --reach {reach} --conditions {conditions} --seed \
         {seed}{wanted}`.\n\n{}.\n",
        set.summary()
    );
    if (0..set.mined.rules.len()).all(|at| set.counts(at).1 > 0) {
        page.push_str("No rule can be left out: each forbids some dead moves alone.\n");
    }
    for (at, rule) in set.rules().iter().enumerate() {
        let _ = write!(
            page,
            "\n## {}\n\n```\n{}```\n\n",
            rule.head.name,
            draw(&Sketch::of_rule(rule), false)
        );
        let _ = writeln!(page, "{}\n", words::statement(rule).sentences());
        for remark in &rule.head.remarks {
            let _ = writeln!(page, "- {remark}");
        }
        if let Some((_, covers)) = set.like.get(at)
            && !covers.is_empty()
        {
            let _ = writeln!(
                page,
                "- Forbids all that these forbid on {0}×{0}, and more: {1}.",
                set.compared,
                some(covers)
            );
        }
    }
    page
}

#[derive(JsonSchema, Serialize)]
pub(crate) struct Document<'m> {
    schema: u8,
    #[serde(serialize_with = "ParametersObject::serialize")]
    #[schemars(with = "ParametersObject")]
    question: &'m MiningParameters,
    finished: bool,
    complete: bool,
    sound: bool,
    dead_moves: u64,
    allowed: u64,
    refuted_candidates: usize,
    rules: Vec<RuleObject>,
}

#[derive(JsonSchema, Serialize)]
#[serde(remote = "MiningParameters")]
struct ParametersObject {
    size: usize,
    reach: usize,
    conditions: usize,
    proved: bool,
    seed: u64,
    start: Option<String>,
}

#[derive(JsonSchema, Serialize)]
struct RuleObject {
    name: String,
    rule: String,
    conditions: usize,
    forbids: u64,
    alone: u64,
    proved: bool,
    same: Vec<String>,
    covers: Vec<String>,
}

/// The set as a JSON object.
pub fn json(set: &MinedSet<'_>) -> String {
    let rules = set.rules().into_iter().enumerate().map(|(at, rule)| {
        let (same, covers) = set.like.get(at).cloned().unwrap_or_default();
        RuleObject {
            name: rule.head.name.clone(),
            conditions: set.mined.rules[at].conditions.len(),
            forbids: set.counts(at).0,
            alone: set.counts(at).1,
            proved: set.mined.rules[at].proved.is_some(),
            rule: RuleFile::Rule(rule).write(),
            same,
            covers,
        }
    });
    let seen = &set.mined.seen;
    let document = Document {
        schema: 1,
        question: set.question,
        finished: set.finished,
        complete: seen.whole && seen.opens == 0,
        sound: seen.whole && seen.live.iter().all(Vec::is_empty),
        dead_moves: seen.dead,
        allowed: seen.opens,
        refuted_candidates: set.refuted,
        rules: rules.collect(),
    };
    serde_json::to_string(&document).expect("strings and numbers are valid JSON")
}
